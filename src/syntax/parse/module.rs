//! The headers of views, procedures, functions and triggers; bodies stay text.

use super::Leaf;
use super::cursor::Cursor;
use super::expression::scalar;
use super::name::{ident_group, object_name};
use super::references::references;
use super::table;
use super::types::data_type;
use crate::schema::{FunctionKind, Module, ModuleKind, Parameter, SqlText};
use crate::syntax::ast::{ModuleVerb, ObjectName};

/// Words behind a trigger's events, or behind parameters, that are neither.
const FLAGS: [&str; 3] = ["FOR REPLICATION", "NOT FOR REPLICATION", "WITH APPEND"];

/// A module whose body starts at the token `body_at`. See [`super::module`].
pub(super) fn module(leaf: &Leaf, body_at: usize) -> Option<(ModuleVerb, ObjectName, Box<Module>)> {
    let body_at = body_at.min(leaf.tokens.len());
    let header = Leaf { source: leaf.source, tokens: &leaf.tokens[..body_at] };
    let mut cursor = Cursor::new(&header)?;
    let verb = verb(&mut cursor)?;
    let kind = kind(&mut cursor)?;
    let name = object_name(&mut cursor)?;
    let mut module = Module::of(kind);
    match kind {
        ModuleKind::View => view(&mut cursor, &mut module)?,
        ModuleKind::Procedure => procedure(&mut cursor, &mut module)?,
        ModuleKind::Function => function(&mut cursor, &mut module)?,
        ModuleKind::Trigger => trigger(&mut cursor, &mut module)?,
    }
    cursor.eat("AS");
    cursor.done().then_some(())?;
    let body = &leaf.tokens[body_at..];
    if body.first().is_some_and(|token| token.is_word(leaf.source, "EXTERNAL")) && kind == ModuleKind::Function {
        module.function = Some(FunctionKind::Clr);
    }
    module.body = text(leaf, body_at);
    module.definition = text(leaf, 0);
    module.references = references(leaf.source, body);
    Some((verb, name, Box::new(module)))
}

/// The text from a token to the end of the leaf.
fn text(leaf: &Leaf, from: usize) -> SqlText {
    match (leaf.tokens.get(from), leaf.tokens.last()) {
        (Some(first), Some(last)) => SqlText::new(&leaf.source[first.span.to(last.span).range()]),
        _ => SqlText::default(),
    }
}

fn verb(cursor: &mut Cursor) -> Option<ModuleVerb> {
    Some(match cursor.eat_one(&["CREATE OR ALTER", "CREATE", "ALTER"])? {
        "CREATE OR ALTER" => ModuleVerb::CreateOrAlter,
        "CREATE" => ModuleVerb::Create,
        _ => ModuleVerb::Alter,
    })
}

fn kind(cursor: &mut Cursor) -> Option<ModuleKind> {
    Some(match cursor.eat_one(&["VIEW", "PROCEDURE", "PROC", "FUNCTION", "TRIGGER"])? {
        "VIEW" => ModuleKind::View,
        "FUNCTION" => ModuleKind::Function,
        "TRIGGER" => ModuleKind::Trigger,
        _ => ModuleKind::Procedure,
    })
}

/// `[(columns)] [WITH options]`.
fn view(cursor: &mut Cursor, module: &mut Module) -> Option<()> {
    if cursor.is_symbol("(") {
        module.columns = ident_group(cursor)?;
    }
    with(cursor, module)
}

/// `[;number] [parameters] [WITH options] [FOR REPLICATION]`; parentheses may stand around the parameters.
fn procedure(cursor: &mut Cursor, module: &mut Module) -> Option<()> {
    if cursor.eat_symbol(";") {
        // Any other number makes one more procedure of the name, which the catalog has no room for.
        (&*cursor.number()? == "1").then_some(())?;
    }
    match cursor.group() {
        Some(mut inside) => {
            module.parameters = parameters(&mut inside)?;
            inside.done().then_some(())?;
        }
        None => module.parameters = parameters(cursor)?,
    }
    with(cursor, module)?;
    flags(cursor, module);
    Some(())
}

/// `(parameters) RETURNS … [WITH options]`.
fn function(cursor: &mut Cursor, module: &mut Module) -> Option<()> {
    let mut inside = cursor.group()?;
    module.parameters = parameters(&mut inside)?;
    inside.done().then_some(())?;
    cursor.expect("RETURNS")?;
    let kind = if cursor.variable().is_some() {
        cursor.expect("TABLE")?;
        module.return_table = Some(Box::new(table::columns(cursor.group()?)));
        FunctionKind::MultiStatement
    } else if cursor.eat("TABLE") {
        module.return_table = cursor.group().map(|inside| Box::new(table::columns(inside)));
        FunctionKind::Inline
    } else {
        module.returns = Some(data_type(cursor)?);
        FunctionKind::Scalar
    };
    module.function = Some(kind);
    with(cursor, module)?;
    if cursor.eat("ORDER") {
        cursor.group()?;
    }
    Some(())
}

/// `ON table|DATABASE|ALL SERVER [WITH options] FOR|AFTER|INSTEAD OF events`.
fn trigger(cursor: &mut Cursor, module: &mut Module) -> Option<()> {
    cursor.expect("ON")?;
    if cursor.eat_one(&["DATABASE", "ALL SERVER"]).is_none() {
        module.trigger_on = Some(object_name(cursor)?.to_name());
    }
    with(cursor, module)?;
    let start = *cursor;
    cursor.eat_one(&["FOR", "AFTER", "INSTEAD OF"])?;
    cursor.until(|here| here.is("AS") || FLAGS.iter().any(|flag| here.is(flag)));
    module.trigger_events = Some(cursor.text_since(&start));
    flags(cursor, module);
    Some(())
}

fn flags(cursor: &mut Cursor, module: &mut Module) {
    while let Some(flag) = cursor.eat_one(&FLAGS) {
        module.options.push(flag.into());
    }
}

/// `[WITH option, …]`, up to what may follow it.
fn with(cursor: &mut Cursor, module: &mut Module) -> Option<()> {
    if cursor.is("WITH APPEND") || !cursor.eat("WITH") {
        return Some(());
    }
    loop {
        let mut option = cursor.until(ends_option);
        (!option.done()).then_some(())?;
        module.options.push(option.upper_rest());
        if !cursor.eat_symbol(",") {
            return Some(());
        }
    }
}

/// A comma, the AS of the body, or the first word of the next clause. The AS of EXECUTE AS is none.
fn ends_option(cursor: &Cursor) -> bool {
    let follows_execute = cursor.previous().is_some_and(|word| word == "EXECUTE" || word == "EXEC");
    cursor.is_symbol(",")
        || (cursor.is("AS") && !follows_execute)
        || ["FOR", "AFTER", "INSTEAD", "ORDER"].contains(&&*cursor.word())
}

/// Parameters up to what is none.
fn parameters(cursor: &mut Cursor) -> Option<Vec<Parameter>> {
    let mut parameters = Vec::new();
    while let Some(name) = cursor.variable() {
        parameters.push(parameter(name, cursor)?);
        if !cursor.eat_symbol(",") {
            break;
        }
    }
    Some(parameters)
}

/// `[AS] type [NULL|NOT NULL] [= default] [OUTPUT] [READONLY]`.
fn parameter(name: crate::name::Ident, cursor: &mut Cursor) -> Option<Parameter> {
    cursor.eat("AS");
    let data_type = data_type(cursor)?;
    let nullable = cursor.eat_one(&["NOT NULL", "NULL"]).map(|word| word == "NULL");
    let default = if cursor.eat_symbol("=") { Some(scalar(cursor)?) } else { None };
    let output = cursor.eat_one(&["OUTPUT", "OUT"]).is_some();
    let readonly = cursor.eat("READONLY");
    Some(Parameter { name, data_type, nullable, default, output, readonly })
}

//! A variable lives in its batch.

use std::collections::{BTreeMap, BTreeSet};

use crate::catalog::Place;
use crate::lint::{BOTH, Check, Findings, Level, Levels, Rule};
use crate::name::Ident;
use crate::source::{Migration, ParsedBatch, ParsedFile};
use crate::syntax::ast::{DmlVerb, Kind, ObjectClass, Statement};
use crate::syntax::lexer::{Token, TokenKind, lex};
use crate::text::Span;

/// The rule.
pub static RULE: Rule = Rule {
    code: "variable-across-go",
    summary: "uses a variable that its batch does not declare, as behind the GO that ends it",
    docs: include_str!("variable_across_go.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::File(check)],
};

fn check(index: usize, migration: &Migration, parsed: &ParsedFile, findings: &mut Findings) {
    let text = migration.file.text();
    let is_script = findings.options().partial;
    let mut earlier: BTreeMap<Ident, Made> = BTreeMap::new();
    for batch in &parsed.batches {
        let declared = declared(batch);
        // What a program hands to a query in a file by itself is not declared there.
        let names_one = text.as_bytes().get(batch.span.range()).is_some_and(|bytes| bytes.contains(&b'@'));
        let may_lack = names_one && (!is_script || !earlier.is_empty());
        if may_lack && is_understood(batch) {
            for (name, used) in lost(text, batch, &declared) {
                let made = earlier.get(&name);
                if made.is_some() || !is_script {
                    tell(index, &name, used, made, findings);
                }
            }
        }
        earlier.extend(declared);
    }
}

fn tell(index: usize, name: &Ident, used: Used, made: Option<&Made>, findings: &mut Findings) {
    let at = |span| Place { file: index as u32, span };
    let is_table = made.map_or(used.as_table, |made| made.is_table);
    let help = match made {
        Some(_) => "declare it again behind GO, keep the value in a temporary table, or leave the GO out".to_owned(),
        None => format!("declare it in front of its use: DECLARE {} …", name.as_str()),
    };
    findings
        .add(at(used.span), format!("`{}` is not declared in this batch", name.as_str()))
        .errors(&[if is_table { 1087 } else { 137 }])
        .related(made.map(|made| at(made.span)), "it ends with the batch that declares it")
        .help(help);
}

/// The first use of a variable.
#[derive(Clone, Copy)]
struct Used {
    span: Span,
    /// Where a table stands.
    as_table: bool,
}

/// Where a variable is declared.
#[derive(Clone, Copy)]
struct Made {
    span: Span,
    is_table: bool,
}

/// What a batch declares: its variables, and the parameters of a module.
fn declared(batch: &ParsedBatch) -> BTreeMap<Ident, Made> {
    let mut found = BTreeMap::new();
    walk(batch, &mut |statement| {
        let span = statement.span;
        match &statement.kind {
            Kind::Declare(variables) => {
                let made = |is_table| Made { span, is_table };
                found.extend(variables.iter().map(|one| (one.name.clone(), made(one.table.is_some()))));
            }
            Kind::Module { module, .. } => {
                let made = Made { span, is_table: false };
                found.extend(module.parameters.iter().map(|parameter| (parameter.name.clone(), made)));
            }
            _ => {}
        }
    });
    found
}

/// Looks at the statements of a batch, those in the body of a module included.
fn walk<'a>(batch: &'a ParsedBatch, look: &mut dyn FnMut(&'a Statement)) {
    for statement in &batch.statements {
        statement.walk(look);
        if let Kind::Module { statements, .. } = &statement.kind {
            statements.iter().for_each(|inner| inner.walk(look));
        }
    }
}

/// Whether a batch is understood. A rule has a variable that nothing declares.
fn is_understood(batch: &ParsedBatch) -> bool {
    let mut understood = true;
    walk(batch, &mut |statement| {
        let is_rule = |class: &ObjectClass| matches!(class, ObjectClass::Other(class) if &**class == "RULE");
        understood &= match &statement.kind {
            Kind::Opaque { .. } => false,
            Kind::NamedObject { class, .. } => !is_rule(class),
            _ => true,
        };
    });
    understood
}

/// The first use of each variable that a batch does not declare.
fn lost(text: &str, batch: &ParsedBatch, declared: &BTreeMap<Ident, Made>) -> BTreeMap<Ident, Used> {
    let mut found = BTreeMap::new();
    let tokens = lex(text, batch.span).tokens;
    if tokens.iter().any(|token| is_filled_in(text, token)) {
        return found;
    }
    let executes: Vec<Span> = executes(text, batch);
    let others = tokens.windows(2).filter(|pair| is_variable(text, &pair[1]) && introduces(text, &pair[0]));
    let others: BTreeSet<Ident> = others.map(|pair| Ident::new(pair[1].text(text))).collect();
    for (at, token) in tokens.iter().enumerate().filter(|(_, token)| is_variable(text, token)) {
        let name = Ident::new(token.text(text));
        if declared.contains_key(&name) || others.contains(&name) || found.contains_key(&name) {
            continue;
        }
        if !is_argument_name(text, &tokens, at, &executes) {
            let is = |back: usize, word| at >= back && tokens[at - back].is_word(text, word);
            let as_table = is(1, "FROM") || is(1, "JOIN") || is(1, "INTO") && is(2, "INSERT");
            found.insert(name, Used { span: token.span, as_table });
        }
    }
    found
}

/// Whether a token is a variable that has to be declared: no function such as `@@ROWCOUNT`, and nothing that is
/// filled in for one.
fn is_variable(text: &str, token: &Token) -> bool {
    let written = token.text(text);
    token.kind == TokenKind::Variable && written.starts_with('@') && !written.starts_with("@@")
}

/// Where procedures are called; an INSERT may hold such a call behind its list of columns.
fn executes(text: &str, batch: &ParsedBatch) -> Vec<Span> {
    let mut found = Vec::new();
    walk(batch, &mut |statement| match statement.kind {
        Kind::Execute { .. }
        | Kind::Dynamic { .. }
        | Kind::Rename { .. }
        | Kind::RoleMember { .. }
        | Kind::ExtendedProperty { .. } => found.push(statement.span),
        Kind::Dml { verb: DmlVerb::Insert, .. } => found.extend(inserted_call(text, statement.span)),
        _ => {}
    });
    found
}

/// The EXEC of `INSERT t EXEC p`.
fn inserted_call(text: &str, insert: Span) -> Option<Span> {
    let is_exec = |token: &Token| token.is_word(text, "EXEC") || token.is_word(text, "EXECUTE");
    let call = lex(text, insert).tokens.into_iter().find(is_exec)?;
    Some(Span { start: call.span.start, end: insert.end })
}

/// `EXEC p @name = 1`: the name of a parameter of the procedure.
fn is_argument_name(text: &str, tokens: &[Token], at: usize, executes: &[Span]) -> bool {
    let span = tokens[at].span;
    let assigns = tokens.get(at + 1).is_some_and(|next| next.is_symbol(text, "="));
    let next_call = executes.partition_point(|call| call.start <= span.start);
    assigns && executes[..next_call].iter().rev().take(4).any(|call| span.end <= call.end)
}

/// Before a variable: DECLARE, also of a cursor or a kind of variable that is not kept; RETURNS of the table of a
/// function.
fn introduces(text: &str, before: &Token) -> bool {
    before.is_word(text, "DECLARE") || before.is_word(text, "RETURNS")
}

/// What somebody fills in, and may fill in with a variable: a placeholder, a parameter of a template.
fn is_filled_in(text: &str, token: &Token) -> bool {
    token.kind == TokenKind::Placeholder || token.kind == TokenKind::Variable && token.text(text).starts_with('<')
}

//! Statements whose meaning is not known: told, so that silence about them is no verdict.

use crate::lint::{BOTH, Check, Findings, Level, Levels, Rule};
use crate::name::{Ident, Name};
use crate::replay::{Inside, Step};
use crate::schema::{Column, UserType};
use crate::syntax::ast::{AlterTable, Kind, ObjectName, Statement};
use crate::syntax::lexer::{Token, lex};
use crate::syntax::parse::type_in_text;
use crate::syntax::query::{ParseError, Reason, is_reserved};
use crate::syntax::tree;
use crate::syntax::unread::{self, Look, Unread};
use crate::text::Span;

/// The rule.
pub static RULE: Rule = Rule {
    code: "not-understood",
    summary: "has a statement that ragsql does not understand",
    docs: include_str!("not_understood.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[
        "batch-separator",
        "external-model-syntax",
        "placeholder",
        "policy-and-vector-index",
        "reserved-name",
        "sqlcmd-script",
        "statement-after-module",
        "unbalanced",
        "unsupported-on-azure",
        "unterminated",
        "vector-dimensions",
        "vector-index-syntax",
        "vector-index-target",
    ],
    checks: &[Check::Unread(check)],
};

fn check(step: &Step, own: &[Unread], findings: &mut Findings) {
    let executed = executed(step);
    let unread = executed.iter().chain(own);
    unread.clone().for_each(|one| tell(step, one, findings));
    let Some(touched) = step.unknown else { return };
    if matches!(step.statement.kind, Kind::Dynamic { .. }) && !touched.is_empty() {
        // What the text does is known, and only not to which part of a table.
        return;
    }
    if unread.count() > 0 && !is_unknown(&step.statement.kind) {
        return;
    }
    tell_unknown(step, touched, findings);
}

/// What nobody read of the text that a statement executes, at the place of the statement.
fn executed(step: &Step) -> Vec<Unread> {
    let (Kind::Dynamic { text: Some(text), .. }, Inside::Direct) = (&step.statement.kind, step.inside) else {
        return Vec::new();
    };
    let text = text.as_str();
    let statements = tree::statements(text, Span::new(0, text.len())).statements;
    let found = unread::of_all(text, &statements, Look::All).into_iter();
    found.map(|one| Unread { span: step.span, ..one }).collect()
}

fn tell(step: &Step, unread: &Unread, findings: &mut Findings) {
    let place = step.at(unread.span);
    if let Some((column, clause)) = another_column(step, unread.span) {
        let start = unread.span.start;
        let place = step.at(Span { start, end: start + clause.len() as u32 });
        let message = format!("a comma is missing between the columns `{column}` and `{clause}`");
        findings.add(place, message).clause_of(step.span).errors(&[102]).help("write a comma before it");
        return;
    }
    let (number, near) = match &unread.reason {
        Reason::Syntax(near) => (102, near),
        Reason::Keyword(near) => (156, near),
        Reason::SetOption(near) => (195, near),
        other => {
            let message = ParseError { reason: other.clone(), at: 0 }.to_string();
            let finding = findings.add(place, message).clause_of(step.span).at_most(Level::Warning);
            finding.help(
                "the statement was judged without it: mend it, or allow it with a reason where the server knows it",
            );
            return;
        }
    };
    let message = format!("the grammar has no `{near}` here");
    let finding = findings.add(place, message).clause_of(step.span).errors(&[number]);
    finding.help(match number {
        156 => "write what is missing before it; a name that is a keyword stands in brackets".to_owned(),
        _ => format!("mend it: the server refuses the whole batch (Msg {number})"),
    });
}

fn tell_unknown(step: &Step, touched: &[Name], findings: &mut Findings) {
    let place = step.place();
    let message = match &step.statement.kind {
        Kind::Dynamic { .. } => "the text that is executed here cannot be known".to_owned(),
        Kind::Execute { procedure: Some(name), .. } if is_of_system(name) => {
            let name = name.object();
            format!("what `{name}` does here cannot be known: it depends on what it is called with")
        }
        Kind::Execute { procedure: Some(name), .. } => {
            format!("what the procedure `{}` does is not known: the history does not make it", name.to_name())
        }
        Kind::Opaque { words, .. } => format!("this statement is not understood: {words}"),
        _ => "a part of this statement is not understood".to_owned(),
    };
    let touched: Vec<String> = touched.iter().map(|name| format!("`{name}`")).collect();
    let uncertain = if touched.is_empty() { "what it may change".to_owned() } else { touched.join(", ") };
    let careful = format!("from here on, {uncertain} is uncertain, and rules are more careful");
    let finding = findings.add(place, message);
    match is_unknown(&step.statement.kind) {
        true => finding.help(format!("mend it, or allow it with a reason when it is right as it is; {careful}")),
        false => finding.help(careful).at_most(Level::Info),
    };
}

/// Whether a procedure comes with the server: `sp_rename`.
fn is_of_system(name: &ObjectName) -> bool {
    name.object().folded().starts_with("sp_")
}

/// The column before an unread clause that is a name and its type, and so certainly another column.
fn another_column<'a>(step: &Step<'a>, at: Span) -> Option<(&'a Ident, &'a str)> {
    let text = step.source.text().get(at.start as usize..)?;
    let clauses = columns(step.statement)
        .into_iter()
        .flat_map(|column| column.opaque.iter().map(move |clause| (&column.name, clause.as_str())));
    clauses.into_iter().find(|(_, clause)| text.starts_with(clause) && is_another_column(clause))
}

/// The columns that a statement declares.
fn columns(statement: &Statement) -> Vec<&Column> {
    match &statement.kind {
        Kind::CreateTable { table, .. } => table.columns.iter().collect(),
        Kind::CreateType { definition, .. } => match &**definition {
            UserType::Table(table) => table.columns.iter().collect(),
            UserType::Alias { .. } | UserType::Clr(_) => Vec::new(),
        },
        Kind::Declare(variables) => {
            variables.iter().filter_map(|one| one.table.as_deref()).flat_map(|table| &table.columns).collect()
        }
        Kind::AlterTable { actions, .. } => {
            let columns = actions.iter().filter_map(|(action, _)| match action {
                AlterTable::AddColumn { column, .. } | AlterTable::AlterColumn(column, _) => Some(&**column),
                _ => None,
            });
            columns.collect()
        }
        _ => Vec::new(),
    }
}

/// Whether what is no clause is a name and its type: certainly another column. `WITHOUT TIME ZONE`, of another system,
/// has a word behind the type that no column has there.
fn is_another_column(clause: &str) -> bool {
    let tokens = lex(clause, Span::new(0, clause.len())).tokens;
    let [name, data_type, rest @ ..] = &tokens[..] else { return false };
    let goes_on = |next: &Token| !next.kind.is_name() || is_reserved(next.text(clause));
    if !rest.first().is_none_or(goes_on) {
        return false;
    }
    let names_a_type = data_type.kind.is_name() && type_in_text(data_type.text(clause)).is_some();
    names_a_type && name.kind.is_name() && !is_reserved(name.text(clause))
}

/// Whether it is not known what the statement is for, and not only what a part of it says.
fn is_unknown(kind: &Kind) -> bool {
    match kind {
        Kind::Opaque { .. } => true,
        Kind::AlterTable { actions, .. } => actions.iter().any(|(action, _)| matches!(action, AlterTable::Opaque(_))),
        _ => false,
    }
}

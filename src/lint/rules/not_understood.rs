//! Statements whose meaning is not known: told, so that silence about them is no verdict.

use crate::catalog::Place;
use crate::lint::{BOTH, Check, Findings, Level, Levels, Rule};
use crate::replay::Step;
use crate::schema::{Column, Table, UserType};
use crate::syntax::ast::{AlterTable, Kind, ObjectName, Statement};
use crate::syntax::lexer::{Token, lex};
use crate::syntax::parse::type_in_text;
use crate::syntax::query::is_reserved;
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
        "placeholder",
        "policy-and-vector-index",
        "unbalanced",
        "unsupported-on-azure",
        "unterminated",
        "vector-index-syntax",
        "vector-index-target",
    ],
    checks: &[Check::Step(check)],
};

fn check(step: &Step, findings: &mut Findings) {
    for (column, within) in columns(step.statement) {
        for clause in &column.opaque {
            let place = step.at(find(step, clause.as_str(), within).unwrap_or(step.span));
            if is_another_column(clause.as_str()) {
                let message = format!(
                    "a comma is missing between the columns `{}` and `{clause}`",
                    column.name,
                    clause = clause.as_str()
                );
                findings.add(place, message).errors(&[102]).help("write a comma before it");
                continue;
            }
            let message = format!("`{}` is no clause of a column, as far as ragsql knows", clause.as_str());
            let finding = findings.add(place, message).at_most(Level::Warning);
            finding.help(format!(
                "mend what is written behind `{}`: the server answers with Msg 102 to a word that it does not know",
                column.name
            ));
        }
    }
    let Some(touched) = step.unknown else { return };
    if matches!(step.statement.kind, Kind::Dynamic { .. }) && !touched.is_empty() {
        // What the text does is known, and only not to which part of a table.
        return;
    }
    let place = step.place();
    let message = match &step.statement.kind {
        Kind::Dynamic { .. } => "the text that is executed here cannot be known".to_owned(),
        Kind::Execute { procedure: Some(name), .. } if is_of_system(name) => {
            format!("what `{}` does here cannot be known: it depends on what it is called with", name.object())
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

/// Tells a keyword that stands where a value or a name has to be.
pub(in crate::lint) fn misplaced_keyword(place: Place, word: &str, findings: &mut Findings) {
    findings
        .add(place, format!("incorrect syntax near the keyword `{word}`"))
        .errors(&[156])
        .help("write what is missing before it; a name that is a keyword stands in brackets");
}

/// The columns that a statement declares, and where they are.
fn columns(statement: &Statement) -> Vec<(&Column, Span)> {
    let of_table = |table| of_table(table, statement.span);
    match &statement.kind {
        Kind::CreateTable { table, .. } => of_table(table),
        Kind::CreateType { definition, .. } => match &**definition {
            UserType::Table(table) => of_table(table),
            UserType::Alias { .. } | UserType::Clr(_) => Vec::new(),
        },
        Kind::Declare(variables) => {
            variables.iter().filter_map(|one| one.table.as_deref()).flat_map(of_table).collect()
        }
        Kind::AlterTable { actions, .. } => {
            let columns = actions.iter().filter_map(|(action, span)| match action {
                AlterTable::AddColumn { column, .. } | AlterTable::AlterColumn(column, _) => Some((&**column, *span)),
                _ => None,
            });
            columns.collect()
        }
        _ => Vec::new(),
    }
}

fn of_table(table: &Table, span: Span) -> Vec<(&Column, Span)> {
    table.columns.iter().map(|column| (column, span)).collect()
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

/// Where a clause is written: its first place at the beginning of a word.
fn find(step: &Step, clause: &str, within: Span) -> Option<Span> {
    let text = step.source.text().get(within.range())?;
    let begins = |at: usize| !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
    let (at, _) = text.match_indices(clause).find(|(at, _)| begins(*at))?;
    Some(Span { start: within.start + at as u32, end: within.start + (at + clause.len()) as u32 })
}

/// Whether it is not known what the statement is for, and not only what a part of it says.
fn is_unknown(kind: &Kind) -> bool {
    match kind {
        Kind::Opaque { .. } => true,
        Kind::AlterTable { actions, .. } => actions.iter().any(|(action, _)| matches!(action, AlterTable::Opaque(_))),
        _ => false,
    }
}

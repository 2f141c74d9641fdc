//! A foreign key or check over rows that are there: every one is looked at.

use crate::change::Change;
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule};
use crate::name::{Ident, Name};
use crate::schema::{Constraint, ConstraintKind};
use crate::syntax::lexer::{identifier_text, lex};
use crate::text::Span;

/// The rule.
pub static RULE: Rule = Rule {
    code: "validated-constraint",
    summary: "checks every row of a table that nobody can use meanwhile",
    docs: include_str!("validated_constraint.md"),
    levels: Levels::all(Level::Warning),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Change(check)],
};

fn check(cx: &ChangeCx, findings: &mut Findings) {
    let Change::AddConstraint { table, constraint } = cx.change else { return };
    if constraint.not_trusted || !cx.is_old(table) || is_null_everywhere(cx, table, constraint) {
        return;
    }
    let (what, tables) = match &constraint.kind {
        ConstraintKind::ForeignKey { references, .. } if references != table => {
            ("foreign key", format!("`{table}` and `{references}`"))
        }
        ConstraintKind::ForeignKey { .. } => ("foreign key", format!("`{table}`")),
        ConstraintKind::Check { .. } => ("check", format!("`{table}`")),
        ConstraintKind::Key { .. } | ConstraintKind::Opaque(_) => return,
    };
    let named = constraint.name.as_ref().map_or_else(|| format!("the {what}"), |name| format!("the {what} `{name}`"));
    cx.tell(findings, table, format!("nobody can use {tables} while every row is held against {named}, and one that breaks it makes this fail"))
        .errors(&[547])
        .help("look for rows that break it before the release, and add it in a file of its own, with little else under its locks");
}

/// Whether the constraint is about a column that is new and NULL in every row: then it holds.
fn is_null_everywhere(cx: &ChangeCx, table: &Name, constraint: &Constraint) -> bool {
    columns(constraint).iter().any(|name| {
        let column = cx.before.column(table, name);
        let is_null = column.is_some_and(|column| column.nullable != Some(false) && column.computed.is_none());
        is_null && !cx.is_old_column(table, name) && cx.copied(&[&table.object, name]).is_none()
    })
}

fn columns(constraint: &Constraint) -> Vec<Ident> {
    match &constraint.kind {
        ConstraintKind::ForeignKey { columns, .. } => columns.clone(),
        ConstraintKind::Check { condition, .. } => {
            let text = condition.as_str();
            let tokens = lex(text, Span::new(0, text.len())).tokens.into_iter();
            let names = tokens.filter(|token| token.kind.is_name());
            names.map(|token| Ident::new(identifier_text(token.text(text)))).collect()
        }
        ConstraintKind::Key { .. } | ConstraintKind::Opaque(_) => Vec::new(),
    }
}

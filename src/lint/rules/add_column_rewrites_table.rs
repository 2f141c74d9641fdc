//! A new column whose value is no constant of its moment: it is written into every row.

use crate::change::Change;
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule};
use crate::schema::{Column, DataType};
use crate::syntax::ast::{AlterTable, Kind};
use crate::syntax::lexer::{Token, lex};
use crate::text::Span;

/// The rule.
pub static RULE: Rule = Rule {
    code: "add-column-rewrites-table",
    summary: "adds a column whose value is written into every row",
    docs: include_str!("add_column_rewrites_table.md"),
    levels: Levels::all(Level::Warning),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Change(check)],
};

fn check(cx: &ChangeCx, findings: &mut Findings) {
    let Change::AddColumn { table, column } = cx.change else { return };
    let Some((why, help)) = reason(cx, column).filter(|_| cx.is_old(table)) else { return };
    cx.tell(
        findings,
        table,
        format!(
            "`{}` is written into every row of `{table}` {why}, and nobody can use the table meanwhile",
            column.name
        ),
    )
    .help(help);
}

/// Why the rows are written, and what to do instead.
fn reason(cx: &ChangeCx, column: &Column) -> Option<(&'static str, &'static str)> {
    const LATER: &str = "add it as NULL, fill it in steps, and give it its default and NOT NULL in later files";
    let default = column.default.as_ref().filter(|_| column.nullable == Some(false) || is_with_values(cx));
    match default {
        Some(default) if is_volatile(default.value.as_str()) => {
            return Some(("because its default differs from row to row", LATER));
        }
        Some(_) if is_large(column) => return Some(("because a value of its type cannot be kept as metadata", LATER)),
        _ => {}
    }
    if column.identity.is_some() {
        return Some(("because it is an IDENTITY", "take the numbers from a sequence, and fill them in steps"));
    }
    let persisted = column.computed.as_ref().is_some_and(|computed| computed.persisted);
    persisted.then_some(("because it is PERSISTED", "leave it computed, and index it where that is what it is for"))
}

/// Whether rows that are there take the default of a column that may be NULL.
fn is_with_values(cx: &ChangeCx) -> bool {
    let Kind::AlterTable { actions, .. } = &cx.step.statement.kind else { return false };
    let is_it = |(action, span): &(AlterTable, Span)| {
        *span == cx.place.span && matches!(action, AlterTable::AddColumn { with_values: true, .. })
    };
    actions.iter().any(is_it)
}

/// Whether an expression may have another value for each row: NEWID and the like, a sequence, a
/// function of a user (Learn, ALTER TABLE: "runtime constant").
fn is_volatile(expression: &str) -> bool {
    const VOLATILE: [&str; 4] = ["NEWID", "NEWSEQUENTIALID", "RAND", "CRYPT_GEN_RANDOM"];
    let tokens = lex(expression, Span::new(0, expression.len())).tokens;
    let is_name = |token: &Token| token.kind.is_name();
    let built_in = tokens.windows(2).any(|pair| {
        pair[1].is_symbol(expression, "(") && VOLATILE.iter().any(|name| pair[0].is_word(expression, name))
    });
    let sequence = tokens
        .windows(3)
        .any(|words| ["NEXT", "VALUE", "FOR"].iter().zip(words).all(|(word, token)| token.is_word(expression, word)));
    let function = tokens.windows(4).any(|call| {
        is_name(&call[0])
            && call[1].is_symbol(expression, ".")
            && is_name(&call[2])
            && call[3].is_symbol(expression, "(")
    });
    built_in || sequence || function
}

/// A type that no column added online can have (Learn, ALTER TABLE, "Adding NOT NULL columns as an
/// online operation").
fn is_large(column: &Column) -> bool {
    match &column.data_type {
        Some(DataType::System { name, args }) => {
            let is_max = args.first().is_some_and(|arg| &**arg == "max");
            is_max || ["text", "ntext", "image", "geometry", "geography", "hierarchyid"].contains(&&**name)
        }
        Some(DataType::Xml(_)) => true,
        _ => false,
    }
}

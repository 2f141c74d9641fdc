//! A difference as a script that makes it: each change with its hazards above it, and a guard where rows
//! decide what it does.

use super::{Item, Report};
use crate::catalog::Catalog;
use crate::change::Change;
use crate::emit::{self, Above};
use crate::hazard::{Hazard, words};
use crate::name::{Ident, Name};
use crate::syntax::spell;

/// The script. It changes nothing that rows forbid: what would lose them stops with a sentence first.
#[must_use]
pub fn render(report: &Report) -> String {
    let head = format!("What turns {} into {}, as `ragsql diff` finds it.", report.from, report.to);
    let lines = std::iter::once(&head).chain(&report.notes).chain(&report.not_compared).chain(&report.offers);
    let mut text: String = lines.map(|line| emit::comment(line) + "\n").collect();
    text += &format!("{}\n", emit::comment(&report.summary()));
    if report.items.is_empty() {
        return text;
    }
    let changes: Vec<Change> = report.items.iter().map(|item| item.change.clone()).collect();
    let mut state = report.before.clone();
    let above = |at: usize| {
        let above = above(&report.items[at], &state);
        // What does not fit was told when the changes were found.
        let _ = state.apply(&report.items[at].change);
        above
    };
    text + "\n" + &emit::script(&changes, &report.before, above)
}

fn above(item: &Item, before: &Catalog) -> Above {
    let hazards = (!item.hazards.is_empty()).then(|| format!("hazards: {}", words(&item.hazards)));
    let guard = guard(&item.change, before, item.hazards.contains(&Hazard::LosesData));
    Above { comments: hazards.into_iter().collect(), guards: guard.into_iter().collect() }
}

/// The statement that stops before rows are lost, or before an index that has too few of them.
fn guard(change: &Change, before: &Catalog, loses: bool) -> Option<String> {
    match change {
        Change::DropTable { name } if loses => {
            Some(stop_if(&[rows(name, None)], &format!("{} has rows", spell::name(name))))
        }
        Change::DropColumn { table, column } if loses => {
            let what = format!("column {} of {} has values", spell::ident(column), spell::name(table));
            Some(stop_if(&values(before, table, column), &what))
        }
        Change::CreateIndex { table, index, .. } if index.is_vector() => {
            let column = index.keys.first().map(|key| spell::ident(&key.name))?;
            let count = format!(
                "SELECT COUNT(*) FROM (SELECT TOP (100) 1 AS one FROM {} WHERE {column} IS NOT NULL) AS filled",
                spell::name(table)
            );
            let what = format!("fewer than 100 rows of {} hold a vector (Msg 42266)", spell::name(table));
            Some(format!("IF ({count}) < 100 THROW 50000, {}, 1", spell::string(&what)))
        }
        _ => None,
    }
}

/// The queries that find values of a column: in the table, and in its history.
fn values(before: &Catalog, table: &Name, column: &Ident) -> Vec<String> {
    match before.table(table).and_then(|table| table.versioned.as_ref()) {
        None => vec![rows(table, Some(column))],
        Some(Some(history)) => vec![rows(table, Some(column)), rows(history, Some(column))],
        // The engine names the history.
        Some(None) => {
            let all = format!("{} FOR SYSTEM_TIME ALL", spell::name(table));
            vec![format!("SELECT 1 FROM {all} WHERE {} IS NOT NULL", spell::ident(column))]
        }
    }
}

fn rows(table: &Name, column: Option<&Ident>) -> String {
    let filled = column.map_or_else(String::new, |column| format!(" WHERE {} IS NOT NULL", spell::ident(column)));
    format!("SELECT 1 FROM {}{filled}", spell::name(table))
}

fn stop_if(queries: &[String], what: &str) -> String {
    let message = format!("{what}: take this line out to lose them");
    let found: Vec<_> = queries.iter().map(|query| format!("EXISTS ({query})")).collect();
    format!("IF {} THROW 50000, {}, 1", found.join(" OR "), spell::string(&message))
}

//! A difference as a script that makes it: each change with its hazards above it, and a guard where rows
//! decide what it does.

use super::{Item, Report};
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
    text + "\n" + &emit::script(&changes, &report.before, |at| above(&report.items[at]))
}

fn above(item: &Item) -> Above {
    let hazards = (!item.hazards.is_empty()).then(|| format!("hazards: {}", words(&item.hazards)));
    let guard = guard(&item.change, item.hazards.contains(&Hazard::LosesData));
    Above { comments: hazards.into_iter().collect(), guards: guard.into_iter().collect() }
}

/// The statement that stops before rows are lost, or before an index that has too few of them.
fn guard(change: &Change, loses: bool) -> Option<String> {
    match change {
        Change::DropTable { name } if loses => {
            Some(stop_if(&rows(name, None), &format!("{} has rows", spell::name(name))))
        }
        Change::DropColumn { table, column } if loses => {
            let what = format!("column {} of {} has values", spell::ident(column), spell::name(table));
            Some(stop_if(&rows(table, Some(column)), &what))
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

fn rows(table: &Name, column: Option<&Ident>) -> String {
    let filled = column.map_or_else(String::new, |column| format!(" WHERE {} IS NOT NULL", spell::ident(column)));
    format!("SELECT 1 FROM {}{filled}", spell::name(table))
}

fn stop_if(rows: &str, what: &str) -> String {
    let message = format!("{what}: take this line out to lose them");
    format!("IF EXISTS ({rows}) THROW 50000, {}, 1", spell::string(&message))
}

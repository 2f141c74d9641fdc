//! Changes as one script.

use super::super::text::Script;
use super::{Statements, change};
use crate::catalog::Catalog;
use crate::change::Change;
use crate::syntax::spell;

/// What stands above the statements of a change.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Above {
    /// Comments, without their dashes.
    pub comments: Vec<String>,
    /// Statements that come first in the same batch, and may stop it.
    pub guards: Vec<String>,
}

/// The changes as a script that runs on a database that `before` describes. `above` tells what stands above each, by
/// its number from 0.
#[must_use]
pub fn script(changes: &[Change], before: &Catalog, mut above: impl FnMut(usize) -> Above) -> String {
    let mut script = Script::default();
    let mut state = before.clone();
    let mut at = 0;
    while let Some(one) = changes.get(at) {
        let (statements, length) = with_period(&changes[at..]).unwrap_or_else(|| (change(one, &state), 1));
        let (mut comments, mut guarded) = (Vec::new(), Vec::new());
        for number in at..at + length {
            let above = above(number);
            comments.extend(above.comments);
            guarded.extend(above.guards);
        }
        comments.extend(statements.notes);
        if statements.alone {
            script.batch(&comments, &guarded);
            statements.list.iter().for_each(|statement| script.module(&[], statement));
        } else {
            guarded.extend(statements.list);
            script.batch(&comments, &guarded);
        }
        for one in &changes[at..at + length] {
            // What does not fit the catalog was told when the changes were found.
            let _ = state.apply(one);
        }
        at += length;
    }
    script.finish()
}

/// Columns of a period are added together with it, in one statement (Msg 13724 and the like otherwise).
fn with_period(changes: &[Change]) -> Option<(Statements, usize)> {
    let columns: Vec<_> = changes
        .iter()
        .map_while(|change| match change {
            Change::AddColumn { table, column } if column.generated.is_some() => Some((table, column)),
            _ => None,
        })
        .collect();
    let (Some((owner, _)), Some(Change::SetPeriod { table, period: Some(period) })) =
        (columns.first(), changes.get(columns.len()))
    else {
        return None;
    };
    if *owner != table {
        return None;
    }
    let mut items: Vec<String> = columns.iter().map(|(_, column)| super::super::column::column(column)).collect();
    items.push(format!("PERIOD FOR SYSTEM_TIME ({}, {})", spell::ident(&period.start), spell::ident(&period.end)));
    let text = format!("ALTER TABLE {} ADD\n    {}", spell::name(table), items.join(",\n    "));
    Some((Statements { list: vec![text], ..Statements::default() }, columns.len() + 1))
}

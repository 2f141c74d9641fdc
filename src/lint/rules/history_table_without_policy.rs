//! The history of a temporal table that is guarded, without a policy of its own.

use crate::catalog::Catalog;
use crate::lint::guarding::filters;
use crate::lint::{BOTH, Check, Findings, Level, Levels, Rule, Watch};

/// The rule.
pub static RULE: Rule = Rule {
    code: "history-table-without-policy",
    summary: "guards a temporal table but not its history",
    docs: include_str!("history_table_without_policy.md"),
    levels: Levels::all(Level::Warning),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Watch(|| Box::new(Histories))],
};

/// Looks at the end of the history alone.
struct Histories;

impl Watch for Histories {
    fn end(&mut self, after: &Catalog, findings: &mut Findings) {
        let versioned =
            after.tables.iter().filter_map(|(name, entry)| Some((name, entry.definition.versioned.as_ref()?)));
        for (table, history) in versioned {
            let Some(filter) = filters(after, table).next() else { continue };
            if history.as_ref().is_some_and(|history| filters(after, history).next().is_some()) {
                continue;
            }
            let shown = history
                .as_ref()
                .map_or_else(|| "its history table".to_owned(), |history| format!("its history `{history}`"));
            let Some(place) = filter.place else { continue };
            findings
                .add(
                    place,
                    format!("`{table}` is guarded and {shown} is not: who may read that sees the old rows of everyone"),
                )
                .table(table)
                .help("give the history table a name and a FILTER predicate of its own");
        }
    }
}

//! A setting of the database in a transaction with other work.

use crate::catalog::{Catalog, Place};
use crate::lint::{BOTH, Check, Findings, Level, Levels, Rule, Watch};
use crate::replay::Step;
use crate::syntax::ast::{DmlVerb, Kind};

/// The rule.
pub static RULE: Rule = Rule {
    code: "scoped-configuration-mixed",
    summary: "changes a setting of the database in a transaction with other work",
    docs: include_str!("scoped_configuration_mixed.md"),
    levels: Levels::all(Level::Warning),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Watch(|| Box::<Mixed>::default())],
};

/// The first setting that the file at hand changes in a transaction, and whether it does other work.
#[derive(Default)]
struct Mixed {
    setting: Option<(Place, Box<str>)>,
    works: Option<Place>,
}

impl Watch for Mixed {
    fn step(&mut self, step: &Step, _findings: &mut Findings) {
        let place = step.place();
        match &step.statement.kind {
            Kind::ScopedConfiguration { name, .. } if step.in_transaction && self.setting.is_none() => {
                self.setting = Some((place, name.clone()));
            }
            kind if step.in_transaction && works(kind) => {
                self.works.get_or_insert(place);
            }
            _ => {}
        }
    }

    fn file_end(&mut self, _after: &Catalog, findings: &mut Findings) {
        let Self { setting, works } = std::mem::take(self);
        let (Some((place, name)), Some(other)) = (setting, works) else { return };
        findings
            .add(place, format!("{name} changes for every session of the database, and the plans of all queries are thrown away, in a transaction with other work"))
            .related(Some(other), "the other work begins here")
            .help("put it in a file of its own with the header line -- ragsql: no-transaction");
    }
}

/// Whether a statement does something that a transaction is for.
fn works(kind: &Kind) -> bool {
    let is_change_of_rows = matches!(kind, Kind::Dml { verb, .. } if *verb != DmlVerb::Select);
    is_change_of_rows
        || !matches!(
            kind,
            Kind::Dml { .. }
                | Kind::ScopedConfiguration { .. }
                | Kind::Transaction(_)
                | Kind::Other(_)
                | Kind::SetOption { .. }
                | Kind::Declare(_)
                | Kind::Assign { .. }
                | Kind::Use(_)
                | Kind::If { .. }
                | Kind::While { .. }
                | Kind::Dynamic { .. }
        )
}

//! SET options that a filtered, computed or vector index wants of every change of rows.

use std::collections::BTreeMap;

use crate::catalog::{Catalog, Part, Place, Presence};
use crate::lint::{BOTH, Check, Findings, Level, Levels, Rule, Watch};
use crate::name::Name;
use crate::refusal::Situation;
use crate::replay::Step;
use crate::syntax::ast::{Kind, ObjectName, Statement};

/// The rule.
pub static RULE: Rule = Rule {
    code: "set-options-for-write",
    summary: "changes rows while a SET option that an index needs is off",
    docs: include_str!("set_options_for_write.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Watch(|| Box::<Options>::default())],
};

/// The modules that were made with an option off, and the tables that they write.
#[derive(Default)]
struct Options(BTreeMap<Name, (Place, &'static str, Vec<Name>)>);

impl Watch for Options {
    fn step(&mut self, step: &Step, findings: &mut Findings) {
        let place = step.place();
        if let Some(target) = step.statement.changed_table() {
            write(step, place, &step.before.resolve(&target.to_name()), findings);
        }
        let Kind::Module { name, statements, .. } = &step.statement.kind else { return };
        let name = name.to_name();
        let wrong = [("QUOTED_IDENTIFIER", step.settings.quoted_identifier), ("ANSI_NULLS", step.settings.ansi_nulls)];
        match wrong.into_iter().find(|(_, on)| !on) {
            Some((option, _)) => drop(self.0.insert(name, (place, option, written(statements)))),
            None => drop(self.0.remove(&name)),
        }
    }

    fn end(&mut self, after: &Catalog, findings: &mut Findings) {
        for (name, (place, option, tables)) in self.0.iter().filter(|(name, _)| after.modules.contains_key(name)) {
            let wants = |table: &Name| {
                Some((after.resolve(table), after.table(&after.resolve(table))?.index_with_set_options()?))
            };
            let Some((table, index)) = tables.iter().find_map(wants) else { continue };
            findings
                .add(*place, format!("`{name}` remembers that {option} was OFF when it was made, and cannot change rows of `{table}`, which has the index `{}`", index.name))
                .table(&table)
                .errors(&[1934])
                .related(after.tables.get(&table).and_then(|entry| entry.place_of(&Part::Index(index.name.clone()))), "the index is created here")
                .help(format!("leave SET {option} OFF out and make the module again with CREATE OR ALTER"));
        }
    }
}

/// A change of rows with a wrong option, now.
fn write(step: &Step, place: Place, table: &Name, findings: &mut Findings) {
    let situation = Situation { settings: step.settings, ..Situation::default() };
    let wrong = situation.wrong_options();
    let Some(entry) = step.before.tables.get(table).filter(|_| !wrong.is_empty()) else { return };
    let Some(index) = entry.definition.index_with_set_options() else { return };
    let part = Part::Index(index.name.clone());
    let finding = findings
        .add(
            place,
            format!(
                "rows of `{table}`, which has the index `{}`, cannot change while {} is wrong",
                index.name,
                wrong.join(", ")
            ),
        )
        .table(step.before.as_written(table.clone()))
        .errors(&[1934])
        .related(entry.place_of(&part), "the index is created here")
        .help("leave the SET out: ragsql sets the options as indexes need them before each file");
    if step.certainty == Presence::Possible || entry.presence_of(&part) == Presence::Possible {
        finding.unsure();
    }
}

/// The tables whose rows the statements of a module change.
fn written(statements: &[Statement]) -> Vec<Name> {
    let mut tables = Vec::new();
    let mut look = |statement: &Statement| tables.extend(statement.changed_table().map(ObjectName::to_name));
    statements.iter().for_each(|statement| statement.walk(&mut look));
    tables
}

//! Vectors of two models in one column.

use std::collections::BTreeMap;

use crate::catalog::{Part, Place};
use crate::change::Change;
use crate::lint::vectors::{allowed, default_literal, provenance, vectors};
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, QueryCx, Rule, Watch, Write, literal};
use crate::name::{Ident, Name};
use crate::schema::{Column, Table};

/// The rule.
pub static RULE: Rule = Rule {
    code: "second-model",
    summary: "writes vectors of a second model into a column",
    docs: include_str!("second_model.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Watch(|| Box::<Models>::default())],
};

/// The model whose vectors each column holds, with the place that says so.
#[derive(Default)]
struct Models(BTreeMap<(Name, Ident), (String, Place)>);

impl Watch for Models {
    fn query(&mut self, cx: &QueryCx, findings: &mut Findings) {
        for write in cx.writes() {
            vectors(&write.entry.definition).for_each(|vector| self.write(cx, &write, vector, findings));
        }
    }

    fn change(&mut self, cx: &ChangeCx, findings: &mut Findings) {
        match cx.change {
            Change::CreateTable { name, table } => {
                for column in table.columns.iter().filter(|column| column.default.is_some()) {
                    self.default_comes(cx, name, table, column, findings);
                }
            }
            Change::AddDefault { table: name, column, default, .. } => {
                let Some(table) = cx.before.table(name) else { return };
                let Some(column) = table.column(column) else { return };
                let column = Column { default: Some(default.clone()), ..column.clone() };
                self.default_comes(cx, name, table, &column, findings);
            }
            Change::DropTable { name: table } | Change::Truncate { table } => {
                self.0.retain(|(of, _), _| of != table);
            }
            Change::DropColumn { table, column } => {
                self.0.remove(&(table.clone(), column.clone()));
            }
            _ => {}
        }
    }
}

impl Models {
    /// The default of a model's column names the model of the rows that come without one.
    fn default_comes(&mut self, cx: &ChangeCx, name: &Name, table: &Table, column: &Column, findings: &mut Findings) {
        let Some(model) = default_literal(column).filter(|model| !model.is_empty()) else { return };
        let is_of = |vector: &&Column| provenance(table, vector).model.is_some_and(|found| found.name == column.name);
        for vector in vectors(table).filter(is_of) {
            let key = (name.clone(), vector.name.clone());
            let (first, at) = self.0.entry(key).or_insert_with(|| (model.clone(), cx.place));
            if !first.eq_ignore_ascii_case(&model) {
                let message = format!(
                    "rows that name no model are said to be of `{model}` from here on, and `{}` holds vectors of `{first}`",
                    vector.name
                );
                cx.tell(findings, name, message)
                    .related(Some(*at), "the first model is named here")
                    .help("add a second column with its own provenance, and leave this one as it is");
            }
        }
    }

    fn write(&mut self, cx: &QueryCx, write: &Write, vector: &Column, findings: &mut Findings) {
        let table = &write.entry.definition;
        let Some(model) = provenance(table, vector).model else { return };
        if !write.inserts && write.of(&vector.name).is_none() {
            return;
        }
        self.default(write, vector, model);
        for written in write.columns.iter().filter(|written| *written.column == model.name) {
            let Some(name) = written.value.and_then(literal).filter(|name| !name.is_empty()) else { continue };
            let place = cx.query.place(written.value.map_or(written.at, |value| value.at));
            check(write, model, name, place, findings);
            let key = (write.table.clone(), vector.name.clone());
            let (first, at) = self.0.entry(key).or_insert_with(|| (name.to_owned(), place));
            if !first.eq_ignore_ascii_case(name) {
                let message = format!(
                    "vectors of `{name}` join those of `{first}` in `{}`: distances between them mean nothing",
                    vector.name
                );
                findings
                    .add(place, message)
                    .table(&write.table)
                    .related(Some(*at), "the first model is written here")
                    .related(write.entry.place_of(&Part::Column(vector.name.clone())), "the column is made here")
                    .help("add a second column with its own provenance, fill it wholly, let searches use it, then drop the first");
            }
        }
    }

    /// Where no model is given, the rows are said to be of the one that the column's default names.
    fn default(&mut self, write: &Write, vector: &Column, model: &Column) {
        let place = write.entry.place_of(&Part::Column(model.name.clone()));
        if let (Some(name), Some(place)) = (default_literal(model).filter(|name| !name.is_empty()), place) {
            self.0.entry((write.table.clone(), vector.name.clone())).or_insert((name, place));
        }
    }
}

/// 547 for a model that a CHECK of the table does not let in.
fn check(write: &Write, model: &Column, name: &str, place: Place, findings: &mut Findings) {
    let Some((names, check)) = allowed(&write.entry.definition, &model.name) else { return };
    if names.iter().any(|allowed| allowed.eq_ignore_ascii_case(name)) {
        return;
    }
    let message = format!("`{}` may only be `{}`, and this writes `{name}`", model.name, names.join("` or `"));
    let cause = check.and_then(|check| write.entry.place_of(&Part::Constraint(check)));
    findings.add(place, message).table(&write.table).errors(&[547]).related(cause, "the check is made here").help(
        "vectors of another model belong into a second column; change the check with the model when no vector is left",
    );
}

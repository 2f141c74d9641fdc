//! A batch is compiled before it runs, so it cannot use a column that it adds itself.

use std::collections::{BTreeMap, BTreeSet};

use crate::catalog::{Catalog, Place};
use crate::change::Change;
use crate::lint::fix::go_between;
use crate::lint::{BOTH, Check, Findings, Fix, Level, Levels, Rule, Watch};
use crate::name::{Ident, Name};
use crate::replay::{Inside, Step};
use crate::source::{Migration, ParsedFile};
use crate::syntax::ast::{Kind, Statement};
use crate::syntax::lexer::{Lexer, identifier_text};
use crate::text::Span;

/// The rule.
pub static RULE: Rule = Rule {
    code: "column-used-in-its-batch",
    summary: "uses a column in the batch that adds it or gives it its name",
    docs: include_str!("column_used_in_its_batch.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Watch(|| Box::<Added>::default())],
};

/// What the batch at hand has added.
#[derive(Default)]
struct Added {
    batch: (usize, usize),
    /// Tables that it made: statements that name one of them are compiled when they are reached.
    made: BTreeSet<Name>,
    /// Their names without schema.
    made_objects: BTreeSet<Ident>,
    /// The columns that it added, by their name.
    columns: BTreeMap<Ident, Vec<(Name, Place)>>,
}

impl Watch for Added {
    fn step(&mut self, step: &Step, findings: &mut Findings) {
        if self.batch != (step.file, step.batch) {
            *self = Self { batch: (step.file, step.batch), ..Self::default() };
        }
        if step.inside != Inside::Direct {
            return;
        }
        if let Some(query) = query(step.statement).filter(|_| !self.columns.is_empty()) {
            self.used(step, query, findings);
        }
        for (change, span) in step.changes {
            let place = step.at(*span);
            match change {
                Change::CreateTable { name, .. } => {
                    self.made.insert(name.clone());
                    self.made_objects.insert(name.object.clone());
                }
                Change::AddColumn { table, column } => self.comes(table, &column.name, place),
                Change::RenameColumn { table, to, .. } => self.comes(table, to, place),
                _ => {}
            }
        }
    }

    fn end(&mut self, _after: &Catalog, _findings: &mut Findings) {}
}

impl Added {
    fn comes(&mut self, table: &Name, column: &Ident, place: Place) {
        if !self.made.contains(table) {
            self.columns.entry(column.clone()).or_default().push((table.clone(), place));
        }
    }

    fn used(&self, step: &Step, query: Span, findings: &mut Findings) {
        let names = names(step.source.text(), query);
        if names.iter().any(|name| self.made_objects.contains(name)) {
            return;
        }
        let added = names.iter().filter_map(|name| self.columns.get_key_value(name));
        for (column, (table, place)) in added.flat_map(|(column, of)| of.iter().map(move |added| (column, added))) {
            if names.contains(&table.object) && !is_of_another(step, &names, table, column) {
                tell(step, table, column, *place, findings);
            }
        }
    }
}

/// Where a statement has a query, which is compiled with the batch.
fn query(statement: &Statement) -> Option<Span> {
    match &statement.kind {
        Kind::Dml { .. } | Kind::Declare(_) => Some(statement.span),
        Kind::If { condition: query, .. }
        | Kind::While { condition: query, .. }
        | Kind::Assign { value: query, .. } => Some(*query),
        _ => None,
    }
}

/// GO in front of the use. Not where the batch runs several times, nor where it has variables, which
/// would end there.
pub(in crate::lint) fn fix(span: Span, file: &Migration, parsed: &ParsedFile) -> Option<Fix> {
    let batch = parsed.batches.iter().find(|batch| batch.statements.iter().any(|statement| statement.span == span))?;
    let mut declares = false;
    let mut look = |statement: &Statement| declares |= matches!(statement.kind, Kind::Declare(_));
    batch.statements.iter().for_each(|statement| statement.walk(&mut look));
    let [before, _] = batch.statements.windows(2).find(|pair| pair[1].span == span)? else { return None };
    (batch.repeat == 1 && !declares).then(|| go_between(file.file.text(), before.span, span))
}

fn tell(step: &Step, table: &Name, column: &Ident, added: Place, findings: &mut Findings) {
    let place = step.place();
    let message =
        format!("`{column}` of `{table}` is used in the batch that gives it to the table, which does not compile");
    let finding = findings.add(place, message).table(table).errors(&[207]);
    finding.related(Some(added), "the column comes here").help("put GO between the two statements");
}

/// Whether another table that the statement names has a column of that name, which may be meant.
fn is_of_another(step: &Step, names: &BTreeSet<Ident>, table: &Name, column: &Ident) -> bool {
    let others = names.iter().map(|object| Name { schema: table.schema.clone(), object: object.clone() });
    others.filter(|other| other != table).any(|other| step.before.column(&other, column).is_some())
}

/// The names in a statement, without those that it gives to what it selects.
fn names(text: &str, span: Span) -> BTreeSet<Ident> {
    let mut names = BTreeSet::new();
    let mut is_alias = false;
    for token in Lexer::new(text, span).tokens() {
        let is_name = token.kind.is_name();
        if is_name && !is_alias {
            names.insert(Ident::new(identifier_text(token.text(text))));
        }
        is_alias = token.is_word(text, "AS");
    }
    names
}

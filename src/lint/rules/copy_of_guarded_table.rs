//! Rows that leave the reach of their policy.

use std::collections::BTreeSet;

use crate::catalog::{Catalog, Place, Presence};
use crate::lint::guarding::filters;
use crate::lint::rows::{sources_in, takes_no_row};
use crate::lint::{BOTH, Check, Findings, Level, Levels, Rule, Watch};
use crate::name::{Ident, Name};
use crate::replay::Step;
use crate::schema::{ModuleKind, SqlText};
use crate::syntax::ast::{DmlVerb, Kind, Statement};
use crate::syntax::lexer::{identifier_text, lex};
use crate::text::Span;

/// The rule.
pub static RULE: Rule = Rule {
    code: "copy-of-guarded-table",
    summary: "copies rows that a policy guards to where none does",
    docs: include_str!("copy_of_guarded_table.md"),
    levels: Levels::all(Level::Warning),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Watch(|| Box::<Copied>::default())],
};

/// What copies rows from guarded tables to others.
#[derive(Default)]
struct Copied(Vec<Copy>);

struct Copy {
    place: Place,
    from: Name,
    to: Name,
    /// The names in a SELECT … INTO, whose table gets the columns that it selects; `*` stands for all.
    selects: BTreeSet<Ident>,
}

impl Watch for Copied {
    fn step(&mut self, step: &Step, _findings: &mut Findings) {
        if step.before.policies.is_empty() {
            return;
        }
        match &step.statement.kind {
            Kind::Module { module, statements, .. } if module.kind == ModuleKind::Procedure => {
                let mut look = |statement: &Statement| self.note(step, statement);
                statements.iter().for_each(|statement| statement.walk(&mut look));
            }
            _ => self.note(step, step.statement),
        }
    }

    fn end(&mut self, after: &Catalog, findings: &mut Findings) {
        let mut told = BTreeSet::new();
        for copy in &self.0 {
            let Some(table) = after.table(&copy.to) else { continue };
            let Some(filter) = filters(after, &copy.from).next() else { continue };
            let guards: Vec<Ident> =
                filters(after, &copy.from).flat_map(|filter| columns(&filter.predicate.arguments)).collect();
            let is_selected = |column: &Ident| copy.selects.contains(column) || copy.selects.contains(&Ident::new("*"));
            let tells_tenants_apart = guards.iter().any(|column| match table.columns.is_empty() {
                true => is_selected(column),
                false => table.column(column).is_some(),
            });
            let is_open = after.policies_on(&copy.to).next().is_none() && !guards.is_empty() && !tells_tenants_apart;
            if !is_open || !told.insert(&copy.to) {
                continue;
            }
            let finding = findings.add(
                copy.place,
                format!("rows of `{}`, which `{}` guards, can be read by everyone in `{}`, which has no policy and no column that tells whose they are", copy.from, filter.policy, copy.to),
            );
            finding
                .table(&copy.to)
                .help(format!("copy `{}` as well, and filter by it in a policy or in every search", guards[0]));
            if filter.presence != Presence::Certain {
                finding.at_most(Level::Info);
            }
        }
    }
}

impl Copied {
    fn note(&mut self, step: &Step, statement: &Statement) {
        let Kind::Dml { verb, target: Some(target) } = &statement.kind else { return };
        let is_temporary = target.object().as_str().starts_with(['#', '@']);
        if is_temporary || !matches!(verb, DmlVerb::Insert | DmlVerb::Merge | DmlVerb::Select) {
            return;
        }
        let to = step.before.resolve(&target.to_name());
        let sources = sources_in(step.source.text(), statement.span);
        for from in sources.iter().map(|source| step.before.resolve(source)).filter(|from| *from != to) {
            // A policy that is switched off for the copy, and on again behind it, guards the rows as well.
            if step.before.policies_on(&from).next().is_none() {
                continue;
            }
            if takes_no_row(step.source.slice(statement.span)) {
                return;
            }
            let selects = match verb {
                DmlVerb::Select => names(step.source.text(), statement.span),
                _ => BTreeSet::new(),
            };
            self.0.push(Copy { place: step.place(), to: to.clone(), from, selects });
        }
    }
}

/// The names in a text, and `*`.
fn names(text: &str, span: Span) -> BTreeSet<Ident> {
    let tokens = lex(text, span).tokens.into_iter();
    let named = tokens.filter(|token| token.kind.is_name() || token.is_symbol(text, "*"));
    named.map(|token| Ident::new(identifier_text(token.text(text)))).collect()
}

/// The columns among the arguments of a predicate.
fn columns(arguments: &[SqlText]) -> impl Iterator<Item = Ident> {
    let is_name = |text: &str| text.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '[' || c == ']');
    let names = arguments.iter().map(SqlText::as_str).filter(move |text| is_name(text));
    names.map(|text| Ident::new(identifier_text(text)))
}

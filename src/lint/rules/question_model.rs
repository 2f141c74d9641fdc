//! A question asked in another geometry than the answers are in.

use std::collections::BTreeMap;

use crate::catalog::{Catalog, Place};
use crate::lint::vectors::vectors;
use crate::lint::{BOTH, Check, Findings, Level, Levels, QueryCx, Rule, Searched, Watch, is_call};
use crate::name::{Ident, Name};
use crate::syntax::query::ast::{Expr, ExprKind};
use crate::syntax::query::walk::{own_expressions, parts};

/// The rule.
pub static RULE: Rule = Rule {
    code: "question-model",
    summary: "embeds the question with another model than the rows",
    docs: include_str!("question_model.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Watch(|| Box::<Models>::default())],
};

/// A model that is used, and where.
type Use = (Ident, Place);

/// The models that write each column, and those that questions to it are embedded with.
#[derive(Default)]
struct Models {
    writes: BTreeMap<(Name, Ident), Vec<Use>>,
    questions: Vec<((Name, Ident), Use)>,
}

impl Watch for Models {
    fn query(&mut self, cx: &QueryCx, _findings: &mut Findings) {
        for write in cx.writes() {
            for vector in vectors(&write.entry.definition) {
                let Some(value) = write.of(&vector.name).and_then(|written| written.value) else { continue };
                let key = (write.table.clone(), vector.name.clone());
                self.writes.entry(key).or_default().extend(models(cx, value));
            }
        }
        for (_, select) in parts(&cx.query.statement).selects {
            for (_, search) in cx.searches(select) {
                self.ask(cx, cx.searched(search), &search.similar_to);
            }
        }
        for ranking in cx.rankings() {
            let searched = ranking.searched(cx);
            ranking.call.arguments.iter().skip(1).for_each(|side| self.ask(cx, searched.clone(), side));
        }
    }

    fn end(&mut self, after: &Catalog, findings: &mut Findings) {
        for (key, (model, place)) in &self.questions {
            let Some(written) = self.writes.get(key).filter(|written| !written.is_empty()) else { continue };
            if written.iter().any(|(other, _)| is_same(after, model, other)) {
                continue;
            }
            let (other, at) = &written[0];
            findings
                .add(*place, format!("the question is embedded with `{model}`, and `{}` with `{other}`", key.1))
                .table(&key.0)
                .related(Some(*at), "the vectors are made here")
                .help(format!("embed the question with {other}: rows are ranked by nothing otherwise"));
        }
    }
}

impl Models {
    fn ask(&mut self, cx: &QueryCx, searched: Option<Searched>, side: &Expr) {
        if let Some(searched) = searched {
            let key = (searched.table, searched.column.name.clone());
            self.questions.extend(models(cx, side).into_iter().map(|model| (key.clone(), model)));
        }
    }
}

/// The models that a value comes from: those that it calls, and those of its variables.
fn models(cx: &QueryCx, value: &Expr) -> Vec<Use> {
    let mut found = Vec::new();
    for expr in own_expressions(value) {
        match &expr.kind {
            ExprKind::Call(call) if is_call(call, "AI_GENERATE_EMBEDDINGS") => {
                found.extend(call.model.iter().map(|model| (model.clone(), cx.query.call_place(expr.at))));
            }
            ExprKind::Variable(name) => {
                let known = cx.query.variables.get(name).into_iter().flat_map(|variable| &variable.models);
                found.extend(known.map(|model| (model.clone(), cx.query.place(expr.at))));
            }
            _ => {}
        }
    }
    found
}

/// Whether two names stand for one model.
fn is_same(catalog: &Catalog, one: &Ident, other: &Ident) -> bool {
    let model = |name: &Ident| catalog.external_models.get(name)?.definition.option("MODEL").map(str::to_lowercase);
    one == other || model(one).is_some_and(|model_of_one| Some(model_of_one) == model(other))
}

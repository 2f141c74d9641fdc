//! Another model behind the same name.

use crate::change::Change;
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule};
use crate::schema::ExternalModel;

/// The rule.
pub static RULE: Rule = Rule {
    code: "swap-external-model",
    summary: "puts another model behind the name that embeddings were made with",
    docs: include_str!("swap_external_model.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Change(check)],
};

fn check(cx: &ChangeCx, findings: &mut Findings) {
    let Change::AlterExternalModel { name, from, to } = cx.change else { return };
    let (old, new) = (model(from), model(to));
    let Some(new) = new.filter(|new| old.is_none_or(|old| !old.eq_ignore_ascii_case(new))) else { return };
    let old = old.map(|old| format!(" instead of `{old}`")).unwrap_or_default();
    let place = cx.before.external_models.get(name).and_then(|entry| entry.origin.0);
    let message =
        format!("`{name}` stands for `{new}` from here on{old}: new vectors do not fit those that are stored");
    let finding = findings.add(cx.place, message);
    finding.related(place, "the model is made here").help(
        "create a second model and a second vector column with its own provenance, fill it wholly, let searches use it, \
         then drop the first",
    );
    if cx.step.certainty == crate::catalog::Presence::Possible {
        finding.unsure();
    }
}

fn model(of: &ExternalModel) -> Option<&str> {
    of.options.iter().find(|option| &*option.name == "MODEL").map(|option| option.value.as_str())
}

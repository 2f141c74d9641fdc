//! Another model behind the same name.

use std::collections::BTreeMap;

use crate::change::Change;
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule, Watch};
use crate::name::Ident;
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
    checks: &[Check::Watch(|| Box::<Dropped>::default())],
};

/// The models that the history has dropped: what each stood for.
#[derive(Default)]
struct Dropped(BTreeMap<Ident, ExternalModel>);

impl Watch for Dropped {
    fn change(&mut self, cx: &ChangeCx, findings: &mut Findings) {
        match cx.change {
            Change::AlterExternalModel { name, from, to } => judge(cx, name, from, to, findings),
            Change::DropExternalModel { name } => {
                let known = cx.before.external_models.get(name);
                self.0.extend(known.map(|entry| (name.clone(), (*entry.definition).clone())));
            }
            Change::CreateExternalModel { name, model } => {
                if let Some(from) = self.0.remove(name) {
                    judge(cx, name, &from, model, findings);
                }
            }
            _ => {}
        }
    }
}

fn judge(cx: &ChangeCx, name: &Ident, from: &ExternalModel, to: &ExternalModel, findings: &mut Findings) {
    let (old, new) = (from.option("MODEL"), to.option("MODEL"));
    let Some(new) = new.filter(|new| old.is_none_or(|old| !old.eq_ignore_ascii_case(new))) else { return };
    let old = old.map(|old| format!(" instead of `{old}`")).unwrap_or_default();
    let place = cx.before.external_models.get(name).and_then(|entry| entry.origin.0);
    let message =
        format!("`{name}` stands for `{new}` from here on{old}: new vectors do not fit those that are stored");
    cx.say(findings, message).related(place, "the model is made here").help(
        "create a second model and a second vector column with its own provenance, fill it wholly, let searches use it, \
         then drop the first",
    );
}

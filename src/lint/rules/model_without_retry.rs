//! A model whose calls are not repeated when the service is busy.

use crate::lint::models::called;
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "model-without-retry",
    summary: "calls a model once and gives up",
    docs: include_str!("model_without_retry.md"),
    levels: Levels::all(Level::Info),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Change(check)],
};

fn check(cx: &ChangeCx, findings: &mut Findings) {
    let Some((name, model)) = called(cx) else { return };
    let parameters = model.option("PARAMETERS").unwrap_or_default();
    if model.option("LOCATION").is_none() || parameters.contains("retry_count") || parameters.starts_with(['$', '@']) {
        return;
    }
    cx.say(
        findings,
        format!("calls of `{name}` are not repeated: one answer of 429, too many requests, fails the whole statement"),
    )
    .help("add PARAMETERS = '{\"sql_rest_options\":{\"retry_count\":3}}'; up to 10 are possible");
}

//! A model that is called without TLS.

use crate::lint::models::called;
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "insecure-model-location",
    summary: "calls a model over an address that is not encrypted",
    docs: include_str!("insecure_model_location.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Change(check)],
};

fn check(cx: &ChangeCx, findings: &mut Findings) {
    let Some((name, model)) = called(cx) else { return };
    let Some(location) = model.option("LOCATION").filter(|location| !is_https(location)) else { return };
    let message = match location.split_once("://") {
        Some((scheme, _)) => format!("`{name}` is called over {scheme}, and every call fails"),
        None => format!("the LOCATION of `{name}` is no https address, and every call fails"),
    };
    cx.say(findings, message)
        .errors(&[31610])
        .help("write the address with https://; put a gateway with TLS before a service that has none");
}

/// Whether an address is encrypted, or begins with a variable, of which nothing is known.
fn is_https(location: &str) -> bool {
    location.get(..8).is_some_and(|start| start.eq_ignore_ascii_case("https://"))
        || location.starts_with(['$', '{', '<'])
}

//! A credential is for the addresses that begin with its name.

use crate::lint::models::{called, is_beginning};
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule};
use crate::name::Ident;

/// The rule.
pub static RULE: Rule = Rule {
    code: "credential-for-other-address",
    summary: "gives a model a credential that is not for its address",
    docs: include_str!("credential_for_other_address.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Change(check)],
};

fn check(cx: &ChangeCx, findings: &mut Findings) {
    let Some((name, model)) = called(cx) else { return };
    let (Some(location), Some(credential)) = (model.option("LOCATION"), model.option("CREDENTIAL")) else { return };
    let is_https = location.get(..8).is_some_and(|start| start.eq_ignore_ascii_case("https://"));
    if !is_https || is_beginning(credential, location) {
        return;
    }
    let credential = Ident::new(credential);
    let made = cx.before.credentials.get(&credential).and_then(|entry| entry.origin.0);
    cx.say(findings, format!("the name of the credential `{credential}` is no beginning of the address of `{name}`, and every call fails"))
        .errors(&[31630])
        .related(made, "the credential is created here")
        .help("name the credential by the scheme and host of LOCATION, with a path as far as both have it and without a query: [https://host/]");
}

//! A managed identity gets a token for a resource, which the credential has to name.

use std::collections::BTreeMap;

use crate::catalog::Place;
use crate::lint::models::called;
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule, Watch};
use crate::name::Ident;
use crate::replay::Step;
use crate::syntax::ast::Kind;

/// The rule.
pub static RULE: Rule = Rule {
    code: "identity-without-resource",
    summary: "gives a model a managed identity that does not say for what",
    docs: include_str!("identity_without_resource.md"),
    levels: Levels::cloud(Level::Error, Level::Off),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Watch(|| Box::<Identities>::default())],
};

/// The credentials that are a managed identity and name no resource.
#[derive(Default)]
struct Identities(BTreeMap<Ident, Place>);

impl Watch for Identities {
    fn step(&mut self, step: &Step, _findings: &mut Findings) {
        let Kind::Credential { name, credential, secret, .. } = &step.statement.kind else { return };
        let is_managed =
            credential.identity.as_ref().is_some_and(|identity| identity.eq_ignore_ascii_case("Managed Identity"));
        let names_resource = secret.is_some_and(|secret| step.source.slice(secret).contains("resourceid"));
        if is_managed && !names_resource {
            self.0.insert(name.clone(), step.place());
        } else {
            self.0.remove(name);
        }
    }

    fn change(&mut self, cx: &ChangeCx, findings: &mut Findings) {
        let Some((name, model)) = called(cx) else { return };
        let Some(credential) = model.option("CREDENTIAL").map(Ident::new) else { return };
        let Some(place) = self.0.get(&credential) else { return };
        cx.say(findings, format!("the credential of `{name}` is a managed identity without a resource, and every call fails"))
            .errors(&[33047])
            .related(Some(*place), "it names no resource here")
            .help("give the credential the resource: SECRET = '{\"resourceid\":\"https://cognitiveservices.azure.com\"}', which is no secret");
    }
}

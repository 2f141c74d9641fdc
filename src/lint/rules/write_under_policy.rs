//! Rows that a migration cannot see: a policy filters its owner too, and no tenant is set.

use crate::catalog::{Catalog, Presence};
use crate::lint::guarding::{Filter, filters, is_blocked};
use crate::lint::rows::{sources, takes_no_row};
use crate::lint::{BOTH, Check, Findings, Level, Levels, Rule, Watch};
use crate::name::Name;
use crate::replay::{Inside, Step};
use crate::schema::BlockOperation;
use crate::syntax::ast::{DmlVerb, Kind};

/// The rule.
pub static RULE: Rule = Rule {
    code: "write-under-policy",
    summary: "reads or writes rows that a security policy hides from it",
    docs: include_str!("write_under_policy.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Watch(|| Box::<Session>::default())],
};

/// Whether the file at hand has said for whom it works.
#[derive(Default)]
struct Session {
    has_tenant: bool,
}

const HELP: &str = "switch the policy off and on again around it in one transaction, or set the tenant with \
                    sp_set_session_context and go through all of them";

impl Watch for Session {
    fn step(&mut self, step: &Step, findings: &mut Findings) {
        match &step.statement.kind {
            Kind::Execute { procedure: Some(procedure), .. } if procedure.object().is("sp_set_session_context") => {
                self.has_tenant = true;
            }
            Kind::Other(word) if &**word == "EXECUTE AS" => self.has_tenant = true,
            Kind::Dml { verb, target: Some(target) } if !self.has_tenant && may_meet_a_policy(step) => {
                judge(step, *verb, &step.before.resolve(&target.to_name()), findings);
            }
            _ => {}
        }
    }

    fn file_end(&mut self, _after: &Catalog, _findings: &mut Findings) {
        self.has_tenant = false;
    }
}

fn judge(step: &Step, verb: DmlVerb, target: &Name, findings: &mut Findings) {
    let changes_rows = matches!(verb, DmlVerb::Update | DmlVerb::Delete | DmlVerb::Merge);
    if changes_rows && let Some(filter) = filters(step.before, target).next() {
        let message = format!("under `{}` this changes no row of `{target}` and reports success", filter.policy);
        tell(step, target, &filter, (message, &[]), findings);
        return;
    }
    if verb == DmlVerb::Insert
        && is_blocked(step.before, target, BlockOperation::AfterInsert)
        && let Some(filter) = filters(step.before, target).next()
    {
        let message = format!("`{}` refuses rows of `{target}` from a session without a tenant", filter.policy);
        tell(step, target, &filter, (message, &[33504]), findings);
        return;
    }
    for source in sources(step).iter().map(|source| step.before.resolve(source)) {
        if let Some(filter) = filters(step.before, &source).next() {
            let message = format!("under `{}` this reads no row of `{source}` and reports success", filter.policy);
            tell(step, &source, &filter, (message, &[]), findings);
            return;
        }
    }
}

/// Tells it of a statement that takes rows at all.
fn tell(step: &Step, table: &Name, filter: &Filter, (message, errors): (String, &[u32]), findings: &mut Findings) {
    if takes_no_row(step.source.slice(step.statement.span)) {
        return;
    }
    let place = step.place();
    let finding = findings.add(place, message).table(table).errors(errors);
    finding.related(filter.place, "the predicate is added here").help(HELP);
    let certain = step.certainty == Presence::Certain && filter.presence == Presence::Certain;
    if !certain || !is_by_tenant(step.before, filter) {
        finding.unsure();
    }
}

/// Whether the predicate looks at what the session has set, and at nothing that may let the one who
/// migrates through: a role, a user.
fn is_by_tenant(catalog: &Catalog, filter: &Filter) -> bool {
    let Some(function) = catalog.modules.get(&filter.predicate.function) else { return false };
    let body = function.definition.body.as_str().to_uppercase();
    let has = |words: &[&str]| words.iter().any(|word| body.contains(word));
    has(&["SESSION_CONTEXT", "CONTEXT_INFO"])
        && !has(&[
            "IS_MEMBER",
            "IS_ROLEMEMBER",
            "IS_SRVROLEMEMBER",
            "USER",
            "ORIGINAL_LOGIN",
            "PRINCIPAL",
            "PERMS",
            "IS NULL",
        ])
}

/// Whether there is a policy, and the statement runs now: a procedure's run under its caller's tenant.
fn may_meet_a_policy(step: &Step) -> bool {
    !step.before.policies.is_empty() && !matches!(step.inside, Inside::Procedure(_))
}

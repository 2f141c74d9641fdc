//! Azure SQL Database calls services of Azure alone.

use crate::lint::models::{called, host};
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "foreign-model-host",
    summary: "calls a model outside of Azure",
    docs: include_str!("foreign_model_host.md"),
    levels: Levels::azure(Level::Warning),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Change(check)],
};

/// Ends of the names of hosts that Azure SQL Database may call, wider than the list: services join it.
const SERVICES: [&str; 20] = [
    ".api.powerbi.com",
    ".appserviceenvironment.net",
    ".azure-api.net",
    ".azure-api.us",
    ".azure.cn",
    ".azure.com",
    ".azure.net",
    ".azure.us",
    ".azurecontainer.io",
    ".azurecontainerapps.io",
    ".azureiotcentral.com",
    ".azurestaticapps.net",
    ".azurewebsites.net",
    ".azurewebsites.us",
    ".dynamics.com",
    ".microsoft.com",
    ".microsofttranslator.com",
    ".usgovcloudapi.net",
    ".windows.net",
    ".chinacloudapi.cn",
];

fn check(cx: &ChangeCx, findings: &mut Findings) {
    let Some((name, model)) = called(cx) else { return };
    let Some(host) = model.option("LOCATION").and_then(host).filter(|host| !may_be_called(host)) else { return };
    cx.say(
        findings,
        format!("calls of `{name}` fail: `{host}` is not among the services of Azure that Azure SQL Database may call"),
    )
    .errors(&[31612])
    .help("call it through Azure API Management (https://….azure-api.net), or use a model of Azure OpenAI");
}

fn may_be_called(host: &str) -> bool {
    let is_unknown = host.is_empty() || host.starts_with(['$', '{', '<']);
    is_unknown || SERVICES.iter().any(|end| host.ends_with(end) || host == &end[1..])
}

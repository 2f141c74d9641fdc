//! Passwords, keys and tokens that stand in a file as text.

use crate::catalog::Place;
use crate::lint::secret::secrets;
use crate::lint::{BOTH, Check, Findings, Level, Levels, Rule};
use crate::source::{Migration, ParsedFile};

/// The rule.
pub static RULE: Rule = Rule {
    code: "literal-secret",
    summary: "has a password, key or token as text",
    docs: include_str!("literal_secret.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::File(check)],
};

fn check(index: usize, migration: &Migration, _parsed: &ParsedFile, findings: &mut Findings) {
    for secret in secrets(migration.file.text()) {
        let place = Place { file: index as u32, span: secret.place };
        let article = if secret.what.starts_with('a') { "an" } else { "a" };
        let message =
            format!("{article} {} stands here as text, for everyone who can read the repository", secret.what);
        let finding = findings.add(place, message);
        finding.help("take it out and replace it where it is used, for the history of the repository keeps it; use a managed identity, or create what needs it in the pipeline that knows it");
        if !secret.certain {
            finding.unsure();
        }
    }
}

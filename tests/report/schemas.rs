//! The documents before validators from elsewhere: the official schema of SARIF 2.1.0, and the schema of the
//! JUnit reader in Jenkins. `.ci/install-schemas` brings both; without it these tests say so and skip.

use std::path::{Path, PathBuf};
use std::process::Command;

use ragsql::report::{junit, sarif};

use super::sample::{context, report};

/// What `.ci/install-schemas` brought, when it is there.
pub fn installed(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/schemas").join(name);
    if !path.exists() {
        eprintln!("skipped: {} is not there; .ci/install-schemas brings it", path.display());
        return None;
    }
    Some(path)
}

/// Runs a validator over a document, and says what it says.
fn validated(mut validator: Command, name: &str, document: &str) -> Result<(), String> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, document).expect("written");
    let output = validator.arg(path).output().expect("the validator runs");
    let said = [output.stdout, output.stderr].concat();
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&said).into_owned()) }
}

fn valid_sarif(document: &str) -> Option<Result<(), String>> {
    let (validator, schema) = (installed("venv/bin/check-jsonschema")?, installed("sarif-2.1.0.json")?);
    let mut command = Command::new(validator);
    // The schema has a pattern that is none in the regular expressions of JavaScript.
    command.args(["--regex-variant", "python", "--schemafile"]).arg(schema);
    Some(validated(command, "lint.sarif.json", document))
}

fn valid_junit(document: &str) -> Option<Result<(), String>> {
    let (validator, schema) = (installed("venv/bin/xmlschema-validate")?, installed("junit-10.xsd")?);
    let mut command = Command::new(validator);
    command.arg("--schema").arg(schema);
    Some(validated(command, "lint.xml", document))
}

#[test]
fn sarif_is_valid_and_the_validator_would_tell() {
    let document = sarif::render(&report(), &context());
    let Some(valid) = valid_sarif(&document) else { return };
    assert_eq!(valid, Ok(()));
    let wrong = document.replace("\"startLine\": 4", "\"startLine\": 0");
    assert_ne!(document, wrong);
    assert!(valid_sarif(&wrong).is_some_and(|valid| valid.is_err()), "a line 0 is refused");
    let mut empty = report();
    empty.findings.clear();
    assert_eq!(valid_sarif(&sarif::render(&empty, &context())), Some(Ok(())));
}

#[test]
fn junit_is_valid_and_the_validator_would_tell() {
    let document = junit::render(&report(), &context());
    let Some(valid) = valid_junit(&document) else { return };
    assert_eq!(valid, Ok(()));
    let wrong = document.replace("<testcase name=", "<testcase title=");
    assert!(valid_junit(&wrong).is_some_and(|valid| valid.is_err()), "a case without a name is refused");
}

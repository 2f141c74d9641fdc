//! The action, the hook and the README's pipelines: valid to the schemas of those who run them, short, and
//! really run as far as that is possible here.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

const README: &str = include_str!("../README.md");
const ACTION: &str = include_str!("../action.yml");

/// What `.ci/install-schemas` brought, when it is there.
fn installed(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/schemas/venv/bin").join(name);
    if !path.exists() {
        eprintln!("skipped: {} is not there; .ci/install-schemas brings it", path.display());
        return None;
    }
    Some(path)
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into_owned()
}

/// The pipelines of the README: the name of the system and the lines below it.
fn pipelines() -> Vec<(&'static str, &'static str)> {
    let blocks = README.split("```yaml\n# ").skip(1).map(|rest| rest.split("```").next().expect("an end"));
    let named = blocks.map(|block| block.split_once('\n').expect("lines"));
    named.map(|(head, body)| (head.split(':').next().expect("a name"), body)).collect()
}

/// Validates a text against a schema that the validator brings, or with the hook runner itself.
fn validate(system: &str, text: &str) -> Option<Output> {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("pipeline.yml");
    fs::write(&path, text).expect("written");
    let mut command = match system {
        "pre-commit" => {
            let mut command = Command::new(installed("pre-commit")?);
            command.arg("validate-config");
            command
        }
        _ => {
            let schema = match system {
                "GitHub" => "vendor.github-workflows",
                "GitLab" => "vendor.gitlab-ci",
                "Azure Pipelines" => "vendor.azure-pipelines",
                "action" => "vendor.github-actions",
                other => panic!("{other} has no schema"),
            };
            let mut command = Command::new(installed("check-jsonschema")?);
            command.args(["--builtin-schema", schema]);
            if system == "GitLab" {
                command.args(["--data-transform", "gitlab-ci"]);
            }
            command
        }
    };
    Some(command.arg(path).output().expect("the validator runs"))
}

#[test]
fn every_pipeline_of_the_readme_is_valid_and_under_ten_lines() {
    let pipelines = pipelines();
    let names: Vec<_> = pipelines.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["GitHub", "GitLab", "Azure Pipelines", "pre-commit"]);
    for (name, text) in pipelines {
        assert!(text.trim_end().split('\n').count() < 10, "{name}");
        let Some(output) = validate(name, text) else { return };
        assert!(output.status.success(), "{name}: {}", said(&output));
        let wrong = text.replace("steps:", "stepps:").replace("script:", "scripts:").replace("repos:", "reposs:");
        assert!(validate(name, &wrong).is_some_and(|output| !output.status.success()), "{name}: nonsense is valid");
    }
}

#[test]
fn the_flags_of_every_pipeline_are_those_of_the_program() {
    let help = Command::new(env!("CARGO_BIN_EXE_ragsql")).args(["lint", "--help"]).output().expect("it runs");
    let help = said(&help);
    let texts = pipelines().into_iter().map(|(_, text)| text).chain([ACTION]);
    let after = texts
        .flat_map(|text| text.split("ragsql lint ").skip(1))
        .map(|rest| rest.split("\n  -").next().unwrap_or(rest));
    let words = after.flat_map(|rest| rest.split([' ', '\n', '+']));
    let flags: Vec<&str> = words.filter(|word| word.starts_with("--")).collect();
    assert!(flags.len() > 8, "{flags:?}");
    for flag in flags {
        assert!(help.contains(flag), "{flag}");
    }
}

#[test]
fn the_action_is_valid() {
    let Some(output) = validate("action", ACTION) else { return };
    assert!(output.status.success(), "{}", said(&output));
}

/// A repository with a project in `db`, whose second commit adds a migration that is refused.
fn repository() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    let file = |path: &str, text: &str| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    };
    let git = |args: &[&str]| {
        let mut command = Command::new("git");
        let identity = ["-c", "user.name=nobody", "-c", "user.email=nobody@example.com"];
        let output = command.current_dir(folder.path()).args(identity).args(args).output().expect("git runs");
        assert!(output.status.success(), "git {args:?}: {}", said(&output));
    };
    file("db/migrations/V1__old.sql", "USE old;\n");
    file("db/post-load/README.md", "");
    git(&["init", "--quiet", "--initial-branch", "main"]);
    git(&["add", "--all"]);
    git(&["commit", "--quiet", "--message", "old"]);
    git(&["tag", "released"]);
    file("db/migrations/V2__new.sql", "USE new;\n");
    git(&["add", "--all"]);
    git(&["commit", "--quiet", "--message", "new"]);
    folder
}

/// The last `run: |` of the action.
fn script_of_the_action() -> String {
    let (_, script) = ACTION.rsplit_once("run: |\n").expect("a script");
    script.split('\n').map(|line| line.strip_prefix("        ").unwrap_or(line)).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_action_lints_with_its_inputs() {
    let repository = repository();
    let binary = Path::new(env!("CARGO_BIN_EXE_ragsql")).parent().expect("a folder");
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").expect("a PATH"));
    let run = |git_base: &str, engine: &str| {
        let mut command = Command::new("bash");
        command.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", &script_of_the_action()]);
        let inputs = [
            ("DIR", "db"),
            ("GIT_BASE", git_base),
            ("ENGINE", engine),
            ("FAIL_ON", "error"),
            ("FORMAT", "github"),
            ("OUTPUT", ""),
        ];
        command.current_dir(repository.path()).envs(inputs).env("PATH", &path).env_remove("GITHUB_STEP_SUMMARY");
        let output = command.output().expect("bash runs");
        (output.status.code(), said(&output))
    };
    let (code, text) = run("released", "azure");
    assert_eq!(code, Some(1), "{text}");
    assert!(text.starts_with("::error file=db/migrations/V2__new.sql,") && !text.contains("V1__old.sql,"), "{text}");
    let (_, whole) = run("", "");
    assert!(whole.contains("V1__old.sql,") && whole.contains("V2__new.sql,"), "{whole}");
    assert_eq!(run("", "oracle").0, Some(64));
}

#[test]
fn the_hook_is_valid_and_stops_a_commit() {
    let Some(pre_commit) = installed("pre-commit") else { return };
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join(".pre-commit-hooks.yaml");
    let valid = Command::new(&pre_commit).arg("validate-manifest").arg(&manifest).output().expect("it runs");
    assert!(valid.status.success(), "{}", said(&valid));
    // The hook as it is, but for the binary, which is here already.
    let hook = fs::read_to_string(&manifest).expect("readable");
    let hook = hook.replace("language: rust", "language: system");
    let hook = hook.replace("entry: ragsql lint", &format!("entry: {} lint --dir db", env!("CARGO_BIN_EXE_ragsql")));
    let hook: String = hook.split('\n').filter(|line| !line.is_empty()).map(|line| format!("      {line}\n")).collect();
    let repository = repository();
    let config = repository.path().join(".pre-commit-config.yaml");
    fs::write(&config, format!("repos:\n  - repo: local\n    hooks:\n{hook}")).expect("written");
    let run = |path: &str| {
        let mut command = Command::new(&pre_commit);
        command.current_dir(repository.path()).env("PRE_COMMIT_HOME", repository.path().join(".git/home"));
        command.args(["run", "--files", path]).output().expect("it runs")
    };
    let refused = run("db/migrations/V2__new.sql");
    assert!(!refused.status.success() && said(&refused).contains("error[use-database]"), "{}", said(&refused));
    let skipped = run("db/post-load/README.md");
    assert!(skipped.status.success() && said(&skipped).contains("Skipped"), "{}", said(&skipped));
}

//! The README, `--help` and the program are one truth.

use std::collections::BTreeSet;
use std::process::Command;

const README: &str = include_str!("../README.md");

fn help(args: &[&str]) -> Option<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_ragsql")).args(args).arg("--help").output().expect("the binary runs");
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The code blocks of one language.
fn blocks(language: &str) -> Vec<&'static str> {
    let fence = format!("```{language}\n");
    README.split(fence.as_str()).skip(1).map(|rest| rest.split("```").next().unwrap_or_default()).collect()
}

/// Every `ragsql …` in code of the README, cut into words.
fn invocations() -> Vec<Vec<&'static str>> {
    let inline = README.split('`').skip(1).step_by(2);
    let lines =
        blocks("sh").into_iter().flat_map(|block| block.split('\n')).map(|line| line.split('#').next().unwrap_or(line));
    inline
        .chain(lines)
        .filter_map(|code| code.trim().strip_prefix("ragsql "))
        .map(|rest| rest.split_whitespace().collect())
        .collect()
}

#[test]
fn every_command_and_flag_of_the_readme_is_there() {
    let invocations = invocations();
    assert!(invocations.len() > 10, "{invocations:?}");
    for words in invocations {
        let command = words[0];
        let text = help(&[command]).unwrap_or_else(|| panic!("README names `ragsql {command}`, which is not there"));
        for flag in words.iter().filter(|word| word.starts_with("--")) {
            let flag = flag.split('=').next().unwrap_or(flag);
            assert!(text.contains(flag), "README names `ragsql {command} {flag}`, which is not there");
        }
    }
}

#[test]
fn every_command_is_in_the_readme() {
    let text = help(&[]).expect("there is help");
    let commands =
        text.split("Commands:").nth(1).and_then(|rest| rest.split("\n\n").next()).expect("a list of commands");
    let names = commands
        .split('\n')
        .filter_map(|line| line.strip_prefix("  ").filter(|rest| !rest.starts_with(' '))?.split(' ').next());
    let not_said: BTreeSet<&str> = names.filter(|name| !README.contains(&format!("ragsql {name}"))).collect();
    let not_said: Vec<&&str> = not_said.iter().filter(|name| !["help", "demo"].contains(name)).collect();
    assert!(not_said.is_empty(), "the README does not name {not_said:?}");
    assert!(README.contains("cargo run --release -- demo"));
}

#[test]
fn the_tests_that_the_readme_runs_on_a_server_are_there() {
    let line =
        blocks("sh").into_iter().flat_map(|block| block.split('\n')).find(|line| line.starts_with("cargo test --test"));
    let words: Vec<&str> = line.expect("the line is there").split_whitespace().collect();
    let targets: Vec<&str> = words.windows(2).filter(|pair| pair[0] == "--test").map(|pair| pair[1]).collect();
    assert_eq!(targets.len(), 2);
    for target in targets {
        let live = std::fs::read_to_string(format!("tests/{target}/live.rs")).expect("a target has tests for a server");
        assert!(live.contains("env::var(\"RAGSQL_TEST_URL\")"), "{target}");
    }
    assert!(words.contains(&"live"), "nothing but those of a server is run");
    let url = README.split("RAGSQL_TEST_URL='").nth(1).and_then(|rest| rest.split('\'').next()).expect("a URL");
    let password = ragsql::db::Environment::read(|name| (name == "RAGSQL_PASSWORD").then(|| "a".to_owned()));
    ragsql::db::Target::parse(url, &password).unwrap_or_else(|error| panic!("{url}: {error}"));
}

#[test]
fn exit_codes_are_the_same_in_readme_and_help() {
    let rows = README.split("## Exit codes").nth(1).expect("the section is there").split('\n');
    let codes: Vec<&str> = rows.filter_map(|row| row.strip_prefix("| ")?.split(" |").next()).collect();
    let codes: Vec<&&str> = codes.iter().filter(|code| code.parse::<u8>().is_ok()).collect();
    assert_eq!(codes, [&"0", &"1", &"2", &"3", &"4", &"5", &"6", &"64", &"69", &"70", &"74", &"130"]);
    let help = help(&[]).expect("there is help");
    let said = help.split("Exit codes:").nth(1).expect("help tells them");
    for code in codes {
        assert!(said.contains(code), "--help does not tell exit code {code}");
    }
}

#[test]
fn settings_and_directives_of_the_readme_are_valid() {
    let dir = tempfile::TempDir::new().expect("a temporary folder");
    for folder in ["migrations", "post-load"] {
        std::fs::create_dir(dir.path().join(folder)).expect("the folder is new");
    }
    std::fs::write(dir.path().join("ragsql.toml"), blocks("toml").concat()).expect("the file can be written");
    let header = blocks("sql").into_iter().find(|block| block.contains("-- ragsql:")).expect("directives are shown");
    std::fs::write(dir.path().join("migrations/V1__x.sql"), format!("{header}SELECT 1;\n")).expect("it can be written");
    let output =
        Command::new(env!("CARGO_BIN_EXE_ragsql")).current_dir(dir.path()).arg("lint").output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stdout);
    let faults = ["unknown-directive", "unknown-rule"].map(|rule| said.contains(rule));
    assert_eq!(faults, [false, false], "{said}{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn every_check_is_in_the_readme_with_what_it_expects() {
    for check in ragsql::verify::CHECKS {
        let row = format!("| `{}` | {} |", check.name, check.expected);
        assert!(README.contains(&row), "the README lacks: {row}");
    }
}

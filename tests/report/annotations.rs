//! GitHub and Azure Pipelines: the commands, read back as the services read them, are the findings.

use ragsql::lint::{Level, Report};
use ragsql::report::{azure_devops, github};

use super::sample::{context, report};

/// What a command says of a finding: level, file, line, column, rule and the first line of its message.
type Told = (String, String, u32, u32, String, String);

fn found(report: &Report, level: impl Fn(Level) -> Option<&'static str>) -> Vec<Told> {
    let findings = report.findings.iter().filter_map(|finding| {
        let (file, at) = (report.file(finding.place), finding.place.span.start);
        let at = file.position(at);
        let path = format!("my db/{}", file.path());
        let message = finding.message.clone();
        Some((level(finding.level)?.to_owned(), path, at.line, at.column, finding.rule.to_owned(), message))
    });
    let mut findings: Vec<_> = findings.collect();
    findings.sort();
    findings
}

fn unescaped(text: &str, codes: &[(&str, &str)]) -> String {
    codes.iter().fold(text.to_owned(), |text, (code, plain)| text.replace(code, plain))
}

/// A command's name, properties and message, as the services split a line.
fn told(name: &str, properties: &str, between: char, message: &str, keys: [&str; 4], codes: &[(&str, &str)]) -> Told {
    let value = |key: &str| {
        let mut pairs = properties.split(between).filter_map(|pair| pair.split_once('='));
        let (_, value) = pairs.find(|(found, _)| *found == key).unwrap_or((key, "1"));
        unescaped(value, codes)
    };
    let [file, line, column, rule] = keys.map(value);
    let number = |text: &str| text.parse().expect("a number");
    (name.to_owned(), file, number(&line), number(&column), rule, unescaped(message, codes))
}

#[test]
fn github_reads_what_was_found() {
    let report = report();
    let text = github::render(&report, &context());
    let codes = [("%2C", ","), ("%3A", ":"), ("%0A", "\n"), ("%0D", "\r"), ("%25", "%")];
    let commands = text.split('\n').filter_map(|line| line.strip_prefix("::"));
    let mut read: Vec<Told> = commands
        .map(|command| {
            let (head, message) = command.split_once("::").expect("a message");
            let (name, properties) = head.split_once(' ').expect("properties");
            told(name, properties, ',', message, ["file", "line", "col", "title"], &codes)
        })
        .collect();
    read.sort();
    let expected = found(&report, |level| match level {
        Level::Error => Some("error"),
        Level::Warning => Some("warning"),
        _ => Some("notice"),
    });
    assert_eq!(read.len(), expected.len());
    for (read, expected) in read.iter().zip(&expected) {
        assert_eq!(
            (&read.0, &read.1, read.2, read.3, &read.4),
            (&expected.0, &expected.1, expected.2, expected.3, &expected.4)
        );
        assert!(read.5.starts_with(&expected.5), "{read:?}");
    }
}

#[test]
fn github_gets_the_gravest_first_and_columns_of_one_line_only() {
    let text = github::render(&report(), &context());
    let names: Vec<_> = text.split('\n').filter_map(|line| line.strip_prefix("::")?.split(' ').next()).collect();
    assert_eq!(names, ["error", "error", "error", "warning", "notice"]);
    let over_two_lines = text.split('\n').find(|line| line.starts_with("::warning")).expect("a warning");
    assert!(over_two_lines.contains("line=5,endLine=6,title="), "{over_two_lines}");
}

#[test]
fn azure_pipelines_reads_what_was_found() {
    let report = report();
    let text = azure_devops::render(&report, &context());
    let codes = [("%5D", "]"), ("%3B", ";"), ("%0A", "\n"), ("%0D", "\r"), ("%AZP25", "%")];
    let commands = text.split('\n').filter_map(|line| line.strip_prefix("##vso[task.logissue "));
    let mut read: Vec<Told> = commands
        .map(|command| {
            let (properties, message) = command.split_once(']').expect("a message");
            let level = properties.strip_prefix("type=").and_then(|rest| rest.split(';').next()).expect("a type");
            told(level, properties, ';', message, ["sourcepath", "linenumber", "columnnumber", "code"], &codes)
        })
        .collect();
    read.sort();
    let expected = found(&report, |level| match level {
        Level::Error => Some("error"),
        Level::Warning => Some("warning"),
        _ => None,
    });
    assert_eq!(read.len(), expected.len());
    for (read, expected) in read.iter().zip(&expected) {
        assert_eq!(
            (&read.0, &read.1, read.2, read.3, &read.4),
            (&expected.0, &expected.1, expected.2, expected.3, &expected.4)
        );
        assert!(read.5.starts_with(&expected.5), "{read:?}");
    }
    assert!(text.contains("\ninfo: my db/migrations/V1__50%,é.sql:3:1: preview-features: good to know\n"), "{text}");
}

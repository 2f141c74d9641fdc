//! Findings as SARIF 2.1.0, for code scanning.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::Context;
use super::context::Region;
use super::fingerprint::fingerprints;
use crate::catalog::Place;
use crate::lint::{self, Diagnostic, Fix, Level, Report, Rule};

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The name of the repository's root in paths.
const ROOT: &str = "%SRCROOT%";

/// The document, with a line end: one run, with the rules that found something.
#[must_use]
pub fn render(report: &Report, context: &Context) -> String {
    let codes: BTreeSet<&str> = report.findings.iter().map(|finding| finding.rule).collect();
    let rules: Vec<&Rule> = codes.into_iter().filter_map(lint::rule).collect();
    let results = report.findings.iter().zip(fingerprints(report, context));
    let document = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": env!("CARGO_PKG_NAME"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules.iter().map(|rule| descriptor(report, context, rule)).collect::<Vec<_>>(),
            }},
            "automationDetails": { "id": format!("ragsql/{}/", report.engine) },
            "columnKind": "unicodeCodePoints",
            "originalUriBaseIds": { ROOT: { "description": { "text": "the root of the repository" } } },
            "results": results.map(|(finding, known)| result(report, context, &rules, finding, &known)).collect::<Vec<_>>(),
        }],
    });
    format!("{document:#}\n")
}

fn descriptor(report: &Report, context: &Context, rule: &Rule) -> Value {
    let default = rule.levels.on(report.engine);
    let severity = match default {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Info | Level::Off => "recommendation",
    };
    let mut descriptor = json!({
        "id": rule.code,
        "shortDescription": { "text": rule.summary },
        "fullDescription": { "text": problem(rule.docs) },
        "help": { "text": rule.docs, "markdown": rule.docs },
        "defaultConfiguration": { "level": level(default) },
        "properties": { "problem.severity": severity, "tags": ["sql", "azure-sql"] },
    });
    if let Some(url) = context.docs(rule.code) {
        descriptor["helpUri"] = url.into();
    }
    descriptor
}

/// The section of a page that says what the problem is.
fn problem(page: &str) -> &str {
    let section = page.split_once("## Problem").map_or(page, |(_, section)| section);
    section.split("\n## ").next().unwrap_or(section).trim()
}

fn result(report: &Report, context: &Context, rules: &[&Rule], finding: &Diagnostic, known: &str) -> Value {
    let mut properties = Map::new();
    if let Some(table) = &finding.table {
        properties.insert("table".into(), table.clone().into());
    }
    if !finding.engine_errors.is_empty() {
        properties.insert("engineErrors".into(), finding.engine_errors.clone().into());
    }
    let related = finding.related.iter().enumerate().map(|(at, related)| {
        let mut location = location(report, context, related.place);
        location["id"] = (at + 1).into();
        location["message"] = json!({ "text": related.message });
        location
    });
    let mut result = json!({
        "ruleId": finding.rule,
        "ruleIndex": rules.iter().position(|rule| rule.code == finding.rule),
        "level": level(finding.level),
        "message": { "text": message(finding) },
        "locations": [location(report, context, finding.place)],
        "relatedLocations": related.collect::<Vec<_>>(),
        "partialFingerprints": { "primaryLocationLineHash": known },
        "properties": properties,
    });
    if let Some(fix) = &finding.fix {
        result["fixes"] = json!([fixed(report, context, finding, fix)]);
    }
    result
}

/// What happens, and what to do instead.
fn message(finding: &Diagnostic) -> String {
    match &finding.help {
        Some(help) => format!("{}.\nhelp: {help}", finding.message),
        None => format!("{}.", finding.message),
    }
}

fn location(report: &Report, context: &Context, place: Place) -> Value {
    let region = context.region(report, place);
    json!({ "physicalLocation": { "artifactLocation": artifact(&region.path), "region": in_lines(&region) } })
}

fn in_lines(Region { start, end, .. }: &Region) -> Value {
    json!({ "startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column })
}

/// The edit that mends a finding.
fn fixed(report: &Report, context: &Context, finding: &Diagnostic, fix: &Fix) -> Value {
    let region = context.region(report, Place { span: fix.span, ..finding.place });
    json!({ "artifactChanges": [{
        "artifactLocation": artifact(&region.path),
        "replacements": [{ "deletedRegion": in_lines(&region), "insertedContent": { "text": fix.text } }],
    }]})
}

/// A file: from the root of the repository, or where it lies outside of it. What is no file (`<stdin>`) lies nowhere.
fn artifact(path: &str) -> Value {
    if path.starts_with('<') {
        return json!({ "uri": encoded(path) });
    }
    match path.starts_with('/') {
        true => json!({ "uri": format!("file://{}", encoded(path)) }),
        false => json!({ "uri": encoded(path), "uriBaseId": ROOT }),
    }
}

/// The word for a level.
fn level(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Info => "note",
        Level::Off => "none",
    }
}

/// A path as a URI: all but letters, digits and `-._~/` percent-encoded, byte by byte.
fn encoded(path: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    path.bytes().map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_encoded_byte_by_byte() {
        assert_eq!(encoded("db/migrations/V1__é x.sql"), "db/migrations/V1__%C3%A9%20x.sql");
    }

    #[test]
    fn what_is_no_file_has_no_root() {
        assert_eq!(artifact("<stdin>"), json!({ "uri": "%3Cstdin%3E" }));
        assert_eq!(artifact("a.sql"), json!({ "uri": "a.sql", "uriBaseId": ROOT }));
    }

    #[test]
    fn the_problem_is_one_section() {
        assert_eq!(problem("# a\n\n## Problem\n\nIt is.\nSo.\n\n## Why\n\nNo."), "It is.\nSo.");
    }
}

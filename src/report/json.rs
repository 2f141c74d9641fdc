//! Findings as one JSON document, `ragsql.lint/1`.

use serde_json::{Map, Value, json};

use crate::catalog::Place;
use crate::lint::{Diagnostic, Level, Report};

/// The document, with a line end.
#[must_use]
pub fn render(report: &Report) -> String {
    let findings: Vec<Value> = report.findings.iter().map(|finding| value(report, finding)).collect();
    let document = json!({
        "schema": "ragsql.lint/1",
        "engine": report.engine.as_str(),
        "files": report.files.len(),
        "findings": findings,
        "summary": {
            "errors": report.count(Level::Error),
            "warnings": report.count(Level::Warning),
            "infos": report.count(Level::Info),
            "allowed": report.allowed,
        },
    });
    format!("{document:#}\n")
}

fn value(report: &Report, finding: &Diagnostic) -> Value {
    let mut value = Map::new();
    value.insert("rule".into(), finding.rule.into());
    value.insert("level".into(), finding.level.as_str().into());
    value.insert("message".into(), finding.message.clone().into());
    value.extend(place(report, finding.place, true));
    if let Some(table) = &finding.table {
        value.insert("table".into(), table.clone().into());
    }
    value.insert("engine_errors".into(), finding.engine_errors.clone().into());
    let related = finding.related.iter().map(|related| {
        let mut note = place(report, related.place, false);
        note.insert("message".into(), related.message.clone().into());
        Value::Object(note)
    });
    value.insert("related".into(), related.collect());
    if let Some(help) = &finding.help {
        value.insert("help".into(), help.clone().into());
    }
    if let Some(fix) = &finding.fix {
        let mut edit = place(report, Place { span: fix.span, ..finding.place }, true);
        edit.insert("text".into(), fix.text.clone().into());
        value.insert("fix".into(), edit.into());
    }
    value.insert("docs".into(), format!("ragsql explain {}", finding.rule).into());
    Value::Object(value)
}

/// `file`, `line`, `column` and, when asked for, the end after the last character.
fn place(report: &Report, place: Place, with_end: bool) -> Map<String, Value> {
    let file = report.file(place);
    let start = file.position(place.span.start);
    let mut value = Map::new();
    value.insert("file".into(), file.path().into());
    value.insert("line".into(), start.line.into());
    value.insert("column".into(), start.column.into());
    if with_end {
        let end = file.position(place.span.end);
        value.insert("end_line".into(), end.line.into());
        value.insert("end_column".into(), end.column.into());
    }
    value
}

//! `ragsql rules`.

use serde_json::json;

use super::{Code, Cx, Failure, output};
use crate::cli::Format;
use crate::lint;

/// Lists the rules with their levels on the engine at hand.
pub fn list(cx: &Cx<'_>) -> Result<Code, Failure> {
    let engine = cx.profile()?;
    let text = match cx.format {
        Format::Text => {
            let line = |rule: &&lint::Rule| {
                format!("{:<8} {:<40} {}\n", rule.levels.on(engine).as_str(), rule.code, rule.summary)
            };
            lint::rules().iter().map(line).collect()
        }
        Format::Json | Format::Jsonl => {
            let entry = |rule: &&lint::Rule| json!({ "rule": rule.code, "level": rule.levels.on(engine).as_str(), "summary": rule.summary });
            let rules: Vec<_> = lint::rules().iter().map(entry).collect();
            format!("{:#}\n", json!({ "schema": "ragsql.rules/1", "engine": engine.as_str(), "rules": rules }))
        }
    };
    output::write(cx, &text)?;
    Ok(Code::Done)
}

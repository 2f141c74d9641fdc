//! `ragsql baseline` and `ragsql repair`: what a person decides about the history.

use serde_json::json;

use super::progress::Progress;
use super::{Code, Cx, Failure, output};
use crate::cli::{Baseline, Format, Repair, RepairAction};
use crate::db::repair::{Mend, MendAction};
use crate::source::Migration;

/// Records migrations as applied without running them.
pub fn baseline(cx: &Cx<'_>, args: &Baseline) -> Result<Code, Failure> {
    let project = cx.project()?;
    let history = cx.apply_options(None)?.history;
    let database = cx.database()?;
    let mut progress = Progress::new(cx);
    if cx.global.dry_run {
        let versions = database.rehearse_baseline(&project.migrations, &history, args.to_version, &mut progress)?;
        output::write(cx, &would_record(cx.format, &project.migrations, &versions))?;
        return Ok(Code::Done);
    }
    let lock = cx.global.lock_timeout;
    let versions = database.baseline(&project.migrations, &history, args.to_version, lock, &mut progress)?;
    let text = match cx.format {
        Format::Text => format!("recorded as applied, without running them: {}\n", listed(&versions)),
        Format::Json | Format::Jsonl => format!("{}\n", json!({ "schema": "ragsql.baseline/1", "recorded": versions })),
    };
    output::write(cx, &text)?;
    Ok(Code::Done)
}

fn would_record(format: Format, files: &[Migration], versions: &[i64]) -> String {
    if format != Format::Text {
        let document = json!({ "schema": "ragsql.baseline/1", "recorded": [], "would_record": versions });
        return format!("{document}\n");
    }
    let recorded = files.iter().filter(|file| versions.contains(&file.version));
    recorded.map(|file| format!("would record {}\n", file.file.path())).collect()
}

/// `version 1`, `versions 1, 2 and 3`.
fn listed(versions: &[i64]) -> String {
    match versions {
        [] => "nothing".to_owned(),
        [one] => format!("version {one}"),
        [before @ .., last] => {
            let before: Vec<String> = before.iter().map(ToString::to_string).collect();
            format!("versions {} and {last}", before.join(", "))
        }
    }
}

/// Mends one entry.
pub fn repair(cx: &Cx<'_>, args: &Repair) -> Result<Code, Failure> {
    if args.reason.trim().is_empty() {
        return Err(Failure::usage("--reason is empty: say why, it is kept with the entry"));
    }
    let project = cx.project()?;
    let (files, history) = match args.post_load {
        true => (&project.post_load, cx.post_load_options(None)?.history),
        false => (&project.migrations, cx.apply_options(None)?.history),
    };
    let action = match args.action {
        RepairAction::AcceptChange => MendAction::AcceptChange,
        RepairAction::MarkApplied => MendAction::MarkApplied,
        RepairAction::Forget => MendAction::Forget,
    };
    let mend = Mend { version: args.version, action, reason: &args.reason };
    let database = cx.database()?;
    let mut progress = Progress::new(cx);
    if cx.global.dry_run {
        let said = database.rehearse_mend(files, &history, &mend, &mut progress)?;
        let text = match cx.format {
            Format::Text => format!("would be done in {}: {said}\n", history.table),
            Format::Json | Format::Jsonl => {
                format!("{}\n", json!({ "schema": "ragsql.repair/1", "done": null, "would_do": said }))
            }
        };
        output::write(cx, &text)?;
        return Ok(Code::Done);
    }
    let said = database.mend(files, &history, &mend, cx.global.lock_timeout, &mut progress)?;
    let text = match cx.format {
        Format::Text => format!("{said}\n"),
        Format::Json | Format::Jsonl => format!("{}\n", json!({ "schema": "ragsql.repair/1", "done": said })),
    };
    output::write(cx, &text)?;
    Ok(Code::Done)
}

//! What would run now, told in each form: one file for each.

pub mod html;
pub mod json;
pub mod markdown;
pub mod text;

use std::collections::BTreeMap;

use crate::drift::Looked;
use crate::guard;
use crate::hazard::{Hazard, Held};
use crate::name::Name;
use crate::plan::{Batch, Fate, File, Guarded, Plan, Runs, Statement, Step};
use crate::report::drift;
use crate::report::short::one_line;
use crate::text::counted;

/// Where the plan starts from, as a sentence ends.
fn place(plan: &Plan) -> String {
    match (&plan.database, plan.from.as_str()) {
        (Some((database, server)), _) => format!("on {database} of {server}"),
        (None, "nothing") => "on an empty database (no database was asked)".to_owned(),
        (None, from) => format!("on a database of {from} (no database was asked)"),
    }
}

/// One line: how much would run and how much not, with which hazards, and whether something drifted.
fn summary(plan: &Plan) -> String {
    let steps = |fate| (plan.post_load.iter().filter(|step| step.fate == fate).count(), "post-load step");
    let migrations = (plan.migrations.len(), "migration");
    let (runs, stopped) = if plan.stops_at_drift() { (None, Some(migrations)) } else { (Some(migrations), None) };
    let run = some(runs.into_iter().chain([steps(Fate::Runs)])).unwrap_or_else(|| "nothing".to_owned());
    let told = [
        Some(format!("{run} would run {}", place(plan))),
        some(stopped).map(|them| format!("{them} would be refused, for drift in what is touched")),
        some([steps(Fate::Waits)]).map(|them| format!("{them} would wait")),
        some([steps(Fate::Refused)]).map(|them| format!("{them} would be refused")),
        (!plan.is_empty()).then(|| hazards_in_words(plan)),
        plan.drift.as_ref().map(drift_in_words),
    ];
    told.into_iter().flatten().collect::<Vec<_>>().join("; ")
}

/// So many of each, without those of which there is none; `None` where there is nothing at all.
fn some(counts: impl IntoIterator<Item = (usize, &'static str)>) -> Option<String> {
    let there = counts.into_iter().filter(|(count, _)| *count > 0);
    let words: Vec<String> = there.map(|(count, noun)| counted(count, noun)).collect();
    (!words.is_empty()).then(|| words.join(" and "))
}

fn hazards_in_words(plan: &Plan) -> String {
    let hazards: Vec<String> =
        hazards(plan).into_iter().map(|(hazard, count)| format!("{} {count}", hazard.as_str())).collect();
    if hazards.is_empty() { "no hazards".to_owned() } else { format!("hazards: {}", hazards.join(", ")) }
}

fn drift_in_words(looked: &Looked) -> String {
    match looked {
        Looked::Not(why) => format!("drift was not looked for: {why}"),
        Looked::Found(drift) if drift.changes.is_empty() => "no drift".to_owned(),
        Looked::Found(drift) => format!("drift: {}", counted(drift.changes.len(), "change")),
    }
}

/// What drifted, a line each; nothing where nothing did.
fn drifted(plan: &Plan) -> Vec<String> {
    match &plan.drift {
        Some(Looked::Found(drift)) if !drift.is_empty() => plan.drift.iter().flat_map(drift::lines).collect(),
        _ => Vec::new(),
    }
}

/// How many statements have each hazard.
fn hazards(plan: &Plan) -> BTreeMap<Hazard, usize> {
    let mut counts = BTreeMap::new();
    for hazard in plan.files().flat_map(File::statements).flat_map(|statement| &statement.hazards) {
        *counts.entry(*hazard).or_default() += 1;
    }
    counts
}

/// The files with the step that each of `post-load/` is.
fn files(plan: &Plan) -> impl Iterator<Item = (&File, Option<&Step>)> {
    let steps = plan.post_load.iter().map(|step| (&step.file, Some(step)));
    plan.migrations.iter().map(|file| (file, None)).chain(steps)
}

/// A file in a few words: how it is sent, and what a step is.
fn how(file: &File, step: Option<&Step>) -> String {
    let batches = counted(file.batches.iter().map(|batch| batch.repeat as u64).sum::<u64>(), "batch");
    let transaction = if file.transaction { "in one transaction" } else { "in no transaction" };
    let sent =
        if file.batches.is_empty() { "nothing would be sent".to_owned() } else { format!("{batches} {transaction}") };
    step.map_or_else(|| sent.clone(), |step| format!("{}; {sent}", step.state))
}

/// A guard with what is missing.
fn guard(one: &Guarded) -> String {
    guard::line(&one.guard, one.met, &one.missing)
}

/// Whether a batch runs more than once.
fn times(batch: &Batch) -> Option<String> {
    (batch.repeat != 1).then(|| format!("{} times", batch.repeat))
}

/// What has to be said of a statement beside its hazards.
fn doubt(statement: &Statement) -> Option<&'static str> {
    match (statement.runs, statement.understood) {
        (Runs::No, _) => Some("would not run: its condition does not hold"),
        (_, false) => Some("not understood: it may do more than is told here"),
        (Runs::Maybe, _) => Some("may run: only the run can judge its condition"),
        (Runs::Yes, true) => None,
    }
}

/// A statement on one line, cut where it gets long.
fn short(statement: &Statement) -> String {
    one_line(&statement.text)
}

/// A table with its lock and its size: `Sch-M on dbo.t (1,200 rows, 3.5 MB)`.
fn table(plan: &Plan, name: &Name, held: &Held) -> String {
    let lock = held.lock.map_or_else(String::new, |lock| format!("{} on ", lock.as_str()));
    format!("{lock}{name}{}", size(plan, &held.before).map_or_else(String::new, |size| format!(" ({size})")))
}

fn size(plan: &Plan, name: &Name) -> Option<String> {
    let size = plan.sizes.get(name)?;
    let rows = match size.rows {
        1 => "1 row".to_owned(),
        rows => format!("{} rows", grouped(rows)),
    };
    Some(match size.megabytes {
        Some(megabytes) => format!("{rows}, {megabytes:.1} MB"),
        None => rows,
    })
}

/// A number with a comma between each three digits.
fn grouped(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|group| std::str::from_utf8(group).ok()).collect();
    format!("{}{}", if number < 0 { "-" } else { "" }, groups.join(","))
}

/// Every table of a statement, with lock and size.
fn tables(plan: &Plan, statement: &Statement) -> Vec<String> {
    statement.tables.iter().map(|(name, held)| table(plan, name, held)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_can_be_read() {
        for (number, shown) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567"), (-4000, "-4,000")] {
            assert_eq!(grouped(number), shown);
        }
    }
}

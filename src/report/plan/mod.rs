//! What would run now, told in each form: one file for each.

pub mod html;
pub mod json;
pub mod markdown;
pub mod text;

use std::collections::BTreeMap;

use crate::hazard::{Hazard, Held};
use crate::name::Name;
use crate::plan::{Batch, File, Guarded, Plan, Runs, Statement, Step};
use crate::text::{counted, there_are};

/// Where the plan starts from, as a sentence ends.
fn place(plan: &Plan) -> String {
    match (&plan.database, plan.from.as_str()) {
        (Some((database, server)), _) => format!("on {database} of {server}"),
        (None, "nothing") => "on an empty database (no database was asked)".to_owned(),
        (None, from) => format!("on a database of {from} (no database was asked)"),
    }
}

/// One line: how much would run, and with which hazards.
fn summary(plan: &Plan) -> String {
    if plan.is_empty() {
        return format!("nothing would run {}", place(plan));
    }
    let much = [(plan.migrations.len(), "migration"), (plan.post_load.len(), "post-load step")];
    let much: Vec<String> =
        much.into_iter().filter(|(count, _)| *count > 0).map(|(n, noun)| counted(n as u64, noun)).collect();
    let hazards: Vec<String> =
        hazards(plan).into_iter().map(|(hazard, count)| format!("{} {count}", hazard.as_str())).collect();
    let hazards = if hazards.is_empty() { "no hazards".to_owned() } else { format!("hazards: {}", hazards.join(", ")) };
    format!("{} would run {}; {hazards}", much.join(" and "), place(plan))
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

/// A guard with what there is.
fn guard(guard: &Guarded) -> String {
    let met = match guard.met {
        Some(true) => "met",
        Some(false) => "not met",
        None => "unknown",
    };
    match guard.counted {
        Some((have, need)) => format!("{met}: {} ({}, needed {need})", guard.guard, there_are(have)),
        None => format!("{met}: {}", guard.guard),
    }
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
    const MANY: usize = 100;
    let words = statement.text.split_whitespace().collect::<Vec<_>>().join(" ");
    match words.char_indices().nth(MANY) {
        Some((at, _)) => format!("{} …", &words[..at]),
        None => words,
    }
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

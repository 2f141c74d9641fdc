//! A plan as a comment for a pull request, or the summary of a job: hazards first, then each file.

use super::{doubt, drifted, files, guard, how, short, summary, tables};
use crate::plan::{File, Plan, Statement, Step};
use crate::report::drift::DIRECTION;
use crate::report::markdown::{code, plain};
use crate::report::page::escaped;
use crate::text::printable;

/// The first line: what finds the comment again, so that it is updated in place.
pub const MARKER: &str = "<!-- ragsql-plan -->";

/// How long a comment gets, in bytes; GitHub takes 65,536 characters.
const LIMIT: usize = 60_000;

/// The marker, a heading, the statements with hazards, the guards, and a part for each file that folds open. What does
/// not fit is counted.
#[must_use]
pub fn render(plan: &Plan) -> String {
    let mut document = format!("{MARKER}\n### Plan: {}\n", plain(&summary(plan)));
    let drift = drifted(plan).into_iter().map(|line| format!("- {}\n", code(&line)));
    document += &within(LIMIT / 4, &format!("\nDrift ({DIRECTION}):\n\n"), drift);
    let rows = files(plan).flat_map(|(file, _)| dangerous(file).map(move |statement| row(plan, file, statement)));
    document += &within(LIMIT / 4, "\n| where | statement | on | hazards |\n| --- | --- | --- | --- |\n", rows);
    let guards = plan.post_load.iter().flat_map(|step| {
        step.guards.iter().map(move |one| format!("- {}: {}\n", code(&step.file.path), plain(&guard(one))))
    });
    document += &within(LIMIT / 4, "\n", guards);
    let notes = plan.notes.iter().map(|note| format!("\n> {}\n", plain(note)));
    document.extend(notes);
    let room = LIMIT.saturating_sub(document.len());
    document + &within(room, "", files(plan).map(|(file, step)| of_file(plan, file, step)))
}

fn dangerous(file: &File) -> impl Iterator<Item = &Statement> {
    file.statements().filter(|statement| !statement.hazards.is_empty())
}

/// Parts below a head, as many as there is room for, and how many there are more.
fn within(room: usize, head: &str, parts: impl Iterator<Item = String>) -> String {
    let mut text = String::new();
    let mut left_out = 0;
    for part in parts {
        if left_out > 0 || text.len() + part.len() > room {
            left_out += 1;
            continue;
        }
        let head = if text.is_empty() { head } else { "" };
        text += &format!("{head}{part}");
    }
    if left_out > 0 {
        text += &format!("\n{left_out} more are not shown here.\n");
    }
    text
}

fn row(plan: &Plan, file: &File, statement: &Statement) -> String {
    let hazards: Vec<_> = statement.hazards.iter().map(|hazard| format!("`{}`", hazard.as_str())).collect();
    let place = code(&format!("{}:{}", file.path, statement.line));
    let tables: Vec<_> = tables(plan, statement).iter().map(|table| plain(table)).collect();
    format!(
        "| {place} | {} | {} | {} |\n",
        code(&short(statement)).replace('|', "\\|"),
        tables.join("<br>"),
        hazards.join(", ")
    )
}

fn of_file(plan: &Plan, file: &File, step: Option<&Step>) -> String {
    let head = format!("{}: {}", file.path, how(file, step));
    let mut text = format!("\n<details><summary>{}</summary>\n\n", escaped(&printable(&head)));
    let obstacles = step.into_iter().flat_map(|step| &step.obstacles);
    text.extend(obstacles.map(|obstacle| format!("- {}\n", plain(obstacle))));
    for statement in file.statements() {
        let mut line = format!("- {}: {}", statement.line, code(&short(statement)));
        let below = tables(plan, statement).into_iter().chain(doubt(statement).map(str::to_owned));
        line.extend(below.map(|one| format!("; {}", plain(&one))));
        text += &format!("{line}\n");
    }
    text + "\n</details>\n"
}

//! A plan for a person at a terminal: file by file, in the order in which they run.

use super::{doubt, drifted, files, guard, how, short, summary, tables, times};
use crate::hazard::words;
use crate::plan::{Batch, File, Plan, Statement, Step};
use crate::report::drift::DIRECTION;
use crate::report::paint::Paint;
use crate::text::printable;

/// Every file with its statements, notes, and a summary line. Escape sequences are written only with `color`.
#[must_use]
pub fn render(plan: &Plan, color: bool) -> String {
    let paint = Paint { color };
    let mut text = String::new();
    for (file, step) in files(plan) {
        text += &of_file(plan, &paint, file, step);
        text.push('\n');
    }
    let drifted = drifted(plan);
    if !drifted.is_empty() {
        text += &format!("{}: {DIRECTION}\n", paint.bold("drift"));
        text.extend(drifted.iter().map(|line| format!("  {}\n", paint.warn(&printable(line)))));
        text.push('\n');
    }
    for note in &plan.notes {
        text += &format!("note: {}\n", printable(note));
    }
    if !plan.notes.is_empty() {
        text.push('\n');
    }
    text + &format!("{}\n", printable(&summary(plan)))
}

fn of_file(plan: &Plan, paint: &Paint, file: &File, step: Option<&Step>) -> String {
    let mut text = format!("{}: {}\n", paint.bold(&printable(&file.path)), printable(&how(file, step)));
    if let Some(step) = step {
        for one in &step.guards {
            let shown = printable(&guard(one)).into_owned();
            let shown = if one.met == Some(true) { paint.green(&shown) } else { paint.warn(&shown) };
            text += &format!("  guard {shown}\n");
        }
        text.extend(step.obstacles.iter().map(|obstacle| format!("  {}\n", paint.warn(&printable(obstacle)))));
    }
    for batch in &file.batches {
        text += &head_of(file, batch);
        text.extend(batch.statements.iter().map(|statement| of_statement(plan, paint, statement)));
    }
    text
}

/// Batches are told apart where there are several.
fn head_of(file: &File, batch: &Batch) -> String {
    let times = times(batch).map_or_else(String::new, |times| format!(", {times}"));
    match file.batches.len() {
        1 if times.is_empty() => String::new(),
        _ => format!("  batch {}{times}\n", batch.number),
    }
}

fn of_statement(plan: &Plan, paint: &Paint, statement: &Statement) -> String {
    let mut text = format!("  {:>5}  {}\n", statement.line, printable(&short(statement)));
    let mut below = |line: &str| text += &format!("         {line}\n");
    tables(plan, statement).iter().for_each(|table| below(&printable(table)));
    if !statement.hazards.is_empty() {
        below(&paint.warn(&format!("hazards: {}", words(&statement.hazards))));
    }
    if let Some(doubt) = doubt(statement) {
        below(&paint.cyan(doubt));
    }
    text
}

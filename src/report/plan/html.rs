//! A plan as one page: a summary, hazards first with the sizes that make them matter, then each file as it would run.

use super::{doubt, drifted, files, guard, how, short, summary, tables, times};
use crate::plan::{Batch, File, Guarded, Plan, Statement, Step};
use crate::report::drift::DIRECTION;
use crate::report::page::{badges, escaped, list, page};

/// The page.
#[must_use]
pub fn render(plan: &Plan) -> String {
    let title = match &plan.database {
        Some((database, _)) => format!("Plan for {database}"),
        None => format!("Plan from {}", plan.from),
    };
    let summary = format!("<p class=\"summary\">{}</p>\n", escaped(&summary(plan)));
    let drift = list(&format!("Drift ({DIRECTION})"), &drifted(plan));
    let body = [summary, drift, hazards(plan), list("Notes", &plan.notes), all(plan)];
    page(&title, &body.concat())
}

fn hazards(plan: &Plan) -> String {
    let rows: String = files(plan)
        .enumerate()
        .flat_map(|(at, (file, _))| {
            let dangerous = file.statements().enumerate().filter(|(_, statement)| !statement.hazards.is_empty());
            dangerous.map(move |(number, statement)| row(plan, file, &anchor(at, number), statement))
        })
        .collect();
    if rows.is_empty() {
        return rows;
    }
    format!(
        "<h2>Hazards</h2>\n<table class=\"list\">\n<tr><th>where</th><th>statement</th><th>on</th><th>hazards</th></tr>\n{rows}</table>\n"
    )
}

fn row(plan: &Plan, file: &File, anchor: &str, statement: &Statement) -> String {
    format!(
        "<tr><td><a href=\"#{anchor}\">{}:{}</a></td><td><code>{}</code></td><td>{}</td><td>{}</td></tr>\n",
        escaped(&file.path),
        statement.line,
        escaped(&short(statement)),
        tables(plan, statement).iter().map(|table| escaped(table)).collect::<Vec<_>>().join("<br>"),
        badges(&statement.hazards)
    )
}

/// What a link to a statement names.
fn anchor(file: usize, statement: usize) -> String {
    format!("f{file}s{statement}")
}

fn all(plan: &Plan) -> String {
    let parts: String = files(plan).enumerate().map(|(at, (file, step))| of_file(plan, at, file, step)).collect();
    if parts.is_empty() { parts } else { format!("<h2>Files, in the order in which they run</h2>\n{parts}") }
}

fn of_file(plan: &Plan, at: usize, file: &File, step: Option<&Step>) -> String {
    let mut text = format!("<section>\n<h3>{}</h3>\n<p>{}</p>\n", escaped(&file.path), escaped(&how(file, step)));
    if let Some(step) = step {
        let guards: String = step.guards.iter().map(of_guard).collect();
        let obstacles = step.obstacles.iter().map(|one| format!("<li class=\"minus\">{}</li>\n", escaped(one)));
        let lines = guards + &obstacles.collect::<String>();
        text += &if lines.is_empty() { lines } else { format!("<ul>\n{lines}</ul>\n") };
    }
    let mut number = 0;
    for batch in &file.batches {
        text += &head_of(file, batch);
        for statement in &batch.statements {
            text += &of_statement(plan, &anchor(at, number), statement);
            number += 1;
        }
    }
    text + "</section>\n"
}

fn of_guard(one: &Guarded) -> String {
    let class = match one.met {
        Some(true) => "plus",
        Some(false) => "minus",
        None => "tilde",
    };
    format!("<li class=\"{class}\">{}</li>\n", escaped(&guard(one)))
}

fn head_of(file: &File, batch: &Batch) -> String {
    let times = times(batch).map_or_else(String::new, |times| format!(", {times}"));
    match file.batches.len() {
        1 if times.is_empty() => String::new(),
        _ => format!("<p class=\"batch\">batch {}{times}</p>\n", batch.number),
    }
}

fn of_statement(plan: &Plan, anchor: &str, statement: &Statement) -> String {
    let tables: String = tables(plan, statement).iter().map(|table| format!(" · {}", escaped(table))).collect();
    let risky = if statement.hazards.is_empty() { "" } else { " risky" };
    let doubt = doubt(statement).map_or_else(String::new, |doubt| format!(" · {doubt}"));
    format!(
        "<div class=\"change{risky}\" id=\"{anchor}\">\n<p>line {}{tables}{doubt}{}</p>\n<pre><code>{}</code></pre>\n</div>\n",
        statement.line,
        badges(&statement.hazards),
        escaped(&statement.text)
    )
}

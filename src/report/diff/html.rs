//! A difference as one page that holds all it needs: a summary, hazards first, each object side by side,
//! and a picture of the tables and keys that changed. It reads on a telephone and on paper.

use similar::{ChangeTag, TextDiff};

use super::picture::picture;
use super::{Entry, Group, Report, Sign};
use crate::report::page::{badges, escaped, list, page};

/// The page.
#[must_use]
pub fn render(report: &Report) -> String {
    let title = format!("Schema: {} to {}", report.from, report.to);
    let body = [summary(report), hazards(report), notes(report), picture(report), objects(report)].concat();
    page(&title, &body)
}

fn summary(report: &Report) -> String {
    format!("<p class=\"summary\">{}</p>\n", escaped(&report.summary()))
}

fn hazards(report: &Report) -> String {
    let row = |(object, entry): (&str, &Entry)| {
        let path = entry.part.map_or_else(|| object.to_owned(), |part| format!("{object}.{part}"));
        let (at, what, badges) = (entry.at, entry.words(), badges(&entry.hazards));
        format!("<tr><td>{what}</td><td><a href=\"#c{at}\">{}</a></td><td>{badges}</td></tr>\n", escaped(&path))
    };
    let groups = report.groups();
    let objects = groups.iter().flat_map(|group| &group.objects);
    let entries = objects.flat_map(|(object, entries)| entries.iter().map(|entry| (*object, entry)));
    let rows: String = entries.filter(|(_, entry)| !entry.hazards.is_empty()).map(row).collect();
    if rows.is_empty() {
        return String::new();
    }
    format!(
        "<h2>Hazards</h2>\n<table class=\"list\">\n<tr><th>what</th><th>of</th><th>hazards</th></tr>\n{rows}</table>\n"
    )
}

fn notes(report: &Report) -> String {
    list("Notes", report.notes.iter().chain(&report.not_compared).chain(&report.offers))
}

fn objects(report: &Report) -> String {
    let shown = |group: &Group| !group.objects.is_empty() || !group.notes.is_empty();
    report.groups().iter().filter(|group| shown(group)).map(of_group).collect()
}

fn of_group(group: &Group) -> String {
    let mut text = format!("<h2>{}</h2>\n", escaped(group.heading.unwrap_or("Objects")));
    text.extend(group.notes.iter().map(|note| format!("<p>{}</p>\n", escaped(note))));
    for (object, entries) in &group.objects {
        text += &format!("<section>\n<h3>{}</h3>\n", escaped(object));
        text.extend(entries.iter().map(of_entry));
        text += "</section>\n";
    }
    text
}

fn of_entry(entry: &Entry) -> String {
    let class = match entry.sign {
        Sign::Plus => "plus",
        Sign::Minus => "minus",
        Sign::Tilde => "tilde",
    };
    let head = format!("{} {}", entry.words(), entry.part.unwrap_or_default());
    let notes: String = entry.notes.iter().map(|note| format!("<p>{}</p>\n", escaped(note))).collect();
    format!(
        "<div class=\"change\" id=\"c{}\">\n<p class=\"{class}\"><b>{}</b> {}{}</p>\n{notes}{}</div>\n",
        entry.at,
        entry.sign.as_str(),
        escaped(head.trim_end()),
        badges(&entry.hazards),
        side_by_side(entry.from.unwrap_or_default(), entry.to.unwrap_or_default())
    )
}

/// Two texts beside each other, line by line.
fn side_by_side(from: &str, to: &str) -> String {
    let mut rows: Vec<(Option<String>, Option<String>, bool)> = Vec::new();
    let mut open = 0;
    for change in TextDiff::from_lines(from, to).iter_all_changes() {
        let line = change.value().trim_end_matches(['\n', '\r']).to_owned();
        match change.tag() {
            ChangeTag::Equal => {
                rows.push((Some(line.clone()), Some(line), true));
                open = rows.len();
            }
            ChangeTag::Delete => rows.push((Some(line), None, false)),
            ChangeTag::Insert => match rows[open..].iter_mut().find(|row| row.1.is_none()) {
                Some(row) => row.1 = Some(line),
                None => rows.push((None, Some(line), false)),
            },
        }
    }
    let cell = |line: &Option<String>, class: &str| match line {
        Some(line) => format!("<td class=\"{class}\"><code>{}</code></td>", escaped(line)),
        None => "<td></td>".to_owned(),
    };
    let row = |(left, right, same): &(Option<String>, Option<String>, bool)| {
        let (row, minus, plus) = if *same { (" class=\"same\"", "", "") } else { ("", "minus", "plus") };
        format!("<tr{row}>{}{}</tr>\n", cell(left, minus), cell(right, plus))
    };
    format!("<table class=\"sides\">\n{}</table>\n", rows.iter().map(row).collect::<String>())
}

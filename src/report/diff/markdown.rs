//! A difference as a comment for a pull request: hazards first, then each object.

use similar::ChangeTag;

use super::{Entry, Group, Item, Report};
use crate::report::markdown::plain;
use crate::report::page::escaped;
use crate::text::printable;

/// The first line: what finds the comment again, so that it is updated in place.
pub const MARKER: &str = "<!-- ragsql-diff -->";

/// How long a comment gets, in bytes; GitHub takes 65,536 characters.
const LIMIT: usize = 60_000;

/// The marker, a heading, the hazards, and a part for each object that folds open. What does not fit is
/// counted.
#[must_use]
pub fn render(report: &Report) -> String {
    let mut document = format!("{MARKER}\n### Schema: {}\n", plain(&report.summary()));
    document += &format!("\nFrom {} to {}.\n", plain(&report.from), plain(&report.to));
    document += &hazards(report);
    for note in report.notes.iter().chain(&report.not_compared).chain(&report.offers) {
        document += &format!("\n> {}\n", plain(note));
    }
    report.groups().iter().for_each(|group| of_group(&mut document, group));
    document
}

fn of_group(document: &mut String, group: &Group) {
    document.extend(group.heading.map(|heading| format!("\n#### {}\n", plain(heading))));
    document.extend(group.notes.iter().map(|note| format!("\n> {}\n", plain(note))));
    for (shown, (object, entries)) in group.objects.iter().enumerate() {
        let part = of_object(object, entries);
        if document.len() + part.len() > LIMIT {
            *document += &format!("\n{} more objects are not shown here.\n", group.objects.len() - shown);
            break;
        }
        *document += &part;
    }
}

fn hazards(report: &Report) -> String {
    let dangerous: Vec<&Item> = report.items.iter().filter(|item| !item.hazards.is_empty()).collect();
    if dangerous.is_empty() {
        return String::new();
    }
    let mut text = "\n| change | of | hazards |\n| --- | --- | --- |\n".to_owned();
    for item in dangerous {
        let hazards: Vec<_> = item.hazards.iter().map(|hazard| format!("`{}`", hazard.as_str())).collect();
        text += &format!("| {} | {} | {} |\n", item.described.kind, plain(&item.described.path()), hazards.join(", "));
    }
    text
}

fn of_object(object: &str, entries: &[Entry]) -> String {
    let lines: String = entries.iter().map(lines).collect();
    let fence = "`".repeat(longest_fence(&lines).max(2) + 1);
    format!(
        "\n<details><summary>{}</summary>\n\n{fence}diff\n{lines}{fence}\n\n</details>\n",
        escaped(&printable(object))
    )
}

/// What goes with a minus, what comes with a plus.
fn lines(entry: &Entry) -> String {
    let sign = |tag: ChangeTag| match tag {
        ChangeTag::Delete => "-",
        ChangeTag::Insert => "+",
        ChangeTag::Equal => " ",
    };
    let lines = entry.lines().into_iter().map(|(tag, line)| format!("{} {line}\n", sign(tag)));
    let notes =
        entry.notes.iter().map(|note| format!("# {} {}: {note}\n", entry.words(), entry.part.unwrap_or_default()));
    lines.chain(notes).collect()
}

/// The longest run of backticks in a text.
fn longest_fence(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or_default()
}

//! A difference for a person at a terminal: grouped by object.

use similar::ChangeTag;

use super::{Entry, Group, Report, Sign};
use crate::hazard::words;
use crate::report::paint::Paint;
use crate::text::printable;

/// Every object with what happens to it, notes, and a summary line. Escape sequences are written only
/// with `color`.
#[must_use]
pub fn render(report: &Report, color: bool) -> String {
    let paint = Paint { color };
    let mut text = String::new();
    report.groups().iter().for_each(|group| text += &of_group(&paint, group));
    for note in report.notes.iter().chain(&report.not_compared).chain(&report.offers) {
        text += &format!("note: {}\n", printable(note));
    }
    if [&report.notes, &report.not_compared, &report.offers].iter().any(|told| !told.is_empty()) {
        text.push('\n');
    }
    text + &format!("{}\n", report.summary())
}

fn of_group(paint: &Paint, group: &Group) -> String {
    let mut text = group.heading.map_or_else(String::new, |heading| format!("{}\n\n", paint.bold(heading)));
    for (object, entries) in &group.objects {
        text += &format!("{}\n", paint.bold(&printable(object)));
        text.extend(entries.iter().map(|entry| of_entry(paint, entry)));
        text.push('\n');
    }
    text.extend(group.notes.iter().map(|note| format!("{}\n", printable(note))));
    if group.notes.is_empty() { text } else { text + "\n" }
}

fn of_entry(paint: &Paint, entry: &Entry) -> String {
    let head = format!("  {} {} {}", entry.sign.as_str(), entry.words(), entry.part.unwrap_or_default());
    let mut text = format!("{}\n", signed(paint, entry.sign, printable(head.trim_end()).as_ref()));
    text.extend(entry.lines().iter().map(|(tag, line)| format!("{}\n", line_of(paint, *tag, line))));
    if !entry.hazards.is_empty() {
        text += &format!("      {}\n", paint.warn(&format!("hazards: {}", words(&entry.hazards))));
    }
    for note in &entry.notes {
        text += &format!("      {}\n", printable(note));
    }
    text
}

fn line_of(paint: &Paint, tag: ChangeTag, line: &str) -> String {
    let line = printable(line);
    match tag {
        ChangeTag::Delete => paint.red(&format!("      - {line}")),
        ChangeTag::Insert => paint.green(&format!("      + {line}")),
        ChangeTag::Equal => format!("        {line}"),
    }
}

fn signed(paint: &Paint, sign: Sign, text: &str) -> String {
    match sign {
        Sign::Plus => paint.green(text),
        Sign::Minus => paint.red(text),
        Sign::Tilde => paint.cyan(text),
    }
}

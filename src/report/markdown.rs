//! Findings as a comment for a pull request, or the summary of a job.

use super::context::numbers;
use super::{Context, printable as safe, text};
use crate::lint::{Diagnostic, Report};
use crate::text::{counted, printable};

/// The first line: what finds the comment again, so that it is updated in place.
pub const MARKER: &str = "<!-- ragsql-lint -->";

/// How long a comment gets, in bytes; GitHub takes 65,536 characters.
const LIMIT: usize = 60_000;

/// The marker, a heading, and a table of findings. What does not fit is counted.
#[must_use]
pub fn render(report: &Report, context: &Context) -> String {
    let report = &*safe::safe(report);
    let mut document = format!("{MARKER}\n### ragsql lint: {}\n", text::summary(report));
    if report.findings.is_empty() {
        return document;
    }
    document += "\n| level | where | what |\n| --- | --- | --- |\n";
    for (shown, finding) in report.findings.iter().enumerate() {
        let row = row(report, context, finding);
        if document.len() + row.len() > LIMIT {
            document += &format!("\n{} not shown here.\n", counted(report.findings.len() - shown, "more finding"));
            break;
        }
        document += &row;
    }
    document
}

fn row(report: &Report, context: &Context, finding: &Diagnostic) -> String {
    let region = context.region(report, finding.place);
    let place = format!("`{}:{}`", region.path, region.start.line);
    let rule = match context.docs(finding.rule) {
        Some(url) => format!("[{}]({url})", finding.rule),
        None => format!("`{}`", finding.rule),
    };
    let mut lines = vec![format!("{} ({rule})", escaped(&finding.message))];
    if !finding.engine_errors.is_empty() {
        lines.push(format!("Msg {}", numbers(&finding.engine_errors)));
    }
    lines.extend(finding.help.iter().map(|help| format!("**Instead:** {}", escaped(help))));
    for related in &finding.related {
        let region = context.region(report, related.place);
        lines.push(format!(
            "{}: {}",
            escaped(&format!("`{}:{}`", region.path, region.start.line)),
            escaped(&related.message)
        ));
    }
    format!("| {} | {} | {} |\n", finding.level, escaped(&place), lines.join("<br>"))
}

/// Text that stays what it is in a cell of a table: names in backticks are code, nothing else has a
/// meaning, and no variable (`@id`) calls a person.
pub(super) fn escaped(text: &str) -> String {
    let has_pairs = text.matches('`').count().is_multiple_of(2);
    with_code(text, has_pairs)
}

/// The same of a text in which backticks mean nothing either: names come from anybody.
pub(super) fn plain(text: &str) -> String {
    with_code(&printable(text), false)
}

fn with_code(text: &str, has_code: bool) -> String {
    let mut is_code = false;
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '`' if has_code => is_code = !is_code,
            '|' => escaped.push('\\'),
            '\r' => continue,
            '\n' => {
                escaped.push_str("<br>");
                continue;
            }
            '<' | '>' | '&' | '\\' | '*' | '_' | '[' | ']' | '`' | '~' | '#' if !is_code => escaped.push('\\'),
            _ => {}
        }
        escaped.push(character);
        if character == '@' && !is_code {
            escaped.push_str("<!-- -->");
        }
    }
    escaped
}

/// Text as code in a line, whatever is in it; in a cell of a table, bars are still to be escaped.
pub(super) fn code(text: &str) -> String {
    let shown = printable(text);
    let longest = shown.split(|c| c != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat(longest + 1);
    let room = if longest > 0 { " " } else { "" };
    format!("{fence}{room}{shown}{room}{fence}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_from_anybody_means_nothing() {
        assert_eq!(plain("a|b`c`<d>@e"), r"a\|b\`c\`\<d\>@<!-- -->e");
        assert_eq!(plain("two\nlines"), r"two\\nlines");
        assert_eq!(code("a"), "`a`");
        assert_eq!(code("a``b`"), "``` a``b` ```");
    }

    #[test]
    fn names_are_code_and_nothing_else_has_a_meaning() {
        assert_eq!(escaped("`a_b|c` of <b>x_y</b>"), r"`a_b\|c` of \<b\>x\_y\</b\>");
        assert_eq!(escaped("one ` alone"), r"one \` alone");
        assert_eq!(escaped("two\r\nlines"), "two<br>lines");
        assert_eq!(escaped("`@id` and @id"), "`@id` and @<!-- -->id");
    }
}

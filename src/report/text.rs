//! Findings for a person: the source line with carets, what to do instead, and a summary line.

use std::borrow::Cow;

use annotate_snippets::{AnnotationKind, Group, Level as Title, Origin, Renderer, Snippet};

use super::printable;
use crate::catalog::Place;
use crate::lint::{Diagnostic, Level, Report};
use crate::text::{Span, counted, is_control};

/// How much of a long line is shown, in bytes.
const WINDOW: usize = 160;

/// Every finding, then the summary. Escape sequences are written only with `color`.
#[must_use]
pub fn render(report: &Report, color: bool) -> String {
    let report = &*printable::safe(report);
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let mut text = String::new();
    for finding in &report.findings {
        text.push_str(&rendered(&renderer, report, finding));
        text.push_str("\n\n");
    }
    text.push_str(&summary(report));
    text.push('\n');
    text
}

/// One finding, without escape sequences.
pub(super) fn finding(report: &Report, finding: &Diagnostic) -> String {
    rendered(&Renderer::plain(), report, finding)
}

/// One finding. The renderer puts a line with three colons and nothing else between a place and the part of a long
/// line that is shown: it says nothing.
fn rendered(renderer: &Renderer, report: &Report, finding: &Diagnostic) -> String {
    let text = renderer.render(&groups(report, finding));
    let lines = text.split('\n').filter(|line| !is_mark_alone(line));
    lines.collect::<Vec<_>>().join("\n")
}

/// Whether a line is three colons, whatever their color.
fn is_mark_alone(line: &str) -> bool {
    let mut marks = line.split('\u{1b}').enumerate().map(|(at, piece)| match at {
        0 => piece,
        _ => piece.split_once('m').map_or("", |(_, text)| text),
    });
    line.contains(":::") && marks.by_ref().all(|piece| matches!(piece.trim(), "" | ":::"))
}

/// One line: how many findings of each level, in how many files, for which engine.
#[must_use]
pub fn summary(report: &Report) -> String {
    let counts: Vec<String> = [(Level::Error, "error"), (Level::Warning, "warning"), (Level::Info, "info")]
        .into_iter()
        .filter(|(level, _)| report.count(*level) > 0)
        .map(|(level, word)| counted(report.count(level), word))
        .collect();
    let found = if counts.is_empty() { "no findings".to_owned() } else { counts.join(", ") };
    let allowed = if report.allowed > 0 { format!(", {} allowed", report.allowed) } else { String::new() };
    format!("{found}{allowed} in {} (engine: {})", counted(report.files.len(), "file"), report.engine)
}

fn groups<'a>(report: &'a Report, finding: &'a Diagnostic) -> Vec<Group<'a>> {
    let level = match finding.level {
        Level::Error => Title::ERROR,
        Level::Warning => Title::WARNING,
        Level::Info | Level::Off => Title::INFO,
    };
    let title = level.primary_title(&*finding.message).id(finding.rule);
    let mut first = shown(Group::with_title(title), report, finding.place, AnnotationKind::Primary);
    let numbers: Vec<String> = finding.engine_errors.iter().map(ToString::to_string).collect();
    if !numbers.is_empty() {
        first = first.element(Title::NOTE.message(format!("the server answers with Msg {}", numbers.join(", "))));
    }
    if let Some(help) = &finding.help {
        first = first.element(Title::HELP.message(&**help));
    }
    if finding.fix.is_some() {
        first = first.element(Title::HELP.message("`ragsql lint --fix` does it"));
    }
    let related = finding.related.iter().map(|related| {
        let title = Title::NOTE.secondary_title(&*related.message);
        shown(Group::with_title(title), report, related.place, AnnotationKind::Context)
    });
    std::iter::once(first).chain(related).collect()
}

/// Adds the place to a group: file, line and column, then the line with the span marked.
fn shown<'a>(group: Group<'a>, report: &'a Report, place: Place, kind: AnnotationKind) -> Group<'a> {
    let file = report.file(place);
    if file.text().is_empty() {
        return group.element(Origin::path(file.path()));
    }
    let position = file.position(place.span.start);
    let line = position.line as usize;
    let window = Window::around(report, place, position.line);
    let snippet = Snippet::source(window.text).line_start(line).annotation(kind.span(window.span.range()));
    if window.is_cut {
        let origin = Origin::path(file.path()).line(line).char_column(position.column as usize);
        return group.element(origin).element(snippet);
    }
    group.element(snippet.path(file.path()))
}

/// The part of a span's first line that is shown.
struct Window<'a> {
    text: Cow<'a, str>,
    /// The span in it.
    span: Span,
    /// It does not begin where the line does, so a column in it is not that of the file.
    is_cut: bool,
}

impl<'a> Window<'a> {
    /// The line, or as much of a long one as stands around the span: the work does not grow with it.
    fn around(report: &'a Report, place: Place, line: u32) -> Self {
        let (file, span) = (report.file(place), place.span);
        let (start, end) = (file.line_start(line) as usize, file.line_start(line + 1) as usize);
        let at = span.start as usize;
        let is_cut = end - start > WINDOW;
        let from = if is_cut { boundary(file.text(), at.saturating_sub(WINDOW / 4).max(start)) } else { start };
        let to = boundary(file.text(), end.min(from + WINDOW));
        let text = file.text()[from..to].trim_end_matches(['\r', '\n']);
        let first = at.min(from + text.len());
        let last = (span.end as usize).min(from + text.len()).max(first);
        let text = match report.shown(place.file, text, from) {
            Cow::Borrowed(text) => still(text),
            Cow::Owned(text) => Cow::Owned(still(&text).into_owned()),
        };
        Self { text, span: Span::new(first - from, last - from), is_cut }
    }
}

/// The text with marks of the same length in place of characters that do something to a terminal and that the renderer
/// lets through.
fn still(text: &str) -> Cow<'_, str> {
    let moves = |c: char| is_control(c) && c.len_utf8() > 1;
    if !text.contains(moves) {
        return Cow::Borrowed(text);
    }
    let mark = |c: char| match c {
        c if !moves(c) => c,
        c if c.len_utf8() == 2 => '·',
        _ => '\u{fffd}',
    };
    Cow::Owned(text.chars().map(mark).collect())
}

/// The character boundary at or before an offset.
fn boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

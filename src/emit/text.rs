//! The script as it is written: sections, objects, batches, with LF line ends.

use crate::source::lf;
use crate::text::is_control;

/// A comment that holds all of a text: names in it come from anybody; none ends it, and none makes it a directive.
#[must_use]
pub fn comment(text: &str) -> String {
    let line: String = text.chars().map(|c| if is_control(c) { ' ' } else { c }).collect();
    let start = line.trim_start_matches(['-', '/', '*', ' ']).as_bytes();
    let directs = start.get(..6).is_some_and(|word| word.eq_ignore_ascii_case(b"ragsql"));
    if directs { format!("-- ({line})") } else { format!("-- {line}") }
}

/// A script in the making.
#[derive(Default)]
pub(super) struct Script {
    text: String,
    /// The heading of a section of which nothing is written yet.
    heading: Option<&'static str>,
}

impl Script {
    /// Begins a section. Its heading is written with the first thing in it.
    pub(super) fn section(&mut self, heading: &'static str) {
        self.heading = Some(heading);
    }

    /// Comments, each a line of its own, whatever it says.
    pub(super) fn comments(&mut self, comments: &[String]) {
        if comments.is_empty() {
            return;
        }
        self.begin();
        for comment in comments {
            self.line(&self::comment(comment));
        }
    }

    /// Statements as one batch, with comments above them. Without statements, the comments alone.
    pub(super) fn batch(&mut self, comments: &[String], statements: &[String]) {
        self.comments(comments);
        if statements.is_empty() {
            return self.gap(comments);
        }
        self.begin();
        for (at, statement) in statements.iter().enumerate() {
            if at > 0 && (statement.contains('\n') || statements[at - 1].contains('\n')) {
                self.line("");
            }
            self.line(&format!("{statement};"));
        }
        self.line("GO\n");
    }

    /// A text that is a batch of its own, and keeps what its last line is. The comments stand in a
    /// batch before it: the server keeps what stands before CREATE with a module.
    pub(super) fn module(&mut self, comments: &[String], text: &str) {
        self.comments(comments);
        if !comments.is_empty() {
            self.line("GO");
        }
        self.begin();
        self.line(text);
        self.line("GO\n");
    }

    /// The script.
    pub(super) fn finish(self) -> String {
        format!("{}\n", lf(self.text.trim_end()))
    }

    fn gap(&mut self, comments: &[String]) {
        if !comments.is_empty() {
            self.line("");
        }
    }

    fn begin(&mut self) {
        if let Some(heading) = self.heading.take() {
            self.line(&format!("---- {heading}\n"));
        }
    }

    fn line(&mut self, line: &str) {
        self.text += line;
        self.text.push('\n');
    }
}

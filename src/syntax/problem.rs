//! Problems: what is wrong with a text before it is looked at as statements.

use crate::text::Span;

/// What kind of problem it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ProblemKind {
    /// A string, comment or delimited name has no end; the rest of the file is inside it.
    Unterminated,
    /// A line starts with GO but holds something else than a count and a comment.
    GoLine,
    /// A line of sqlcmd (`:r`, `:setvar`, `!!`), which no server understands.
    SqlcmdDirective,
    /// `$(name)` outside a string: a variable of sqlcmd, which no server understands.
    SqlcmdVariable,
    /// `${name}` outside a string: a placeholder that another tool fills in before it sends the text.
    Placeholder,
    /// A block that does not end, an END or a parenthesis without its partner.
    Unbalanced,
    /// Blocks are nested deeper than the recognizer follows.
    TooDeep,
    /// A `-- ragsql:` comment that is not understood or stands where it has no effect.
    Directive,
    /// A comment that begins like a directive and is an ordinary comment.
    NearDirective,
}

impl ProblemKind {
    /// Whether a tool that runs such files mends it.
    #[must_use]
    pub fn is_of_another_tool(self) -> bool {
        matches!(self, ProblemKind::SqlcmdDirective | ProblemKind::SqlcmdVariable | ProblemKind::Placeholder)
    }

    /// Its stable name: `go-line`, `unterminated`, ….
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            ProblemKind::Unterminated => "unterminated",
            ProblemKind::GoLine => "go-line",
            ProblemKind::SqlcmdDirective => "sqlcmd-directive",
            ProblemKind::SqlcmdVariable => "sqlcmd-variable",
            ProblemKind::Placeholder => "placeholder",
            ProblemKind::Unbalanced => "unbalanced",
            ProblemKind::TooDeep => "too-deep",
            ProblemKind::Directive => "directive",
            ProblemKind::NearDirective => "near-directive",
        }
    }

    /// Whether a file with it is not run: no server would understand it, or something would silently not be done.
    /// The rest the server judges.
    #[must_use]
    pub fn stops_a_run(self) -> bool {
        match self {
            ProblemKind::GoLine
            | ProblemKind::SqlcmdDirective
            | ProblemKind::SqlcmdVariable
            | ProblemKind::Unterminated
            | ProblemKind::Directive => true,
            ProblemKind::Placeholder | ProblemKind::Unbalanced | ProblemKind::TooDeep | ProblemKind::NearDirective => {
                false
            }
        }
    }
}

/// How many problems of a text are kept. A text that has more is hardly SQL, and nobody reads on.
const MOST: usize = 5000;

/// Adds a problem, unless enough are there.
pub fn add(problems: &mut Vec<Problem>, problem: Problem) {
    // These come once, and what follows depends on them.
    let is_last = matches!(problem.kind, ProblemKind::Unterminated | ProblemKind::TooDeep);
    if problems.len() < MOST || is_last {
        problems.push(problem);
    }
}

/// A problem with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// What kind.
    pub kind: ProblemKind,
    /// Where; byte offsets into the file.
    pub span: Span,
    /// What it means and what to do: a sentence without a full stop.
    pub message: String,
}

impl Problem {
    /// A problem of a kind at a place.
    #[must_use]
    pub fn new(kind: ProblemKind, span: Span, message: impl Into<String>) -> Self {
        Self { kind, span, message: message.into() }
    }
}

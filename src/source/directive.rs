//! Directives: comments of the form `-- ragsql: …`.

use crate::guard::Guard;
use crate::syntax::{Problem, ProblemKind};
use crate::text::Span;

/// The directives in the comment lines before the first statement, without `allow`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Header {
    /// `-- ragsql: no-transaction`.
    pub no_transaction: Option<Span>,
    /// `-- ragsql: guard …`.
    pub guards: Vec<(Guard, Span)>,
}

/// `-- ragsql: allow <rule> <reason>`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Allow {
    /// The rule's code as written.
    pub rule: String,
    /// Why. Never empty.
    pub reason: String,
    /// The comment.
    pub span: Span,
    /// It stands before the first statement and so is for the whole file.
    pub in_header: bool,
}

/// What the comments of a file say.
#[derive(Debug, Default)]
pub(super) struct Directives {
    pub header: Header,
    pub allows: Vec<Allow>,
    pub problems: Vec<Problem>,
}

/// Reads the directives among the comments before the first statement and those after it.
pub(super) fn read(text: &str, header: &[Span], comments: &[Span]) -> Directives {
    let mut directives = Directives::default();
    let placed = header.iter().map(|span| (*span, true)).chain(comments.iter().map(|span| (*span, false)));
    for (span, in_header) in placed {
        match body(&text[span.range()]) {
            Some(Ok(directive)) => directives.add(directive, span, in_header),
            Some(Err(message)) => directives.problem(span, message),
            None => directives.problems.extend(
                near(&text[span.range()]).map(|message| Problem::new(ProblemKind::NearDirective, span, message)),
            ),
        }
    }
    directives
}

impl Directives {
    fn add(&mut self, directive: &str, span: Span, in_header: bool) {
        let (word, rest) = first_word(directive);
        match word {
            "allow" => self.add_allow(rest, span, in_header),
            "no-transaction" | "guard" if !in_header => {
                self.problem(span, format!("`{word}` is for the whole file; put it above the first statement"));
            }
            "no-transaction" if rest.is_empty() => self.header.no_transaction = Some(span),
            "no-transaction" => self.problem(span, "`no-transaction` takes nothing behind it".to_owned()),
            "guard" => match Guard::parse(rest) {
                Ok(guard) => self.header.guards.push((guard, span)),
                Err(error) => self.problem(span, format!("{error}")),
            },
            _ => self.problem(span, format!("unknown directive `{word}`; there are no-transaction, guard and allow")),
        }
    }

    fn add_allow(&mut self, rest: &str, span: Span, in_header: bool) {
        let (rule, reason) = first_word(rest);
        if reason.is_empty() {
            let message = "an allowance names a rule and a reason: `-- ragsql: allow <rule> <reason>`";
            self.problem(span, message.to_owned());
        } else {
            self.allows.push(Allow { rule: rule.to_owned(), reason: reason.to_owned(), span, in_header });
        }
    }

    fn problem(&mut self, span: Span, message: String) {
        self.problems.push(Problem::new(ProblemKind::Directive, span, message));
    }
}

/// The directive in a comment, if it holds one; an error when it is nearly one.
fn body(comment: &str) -> Option<Result<&str, String>> {
    let is_line = comment.starts_with("--");
    let inner = comment.trim_start_matches(['-', '/', '*', ' ', '\t']);
    let rest = inner.get(..6).filter(|word| word.eq_ignore_ascii_case("ragsql")).map(|_| inner[6..].trim_start())?;
    match rest.strip_prefix(':') {
        Some(directive) if is_line => Some(Ok(directive.trim())),
        Some(_) => Some(Err("a directive stands in a line comment: `-- ragsql: …`".to_owned())),
        None if is_directive(first_word(rest).0) => Some(Err("a colon is missing: `-- ragsql: …`".to_owned())),
        None => None,
    }
}

/// What is said of a comment that begins with `ragsql` and a misspelt directive. A sentence that begins with the
/// program's name is none.
fn near(comment: &str) -> Option<String> {
    let inner = comment.trim_start_matches(['-', '/', '*', ' ', '\t', '@']);
    let rest = inner.get(..6).filter(|word| word.eq_ignore_ascii_case("ragsql")).map(|_| &inner[6..])?;
    let words = rest.trim_start_matches(|c: char| !c.is_alphanumeric());
    let word = words.split(|c: char| c.is_whitespace() || c == ':').next().unwrap_or_default().to_lowercase();
    let is_verb = |known: &str| word.strip_suffix('s') == Some(known);
    DIRECTIVES.iter().any(|known| is_near(&word, known) && !is_verb(known)).then(|| {
        "this looks like a directive and is only a comment; a directive is written `-- ragsql: <directive>`".to_owned()
    })
}

/// Whether a word is another with a letter more, less or wrong, two of them swapped, or another mark inside.
fn is_near(word: &str, known: &str) -> bool {
    let letters = |text: &str| text.bytes().filter(u8::is_ascii_alphabetic).collect::<Vec<_>>();
    let (word, known) = (letters(word), letters(known));
    let sorted = |letters: &[u8]| {
        let mut letters = letters.to_vec();
        letters.sort_unstable();
        letters
    };
    let start = word.iter().zip(&known).take_while(|(one, other)| one == other).count();
    let end = word.iter().rev().zip(known.iter().rev()).take_while(|(one, other)| one == other).count();
    word.len().abs_diff(known.len()) <= 1 && start + end + 1 >= word.len().max(known.len())
        || sorted(&word) == sorted(&known)
}

/// The words that directives begin with.
const DIRECTIVES: [&str; 3] = ["allow", "guard", "no-transaction"];

fn is_directive(word: &str) -> bool {
    DIRECTIVES.contains(&word)
}

fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    (&text[..end], text[end..].trim())
}

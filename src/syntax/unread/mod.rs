//! What a statement holds that nobody read: words behind what its parser understood, clauses, options and
//! values that the grammar does not have. Typed parsers are lenient, so that replay goes on; here is
//! told what they passed over, in one place for the linter and the sandbox.
//!
//! The lists are those of T-SQL as ScriptDom 180 has it: where they are closed, the server answers with a
//! syntax error (Msg 102, 156), whatever the version.

mod access;
mod call;
mod control;
mod database;
mod options;
mod pattern;
mod queries;
mod session;
mod table;

use std::ops::Range;

use self::pattern::{Row, misfit};
use super::ast::{AlterPolicy, Kind, ObjectClass, Statement};
use super::lexer::{self, Token};
use super::query::{Reason, is_reserved};
use crate::name::Ident;
use crate::text::Span;

/// Something that was not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unread {
    /// Where it stands: an offset into the text of the statement.
    pub span: Span,
    /// Why: [`Reason::NotKnown`] where the server may know it.
    pub reason: Reason,
}

/// How far statements are looked into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// Queries, conditions and values are read too.
    All,
    /// They are left to who runs them.
    Clauses,
}

/// What a statement itself leaves unread; of a module, its body included. Other statements inside it are
/// not looked into. `text` is what its spans are offsets into.
#[must_use]
pub fn of_statement(text: &str, statement: &Statement, look: Look) -> Vec<Unread> {
    let mut reader = Reader { text, look, tokens: Vec::new(), next: 0, span: statement.span, found: Vec::new() };
    reader.statement(statement);
    reader.found
}

/// What statements, and those inside them, leave unread. Text that is executed is not looked into.
#[must_use]
pub fn of_all(text: &str, statements: &[Statement], look: Look) -> Vec<Unread> {
    let mut found = Vec::new();
    for statement in statements {
        found.extend(of_statement(text, statement, look));
        if !matches!(statement.kind, Kind::Dynamic { .. }) {
            let inner = statement.children().into_iter();
            inner.for_each(|inner| found.extend(of_all(text, std::slice::from_ref(inner), look)));
        }
    }
    found
}

/// Reads one statement after its parser did.
struct Reader<'a> {
    text: &'a str,
    look: Look,
    span: Span,
    /// Those of the statement.
    tokens: Vec<Token>,
    /// From which of them on a clause is looked for.
    next: usize,
    found: Vec<Unread>,
}

impl<'a> Reader<'a> {
    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            Kind::Block(_) | Kind::TryCatch { .. } | Kind::Opaque { .. } => {}
            Kind::If { condition, .. } | Kind::While { condition, .. } => self.expression(*condition),
            Kind::Dml { .. } => self.query(statement.span),
            Kind::Assign { value, .. } => self.assigned(*value),
            Kind::Declare(variables) => self.declared(variables),
            kind => {
                let within = self.text.get(self.span.range()).map_or(Span::default(), |_| self.span);
                self.tokens = lexer::lex(self.text, within).tokens;
                self.typed(kind);
            }
        }
    }

    fn typed(&mut self, kind: &Kind) {
        match kind {
            Kind::CreateTable { .. } | Kind::AlterTable { .. } | Kind::CreateType { .. } | Kind::CreateIndex { .. } => {
                self.definition(kind);
            }
            Kind::AlterIndex { index, options, .. } => self.options_of(index, options, options::INDEX),
            Kind::DropIndex { items, .. } => {
                items.iter().for_each(|item| self.options_of([&item.index], &item.options, options::INDEX));
            }
            Kind::CreateStatistics { name, options, .. } => self.options_of([name], options, options::STATISTICS),
            Kind::UpdateStatistics { names, options, .. } => self.options_of(names, options, options::STATISTICS),
            Kind::Module { name, module, statements, body_span, .. } => {
                self.go_to(name.object());
                self.module(module, statements, *body_span);
            }
            Kind::CreatePolicy { policy, .. } => {
                policy.predicates.iter().for_each(|predicate| self.predicate(predicate))
            }
            Kind::AlterPolicy { actions, .. } => actions.iter().for_each(|(action, _)| match action {
                AlterPolicy::Add(predicate) | AlterPolicy::Alter(predicate) => self.predicate(predicate),
                AlterPolicy::Drop { .. } => {}
            }),
            Kind::CreatePrincipal { class, .. } | Kind::AlterPrincipal { class, .. } => self.principal(class),
            Kind::Permission { permissions, .. } => self.permissions(permissions),
            Kind::Drop { class, tail, .. } => self.drop_tail(class, tail.as_ref()),
            Kind::AlterDatabase { .. } => self.database(),
            Kind::ScopedConfiguration { name, .. } => self.configuration(name),
            Kind::SetOption { .. } => self.set_option(),
            Kind::Execute { .. } | Kind::Dynamic { .. } | Kind::Rename { .. } | Kind::ExtendedProperty { .. } => {
                self.call();
            }
            Kind::NamedObject { class: ObjectClass::Other(class), .. } => self.named(class),
            Kind::Other(word) => self.control(word),
            _ => {}
        }
    }

    /// The tokens of the statement from an index on.
    fn row(&self, from: usize) -> Row<'_> {
        Row { source: self.text, tokens: self.tokens.get(from..).unwrap_or_default() }
    }

    /// The tokens from an index on have to be one of these rows of words.
    fn fit(&mut self, from: usize, patterns: &[&str]) {
        if let Some(at) = misfit(self.row(from), patterns) {
            self.unexpected(from + at);
        }
    }

    /// The token at an index cannot stand there; past the end, more is missing.
    fn unexpected(&mut self, at: usize) {
        let Some(token) = self.tokens.get(at).or(self.tokens.last()).copied() else { return };
        self.refuse(token.span);
    }

    /// What stands here cannot.
    fn refuse(&mut self, span: Span) {
        let near = self.text.get(span.range()).unwrap_or("").to_owned();
        let reason = if is_reserved(&near) { Reason::Keyword(near) } else { Reason::Syntax(near) };
        self.found.push(Unread { span, reason });
    }

    /// What stands here is not known, and the server may know it.
    fn unknown(&mut self, span: Span, what: impl Into<String>) {
        self.found.push(Unread { span, reason: Reason::NotKnown(what.into()) });
    }

    /// A clause that a typed parser kept as text.
    fn opaque(&mut self, clause: &str) {
        if let Some(found) = self.find(clause) {
            self.unexpected(found.start);
        }
    }

    /// The tokens of the statement that are written as this text is: the next ones from where the last were found. What is
    /// looked for in the order in which it is written costs one walk over the statement.
    fn find(&mut self, clause: &str) -> Option<Range<usize>> {
        let wanted = lexer::lex(clause, Span::new(0, clause.len())).tokens;
        let first = wanted.first()?.text(clause);
        let is_it = |at: &usize| {
            let written = self.tokens[*at..].iter().map(|token| token.text(self.text));
            self.tokens[*at].text(self.text).eq_ignore_ascii_case(first)
                && wanted.len() <= self.tokens.len() - at
                && written.zip(&wanted).all(|(token, wanted)| token.eq_ignore_ascii_case(wanted.text(clause)))
        };
        let start = (self.next..self.tokens.len()).find(is_it).or_else(|| (0..self.next).find(is_it))?;
        self.next = start;
        Some(start..start + wanted.len())
    }

    /// Looks behind this name, where it is written, from now on.
    fn go_to(&mut self, name: &Ident) {
        let is_it =
            |token: &Token| token.kind.is_written_name() && name.is(&lexer::identifier_text(token.text(self.text)));
        if let Some(at) = self.tokens.get(self.next..).unwrap_or_default().iter().position(is_it) {
            self.next += at + 1;
        }
    }

    /// Where tokens stand.
    fn span_of(&self, range: Range<usize>) -> Option<Span> {
        let found = self.tokens.get(range)?;
        Some(found.first()?.span.to(found.last()?.span))
    }
}

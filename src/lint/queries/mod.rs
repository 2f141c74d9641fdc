//! Queries that concern vectors, wherever they stand: in files, in the bodies of modules, in text that is
//! executed. Each is read once, and judged by the rules of queries.

mod gather;
mod purpose;
mod ranking;
mod restriction;
mod scope;
mod vocabulary;
mod writes;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub(super) use gather::Queries;
pub(super) use ranking::terms_of;
pub use ranking::{Ranking, is_call, literal};
pub(super) use restriction::restricts;
pub use scope::Searched;
pub use writes::{Write, Written};

use super::Options;
use crate::catalog::{Catalog, Place};
use crate::name::{Ident, Name};
use crate::schema::{DataType, FunctionKind, ModuleKind};
use crate::syntax::lexer::{Lexer, Token};
use crate::syntax::query::ast::Statement;
use crate::text::Span;

/// A query or change of rows that concerns vectors.
#[derive(Debug)]
pub struct VectorQuery {
    /// What it says.
    pub statement: Statement,
    /// Where it stands.
    pub home: Home,
    /// The variables that it sees.
    pub variables: Arc<Variables>,
    /// Whether it runs for certain, once its file does, or its module is executed.
    pub certain: bool,
    /// A comment in it or above it says that it is exact, or brute force: it reads every row on purpose.
    pub exact_on_purpose: bool,
    /// The names of its common table expressions.
    pub ctes: BTreeSet<Ident>,
    text: Box<str>,
    anchor: Anchor,
}

/// Where a query stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Home {
    /// In a file, or in text that the file executes.
    Script,
    /// In the body of a module.
    Module {
        /// The module.
        name: Name,
        /// Its kind.
        kind: ModuleKind,
        /// A function's kind.
        function: Option<FunctionKind>,
    },
}

/// Variables by name, with what is known of them.
pub type Variables = BTreeMap<Ident, Variable>;

/// A variable or parameter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Variable {
    /// Its type.
    pub data_type: Option<DataType>,
    /// The external models that its value comes from.
    pub models: Vec<Ident>,
}

/// Where in a file a query's text is.
#[derive(Debug, Clone, Copy)]
struct Anchor {
    file: u32,
    /// The query in the file; the EXEC for text that is executed.
    span: Span,
    /// Whether the text is the file's own, so that places in it are places in the file.
    exact: bool,
}

impl VectorQuery {
    /// The whole query, or the EXEC whose text it is.
    #[must_use]
    pub fn whole(&self) -> Place {
        Place { file: self.anchor.file, span: self.anchor.span }
    }

    /// The name, word or literal that starts at a byte of the query: of a name with dots all of it.
    #[must_use]
    pub fn place(&self, at: usize) -> Place {
        if !self.anchor.exact {
            return self.whole();
        }
        let mut tokens = self.tokens(at).peekable();
        let Some(first) = tokens.next() else { return self.whole() };
        let mut span = first.span;
        if first.kind.is_written_name() {
            while tokens.next_if(|token| token.is_symbol(&self.text, ".")).is_some()
                && let Some(part) = tokens.next_if(|token| token.kind.is_written_name())
            {
                span = span.to(part.span);
            }
        }
        self.shifted(span)
    }

    /// From the first byte of a name, word or literal to the end of the parenthesis behind it: a call. What is
    /// no call is placed as by [`VectorQuery::place`].
    #[must_use]
    pub fn call_place(&self, at: usize) -> Place {
        if !self.tokens(at).nth(1).is_some_and(|token| token.is_symbol(&self.text, "(")) {
            return self.place(at);
        }
        let mut depth = 0_usize;
        let mut span: Option<Span> = None;
        for token in self.tokens(at) {
            span = Some(span.map_or(token.span, |span| span.to(token.span)));
            depth += usize::from(token.is_symbol(&self.text, "("));
            if token.is_symbol(&self.text, ")") {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    break;
                }
            }
        }
        match span {
            Some(span) if self.anchor.exact => self.shifted(span),
            _ => self.whole(),
        }
    }

    fn tokens(&self, at: usize) -> impl Iterator<Item = Token> {
        let within = Span::new(at.min(self.text.len()), self.text.len());
        Lexer::new(&self.text, within).tokens()
    }

    fn shifted(&self, span: Span) -> Place {
        let base = self.anchor.span.start;
        Place { file: self.anchor.file, span: Span { start: base + span.start, end: base + span.end } }
    }

    /// The type of a variable that it sees.
    #[must_use]
    pub fn variable(&self, name: &Ident) -> Option<&DataType> {
        self.variables.get(name)?.data_type.as_ref()
    }
}

/// A query that is judged, and what it meets.
pub struct QueryCx<'a> {
    /// The query.
    pub query: &'a VectorQuery,
    /// The catalog: as it is where the query stands, or, for what stays in the body of a module, as it is
    /// in the end.
    pub catalog: &'a Catalog,
    /// What is set for the project.
    pub options: &'a Options,
    /// The path of the file.
    pub path: &'a str,
}

//! Variables whose value is known: those that were set from a single literal.

use std::collections::BTreeMap;

use crate::name::Ident;
use crate::replay::condition::{Value, literal};
use crate::syntax::lexer::lex;
use crate::text::Span;

/// The variables of a batch.
#[derive(Debug, Default)]
pub(super) struct Variables(BTreeMap<Ident, Value>);

impl Variables {
    /// Those whose value is known.
    pub(super) fn known(&self) -> &BTreeMap<Ident, Value> {
        &self.0
    }

    /// A variable takes the value of an expression; what is no literal makes it unknown.
    pub(super) fn set(&mut self, name: &Ident, expression: &str) {
        let tokens = lex(expression, Span::new(0, expression.len())).tokens;
        match tokens.as_slice() {
            [single] => drop(self.0.insert(name.clone(), literal(single, expression))),
            _ => self.forget(name),
        }
    }

    /// A variable may hold anything from here on.
    pub(super) fn forget(&mut self, name: &Ident) {
        self.0.remove(name);
    }

    /// A statement may set any variable that it names.
    pub(super) fn forget_named_in(&mut self, text: &str) {
        if self.0.is_empty() {
            return;
        }
        for after in text.split('@').skip(1) {
            let end =
                after.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$' | '#'))).unwrap_or(after.len());
            self.0.remove(&Ident::new(format!("@{}", &after[..end])));
        }
    }

    /// A batch begins.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}

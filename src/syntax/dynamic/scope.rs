//! The variables of a batch or module and what is known of them, followed in the order of the text.

use std::collections::BTreeMap;

use super::value::Value;
use crate::name::Ident;
use crate::syntax::lexer::{self, Token, TokenKind};
use crate::text::Span;

/// A value and the generation in which it was assigned.
type Known = (Value, u32);

/// What is known at one place of the text.
pub(super) struct Scope<'a> {
    pub source: &'a str,
    values: BTreeMap<Ident, Known>,
    /// Grows when control may come from elsewhere; older values are then only what may be.
    generation: u32,
    /// What was overwritten since the branch began, with what it was.
    journal: Vec<(Ident, Option<Known>)>,
    /// How many branches surround this place.
    branches: usize,
    /// How many bytes may still be copied from variables; text that doubles itself comes to an end.
    budget: usize,
}

/// Where a branch began.
pub(super) struct Mark(usize);

/// What a branch assigned: each variable with its value at the branch's end.
pub(super) type Assigned = BTreeMap<Ident, Value>;

impl<'a> Scope<'a> {
    /// Nothing is known yet. `budget` limits the bytes that are copied.
    pub fn new(source: &'a str, budget: usize) -> Self {
        Self { source, values: BTreeMap::new(), generation: 0, journal: Vec::new(), branches: 0, budget }
    }

    /// How many bytes may still be copied.
    pub fn budget(&self) -> usize {
        self.budget
    }

    /// Text elsewhere took from the same budget.
    pub fn set_budget(&mut self, left: usize) {
        self.budget = left;
    }

    /// The value of a variable.
    pub fn get(&mut self, name: &Ident) -> Value {
        let Some((value, generation)) = self.values.get(name) else { return Value::unknown() };
        match self.budget.checked_sub(value.cost()) {
            Some(left) => {
                self.budget = left;
                let is_sure = *generation == self.generation;
                let drops = value.drops.clone().filter(|_| is_sure);
                Value { complete: value.complete && is_sure, drops, pieces: value.pieces.clone() }
            }
            None => Value::unknown(),
        }
    }

    /// Takes the bytes of a copy from the budget; whether there were as many.
    pub fn spend(&mut self, cost: usize) -> bool {
        let left = self.budget.checked_sub(cost);
        self.budget = left.unwrap_or(0);
        left.is_some()
    }

    /// Assigns a variable.
    pub fn set(&mut self, name: &Ident, value: Value) {
        let old = self.values.insert(name.clone(), (value, self.generation));
        if self.branches > 0 {
            self.journal.push((name.clone(), old));
        }
    }

    /// Puts text behind a variable's value.
    pub fn append(&mut self, name: &Ident, more: Value) {
        match self.values.get_mut(name) {
            Some((value, generation)) if self.branches == 0 && *generation == self.generation => value.append(more),
            _ => {
                let mut value = self.get(name);
                value.append(more);
                self.set(name, value);
            }
        }
    }

    /// A variable was assigned something that is not known.
    pub fn forget(&mut self, name: &Ident) {
        if self.values.contains_key(name) {
            self.set(name, Value::unknown());
        }
    }

    /// Control may come here from elsewhere, as to a label or a loop: what was assigned before is only
    /// what a variable may be.
    pub fn meet(&mut self) {
        self.generation += 1;
    }

    /// Whether anything is known.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Starts a branch: statements that may not run.
    pub fn enter(&mut self) -> Mark {
        self.branches += 1;
        Mark(self.journal.len())
    }

    /// Ends a branch: everything is as before it. What it assigned comes back.
    pub fn leave(&mut self, mark: Mark) -> Assigned {
        self.branches -= 1;
        let mut assigned = Assigned::new();
        for (name, old) in self.journal.split_off(mark.0).into_iter().rev() {
            let now = match old {
                Some(old) => self.values.insert(name.clone(), old),
                None => self.values.remove(&name),
            };
            assigned.entry(name).or_insert(now.unwrap_or_default().0);
        }
        assigned
    }

    /// What a branch assigned is one of the things that a variable may be now: its pieces are kept,
    /// its whole text is not known.
    pub fn merge(&mut self, assigned: Assigned) {
        for (name, value) in assigned {
            match self.values.get_mut(&name) {
                Some((known, _)) if self.branches == 0 => {
                    known.pieces.extend(value.pieces);
                    (known.complete, known.drops) = (false, None);
                }
                _ => {
                    let mut known = self.get(&name);
                    known.pieces.extend(value.pieces);
                    (known.complete, known.drops) = (false, None);
                    self.set(&name, known);
                }
            }
        }
    }

    /// The tokens of a place in the source.
    pub fn tokens(&self, span: Span) -> Vec<Token> {
        lexer::lex(self.source, span).tokens
    }

    /// The variables among tokens, with what follows each.
    pub fn variables<'t>(&self, tokens: &'t [Token]) -> impl Iterator<Item = (Ident, &'t [Token])> + use<'a, 't> {
        let source = self.source;
        let is_variable = |(_, token): &(usize, &Token)| token.kind == TokenKind::Variable;
        let found = tokens.iter().enumerate().filter(is_variable);
        found.map(move |(at, token)| (Ident::new(token.text(source)), &tokens[at + 1..]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::dynamic::text::Text;

    fn known(c: char) -> Value {
        Value::known(Text::of_char(c, Span::default()))
    }

    fn text(scope: &mut Scope, name: &str) -> Option<String> {
        scope.get(&name.into()).text().map(|text| text.as_str().to_owned())
    }

    #[test]
    fn a_branch_leaves_no_trace_until_it_is_merged() {
        let mut scope = Scope::new("", 10_000);
        scope.set(&"@a".into(), known('a'));
        let mark = scope.enter();
        scope.append(&"@a".into(), known('b'));
        scope.set(&"@n".into(), known('n'));
        assert_eq!(text(&mut scope, "@A").as_deref(), Some("ab"));
        let assigned = scope.leave(mark);
        assert_eq!(text(&mut scope, "@a").as_deref(), Some("a"));
        assert_eq!(text(&mut scope, "@n"), None);
        scope.merge(assigned);
        assert_eq!(text(&mut scope, "@a"), None);
        let may_be: Vec<String> = scope.get(&"@a".into()).pieces.iter().map(|text| text.as_str().to_owned()).collect();
        assert_eq!(may_be, ["a", "ab"]);
    }

    #[test]
    fn a_text_that_doubles_itself_comes_to_an_end() {
        let mut scope = Scope::new("", 1000);
        scope.set(&"@a".into(), known('a'));
        for _ in 0..100 {
            let value = scope.get(&"@a".into());
            scope.append(&"@a".into(), value);
        }
        assert!(!scope.get(&"@a".into()).complete);
    }
}

//! Translations, kept as long as nothing changes that they depend on: a loop translates once.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Failure, Interpreter};
use crate::sandbox::query::{self, Expression, Plan, QueryError, Scope};
use crate::sandbox::system::View;
use crate::sandbox::value::SqlType;
use crate::text::Span;

/// What an expression is wanted for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// A value of this type.
    Value(SqlType),
    /// A value of whatever type it has.
    Any,
    /// The condition of IF or WHILE.
    Condition,
}

/// A statement or expression that is ready to run.
#[derive(Debug)]
pub(super) struct Ready<T> {
    /// What was translated.
    pub translated: T,
    /// The system views that it reads.
    pub views: Vec<&'static View>,
}

/// A text's session-wide number, the place in it, and the depth at which it runs.
type Key = (u64, u32, usize);

/// Translations by the place of their text.
#[derive(Default)]
pub(in crate::sandbox) struct PlanCache {
    plans: BTreeMap<Key, (u64, Arc<Ready<Plan>>)>,
    expressions: BTreeMap<Key, (u64, Arc<Ready<Expression>>)>,
}

/// How many translations are kept; then they are made again.
const MOST: usize = 2_000;

impl PlanCache {
    /// Forgets the translations of a text that will not run again.
    pub(super) fn forget(&mut self, code: u64) {
        self.plans.retain(|(of, ..), _| *of != code);
        self.expressions.retain(|(of, ..), _| *of != code);
    }

    /// Makes room.
    fn limit(&mut self) {
        if self.plans.len() + self.expressions.len() > MOST {
            *self = Self::default();
        }
    }
}

impl Interpreter<'_> {
    /// The translation of the query or change of rows at a span.
    pub(super) fn plan(&mut self, span: Span) -> Result<Arc<Ready<Plan>>, Failure> {
        let key = self.key(span);
        let generation = self.session.generation;
        if let Some((made, plan)) = self.session.plans.plans.get(&key)
            && *made == generation
        {
            return Ok(Arc::clone(plan));
        }
        let ready = self.translate(span, query::translate)?;
        self.session.plans.limit();
        self.session.plans.plans.insert(key, (generation, Arc::clone(&ready)));
        Ok(ready)
    }

    /// The translation of the expression at a span.
    pub(super) fn expression(&mut self, span: Span, wanted: Wanted) -> Result<Arc<Ready<Expression>>, Failure> {
        let key = self.key(span);
        let generation = self.session.generation;
        if let Some((made, expression)) = self.session.plans.expressions.get(&key)
            && *made == generation
        {
            return Ok(Arc::clone(expression));
        }
        let ready = self.translate(span, |text, scope| wanted.translate(text, scope))?;
        self.session.plans.limit();
        self.session.plans.expressions.insert(key, (generation, Arc::clone(&ready)));
        Ok(ready)
    }

    fn key(&self, span: Span) -> Key {
        (self.frame().code.id, span.start, self.depth())
    }

    fn translate<T>(
        &self,
        span: Span,
        translate: impl FnOnce(&str, &Scope<'_>) -> Result<T, QueryError>,
    ) -> Result<Arc<Ready<T>>, Failure> {
        let (translated, views) = self.look(|scope| translate(self.text(span), scope));
        match translated {
            Ok(translated) => Ok(Arc::new(Ready { translated, views })),
            Err(refused) => {
                let offset = span.start + u32::try_from(refused.at).unwrap_or_default();
                Err(Failure::new(refused.error, &self.place(offset)))
            }
        }
    }
}

impl Wanted {
    /// Translates an expression.
    pub(super) fn translate(self, text: &str, scope: &Scope<'_>) -> Result<Expression, QueryError> {
        match self {
            Wanted::Value(data_type) => query::value(text, data_type, scope),
            Wanted::Any => query::expression(text, scope),
            Wanted::Condition => query::condition(text, scope),
        }
    }
}

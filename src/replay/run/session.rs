//! What a statement does to the session: transactions, SET options, variables.

use super::{Execution, Flow, Origin, Run};
use std::borrow::Cow;

use crate::catalog::Presence;
use crate::change::Mark;
use crate::replay::Replay;
use crate::replay::settings::on_or_off;
use crate::replay::step::Skipped;
use crate::schema::SqlText;
use crate::syntax::ast::{self, DmlVerb, Kind, Statement};
use crate::syntax::lexer::{TokenKind, lex, string_text};
use crate::text::Span;

impl Run<'_> {
    pub(super) fn transaction(&mut self, kind: &ast::Transaction) {
        if self.handlers > 0 {
            return;
        }
        match kind {
            ast::Transaction::Begin(_) => self.transaction.begin(self.replay.journal.mark()),
            ast::Transaction::Commit(_) => self.transaction.commit(),
            ast::Transaction::Save(name) => self.transaction.save(name.as_ref(), self.replay.journal.mark()),
            ast::Transaction::Rollback(name) => {
                if let Some(mark) = self.transaction.rollback(name.as_ref()) {
                    self.roll_back_to(mark);
                }
            }
        }
    }

    fn roll_back_to(&mut self, mark: Mark) {
        let Replay { catalog, journal, .. } = &mut *self.replay;
        match self.courses.last() {
            // The mark of the course at hand must outlive this.
            Some(course) if *course > mark => journal.put_back(catalog, mark),
            _ => journal.undo(catalog, mark),
        }
    }

    pub(super) fn set(&mut self, statement: &Statement, names: &[Box<str>], value: &SqlText) -> Flow {
        let is_noexec = names.iter().any(|name| &**name == "NOEXEC");
        if self.execution == Execution::Off && !is_noexec {
            self.skip(statement, Skipped::NoExecution);
            return Flow::Next;
        }
        self.tell(statement, None);
        self.cx.settings = self.cx.settings.with(names, value);
        if let (true, Some(on)) = (is_noexec, on_or_off(value)) {
            self.execution = match (self.certainty, on) {
                (Presence::Possible, _) => Execution::Perhaps,
                (Presence::Certain, true) => Execution::Off,
                (Presence::Certain, false) => Execution::On,
            };
        }
        Flow::Next
    }

    /// Keeps track of variables that hold literals. Those of procedures are not followed.
    pub(super) fn follow_variables(&mut self, statement: &Statement) {
        if matches!(self.origin, Origin::Procedure(..)) {
            return;
        }
        match &statement.kind {
            Kind::Declare(declared) => {
                for variable in declared {
                    let value = variable.value.map_or(Cow::Borrowed("NULL"), |value| self.text_of(value));
                    self.variables.set(&variable.name, &value);
                }
            }
            Kind::Assign { variable, operator, value } if &**operator == "=" && self.certainty == Presence::Certain => {
                let value = self.text_of(*value);
                self.variables.set(variable, &value);
            }
            Kind::Assign { variable, .. } => self.variables.forget(variable),
            Kind::Dml { .. } | Kind::Execute { .. } => {
                self.variables.forget_named_in(self.source.slice(statement.span));
            }
            _ => {}
        }
    }

    /// Keeps track of temporary tables that are made for certain and that nothing is put into.
    pub(super) fn follow_temporary(&mut self, statement: &Statement) {
        match &statement.kind {
            Kind::CreateTable { name, .. }
                if self.certainty == Presence::Certain && name.object().as_str().starts_with('#') =>
            {
                self.empty_tables.insert(name.object().clone());
            }
            Kind::Dml { verb, target: Some(target) } if !matches!(verb, DmlVerb::Update | DmlVerb::Delete) => {
                self.empty_tables.remove(target.object());
            }
            // Whoever executes something sees these tables.
            Kind::Execute { .. } | Kind::Dynamic { statements: None, .. } | Kind::Opaque { .. } => {
                self.empty_tables.clear();
            }
            _ => {}
        }
    }

    /// Remembers what is inserted into EF Core's history table.
    pub(super) fn remember_ef_history(&mut self, statement: &Statement) {
        if self.certainty == Presence::Possible {
            return;
        }
        let text = self.text_of(statement.span);
        let tokens = lex(&text, Span::new(0, text.len())).tokens;
        let literals = tokens.iter().filter(|token| token.kind == TokenKind::String);
        self.replay.ef_history.extend(literals.map(|token| string_text(token.text(&text))));
    }
}

//! Procedures that the history executes, as far as the catalog knows them.

use std::sync::Arc;

use super::{Flow, Origin, Run};
use crate::replay::procedure::Body;
use crate::syntax::ast::{ObjectName, Statement};

/// How deep procedures that call procedures are followed.
const MAX_CALLS: usize = 8;

/// How many statements of procedures are followed in one replay. Beyond it an EXEC is not understood.
const MAX_CALLED_STATEMENTS: usize = 100_000;

impl Run<'_> {
    /// Follows a procedure that the catalog knows.
    pub(super) fn call(&mut self, procedure: &ObjectName, statement: &Statement) {
        let name = self.replay.catalog.resolve(&procedure.to_name());
        if self.calls.len() >= MAX_CALLS || self.calls.contains(&name) {
            return;
        }
        let Some(body) = self.replay.bodies.of(&name, &self.replay.catalog) else { return };
        if body.statements.is_empty() {
            return;
        }
        let origin = Origin::Procedure(name.clone(), Arc::clone(&body), self.place(statement.span));
        let outer = std::mem::replace(&mut self.origin, origin);
        self.calls.push(name);
        self.perhaps(|run| run.body(&body));
        self.calls.pop();
        self.origin = outer;
    }

    fn body(&mut self, body: &Body) -> Flow {
        for statement in &body.statements {
            if self.called_enough() {
                break;
            }
            self.replay.called += 1;
            self.leaf(statement);
        }
        Flow::Next
    }

    /// Whether no more procedures are followed.
    pub(super) fn called_enough(&self) -> bool {
        self.replay.called >= MAX_CALLED_STATEMENTS
    }
}

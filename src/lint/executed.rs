//! Statements in text that is executed: findings about them stand at the EXEC, and point at the text.

use std::collections::BTreeMap;

use super::{Diagnostic, Related};
use crate::catalog::Place;
use crate::replay::{Inside, Step};
use crate::syntax::ast::Kind;

/// Which statement of a file executes a statement that stands in text.
#[derive(Debug, Default)]
pub(super) struct Executed {
    /// The EXEC whose text is being followed.
    current: Option<Place>,
    /// From places in text to the EXEC.
    by: BTreeMap<Place, Place>,
}

impl Executed {
    /// Follows a statement.
    pub(super) fn follow(&mut self, step: &Step) {
        let place = step.place();
        match step.inside {
            Inside::Direct => {
                let executes = matches!(step.statement.kind, Kind::Dynamic { .. });
                self.current = executes.then_some(place);
            }
            Inside::Dynamic => {
                let changed = step.changes.iter().map(|(_, span)| Place { span: *span, ..place });
                for inner in changed.chain([place]) {
                    if let Some(exec) = self.current.filter(|exec| *exec != inner) {
                        self.by.insert(inner, exec);
                    }
                }
            }
            Inside::Procedure(_) => {}
        }
    }

    /// The findings with their places, and those that they point at, moved to the EXEC.
    pub(super) fn placed(&self, mut findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
        if self.by.is_empty() {
            return findings;
        }
        for finding in &mut findings {
            if let Some(exec) = self.by.get(&finding.place) {
                let text = Related { place: finding.place, message: "the text says it here".to_owned() };
                finding.place = *exec;
                finding.related.insert(0, text);
            }
            for related in &mut finding.related[..] {
                if let Some(exec) = self.by.get(&related.place).filter(|exec| **exec != finding.place) {
                    related.place = *exec;
                }
            }
        }
        findings
    }
}

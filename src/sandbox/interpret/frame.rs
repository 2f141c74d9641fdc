//! What runs: the text of a batch, a procedure or dynamic SQL, cut into statements, and its frame.

use std::sync::Arc;

use crate::name::Name;
use crate::syntax::ast::Statement;
use crate::text::SourceFile;

/// A text that runs.
#[derive(Debug)]
pub(in crate::sandbox) struct Code {
    /// Tells it from every other text of the session.
    pub id: u64,
    /// The text. Spans of its statements are offsets into it.
    pub source: SourceFile,
    /// Its statements.
    pub statements: Vec<Statement>,
}

/// What kind of text runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::sandbox) enum Running {
    /// A batch of the client.
    Batch,
    /// Text that was executed.
    Dynamic,
    /// A module.
    Module(Name),
}

/// A text while it runs.
#[derive(Debug, Clone)]
pub(in crate::sandbox) struct Frame {
    /// The text.
    pub code: Arc<Code>,
    /// What it is.
    pub running: Running,
}

impl Frame {
    /// The procedure's name for messages; empty outside one.
    pub fn procedure(&self) -> String {
        match &self.running {
            Running::Module(name) => {
                if name.schema.is(crate::name::DEFAULT_SCHEMA) {
                    name.object.as_str().to_owned()
                } else {
                    format!("{}.{}", name.schema.as_str(), name.object.as_str())
                }
            }
            _ => String::new(),
        }
    }
}

//! The batches of a dry run: exactly what would be sent, as a script or as data.

use std::fmt::Write;

use serde_json::{Value, json};

use crate::source::Migration;
use crate::syntax::batch::Batch;

/// A file with its batches that would be sent, each with how often.
pub struct Preview<'a> {
    file: &'a Migration,
    is_in_transaction: bool,
    batches: Vec<(&'a Batch, usize)>,
}

impl<'a> Preview<'a> {
    /// A migration, whole.
    pub fn of_migration(file: &'a Migration) -> Self {
        let batches = file.batches.iter().map(|batch| (batch, batch.repeat as usize)).collect();
        Self { file, is_in_transaction: file.header.no_transaction.is_none(), batches }
    }

    /// The batches of a post-load step that are to be sent, by their numbers from 0 and how often.
    pub fn of_step(file: &'a Migration, due: &[(usize, usize)]) -> Self {
        let batches = due.iter().filter_map(|(number, runs)| Some((file.batches.get(*number)?, *runs))).collect();
        Self { file, is_in_transaction: false, batches }
    }

    /// As a script for sqlcmd.
    pub fn script(&self) -> String {
        let transaction = if self.is_in_transaction { "in a transaction" } else { "outside a transaction" };
        let mut script = format!("\n-- {}: {transaction}\n", self.file.file.path());
        for (batch, runs) in &self.batches {
            let go = if *runs == 1 { "GO".to_owned() } else { format!("GO {runs}") };
            // Writing to a String cannot fail.
            let _ = writeln!(script, "{}\n{go}", self.file.file.slice(batch.span).trim_end());
        }
        script
    }

    /// As data.
    pub fn json(&self) -> Value {
        let batch = |(batch, runs): &(&Batch, usize)| {
            let line = self.file.file.position(batch.span.start).line;
            json!({ "line": line, "repeat": runs, "sql": self.file.file.slice(batch.span) })
        };
        json!({ "version": self.file.version, "name": self.file.name, "transaction": self.is_in_transaction,
            "batches": self.batches.iter().map(batch).collect::<Vec<_>>() })
    }
}

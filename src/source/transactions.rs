//! Which transactions a file has begun itself, and what ends one that it has not.

use std::collections::BTreeSet;

use super::Migration;
use crate::name::Ident;
use crate::syntax::ast::{Kind, Statement, Transaction};
use crate::syntax::tree;
use crate::text::Position;

/// The transactions that a file has open, statement by statement; `P` says where one was begun.
#[derive(Debug)]
pub struct Transactions<P> {
    /// Where, and whether inside another one than the file's own.
    begun: Vec<(P, bool)>,
    saved: BTreeSet<Ident>,
}

/// A COMMIT or ROLLBACK of what the file did not begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stray {
    /// `COMMIT` or `ROLLBACK`.
    pub word: &'static str,
    /// The server's number when no transaction is open at all.
    pub number: u32,
    /// It ends the transaction in which ragsql runs the file.
    pub of_file: bool,
}

impl<P> Default for Transactions<P> {
    fn default() -> Self {
        Self { begun: Vec::new(), saved: BTreeSet::new() }
    }
}

impl<P> Transactions<P> {
    /// Takes the next statement; `inside` says whether a transaction is open before it, be it the file's own or not.
    pub fn take(&mut self, transaction: &Transaction, place: P, inside: bool) -> Option<Stray> {
        match transaction {
            Transaction::Begin(_) => self.begun.push((place, inside)),
            Transaction::Save(name) => self.saved.extend(name.clone()),
            Transaction::Rollback(Some(name)) if self.saved.contains(name) => {}
            Transaction::Rollback(_) => {
                let of_file = self.begun.first().map_or(inside, |(_, nested)| *nested);
                let had_none = self.begun.is_empty();
                self.begun.clear();
                return (of_file || had_none).then_some(Stray { word: "ROLLBACK", number: 3903, of_file });
            }
            Transaction::Commit(_) => {
                let is_stray = self.begun.pop().is_none();
                return is_stray.then_some(Stray { word: "COMMIT", number: 3902, of_file: inside });
            }
        }
        None
    }

    /// Where the first one that is still open was begun.
    #[must_use]
    pub fn open(&self) -> Option<&P> {
        self.begun.first().map(|(place, _)| place)
    }
}

impl Migration {
    /// The COMMIT or ROLLBACK that ends the transaction in which ragsql runs the file, where that is certain: no
    /// branch, jump or switch before it may lead another way. `None` of a file that runs outside a transaction.
    #[must_use]
    pub fn ends_its_transaction(&self) -> Option<(Position, Stray)> {
        if self.phase != super::Phase::Migrations || self.header.no_transaction.is_some() {
            return None;
        }
        let mut transactions = Transactions::default();
        for batch in &self.batches {
            for statement in tree::statements(self.file.text(), batch.span).statements {
                match &statement.kind {
                    Kind::Transaction(_) if batch.repeat != 1 => return None,
                    Kind::Transaction(transaction) => {
                        if let Some(stray) = transactions.take(transaction, (), true) {
                            return Some((self.file.position(statement.span.start), stray));
                        }
                    }
                    _ if may_lead_astray(&statement) => return None,
                    _ => {}
                }
            }
        }
        None
    }
}

/// Whether what follows a statement may not run, or may run in another transaction than it seems.
fn may_lead_astray(statement: &Statement) -> bool {
    const JUMPS: [&str; 3] = ["RETURN", "THROW", "GOTO"];
    const SWITCHES: [&str; 3] = ["NOEXEC", "PARSEONLY", "FMTONLY"];
    let mut found = false;
    statement.walk(&mut |inner| {
        found |= match &inner.kind {
            Kind::Transaction(_) | Kind::Opaque { .. } => true,
            Kind::Other(word) => JUMPS.contains(&word.as_ref()),
            Kind::SetOption { names, .. } => names.iter().any(|name| SWITCHES.contains(&name.as_ref())),
            _ => false,
        };
    });
    found
}

#[cfg(test)]
mod tests {
    use crate::source;

    #[test]
    fn only_what_is_certain_ends_the_transaction() {
        let line = |text: &str| {
            let file = source::text("migrations/V1__x.sql", text);
            file.ends_its_transaction().map(|(at, stray)| (at.line, stray.word))
        };
        assert_eq!(line("CREATE TABLE dbo.a (i INT)\nCOMMIT\nGO\nSELECT 1"), Some((2, "COMMIT")));
        assert_eq!(line("SELECT 1\nGO\nROLLBACK TRAN"), Some((3, "ROLLBACK")));
        assert_eq!(line("BEGIN TRAN\nCOMMIT\nCOMMIT"), Some((3, "COMMIT")));
        assert_eq!(line("BEGIN TRAN\nROLLBACK"), Some((2, "ROLLBACK")), "it rolls back both");
        for text in [
            "BEGIN TRAN\nGO\nSELECT 1\nGO\nCOMMIT",
            "SAVE TRAN s\nROLLBACK TRAN s",
            "IF @@TRANCOUNT > 0 COMMIT",
            "EXEC (N'COMMIT')",
            "RETURN\nCOMMIT",
            "SET NOEXEC ON\nGO\nCOMMIT",
            "IF 1 = 0 BEGIN TRAN\nCOMMIT",
            "COMMIT\nGO 2",
            "-- ragsql: no-transaction\nBEGIN TRAN\nCOMMIT",
            "CREATE PROCEDURE dbo.p AS COMMIT",
        ] {
            assert_eq!(line(text), None, "{text}");
        }
        let step = source::text("post-load/V1__x.sql", "COMMIT");
        assert_eq!(step.ends_its_transaction(), None);
    }
}

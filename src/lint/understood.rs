//! How much of a project's statements was understood.

use std::collections::BTreeMap;

use crate::source::Project;
use crate::syntax::ast::{Kind, Statement};
use crate::syntax::lexer::{Lexer, Piece, TokenKind};
use crate::syntax::parse::opaque_clauses;
use crate::text::SourceFile;

/// Statements of one kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Understood {
    /// How many there are.
    pub all: usize,
    /// How many are understood but for clauses that are kept as text.
    pub partly: usize,
    /// How many are not understood.
    pub not: usize,
}

impl Understood {
    /// How many are understood wholly.
    #[must_use]
    pub fn wholly(self) -> usize {
        self.all - self.partly - self.not
    }
}

/// Counts the statements of a project by the words that begin them, those in blocks, in modules and in
/// text that is known included.
#[must_use]
pub fn understood(project: &Project) -> BTreeMap<String, Understood> {
    let mut kinds = BTreeMap::new();
    project.for_each_parsed(|migration, parsed| {
        let statements = parsed.batches.iter().flat_map(|batch| &batch.statements);
        statements.for_each(|statement| count(&migration.file, statement, &mut kinds));
    });
    kinds
}

fn count(file: &SourceFile, statement: &Statement, kinds: &mut BTreeMap<String, Understood>) {
    statement.walk(&mut |statement| {
        let of_kind = kinds.entry(kind(file, statement)).or_default();
        of_kind.all += 1;
        match &statement.kind {
            Kind::Opaque { .. } => of_kind.not += 1,
            known => of_kind.partly += usize::from(opaque_clauses(known) > 0),
        }
        if let Kind::Module { statements, .. } = &statement.kind {
            statements.iter().for_each(|statement| count(file, statement, kinds));
        }
    });
}

/// Words between CREATE and what is created.
const BETWEEN: [&str; 7] = ["OR", "ALTER", "UNIQUE", "CLUSTERED", "NONCLUSTERED", "COLUMNSTORE", "PRIMARY"];

/// Words that are followed by another one that belongs to them.
const FIRST_OF_TWO: [&str; 10] =
    ["APPLICATION", "COLUMN", "DATABASE", "EXTERNAL", "FULLTEXT", "PARTITION", "SECURITY", "SPATIAL", "VECTOR", "XML"];

/// The words that say what a statement is: `CREATE TABLE`, `SELECT`.
fn kind(file: &SourceFile, statement: &Statement) -> String {
    if let Kind::Other(word) = &statement.kind {
        return word.to_string();
    }
    let pieces = Lexer::new(file.text(), statement.span);
    let words = pieces.filter_map(|piece| match piece {
        Piece::Token(token) if token.kind == TokenKind::Word => Some(token.text(file.text()).to_ascii_uppercase()),
        _ => None,
    });
    let mut words = words.take(8);
    let verb = words.next().unwrap_or_else(|| "a statement without a word".to_owned());
    let mut rest = words.skip_while(|word| BETWEEN.contains(&&**word));
    let object = match &*verb {
        "CREATE" | "ALTER" | "DROP" | "TRUNCATE" => rest.next(),
        "UPDATE" => rest.next().filter(|word| word == "STATISTICS"),
        _ => None,
    };
    let second = object.as_deref().filter(|word| FIRST_OF_TWO.contains(word)).and_then(|_| rest.next());
    [Some(verb), object, second].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_counted_wherever_they_stand() {
        let text = "
            CREATE UNIQUE NONCLUSTERED INDEX i ON dbo.t (a);
            IF 1 = 1 BEGIN create /* a */ vector index v ON dbo.t (e); END
            GO
            CREATE OR ALTER PROCEDURE dbo.p AS BEGIN UPDATE dbo.t SET a = 1; EXEC ('UPDATE STATISTICS dbo.t'); END
            GO
            CREATE TABLE dbo.t (a INT FROBNICATED (1));
            CREATE FROBNICATOR f;";
        let kinds = understood(&Project::fixture(text));
        let shown: Vec<String> =
            kinds.iter().map(|(kind, found)| format!("{kind}: {} of {}", found.wholly(), found.all)).collect();
        let expected = [
            "BEGIN: 2 of 2",
            "CREATE FROBNICATOR: 0 of 1",
            "CREATE INDEX: 1 of 1",
            "CREATE PROCEDURE: 1 of 1",
            "CREATE TABLE: 0 of 1",
            "CREATE VECTOR INDEX: 1 of 1",
            "EXEC: 1 of 1",
            "IF: 1 of 1",
            "UPDATE: 1 of 1",
            "UPDATE STATISTICS: 1 of 1",
        ];
        assert_eq!(shown, expected);
        assert_eq!(kinds["CREATE TABLE"], Understood { all: 1, partly: 1, not: 0 });
        assert_eq!(kinds["CREATE FROBNICATOR"], Understood { all: 1, partly: 0, not: 1 });
    }
}

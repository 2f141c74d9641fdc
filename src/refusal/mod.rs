//! What the engine refuses, in one place: the sandbox sends these as errors, the linter tells them
//! as findings. [`table`] holds numbers and texts, the other modules decide when they apply.

mod azure;
mod columns;
mod constraints;
mod external;
mod indexes;
mod judge;
mod keys;
mod missing;
mod objects;
mod outside;
mod placement;
mod policies;
mod rows;
mod situation;
pub mod table;
mod vector_column;
mod vector_index;
mod vector_index_spelling;
mod vector_type;

use crate::catalog::{Catalog, Place};
use crate::change::Change;
use crate::name::Name;
use crate::schema::Index;
use crate::syntax::ast::Statement;
use crate::text::Span;
pub use columns::grows;
use judge::Judge;
pub use rows::{Rows, refusals_of_rows, rows};
pub use situation::{CountVectors, PairSetting, Profile, Situation, UnknownPairSetting, UnknownProfile};

/// One refusal, as the server would word it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The error number.
    pub number: u32,
    /// Numbers that other engines or the opposite order give for the same cause; not sent with it.
    pub also: &'static [u32],
    /// The severity.
    pub class: u8,
    /// The state.
    pub state: u8,
    /// The text, with the names in it.
    pub message: String,
    /// The number and text that the server sends right after it (1750, 4922, 3727), of the same class.
    pub then: Option<(u32, &'static str)>,
    /// The lint rule that tells it.
    pub rule: &'static str,
    /// The engines that refuse.
    pub engines: &'static [Profile],
    /// The table, or other object, that it is about.
    pub about: Option<Name>,
    /// What stands in the way, and where that came from.
    pub causes: Vec<Cause>,
    /// Whether all that it rests on is certain. The linter only warns when it is not.
    pub certain: bool,
}

impl Refusal {
    /// Names what stands in the way, and whether that is there for certain.
    #[must_use]
    fn because(mut self, cause: Cause, certain: bool) -> Self {
        self.causes.push(cause);
        self.certain &= certain;
        self
    }
}

/// Something that stands in the way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cause {
    /// What it is, as a note at its place.
    pub message: String,
    /// Where it was made, when that is known.
    pub place: Option<Place>,
}

impl Cause {
    fn new(message: impl Into<String>, place: Option<Place>) -> Self {
        Self { message: message.into(), place }
    }

    fn index(index: &Index, place: Option<Place>) -> Self {
        let kind = if index.is_vector() { "vector index" } else { "index" };
        Self::new(format!("the {kind} `{}` is created here", index.name), place)
    }
}

/// Why the engine refuses a change, in the order in which it would find out; empty when it does not.
///
/// `before` is the catalog that the change meets, earlier changes of its statement included; names in
/// the change are resolved. What is wrong with the statement itself, a target that is missing
/// included, is told by [`refusals_of_statement`]: ask that first.
#[must_use]
pub fn refusals(change: &Change, before: &Catalog, situation: &Situation<'_>) -> Vec<Refusal> {
    let mut judge = Judge::new(before, situation);
    of_table(&mut judge, change);
    of_object(&mut judge, change);
    judge.refused()
}

/// Changes of a table and its parts.
fn of_table(judge: &mut Judge, change: &Change) {
    match change {
        Change::CreateTable { name, table } => objects::create_table(judge, name, table),
        Change::DropTable { name } => objects::drop_table(judge, name),
        Change::Truncate { table } => {
            vector_index::truncate(judge, table);
            objects::truncate(judge, table);
        }
        Change::AddColumn { table, column } => columns::add(judge, table, column),
        Change::DropColumn { table, column } => columns::drop(judge, table, column),
        Change::AlterColumn { table, from, to } => columns::alter(judge, table, from, to),
        Change::RenameColumn { table, from, to } => columns::rename(judge, table, from, to),
        Change::AddDefault { table, column, default, .. } => constraints::add_default(judge, table, column, default),
        Change::AddConstraint { table, constraint } => constraints::add(judge, table, constraint),
        Change::DropConstraint { table, constraint } => constraints::drop(judge, table, constraint),
        Change::CreateIndex { table, index, drop_existing } if index.is_vector() => {
            vector_index::create(judge, table, index, *drop_existing);
        }
        Change::CreateIndex { table, index, drop_existing } => indexes::create(judge, table, index, *drop_existing),
        Change::AlterIndex { table, index, .. } => vector_index::alter(judge, table, index.as_ref()),
        Change::RenameIndex { table, from, .. } => vector_index::rename(judge, table, from),
        Change::CreateStatistics { table, name, statistics } => {
            indexes::statistics(judge, table, name, &statistics.columns);
        }
        _ => {}
    }
}

/// Changes of everything else.
fn of_object(judge: &mut Judge, change: &Change) {
    match change {
        Change::CreateSchema { name, .. } => objects::create_schema(judge, name),
        Change::DropSchema { name } => objects::drop_schema(judge, name),
        Change::Rename { class, from, to } => objects::rename(judge, class, from, to),
        Change::Transfer { class, from, to } => objects::transfer(judge, class, from, to),
        Change::CreatePolicy { name, policy } => policies::create(judge, name, policy),
        Change::AlterPolicy { name, from, to } => policies::alter(judge, name, from, to),
        Change::CreateModule { name, .. } => objects::create(judge, name),
        Change::AlterModule { name, .. } => objects::change_module(judge, name, "ALTER"),
        Change::DropModule { name, .. } => objects::change_module(judge, name, "DROP"),
        Change::CreateType { name, definition } => {
            objects::create_type(judge, name);
            vector_column::user_type(judge, name, definition);
        }
        Change::DropType { name } => objects::drop_type(judge, name),
        Change::CreateSequence { name, .. } | Change::CreateSynonym { name, .. } => objects::create(judge, name),
        Change::CreatePrincipal { name, .. } => objects::create_principal(judge, name),
        Change::DropCredential { name } => objects::drop_credential(judge, name),
        _ => {}
    }
}

/// Why the engine refuses a statement, whatever it would change: what it names and is not there or is
/// something else, what Azure SQL Database does not have. `text` is the statement as written.
/// Statements inside it are not looked into.
#[must_use]
pub fn refusals_of_statement(
    statement: &Statement,
    text: &str,
    before: &Catalog,
    situation: &Situation<'_>,
) -> Vec<Refusal> {
    let mut judge = Judge::new(before, situation);
    azure::statement(&mut judge, statement, text);
    external::statement(&mut judge, &statement.kind);
    vector_column::statement(&mut judge, &statement.kind, text);
    vector_type::statement(&mut judge, statement, text);
    vector_index::statement(&mut judge, &statement.kind);
    missing::statement(&mut judge, &statement.kind);
    judge.refused()
}

/// Which statements of a batch may not stand where they do (111, 156) or do not end as they have to (10713), with
/// their places, offsets into `text`. The engine refuses such a batch as a whole, before any of it runs.
#[must_use]
pub fn refusals_of_batch(statements: &[Statement], text: &str) -> Vec<(Span, Refusal)> {
    let mut found = Vec::new();
    placement::batch(statements, Some(text), &mut found);
    found
}

//! Introspection: a live database as the catalog that replay builds from files.
//!
//! Two round trips, whatever the number of objects: one asks what the engine's own views have, the other
//! asks everything. What cannot be read is told ([`Introspection::gaps`]), never guessed.
//!
//! What the engine stores, not what somebody wrote, is read: expressions are in the server's spelling,
//! numbers and nullability are always there. Not read, since no catalog holds them: quotas, tracked columns, sensitivity labels, rules, broker objects. Of selective XML, spatial
//! and JSON indexes only what every index has, and of secrets nothing at all.

mod columns;
mod constraints;
mod external;
mod indexes;
mod modules;
mod objects;
mod policies;
mod principals;
mod properties;
mod query;
mod shapes;
#[cfg(test)]
mod tests;
mod text;
mod types;

use std::collections::BTreeMap;
use std::sync::Arc;

use self::objects::Objects;
use self::principals::Securables;
use self::query::{Answers, Present};
use self::shapes::Shapes;
use super::error::BatchError;
use super::row::RowError;
use super::session::Session;
use crate::catalog::Catalog;
use crate::name::Name;
use crate::schema::Column;

/// What a database holds.
#[derive(Debug, Clone, Default)]
pub struct Introspection {
    /// Its objects; all are there for certain.
    pub catalog: Catalog,
    /// The collation that its columns have where no other is written.
    pub collation: String,
    /// What is there and could not be read.
    pub gaps: Vec<Gap>,
}

/// Something that could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gap {
    /// The object.
    pub object: Name,
    /// Why.
    pub reason: String,
}

/// Reads the database of a session.
///
/// # Errors
/// When the server refuses a query, or the connection fails.
pub async fn introspect(session: &mut Session) -> Result<Introspection, BatchError> {
    let present = Present::ask(session).await?;
    let answers = Answers::ask(session, &present).await?;
    Ok(Introspection::read(&answers)?)
}

impl Introspection {
    /// Leaves out of another catalog the collations that this database has anyway: nothing tells them from none.
    pub fn forget_own_collation(&self, catalog: &mut Catalog) {
        let is_own = |column: &Column| column.collation.as_ref().is_some_and(|own| own.is(&self.collation));
        for entry in catalog.tables.values_mut() {
            if entry.definition.columns.iter().any(is_own) {
                let columns = &mut Arc::make_mut(&mut entry.definition).columns;
                columns.iter_mut().filter(|column| is_own(column)).for_each(|column| column.collation = None);
            }
        }
    }

    fn read(answers: &Answers) -> Result<Self, RowError> {
        let mut into = Self::default();
        for row in answers.of("database") {
            into.collation = text::maybe(row, "collation")?.unwrap_or_default();
        }
        let objects = Objects::read(answers)?;
        objects.note_unread(&mut into);
        let mut shapes = Shapes::default();
        columns::read(answers, &into.collation, &mut shapes)?;
        indexes::read(answers, &mut shapes)?;
        constraints::read(answers, &objects, &mut shapes)?;
        let types = objects::user_types(answers, &mut shapes, &mut into)?;
        objects::tables(answers, &objects, &mut shapes, &mut into)?;
        objects::statistics(answers, &objects, &shapes, &mut into)?;
        objects::sequences(answers, &objects, &mut into)?;
        objects::synonyms(answers, &objects, &mut into)?;
        modules::read(answers, &objects, &mut into)?;
        policies::read(answers, &objects, &mut into)?;
        into.read_server_side(answers, &objects, &shapes, types)?;
        into.catalog.note_referrers();
        Ok(into)
    }

    /// Reads what lives outside of schemas, and the permissions on everything.
    fn read_server_side(
        &mut self,
        answers: &Answers,
        objects: &Objects,
        shapes: &Shapes,
        types: BTreeMap<i64, Name>,
    ) -> Result<(), RowError> {
        let schemas = objects::schemas(answers, self)?;
        let principals = principals::read(answers, self)?;
        let models = external::models(answers, self)?;
        let credentials = external::credentials(answers, self)?;
        external::configurations(answers, self)?;
        external::others(answers, self)?;
        let securables = Securables { objects, shapes, schemas, types, principals, models, credentials };
        properties::read(answers, &securables, self)?;
        principals::permissions(answers, &securables, self)
    }

    fn note(&mut self, object: &Name, reason: &str) {
        self.gaps.push(Gap { object: object.clone(), reason: reason.to_owned() });
    }
}

//! Dropping vector indexes, for an export, a truncation or a rebuild.

use crate::source::Migration;

use super::super::failure::{RunError, own};
use super::super::session::Session;
use super::super::sql::PRELUDE;
use super::step::{Built, Step, built};

/// Every vector index of the database.
///
/// # Errors
/// When the server refuses.
pub async fn every(session: &mut Session) -> Result<Vec<Built>, RunError> {
    built(session).await.map_err(own("reading the vector indexes of the database"))
}

/// The indexes of these steps that are there, whatever their definition.
///
/// # Errors
/// When the server refuses.
pub async fn present(session: &mut Session, files: &[&Migration]) -> Result<Vec<Built>, RunError> {
    let built = every(session).await?;
    let mut present = Vec::new();
    for file in files {
        let step = Step::new(file)?;
        present.extend(step.indexes.iter().filter_map(|wanted| wanted.found_in(&built)).cloned());
    }
    Ok(present)
}

/// The statement that drops an index. `DROP VECTOR INDEX` does not exist (Msg 102).
#[must_use]
pub fn statement(index: &Built) -> String {
    format!("DROP INDEX {} ON {}", index.name.bracketed(), index.table.bracketed())
}

/// Drops indexes, one statement each.
///
/// # Errors
/// When the server refuses one; those before it are dropped.
pub async fn drop(session: &mut Session, indexes: &[Built]) -> Result<(), RunError> {
    for index in indexes {
        let sql = format!("{PRELUDE} {}", statement(index));
        session.batch(&sql, None, &mut |_| {}).await.map_err(own("dropping a vector index"))?;
    }
    Ok(())
}

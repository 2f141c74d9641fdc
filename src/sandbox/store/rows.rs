//! Questions about rows.

use super::table::{quoted, quoted_column};
use crate::name::Ident;

/// A query that gives a row when a row of `here` refers to no row of `there`.
#[must_use]
pub fn orphans(here: &str, columns: &[Ident], there: &str, referenced: &[Ident]) -> String {
    let filled = columns.iter().map(|column| format!("here.{} IS NOT NULL", quoted_column(column)));
    let equal = columns.iter().zip(referenced);
    let equal = equal.map(|(here, there)| format!("there.{} = here.{}", quoted_column(there), quoted_column(here)));
    format!(
        "SELECT 1 FROM {} AS here WHERE {} AND NOT EXISTS (SELECT 1 FROM {} AS there WHERE {}) LIMIT 1",
        quoted(here),
        filled.collect::<Vec<_>>().join(" AND "),
        quoted(there),
        equal.collect::<Vec<_>>().join(" AND "),
    )
}

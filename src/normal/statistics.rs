//! Statistics in their normal form.

use super::expression::expression;
use super::options::option;
use crate::schema::{SqlText, Statistics};

/// Options that stay with statistics (Learn, "CREATE STATISTICS"); the others tell how they are made.
const LASTING: [&str; 3] = ["NORECOMPUTE", "INCREMENTAL", "AUTO_DROP"];

/// Leaves the options that last, by name.
pub(super) fn settle(statistics: &mut Statistics) {
    statistics.options.retain(|option| LASTING.contains(&&*option.name));
    statistics.options.sort_by(|one, other| one.name.cmp(&other.name));
}

/// Statistics in their normal form.
#[must_use]
pub fn statistics(statistics: &Statistics) -> Statistics {
    let mut normal = statistics.clone();
    settle(&mut normal);
    normal.filter = normal.filter.map(|filter| SqlText::new(expression(filter.as_str())));
    normal.options = normal.options.iter().map(option).filter(|option| option.value.as_str() != "OFF").collect();
    normal
}

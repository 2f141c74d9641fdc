//! Statistics.

use crate::name::{Ident, Name};
use crate::schema::{IndexOption, Statistics};
use crate::syntax::spell;

/// `CREATE STATISTICS`, without a closing semicolon.
pub(super) fn create(table: &Name, name: &Ident, statistics: &Statistics) -> String {
    format!("CREATE STATISTICS {} ON {} {}", spell::ident(name), spell::name(table), definition(statistics))
}

/// What follows the table: `(a, b) WHERE … WITH …`.
pub(super) fn definition(statistics: &Statistics) -> String {
    let mut text = format!("({})", spell::idents(&statistics.columns));
    if let Some(filter) = &statistics.filter {
        text += &format!(" WHERE {}", filter.as_str());
    }
    let options: Vec<_> = statistics.options.iter().map(option).collect();
    if !options.is_empty() {
        text += &format!(" WITH {}", options.join(", "));
    }
    text
}

/// `NORECOMPUTE`, `SAMPLE 50 PERCENT`, `INCREMENTAL = ON`: a number of rows stands without an equals sign.
fn option(option: &IndexOption) -> String {
    match (&*option.name, option.value.as_str()) {
        (name, "") => name.to_owned(),
        (name @ "SAMPLE", value) => format!("{name} {value}"),
        (name, value) => format!("{name} = {value}"),
    }
}

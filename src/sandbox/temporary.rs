//! Tables of one session: `#t`, which live as long as the session or the procedure that made them, and
//! table variables, which live as long as the batch or procedure that declares them.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::catalog::Catalog;
use crate::name::{Ident, Name};
use crate::sandbox::query::Temporary;
use crate::sandbox::value::SqlType;
use crate::schema::{DataType, Table};

/// A table variable, or `inserted` and `deleted` of a trigger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Variable {
    /// Its shape.
    pub table: Table,
    /// Its name in SQLite, without quotes. A table-valued parameter has its argument's.
    pub physical: String,
    /// Whether this frame made it; an argument's table is the caller's.
    pub owned: bool,
}

/// Where a temporary table is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Made {
    /// How deep in calls it was made.
    pub depth: usize,
    /// Its name in SQLite, without quotes.
    pub physical: String,
}

/// `#t`: what a rollback brings back.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Tables {
    /// The tables, by `dbo.#t`.
    pub catalog: Catalog,
    /// The same tables with what only the session knows of them.
    pub made: BTreeMap<Name, Made>,
}

/// The temporary tables of a session.
#[derive(Debug, Default)]
pub(super) struct Temporaries {
    /// Temporary tables.
    pub tables: Arc<Tables>,
    /// Table variables of each frame, outermost first.
    pub frames: Vec<BTreeMap<Ident, Variable>>,
}

impl Temporaries {
    /// The table of this name, as translation wants it.
    pub fn find(&self, name: &Ident) -> Option<Temporary<'_>> {
        if name.as_str().starts_with('#') {
            let name = Name::dbo(name.as_str());
            let table = self.tables.catalog.table(&name)?;
            return Some(Temporary { table, physical: &self.tables.made.get(&name)?.physical });
        }
        self.variable(name).map(|variable| Temporary { table: &variable.table, physical: &variable.physical })
    }

    /// The table variable of the innermost frame.
    pub fn variable(&self, name: &Ident) -> Option<&Variable> {
        self.frames.last()?.get(name)
    }

    /// The temporary tables, to change them.
    pub fn tables_mut(&mut self) -> &mut Tables {
        Arc::make_mut(&mut self.tables)
    }

    /// The temporary tables that a call at this depth made: they go when it ends.
    pub fn made_since(&self, depth: usize) -> Vec<Name> {
        self.tables.made.iter().filter(|(_, made)| made.depth >= depth).map(|(name, _)| name.clone()).collect()
    }

    /// All table variables that are owned by a frame.
    pub fn owned(&self) -> impl Iterator<Item = &Variable> {
        self.frames.iter().flat_map(BTreeMap::values).filter(|variable| variable.owned)
    }
}

/// A type as a definition writes it.
pub(super) fn definition(data_type: SqlType) -> DataType {
    let of = |name: &str, args: &[String]| DataType::System {
        name: name.into(),
        args: args.iter().map(|arg| arg.as_str().into()).collect(),
    };
    let length = |length: Option<u16>| [length.map_or_else(|| "max".to_owned(), |length| length.to_string())];
    let number = |number: u16| [number.to_string()];
    match data_type {
        SqlType::Bit => of("bit", &[]),
        SqlType::TinyInt => of("tinyint", &[]),
        SqlType::SmallInt => of("smallint", &[]),
        SqlType::Int => of("int", &[]),
        SqlType::BigInt => of("bigint", &[]),
        SqlType::Real => of("real", &[]),
        SqlType::Float => of("float", &[]),
        SqlType::Decimal { precision, scale } => of("decimal", &[precision.to_string(), scale.to_string()]),
        SqlType::Money => of("money", &[]),
        SqlType::SmallMoney => of("smallmoney", &[]),
        SqlType::Char(n) => of("char", &number(n)),
        SqlType::VarChar(n) => of("varchar", &length(n)),
        SqlType::NChar(n) => of("nchar", &number(n)),
        SqlType::NVarChar(n) => of("nvarchar", &length(n)),
        SqlType::Binary(n) => of("binary", &number(n)),
        SqlType::VarBinary(n) => of("varbinary", &length(n)),
        SqlType::UniqueIdentifier => of("uniqueidentifier", &[]),
        SqlType::Date => of("date", &[]),
        SqlType::Time(scale) => of("time", &number(scale.into())),
        SqlType::DateTime2(scale) => of("datetime2", &number(scale.into())),
        SqlType::DateTime => of("datetime", &[]),
        SqlType::SmallDateTime => of("smalldatetime", &[]),
        SqlType::DateTimeOffset(scale) => of("datetimeoffset", &number(scale.into())),
        SqlType::Variant => of("sql_variant", &[]),
        SqlType::Vector { dimensions, base } => DataType::Vector { dimensions: dimensions.into(), base },
        SqlType::Json => of("json", &[]),
        SqlType::Xml => DataType::Xml(None),
    }
}

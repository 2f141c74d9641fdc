//! Tables, their columns and constraints in their normal form.

use super::computed::is_said_not_null;
use super::data_type::{Use, data_type};
use super::expression::expression;
use super::{index, options};
use crate::catalog::Catalog;
use crate::name::Name;
use crate::schema::{
    Column, Computed, Constraint, ConstraintKind, DefaultValue, HISTORY_RETENTION, IndexOption, SqlText, Table,
};

/// The filegroup that everything is on where none is named.
const DEFAULT_FILEGROUP: &str = "primary";

/// A table in its normal form: for comparing, not for running. Columns are by name: their order says
/// nothing here.
#[must_use]
pub fn table(catalog: &Catalog, table: &Table) -> Table {
    let mut columns: Vec<_> = table.columns.iter().map(|one| column(catalog, table, one)).collect();
    columns.sort_by(|one, other| one.name.cmp(&other.name));
    let mut constraints: Vec<_> = table.constraints.iter().map(|one| constraint(catalog, table, one)).collect();
    constraints.sort_by_cached_key(|constraint| {
        (constraint.name.clone(), format!("{:?}", constraint.kind), constraint.not_trusted)
    });
    let mut indexes: Vec<_> = table.indexes.iter().map(index::index).collect();
    indexes.sort_by(|one, other| one.name.cmp(&other.name));
    let mut normal = Table {
        columns,
        constraints,
        indexes,
        period: table.period.clone(),
        versioned: table.versioned.as_ref().map(|history| history.clone().filter(|name| !is_anonymous(name))),
        graph: table.graph.clone(),
        options: of_table(table),
        storage: storage(table.storage.as_ref()),
        lob_storage: storage(table.lob_storage.as_ref()),
        filestream_storage: storage(table.filestream_storage.as_ref()),
        opaque: opaque(&table.opaque),
    };
    options::compress_clustered(&mut normal);
    normal
}

/// The options of a table. How long history is kept says nothing where none is kept.
fn of_table(table: &Table) -> Vec<IndexOption> {
    let mut options = options::options(&table.options);
    options.retain(|option| table.versioned.is_some() || &*option.name != HISTORY_RETENTION);
    options
}

/// Whether a history table got its name from the engine (Learn, "Temporal tables").
pub(super) fn is_anonymous(history: &Name) -> bool {
    history.object.folded().starts_with("mssql_temporalhistoryfor_")
}

/// A column in its normal form.
#[must_use]
pub fn column(catalog: &Catalog, table: &Table, column: &Column) -> Column {
    let default = column.default.as_ref().map(|default| DefaultValue {
        name: default.name.clone(),
        value: SqlText::new(expression(default.value.as_str())),
    });
    let computed = column.computed.as_ref().map(|computed| Computed {
        expression: SqlText::new(expression(computed.expression.as_str())),
        persisted: computed.persisted,
    });
    let identity = column.identity.clone().map(|mut identity| {
        for number in [&mut identity.seed, &mut identity.increment] {
            *number = whole(number);
        }
        identity
    });
    Column {
        data_type: column.data_type.as_ref().map(|of| data_type(of, Use::Column)),
        nullable: match &column.computed {
            Some(computed) => is_said_not_null(catalog, table, column, &computed.expression).then_some(false),
            None => Some(catalog.is_nullable(table, column)),
        },
        default,
        computed,
        identity,
        masked: column.masked.as_ref().map(|mask| SqlText::new(super::tokens(mask.as_str()))),
        encrypted: options::options(&column.encrypted),
        opaque: opaque(&column.opaque),
        ..column.clone()
    }
}

/// A constraint in its normal form: whether a key is clustered and which columns a foreign key refers to
/// is said also where it was not written.
#[must_use]
pub fn constraint(catalog: &Catalog, table: &Table, constraint: &Constraint) -> Constraint {
    let mut normal = constraint.clone();
    match &mut normal.kind {
        ConstraintKind::Key { clustered, options, storage: place, .. } => {
            *clustered = Some(table.is_clustered(constraint));
            *options = options::options(options);
            *place = storage(place.as_ref());
        }
        ConstraintKind::ForeignKey { references, referenced, .. } if referenced.is_empty() => {
            *referenced =
                catalog.table(references).map(|table| table.primary_key().cloned().collect()).unwrap_or_default();
        }
        ConstraintKind::ForeignKey { .. } => {}
        ConstraintKind::Check { condition, .. } => *condition = SqlText::new(expression(condition.as_str())),
        ConstraintKind::Opaque(text) => *text = SqlText::new(super::tokens(text.as_str())),
    }
    normal
}

/// The place of a table or index, when it is not the default.
pub(super) fn storage(place: Option<&SqlText>) -> Option<SqlText> {
    let place = super::tokens(place?.as_str());
    let plain = place.trim_matches(|c| matches!(c, '[' | ']')).to_lowercase();
    (plain != DEFAULT_FILEGROUP).then(|| SqlText::new(place))
}

pub(super) fn opaque(clauses: &[SqlText]) -> Vec<SqlText> {
    let mut clauses: Vec<_> = clauses.iter().map(|clause| SqlText::new(super::tokens(clause.as_str()))).collect();
    clauses.sort();
    clauses
}

/// A whole number without a sign that says nothing and without leading zeros.
pub(super) fn whole(number: &str) -> Box<str> {
    number.parse::<i128>().map_or_else(|_| number.into(), |value| value.to_string().into())
}

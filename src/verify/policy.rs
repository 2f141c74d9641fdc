//! The policies that the project puts on its tables: how a session tells them its tenant, and what a row needs that is
//! written to try them.

use crate::catalog::Catalog;
use crate::lint::guarding::{filters, is_enabled};
use crate::lint::tenants::single_name;
use crate::name::{Ident, Name};
use crate::schema::{
    BlockOperation, Column, ConstraintKind, DataType, IndexKind, KeyColumn, Predicate, PredicateKind, Table,
};
use crate::syntax::lexer::{TokenKind, lex, string_text};
use crate::syntax::spell;
use crate::text::Span;

/// How a table's rows are filtered.
pub(super) struct Filtered {
    /// The column that the predicate is given.
    pub column: Ident,
    /// The key of the session context that it compares with.
    pub key: String,
}

/// The filter of an enabled policy on a table. `Err` where there is one that is not understood, `None` where there is none.
pub(super) fn filtered(catalog: &Catalog, table: &Name) -> Result<Option<Filtered>, String> {
    let Some(filter) = filters(catalog, table).next() else { return Ok(None) };
    let column = match &filter.predicate.arguments[..] {
        [argument] => single_name(argument.as_str()),
        _ => None,
    };
    let function = catalog.modules.get(&filter.predicate.function);
    let key = function.and_then(|function| context_key(function.definition.definition.as_str()));
    match (column, key) {
        (Some(column), Some(key)) => Ok(Some(Filtered { column, key })),
        _ => Err(format!(
            "how {} is told the tenant is not understood: it is no comparison of one column with SESSION_CONTEXT",
            filter.policy
        )),
    }
}

/// The key in `SESSION_CONTEXT(N'key')`; `None` where there is none, or more than one.
fn context_key(text: &str) -> Option<String> {
    let tokens = lex(text, Span::new(0, text.len())).tokens;
    let mut keys = tokens.windows(4).filter_map(|four| {
        let is_call = four[0].is_word(text, "SESSION_CONTEXT") && four[1].is_symbol(text, "(");
        (is_call && four[2].kind == TokenKind::String).then(|| string_text(four[2].text(text)).to_string())
    });
    let first = keys.next()?;
    keys.all(|other| other.eq_ignore_ascii_case(&first)).then_some(first)
}

/// Every predicate of an enabled policy as a row of the table that the check compares with the database.
pub(super) fn wanted(catalog: &Catalog) -> Vec<String> {
    let policies = catalog.policies.iter().filter(|(_, entry)| is_enabled(&entry.definition));
    let predicates =
        policies.flat_map(|(name, entry)| entry.definition.predicates.iter().map(move |predicate| (name, predicate)));
    predicates.map(|(name, predicate)| row(name, predicate)).collect()
}

/// As sys.security_predicates numbers them (Learn): 0 FILTER, 1 BLOCK; 1 to 4 the operations, here 0 for all.
fn row(policy: &Name, predicate: &Predicate) -> String {
    let (operation, words) = match (predicate.kind, predicate.operation) {
        (PredicateKind::Filter, _) => (0, "FILTER"),
        (PredicateKind::Block, None) => (0, "BLOCK"),
        (PredicateKind::Block, Some(BlockOperation::AfterInsert)) => (1, "BLOCK AFTER INSERT"),
        (PredicateKind::Block, Some(BlockOperation::AfterUpdate)) => (2, "BLOCK AFTER UPDATE"),
        (PredicateKind::Block, Some(BlockOperation::BeforeUpdate)) => (3, "BLOCK BEFORE UPDATE"),
        (PredicateKind::Block, Some(BlockOperation::BeforeDelete)) => (4, "BLOCK BEFORE DELETE"),
    };
    let kind = i32::from(predicate.kind == PredicateKind::Block);
    let names = [policy, &predicate.target].map(|name| spell::unicode(&spell::name(name))).join(", ");
    format!("({names}, {kind}, {operation}, N'{words}')")
}

/// The columns of a row that is copied for another tenant, and their values.
pub(super) fn copied(table: &Table, tenant: &Ident) -> (String, String) {
    let given: Vec<&Column> = table.columns.iter().filter(|column| is_given(column)).collect();
    let value = |column: &&Column| match column.name == *tenant {
        true => "@other".to_owned(),
        false => fresh(table, column).unwrap_or_else(|| format!("d.{}", spell::ident(&column.name))),
    };
    let columns = given.iter().map(|column| spell::ident(&column.name)).collect::<Vec<_>>().join(", ");
    (columns, given.iter().map(value).collect::<Vec<_>>().join(", "))
}

/// What an UPDATE sets to give a row to another tenant.
pub(super) fn moved(table: &Table, tenant: &Ident) -> String {
    let others = table.columns.iter().filter(|column| is_given(column) && column.name != *tenant);
    let fresh = others.filter(|column| !is_in_primary_key(table, column)).filter_map(|column| {
        let value = fresh(table, column)?;
        Some(format!("{} = {value}", spell::ident(&column.name)))
    });
    let tenant = format!("{} = @other", spell::ident(tenant));
    std::iter::once(tenant).chain(fresh).collect::<Vec<_>>().join(", ")
}

/// Whether an INSERT gives the column a value; the engine gives the others theirs.
fn is_given(column: &Column) -> bool {
    let is_version = matches!(&column.data_type, Some(DataType::System { name, .. }) if matches!(&**name, "rowversion" | "timestamp"));
    column.identity.is_none() && column.computed.is_none() && column.generated.is_none() && !is_version
}

/// A value that no row has, for a column that a unique key would refuse a copy of (Msg 2601, Msg 2627).
fn fresh(table: &Table, column: &Column) -> Option<String> {
    if !is_unique(table, &column.name) {
        return None;
    }
    let Some(DataType::System { name, args }) = &column.data_type else { return None };
    let random = "CONVERT(NVARCHAR(36), NEWID())";
    match (&**name, args.first().map(|length| &**length)) {
        ("nvarchar" | "varchar" | "nchar" | "char", Some("max")) => Some(random.to_owned()),
        ("nvarchar" | "varchar" | "nchar" | "char", length) => {
            Some(format!("LEFT({random}, {})", length.unwrap_or("1")))
        }
        ("sysname", _) => Some(random.to_owned()),
        ("uniqueidentifier", _) => Some("NEWID()".to_owned()),
        ("int" | "bigint", _) => Some("-ABS(CAST(CHECKSUM(NEWID()) AS BIGINT)) / 2".to_owned()),
        _ => None,
    }
}

fn is_unique(table: &Table, column: &Ident) -> bool {
    let has = |keys: &[KeyColumn]| keys.iter().any(|key| key.name == *column);
    let in_index = table
        .indexes
        .iter()
        .any(|index| matches!(index.kind, IndexKind::Rowstore { unique: true, .. }) && has(&index.keys));
    let in_key = table
        .constraints
        .iter()
        .any(|constraint| matches!(&constraint.kind, ConstraintKind::Key { columns, .. } if has(columns)));
    in_index || in_key
}

fn is_in_primary_key(table: &Table, column: &Column) -> bool {
    table.primary_key().any(|key| *key == column.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Project;

    fn catalog(text: &str) -> Catalog {
        crate::replay::replay(&Project::fixture(text), &mut ())
    }

    #[test]
    fn the_key_of_the_context_is_read_from_the_predicate() {
        assert_eq!(
            context_key("RETURN SELECT 1 WHERE @t = CAST(SESSION_CONTEXT(N'it''s') AS INT)").as_deref(),
            Some("it's")
        );
        assert_eq!(context_key("SESSION_CONTEXT(N'a') = @t AND SESSION_CONTEXT(N'b') = 1"), None);
        assert_eq!(context_key("USER_NAME() = @t"), None);
    }

    #[test]
    fn a_copy_leaves_out_what_the_engine_gives_and_changes_what_is_unique() {
        let catalog = catalog(
            "CREATE TABLE dbo.d (id INT IDENTITY PRIMARY KEY, tenant_id INT, path NVARCHAR(20), body NVARCHAR(MAX), v ROWVERSION,
               n AS tenant_id, CONSTRAINT u UNIQUE (tenant_id, path));",
        );
        let table = catalog.table(&Name::dbo("d")).expect("a table");
        let (columns, values) = copied(table, &Ident::new("tenant_id"));
        assert_eq!(columns, "tenant_id, path, body");
        assert_eq!(values, "@other, LEFT(CONVERT(NVARCHAR(36), NEWID()), 20), d.body");
        assert_eq!(
            moved(table, &Ident::new("tenant_id")),
            "tenant_id = @other, path = LEFT(CONVERT(NVARCHAR(36), NEWID()), 20)"
        );
    }
}

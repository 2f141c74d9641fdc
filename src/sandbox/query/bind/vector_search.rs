//! VECTOR_SEARCH: exact here, by the distance of every row, with the engine's rules for its place.

use super::compose::{OrderKey, Tail};
use super::frame::{BoundSource, SourceColumn};
use super::select::Parts;
use super::source::Stored;
use super::{Binder, Bound, Typed};
use crate::name::{Ident, Name};
use crate::sandbox::query::physical;
use crate::sandbox::value::SqlType;
use crate::sandbox::value::vector::Metric;
use crate::schema::{IndexKind, Table};
use crate::syntax::query::ast::{ExprKind, Select, Source, VectorSearch};

const NO_SEARCH: &str = "WITH APPROXIMATE can only be used in a query that has VECTOR_SEARCH in its FROM clause.";
const NO_ORDER: &str = "WITH APPROXIMATE can only be used with an ORDER BY on the distance column.";
const OTHER_ORDER: &str = "With APPROXIMATE, ORDER BY must be on the distance column alone, ascending.";
const GROUPED: &str = "With APPROXIMATE, a query cannot group, aggregate, use DISTINCT or window functions. Put it in a \
                       subquery.";

impl Binder<'_> {
    /// Two sources: the table under its own alias, and `distance` under the result's.
    pub(super) fn vector_search(&mut self, source: &Source, search: &VectorSearch) -> Bound<String> {
        let (name, table) = self.searched_table(search)?;
        let metric = self.metric(search)?;
        self.check_top_n(search)?;
        if search.force_ann_only && !has_index(&table, &search.column, &metric) {
            let text = format!(
                "There is no vector index with the metric '{metric}' on the column '{}'.",
                search.column.as_str()
            );
            return self.error(42227, text, source.at);
        }
        let exposed = search.table_alias.clone().unwrap_or_else(|| name.object.clone());
        let full = if search.table_alias.is_none() { Some(name.clone()) } else { None };
        let physical = physical::table(&name);
        let stored = Stored { table: &table, name: &name, physical: &physical, only: Some(&search.column) };
        let text = self.base(&stored, exposed.clone(), full, source.at)?;
        let column = self.column(&[exposed, search.column.clone()], search.column_at)?;
        let query = self.similar_to(search, &column)?;
        let distance = format!("t_vector_distance('{metric}', {}, {})", column.sql, query.sql);
        self.frame().distance = Some(distance.clone());
        let columns = vec![SourceColumn::new(Ident::new("distance"), distance, SqlType::Float, true)];
        let result = source.alias.clone().unwrap_or_default();
        self.add_source(BoundSource { name: result, full: None, columns, base: None, row: None }, source.at)?;
        Ok(text)
    }

    /// A table of the database with a vector column of this name (Msg 207, 42226).
    fn searched_table(&mut self, search: &VectorSearch) -> Bound<(Name, std::sync::Arc<Table>)> {
        let at = search.table_at;
        let name = self.existing_object(&search.table, at)?;
        let name = self.scope.catalog.resolve(&name);
        self.check_readable(&name, at)?;
        let Some(entry) = self.scope.catalog.tables.get(&name) else {
            return self.unknown("VECTOR_SEARCH over what is no table of the database (the engine refuses it too)", at);
        };
        let table = std::sync::Arc::clone(&entry.definition);
        match table.column(&search.column) {
            None => self.error(207, format!("Invalid column name '{}'.", search.column.as_str()), search.column_at),
            Some(column) if column.vector().is_none() => self.error(
                42226,
                format!("The column '{}' is not a vector column.", search.column.as_str()),
                search.column_at,
            ),
            Some(_) => Ok((name, table)),
        }
    }

    fn metric(&mut self, search: &VectorSearch) -> Bound<String> {
        let ExprKind::Text { text, .. } = &search.metric.kind else {
            return self.error(102, "Incorrect syntax near METRIC: it is a string literal.", search.metric.at);
        };
        self.placed(Metric::of(text), search.metric.at)?;
        Ok(text.trim_end_matches(' ').to_lowercase())
    }

    /// The old fifth argument: Msg 42253 outside 1 to 2000, Msg 42274 otherwise, as with an index of the
    /// current format.
    fn check_top_n(&mut self, search: &VectorSearch) -> Bound<()> {
        let Some(top_n) = &search.top_n else { return Ok(()) };
        if let ExprKind::Number(number) = &top_n.kind
            && !number.parse::<u32>().is_ok_and(|number| (1..=2000).contains(&number))
        {
            return self.error(42253, "The value of TOP_N must be between 1 and 2000.", top_n.at);
        }
        self.error(42274, "TOP_N is not supported with this vector index. Use TOP (n) WITH APPROXIMATE.", top_n.at)
    }

    /// A vector of the column's size and base.
    fn similar_to(&mut self, search: &VectorSearch, column: &Typed) -> Bound<Typed> {
        let at = search.similar_to.at;
        if !matches!(search.similar_to.kind, ExprKind::Variable(_) | ExprKind::Column(_)) {
            return self.error(102, "Incorrect syntax near SIMILAR_TO: it is a variable or a column.", at);
        }
        let query = self.scalar(&search.similar_to)?;
        if !query.data_type.is_vector() && !query.is_null() {
            let text = format!(
                "Argument data type {} is invalid for argument 3 of vector_search function.",
                query.data_type.describe()
            );
            return self.error(8116, text, at);
        }
        self.same_vectors(column, &query, at)?;
        Ok(query)
    }

    /// What TOP … WITH APPROXIMATE demands: a search (Msg 42248), ordered by its distance alone, ascending,
    /// with nothing that groups or compares (Msg 42271).
    pub(super) fn check_approximate(
        &mut self,
        select: &Select,
        parts: &Parts,
        tail: &Tail<'_>,
        order: &[OrderKey],
    ) -> Bound<()> {
        let Some(top) = select.top.as_ref().filter(|top| top.approximate) else { return Ok(()) };
        let frame = self.frame();
        let (grouped, applies) = (frame.grouped, frame.applies);
        let Some(distance) = frame.distance.clone() else {
            return self.error(42248, NO_SEARCH, top.at);
        };
        let [key, rest @ ..] = order else {
            return self.error(42248, NO_ORDER, top.at);
        };
        let windows = parts.items.iter().any(|item| item.value.window);
        if !rest.is_empty() || key.descending || key.origin != distance {
            return self.error(42271, OTHER_ORDER, key.at);
        }
        if grouped || select.distinct || windows {
            return self.error(42271, GROUPED, tail.at);
        }
        if applies {
            return self.unknown(
                "APPLY beside VECTOR_SEARCH (the engine refuses it too; apply the whole subquery)",
                select.at,
            );
        }
        Ok(())
    }
}

/// Whether a vector index with this metric is on the column.
fn has_index(table: &Table, column: &Ident, metric: &str) -> bool {
    table.indexes.iter().any(|index| match &index.kind {
        IndexKind::Vector { metric: Some(own), .. } => {
            own.trim_end_matches(' ').eq_ignore_ascii_case(metric) && index.keys.iter().any(|key| key.name == *column)
        }
        _ => false,
    })
}

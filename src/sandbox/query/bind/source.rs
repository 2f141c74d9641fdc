//! FROM: tables, CTEs, derived tables, joins and APPLY.

use super::expression::shown;
use super::frame::{BoundSource, SourceColumn};
use super::relation::{Relation, RelationColumn, position};
use super::typed::{Collated, Use};
use super::{Binder, Bound};
use crate::name::{Ident, Name};
use crate::sandbox::collation::DATABASE_COLLATION;
use crate::sandbox::query::physical;
use crate::sandbox::value::SqlType;
use crate::schema::{Column, ModuleKind, Table};
use crate::syntax::query::ast::{Expr, JoinKind, Source, SourceKind};

/// A table with rows of its own.
pub(super) struct Stored<'t> {
    pub table: &'t Table,
    pub name: &'t Name,
    /// Its name in SQLite, quoted.
    pub physical: &'t str,
    /// Only rows that have a value in this column are seen.
    pub only: Option<&'t Ident>,
}

impl Binder<'_> {
    /// The items of FROM in SQLite. Columns of outer queries that they use go to `uses`.
    pub(super) fn from(&mut self, sources: &[Source], uses: &mut Vec<Use>) -> Bound<String> {
        let mut texts = Vec::with_capacity(sources.len());
        for source in sources {
            let text = self.source(source, uses)?;
            texts.push(if is_join(source) { format!("({text})") } else { text });
        }
        Ok(texts.join(", "))
    }

    /// One item of FROM; its columns come into the innermost frame.
    pub(super) fn source(&mut self, source: &Source, uses: &mut Vec<Use>) -> Bound<String> {
        self.deeper(1, |binder| match &source.kind {
            SourceKind::Join { left, right, kind, on } => binder.join(left, right, *kind, on.as_ref(), uses),
            _ => binder.single(source, false, uses),
        })
    }

    fn join(
        &mut self,
        left: &Source,
        right: &Source,
        kind: JoinKind,
        on: Option<&Expr>,
        uses: &mut Vec<Use>,
    ) -> Bound<String> {
        let first = self.frame().sources.len();
        let left_text = self.source(left, uses)?;
        let middle = self.frame().sources.len();
        let apply = matches!(kind, JoinKind::CrossApply | JoinKind::OuterApply);
        self.frame().applies |= apply;
        let right_text =
            if is_join(right) { format!("({})", self.source(right, uses)?) } else { self.single(right, apply, uses)? };
        let on = match on {
            Some(on) => {
                let condition = self.filter(on)?;
                uses.extend(condition.uses);
                condition.sql
            }
            None => "1".to_owned(),
        };
        self.make_outer(kind, first, middle);
        let word = match kind {
            JoinKind::Inner => "JOIN",
            JoinKind::Left | JoinKind::OuterApply => "LEFT JOIN",
            JoinKind::Right => "RIGHT JOIN",
            JoinKind::Full => "FULL JOIN",
            JoinKind::Cross | JoinKind::CrossApply => return Ok(format!("{left_text} CROSS JOIN {right_text}")),
        };
        Ok(format!("{left_text} {word} {right_text} ON {on}"))
    }

    /// Sources on the outer side of a join may be NULL.
    fn make_outer(&mut self, kind: JoinKind, first: usize, middle: usize) {
        let sources = &mut self.frame().sources;
        if matches!(kind, JoinKind::Right | JoinKind::Full) {
            sources[first..middle].iter_mut().for_each(BoundSource::make_nullable);
        }
        if matches!(kind, JoinKind::Left | JoinKind::Full | JoinKind::OuterApply) {
            sources[middle..].iter_mut().for_each(BoundSource::make_nullable);
        }
    }

    /// One item that is no join. With APPLY it sees the sources before it.
    fn single(&mut self, source: &Source, apply: bool, uses: &mut Vec<Use>) -> Bound<String> {
        match &source.kind {
            SourceKind::Table(parts) => self.table(source, parts),
            SourceKind::VectorSearch(search) => self.vector_search(source, search),
            SourceKind::Function { name, arguments, with } => {
                self.function_source(source, name, arguments, with, apply, uses)
            }
            SourceKind::Query(query) => {
                self.row_wanted = self.frames.len() == 1 && source.alias.is_some() && self.row_target == source.alias;
                let relation = self.hiding(!apply, |binder| binder.subquery(query))?;
                self.derived(source, relation, uses)
            }
            SourceKind::Values(rows) => {
                let relation = self.hiding(!apply, |binder| binder.values(rows, source.at))?;
                self.derived(source, relation, uses)
            }
            SourceKind::Join { .. } => self.source(source, uses),
            SourceKind::Other(what) => self.unknown(what, source.at),
        }
    }

    /// Runs `bind` while the innermost frame's sources are not seen.
    pub(super) fn hiding<T>(&mut self, hide: bool, bind: impl FnOnce(&mut Self) -> Bound<T>) -> Bound<T> {
        let index = self.frames.len() - 1;
        let before = std::mem::replace(&mut self.frames[index].hidden, hide);
        let bound = bind(self);
        self.frames[index].hidden = before;
        bound
    }

    /// A relation as an item of FROM. One that uses the sources before it (APPLY) becomes JSON rows, as
    /// SQLite has no other subquery that sees its neighbours.
    pub(super) fn derived(&mut self, source: &Source, relation: Relation, uses: &mut Vec<Use>) -> Bound<String> {
        let name = source.alias.clone().unwrap_or_default();
        let columns = self.named_columns(&relation, &source.columns, &name, source.at)?;
        let alias = self.alias();
        let frame = self.frame().id;
        let lateral = relation.uses.iter().any(|used| used.frame == frame);
        let text = if lateral {
            let names: Vec<String> = (0..columns.len()).map(position).collect();
            format!("json_each((SELECT t_rows({}) FROM ({}))) AS {alias}", names.join(", "), relation.sql)
        } else {
            format!("({}) AS {alias}", relation.sql)
        };
        uses.extend(relation.uses.iter().cloned());
        let sql = |at: usize| {
            if lateral { format!("t_field({alias}.value, {at})") } else { format!("{alias}.{}", position(at)) }
        };
        let mut bound = bound_source(name, &columns, sql);
        if let Some(base) = relation.base.as_ref().filter(|_| !lateral) {
            bound.base = Some(base.table.clone());
            bound.row = Some(format!("{alias}.\"row\""));
            for (column, of) in bound.columns.iter_mut().zip(&base.columns) {
                column.base.clone_from(of);
            }
        }
        self.add_source(bound, source.at)?;
        Ok(text)
    }

    fn values(&mut self, rows: &[Vec<Expr>], at: usize) -> Bound<Relation> {
        let width = rows.first().map_or(0, Vec::len);
        if rows.iter().any(|row| row.len() != width) {
            return self.error(
                10709,
                "The number of columns for each row in a table value constructor must be the same.",
                at,
            );
        }
        self.push_frame();
        let bound = self.value_rows(rows, at);
        let frame = self.pop_frame();
        let mut relation = bound?;
        relation.uses.retain(|used| used.frame != frame.id);
        Ok(relation)
    }

    fn value_rows(&mut self, rows: &[Vec<Expr>], at: usize) -> Bound<Relation> {
        let mut columns: Vec<Vec<super::Typed>> = vec![Vec::with_capacity(rows.len()); rows[0].len()];
        for row in rows {
            for (column, value) in columns.iter_mut().zip(row) {
                column.push(self.scalar(value)?);
            }
        }
        let mut uses = Vec::new();
        let mut shapes = Vec::with_capacity(columns.len());
        let mut converted = Vec::with_capacity(columns.len());
        for column in columns {
            let (values, whole) = self.unified(column, at)?;
            uses.extend(whole.uses.iter().cloned());
            shapes.push(RelationColumn::of(None, &whole));
            converted.push(values);
        }
        let tuples: Vec<String> = (0..rows.len())
            .map(|row| {
                let texts: Vec<&str> = converted.iter().map(|column| column[row].sql.as_str()).collect();
                format!("({})", texts.join(", "))
            })
            .collect();
        // SQLite names the columns of VALUES only where nothing outside is used in it.
        let name = format!("\"v{}\"", self.serial());
        let names: Vec<String> = (0..shapes.len()).map(position).collect();
        let sql = format!("WITH {name}({}) AS (VALUES {}) SELECT * FROM {name}", names.join(", "), tuples.join(", "));
        Ok(Relation { sql, columns: shapes, single_row: rows.len() == 1, plain: false, uses, base: None })
    }

    /// A name in FROM: a CTE, a table of the session, of the database or of the system, a view.
    fn table(&mut self, source: &Source, parts: &[Ident]) -> Bound<String> {
        let at = source.at;
        let alias = source.alias.clone();
        let own = parts.last().cloned().unwrap_or_default();
        if let [name] = parts
            && let Some(cte) = self.find_cte(name)
        {
            return self.cte_source(source, cte);
        }
        if let Some((name, table, physical)) = self.session_table(parts) {
            let exposed = alias.unwrap_or(own);
            return self.base(
                &Stored { table: &table, name: &name, physical: &physical, only: None },
                exposed,
                None,
                at,
            );
        }
        let name = self.existing_object(parts, at)?;
        if let Some(view) = self.scope.environment.system_view(&name) {
            return self.system_view(source, &view, &name);
        }
        let full = if alias.is_none() { Some(name.clone()) } else { None };
        let resolved = self.scope.catalog.resolve(&name);
        self.check_readable(&resolved, at)?;
        if let Some(table) = self.scope.catalog.tables.get(&resolved) {
            let table = std::sync::Arc::clone(&table.definition);
            let physical = physical::table(&resolved);
            let stored = Stored { table: &table, name: &resolved, physical: &physical, only: None };
            return self.base(&stored, alias.unwrap_or(own), full, at);
        }
        match self.scope.catalog.modules.get(&resolved).map(|entry| std::sync::Arc::clone(&entry.definition)) {
            Some(module) if module.kind == ModuleKind::View => self.view(source, &resolved, &module, full),
            _ => self.error(208, format!("Invalid object name '{}'.", shown(parts)), at),
        }
    }

    /// Whether the session's user may read an object. What a view or function reads, its owner may (Msg 229).
    pub(super) fn check_readable(&self, object: &Name, at: usize) -> Bound<()> {
        let unreadable = self.scope.environment.unreadable(object).filter(|_| self.expanding.is_empty());
        unreadable.map_or(Ok(()), |error| Err(self.fail(error, at)))
    }

    /// `#t`, `@t`, `inserted`, `deleted`: its name, shape and name in SQLite.
    pub(super) fn session_table(&self, parts: &[Ident]) -> Option<(Name, Table, String)> {
        let last = parts.last()?;
        if parts.len() > 1 && !last.as_str().starts_with('#') {
            return None;
        }
        let found = self.scope.environment.temporary(last)?;
        Some((Name::dbo(last.as_str()), found.table.clone(), physical::temporary(found.physical)))
    }

    /// The object that a name means: in the schema that is written, or in the default schema and then in
    /// `dbo` (Msg 208 when it is nowhere).
    pub(super) fn existing_object(&self, parts: &[Ident], at: usize) -> Bound<Name> {
        let name = self.object_name(parts, at)?;
        let written = parts.len() > 1 && !parts[parts.len() - 2].is_empty();
        if !written {
            let own = Name { schema: self.scope.default_schema.clone(), object: name.object.clone() };
            if self.exists(&own) {
                return Ok(own);
            }
        }
        if self.exists(&name) {
            Ok(name)
        } else {
            self.error(208, format!("Invalid object name '{}'.", shown(parts)), at)
        }
    }

    fn exists(&self, name: &Name) -> bool {
        let catalog = self.scope.catalog;
        catalog.tables.contains_key(name)
            || catalog.modules.contains_key(name)
            || catalog.synonyms.contains_key(name)
            || self.scope.environment.system_view(name).is_some()
    }

    fn cte_source(&mut self, source: &Source, cte: super::cte::BoundCte) -> Bound<String> {
        let alias = self.alias();
        if let Some(limit) = cte.recursing {
            let depth = format!("t_recursion({alias}.\"depth\" + 1, {limit}) AS \"depth\"");
            self.frame().extra.push(depth);
        }
        let name = source.alias.clone().unwrap_or_else(|| cte.name.clone());
        let mut bound = bound_source(name, &cte.columns, |at| format!("{alias}.{}", position(at)));
        if let Some(base) = &cte.base {
            bound.base = Some(base.table.clone());
            bound.row = Some(format!("{alias}.\"row\""));
            for (column, of) in bound.columns.iter_mut().zip(&base.columns) {
                column.base.clone_from(of);
            }
        }
        self.add_source(bound, source.at)?;
        Ok(format!("{} AS {alias}", cte.physical))
    }

    fn system_view(&mut self, source: &Source, view: &super::super::plan::SystemView, name: &Name) -> Bound<String> {
        let alias = self.alias();
        let columns = view.columns.iter().map(|(column, data_type, nullable)| {
            let sql = format!("{alias}.{}", physical::column(column));
            let collation = if data_type.is_text() { database_collation() } else { Collated::Default };
            SourceColumn::new(column.clone(), sql, *data_type, *nullable).collated(collation)
        });
        let bound = BoundSource {
            name: source.alias.clone().unwrap_or_else(|| name.object.clone()),
            full: if source.alias.is_none() { Some(name.clone()) } else { None },
            columns: columns.collect(),
            base: None,
            row: None,
        };
        self.add_source(bound, source.at)?;
        Ok(format!("{} AS {alias}", view.source))
    }

    /// A table whose rows are stored, behind the filter of its policies.
    pub(super) fn base(&mut self, stored: &Stored<'_>, exposed: Ident, full: Option<Name>, at: usize) -> Bound<String> {
        let alias = self.alias();
        let columns = self.table_columns(stored.table, &alias, at)?;
        let filter = self.filtered(stored, at)?;
        let row = if filter.is_some() { format!("{alias}.\"row\"") } else { format!("{alias}._rowid_") };
        let base = Some(stored.name.clone());
        self.add_source(BoundSource { name: exposed, full, columns, base, row: Some(row) }, at)?;
        Ok(format!("{} AS {alias}", filter.as_deref().unwrap_or(stored.physical)))
    }

    /// The columns of a table under an alias; computed ones are their expressions.
    pub(in crate::sandbox::query) fn table_columns(
        &mut self,
        table: &Table,
        alias: &str,
        at: usize,
    ) -> Bound<Vec<SourceColumn>> {
        let prefix = if alias.is_empty() { String::new() } else { format!("{alias}.") };
        let mut stored = Vec::with_capacity(table.columns.len());
        for column in &table.columns {
            let Some(data_type) = &column.data_type else { continue };
            let data_type = self.placed(SqlType::of(data_type, self.scope.catalog), at)?;
            let sql = format!("{prefix}{}", physical::column(&column.name));
            let mut bound =
                SourceColumn::new(column.name.clone(), sql, data_type, self.scope.catalog.is_nullable(table, column))
                    .collated(collation(column, data_type))
                    .identity(column.identity.clone());
            bound.hidden = column.hidden;
            stored.push(bound);
        }
        if stored.len() == table.columns.len() {
            return Ok(stored);
        }
        self.with_computed(table, stored, at)
    }
}

/// A text column's collation.
pub(super) fn collation(column: &Column, data_type: SqlType) -> Collated {
    match &column.collation {
        Some(name) => Collated::Implicit(name.clone()),
        None if data_type.is_text() => database_collation(),
        None => Collated::Default,
    }
}

/// The collation of the database.
pub(super) fn database_collation() -> Collated {
    Collated::Implicit(Ident::new(DATABASE_COLLATION))
}

fn is_join(source: &Source) -> bool {
    matches!(source.kind, SourceKind::Join { .. })
}

/// A source of a relation's columns.
pub(super) fn bound_source(name: Ident, columns: &[RelationColumn], sql: impl Fn(usize) -> String) -> BoundSource {
    let columns = columns.iter().enumerate().map(|(at, column)| {
        let mut value = column.value(sql(at));
        value.identity.clone_from(&column.identity);
        SourceColumn { name: column.name.clone().unwrap_or_default(), value, hidden: false, base: None }
    });
    BoundSource { name, full: None, columns: columns.collect(), base: None, row: None }
}

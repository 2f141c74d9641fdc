//! WITH: common table expressions, recursive ones too.

use super::relation::{Base, Relation, RelationColumn};
use super::typed::Use;
use super::{Binder, Bound};
use crate::name::Ident;
use crate::syntax::query::ast::{Body, Cte, Query, SetOp, Source, SourceKind};

/// How deep a recursive CTE may go unless OPTION (MAXRECURSION) says otherwise.
const MAX_RECURSION: u32 = 100;

/// A CTE in force.
#[derive(Debug, Clone)]
pub(super) struct BoundCte {
    pub name: Ident,
    /// Its name in SQLite.
    pub physical: String,
    pub columns: Vec<RelationColumn>,
    pub base: Option<Base>,
    /// While its recursive part is bound: how deep it may go (0 is without limit).
    pub recursing: Option<u32>,
}

/// A WITH clause in SQLite.
#[derive(Default)]
pub(super) struct With {
    /// `WITH RECURSIVE … `, or nothing.
    pub text: String,
    pub uses: Vec<Use>,
}

impl Binder<'_> {
    /// Binds CTEs, which stay in force until the caller drops them.
    pub(super) fn with(&mut self, ctes: &[Cte], max_recursion: Option<u32>) -> Bound<With> {
        let mut with = With::default();
        let mut texts = Vec::with_capacity(ctes.len());
        let first = self.ctes.len();
        for cte in ctes {
            if self.ctes[first..].iter().any(|other| other.name == cte.name) {
                let text = format!("Duplicate common table expression name '{}' was specified.", cte.name.as_str());
                return self.error(239, text, cte.at);
            }
            let relation = self.cte(cte, max_recursion.unwrap_or(MAX_RECURSION))?;
            with.uses.extend(relation.uses);
            let name = self.ctes.last().map(|bound| bound.physical.clone()).unwrap_or_default();
            texts.push(format!("{name} AS ({})", relation.sql));
        }
        if !texts.is_empty() {
            with.text = format!("WITH RECURSIVE {} ", texts.join(", "));
        }
        Ok(with)
    }

    fn cte(&mut self, cte: &Cte, max_recursion: u32) -> Bound<Relation> {
        let physical = format!("\"x{}\"", self.serial());
        let (relation, columns) = match self.recursive_parts(cte, &physical, max_recursion)? {
            Some(found) => found,
            None => {
                self.row_wanted = self.row_target.as_ref() == Some(&cte.name);
                let relation = self.subquery(&cte.query)?;
                let columns = self.named_columns(&relation, &cte.columns, &cte.name, cte.at)?;
                (relation, columns)
            }
        };
        let base = relation.base.clone();
        self.ctes.push(BoundCte { name: cte.name.clone(), physical, columns, base, recursing: None });
        Ok(relation)
    }

    /// `anchor UNION ALL recursive`, when the second part names the CTE in its FROM. Each row carries how
    /// deep it is, so that MAXRECURSION holds (Msg 530).
    fn recursive_parts(
        &mut self,
        cte: &Cte,
        physical: &str,
        limit: u32,
    ) -> Bound<Option<(Relation, Vec<RelationColumn>)>> {
        let Body::Set(first, rest) = &cte.query.body else { return Ok(None) };
        let all = rest.iter().all(|(operator, _)| *operator == SetOp::UnionAll);
        if !all || !rest.iter().any(|(_, body)| names_in_from(body, &cte.name)) {
            return Ok(None);
        }
        let anchor = self.term_of_cte(first, &cte.query)?;
        let columns = self.named_columns(&anchor, &cte.columns, &cte.name, cte.at)?;
        let (name, physical) = (cte.name.clone(), physical.to_owned());
        let recursing = Some(limit);
        self.ctes.push(BoundCte { name, physical, columns: columns.clone(), base: None, recursing });
        let terms = rest.iter().map(|(_, body)| self.recursive_term(body, &columns, cte)).collect::<Bound<Vec<_>>>();
        self.ctes.pop();
        let mut sql = format!("SELECT *, 0 AS \"depth\" FROM ({})", anchor.sql);
        let mut uses = anchor.uses;
        for ((_, body), term) in rest.iter().zip(terms?) {
            sql.push_str(" UNION ALL ");
            if names_in_from(body, &cte.name) {
                sql.push_str(&term.sql);
            } else {
                sql.push_str(&format!("SELECT *, 0 AS \"depth\" FROM ({})", term.sql));
            }
            uses.extend(term.uses);
        }
        let relation = Relation { sql, columns: columns.clone(), single_row: false, plain: false, uses, base: None };
        Ok(Some((relation, columns)))
    }

    fn term_of_cte(&mut self, body: &Body, query: &Query) -> Bound<Relation> {
        self.subquery(&Query::of(query.at, body.clone()))
    }

    /// Msg 240: the recursive part has the anchor's types.
    fn recursive_term(&mut self, body: &Body, columns: &[RelationColumn], cte: &Cte) -> Bound<Relation> {
        let term = self.term_of_cte(body, &cte.query)?;
        if term.columns.len() != columns.len() {
            let text = "All queries combined using a UNION, INTERSECT or EXCEPT operator must have an equal number of \
                        expressions in their target lists.";
            return self.error(205, text, cte.at);
        }
        for (have, want) in term.columns.iter().zip(columns) {
            if have.data_type != want.data_type && !have.null && !want.null {
                let text = format!(
                    "Types don't match between the anchor and the recursive part in column \"{}\" of recursive query \"{}\".",
                    want.name.as_ref().map(Ident::as_str).unwrap_or_default(),
                    cte.name.as_str()
                );
                return self.error(240, text, cte.at);
            }
        }
        Ok(term)
    }

    /// The CTE that a name means, the innermost first.
    pub(super) fn find_cte(&self, name: &Ident) -> Option<BoundCte> {
        self.ctes.iter().rev().find(|cte| cte.name == *name).cloned()
    }

    /// Msg 8158 and 8159.
    fn check_width(&self, names: usize, columns: usize, table: &str, at: usize) -> Bound<()> {
        let (number, word) = match names.cmp(&columns) {
            std::cmp::Ordering::Less => (8158, "more"),
            std::cmp::Ordering::Greater => (8159, "fewer"),
            std::cmp::Ordering::Equal => return Ok(()),
        };
        self.error(number, format!("'{table}' has {word} columns than were specified in the column list."), at)
    }

    /// The names of a derived table's columns: those of the list, or their own (Msg 8155, 8156, 8158, 8159).
    pub(super) fn named_columns(
        &self,
        relation: &Relation,
        names: &[Ident],
        table: &Ident,
        at: usize,
    ) -> Bound<Vec<RelationColumn>> {
        let table = table.as_str();
        let mut columns = relation.columns.clone();
        if !names.is_empty() {
            self.check_width(names.len(), columns.len(), table, at)?;
            for (column, name) in columns.iter_mut().zip(names) {
                column.name = Some(name.clone());
            }
        }
        for (index, column) in columns.iter().enumerate() {
            let Some(name) = &column.name else {
                let text = format!("No column name was specified for column {} of '{table}'.", index + 1);
                return self.error(8155, text, at);
            };
            if columns[..index].iter().any(|other| other.name.as_ref() == Some(name)) {
                let text = format!("The column '{}' was specified multiple times for '{table}'.", name.as_str());
                return self.error(8156, text, at);
            }
        }
        Ok(columns)
    }
}

/// Whether the FROM of a SELECT names a table of one part.
fn names_in_from(body: &Body, name: &Ident) -> bool {
    fn named(source: &Source, name: &Ident) -> bool {
        match &source.kind {
            SourceKind::Table(parts) => parts.len() == 1 && parts[0] == *name,
            SourceKind::Join { left, right, .. } => named(left, name) || named(right, name),
            _ => false,
        }
    }
    match body {
        Body::Select(select) => select.from.iter().any(|source| named(source, name)),
        _ => false,
    }
}

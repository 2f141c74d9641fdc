//! Whole queries: set operators, ORDER BY over them, WITH.

use super::coerce::common;
use super::compose::Tail;
use super::relation::{Relation, RelationColumn, position};
use super::select::Item;
use super::typed::Typed;
use super::{Binder, Bound};
use crate::sandbox::value::SqlType;
use crate::syntax::query::ast::{Body, Query, SetOp};

impl Binder<'_> {
    /// A query that stands inside another: a derived table, a subquery, a CTE.
    pub(super) fn subquery(&mut self, query: &Query) -> Bound<Relation> {
        self.query(query, true)
    }

    /// A query; `inner` when it stands inside another.
    pub(in crate::sandbox::query) fn query(&mut self, query: &Query, inner: bool) -> Bound<Relation> {
        if query.fetch_approximate {
            return self.unknown("FETCH APPROXIMATE", query.at);
        }
        if query.for_xml {
            return self.unknown("FOR XML", query.at);
        }
        let kept = self.ctes.len();
        let with = self.with(&query.ctes, query.max_recursion)?;
        let bound = self.deeper(2, |binder| binder.query_body(query, inner));
        self.ctes.truncate(kept);
        let mut relation = bound?;
        if let Some(clause) = &query.for_json {
            relation = self.for_json(&relation, clause, query)?;
        }
        if !with.text.is_empty() {
            relation.sql = format!("{}{}", with.text, relation.sql);
            relation.plain = false;
            relation.uses.extend(with.uses);
        }
        Ok(relation)
    }

    fn query_body(&mut self, query: &Query, inner: bool) -> Bound<Relation> {
        let tail = Tail {
            order: &query.order,
            offset: query.offset.as_ref(),
            fetch: query.fetch.as_ref(),
            inner,
            for_json: query.for_json.is_some(),
            row: std::mem::take(&mut self.row_wanted),
            at: query.order.first().map_or(query.at, |item| item.value.at),
        };
        match &query.body {
            Body::Select(select) => self.select(select, &tail),
            body => {
                let relation = self.body(body)?;
                self.ordered(relation, &tail)
            }
        }
    }

    fn body(&mut self, body: &Body) -> Bound<Relation> {
        match body {
            Body::Select(select) => {
                let tail = Tail {
                    order: &[],
                    offset: None,
                    fetch: None,
                    inner: true,
                    for_json: false,
                    row: false,
                    at: select.at,
                };
                self.select(select, &tail)
            }
            Body::Nested(query) => self.subquery(query),
            Body::Set(first, rest) => self.set(first, rest),
        }
    }

    fn set(&mut self, first: &Body, rest: &[(SetOp, Body)]) -> Bound<Relation> {
        let at = place(first);
        let mut terms = vec![self.body(first)?];
        for (_, body) in rest {
            terms.push(self.body(body)?);
        }
        let operators: Vec<SetOp> = rest.iter().map(|(operator, _)| *operator).collect();
        self.compound(terms, &operators, at)
    }

    /// Relations with set operators between them, left to right, as SQLite has them too.
    pub(super) fn compound(&mut self, terms: Vec<Relation>, operators: &[SetOp], at: usize) -> Bound<Relation> {
        let columns = self.common_columns(&terms, at)?;
        let compared = operators.iter().any(|operator| *operator != SetOp::UnionAll);
        if compared {
            self.check_compared(&columns, at)?;
        }
        let mut sql = String::new();
        let mut uses = Vec::new();
        for (index, term) in terms.iter().enumerate() {
            let text = self.term(term, &columns, compared && index == 0, at)?;
            if let Some(operator) = index.checked_sub(1).map(|index| operators[index]) {
                sql.push_str(word(operator));
            }
            sql.push_str(&text);
            uses.extend(term.uses.iter().cloned());
        }
        Ok(Relation { sql, columns, single_row: false, plain: false, uses, base: None })
    }

    /// Msg 205, and the type of each column.
    fn common_columns(&mut self, terms: &[Relation], at: usize) -> Bound<Vec<RelationColumn>> {
        let mut columns = terms[0].columns.clone();
        for term in &terms[1..] {
            if term.columns.len() != columns.len() {
                let text = "All queries combined using a UNION, INTERSECT or EXCEPT operator must have an equal number of \
                            expressions in their target lists.";
                return self.error(205, text, at);
            }
            for (column, other) in columns.iter_mut().zip(&term.columns) {
                let (a, b) = (column.value(""), other.value(""));
                column.data_type = common(&a, &b);
                column.collation = self.combined_collation(&a, &b, "UNION", at)?;
                column.nullable |= other.nullable;
                column.json &= other.json;
                column.null &= other.null;
                column.identity = None;
            }
        }
        Ok(columns)
    }

    /// Msg 5335.
    fn check_compared(&self, columns: &[RelationColumn], at: usize) -> Bound<()> {
        let refused = |data_type: SqlType| data_type.is_vector() || matches!(data_type, SqlType::Xml | SqlType::Json);
        if columns.iter().any(|column| matches!(column.data_type, SqlType::DateTimeOffset(_))) {
            return self.unknown("UNION, INTERSECT or EXCEPT of datetimeoffset", at);
        }
        match columns.iter().find(|column| refused(column.data_type) && !column.null) {
            Some(column) => {
                let text = format!(
                    "The data type {} cannot be used as an operand to the UNION, INTERSECT or EXCEPT operators because it \
                     is not comparable.",
                    column.data_type.describe()
                );
                self.error(5335, text, at)
            }
            None => Ok(()),
        }
    }

    /// A term with its columns in the common types; the first one carries the collations.
    fn term(&mut self, term: &Relation, columns: &[RelationColumn], collated: bool, at: usize) -> Bound<String> {
        let mut changed = false;
        let mut texts = Vec::with_capacity(columns.len());
        for (index, (have, want)) in term.columns.iter().zip(columns).enumerate() {
            let plain = have.value(position(index));
            let value = self.implicit(plain.clone(), want.data_type, at)?;
            let text =
                if collated { Typed { collation: want.collation.clone(), ..value }.collated() } else { value.sql };
            changed |= text != plain.sql;
            texts.push(format!("{text} AS {}", position(index)));
        }
        if !changed {
            return Ok(term.as_term());
        }
        Ok(format!("SELECT {} FROM ({})", texts.join(", "), term.sql))
    }

    /// ORDER BY, OFFSET and FETCH over a compound, by its columns only.
    fn ordered(&mut self, relation: Relation, tail: &Tail<'_>) -> Bound<Relation> {
        self.check_tail(tail, false)?;
        if tail.order.is_empty() && tail.offset.is_none() {
            return Ok(relation);
        }
        self.push_frame();
        let items: Vec<Item> = relation
            .columns
            .iter()
            .enumerate()
            .map(|(index, column)| Item {
                name: column.name.clone(),
                value: column.value(position(index)),
                at: tail.at,
            })
            .collect();
        let composed = self.order_and_limit(&items, tail);
        self.pop_frame();
        let sql = format!("SELECT * FROM ({}){}", relation.sql, composed?);
        Ok(Relation { sql, plain: false, ..relation })
    }
}

fn word(operator: SetOp) -> &'static str {
    match operator {
        SetOp::Union => " UNION ",
        SetOp::UnionAll => " UNION ALL ",
        SetOp::Intersect => " INTERSECT ",
        SetOp::Except => " EXCEPT ",
    }
}

fn place(body: &Body) -> usize {
    match body {
        Body::Select(select) => select.at,
        Body::Nested(query) => query.at,
        Body::Set(first, _) => place(first),
    }
}

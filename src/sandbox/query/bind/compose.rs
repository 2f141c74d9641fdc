//! ORDER BY, TOP, OFFSET and FETCH: the end of a query, and its whole text.

use super::relation::{Relation, position};
use super::select::{Item, Parts, columns_of};
use super::typed::{Constant, Typed};
use super::{Binder, Bound};
use crate::sandbox::error::SqlError;
use crate::sandbox::value::SqlType;
use crate::syntax::query::ast::{Expr, ExprKind, OrderItem, Select, Top};

/// What follows the body of a query.
pub(super) struct Tail<'q> {
    pub order: &'q [OrderItem],
    pub offset: Option<&'q Expr>,
    pub fetch: Option<&'q Expr>,
    /// The query stands inside another one, where ORDER BY needs TOP or OFFSET (Msg 1033).
    pub inner: bool,
    /// FOR JSON follows, which gives ORDER BY a meaning.
    pub for_json: bool,
    /// The row of the one table that is read comes along, as `row`.
    pub row: bool,
    pub at: usize,
}

impl Binder<'_> {
    /// The relation of a SELECT whose parts are bound.
    pub(super) fn compose(&mut self, select: &Select, parts: &Parts, tail: &Tail<'_>) -> Bound<Relation> {
        self.check_tail(tail, select.top.is_some())?;
        if select.distinct {
            self.check_distinct(&parts.items)?;
        }
        let order = self.order_by(&parts.items, tail.order, select.distinct)?;
        if self.frame().grouped {
            for item in &parts.items {
                self.check_grouped(&item.value, "select list", 8120)?;
            }
        }
        self.check_approximate(select, parts, tail, &order)?;
        let limit = self.limit(select.top.as_ref(), tail)?;
        let distinct = if select.distinct { "DISTINCT " } else { "" };
        let base = self.base_of(select, parts);
        if tail.row {
            self.add_row(base.is_some(), select.at)?;
        }
        let list = self.select_list(&parts.items, select.distinct);
        let grouped = self.frame().grouped && !parts.grouped_rows;
        let mut sql = format!("SELECT {distinct}{list}{}", parts.tail);
        if !order.is_empty() && (!tail.inner || !limit.is_empty() || tail.for_json) {
            sql.push_str(&format!(" ORDER BY {}", texts(&order)));
        }
        sql.push_str(&limit);
        let mut relation = Relation {
            single_row: grouped || parts.from_nothing || limit == " LIMIT 1",
            plain: order.is_empty() && limit.is_empty(),
            columns: columns_of(&parts.items),
            sql,
            uses: Vec::new(),
            base: base.filter(|_| tail.row),
        };
        for key in order {
            relation.uses.extend(key.value.uses);
        }
        Ok(relation)
    }

    fn add_row(&mut self, has_base: bool, at: usize) -> Bound<()> {
        match self.frame().sources.first().and_then(|source| source.row.clone()).filter(|_| has_base) {
            Some(row) => {
                self.frame().extra.push(format!("{row} AS \"row\""));
                Ok(())
            }
            None => self.unknown("A change through a query that does not read exactly one table row by row", at),
        }
    }

    /// Msg 1033.
    pub(super) fn check_tail(&self, tail: &Tail<'_>, has_top: bool) -> Bound<()> {
        if has_top && tail.offset.is_some() {
            return self.error(10741, "A TOP can not be used in the same query or sub-query as a OFFSET.", tail.at);
        }
        if tail.inner && !tail.order.is_empty() && !has_top && tail.offset.is_none() && !tail.for_json {
            let text = "The ORDER BY clause is invalid in views, inline functions, derived tables, subqueries, and common \
                        table expressions, unless TOP, OFFSET or FOR XML is also specified.";
            return Err(self.fail(SqlError::new(1033, text).class(15), tail.at));
        }
        Ok(())
    }

    /// Msg 421.
    fn check_distinct(&self, items: &[Item]) -> Bound<()> {
        let moment = |item: &&Item| matches!(item.value.data_type, SqlType::DateTimeOffset(_));
        if let Some(item) = items.iter().find(moment) {
            return self.unknown("DISTINCT of datetimeoffset", item.at);
        }
        let refused = |item: &&Item| {
            let data_type = item.value.data_type;
            (data_type.is_vector() || matches!(data_type, SqlType::Xml | SqlType::Json)) && !item.value.is_null()
        };
        match items.iter().find(refused) {
            Some(item) => {
                let name = item.value.data_type.describe();
                let text = format!("The {name} data type cannot be selected as DISTINCT because it is not comparable.");
                self.error(421, text, item.at)
            }
            None => Ok(()),
        }
    }

    /// The keys of ORDER BY: names and positions of the list first, then expressions.
    fn order_by(&mut self, items: &[Item], order: &[OrderItem], distinct: bool) -> Bound<Vec<OrderKey>> {
        let mut keys = Vec::with_capacity(order.len());
        for item in order {
            let at = item.value.at;
            let (value, origin) = match self.listed(items, &item.value)? {
                Some(index) => {
                    let listed = &items[index].value;
                    (Typed { sql: position(index), ..listed.clone() }, listed.sql.clone())
                }
                None => {
                    let value = self.scalar(&item.value)?;
                    if distinct && !items.iter().any(|listed| listed.value.sql == value.sql) {
                        let text = "ORDER BY items must appear in the select list if SELECT DISTINCT is specified.";
                        return Err(self.fail(SqlError::new(145, text).class(15), at));
                    }
                    if self.frame().grouped {
                        self.check_grouped(&value, "ORDER BY clause", 8127)?;
                    }
                    let origin = value.sql.clone();
                    (value, origin)
                }
            };
            let text = self.sort_key(&value, item.descending, at)?;
            keys.push(OrderKey { value, text, origin, descending: item.descending, at });
        }
        Ok(keys)
    }

    /// The item of the list that an ORDER BY item names or numbers.
    fn listed(&self, items: &[Item], expr: &Expr) -> Bound<Option<usize>> {
        match &expr.kind {
            ExprKind::Number(number) => match number.parse::<usize>() {
                Ok(number) if (1..=items.len()).contains(&number) => Ok(Some(number - 1)),
                Ok(number) => {
                    let text = format!(
                        "The ORDER BY position number {number} is out of range of the number of items in the select list."
                    );
                    self.error(108, text, expr.at)
                }
                Err(_) => Ok(None),
            },
            ExprKind::Column(parts) if parts.len() == 1 => {
                let named = |item: &Item| item.name.as_ref() == Some(&parts[0]);
                let mut found = items.iter().enumerate().filter(|(_, item)| named(item));
                match (found.next(), found.next()) {
                    (Some((_, a)), Some((_, b))) if a.value.sql != b.value.sql => {
                        self.error(209, format!("Ambiguous column name '{}'.", parts[0].as_str()), expr.at)
                    }
                    (Some((first, _)), _) => Ok(Some(first)),
                    _ => Ok(None),
                }
            }
            _ => Ok(None),
        }
    }

    /// ORDER BY and LIMIT over the columns of a compound (Msg 104 for anything else).
    pub(super) fn order_and_limit(&mut self, items: &[Item], tail: &Tail<'_>) -> Bound<String> {
        let mut keys = Vec::new();
        for item in tail.order {
            // A column with its table's name means the one of that name in the list.
            let bare = match &item.value.kind {
                ExprKind::Column(parts) => ExprKind::Column(parts.last().cloned().into_iter().collect()),
                other => other.clone(),
            };
            let bare = Expr { kind: bare, ..item.value.clone() };
            let Some(index) = self.listed(items, &bare)? else {
                let text = "ORDER BY items must appear in the select list if the statement contains a UNION, INTERSECT or \
                            EXCEPT operator.";
                return Err(self.fail(SqlError::new(104, text).class(15), item.value.at));
            };
            keys.push(self.sort_key(&items[index].value, item.descending, item.value.at)?);
        }
        let limit = self.limit(None, tail)?;
        let kept = !keys.is_empty() && (!tail.inner || !limit.is_empty() || tail.for_json);
        Ok(if kept { format!(" ORDER BY {}{limit}", keys.join(", ")) } else { limit })
    }

    /// ` LIMIT …`, or nothing.
    pub(super) fn limit(&mut self, top: Option<&Top>, tail: &Tail<'_>) -> Bound<String> {
        if let Some(top) = top {
            if top.percent {
                return self.unknown("TOP … PERCENT", top.at);
            }
            if top.with_ties {
                return self.unknown("TOP … WITH TIES", top.at);
            }
            return Ok(format!(" LIMIT {}", self.row_count(&top.count, "t_top")?));
        }
        let Some(offset) = tail.offset else { return Ok(String::new()) };
        if tail.order.is_empty() {
            return self.error(102, "Incorrect syntax near 'OFFSET'.", offset.at);
        }
        let offset = self.row_count(offset, "t_offset")?;
        let fetch = match tail.fetch {
            Some(fetch) => self.row_count(fetch, "t_fetch")?,
            None => "-1".to_owned(),
        };
        Ok(format!(" LIMIT {fetch} OFFSET {offset}"))
    }

    /// The ` LIMIT …` of a TOP that stands alone.
    pub(super) fn top_limit(&mut self, top: Option<&Top>) -> Bound<String> {
        let Some(top) = top else { return Ok(String::new()) };
        let tail = Tail { order: &[], offset: None, fetch: None, inner: true, for_json: false, row: false, at: top.at };
        self.limit(Some(top), &tail)
    }

    /// A number of rows; a literal needs no check when it runs.
    fn row_count(&mut self, count: &Expr, check: &str) -> Bound<String> {
        let hidden: Vec<bool> = self.frames.iter().map(|frame| frame.hidden).collect();
        for frame in &mut self.frames {
            frame.hidden = true;
        }
        let bound = self.scalar(count);
        for (frame, before) in self.frames.iter_mut().zip(hidden) {
            frame.hidden = before;
        }
        let value = bound?;
        match value.constant {
            Constant::Int(number) if number > 0 || (number == 0 && check != "t_fetch") => Ok(number.to_string()),
            _ => {
                let value = self.implicit(value, SqlType::BigInt, count.at)?;
                Ok(format!("{check}({})", value.sql))
            }
        }
    }
}

/// A bound item of ORDER BY.
pub(super) struct OrderKey {
    pub value: Typed,
    pub text: String,
    /// The expression itself, where `value` is a name of the list.
    pub origin: String,
    pub descending: bool,
    pub at: usize,
}

fn texts(keys: &[OrderKey]) -> String {
    keys.iter().map(|key| key.text.as_str()).collect::<Vec<_>>().join(", ")
}

//! One SELECT: its clauses in the order in which they are bound.

use super::compose::Tail;
use super::relation::{Base, Relation, RelationColumn, position};
use super::typed::Typed;
use super::{Binder, Bound};
use crate::name::Ident;
use crate::sandbox::error::SqlError;
use crate::syntax::query::ast::{BinaryOp, Expr, ExprKind, Select, SelectItem};

const NOT_IN_WHERE: &str = "An aggregate may not appear in the WHERE clause unless it is in a subquery contained in a \
                            HAVING clause or a select list, and the column being aggregated is an outer reference.";
const NOT_IN_GROUP: &str =
    "An aggregate cannot appear in an expression used for the group by list of a GROUP BY clause.";

/// An item of a SELECT list.
pub(super) struct Item {
    pub name: Option<Ident>,
    pub value: Typed,
    pub at: usize,
}

/// A SELECT whose parts are bound.
pub(super) struct Parts {
    pub items: Vec<Item>,
    /// `FROM … WHERE … GROUP BY … HAVING …`.
    pub tail: String,
    pub grouped_rows: bool,
    pub from_nothing: bool,
}

impl Binder<'_> {
    pub(super) fn select(&mut self, select: &Select, tail: &Tail<'_>) -> Bound<Relation> {
        self.push_frame();
        let bound = self.select_in_frame(select, tail);
        let frame = self.pop_frame();
        let mut relation = bound?;
        relation.uses.retain(|used| used.frame != frame.id);
        Ok(relation)
    }

    fn select_in_frame(&mut self, select: &Select, tail: &Tail<'_>) -> Bound<Relation> {
        let mut uses = Vec::new();
        let mut text = String::new();
        if !select.from.is_empty() {
            text = format!(" FROM {}", self.from(&select.from, &mut uses)?);
        }
        if let Some(condition) = &select.condition {
            let condition = self.filter(condition)?;
            text.push_str(&format!(" WHERE {}", condition.sql));
            uses.extend(condition.uses);
        }
        let grouped_rows = !select.group.is_empty();
        if grouped_rows {
            text.push_str(&format!(" GROUP BY {}", self.group_by(&select.group, &mut uses)?));
        }
        let items = self.items(&select.items)?;
        if let Some(having) = &select.having {
            self.frame().grouped = true;
            let having = self.condition(having)?;
            self.check_grouped(&having, "HAVING", 8121)?;
            text.push_str(&format!(" HAVING {}", having.sql));
            uses.extend(having.uses);
        }
        let parts = Parts { items, tail: text, grouped_rows, from_nothing: select.from.is_empty() };
        let mut relation = self.compose(select, &parts, tail)?;
        relation.uses.extend(uses);
        for item in &parts.items {
            relation.uses.extend(item.value.uses.iter().cloned());
        }
        Ok(relation)
    }

    /// A WHERE or ON condition: no aggregates, no window functions.
    pub(super) fn filter(&mut self, condition: &Expr) -> Bound<Typed> {
        let before = self.frame().no_aggregate.replace(NOT_IN_WHERE);
        let bound = self.condition(condition);
        self.frame().no_aggregate = before;
        bound
    }

    fn group_by(&mut self, keys: &[Expr], uses: &mut Vec<super::typed::Use>) -> Bound<String> {
        let before = self.frame().no_aggregate.replace(NOT_IN_GROUP);
        let mut texts = Vec::with_capacity(keys.len());
        let mut plain = Vec::with_capacity(keys.len());
        for key in keys {
            let value = self.scalar(key)?;
            if value.uses.is_empty() {
                let text = "Each GROUP BY expression must contain at least one column that is not an outer reference.";
                return Err(self.fail(SqlError::new(164, text).class(15), key.at));
            }
            self.sortable(&value, key.at)?;
            texts.push(value.key());
            plain.push(value.sql.clone());
            uses.extend(value.uses);
        }
        let frame = self.frame();
        frame.no_aggregate = before;
        frame.grouped = true;
        frame.keys = plain;
        Ok(texts.join(", "))
    }

    fn items(&mut self, items: &[SelectItem]) -> Bound<Vec<Item>> {
        self.frame().windows = true;
        let mut bound = Vec::with_capacity(items.len());
        for item in items {
            match item {
                SelectItem::Star { at, qualifier } => {
                    for (name, value) in self.star(qualifier, *at)? {
                        let value = self.keyed(value);
                        bound.push(Item { name: Some(name), value, at: *at });
                    }
                }
                SelectItem::Value { value, name } => {
                    let at = value.at;
                    let name = name.clone().or_else(|| column_name(value));
                    bound.push(Item { name, value: self.scalar(value)?, at });
                }
                SelectItem::Assign { variable, operator, value } => {
                    let at = value.at;
                    bound.push(Item { name: None, value: self.assign(variable, *operator, value)?, at });
                }
            }
        }
        Ok(bound)
    }

    /// A column of `*` that GROUP BY has is no Msg 8120.
    fn keyed(&mut self, mut value: Typed) -> Typed {
        let frame = self.frame();
        if frame.keys.contains(&value.sql) {
            let id = frame.id;
            value.uses.retain(|used| used.frame != id);
        }
        value
    }

    /// `@x = value` of a SELECT list: the value in the variable's type. What follows in the list sees it.
    fn assign(&mut self, variable: &Ident, operator: Option<BinaryOp>, value: &Expr) -> Bound<Typed> {
        let at = value.at;
        if self.frames.len() > 1 || !self.live.contains(variable) {
            return self.error(
                141,
                "A SELECT statement that assigns a value to a variable must not be combined with data-retrieval operations.",
                at,
            );
        }
        let assigned = self.new_value(variable, operator, value)?;
        self.assigned.insert(variable.clone(), assigned.clone());
        Ok(assigned)
    }

    /// What a variable becomes by an assignment.
    pub(super) fn new_value(&mut self, variable: &Ident, operator: Option<BinaryOp>, value: &Expr) -> Bound<Typed> {
        let at = value.at;
        let bound = self.scalar(value)?;
        let whole = match operator {
            Some(operator) => {
                let old = self.variable(variable, at)?;
                self.binary(operator, old, bound, at)?
            }
            None => bound,
        };
        let data_type = match self.scope.environment.variable(variable) {
            Some(data_type) => data_type,
            None => self.variable(variable, at)?.data_type,
        };
        self.as_assigned(whole, data_type, at)
    }

    /// Msg 8120, 8121: in a grouped query every column is in GROUP BY or in an aggregate.
    pub(super) fn check_grouped(&mut self, value: &Typed, clause: &str, number: i32) -> Bound<()> {
        let id = self.frame().id;
        let Some(used) = value.uses.iter().find(|used| used.frame == id) else { return Ok(()) };
        let name = used.name.trim_start_matches("dbo.");
        let text = match clause {
            "HAVING" => format!(
                "Column '{name}' is invalid in the HAVING clause because it is not contained in either an aggregate function or the GROUP BY clause."
            ),
            clause => format!(
                "Column '{name}' is invalid in the {clause} because it is not contained in either an aggregate function or the GROUP BY clause."
            ),
        };
        self.error(number, text, used.at)
    }

    /// The SELECT list in SQLite: `x AS "c0", …`, with what the translation adds.
    pub(super) fn select_list(&mut self, items: &[Item], distinct: bool) -> String {
        let mut texts: Vec<String> = items
            .iter()
            .enumerate()
            .map(|(at, item)| {
                let value = if distinct { item.value.collated() } else { item.value.sql.clone() };
                format!("{value} AS {}", position(at))
            })
            .collect();
        texts.extend(self.frame().extra.iter().cloned());
        texts.join(", ")
    }

    /// The table that a change through this query would write, when it reads only one.
    pub(super) fn base_of(&mut self, select: &Select, parts: &Parts) -> Option<Base> {
        let changes_rows = !select.distinct && !self.frame().grouped && !select.from.is_empty();
        let [source] = self.frame().sources.as_slice() else { return None };
        let table = source.base.clone().filter(|_| changes_rows)?;
        let columns = parts.items.iter().map(|item| {
            let column = source.columns.iter().find(|column| column.value.sql == item.value.sql)?;
            Some(column.base.clone().unwrap_or_else(|| column.name.clone()))
        });
        Some(Base { table, columns: columns.collect() })
    }
}

/// A column's name is its item's; other expressions have none.
fn column_name(value: &Expr) -> Option<Ident> {
    match &value.kind {
        ExprKind::Column(parts) => parts.last().cloned(),
        ExprKind::Collate(inner, _) => column_name(inner),
        _ => None,
    }
}

/// The columns of a relation, of items.
pub(super) fn columns_of(items: &[Item]) -> Vec<RelationColumn> {
    items.iter().map(|item| RelationColumn::of(item.name.clone(), &item.value)).collect()
}

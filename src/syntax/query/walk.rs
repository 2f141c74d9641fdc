//! Everything inside a statement: its queries, sources and expressions, however deep.

use super::ast::{
    Assignment, Body, Call, Cte, Expr, ExprKind, InsertRows, MergeAction, OrderItem, OutputClause, Query, Select,
    SelectItem, Source, SourceKind, Statement,
};

/// What stands inside a statement or a part of one, in no order that means anything.
#[derive(Debug, Default)]
pub struct Parts<'a> {
    /// Every query, with all of its SELECTs.
    pub queries: Vec<&'a Query>,
    /// Every SELECT with the innermost query that it belongs to.
    pub selects: Vec<(&'a Query, &'a Select)>,
    /// Every item of FROM, joins and what they join.
    pub sources: Vec<&'a Source>,
    /// Every expression and condition.
    pub expressions: Vec<&'a Expr>,
    /// Every common table expression.
    pub ctes: Vec<&'a Cte>,
    /// Queries inside are left out.
    apart: bool,
}

/// All of a statement.
#[must_use]
pub fn parts(statement: &Statement) -> Parts<'_> {
    let mut parts = Parts::default();
    parts.statement(statement);
    parts
}

/// All of a query.
#[must_use]
pub fn parts_of_query(query: &Query) -> Parts<'_> {
    let mut parts = Parts::default();
    parts.query(query);
    parts
}

/// The expressions of an expression, itself included, but none of the queries inside it.
#[must_use]
pub fn own_expressions(expr: &Expr) -> Vec<&Expr> {
    let mut parts = Parts { apart: true, ..Parts::default() };
    parts.expression(expr);
    parts.expressions
}

/// The expressions of a change of rows, its joins included, but none of the queries inside it.
#[must_use]
pub fn expressions_of_change(change: &Statement) -> Vec<&Expr> {
    let mut parts = Parts { apart: true, ..Parts::default() };
    parts.statement(change);
    parts.expressions
}

/// The expressions of a SELECT, its joins included, but none of the queries inside it.
#[must_use]
pub fn expressions_of_select(select: &Select) -> Vec<&Expr> {
    let mut parts = Parts { apart: true, ..Parts::default() };
    parts.clauses(select);
    parts.expressions
}

/// The items of FROM with joins taken apart.
#[must_use]
pub fn joined(from: &[Source]) -> Vec<&Source> {
    let mut found = Vec::new();
    let mut pending: Vec<&Source> = from.iter().rev().collect();
    while let Some(source) = pending.pop() {
        match &source.kind {
            SourceKind::Join { left, right, .. } => pending.extend([&**right, &**left]),
            _ => found.push(source),
        }
    }
    found
}

impl<'a> Parts<'a> {
    fn statement(&mut self, statement: &'a Statement) {
        match statement {
            Statement::Query(query) => self.query(query),
            Statement::Insert(insert) => {
                self.ctes(&insert.ctes);
                self.output(&insert.output);
                match &insert.rows {
                    InsertRows::Values(rows) => rows.iter().for_each(|row| self.expressions(row)),
                    InsertRows::Query(query) => self.query(query),
                    InsertRows::DefaultValues | InsertRows::Execute(_) => {}
                }
            }
            Statement::Update(update) => {
                self.ctes(&update.ctes);
                self.assignments(&update.assignments);
                self.output(&update.output);
                self.sources(&update.from);
                self.expressions(&update.condition);
            }
            Statement::Delete(delete) => {
                self.ctes(&delete.ctes);
                self.output(&delete.output);
                self.sources(&delete.from);
                self.expressions(&delete.condition);
            }
            Statement::Merge(merge) => {
                self.ctes(&merge.ctes);
                self.source(&merge.source);
                self.expression(&merge.on);
                self.output(&merge.output);
                for clause in &merge.clauses {
                    self.expressions(&clause.condition);
                    match &clause.action {
                        MergeAction::Update(assignments) => self.assignments(assignments),
                        MergeAction::Insert { values, .. } => self.expressions(values.iter().flatten()),
                        MergeAction::Delete => {}
                    }
                }
            }
        }
    }

    fn query(&mut self, query: &'a Query) {
        if self.apart {
            return;
        }
        self.queries.push(query);
        self.ctes(&query.ctes);
        self.body(query, &query.body);
        self.order(&query.order);
        self.expressions(query.offset.iter().chain(&query.fetch));
    }

    fn ctes(&mut self, ctes: &'a [Cte]) {
        for cte in ctes {
            self.ctes.push(cte);
            self.query(&cte.query);
        }
    }

    fn body(&mut self, query: &'a Query, body: &'a Body) {
        match body {
            Body::Select(select) => self.select(query, select),
            Body::Nested(inner) => self.query(inner),
            Body::Set(first, rest) => {
                self.body(query, first);
                rest.iter().for_each(|(_, body)| self.body(query, body));
            }
        }
    }

    fn select(&mut self, query: &'a Query, select: &'a Select) {
        self.selects.push((query, select));
        self.clauses(select);
    }

    fn clauses(&mut self, select: &'a Select) {
        self.expressions(select.top.iter().map(|top| &top.count));
        self.items(&select.items);
        self.sources(&select.from);
        self.expressions(select.condition.iter().chain(&select.group).chain(&select.having));
    }

    fn items(&mut self, items: &'a [SelectItem]) {
        for item in items {
            match item {
                SelectItem::Value { value, .. } | SelectItem::Assign { value, .. } => self.expression(value),
                SelectItem::Star { .. } => {}
            }
        }
    }

    fn output(&mut self, clauses: &'a [OutputClause]) {
        clauses.iter().for_each(|clause| self.items(&clause.items));
    }

    fn assignments(&mut self, assignments: &'a [Assignment]) {
        self.expressions(assignments.iter().map(|assignment| &assignment.value));
    }

    fn order(&mut self, items: &'a [OrderItem]) {
        self.expressions(items.iter().map(|item| &item.value));
    }

    fn sources(&mut self, sources: &'a [Source]) {
        sources.iter().for_each(|source| self.source(source));
    }

    fn source(&mut self, source: &'a Source) {
        self.sources.push(source);
        match &source.kind {
            SourceKind::Function { arguments, .. } => self.expressions(arguments),
            SourceKind::Query(query) => self.query(query),
            SourceKind::Values(rows) => rows.iter().for_each(|row| self.expressions(row)),
            SourceKind::VectorSearch(search) => {
                self.expressions([&search.similar_to, &search.metric]);
                self.expressions(&search.top_n);
            }
            SourceKind::Join { left, right, on, .. } => {
                self.source(left);
                self.source(right);
                self.expressions(on);
            }
            SourceKind::Table(_) | SourceKind::Other(_) => {}
        }
    }

    fn expressions(&mut self, expressions: impl IntoIterator<Item = &'a Expr>) {
        expressions.into_iter().for_each(|expr| self.expression(expr));
    }

    fn expression(&mut self, expr: &'a Expr) {
        self.expressions.push(expr);
        match &expr.kind {
            ExprKind::Unary(_, inner)
            | ExprKind::Collate(inner, _)
            | ExprKind::Not(inner)
            | ExprKind::IsNull(inner, _) => self.expression(inner),
            ExprKind::Chain(first, rest) => {
                self.expression(first);
                self.expressions(rest.iter().map(|(_, term)| term));
            }
            ExprKind::Case { operand, whens, otherwise } => {
                self.expressions(operand.iter().chain(otherwise).map(|inner| &**inner));
                self.expressions(whens.iter().flat_map(|(when, then)| [when, then]));
            }
            ExprKind::Call(call) => self.call(call),
            ExprKind::Cast { value, style, .. } => {
                self.expression(value);
                self.expressions(style.as_deref());
            }
            ExprKind::And(terms) | ExprKind::Or(terms) => self.expressions(terms),
            ExprKind::Compare(_, left, right) | ExprKind::IsDistinct(left, right, _) => {
                self.expressions([&**left, &**right]);
            }
            ExprKind::Between { value, low, high, .. } => self.expressions([&**value, &**low, &**high]),
            ExprKind::InList { value, list, .. } => {
                self.expression(value);
                self.expressions(list);
            }
            ExprKind::Like { value, pattern, escape, .. } => {
                self.expressions([&**value, &**pattern]);
                self.expressions(escape.as_deref());
            }
            ExprKind::Subquery(query) | ExprKind::Exists(query) => self.query(query),
            ExprKind::Quantified { left: value, query, .. } | ExprKind::InQuery { value, query, .. } => {
                self.expression(value);
                self.query(query);
            }
            ExprKind::Null
            | ExprKind::Number(_)
            | ExprKind::Text { .. }
            | ExprKind::Binary(_)
            | ExprKind::Column(_)
            | ExprKind::Variable(_)
            | ExprKind::NextValue(_)
            | ExprKind::Default
            | ExprKind::Other(_) => {}
        }
    }

    fn call(&mut self, call: &'a Call) {
        self.expressions(&call.arguments);
        self.order(&call.within);
        if let Some(over) = &call.over {
            self.expressions(&over.partition);
            self.order(&over.order);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Columns are named so that each stands in another corner of the statement.
    #[test]
    fn every_corner_is_reached() {
        let corners = [
            "WITH w AS (SELECT @x1) SELECT TOP (@x2) f(@x3) OVER (PARTITION BY @x4 ORDER BY @x5), CASE @x6 WHEN @x7 THEN \
             @x8 ELSE @x9 END, CAST(@x10 AS INT) FROM t JOIN (VALUES (@x11)) AS v (a) ON @x12 = a CROSS APPLY g(@x13) AS g \
             WHERE @x14 LIKE @x15 AND NOT (@x16 IN (@x17) OR @x18 IS NULL) AND EXISTS (SELECT @x19) GROUP BY @x20 \
             HAVING @x21 BETWEEN @x22 AND @x23 UNION (SELECT @x24 + -@x25) ORDER BY @x26 OFFSET @x27 ROWS FETCH NEXT @x28 \
             ROWS ONLY",
            "SELECT TOP (1) WITH APPROXIMATE r.distance FROM VECTOR_SEARCH(TABLE = t, COLUMN = c, SIMILAR_TO = @x1, METRIC \
             = @x2, TOP_N = @x3) AS r WHERE @x4 = ANY (SELECT @x5)",
            "UPDATE t SET a = @x1 OUTPUT @x2 FROM t AS t WHERE @x3 = 1",
            "INSERT INTO t (a) SELECT @x1 WHERE @x2 IN (SELECT @x3)",
            "MERGE t AS t USING (SELECT @x1 AS a) AS s ON @x2 = s.a WHEN MATCHED AND @x3 = 1 THEN UPDATE SET a = @x4 WHEN NOT \
             MATCHED THEN INSERT (a) VALUES (@x5);",
        ];
        for text in corners {
            let statement = super::super::statement(text, 0).expect("it is read");
            let found = parts(&statement).expressions;
            let variables = found.iter().filter(|expr| matches!(expr.kind, ExprKind::Variable(_))).count();
            assert_eq!(variables, text.matches("@x").count(), "{text}");
        }
    }
}

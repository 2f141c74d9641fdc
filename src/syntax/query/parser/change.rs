//! INSERT, UPDATE, DELETE, MERGE.

use super::cursor::{Parsed, Parser};
use crate::name::Ident;
use crate::syntax::lexer::TokenKind;
use crate::syntax::query::ast::{
    Assignment, Cte, Delete, Insert, InsertRows, Merge, MergeAction, MergeClause, OutputClause, Update, When,
};

impl Parser<'_> {
    pub(super) fn insert(&mut self, ctes: Vec<Cte>) -> Parsed<Insert> {
        let at = self.offset();
        self.expect("INSERT")?;
        let top = self.top()?;
        self.take("INTO");
        let target = self.target()?;
        self.table_hints()?;
        let query_follows = self.is_symbol_at(0, "(") && (self.is_at(1, "SELECT") || self.is_at(1, "WITH"));
        let columns = if self.is_symbol("(") && !query_follows { self.target_columns()? } else { Vec::new() };
        let output = self.output()?;
        let rows = self.insert_rows()?;
        Ok(Insert { at, ctes, top, target, columns, output, rows })
    }

    /// A table that is written: a name or `@t`.
    fn target(&mut self) -> Parsed<Vec<Ident>> {
        if self.kind(0) == Some(TokenKind::Variable) {
            return Ok(vec![self.variable()?]);
        }
        if self.is("OPENROWSET") || self.is("OPENQUERY") {
            return Err(self.unknown(&self.text().to_uppercase()));
        }
        self.qualified_name()
    }

    fn target_columns(&mut self) -> Parsed<Vec<(usize, Ident)>> {
        self.parenthesized(|parser| {
            let at = parser.offset();
            let mut parts = parser.qualified_name()?;
            parts.pop().map(|column| (at, column)).ok_or_else(|| parser.unexpected())
        })
    }

    fn insert_rows(&mut self) -> Parsed<InsertRows> {
        if self.take_all(&["DEFAULT", "VALUES"]) {
            return Ok(InsertRows::DefaultValues);
        }
        if self.is("EXEC") || self.is("EXECUTE") {
            let start = self.offset();
            while self.kind(0).is_some() {
                self.advance();
            }
            return Ok(InsertRows::Execute(start));
        }
        if self.take("VALUES") {
            let rows = self.list(|parser| parser.parenthesized(Self::expression))?;
            self.options()?;
            return Ok(InsertRows::Values(rows));
        }
        Ok(InsertRows::Query(Box::new(self.inner_query()?)))
    }

    /// Up to two OUTPUT clauses: one INTO, one to the client.
    fn output(&mut self) -> Parsed<Vec<OutputClause>> {
        let mut clauses = Vec::new();
        while clauses.len() < 2 && self.take("OUTPUT") {
            let items = self.list(Self::select_item)?;
            let into = if self.take("INTO") {
                let at = self.offset();
                let table = self.target()?;
                Some((at, table, self.column_list()?))
            } else {
                None
            };
            clauses.push(OutputClause { items, into });
        }
        Ok(clauses)
    }

    pub(super) fn update(&mut self, ctes: Vec<Cte>) -> Parsed<Update> {
        let at = self.offset();
        self.expect("UPDATE")?;
        let top = self.top()?;
        let target = self.target()?;
        self.table_hints()?;
        self.expect("SET")?;
        let assignments = self.list(Self::assignment)?;
        let output = self.output()?;
        let from = if self.take("FROM") { self.sources()? } else { Vec::new() };
        let condition = self.change_condition()?;
        Ok(Update { at, ctes, top, target, assignments, output, from, condition })
    }

    fn change_condition(&mut self) -> Parsed<Option<crate::syntax::query::ast::Expr>> {
        if !self.take("WHERE") {
            self.options()?;
            return Ok(None);
        }
        if self.are(&["CURRENT", "OF"]) {
            return Err(self.unknown("WHERE CURRENT OF"));
        }
        let condition = self.expression()?;
        self.options()?;
        Ok(Some(condition))
    }

    /// `c = x`, `c += x`, `@v = x`, `@v = c = x`.
    fn assignment(&mut self) -> Parsed<Assignment> {
        let at = self.offset();
        let variable = if self.kind(0) == Some(TokenKind::Variable) { Some(self.variable()?) } else { None };
        let mut operator = None;
        let mut column = None;
        if variable.is_some() {
            operator = self.operator()?;
        }
        if variable.is_none() || (operator.is_none() && self.column_assigned()) {
            let mut parts = self.qualified_name()?;
            if self.is_symbol("(") {
                return Err(self.unknown("A method call in SET, such as .WRITE,"));
            }
            column = parts.pop();
            operator = self.operator()?;
        }
        Ok(Assignment { at, variable, column, operator, value: self.expression()? })
    }

    fn operator(&mut self) -> Parsed<Option<crate::syntax::query::ast::BinaryOp>> {
        let operator = self.assignment_operator(0).ok_or_else(|| self.unexpected())?;
        self.advance();
        Ok(operator)
    }

    /// Whether a name and an assignment's operator follow.
    fn column_assigned(&self) -> bool {
        let mut ahead = 0;
        while self.at_name_ahead(ahead) && self.is_symbol_at(ahead + 1, ".") {
            ahead += 2;
        }
        self.at_name_ahead(ahead) && self.assignment_operator(ahead + 1).is_some()
    }

    pub(super) fn delete(&mut self, ctes: Vec<Cte>) -> Parsed<Delete> {
        let at = self.offset();
        self.expect("DELETE")?;
        let top = self.top()?;
        self.take("FROM");
        let target = self.target()?;
        self.table_hints()?;
        let output = self.output()?;
        let from = if self.take("FROM") { self.sources()? } else { Vec::new() };
        let condition = self.change_condition()?;
        Ok(Delete { at, ctes, top, target, output, from, condition })
    }

    pub(super) fn merge(&mut self, ctes: Vec<Cte>) -> Parsed<Merge> {
        let at = self.offset();
        self.expect("MERGE")?;
        let top = self.top()?;
        self.take("INTO");
        let target = self.target()?;
        self.table_hints()?;
        // USING is no reserved word.
        let alias = if self.is("USING") { None } else { self.alias()? };
        self.expect("USING")?;
        let source = self.source()?;
        self.expect("ON")?;
        let on = self.expression()?;
        let mut clauses = Vec::new();
        while self.is("WHEN") {
            clauses.push(self.merge_clause()?);
        }
        if clauses.is_empty() {
            return Err(self.unexpected());
        }
        let output = self.output()?;
        self.options()?;
        Ok(Merge { at, ctes, top, target, alias, source, on, clauses, output })
    }

    fn merge_clause(&mut self) -> Parsed<MergeClause> {
        let at = self.offset();
        self.expect("WHEN")?;
        let matched = !self.take("NOT");
        self.expect("MATCHED")?;
        let when = match () {
            () if matched => When::Matched,
            () if self.take_all(&["BY", "SOURCE"]) => When::NotMatchedBySource,
            () => {
                self.take_all(&["BY", "TARGET"]);
                When::NotMatchedByTarget
            }
        };
        let condition = if self.take("AND") { Some(self.expression()?) } else { None };
        self.expect("THEN")?;
        let action = self.merge_action(when)?;
        Ok(MergeClause { at, when, condition, action })
    }

    fn merge_action(&mut self, when: When) -> Parsed<MergeAction> {
        if when == When::NotMatchedByTarget {
            self.expect("INSERT")?;
            let columns = if self.is_symbol("(") { self.target_columns()? } else { Vec::new() };
            if self.take_all(&["DEFAULT", "VALUES"]) {
                return Ok(MergeAction::Insert { columns, values: None });
            }
            self.expect("VALUES")?;
            let values = Some(self.parenthesized(Self::expression)?);
            return Ok(MergeAction::Insert { columns, values });
        }
        if self.take("DELETE") {
            return Ok(MergeAction::Delete);
        }
        self.expect("UPDATE")?;
        self.expect("SET")?;
        Ok(MergeAction::Update(self.list(Self::assignment)?))
    }
}

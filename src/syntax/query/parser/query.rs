//! SELECT: CTEs, set operators, the clauses.

use super::cursor::{Parsed, Parser};
use crate::name::Ident;
use crate::syntax::lexer::TokenKind;
use crate::syntax::query::ast::{BinaryOp, Body, Cte, Expr, Query, Select, SelectItem, SetOp, Statement, Top};

impl Parser<'_> {
    /// A whole statement.
    pub(super) fn statement(&mut self) -> Parsed<Statement> {
        let ctes = self.ctes()?;
        let word = self.text().to_ascii_uppercase();
        Ok(match word.as_str() {
            "INSERT" => Statement::Insert(Box::new(self.insert(ctes)?)),
            "UPDATE" => Statement::Update(Box::new(self.update(ctes)?)),
            "DELETE" => Statement::Delete(Box::new(self.delete(ctes)?)),
            "BULK" => return Err(self.unknown("BULK INSERT")),
            "MERGE" => Statement::Merge(Box::new(self.merge(ctes)?)),
            _ => Statement::Query(Box::new(self.nested(|parser| parser.query_after(ctes))?)),
        })
    }

    /// A query with its own CTEs.
    pub(super) fn query(&mut self) -> Parsed<Query> {
        let ctes = self.ctes()?;
        self.query_after(ctes)
    }

    /// A query inside another statement.
    pub(super) fn inner_query(&mut self) -> Parsed<Query> {
        self.deeper(2, Self::query)
    }

    /// Whether a query follows, be it in parentheses of its own: `((SELECT …) UNION (SELECT …))`.
    pub(super) fn at_query(&self) -> bool {
        let mut depth = 0;
        while self.is_symbol_at(depth, "(") {
            depth += 1;
        }
        if !self.is_at(depth, "SELECT") && !self.is_at(depth, "WITH") {
            return false;
        }
        // In `((SELECT …) AS a JOIN …)` and `((SELECT …) + 1)` the inner query is a part, not the whole.
        depth == 0 || self.set_operator_after(depth)
    }

    /// Whether the parenthesis that closes the first of `depth` open ones is followed by a set operator.
    fn set_operator_after(&self, depth: usize) -> bool {
        let mut open = depth;
        let mut ahead = depth;
        while open > 0 {
            match () {
                () if self.kind(ahead).is_none() => return false,
                () if self.is_symbol_at(ahead, "(") => open += 1,
                () if self.is_symbol_at(ahead, ")") => {
                    open -= 1;
                    if open < depth && self.is_set_operator(ahead + 1) {
                        return true;
                    }
                }
                () => {}
            }
            ahead += 1;
        }
        false
    }

    fn is_set_operator(&self, ahead: usize) -> bool {
        ["UNION", "EXCEPT", "INTERSECT"].iter().any(|word| self.is_at(ahead, word))
    }

    fn ctes(&mut self) -> Parsed<Vec<Cte>> {
        if !self.take("WITH") {
            return Ok(Vec::new());
        }
        if self.is("XMLNAMESPACES") {
            return Err(self.unknown("WITH XMLNAMESPACES"));
        }
        self.list(|parser| {
            let at = parser.offset();
            let name = parser.name()?;
            let columns = parser.column_list()?;
            parser.expect("AS")?;
            parser.expect_symbol("(")?;
            let query = parser.inner_query()?;
            parser.expect_symbol(")")?;
            Ok(Cte { at, name, columns, query })
        })
    }

    /// `(a, b)`, if it is there.
    pub(super) fn column_list(&mut self) -> Parsed<Vec<Ident>> {
        if self.is_symbol("(") { self.parenthesized(Self::name) } else { Ok(Vec::new()) }
    }

    pub(super) fn query_after(&mut self, ctes: Vec<Cte>) -> Parsed<Query> {
        let at = self.offset();
        let body = self.unions()?;
        let order = if self.take_all(&["ORDER", "BY"]) { self.list(Self::order_item)? } else { Vec::new() };
        if !order.is_empty() && self.is_set_operator(0) {
            return Err(self.unknown("ORDER BY before a set operator"));
        }
        let fetch_approximate = self.at_approximate_fetch();
        let (offset, fetch) = self.offset_fetch()?;
        if !order.is_empty() && self.is_set_operator(0) {
            return Err(self.unknown("ORDER BY of a SELECT in front of a set operator"));
        }
        let for_xml = self.for_xml()?;
        let for_json = if for_xml { None } else { self.for_clause()? };
        let max_recursion = self.options()?;
        Ok(Query { at, ctes, body, order, offset, fetch, fetch_approximate, for_json, for_xml, max_recursion })
    }

    fn unions(&mut self) -> Parsed<Body> {
        let first = self.intersections()?;
        let mut rest = Vec::new();
        loop {
            let operator = match () {
                () if self.take_all(&["UNION", "ALL"]) => SetOp::UnionAll,
                () if self.take("UNION") => SetOp::Union,
                () if self.take("EXCEPT") => SetOp::Except,
                () => break,
            };
            self.check_terms(rest.len())?;
            rest.push((operator, self.intersections()?));
        }
        Ok(if rest.is_empty() { first } else { Body::Set(Box::new(first), rest) })
    }

    /// INTERSECT binds before UNION and EXCEPT.
    fn intersections(&mut self) -> Parsed<Body> {
        let first = self.term()?;
        let mut rest = Vec::new();
        while self.take("INTERSECT") {
            rest.push((SetOp::Intersect, self.term()?));
        }
        Ok(if rest.is_empty() { first } else { Body::Set(Box::new(first), rest) })
    }

    fn term(&mut self) -> Parsed<Body> {
        if self.take_symbol("(") {
            let query = Box::new(self.inner_query()?);
            self.expect_symbol(")")?;
            return Ok(Body::Nested(query));
        }
        Ok(Body::Select(Box::new(self.select()?)))
    }

    fn select(&mut self) -> Parsed<Select> {
        let at = self.offset();
        self.expect("SELECT")?;
        let distinct = self.take("DISTINCT");
        if !distinct {
            self.take("ALL");
        }
        let top = self.top()?;
        let items = self.list(Self::select_item)?;
        let into = if self.take("INTO") { Some(self.qualified_name()?) } else { None };
        let from = if self.take("FROM") { self.sources()? } else { Vec::new() };
        let condition = if self.take("WHERE") { Some(self.expression()?) } else { None };
        let group = if self.take_all(&["GROUP", "BY"]) { self.grouping()? } else { Vec::new() };
        let having = if self.take("HAVING") { Some(self.expression()?) } else { None };
        Ok(Select { at, distinct, top, items, into, from, condition, group, having })
    }

    /// `TOP (n)`, `TOP n`.
    pub(super) fn top(&mut self) -> Parsed<Option<Top>> {
        let at = self.offset();
        if !self.take("TOP") {
            return Ok(None);
        }
        let count = if self.is_symbol("(") && (self.is_at(1, "SELECT") || self.is_at(1, "WITH")) {
            self.primary()?
        } else if self.take_symbol("(") {
            let count = self.expression()?;
            self.expect_symbol(")")?;
            count
        } else {
            match self.kind(0) {
                Some(TokenKind::Number) => self.primary()?,
                _ => return Err(self.unexpected()),
            }
        };
        let percent = self.take("PERCENT");
        let mut top = Top { at, count, percent, with_ties: false, approximate: false };
        top.with_ties = self.take_all(&["WITH", "TIES"]);
        top.approximate = self.take_all(&["WITH", "APPROXIMATE"]) || self.take_all(&["WITH", "APPROX"]);
        Ok(Some(top))
    }

    fn grouping(&mut self) -> Parsed<Vec<Expr>> {
        let special = ["ROLLUP", "CUBE", "GROUPING"].iter().find(|word| self.is(word)).copied();
        if special.is_some_and(|word| word == "GROUPING" || self.is_symbol_at(1, "(")) {
            return Err(self.unknown("GROUP BY with ROLLUP, CUBE or GROUPING SETS"));
        }
        self.take("ALL");
        let items = self.list(Self::expression)?;
        if self.is("WITH") && (self.is_at(1, "ROLLUP") || self.is_at(1, "CUBE")) {
            return Err(self.unknown("GROUP BY … WITH ROLLUP and WITH CUBE"));
        }
        Ok(items)
    }

    pub(super) fn select_item(&mut self) -> Parsed<SelectItem> {
        let at = self.offset();
        if let Some(parts) = self.star_ahead() {
            let qualifier = (0..parts).map(|_| self.qualifier_part()).collect::<Parsed<_>>()?;
            self.expect_symbol("*")?;
            return Ok(SelectItem::Star { at, qualifier });
        }
        if self.kind(0) == Some(TokenKind::Variable)
            && let Some(operator) = self.assignment_operator(1)
        {
            let variable = self.variable()?;
            self.advance();
            return Ok(SelectItem::Assign { variable, operator, value: self.expression()? });
        }
        let named = self.at_name() || self.kind(0) == Some(TokenKind::String);
        if named && self.is_symbol_at(1, "=") {
            let name = self.name_or_string()?;
            self.expect_symbol("=")?;
            return Ok(SelectItem::Value { value: self.expression()?, name: Some(name) });
        }
        let value = self.expression()?;
        let aliased = self.take("AS") || self.at_name() || self.kind(0) == Some(TokenKind::String);
        let name = if aliased { Some(self.name_or_string()?) } else { None };
        Ok(SelectItem::Value { value, name })
    }

    /// The operator of an assignment `ahead` of the next token: `Some(None)` is a plain `=`.
    pub(super) fn assignment_operator(&self, ahead: usize) -> Option<Option<BinaryOp>> {
        if self.kind(ahead) != Some(TokenKind::Symbol) {
            return None;
        }
        Some(match self.text_at(ahead) {
            "=" => None,
            "+=" => Some(BinaryOp::Add),
            "-=" => Some(BinaryOp::Subtract),
            "*=" => Some(BinaryOp::Multiply),
            "/=" => Some(BinaryOp::Divide),
            "%=" => Some(BinaryOp::Modulo),
            "&=" => Some(BinaryOp::BitAnd),
            "|=" => Some(BinaryOp::BitOr),
            "^=" => Some(BinaryOp::BitXor),
            "||=" => Some(BinaryOp::Concat),
            _ => return None,
        })
    }

    /// How many name parts stand before a `*`, when one follows here.
    fn star_ahead(&self) -> Option<usize> {
        let mut parts = 0;
        while (self.at_name_ahead(parts * 2) || self.kind(parts * 2) == Some(TokenKind::Variable))
            && self.is_symbol_at(parts * 2 + 1, ".")
        {
            parts += 1;
        }
        self.is_symbol_at(parts * 2, "*").then_some(parts)
    }

    fn qualifier_part(&mut self) -> Parsed<Ident> {
        let part = if self.kind(0) == Some(TokenKind::Variable) { self.variable()? } else { self.name()? };
        self.expect_symbol(".")?;
        Ok(part)
    }

    fn name_or_string(&mut self) -> Parsed<Ident> {
        if self.kind(0) == Some(TokenKind::String) {
            return Ok(Ident::new(self.string()?));
        }
        self.name()
    }
}

//! Operators, from OR down to signs, in T-SQL's order of precedence (Learn, "Operator precedence").

use super::cursor::{Parsed, Parser};
use crate::syntax::lexer::TokenKind;
use crate::syntax::query::ast::{BinaryOp, CompareOp, Expr, ExprKind, UnaryOp};

impl Parser<'_> {
    /// An expression or condition.
    pub(super) fn expression(&mut self) -> Parsed<Expr> {
        self.nested(Self::disjunction)
    }

    fn disjunction(&mut self) -> Parsed<Expr> {
        let at = self.offset();
        let first = self.conjunction()?;
        if !self.is("OR") {
            return Ok(first);
        }
        let mut terms = vec![first];
        while self.take("OR") {
            terms.push(self.conjunction()?);
        }
        Ok(Expr { at, kind: ExprKind::Or(terms) })
    }

    fn conjunction(&mut self) -> Parsed<Expr> {
        let at = self.offset();
        let first = self.negation()?;
        if !self.is("AND") {
            return Ok(first);
        }
        let mut terms = vec![first];
        while self.take("AND") {
            terms.push(self.negation()?);
        }
        Ok(Expr { at, kind: ExprKind::And(terms) })
    }

    fn negation(&mut self) -> Parsed<Expr> {
        let at = self.offset();
        if !self.take("NOT") {
            return self.predicate();
        }
        let inner = self.nested(Self::negation)?;
        Ok(Expr { at, kind: ExprKind::Not(Box::new(inner)) })
    }

    fn predicate(&mut self) -> Parsed<Expr> {
        let at = self.offset();
        let left = self.sum()?;
        let kind = if let Some(operator) = self.comparison() {
            self.compared(left, operator)?
        } else if self.take("IS") {
            self.is_what(left)?
        } else {
            let negated = self.is("NOT") && ["BETWEEN", "IN", "LIKE"].iter().any(|word| self.is_at(1, word));
            if negated {
                self.advance();
            }
            match self.membership(left, negated)? {
                Ok(kind) => kind,
                Err(left) => return Ok(left),
            }
        };
        Ok(Expr { at, kind })
    }

    fn comparison(&mut self) -> Option<CompareOp> {
        if self.kind(0) != Some(TokenKind::Symbol) {
            return None;
        }
        let operator = match self.text() {
            "=" => CompareOp::Equal,
            "<>" | "!=" => CompareOp::NotEqual,
            "<" => CompareOp::Less,
            "<=" | "!>" => CompareOp::LessOrEqual,
            ">" => CompareOp::Greater,
            ">=" | "!<" => CompareOp::GreaterOrEqual,
            _ => return None,
        };
        self.advance();
        Some(operator)
    }

    fn compared(&mut self, left: Expr, operator: CompareOp) -> Parsed<ExprKind> {
        let all = self.is("ALL");
        if all || self.is("ANY") || self.is("SOME") {
            self.advance();
            self.expect_symbol("(")?;
            let query = Box::new(self.inner_query()?);
            self.expect_symbol(")")?;
            return Ok(ExprKind::Quantified { operator, left: Box::new(left), all, query });
        }
        Ok(ExprKind::Compare(operator, Box::new(left), Box::new(self.sum()?)))
    }

    fn is_what(&mut self, left: Expr) -> Parsed<ExprKind> {
        let negated = self.take("NOT");
        if self.take("NULL") {
            return Ok(ExprKind::IsNull(Box::new(left), negated));
        }
        self.expect("DISTINCT")?;
        self.expect("FROM")?;
        Ok(ExprKind::IsDistinct(Box::new(left), Box::new(self.sum()?), negated))
    }

    /// BETWEEN, IN, LIKE; `left` comes back when none of them follows.
    fn membership(&mut self, left: Expr, negated: bool) -> Parsed<Result<ExprKind, Expr>> {
        let value = Box::new(left);
        Ok(Ok(if self.take("BETWEEN") {
            let low = Box::new(self.sum()?);
            self.expect("AND")?;
            ExprKind::Between { value, low, high: Box::new(self.sum()?), negated }
        } else if self.take("IN") {
            self.in_what(value, negated)?
        } else if self.take("LIKE") {
            let pattern = Box::new(self.sum()?);
            let escape = if self.take("ESCAPE") { Some(Box::new(self.sum()?)) } else { None };
            ExprKind::Like { value, pattern, escape, negated }
        } else {
            return Ok(Err(*value));
        }))
    }

    fn in_what(&mut self, value: Box<Expr>, negated: bool) -> Parsed<ExprKind> {
        if self.is_symbol("(") && (self.is_at(1, "SELECT") || self.is_at(1, "WITH")) {
            self.advance();
            let query = Box::new(self.inner_query()?);
            self.expect_symbol(")")?;
            return Ok(ExprKind::InQuery { value, query, negated });
        }
        let list = self.parenthesized(Self::expression)?;
        Ok(ExprKind::InList { value, list, negated })
    }

    /// `+ - & | ^` bind alike, left to right.
    pub(super) fn sum(&mut self) -> Parsed<Expr> {
        self.chain(Self::product, |symbol| match symbol {
            "+" => Some(BinaryOp::Add),
            "-" => Some(BinaryOp::Subtract),
            "&" => Some(BinaryOp::BitAnd),
            "|" => Some(BinaryOp::BitOr),
            "^" => Some(BinaryOp::BitXor),
            "||" => Some(BinaryOp::Concat),
            _ => None,
        })
    }

    /// `* / %` bind alike, left to right.
    fn product(&mut self) -> Parsed<Expr> {
        self.chain(Self::signed, |symbol| match symbol {
            "*" => Some(BinaryOp::Multiply),
            "/" => Some(BinaryOp::Divide),
            "%" => Some(BinaryOp::Modulo),
            _ => None,
        })
    }

    fn chain(&mut self, term: fn(&mut Self) -> Parsed<Expr>, operator: fn(&str) -> Option<BinaryOp>) -> Parsed<Expr> {
        let at = self.offset();
        let first = term(self)?;
        let mut rest = Vec::new();
        while self.kind(0) == Some(TokenKind::Symbol) {
            let Some(operator) = operator(self.text()) else { break };
            self.check_terms(rest.len())?;
            self.advance();
            rest.push((operator, term(self)?));
        }
        let kind = if rest.is_empty() { return Ok(first) } else { ExprKind::Chain(Box::new(first), rest) };
        Ok(Expr { at, kind })
    }

    fn signed(&mut self) -> Parsed<Expr> {
        let at = self.offset();
        let operator = match self.text() {
            "+" => None,
            "-" => Some(UnaryOp::Minus),
            "~" => Some(UnaryOp::BitNot),
            _ => return self.postfixed(),
        };
        self.advance();
        let inner = self.nested(Self::signed)?;
        Ok(match operator {
            None => inner,
            Some(operator) => Expr { at, kind: ExprKind::Unary(operator, Box::new(inner)) },
        })
    }

    /// `x COLLATE name`.
    fn postfixed(&mut self) -> Parsed<Expr> {
        let at = self.offset();
        let mut value = self.primary()?;
        while self.take("COLLATE") {
            value = Expr { at, kind: ExprKind::Collate(Box::new(value), self.name()?) };
        }
        if self.is_symbol(".") && self.at_name_ahead(1) {
            return Err(self.unknown("A method or property of a value"));
        }
        while self.take_all(&["AT", "TIME", "ZONE"]) {
            self.primary()?;
            value = Expr { at, kind: ExprKind::Other("AT TIME ZONE".to_owned()) };
        }
        Ok(value)
    }
}

//! Dynamic SQL: text that EXEC runs, where literals tell what it is.

mod scope;
mod spans;
mod text;
mod tokens;
mod value;

use self::scope::{Assigned, Scope};
use self::text::Text;
use self::tokens::executed_text;
use self::value::{Value, evaluate};
use super::ast::{Declared, Kind, Statement};
use super::lexer::{ASSIGNMENTS, Lexer, Token, TokenKind, between_commas};
use super::problem::Problem;
use super::tree::{self, Parsed};
use crate::name::Ident;
use crate::schema::SqlText;
use crate::text::Span;

/// Turns every EXEC of text into [`Kind::Dynamic`], with the statements of the text where it is known
/// from literals. Variables are followed through the statements in order; what a branch, a loop or a
/// label makes uncertain is not known. `depth` is how deep the statements are nested already. Linear in
/// the source.
pub(super) fn resolve(source: &str, parsed: &mut Parsed, depth: usize) {
    let budget = 8 * parsed.statements.iter().map(|statement| statement.span.range().len()).sum::<usize>() + (64 << 10);
    resolve_within(source, parsed, depth, budget);
}

/// Gives back what is left of the budget.
fn resolve_within(source: &str, parsed: &mut Parsed, depth: usize, budget: usize) -> usize {
    let mut resolver = Resolver { scope: Scope::new(source, budget), depth, problems: &mut parsed.problems };
    resolver.list(&mut parsed.statements);
    resolver.scope.budget()
}

struct Resolver<'a> {
    scope: Scope<'a>,
    depth: usize,
    problems: &'a mut Vec<Problem>,
}

impl Resolver<'_> {
    fn list(&mut self, statements: &mut [Statement]) {
        self.depth += 1;
        statements.iter_mut().for_each(|statement| self.statement(statement));
        self.depth -= 1;
    }

    fn statement(&mut self, statement: &mut Statement) {
        let span = statement.span;
        match &mut statement.kind {
            Kind::Block(body) => self.list(body),
            Kind::If { then, otherwise, .. } => {
                let then = self.branch(std::slice::from_mut(then));
                let otherwise = otherwise.as_mut().map(|inner| self.branch(std::slice::from_mut(inner)));
                self.scope.merge(then);
                self.scope.merge(otherwise.unwrap_or_default());
            }
            Kind::While { body, .. } => {
                self.scope.meet();
                let body = self.branch(std::slice::from_mut(body));
                self.scope.merge(body);
            }
            Kind::TryCatch { body, handler } => {
                for list in [body, handler] {
                    let assigned = self.branch(list);
                    self.scope.merge(assigned);
                }
            }
            Kind::Module { statements, .. } => self.module(statements),
            Kind::Declare(variables) => self.declare(variables),
            Kind::Assign { variable, operator, value } => self.assign_text(variable, operator, *value),
            Kind::Execute { .. } => {
                if let Some(dynamic) = self.execute(span) {
                    statement.kind = dynamic;
                }
            }
            Kind::Dml { .. } => self.change(span),
            Kind::Other(word) => self.other(word, span),
            Kind::Opaque { .. } => self.forget_mentioned(span),
            _ => {}
        }
    }

    fn branch(&mut self, statements: &mut [Statement]) -> Assigned {
        let mark = self.scope.enter();
        self.list(statements);
        self.scope.leave(mark)
    }

    /// A module's variables are its own.
    fn module(&mut self, statements: &mut [Statement]) {
        let own = Scope::new(self.scope.source, self.scope.budget());
        let outer = std::mem::replace(&mut self.scope, own);
        self.list(statements);
        let budget = self.scope.budget();
        self.scope = outer;
        self.scope.set_budget(budget);
    }

    fn declare(&mut self, variables: &[Declared]) {
        for variable in variables {
            match variable.value {
                Some(value) => self.assign_text(&variable.name, "=", value),
                None => self.scope.forget(&variable.name),
            }
        }
    }

    fn assign_text(&mut self, variable: &Ident, operator: &str, value: Span) {
        let tokens = self.scope.tokens(value);
        let value = evaluate(&mut self.scope, &tokens);
        self.assign(variable, operator, value);
    }

    fn assign(&mut self, variable: &Ident, operator: &str, value: Value) {
        match operator {
            "=" => self.scope.set(variable, value),
            "+=" | "||=" => self.scope.append(variable, value),
            _ => self.scope.forget(variable),
        }
    }

    /// `SELECT @x = 'text', …`, and whatever else assigns variables.
    fn change(&mut self, span: Span) {
        let mut first = Lexer::new(self.scope.source, span).tokens();
        let is_select = first.next().is_some_and(|token| token.is_word(self.scope.source, "SELECT"));
        let is_assignment = is_select && first.next().is_some_and(|token| token.kind == TokenKind::Variable);
        if !is_assignment && self.scope.is_empty() {
            return;
        }
        let tokens = self.scope.tokens(span);
        if is_assignment { self.select(&tokens[1..]) } else { self.forget_assigned(&tokens) }
    }

    /// Assigns from the list of a SELECT. One that reads rows may find none, so it is not sure.
    fn select(&mut self, tokens: &[Token]) {
        let source = self.scope.source;
        let is_plain = !tokens.iter().any(|token| token.is_word(source, "FROM") || token.is_word(source, "WHERE"));
        for item in between_commas(source, tokens) {
            let [variable, operator, value @ ..] = item else { continue };
            if variable.kind == TokenKind::Variable && operator.kind == TokenKind::Symbol {
                let mut value = evaluate(&mut self.scope, value);
                (value.complete, value.drops) = (value.complete && is_plain, None);
                self.assign(&Ident::new(variable.text(source)), operator.text(source), value);
            }
        }
    }

    fn forget_assigned(&mut self, tokens: &[Token]) {
        let assigned = self.scope.variables(tokens).filter(|(_, after)| self.is_assigned(after));
        let assigned: Vec<_> = assigned.map(|(name, _)| name).collect();
        assigned.iter().for_each(|name| self.scope.forget(name));
    }

    fn is_assigned(&self, after: &[Token]) -> bool {
        let source = self.scope.source;
        after.first().is_some_and(|token| {
            ASSIGNMENTS.iter().any(|operator| token.is_symbol(source, operator))
                || token.is_word(source, "OUTPUT")
                || token.is_word(source, "OUT")
        })
    }

    fn other(&mut self, word: &str, span: Span) {
        match word {
            "LABEL" => self.scope.meet(),
            "PRINT" | "RAISERROR" | "THROW" | "RETURN" | "GOTO" | "BREAK" | "CONTINUE" => {}
            _ => self.forget_mentioned(span),
        }
    }

    fn forget_mentioned(&mut self, span: Span) {
        if !self.scope.is_empty() {
            let tokens = self.scope.tokens(span);
            let names: Vec<_> = self.scope.variables(&tokens).map(|(name, _)| name).collect();
            names.iter().for_each(|name| self.scope.forget(name));
        }
    }

    /// What an EXEC of text runs; `None` for the EXEC of a procedure, whose outputs are forgotten.
    fn execute(&mut self, span: Span) -> Option<Kind> {
        let tokens = self.scope.tokens(span);
        let Some((expression, elsewhere)) = executed_text(self.scope.source, &tokens) else {
            self.forget_assigned(&tokens);
            return None;
        };
        let value = evaluate(&mut self.scope, expression);
        Some(self.dynamic(&value, elsewhere, span))
    }

    /// `elsewhere`: it runs on another server, so its statements say nothing of this database.
    fn dynamic(&mut self, value: &Value, elsewhere: bool, span: Span) -> Kind {
        let Some(text) = value.text() else {
            let pieces = value.pieces.iter().map(Text::as_str).filter(|piece| !piece.trim().is_empty());
            let pieces = pieces.map(SqlText::new).collect();
            let drops = value.drops.clone().filter(|_| !elsewhere).map(Box::new);
            return Kind::Dynamic { statements: None, text: None, pieces, drops };
        };
        let statements = (!elsewhere).then(|| self.enter_text(text, span));
        Kind::Dynamic { statements, text: Some(SqlText::new(text.as_str())), pieces: Vec::new(), drops: None }
    }

    /// The statements of a known text, with their places in the source.
    fn enter_text(&mut self, text: &Text, span: Span) -> Vec<Statement> {
        let whole = Span::new(0, text.as_str().len());
        let mut parsed = tree::understand(text.as_str(), whole, self.depth);
        let left = resolve_within(text.as_str(), &mut parsed, self.depth, self.scope.budget());
        self.scope.set_budget(left);
        let mut place = |inner: &mut Span| *inner = text.to_source(*inner).unwrap_or(span);
        spans::visit(&mut parsed.statements, &mut place);
        parsed.problems.iter_mut().for_each(|problem| place(&mut problem.span));
        self.problems.append(&mut parsed.problems);
        parsed.statements
    }
}

//! What stands for a text of its own: views, inline functions, scalar functions of one RETURN, computed
//! columns, filters of security policies.

use std::collections::BTreeMap;

use super::expression::shown;
use super::frame::{BoundSource, SourceColumn};
use super::relation::Relation;
use super::source::{Stored, bound_source};
use super::typed::Use;
use super::{Binder, Bound, Typed};
use crate::name::{Ident, Name};
use crate::sandbox::query::physical;
use crate::sandbox::value::SqlType;
use crate::schema::{FunctionKind, Module, ModuleKind, Table};
use crate::syntax::lexer::{self, Token};
use crate::syntax::query;
use crate::syntax::query::ast::{Call, Expr, ExprKind, Query, Source, Statement};
use crate::text::Span;

/// How deep views and functions may stand in each other (Msg 217 has the same number).
const NESTING: usize = 32;

impl Binder<'_> {
    /// Binds another text, which sees nothing of the statement around it but `arguments`.
    fn apart<T>(
        &mut self,
        name: &Name,
        arguments: BTreeMap<Ident, Typed>,
        at: usize,
        bind: impl FnOnce(&mut Self) -> Bound<T>,
    ) -> Bound<T> {
        let again = *name != Name::default() && self.expanding.iter().filter(|other| *other == name).count() > 1;
        if again || self.expanding.len() >= NESTING {
            let text = "Maximum stored procedure, function, trigger, or view nesting level exceeded (limit 32).";
            return self.error(217, text, at);
        }
        let frames = std::mem::take(&mut self.frames);
        let ctes = std::mem::take(&mut self.ctes);
        let assigned = std::mem::take(&mut self.assigned);
        let outer_arguments = std::mem::replace(&mut self.arguments, arguments);
        let outer_place = self.outer_place;
        self.outer_place = outer_place.or(Some(at));
        self.expanding.push(name.clone());
        let bound = bind(self);
        self.expanding.pop();
        self.outer_place = outer_place;
        self.arguments = outer_arguments;
        self.assigned = assigned;
        self.ctes = ctes;
        self.frames = frames;
        bound
    }

    pub(super) fn view(&mut self, source: &Source, name: &Name, module: &Module, full: Option<Name>) -> Bound<String> {
        let query = self.body_query(module.body.as_str(), source.at)?;
        let relation = self.apart(name, BTreeMap::new(), source.at, |binder| binder.query(&query, true))?;
        let columns = self.named_columns(&relation, &module.columns, &name.object, source.at)?;
        let alias = self.alias();
        let exposed = source.alias.clone().unwrap_or_else(|| name.object.clone());
        let mut bound = bound_source(exposed, &columns, |at| format!("{alias}.\"c{at}\""));
        bound.full = full;
        self.add_source(bound, source.at)?;
        Ok(format!("({}) AS {alias}", relation.sql))
    }

    /// The query of a view's or inline function's text.
    fn body_query(&self, text: &str, at: usize) -> Bound<Query> {
        let text = text.trim_end_matches([';', ' ', '\n', '\r', '\t']);
        let text = strip_words(text, &["WITH", "CHECK", "OPTION"]);
        match query::statement(text, self.depth) {
            Ok(Statement::Query(query)) => Ok(*query),
            Ok(_) => self.unknown("A module whose body is no query", at),
            Err(error) => Err(self.fail(error.into(), at)),
        }
    }

    /// An inline function in FROM.
    pub(super) fn inline_function(
        &mut self,
        source: &Source,
        parts: &[Ident],
        arguments: &[Expr],
        apply: bool,
        uses: &mut Vec<Use>,
    ) -> Bound<String> {
        let at = source.at;
        let (name, module) = self.function_module(parts, at)?;
        if module.function != Some(FunctionKind::Inline) {
            return self.unknown(format!("The function {name}, which is no inline function,"), at);
        }
        let values = self.hiding(!apply, |binder| binder.parameters_of(&module, arguments, at))?;
        let Some(body) = after_word(module.body.as_str(), "RETURN") else {
            return self.unknown(format!("The body of the function {name}"), at);
        };
        let query = self.body_query(body, at)?;
        let relation: Relation = self.apart(&name, values, at, |binder| binder.query(&query, true))?;
        let named = Source { alias: source.alias.clone().or(Some(name.object)), ..source.clone() };
        self.derived(&named, relation, uses)
    }

    /// A function of the database (Msg 208 where there is none).
    fn function_module(&self, parts: &[Ident], at: usize) -> Bound<(Name, std::sync::Arc<Module>)> {
        let name = self.existing_object(parts, at)?;
        let name = self.scope.catalog.resolve(&name);
        match self.scope.catalog.modules.get(&name).map(|entry| std::sync::Arc::clone(&entry.definition)) {
            Some(module) if module.kind == ModuleKind::Function => Ok((name, module)),
            _ => self.error(208, format!("Invalid object name '{}'.", shown(parts)), at),
        }
    }

    /// The arguments of a function by parameter, each in the parameter's type (Msg 313, 8144).
    fn parameters_of(&mut self, module: &Module, arguments: &[Expr], at: usize) -> Bound<BTreeMap<Ident, Typed>> {
        if arguments.len() < module.parameters.len() {
            return self.error(
                313,
                "An insufficient number of arguments were supplied for the procedure or function.",
                at,
            );
        }
        if arguments.len() > module.parameters.len() {
            return self.error(8144, "Procedure or function has too many arguments specified.", at);
        }
        let mut values = BTreeMap::new();
        for (parameter, argument) in module.parameters.iter().zip(arguments) {
            let data_type = self.placed(SqlType::of(&parameter.data_type, self.scope.catalog), at)?;
            let value = match (&argument.kind, &parameter.default) {
                (ExprKind::Default, Some(default)) => self.text_apart(default.as_str(), at)?,
                (ExprKind::Default, None) => Typed::null(),
                _ => self.scalar(argument)?,
            };
            values.insert(parameter.name.clone(), self.as_assigned(value, data_type, at)?);
        }
        Ok(values)
    }

    /// An expression of another text, which sees no columns.
    pub(super) fn text_apart(&mut self, text: &str, at: usize) -> Bound<Typed> {
        let expr = query::expression(text, self.depth).map_err(|error| self.fail(error.into(), at))?;
        self.apart(&Name::default(), BTreeMap::new(), at, |binder| binder.scalar(&expr))
    }

    /// `dbo.f(x)`: a scalar function whose body is one RETURN becomes its expression.
    pub(super) fn user_function(&mut self, call: &Call, at: usize) -> Bound<Typed> {
        let found = self
            .function_module(&call.name, at)
            .ok()
            .filter(|(_, module)| module.function == Some(FunctionKind::Scalar));
        let Some((name, module)) = found else {
            let text = format!(
                "Cannot find either column \"{}\" or the user-defined function or aggregate \"{}\", or the name is ambiguous.",
                call.name[0].as_str(),
                shown(&call.name)
            );
            return self.error(4121, text, at);
        };
        let values = self.parameters_of(&module, &call.arguments, at)?;
        let Some(body) = only_return(module.body.as_str()) else {
            return self.unknown(format!("The scalar function {name}, whose body is more than one RETURN,"), at);
        };
        let expr = query::expression(body, self.depth).map_err(|error| self.fail(error.into(), at))?;
        let value = self.apart(&name, values.clone(), at, |binder| binder.scalar(&expr))?;
        let Some(returns) = &module.returns else {
            return self.unknown(format!("The type of the function {name}"), at);
        };
        let returns = self.placed(SqlType::of(returns, self.scope.catalog), at)?;
        self.as_assigned(value, returns, at)
    }

    /// Adds the computed columns, in the table's order. They may use stored columns only.
    pub(super) fn with_computed(
        &mut self,
        table: &Table,
        stored: Vec<SourceColumn>,
        at: usize,
    ) -> Bound<Vec<SourceColumn>> {
        let mut all = Vec::with_capacity(table.columns.len());
        for column in &table.columns {
            if let Some(known) = stored.iter().find(|known| known.name == column.name) {
                all.push(known.clone());
                continue;
            }
            let Some(computed) = &column.computed else { continue };
            let expr = query::expression(computed.expression.as_str(), self.depth)
                .map_err(|error| self.fail(error.into(), at))?;
            let sources = stored.clone();
            let mut value = self.apart(&Name::default(), BTreeMap::new(), at, |binder| {
                binder.over_row(sources, at, |binder| binder.scalar(&expr))
            })?;
            value.uses.clear();
            value.nullable &= column.nullable != Some(false);
            if value.data_type.is_text() && value.collation.name().is_none() {
                value.collation = super::source::database_collation();
            }
            all.push(SourceColumn { name: column.name.clone(), value, hidden: column.hidden, base: None });
        }
        Ok(all)
    }

    /// Binds something over one row of one source.
    pub(in crate::sandbox::query) fn over_row<T>(
        &mut self,
        columns: Vec<SourceColumn>,
        at: usize,
        bind: impl FnOnce(&mut Self) -> Bound<T>,
    ) -> Bound<T> {
        self.push_frame();
        self.frame().no_aggregate = Some("An aggregate may not appear in an expression over one row.");
        let source = BoundSource { name: Ident::default(), full: None, columns, base: None, row: None };
        let bound = self.add_source(source, at).and_then(|()| bind(self));
        self.pop_frame();
        bound
    }

    /// A table without the rows that policies hide and those that have no value in `only`: a subquery with
    /// the rows and their `row`; `None` where every row is seen.
    pub(super) fn filtered(&mut self, stored: &Stored<'_>, at: usize) -> Bound<Option<String>> {
        let Stored { table, name, physical, only } = *stored;
        let filter = self.scope.environment.row_filter(name).filter(|_| !self.expanding.contains(name));
        let alias = self.alias();
        let mut conditions = Vec::new();
        if let Some(filter) = filter {
            let expr = query::expression(&filter, self.depth).map_err(|error| self.fail(error.into(), at))?;
            let columns = self.table_columns(table, &alias, at)?;
            let condition = self.apart(name, BTreeMap::new(), at, |binder| {
                binder.over_row(columns, at, |binder| binder.condition(&expr))
            })?;
            conditions.push(condition.sql);
        }
        conditions.extend(only.map(|column| format!("{alias}.{} IS NOT NULL", physical::column(column))));
        if conditions.is_empty() {
            return Ok(None);
        }
        let condition = conditions.join(" AND ");
        Ok(Some(format!("(SELECT {alias}._rowid_ AS \"row\", {alias}.* FROM {physical} AS {alias} WHERE {condition})")))
    }
}

fn tokens(text: &str) -> Vec<Token> {
    lexer::lex(text, Span::new(0, text.len())).tokens
}

/// The text after the first word `word`.
fn after_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let token = tokens(text).into_iter().find(|token| token.is_word(text, word))?;
    text.get(token.span.end as usize..)
}

/// The text without these words at its end.
fn strip_words<'a>(text: &'a str, words: &[&str]) -> &'a str {
    let tokens = tokens(text);
    let Some(start) = tokens.len().checked_sub(words.len()) else { return text };
    let found = tokens[start..].iter().zip(words).all(|(token, word)| token.is_word(text, word));
    if found { &text[..tokens[start].span.start as usize] } else { text }
}

/// The expression of `… BEGIN RETURN x END`, when the body has no other statement.
fn only_return(text: &str) -> Option<&str> {
    let tokens = tokens(text);
    let begin = tokens.iter().position(|token| token.is_word(text, "BEGIN"))?;
    let rest = &tokens[begin + 1..];
    let (first, mut rest) = rest.split_first().filter(|(first, _)| first.is_word(text, "RETURN"))?;
    while rest.last().is_some_and(|token| token.is_symbol(text, ";")) {
        rest = &rest[..rest.len() - 1];
    }
    let (last, rest) = rest.split_last().filter(|(last, _)| last.is_word(text, "END"))?;
    let end = if rest.last().is_some_and(|token| token.is_symbol(text, ";")) {
        rest.last()?.span.start
    } else {
        last.span.start
    };
    text.get(first.span.end as usize..end as usize)
}

//! Which rows a statement touches and which columns it sets.

use super::always::{self, Given};
use super::history::is_old_table;
use crate::catalog::Catalog;
use crate::name::{Ident, Name};
use crate::replay::{Inside, Step};
use crate::syntax::ast::{DmlVerb, Kind};
use crate::syntax::lexer::{Token, identifier_text, lex};
use crate::syntax::query::ast::{
    Body, Cte, Expr, ExprKind, InsertRows, MergeAction, MergeClause, Query, Source, SourceKind, Statement, Top, When,
};
use crate::syntax::query::statement;
use crate::syntax::query::walk::joined;
use crate::text::Span;

/// What an UPDATE, a DELETE or a MERGE that deletes does to the rows of its table.
pub(super) struct Rows {
    /// The table.
    pub table: Name,
    /// Nothing restricts it: no WHERE that tells rows apart, join or TOP, also where it goes through a common table
    /// expression.
    pub all: bool,
    /// The columns that an UPDATE sets.
    pub set: Vec<Ident>,
    /// A MERGE deletes every row that its source does not have, and whether it brings rows, too.
    pub unmatched: Option<bool>,
}

impl Rows {
    /// What a statement of this verb does to a table that was there before its file; `None` for any
    /// other statement.
    pub(super) fn of_old_table(step: &Step, wanted: DmlVerb) -> Option<Rows> {
        let Kind::Dml { verb, target: Some(target) } = &step.statement.kind else { return None };
        let is_variable = target.object().as_str().starts_with('@');
        if *verb != wanted || is_variable || matches!(step.inside, Inside::Procedure(_)) || target.parts.len() > 2 {
            return None;
        }
        let statement = statement(step.source.slice(step.statement.span), 0).ok()?;
        let base = base_of(&statement);
        let table = step.before.resolve(&name_of(&base)?);
        is_old_table(step.before, step.file, &table).then(|| {
            let all =
                restrictions(&statement).iter().chain(&base.narrowed_by).all(|one| one.is_none(step.before, &table));
            let (set, unmatched) = (set(&statement), unmatched(&statement));
            Rows { table: step.before.as_written(table), all, set, unmatched }
        })
    }
}

/// Whether a statement is certain to take no row from what it reads: `TOP (0)`, `WHERE 1 = 0`.
pub(super) fn takes_no_row(text: &str) -> bool {
    statement(text, 0).is_ok_and(|statement| match &statement {
        Statement::Query(query) => yields_nothing(&query.body),
        Statement::Insert(insert) => {
            is_zero(insert.top.as_ref())
                || matches!(&insert.rows, InsertRows::Query(query) if yields_nothing(&query.body))
        }
        Statement::Update(update) => is_zero(update.top.as_ref()) || never(update.condition.as_ref()),
        Statement::Delete(delete) => is_zero(delete.top.as_ref()) || never(delete.condition.as_ref()),
        Statement::Merge(_) => false,
    })
}

fn yields_nothing(body: &Body) -> bool {
    match body {
        Body::Select(select) => is_zero(select.top.as_ref()) || never(select.condition.as_ref()),
        Body::Nested(query) => yields_nothing(&query.body),
        Body::Set(first, rest) => yields_nothing(first) && rest.iter().all(|(_, body)| yields_nothing(body)),
    }
}

fn is_zero(top: Option<&Top>) -> bool {
    top.is_some_and(|top| matches!(&top.count.kind, ExprKind::Number(count) if count.parse() == Ok(0.0)))
}

fn never(condition: Option<&Expr>) -> bool {
    condition.is_some_and(|condition| always::holds_never(condition, Given::NOTHING))
}

/// What makes the rows of a statement fewer.
enum Restriction<'a> {
    Condition(&'a Expr),
    /// TOP, a join, a grouping: fewer, whatever the rows are.
    Other,
}

impl Restriction<'_> {
    /// Whether it is none for the rows of a table.
    fn is_none(&self, catalog: &Catalog, table: &Name) -> bool {
        let is_never_null = |parts: &[Ident]| {
            let column = parts.last().and_then(|column| catalog.column(table, column));
            column.is_some_and(|column| column.nullable == Some(false))
        };
        let given = Given { unset_session: false, is_never_null: &is_never_null };
        matches!(self, Restriction::Condition(condition) if always::holds(condition, given))
    }
}

/// What a name in a statement stands for once its common table expressions and subqueries are looked through.
struct Base<'a> {
    parts: Vec<Ident>,
    narrowed_by: Vec<Restriction<'a>>,
}

fn name_of(base: &Base) -> Option<Name> {
    match &base.parts[..] {
        [object] => Some(Name::dbo(object.as_str())),
        [schema, object] => Some(Name { schema: schema.clone(), object: object.clone() }),
        _ => None,
    }
}

/// How deep common table expressions are looked through.
const DEEPEST: usize = 16;

/// The table that a statement changes in the end.
fn base_of(statement: &Statement) -> Base<'_> {
    let (target, ctes, from): (&[Ident], &[Cte], &[Source]) = match statement {
        Statement::Update(update) => (&update.target, &update.ctes, &update.from),
        Statement::Delete(delete) => (&delete.target, &delete.ctes, &delete.from),
        Statement::Merge(merge) => (&merge.target, &merge.ctes, &[]),
        Statement::Query(_) | Statement::Insert(_) => (&[], &[], &[]),
    };
    let mut base = Base { parts: target.to_vec(), narrowed_by: Vec::new() };
    if let [source] = from
        && source.alias.as_ref() == base.parts.last()
    {
        base.follow(&source.kind);
    }
    for _ in 0..DEEPEST {
        let [name] = &base.parts[..] else { break };
        let Some(cte) = ctes.iter().find(|cte| cte.name == *name) else { break };
        base.narrow(&cte.query);
    }
    base
}

impl<'a> Base<'a> {
    fn follow(&mut self, source: &'a SourceKind) {
        match source {
            SourceKind::Table(parts) => self.parts.clone_from(parts),
            SourceKind::Query(query) => self.narrow(query),
            _ => {}
        }
    }

    /// Goes on to what a query reads, with what the query leaves out.
    fn narrow(&mut self, query: &'a Query) {
        match &query.body {
            Body::Select(select) if select.from.len() == 1 && select.group.is_empty() && !select.distinct => {
                self.narrowed_by.extend(select.condition.as_ref().map(Restriction::Condition));
                self.narrowed_by.extend(select.top.as_ref().map(|_| Restriction::Other));
                if matches!(select.from[0].kind, SourceKind::Join { .. }) {
                    self.narrowed_by.push(Restriction::Other);
                }
                self.follow(&select.from[0].kind);
            }
            Body::Nested(inner) => self.narrow(inner),
            _ => {
                self.narrowed_by.push(Restriction::Other);
                self.parts.clear();
            }
        }
    }
}

/// What the statement itself says to make its rows fewer.
fn restrictions(statement: &Statement) -> Vec<Restriction<'_>> {
    let (top, from, condition): (_, &[Source], _) = match statement {
        Statement::Update(update) => (update.top.as_ref(), &update.from, update.condition.as_ref()),
        Statement::Delete(delete) => (delete.top.as_ref(), &delete.from, delete.condition.as_ref()),
        Statement::Merge(_) | Statement::Query(_) | Statement::Insert(_) => return vec![Restriction::Other],
    };
    let is_joined = joined(from).len() > 1;
    let others = usize::from(top.is_some()) + usize::from(is_joined);
    condition.map(Restriction::Condition).into_iter().chain((0..others).map(|_| Restriction::Other)).collect()
}

/// The columns left of the equals signs behind SET.
fn set(statement: &Statement) -> Vec<Ident> {
    let Statement::Update(update) = statement else { return Vec::new() };
    update.assignments.iter().filter_map(|assignment| assignment.column.clone()).collect()
}

/// Whether a MERGE deletes what its source does not have, and brings rows, too.
fn unmatched(statement: &Statement) -> Option<bool> {
    let Statement::Merge(merge) = statement else { return None };
    let always = |clause: &MergeClause| {
        clause.condition.as_ref().is_none_or(|condition| always::holds(condition, Given::NOTHING))
    };
    let deletes = merge.clauses.iter().any(|clause| {
        clause.when == When::NotMatchedBySource && matches!(clause.action, MergeAction::Delete) && always(clause)
    });
    let brings = merge.clauses.iter().any(|clause| matches!(clause.action, MergeAction::Insert { .. }));
    (deletes && merge.top.is_none()).then_some(brings)
}

/// The objects that a statement reads: those behind FROM, JOIN and the like.
pub(super) fn sources(step: &Step) -> Vec<Name> {
    sources_in(step.source.text(), step.statement.span)
}

/// The objects that a part of a text reads.
pub(super) fn sources_in(text: &str, span: Span) -> Vec<Name> {
    let tokens = lex(text, span).tokens;
    let introduces = |token: &Token| ["FROM", "JOIN", "APPLY", "USING"].iter().any(|word| token.is_word(text, word));
    let starts = tokens.iter().enumerate().filter(|(_, token)| introduces(token)).map(|(at, _)| at + 1);
    starts.filter_map(|at| name_at(text, &tokens[at..])).collect()
}

/// The name of at most two parts that begins at the first token.
fn name_at(text: &str, tokens: &[Token]) -> Option<Name> {
    let part = |at: usize| {
        let token = tokens.get(at)?;
        let is_name = token.kind.is_name();
        is_name.then(|| identifier_text(token.text(text)))
    };
    let is_dot = |at: usize| tokens.get(at).is_some_and(|token| token.is_symbol(text, "."));
    let first = part(0)?;
    match (is_dot(1), is_dot(3)) {
        (false, _) => Some(Name::dbo(first)),
        (true, false) => Some(Name::new(first, part(2)?)),
        (true, true) => None,
    }
}

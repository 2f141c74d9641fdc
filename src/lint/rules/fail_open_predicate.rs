//! A predicate function that lets everything through: to a session that says nothing, or to everyone.

use std::collections::BTreeMap;

use crate::catalog::{Catalog, Part, Place};
use crate::lint::always::{self, Given};
use crate::lint::tenants::{is_telling, single_name};
use crate::lint::{BOTH, Check, Findings, Level, Levels, Rule, Watch};
use crate::name::{Ident, Name};
use crate::replay::{Inside, Step};
use crate::schema::{DataType, FunctionKind, Module, Predicate};
use crate::syntax::ast::Kind;
use crate::syntax::lexer::lex;
use crate::syntax::query::ast::{Body, Expr, ExprKind, Select, SetOp, Source, SourceKind, Statement};
use crate::syntax::query::only_query;
use crate::syntax::query::statement;
use crate::syntax::query::walk::{expressions_of_select, joined};
use crate::text::Span;

/// The rule.
pub static RULE: Rule = Rule {
    code: "fail-open-predicate",
    summary: "shows every row to a session without a tenant, or to everyone",
    docs: include_str!("fail_open_predicate.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Watch(|| Box::<Open>::default())],
};

/// The functions that are open, with the place that says so.
#[derive(Default)]
struct Open(BTreeMap<Name, (Place, Shown)>);

/// What a function shows of a table, and to whom.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shown {
    /// Every row, to a session that has not set its tenant.
    ToUnset,
    /// Every row, to everyone.
    ToEveryone,
    /// The rows in which what is passed for this parameter is NULL, to everyone.
    OfNobody(usize),
    /// The same rows to everyone: it asks nothing of the session.
    TheSame,
}

impl Watch for Open {
    fn step(&mut self, step: &Step, _findings: &mut Findings) {
        let Kind::Module { name, module, body_span, .. } = &step.statement.kind else { return };
        if module.function != Some(FunctionKind::Inline) || matches!(step.inside, Inside::Procedure(_)) {
            return;
        }
        let name = name.to_name();
        match opening(step.source.text(), *body_span, module) {
            Some((span, shown)) => drop(self.0.insert(name, (step.at(span), shown))),
            None => drop(self.0.remove(&name)),
        }
    }

    fn end(&mut self, after: &Catalog, findings: &mut Findings) {
        for (function, (place, shown)) in self.0.iter().filter(|(function, _)| after.modules.contains_key(function)) {
            let uses = after.policies.iter().find_map(|(name, entry)| {
                let predicate = entry
                    .definition
                    .predicates
                    .iter()
                    .find(|predicate| predicate.function == *function && shown.concerns(after, predicate))?;
                Some((name, predicate, entry.place_of(&Part::predicate(predicate))))
            });
            let Some((policy, predicate, used)) = uses else { continue };
            let table = &predicate.target;
            let finding = findings
                .add(*place, shown.message(function, table))
                .table(table)
                .related(used, format!("the policy `{policy}` uses it here"))
                .help(shown.help());
            let mut columns = predicate.arguments.iter().filter_map(|argument| single_name(argument.as_str()));
            if *shown == Shown::TheSame && !columns.any(|column| is_telling(&column)) {
                finding.unsure();
            }
            if matches!(shown, Shown::OfNobody(_)) {
                finding.unsure();
            }
        }
    }
}

impl Shown {
    /// Whether it comes to pass for a table: what may not be NULL belongs to somebody.
    fn concerns(self, catalog: &Catalog, predicate: &Predicate) -> bool {
        let Shown::OfNobody(at) = self else { return true };
        let column = predicate.arguments.get(at).and_then(|argument| single_name(argument.as_str()));
        let column = column.and_then(|column| catalog.column(&predicate.target, &column));
        column.is_none_or(|column| column.nullable != Some(false))
    }

    fn message(self, function: &Name, table: &Name) -> String {
        match self {
            Shown::ToUnset => {
                format!("`{function}` shows every row of `{table}` to a session that has not set its tenant")
            }
            Shown::ToEveryone => {
                format!("`{function}` shows every row of `{table}` to everyone, whatever the session has set")
            }
            Shown::OfNobody(_) => {
                format!("`{function}` shows the rows of `{table}` that belong to nobody to everyone")
            }
            Shown::TheSame => {
                format!("`{function}` asks nothing of the session: everyone sees the same rows of `{table}`")
            }
        }
    }

    fn help(self) -> &'static str {
        match self {
            Shown::ToUnset => "let the predicate compare and nothing else: a comparison with NULL hides every row",
            Shown::OfNobody(_) => "let the predicate compare and nothing else, and make the column NOT NULL",
            Shown::ToEveryone | Shown::TheSame => {
                "compare with what the session has set: @tenant = CAST(SESSION_CONTEXT(N'tenant') AS INT)"
            }
        }
    }
}

/// What in a body lets everything through, and what it shows.
fn opening(text: &str, body: Span, module: &Module) -> Option<(Span, Shown)> {
    let span = only_query(text, module, body)?;
    let statement = statement(text.get(span.range())?, 0).ok()?;
    let Statement::Query(query) = &statement else { return None };
    let (at, shown) = alternatives(&query.body).into_iter().find_map(|select| opening_of(select, module))?;
    let start = span.start + at as u32;
    Some((extent(text, Span { start, end: span.end }), shown))
}

/// The SELECTs of which each alone yields a row for the query.
fn alternatives(body: &Body) -> Vec<&Select> {
    match body {
        Body::Select(select) => vec![select],
        Body::Nested(query) => alternatives(&query.body),
        Body::Set(first, rest) if rest.iter().all(|(with, _)| matches!(with, SetOp::Union | SetOp::UnionAll)) => {
            alternatives(first).into_iter().chain(rest.iter().flat_map(|(_, body)| alternatives(body))).collect()
        }
        Body::Set(..) => Vec::new(),
    }
}

/// Where a SELECT is open, and what it shows.
fn opening_of(select: &Select, module: &Module) -> Option<(usize, Shown)> {
    let is_own =
        |parts: &[Ident]| matches!(parts, [name] if module.parameters.iter().any(|parameter| parameter.name == *name));
    let given = |unset_session| Given { unset_session, is_never_null: &is_own };
    let conditions = conditions(select);
    let holds = |given: Given| conditions.iter().all(|condition| always::holds(condition, given));
    let at = |given: Given| conditions.last().map_or(select.at, |condition| always::opening(condition, given).at);
    let reads_rows = select.from.iter().any(|source| !matches!(source.kind, SourceKind::Values(_)));
    let is_plain = select.having.is_none() && (!reads_rows || !conditions.is_empty()) && is_of_tables(&select.from);
    match () {
        () if is_plain && holds(given(false)) => Some((at(given(false)), Shown::ToEveryone)),
        () if !conditions.is_empty() && holds(given(true)) => Some((at(given(true)), Shown::ToUnset)),
        () if !reads_rows && asks_nothing(select, module) => Some((at(given(false)), Shown::TheSame)),
        () => match &conditions[..] {
            [condition] => of_nobody(condition, module),
            _ => None,
        },
    }
}

/// `@tenant IS NULL`, be it as an alternative, of a parameter.
fn of_nobody(condition: &Expr, module: &Module) -> Option<(usize, Shown)> {
    match &condition.kind {
        ExprKind::Or(terms) => terms.iter().find_map(|term| of_nobody(term, module)),
        ExprKind::IsNull(value, false) => {
            let ExprKind::Variable(name) = &value.kind else { return None };
            let at = module.parameters.iter().position(|parameter| parameter.name == *name)?;
            Some((condition.at, Shown::OfNobody(at)))
        }
        _ => None,
    }
}

/// What a row has to meet.
fn conditions(select: &Select) -> Vec<&Expr> {
    fn of_source<'a>(source: &'a Source, found: &mut Vec<&'a Expr>) {
        if let SourceKind::Join { left, right, on, .. } = &source.kind {
            of_source(left, found);
            of_source(right, found);
            found.extend(on);
        }
    }
    let mut found = Vec::new();
    select.from.iter().for_each(|source| of_source(source, &mut found));
    found.extend(&select.condition);
    found
}

/// Whether FROM holds no query or function, which may leave rows out.
fn is_of_tables(from: &[Source]) -> bool {
    joined(from).iter().all(|source| matches!(source.kind, SourceKind::Table(_) | SourceKind::Values(_)))
}

/// Functions that tell nothing about who asks or when.
const PURE: [&str; 12] =
    ["ISNULL", "COALESCE", "NULLIF", "IIF", "ABS", "LEN", "UPPER", "LOWER", "LEFT", "RIGHT", "LTRIM", "RTRIM"];

/// Whether a SELECT without FROM looks at the row's own values and at nothing else. Flags and times say what a row
/// is, and not whose.
fn asks_nothing(select: &Select, module: &Module) -> bool {
    let asks = |expr: &&Expr| match &expr.kind {
        ExprKind::Call(call) => !PURE.iter().any(|pure| crate::lint::is_call(call, pure)),
        ExprKind::Variable(name) => name.as_str().starts_with("@@"),
        ExprKind::Column(_) | ExprKind::Other(_) | ExprKind::NextValue(_) => true,
        ExprKind::Subquery(_) | ExprKind::Exists(_) | ExprKind::InQuery { .. } | ExprKind::Quantified { .. } => true,
        _ => false,
    };
    let is_of_row = |data_type: &DataType| match data_type {
        DataType::System { name, .. } => &**name == "bit" || name.starts_with("date") || name.ends_with("time"),
        _ => false,
    };
    let tells_whose = module.parameters.iter().any(|parameter| !is_of_row(&parameter.data_type));
    tells_whose && !expressions_of_select(select).iter().any(asks)
}

/// From where an alternative begins to its end: the OR behind it, or the end of what holds it.
fn extent(text: &str, within: Span) -> Span {
    const ENDS: [&str; 6] = ["OR", "UNION", "GROUP", "ORDER", "HAVING", "OPTION"];
    let mut depth = 0_i32;
    let mut span: Option<Span> = None;
    for token in lex(text, within).tokens {
        let is_end = ENDS.iter().any(|word| token.is_word(text, word)) || token.is_symbol(text, ";");
        depth += i32::from(token.is_symbol(text, "(") || token.is_word(text, "CASE"));
        depth -= i32::from(token.is_symbol(text, ")") || token.is_word(text, "END"));
        if depth < 0 || (depth == 0 && is_end) {
            break;
        }
        span = Some(span.map_or(token.span, |span| span.to(token.span)));
    }
    span.unwrap_or(within)
}

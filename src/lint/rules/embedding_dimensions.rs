//! Vectors of another size or base than the column.

use crate::catalog::{Catalog, Entry, Part};
use crate::lint::vectors::{allowed, default_literal, dimensions_of, provenance, vectors};
use crate::lint::{BOTH, Check, Findings, Level, Levels, QueryCx, Rule, Watch, Write, is_call};
use crate::name::{Ident, Name};
use crate::schema::{Column, DataType, Table, VectorBase};
use crate::syntax::query::ast::{Expr, ExprKind, Source};
use crate::syntax::query::walk::{expressions_of_select, own_expressions, parts};
use crate::text::counted;

/// The rule.
pub static RULE: Rule = Rule {
    code: "embedding-dimensions",
    summary: "puts vectors of different sizes together",
    docs: include_str!("embedding_dimensions.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::StandingQuery(check), Check::Watch(|| Box::new(Said))],
};

/// Looks at the end of the history at what tables say of their vectors.
struct Said;

impl Watch for Said {
    fn end(&mut self, after: &Catalog, findings: &mut Findings) {
        for (name, entry) in after.tables.iter().filter(|(_, entry)| !entry.uncertain) {
            vectors(&entry.definition).for_each(|vector| said(name, entry, vector, findings));
        }
    }
}

/// A default or a check that gives the column of the dimensions another number than the vector has.
fn said(name: &Name, entry: &Entry<Table>, vector: &Column, findings: &mut Findings) {
    let Some(own) = of_column(vector) else { return };
    let Some(column) = provenance(&entry.definition, vector).dimensions else { return };
    let is_own = |number: &String| number.parse() == Ok(own.dimensions);
    let mut tell = |part: Part, what: String| {
        let Some(place) = entry.place_of(&part) else { return };
        let message = format!("{what}, and `{}` has {}", vector.name, counted(own.dimensions, "dimension"));
        findings.add(place, message).table(name).help(format!("write {}", own.dimensions));
    };
    if let Some(number) = default_literal(column).filter(|number| !is_own(number)) {
        tell(Part::Column(column.name.clone()), format!("`{}` is {number} where no value is given", column.name));
    }
    if let Some((numbers, check)) = allowed(&entry.definition, &column.name).filter(|(all, _)| !all.iter().any(is_own))
    {
        let part = check.map_or(Part::Column(column.name.clone()), Part::Constraint);
        tell(part, format!("`{}` may only be {}", column.name, numbers.join(" or ")));
    }
}

/// What is known of a value that is a vector.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Size {
    dimensions: u32,
    /// `None` where text becomes what it is put into.
    base: Option<VectorBase>,
}

fn check(cx: &QueryCx, findings: &mut Findings) {
    for (query, select) in parts(&cx.query.statement).selects {
        // SIMILAR_TO takes nothing else, which is another finding.
        let is_taken = |value: &Expr| matches!(value.kind, ExprKind::Variable(_) | ExprKind::Column(_));
        for (_, search) in cx.searches(select).filter(|(_, search)| is_taken(&search.similar_to)) {
            if let Some(column) = cx.searched(search).and_then(|searched| of_column(searched.column)) {
                compare(cx, &select.from, column, &search.similar_to, findings);
            }
        }
        let order = query.order.iter().flat_map(|item| own_expressions(&item.value));
        for expr in expressions_of_select(select).into_iter().chain(order) {
            if let ExprKind::Call(call) = &expr.kind
                && is_call(call, "VECTOR_DISTANCE")
                && let [_, left, right] = &call.arguments[..]
                && let Some(size) = size(cx, &select.from, left)
            {
                compare(cx, &select.from, size, right, findings);
            }
        }
    }
    for write in cx.writes() {
        vectors(&write.entry.definition).for_each(|vector| written(cx, &write, vector, findings));
    }
}

/// What a statement puts into a vector column, and what it says of its dimensions.
fn written(cx: &QueryCx, write: &Write, vector: &Column, findings: &mut Findings) {
    let Some(own) = of_column(vector) else { return };
    for written in write.columns.iter().filter(|written| *written.column == vector.name) {
        if let Some(value) = written.value {
            compare(cx, write.from, own, value, findings);
        }
    }
    let Some(dimensions) = provenance(&write.entry.definition, vector).dimensions else { return };
    let written = write.of(&dimensions.name).and_then(|written| written.value);
    if let Some(value) = written
        && let ExprKind::Number(number) = &value.kind
        && number.parse() != Ok(own.dimensions)
    {
        let message = format!(
            "`{}` says {number}, and `{}` has {}",
            dimensions.name,
            vector.name,
            counted(own.dimensions, "dimension")
        );
        findings.add(cx.query.place(value.at), message).table(&write.table).help(format!("write {}", own.dimensions));
    }
}

fn compare(cx: &QueryCx, from: &[Source], own: Size, other: &Expr, findings: &mut Findings) {
    let Some(found) = size(cx, from, other) else { return };
    let (number, what) = match (own.base, found.base) {
        _ if own.dimensions != found.dimensions => (
            42204,
            format!("this has {}, and is put together with {}", counted(found.dimensions, "dimension"), own.dimensions),
        ),
        (Some(one), Some(two)) if one != two => {
            (42243, "this is of another base type: float16 and float32 do not convert".to_owned())
        }
        _ => return,
    };
    findings
        .add(cx.query.call_place(other.at), what)
        .errors(&[number])
        .help("use the dimensions and the base type of the column everywhere, and ask the model for as many");
}

/// The size of a vector that an expression is, where it can be told.
fn size(cx: &QueryCx, from: &[Source], expr: &Expr) -> Option<Size> {
    match &expr.kind {
        ExprKind::Column(_) => of_column(cx.vector(from, expr)?.column),
        ExprKind::Variable(name) => of_type(cx.query.variable(name)?),
        ExprKind::Cast { data_type, .. } => of_type(data_type),
        ExprKind::Text { text, .. } => elements(text),
        ExprKind::Call(call) if is_call(call, "AI_GENERATE_EMBEDDINGS") => of_model(cx, call.model.as_ref()?),
        _ => None,
    }
}

fn of_column(column: &Column) -> Option<Size> {
    of_type(column.data_type.as_ref()?)
}

fn of_type(data_type: &DataType) -> Option<Size> {
    match data_type {
        DataType::Vector { dimensions, base } => Some(Size { dimensions: *dimensions, base: Some(*base) }),
        _ => None,
    }
}

fn of_model(cx: &QueryCx, model: &Ident) -> Option<Size> {
    let model = &cx.catalog.external_models.get(model)?.definition;
    Some(Size { dimensions: dimensions_of(model)?, base: None })
}

/// The size of a JSON array of numbers.
fn elements(text: &str) -> Option<Size> {
    let inside = text.trim().strip_prefix('[')?.strip_suffix(']')?;
    let numbers = inside.split(',').map(|number| number.trim().parse::<f64>());
    let count = numbers.map(|number| number.ok()).collect::<Option<Vec<_>>>()?.len();
    Some(Size { dimensions: u32::try_from(count).ok()?, base: None })
}

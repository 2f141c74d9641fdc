//! Arguments that VECTOR_SEARCH and the other functions on vectors do not take.

use crate::catalog::Presence;
use crate::lint::{BOTH, Check, Findings, Level, Levels, QueryCx, Rule, is_call, literal};
use crate::name::Name;
use crate::refusal::Profile;
use crate::schema::{DataType, METRICS, ModuleKind, is_one_of};
use crate::syntax::query::ast::{Expr, ExprKind, VectorSearch};
use crate::syntax::query::walk::parts;

/// The rule.
pub static RULE: Rule = Rule {
    code: "vector-search-argument",
    summary: "gives VECTOR_SEARCH or another function on vectors an argument that it does not take",
    docs: include_str!("vector_search_argument.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Query(check)],
};

/// What VECTOR_SEARCH does not take: where, the number, what is wrong, what to write.
type Offence = (usize, u32, String, &'static str);

fn check(cx: &QueryCx, findings: &mut Findings) {
    let all = parts(&cx.query.statement);
    for (at, message, numbers, help) in all.expressions.iter().filter_map(|expr| function(expr)) {
        findings.add(cx.query.place(at), message).errors(numbers).help(help);
    }
    for (_, select) in all.selects {
        for (source, search) in cx.searches(select) {
            if search.force_ann_only && cx.options.engine == Profile::Sql2025 {
                let message = "SQL Server 2025 does not know FORCE_ANN_ONLY";
                findings.add(cx.query.place(source.at), message).errors(&[102]).help("leave it out");
            }
            let offences =
                [table(cx, search), column(cx, search), similar_to(cx, search), metric(search), top_n(search)];
            for (at, number, message, help) in offences.into_iter().flatten() {
                findings.add(cx.query.place(at), message).errors(&[number]).help(help);
            }
        }
    }
}

/// What VECTOR_NORM and VECTOR_NORMALIZE measure by (Learn, VECTOR_NORM).
const NORMS: [&str; 3] = ["norm1", "norm2", "norminf"];

/// A metric or norm that is none: where, what is wrong, the number as far as it is known, what to write.
fn function(expr: &Expr) -> Option<(usize, String, &'static [u32], &'static str)> {
    let ExprKind::Call(call) = &expr.kind else { return None };
    let written = |at: usize| call.arguments.get(at).and_then(|argument| Some((argument.at, literal(argument)?)));
    if is_call(call, "VECTOR_DISTANCE") {
        let (at, metric) = written(0).filter(|(_, metric)| !is_one_of(metric, &METRICS))?;
        return Some((at, format!("'{metric}' is no metric"), &[42201], "write 'cosine', 'euclidean' or 'dot'"));
    }
    let is_norm = is_call(call, "VECTOR_NORM") || is_call(call, "VECTOR_NORMALIZE");
    let (at, norm) = written(1).filter(|(_, norm)| is_norm && !is_one_of(norm, &NORMS))?;
    Some((at, format!("'{norm}' is no norm"), &[], "write 'norm1', 'norm2' or 'norminf'"))
}

fn table(cx: &QueryCx, search: &VectorSearch) -> Option<Offence> {
    let object = search.table.last()?;
    let name = match &search.table[..] {
        [object] => Name::dbo(object.as_str()),
        [schema, object] => Name { schema: schema.clone(), object: object.clone() },
        _ => return None,
    };
    let is_view = |name: &Name| {
        cx.catalog
            .modules
            .get(name)
            .is_some_and(|entry| entry.definition.kind == ModuleKind::View && entry.presence == Presence::Certain)
    };
    let what = match () {
        () if object.as_str().starts_with(['#', '@']) => "a temporary table",
        () if search.table.len() == 1 && cx.is_cte(object) => "a common table expression",
        () if is_view(&cx.catalog.resolve(&name)) => "a view",
        () => return None,
    };
    let message = format!("VECTOR_SEARCH takes a base table, and `{}` is {what}", object.as_str());
    Some((search.table_at, 42217, message, "search the table, or compute VECTOR_DISTANCE over the rows that there are"))
}

fn column(cx: &QueryCx, search: &VectorSearch) -> Option<Offence> {
    let (table, entry) = cx.table(&search.table)?;
    if entry.uncertain || entry.presence == Presence::Possible {
        return None;
    }
    match entry.definition.column(&search.column) {
        None => {
            let message = format!("`{table}` has no column `{}`", search.column);
            Some((search.column_at, 207, message, "name the vector column of the table"))
        }
        Some(column) if column.data_type.is_some() && column.vector().is_none() => {
            let message = format!("`{}` of `{table}` is no vector", search.column);
            Some((search.column_at, 42226, message, "name the vector column of the table"))
        }
        Some(_) => None,
    }
}

fn similar_to(cx: &QueryCx, search: &VectorSearch) -> Option<Offence> {
    const HELP: &str = "declare a variable of type VECTOR(n), give it the value, and search for the variable";
    let expr = &search.similar_to;
    match &expr.kind {
        ExprKind::Column(_) => None,
        ExprKind::Variable(name) => {
            let data_type = cx.query.variable(name)?;
            let is_other = matches!(data_type, DataType::System { .. } | DataType::Xml(_));
            is_other.then(|| {
                (expr.at, 8116, format!("SIMILAR_TO takes a vector, and `{}` is {data_type}", name.as_str()), HELP)
            })
        }
        _ => Some((expr.at, 102, "SIMILAR_TO takes a variable or a column, no expression".to_owned(), HELP)),
    }
}

fn metric(search: &VectorSearch) -> Option<Offence> {
    let expr = &search.metric;
    const HELP: &str = "write METRIC = 'cosine', 'euclidean' or 'dot': the one of the vector index";
    match literal(expr) {
        Some(metric) if is_one_of(metric, &METRICS) => None,
        Some(metric) => Some((expr.at, 42201, format!("'{metric}' is no metric"), HELP)),
        None => Some((expr.at, 102, "METRIC takes a literal".to_owned(), HELP)),
    }
}

fn top_n(search: &VectorSearch) -> Option<Offence> {
    let expr = search.top_n.as_ref()?;
    let ExprKind::Number(number) = &expr.kind else { return None };
    let fits = number.parse::<u32>().is_ok_and(|number| (1..=2000).contains(&number));
    (!fits).then(|| (expr.at, 42253, "TOP_N is a number from 1 to 2000".to_owned(), "ask for at most 2000 rows"))
}

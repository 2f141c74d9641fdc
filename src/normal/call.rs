//! Function calls in their normal form: what the engine documents as another way to write something
//! else takes that form.

use super::expression::{case_of, form, part, two_parts};
use crate::name::Ident;
use crate::syntax::query::ast::{Call, Expr, ExprKind};

/// Functions whose first argument is a part of a date.
const OF_DATE_PARTS: [&str; 7] =
    ["dateadd", "datediff", "datediff_big", "datename", "datepart", "datetrunc", "date_bucket"];

/// The parts of a date with their abbreviations (Learn, "DATEPART").
const DATE_PARTS: [(&str, &[&str]); 14] = [
    ("year", &["yy", "yyyy"]),
    ("quarter", &["qq", "q"]),
    ("month", &["mm", "m"]),
    ("dayofyear", &["dy", "y"]),
    ("day", &["dd", "d"]),
    ("week", &["wk", "ww"]),
    ("weekday", &["dw", "w"]),
    ("hour", &["hh"]),
    ("minute", &["mi", "n"]),
    ("second", &["ss", "s"]),
    ("millisecond", &["ms"]),
    ("microsecond", &["mcs"]),
    ("nanosecond", &["ns"]),
    ("iso_week", &["isowk", "isoww"]),
];

/// A call; `None` when it ranges over rows, which only tokens can compare.
pub(super) fn call(call: &Call) -> Option<String> {
    if call.over.is_some() || !call.within.is_empty() {
        return None;
    }
    let [name] = call.name.as_slice() else { return listed(&two_parts(&call.name)?, call) };
    let name = name.folded();
    match (name, call.arguments.as_slice()) {
        ("current_timestamp", []) => Some("getdate()".to_owned()),
        ("user" | "current_user", []) => Some("user_name()".to_owned()),
        ("system_user", []) => Some("suser_sname()".to_owned()),
        ("year" | "month" | "day", [date]) => Some(format!("datepart({name}, {})", form(date)?)),
        ("iif", [condition, then, otherwise]) => {
            Some(case_of("", &[(form(condition)?, form(then)?)], &form(otherwise)?))
        }
        ("nullif", [one, other]) => {
            let (one, other) = (form(one)?, form(other)?);
            Some(case_of("", &[(format!("({one} = {other})"), "null".into())], &one))
        }
        ("coalesce", values) if values.len() > 1 => coalesce(values),
        (name, [first, rest @ ..]) if OF_DATE_PARTS.contains(&name) => {
            let rest: Option<Vec<_>> = rest.iter().map(form).collect();
            Some(format!("{name}({}, {})", date_part(first)?, rest?.join(", ")))
        }
        _ => listed(name, call),
    }
}

/// `COALESCE(a, b)` is `CASE WHEN a IS NOT NULL THEN a ELSE b END` (Learn, "COALESCE").
fn coalesce(values: &[Expr]) -> Option<String> {
    let forms: Option<Vec<String>> = values.iter().map(form).collect();
    let forms = forms?;
    let (last, before) = forms.split_last()?;
    let whens: Vec<_> = before.iter().map(|value| (format!("({value} is not null)"), value.clone())).collect();
    Some(case_of("", &whens, last))
}

fn date_part(expr: &Expr) -> Option<String> {
    let ExprKind::Column(parts) = &expr.kind else { return form(expr) };
    let [word] = parts.as_slice() else { return form(expr) };
    let found = DATE_PARTS.iter().find(|(name, short)| word.is(name) || short.contains(&word.folded()));
    Some(found.map_or_else(|| part(word), |(name, _)| (*name).to_owned()))
}

fn listed(name: &str, call: &Call) -> Option<String> {
    let arguments: Option<Vec<_>> = call.arguments.iter().map(form).collect();
    let arguments = if call.star { "*".to_owned() } else { arguments?.join(", ") };
    let distinct = if call.distinct { "distinct " } else { "" };
    let nulls = match call.absent_on_null {
        None => "",
        Some(true) => " absent on null",
        Some(false) => " null on null",
    };
    let name = Ident::new(name);
    Some(format!("{}({distinct}{arguments}{nulls})", name.folded()))
}

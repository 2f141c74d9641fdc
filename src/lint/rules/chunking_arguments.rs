//! Arguments that AI_GENERATE_CHUNKS does not take.

use crate::lint::{BOTH, Check, Findings, Level, Levels, QueryCx, Rule};
use crate::syntax::query::ast::{CompareOp, Expr, ExprKind, SourceKind};
use crate::syntax::query::walk::parts;

/// The rule.
pub static RULE: Rule = Rule {
    code: "chunking-arguments",
    summary: "gives AI_GENERATE_CHUNKS arguments that it does not take",
    docs: include_str!("chunking_arguments.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Query(check)],
};

fn check(cx: &QueryCx, findings: &mut Findings) {
    for source in parts(&cx.query.statement).sources {
        let SourceKind::Function { name, arguments, .. } = &source.kind else { continue };
        if !matches!(&name[..], [only] if only.is("ai_generate_chunks")) {
            continue;
        }
        for (at, number, message, help) in arguments.iter().filter_map(offence) {
            findings.add(cx.query.place(at), message).errors(number).help(help);
        }
    }
}

/// `chunk_type = FIXED` and `overlap = 10` are read as comparisons.
fn offence(argument: &Expr) -> Option<(usize, &'static [u32], String, &'static str)> {
    const FIXED: &str = "write chunk_type = FIXED, without quotes";
    let ExprKind::Compare(CompareOp::Equal, name, value) = &argument.kind else { return None };
    let ExprKind::Column(name) = &name.kind else { return None };
    let [name] = &name[..] else { return None };
    match &value.kind {
        ExprKind::Text { .. } if name.is("chunk_type") => {
            Some((value.at, &[102], "chunk_type is a word, and refused in quotes".to_owned(), FIXED))
        }
        ExprKind::Column(kind) if name.is("chunk_type") && !matches!(&kind[..], [kind] if kind.is("fixed")) => {
            Some((value.at, &[], "the only chunk_type is FIXED".to_owned(), FIXED))
        }
        ExprKind::Number(number) if name.is("overlap") && number.parse::<u32>().is_ok_and(|number| number > 50) => {
            Some((
                value.at,
                &[],
                format!("overlap is a percentage from 0 to 50, and this is {number}"),
                "write at most 50",
            ))
        }
        _ => None,
    }
}

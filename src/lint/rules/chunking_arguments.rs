//! Arguments that AI_GENERATE_CHUNKS does not take.

use crate::catalog::Place;
use crate::lint::{BOTH, Check, Findings, Level, Levels, QueryCx, Rule, Watch};
use crate::replay::Step;
use crate::syntax::ast::Kind;
use crate::syntax::query::ast::{CompareOp, Expr, ExprKind, SourceKind};
use crate::syntax::query::walk::parts;

/// The rule.
pub static RULE: Rule = Rule {
    code: "chunking-arguments",
    summary: "calls AI_GENERATE_CHUNKS as it cannot be called",
    docs: include_str!("chunking_arguments.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Query(check), Check::Watch(|| Box::<Level170>::default())],
};

fn check(cx: &QueryCx, findings: &mut Findings) {
    for (_, arguments) in calls(cx) {
        for (at, number, message, help) in arguments.iter().filter_map(offence) {
            findings.add(cx.query.place(at), message).errors(number).help(help);
        }
    }
}

/// The calls of AI_GENERATE_CHUNKS: where each starts, and its arguments.
fn calls<'a>(cx: &QueryCx<'a>) -> impl Iterator<Item = (usize, &'a [Expr])> {
    parts(&cx.query.statement).sources.into_iter().filter_map(|source| match &source.kind {
        SourceKind::Function { name, arguments, .. } if matches!(&name[..], [only] if only.is("ai_generate_chunks")) => {
            Some((source.at, &arguments[..]))
        }
        _ => None,
    })
}

/// The compatibility level that the history has set, where it is too low for the function (Learn,
/// AI_GENERATE_CHUNKS: 170).
#[derive(Default)]
struct Level170(Option<(u32, Place)>);

impl Watch for Level170 {
    fn step(&mut self, step: &Step, _findings: &mut Findings) {
        let Kind::AlterDatabase { action, .. } = &step.statement.kind else { return };
        let Some(level) = compatibility(action.as_str()) else { return };
        let place = step.place();
        self.0 = (level < 170).then_some((level, place));
    }

    fn query(&mut self, cx: &QueryCx, findings: &mut Findings) {
        let Some((level, place)) = self.0 else { return };
        for (at, _) in calls(cx) {
            findings
                .add(
                    cx.query.place(at),
                    format!("AI_GENERATE_CHUNKS needs compatibility level 170, and it is {level} here"),
                )
                .related(Some(place), "the level is set here")
                .help("ALTER DATABASE CURRENT SET COMPATIBILITY_LEVEL = 170 first, in a batch of its own");
        }
    }
}

/// The number in `SET COMPATIBILITY_LEVEL = 160`.
fn compatibility(action: &str) -> Option<u32> {
    let upper = action.to_ascii_uppercase();
    let (_, level) = upper.split_once("COMPATIBILITY_LEVEL")?;
    level.trim_start().strip_prefix('=')?.trim().parse().ok()
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

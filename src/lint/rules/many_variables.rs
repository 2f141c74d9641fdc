//! A batch holds ten thousand variables at most.

use crate::catalog::Place;
use crate::lint::{BOTH, Check, Findings, Level, Levels, Rule};
use crate::source::{Migration, ParsedFile};
use crate::syntax::ast::{Kind, Statement};

/// The rule.
pub static RULE: Rule = Rule {
    code: "many-variables",
    summary: "declares more variables than a batch can have",
    docs: include_str!("many_variables.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::File(check)],
};

/// How many variables a batch can have.
const MOST: usize = 10_000;

fn check(index: usize, _migration: &Migration, parsed: &ParsedFile, findings: &mut Findings) {
    for batch in &parsed.batches {
        let (mut count, mut beyond) = (0_usize, None);
        let mut look = |statement: &Statement| {
            if let Kind::Declare(variables) = &statement.kind {
                count += variables.len();
                if count > MOST {
                    beyond.get_or_insert(statement.span);
                }
            }
        };
        batch.statements.iter().for_each(|statement| statement.walk(&mut look));
        if let Some(span) = beyond {
            findings
                .add(
                    Place { file: index as u32, span },
                    format!("this batch declares {count} variables, and {MOST} are the most"),
                )
                .help("put GO between the parts of the script, or insert rows with one INSERT … VALUES for many");
        }
    }
}

//! A sequence without START WITH begins at an end of its type.

use crate::change::Change;
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule};
use crate::schema::{DataType, Sequence};

/// The rule.
pub static RULE: Rule = Rule {
    code: "sequence-without-start",
    summary: "makes a sequence that begins at the smallest number there is",
    docs: include_str!("sequence_without_start.md"),
    levels: Levels::all(Level::Warning),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Change(check)],
};

fn check(cx: &ChangeCx, findings: &mut Findings) {
    let Change::CreateSequence { name, sequence } = cx.change else { return };
    let goes_down = sequence.increment.as_ref().is_some_and(|increment| increment.trim_start().starts_with('-'));
    let bound = if goes_down { &sequence.max } else { &sequence.min };
    if sequence.start.is_some() || matches!(bound, Some(Some(_))) {
        return;
    }
    let Some((smallest, largest)) = bounds(sequence) else { return };
    let first = if goes_down { largest } else { smallest };
    cx.say(findings, format!("the first number of `{name}` is {first}")).help("write START WITH 1");
}

/// The smallest and the largest number of the sequence's type.
fn bounds(sequence: &Sequence) -> Option<(&'static str, &'static str)> {
    match sequence.data_type.as_ref() {
        None => Some(("-9223372036854775808", "9223372036854775807")),
        Some(DataType::System { name, .. }) => match &**name {
            "bigint" => Some(("-9223372036854775808", "9223372036854775807")),
            "int" => Some(("-2147483648", "2147483647")),
            "smallint" => Some(("-32768", "32767")),
            _ => None,
        },
        Some(_) => None,
    }
}

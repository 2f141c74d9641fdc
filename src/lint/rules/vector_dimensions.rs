//! A vector has 1 to 1998 dimensions, with float16 up to 3996.

use crate::lint::{BOTH, Check, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "vector-dimensions",
    summary: "declares a vector with more dimensions than there can be, none, or a number that is no literal",
    docs: include_str!("vector_dimensions.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Refusal(
        "write the number of dimensions as it is; where there are too many, ask the model for fewer or use float16, which holds up to 3996",
    )],
};

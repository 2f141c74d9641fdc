//! Statements that no user transaction may hold.

use crate::lint::{BOTH, Check, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "not-allowed-in-transaction",
    summary: "has a statement that cannot run in a transaction",
    docs: include_str!("not_allowed_in_transaction.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Refusal("put it in a file of its own with the header line -- ragsql: no-transaction")],
};

//! SQL Server 2025 has vector indexes and float16 as previews.

use crate::lint::{BOTH, Check, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "preview-features",
    summary: "uses a preview of SQL Server 2025 that no earlier statement switches on",
    docs: include_str!("preview_features.md"),
    levels: Levels::cloud(Level::Off, Level::Warning),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Refusal("run ALTER DATABASE SCOPED CONFIGURATION SET PREVIEW_FEATURES = ON in an earlier batch")],
};

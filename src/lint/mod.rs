//! The linter: judges the whole history offline, by what the engine would refuse and what would go
//! wrong without a word.

mod allow;
mod diagnostic;
mod driver;
mod executed;
mod finding;
mod rule;
mod rules;
mod unknown_text;
mod unreadable;
mod world;

use std::collections::BTreeMap;

use crate::refusal::{PairSetting, Profile};
pub use diagnostic::{Diagnostic, Level, Related, Report, UnknownLevel};
pub use driver::lint;
pub use finding::Findings;
pub use rule::{BOTH, Check, Levels, Rule, StepCheck, Watch};

/// What decides how grave findings are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// Whose rules apply.
    pub engine: Profile,
    /// Levels that are set for single rules, by code.
    pub levels: BTreeMap<String, Level>,
    /// Whether a security policy and a vector index on one table are refused, warned of or allowed.
    pub policy_and_vector_index: PairSetting,
    /// The files are not the whole history (single files, stdin): what they name may be there without
    /// having been made in them.
    pub partial: bool,
}

impl Options {
    /// The level of a rule.
    #[must_use]
    pub fn level(&self, rule: &Rule) -> Level {
        if let Some(level) = self.levels.get(rule.code) {
            return *level;
        }
        let level = rule.levels.on(self.engine);
        match self.policy_and_vector_index {
            _ if rule.code != rules::POLICY_AND_VECTOR_INDEX.code => level,
            PairSetting::Refuse => level,
            PairSetting::Warn => level.min(Level::Warning),
            PairSetting::Allow => Level::Off,
        }
    }
}

/// Every rule, in the order of their codes.
#[must_use]
pub fn rules() -> &'static [&'static Rule] {
    rules::ALL
}

/// The rule of this code.
#[must_use]
pub fn rule(code: &str) -> Option<&'static Rule> {
    rules::ALL.iter().find(|rule| rule.code == code).copied()
}

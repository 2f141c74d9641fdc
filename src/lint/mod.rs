//! The linter: judges the whole history offline, by what the engine would refuse and what would go
//! wrong without a word.

mod allow;
mod always;
mod behind;
mod columns;
mod diagnostic;
mod driver;
mod emptied;
mod executed;
mod finding;
mod fix;
pub(crate) mod guarding;
mod history;
mod levels;
mod loose;
mod models;
mod precedence;
mod queries;
mod released;
mod rows;
mod rule;
mod rules;
mod standing;
pub(crate) mod tenants;
mod secret;
mod understood;
mod unknown_text;
mod unreadable;
pub(crate) mod vectors;
mod world;

use std::collections::BTreeMap;

use crate::name::Ident;
use crate::name::Name;
use crate::refusal::{PairSetting, Profile};
use crate::source::Phase;
pub use diagnostic::{Diagnostic, Level, QueriesRead, Related, Report, UnknownLevel};
pub use driver::{lint, lint_since};
pub use finding::Findings;
use fix::line_end;
pub use fix::{Fix, fixed};
pub use history::ChangeCx;
pub use levels::RuleLevels;
pub use queries::{
    Home, QueryCx, Ranking, Searched, Variable, Variables, VectorQuery, Write, Written, is_call, literal,
};
pub use released::Released;
pub use rule::{BOTH, ChangeCheck, Check, FileCheck, Levels, QueryCheck, Rule, SettingCheck, StepCheck, Watch};
pub use understood::{Understood, understood};

/// What decides how grave findings are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// Whose rules apply.
    pub engine: Profile,
    /// Levels that are set for the whole project.
    pub levels: RuleLevels,
    /// Levels that are set for the files of folders. A folder is the beginning of a path as reports show
    /// it: `post-load`.
    pub folders: BTreeMap<String, RuleLevels>,
    /// Whether a security policy and a vector index on one table are refused, warned of or allowed.
    pub policy_and_vector_index: PairSetting,
    /// The tables in which ragsql keeps what ran.
    pub histories: Histories,
    /// The column that tells tenants apart, where no security policy says so.
    pub tenant_column: Option<Ident>,
    /// The files are not the whole history (single files, stdin): what they name may be there without
    /// having been made in them. Files of one folder whose names begin with numbers follow each other;
    /// any other stands for itself.
    pub partial: bool,
}

/// The tables in which ragsql keeps what ran, one for each folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Histories([Name; 2]);

impl Histories {
    /// For `migrations/` and `post-load/`.
    #[must_use]
    pub fn new(migrations: Name, post_load: Name) -> Self {
        Self([migrations, post_load])
    }

    /// Whether a table is one of them.
    #[must_use]
    pub fn contains(&self, table: &Name) -> bool {
        self.0.contains(table)
    }
}

impl Default for Histories {
    fn default() -> Self {
        Self(Phase::ALL.map(|phase| Name::dbo(phase.history())))
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

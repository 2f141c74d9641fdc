//! What the engine refuses, in one place: the sandbox sends these as errors, the linter tells them
//! as findings. [`table`] holds numbers and texts, the other modules decide when they apply.

mod situation;
pub mod table;
mod vector_index;

use crate::catalog::{Catalog, Entry as Known, Presence};
use crate::change::Change;
use crate::name::{Ident, Name};
use crate::schema::ModuleKind;
use crate::syntax::ast::Statement;
use crate::text::Span;
pub use situation::{CountVectors, PairSetting, Profile, SetOptions, Situation, UnknownProfile};

/// One refusal, as the server would word it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The error number.
    pub number: u32,
    /// Numbers that other engines or the opposite order give for the same cause; not sent with it.
    pub also: &'static [u32],
    /// The severity.
    pub class: u8,
    /// The state.
    pub state: u8,
    /// The text, with the names in it.
    pub message: String,
    /// The number and text that the server sends right after it (1750, 4922, 3727), of the same class.
    pub then: Option<(u32, &'static str)>,
    /// The lint rule that tells it.
    pub rule: &'static str,
    /// The engines that refuse.
    pub engines: &'static [Profile],
    /// The table, or other object, that it is about.
    pub about: Option<Name>,
    /// What stands in the way, for pointing at where it came from.
    pub culprits: Vec<Part>,
    /// Whether all that it rests on is certain. The linter only warns when it is not.
    pub certain: bool,
}

impl Refusal {
    /// Names what stands in the way, and whether that is there for certain.
    #[must_use]
    fn because(mut self, part: Part, certain: bool) -> Self {
        self.culprits.push(part);
        self.certain &= certain;
        self
    }
}

/// A thing in the catalog that a refusal points at.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// A table, view, module, type, sequence, synonym.
    Object(Name),
    /// A column of a table.
    Column(Name, Ident),
    /// An index or constraint of a table.
    Index(Name, Ident),
    /// The predicates of a policy on a table.
    Predicate {
        /// The policy.
        policy: Name,
        /// The table.
        table: Name,
    },
}

/// Why the engine refuses a change, in the order in which it would find out; empty when it does not.
///
/// `before` is the catalog that the change meets; names in the change are resolved. A statement whose
/// target is missing makes no change: [`refusals_of_statement`] tells that.
#[must_use]
pub fn refusals(change: &Change, before: &Catalog, situation: &Situation<'_>) -> Vec<Refusal> {
    let mut judge = Judge { before, situation, found: Vec::new() };
    match change {
        Change::CreateIndex { table, index, drop_existing } if index.is_vector() => {
            vector_index::create(&mut judge, table, index, *drop_existing);
        }
        Change::Truncate { table } => vector_index::truncate(&mut judge, table),
        Change::AlterIndex { table, index, .. } => vector_index::alter(&mut judge, table, index.as_ref()),
        Change::RenameIndex { table, from, .. } => vector_index::rename(&mut judge, table, from),
        _ => {}
    }
    judge.refused()
}

/// Why the engine refuses a statement, whatever it would change: what it names and is not there, what
/// Azure SQL Database does not have. Statements inside it are not looked into.
#[must_use]
pub fn refusals_of_statement(_statement: &Statement, before: &Catalog, situation: &Situation<'_>) -> Vec<Refusal> {
    let judge = Judge { before, situation, found: Vec::new() };
    judge.refused()
}

/// Which statements of a batch may not stand where they do (111, 156), with their places. The engine
/// refuses such a batch as a whole, before any of it runs.
#[must_use]
pub fn refusals_of_batch(_statements: &[Statement], _situation: &Situation<'_>) -> Vec<(Span, Refusal)> {
    Vec::new()
}

/// Collects refusals for one change or statement.
struct Judge<'a> {
    before: &'a Catalog,
    situation: &'a Situation<'a>,
    found: Vec<Refusal>,
}

impl Judge<'_> {
    /// What a name stands for when it is no table, and whether that is certain.
    fn kind_of(&self, name: &Name) -> Option<(&'static str, bool)> {
        let catalog = self.before;
        let module = catalog.modules.get(name).map(|entry| (kind_of_module(entry.definition.kind), is_certain(entry)));
        let synonym = || catalog.synonyms.get(name).map(|entry| ("synonym", is_certain(entry)));
        let sequence = || catalog.sequences.get(name).map(|entry| ("sequence", is_certain(entry)));
        let policy = || catalog.policies.get(name).map(|entry| ("security policy", is_certain(entry)));
        module.or_else(synonym).or_else(sequence).or_else(policy)
    }

    /// Whether previews are switched on, or the engine at hand has none to switch on.
    fn has_preview_features(&self) -> bool {
        let value = self.before.configurations.get("PREVIEW_FEATURES");
        self.situation.profile != Profile::Sql2025 || value.is_some_and(|value| value.eq_ignore_ascii_case("ON"))
    }

    fn add(&mut self, refusal: Refusal) {
        self.found.push(refusal);
    }

    /// What the engine at hand refuses.
    fn refused(self) -> Vec<Refusal> {
        let profile = self.situation.profile;
        self.found.into_iter().filter(|refusal| refusal.engines.contains(&profile)).collect()
    }
}

/// Whether an object is there for certain and is what its definition says.
fn is_certain<T>(entry: &Known<T>) -> bool {
    entry.presence == Presence::Certain && !entry.uncertain
}

fn kind_of_module(kind: ModuleKind) -> &'static str {
    match kind {
        ModuleKind::Procedure => "procedure",
        ModuleKind::Function => "function",
        ModuleKind::View => "view",
        ModuleKind::Trigger => "trigger",
    }
}

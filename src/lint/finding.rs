//! Findings on their way from the rules into the report.

use std::collections::{BTreeMap, BTreeSet};

use super::levels::FileLevels;
use super::rule::{Check, Rule};
use super::{Diagnostic, Level, Options, Related};
use crate::catalog::Place;
use crate::refusal::Refusal;
use crate::text::Span;

/// Where a rule puts what it finds. It knows the rule and its level in each file.
pub struct Findings<'a> {
    rule: &'static Rule,
    levels: &'a FileLevels<'a>,
    found: &'a mut Found,
}

/// What was found so far.
#[derive(Default)]
pub(super) struct Found {
    pub all: Vec<Diagnostic>,
    /// How many findings each rule has in each file.
    counts: BTreeMap<(u32, &'static str), usize>,
    /// Those that have so many in a file that no more are looked for.
    full: BTreeSet<(u32, &'static str)>,
}

impl Found {
    /// Whether a rule has so many findings in a file that no more are looked for: far more than are told, since
    /// some are allowed or give way.
    pub(super) fn is_full(&self, rule: &Rule, file: usize) -> bool {
        self.full.contains(&(file as u32, rule.code))
    }

    fn add(&mut self, finding: Diagnostic) -> &mut Diagnostic {
        let key = (finding.place.file, finding.rule);
        let count = self.counts.entry(key).or_default();
        *count += 1;
        if *count >= 10 * MOST {
            self.full.insert(key);
        }
        self.all.push(finding);
        self.all.last_mut().expect("one was just added")
    }
}

impl<'a> Findings<'a> {
    /// For one rule.
    pub(super) fn new(rule: &'static Rule, levels: &'a FileLevels<'a>, found: &'a mut Found) -> Self {
        Self { rule, levels, found }
    }

    /// What is set for the project.
    pub(super) fn options(&self) -> &'a Options {
        self.levels.options()
    }

    /// Adds a finding. The message is a sentence without a full stop.
    pub fn add(&mut self, place: Place, message: impl Into<String>) -> &mut Diagnostic {
        let level = self.levels.of(self.rule, place.file as usize);
        self.found.add(Diagnostic::new(self.rule, level, place, message))
    }

    /// Adds a refusal of the engine, with what the rule says to do instead.
    pub(super) fn add_refusal(&mut self, place: Place, refusal: &Refusal) -> &mut Diagnostic {
        let checks = self.rule.checks;
        let finding = self.add(place, refusal.message.trim_end_matches('.'));
        finding.errors(&[refusal.number]).errors(refusal.also);
        if let Some((number, _)) = refusal.then {
            finding.errors(&[number]);
        }
        if let Some(name) = refusal.about.as_ref().filter(|name| !name.schema.is_empty() && !name.object.is_empty()) {
            finding.table(name);
        }
        for cause in &refusal.causes {
            finding.related(cause.place, cause.message.clone());
        }
        for check in checks {
            if let Check::Refusal(help) = check {
                finding.help(*help);
            }
        }
        finding
    }
}

/// How many findings of one rule a file has at most.
const MOST: usize = 1000;

/// Leaves the first findings of each rule in each file, where there are so many that nobody reads them all.
/// The last one that is left says so. The findings are in order.
pub(super) fn limit(findings: &mut Vec<Diagnostic>) {
    let mut counts: BTreeMap<(u32, &str), usize> = BTreeMap::new();
    for finding in &*findings {
        *counts.entry((finding.place.file, finding.rule)).or_default() += 1;
    }
    counts.retain(|_, count| *count > MOST);
    if counts.is_empty() {
        return;
    }
    let mut left: BTreeMap<_, _> = counts.keys().map(|key| (*key, MOST)).collect();
    findings.retain_mut(|finding| {
        let key = (finding.place.file, finding.rule);
        let Some(left) = left.get_mut(&key) else { return true };
        if *left == 1 {
            finding.message += &format!("; {} or more others in this file are not told", counts[&key] - MOST);
        }
        let stays = *left > 0;
        *left = left.saturating_sub(1);
        stays
    });
}

impl Diagnostic {
    /// A finding that says no more than its message.
    pub(super) fn new(rule: &Rule, level: Level, place: Place, message: impl Into<String>) -> Self {
        Self {
            rule: rule.code,
            level,
            message: message.into(),
            place,
            clause_of: None,
            table: None,
            engine_errors: Vec::new(),
            related: Vec::new(),
            help: None,
            fix: None,
        }
    }

    /// Says what to do instead.
    pub fn help(&mut self, help: impl Into<String>) -> &mut Self {
        self.help = Some(help.into());
        self
    }

    /// Says that it is about a clause of this statement.
    pub fn clause_of(&mut self, statement: Span) -> &mut Self {
        self.clause_of = Some(statement);
        self
    }

    /// Names the table.
    pub fn table(&mut self, table: impl ToString) -> &mut Self {
        self.table = Some(table.to_string());
        self
    }

    /// Names the numbers that the server gives.
    pub fn errors(&mut self, numbers: &[u32]) -> &mut Self {
        self.engine_errors.extend(numbers);
        self
    }

    /// Points at another place.
    pub fn related(&mut self, place: Option<Place>, message: impl Into<String>) -> &mut Self {
        if let Some(place) = place {
            self.related.push(Related { place, message: message.into() });
        }
        self
    }

    /// It rests on something that may not be so: an error becomes a warning.
    pub fn unsure(&mut self) -> &mut Self {
        self.at_most(Level::Warning)
    }

    /// It is no graver than this.
    pub fn at_most(&mut self, level: Level) -> &mut Self {
        self.level = self.level.min(level);
        self
    }

    /// Adds what another finding of the same rule, place and table knows.
    pub(super) fn absorb(&mut self, other: Diagnostic) {
        self.level = self.level.max(other.level);
        let numbers = other.engine_errors.into_iter().filter(|number| !self.engine_errors.contains(number));
        self.engine_errors.extend(numbers.collect::<Vec<_>>());
        let related = other.related.into_iter().filter(|related| !self.related.contains(related));
        self.related.extend(related.collect::<Vec<_>>());
    }
}

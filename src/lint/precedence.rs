//! Which of several findings at one place are told: none twice for one cause.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use super::rule::{Check, Rule};
use super::{Diagnostic, Level};
use crate::catalog::Place;
use crate::text::Span;

/// One finding for each rule, place and table: what further ones know is added to the first.
pub(super) fn merged(findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut kept: Vec<Diagnostic> = Vec::with_capacity(findings.len());
    let mut known: BTreeMap<(Place, &str, Option<String>), usize> = BTreeMap::new();
    for finding in findings {
        match known.entry((finding.place, finding.rule, finding.table.clone())) {
            Entry::Occupied(at) => kept[*at.get()].absorb(finding),
            Entry::Vacant(at) => {
                at.insert(kept.len());
                kept.push(finding);
            }
        }
    }
    kept
}

/// Takes out findings whose cause another rule tells better at the same place or inside it, and hazards
/// of statements that the engine refuses: what does not run harms nobody.
pub(super) fn give_way(findings: &mut Vec<Diagnostic>) {
    let told: BTreeSet<(Place, &str)> = findings.iter().map(|finding| (finding.place, finding.rule)).collect();
    let refused: BTreeSet<Place> =
        findings.iter().filter(|finding| is_refusal(finding)).map(|finding| finding.place).collect();
    findings.retain(|finding| {
        let is_moot = || is_hazard(finding) && meets(finding.place, &refused);
        !is_told_better(finding, &told) && !is_moot()
    });
    follow_what_is_missing(findings);
}

/// Takes out hazards to a table where it is told that the table, or a part of it, is not there. It may be there all the same, and then
/// the hazard is real: what tells that it is missing becomes as grave.
fn follow_what_is_missing(findings: &mut Vec<Diagnostic>) {
    let missing = findings.iter().enumerate().filter(|(_, finding)| tells_that_a_table_is_missing(finding));
    let missing: BTreeMap<(u32, String), Vec<usize>> = missing.fold(BTreeMap::new(), |mut all, (at, finding)| {
        let key = (finding.place.file, finding.table.clone().unwrap_or_default());
        all.entry(key).or_insert_with(Vec::new).push(at);
        all
    });
    if missing.is_empty() {
        return;
    }
    let cause = |finding: &Diagnostic| {
        let key = (finding.place.file, finding.table.clone()?);
        let shares = |other: Span| {
            let own = finding.place.span;
            other.start < own.end.max(own.start + 1) && own.start < other.end.max(other.start + 1)
        };
        missing.get(&key)?.iter().copied().find(|at| shares(findings[*at].place.span))
    };
    let follows: Vec<Option<usize>> =
        findings.iter().map(|finding| cause(finding).filter(|_| is_hazard(finding))).collect();
    for (at, cause) in follows.iter().enumerate().filter_map(|(at, cause)| Some((at, (*cause)?))) {
        findings[cause].level = findings[cause].level.max(findings[at].level);
    }
    let mut follows = follows.into_iter();
    findings.retain(|_| follows.next().flatten().is_none());
}

fn tells_that_a_table_is_missing(finding: &Diagnostic) -> bool {
    let of_missing = [&super::rules::MISSING_OBJECT, &super::rules::MISSING_PART];
    finding.table.is_some() && of_missing.iter().any(|rule| rule.code == finding.rule)
}

fn is_told_better(finding: &Diagnostic, told: &BTreeSet<(Place, &str)>) -> bool {
    let better = super::rule(finding.rule).map_or(&[][..], |rule| rule.yields_to);
    let Place { file, span } = finding.place;
    let span = finding.clause_of.unwrap_or(span);
    let first = Place { file, span: Span { start: span.start, end: span.start } };
    let mut inside =
        told.range((first, "")..).take_while(|(place, _)| place.file == file && place.span.start < span.end);
    !better.is_empty() && inside.any(|(place, code)| place.span.end <= span.end && better.contains(code))
}

fn is_refusal(finding: &Diagnostic) -> bool {
    finding.level == Level::Error && super::rule(finding.rule).is_some_and(tells_refusals)
}

/// Whether a finding is about what a change does, as far as the engine carries it out.
fn is_hazard(finding: &Diagnostic) -> bool {
    let judges_changes =
        |rule: &Rule| rule.checks.iter().any(|check| matches!(check, Check::Change(_) | Check::Watch(_)));
    super::rule(finding.rule).is_some_and(|rule| judges_changes(rule) && !tells_refusals(rule))
}

fn tells_refusals(rule: &Rule) -> bool {
    rule.checks.iter().any(|check| matches!(check, Check::Refusal(_)))
}

/// Whether one of these places lies in a place, or holds it.
fn meets(place: Place, others: &BTreeSet<Place>) -> bool {
    let Place { file, span } = place;
    let inside = || {
        let first = Place { file, span: Span { start: span.start, end: span.start } };
        let next = others.range(first..).next();
        next.is_some_and(|other| other.file == file && other.span.start < span.end && other.span.end <= span.end)
    };
    let around = || {
        let last = Place { file, span: Span { start: span.start, end: u32::MAX } };
        let before = others.range(..=last).next_back();
        before.is_some_and(|other| other.file == file && other.span.end >= span.end)
    };
    inside() || around()
}

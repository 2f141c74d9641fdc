//! Allowances: comments that silence a rule, with a reason, in a file or for a statement.

use std::collections::BTreeMap;

use super::levels::FileLevels;
use super::{Check, Diagnostic, Level, Report, Rule, rules};
use crate::catalog::Place;
use crate::source::{Allowance, Scope};
use crate::text::Span;

/// The allowances of all files.
#[derive(Default)]
pub(super) struct Allowances {
    noted: Vec<Noted>,
}

struct Noted {
    file: u32,
    allowance: Allowance,
    is_used: bool,
    runs: bool,
}

impl Allowances {
    /// Notes those of a file, and whether ragsql runs it. Files come in order.
    pub(super) fn note(&mut self, file: usize, allowances: &[Allowance], runs: bool) {
        let noted = allowances.iter().map(|allowance| Noted {
            file: file as u32,
            allowance: allowance.clone(),
            is_used: false,
            runs,
        });
        self.noted.extend(noted);
    }

    /// Takes out what is allowed, and tells which allowances name no rule or silence nothing. One of a
    /// rule about releases is of use until the file is released, and cannot be removed from then on.
    pub(super) fn apply(mut self, report: &mut Report, levels: &FileLevels) {
        let silenced = self.silence(&report.findings);
        let mut is_silenced = silenced.iter();
        report.findings.retain(|_| is_silenced.next() != Some(&true));
        report.allowed += silenced.iter().filter(|is_silenced| **is_silenced).count();
        let unused = self.noted.iter().filter(|noted| !noted.is_used);
        let mut meant = BTreeMap::new();
        for noted in unused.filter(|noted| !noted.is_about_releases()) {
            report.findings.extend(noted.complaint(levels, &mut meant));
        }
    }

    /// Which findings are allowed. Each allowance looks at the findings of its rule in its scope alone,
    /// and the same allowance only once.
    fn silence(&mut self, findings: &[Diagnostic]) -> Vec<bool> {
        let mut silenced = vec![false; findings.len()];
        let by_rule = by_rule(findings);
        let mut uses: BTreeMap<(u32, &str, Option<Span>), bool> = BTreeMap::new();
        for noted in self.noted.iter_mut().filter(|noted| !noted.is_in_vain()) {
            let Allowance { rule, scope, .. } = &noted.allowance;
            let span = match scope {
                Scope::File => None,
                Scope::Statement(span) => Some(*span),
            };
            noted.is_used = *uses.entry((noted.file, rule, span)).or_insert_with(|| {
                let of_rule = by_rule.get(&(noted.file, &**rule)).map_or(&[][..], |found| found);
                let from = of_rule.partition_point(|(found, _)| span.is_some_and(|own| found.start < own.start));
                let within =
                    of_rule[from..].iter().take_while(|(found, _)| span.is_none_or(|own| found.start <= own.end));
                let covered: Vec<usize> = within.filter(|(found, _)| scope.covers(*found)).map(|(_, at)| *at).collect();
                covered.iter().for_each(|at| silenced[*at] = true);
                !covered.is_empty()
            });
        }
        silenced
    }
}

/// The places of the findings of each rule in each file, in order, with their indexes.
fn by_rule(findings: &[Diagnostic]) -> BTreeMap<(u32, &str), Vec<(Span, usize)>> {
    let mut by_rule: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for (at, finding) in findings.iter().enumerate() {
        by_rule.entry((finding.place.file, finding.rule)).or_default().push((finding.place.span, at));
    }
    by_rule.values_mut().for_each(|places| places.sort_unstable());
    by_rule
}

impl Noted {
    /// Whether the file is not run all the same: no comment changes that.
    fn is_in_vain(&self) -> bool {
        self.runs && super::rule(&self.allowance.rule).is_some_and(Rule::is_enforced)
    }

    fn is_about_releases(&self) -> bool {
        let rule = super::rule(&self.allowance.rule);
        rule.is_some_and(|rule| rule.checks.iter().any(|check| matches!(check, Check::Release)))
    }

    /// What is wrong with an allowance that silenced nothing. One of a rule that is off is left alone.
    /// `meant` keeps which rule an unknown word stands for.
    fn complaint<'a>(
        &'a self,
        levels: &FileLevels,
        meant: &mut BTreeMap<&'a str, Option<&'static str>>,
    ) -> Option<Diagnostic> {
        let level = |rule| levels.of(rule, self.file as usize);
        let code = &self.allowance.rule;
        let (rule, message) = match super::rule(code) {
            None => (&rules::UNKNOWN_RULE, format!("there is no rule `{code}`")),
            Some(rule) if level(rule) == Level::Off => return None,
            Some(_) if self.is_in_vain() => (
                &rules::UNUSED_ALLOWANCE,
                format!("`{code}` cannot be allowed: `ragsql apply` refuses the file all the same"),
            ),
            Some(_) => (&rules::UNUSED_ALLOWANCE, format!("the rule `{code}` finds nothing here")),
        };
        let help = match super::rule(code) {
            None => {
                let known = meant.entry(code).or_insert_with(|| closest(code));
                known.map(|known| format!("did you mean `{known}`?"))
            }
            Some(_) => Some("remove the allowance".to_owned()),
        };
        let place = Place { file: self.file, span: self.allowance.span };
        let mut complaint = Diagnostic::new(rule, level(rule), place, message);
        complaint.help = help;
        Some(complaint)
    }
}

/// The longest word that may be a rule's code with a slip.
const LONGEST: usize = 60;

/// The share of two words that must be common to them.
const CLOSE: f32 = 0.7;

/// Whether two words have letters enough in common, in whatever order: most have not, and comparing them is dear.
fn may_be_close(word: &str, code: &str) -> bool {
    let mut left = [0_u8; 256];
    word.bytes().for_each(|byte| left[byte as usize] += 1);
    let shared = code.bytes().filter(|byte| {
        let here = &mut left[*byte as usize];
        let is_there = *here > 0;
        *here -= u8::from(is_there);
        is_there
    });
    let shared = shared.count();
    2.0 * shared as f32 > CLOSE * (word.chars().count() + code.len()) as f32
}

/// The rule whose code shares the most with a word, when it is nearly the same.
fn closest(word: &str) -> Option<&'static str> {
    if word.len() > LONGEST {
        return None;
    }
    let near = super::rules().iter().filter(|rule: &&&Rule| may_be_close(word, rule.code));
    let rated = near.map(|rule| (similar::TextDiff::from_chars(word, rule.code).ratio(), rule.code));
    rated.filter(|(ratio, _)| *ratio > CLOSE).max_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, code)| code)
}

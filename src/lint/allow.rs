//! Allowances: comments that silence a rule, with a reason, in a file or for a statement.

use super::levels::FileLevels;
use super::{Diagnostic, Level, Report, Rule, rules};
use crate::catalog::Place;
use crate::source::Allowance;

/// The allowances of all files.
#[derive(Default)]
pub(super) struct Allowances {
    noted: Vec<Noted>,
}

struct Noted {
    file: u32,
    allowance: Allowance,
    is_used: bool,
}

impl Allowances {
    /// Notes those of a file. Files come in order.
    pub(super) fn note(&mut self, file: usize, allowances: &[Allowance]) {
        let noted = allowances.iter().map(|allowance| Noted {
            file: file as u32,
            allowance: allowance.clone(),
            is_used: false,
        });
        self.noted.extend(noted);
    }

    /// Takes out what is allowed, and tells which allowances name no rule or silence nothing.
    pub(super) fn apply(mut self, report: &mut Report, levels: &FileLevels) {
        let before = report.findings.len();
        report.findings.retain(|finding| !self.silences(finding));
        report.allowed += before - report.findings.len();
        for noted in self.noted.iter().filter(|noted| !noted.is_used) {
            report.findings.extend(noted.complaint(levels));
        }
    }

    fn silences(&mut self, finding: &Diagnostic) -> bool {
        let from = self.noted.partition_point(|noted| noted.file < finding.place.file);
        let of_file = self.noted[from..].iter_mut().take_while(|noted| noted.file == finding.place.file);
        let mut is_silenced = false;
        for noted in of_file {
            if noted.allowance.rule == finding.rule && noted.allowance.scope.covers(finding.place.span) {
                noted.is_used = true;
                is_silenced = true;
            }
        }
        is_silenced
    }
}

impl Noted {
    /// What is wrong with an allowance that silenced nothing. One of a rule that is off is left alone.
    fn complaint(&self, levels: &FileLevels) -> Option<Diagnostic> {
        let level = |rule| levels.of(rule, self.file as usize);
        let code = &self.allowance.rule;
        let (rule, message) = match super::rule(code) {
            None => (&rules::UNKNOWN_RULE, format!("there is no rule `{code}`")),
            Some(rule) if level(rule) == Level::Off => return None,
            Some(_) => (&rules::UNUSED_ALLOWANCE, format!("the rule `{code}` finds nothing here")),
        };
        let help = match super::rule(code) {
            None => closest(code).map(|known| format!("did you mean `{known}`?")),
            Some(_) => Some("remove the allowance".to_owned()),
        };
        let place = Place { file: self.file, span: self.allowance.span };
        let mut complaint = Diagnostic::new(rule, level(rule), place, message);
        complaint.help = help;
        Some(complaint)
    }
}

/// The rule whose code shares the most with a word, when it is nearly the same.
fn closest(word: &str) -> Option<&'static str> {
    let rated =
        super::rules().iter().map(|rule: &&Rule| (similar::TextDiff::from_chars(word, rule.code).ratio(), rule.code));
    rated.filter(|(ratio, _)| *ratio > 0.7).max_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, code)| code)
}

//! What checks come to.

use serde::Serialize;

use super::Check;

/// What is known after a check. The later goes before the earlier where a check has several answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// The database has nothing that the check is about.
    NotApplicable,
    /// It is as it should be.
    Passed,
    /// It could not be looked at: nothing is known.
    NotChecked,
    /// It is not as it should be.
    Failed,
}

impl Outcome {
    /// The word for people, which the texts of checks write too.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Outcome::NotApplicable => "not applicable",
            Outcome::Passed => "passed",
            Outcome::NotChecked => "not checked",
            Outcome::Failed => "failed",
        }
    }

    /// The outcome that a word of a check's text stands for.
    #[must_use]
    pub fn of(word: &str) -> Option<Self> {
        let all = [Outcome::NotApplicable, Outcome::Passed, Outcome::NotChecked, Outcome::Failed];
        all.into_iter().find(|outcome| outcome.as_str() == word)
    }

    /// Whether a release may go on with it.
    #[must_use]
    pub fn is_well(self) -> bool {
        self <= Outcome::Passed
    }
}

/// One thing that a check found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// What it is about: `dbo.document_chunks.embedding`; empty for the whole database.
    pub subject: String,
    /// What it comes to.
    pub outcome: Outcome,
    /// What was found, or why nothing was.
    pub found: String,
}

/// A check with its answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// The check.
    pub check: &'static Check,
    /// Its answers; at least one.
    pub answers: Vec<Answer>,
}

impl Checked {
    /// The gravest outcome. Without an answer nothing is known.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.answers.iter().map(|answer| answer.outcome).max().unwrap_or(Outcome::NotChecked)
    }

    /// What decided: the findings of the gravest outcome.
    #[must_use]
    pub fn found(&self) -> String {
        let outcome = self.outcome();
        let decisive = self.answers.iter().filter(|answer| answer.outcome == outcome);
        decisive.map(|answer| answer.found.as_str()).collect::<Vec<_>>().join("; ")
    }
}

/// All checks that were made.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// The database that was asked.
    pub database: String,
    /// Its server.
    pub server: String,
    /// The checks in their order.
    pub checks: Vec<Checked>,
}

impl Report {
    /// Where the answers come from.
    #[must_use]
    pub fn place(&self) -> String {
        format!("{} on {}", self.database, self.server)
    }

    /// Adds answers to a check: to the last one, where it is the same.
    pub fn add(&mut self, check: &'static Check, answers: Vec<Answer>) {
        match self.checks.last_mut().filter(|last| last.check.name == check.name) {
            Some(last) => last.answers.extend(answers),
            None => self.checks.push(Checked { check, answers }),
        }
    }

    /// Whether every check that applies was made and passed.
    #[must_use]
    pub fn is_well(&self) -> bool {
        self.checks.iter().all(|checked| checked.outcome().is_well())
    }

    /// How many checks came to this.
    #[must_use]
    pub fn count(&self, outcome: Outcome) -> usize {
        self.checks.iter().filter(|checked| checked.outcome() == outcome).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::CHECKS;

    fn checked(outcomes: &[Outcome]) -> Checked {
        let answer = |outcome: &Outcome| Answer { subject: String::new(), outcome: *outcome, found: "x".into() };
        Checked { check: &CHECKS[0], answers: outcomes.iter().map(answer).collect() }
    }

    #[test]
    fn the_gravest_answer_decides_and_silence_is_no_success() {
        use Outcome::{Failed, NotApplicable, NotChecked, Passed};
        assert_eq!(checked(&[Passed, Failed, NotChecked]).outcome(), Failed);
        assert_eq!(checked(&[NotChecked, Passed]).outcome(), NotChecked);
        assert_eq!(checked(&[NotApplicable, Passed]).outcome(), Passed);
        assert_eq!(checked(&[]).outcome(), NotChecked);
        assert!(Passed.is_well() && NotApplicable.is_well() && !NotChecked.is_well() && !Failed.is_well());
        for outcome in [Failed, NotApplicable, NotChecked, Passed] {
            assert_eq!(Outcome::of(outcome.as_str()), Some(outcome));
        }
    }
}

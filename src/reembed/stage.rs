//! Where a re-embedding stands, told by the names of its migrations and by which of them ran.

use crate::db::state::State;
use crate::db::status::FileStatus;

/// A step that is a migration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The second column is made.
    Start,
    /// Searches move to it.
    Cutover,
    /// The first column goes.
    Finish,
    /// The second column goes.
    Abort,
}

impl Step {
    const ALL: [Step; 4] = [Step::Start, Step::Cutover, Step::Finish, Step::Abort];

    /// The word for it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Step::Start => "start",
            Step::Cutover => "cutover",
            Step::Finish => "finish",
            Step::Abort => "abort",
        }
    }

    /// The name of its migration.
    #[must_use]
    pub fn file_name(self, number: u32) -> String {
        format!("reembed_{number}_{}", self.as_str())
    }

    /// The number of the re-embedding and the step that a migration's name tells.
    fn of(name: &str) -> Option<(u32, Step)> {
        let (number, word) = name.strip_prefix("reembed_")?.split_once('_')?;
        let step = Step::ALL.into_iter().find(|step| step.as_str() == word)?;
        Some((number.parse().ok()?, step))
    }
}

/// How far the last re-embedding of a project is in a database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stage {
    /// None is under way; the next one has this number.
    None {
        /// The number.
        next: u32,
    },
    /// The migration of a step is there and did not run here.
    Written {
        /// The number of the re-embedding.
        number: u32,
        /// The step.
        step: Step,
        /// The first of its migrations that did not run, which may be of a step before.
        file: String,
    },
    /// The second column is there, and filled beside the first one.
    Filling {
        /// The number of the re-embedding.
        number: u32,
    },
    /// Searches moved; the first column is still there.
    CutOver {
        /// The number of the re-embedding.
        number: u32,
    },
    /// A migration of it does not match the history.
    Mismatch {
        /// The version of the migration.
        version: i64,
    },
}

impl Stage {
    /// The stage that the migrations of a project are at.
    #[must_use]
    pub fn of(migrations: &[FileStatus]) -> Self {
        let steps = migrations.iter().filter_map(|file| Some((Step::of(&file.name)?, file)));
        let Some(((number, step), file)) = steps.max_by_key(|(_, file)| file.version) else {
            return Stage::None { next: 2 };
        };
        let version = file.version;
        match (file.state, step) {
            (State::Pending, _) => Stage::Written { number, step, file: first_pending(migrations) },
            (State::Applied, Step::Start) => Stage::Filling { number },
            (State::Applied, Step::Cutover) => Stage::CutOver { number },
            (State::Applied, Step::Finish | Step::Abort) => Stage::None { next: number + 1 },
            _ => Stage::Mismatch { version },
        }
    }
}

/// The first of the migrations of re-embeddings that did not run.
fn first_pending(migrations: &[FileStatus]) -> String {
    let pending = migrations.iter().filter(|file| file.state == State::Pending && Step::of(&file.name).is_some());
    let first = pending.min_by_key(|file| file.version);
    first.map(|file| format!("V{}__{}", file.version, file.name)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stage(files: &[(&str, State)]) -> Stage {
        let file = |(at, (name, state)): (usize, &(&str, State))| FileStatus {
            version: at as i64 + 1,
            name: (*name).to_owned(),
            state: *state,
            applied_on: None,
            applied_by: None,
            duration_ms: None,
            problem: None,
        };
        Stage::of(&files.iter().enumerate().map(file).collect::<Vec<_>>())
    }

    #[test]
    fn a_stage_is_told_by_the_last_step_and_whether_it_ran() {
        use State::{Applied, Changed, Pending};
        let other = ("documents", Applied);
        assert_eq!(stage(&[other, ("reembed_x_start", Applied)]), Stage::None { next: 2 });
        let (start, cutover) = (("reembed_2_start", Applied), ("reembed_2_cutover", Applied));
        assert_eq!(
            stage(&[other, ("reembed_2_start", Pending)]),
            Stage::Written { number: 2, step: Step::Start, file: "V2__reembed_2_start".into() }
        );
        assert_eq!(stage(&[other, start, other]), Stage::Filling { number: 2 });
        assert_eq!(stage(&[start, cutover]), Stage::CutOver { number: 2 });
        assert_eq!(stage(&[start, ("reembed_2_cutover", Changed)]), Stage::Mismatch { version: 2 });
        assert_eq!(stage(&[start, cutover, ("reembed_2_finish", Applied)]), Stage::None { next: 3 });
        assert_eq!(
            stage(&[start, ("reembed_2_abort", Applied), ("reembed_3_start", Applied)]),
            Stage::Filling { number: 3 }
        );
        assert_eq!(
            stage(&[("reembed_2_start", Pending), ("reembed_2_cutover", Pending)]),
            Stage::Written { number: 2, step: Step::Cutover, file: "V1__reembed_2_start".into() }
        );
    }
}

//! Replay: folds the history of a project into the catalog that it leads to on a fresh database, and
//! tells every statement on the way.
//!
//! What cannot be judged is not guessed: it may have happened or not, and the catalog says so.

mod meaning;
mod settings;
mod step;

pub use meaning::{Context, Meaning, meaning};
pub use settings::Settings;
pub use step::{Inside, Observer, Skipped, Step};

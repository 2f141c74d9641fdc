//! Reading back what emit wrote: replay, and the comments that name what only a name is known of.

use super::project::{History, history};
use crate::catalog::Catalog;
use crate::change::Change;
use crate::name::Name;
use crate::source::{self, Project};
use crate::syntax::ast::ObjectClass;
use crate::syntax::{parse, spell};

/// How a comment begins that names an object of which no more is known.
const MARK: &str = "Known by name only: ";

/// The comment for an object of which no more is known than class and name.
pub(super) fn mark(class: &ObjectClass, name: &Name) -> String {
    format!("{MARK}{}::{}", class.words().to_uppercase(), spell::name(name))
}

/// The catalog that a script leads to on an empty database. `shown` is what the script is called.
#[must_use]
pub fn read(shown: &str, text: &str) -> Catalog {
    read_script(shown, text).catalog
}

/// As [`read`], with what of the script is not understood.
#[must_use]
pub fn read_script(shown: &str, text: &str) -> History {
    let mut history = history(&Project::loose([Ok(source::text(shown, text))]));
    let marks = text.split('\n').filter_map(|line| line.trim_end().strip_prefix("-- ")?.strip_prefix(MARK));
    for change in marks.filter_map(marked) {
        // A name that is there already needs no mark.
        let _ = history.catalog.apply(&change);
    }
    history
}

fn marked(text: &str) -> Option<Change> {
    let (class, name) = text.split_once("::")?;
    let name = parse::name_in_text(name)?;
    Some(match class {
        "TABLE" => Change::CreateTable { name: name.to_name(), table: Box::default() },
        class => {
            Change::CreateOther { class: ObjectClass::Other(class.into()), name: name.to_name(), definition: None }
        }
    })
}

//! Partition functions, full-text catalogs and the like: what is known of them is what their statements say.

use super::work::Work;
use crate::change::Change;
use crate::emit;
use crate::name::Name;
use crate::normal;
use crate::schema::SqlText;
use crate::syntax::ast::ObjectClass;

impl Work<'_> {
    /// Those that come or are altered further: those on tables, or all others.
    pub(super) fn others(&mut self, on_tables: bool) {
        let to = self.to;
        for ((class, name), wanted) in &to.others {
            if emit::is_on_table(class) == on_tables {
                let there = self.state.others.get(&(class.clone(), name.clone())).cloned();
                self.other(class, name, there.as_deref(), wanted);
            }
        }
    }

    fn other(&mut self, class: &ObjectClass, name: &Name, there: Option<&[SqlText]>, wanted: &[SqlText]) {
        let what = format!("{} {name}", class.words());
        match there {
            None if wanted.is_empty() => {
                self.note(format!("{what} is in the second schema only, and no more than its name is known"));
            }
            None => {
                let (class, name, definition) = (class.clone(), name.clone(), wanted.first().cloned());
                self.push(Change::CreateOther { class: class.clone(), name: name.clone(), definition });
                self.alter_other(&class, &name, &wanted[1..]);
            }
            Some(there) if there.is_empty() || wanted.is_empty() => self.not_compared(format!(
                "{what} is in both; how it is defined is not compared, since of one no more than the name is known"
            )),
            Some(there) => match rest(there, wanted) {
                Some(rest) => self.alter_other(class, name, rest),
                None => self.note(format!(
                    "{what} is defined in another way, and nothing here turns the one into the other: \
                     make it anew, and what stands on it"
                )),
            },
        }
    }

    fn alter_other(&mut self, class: &ObjectClass, name: &Name, definitions: &[SqlText]) {
        for definition in definitions {
            let (class, name, definition) = (class.clone(), name.clone(), Some(definition.clone()));
            self.push(Change::AlterOther { class, name, definition });
        }
    }

    /// Those that are gone, what stands on others first.
    pub(super) fn drop_others(&mut self, on_tables: bool) {
        let gone = self.state.others.keys().filter(|key| !self.to.others.contains_key(*key));
        let gone: Vec<_> = gone.filter(|(class, _)| emit::is_on_table(class) == on_tables).cloned().collect();
        for (class, name) in gone.into_iter().rev() {
            let is_known = self.state.others.get(&(class.clone(), name.clone())).is_some_and(|there| !there.is_empty());
            if is_known {
                self.push(Change::DropOther { class, name });
            } else {
                let what = format!("{} {name}", class.words());
                self.note(format!("{what} is in the first schema only, and no more than its name is known"));
            }
        }
    }
}

/// What a definition says beyond another, which it begins with.
fn rest<'a>(there: &[SqlText], wanted: &'a [SqlText]) -> Option<&'a [SqlText]> {
    let same = |(one, other): (&SqlText, &SqlText)| normal::tokens(one.as_str()) == normal::tokens(other.as_str());
    let begins = there.len() <= wanted.len() && there.iter().zip(wanted).all(same);
    begins.then(|| &wanted[there.len()..])
}

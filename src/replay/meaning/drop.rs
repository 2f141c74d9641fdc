//! `DROP`, with its lists and `IF EXISTS`.

use super::Reader;
use crate::change::Change;
use crate::name::{Ident, Name};
use crate::schema::{Index, IndexKind, ModuleKind};
use crate::syntax::ast::{DropIndex, ObjectClass, ObjectName};

impl Reader<'_> {
    pub(super) fn drop_indexes(&mut self, items: &[DropIndex], if_exists: bool) {
        let whole = self.span;
        for item in items {
            if let Some(table) = self.target(&item.table) {
                self.span = item.span;
                self.drop_index(table, &item.index, if_exists);
            }
        }
        self.span = whole;
    }

    pub(super) fn drop_index(&mut self, table: Name, name: &Ident, if_exists: bool) {
        let found = self.catalog.index(&table, name).cloned();
        if found.is_some() || !if_exists {
            let index = Box::new(found.unwrap_or_else(|| unknown_index(name)));
            self.push(Change::DropIndex { table, index });
        }
    }

    pub(super) fn drop(&mut self, class: &ObjectClass, names: &[ObjectName], if_exists: bool) {
        let whole = self.span;
        for name in names {
            self.span = if names.len() > 1 { name.span } else { whole };
            self.drop_one(class, name, if_exists);
        }
        self.span = whole;
    }

    fn drop_one(&mut self, class: &ObjectClass, written: &ObjectName, if_exists: bool) {
        if *class == ObjectClass::Statistics {
            return self.drop_statistics(written);
        }
        let Some(name) = self.here(written) else { return };
        let object = || name.object.clone();
        let (known, change) = match class {
            ObjectClass::Schema => {
                (self.catalog.schemas.contains_key(&name.object), Change::DropSchema { name: object() })
            }
            ObjectClass::User | ObjectClass::Role => {
                (self.catalog.principals.contains_key(&name.object), Change::DropPrincipal { name: object() })
            }
            ObjectClass::ExternalModel => {
                (self.catalog.external_models.contains_key(&name.object), Change::DropExternalModel { name: object() })
            }
            ObjectClass::Credential => {
                (self.catalog.credentials.contains_key(&name.object), Change::DropCredential { name: object() })
            }
            ObjectClass::Type => (self.catalog.types.contains_key(&name), Change::DropType { name: name.clone() }),
            ObjectClass::Other(_) => return self.drop_other(class, name),
            _ => return self.drop_object(class, name, if_exists),
        };
        if known || !if_exists {
            self.push(change);
        }
    }

    /// An object of the name space that tables and modules share. With IF EXISTS one of another
    /// class is as good as none.
    fn drop_object(&mut self, class: &ObjectClass, name: Name, if_exists: bool) {
        let known = self.catalog.object_kind(&name).is_some_and(|found| found == *class);
        if if_exists && !known && !name.is_temporary() {
            return;
        }
        let module = |kind| Change::DropModule { kind, name: name.clone() };
        self.push(match class {
            ObjectClass::View => module(ModuleKind::View),
            ObjectClass::Procedure => module(ModuleKind::Procedure),
            ObjectClass::Function => module(ModuleKind::Function),
            ObjectClass::Trigger => module(ModuleKind::Trigger),
            ObjectClass::Policy => Change::DropPolicy { name },
            ObjectClass::Sequence => Change::DropSequence { name },
            ObjectClass::Synonym => Change::DropSynonym { name },
            _ => Change::DropTable { name },
        });
    }

    /// What is known by name only may have come from elsewhere (a login, a database): dropping it is
    /// a change only where the history made it.
    fn drop_other(&mut self, class: &ObjectClass, name: Name) {
        if self.catalog.others.contains_key(&(class.clone(), name.clone())) {
            self.push(Change::DropOther { class: class.clone(), name });
        }
    }

    /// `DROP STATISTICS table.name`: the last part is the statistics.
    fn drop_statistics(&mut self, written: &ObjectName) {
        let Some((name, table)) = written.parts.split_last().filter(|(_, table)| !table.is_empty()) else { return };
        let table = ObjectName { parts: table.to_vec(), span: written.span };
        let name = name.clone();
        self.on(&table, |table| Change::DropStatistics { table, name });
    }
}

/// An index of which nothing is known but its name.
fn unknown_index(name: &Ident) -> Index {
    Index::of(name.clone(), IndexKind::Rowstore { unique: false, clustered: false })
}

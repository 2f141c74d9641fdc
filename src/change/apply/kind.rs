//! The kinds of objects that are one entry in one collection, and what is done alike to all of them.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Applied, Edit};
use crate::catalog::{Catalog, Entry, Presence, Principal};
use crate::change::ApplyError;
use crate::change::journal::Cell;
use crate::name::{Ident, Name};
use crate::schema::{Credential, ExternalModel, Module, Policy, Sequence, Table, UserType};
use crate::syntax::ast::ObjectClass;

/// A kind of object: where the catalog keeps it.
pub(super) trait Kind {
    type Key: Key + 'static;
    type Definition: Clone + 'static;
    fn class() -> ObjectClass;
    fn cell(key: &Self::Key) -> Cell;
    fn entries(catalog: &mut Catalog) -> &mut BTreeMap<Self::Key, Entry<Self::Definition>>;
}

/// A key of a collection, as a name for an error.
pub(super) trait Key: Ord + Clone {
    fn name(&self) -> Name;
}

impl Key for Name {
    fn name(&self) -> Name {
        self.clone()
    }
}

impl Key for Ident {
    fn name(&self) -> Name {
        Name::bare(self.clone())
    }
}

macro_rules! kinds {
    ($($kind:ident: $key:ty => $definition:ty, $field:ident, $cell:ident, $class:expr;)*) => {
        $(
            pub(super) struct $kind;

            impl Kind for $kind {
                type Key = $key;
                type Definition = $definition;

                fn class() -> ObjectClass {
                    $class
                }

                fn cell(key: &$key) -> Cell {
                    Cell::$cell(key.clone())
                }

                fn entries(catalog: &mut Catalog) -> &mut BTreeMap<$key, Entry<$definition>> {
                    &mut catalog.$field
                }
            }
        )*
    };
}

kinds! {
    Schemas: Ident => Option<Ident>, schemas, Schema, ObjectClass::Schema;
    Tables: Name => Table, tables, Table, ObjectClass::Table;
    Modules: Name => Module, modules, Module, ObjectClass::Other("MODULE".into());
    Types: Name => UserType, types, Type, ObjectClass::Type;
    Sequences: Name => Sequence, sequences, Sequence, ObjectClass::Sequence;
    Synonyms: Name => Name, synonyms, Synonym, ObjectClass::Synonym;
    Policies: Name => Policy, policies, Policy, ObjectClass::Policy;
    Principals: Ident => Principal, principals, Principal, ObjectClass::User;
    ExternalModels: Ident => ExternalModel, external_models, ExternalModel, ObjectClass::ExternalModel;
    Credentials: Ident => Credential, credentials, Credential, ObjectClass::Credential;
}

impl Edit<'_> {
    /// That an entry of a kind is there.
    pub(super) fn known<K: Kind>(&mut self, key: &K::Key) -> Applied {
        if K::entries(self.catalog).contains_key(key) { Ok(()) } else { Err(self.missing(K::class(), &key.name())) }
    }

    /// Makes an entry whose name is free or only may be taken.
    pub(super) fn create<K: Kind>(&mut self, key: &K::Key, definition: K::Definition) -> Applied {
        if K::entries(self.catalog).get(key).is_some_and(|there| there.presence == Presence::Certain) {
            return Err(ApplyError::Exists { existing: K::class(), name: key.name() });
        }
        let entry = self.made(definition);
        self.put::<K>(key, entry);
        Ok(())
    }

    /// Puts an entry in, in place of one that may have been there.
    pub(super) fn put<K: Kind>(&mut self, key: &K::Key, entry: Entry<K::Definition>) {
        self.note(&K::cell(key));
        let entries = K::entries(self.catalog);
        entries.remove(key);
        entries.insert(key.clone(), entry);
    }

    /// An entry to change. That it is changed shows that it is there.
    pub(super) fn entry<K: Kind>(&mut self, key: &K::Key) -> Option<&mut Entry<K::Definition>> {
        if !K::entries(self.catalog).contains_key(key) {
            return None;
        }
        self.note(&K::cell(key));
        let entry = K::entries(self.catalog).get_mut(key)?;
        entry.presence = Presence::Certain;
        Some(entry)
    }

    /// Gives an entry another definition.
    pub(super) fn replace<K: Kind>(&mut self, key: &K::Key, definition: K::Definition) -> Applied {
        self.known::<K>(key)?;
        if let Some(entry) = self.entry::<K>(key) {
            entry.definition = Arc::new(definition);
        }
        Ok(())
    }

    /// Takes an entry out that must be there.
    pub(super) fn remove<K: Kind>(&mut self, key: &K::Key) -> Applied {
        self.known::<K>(key)?;
        self.take::<K>(key);
        Ok(())
    }

    /// Takes an entry out, if it is there.
    pub(super) fn take<K: Kind>(&mut self, key: &K::Key) -> Option<Entry<K::Definition>> {
        if !K::entries(self.catalog).contains_key(key) {
            return None;
        }
        self.note(&K::cell(key));
        K::entries(self.catalog).remove(key)
    }

    /// Gives an entry another key.
    pub(super) fn rekey<K: Kind>(&mut self, from: &K::Key, to: &K::Key) -> Applied {
        if from != to && K::entries(self.catalog).get(to).is_some_and(|there| there.presence == Presence::Certain) {
            return Err(ApplyError::Exists { existing: K::class(), name: to.name() });
        }
        let Some(mut entry) = self.take::<K>(from) else { return Err(self.missing(K::class(), &from.name())) };
        entry.presence = Presence::Certain;
        self.put::<K>(to, entry);
        self.catalog.note_move(&from.name(), &to.name());
        Ok(())
    }
}

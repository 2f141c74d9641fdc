//! What a statement does to a catalog. Replay reads changes out of SQL, rules judge them, diff finds
//! them, the sandbox carries them out.

mod apply;
mod error;
mod journal;
mod merge;

pub use error::{ApplyError, PartKind};
pub use journal::{Branch, Journal, Mark};

use crate::catalog::Principal;
use crate::name::{Ident, Name};
use crate::schema::{
    Column, Constraint, Credential, DefaultValue, ExternalModel, Index, IndexOption, Levels, Module, ModuleKind,
    Period, Permission, Policy, Sequence, SqlText, Statistics, Table, UserType,
};
use crate::syntax::ast::ObjectClass;

/// One change of one object. Names are resolved: schema filled in, synonyms followed where the
/// engine follows them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// A schema comes.
    CreateSchema { name: Ident, owner: Option<Ident> },
    /// A schema goes.
    DropSchema { name: Ident },
    /// A schema gets another owner; `None` is `dbo`.
    SetSchemaOwner { name: Ident, owner: Option<Ident> },
    /// A table comes.
    CreateTable { name: Name, table: Box<Table> },
    /// A table goes, with its indexes, constraints and triggers.
    DropTable { name: Name },
    /// Every row of a table goes.
    Truncate { table: Name },
    /// A table, view, module, type or other object takes another name in its schema.
    Rename { class: ObjectClass, from: Name, to: Name },
    /// An object moves to another schema. What refers to it by id (policies, foreign keys) follows.
    Transfer { class: ObjectClass, from: Name, to: Name },
    /// A column comes last.
    AddColumn { table: Name, column: Box<Column> },
    /// A column goes.
    DropColumn { table: Name, column: Ident },
    /// A column's type, nullability, collation or property changes; its default stays.
    AlterColumn { table: Name, from: Box<Column>, to: Box<Column> },
    /// A column takes another name.
    RenameColumn { table: Name, from: Ident, to: Ident },
    /// A column gets a default constraint.
    AddDefault { table: Name, column: Ident, default: DefaultValue, with_values: bool },
    /// A column loses its default constraint.
    DropDefault { table: Name, column: Ident, name: Option<Ident> },
    /// A constraint comes.
    AddConstraint { table: Name, constraint: Box<Constraint> },
    /// A constraint goes.
    DropConstraint { table: Name, constraint: Box<Constraint> },
    /// A constraint is switched on or off.
    SwitchConstraint { table: Name, name: Ident, enable: bool, trusted: bool },
    /// A constraint takes another name, a default too.
    RenameConstraint { table: Name, from: Ident, to: Ident },
    /// `PERIOD FOR SYSTEM_TIME` comes or goes.
    SetPeriod { table: Name, period: Option<Period> },
    /// `SYSTEM_VERSIONING` is switched.
    SetVersioning { table: Name, versioned: Option<Option<Name>> },
    /// A table option is set. `REBUILD` stands for a rebuild of the table, and leaves nothing.
    SetTableOption { table: Name, option: IndexOption },
    /// Rows move to another table's partition.
    SwitchPartition { table: Name, target: Name },
    /// An index comes, on a table or a view.
    CreateIndex { table: Name, index: Box<Index>, drop_existing: bool },
    /// An index goes.
    DropIndex { table: Name, index: Box<Index> },
    /// `ALTER INDEX`: `REBUILD`, `DISABLE`, …; `None` is ALL.
    AlterIndex { table: Name, index: Option<Ident>, action: Box<str>, options: Vec<IndexOption> },
    /// An index takes another name.
    RenameIndex { table: Name, from: Ident, to: Ident },
    /// Statistics come.
    CreateStatistics { table: Name, name: Ident, statistics: Box<Statistics> },
    /// Statistics go.
    DropStatistics { table: Name, name: Ident },
    /// A security policy comes.
    CreatePolicy { name: Name, policy: Box<Policy> },
    /// A security policy changes.
    AlterPolicy { name: Name, from: Box<Policy>, to: Box<Policy> },
    /// A security policy goes.
    DropPolicy { name: Name },
    /// A module comes.
    CreateModule { name: Name, module: Box<Module> },
    /// A module is replaced; grants stay.
    AlterModule { name: Name, from: Box<Module>, to: Box<Module> },
    /// A module of this kind goes.
    DropModule { kind: ModuleKind, name: Name },
    /// Triggers are switched.
    SwitchTrigger { trigger: Name, enable: bool },
    /// A type comes.
    CreateType { name: Name, definition: Box<UserType> },
    /// A type goes.
    DropType { name: Name },
    /// A sequence comes.
    CreateSequence { name: Name, sequence: Box<Sequence> },
    /// A sequence changes.
    AlterSequence { name: Name, from: Box<Sequence>, to: Box<Sequence>, restart: Option<SqlText> },
    /// A sequence goes.
    DropSequence { name: Name },
    /// A synonym comes.
    CreateSynonym { name: Name, base: Name },
    /// A synonym goes.
    DropSynonym { name: Name },
    /// A user or role comes.
    CreatePrincipal { name: Ident, principal: Principal },
    /// A user or role changes, its name too.
    AlterPrincipal { name: Ident, to: Ident, principal: Principal },
    /// A user or role goes.
    DropPrincipal { name: Ident },
    /// A role gains or loses a member.
    RoleMember { role: Ident, member: Ident, add: bool },
    /// A permission is granted or denied.
    Grant(Permission),
    /// A permission is taken away.
    Revoke(Permission),
    /// An external model comes.
    CreateExternalModel { name: Ident, model: Box<ExternalModel> },
    /// An external model changes.
    AlterExternalModel { name: Ident, from: Box<ExternalModel>, to: Box<ExternalModel> },
    /// An external model goes.
    DropExternalModel { name: Ident },
    /// A credential comes.
    CreateCredential { name: Ident, credential: Box<Credential> },
    /// A credential changes.
    AlterCredential { name: Ident, from: Box<Credential>, to: Box<Credential> },
    /// A credential goes.
    DropCredential { name: Ident },
    /// A database scoped configuration is set.
    SetConfiguration { name: Box<str>, value: Box<str> },
    /// An extended property comes, gets another value, or goes.
    SetProperty { on: Levels, name: Ident, from: Option<Box<str>>, to: Option<Box<str>> },
    /// Another object comes; of some no more is known than the name.
    CreateOther { class: ObjectClass, name: Name, definition: Option<SqlText> },
    /// Another object is altered.
    AlterOther { class: ObjectClass, name: Name, definition: Option<SqlText> },
    /// Another object goes.
    DropOther { class: ObjectClass, name: Name },
}

impl Change {
    /// The object that changes, where it has a schema.
    #[must_use]
    pub fn object(&self) -> Option<&Name> {
        match self {
            Change::CreateTable { name, .. }
            | Change::DropTable { name }
            | Change::Rename { from: name, .. }
            | Change::Transfer { from: name, .. }
            | Change::CreatePolicy { name, .. }
            | Change::AlterPolicy { name, .. }
            | Change::DropPolicy { name }
            | Change::CreateModule { name, .. }
            | Change::AlterModule { name, .. }
            | Change::DropModule { name, .. }
            | Change::SwitchTrigger { trigger: name, .. }
            | Change::CreateType { name, .. }
            | Change::DropType { name }
            | Change::CreateSequence { name, .. }
            | Change::AlterSequence { name, .. }
            | Change::DropSequence { name }
            | Change::CreateSynonym { name, .. }
            | Change::DropSynonym { name }
            | Change::CreateOther { name, .. }
            | Change::AlterOther { name, .. }
            | Change::DropOther { name, .. } => Some(name),
            _ => self.table(),
        }
    }

    /// The table or view whose part or property changes.
    #[must_use]
    pub fn table(&self) -> Option<&Name> {
        match self {
            Change::Truncate { table }
            | Change::AddColumn { table, .. }
            | Change::DropColumn { table, .. }
            | Change::AlterColumn { table, .. }
            | Change::RenameColumn { table, .. }
            | Change::AddDefault { table, .. }
            | Change::DropDefault { table, .. }
            | Change::AddConstraint { table, .. }
            | Change::DropConstraint { table, .. }
            | Change::SwitchConstraint { table, .. }
            | Change::RenameConstraint { table, .. }
            | Change::SetPeriod { table, .. }
            | Change::SetVersioning { table, .. }
            | Change::SetTableOption { table, .. }
            | Change::SwitchPartition { table, .. }
            | Change::CreateIndex { table, .. }
            | Change::DropIndex { table, .. }
            | Change::AlterIndex { table, .. }
            | Change::RenameIndex { table, .. }
            | Change::CreateStatistics { table, .. }
            | Change::DropStatistics { table, .. } => Some(table),
            _ => None,
        }
    }

    /// The class of the object that comes, where it shares the name space of tables.
    #[must_use]
    pub fn creates(&self) -> Option<ObjectClass> {
        match self {
            Change::CreateTable { .. } => Some(ObjectClass::Table),
            Change::CreateModule { module, .. } => Some(module.kind.class()),
            Change::CreatePolicy { .. } => Some(ObjectClass::Policy),
            Change::CreateSequence { .. } => Some(ObjectClass::Sequence),
            Change::CreateSynonym { .. } => Some(ObjectClass::Synonym),
            _ => None,
        }
    }

    /// Whether a temporary object changes, which no catalog holds.
    #[must_use]
    pub fn is_temporary(&self) -> bool {
        self.object().is_some_and(Name::is_temporary)
    }

    /// Whether something gets another name or schema.
    #[must_use]
    pub fn is_rename(&self) -> bool {
        matches!(
            self,
            Change::Rename { .. }
                | Change::Transfer { .. }
                | Change::RenameColumn { .. }
                | Change::RenameIndex { .. }
                | Change::RenameConstraint { .. }
        )
    }

    /// Whether something goes.
    #[must_use]
    pub fn is_drop(&self) -> bool {
        matches!(
            self,
            Change::DropSchema { .. }
                | Change::DropTable { .. }
                | Change::DropColumn { .. }
                | Change::DropDefault { .. }
                | Change::DropConstraint { .. }
                | Change::DropIndex { .. }
                | Change::DropStatistics { .. }
                | Change::DropPolicy { .. }
                | Change::DropModule { .. }
                | Change::DropType { .. }
                | Change::DropSequence { .. }
                | Change::DropSynonym { .. }
                | Change::DropPrincipal { .. }
                | Change::DropExternalModel { .. }
                | Change::DropCredential { .. }
                | Change::DropOther { .. }
                | Change::SetProperty { to: None, .. }
        )
    }
}

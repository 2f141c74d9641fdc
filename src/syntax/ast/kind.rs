//! What a statement is: one variant for each kind.

use super::{
    AlterPolicy, AlterTable, Declared, DmlVerb, DropIndex, ModuleVerb, ObjectClass, ObjectName, PropertyVerb,
    Statement, Transaction,
};
use crate::name::Ident;
use crate::schema::{
    Credential, ExternalModel, Index, IndexOption, Levels, Module, Permission, Policy, Securable, Sequence, SqlText,
    Table, UserType,
};
use crate::syntax::lookup::Unnamed;
use crate::text::Span;

/// What a statement is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    // ---- the tree ----
    /// `BEGIN … END`.
    Block(Vec<Statement>),
    /// `IF condition … [ELSE …]`.
    If {
        /// The condition's place, without IF.
        condition: Span,
        /// The branch taken when it holds.
        then: Box<Statement>,
        /// The other branch.
        otherwise: Option<Box<Statement>>,
    },
    /// `WHILE condition …`.
    While {
        /// The condition's place, without WHILE.
        condition: Span,
        /// The body.
        body: Box<Statement>,
    },
    /// `BEGIN TRY … END TRY BEGIN CATCH … END CATCH`.
    TryCatch {
        /// The TRY block.
        body: Vec<Statement>,
        /// The CATCH block.
        handler: Vec<Statement>,
    },

    // ---- schemas, tables, indexes ----
    /// `CREATE SCHEMA name [AUTHORIZATION owner] [elements]`.
    CreateSchema {
        /// The schema.
        name: Ident,
        /// `AUTHORIZATION`.
        owner: Option<Ident>,
        /// Statements that follow inside it: CREATE TABLE, CREATE VIEW, GRANT, …
        elements: Vec<Statement>,
    },
    /// `CREATE TABLE`. Constraints of columns are lifted into the table's.
    CreateTable {
        /// The table.
        name: ObjectName,
        /// What it has.
        table: Box<Table>,
    },
    /// `ALTER TABLE`: one or several actions of one statement.
    AlterTable {
        /// The table.
        name: ObjectName,
        /// What is done, with the place of each.
        actions: Vec<(AlterTable, Span)>,
    },
    /// `CREATE … INDEX` of every kind.
    CreateIndex {
        /// The table or view.
        table: ObjectName,
        /// The index.
        index: Box<Index>,
        /// `WITH (DROP_EXISTING = ON)`.
        drop_existing: bool,
    },
    /// `ALTER INDEX`.
    AlterIndex {
        /// The index; `None` is `ALL`.
        index: Option<Ident>,
        /// The table or view.
        table: ObjectName,
        /// `REBUILD`, `REORGANIZE`, `DISABLE`, `SET`, `RESUME`, `PAUSE`, `ABORT`; `FOR` changes the paths of a
        /// selective XML index. Upper case.
        action: Box<str>,
        /// `WITH (…)` or `SET (…)`.
        options: Vec<IndexOption>,
    },
    /// `DROP INDEX`, each item on its own. Old style (`t.i`) has `old_style`.
    DropIndex {
        /// The items.
        items: Vec<DropIndex>,
        /// `IF EXISTS`.
        if_exists: bool,
    },
    /// `TRUNCATE TABLE`.
    Truncate {
        /// The table.
        table: ObjectName,
        /// `WITH (PARTITIONS (…))`: the ranges, as written.
        partitions: Option<SqlText>,
    },
    /// `CREATE STATISTICS name ON table (columns)`.
    CreateStatistics {
        /// The statistics.
        name: Ident,
        /// The table or view.
        table: ObjectName,
        /// The columns.
        columns: Vec<Ident>,
        /// `WHERE …`, without the word.
        filter: Option<SqlText>,
        /// `WITH …`.
        options: Vec<IndexOption>,
    },
    /// `UPDATE STATISTICS table [name | (names)] [WITH …]`.
    UpdateStatistics {
        /// The table or view.
        table: ObjectName,
        /// The statistics or indexes; empty is all.
        names: Vec<Ident>,
        /// `WITH …`.
        options: Vec<IndexOption>,
    },

    // ---- policies and modules ----
    /// `CREATE SECURITY POLICY`. Names inside predicates are resolved to two parts, `dbo` by default.
    CreatePolicy {
        /// The policy.
        name: ObjectName,
        /// What it has.
        policy: Box<Policy>,
        /// The place of each predicate, in the policy's order.
        predicate_spans: Vec<Span>,
    },
    /// `ALTER SECURITY POLICY`.
    AlterPolicy {
        /// The policy.
        name: ObjectName,
        /// Its actions with their places.
        actions: Vec<(AlterPolicy, Span)>,
        /// `WITH (STATE = …)`.
        state: Option<bool>,
        /// `NOT FOR REPLICATION`.
        not_for_replication: bool,
    },
    /// `CREATE`, `ALTER` or `CREATE OR ALTER` of a module; it owns the rest of its batch.
    Module {
        /// How it is written.
        verb: ModuleVerb,
        /// The module's name.
        name: ObjectName,
        /// What it has.
        module: Box<Module>,
        /// The statements of its body, for looking into; empty for a view or inline function, whose
        /// one query is in `Module::body`.
        statements: Vec<Statement>,
        /// Where the body starts and ends.
        body_span: Span,
    },
    /// `ENABLE TRIGGER` or `DISABLE TRIGGER`.
    SwitchTrigger {
        /// ENABLE.
        enable: bool,
        /// The triggers; empty is `ALL`.
        triggers: Vec<ObjectName>,
        /// The table or view; `None` is `DATABASE` or `ALL SERVER`.
        table: Option<ObjectName>,
    },

    // ---- other objects ----
    /// `CREATE TYPE`.
    CreateType {
        /// The type.
        name: ObjectName,
        /// What it is.
        definition: Box<UserType>,
    },
    /// `CREATE SEQUENCE` or `ALTER SEQUENCE`.
    Sequence {
        /// ALTER instead of CREATE.
        alter: bool,
        /// The sequence.
        name: ObjectName,
        /// What is said of it.
        sequence: Box<Sequence>,
        /// `RESTART [WITH n]` of an ALTER, as written.
        restart: Option<SqlText>,
    },
    /// `CREATE SYNONYM name FOR base`.
    CreateSynonym {
        /// The synonym.
        name: ObjectName,
        /// What it stands for.
        base: ObjectName,
    },
    /// `CREATE USER`, `CREATE ROLE`, `CREATE APPLICATION ROLE`. Secrets are not kept.
    CreatePrincipal {
        /// `USER`, `ROLE`, `APPLICATION ROLE`.
        class: Box<str>,
        /// The principal.
        name: Ident,
        /// `WITHOUT LOGIN`, `FOR LOGIN x`, `FROM EXTERNAL PROVIDER`, `DEFAULT_SCHEMA = x`, `AUTHORIZATION x`.
        options: Vec<SqlText>,
        /// Whether a password literal is written.
        has_password: bool,
    },
    /// `ALTER USER`, `ALTER ROLE … WITH NAME = …`, `ALTER APPLICATION ROLE`. Secrets are not kept.
    AlterPrincipal {
        /// `USER`, `ROLE`, `APPLICATION ROLE`.
        class: Box<str>,
        /// The principal.
        name: Ident,
        /// `WITH NAME = …`.
        new_name: Option<Ident>,
        /// `DEFAULT_SCHEMA = x`, `LOGIN = x`, ….
        options: Vec<SqlText>,
        /// Whether a password literal is written.
        has_password: bool,
    },
    /// `ALTER AUTHORIZATION ON [class ::] name TO owner`.
    Authorization {
        /// What gets another owner.
        securable: Securable,
        /// The owner; `None` is `SCHEMA OWNER`.
        owner: Option<Ident>,
    },
    /// `ALTER ROLE r ADD|DROP MEMBER m`.
    RoleMember {
        /// The role.
        role: Ident,
        /// The member.
        member: Ident,
        /// ADD; DROP otherwise.
        add: bool,
    },
    /// `GRANT`, `DENY`, `REVOKE`, one permission for one principal each.
    Permission {
        /// REVOKE: the permissions are taken away, be they grants or denials.
        revoke: bool,
        /// What is granted, denied or revoked. In a REVOKE, `with_grant_option` is `GRANT OPTION FOR`.
        permissions: Vec<Permission>,
        /// `CASCADE`.
        cascade: bool,
        /// `AS grantor`.
        grantor: Option<Ident>,
    },
    /// `CREATE EXTERNAL MODEL`, or `ALTER EXTERNAL MODEL … SET (…)`.
    ExternalModel {
        /// ALTER instead of CREATE.
        alter: bool,
        /// The model.
        name: Ident,
        /// Its options.
        model: Box<ExternalModel>,
    },
    /// `CREATE DATABASE SCOPED CREDENTIAL` or its ALTER.
    Credential {
        /// ALTER instead of CREATE.
        alter: bool,
        /// The credential.
        name: Ident,
        /// What it has, without the secret.
        credential: Box<Credential>,
        /// Where the SECRET literal is, for a linter that looks at it.
        secret: Option<Span>,
    },
    /// `ALTER DATABASE SCOPED CONFIGURATION SET name = value`.
    ScopedConfiguration {
        /// The option, upper case; `CLEAR PROCEDURE_CACHE` too.
        name: Box<str>,
        /// Its value as written.
        value: SqlText,
        /// `FOR SECONDARY`.
        secondary: bool,
    },
    /// `ALTER DATABASE`.
    AlterDatabase {
        /// The database; `None` is `CURRENT`.
        name: Option<Ident>,
        /// What follows the name, as written: `SET RECOVERY SIMPLE`, ….
        action: SqlText,
    },
    /// `DROP class [IF EXISTS] a, b, …`, for every class but INDEX.
    Drop {
        /// The class.
        class: ObjectClass,
        /// `IF EXISTS`.
        if_exists: bool,
        /// What is dropped.
        names: Vec<ObjectName>,
        /// For `DROP STATISTICS t.s` and triggers `ON DATABASE`, …: what follows, as written.
        tail: Option<SqlText>,
    },
    /// `ALTER SCHEMA target TRANSFER [class ::] name`.
    Transfer {
        /// The schema that receives.
        to: Ident,
        /// `OBJECT`, `TYPE`, `XML SCHEMA COLLECTION`; upper case; `OBJECT` where missing.
        class: Box<str>,
        /// What moves.
        name: ObjectName,
    },
    /// `EXEC sp_rename 'old', 'new' [, 'class']` with literal arguments.
    Rename {
        /// The first argument, cut into parts by the rules of names.
        old: ObjectName,
        /// The new name, one part.
        new: Ident,
        /// The third argument, upper case: `COLUMN`, `INDEX`, `OBJECT`, `USERDATATYPE`, `STATISTICS`, …
        class: Option<Box<str>>,
    },
    /// `EXEC sp_addextendedproperty`, `sp_updateextendedproperty`, `sp_dropextendedproperty` with literal arguments.
    ExtendedProperty {
        /// Which of them.
        verb: PropertyVerb,
        /// The property.
        name: Ident,
        /// Its value as text; empty where none is given.
        value: Box<str>,
        /// What it is on.
        on: Levels,
    },
    /// `CREATE` or `ALTER` of an object that is known by name only (full-text catalogs, partition
    /// schemes, certificates, …).
    NamedObject {
        /// ALTER instead of CREATE.
        alter: bool,
        /// Its class.
        class: ObjectClass,
        /// Its name.
        name: ObjectName,
        /// What follows the name, as written; `None` of a class that may hold a secret.
        definition: Option<SqlText>,
    },

    // ---- running code ----
    /// `EXEC[UTE] name arguments` other than those above.
    Execute {
        /// The procedure; `None` when it is a variable.
        procedure: Option<ObjectName>,
        /// The arguments, as written.
        arguments: SqlText,
    },
    /// `EXEC ('…')` or `EXEC sp_executesql N'…'`: text is executed.
    Dynamic {
        /// The statements, when the whole text is known from literals. Their spans are those of the
        /// literal's characters mapped back into this file where they can be, the EXEC's otherwise.
        statements: Option<Vec<Statement>>,
        /// The text that is executed, when it is known.
        text: Option<SqlText>,
        /// Its literal pieces, when only they are known; for searching.
        pieces: Vec<SqlText>,
        /// The constraint that it drops, where all that is not known is the name that is looked up.
        drops: Option<Box<Unnamed>>,
    },
    /// `BEGIN TRAN`, `COMMIT`, `ROLLBACK`, `SAVE TRAN`.
    Transaction(Transaction),
    /// `SET option[, …] ON|OFF`, `SET option value`: not `SET @variable`.
    SetOption {
        /// The options, upper case.
        names: Vec<Box<str>>,
        /// `ON`, `OFF` or the value, as written.
        value: SqlText,
    },
    /// `DECLARE @x type [= value], …`.
    Declare(Vec<Declared>),
    /// `SET @x = value`, also `+=` and the like.
    Assign {
        /// The variable, with its `@`.
        variable: Ident,
        /// `=`, `+=`, ….
        operator: Box<str>,
        /// The value's place.
        value: Span,
    },
    /// `USE database`.
    Use(Ident),
    /// A query or a change of rows. Its text is its span.
    Dml {
        /// Which.
        verb: DmlVerb,
        /// The table that is written, where it can be told; an alias is resolved.
        target: Option<ObjectName>,
    },
    /// Control flow and the like that changes no schema: `PRINT`, `RETURN`, `RAISERROR`, `THROW`,
    /// `GOTO`, labels, `BREAK`, `WAITFOR`, cursors, `DBCC`, …; the word, upper case.
    Other(Box<str>),
    /// Not understood. The first words tell what it seems to be.
    Opaque {
        /// Its first one to three words, upper case.
        words: Box<str>,
        /// The object that it seems to name.
        names: Option<ObjectName>,
    },
}

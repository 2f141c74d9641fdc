//! The actions of ALTER TABLE and ALTER SECURITY POLICY.

use super::ObjectName;
use crate::name::{Ident, Name};
use crate::schema::{
    BlockOperation, Column, Constraint, Index, IndexOption, Period, Predicate, PredicateKind, SqlText,
};

/// One action of `ALTER TABLE`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AlterTable {
    /// `ADD` a column. Its lifted constraints and inline index follow as actions of their own.
    AddColumn {
        /// The column, with its default.
        column: Box<Column>,
        /// `WITH VALUES`: rows that are there take the default.
        with_values: bool,
    },
    /// `ADD CONSTRAINT`, `ADD PRIMARY KEY`, ….
    AddConstraint(Box<Constraint>),
    /// `ADD [CONSTRAINT name] DEFAULT value FOR column`.
    AddDefault {
        /// The constraint's name.
        name: Option<Ident>,
        /// The column.
        column: Ident,
        /// The value.
        value: SqlText,
        /// `WITH VALUES`.
        with_values: bool,
    },
    /// `ADD INDEX`, in memory-optimized tables.
    AddIndex(Box<Index>),
    /// `ADD PERIOD FOR SYSTEM_TIME`.
    AddPeriod(Period),
    /// `ALTER COLUMN name type …`: what is written; what is not written is lost, as the engine has it.
    AlterColumn(Box<Column>, Vec<IndexOption>),
    /// `ALTER COLUMN name ADD|DROP {ROWGUIDCOL|PERSISTED|SPARSE|HIDDEN|MASKED …|NOT FOR REPLICATION}`.
    SwitchColumn {
        /// The column.
        column: Ident,
        /// ADD.
        add: bool,
        /// The property, as written.
        property: SqlText,
    },
    /// `DROP COLUMN [IF EXISTS] name`.
    DropColumn {
        /// The column.
        column: Ident,
        /// `IF EXISTS`.
        if_exists: bool,
    },
    /// `DROP [CONSTRAINT] [IF EXISTS] name`.
    DropConstraint {
        /// The constraint, a default too.
        name: Ident,
        /// `IF EXISTS`.
        if_exists: bool,
        /// `WITH (ONLINE = …, MOVE TO …)`.
        options: Vec<IndexOption>,
    },
    /// `DROP PERIOD FOR SYSTEM_TIME`.
    DropPeriod,
    /// `[WITH CHECK|NOCHECK] CHECK|NOCHECK CONSTRAINT name|ALL`.
    SwitchConstraint {
        /// CHECK; NOCHECK otherwise.
        enable: bool,
        /// `WITH CHECK`: existing rows are checked.
        with_check: bool,
        /// The constraints; empty is `ALL`.
        names: Vec<Ident>,
    },
    /// `ENABLE|DISABLE TRIGGER name|ALL`.
    SwitchTrigger {
        /// ENABLE.
        enable: bool,
        /// The triggers; empty is `ALL`.
        names: Vec<Ident>,
    },
    /// `SET (SYSTEM_VERSIONING = ON|OFF …)`.
    SystemVersioning {
        /// ON.
        on: bool,
        /// `HISTORY_TABLE = …`.
        history: Option<ObjectName>,
        /// `DATA_CONSISTENCY_CHECK`, `HISTORY_RETENTION_PERIOD`.
        options: Vec<IndexOption>,
    },
    /// `ENABLE|DISABLE CHANGE_TRACKING [WITH (…)]`.
    ChangeTracking {
        /// ENABLE.
        enable: bool,
        /// `TRACK_COLUMNS_UPDATED`.
        options: Vec<IndexOption>,
    },
    /// `ALTER INDEX name REBUILD WITH (BUCKET_COUNT = n)`, in memory-optimized tables.
    RebuildIndex {
        /// The index.
        index: Ident,
        /// `BUCKET_COUNT`.
        options: Vec<IndexOption>,
    },
    /// `DROP INDEX name`, in memory-optimized tables.
    DropIndex {
        /// The index.
        index: Ident,
        /// `IF EXISTS`.
        if_exists: bool,
    },
    /// `SET (option = value)` of other options.
    SetOptions(Vec<IndexOption>),
    /// `REBUILD …`; `PARTITION = …` is one of the options.
    Rebuild(Vec<IndexOption>),
    /// `SWITCH … TO target …`.
    Switch {
        /// `PARTITION n` of this table, as written.
        partition: Option<SqlText>,
        /// The table that receives.
        target: ObjectName,
        /// `PARTITION n` of the target, as written.
        target_partition: Option<SqlText>,
        /// `WITH (WAIT_AT_LOW_PRIORITY …)`.
        options: Vec<IndexOption>,
    },
    /// Not understood, as written.
    Opaque(SqlText),
}

/// One action of `ALTER SECURITY POLICY`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AlterPolicy {
    /// `ADD … PREDICATE …`.
    Add(Predicate),
    /// `ALTER … PREDICATE …`: the one of the same kind, target and operation takes this function.
    Alter(Predicate),
    /// `DROP {FILTER|BLOCK} PREDICATE ON target [operation]`.
    Drop {
        /// FILTER or BLOCK.
        kind: PredicateKind,
        /// The table.
        target: Name,
        /// The operation, where written.
        operation: Option<BlockOperation>,
    },
}

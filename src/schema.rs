//! What a table, a column, an index, a policy is: the definitions that the parser yields, the
//! catalog keeps, introspection reads back and diff compares. No collection of them and no SQL.

use std::fmt;

use crate::name::{Ident, Name};

/// A piece of T-SQL kept as written: an expression, a body, a clause that is not modelled.
///
/// Equality is of the text. Whether two spellings mean the same is the normal form's business.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct SqlText(pub Box<str>);

impl SqlText {
    /// Keeps a text.
    #[must_use]
    pub fn new(text: impl AsRef<str>) -> Self {
        Self(text.as_ref().trim().into())
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The base type of a vector's elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum VectorBase {
    /// Four bytes an element; at most 1998 dimensions.
    #[default]
    Float32,
    /// Two bytes an element; at most 3996 dimensions.
    Float16,
}

/// A column's, parameter's or variable's type.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum DataType {
    /// A system type with its arguments as written: `nvarchar(max)` is `("nvarchar", ["max"])`.
    /// The name is in lower case and synonyms are resolved (`integer` is `int`, `dec` is `decimal`,
    /// `national character varying` is `nvarchar`, `sys.vector` is `vector`); `sysname` stays.
    System {
        /// The type, lower case.
        name: Box<str>,
        /// Length, precision and scale, `max`; lower case.
        args: Vec<Box<str>>,
    },
    /// `VECTOR(n [, base])`. Dimensions are as written, so 0 and 5000 are representable.
    Vector {
        /// The number of dimensions.
        dimensions: u32,
        /// The base type.
        base: VectorBase,
    },
    /// `xml`, with its schema collection where one is named.
    Xml(Option<SqlText>),
    /// An alias type, table type or CLR type.
    User(Name),
    /// Not understood: kept as written.
    Opaque(SqlText),
}

/// As T-SQL writes it: `nvarchar(max)`, `vector(3, float16)`.
impl fmt::Display for DataType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DataType::System { name, args } if args.is_empty() => f.write_str(name),
            DataType::System { name, args } => write!(f, "{name}({})", args.join(", ")),
            DataType::Vector { dimensions, base: VectorBase::Float32 } => write!(f, "vector({dimensions})"),
            DataType::Vector { dimensions, base: VectorBase::Float16 } => write!(f, "vector({dimensions}, float16)"),
            DataType::Xml(None) => f.write_str("xml"),
            DataType::Xml(Some(collection)) => write!(f, "xml({})", collection.as_str()),
            DataType::User(name) => write!(f, "{name}"),
            DataType::Opaque(text) => f.write_str(text.as_str()),
        }
    }
}

/// `IDENTITY(seed, increment)`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Identity {
    /// The first value.
    pub seed: Box<str>,
    /// The step.
    pub increment: Box<str>,
    /// `NOT FOR REPLICATION`.
    pub not_for_replication: bool,
}

/// A default constraint. It belongs to its column.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DefaultValue {
    /// The constraint's name; `None` is named by the system.
    pub name: Option<Ident>,
    /// The expression.
    pub value: SqlText,
}

/// A computed column's expression.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Computed {
    /// The expression after `AS`, without the outer parentheses' removal.
    pub expression: SqlText,
    /// `PERSISTED`.
    pub persisted: bool,
}

/// `GENERATED ALWAYS AS ROW START`, … and the like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Generated {
    /// `AS ROW START`.
    RowStart,
    /// `AS ROW END`.
    RowEnd,
    /// `AS TRANSACTION_ID START`.
    TransactionIdStart,
    /// `AS TRANSACTION_ID END`.
    TransactionIdEnd,
    /// `AS SEQUENCE_NUMBER START`.
    SequenceNumberStart,
    /// `AS SEQUENCE_NUMBER END`.
    SequenceNumberEnd,
}

/// One column of a table or table type. Its default stays with it; its key, check and foreign-key
/// constraints are lifted to the table's.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Column {
    /// The column's name.
    pub name: Ident,
    /// Its type; `None` for a computed column.
    pub data_type: Option<DataType>,
    /// `NULL` or `NOT NULL` as written; `None` where neither was.
    pub nullable: Option<bool>,
    /// `COLLATE`.
    pub collation: Option<Ident>,
    /// `IDENTITY`.
    pub identity: Option<Identity>,
    /// The default constraint.
    pub default: Option<DefaultValue>,
    /// `AS expression`.
    pub computed: Option<Computed>,
    /// `GENERATED ALWAYS AS …`.
    pub generated: Option<Generated>,
    /// `SPARSE`.
    pub sparse: bool,
    /// `ROWGUIDCOL`.
    pub rowguidcol: bool,
    /// `HIDDEN`.
    pub hidden: bool,
    /// `MASKED WITH (FUNCTION = '…')`: the function.
    pub masked: Option<SqlText>,
    /// `FILESTREAM`.
    pub filestream: bool,
    /// `COLUMN_SET FOR ALL_SPARSE_COLUMNS`.
    pub column_set: bool,
    /// `ENCRYPTED WITH (…)`: its options; empty where it is not encrypted.
    pub encrypted: Vec<IndexOption>,
    /// Clauses that are not modelled, as written.
    pub opaque: Vec<SqlText>,
}

impl Column {
    /// A column with a name, a type and nothing else.
    #[must_use]
    pub fn new(name: Ident, data_type: Option<DataType>) -> Self {
        Self {
            name,
            data_type,
            nullable: None,
            collation: None,
            identity: None,
            default: None,
            computed: None,
            generated: None,
            sparse: false,
            rowguidcol: false,
            hidden: false,
            masked: None,
            filestream: false,
            column_set: false,
            encrypted: Vec::new(),
            opaque: Vec::new(),
        }
    }

    /// The dimensions and base type, when this is a vector column.
    #[must_use]
    pub fn vector(&self) -> Option<(u32, VectorBase)> {
        match self.data_type {
            Some(DataType::Vector { dimensions, base }) => Some((dimensions, base)),
            _ => None,
        }
    }
}

/// A key column with its direction.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct KeyColumn {
    /// The column.
    pub name: Ident,
    /// `DESC`.
    pub descending: bool,
}

/// One `name = value` of a `WITH (…)` list; the name in upper case, the value as written.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct IndexOption {
    /// The option, upper case.
    pub name: Box<str>,
    /// Its value as written; empty for a bare word.
    pub value: SqlText,
}

/// What a constraint demands.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ConstraintKind {
    /// `PRIMARY KEY` (`primary`) or `UNIQUE`.
    Key {
        /// A primary key; a unique constraint otherwise.
        primary: bool,
        /// `CLUSTERED` or `NONCLUSTERED` as written; `None` is the default: clustered for a primary
        /// key when no other index of the table is, nonclustered for a unique constraint.
        clustered: Option<bool>,
        /// `HASH`, in a memory-optimized table.
        hash: bool,
        /// The key columns.
        columns: Vec<KeyColumn>,
        /// `WITH (…)`.
        options: Vec<IndexOption>,
        /// `ON filegroup` or a partition scheme, as written.
        storage: Option<SqlText>,
    },
    /// `FOREIGN KEY … REFERENCES …`.
    ForeignKey {
        /// The columns here.
        columns: Vec<Ident>,
        /// The table there.
        references: Name,
        /// The columns there; empty is its primary key.
        referenced: Vec<Ident>,
        /// `ON DELETE`, upper case; `None` is `NO ACTION`.
        on_delete: Option<Box<str>>,
        /// `ON UPDATE`, upper case; `None` is `NO ACTION`.
        on_update: Option<Box<str>>,
        /// `NOT FOR REPLICATION`.
        not_for_replication: bool,
    },
    /// `CHECK (…)`.
    Check {
        /// The condition, without the outer parentheses.
        condition: SqlText,
        /// `NOT FOR REPLICATION`.
        not_for_replication: bool,
    },
    /// Not understood (`CONNECTION (…)` of an edge table, …): kept as written.
    Opaque(SqlText),
}

/// A table constraint.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Constraint {
    /// Its name; `None` is named by the system.
    pub name: Option<Ident>,
    /// What it demands.
    pub kind: ConstraintKind,
    /// Added or enabled `WITH NOCHECK`, or disabled since: existing rows are not known to satisfy it.
    pub not_trusted: bool,
    /// Switched off by `NOCHECK CONSTRAINT`.
    pub disabled: bool,
}

/// What kind of index, with what only that kind has.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum IndexKind {
    /// A b-tree.
    Rowstore {
        /// `UNIQUE`.
        unique: bool,
        /// `CLUSTERED`.
        clustered: bool,
    },
    /// `COLUMNSTORE`.
    Columnstore {
        /// `CLUSTERED`.
        clustered: bool,
        /// `ORDER (…)`.
        order: Vec<Ident>,
    },
    /// `CREATE VECTOR INDEX`.
    Vector {
        /// `METRIC = '…'` as written, without quotes; `None` where missing.
        metric: Option<Box<str>>,
        /// `TYPE = '…'` as written, without quotes; `None` where missing.
        index_type: Option<Box<str>>,
        /// METRIC or TYPE is written without quotes, which the engine refuses (Msg 102).
        unquoted: bool,
    },
    /// Hash index of a memory-optimized table.
    Hash {
        /// `UNIQUE`.
        unique: bool,
    },
    /// An index that is known by its name and columns.
    Other {
        /// `XML`, `PRIMARY XML`, `SELECTIVE XML`, `SPATIAL`, `JSON`.
        class: Box<str>,
        /// What only this kind has, as written: `USING …`, `FOR …`.
        detail: Option<SqlText>,
    },
}

/// An index on a table or view.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Index {
    /// Its name.
    pub name: Ident,
    /// Its kind.
    pub kind: IndexKind,
    /// Key columns; the vector column for a vector index.
    pub keys: Vec<KeyColumn>,
    /// `INCLUDE (…)`.
    pub included: Vec<Ident>,
    /// `WHERE …`, without the word.
    pub filter: Option<SqlText>,
    /// `WITH (…)`; a vector index's METRIC and TYPE are in its kind, not here.
    pub options: Vec<IndexOption>,
    /// `ON filegroup` or a partition scheme, as written.
    pub storage: Option<SqlText>,
    /// Disabled by `ALTER INDEX … DISABLE`.
    pub disabled: bool,
    /// Clauses that are not modelled, as written.
    pub opaque: Vec<SqlText>,
}

impl Index {
    /// Whether this is a vector index.
    #[must_use]
    pub fn is_vector(&self) -> bool {
        matches!(self.kind, IndexKind::Vector { .. })
    }
}

/// `PERIOD FOR SYSTEM_TIME (start, end)`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Period {
    /// The row-start column.
    pub start: Ident,
    /// The row-end column.
    pub end: Ident,
}

/// A table, or the shape of a table type.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Table {
    /// Columns in order.
    pub columns: Vec<Column>,
    /// Constraints other than defaults.
    pub constraints: Vec<Constraint>,
    /// Indexes other than those of constraints.
    pub indexes: Vec<Index>,
    /// `PERIOD FOR SYSTEM_TIME`.
    pub period: Option<Period>,
    /// `SYSTEM_VERSIONING = ON`: its history table, `None` inside where it was not named.
    pub versioned: Option<Option<Name>>,
    /// `AS NODE` or `AS EDGE`, upper case.
    pub graph: Option<Box<str>>,
    /// `WITH (…)` options that are not modelled elsewhere.
    pub options: Vec<IndexOption>,
    /// `ON filegroup` or partition scheme, as written.
    pub storage: Option<SqlText>,
    /// `TEXTIMAGE_ON filegroup`, as written.
    pub lob_storage: Option<SqlText>,
    /// `FILESTREAM_ON filegroup`, as written.
    pub filestream_storage: Option<SqlText>,
    /// Clauses that are not modelled, as written.
    pub opaque: Vec<SqlText>,
}

impl Table {
    /// The column of this name.
    #[must_use]
    pub fn column(&self, name: &Ident) -> Option<&Column> {
        self.columns.iter().find(|column| &column.name == name)
    }

    /// The index of this name; those of constraints are not here.
    #[must_use]
    pub fn index(&self, name: &Ident) -> Option<&Index> {
        self.indexes.iter().find(|index| &index.name == name)
    }
}

/// FILTER or BLOCK.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PredicateKind {
    /// Hides rows from reads, updates and deletes.
    Filter,
    /// Refuses writes (Msg 33504).
    Block,
}

/// The operation of a BLOCK predicate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BlockOperation {
    /// `AFTER INSERT`.
    AfterInsert,
    /// `AFTER UPDATE`.
    AfterUpdate,
    /// `BEFORE UPDATE`.
    BeforeUpdate,
    /// `BEFORE DELETE`.
    BeforeDelete,
}

/// One predicate of a security policy. Kind, target and operation identify it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Predicate {
    /// FILTER or BLOCK.
    pub kind: PredicateKind,
    /// The predicate function.
    pub function: Name,
    /// Its arguments, as written.
    pub arguments: Vec<SqlText>,
    /// The table that is guarded.
    pub target: Name,
    /// For BLOCK: the operation; `None` is every one.
    pub operation: Option<BlockOperation>,
}

/// A security policy.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Policy {
    /// Its predicates, in the order in which they were added.
    pub predicates: Vec<Predicate>,
    /// `STATE` as written; `None` where it was not (Learn contradicts itself on what that means).
    pub state: Option<bool>,
    /// `SCHEMABINDING`; ON unless written OFF.
    pub schema_bound: Option<bool>,
    /// `NOT FOR REPLICATION`.
    pub not_for_replication: bool,
}

/// What kind of module.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ModuleKind {
    /// A stored procedure.
    Procedure,
    /// A function; which kind the body tells.
    Function,
    /// A view.
    View,
    /// A trigger on a table or view, or on the database.
    Trigger,
}

/// A function's kind, told by its RETURNS clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FunctionKind {
    /// Returns a scalar.
    Scalar,
    /// `RETURNS TABLE` with one `RETURN SELECT`.
    Inline,
    /// `RETURNS @t TABLE (…)`.
    MultiStatement,
    /// `EXTERNAL NAME`.
    Clr,
}

/// A parameter of a procedure or function.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Parameter {
    /// With the `@`.
    pub name: Ident,
    /// Its type.
    pub data_type: DataType,
    /// `NULL` or `NOT NULL` as written; natively compiled modules have it.
    pub nullable: Option<bool>,
    /// Its default, as written.
    pub default: Option<SqlText>,
    /// `OUTPUT`.
    pub output: bool,
    /// `READONLY`.
    pub readonly: bool,
}

/// A view, procedure, function or trigger.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Module {
    /// Its kind.
    pub kind: ModuleKind,
    /// For a function: which kind.
    pub function: Option<FunctionKind>,
    /// Parameters of a procedure or function.
    pub parameters: Vec<Parameter>,
    /// A scalar function's RETURNS type.
    pub returns: Option<DataType>,
    /// What a multi-statement or CLR table function returns.
    pub return_table: Option<Box<Table>>,
    /// A view's column list.
    pub columns: Vec<Ident>,
    /// `WITH` options, upper case: `SCHEMABINDING`, `EXECUTE AS OWNER`, …; also `FOR REPLICATION`,
    /// and a trigger's `NOT FOR REPLICATION`.
    pub options: Vec<Box<str>>,
    /// A trigger's table or view; `None` for a database trigger.
    pub trigger_on: Option<Name>,
    /// A trigger's timing and events as written: `AFTER INSERT, UPDATE`.
    pub trigger_events: Option<SqlText>,
    /// The text after `AS` (a function's: after RETURNS), to the end of the batch.
    pub body: SqlText,
    /// The whole `CREATE …` text as the server stores it.
    pub definition: SqlText,
    /// Objects that the body names, resolved as far as the text allows; sorted, each once. Not here:
    /// `sys` and `INFORMATION_SCHEMA`, other databases, temporary tables, CTEs, aliases, and
    /// procedures of one part whose name begins with `sp_` or `xp_`.
    pub references: Vec<Name>,
    /// `QUOTED_IDENTIFIER` when it was created.
    pub quoted_identifier: bool,
    /// `ANSI_NULLS` when it was created.
    pub ansi_nulls: bool,
}

impl Module {
    /// Whether it was written `WITH SCHEMABINDING`.
    #[must_use]
    pub fn is_schema_bound(&self) -> bool {
        self.options.iter().any(|option| &**option == "SCHEMABINDING")
    }
}

/// A user-defined type.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum UserType {
    /// `CREATE TYPE … FROM base [NULL | NOT NULL]`.
    Alias {
        /// The base type.
        base: DataType,
        /// Nullability as written.
        nullable: Option<bool>,
    },
    /// `CREATE TYPE … AS TABLE (…)`.
    Table(Box<Table>),
    /// A CLR type: its `EXTERNAL NAME`, as written.
    Clr(SqlText),
}

/// A sequence; numbers as written.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Sequence {
    /// `AS type`; bigint where missing.
    pub data_type: Option<DataType>,
    /// `START WITH`.
    pub start: Option<Box<str>>,
    /// `INCREMENT BY`.
    pub increment: Option<Box<str>>,
    /// `MINVALUE`; `Some(None)` is `NO MINVALUE`.
    pub min: Option<Option<Box<str>>>,
    /// `MAXVALUE`; `Some(None)` is `NO MAXVALUE`.
    pub max: Option<Option<Box<str>>>,
    /// `CYCLE`.
    pub cycle: Option<bool>,
    /// `CACHE n`; `Some(None)` is `NO CACHE`.
    pub cache: Option<Option<Box<str>>>,
}

/// An external model. It never holds a secret: that is the credential's.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct ExternalModel {
    /// `AUTHORIZATION`.
    pub owner: Option<Ident>,
    /// `LOCATION`, `API_FORMAT`, `MODEL_TYPE`, `MODEL`, `CREDENTIAL`, `PARAMETERS`, … by upper-case
    /// name, string values without quotes.
    pub options: Vec<IndexOption>,
}

/// A database scoped credential. The secret is never kept.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Credential {
    /// `IDENTITY`.
    pub identity: Option<Box<str>>,
    /// Whether a SECRET was given. Its text is not kept.
    pub has_secret: bool,
}

/// GRANT or DENY.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Permission {
    /// `GRANT` or `DENY`.
    pub deny: bool,
    /// `WITH GRANT OPTION`.
    pub with_grant_option: bool,
    /// The permission, upper case: `SELECT`, `EXECUTE`, …
    pub permission: Box<str>,
    /// Columns, where the permission is on some only.
    pub columns: Vec<Ident>,
    /// What it is on; `None` is the database.
    pub securable: Option<Securable>,
    /// To whom.
    pub principal: Ident,
}

/// What a permission is on. Displayed as `OBJECT::dbo.t`, `SCHEMA::rag`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Securable {
    /// `OBJECT`, `SCHEMA`, `TYPE`, `DATABASE SCOPED CREDENTIAL`, `EXTERNAL MODEL`, …; upper case.
    pub class: Box<str>,
    /// The parts of its name. What lives in a schema has two, `dbo` where none was written.
    pub name: Vec<Ident>,
}

impl fmt::Display for Securable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}::", self.class)?;
        for (at, part) in self.name.iter().enumerate() {
            write!(f, "{}{part}", if at > 0 { "." } else { "" })?;
        }
        Ok(())
    }
}

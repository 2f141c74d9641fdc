//! Views, procedures, functions and triggers.

use super::{DataType, SqlText, Table};
use crate::name::{Ident, Name};

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
    /// A module of a kind, of which nothing else is known.
    #[must_use]
    pub fn of(kind: ModuleKind) -> Self {
        Self {
            kind,
            function: None,
            parameters: Vec::new(),
            returns: None,
            return_table: None,
            columns: Vec::new(),
            options: Vec::new(),
            trigger_on: None,
            trigger_events: None,
            body: SqlText::default(),
            definition: SqlText::default(),
            references: Vec::new(),
            quoted_identifier: true,
            ansi_nulls: true,
        }
    }

    /// Whether it is one query and nothing else: a view, or an inline function.
    #[must_use]
    pub fn is_query(&self) -> bool {
        self.kind == ModuleKind::View || self.function == Some(FunctionKind::Inline)
    }

    /// Whether it was written `WITH SCHEMABINDING`.
    #[must_use]
    pub fn is_schema_bound(&self) -> bool {
        self.options.iter().any(|option| &**option == "SCHEMABINDING")
    }
}

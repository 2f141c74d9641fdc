//! Statements: what the recognizer cuts and the typed parsers understand.
//!
//! Every node that is not understood is legal: [`Kind::Opaque`] for a statement, `opaque` fields for
//! a clause. Names here are unresolved, as written; definitions are those of [`crate::schema`].

mod alter;
mod kind;

pub use self::alter::{AlterPolicy, AlterTable};
pub use self::kind::Kind;

use crate::name::{Ident, Name};
use crate::schema::{DataType, IndexOption, Table};
use crate::text::Span;

/// One to four parts of a name, unescaped, with its place. `a..b` has an empty middle part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObjectName {
    /// The parts in order; never empty.
    pub parts: Vec<Ident>,
    /// From the first part to the last.
    pub span: Span,
}

impl ObjectName {
    /// The last part.
    #[must_use]
    pub fn object(&self) -> &Ident {
        self.parts.last().expect("a name has a part")
    }

    /// Schema and object; `dbo` where no schema was written. Server and database parts are left out.
    #[must_use]
    pub fn to_name(&self) -> Name {
        let schema = self.parts.len().checked_sub(2).map(|at| &self.parts[at]).filter(|part| !part.is_empty());
        let schema = schema.cloned().unwrap_or_else(|| Ident::new(crate::name::DEFAULT_SCHEMA));
        Name { schema, object: self.object().clone() }
    }
}

/// One statement with its place in the file.
///
/// Statements from dynamic SQL have the place of the statement that executes them and say so in
/// [`Kind::Dynamic`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// From its first token to its last; a closing `;` is not part of it.
    pub span: Span,
    /// What it is.
    pub kind: Kind,
}

impl Statement {
    /// The table whose rows it changes.
    #[must_use]
    pub fn changed_table(&self) -> Option<&ObjectName> {
        match &self.kind {
            Kind::Dml { verb, target } if *verb != DmlVerb::Select => target.as_ref(),
            _ => None,
        }
    }
}

/// One item of `DROP INDEX`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DropIndex {
    /// The index.
    pub index: Ident,
    /// Its table or view.
    pub table: ObjectName,
    /// Written `table.index`.
    pub old_style: bool,
    /// `WITH (ONLINE = …, MOVE TO …)`.
    pub options: Vec<IndexOption>,
    /// Its place.
    pub span: Span,
}

/// What becomes of an extended property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PropertyVerb {
    /// It comes.
    Add,
    /// It gets another value.
    Update,
    /// It goes.
    Drop,
}

/// CREATE, ALTER or CREATE OR ALTER.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModuleVerb {
    /// `CREATE`.
    Create,
    /// `ALTER`.
    Alter,
    /// `CREATE OR ALTER`.
    CreateOrAlter,
}

/// A transaction statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Transaction {
    /// `BEGIN [DISTRIBUTED] TRAN[SACTION] [name]`.
    Begin(Option<Ident>),
    /// `COMMIT [TRAN|WORK] [name]`.
    Commit(Option<Ident>),
    /// `ROLLBACK [TRAN|WORK] [name or savepoint]`.
    Rollback(Option<Ident>),
    /// `SAVE TRAN name`.
    Save(Option<Ident>),
}

/// One variable of a DECLARE.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declared {
    /// With its `@`.
    pub name: Ident,
    /// Its type; `None` for a table variable or cursor.
    pub data_type: Option<DataType>,
    /// A table variable's shape.
    pub table: Option<Box<Table>>,
    /// Where its first value is.
    pub value: Option<Span>,
}

/// The verb of a query or a change of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DmlVerb {
    /// `SELECT`, a CTE's included; also `SELECT … INTO` (then `target` is the new table).
    Select,
    /// `INSERT`, `BULK INSERT`.
    Insert,
    /// `UPDATE`.
    Update,
    /// `DELETE`.
    Delete,
    /// `MERGE`.
    Merge,
}

/// What DROP, CREATE or ALTER speak of, by name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum ObjectClass {
    /// A schema.
    Schema,
    /// A table.
    Table,
    /// A view.
    View,
    /// A procedure.
    Procedure,
    /// A function.
    Function,
    /// A trigger.
    Trigger,
    /// A type.
    Type,
    /// A sequence.
    Sequence,
    /// A synonym.
    Synonym,
    /// A security policy.
    Policy,
    /// A user.
    User,
    /// A role or application role.
    Role,
    /// An external model.
    ExternalModel,
    /// A database scoped credential.
    Credential,
    /// Statistics.
    Statistics,
    /// Anything else, by its words in upper case: `FULLTEXT CATALOG`, `PARTITION SCHEME`, …
    Other(Box<str>),
}

impl Statement {
    /// Calls `visit` on this statement and, in order, on every statement inside it: blocks, branches,
    /// loops, TRY and CATCH, schema elements and known dynamic text. Bodies of modules are left out.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Statement)) {
        visit(self);
        for inner in self.children() {
            inner.walk(visit);
        }
    }

    /// The statements directly inside this one; a module's body is not inside.
    #[must_use]
    pub fn children(&self) -> Vec<&Statement> {
        match &self.kind {
            Kind::Block(inner) => inner.iter().collect(),
            Kind::If { then, otherwise, .. } => std::iter::once(&**then).chain(otherwise.as_deref()).collect(),
            Kind::While { body, .. } => vec![body],
            Kind::TryCatch { body, handler } => body.iter().chain(handler).collect(),
            Kind::CreateSchema { elements, .. } => elements.iter().collect(),
            Kind::Dynamic { statements: Some(inner), .. } => inner.iter().collect(),
            _ => Vec::new(),
        }
    }
}

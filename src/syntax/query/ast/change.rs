//! Statements, and the changes of rows among them.

use super::{BinaryOp, Cte, Expr, Query, SelectItem, Source, Top};
use crate::name::Ident;

/// A statement.
#[derive(Debug, Clone, PartialEq)]
pub enum Statement {
    Query(Box<Query>),
    Insert(Box<Insert>),
    Update(Box<Update>),
    Delete(Box<Delete>),
    Merge(Box<Merge>),
}

/// `OUTPUT … [INTO t (…)]`.
#[derive(Debug, Clone, PartialEq)]
pub struct OutputClause {
    pub items: Vec<SelectItem>,
    pub into: Option<(usize, Vec<Ident>, Vec<Ident>)>,
}

/// `INSERT`.
#[derive(Debug, Clone, PartialEq)]
pub struct Insert {
    pub at: usize,
    pub ctes: Vec<Cte>,
    pub top: Option<Top>,
    pub target: Vec<Ident>,
    /// The columns with their places.
    pub columns: Vec<(usize, Ident)>,
    pub output: Vec<OutputClause>,
    pub rows: InsertRows,
}

/// Where an INSERT's rows come from.
#[derive(Debug, Clone, PartialEq)]
pub enum InsertRows {
    DefaultValues,
    Values(Vec<Vec<Expr>>),
    Query(Box<Query>),
    /// `EXEC …`: the byte at which it starts, and the one at which the INSERT before it ends.
    Execute(usize),
}

/// `SET` of an UPDATE.
#[derive(Debug, Clone, PartialEq)]
pub struct Assignment {
    pub at: usize,
    /// `@v = `.
    pub variable: Option<Ident>,
    /// The column, the last part of its name.
    pub column: Option<Ident>,
    /// `+=` and the like.
    pub operator: Option<BinaryOp>,
    pub value: Expr,
}

/// `UPDATE`.
#[derive(Debug, Clone, PartialEq)]
pub struct Update {
    pub at: usize,
    pub ctes: Vec<Cte>,
    pub top: Option<Top>,
    pub target: Vec<Ident>,
    pub assignments: Vec<Assignment>,
    pub output: Vec<OutputClause>,
    pub from: Vec<Source>,
    pub condition: Option<Expr>,
}

/// `DELETE`.
#[derive(Debug, Clone, PartialEq)]
pub struct Delete {
    pub at: usize,
    pub ctes: Vec<Cte>,
    pub top: Option<Top>,
    pub target: Vec<Ident>,
    pub output: Vec<OutputClause>,
    pub from: Vec<Source>,
    pub condition: Option<Expr>,
}

/// `MERGE`.
#[derive(Debug, Clone, PartialEq)]
pub struct Merge {
    pub at: usize,
    pub ctes: Vec<Cte>,
    pub top: Option<Top>,
    pub target: Vec<Ident>,
    pub alias: Option<Ident>,
    pub source: Source,
    pub on: Expr,
    pub clauses: Vec<MergeClause>,
    pub output: Vec<OutputClause>,
}

/// One WHEN of a MERGE.
#[derive(Debug, Clone, PartialEq)]
pub struct MergeClause {
    pub at: usize,
    pub when: When,
    pub condition: Option<Expr>,
    pub action: MergeAction,
}

/// When a clause of a MERGE is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    Matched,
    NotMatchedByTarget,
    NotMatchedBySource,
}

/// What a clause of a MERGE does.
#[derive(Debug, Clone, PartialEq)]
pub enum MergeAction {
    Update(Vec<Assignment>),
    Delete,
    Insert { columns: Vec<(usize, Ident)>, values: Option<Vec<Expr>> },
}

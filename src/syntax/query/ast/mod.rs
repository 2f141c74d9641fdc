//! What a query says, as it is written: names unresolved, expressions without types.

mod change;

use crate::name::Ident;
use crate::schema::DataType;

pub use change::{
    Assignment, Delete, Insert, InsertRows, Merge, MergeAction, MergeClause, OutputClause, Statement, Update, When,
};

/// An expression or condition, with the byte at which it starts.
#[derive(Debug, Clone, PartialEq)]
pub struct Expr {
    /// Where it starts.
    pub at: usize,
    /// What it is.
    pub kind: ExprKind,
}

impl Expr {
    /// The column that it is, whatever qualifies it; `None` where it is anything else.
    #[must_use]
    pub fn column(&self) -> Option<&Ident> {
        match &self.kind {
            ExprKind::Column(parts) => parts.last(),
            _ => None,
        }
    }
}

/// What an expression is.
#[derive(Debug, Clone, PartialEq)]
pub enum ExprKind {
    /// `NULL`.
    Null,
    /// `12`, `1.5`, `2e3`, `$1.20`, as written.
    Number(String),
    /// `'text'`, `N'text'`.
    Text { text: String, national: bool },
    /// `0xFF`.
    Binary(Vec<u8>),
    /// `a.b.c`.
    Column(Vec<Ident>),
    /// `@x`, `@@x`.
    Variable(Ident),
    /// `-x`, `~x`.
    Unary(UnaryOp, Box<Expr>),
    /// `a + b - c`, left to right; flat, so that long chains need no deep stack.
    Chain(Box<Expr>, Vec<(BinaryOp, Expr)>),
    /// `x COLLATE name`.
    Collate(Box<Expr>, Ident),
    /// `CASE … END`.
    Case { operand: Option<Box<Expr>>, whens: Vec<(Expr, Expr)>, otherwise: Option<Box<Expr>> },
    /// A function.
    Call(Box<Call>),
    /// `CAST`, `CONVERT` and their `TRY_` forms.
    Cast { value: Box<Expr>, data_type: DataType, style: Option<Box<Expr>>, lenient: bool },
    /// `(SELECT …)`.
    Subquery(Box<Query>),
    /// `NEXT VALUE FOR name`.
    NextValue(Vec<Ident>),
    /// `DEFAULT`, in VALUES and SET.
    Default,
    /// `a AND b AND c`.
    And(Vec<Expr>),
    /// `a OR b OR c`.
    Or(Vec<Expr>),
    /// `NOT a`.
    Not(Box<Expr>),
    /// `a = b`, `a < b`, ….
    Compare(CompareOp, Box<Expr>, Box<Expr>),
    /// `a = ANY (SELECT …)`, `a > ALL (SELECT …)`.
    Quantified { operator: CompareOp, left: Box<Expr>, all: bool, query: Box<Query> },
    /// `a IS [NOT] NULL`.
    IsNull(Box<Expr>, bool),
    /// `a IS [NOT] DISTINCT FROM b`; `true` is NOT.
    IsDistinct(Box<Expr>, Box<Expr>, bool),
    /// `a [NOT] BETWEEN low AND high`.
    Between { value: Box<Expr>, low: Box<Expr>, high: Box<Expr>, negated: bool },
    /// `a [NOT] IN (…)`.
    InList { value: Box<Expr>, list: Vec<Expr>, negated: bool },
    /// `a [NOT] IN (SELECT …)`.
    InQuery { value: Box<Expr>, query: Box<Query>, negated: bool },
    /// `a [NOT] LIKE pattern [ESCAPE c]`.
    Like { value: Box<Expr>, pattern: Box<Expr>, escape: Option<Box<Expr>>, negated: bool },
    /// `EXISTS (SELECT …)`.
    Exists(Box<Query>),
    /// T-SQL that was read over; the words start a sentence: `Full-text search`.
    Other(String),
}

/// `-`, `~`; a `+` sign is dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnaryOp {
    Minus,
    BitNot,
}

/// An operator between two values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BinaryOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    BitAnd,
    BitOr,
    BitXor,
    /// `||`.
    Concat,
}

impl BinaryOp {
    /// The operator as it is written.
    #[must_use]
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Modulo => "%",
            Self::BitAnd => "&",
            Self::BitOr => "|",
            Self::BitXor => "^",
            Self::Concat => "||",
        }
    }
}

/// A comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompareOp {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// A function call.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// One part for a built-in, two and more for a user's function.
    pub name: Vec<Ident>,
    /// The arguments.
    pub arguments: Vec<Expr>,
    /// `COUNT(*)`.
    pub star: bool,
    /// `COUNT(DISTINCT x)`.
    pub distinct: bool,
    /// `WITHIN GROUP (ORDER BY …)`.
    pub within: Vec<OrderItem>,
    /// `OVER (…)`.
    pub over: Option<Window>,
    /// `JSON_OBJECT('a': 1)`: keys and values alternate in `arguments`; what follows is
    /// `ABSENT ON NULL` (`true`) or `NULL ON NULL`.
    pub absent_on_null: Option<bool>,
    /// `USE MODEL name`, of AI_GENERATE_EMBEDDINGS.
    pub model: Option<Ident>,
}

/// `OVER (PARTITION BY … ORDER BY … frame)`.
#[derive(Debug, Clone, PartialEq)]
pub struct Window {
    pub partition: Vec<Expr>,
    pub order: Vec<OrderItem>,
    /// `ROWS BETWEEN … AND …` in words that SQLite shares, numbers included.
    pub frame: Option<String>,
}

/// One item of ORDER BY.
#[derive(Debug, Clone, PartialEq)]
pub struct OrderItem {
    pub value: Expr,
    pub descending: bool,
}

/// A query with what stands around it.
#[derive(Debug, Clone, PartialEq)]
pub struct Query {
    pub at: usize,
    pub ctes: Vec<Cte>,
    pub body: Body,
    pub order: Vec<OrderItem>,
    pub offset: Option<Expr>,
    pub fetch: Option<Expr>,
    /// `FETCH APPROXIMATE`.
    pub fetch_approximate: bool,
    pub for_json: Option<ForJson>,
    /// `FOR XML …`, read over.
    pub for_xml: bool,
    /// `OPTION (MAXRECURSION n)`.
    pub max_recursion: Option<u32>,
}

/// A common table expression.
#[derive(Debug, Clone, PartialEq)]
pub struct Cte {
    pub at: usize,
    pub name: Ident,
    pub columns: Vec<Ident>,
    pub query: Query,
}

/// `FOR JSON`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ForJson {
    /// `AUTO` instead of `PATH`.
    pub auto: bool,
    /// `ROOT('name')`.
    pub root: Option<String>,
    pub include_null_values: bool,
    pub without_array_wrapper: bool,
}

/// A SELECT, or several with set operators between them.
#[derive(Debug, Clone, PartialEq)]
pub enum Body {
    Select(Box<Select>),
    /// A query in parentheses.
    Nested(Box<Query>),
    /// Left to right.
    Set(Box<Body>, Vec<(SetOp, Body)>),
}

/// A set operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetOp {
    Union,
    UnionAll,
    Intersect,
    Except,
}

impl Query {
    /// `SELECT value`.
    #[must_use]
    pub fn of_value(value: Expr) -> Self {
        let at = value.at;
        let select = Select {
            at,
            distinct: false,
            top: None,
            items: vec![SelectItem::Value { value, name: None }],
            into: None,
            from: Vec::new(),
            condition: None,
            group: Vec::new(),
            having: None,
        };
        Self::of(at, Body::Select(Box::new(select)))
    }

    /// A body with nothing before and behind it.
    #[must_use]
    pub fn of(at: usize, body: Body) -> Self {
        Self {
            at,
            ctes: Vec::new(),
            body,
            order: Vec::new(),
            offset: None,
            fetch: None,
            fetch_approximate: false,
            for_json: None,
            for_xml: false,
            max_recursion: None,
        }
    }

    /// Where one of this query's SELECTs asks for an approximate answer: its `TOP … WITH APPROXIMATE`, or the number
    /// of `FETCH APPROXIMATE`.
    #[must_use]
    pub fn approximate_at(&self, select: &Select) -> Option<usize> {
        let top = select.top.as_ref().filter(|top| top.approximate).map(|top| top.at);
        top.or_else(|| self.fetch.as_ref().filter(|_| self.fetch_approximate).map(|fetch| fetch.at))
    }
}

/// One SELECT.
#[derive(Debug, Clone, PartialEq)]
pub struct Select {
    pub at: usize,
    pub distinct: bool,
    pub top: Option<Top>,
    pub items: Vec<SelectItem>,
    pub into: Option<Vec<Ident>>,
    pub from: Vec<Source>,
    pub condition: Option<Expr>,
    pub group: Vec<Expr>,
    pub having: Option<Expr>,
}

/// `TOP (n) [PERCENT] [WITH TIES] [WITH APPROXIMATE]`.
#[derive(Debug, Clone, PartialEq)]
pub struct Top {
    pub at: usize,
    pub count: Expr,
    pub percent: bool,
    pub with_ties: bool,
    pub approximate: bool,
}

/// An item of a SELECT list.
#[derive(Debug, Clone, PartialEq)]
pub enum SelectItem {
    /// `*`, or `t.*` with the parts before the star.
    Star { at: usize, qualifier: Vec<Ident> },
    /// A value with its name.
    Value { value: Expr, name: Option<Ident> },
    /// `@x = value`; `@x += value` has the operator.
    Assign { variable: Ident, operator: Option<BinaryOp>, value: Expr },
}

/// An item of FROM.
#[derive(Debug, Clone, PartialEq)]
pub struct Source {
    pub at: usize,
    pub kind: SourceKind,
    pub alias: Option<Ident>,
    /// `AS t (a, b)`.
    pub columns: Vec<Ident>,
}

/// What an item of FROM is.
#[derive(Debug, Clone, PartialEq)]
pub enum SourceKind {
    /// A table, a view, a CTE, `#t` or `@t`.
    Table(Vec<Ident>),
    /// A function that yields rows.
    Function { name: Vec<Ident>, arguments: Vec<Expr>, with: Vec<WithColumn> },
    /// `(SELECT …)`.
    Query(Box<Query>),
    /// `(VALUES (…), …)`.
    Values(Vec<Vec<Expr>>),
    /// `VECTOR_SEARCH(…)`.
    VectorSearch(Box<VectorSearch>),
    /// Rows from elsewhere that were read over; the words start a sentence: `OPENROWSET`.
    Other(String),
    /// Two items joined.
    Join { left: Box<Source>, right: Box<Source>, kind: JoinKind, on: Option<Expr> },
}

/// How two items of FROM come together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JoinKind {
    Inner,
    Left,
    Right,
    Full,
    Cross,
    CrossApply,
    OuterApply,
}

/// A column of `OPENJSON(…) WITH (…)`.
#[derive(Debug, Clone, PartialEq)]
pub struct WithColumn {
    pub name: Ident,
    pub data_type: DataType,
    pub path: Option<String>,
    pub as_json: bool,
}

/// `VECTOR_SEARCH(TABLE = t AS c, COLUMN = e, SIMILAR_TO = @q, METRIC = 'cosine'[, TOP_N = n])`.
#[derive(Debug, Clone, PartialEq)]
pub struct VectorSearch {
    pub table: Vec<Ident>,
    pub table_at: usize,
    pub table_alias: Option<Ident>,
    pub column: Ident,
    pub column_at: usize,
    pub similar_to: Expr,
    pub metric: Expr,
    pub top_n: Option<Expr>,
    pub force_ann_only: bool,
}

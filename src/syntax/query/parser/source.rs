//! FROM: tables, derived tables, functions, VECTOR_SEARCH, joins.

use super::cursor::{Parsed, Parser};
use crate::name::Ident;
use crate::syntax::lexer::TokenKind;
use crate::syntax::query::ast::{JoinKind, Source, SourceKind, VectorSearch, WithColumn};

/// Table hints that steer locks and access paths, not what comes out.
const TABLE_HINTS: [&str; 22] = [
    "FORCESCAN",
    "FORCESEEK",
    "HOLDLOCK",
    "IGNORE_CONSTRAINTS",
    "IGNORE_TRIGGERS",
    "INDEX",
    "KEEPDEFAULTS",
    "KEEPIDENTITY",
    "NOEXPAND",
    "NOLOCK",
    "NOWAIT",
    "PAGLOCK",
    "READCOMMITTED",
    "READCOMMITTEDLOCK",
    "READPAST",
    "READUNCOMMITTED",
    "REPEATABLEREAD",
    "ROWLOCK",
    "SERIALIZABLE",
    "TABLOCK",
    "TABLOCKX",
    "UPDLOCK",
];

/// SQLite joins at most 64 tables.
const JOINS: usize = 64;

impl Parser<'_> {
    /// The items of FROM.
    pub(super) fn sources(&mut self) -> Parsed<Vec<Source>> {
        let mut sources = Vec::new();
        loop {
            sources.push(self.source()?);
            if !self.take_symbol(",") {
                return Ok(sources);
            }
            if sources.len() >= JOINS {
                return Err(self.unknown("A join of more than 64 tables"));
            }
        }
    }

    /// An item of FROM with all that is joined to it.
    pub(super) fn source(&mut self) -> Parsed<Source> {
        self.nested(|parser| {
            let mut left = parser.single_source()?;
            let mut joins = 0;
            while let Some(kind) = parser.join_kind()? {
                joins += 1;
                if joins >= JOINS {
                    return Err(parser.unknown("A join of more than 64 tables"));
                }
                left = parser.join(left, kind)?;
            }
            Ok(left)
        })
    }

    /// What follows `JOIN`. `a JOIN b JOIN c ON … ON …` joins b and c first.
    fn join(&mut self, left: Source, kind: JoinKind) -> Parsed<Source> {
        let at = left.at;
        let mut right = self.single_source()?;
        let mut on = None;
        if !matches!(kind, JoinKind::Cross | JoinKind::CrossApply | JoinKind::OuterApply) {
            while !self.is("ON") {
                let Some(inner) = self.join_kind()? else { return Err(self.unexpected()) };
                right = self.nested(|parser| parser.join(right, inner))?;
            }
            self.expect("ON")?;
            on = Some(self.expression()?);
        }
        let kind = SourceKind::Join { left: Box::new(left), right: Box::new(right), kind, on };
        Ok(Source { at, kind, alias: None, columns: Vec::new() })
    }

    fn join_kind(&mut self) -> Parsed<Option<JoinKind>> {
        let kind = match () {
            () if self.take_all(&["CROSS", "APPLY"]) => return Ok(Some(JoinKind::CrossApply)),
            () if self.take_all(&["OUTER", "APPLY"]) => return Ok(Some(JoinKind::OuterApply)),
            () if self.take_all(&["CROSS", "JOIN"]) => return Ok(Some(JoinKind::Cross)),
            () if self.take("JOIN") => return Ok(Some(JoinKind::Inner)),
            () if self.take("INNER") => JoinKind::Inner,
            () if self.take("LEFT") => JoinKind::Left,
            () if self.take("RIGHT") => JoinKind::Right,
            () if self.take("FULL") => JoinKind::Full,
            () => return Ok(None),
        };
        if kind != JoinKind::Inner {
            self.take("OUTER");
        }
        for hint in ["LOOP", "HASH", "MERGE", "REMOTE"] {
            self.take(hint);
        }
        self.expect("JOIN")?;
        Ok(Some(kind))
    }

    pub(super) fn single_source(&mut self) -> Parsed<Source> {
        let at = self.offset();
        if self.is_symbol("(") {
            return self.source_in_parentheses(at);
        }
        if self.kind(0) == Some(TokenKind::Variable) {
            let name = self.variable()?;
            if self.is_symbol(".") {
                return Err(self.unknown("A method of a variable in FROM"));
            }
            return self.named(at, SourceKind::Table(vec![name]));
        }
        if self.is("VECTOR_SEARCH") && self.is_symbol_at(1, "(") {
            return self.vector_search(at);
        }
        let special =
            ["OPENROWSET", "OPENQUERY", "OPENDATASOURCE", "OPENXML", "CONTAINSTABLE", "FREETEXTTABLE", "PREDICT"];
        if special.iter().any(|word| self.is(word)) && self.is_symbol_at(1, "(") {
            return self.elsewhere(at);
        }
        if self.is_symbol("::") {
            return Err(self.unknown("A function of the system written with ::"));
        }
        let name = self.qualified_name()?;
        if self.is_symbol("(") && !self.old_style_hint() {
            return self.function(at, name);
        }
        if self.are(&["FOR", "SYSTEM_TIME"]) {
            return Err(self.unknown("FOR SYSTEM_TIME"));
        }
        self.named(at, SourceKind::Table(name))
    }

    /// Rows that come from elsewhere: `OPENROWSET(…)`, `FREETEXTTABLE(…)`, ….
    fn elsewhere(&mut self, at: usize) -> Parsed<Source> {
        let what = self.text().to_uppercase();
        self.advance();
        self.skip_parenthesis()?;
        if self.take("WITH") {
            self.skip_parenthesis()?;
        }
        self.named(at, SourceKind::Other(what))
    }

    fn source_in_parentheses(&mut self, at: usize) -> Parsed<Source> {
        self.expect_symbol("(")?;
        if ["INSERT", "UPDATE", "DELETE", "MERGE"].iter().any(|word| self.is(word)) {
            return Err(self.unknown("A change of rows inside FROM"));
        }
        let kind = if self.at_query() {
            SourceKind::Query(Box::new(self.inner_query()?))
        } else if self.take("VALUES") {
            SourceKind::Values(self.list(|parser| parser.parenthesized(Self::expression))?)
        } else {
            let inner = self.source()?;
            self.expect_symbol(")")?;
            return Ok(inner);
        };
        self.expect_symbol(")")?;
        let source = self.named(at, kind)?;
        if source.alias.is_none() { Err(self.unexpected()) } else { Ok(source) }
    }

    /// The alias, columns and hints that follow.
    fn named(&mut self, at: usize, kind: SourceKind) -> Parsed<Source> {
        for (word, what) in [("TABLESAMPLE", "TABLESAMPLE"), ("PIVOT", "PIVOT"), ("UNPIVOT", "UNPIVOT")] {
            if self.is(word) {
                return Err(self.unknown(what));
            }
        }
        if self.are(&["FOR", "PATH"]) {
            return Err(self.unknown("FOR PATH in FROM"));
        }
        let mut alias = self.alias()?;
        let hint = self.old_style_hint();
        let columns = if alias.is_some() && !hint { self.column_list()? } else { Vec::new() };
        self.table_hints()?;
        if hint && alias.is_none() {
            alias = self.alias()?;
        }
        if self.is("TABLESAMPLE") || self.is("PIVOT") || self.is("UNPIVOT") {
            return Err(self.unknown(&self.text().to_uppercase()));
        }
        Ok(Source { at, kind, alias, columns })
    }

    /// `WITH (…)`, or a hint in parentheses alone; whatever follows that is not one stays.
    pub(super) fn table_hints(&mut self) -> Parsed<()> {
        let with = self.is("WITH") && self.is_symbol_at(1, "(");
        if with {
            self.advance();
        }
        if !with && !self.old_style_hint() {
            return Ok(());
        }
        self.expect_symbol("(")?;
        loop {
            if !TABLE_HINTS.iter().any(|hint| self.is(hint)) {
                return Err(self.unknown(&format!("The table hint {}", self.text())));
            }
            while TABLE_HINTS.iter().any(|hint| self.is(hint)) {
                self.advance();
                if self.is_symbol("(") || self.is_symbol("=") {
                    self.skip_hint()?;
                }
            }
            if self.take_symbol(")") {
                return Ok(());
            }
            self.expect_symbol(",")?;
        }
    }

    /// `(NOLOCK)` without WITH.
    fn old_style_hint(&self) -> bool {
        self.is_symbol("(")
            && TABLE_HINTS.iter().any(|hint| self.is_at(1, hint))
            && (self.is_symbol_at(2, ")") || self.is_symbol_at(2, ",") || self.is_at(1, "INDEX"))
    }

    fn function(&mut self, at: usize, name: Vec<Ident>) -> Parsed<Source> {
        self.expect_symbol("(")?;
        let arguments = if self.is_symbol(")") { Vec::new() } else { self.list(Self::argument)? };
        self.expect_symbol(")")?;
        let openjson = name.len() == 1 && name[0].is("openjson");
        let with = if openjson && self.take("WITH") { self.parenthesized(Self::with_column)? } else { Vec::new() };
        self.named(at, SourceKind::Function { name, arguments, with })
    }

    fn argument(&mut self) -> Parsed<crate::syntax::query::ast::Expr> {
        self.expression()
    }

    /// `name type ['path'] [AS JSON]`.
    fn with_column(&mut self) -> Parsed<WithColumn> {
        let name = self.name()?;
        let data_type = self.data_type()?;
        if self.take("COLLATE") {
            self.name()?;
        }
        let path = if self.kind(0) == Some(TokenKind::String) { Some(self.string()?) } else { None };
        let as_json = self.take_all(&["AS", "JSON"]);
        Ok(WithColumn { name, data_type, path, as_json })
    }

    fn vector_search(&mut self, at: usize) -> Parsed<Source> {
        self.advance();
        self.expect_symbol("(")?;
        self.expect_named("TABLE")?;
        let table_at = self.offset();
        let table = self.qualified_name()?;
        let table_alias = self.alias()?;
        self.expect_symbol(",")?;
        self.expect_named("COLUMN")?;
        let column_at = self.offset();
        let column = self.qualified_name()?.pop().ok_or_else(|| self.unexpected())?;
        self.expect_symbol(",")?;
        self.expect_named("SIMILAR_TO")?;
        let similar_to = self.expression()?;
        self.expect_symbol(",")?;
        self.expect_named("METRIC")?;
        let metric = self.expression()?;
        let top_n = if self.take_symbol(",") {
            self.expect_named("TOP_N")?;
            Some(self.expression()?)
        } else {
            None
        };
        self.expect_symbol(")")?;
        let alias = self.alias()?;
        let force_ann_only = self.force_ann_only()?;
        let search =
            VectorSearch { table, table_at, table_alias, column, column_at, similar_to, metric, top_n, force_ann_only };
        Ok(Source { at, kind: SourceKind::VectorSearch(Box::new(search)), alias, columns: Vec::new() })
    }

    fn force_ann_only(&mut self) -> Parsed<bool> {
        let found = self.is("WITH") && self.is_symbol_at(1, "(") && self.is_at(2, "FORCE_ANN_ONLY");
        if found {
            for _ in 0..3 {
                self.advance();
            }
            self.expect_symbol(")")?;
        }
        Ok(found)
    }
}

//! What stands behind the SELECTs of a query: OFFSET and FETCH, FOR XML and FOR JSON, query hints.

use super::cursor::{Parsed, Parser};
use crate::syntax::lexer::TokenKind;
use crate::syntax::query::ast::{Expr, ForJson};

/// Query hints that steer how the engine works, not what comes out.
const HINTS: [&str; 23] = [
    "CONCAT",
    "DISABLE",
    "EXPAND",
    "FAST",
    "FORCE",
    "HASH",
    "IGNORE_NONCLUSTERED_COLUMNSTORE_INDEX",
    "KEEP",
    "KEEPFIXED",
    "LABEL",
    "LOOP",
    "MAXDOP",
    "MAX_GRANT_PERCENT",
    "MERGE",
    "MIN_GRANT_PERCENT",
    "NO_PERFORMANCE_SPOOL",
    "OPTIMIZE",
    "ORDER",
    "PARAMETERIZATION",
    "QUERYTRACEON",
    "RECOMPILE",
    "ROBUST",
    "USE",
];

impl Parser<'_> {
    /// `OFFSET n ROWS [FETCH NEXT n ROWS ONLY]`, or `FETCH APPROXIMATE NEXT n ROWS ONLY` alone.
    pub(super) fn offset_fetch(&mut self) -> Parsed<(Option<Expr>, Option<Expr>)> {
        let offset = if self.take("OFFSET") {
            let offset = self.expression()?;
            self.rows_word()?;
            Some(offset)
        } else {
            None
        };
        if self.at_approximate_fetch() {
            self.advance();
        } else if offset.is_none() || !self.is("FETCH") {
            return Ok((offset, None));
        }
        self.advance();
        if !self.take("NEXT") {
            self.expect("FIRST")?;
        }
        let fetch = self.expression()?;
        self.rows_word()?;
        self.expect("ONLY")?;
        Ok((offset, Some(fetch)))
    }

    pub(super) fn at_approximate_fetch(&self) -> bool {
        self.are(&["FETCH", "APPROXIMATE"]) || self.are(&["FETCH", "APPROX"])
    }

    fn rows_word(&mut self) -> Parsed<()> {
        if self.take("ROWS") || self.take("ROW") { Ok(()) } else { Err(self.unexpected()) }
    }

    /// `FOR XML PATH('row'), TYPE, ROOT('r')` and the like: words, some with a parenthesis, parted by commas.
    pub(super) fn for_xml(&mut self) -> Parsed<bool> {
        if !self.take_all(&["FOR", "XML"]) {
            return Ok(false);
        }
        while self.kind(0) == Some(TokenKind::Word) && !self.is("OPTION") {
            self.advance();
            if self.is_symbol("(") {
                self.skip_parenthesis()?;
            }
            self.take_symbol(",");
        }
        Ok(true)
    }

    pub(super) fn for_clause(&mut self) -> Parsed<Option<ForJson>> {
        if !self.take("FOR") {
            return Ok(None);
        }
        if !self.take("JSON") {
            return Err(self.unknown(&format!("FOR {}", self.text().to_uppercase())));
        }
        let auto = self.take("AUTO");
        if !auto {
            self.expect("PATH")?;
        }
        let mut clause = ForJson { auto, ..ForJson::default() };
        while self.take_symbol(",") {
            self.json_option(&mut clause)?;
        }
        Ok(Some(clause))
    }

    fn json_option(&mut self, clause: &mut ForJson) -> Parsed<()> {
        if self.take("INCLUDE_NULL_VALUES") {
            clause.include_null_values = true;
        } else if self.take("WITHOUT_ARRAY_WRAPPER") {
            clause.without_array_wrapper = true;
        } else {
            self.expect("ROOT")?;
            clause.root = Some("root".to_owned());
            if self.take_symbol("(") {
                clause.root = Some(self.string()?);
                self.expect_symbol(")")?;
            }
        }
        Ok(())
    }

    /// `OPTION (…)`; MAXRECURSION is the only one that changes what a query does.
    pub(super) fn options(&mut self) -> Parsed<Option<u32>> {
        if !self.is("OPTION") {
            return Ok(None);
        }
        self.advance();
        let hints = self.parenthesized(|parser| {
            if parser.take("MAXRECURSION") {
                return parser.integer().map(Some);
            }
            if !HINTS.iter().any(|hint| parser.is(hint)) {
                return Err(parser.unknown(&format!("The query hint {}", parser.text())));
            }
            parser.skip_hint()?;
            Ok(None)
        })?;
        Ok(hints.into_iter().flatten().next())
    }

    /// Past a parenthesis with all that is in it.
    pub(super) fn skip_parenthesis(&mut self) -> Parsed<()> {
        self.expect_symbol("(")?;
        while !self.is_symbol(")") {
            self.skip_hint()?;
            self.take_symbol(",");
        }
        self.expect_symbol(")")
    }

    /// To the comma or parenthesis that ends a hint.
    pub(super) fn skip_hint(&mut self) -> Parsed<()> {
        let mut depth = 0_usize;
        loop {
            match () {
                () if self.kind(0).is_none() => return Err(self.unexpected()),
                () if self.is_symbol("(") => depth += 1,
                () if depth == 0 && (self.is_symbol(",") || self.is_symbol(")")) => return Ok(()),
                () if self.is_symbol(")") => depth -= 1,
                () => {}
            }
            self.advance();
        }
    }
}

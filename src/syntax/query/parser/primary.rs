//! Literals, names, function calls, CASE, CAST, subqueries.

use super::cursor::{Parsed, Parser};
use crate::name::{Ident, Name};
use crate::schema::{DataType, VectorBase};
use crate::syntax::lexer::TokenKind;
use crate::syntax::parse::system_type;
use crate::syntax::query::ast::{Call, Expr, ExprKind, OrderItem, Window};

/// Functions whose names are reserved words.
const RESERVED_FUNCTIONS: [&str; 5] = ["COALESCE", "LEFT", "NULLIF", "RIGHT", "USER"];

/// Functions that are called without parentheses.
const BARE_FUNCTIONS: [&str; 7] =
    ["CURRENT_TIMESTAMP", "CURRENT_DATE", "CURRENT_TIME", "CURRENT_USER", "SESSION_USER", "SYSTEM_USER", "USER"];

impl Parser<'_> {
    pub(super) fn primary(&mut self) -> Parsed<Expr> {
        let at = self.offset();
        let kind = match self.kind(0) {
            Some(TokenKind::Number) => self.number()?,
            Some(TokenKind::String) => {
                let national = self.text().starts_with(['N', 'n']);
                ExprKind::Text { text: self.string()?, national }
            }
            Some(TokenKind::Variable) => ExprKind::Variable(self.variable()?),
            Some(TokenKind::Symbol) if self.is_symbol("(") => return self.in_parentheses(),
            Some(TokenKind::Symbol) if self.is_symbol("{") => return Err(self.unknown("An ODBC escape sequence")),
            Some(TokenKind::Word) => self.word()?,
            Some(TokenKind::Bracketed | TokenKind::Quoted) => self.name_or_call()?,
            _ => return Err(self.unexpected()),
        };
        Ok(Expr { at, kind })
    }

    fn number(&mut self) -> Parsed<ExprKind> {
        let text = self.text();
        let kind = match text.get(..2) {
            Some("0x" | "0X") => ExprKind::Binary(hex(&text[2..])),
            _ => ExprKind::Number(text.to_owned()),
        };
        self.advance();
        Ok(kind)
    }

    /// A subquery, or an expression with parentheses around it.
    fn in_parentheses(&mut self) -> Parsed<Expr> {
        let at = self.offset();
        self.advance();
        let inner = if self.at_query() {
            Expr { at, kind: ExprKind::Subquery(Box::new(self.inner_query()?)) }
        } else {
            self.expression()?
        };
        self.expect_symbol(")")?;
        Ok(inner)
    }

    fn word(&mut self) -> Parsed<ExprKind> {
        let word = self.text().to_ascii_uppercase();
        match word.as_str() {
            "NULL" => {
                self.advance();
                Ok(ExprKind::Null)
            }
            "DEFAULT" => {
                self.advance();
                Ok(ExprKind::Default)
            }
            "UPDATE" if self.is_symbol_at(1, "(") => Err(self.unknown("The function UPDATE of a trigger")),
            "CONTAINS" | "FREETEXT" if self.is_symbol_at(1, "(") => self.over("Full-text search"),
            "PARSE" | "TRY_PARSE" | "JSON_ARRAYAGG" | "JSON_OBJECTAGG" if self.is_symbol_at(1, "(") => {
                self.over(&format!("The function {word}"))
            }
            "UPDATE" if self.is_symbol_at(1, "(") => self.over("The function UPDATE of a trigger"),
            "MATCH" if self.is_symbol_at(1, "(") => self.over("MATCH"),
            "IDENTITY" => Err(self.unknown("The function IDENTITY of SELECT … INTO")),
            "IDENTITYCOL" | "ROWGUIDCOL" | "$IDENTITY" | "$ROWGUID" => Err(self.unknown(&word)),
            "CASE" => self.case(),
            "EXISTS" => self.exists(),
            "CAST" | "TRY_CAST" if self.is_symbol_at(1, "(") => self.cast(),
            "CONVERT" | "TRY_CONVERT" => self.convert(),
            "NEXT" if self.are(&["NEXT", "VALUE", "FOR"]) => {
                self.take_all(&["NEXT", "VALUE", "FOR"]);
                let name = self.qualified_name()?;
                if self.is("OVER") {
                    Err(self.unknown("NEXT VALUE FOR … OVER"))
                } else {
                    Ok(ExprKind::NextValue(name))
                }
            }
            other if BARE_FUNCTIONS.contains(&other) && !self.is_symbol_at(1, "(") => {
                self.advance();
                Ok(call(vec![Ident::new(other)]))
            }
            other if RESERVED_FUNCTIONS.contains(&other) && self.is_symbol_at(1, "(") => {
                self.advance();
                self.call(vec![Ident::new(&word)])
            }
            _ => self.name_or_call(),
        }
    }

    fn name_or_call(&mut self) -> Parsed<ExprKind> {
        let name = self.qualified_name()?;
        if self.is_symbol("::") {
            return Err(self.unknown("A static method of a CLR type"));
        }
        if !self.is_symbol("(") {
            return Ok(ExprKind::Column(name));
        }
        self.call(name)
    }

    /// A word and the parenthesis behind it, which nothing here looks into.
    fn over(&mut self, what: &str) -> Parsed<ExprKind> {
        self.advance();
        self.skip_parenthesis()?;
        if self.take("OVER") {
            self.skip_parenthesis()?;
        }
        Ok(ExprKind::Other(what.to_owned()))
    }

    fn case(&mut self) -> Parsed<ExprKind> {
        self.expect("CASE")?;
        let operand = if self.is("WHEN") { None } else { Some(Box::new(self.expression()?)) };
        let mut whens = Vec::new();
        while self.take("WHEN") {
            let when = self.expression()?;
            self.expect("THEN")?;
            whens.push((when, self.expression()?));
        }
        if whens.is_empty() {
            return Err(self.unexpected());
        }
        let otherwise = if self.take("ELSE") { Some(Box::new(self.expression()?)) } else { None };
        self.expect("END")?;
        Ok(ExprKind::Case { operand, whens, otherwise })
    }

    fn exists(&mut self) -> Parsed<ExprKind> {
        self.expect("EXISTS")?;
        self.expect_symbol("(")?;
        let query = Box::new(self.inner_query()?);
        self.expect_symbol(")")?;
        Ok(ExprKind::Exists(query))
    }

    fn cast(&mut self) -> Parsed<ExprKind> {
        let lenient = self.is("TRY_CAST");
        self.advance();
        self.expect_symbol("(")?;
        let value = Box::new(self.expression()?);
        self.expect("AS")?;
        let data_type = self.data_type()?;
        self.expect_symbol(")")?;
        Ok(ExprKind::Cast { value, data_type, style: None, lenient })
    }

    fn convert(&mut self) -> Parsed<ExprKind> {
        let lenient = self.is("TRY_CONVERT");
        self.advance();
        self.expect_symbol("(")?;
        let data_type = self.data_type()?;
        self.expect_symbol(",")?;
        let value = Box::new(self.expression()?);
        let style = if self.take_symbol(",") { Some(Box::new(self.expression()?)) } else { None };
        self.expect_symbol(")")?;
        Ok(ExprKind::Cast { value, data_type, style, lenient })
    }

    /// From the opening parenthesis on.
    fn call(&mut self, name: Vec<Ident>) -> Parsed<ExprKind> {
        let mut call = Call { name, ..empty_call() };
        self.expect_symbol("(")?;
        if self.is_symbol("*") && self.is_symbol_at(1, ")") {
            self.advance();
            call.star = true;
        } else if !self.is_symbol(")") {
            call.distinct = self.take("DISTINCT");
            if !call.distinct {
                self.take("ALL");
            }
            self.arguments(&mut call)?;
        }
        self.expect_symbol(")")?;
        self.after_call(&mut call)?;
        Ok(ExprKind::Call(Box::new(call)))
    }

    fn arguments(&mut self, call: &mut Call) -> Parsed<()> {
        while !self.at_on_null() {
            call.arguments.push(self.expression()?);
            if self.are(&["WITH", "ARRAY", "WRAPPER"]) {
                return Err(self.unknown("WITH ARRAY WRAPPER"));
            }
            if self.take_all(&["USE", "MODEL"]) {
                self.model(call)?;
                break;
            }
            // `TRIM(characters FROM text)`: the text first.
            if call.name[0].is("trim") && self.take("FROM") {
                call.arguments.insert(0, self.expression()?);
                break;
            }
            // `JSON_OBJECT('key': value)`.
            if !self.take_symbol(":") && !self.take_symbol(",") {
                break;
            }
        }
        if self.at_on_null() {
            let absent = self.is("ABSENT");
            call.absent_on_null = Some(absent);
            self.take_all(&[if absent { "ABSENT" } else { "NULL" }, "ON", "NULL"]);
        }
        Ok(())
    }

    /// `ABSENT ON NULL`, `NULL ON NULL`, also where it is all that a function is given.
    fn at_on_null(&self) -> bool {
        self.is_at(1, "ON") && self.is_at(2, "NULL") && (self.is("ABSENT") || self.is("NULL"))
    }

    /// What follows `USE MODEL`: its name, and `PARAMETERS json`.
    fn model(&mut self, call: &mut Call) -> Parsed<()> {
        call.model = self.qualified_name()?.pop();
        if self.take("PARAMETERS") {
            call.arguments.push(self.expression()?);
        }
        Ok(())
    }

    fn after_call(&mut self, call: &mut Call) -> Parsed<()> {
        if self.take_all(&["WITHIN", "GROUP"]) {
            self.expect_symbol("(")?;
            self.expect("ORDER")?;
            self.expect("BY")?;
            call.within = self.list(Self::order_item)?;
            self.expect_symbol(")")?;
        }
        if self.are(&["IGNORE", "NULLS"]) || self.are(&["RESPECT", "NULLS"]) {
            return Err(self.unknown("IGNORE NULLS and RESPECT NULLS"));
        }
        if self.take("OVER") {
            call.over = Some(self.window()?);
        }
        Ok(())
    }

    fn window(&mut self) -> Parsed<Window> {
        if !self.is_symbol("(") {
            return Err(self.unknown("A named window"));
        }
        self.expect_symbol("(")?;
        let partition = if self.take_all(&["PARTITION", "BY"]) { self.list(Self::expression)? } else { Vec::new() };
        let order = if self.take_all(&["ORDER", "BY"]) { self.list(Self::order_item)? } else { Vec::new() };
        let frame = if self.is("ROWS") || self.is("RANGE") { Some(self.frame()?) } else { None };
        self.expect_symbol(")")?;
        Ok(Window { partition, order, frame })
    }

    fn frame(&mut self) -> Parsed<String> {
        let mut frame = self.text().to_ascii_uppercase();
        self.advance();
        if self.take("BETWEEN") {
            let start = self.frame_bound()?;
            self.expect("AND")?;
            let end = self.frame_bound()?;
            frame.push_str(&format!(" BETWEEN {start} AND {end}"));
        } else {
            frame.push_str(&format!(" {}", self.frame_bound()?));
        }
        Ok(frame)
    }

    fn frame_bound(&mut self) -> Parsed<String> {
        if self.take_all(&["CURRENT", "ROW"]) {
            return Ok("CURRENT ROW".to_owned());
        }
        let distance = if self.take("UNBOUNDED") { "UNBOUNDED".to_owned() } else { self.integer()?.to_string() };
        match () {
            () if self.take("PRECEDING") => Ok(format!("{distance} PRECEDING")),
            () if self.take("FOLLOWING") => Ok(format!("{distance} FOLLOWING")),
            () => Err(self.unexpected()),
        }
    }

    pub(super) fn order_item(&mut self) -> Parsed<OrderItem> {
        let value = self.expression()?;
        let descending = self.take("DESC");
        if !descending {
            self.take("ASC");
        }
        Ok(OrderItem { value, descending })
    }

    /// `int`, `nvarchar(10)`, `vector(3, float16)`, `dbo.alias`.
    pub(super) fn data_type(&mut self) -> Parsed<DataType> {
        if self.take_all(&["DOUBLE", "PRECISION"]) {
            return Ok(DataType::System { name: "float".into(), args: Vec::new() });
        }
        let name = self.qualified_name()?;
        let mut arguments: Vec<Box<str>> = Vec::new();
        if self.is_symbol("(") {
            arguments = self.parenthesized(|parser| {
                let known = matches!(parser.kind(0), Some(TokenKind::Number | TokenKind::Word));
                let text = parser.text().to_ascii_lowercase().into_boxed_str();
                if known {
                    parser.advance()
                } else {
                    return Err(parser.unexpected());
                }
                Ok(text)
            })?;
        }
        self.data_type_of(&name, arguments)
    }

    fn data_type_of(&self, name: &[Ident], args: Vec<Box<str>>) -> Parsed<DataType> {
        let (object, schema) = (&name[name.len() - 1], name.len().checked_sub(2).map(|at| &name[at]));
        if schema.is_some_and(|schema| !schema.is("sys")) {
            return Ok(DataType::User(Name::new(schema.map_or("", Ident::as_str), object.as_str())));
        }
        let word = object.folded();
        Ok(match word {
            "vector" => {
                let dimensions = args.first().and_then(|n| n.parse().ok()).ok_or_else(|| self.unexpected())?;
                let base = match args.get(1).map(|base| &**base) {
                    None | Some("float32") => VectorBase::Float32,
                    Some("float16") => VectorBase::Float16,
                    Some(_) => return Err(self.unexpected()),
                };
                DataType::Vector { dimensions, base }
            }
            "xml" => DataType::Xml(None),
            _ => match system_type(word) {
                Some(known) => DataType::System { name: known.into(), args },
                None => DataType::User(Name::dbo(object.as_str())),
            },
        })
    }
}

fn empty_call() -> Call {
    Call {
        name: Vec::new(),
        arguments: Vec::new(),
        star: false,
        distinct: false,
        within: Vec::new(),
        over: None,
        absent_on_null: None,
        model: None,
    }
}

fn call(name: Vec<Ident>) -> ExprKind {
    ExprKind::Call(Box::new(Call { name, ..empty_call() }))
}

/// The bytes of hexadecimal digits; an odd number of them has a zero before it.
fn hex(digits: &str) -> Vec<u8> {
    let padded = if digits.len() % 2 == 1 { format!("0{digits}") } else { digits.to_owned() };
    (0..padded.len() / 2).filter_map(|at| u8::from_str_radix(&padded[at * 2..at * 2 + 2], 16).ok()).collect()
}

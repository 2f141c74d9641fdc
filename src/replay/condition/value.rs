//! Values in conditions, as far as they are known.

use super::{Judge, Truth};
use crate::catalog::{Catalog, Part};
use crate::name::{Ident, Name};
use crate::syntax::lexer::{Token, TokenKind, string_text};

/// What is known of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::replay) enum Value {
    Null,
    Int(i64),
    Text(String),
    /// A number above zero: an object's id, a count of what is there.
    Positive,
    /// The number of rows that a table has after the load: as many as are asked for.
    Many,
    /// Not NULL; no more is known.
    Something,
    Unknown,
}

impl Value {
    /// Whether the value is NULL.
    pub(super) fn is_null(&self) -> Truth {
        match self {
            Value::Null => Truth::True,
            Value::Unknown => Truth::Unknown,
            _ => Truth::False,
        }
    }

    /// The id of something, or NULL where it is not there.
    fn id(there: Truth) -> Self {
        match there {
            Truth::True => Value::Positive,
            Truth::False => Value::Null,
            Truth::Unknown => Value::Unknown,
        }
    }

    fn text(&self) -> Option<&str> {
        if let Value::Text(text) = self { Some(text) } else { None }
    }
}

/// The value of a single literal.
pub(in crate::replay) fn literal(token: &Token, text: &str) -> Value {
    let written = token.text(text);
    match token.kind {
        TokenKind::Number => written.parse().map_or(Value::Unknown, Value::Int),
        TokenKind::String => Value::Text(string_text(written)),
        TokenKind::Word if written.eq_ignore_ascii_case("NULL") => Value::Null,
        _ => Value::Unknown,
    }
}

/// The value of an expression.
pub(super) fn value(judge: Judge<'_>, tokens: &[Token], depth: usize) -> Value {
    if depth > super::MAX_DEPTH {
        return Value::Unknown;
    }
    match tokens {
        [variable] if variable.kind == TokenKind::Variable => judge.variable(variable.text(judge.text)),
        [single] => literal(single, judge.text),
        [minus, number] if minus.is_symbol(judge.text, "-") => match literal(number, judge.text) {
            Value::Int(number) => Value::Int(-number),
            _ => Value::Unknown,
        },
        [function, arguments @ ..] if function.kind == TokenKind::Word => match judge.enclosed(arguments) {
            Some(inner) => judge.function(&function.text(judge.text).to_uppercase(), inner, depth + 1),
            None => Value::Unknown,
        },
        _ => match judge.enclosed(tokens) {
            Some(query) if query.first().is_some_and(|word| judge.is(word, "SELECT")) => judge.scalar(query, depth + 1),
            Some(inner) => value(judge, inner, depth + 1),
            None => Value::Unknown,
        },
    }
}

impl Judge<'_> {
    fn variable(self, name: &str) -> Value {
        match name.to_uppercase().as_str() {
            "@@TRANCOUNT" => Value::Int(i64::from(self.facts.transactions)),
            // The history is one of statements that succeeded.
            "@@ERROR" => Value::Int(0),
            _ => self.facts.variables.get(&Ident::new(name)).cloned().unwrap_or(Value::Unknown),
        }
    }

    fn function(self, name: &str, arguments: &[Token], depth: usize) -> Value {
        let arguments = self.split_at(arguments, |token| token.is_symbol(self.text, ","));
        let argument = |at: usize| arguments.get(at).map_or(Value::Unknown, |tokens| value(self, tokens, depth));
        let text = |at: usize| argument(at).text().map(str::to_owned);
        match name {
            "OBJECT_ID" => Value::id(self.object_id(text(0).as_deref(), arguments.get(1).map(|_| text(1)))),
            "SCHEMA_ID" => Value::id(text(0).map_or(Truth::Unknown, |name| self.facts.schema(&Ident::new(name)))),
            "TYPE_ID" => Value::id(text(0).map_or(Truth::Unknown, |name| self.type_id(&name))),
            "DATABASE_PRINCIPAL_ID" | "USER_ID" => {
                Value::id(text(0).map_or(Truth::Unknown, |name| self.facts.principal(&Ident::new(name))))
            }
            "COL_LENGTH" => match (text(0), text(1)) {
                (Some(table), Some(column)) => self.column_property(object_name(&table), column, "max_length"),
                _ => Value::Unknown,
            },
            "COLUMNPROPERTY" => match (text(1), text(2)) {
                (Some(column), Some(property)) => {
                    self.column_property(self.table_of_id(arguments.first()), column, &property.to_lowercase())
                }
                _ => Value::Unknown,
            },
            "INDEXPROPERTY" => match (self.table_of_id(arguments.first()), text(1)) {
                (Some(table), Some(index)) => something(self.facts.index(&table, &Ident::new(index))),
                _ => Value::Unknown,
            },
            "ISNULL" | "COALESCE" => match argument(0) {
                Value::Null if arguments.len() == 2 => argument(1),
                known => known,
            },
            "XACT_STATE" => Value::Int(i64::from(self.facts.transactions > 0)),
            _ => Value::Unknown,
        }
    }

    /// Whether an object is there, of the type whose code is given.
    fn object_id(self, name: Option<&str>, code: Option<Option<String>>) -> Truth {
        let Some(text) = name else { return Truth::Unknown };
        if crate::syntax::parse::name_in_text(text).is_none() {
            // What is no name is no object's.
            return Truth::False;
        }
        let Some(name) = object_name(text) else { return Truth::Unknown };
        match code {
            None => self.facts.object(&name, None),
            Some(code) => match code.as_deref().and_then(super::view::class_of_code) {
                Some(class) => self.facts.object(&name, Some(&[class])),
                None => Truth::Unknown,
            },
        }
    }

    fn type_id(self, text: &str) -> Truth {
        let Some(name) = object_name(text) else { return Truth::Unknown };
        match self.facts.catalog.types.get(&name) {
            Some(entry) => Some(entry.presence).into(),
            None => crate::syntax::parse::type_in_text(text).is_some().into(),
        }
    }

    fn column_property(self, table: Option<Name>, column: String, property: &str) -> Value {
        table.map_or(Value::Unknown, |table| self.facts.column_property(&table, &Ident::new(column), property))
    }

    /// The table of `OBJECT_ID('table')`.
    pub(super) fn table_of_id(self, tokens: Option<&&[Token]>) -> Option<Name> {
        let [function, arguments @ ..] = *tokens? else { return None };
        if !self.is(function, "OBJECT_ID") {
            return None;
        }
        let arguments = self.enclosed(arguments)?;
        let first = self.split_at(arguments, |token| token.is_symbol(self.text, ",")).first().copied()?;
        object_name(value(self, first, 0).text()?)
    }
}

/// A property of something: not NULL where it is there.
fn something(there: Truth) -> Value {
    match there {
        Truth::True => Value::Something,
        Truth::False => Value::Null,
        Truth::Unknown => Value::Unknown,
    }
}

/// The object that a text names; `None` for what lives in another database, temporary objects too.
pub(super) fn object_name(text: &str) -> Option<Name> {
    let name = crate::syntax::parse::name_in_text(text)?;
    let other_database = name.parts.len() > 2 && !name.parts[name.parts.len() - 3].is_empty();
    let name = name.to_name();
    (!other_database && !name.is_temporary()).then_some(name)
}

/// Whether two values compare as an operator says.
pub(super) fn compare(left: &Value, operator: &str, right: &Value) -> Truth {
    let turned = match operator {
        "<" => ">",
        ">" => "<",
        "<=" => ">=",
        ">=" => "<=",
        same => same,
    };
    match (left, right) {
        // Not true, whatever the operator.
        (Value::Null, _) | (_, Value::Null) => Truth::False,
        (Value::Int(left), Value::Int(right)) => numbers(*left, operator, *right),
        (Value::Text(left), Value::Text(right)) => {
            let equal = left.trim_end().to_lowercase() == right.trim_end().to_lowercase();
            match operator {
                "=" => equal.into(),
                "<>" | "!=" => (!equal).into(),
                _ => Truth::Unknown,
            }
        }
        (Value::Positive, Value::Int(number)) => positive(operator, *number),
        (Value::Int(number), Value::Positive) => positive(turned, *number),
        (Value::Many, Value::Int(_)) if matches!(operator, ">" | ">=") => Truth::True,
        (Value::Int(_), Value::Many) if matches!(turned, ">" | ">=") => Truth::True,
        _ => Truth::Unknown,
    }
}

fn numbers(left: i64, operator: &str, right: i64) -> Truth {
    match operator {
        "=" => (left == right).into(),
        "<>" | "!=" => (left != right).into(),
        "<" => (left < right).into(),
        ">" => (left > right).into(),
        "<=" | "!>" => (left <= right).into(),
        ">=" | "!<" => (left >= right).into(),
        _ => Truth::Unknown,
    }
}

/// How some number above zero compares with a number.
fn positive(operator: &str, number: i64) -> Truth {
    match operator {
        ">" | "<>" | "!=" if number <= 0 => Truth::True,
        ">=" | "!<" if number <= 1 => Truth::True,
        "=" | "<=" | "!>" if number <= 0 => Truth::False,
        "<" if number <= 1 => Truth::False,
        _ => Truth::Unknown,
    }
}

/// Whether a text is like a pattern. One with wildcards is only known to be like itself.
pub(super) fn like(left: &Value, pattern: &Value) -> Truth {
    let wild = pattern.text().is_some_and(|pattern| pattern.contains(['%', '_', '[']));
    match compare(left, "=", pattern) {
        Truth::False if wild => Truth::Unknown,
        truth => truth,
    }
}

impl super::Facts<'_> {
    pub(super) fn schema(&self, name: &Ident) -> Truth {
        match self.catalog.schemas.get(name) {
            Some(entry) => Some(entry.presence).into(),
            None => self.catalog.has_schema(name).into(),
        }
    }

    pub(super) fn principal(&self, name: &Ident) -> Truth {
        let system = ["dbo", "guest", "public", "sys"].iter().any(|system| name.is(system));
        match self.catalog.principals.get(name) {
            Some(entry) => Some(entry.presence).into(),
            None => (system || name.folded().starts_with("db_")).into(),
        }
    }

    pub(super) fn column(&self, table: &Name, column: &Ident) -> Truth {
        self.part(table, &Part::Column(column.clone()), |catalog| catalog.column(table, column).is_some())
    }

    /// An index, or the one of a key constraint.
    pub(super) fn index(&self, table: &Name, index: &Ident) -> Truth {
        let constraint = self.catalog.table(table).is_some_and(|table| table.constraint(index).is_some());
        let part = if constraint { Part::Constraint(index.clone()) } else { Part::Index(index.clone()) };
        self.part(table, &part, |catalog| constraint || catalog.index(table, index).is_some())
    }

    /// A part of a table. What an uncertain table does not have, it may have; a view's are not known.
    pub(super) fn part(&self, owner: &Name, part: &Part, has: impl Fn(&Catalog) -> bool) -> Truth {
        match self.catalog.tables.get(owner) {
            Some(entry) if has(self.catalog) => Some(entry.existence_of(part)).into(),
            Some(entry) if entry.uncertain => Truth::Unknown,
            None if self.catalog.modules.contains_key(owner) && !has(self.catalog) => Truth::Unknown,
            _ => has(self.catalog).into(),
        }
    }
}

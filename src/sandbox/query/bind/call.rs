//! Function calls: which function it is, its arguments, its type.

use super::aggregate::is_aggregate;
use super::known::{self, Known, Returns};
use super::typed::{Collated, Typed};
use super::window::is_ranking;
use super::{Binder, Bound};
use crate::sandbox::query::physical;
use crate::sandbox::value::SqlType;
use crate::syntax::query::ast::{Call, Expr};

/// Names that look like functions of the engine and are none (Msg 195).
const NO_FUNCTIONS: [&str; 2] = ["JSON_ARRAY_TO_VECTOR", "VECTOR_TO_JSON_ARRAY"];

impl Binder<'_> {
    pub(super) fn call(&mut self, call: &Call, at: usize) -> Bound<Typed> {
        if call.name.len() > 1 {
            return self.user_function(call, at);
        }
        if let Some(model) = &call.model {
            return self.embeddings(call, model, at);
        }
        let name = call.name[0].as_str().to_ascii_uppercase();
        if is_aggregate(&name) {
            return self.aggregate(&name, call, at);
        }
        if is_ranking(&name) {
            return self.ranking(&name, call, at);
        }
        if call.star && matches!(&*name, "CHECKSUM" | "BINARY_CHECKSUM") {
            return self.unknown(format!("{name}(*)"), at);
        }
        if call.over.is_some() || call.distinct || call.star || !call.within.is_empty() {
            return self.error(
                10753,
                format!("The function '{name}' is not a valid windowing or aggregate function."),
                at,
            );
        }
        if let Some(known) = known::find(&name) {
            return self.known_call(known, call, at);
        }
        self.special_call(&name, call, at)
    }

    /// Functions whose arguments or types need more than a row of a table.
    fn special_call(&mut self, name: &str, call: &Call, at: usize) -> Bound<Typed> {
        match name {
            "IIF" => self.iif(call, at),
            "COALESCE" => self.coalesce(call, at),
            "ISNULL" => self.isnull(call, at),
            "NULLIF" => self.nullif(call, at),
            "CHOOSE" => self.choose(call, at),
            "GREATEST" | "LEAST" => self.extreme(call, at),
            "CONCAT" | "CONCAT_WS" => self.concat(name, call, at),
            "SUBSTRING" => self.substring(call, at),
            "FORMAT" => self.format(call, at),
            "FORMATMESSAGE" => self.format_message(call, at),
            "DATALENGTH" | "ISNUMERIC" => self.with_type(name, call, SqlType::Int, at),
            "CHECKSUM" | "BINARY_CHECKSUM" => self.checksum(name, call, at),
            "ISJSON" => self.is_json(call, at),
            "HASHBYTES" => self.hash_bytes(call, at),
            "ROUND" => self.round(call, at),
            "DEGREES" | "RADIANS" => self.angle(name, call, at),
            "POWER" => self.power(call, at),
            "VECTOR_DISTANCE" => self.vector_distance(call, at),
            "VECTOR_NORM" | "VECTOR_NORMALIZE" | "VECTORPROPERTY" => self.vector_function(name, call, at),
            "JSON_QUERY" | "JSON_MODIFY" | "JSON_OBJECT" | "JSON_ARRAY" => self.json_call(name, call, at),
            _ if NO_FUNCTIONS.contains(&name) => {
                self.error(195, format!("'{}' is not a recognized built-in function name.", call.name[0].as_str()), at)
            }
            _ => match self.date_call(name, call, at)? {
                Some(typed) => Ok(typed),
                None => self.unknown(format!("The function {name}"), at),
            },
        }
    }

    /// Msg 174: the function takes another number of arguments.
    pub(super) fn wrong_count<T>(&self, call: &Call, count: &str, at: usize) -> Bound<T> {
        let name = call.name.last().map(|name| name.as_str().to_lowercase()).unwrap_or_default();
        let text = format!("The {name} function requires {count} argument(s).");
        Err(self.fail(crate::sandbox::error::SqlError::new(174, text).class(15), at))
    }

    fn known_call(&mut self, known: &Known, call: &Call, at: usize) -> Bound<Typed> {
        let (required, letters) = letters(known.parameters);
        if call.arguments.len() < required || call.arguments.len() > letters.len() {
            let count = if required == letters.len() {
                required.to_string()
            } else {
                format!("{required} to {}", letters.len())
            };
            return self.wrong_count(call, &count, at);
        }
        let mut values = Vec::with_capacity(letters.len());
        for (argument, letter) in call.arguments.iter().zip(&letters) {
            values.push(self.argument(argument, *letter)?);
        }
        self.known_result(known, values, at)
    }

    /// An argument in the type that a letter of [`Known::parameters`] asks for.
    fn argument(&mut self, argument: &Expr, letter: u8) -> Bound<Typed> {
        let value = self.scalar(argument)?;
        let at = argument.at;
        match letter {
            b't' => self.as_text(value, at),
            b'i' => self.implicit(value, SqlType::Int, at),
            b'I' => self.implicit(value, SqlType::BigInt, at),
            b'f' => self.implicit(value, SqlType::Float, at),
            b'b' => self.implicit(value, SqlType::VarBinary(None), at),
            b'n' if value.data_type.is_text() => self.implicit(value, SqlType::Float, at),
            b'n' if !value.data_type.is_number() => {
                let text = format!(
                    "Argument data type {} is invalid for argument 1 of this function.",
                    value.data_type.describe()
                );
                self.error(8116, text, at)
            }
            _ => Ok(value),
        }
    }

    fn known_result(&mut self, known: &Known, values: Vec<Typed>, at: usize) -> Bound<Typed> {
        let data_type = returned(known.returns, &values);
        let mut collation = Collated::Default;
        for value in values.iter().filter(|value| value.data_type.is_text()) {
            let so_far = Typed { collation, ..value.clone() };
            collation = self.one_collation(&so_far, value, &known.name.to_lowercase(), at)?;
        }
        let mut texts: Vec<String> = values.iter().map(|value| value.sql.clone()).collect();
        if exact_result(known.returns, &values).is_some() {
            texts.push(format!("'{}'", values[0].data_type));
        }
        let mut typed = Typed::new(String::new(), data_type, true);
        typed.collation = collation;
        if known.collated {
            let by = Typed { data_type: SqlType::NVarChar(None), ..typed.clone() };
            texts.push(format!("'{}'", by.sqlite_collation().unwrap_or_default()));
        }
        match known.name {
            "NEWID" | "NEWSEQUENTIALID" => texts.push("randomblob(16)".to_owned()),
            // One number for the whole statement, as in the engine.
            "RAND" if texts.is_empty() => texts.push("(SELECT random())".to_owned()),
            _ => {}
        }
        typed.sql = if known.session {
            let name = physical::literal(known.name);
            format!("t_session({})", std::iter::once(name).chain(texts).collect::<Vec<_>>().join(", "))
        } else {
            let name = if known.name.starts_with("NEW") { "guid".to_owned() } else { known.name.to_lowercase() };
            format!("t_{name}({})", texts.join(", "))
        };
        for value in &values {
            typed.absorb(value);
        }
        // What these return without an argument that is NULL is never NULL itself.
        let total = !matches!(known.returns, Returns::Is(_) | Returns::Long) || values.is_empty();
        typed.nullable = known.session || !total || values.iter().any(|value| value.nullable);
        Ok(typed)
    }

    /// A function of one argument that needs to know its type.
    fn with_type(&mut self, name: &str, call: &Call, returns: SqlType, at: usize) -> Bound<Typed> {
        let [argument] = call.arguments.as_slice() else { return self.wrong_count(call, "1", at) };
        let value = self.scalar(argument)?;
        let returns = if name == "DATALENGTH" && value.data_type.length().is_none() && value.data_type.is_text() {
            SqlType::BigInt
        } else {
            returns
        };
        let sql = format!("t_{}({}, '{}')", name.to_lowercase(), value.sql, value.data_type);
        Ok(Typed::new(sql, returns, value.nullable).with(&value))
    }

    fn checksum(&mut self, name: &str, call: &Call, at: usize) -> Bound<Typed> {
        if call.arguments.is_empty() {
            return self.wrong_count(call, "at least 1", at);
        }
        let mut typed = Typed::new(String::new(), SqlType::Int, false);
        let mut texts = Vec::new();
        for argument in &call.arguments {
            let value = self.scalar(argument)?;
            texts.push(format!("{}, '{}'", value.sql, value.data_type));
            typed.absorb(&value);
        }
        typed.sql = format!("t_{}({})", name.to_lowercase(), texts.join(", "));
        Ok(typed)
    }

    fn hash_bytes(&mut self, call: &Call, at: usize) -> Bound<Typed> {
        let [algorithm, input] = call.arguments.as_slice() else { return self.wrong_count(call, "2", at) };
        let (algorithm, input) = (self.text_operand(algorithm)?, self.scalar(input)?);
        if !input.data_type.is_text() && !input.data_type.is_binary() && !input.is_null() {
            let text = format!(
                "Argument data type {} is invalid for argument 2 of hashbytes function.",
                input.data_type.describe()
            );
            return self.error(8116, text, at);
        }
        let sql = format!("t_hashbytes({}, {}, '{}')", algorithm.sql, input.sql, input.data_type);
        let typed = Typed::new(sql, SqlType::VarBinary(Some(8000)), true);
        Ok(typed.with(&algorithm).with(&input))
    }

    fn round(&mut self, call: &Call, at: usize) -> Bound<Typed> {
        if !(2..=3).contains(&call.arguments.len()) {
            return self.wrong_count(call, "2 to 3", at);
        }
        let value = self.argument(&call.arguments[0], b'n')?;
        let data_type = number_type(value.data_type);
        let value = self.implicit(value, data_type, at)?;
        let mut texts = vec![value.sql.clone()];
        let mut typed = Typed::new(String::new(), data_type, true).with(&value);
        for argument in &call.arguments[1..] {
            let length = self.argument(argument, b'i')?;
            typed.absorb(&length);
            texts.push(length.sql);
        }
        typed.sql = format!("t_round('{data_type}', {})", texts.join(", "));
        Ok(typed)
    }

    /// An angle in the type of the argument: whole for an integer, 18 digits for an exact number.
    fn angle(&mut self, name: &str, call: &Call, at: usize) -> Bound<Typed> {
        let [angle] = call.arguments.as_slice() else { return self.wrong_count(call, "1", at) };
        let angle = self.argument(angle, b'n')?;
        let data_type = match number_type(angle.data_type) {
            SqlType::Decimal { .. } => SqlType::Decimal { precision: 38, scale: 18 },
            other => other,
        };
        let wide = self.implicit(angle, SqlType::Float, at)?;
        let sql = format!("t_convert(t_{}({}), 'float', '{data_type}')", name.to_lowercase(), wide.sql);
        Ok(Typed::new(sql, data_type, wide.nullable).with(&wide))
    }

    /// The result has the type of the first argument, so `POWER(2, 0.5)` is 1.
    fn power(&mut self, call: &Call, at: usize) -> Bound<Typed> {
        let [base, exponent] = call.arguments.as_slice() else { return self.wrong_count(call, "2", at) };
        let base = self.argument(base, b'n')?;
        let data_type = match number_type(base.data_type) {
            SqlType::Decimal { scale, .. } => SqlType::Decimal { precision: 38, scale },
            other => other,
        };
        let exponent = self.argument(exponent, b'f')?;
        let wide = self.implicit(base, SqlType::Float, at)?;
        let sql = format!("t_convert(t_power({}, {}), 'float', '{data_type}')", wide.sql, exponent.sql);
        Ok(Typed::new(sql, data_type, wide.nullable || exponent.nullable).with(&wide).with(&exponent))
    }
}

/// How many arguments are required, and the letter of each.
fn letters(parameters: &str) -> (usize, Vec<u8>) {
    let required = parameters.find('?').unwrap_or(parameters.len());
    (required, parameters.bytes().filter(|letter| *letter != b'?').collect())
}

/// The type of arithmetic on one number.
fn number_type(data_type: SqlType) -> SqlType {
    match data_type {
        SqlType::Bit | SqlType::Real => SqlType::Float,
        SqlType::TinyInt | SqlType::SmallInt => SqlType::Int,
        SqlType::SmallMoney => SqlType::Money,
        other => other,
    }
}

/// Functions of exact numbers are told the type.
fn exact_result(returns: Returns, values: &[Typed]) -> Option<SqlType> {
    matches!(returns, Returns::Whole | Returns::Number).then(|| values.first().map(|value| value.data_type)).flatten()
}

fn returned(returns: Returns, values: &[Typed]) -> SqlType {
    let first = values.first().map_or(SqlType::Int, |value| value.data_type);
    match returns {
        Returns::Is(data_type) => data_type,
        Returns::Of(at) => variable_length(values.get(at).map_or(first, |value| value.data_type)),
        Returns::Long => longest_of(first, values),
        Returns::Count if first.is_text() && first.length().is_none() => SqlType::BigInt,
        Returns::Count => SqlType::Int,
        Returns::Number => number_type(first),
        Returns::Whole => match number_type(first) {
            SqlType::Decimal { precision, scale } => {
                let precision = if scale == 0 { precision } else { (precision + 1).min(38) };
                SqlType::Decimal { precision, scale: 0 }
            }
            other => other,
        },
    }
}

/// `char(n)` as `varchar(n)`.
pub(super) fn variable_length(data_type: SqlType) -> SqlType {
    match data_type {
        SqlType::Char(n) => SqlType::VarChar(Some(n)),
        SqlType::NChar(n) => SqlType::NVarChar(Some(n)),
        SqlType::Binary(n) => SqlType::VarBinary(Some(n)),
        other => other,
    }
}

/// The longest text of a kind: `max` where the first argument is, 8000 bytes otherwise. National where
/// any argument is.
fn longest_of(first: SqlType, values: &[Typed]) -> SqlType {
    let national = values.iter().any(|value| value.data_type.is_national() && !value.is_null());
    match (first.is_text() && first.length().is_none(), national) {
        (true, true) => SqlType::NVarChar(None),
        (true, false) => SqlType::VarChar(None),
        (false, true) => SqlType::NVarChar(Some(4000)),
        (false, false) => SqlType::VarChar(Some(8000)),
    }
}

//! Text functions whose types or arguments are their own.

use super::call::variable_length;
use super::typed::Typed;
use super::{Binder, Bound};
use crate::sandbox::value::SqlType;
use crate::syntax::query::ast::Call;

impl Binder<'_> {
    /// CONCAT and CONCAT_WS: every argument as text, NULL as nothing.
    pub(super) fn concat(&mut self, name: &str, call: &Call, at: usize) -> Bound<Typed> {
        let least = if name == "CONCAT" { 2 } else { 3 };
        if call.arguments.len() < least {
            return self.wrong_count(call, &format!("at least {least}"), at);
        }
        let mut typed = Typed::new(String::new(), SqlType::Int, false);
        let (mut texts, mut national, mut max) = (Vec::new(), false, false);
        for argument in &call.arguments {
            let value = self.text_operand(argument)?;
            national |= value.data_type.is_national() && !value.is_null();
            max |= value.data_type.length().is_none() && !value.is_null();
            typed.collation = self.one_collation(&typed, &value, "concat", argument.at)?;
            typed.absorb(&value);
            texts.push(value.sql);
        }
        typed.data_type = match (national, max) {
            (true, true) => SqlType::NVarChar(None),
            (true, false) => SqlType::NVarChar(Some(4000)),
            (false, true) => SqlType::VarChar(None),
            (false, false) => SqlType::VarChar(Some(8000)),
        };
        let joined = format!("t_{}({})", name.to_lowercase(), texts.join(", "));
        typed.sql = match typed.data_type.length() {
            Some(most) => format!("t_left({joined}, {most})"),
            None => joined,
        };
        Ok(typed)
    }

    /// SUBSTRING of text or binary.
    pub(super) fn substring(&mut self, call: &Call, at: usize) -> Bound<Typed> {
        let [value, start, length] = call.arguments.as_slice() else { return self.wrong_count(call, "3", at) };
        let value = self.scalar(value)?;
        let value = if value.data_type.is_binary() { value } else { self.as_text(value, at)? };
        let (start, length) = (self.scalar(start)?, self.scalar(length)?);
        let (start, length) = (self.implicit(start, SqlType::BigInt, at)?, self.implicit(length, SqlType::BigInt, at)?);
        let sql = format!("t_substring({}, {}, {})", value.sql, start.sql, length.sql);
        let nullable = value.nullable || start.nullable || length.nullable;
        let mut typed = Typed::new(sql, variable_length(value.data_type), nullable);
        typed.collation = value.collation.clone();
        Ok(typed.with(&value).with(&start).with(&length))
    }

    /// FORMAT of numbers and dates; the culture must be English or left out.
    pub(super) fn format(&mut self, call: &Call, at: usize) -> Bound<Typed> {
        if !(2..=3).contains(&call.arguments.len()) {
            return self.wrong_count(call, "2 to 3", at);
        }
        let value = self.scalar(&call.arguments[0])?;
        if !value.data_type.is_number() && !value.data_type.is_temporal() && !value.is_null() {
            let text = format!(
                "Argument data type {} is invalid for argument 1 of format function.",
                value.data_type.describe()
            );
            return self.error(8116, text, at);
        }
        let format = self.text_operand(&call.arguments[1])?;
        let mut typed = Typed::new(String::new(), SqlType::NVarChar(Some(4000)), true).with(&value).with(&format);
        let culture = match call.arguments.get(2) {
            Some(culture) => {
                let culture = self.text_operand(culture)?;
                typed.absorb(&culture);
                culture.sql
            }
            None => "'en-US'".to_owned(),
        };
        typed.sql = format!("t_format({}, '{}', {}, {culture})", value.sql, value.data_type, format.sql);
        Ok(typed)
    }

    /// FORMATMESSAGE with a text; a message number is not known.
    pub(super) fn format_message(&mut self, call: &Call, at: usize) -> Bound<Typed> {
        let Some((message, rest)) = call.arguments.split_first() else {
            return self.wrong_count(call, "at least 1", at);
        };
        let message_value = self.scalar(message)?;
        if !message_value.data_type.is_text() {
            return self.unknown("FORMATMESSAGE with a message number", at);
        }
        let mut typed = Typed::new(String::new(), SqlType::NVarChar(Some(2048)), true).with(&message_value);
        let mut texts = vec![message_value.sql];
        for argument in rest {
            let value = self.scalar(argument)?;
            let value = if value.data_type.is_integer() { value } else { self.as_text(value, argument.at)? };
            typed.absorb(&value);
            texts.push(value.sql);
        }
        typed.sql = format!("t_formatmessage({})", texts.join(", "));
        Ok(typed)
    }
}

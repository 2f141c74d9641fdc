//! Functions of dates and times.

use super::typed::Typed;
use super::{Binder, Bound};
use crate::sandbox::value::SqlType;
use crate::sandbox::value::calendar::{self, Part};
use crate::syntax::query::ast::{Call, Expr, ExprKind};

impl Binder<'_> {
    /// `None` when the name is none of them.
    pub(super) fn date_call(&mut self, name: &str, call: &Call, at: usize) -> Bound<Option<Typed>> {
        if let Some(data_type) = now(name) {
            return if call.arguments.is_empty() {
                Ok(Some(Typed::new(format!("t_now('{data_type}')"), data_type, false)))
            } else {
                self.wrong_count(call, "0", at)
            };
        }
        Ok(Some(match name {
            "DATEADD" => self.date_add(call, at)?,
            "DATEDIFF" | "DATEDIFF_BIG" => self.date_difference(name, call, at)?,
            "DATEPART" | "DATENAME" | "DATETRUNC" => self.date_part(name, call, at)?,
            "YEAR" | "MONTH" | "DAY" => {
                let [value] = call.arguments.as_slice() else { return self.wrong_count(call, "1", at) };
                self.part_of(name, &name.to_lowercase(), value, SqlType::Int)?
            }
            "EOMONTH" => self.end_of_month(call, at)?,
            "SWITCHOFFSET" | "TODATETIMEOFFSET" => self.with_offset(name, call, at)?,
            "DATEFROMPARTS" => self.made_of_parts(call, 3, SqlType::Date, at)?,
            "DATETIMEFROMPARTS" => self.made_of_parts(call, 7, SqlType::DateTime, at)?,
            "SMALLDATETIMEFROMPARTS" => self.made_of_parts(call, 5, SqlType::SmallDateTime, at)?,
            "DATETIME2FROMPARTS" => self.made_of_parts_with_scale(call, 7, at)?,
            "TIMEFROMPARTS" => self.made_of_parts_with_scale(call, 4, at)?,
            _ => return Ok(None),
        }))
    }

    /// The part that the first argument names (Msg 155 for none).
    fn part(&self, argument: Option<&Expr>, function: &str, at: usize) -> Bound<(Part, String)> {
        let name = match argument.map(|argument| &argument.kind) {
            Some(ExprKind::Column(parts)) if parts.len() == 1 => parts[0].as_str().to_owned(),
            _ => {
                return self.error(1023, format!("Invalid parameter 1 specified for {}.", function.to_lowercase()), at);
            }
        };
        match Part::of(&name) {
            Some(part) => Ok((part, name)),
            None => Err(self.fail(calendar::unknown_part(&name, function), at)),
        }
    }

    /// A value as a date or time; text and numbers become `datetime2(7)` and `datetime`.
    fn temporal(&mut self, expr: &Expr) -> Bound<Typed> {
        let value = self.scalar(expr)?;
        match value.data_type {
            _ if value.is_null() => self.implicit(value, SqlType::DateTime, expr.at),
            data_type if data_type.is_temporal() => Ok(value),
            data_type if data_type.is_text() => self.implicit(value, SqlType::DateTime2(7), expr.at),
            _ => self.implicit(value, SqlType::DateTime, expr.at),
        }
    }

    fn date_add(&mut self, call: &Call, at: usize) -> Bound<Typed> {
        let [part, number, value] = call.arguments.as_slice() else { return self.wrong_count(call, "3", at) };
        let (part, name) = self.part(Some(part), "dateadd", at)?;
        if matches!(part, Part::IsoWeek | Part::Offset) {
            return Err(self.fail(calendar::unknown_part(&name, "dateadd"), at));
        }
        let number = self.scalar(number)?;
        // A fraction is cut.
        let number = self.cast(number, SqlType::BigInt, at)?;
        let from_text = self.temporal(value)?;
        let text = !matches!(value.kind, ExprKind::Null) && self.is_text(value)?;
        let value = if text { self.implicit(from_text, SqlType::DateTime, at)? } else { from_text };
        self.check_part(part, &name, value.data_type, "dateadd", at)?;
        let sql = format!("t_dateadd('{name}', {}, {}, '{}')", number.sql, value.sql, value.data_type);
        let typed = Typed::new(sql, value.data_type, number.nullable || value.nullable);
        Ok(typed.with(&number).with(&value))
    }

    fn is_text(&mut self, expr: &Expr) -> Bound<bool> {
        Ok(self.scalar(expr)?.data_type.is_text())
    }

    /// Msg 9810: a date has no hours, a time no days.
    fn check_part(&self, part: Part, name: &str, data_type: SqlType, function: &str, at: usize) -> Bound<()> {
        let of_time = part >= Part::Hour && part != Part::Offset;
        let wrong = match data_type {
            SqlType::Date => of_time,
            SqlType::Time(_) => !of_time,
            _ => false,
        };
        if !wrong {
            return Ok(());
        }
        let text = format!(
            "The datepart {name} is not supported by date function {function} for data type {}.",
            data_type.describe()
        );
        self.error(9810, text, at)
    }

    fn date_difference(&mut self, name: &str, call: &Call, at: usize) -> Bound<Typed> {
        let [part, from, to] = call.arguments.as_slice() else { return self.wrong_count(call, "3", at) };
        let (part, part_name) = self.part(Some(part), &name.to_lowercase(), at)?;
        if matches!(part, Part::IsoWeek | Part::Offset) {
            return Err(self.fail(calendar::unknown_part(&part_name, name), at));
        }
        let (from, to) = (self.temporal(from)?, self.temporal(to)?);
        let returns = if name == "DATEDIFF" { SqlType::Int } else { SqlType::BigInt };
        let sql = format!(
            "t_datediff('{part_name}', {}, '{}', {}, '{}', '{returns}')",
            from.sql, from.data_type, to.sql, to.data_type
        );
        Ok(Typed::new(sql, returns, from.nullable || to.nullable).with(&from).with(&to))
    }

    fn date_part(&mut self, name: &str, call: &Call, at: usize) -> Bound<Typed> {
        let [part, value] = call.arguments.as_slice() else { return self.wrong_count(call, "2", at) };
        let (part, part_name) = self.part(Some(part), &name.to_lowercase(), at)?;
        if name == "DATETRUNC" {
            let value = self.temporal(value)?;
            self.check_part(part, &part_name, value.data_type, "datetrunc", at)?;
            let sql = format!("t_datetrunc('{part_name}', {}, '{}')", value.sql, value.data_type);
            return Ok(value.rewritten(sql));
        }
        let returns = if name == "DATEPART" { SqlType::Int } else { SqlType::NVarChar(Some(30)) };
        self.part_of(name, &part_name, value, returns)
    }

    fn part_of(&mut self, name: &str, part_name: &str, value: &Expr, returns: SqlType) -> Bound<Typed> {
        let at = value.at;
        let value = self.temporal(value)?;
        if let Some(part) = Part::of(part_name) {
            self.check_part(part, part_name, value.data_type, &name.to_lowercase(), at)?;
        }
        let function = if name == "DATENAME" { "t_datename" } else { "t_datepart" };
        let sql = format!("{function}('{part_name}', {}, '{}')", value.sql, value.data_type);
        Ok(Typed::new(sql, returns, value.nullable).with(&value))
    }

    fn end_of_month(&mut self, call: &Call, at: usize) -> Bound<Typed> {
        let (value, months) = match call.arguments.as_slice() {
            [value] => (value, None),
            [value, months] => (value, Some(months)),
            _ => return self.wrong_count(call, "1 to 2", at),
        };
        let value = self.temporal(value)?;
        let value = self.cast(value, SqlType::Date, at)?;
        let mut typed = Typed::new(String::new(), SqlType::Date, true).with(&value);
        let months = match months {
            Some(months) => {
                let months = self.scalar(months)?;
                let months = self.implicit(months, SqlType::Int, at)?;
                typed.absorb(&months);
                months.sql
            }
            None => "0".to_owned(),
        };
        typed.sql = format!("t_eomonth({}, {months})", value.sql);
        Ok(typed)
    }

    fn with_offset(&mut self, name: &str, call: &Call, at: usize) -> Bound<Typed> {
        let [value, offset] = call.arguments.as_slice() else { return self.wrong_count(call, "2", at) };
        let value = self.temporal(value)?;
        let value = if name == "SWITCHOFFSET" {
            self.implicit(value, SqlType::DateTimeOffset(7), at)?
        } else {
            self.implicit(value, SqlType::DateTime2(7), at)?
        };
        let offset = self.scalar(offset)?;
        let sql = format!("t_{}({}, {})", name.to_lowercase(), value.sql, offset.sql);
        Ok(Typed::new(sql, SqlType::DateTimeOffset(7), true).with(&value).with(&offset))
    }

    fn made_of_parts(&mut self, call: &Call, count: usize, returns: SqlType, at: usize) -> Bound<Typed> {
        if call.arguments.len() != count {
            return self.wrong_count(call, &count.to_string(), at);
        }
        let mut typed = Typed::new(String::new(), returns, true);
        let mut texts = vec![format!("'{returns}'")];
        for argument in &call.arguments {
            let value = self.scalar(argument)?;
            let value = self.implicit(value, SqlType::Int, argument.at)?;
            typed.absorb(&value);
            texts.push(value.sql);
        }
        typed.sql = format!("t_fromparts({})", texts.join(", "));
        Ok(typed)
    }

    /// The last argument is the scale, a literal.
    fn made_of_parts_with_scale(&mut self, call: &Call, count: usize, at: usize) -> Bound<Typed> {
        let scale = match call.arguments.last().map(|scale| &scale.kind) {
            Some(ExprKind::Number(scale)) if call.arguments.len() == count + 1 => scale.parse::<u8>().ok(),
            _ => return self.wrong_count(call, &(count + 1).to_string(), at),
        };
        let Some(scale) = scale.filter(|scale| *scale <= 7) else {
            return self.error(
                10760,
                "Scale argument is not valid. Valid expressions for data type scale argument are integer constants.",
                at,
            );
        };
        let returns = if count == 7 { SqlType::DateTime2(scale) } else { SqlType::Time(scale) };
        let parts = Call { arguments: call.arguments[..count].to_vec(), ..call.clone() };
        self.made_of_parts(&parts, count, returns, at)
    }
}

/// Functions that tell the time, with the type of each.
fn now(name: &str) -> Option<SqlType> {
    Some(match name {
        "GETDATE" | "GETUTCDATE" | "CURRENT_TIMESTAMP" => SqlType::DateTime,
        "SYSDATETIME" | "SYSUTCDATETIME" => SqlType::DateTime2(7),
        "SYSDATETIMEOFFSET" => SqlType::DateTimeOffset(7),
        "CURRENT_DATE" => SqlType::Date,
        _ => return None,
    })
}

//! Aggregates, over a group or over a window.

use super::typed::{Collated, Typed};
use super::{Binder, Bound};
use crate::sandbox::value::SqlType;
use crate::syntax::query::ast::Call;

const AGGREGATES: [&str; 12] = [
    "APPROX_COUNT_DISTINCT",
    "AVG",
    "COUNT",
    "COUNT_BIG",
    "MAX",
    "MIN",
    "STDEV",
    "STDEVP",
    "STRING_AGG",
    "SUM",
    "VAR",
    "VARP",
];

/// Whether a name in upper case is an aggregate's.
pub(super) fn is_aggregate(name: &str) -> bool {
    AGGREGATES.contains(&name)
}

impl Binder<'_> {
    pub(super) fn aggregate(&mut self, name: &str, call: &Call, at: usize) -> Bound<Typed> {
        let windowed = call.over.is_some();
        self.check_place(windowed, at)?;
        let mut typed =
            if name == "STRING_AGG" { self.string_agg(call, at)? } else { self.plain_aggregate(name, call, at)? };
        if windowed {
            typed.window = true;
            return Ok(typed);
        }
        if typed.aggregate || typed.window {
            let text = "Cannot perform an aggregate function on an expression containing an aggregate or a subquery.";
            return self.error(130, text, at);
        }
        let frame = self.frame();
        let id = frame.id;
        if !typed.uses.is_empty() && typed.uses.iter().all(|used| used.frame != id) {
            return self.unknown("An aggregate over columns of an outer query alone", at);
        }
        let frame = self.frame();
        frame.grouped = true;
        typed.uses.retain(|used| used.frame != id);
        typed.aggregate = true;
        Ok(typed)
    }

    /// Msg 147 and its like: where an aggregate may not stand; Msg 4108 for a window function.
    pub(super) fn check_place(&mut self, windowed: bool, at: usize) -> Bound<()> {
        let Some(frame) = self.frames.last() else {
            return self.error(147, "An aggregate may not appear here.", at);
        };
        if windowed && !frame.windows {
            return self.error(4108, "Windowed functions can only appear in the SELECT or ORDER BY clauses.", at);
        }
        match frame.no_aggregate {
            Some(text) if !windowed => self.error(147, text, at),
            _ => Ok(()),
        }
    }

    fn plain_aggregate(&mut self, name: &str, call: &Call, at: usize) -> Bound<Typed> {
        let over = self.over(call)?;
        if call.star {
            return match name {
                "COUNT" => Ok(over.wrap("count(*)".to_owned(), SqlType::Int, false)),
                "COUNT_BIG" => Ok(over.wrap("count(*)".to_owned(), SqlType::BigInt, false)),
                _ => self.error(102, "Incorrect syntax near '*'.", at),
            };
        }
        let [argument] = call.arguments.as_slice() else { return self.wrong_count(call, "1", at) };
        let value = self.scalar(argument)?;
        let distinct = call.distinct || name == "APPROX_COUNT_DISTINCT";
        if value.data_type.is_vector() && (distinct || !matches!(name, "COUNT" | "COUNT_BIG")) {
            return self.invalid_operand(value.data_type, &name.to_lowercase(), at);
        }
        let input = if distinct { format!("DISTINCT {}", value.key()) } else { value.collated() };
        let typed = match name {
            "COUNT" => over.wrap(format!("count({input})"), SqlType::Int, false),
            "COUNT_BIG" | "APPROX_COUNT_DISTINCT" => over.wrap(format!("count({input})"), SqlType::BigInt, false),
            "MIN" | "MAX" => self.least_or_greatest(name, &value, &input, &over, at)?,
            "SUM" | "AVG" => self.sum_or_average(name, &value, &input, &over, at)?,
            _ => self.spread(name, &value, distinct, &over, at)?,
        };
        Ok(typed.with(&value))
    }

    fn least_or_greatest(&mut self, name: &str, value: &Typed, input: &str, over: &Over, at: usize) -> Bound<Typed> {
        if matches!(value.data_type, SqlType::Bit | SqlType::Json | SqlType::Xml) {
            return self.invalid_operand(value.data_type, &name.to_lowercase(), at);
        }
        let typed = over.wrap(format!("{}({input})", name.to_lowercase()), value.data_type, true);
        Ok(Typed { collation: value.collation.clone(), ..typed })
    }

    fn sum_or_average(&mut self, name: &str, value: &Typed, input: &str, over: &Over, at: usize) -> Bound<Typed> {
        let average = name == "AVG";
        let data_type = match value.data_type {
            SqlType::TinyInt | SqlType::SmallInt | SqlType::Int => SqlType::Int,
            SqlType::BigInt => SqlType::BigInt,
            SqlType::Real | SqlType::Float => SqlType::Float,
            SqlType::Money | SqlType::SmallMoney => SqlType::Money,
            SqlType::Decimal { scale, .. } => {
                SqlType::Decimal { precision: 38, scale: if average { scale.max(6) } else { scale } }
            }
            other => return self.invalid_operand(other, &name.to_lowercase(), at),
        };
        let sum = |function: &str| over.apply(&format!("{function}({input})"));
        let sql = match (data_type, average) {
            (SqlType::Float, false) => sum("sum"),
            (SqlType::Float, true) => sum("avg"),
            (SqlType::Int | SqlType::BigInt, false) => self.checked(sum("sum"), data_type),
            (SqlType::Int | SqlType::BigInt, true) => format!("({} / {})", sum("sum"), sum("count")),
            (_, false) => sum("t_sum"),
            (_, true) => {
                let (have, want) = (value.data_type.exact().map_or(0, |e| e.1), data_type.exact().map_or(0, |e| e.1));
                format!("t_average({}, {}, {have}, {want})", sum("t_sum"), sum("count"))
            }
        };
        Ok(Typed { sql, ..over.wrap(String::new(), data_type, true) })
    }

    /// STDEV, STDEVP, VAR, VARP.
    fn spread(&mut self, name: &str, value: &Typed, distinct: bool, over: &Over, at: usize) -> Bound<Typed> {
        if !value.data_type.is_number() || value.data_type == SqlType::Bit {
            return self.invalid_operand(value.data_type, &name.to_lowercase(), at);
        }
        let wide = self.implicit(value.clone(), SqlType::Float, at)?;
        let distinct = if distinct { "DISTINCT " } else { "" };
        Ok(over.wrap(format!("t_{}({distinct}{})", name.to_lowercase(), wide.sql), SqlType::Float, true))
    }

    /// `STRING_AGG(x, separator) WITHIN GROUP (ORDER BY …)`: 8000 bytes at most unless x is `max`.
    fn string_agg(&mut self, call: &Call, at: usize) -> Bound<Typed> {
        let [input, separator] = call.arguments.as_slice() else { return self.wrong_count(call, "2", at) };
        if call.distinct || call.over.is_some() {
            return self.error(102, "Incorrect syntax near 'DISTINCT' or 'OVER': STRING_AGG has neither.", at);
        }
        let (input, separator) = (self.text_operand(input)?, self.text_operand(separator)?);
        let mut order = Vec::new();
        let mut typed = Typed::new(String::new(), SqlType::Int, true).with(&input).with(&separator);
        for item in &call.within {
            let key = self.scalar(&item.value)?;
            order.push(self.sort_key(&key, item.descending, item.value.at)?);
            typed.absorb(&key);
        }
        let order = if order.is_empty() { String::new() } else { format!(" ORDER BY {}", order.join(", ")) };
        let joined = format!("group_concat({}, coalesce({}, ''){order})", input.sql, separator.sql);
        let national = input.data_type.is_national();
        typed.data_type = match (input.data_type.length().is_none(), national) {
            (true, true) => SqlType::NVarChar(None),
            (true, false) => SqlType::VarChar(None),
            (false, true) => SqlType::NVarChar(Some(4000)),
            (false, false) => SqlType::VarChar(Some(8000)),
        };
        typed.sql = match typed.data_type.length() {
            Some(most) => format!("t_string_agg_limit({joined}, {most})"),
            None => joined,
        };
        typed.collation = match &input.collation {
            Collated::Conflict(..) => Collated::Default,
            other => other.clone(),
        };
        Ok(typed)
    }
}

/// An OVER clause in SQLite, or nothing.
pub(super) struct Over {
    /// ` OVER (…)`.
    pub text: String,
    /// What its expressions use.
    pub part: Typed,
}

impl Over {
    /// The aggregate's call with the clause.
    pub fn apply(&self, call: &str) -> String {
        format!("{call}{}", self.text)
    }

    /// The same as an expression.
    pub fn wrap(&self, call: String, data_type: SqlType, nullable: bool) -> Typed {
        Typed::new(self.apply(&call), data_type, nullable).with(&self.part)
    }
}

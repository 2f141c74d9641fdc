//! Aggregates that SQLite does not have.

use rusqlite::Connection;
use rusqlite::functions::{Aggregate, Context, WindowAggregate};
use rusqlite::types::Value;

use super::STEADY;
use super::args::Args;
use super::json;
use super::rows::{Packed, array};
use crate::sandbox::error::SqlError;
use crate::sandbox::value::decimal;

pub(super) fn register(connection: &Connection) -> rusqlite::Result<()> {
    connection.create_window_function("t_sum", 1, STEADY, Sum)?;
    for (name, root, population) in
        [("t_stdev", true, false), ("t_stdevp", true, true), ("t_var", false, false), ("t_varp", false, true)]
    {
        connection.create_window_function(name, 1, STEADY, Spread { root, population })?;
    }
    connection.create_aggregate_function("t_single", 1, STEADY, Single)?;
    connection.create_aggregate_function("t_rows", -1, STEADY, Rows)?;
    connection.create_aggregate_function("t_for_json", -1, STEADY, json::ForJson)
}

fn raise(error: SqlError) -> rusqlite::Error {
    rusqlite::Error::UserFunctionError(Box::new(error))
}

/// SUM of exact numbers, in units; NULL for no rows.
struct Sum;

impl Aggregate<Option<i128>, Value> for Sum {
    fn init(&self, _: &mut Context<'_>) -> rusqlite::Result<Option<i128>> {
        Ok(None)
    }

    fn step(&self, context: &mut Context<'_>, sum: &mut Option<i128>) -> rusqlite::Result<()> {
        let Some(units) = decimal::decode(Args::new(context).blob(0)) else { return Ok(()) };
        let overflow =
            || SqlError::new(8115, "Arithmetic overflow error converting expression to data type numeric.").state(2);
        *sum = Some(sum.unwrap_or(0).checked_add(units).ok_or_else(|| raise(overflow()))?);
        Ok(())
    }

    fn finalize(&self, _: &mut Context<'_>, sum: Option<Option<i128>>) -> rusqlite::Result<Value> {
        Ok(sum.flatten().map_or(Value::Null, |units| Value::Blob(decimal::encode(units))))
    }
}

impl WindowAggregate<Option<i128>, Value> for Sum {
    fn value(&self, sum: Option<&mut Option<i128>>) -> rusqlite::Result<Value> {
        Ok(sum.and_then(|sum| *sum).map_or(Value::Null, |units| Value::Blob(decimal::encode(units))))
    }

    fn inverse(&self, context: &mut Context<'_>, sum: &mut Option<i128>) -> rusqlite::Result<()> {
        if let (Some(units), Some(total)) = (decimal::decode(Args::new(context).blob(0)), sum.as_mut()) {
            *total -= units;
        }
        Ok(())
    }
}

/// STDEV, STDEVP, VAR, VARP.
struct Spread {
    root: bool,
    population: bool,
}

/// Count, sum and sum of squares.
type Moments = (f64, f64, f64);

impl Spread {
    fn result(&self, (count, sum, squares): Moments) -> Value {
        let divisor = if self.population { count } else { count - 1.0 };
        if divisor <= 0.0 {
            return Value::Null;
        }
        let variance = ((squares - sum * sum / count) / divisor).max(0.0);
        Value::Real(if self.root { variance.sqrt() } else { variance })
    }

    fn add(context: &Context<'_>, moments: &mut Moments, sign: f64) {
        let args = Args::new(context);
        if !args.is_null(0) {
            let value = args.real(0);
            *moments = (moments.0 + sign, moments.1 + sign * value, moments.2 + sign * value * value);
        }
    }
}

impl Aggregate<Moments, Value> for Spread {
    fn init(&self, _: &mut Context<'_>) -> rusqlite::Result<Moments> {
        Ok((0.0, 0.0, 0.0))
    }

    fn step(&self, context: &mut Context<'_>, moments: &mut Moments) -> rusqlite::Result<()> {
        Self::add(context, moments, 1.0);
        Ok(())
    }

    fn finalize(&self, _: &mut Context<'_>, moments: Option<Moments>) -> rusqlite::Result<Value> {
        Ok(self.result(moments.unwrap_or_default()))
    }
}

impl WindowAggregate<Moments, Value> for Spread {
    fn value(&self, moments: Option<&mut Moments>) -> rusqlite::Result<Value> {
        Ok(self.result(moments.map(|moments| *moments).unwrap_or_default()))
    }

    fn inverse(&self, context: &mut Context<'_>, moments: &mut Moments) -> rusqlite::Result<()> {
        Self::add(context, moments, -1.0);
        Ok(())
    }
}

/// The one value of a scalar subquery (Msg 512 for a second row).
struct Single;

impl Aggregate<Option<Value>, Value> for Single {
    fn init(&self, _: &mut Context<'_>) -> rusqlite::Result<Option<Value>> {
        Ok(None)
    }

    fn step(&self, context: &mut Context<'_>, value: &mut Option<Value>) -> rusqlite::Result<()> {
        if value.is_some() {
            let text = "Subquery returned more than 1 value. This is not permitted when the subquery follows =, !=, <, <= , \
                        >, >= or when the subquery is used as an expression.";
            return Err(raise(SqlError::new(512, text)));
        }
        *value = Some(Args::new(context).value(0));
        Ok(())
    }

    fn finalize(&self, _: &mut Context<'_>, value: Option<Option<Value>>) -> rusqlite::Result<Value> {
        Ok(value.flatten().unwrap_or(Value::Null))
    }
}

/// Rows packed into a JSON array, for APPLY.
struct Rows;

impl Aggregate<Vec<String>, Value> for Rows {
    fn init(&self, _: &mut Context<'_>) -> rusqlite::Result<Vec<String>> {
        Ok(Vec::new())
    }

    fn step(&self, context: &mut Context<'_>, rows: &mut Vec<String>) -> rusqlite::Result<()> {
        let args = Args::new(context);
        let mut row = Packed::default();
        for at in 0..args.len() {
            row.push(args.raw(at));
        }
        rows.push(row.finish());
        Ok(())
    }

    fn finalize(&self, _: &mut Context<'_>, rows: Option<Vec<String>>) -> rusqlite::Result<Value> {
        Ok(array(rows.unwrap_or_default()))
    }
}

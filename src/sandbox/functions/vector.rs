//! Functions of vectors.

use rusqlite::types::Value;

use super::args::{Answer, Args, Function};
use crate::sandbox::error::SqlError;
use crate::sandbox::value::vector::{self, Metric};

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("t_vector_distance", distance),
    ("t_vector_norm", norm),
    ("t_vector_normalize", normalize),
    ("t_vectorproperty", property),
];

/// `t_vector_distance(metric, a, b)`, exact. NULL where a vector of zeros has no cosine.
fn distance(args: &Args<'_, '_>) -> Answer {
    if args.any_null(3) {
        return Ok(Value::Null);
    }
    let metric = args.cached(0, Metric::of)?;
    let (a, b) = (args.blob(1), args.blob(2));
    vector::check_dimensions(b.len() / 4, u16::try_from(a.len() / 4).unwrap_or(u16::MAX))?;
    let distance = metric.distance(a, b);
    Ok(if distance.is_nan() { Value::Null } else { Value::Real(distance) })
}

fn norm_of(args: &Args<'_, '_>) -> Result<f64, SqlError> {
    let kind = args.text(1);
    vector::norm(kind, args.blob(0))
        .ok_or_else(|| SqlError::new(42202, format!("The norm '{kind}' is not a supported vector norm.")))
}

fn norm(args: &Args<'_, '_>) -> Answer {
    if args.any_null(2) { Ok(Value::Null) } else { Ok(Value::Real(norm_of(args)?)) }
}

fn normalize(args: &Args<'_, '_>) -> Answer {
    if args.any_null(2) { Ok(Value::Null) } else { Ok(Value::Blob(vector::normalize(norm_of(args)?, args.blob(0)))) }
}

/// `t_vectorproperty(x, property, dimensions, base)`.
fn property(args: &Args<'_, '_>) -> Answer {
    if args.any_null(2) {
        return Ok(Value::Null);
    }
    Ok(match args.text(1).to_ascii_lowercase().as_str() {
        "dimensions" => Value::Integer(args.integer(2)),
        "basetype" => Value::Text(args.text(3).to_owned()),
        _ => Value::Null,
    })
}

//! Arithmetic and mathematics.

use rusqlite::types::{Value, ValueRef};

use super::args::{Answer, Args, Function};
use crate::sandbox::error::SqlError;
use crate::sandbox::value::{SqlType, convert, decimal};

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("t_divide", divide),
    ("t_exact", exact),
    ("t_negate", negate),
    ("t_average", average),
    ("t_abs", |args| on_number(args, f64::abs, i64::checked_abs, |units, _| units.abs())),
    ("t_sign", sign),
    ("t_ceiling", |args| {
        whole(args, f64::ceil, |units, one| units.div_euclid(one) + i128::from(units.rem_euclid(one) != 0))
    }),
    ("t_floor", |args| whole(args, f64::floor, i128::div_euclid)),
    ("t_round", round),
    ("t_power", |args| floats(args, |a| a[0].powf(a[1]))),
    ("t_acos", |args| floats(args, |a| a[0].acos())),
    ("t_asin", |args| floats(args, |a| a[0].asin())),
    ("t_atan", |args| floats(args, |a| a[0].atan())),
    ("t_atn2", |args| floats(args, |a| a[0].atan2(a[1]))),
    ("t_cos", |args| floats(args, |a| a[0].cos())),
    ("t_cot", |args| floats(args, |a| 1.0 / a[0].tan())),
    ("t_degrees", |args| floats(args, |a| a[0].to_degrees())),
    ("t_exp", |args| floats(args, |a| a[0].exp())),
    ("t_log", |args| floats(args, |a| a.get(1).map_or_else(|| a[0].ln(), |base| a[0].log(*base)))),
    ("t_log10", |args| floats(args, |a| a[0].log10())),
    ("t_pi", |_| Ok(Value::Real(std::f64::consts::PI))),
    ("t_radians", |args| floats(args, |a| a[0].to_radians())),
    ("t_sin", |args| floats(args, |a| a[0].sin())),
    ("t_sqrt", |args| floats(args, |a| a[0].sqrt())),
    ("t_square", |args| floats(args, |a| a[0] * a[0])),
    ("t_tan", |args| floats(args, |a| a[0].tan())),
    ("t_isnumeric", is_numeric),
];

/// Msg 8134.
fn by_zero() -> SqlError {
    SqlError::new(8134, "Divide by zero error encountered.")
}

/// `t_divide('/', a, b)` and `'%'` of integers (cut toward zero) and floats.
fn divide(args: &Args<'_, '_>) -> Answer {
    let modulo = args.text(0) == "%";
    match (args.raw(1), args.raw(2)) {
        (ValueRef::Null, _) | (_, ValueRef::Null) => Ok(Value::Null),
        (ValueRef::Integer(_), ValueRef::Integer(0)) => Err(by_zero()),
        (ValueRef::Integer(a), ValueRef::Integer(b)) => {
            let result = if modulo { a.checked_rem(b).or(Some(0)) } else { a.checked_div(b) };
            result.map(Value::Integer).ok_or_else(|| {
                SqlError::new(8115, "Arithmetic overflow error converting expression to data type bigint.").state(2)
            })
        }
        _ if args.real(2) == 0.0 => Err(by_zero()),
        _ => Ok(Value::Real(if modulo { args.real(1) % args.real(2) } else { args.real(1) / args.real(2) })),
    }
}

/// `t_exact(operator, a, scale of a, b, scale of b, precision, scale)`.
fn exact(args: &Args<'_, '_>) -> Answer {
    let (Some(a), Some(b)) = (decimal::decode(args.blob(1)), decimal::decode(args.blob(3))) else {
        return Ok(Value::Null);
    };
    let scale_at = |at| u8::try_from(args.integer(at)).unwrap_or(0);
    let (a_scale, b_scale, precision, scale) = (scale_at(2), scale_at(4), scale_at(5), scale_at(6));
    let (left, right) = ((a, a_scale), (b, b_scale));
    let units = match args.text(0) {
        "/" | "%" if b == 0 => return Err(by_zero()),
        "+" => decimal::add(left, right, scale),
        "-" => decimal::add(left, (-b, b_scale), scale),
        "*" => decimal::multiply(left, right, scale),
        "/" => decimal::divide(left, right, scale),
        _ => remainder(left, right, scale),
    };
    let units = units.ok_or_else(exact_overflow)?;
    let fitted = decimal::fit(units, scale, precision, scale).map_err(|_| exact_overflow())?;
    Ok(Value::Blob(decimal::encode(fitted)))
}

fn remainder(left: (i128, u8), right: (i128, u8), scale: u8) -> Option<i128> {
    let wide = left.1.max(right.1);
    let rest = decimal::rescale(left.0, left.1, wide)?.checked_rem(decimal::rescale(right.0, right.1, wide)?)?;
    decimal::rescale(rest, wide, scale)
}

fn exact_overflow() -> SqlError {
    SqlError::new(8115, "Arithmetic overflow error converting expression to data type numeric.").state(2)
}

fn negate(args: &Args<'_, '_>) -> Answer {
    Ok(decimal::decode(args.blob(0)).map_or(Value::Null, |units| Value::Blob(decimal::encode(-units))))
}

/// `t_average(sum, count, scale of the sum, scale)`.
fn average(args: &Args<'_, '_>) -> Answer {
    let Some(sum) = decimal::decode(args.blob(0)) else { return Ok(Value::Null) };
    let scale_at = |at| u8::try_from(args.integer(at)).unwrap_or(0);
    let count = i128::from(args.integer(1));
    if count == 0 {
        return Ok(Value::Null);
    }
    let units = decimal::divide((sum, scale_at(2)), (count, 0), scale_at(3)).ok_or_else(exact_overflow)?;
    Ok(Value::Blob(decimal::encode(units)))
}

/// A function of one number of any type. An exact number's type comes as the second argument.
fn on_number(
    args: &Args<'_, '_>,
    float: fn(f64) -> f64,
    integer: fn(i64) -> Option<i64>,
    exact: fn(i128, u8) -> i128,
) -> Answer {
    match args.raw(0) {
        ValueRef::Integer(number) => {
            let result = integer(number);
            let overflow =
                || SqlError::new(8115, "Arithmetic overflow error converting expression to data type int.").state(2);
            result.map(Value::Integer).ok_or_else(overflow)
        }
        ValueRef::Real(number) => Ok(Value::Real(float(number))),
        ValueRef::Blob(bytes) => {
            let scale = args.data_type(1)?.exact().map_or(0, |(_, scale)| scale);
            Ok(decimal::decode(bytes).map_or(Value::Null, |units| Value::Blob(decimal::encode(exact(units, scale)))))
        }
        _ => Ok(Value::Null),
    }
}

fn sign(args: &Args<'_, '_>) -> Answer {
    let float = |number: f64| if number == 0.0 { 0.0 } else { number.signum() };
    on_number(args, float, |number| Some(number.signum()), |units, scale| units.signum() * decimal::power(scale))
}

/// CEILING and FLOOR; exact numbers lose their digits after the point, money keeps its scale.
fn whole(args: &Args<'_, '_>, float: fn(f64) -> f64, exact: fn(i128, i128) -> i128) -> Answer {
    let ValueRef::Blob(bytes) = args.raw(0) else {
        return on_number(args, float, Some, |units, _| units);
    };
    let data_type = args.data_type(1)?;
    let scale = data_type.exact().map_or(0, |(_, scale)| scale);
    let Some(units) = decimal::decode(bytes) else { return Ok(Value::Null) };
    let rounded = exact(units, decimal::power(scale));
    let kept = if data_type.is_money() { rounded * decimal::power(scale) } else { rounded };
    Ok(Value::Blob(decimal::encode(kept)))
}

/// `t_round('type', x, length[, cut])`.
fn round(args: &Args<'_, '_>) -> Answer {
    if args.is_null(1) || args.is_null(2) {
        return Ok(Value::Null);
    }
    let (length, cut) = (args.integer(2), args.integer(3) != 0);
    let data_type = args.data_type(0)?;
    match args.raw(1) {
        ValueRef::Integer(number) => {
            let rounded = round_units(i128::from(number), -length, cut);
            convert::convert(
                Value::Blob(decimal::encode(rounded)),
                SqlType::Decimal { precision: 38, scale: 0 },
                data_type,
                None,
            )
        }
        ValueRef::Real(number) => Ok(Value::Real(round_float(number, length, cut))),
        ValueRef::Blob(bytes) => {
            let scale = data_type.exact().map_or(0, |(_, scale)| scale);
            let Some(units) = decimal::decode(bytes) else { return Ok(Value::Null) };
            Ok(Value::Blob(decimal::encode(round_units(units, i64::from(scale) - length, cut))))
        }
        _ => Ok(Value::Null),
    }
}

/// The last `digits` digits become zeros.
fn round_units(units: i128, digits: i64, cut: bool) -> i128 {
    match u8::try_from(digits) {
        Ok(0) => units,
        Ok(digits) if digits <= 38 => {
            let one = decimal::power(digits);
            let rest = units % one;
            let up = !cut && rest.unsigned_abs() * 2 >= one.unsigned_abs();
            units - rest + if up { one * units.signum() } else { 0 }
        }
        Ok(_) => 0,
        Err(_) if digits < 0 => units,
        Err(_) => 0,
    }
}

fn round_float(number: f64, length: i64, cut: bool) -> f64 {
    let factor = 10_f64.powi(length.clamp(-308, 308) as i32);
    let scaled = number * factor;
    if !scaled.is_finite() || factor == 0.0 {
        return number;
    }
    (if cut { scaled.trunc() } else { scaled.round() }) / factor
}

/// A function of floats (Msg 3623 outside its domain).
fn floats(args: &Args<'_, '_>, function: fn(&[f64]) -> f64) -> Answer {
    if args.any_null(args.len()) {
        return Ok(Value::Null);
    }
    let numbers: Vec<f64> = (0..args.len()).map(|at| args.real(at)).collect();
    let result = function(&numbers);
    if result.is_nan() || result == f64::NEG_INFINITY {
        return Err(SqlError::new(3623, "An invalid floating point operation occurred."));
    }
    if result.is_infinite() {
        return Err(SqlError::new(8115, "Arithmetic overflow error converting expression to data type float.").state(2));
    }
    Ok(Value::Real(result))
}

/// `t_isnumeric(x, 'type')`.
fn is_numeric(args: &Args<'_, '_>) -> Answer {
    let data_type = args.data_type(1)?;
    let numeric = match args.raw(0) {
        ValueRef::Null => false,
        ValueRef::Text(_) => {
            let text = args.text(0).replace(' ', "");
            let digits = text.trim_start_matches(['$', '+', '-']);
            let marks = text.len() - digits.len();
            // A sign, a currency sign, a point or a comma alone are numbers to the engine.
            let bare = digits.is_empty() && marks > 0 || matches!(digits, "." | ",");
            let spelled = digits.bytes().any(|byte| byte.is_ascii_digit());
            marks <= 2 && (bare || spelled && digits.replace(',', "").parse::<f64>().is_ok())
        }
        _ => data_type.is_number(),
    };
    Ok(Value::Integer(i64::from(numeric)))
}

//! Exact numbers: units of 10^-scale in an `i128`, as the engine's 38 digits need.

use std::cmp::Ordering;

use crate::sandbox::error::SqlError;

/// The units of the largest precision, 38 digits of 9.
const MOST: i128 = 10_i128.pow(38) - 1;

/// 10 to the power of `exponent`, which is at most 38.
#[must_use]
pub fn power(exponent: u8) -> i128 {
    10_i128.pow(u32::from(exponent.min(38)))
}

/// Sixteen bytes that order as the numbers do.
#[must_use]
pub fn encode(units: i128) -> Vec<u8> {
    (units ^ i128::MIN).to_be_bytes().to_vec()
}

/// What [`encode`] made; `None` for bytes of another length.
#[must_use]
pub fn decode(bytes: &[u8]) -> Option<i128> {
    <[u8; 16]>::try_from(bytes).ok().map(|bytes| i128::from_be_bytes(bytes) ^ i128::MIN)
}

/// Reads `-12.50` as units and scale. `None` when it is no plain number of at most 38 digits.
#[must_use]
pub fn parse(text: &str) -> Option<(i128, u8)> {
    let text = text.trim_matches(' ');
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let mut units = 0_i128;
    for byte in whole.bytes().chain(fraction.bytes()) {
        let digit = char::from(byte).to_digit(10)?;
        units = units.checked_mul(10)?.checked_add(i128::from(digit)).filter(|units| *units <= MOST)?;
    }
    Some((if negative { -units } else { units }, u8::try_from(fraction.len()).ok()?))
}

/// The digits with a point before the last `scale` of them.
#[must_use]
pub fn format(units: i128, scale: u8) -> String {
    let digits = format!("{:0width$}", units.unsigned_abs(), width = usize::from(scale) + 1);
    let (whole, fraction) = digits.split_at(digits.len() - usize::from(scale));
    let sign = if units < 0 { "-" } else { "" };
    if scale == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") }
}

/// Divides and rounds half away from zero.
fn divide_rounded(units: i128, by: i128) -> i128 {
    let (quotient, rest) = (units / by, units % by);
    let up = rest.unsigned_abs() * 2 >= by.unsigned_abs();
    quotient + if up { units.signum() * by.signum() } else { 0 }
}

/// The same number with another scale, rounded half away from zero; `None` when it has too many digits.
#[must_use]
pub fn rescale(units: i128, from: u8, to: u8) -> Option<i128> {
    match from.cmp(&to) {
        Ordering::Equal => Some(units),
        Ordering::Less => units.checked_mul(power(to - from)).filter(|units| units.abs() <= MOST),
        Ordering::Greater => Some(divide_rounded(units, power(from - to))),
    }
}

/// The same number with another precision and scale (Msg 8115 when it has more digits).
///
/// # Errors
/// 8115.
pub fn fit(units: i128, from_scale: u8, precision: u8, scale: u8) -> Result<i128, SqlError> {
    rescale(units, from_scale, scale).filter(|units| units.abs() < power_or_most(precision)).ok_or_else(|| {
        SqlError::new(8115, "Arithmetic overflow error converting numeric to data type numeric.").state(8)
    })
}

fn power_or_most(precision: u8) -> i128 {
    if precision >= 38 { MOST + 1 } else { power(precision) }
}

/// The nearest number with `scale` digits after the point; `None` when it is out of reach.
#[must_use]
pub fn from_float(value: f64, scale: u8) -> Option<i128> {
    if !value.is_finite() || value.abs() >= 1e38 {
        return None;
    }
    // Seventeen significant digits hold a float's value; what lies beyond is noise that the engine
    // cuts as well.
    let text = format!("{value:.16e}");
    let (mantissa, exponent) = text.split_once('e')?;
    let exponent: i32 = exponent.parse().ok()?;
    let (units, digits) = parse(mantissa)?;
    let shift = i32::from(scale) + exponent - i32::from(digits);
    match u8::try_from(shift.unsigned_abs()).ok().filter(|shift| *shift <= 38) {
        Some(shift_by) if shift >= 0 => units.checked_mul(power(shift_by)).filter(|units| units.abs() <= MOST),
        Some(shift_by) => Some(divide_rounded(units, power(shift_by))),
        None if shift < 0 => Some(0),
        None => None,
    }
}

/// The nearest float.
#[must_use]
pub fn to_float(units: i128, scale: u8) -> f64 {
    format(units, scale).parse().unwrap_or(f64::NAN)
}

/// `left + right`, all in units of one scale each, with `scale` digits after the point in the end. `None` when
/// it has too many digits.
#[must_use]
pub fn add(left: (i128, u8), right: (i128, u8), scale: u8) -> Option<i128> {
    let wide = left.1.max(right.1);
    let sum = |scale| rescale(left.0, left.1, scale)?.checked_add(rescale(right.0, right.1, scale)?);
    let (units, have) = match sum(wide) {
        Some(units) => (units, wide),
        None => (sum(scale)?, scale),
    };
    rescale(units, have, scale).filter(|units| units.abs() <= MOST)
}

/// `left * right` with `scale` digits after the point, rounded. `None` when it has too many digits.
#[must_use]
pub fn multiply(left: (i128, u8), right: (i128, u8), scale: u8) -> Option<i128> {
    let have = left.1 + right.1;
    if let Some(units) = left.0.checked_mul(right.0) {
        return if have <= 38 || have >= scale { cut(units, have, scale) } else { None };
    }
    // The product of the halves of 64 bits, which is cut to the scale by long division.
    let (a, b) = (left.0.unsigned_abs(), right.0.unsigned_abs());
    let mut limbs = product(a, b);
    let mut rest = 0;
    for _ in scale..have {
        rest = divide_by_ten(&mut limbs);
    }
    let size = u128::from(limbs[1]) << 64 | u128::from(limbs[0]);
    let fits = limbs[2] == 0 && limbs[3] == 0 && size < u128::from(u64::MAX) << 63;
    let size = i128::try_from(size + u128::from(rest >= 5)).ok().filter(|size| fits && *size <= MOST)?;
    Some(size * left.0.signum() * right.0.signum())
}

fn cut(units: i128, from: u8, to: u8) -> Option<i128> {
    let dropped = from.saturating_sub(to);
    let half = if dropped > 38 { 0 } else { divide_rounded(units, power(dropped)) };
    Some(if from >= to { half } else { units.checked_mul(power(to - from))? }).filter(|units| units.abs() <= MOST)
}

/// The 256 bits of a product, the lowest 64 first.
fn product(a: u128, b: u128) -> [u64; 4] {
    let halves = |n: u128| [n as u64, (n >> 64) as u64];
    let mut limbs = [0_u64; 4];
    for (i, x) in halves(a).into_iter().enumerate() {
        let mut carry = 0_u128;
        for (j, y) in halves(b).into_iter().enumerate() {
            carry += u128::from(limbs[i + j]) + u128::from(x) * u128::from(y);
            limbs[i + j] = carry as u64;
            carry >>= 64;
        }
        limbs[i + 2] = carry as u64;
    }
    limbs
}

/// Divides in place; the digit that is left over.
fn divide_by_ten(limbs: &mut [u64; 4]) -> u64 {
    let mut rest = 0_u128;
    for limb in limbs.iter_mut().rev() {
        let whole = rest << 64 | u128::from(*limb);
        *limb = (whole / 10) as u64;
        rest = whole % 10;
    }
    rest as u64
}

/// `left / right` with `scale` digits after the point, cut off as the engine does. All in units;
/// `right` is not zero. `None` when it has too many digits.
#[must_use]
pub fn divide(left: (i128, u8), right: (i128, u8), scale: u8) -> Option<i128> {
    let shift = i32::from(scale) + i32::from(right.1) - i32::from(left.1);
    let (mut numerator, mut denominator) = (left.0, right.0);
    if shift < 0 {
        denominator = denominator.checked_mul(power(u8::try_from(-shift).ok()?))?;
        return Some(numerator / denominator);
    }
    let mut quotient = numerator / denominator;
    numerator %= denominator;
    for _ in 0..shift {
        let next = numerator.checked_mul(10)?;
        quotient = quotient.checked_mul(10)?.checked_add(next / denominator)?;
        numerator = next % denominator;
    }
    Some(quotient).filter(|units| units.abs() <= MOST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn text_both_ways() {
        for (text, units, scale) in [("12.50", 1250, 2), ("-0.05", -5, 2), ("7", 7, 0), (".5", 5, 1), ("-3.", -3, 0)] {
            assert_eq!(parse(text), Some((units, scale)), "{text}");
        }
        assert_eq!(format(-5, 2), "-0.05");
        assert_eq!(format(1250, 2), "12.50");
        for text in ["", "-", ".", "1e5", "1,0", "a"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn half_rounds_away_from_zero() {
        assert_eq!(rescale(125, 2, 1), Some(13));
        assert_eq!(rescale(-125, 2, 1), Some(-13));
        assert_eq!(rescale(124, 2, 1), Some(12));
    }

    #[test]
    fn division_cuts() {
        assert_eq!(divide((1, 0), (3, 0), 6), Some(333_333));
        assert_eq!(divide((-2, 0), (3, 0), 6), Some(-666_666));
        assert_eq!(divide((100, 2), (4, 1), 2), Some(250));
    }

    #[test]
    fn products_beyond_128_bits_are_cut_to_their_scale() {
        let big = 12_465_781_467_920_000_000_000_000_000_i128;
        assert_eq!(multiply((big, 20), (big, 20), 10), Some(155_395_707_605_937_709_989_126_400));
        assert_eq!(multiply((MOST, 0), (10, 0), 0), None);
        assert_eq!(multiply((-15, 1), (25, 1), 1), Some(-38));
        assert_eq!(add((MOST, 37), (100, 0), 35), Some(11_000_000_000_000_000_000_000_000_000_000_000_000));
    }

    #[test]
    fn floats() {
        assert_eq!(from_float(0.1, 3), Some(100));
        assert_eq!(from_float(-2.5, 0), Some(-3));
        assert_eq!(from_float(1e-40, 2), Some(0));
        assert_eq!(from_float(1e300, 2), None);
    }

    proptest! {
        #[test]
        fn bytes_order_as_numbers(a in any::<i128>(), b in any::<i128>()) {
            prop_assert_eq!(encode(a).cmp(&encode(b)), a.cmp(&b));
            prop_assert_eq!(decode(&encode(a)), Some(a));
        }

        #[test]
        fn formatted_numbers_read_back(units in -10_i128.pow(30)..10_i128.pow(30), scale in 0_u8..20) {
            prop_assert_eq!(parse(&format(units, scale)), Some((units, scale)));
        }
    }
}

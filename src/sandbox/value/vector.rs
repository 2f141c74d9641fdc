//! Vectors: JSON text, stored bytes, distances and norms.

use crate::sandbox::error::SqlError;
use crate::schema::VectorBase;

/// Reads a JSON array of numbers.
///
/// # Errors
/// 13609 (no JSON array), 13670 (an element that is no number), 42241 (an element out of range).
pub fn parse(text: &str, base: VectorBase) -> Result<Vec<f32>, SqlError> {
    let malformed = || SqlError::new(13609, "JSON text is not properly formatted. Unexpected character is found.");
    let json: serde_json::Value = serde_json::from_str(text).map_err(|_| malformed().state(4))?;
    let items = json.as_array().ok_or_else(|| malformed().state(9))?;
    items.iter().map(|item| element(item, base)).collect()
}

fn element(item: &serde_json::Value, base: VectorBase) -> Result<f32, SqlError> {
    let number = item.as_f64().filter(|_| item.is_number()).ok_or_else(|| {
        SqlError::new(13670, "The JSON array that is converted to a vector has an element that is not a number.")
    })?;
    let single = number as f32;
    let most = match base {
        VectorBase::Float32 => f32::MAX,
        VectorBase::Float16 => 65504.0,
    };
    if !single.is_finite() || single.abs() > most {
        return Err(SqlError::new(42241, "An element of the vector is out of the range of its base type."));
    }
    Ok(if base == VectorBase::Float16 { half(single) } else { single })
}

/// The nearest value that `float16` holds (ties to even).
fn half(value: f32) -> f32 {
    if value == 0.0 {
        return value;
    }
    let exponent = value.abs().log2().floor().max(-14.0) as i32;
    let step = 2_f32.powi(exponent - 10);
    (value / step).round_ties_even() * step
}

/// Checks the number of elements.
///
/// # Errors
/// 42204.
pub fn check_dimensions(have: usize, want: u16) -> Result<(), SqlError> {
    if have == usize::from(want) {
        return Ok(());
    }
    Err(SqlError::new(42204, format!("The vector dimensions {want} and {have} do not match.")))
}

/// The stored bytes.
#[must_use]
pub fn encode(elements: &[f32]) -> Vec<u8> {
    elements.iter().flat_map(|element| element.to_le_bytes()).collect()
}

/// What [`encode`] made.
#[must_use]
pub fn decode(bytes: &[u8]) -> Vec<f32> {
    bytes.chunks_exact(4).map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]])).collect()
}

/// `[1.0000000e+000,…]`, as the engine writes a vector.
#[must_use]
pub fn format(elements: &[f32]) -> String {
    let texts: Vec<String> = elements.iter().map(|element| scientific(f64::from(*element), 7)).collect();
    format!("[{}]", texts.join(","))
}

/// `1.0000000e+000`: `digits` after the point, an exponent of three digits.
#[must_use]
pub fn scientific(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    format!("{mantissa}e{}{:03}", if exponent < 0 { '-' } else { '+' }, exponent.abs())
}

/// A distance between two vectors of one size; smaller is nearer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Metric {
    /// 1 minus the cosine of the angle.
    Cosine,
    /// The length of the difference.
    Euclidean,
    /// The negative inner product.
    Dot,
}

impl Metric {
    /// The metric of a name, in any letter case.
    ///
    /// # Errors
    /// 42201.
    pub fn of(name: &str) -> Result<Self, SqlError> {
        match name.trim_end_matches(' ').to_ascii_lowercase().as_str() {
            "cosine" => Ok(Self::Cosine),
            "euclidean" => Ok(Self::Euclidean),
            "dot" => Ok(Self::Dot),
            _ => Err(SqlError::new(42201, format!("The metric '{name}' is not a supported vector distance metric."))),
        }
    }

    /// The distance between two stored vectors of one size.
    #[must_use]
    pub fn distance(self, left: &[u8], right: &[u8]) -> f64 {
        let pairs = || elements(left).zip(elements(right));
        let dot = || pairs().map(|(a, b)| a * b).sum::<f64>();
        match self {
            Self::Dot => -dot(),
            Self::Euclidean => pairs().map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt(),
            Self::Cosine => {
                let length = |bytes| elements(bytes).map(|a| a * a).sum::<f64>().sqrt();
                1.0 - dot() / (length(left) * length(right))
            }
        }
    }
}

fn elements(bytes: &[u8]) -> impl Iterator<Item = f64> + '_ {
    bytes.chunks_exact(4).map(|four| f64::from(f32::from_le_bytes([four[0], four[1], four[2], four[3]])))
}

/// `norm1`, `norm2` or `norminf` of a stored vector; `None` for another name.
#[must_use]
pub fn norm(kind: &str, bytes: &[u8]) -> Option<f64> {
    match kind.to_ascii_lowercase().as_str() {
        "norm1" => Some(elements(bytes).map(f64::abs).sum()),
        "norm2" => Some(elements(bytes).map(|a| a * a).sum::<f64>().sqrt()),
        "norminf" => Some(elements(bytes).map(f64::abs).fold(0.0, f64::max)),
        _ => None,
    }
}

/// The vector divided by its norm; a vector of zeros stays.
#[must_use]
pub fn normalize(norm: f64, bytes: &[u8]) -> Vec<u8> {
    let divisor = if norm == 0.0 { 1.0 } else { norm };
    encode(&elements(bytes).map(|a| (a / divisor) as f32).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored(text: &str) -> Vec<u8> {
        encode(&parse(text, VectorBase::Float32).expect("reads"))
    }

    #[test]
    fn text_both_ways() {
        let vector = parse("[1, -2.5, 0]", VectorBase::Float32).expect("reads");
        assert_eq!(format(&vector), "[1.0000000e+000,-2.5000000e+000,0.0000000e+000]");
        assert_eq!(decode(&encode(&vector)), vector);
    }

    #[test]
    fn refusals_have_the_engines_numbers() {
        let number = |text, base| parse(text, base).expect_err("refused").number;
        assert_eq!(number("[1,", VectorBase::Float32), 13609);
        assert_eq!(number("{}", VectorBase::Float32), 13609);
        assert_eq!(number("[\"1\"]", VectorBase::Float32), 13670);
        assert_eq!(number("[1e39]", VectorBase::Float32), 42241);
        assert_eq!(number("[65505]", VectorBase::Float16), 42241);
        assert_eq!(check_dimensions(2, 3).expect_err("refused").number, 42204);
    }

    #[test]
    fn distances() {
        let (a, b) = (stored("[1,0]"), stored("[0,2]"));
        assert!((Metric::Cosine.distance(&a, &b) - 1.0).abs() < 1e-12);
        assert!((Metric::Euclidean.distance(&a, &b) - 5_f64.sqrt()).abs() < 1e-12);
        assert!((Metric::Dot.distance(&b, &b) + 4.0).abs() < 1e-12);
        assert_eq!(norm("norm1", &stored("[1,-2]")), Some(3.0));
        assert_eq!(decode(&normalize(5.0, &stored("[3,4]"))), [0.6, 0.8]);
    }

    #[test]
    fn halves_are_rounded() {
        assert_eq!(half(1.0), 1.0);
        assert_eq!(half(0.1), 0.099_975_586);
        assert_eq!(half(65504.0), 65504.0);
    }
}

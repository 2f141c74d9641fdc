//! What happens to the rows when a column takes another type (Learn, ALTER TABLE; CAST and CONVERT).

use crate::schema::{Column, DataType};

/// What ALTER COLUMN does to the values that are there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Conversion {
    /// Nothing, or not known.
    None,
    /// Every row is written anew.
    Rewrites,
    /// A value that does not fit makes the statement fail, with one of these numbers.
    MayFail(&'static [u32]),
    /// Values change without a word: what gets lost.
    Loses(&'static str),
}

/// A string or binary does not fit.
const TRUNCATED: &[u32] = &[2628, 8152];
/// A number does not fit.
const OVERFLOW: &[u32] = &[220, 8115];
/// A string is no number, date or identifier.
const NOT_A_VALUE: &[u32] = &[245, 8114, 241, 8169];

/// What the change of a column's type does to its values.
#[must_use]
pub fn conversion(from: &Column, to: &Column) -> Conversion {
    match (from.data_type.as_ref().and_then(Type::of), to.data_type.as_ref().and_then(Type::of)) {
        (Some(from), Some(to)) => from.to(to),
        _ => Conversion::None,
    }
}

/// A type by what matters for conversions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Type {
    /// An exact number: digits before and after the point, bytes.
    Exact { whole: u32, scale: u32, bytes: u32, is_decimal: bool },
    /// `real` (24 bits) or `float` (53).
    Float { bits: u32 },
    /// A string or binary.
    Text { unicode: bool, binary: bool, varying: bool, length: u32 },
    /// A date or time: whether it has a date, a time of a precision (digits of a second; a minute is
    /// below 0), and an offset.
    Time { date: bool, digits: Option<i32>, offset: bool },
    /// `uniqueidentifier`.
    Guid,
}

/// The length of `(max)`.
const MAX: u32 = u32::MAX;

impl Type {
    fn of(data_type: &DataType) -> Option<Self> {
        let DataType::System { name, args } = data_type else { return None };
        let number = |at: usize, default: u32| match args.get(at).map(|arg| &**arg) {
            None => Some(default),
            Some("max") => Some(MAX),
            Some(arg) => arg.trim().parse().ok(),
        };
        let whole = |whole, bytes| Some(Self::Exact { whole, scale: 0, bytes, is_decimal: false });
        let text =
            |unicode, binary, varying| number(0, 1).map(|length| Self::Text { unicode, binary, varying, length });
        let time = |date, digits, offset| Some(Self::Time { date, digits, offset });
        match &**name {
            "bit" => whole(1, 1),
            "tinyint" => whole(3, 1),
            "smallint" => whole(5, 2),
            "int" => whole(10, 4),
            "bigint" => whole(19, 8),
            "smallmoney" => Some(Self::Exact { whole: 6, scale: 4, bytes: 4, is_decimal: true }),
            "money" => Some(Self::Exact { whole: 15, scale: 4, bytes: 8, is_decimal: true }),
            "decimal" | "numeric" => Self::decimal(number(0, 18)?, number(1, 0)?),
            "real" => Some(Self::Float { bits: 24 }),
            "float" => Some(Self::Float { bits: if number(0, 53)? > 24 { 53 } else { 24 } }),
            "char" => text(false, false, false),
            "varchar" => text(false, false, true),
            "nchar" => text(true, false, false),
            "nvarchar" => text(true, false, true),
            "sysname" => Some(Self::Text { unicode: true, binary: false, varying: true, length: 128 }),
            "binary" => text(false, true, false),
            "varbinary" => text(false, true, true),
            "date" => time(true, None, false),
            "time" => time(false, Some(number(0, 7)? as i32), false),
            "smalldatetime" => time(true, Some(-1), false),
            "datetime" => time(true, Some(3), false),
            "datetime2" => time(true, Some(number(0, 7)? as i32), false),
            "datetimeoffset" => time(true, Some(number(0, 7)? as i32), true),
            "uniqueidentifier" => Some(Self::Guid),
            _ => None,
        }
    }

    fn decimal(precision: u32, scale: u32) -> Option<Self> {
        let bytes = match precision {
            0..=9 => 5,
            10..=19 => 9,
            20..=28 => 13,
            _ => 17,
        };
        Some(Self::Exact { whole: precision.checked_sub(scale)?, scale, bytes, is_decimal: true })
    }

    fn to(self, to: Self) -> Conversion {
        use Conversion::{Loses, MayFail, None, Rewrites};
        match (self, to) {
            (from, to) if from == to => None,
            (Self::Exact { .. }, Self::Exact { .. }) => self.to_exact(to),
            (Self::Text { binary, .. }, Self::Text { binary: to_binary, .. }) if binary == to_binary => {
                self.to_text(to)
            }
            (Self::Time { .. }, Self::Time { .. }) => self.to_time(to),
            (Self::Float { bits }, Self::Float { bits: to }) if to > bits => Rewrites,
            (Self::Float { .. }, Self::Float { .. } | Self::Exact { .. }) => Loses("digits"),
            (Self::Exact { .. }, Self::Float { .. }) => Rewrites,
            (
                Self::Text { binary: false, .. },
                Self::Exact { .. } | Self::Float { .. } | Self::Time { .. } | Self::Guid,
            ) => MayFail(NOT_A_VALUE),
            (Self::Guid, Self::Text { binary: false, length, .. }) if length >= 36 => Rewrites,
            (
                Self::Exact { .. } | Self::Float { .. } | Self::Time { .. } | Self::Guid,
                Self::Text { binary: false, .. },
            ) => MayFail(&[8115, 8170]),
            _ => None,
        }
    }

    fn to_exact(self, to: Self) -> Conversion {
        let (
            Self::Exact { whole, scale, bytes, is_decimal },
            Self::Exact { whole: to_whole, scale: to_scale, bytes: to_bytes, is_decimal: to_decimal },
        ) = (self, to)
        else {
            return Conversion::None;
        };
        match () {
            () if to_scale < scale => Conversion::Loses("digits behind the decimal point"),
            () if to_whole == 1 && whole > 1 && !to_decimal => Conversion::Loses("every value other than 0 and 1"),
            () if to_whole < whole => Conversion::MayFail(OVERFLOW),
            () if is_decimal && to_decimal && bytes == to_bytes && scale == to_scale => Conversion::None,
            () => Conversion::Rewrites,
        }
    }

    fn to_text(self, to: Self) -> Conversion {
        let (
            Self::Text { unicode, varying, length, .. },
            Self::Text { unicode: to_unicode, varying: to_varying, length: to_length, .. },
        ) = (self, to)
        else {
            return Conversion::None;
        };
        match () {
            () if unicode && !to_unicode => Conversion::Loses("characters outside the code page of its collation"),
            () if to_length < length => Conversion::MayFail(TRUNCATED),
            () if unicode == to_unicode && varying && to_varying && to_length != MAX => Conversion::None,
            () => Conversion::Rewrites,
        }
    }

    fn to_time(self, to: Self) -> Conversion {
        let (Self::Time { date, digits, offset }, Self::Time { date: to_date, digits: to_digits, offset: to_offset }) =
            (self, to)
        else {
            return Conversion::None;
        };
        match () {
            () if date && !to_date => Conversion::Loses("the date"),
            () if digits.is_some() && to_digits.is_none() => Conversion::Loses("the time of day"),
            () if offset && !to_offset => Conversion::Loses("the offset from UTC"),
            () if to_digits < digits => Conversion::Loses("fractions of a second"),
            () => Conversion::Rewrites,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::name::Ident;

    fn column(written: &str) -> Column {
        let (name, args) = written.split_once('(').unwrap_or((written, ""));
        let args = args.trim_end_matches(')').split(',').filter(|arg| !arg.is_empty()).map(|arg| arg.trim().into());
        let data_type = DataType::System { name: name.into(), args: args.collect() };
        Column::new(Ident::new("c"), Some(data_type))
    }

    fn of(from: &str, to: &str) -> Conversion {
        conversion(&column(from), &column(to))
    }

    #[test]
    fn longer_strings_are_metadata_but_for_max_and_fixed_ones() {
        for (from, to) in [("varchar(10)", "varchar(20)"), ("nvarchar(1)", "nvarchar(4000)"), ("int", "int")] {
            assert_eq!(of(from, to), Conversion::None, "{from} to {to}");
        }
        for (from, to) in [
            ("varchar(10)", "varchar(max)"),
            ("char(10)", "char(20)"),
            ("varchar(10)", "nvarchar(10)"),
            ("int", "bigint"),
            ("decimal(9,2)", "decimal(10,2)"),
            ("datetime", "datetime2(7)"),
        ] {
            assert_eq!(of(from, to), Conversion::Rewrites, "{from} to {to}");
        }
        assert_eq!(of("decimal(10,2)", "decimal(18,2)"), Conversion::None);
    }

    #[test]
    fn what_does_not_fit_fails() {
        for (from, to) in [
            ("nvarchar(max)", "nvarchar(450)"),
            ("bigint", "int"),
            ("decimal(10,2)", "decimal(9,2)"),
            ("varchar(10)", "int"),
            ("varbinary(20)", "varbinary(10)"),
        ] {
            assert!(matches!(of(from, to), Conversion::MayFail(_)), "{from} to {to}");
        }
    }

    #[test]
    fn what_gets_lost_without_a_word_is_named() {
        for (from, to) in [
            ("nvarchar(10)", "varchar(20)"),
            ("decimal(10,4)", "decimal(10,2)"),
            ("datetime2(7)", "date"),
            ("datetimeoffset(7)", "datetime2(7)"),
            ("datetime2(7)", "datetime2(3)"),
            ("float", "real"),
            ("float", "int"),
            ("int", "bit"),
        ] {
            assert!(matches!(of(from, to), Conversion::Loses(_)), "{from} to {to}");
        }
    }
}

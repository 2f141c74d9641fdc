//! Values from a client: the types of RPC parameters, and what they hold.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

use super::super::bytes::{Reader, utf16_text};
use super::super::{Malformed, Unserved, not_served};
use super::{LENGTH_MAX, PLP_NULL, PLP_UNKNOWN, id, time};
use crate::sandbox::wire::{Value, WireType};

/// A parameter's type, and how its values are delimited.
#[derive(Debug, Clone, Copy)]
pub struct ParameterType {
    /// The type as the engine knows it.
    pub wire_type: WireType,
    form: Form,
    encoding: &'static Encoding,
}

/// How a value is delimited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// So many bytes, never NULL; 0 is the type of a bare NULL.
    Fixed(usize),
    /// A length of one byte; 0 is NULL.
    Byte,
    /// A length of two bytes; 0xFFFF is NULL.
    Short,
    /// A length of four bytes; 0xFFFFFFFF is NULL.
    Long,
    /// Chunks.
    Chunks,
    /// A length of four bytes, then the base type and the value; 0 is NULL.
    Variant,
}

/// Reads the type of a parameter.
///
/// # Errors
/// There is no such type, or the server does not serve it as a parameter.
pub fn read_type_info(reader: &mut Reader<'_>) -> Result<ParameterType, Unserved> {
    let id = reader.u8()?;
    if let Some((wire_type, bytes)) = fixed_type(id) {
        return Ok(plain(wire_type, Form::Fixed(bytes)));
    }
    match id {
        id::INT_N | id::BIT_N | id::FLOAT_N | id::MONEY_N | id::DATETIME_N | id::GUID => {
            let wire_type = sized_type(id, reader.u8()?).ok_or(reader.malformed())?;
            Ok(plain(wire_type, Form::Byte))
        }
        id::DECIMAL_N | id::NUMERIC_N | id::LEGACY_DECIMAL | id::LEGACY_NUMERIC => read_decimal_type(reader),
        id::DATE_N => Ok(plain(WireType::Date, Form::Byte)),
        id::TIME_N => Ok(plain(WireType::Time(read_scale(reader)?), Form::Byte)),
        id::DATETIME2_N => Ok(plain(WireType::DateTime2(read_scale(reader)?), Form::Byte)),
        id::DATETIMEOFFSET_N => Ok(plain(WireType::DateTimeOffset(read_scale(reader)?), Form::Byte)),
        id::VARIANT => {
            reader.u32()?;
            Ok(plain(WireType::Variant, Form::Variant))
        }
        _ => read_string_type(id, reader),
    }
}

fn plain(wire_type: WireType, form: Form) -> ParameterType {
    ParameterType { wire_type, form, encoding: WINDOWS_1252 }
}

fn fixed_type(id: u8) -> Option<(WireType, usize)> {
    Some(match id {
        id::NULL => (WireType::Int, 0),
        id::BIT => (WireType::Bit, 1),
        id::INT1 => (WireType::TinyInt, 1),
        id::INT2 => (WireType::SmallInt, 2),
        id::INT4 => (WireType::Int, 4),
        id::INT8 => (WireType::BigInt, 8),
        id::FLOAT4 => (WireType::Real, 4),
        id::FLOAT8 => (WireType::Float, 8),
        id::MONEY => (WireType::Money, 8),
        id::SMALLMONEY => (WireType::SmallMoney, 4),
        id::DATETIME => (WireType::DateTime, 8),
        id::SMALLDATETIME => (WireType::SmallDateTime, 4),
        _ => return None,
    })
}

fn sized_type(id: u8, bytes: u8) -> Option<WireType> {
    Some(match (id, bytes) {
        (id::BIT_N, 1) => WireType::Bit,
        (id::INT_N, 1) => WireType::TinyInt,
        (id::INT_N, 2) => WireType::SmallInt,
        (id::INT_N, 4) => WireType::Int,
        (id::INT_N, 8) => WireType::BigInt,
        (id::FLOAT_N, 4) => WireType::Real,
        (id::FLOAT_N, 8) => WireType::Float,
        (id::MONEY_N, 4) => WireType::SmallMoney,
        (id::MONEY_N, 8) => WireType::Money,
        (id::DATETIME_N, 4) => WireType::SmallDateTime,
        (id::DATETIME_N, 8) => WireType::DateTime,
        (id::GUID, 16) => WireType::UniqueIdentifier,
        _ => return None,
    })
}

fn read_decimal_type(reader: &mut Reader<'_>) -> Result<ParameterType, Unserved> {
    let [_bytes, precision, scale] = reader.array()?;
    if !(1..=38).contains(&precision) || scale > precision {
        return Err(reader.malformed().into());
    }
    Ok(plain(WireType::Decimal { precision, scale }, Form::Byte))
}

fn read_scale(reader: &mut Reader<'_>) -> Result<u8, Malformed> {
    Some(reader.u8()?).filter(|scale| *scale <= 7).ok_or(reader.malformed())
}

fn read_string_type(id: u8, reader: &mut Reader<'_>) -> Result<ParameterType, Unserved> {
    match id {
        id::NVARCHAR | id::NCHAR | id::VARCHAR | id::CHAR | id::VARBINARY | id::BINARY => {
            let bytes = Some(reader.u16()?).filter(|bytes| *bytes != LENGTH_MAX);
            let encoding =
                if matches!(id, id::VARBINARY | id::BINARY) { WINDOWS_1252 } else { read_collation(reader)? };
            let form = if bytes.is_some() { Form::Short } else { Form::Chunks };
            Ok(ParameterType { wire_type: string_type(id, bytes), form, encoding })
        }
        id::LEGACY_VARCHAR | id::LEGACY_CHAR => Ok(plain(WireType::VarChar(Some(reader.u8()?.into())), Form::Byte)),
        id::LEGACY_VARBINARY | id::LEGACY_BINARY => {
            Ok(plain(WireType::VarBinary(Some(reader.u8()?.into())), Form::Byte))
        }
        id::TEXT | id::NTEXT | id::IMAGE => {
            reader.u32()?;
            let encoding = if id == id::IMAGE { WINDOWS_1252 } else { read_collation(reader)? };
            Ok(ParameterType { wire_type: string_type(id, None), form: Form::Long, encoding })
        }
        id::XML => {
            read_xml_schema(reader)?;
            Ok(plain(WireType::Xml, Form::Chunks))
        }
        id::TABLE => Err(Unserved::Refused(not_served("table-valued parameters"))),
        id::UDT => Err(Unserved::Refused(not_served("parameters of CLR types (geography, geometry, hierarchyid)"))),
        id::JSON => Err(Unserved::Refused(not_served("parameters of type json: send them as nvarchar(max)"))),
        id::VECTOR => Err(Unserved::Refused(not_served("parameters of type vector: send them as JSON text"))),
        _ => Err(reader.malformed().into()),
    }
}

fn string_type(id: u8, bytes: Option<u16>) -> WireType {
    match (id, bytes) {
        (id::NVARCHAR | id::NTEXT, bytes) => WireType::NVarChar(bytes.map(|bytes| bytes / 2)),
        (id::VARCHAR | id::TEXT, bytes) => WireType::VarChar(bytes),
        (id::NCHAR, Some(bytes)) => WireType::NChar(bytes / 2),
        (id::NCHAR, None) => WireType::NVarChar(None),
        (id::CHAR, Some(bytes)) => WireType::Char(bytes),
        (id::CHAR, None) => WireType::VarChar(None),
        (id::BINARY, Some(bytes)) => WireType::Binary(bytes),
        (_, bytes) => WireType::VarBinary(bytes),
    }
}

/// The encoding of a collation: UTF-8 when it says so, else the code page of the collation that the server announces.
fn read_collation(reader: &mut Reader<'_>) -> Result<&'static Encoding, Malformed> {
    const UTF8: u8 = 0x04;
    let [_, _, _, flags, _] = reader.array()?;
    Ok(if flags & UTF8 != 0 { UTF_8 } else { WINDOWS_1252 })
}

fn read_xml_schema(reader: &mut Reader<'_>) -> Result<(), Malformed> {
    if reader.u8()? != 0 {
        reader.b_varchar()?;
        reader.b_varchar()?;
        reader.us_varchar()?;
    }
    Ok(())
}

/// Reads a value of a type.
///
/// # Errors
/// Its length does not fit, or its bytes are no value of the type.
pub fn read_value(reader: &mut Reader<'_>, parameter: ParameterType) -> Result<Value, Malformed> {
    let malformed = reader.malformed();
    let chunks;
    let bytes = match parameter.form {
        Form::Fixed(0) => None,
        Form::Fixed(bytes) => Some(reader.take(bytes)?),
        Form::Byte => match reader.u8()? {
            0 => None,
            bytes => Some(reader.take(bytes.into())?),
        },
        Form::Short => match reader.u16()? {
            LENGTH_MAX => None,
            bytes => Some(reader.take(bytes.into())?),
        },
        Form::Long => match reader.u32()? {
            u32::MAX => None,
            bytes => Some(reader.take(bytes as usize)?),
        },
        Form::Chunks => {
            chunks = read_chunks(reader)?;
            chunks.as_deref()
        }
        Form::Variant => return read_variant(reader),
    };
    let Some(bytes) = bytes else { return Ok(Value::Null) };
    value(parameter, bytes).ok_or(malformed)
}

fn read_chunks(reader: &mut Reader<'_>) -> Result<Option<Vec<u8>>, Malformed> {
    let total = reader.u64()?;
    if total == PLP_NULL {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    loop {
        match reader.length()? {
            0 => break,
            length => bytes.extend_from_slice(reader.take(length)?),
        }
    }
    let complete = total == PLP_UNKNOWN || total == bytes.len() as u64;
    complete.then_some(Some(bytes)).ok_or(reader.malformed())
}

/// The base types of a `sql_variant` are those of parameters, with their properties in another order.
fn read_variant(reader: &mut Reader<'_>) -> Result<Value, Malformed> {
    let length = reader.length()?;
    if length == 0 {
        return Ok(Value::Null);
    }
    let mut variant = reader.part(length)?;
    let [id, properties] = variant.array()?;
    let mut properties = variant.part(properties.into())?;
    let base = variant_base(id, &mut properties)?;
    value(base, variant.rest()).ok_or(reader.malformed())
}

fn variant_base(id: u8, properties: &mut Reader<'_>) -> Result<ParameterType, Malformed> {
    if let Some((wire_type, bytes)) = fixed_type(id) {
        return Ok(plain(wire_type, Form::Fixed(bytes)));
    }
    let wire_type = match id {
        id::GUID => WireType::UniqueIdentifier,
        id::DATE_N => WireType::Date,
        id::TIME_N => WireType::Time(read_scale(properties)?),
        id::DATETIME2_N => WireType::DateTime2(read_scale(properties)?),
        id::DATETIMEOFFSET_N => WireType::DateTimeOffset(read_scale(properties)?),
        id::DECIMAL_N | id::NUMERIC_N => {
            let [precision, scale] = properties.array()?;
            WireType::Decimal { precision, scale }
        }
        id::VARBINARY | id::BINARY => string_type(id, Some(properties.u16()?)),
        id::NVARCHAR | id::NCHAR | id::VARCHAR | id::CHAR => {
            let encoding = read_collation(properties)?;
            return Ok(ParameterType {
                wire_type: string_type(id, Some(properties.u16()?)),
                form: Form::Short,
                encoding,
            });
        }
        _ => return Err(properties.malformed()),
    };
    Ok(plain(wire_type, Form::Byte))
}

/// The value that bytes of a type stand for; `None` when they stand for none.
fn value(parameter: ParameterType, bytes: &[u8]) -> Option<Value> {
    Some(match parameter.wire_type {
        WireType::Bit => Value::Int(i64::from(*exactly::<1>(bytes)?.first()? != 0)),
        WireType::TinyInt => Value::Int(u8::from_le_bytes(exactly(bytes)?).into()),
        WireType::SmallInt => Value::Int(i16::from_le_bytes(exactly(bytes)?).into()),
        WireType::Int => Value::Int(i32::from_le_bytes(exactly(bytes)?).into()),
        WireType::BigInt => Value::Int(i64::from_le_bytes(exactly(bytes)?)),
        WireType::Real => Value::Float(f32::from_le_bytes(exactly(bytes)?).into()),
        WireType::Float => Value::Float(f64::from_le_bytes(exactly(bytes)?)),
        WireType::Decimal { scale, .. } => decimal(bytes, scale)?,
        WireType::Money => money(exactly(bytes)?),
        WireType::SmallMoney => Value::Decimal { units: i32::from_le_bytes(exactly(bytes)?).into(), scale: 4 },
        WireType::NVarChar(_) | WireType::NChar(_) => Value::Text(utf16_text(bytes)?),
        WireType::Xml => Value::Text(utf16_text(bytes)?.trim_start_matches('\u{FEFF}').to_owned()),
        WireType::VarChar(_) | WireType::Char(_) | WireType::Vector(_) => {
            Value::Text(parameter.encoding.decode_without_bom_handling(bytes).0.into_owned())
        }
        WireType::VarBinary(_) | WireType::Binary(_) => Value::Bytes(bytes.to_vec()),
        WireType::UniqueIdentifier => guid(exactly(bytes)?),
        WireType::Variant => return None,
        moment => return point_in_time(moment, bytes),
    })
}

/// The value of a type that holds a date, a time, or both.
fn point_in_time(wire_type: WireType, bytes: &[u8]) -> Option<Value> {
    Some(match wire_type {
        WireType::Date => Value::Date(days(bytes)?),
        WireType::Time(scale) => Value::Time(nanoseconds(bytes, scale)?),
        WireType::DateTime2(scale) => {
            let (time, date) = split_time(bytes, scale)?;
            Value::DateTime(days(date)?, nanoseconds(time, scale)?)
        }
        WireType::DateTimeOffset(scale) => {
            let (time, rest) = split_time(bytes, scale)?;
            let (date, offset) = rest.split_at_checked(3)?;
            Value::DateTimeOffset(days(date)?, nanoseconds(time, scale)?, i16::from_le_bytes(exactly(offset)?))
        }
        WireType::DateTime => {
            let [a, b, c, d, ticks @ ..] = exactly::<8>(bytes)?;
            let (days, time) = time::from_datetime(i32::from_le_bytes([a, b, c, d]), u32::from_le_bytes(ticks))?;
            Value::DateTime(days, time)
        }
        WireType::SmallDateTime => {
            let [a, b, c, d] = exactly::<4>(bytes)?;
            let (days, time) = time::from_smalldatetime(u16::from_le_bytes([a, b]), u16::from_le_bytes([c, d]))?;
            Value::DateTime(days, time)
        }
        _ => return None,
    })
}

fn exactly<const N: usize>(bytes: &[u8]) -> Option<[u8; N]> {
    bytes.try_into().ok()
}

/// The specification has 4, 8, 12 or 16 bytes of digits; the JDBC driver sends as few as are needed.
fn decimal(bytes: &[u8], scale: u8) -> Option<Value> {
    let (sign, digits) = bytes.split_first()?;
    let mut wide = [0; 16];
    wide.get_mut(..digits.len())?.copy_from_slice(digits);
    let units = i128::try_from(u128::from_le_bytes(wide)).ok()?;
    Some(Value::Decimal { units: if *sign == 0 { -units } else { units }, scale })
}

fn money([a, b, c, d, low @ ..]: [u8; 8]) -> Value {
    let high = i128::from(i32::from_le_bytes([a, b, c, d])) << 32;
    Value::Decimal { units: high + i128::from(u32::from_le_bytes(low)), scale: 4 }
}

fn guid([d, c, b, a, f, e, h, g, rest @ ..]: [u8; 16]) -> Value {
    let [i, j, k, l, m, n, o, p] = rest;
    Value::Guid([a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p])
}

fn days(bytes: &[u8]) -> Option<i32> {
    const DAYS: i32 = 3_652_059;
    let [a, b, c] = exactly::<3>(bytes)?;
    Some(i32::from_le_bytes([a, b, c, 0])).filter(|days| *days < DAYS)
}

fn split_time(bytes: &[u8], scale: u8) -> Option<(&[u8], &[u8])> {
    bytes.split_at_checked(time::time_bytes(scale))
}

fn nanoseconds(bytes: &[u8], scale: u8) -> Option<u64> {
    let units = bytes.get(..time::time_bytes(scale)).filter(|_| bytes.len() == time::time_bytes(scale))?;
    let mut wide = [0; 8];
    wide[..units.len()].copy_from_slice(units);
    time::from_units(u64::from_le_bytes(wide), scale)
}

//! TYPE_INFO of every type that is served.

use super::{COLLATION, LENGTH_MAX, decimal_bytes, id};
use crate::sandbox::wire::WireType;

/// Appends the type information of a column or return value.
pub fn put_type_info(out: &mut Vec<u8>, wire_type: WireType) {
    match wire_type {
        WireType::Bit => out.extend([id::BIT_N, 1]),
        WireType::TinyInt => out.extend([id::INT_N, 1]),
        WireType::SmallInt => out.extend([id::INT_N, 2]),
        WireType::Int => out.extend([id::INT_N, 4]),
        WireType::BigInt => out.extend([id::INT_N, 8]),
        WireType::Real => out.extend([id::FLOAT_N, 4]),
        WireType::Float => out.extend([id::FLOAT_N, 8]),
        WireType::Money => out.extend([id::MONEY_N, 8]),
        WireType::SmallMoney => out.extend([id::MONEY_N, 4]),
        WireType::DateTime => out.extend([id::DATETIME_N, 8]),
        WireType::SmallDateTime => out.extend([id::DATETIME_N, 4]),
        WireType::UniqueIdentifier => out.extend([id::GUID, 16]),
        WireType::Date => out.push(id::DATE_N),
        WireType::Time(scale) => out.extend([id::TIME_N, scale]),
        WireType::DateTime2(scale) => out.extend([id::DATETIME2_N, scale]),
        WireType::DateTimeOffset(scale) => out.extend([id::DATETIMEOFFSET_N, scale]),
        WireType::Decimal { precision, scale } => {
            out.extend([id::DECIMAL_N, decimal_bytes(precision) as u8 + 1, precision, scale]);
        }
        WireType::NVarChar(units) => put_text(out, id::NVARCHAR, units.map(|units| units.saturating_mul(2))),
        WireType::NChar(units) => put_text(out, id::NCHAR, Some(units.saturating_mul(2))),
        WireType::VarChar(bytes) => put_text(out, id::VARCHAR, bytes),
        WireType::Char(bytes) => put_text(out, id::CHAR, Some(bytes)),
        WireType::Vector(_) => put_text(out, id::VARCHAR, None),
        WireType::VarBinary(bytes) => put_sized(out, id::VARBINARY, bytes),
        WireType::Binary(bytes) => put_sized(out, id::BINARY, Some(bytes)),
        WireType::Xml => out.extend([id::XML, 0]),
        WireType::Variant => {
            const LONGEST: u32 = 8009;
            out.push(id::VARIANT);
            out.extend_from_slice(&LONGEST.to_le_bytes());
        }
    }
}

fn put_sized(out: &mut Vec<u8>, id: u8, bytes: Option<u16>) {
    out.push(id);
    out.extend_from_slice(&bytes.unwrap_or(LENGTH_MAX).to_le_bytes());
}

fn put_text(out: &mut Vec<u8>, id: u8, bytes: Option<u16>) {
    put_sized(out, id, bytes);
    out.extend_from_slice(&COLLATION);
}

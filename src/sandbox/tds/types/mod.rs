//! Types and values as they travel: type information, values to a client, values from one.

mod decode;
mod encode;
mod info;
mod time;

pub use decode::{ParameterType, read_type_info, read_value};
pub use encode::{Mismatch, put_value};
pub use info::put_type_info;

/// `SQL_Latin1_General_CP1_CI_AS`, the default collation of Azure SQL Database: LCID 0x0409, case-insensitive and
/// accent-sensitive, sort order 52. Its code page is Windows-1252.
pub const COLLATION: [u8; 5] = [0x09, 0x04, 0xD0, 0x00, 0x34];

/// The bytes that stand for each type.
mod id {
    pub const NULL: u8 = 0x1F;
    pub const IMAGE: u8 = 0x22;
    pub const TEXT: u8 = 0x23;
    pub const GUID: u8 = 0x24;
    pub const LEGACY_VARBINARY: u8 = 0x25;
    pub const INT_N: u8 = 0x26;
    pub const LEGACY_VARCHAR: u8 = 0x27;
    pub const DATE_N: u8 = 0x28;
    pub const TIME_N: u8 = 0x29;
    pub const DATETIME2_N: u8 = 0x2A;
    pub const DATETIMEOFFSET_N: u8 = 0x2B;
    pub const LEGACY_BINARY: u8 = 0x2D;
    pub const LEGACY_CHAR: u8 = 0x2F;
    pub const INT1: u8 = 0x30;
    pub const BIT: u8 = 0x32;
    pub const INT2: u8 = 0x34;
    pub const LEGACY_DECIMAL: u8 = 0x37;
    pub const INT4: u8 = 0x38;
    pub const SMALLDATETIME: u8 = 0x3A;
    pub const FLOAT4: u8 = 0x3B;
    pub const MONEY: u8 = 0x3C;
    pub const DATETIME: u8 = 0x3D;
    pub const FLOAT8: u8 = 0x3E;
    pub const LEGACY_NUMERIC: u8 = 0x3F;
    pub const VARIANT: u8 = 0x62;
    pub const NTEXT: u8 = 0x63;
    pub const BIT_N: u8 = 0x68;
    pub const DECIMAL_N: u8 = 0x6A;
    pub const NUMERIC_N: u8 = 0x6C;
    pub const FLOAT_N: u8 = 0x6D;
    pub const MONEY_N: u8 = 0x6E;
    pub const DATETIME_N: u8 = 0x6F;
    pub const SMALLMONEY: u8 = 0x7A;
    pub const INT8: u8 = 0x7F;
    pub const VARBINARY: u8 = 0xA5;
    pub const VARCHAR: u8 = 0xA7;
    pub const BINARY: u8 = 0xAD;
    pub const CHAR: u8 = 0xAF;
    pub const NVARCHAR: u8 = 0xE7;
    pub const NCHAR: u8 = 0xEF;
    pub const UDT: u8 = 0xF0;
    pub const XML: u8 = 0xF1;
    pub const TABLE: u8 = 0xF3;
    pub const JSON: u8 = 0xF4;
    pub const VECTOR: u8 = 0xF5;
}

/// The length of a `max` type, and of a NULL in types with a length of two bytes.
const LENGTH_MAX: u16 = 0xFFFF;
/// The total length of a NULL in a `max` type.
const PLP_NULL: u64 = u64::MAX;
/// The total length of a `max` value that is not known before its last chunk.
const PLP_UNKNOWN: u64 = u64::MAX - 1;

/// The bytes that the digits of a decimal take by its precision ([MS-TDS] 2.2.5.5.1.6).
fn decimal_bytes(precision: u8) -> usize {
    match precision {
        0..=9 => 4,
        10..=19 => 8,
        20..=28 => 12,
        _ => 16,
    }
}

//! Types and values: what the engine stores in SQLite for each T-SQL type, and the way to and from
//! [`wire::Value`](crate::sandbox::wire::Value).
//!
//! | type | stored as |
//! | --- | --- |
//! | `bit`, `tinyint` … `bigint` | INTEGER |
//! | `real`, `float` | REAL |
//! | `decimal`, `money`, `smallmoney` | BLOB of 16 bytes: units of 10^-scale, big endian, sign bit flipped, so that bytes order as numbers do |
//! | text, `json`, `xml` | TEXT |
//! | `binary`, `varbinary` | BLOB |
//! | `uniqueidentifier` | BLOB of 16 bytes in the order in which the engine compares them |
//! | `date` | INTEGER: days since 0001-01-01 |
//! | `time` | INTEGER: units of 100 ns since midnight |
//! | `datetime2`, `datetime`, `smalldatetime` | INTEGER: units of 100 ns since 0001-01-01 |
//! | `datetimeoffset` | BLOB of 10 bytes: the same in UTC, big endian, then the offset in minutes |
//! | `vector` | BLOB: its elements as `f32`, little endian |
//! | `sql_variant` | INTEGER, REAL or TEXT for numbers and text; BLOB for the rest: a byte that tells the type, then the value |

pub mod calendar;
pub mod convert;
pub mod datetime;
pub mod decimal;
pub mod guid;
pub mod text;
mod traits;
mod types;
pub mod variant;
pub mod vector;
mod wire;

pub use convert::convert;
pub use types::{Length, SqlType};
pub use wire::{from_wire, to_wire};

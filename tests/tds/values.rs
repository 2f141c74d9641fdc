//! Values of every type, both ways.

use proptest::prelude::*;
use ragsql::sandbox::tds::bytes::Reader;
use ragsql::sandbox::tds::types;
use ragsql::sandbox::wire::{Value, WireType};
use tiberius::ColumnData;
use tiberius::numeric::Numeric;

use crate::client::{batch, client, query, serve};
use crate::engine::every_type;

#[tokio::test]
async fn tiberius_reads_a_value_and_a_null_of_every_type() {
    let (server, _engine) = serve();
    let mut client = client(&server).await;
    let results = batch(&mut client, "SELECT types").await.unwrap();
    let row = &results[0][0];
    assert_eq!(row.get::<bool, _>("bit"), Some(true));
    assert_eq!(row.get::<u8, _>("tinyint"), Some(255));
    assert_eq!(row.get::<i16, _>("smallint"), Some(i16::MIN));
    assert_eq!(row.get::<i32, _>("int"), Some(i32::MIN));
    assert_eq!(row.get::<i64, _>("bigint"), Some(i64::MAX));
    assert_eq!(row.get::<f32, _>("real"), Some(1.5));
    assert_eq!(row.get::<f64, _>("float"), Some(-2.25e300));
    assert_eq!(row.get::<Numeric, _>("decimal"), Some(Numeric::new_with_scale(-123_456_789_012_345_678_901_234, 4)));
    assert_eq!(row.get::<Numeric, _>("small_decimal"), Some(Numeric::new_with_scale(99_999, 2)));
    assert_eq!(row.get::<f64, _>("money"), Some(-1_234_567.890_1));
    assert_eq!(row.get::<f64, _>("smallmoney"), Some(1.2345));
    assert_eq!(row.get::<&str, _>("nvarchar"), Some("žluť 😀"));
    assert_eq!(row.get::<&str, _>("nvarchar_max").map(|text| text.chars().count()), Some(5000));
    assert_eq!(row.get::<&str, _>("nchar"), Some("ab  "));
    assert_eq!(row.get::<&str, _>("varchar"), Some("café €"));
    assert_eq!(row.get::<&str, _>("varchar_max").map(str::len), Some(9000));
    assert_eq!(row.get::<&str, _>("char"), Some("abc"));
    assert_eq!(row.get::<&[u8], _>("varbinary"), Some(&[0, 1, 255][..]));
    assert_eq!(row.get::<&[u8], _>("varbinary_max"), Some(&[7; 9000][..]));
    assert_eq!(row.get::<&[u8], _>("binary"), Some(&[1, 2][..]));
    let guid = row.get::<tiberius::Uuid, _>("uniqueidentifier").unwrap();
    assert_eq!(guid.to_string(), "01234567-89ab-cdef-0123-456789abcdef");
    assert_eq!(row.get::<&str, _>("vector"), Some("[1.0,2.0,3.0]"));
    assert_eq!(row.get::<&str, _>("variant_text"), Some("a variant"));
    assert_eq!(row.get::<i32, _>("variant_int"), Some(12));
    assert_times(row);
    let nulls = &results[0][1];
    assert_eq!(nulls.len(), every_type().len());
    assert!(nulls.cells().all(|(_, cell)| is_null(cell)), "{nulls:?}");
}

fn assert_times(row: &tiberius::Row) {
    let cell = |name: &str| {
        row.cells()
            .find(|(column, _)| column.name() == name)
            .map(|(_, cell)| cell.clone())
            .expect("the column is there")
    };
    let ColumnData::Date(Some(date)) = cell("date") else { panic!("{:?}", cell("date")) };
    assert_eq!(date.days(), 739_949);
    let ColumnData::Time(Some(time)) = cell("time") else { panic!("{:?}", cell("time")) };
    assert_eq!((time.increments(), time.scale()), (476_551_234_567, 7));
    let ColumnData::DateTime2(Some(datetime2)) = cell("datetime2_0") else { panic!() };
    assert_eq!(
        (datetime2.date().days(), datetime2.time().increments(), datetime2.time().scale()),
        (739_949, 47_655, 0)
    );
    let ColumnData::DateTime(Some(datetime)) = cell("datetime") else { panic!() };
    assert_eq!((datetime.days(), datetime.seconds_fragments()), (46_354, 47_655 * 300 + 37));
    let ColumnData::SmallDateTime(Some(small)) = cell("smalldatetime") else { panic!() };
    assert_eq!((small.days(), small.seconds_fragments()), (46_354, 794));
    let ColumnData::DateTimeOffset(Some(offset)) = cell("datetimeoffset") else { panic!() };
    assert_eq!((offset.datetime2().time().increments(), offset.offset()), (476_551_234_567, 120));
}

fn is_null(cell: &ColumnData<'_>) -> bool {
    format!("{cell:?}").ends_with("(None)")
}

#[tokio::test]
async fn parameters_come_back_as_they_were_sent() {
    let (server, _engine) = serve();
    let mut client = client(&server).await;
    let long = "ž".repeat(300_000);
    let bytes = vec![9u8; 100_000];
    let guid = tiberius::Uuid::from_u128(0x0123_4567_89AB_CDEF_0123_4567_89AB_CDEF);
    let number = Numeric::new_with_scale(-12_345, 3);
    let parameters: [&dyn tiberius::ToSql; 10] =
        [&true, &7u8, &-7i16, &1i32, &i64::MIN, &2.5f64, &long.as_str(), &bytes.as_slice(), &guid, &number];
    let results =
        query(&mut client, "SELECT @P1, @P2, @P3, @P4, @P5, @P6, @P7, @P8, @P9, @P10", &parameters).await.unwrap();
    let row = &results[0][0];
    assert_eq!((row.get::<bool, _>(0), row.get::<u8, _>(1), row.get::<i16, _>(2)), (Some(true), Some(7), Some(-7)));
    assert_eq!(
        (row.get::<i32, _>(3), row.get::<i64, _>(4), row.get::<f64, _>(5)),
        (Some(1), Some(i64::MIN), Some(2.5))
    );
    assert_eq!(row.get::<&str, _>(6), Some(long.as_str()));
    assert_eq!(row.get::<&[u8], _>(7), Some(bytes.as_slice()));
    assert_eq!(row.get::<tiberius::Uuid, _>(8), Some(guid));
    assert_eq!(row.get::<Numeric, _>(9), Some(number));
    let none: Option<&str> = None;
    let results = query(&mut client, "SELECT @P1", &[&none]).await.unwrap();
    assert!(results[0][0].cells().all(|(_, cell)| is_null(cell)));
}

/// A value as a client would send it back: the type, then the value.
fn sent(wire_type: WireType, value: &Value) -> Vec<u8> {
    let mut bytes = Vec::new();
    types::put_type_info(&mut bytes, wire_type);
    types::put_value(&mut bytes, wire_type, value).expect("the value is of the type");
    bytes
}

fn received(bytes: &[u8]) -> (WireType, Value) {
    let mut reader = Reader::new(bytes, "test");
    let parameter = types::read_type_info(&mut reader).expect("a type");
    let value = types::read_value(&mut reader, parameter).expect("a value");
    assert!(reader.is_empty());
    (parameter.wire_type, value)
}

#[test]
fn every_type_reads_back_as_it_was_written() {
    for (name, wire_type, value) in every_type() {
        let read_as = if matches!(wire_type, WireType::Vector(_)) { WireType::VarChar(None) } else { wire_type };
        assert_eq!(received(&sent(wire_type, &value)), (read_as, value), "{name}");
        assert_eq!(received(&sent(wire_type, &Value::Null)), (read_as, Value::Null), "{name}");
    }
}

/// The JDBC driver sends no more digits of a decimal than there are.
#[test]
fn a_decimal_may_come_with_few_bytes() {
    const DECIMAL: u8 = 0x6A;
    let (wire_type, value) = received(&[DECIMAL, 17, 38, 2, 2, 0, 125]);
    assert_eq!(
        (wire_type, value),
        (WireType::Decimal { precision: 38, scale: 2 }, Value::Decimal { units: -125, scale: 2 })
    );
}

#[test]
fn a_value_that_does_not_fit_its_column_is_an_error() {
    let wrong = [
        (WireType::TinyInt, Value::Int(256)),
        (WireType::Int, Value::Int(i64::MAX)),
        (WireType::Int, Value::Text("1".into())),
        (WireType::NVarChar(Some(2)), Value::Text("abc".into())),
        (WireType::Decimal { precision: 3, scale: 1 }, Value::Decimal { units: 1000, scale: 1 }),
        (WireType::Decimal { precision: 3, scale: 1 }, Value::Decimal { units: 111, scale: 2 }),
        (WireType::Money, Value::Decimal { units: i128::MAX, scale: 4 }),
        (WireType::Date, Value::Date(4_000_000)),
        (WireType::SmallDateTime, Value::DateTime(1, 0)),
        (WireType::Variant, Value::Text("x".repeat(4001))),
    ];
    for (wire_type, value) in wrong {
        assert!(types::put_value(&mut Vec::new(), wire_type, &value).is_err(), "{wire_type:?} {value:?}");
    }
}

fn any_value() -> impl Strategy<Value = (WireType, Value)> {
    let day = 0..3_652_059i32;
    let time = (0..864_000_000_000u64).prop_map(|units| units * 100);
    prop_oneof![
        any::<i64>().prop_map(|number| (WireType::BigInt, Value::Int(number))),
        any::<i32>().prop_map(|number| (WireType::Int, Value::Int(number.into()))),
        any::<i64>().prop_map(|units| (WireType::Money, Value::Decimal { units: units.into(), scale: 4 })),
        (-10i128.pow(38) + 1..10i128.pow(38), 0..=38u8)
            .prop_map(|(units, scale)| (WireType::Decimal { precision: 38, scale }, Value::Decimal { units, scale })),
        ".{0,50}".prop_map(|text| (WireType::NVarChar(Some(200)), Value::Text(text))),
        ".{0,5000}".prop_map(|text| (WireType::NVarChar(None), Value::Text(text))),
        "[ -~]{0,50}".prop_map(|text| (WireType::VarChar(None), Value::Text(text))),
        ".{0,20}".prop_map(|text| (WireType::Variant, Value::Text(text))),
        any::<Vec<u8>>().prop_map(|bytes| (WireType::VarBinary(None), Value::Bytes(bytes))),
        any::<[u8; 16]>().prop_map(|guid| (WireType::UniqueIdentifier, Value::Guid(guid))),
        day.clone().prop_map(|day| (WireType::Date, Value::Date(day))),
        (day.clone(), time.clone()).prop_map(|(day, time)| (WireType::DateTime2(7), Value::DateTime(day, time))),
        (day, time, -840..=840i16)
            .prop_map(|(day, time, offset)| (WireType::DateTimeOffset(7), Value::DateTimeOffset(day, time, offset))),
    ]
}

proptest! {
    #[test]
    fn what_is_written_reads_back((wire_type, value) in any_value()) {
        prop_assert_eq!(received(&sent(wire_type, &value)), (wire_type, value));
    }
}

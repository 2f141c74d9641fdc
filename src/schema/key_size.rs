//! How many bytes a value takes in the key of an index (Learn, data types; "Maximum capacity
//! specifications", "Bytes per index key").

use super::DataType;

/// How many bytes a value takes in a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeySize {
    /// Always as many.
    Fixed(u32),
    /// Up to as many.
    Varying(u32),
    /// It can be in no key: the type is a large one (Msg 1919).
    None,
}

impl DataType {
    /// The size in a key; `None` where it is not known.
    #[must_use]
    pub fn key_size(&self) -> Option<KeySize> {
        match self {
            DataType::System { name, args } => system(name, args),
            DataType::Xml(_) => Some(KeySize::None),
            DataType::Vector { .. } | DataType::User(_) | DataType::Opaque(_) => None,
        }
    }
}

fn system(name: &str, args: &[Box<str>]) -> Option<KeySize> {
    let number = |default: u32| args.first().map_or(Some(default), |arg| arg.trim().parse().ok());
    let varying = |bytes: u32| match args.first() {
        Some(arg) if &**arg == "max" => Some(KeySize::None),
        _ => number(1).map(|length| KeySize::Varying(length * bytes)),
    };
    let fixed = match name {
        "varchar" | "varbinary" => return varying(1),
        "nvarchar" => return varying(2),
        "sysname" => return Some(KeySize::Varying(256)),
        "sql_variant" => return Some(KeySize::Varying(8016)),
        "hierarchyid" => return Some(KeySize::Varying(892)),
        "text" | "ntext" | "image" | "xml" | "json" | "geometry" | "geography" => return Some(KeySize::None),
        "bit" | "tinyint" => 1,
        "smallint" => 2,
        "date" => 3,
        "int" | "smallmoney" | "smalldatetime" | "real" => 4,
        "bigint" | "money" | "datetime" | "rowversion" | "timestamp" => 8,
        "uniqueidentifier" => 16,
        "float" => {
            if number(53)? > 24 {
                8
            } else {
                4
            }
        }
        "decimal" | "numeric" => decimal(number(18)?),
        "time" => time(number(7)?),
        "datetime2" => time(number(7)?) + 3,
        "datetimeoffset" => time(number(7)?) + 5,
        "char" | "binary" => number(1)?,
        "nchar" => number(1)? * 2,
        _ => return None,
    };
    Some(KeySize::Fixed(fixed))
}

fn decimal(precision: u32) -> u32 {
    match precision {
        0..=9 => 5,
        10..=19 => 9,
        20..=28 => 13,
        _ => 17,
    }
}

fn time(digits: u32) -> u32 {
    match digits {
        0..=2 => 3,
        3..=4 => 4,
        _ => 5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(name: &str, args: &[&str]) -> Option<KeySize> {
        let args = args.iter().map(|arg| (*arg).into()).collect();
        DataType::System { name: name.into(), args }.key_size()
    }

    #[test]
    fn sizes_are_those_of_the_documentation() {
        assert_eq!(size("int", &[]), Some(KeySize::Fixed(4)));
        assert_eq!(size("nvarchar", &["450"]), Some(KeySize::Varying(900)));
        assert_eq!(size("nvarchar", &["max"]), Some(KeySize::None));
        assert_eq!(size("decimal", &["19", "4"]), Some(KeySize::Fixed(9)));
        assert_eq!(size("datetime2", &[]), Some(KeySize::Fixed(8)));
        assert_eq!(size("datetimeoffset", &["0"]), Some(KeySize::Fixed(8)));
        assert_eq!(size("something", &[]), None);
    }
}

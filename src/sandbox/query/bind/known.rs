//! The functions that need nothing special: their parameters and what they return.

use crate::sandbox::value::SqlType;

/// What a function returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Returns {
    /// A type.
    Is(SqlType),
    /// The type of the argument at a position; fixed lengths become variable.
    Of(usize),
    /// Text of the kind of the first argument, as long as that kind can be.
    Long,
    /// `int`, or `bigint` when the first argument is `max`.
    Count,
    /// A number of the first argument's type; exact numbers keep no digits after the point.
    Whole,
    /// A number of the first argument's type; small integers become `int`, `real` becomes `float`.
    Number,
}

/// A function.
#[derive(Debug, Clone, Copy)]
pub(super) struct Known {
    pub name: &'static str,
    /// A letter each: `t` text, `i` int, `I` bigint, `f` float, `n` number, `b` binary, `x` anything; `?`
    /// before those that may be left out, `*` after one that may come again.
    pub parameters: &'static str,
    pub returns: Returns,
    /// It compares text: the collation's name is its last argument in SQLite.
    pub collated: bool,
    /// The session answers it, by way of [`Host::call`](crate::sandbox::functions::Host::call).
    pub session: bool,
}

const fn pure(name: &'static str, parameters: &'static str, returns: Returns) -> Known {
    Known { name, parameters, returns, collated: false, session: false }
}

const fn collated(name: &'static str, parameters: &'static str, returns: Returns) -> Known {
    Known { name, parameters, returns, collated: true, session: false }
}

const fn session(name: &'static str, parameters: &'static str, returns: SqlType) -> Known {
    Known { name, parameters, returns: Returns::Is(returns), collated: false, session: true }
}

const INT: Returns = Returns::Is(SqlType::Int);
const FLOAT: Returns = Returns::Is(SqlType::Float);
const NAME: SqlType = SqlType::NVarChar(Some(128));
const NUMERIC: SqlType = SqlType::Decimal { precision: 38, scale: 0 };

/// Sorted by name.
const KNOWN: [Known; 115] = [
    pure("ABS", "n", Returns::Number),
    pure("ACOS", "f", FLOAT),
    session("APPLOCK_MODE", "ttt", SqlType::NVarChar(Some(32))),
    session("APPLOCK_TEST", "tttt", SqlType::SmallInt),
    session("APP_NAME", "", NAME),
    pure("ASCII", "t", INT),
    pure("ASIN", "f", FLOAT),
    pure("ATAN", "f", FLOAT),
    pure("ATN2", "ff", FLOAT),
    pure("CEILING", "n", Returns::Whole),
    pure("CHAR", "i", Returns::Is(SqlType::Char(1))),
    collated("CHARINDEX", "tt?I", Returns::Count),
    session("COLUMNPROPERTY", "itt", SqlType::Int),
    session("COL_LENGTH", "tt", SqlType::SmallInt),
    session("COL_NAME", "ii", NAME),
    session("CONNECTIONPROPERTY", "t", SqlType::Variant),
    session("CONTEXT_INFO", "", SqlType::VarBinary(Some(128))),
    pure("COS", "f", FLOAT),
    pure("COT", "f", FLOAT),
    session("CURRENT_REQUEST_ID", "", SqlType::SmallInt),
    session("CURRENT_TRANSACTION_ID", "", SqlType::BigInt),
    session("CURRENT_USER", "", NAME),
    session("CURSOR_STATUS", "tt", SqlType::SmallInt),
    session("DATABASEPROPERTYEX", "tt", SqlType::Variant),
    session("DATABASE_PRINCIPAL_ID", "?t", SqlType::Int),
    session("DB_ID", "?t", SqlType::SmallInt),
    session("DB_NAME", "?i", NAME),
    session("ERROR_LINE", "", SqlType::Int),
    session("ERROR_MESSAGE", "", SqlType::NVarChar(Some(4000))),
    session("ERROR_NUMBER", "", SqlType::Int),
    session("ERROR_PROCEDURE", "", NAME),
    session("ERROR_SEVERITY", "", SqlType::Int),
    session("ERROR_STATE", "", SqlType::Int),
    pure("EXP", "f", FLOAT),
    session("FILEGROUP_NAME", "i", NAME),
    pure("FLOOR", "n", Returns::Whole),
    session("FULLTEXTSERVICEPROPERTY", "t", SqlType::Int),
    session("HAS_DBACCESS", "t", SqlType::Int),
    session("HAS_PERMS_BY_NAME", "ttt?tt", SqlType::Int),
    session("HOST_NAME", "", NAME),
    session("IDENT_CURRENT", "t", NUMERIC),
    session("IDENT_INCR", "t", NUMERIC),
    session("IDENT_SEED", "t", NUMERIC),
    session("INDEXKEY_PROPERTY", "iiit", SqlType::Int),
    session("INDEXPROPERTY", "itt", SqlType::Int),
    session("INDEX_COL", "tii", NAME),
    pure("ISDATE", "t", INT),
    session("IS_MEMBER", "t", SqlType::Int),
    session("IS_OBJECTSIGNED", "tiib", SqlType::Int),
    session("IS_ROLEMEMBER", "t?t", SqlType::Int),
    session("IS_SRVROLEMEMBER", "t?t", SqlType::Int),
    pure("JSON_PATH_EXISTS", "tt", INT),
    pure("JSON_VALUE", "tt", Returns::Is(SqlType::NVarChar(Some(4000)))),
    pure("LEFT", "tI", Returns::Of(0)),
    pure("LEN", "t", Returns::Count),
    pure("LOG", "f?f", FLOAT),
    pure("LOG10", "f", FLOAT),
    session("LOGINPROPERTY", "tt", SqlType::Variant),
    pure("LOWER", "t", Returns::Of(0)),
    pure("LTRIM", "t?t", Returns::Of(0)),
    pure("NCHAR", "i", Returns::Is(SqlType::NChar(1))),
    pure("NEWID", "", Returns::Is(SqlType::UniqueIdentifier)),
    pure("NEWSEQUENTIALID", "", Returns::Is(SqlType::UniqueIdentifier)),
    session("OBJECTPROPERTY", "it", SqlType::Int),
    session("OBJECTPROPERTYEX", "it", SqlType::Variant),
    session("OBJECT_DEFINITION", "i", SqlType::NVarChar(None)),
    session("OBJECT_ID", "t?t", SqlType::Int),
    session("OBJECT_NAME", "i?i", NAME),
    session("OBJECT_SCHEMA_NAME", "i?i", NAME),
    session("ORIGINAL_LOGIN", "", NAME),
    pure("PARSENAME", "ti", Returns::Is(NAME)),
    collated("PATINDEX", "tt", Returns::Count),
    pure("PI", "", FLOAT),
    pure("QUOTENAME", "t?t", Returns::Is(SqlType::NVarChar(Some(258)))),
    pure("RAND", "?i", FLOAT),
    collated("REPLACE", "ttt", Returns::Long),
    pure("REPLICATE", "tI", Returns::Long),
    pure("REVERSE", "t", Returns::Of(0)),
    pure("RIGHT", "tI", Returns::Of(0)),
    session("ROWCOUNT_BIG", "", SqlType::BigInt),
    pure("RTRIM", "t?t", Returns::Of(0)),
    session("SCHEMA_ID", "?t", SqlType::Int),
    session("SCHEMA_NAME", "?i", NAME),
    session("SCOPE_IDENTITY", "", NUMERIC),
    session("SERVERPROPERTY", "t", SqlType::Variant),
    session("SESSIONPROPERTY", "t", SqlType::Variant),
    session("SESSION_CONTEXT", "t", SqlType::Variant),
    session("SESSION_USER", "", NAME),
    pure("SIGN", "n", Returns::Number),
    pure("SIN", "f", FLOAT),
    pure("SPACE", "i", Returns::Is(SqlType::VarChar(Some(8000)))),
    pure("SQRT", "f", FLOAT),
    pure("SQUARE", "f", FLOAT),
    session("STATS_DATE", "ii", SqlType::DateTime),
    pure("STR", "f?ii", Returns::Is(SqlType::VarChar(Some(8000)))),
    pure("STRING_ESCAPE", "tt", Returns::Is(SqlType::NVarChar(None))),
    pure("STUFF", "tIIt", Returns::Long),
    session("SUSER_ID", "?t", SqlType::Int),
    session("SUSER_NAME", "?i", NAME),
    session("SUSER_SID", "?ti", SqlType::VarBinary(Some(85))),
    session("SUSER_SNAME", "?b", NAME),
    session("SYSTEM_USER", "", NAME),
    pure("TAN", "f", FLOAT),
    pure("TRANSLATE", "ttt", Returns::Of(0)),
    session("TRIGGER_NESTLEVEL", "?itt", SqlType::Int),
    pure("TRIM", "t?t", Returns::Of(0)),
    session("TYPEPROPERTY", "tt", SqlType::Int),
    session("TYPE_ID", "t", SqlType::Int),
    session("TYPE_NAME", "i", NAME),
    pure("UNICODE", "t", INT),
    pure("UPPER", "t", Returns::Of(0)),
    session("USER", "", NAME),
    session("USER_ID", "?t", SqlType::Int),
    session("USER_NAME", "?i", NAME),
    session("XACT_STATE", "", SqlType::SmallInt),
];

/// The function of a name in upper case.
pub(super) fn find(name: &str) -> Option<&'static Known> {
    KNOWN.binary_search_by(|known| known.name.cmp(name)).ok().map(|at| &KNOWN[at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        assert!(KNOWN.is_sorted_by_key(|known| known.name));
    }
}

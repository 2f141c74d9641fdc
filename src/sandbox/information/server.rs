//! Functions about the server and the database as a whole.

use rusqlite::types::Value;

use super::{Arguments, flag, text};
use crate::sandbox::engine::DATABASE;
use crate::sandbox::host::Host;
use crate::sandbox::system::DATABASE_COLLATION;

/// What `@@VERSION` says: it is an emulator, with the words and numbers that client libraries look for.
#[must_use]
pub(in crate::sandbox) fn version() -> String {
    format!(
        "Microsoft SQL Azure (RTM) - 12.0.2000.8, as emulated in part by the ragsql sandbox {}: not the real engine",
        env!("CARGO_PKG_VERSION")
    )
}

/// The server's name.
pub(in crate::sandbox) const SERVER: &str = "ragsql-sandbox";

/// Calls a function; `None` when it is not one of these.
pub(super) fn call(host: &Host, function: &str, arguments: Arguments<'_>) -> Option<Value> {
    Some(match function {
        "SERVERPROPERTY" => server_property(arguments),
        "DATABASEPROPERTYEX" => database_property(arguments),
        "CONNECTIONPROPERTY" => connection_property(arguments),
        "HAS_DBACCESS" => flag(arguments.text(0).is_some_and(|name| name.eq_ignore_ascii_case(DATABASE))),
        "FULLTEXTSERVICEPROPERTY" => flag(false),
        "GETANSINULL" => flag(true),
        "HOST_ID" => text(Some(host.session.to_string())),
        "COLLATIONPROPERTY" => collation_property(arguments),
        _ => return None,
    })
}

/// As an Azure SQL Database answers (engine edition 5; the version never moves), with an edition that
/// tells the sandbox apart.
fn server_property(arguments: Arguments<'_>) -> Value {
    let property = arguments.text(0).unwrap_or_default().to_uppercase();
    let written = match property.as_str() {
        "ENGINEEDITION" => return Value::Integer(5),
        "EDITION" => "SQL Azure",
        "EDITIONID" => return Value::Integer(1_674_378_470),
        "PRODUCTVERSION" => "12.0.2000.8",
        "PRODUCTMAJORVERSION" => "12",
        "PRODUCTMINORVERSION" => "0",
        "PRODUCTBUILD" => "2000",
        "PRODUCTLEVEL" => "RTM",
        "PRODUCTUPDATELEVEL" | "PRODUCTUPDATEREFERENCE" | "INSTANCENAME" => return Value::Null,
        "COLLATION" => DATABASE_COLLATION,
        "SERVERNAME" | "MACHINENAME" | "COMPUTERNAMEPHYSICALNETBIOS" => SERVER,
        "RESOURCEVERSION" => "12.00.2000",
        "ISCLUSTERED"
        | "ISHADRENABLED"
        | "ISINTEGRATEDSECURITYONLY"
        | "ISSINGLEUSER"
        | "ISFULLTEXTINSTALLED"
        | "ISXTPSUPPORTED"
        | "ISPOLYBASEINSTALLED"
        | "FILESTREAMCONFIGUREDLEVEL"
        | "FILESTREAMEFFECTIVELEVEL" => {
            return flag(false);
        }
        "LCID" => return Value::Integer(1033),
        "SQLCHARSET" => return Value::Integer(1),
        "SQLCHARSETNAME" => "iso_1",
        "SQLSORTORDER" => return Value::Integer(52),
        "SQLSORTORDERNAME" => "nocase_iso",
        "PROCESSID" => return Value::Integer(std::process::id().into()),
        _ => return Value::Null,
    };
    text(Some(written))
}

fn database_property(arguments: Arguments<'_>) -> Value {
    if !arguments.text(0).is_some_and(|name| name.eq_ignore_ascii_case(DATABASE)) {
        return Value::Null;
    }
    let written = match arguments.text(1).unwrap_or_default().to_uppercase().as_str() {
        "COLLATION" => DATABASE_COLLATION,
        "STATUS" => "ONLINE",
        "UPDATEABILITY" => "READ_WRITE",
        "USERACCESS" => "MULTI_USER",
        "RECOVERY" => "FULL",
        "EDITION" | "SERVICEOBJECTIVE" => "ragsql sandbox",
        "ISNULLCONCAT" | "ISANSINULLSENABLED" | "ISQUOTEDIDENTIFIERSENABLED" | "ISAUTOSHRINK" | "ISAUTOCLOSE" => {
            return flag(false);
        }
        "VERSION" => return Value::Integer(957),
        _ => return Value::Null,
    };
    text(Some(written))
}

fn connection_property(arguments: Arguments<'_>) -> Value {
    let written = match arguments.text(0).unwrap_or_default().to_uppercase().as_str() {
        "NET_TRANSPORT" | "PHYSICAL_NET_TRANSPORT" => "TCP",
        "PROTOCOL_TYPE" => "TSQL",
        "AUTH_SCHEME" => "SQL",
        "LOCAL_NET_ADDRESS" | "CLIENT_NET_ADDRESS" => "127.0.0.1",
        _ => return Value::Null,
    };
    text(Some(written))
}

fn collation_property(arguments: Arguments<'_>) -> Value {
    match arguments.text(1).unwrap_or_default().to_uppercase().as_str() {
        "CODEPAGE" => Value::Integer(1252),
        "LCID" => Value::Integer(1033),
        _ => Value::Null,
    }
}

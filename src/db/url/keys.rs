//! The keys of a connection string, their synonyms, and what their values mean.

use std::path::PathBuf;

use super::{Encryption, Environment, Login, Secret, Server, Trust, UrlError};

/// The port of SQL Server.
const PORT: u16 = 1433;

/// A key that has an effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Key {
    Server,
    Database,
    User,
    Password,
    Authentication,
    Encrypt,
    TrustAny,
    Authority,
    HostInCertificate,
    ApplicationName,
    Workstation,
    Intent,
    MultiSubnet,
    PacketSize,
    Ignored,
    Refused(&'static str),
}

const INTEGRATED: &str = "Windows logins are not supported; use a SQL login or an access token";
const PARTNER: &str = "database mirroring is not supported; name the current server";
const PINNED: &str = "use TrustServerCertificateCA with the file of the authority";

/// Every key by its name in lower case without blanks.
fn key(name: &str) -> Option<Key> {
    let name: String = name.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect();
    Some(match name.as_str() {
        "server" | "datasource" | "address" | "addr" | "networkaddress" => Key::Server,
        "database" | "initialcatalog" | "databasename" => Key::Database,
        "userid" | "uid" | "user" | "username" => Key::User,
        "password" | "pwd" => Key::Password,
        "authentication" => Key::Authentication,
        "encrypt" => Key::Encrypt,
        "trustservercertificate" => Key::TrustAny,
        "trustservercertificateca" => Key::Authority,
        "hostnameincertificate" => Key::HostInCertificate,
        "applicationname" | "app" => Key::ApplicationName,
        "workstationid" | "wsid" => Key::Workstation,
        "applicationintent" => Key::Intent,
        "multisubnetfailover" => Key::MultiSubnet,
        "packetsize" => Key::PacketSize,
        "integratedsecurity" | "trusted_connection" => Key::Refused(INTEGRATED),
        "failoverpartner" => Key::Refused(PARTNER),
        "servercertificate" => Key::Refused(PINNED),
        name if IGNORED.contains(&name) => Key::Ignored,
        _ => return None,
    })
}

/// Keys of pools, of retries inside a driver and of time limits, which have no effect here. Limits come from
/// `--connect-timeout` and `--timeout` alone: an application's would end a long index build, or the wait for
/// a serverless database.
const IGNORED: [&str; 23] = [
    "connecttimeout",
    "connectiontimeout",
    "timeout",
    "persistsecurityinfo",
    "pooling",
    "maxpoolsize",
    "minpoolsize",
    "poolblockingperiod",
    "connectionlifetime",
    "loadbalancetimeout",
    "connectionreset",
    "enlist",
    "transactionbinding",
    "connectretrycount",
    "connectretryinterval",
    "commandtimeout",
    "multipleactiveresultsets",
    "asynchronousprocessing",
    "typesystemversion",
    "columnencryptionsetting",
    "replication",
    "userinstance",
    "contextconnection",
];

/// How the string wants to log in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Authentication {
    Unsaid,
    SqlPassword,
    /// With Entra, by the method's full name.
    Entra(&'static str),
}

/// What a connection string says, key by key.
#[derive(Debug)]
pub(super) struct Settings {
    host: Option<String>,
    port: u16,
    database: Option<String>,
    user: Option<String>,
    password: Option<Secret>,
    authentication: Authentication,
    encryption: Encryption,
    trust_any: bool,
    authority: Option<PathBuf>,
    host_in_certificate: Option<String>,
    application_name: Option<String>,
    workstation: Option<String>,
    read_only: bool,
    multi_subnet: bool,
    packet_size: Option<u32>,
    ignored: Vec<String>,
}

impl Settings {
    pub(super) fn new() -> Self {
        Self {
            host: None,
            port: PORT,
            database: None,
            user: None,
            password: None,
            authentication: Authentication::Unsaid,
            encryption: Encryption::Mandatory,
            trust_any: false,
            authority: None,
            host_in_certificate: None,
            application_name: None,
            workstation: None,
            read_only: false,
            multi_subnet: false,
            packet_size: None,
            ignored: Vec::new(),
        }
    }

    /// Whether there is a password in it.
    pub(super) fn has_password(&self) -> bool {
        self.password.is_some()
    }

    pub(super) fn set_place(&mut self, host: &str, port: Option<u16>) {
        self.host = text(host);
        self.port = port.unwrap_or(PORT);
    }

    /// Takes one key. The last one counts when a key is there twice.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), UrlError> {
        let wrong = |wanted| UrlError::Value { key: name.to_owned(), wanted };
        match key(name).ok_or_else(|| UrlError::UnknownKey { key: name.to_owned() })? {
            Key::Server => self.set_server(name, value)?,
            Key::Database => self.database = text(value),
            Key::User => self.user = text(value),
            Key::Password => self.password = Some(value).filter(|value| !value.is_empty()).map(Secret::new),
            Key::Authentication => self.authentication = authentication(value).ok_or_else(|| wrong(AUTHENTICATION))?,
            Key::Encrypt => self.encryption = encryption(value).ok_or_else(|| wrong(ENCRYPT))?,
            Key::TrustAny => self.trust_any = boolean(value).ok_or_else(|| wrong(BOOLEAN))?,
            Key::Authority => self.authority = text(value).map(PathBuf::from),
            Key::HostInCertificate => self.host_in_certificate = text(value),
            Key::ApplicationName => self.application_name = text(value),
            Key::Workstation => self.workstation = text(value),
            Key::Intent => self.read_only = intent(value).ok_or_else(|| wrong("ReadOnly or ReadWrite"))?,
            Key::MultiSubnet => self.multi_subnet = boolean(value).ok_or_else(|| wrong(BOOLEAN))?,
            Key::PacketSize => self.packet_size = Some(packet_size(value).ok_or_else(|| wrong(PACKET_SIZE))?),
            Key::Ignored => self.ignored.push(name.to_owned()),
            Key::Refused(why) if is_on(value) => return Err(UrlError::Unsupported { key: name.to_owned(), why }),
            Key::Refused(_) => {}
        }
        Ok(())
    }

    /// `tcp:host,port`, `host\instance,port`, `(local)`, `.`, with only the host required.
    fn set_server(&mut self, name: &str, value: &str) -> Result<(), UrlError> {
        let place = match value.split_once(':') {
            Some((protocol, place)) if protocol.eq_ignore_ascii_case("tcp") => place,
            Some((protocol, _)) if ["np", "lpc", "admin"].iter().any(|other| protocol.eq_ignore_ascii_case(other)) => {
                return Err(UrlError::Unsupported { key: name.to_owned(), why: "only TCP is supported" });
            }
            _ => value,
        };
        let (host, port) = match place.split_once(',') {
            Some((host, port)) => (host.trim(), Some(port.trim())),
            None => (place.trim(), None),
        };
        let wrong = || UrlError::Value { key: name.to_owned(), wanted: "host or host,port" };
        let port: Option<u16> = port.map(str::parse).transpose().map_err(|_| wrong())?;
        let host = match host.split_once('\\') {
            // With a port the name of the instance does not matter.
            Some((host, _)) if port.is_some() => host,
            Some(_) => {
                let why = "named instances are found by their port only; write host,port";
                return Err(UrlError::Unsupported { key: name.to_owned(), why });
            }
            None => host,
        };
        let local = host == "." || host.eq_ignore_ascii_case("(local)");
        self.set_place(if local { "localhost" } else { host }, port);
        Ok(())
    }

    /// The server, with the secrets of the environment where the string has none.
    pub(super) fn finish(self, environment: &Environment) -> Result<Server, UrlError> {
        let login = self.login(environment)?;
        let trust = match (self.trust_any, self.authority) {
            (true, Some(_)) => return Err(UrlError::TrustTwice),
            (true, None) => Trust::Any,
            (false, Some(file)) => Trust::Authority(file),
            (false, None) => Trust::System,
        };
        Ok(Server {
            host: self.host.ok_or(UrlError::NoHost)?,
            port: self.port,
            database: self.database,
            login,
            encryption: self.encryption,
            trust,
            host_in_certificate: self.host_in_certificate,
            application_name: self.application_name,
            workstation: self.workstation,
            read_only: self.read_only,
            multi_subnet: self.multi_subnet,
            packet_size: self.packet_size,
            ignored: self.ignored,
        })
    }

    /// Credentials in the string go before those of the environment.
    fn login(&self, environment: &Environment) -> Result<Login, UrlError> {
        let token = environment.access_token.clone().map(Login::Token);
        if let Authentication::Entra(method) = self.authentication {
            return token.ok_or(UrlError::TokenNeeded { method });
        }
        let token = token.filter(|_| self.authentication == Authentication::Unsaid);
        let Some(user) = &self.user else {
            return token.filter(|_| self.password.is_none()).ok_or(UrlError::NoUser);
        };
        match self.password.as_ref().or(environment.password.as_ref()) {
            Some(password) => Ok(Login::Password { user: user.clone(), password: password.clone() }),
            None => token.ok_or(UrlError::NoPassword),
        }
    }
}

const BOOLEAN: &str = "true or false";
const ENCRYPT: &str = "true, false, Mandatory, Optional or Strict";
const PACKET_SIZE: &str = "a number of bytes from 512 to 32767";
const AUTHENTICATION: &str = "SqlPassword or one of the Active Directory methods, such as Active Directory Default";

fn text(value: &str) -> Option<String> {
    Some(value).filter(|value| !value.is_empty()).map(str::to_owned)
}

fn boolean(value: &str) -> Option<bool> {
    match value.to_ascii_lowercase().as_str() {
        "true" | "yes" | "1" => Some(true),
        "false" | "no" | "0" => Some(false),
        _ => None,
    }
}

/// Whether a key that is not supported asks for something.
fn is_on(value: &str) -> bool {
    !value.is_empty() && boolean(value) != Some(false)
}

fn encryption(value: &str) -> Option<Encryption> {
    match value.to_ascii_lowercase().as_str() {
        "strict" => Some(Encryption::Strict),
        "mandatory" => Some(Encryption::Mandatory),
        "optional" => Some(Encryption::LoginOnly),
        other => boolean(other).map(|on| if on { Encryption::Mandatory } else { Encryption::LoginOnly }),
    }
}

fn intent(value: &str) -> Option<bool> {
    match value.to_ascii_lowercase().as_str() {
        "readonly" => Some(true),
        "readwrite" => Some(false),
        _ => None,
    }
}

fn packet_size(value: &str) -> Option<u32> {
    value.parse().ok().filter(|size| (512..=32767).contains(size))
}

fn authentication(value: &str) -> Option<Authentication> {
    let name: String = value.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect();
    Some(Authentication::Entra(match name.as_str() {
        "sqlpassword" => return Some(Authentication::SqlPassword),
        "" | "notspecified" => return Some(Authentication::Unsaid),
        "activedirectorydefault" => "Active Directory Default",
        "activedirectorypassword" => "Active Directory Password",
        "activedirectoryintegrated" => "Active Directory Integrated",
        "activedirectoryinteractive" => "Active Directory Interactive",
        "activedirectoryserviceprincipal" => "Active Directory Service Principal",
        "activedirectorydevicecodeflow" => "Active Directory Device Code Flow",
        "activedirectorymanagedidentity" | "activedirectorymsi" => "Active Directory Managed Identity",
        "activedirectoryworkloadidentity" => "Active Directory Workload Identity",
        _ => return None,
    }))
}

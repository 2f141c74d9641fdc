//! Where the database is: connection strings, and the secrets that never leave them.

mod ado;
mod error;
mod keys;

use std::fmt;
use std::path::PathBuf;

use ::url::Url;

pub use error::UrlError;
use keys::Settings;

/// A password or a token. It has no text form.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Keeps a secret.
    #[must_use]
    pub fn new(secret: impl Into<String>) -> Self {
        Self(secret.into())
    }

    /// The secret, for the driver alone.
    pub(super) fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

/// The secrets that do not have to be in the connection string.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Environment {
    /// `RAGSQL_PASSWORD`, else `SQLCMDPASSWORD`.
    pub password: Option<Secret>,
    /// `RAGSQL_ACCESS_TOKEN`.
    pub access_token: Option<Secret>,
}

impl Environment {
    /// Reads the secrets through `lookup`, which gives a variable's value. An empty value counts as none.
    pub fn read(lookup: impl Fn(&str) -> Option<String>) -> Self {
        let secret = |name| lookup(name).filter(|value| !value.is_empty()).map(Secret::new);
        Self {
            password: secret("RAGSQL_PASSWORD").or_else(|| secret("SQLCMDPASSWORD")),
            access_token: secret("RAGSQL_ACCESS_TOKEN"),
        }
    }
}

/// Where the database is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A server, reached over TDS.
    Server(Box<Server>),
    /// The embedded engine: in memory, or kept in a file.
    Sandbox(Option<PathBuf>),
}

impl Target {
    /// Reads a connection string in any of its forms, with the secrets of `environment` where it has none.
    ///
    /// # Errors
    /// When it cannot be understood, asks for what is not there, or lacks what a login needs. Values are never named.
    pub fn parse(text: &str, environment: &Environment) -> Result<Self, UrlError> {
        let text = text.trim();
        if text.eq_ignore_ascii_case("sandbox") {
            return Ok(Target::Sandbox(None));
        }
        match text.split_once(':') {
            Some((word, _)) if word.eq_ignore_ascii_case("jdbc") => Err(UrlError::Jdbc),
            Some((word, "")) if word.eq_ignore_ascii_case("sandbox") => Err(UrlError::Form),
            Some((word, file)) if word.eq_ignore_ascii_case("sandbox") && file.starts_with("//") => {
                Err(UrlError::SandboxAddress)
            }
            Some((word, file)) if word.eq_ignore_ascii_case("sandbox") => Ok(Target::Sandbox(Some(file.into()))),
            Some((scheme, rest)) if rest.starts_with("//") && !scheme.contains('=') => {
                if !["sqlserver", "mssql"].iter().any(|known| scheme.eq_ignore_ascii_case(known)) {
                    return Err(UrlError::Form);
                }
                Ok(Target::Server(Box::new(address(text)?.finish(environment)?)))
            }
            _ if text.contains('=') => Ok(Target::Server(Box::new(ado(text)?.finish(environment)?))),
            _ => Err(UrlError::Form),
        }
    }

    /// The database's name, where the connection string has one.
    #[must_use]
    pub fn database(&self) -> Option<&str> {
        match self {
            Target::Server(server) => server.database.as_deref(),
            Target::Sandbox(_) => None,
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Server(server) => server.fmt(f),
            Target::Sandbox(None) => f.write_str("sandbox"),
            Target::Sandbox(Some(file)) => write!(f, "sandbox:{}", file.display()),
        }
    }
}

/// Whether a connection string holds a password, as far as it can be understood.
#[must_use]
pub fn holds_password(text: &str) -> bool {
    let text = text.trim();
    let settings = if text.contains("://") { address(text) } else { ado(text) };
    settings.is_ok_and(|settings| settings.has_password())
}

/// `sqlserver://user:password@host:port/database?key=value&…`
fn address(text: &str) -> Result<Settings, UrlError> {
    let url = Url::parse(text).map_err(|error| UrlError::Address(error.to_string()))?;
    // Without a user, an `@` further on means that a sign in the password ended the address too early.
    let rest = &url[::url::Position::BeforePath..];
    if url.username().is_empty() && rest.contains('@') || url.fragment().is_some() {
        return Err(UrlError::StrayAt);
    }
    let mut settings = Settings::new();
    let host = decode(url.host_str().unwrap_or_default())?;
    settings.set_place(host.trim_start_matches('[').trim_end_matches(']'), url.port());
    settings.set("user", &decode(url.username())?)?;
    settings.set("password", &decode(url.password().unwrap_or_default())?)?;
    settings.set("database", &decode(url.path().trim_matches('/'))?)?;
    for pair in url.query().unwrap_or_default().split('&').filter(|pair| !pair.is_empty()) {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        settings.set(&decode(key)?, &decode(value)?)?;
    }
    Ok(settings)
}

/// Text without its percent signs. A percent sign that starts no byte stands for itself.
fn decode(text: &str) -> Result<String, UrlError> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let digit = |at: usize| after.get(at).and_then(|byte| char::from(*byte).to_digit(16));
        match (first, digit(0), digit(1)) {
            (b'%', Some(high), Some(low)) => {
                bytes.push((high * 16 + low) as u8);
                rest = &after[2..];
            }
            _ => {
                bytes.push(first);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).map_err(|_| UrlError::Address("its percent signs are not UTF-8".to_owned()))
}

/// An ADO.NET connection string.
fn ado(text: &str) -> Result<Settings, UrlError> {
    let mut settings = Settings::new();
    let mut after_bare_password = false;
    for pair in ado::pairs(text)? {
        let is_password = ["password", "pwd"].iter().any(|name| pair.key.eq_ignore_ascii_case(name));
        if is_password && pair.quoted && pair.value == "your_password" {
            return Err(UrlError::Placeholder);
        }
        settings.set(&pair.key, &pair.value).map_err(|error| match error {
            UrlError::UnknownKey { .. } if after_bare_password => UrlError::AfterPassword,
            other => other,
        })?;
        after_bare_password = is_password && !pair.quoted;
    }
    Ok(settings)
}

/// How traffic is encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encryption {
    /// TLS before anything else (TDS 8.0).
    Strict,
    /// TLS, or no connection.
    Mandatory,
    /// The login only, unless the server wants more.
    LoginOnly,
    /// Nothing. Only for an engine in this process.
    None,
}

/// Whose certificates count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trust {
    /// The system's authorities.
    System,
    /// Any certificate.
    Any,
    /// The authority in this file, besides the system's.
    Authority(PathBuf),
}

/// Who logs in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Login {
    /// A SQL login.
    Password {
        /// Its name.
        user: String,
        /// Its password.
        password: Secret,
    },
    /// An Entra access token.
    Token(Secret),
}

/// A server and how to log in to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Server {
    /// The host's name or address.
    pub host: String,
    /// The port.
    pub port: u16,
    /// The database; `None` is the login's default one.
    pub database: Option<String>,
    /// Who logs in.
    pub login: Login,
    /// How traffic is encrypted.
    pub encryption: Encryption,
    /// Whose certificates count.
    pub trust: Trust,
    /// The name to look for in the certificate, when it is not the host.
    pub host_in_certificate: Option<String>,
    /// What the server's administrators see.
    pub application_name: Option<String>,
    /// The machine's name as the server sees it.
    pub workstation: Option<String>,
    /// `ApplicationIntent=ReadOnly`.
    pub read_only: bool,
    /// Connect to all of the host's addresses at once.
    pub multi_subnet: bool,
    /// Bytes in a TDS packet.
    pub packet_size: Option<u32>,
    /// Keys that were read and have no effect here.
    pub ignored: Vec<String>,
}

impl Server {
    /// An engine in this process: no encryption, any login.
    #[must_use]
    pub fn loopback(port: u16, database: &str) -> Self {
        let login = Login::Password { user: "sa".into(), password: Secret::new("loopback") };
        Self {
            host: "127.0.0.1".into(),
            port,
            database: Some(database.into()),
            login,
            encryption: Encryption::None,
            trust: Trust::Any,
            host_in_certificate: None,
            application_name: None,
            workstation: None,
            read_only: false,
            multi_subnet: false,
            packet_size: None,
            ignored: Vec::new(),
        }
    }

    /// The database to work on.
    ///
    /// # Errors
    /// When none is named, or one that belongs to the server itself: what is meant for an application's
    /// database must not land there.
    pub fn user_database(&self) -> Result<&str, UrlError> {
        let database = self.database.as_deref().ok_or(UrlError::NoDatabase)?;
        let is_system = |name: &&str| database.eq_ignore_ascii_case(name);
        match ["master", "model", "msdb", "tempdb"].iter().find(|name| is_system(name)) {
            Some(_) => Err(UrlError::SystemDatabase(database.to_owned())),
            None => Ok(database),
        }
    }

    /// Host and port.
    #[must_use]
    pub fn address(&self) -> String {
        self.place().to_string()
    }

    pub(super) fn place(&self) -> Place {
        Place { host: self.host.clone(), port: self.port }
    }
}

/// A host and a port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) host: String,
    pub(super) port: u16,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.host.contains(':') {
            return write!(f, "[{}]:{}", self.host, self.port);
        }
        write!(f, "{}:{}", self.host, self.port)
    }
}

impl fmt::Display for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.database {
            Some(database) => write!(f, "{database} on {}", self.address()),
            None => f.write_str(&self.address()),
        }
    }
}

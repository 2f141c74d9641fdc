//! What can be wrong with a connection string, told without any of its values.

/// What is wrong with a connection string. No value of the string is ever in it. Exit code 64.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UrlError {
    /// None of the known forms.
    #[error("the connection string has an unknown form; {FORMS}")]
    Form,
    /// `jdbc:…`.
    #[error(
        "a JDBC address is not understood: leave out `jdbc:`, write the database behind a slash and the properties behind a \
         question mark, as in sqlserver://user@host:1433/database?encrypt=true; or {FORMS}"
    )]
    Jdbc,
    /// `sandbox://…`.
    #[error(
        "`sandbox://` is no form of it: the file stands right behind the colon, as in sandbox:dev.db for one in the \
        working directory and sandbox:/data/dev.db for one elsewhere"
    )]
    SandboxAddress,
    /// The address cannot be read.
    #[error("the address in the connection string cannot be read: {0}; {ENCODE}")]
    Address(String),
    /// The user's part is cut in two.
    #[error("an `@` stands where none can be; {ENCODE}")]
    StrayAt,
    /// There is no such key.
    #[error("the connection string has an unknown key `{key}`; if it is a part of a value, quote that value")]
    UnknownKey {
        /// The key.
        key: String,
    },
    /// What follows the password is no known key, and may be a part of it.
    #[error("what follows the password in the connection string is no known key; {QUOTE}")]
    AfterPassword,
    /// Text without a key.
    #[error("text without a key{}; {QUOTE}", after.as_ref().map(|key| format!(" after the value of `{key}`")).unwrap_or_default())]
    StrayText {
        /// The key before it.
        after: Option<String>,
    },
    /// A quoted value does not end, or does not end where it should.
    #[error("the value of `{key}` has an opening quote or brace without its end; {QUOTE}")]
    Unquoted {
        /// The key.
        key: String,
    },
    /// A value that does not fit its key.
    #[error("the value of `{key}` in the connection string is not {wanted}")]
    Value {
        /// The key.
        key: String,
        /// What it can be.
        wanted: &'static str,
    },
    /// The string asks for something that is not there.
    #[error("`{key}` in the connection string: {why}")]
    Unsupported {
        /// The key.
        key: String,
        /// What to do.
        why: &'static str,
    },
    /// The value is still the portal's placeholder.
    #[error(
        "the password is still the placeholder of the Azure portal; put the password there, or take the key out and set RAGSQL_PASSWORD"
    )]
    Placeholder,
    /// Any certificate, and one authority's only.
    #[error("TrustServerCertificate=true and TrustServerCertificateCA exclude each other; take one out")]
    TrustTwice,
    /// No server.
    #[error("the connection string names no server; {FORMS}")]
    NoHost,
    /// Nobody to log in.
    #[error(
        "the connection string names no user; add one with its password, or set RAGSQL_ACCESS_TOKEN to log in with Entra"
    )]
    NoUser,
    /// No password.
    #[error(
        "the connection string has a user and no password; set RAGSQL_PASSWORD, or RAGSQL_ACCESS_TOKEN to log in with Entra"
    )]
    NoPassword,
    /// Entra without a token.
    #[error(
        "`Authentication={method}` needs an access token in RAGSQL_ACCESS_TOKEN; with the Azure CLI: \
        az account get-access-token --resource https://database.windows.net/ --query accessToken --output tsv"
    )]
    TokenNeeded {
        /// The method's full name.
        method: &'static str,
    },
    /// No database to change.
    #[error("the connection string names no database; name the one to work on, so that nothing is created elsewhere")]
    NoDatabase,
    /// A database of the server itself.
    #[error("`{0}` is a database of the server itself; name the one to work on")]
    SystemDatabase(String),
}

const FORMS: &str =
    "give sqlserver://user:password@host/database, an ADO.NET connection string, sandbox or sandbox:FILE";
const ENCODE: &str = "in a URL, write : / ? # [ ] @ % in a user or a password as %3A %2F %3F %23 %5B %5D %40 %25, \
    or set RAGSQL_PASSWORD";
const QUOTE: &str =
    "write a value with a semicolon or quotes in it as '…', with every ' in it doubled, or set RAGSQL_PASSWORD";

//! Reaching a server: name, TCP, TLS, login, redirects, and another try where one may help.

use std::io::ErrorKind;
use std::time::Duration;

use backon::{BackoffBuilder, ExponentialBuilder};
use tiberius::error::Error as Driver;
use tiberius::{AuthMethod, Client, Config, EncryptionLevel};
use tokio::time::{Instant, timeout_at};
use tokio_util::compat::TokioAsyncWriteCompatExt;
use tracing::Dispatch;
use tracing::instrument::WithSubscriber;

use super::error::{BatchError, NO_SUCH_DATABASE, NOT_AVAILABLE, ServerError, is_transient};
use super::session::Connection;
use super::tcp::dial;
use super::url::{Encryption, Login, Place, Server, Trust};
use crate::text::counted;

/// A login is sent on to another server at most so often (SqlClient bounds it too).
const MAX_REDIRECTS: usize = 3;
/// What also says "there is no such thing" is tried so often.
const DOUBTFUL_TRIES: u32 = 3;
/// How to reach a server.
#[derive(Debug, Clone)]
pub struct ConnectOptions {
    /// The time for everything, further tries included.
    pub budget: Duration,
    /// What the server's administrators see.
    pub application_name: String,
    /// The time for one TCP connection.
    pub tcp_timeout: Duration,
    /// The time for TLS and login of one try. A paused serverless database holds a login for about 15 s.
    pub handshake_timeout: Duration,
    /// The first pause between tries; each further one is twice as long.
    pub first_delay: Duration,
    /// The longest pause between tries.
    pub max_delay: Duration,
    /// How long a cancelled statement may take to end before its connection is given up.
    pub cancel_timeout: Duration,
    /// How long ragsql's own statements wait for another session's lock.
    pub lock_timeout: Duration,
}

impl Default for ConnectOptions {
    fn default() -> Self {
        Self {
            budget: Duration::from_secs(180),
            application_name: concat!("ragsql/", env!("CARGO_PKG_VERSION")).to_owned(),
            tcp_timeout: Duration::from_secs(30),
            handshake_timeout: Duration::from_secs(60),
            first_delay: Duration::from_secs(5),
            max_delay: Duration::from_secs(60),
            cancel_timeout: Duration::from_secs(10),
            lock_timeout: Duration::from_secs(60),
        }
    }
}

/// A try failed, and another one follows.
#[derive(Debug, Clone)]
pub struct Retry {
    /// The number of the try that failed, from 1.
    pub attempt: u32,
    /// Why it failed.
    pub reason: String,
    /// The pause before the next one.
    pub pause: Duration,
}

/// Why there is no session. Exit code 69.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ConnectError {
    /// The name is not known.
    #[error("the name `{host}` cannot be resolved: {detail}; check the server's name")]
    Name {
        /// The host.
        host: String,
        /// What the system says.
        detail: String,
    },
    /// Nothing answers there.
    #[error("{address} cannot be reached: {detail}; check the server's name, the port, the firewall and the network")]
    Unreachable {
        /// Host and port.
        address: String,
        /// What the system says.
        detail: String,
        /// Whether the other side refused at once: nothing listens there.
        refused: bool,
    },
    /// The server answered, but the conversation broke before the login was done.
    #[error("{address} did not complete the login: {detail}; check that a SQL Server listens there")]
    Handshake {
        /// Host and port.
        address: String,
        /// What the driver says.
        detail: String,
    },
    /// No agreement about encryption, or a certificate that is not trusted.
    #[error("no secure connection to {address}: {detail}; {}", TLS_ADVICE)]
    Tls {
        /// Host and port.
        address: String,
        /// What the driver says.
        detail: String,
    },
    /// The server refused the login.
    #[error("{address} refused the login: {error}")]
    Login {
        /// Host and port.
        address: String,
        /// The server's error.
        error: ServerError,
    },
    /// What answers there does not speak TDS as it should.
    #[error("{address} does not answer like a SQL Server: {detail}; check the host and the port")]
    Protocol {
        /// Host and port.
        address: String,
        /// What the driver says.
        detail: String,
    },
    /// The login succeeded, and the first question was not answered.
    #[error("{address} let the login in and did not say who it is: {error}")]
    Greeting {
        /// Host and port.
        address: String,
        /// Why.
        error: Box<BatchError>,
    },
    /// The server sent the login on again and again.
    #[error("{address} sent the login on more than {MAX_REDIRECTS} times; the server is set up wrongly")]
    Redirects {
        /// Host and port as they were given.
        address: String,
    },
    /// The address that the server sent the login on to cannot be used.
    #[error("{from} sent the login on to {to}, and that failed: {error}; {REDIRECT_ADVICE}")]
    Redirected {
        /// Host and port as they were given.
        from: String,
        /// Where the server sent the login.
        to: String,
        /// What happened there.
        error: Box<ConnectError>,
    },
    /// The budget is over.
    #[error("no connection after {} in {}; the last one: {last}", counted(*tries, "try"), humantime::format_duration(*budget))]
    Budget {
        /// How many tries there were.
        tries: u32,
        /// The whole budget.
        budget: Duration,
        /// Why the last try failed.
        last: Box<ConnectError>,
    },
}

const TLS_ADVICE: &str = "the certificate must be valid for the server's name and come from a known authority; \
    for a test server with its own certificate add trustServerCertificate=true";
const REDIRECT_ADVICE: &str = "Azure SQL sends connections from inside Azure on to ports 11000 to 11999: \
    allow these, or set the server's connection policy to Proxy";

impl ConnectError {
    /// The server's error, when it was the server that refused.
    #[must_use]
    pub fn server_error(&self) -> Option<&ServerError> {
        match self {
            Self::Login { error, .. } => Some(error),
            Self::Redirected { error, .. } => error.server_error(),
            Self::Budget { last, .. } => last.server_error(),
            _ => None,
        }
    }
}

/// Connects and logs in, with further tries within the budget.
pub(super) async fn connect(
    server: &Server,
    options: &ConnectOptions,
    capture: &Dispatch,
    on_retry: &mut (dyn FnMut(&Retry) + Send),
) -> Result<Connection, ConnectError> {
    let deadline = Instant::now() + options.budget;
    let mut pauses = pauses(options);
    let mut tries = Tries::default();
    loop {
        tries.count += 1;
        let error = match timeout_at(deadline, login(server, options, capture)).await {
            Ok(Ok(connection)) => return Ok(connection),
            Ok(Err(error)) => error,
            Err(_) => return Err(tries.over(options.budget, server)),
        };
        if !tries.again(&error) {
            return Err(error);
        }
        let pause = pauses.next().unwrap_or(options.max_delay);
        if Instant::now() + pause >= deadline {
            return Err(tries.over(options.budget, server));
        }
        on_retry(&Retry { attempt: tries.count, reason: error.to_string(), pause });
        tokio::time::sleep(pause).await;
    }
}

/// The first pause, then each twice as long, up to the longest.
fn pauses(options: &ConnectOptions) -> impl Iterator<Item = Duration> + use<> {
    ExponentialBuilder::new()
        .with_min_delay(options.first_delay)
        .with_max_delay(options.max_delay)
        .without_max_times()
        .build()
}

/// The tries so far.
#[derive(Default)]
struct Tries {
    count: u32,
    starting: bool,
    last: Option<ConnectError>,
}

impl Tries {
    /// Notes a failed try; whether another one may help.
    fn again(&mut self, error: &ConnectError) -> bool {
        self.starting |= error.server_error().is_some_and(|error| error.number == NOT_AVAILABLE);
        self.last = Some(error.clone());
        match patience(error) {
            Patience::None => false,
            Patience::Few => self.starting || self.count < DOUBTFUL_TRIES,
            Patience::Budget => true,
        }
    }

    /// The error when the budget is over.
    fn over(self, budget: Duration, server: &Server) -> ConnectError {
        let silent = || ConnectError::Unreachable {
            address: server.address(),
            detail: "no answer in time".to_owned(),
            refused: false,
        };
        ConnectError::Budget { tries: self.count, budget, last: Box::new(self.last.unwrap_or_else(silent)) }
    }
}

/// How long to go on after an error.
#[derive(Debug, PartialEq, Eq)]
enum Patience {
    None,
    Few,
    Budget,
}

fn patience(error: &ConnectError) -> Patience {
    match error {
        ConnectError::Name { .. } | ConnectError::Unreachable { refused: true, .. } => Patience::Few,
        ConnectError::Unreachable { .. } | ConnectError::Handshake { .. } => Patience::Budget,
        ConnectError::Login { error, .. } if error.number == NO_SUCH_DATABASE => Patience::Few,
        ConnectError::Login { error, .. } if is_transient(error.number) => Patience::Budget,
        ConnectError::Redirected { error, .. } => patience(error),
        ConnectError::Login { .. }
        | ConnectError::Tls { .. }
        | ConnectError::Protocol { .. }
        | ConnectError::Greeting { .. }
        | ConnectError::Redirects { .. }
        | ConnectError::Budget { .. } => Patience::None,
    }
}

/// One try: follows the server's redirects. The certificate is checked against the last name.
async fn login(server: &Server, options: &ConnectOptions, capture: &Dispatch) -> Result<Connection, ConnectError> {
    let mut place = server.place();
    for hop in 0..=MAX_REDIRECTS {
        let error = match handshake(server, options, &place, capture).await {
            Ok(connection) => return Ok(connection),
            Err(Failed::Routed(next)) => {
                place = next;
                continue;
            }
            Err(Failed::Error(error)) => error,
        };
        return Err(if hop == 0 {
            error
        } else {
            ConnectError::Redirected { from: server.address(), to: place.to_string(), error: Box::new(error) }
        });
    }
    Err(ConnectError::Redirects { address: server.address() })
}

/// Why there is no connection to one place.
enum Failed {
    /// The server wants the login elsewhere.
    Routed(Place),
    Error(ConnectError),
}

impl From<ConnectError> for Failed {
    fn from(error: ConnectError) -> Self {
        Failed::Error(error)
    }
}

/// TCP, TLS and login at one place.
async fn handshake(
    server: &Server,
    options: &ConnectOptions,
    place: &Place,
    capture: &Dispatch,
) -> Result<Connection, Failed> {
    let mut config = config(server, options, place);
    let attempt = async |config| {
        let stream = dial(place, server.multi_subnet, options.tcp_timeout).await?.compat_write();
        Ok::<_, ConnectError>(Client::connect(config, stream).with_subscriber(capture.clone()).await)
    };
    let result = match attempt(config.clone()).await? {
        // The system has no certificates, as in a slim container: take those that came with the driver.
        Err(Driver::Io { kind: ErrorKind::NotFound, .. }) if server.trust == Trust::System => {
            config.trust_webpki_roots();
            attempt(config).await?
        }
        other => other,
    };
    result.map_err(|error| failed(error, place))
}

fn failed(error: Driver, place: &Place) -> Failed {
    let address = place.to_string();
    Failed::Error(match error {
        Driver::Routing { host, port } => return Failed::Routed(Place { host, port }),
        Driver::Server(error) => ConnectError::Login { address, error: (&error).into() },
        // Certificates that cannot be read, and answers that are not TLS: another try gives the same.
        Driver::Io { kind: ErrorKind::NotFound | ErrorKind::InvalidData | ErrorKind::InvalidInput, message } => {
            ConnectError::Tls { address, detail: message }
        }
        Driver::Io { message, .. } => ConnectError::Handshake { address, detail: message },
        Driver::Tls(detail) => ConnectError::Tls { address, detail: without_driver_advice(&detail) },
        Driver::Protocol(detail) if detail.contains("encryption level") => {
            ConnectError::Tls { address, detail: "the server does not offer the encryption that is asked for".into() }
        }
        other => ConnectError::Protocol { address, detail: other.to_string() },
    })
}

/// The driver advises programmers; its advice starts like this.
fn without_driver_advice(detail: &str) -> String {
    detail.split(" To connect anyway").next().unwrap_or(detail).trim_end_matches('.').to_owned()
}

fn config(server: &Server, options: &ConnectOptions, place: &Place) -> Config {
    let mut config = Config::new();
    config.host(&place.host);
    config.port(place.port);
    config.application_name(server.application_name.as_deref().unwrap_or(&options.application_name));
    config.readonly(server.read_only);
    config.handshake_timeout(Some(options.handshake_timeout));
    // A long CREATE INDEX is silent; limits are the session's, which can cancel.
    config.command_timeout(None);
    // One lone surrogate in a row that nobody reads must not end a run.
    config.lossy_utf16_decoding(true);
    secure(&mut config, server);
    config.authentication(match &server.login {
        Login::Password { user, password } => AuthMethod::sql_server(user, password.expose()),
        Login::Token(token) => AuthMethod::aad_token(token.expose()),
    });
    if let Some(database) = &server.database {
        config.database(database);
    }
    if let Some(name) = &server.workstation {
        config.client_name(name);
    }
    if let Some(size) = server.packet_size {
        config.packet_size(size);
    }
    config
}

/// Encryption, and whose certificates count.
fn secure(config: &mut Config, server: &Server) {
    config.encryption(match server.encryption {
        Encryption::Strict => EncryptionLevel::Strict,
        Encryption::Mandatory => EncryptionLevel::Required,
        Encryption::LoginOnly => EncryptionLevel::Off,
        Encryption::None => EncryptionLevel::NotSupported,
    });
    match &server.trust {
        Trust::System => {}
        Trust::Any => config.trust_cert(),
        Trust::Authority(file) => config.trust_cert_ca(file.display()),
    }
    if let Some(name) = &server.host_in_certificate {
        config.hostname_in_certificate(name);
    }
}

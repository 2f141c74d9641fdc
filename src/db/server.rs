//! Opening sessions with one target, again where that is needed; the embedded engine is started here.

use super::connect::{ConnectError, ConnectOptions, Retry};
use super::events::{Event, Events};
use super::session::Session;
use super::url::{Server, Target};

/// Opens sessions. It keeps the embedded engine alive where that is the target.
pub struct Connector {
    server: Server,
    options: ConnectOptions,
    #[cfg(feature = "sandbox")]
    _engine: Option<crate::sandbox::server::Server>,
}

/// Why a target cannot be used at all.
#[derive(Debug, thiserror::Error)]
pub enum TargetError {
    /// The embedded engine did not start.
    #[error("the embedded engine did not start: {0}")]
    Sandbox(String),
    /// This binary was built without it.
    #[error("this ragsql was built without the embedded engine (the Cargo feature `sandbox`); give a server's URL")]
    NoSandbox,
}

impl Connector {
    /// For a server, nothing is done yet; the embedded engine is started.
    ///
    /// # Errors
    /// When the embedded engine cannot be started or is not built in.
    pub fn new(target: &Target, options: ConnectOptions) -> Result<Self, TargetError> {
        match target {
            Target::Server(server) => Ok(Self {
                server: (**server).clone(),
                options,
                #[cfg(feature = "sandbox")]
                _engine: None,
            }),
            Target::Sandbox(file) => Self::sandbox(file.as_deref(), options),
        }
    }

    #[cfg(feature = "sandbox")]
    fn sandbox(file: Option<&std::path::Path>, options: ConnectOptions) -> Result<Self, TargetError> {
        // TEMPORARY until the engine lands
        let _ = (file, options);
        Err(TargetError::NoSandbox)
    }

    #[cfg(not(feature = "sandbox"))]
    fn sandbox(_file: Option<&std::path::Path>, _options: ConnectOptions) -> Result<Self, TargetError> {
        Err(TargetError::NoSandbox)
    }

    /// Opens a session; tries and retries are told to `events`.
    ///
    /// # Errors
    /// See [`Session::open`].
    pub async fn open(&self, events: &mut dyn Events) -> Result<Session, ConnectError> {
        let mut on_retry = |retry: &Retry| {
            events.event(&Event::Retry { reason: retry.reason.clone(), pause_ms: retry.pause.as_millis() as u64 });
        };
        Session::open(&self.server, &self.options, &mut on_retry).await
    }
}

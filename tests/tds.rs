//! The TDS server as tiberius sees it, with a scripted engine behind it.
#![cfg(feature = "sandbox")]

#[path = "tds/engine.rs"]
mod engine;

use std::sync::Arc;

use engine::Scripted;
use ragsql::sandbox::server::Server;
use tiberius::{AuthMethod, Client, Config, EncryptionLevel, Row};
use tokio::net::TcpStream;
use tokio_util::compat::{Compat, TokioAsyncWriteCompatExt};

type Tds = Client<Compat<TcpStream>>;

fn serve() -> (Server, Arc<Scripted>) {
    let engine = Arc::new(Scripted::default());
    (Server::start(Arc::clone(&engine) as _, 0).expect("a free port"), engine)
}

fn config(port: u16, encryption: EncryptionLevel) -> Config {
    let mut config = Config::new();
    config.host("127.0.0.1");
    config.port(port);
    config.authentication(AuthMethod::sql_server("sa", "Passw0rd-that-nobody-keeps"));
    config.encryption(encryption);
    config.trust_cert();
    config
}

async fn connect(config: Config) -> tiberius::Result<Tds> {
    let socket = TcpStream::connect(config.get_addr()).await.expect("the server listens");
    Client::connect(config, socket.compat_write()).await
}

#[expect(clippy::disallowed_methods, reason = "the protocol is on trial here; every reply is read to its end")]
async fn batch(client: &mut Tds, sql: &str) -> tiberius::Result<Vec<Vec<Row>>> {
    client.simple_query(sql).await?.into_results().await
}

#[tokio::test]
async fn logs_in_at_every_level_of_encryption() {
    let (server, engine) = serve();
    use EncryptionLevel::{NotSupported, Off, On, Required, Strict};
    for level in [NotSupported, Off, On, Required, Strict] {
        let mut client =
            connect(config(server.port(), level)).await.unwrap_or_else(|error| panic!("{level:?}: {error}"));
        let rows = batch(&mut client, "SELECT rows 2").await.unwrap();
        assert_eq!(rows[0].len(), 2, "{level:?}");
        assert_eq!(rows[0][1].get::<&str, _>("t"), Some("row 1"), "{level:?}");
    }
    let logins = engine.logins.lock().unwrap();
    assert_eq!((logins[0].user.as_str(), logins[0].ansi_defaults), ("sa", true));
}

//! tiberius as a client, and the server with its scripted engine.

use std::sync::Arc;

use ragsql::sandbox::server::Server;
use tiberius::{AuthMethod, Client, Config, EncryptionLevel, Row};
use tokio::net::TcpStream;
use tokio_util::compat::{Compat, TokioAsyncWriteCompatExt};

use crate::engine::Scripted;

pub type Tds = Client<Compat<TcpStream>>;

/// A server at a free port.
pub fn serve() -> (Server, Arc<Scripted>) {
    let engine = Arc::new(Scripted::default());
    (Server::start(Arc::clone(&engine) as _, 0).expect("a free port"), engine)
}

/// The configuration of a client.
pub fn config(port: u16, encryption: EncryptionLevel) -> Config {
    let mut config = Config::new();
    config.host("127.0.0.1");
    config.port(port);
    config.authentication(AuthMethod::sql_server("sa", "not-a-secret"));
    config.encryption(encryption);
    config.trust_cert();
    config
}

/// Connects and logs in.
pub async fn connect(config: Config) -> tiberius::Result<Tds> {
    let socket = TcpStream::connect(config.get_addr()).await.expect("the server listens");
    Client::connect(config, socket.compat_write()).await
}

/// Logs in without encryption.
pub async fn client(server: &Server) -> Tds {
    connect(config(server.port(), EncryptionLevel::NotSupported)).await.expect("anybody can log in")
}

/// Runs a batch and reads its reply to the end.
#[expect(clippy::disallowed_methods, reason = "the protocol is on trial here; the reply is read to its end")]
pub async fn batch(client: &mut Tds, sql: &str) -> tiberius::Result<Vec<Vec<Row>>> {
    client.simple_query(sql).await?.into_results().await
}

/// Runs a statement with parameters and reads its reply to the end.
#[expect(clippy::disallowed_methods, reason = "the protocol is on trial here; the reply is read to its end")]
pub async fn query(
    client: &mut Tds,
    sql: &str,
    parameters: &[&dyn tiberius::ToSql],
) -> tiberius::Result<Vec<Vec<Row>>> {
    client.query(sql, parameters).await?.into_results().await
}

/// The only number of a reply.
pub async fn number(client: &mut Tds, sql: &str) -> i64 {
    let results = batch(client, sql).await.expect("a result");
    let row = &results[0][0];
    row.try_get::<i64, _>(0).unwrap_or_else(|_| row.get::<i32, _>(0).map(i64::from)).expect("a number")
}

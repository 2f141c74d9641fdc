//! TCP: one connection to a host within its time, tuned for long silent statements.

use std::io::{Error, ErrorKind};
use std::net::SocketAddr;
use std::time::Duration;

use socket2::{SockRef, TcpKeepalive};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use super::connect::ConnectError;
use super::url::Place;

/// A silent statement must not lose its connection in a gateway (SqlClient: after 30 s, then every second).
const KEEPALIVE: Duration = Duration::from_secs(30);
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(1);

/// A TCP connection to a place. With `everywhere`, all of the host's addresses are tried at once.
pub(super) async fn dial(place: &Place, everywhere: bool, limit: Duration) -> Result<TcpStream, ConnectError> {
    let unreachable =
        |detail: String, refused| ConnectError::Unreachable { address: place.to_string(), detail, refused };
    let broken = |error: Error| unreachable(error.to_string(), error.kind() == ErrorKind::ConnectionRefused);
    let connect = async {
        let addresses = resolve(place).await?;
        let stream = if everywhere { race(addresses).await } else { TcpStream::connect(&addresses[..]).await };
        stream.and_then(tuned).map_err(broken)
    };
    let late = |_| unreachable(format!("no answer within {}", humantime::format_duration(limit)), false);
    tokio::time::timeout(limit, connect).await.map_err(late)?
}

async fn resolve(place: &Place) -> Result<Vec<SocketAddr>, ConnectError> {
    let unknown = |error: Error| ConnectError::Name { host: place.host.clone(), detail: error.to_string() };
    Ok(tokio::net::lookup_host((place.host.as_str(), place.port)).await.map_err(unknown)?.collect())
}

fn tuned(stream: TcpStream) -> Result<TcpStream, Error> {
    stream.set_nodelay(true)?;
    let keepalive = TcpKeepalive::new().with_time(KEEPALIVE).with_interval(KEEPALIVE_INTERVAL);
    SockRef::from(&stream).set_tcp_keepalive(&keepalive)?;
    Ok(stream)
}

/// Connects to all addresses at once, as `MultiSubnetFailover` wants; the first one wins.
async fn race(addresses: Vec<SocketAddr>) -> Result<TcpStream, Error> {
    let mut running: JoinSet<Result<TcpStream, Error>> = addresses.into_iter().map(TcpStream::connect).collect();
    let mut last = Error::from(ErrorKind::AddrNotAvailable);
    while let Some(joined) = running.join_next().await {
        match joined.unwrap_or_else(|error| Err(Error::other(error))) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

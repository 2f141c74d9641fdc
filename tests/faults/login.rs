//! Logging in: what is tried again, for how long, and what is said when there is no session.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use ragsql::db::{ConnectError, ConnectOptions, Environment, Retry, Secret, Server, Session, Target};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tracing::instrument::WithSubscriber;

use crate::reply::Reply;
use crate::server::{Asked, FaultServer, Login};

/// Short pauses, and a budget that no test uses up unless it wants to.
fn options() -> ConnectOptions {
    ConnectOptions {
        budget: Duration::from_secs(20),
        handshake_timeout: Duration::from_millis(200),
        first_delay: Duration::from_millis(1),
        max_delay: Duration::from_millis(4),
        ..ConnectOptions::default()
    }
}

/// Opens a session; gives the reasons of the further tries.
async fn open_at(server: &Server, options: &ConnectOptions) -> (Result<Session, ConnectError>, Vec<String>) {
    let mut reasons = Vec::new();
    let session = Session::open(server, options, &mut |retry| reasons.push(retry.reason.clone())).await;
    (session, reasons)
}

async fn open(logins: Vec<Login>) -> (FaultServer, Result<Session, ConnectError>, Vec<String>) {
    let server = FaultServer::with_logins(logins, |_| Reply::ok()).await;
    let (session, reasons) = open_at(&Server::loopback(server.port, "db"), &options()).await;
    (server, session, reasons)
}

fn refusal(number: u32, text: &str) -> Login {
    Login::Answer(Reply::new().error(number, 14, 1, "", text).failed())
}

fn not_available() -> Login {
    Login::Answer(Reply::new().error(40613, 20, 1, "", "Database 'db' is not currently available.").failed())
}

fn error(session: Result<Session, ConnectError>) -> ConnectError {
    session.expect_err("there is no session")
}

#[tokio::test]
async fn the_login_says_who_and_where() {
    let server = FaultServer::start(|_| Reply::ok()).await;
    let url = format!("sqlserver://app:x@127.0.0.1:{}/rag?applicationName=nightly", server.port);
    let Ok(Target::Server(mut place)) = Target::parse(&url, &Environment::default()) else { panic!("a server") };
    place.encryption = ragsql::db::url::Encryption::None;
    let (session, _) = open_at(&place, &options()).await;
    assert!(session.expect("a session").is_alive());
    let [user, application, database] = ["app", "nightly", "rag"].map(String::from);
    assert_eq!(server.asked(), [Asked::Login { user, application, database }]);
}

#[tokio::test]
async fn a_database_that_is_starting_is_waited_for() {
    let (server, session, reasons) = open(vec![not_available(), not_available(), Login::Accept]).await;
    let mut session = session.expect("a session in the end");
    session.batch("SELECT 1", None, &mut |_| {}).await.expect("it works");
    assert_eq!(reasons.len(), 2);
    assert!(reasons[0].contains("Msg 40613"), "{}", reasons[0]);
    assert_eq!(server.asked().len(), 4);
}

#[tokio::test]
async fn further_transient_errors_are_waited_for_too() {
    let transient = |number| refusal(number, "The service is busy.");
    let (_server, session, reasons) =
        open(vec![transient(40197), transient(40501), transient(49918), Login::Accept]).await;
    assert!(session.is_ok());
    assert_eq!(reasons.len(), 3);
}

#[tokio::test]
async fn a_refused_login_is_final_and_tells_no_secret() {
    let server = FaultServer::with_logins(vec![refusal(18456, "Login failed for user 'app'.")], |_| Reply::ok()).await;
    let mut place = Server::loopback(server.port, "db");
    place.login = ragsql::db::url::Login::Password { user: "app".into(), password: Secret::new("hunter2-hunter2") };
    let (session, reasons) = open_at(&place, &options()).await;
    let error = error(session);
    assert!(matches!(&error, ConnectError::Login { error, .. } if error.number == 18456), "{error:?}");
    assert!(error.to_string().contains("Login failed for user 'app'."));
    assert!(!format!("{error} {error:?} {place} {place:?}").contains("hunter2"));
    assert!(reasons.is_empty());
}

#[tokio::test]
async fn a_firewall_is_final_and_explained() {
    let (_server, session, reasons) = open(vec![refusal(40615, "Cannot open server.")]).await;
    assert!(error(session).to_string().contains("firewall"));
    assert!(reasons.is_empty());
}

#[tokio::test]
async fn a_database_that_cannot_be_opened_is_tried_three_times() {
    let cannot_open = || refusal(4060, "Cannot open database \"db\".");
    let (_server, session, reasons) = open(vec![cannot_open()]).await;
    assert_eq!(error(session).server_error().map(|error| error.number), Some(4060));
    assert_eq!(reasons.len(), 2);
    let logins = vec![not_available(), cannot_open(), cannot_open(), cannot_open(), cannot_open(), Login::Accept];
    let (_server, session, reasons) = open(logins).await;
    assert!(session.is_ok(), "it was starting, so there is more patience");
    assert_eq!(reasons.len(), 5);
}

#[tokio::test]
async fn a_login_that_breaks_is_tried_again() {
    let cut_in_answer = Login::Answer(Reply::new().info("welcome").cut());
    let logins = vec![Login::CutFirst, Login::CutLater, cut_in_answer, Login::Silent, Login::Accept];
    let (_server, session, reasons) = open(logins).await;
    assert!(session.is_ok());
    assert_eq!(reasons.len(), 4);
    assert!(reasons.iter().all(|reason| reason.contains("did not complete the login")), "{reasons:?}");
}

#[tokio::test]
async fn the_budget_ends_the_tries_and_the_last_error_is_told() {
    let server = FaultServer::with_logins(vec![not_available()], |_| Reply::ok()).await;
    let options = ConnectOptions { budget: Duration::from_millis(40), ..options() };
    let (session, reasons) = open_at(&Server::loopback(server.port, "db"), &options).await;
    let error = error(session);
    assert!(matches!(&error, ConnectError::Budget { tries, .. } if *tries as usize == reasons.len() + 1), "{error:?}");
    assert_eq!(error.server_error().map(|error| error.number), Some(40613));
}

#[tokio::test]
async fn a_server_that_never_answers_is_given_up() {
    let server = FaultServer::with_logins(vec![Login::Silent], |_| Reply::ok()).await;
    let options = ConnectOptions { budget: Duration::from_millis(50), ..options() };
    let (session, _) = open_at(&Server::loopback(server.port, "db"), &options).await;
    let error = error(session);
    assert!(error.to_string().contains("no answer in time"), "{error}");
}

#[tokio::test]
async fn a_port_without_a_server_is_tried_three_times() {
    let port = unused_port().await;
    let (session, reasons) = open_at(&Server::loopback(port, "db"), &options()).await;
    assert!(matches!(error(session), ConnectError::Unreachable { refused: true, .. }));
    assert_eq!(reasons.len(), 2);
}

#[tokio::test]
async fn a_name_that_does_not_exist_is_named() {
    let mut place = Server::loopback(1, "db");
    place.host = format!("{}.invalid", "x".repeat(64));
    let error = error(open_at(&place, &options()).await.0);
    assert!(matches!(&error, ConnectError::Name { host, .. } if *host == place.host), "{error:?}");
}

#[tokio::test]
async fn a_login_follows_its_redirect() {
    let routed = FaultServer::start(|_| Reply::ok()).await;
    let route = Reply::new().route("127.0.0.1", routed.port).tokens(crate::reply::login_ack()).done();
    let (_gateway, session, _) = open(vec![Login::Answer(route)]).await;
    session.expect("a session").batch("SELECT 1", None, &mut |_| {}).await.expect("it works");
    assert_eq!(routed.batches(), ["SELECT 1"]);
}

#[tokio::test]
async fn a_redirect_that_leads_nowhere_names_both_places() {
    let nowhere = unused_port().await;
    let route = Reply::new().route("127.0.0.1", nowhere).done();
    let (gateway, session, _) = open(vec![Login::Answer(route)]).await;
    let error = error(session).to_string();
    assert!(error.contains(&gateway.port.to_string()) && error.contains(&nowhere.to_string()), "{error}");
    assert!(error.contains("11000 to 11999"), "{error}");
}

#[tokio::test]
async fn redirects_do_not_go_round_for_ever() {
    let port = unused_port().await;
    let listener_port = port;
    let server = FaultServer::at(
        listener_port,
        vec![Login::Answer(Reply::new().route("127.0.0.1", listener_port).done())],
        |_| Reply::ok(),
    )
    .await;
    let (session, _) = open_at(&Server::loopback(server.port, "db"), &options()).await;
    assert!(matches!(error(session), ConnectError::Redirects { .. }));
    assert_eq!(server.asked().len(), 4);
}

#[tokio::test]
async fn a_server_without_encryption_is_refused() {
    let server = FaultServer::start(|_| Reply::ok()).await;
    let url = format!("sqlserver://app:x@127.0.0.1:{}/rag", server.port);
    let Ok(Target::Server(place)) = Target::parse(&url, &Environment::default()) else { panic!("a server") };
    let (session, reasons) = open_at(&place, &options()).await;
    let error = error(session);
    assert!(matches!(error, ConnectError::Tls { .. }), "{error:?}");
    assert!(reasons.is_empty() && server.asked().is_empty(), "the password never left");
}

#[tokio::test]
async fn what_is_no_sql_server_is_called_so() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let port = listener.local_addr().expect("it is bound").port();
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.expect("a client");
        let packet_of_nonsense = [4, 1, 0, 14, 0, 0, 1, 0, 0x55, 0, 0, 0, 0, 0xFF];
        stream.write_all(&packet_of_nonsense).await.expect("an answer");
        stream.read_to_end(&mut Vec::new()).await.expect("the client ends it");
    });
    let error = error(open_at(&Server::loopback(port, "db"), &options()).await.0);
    assert!(matches!(error, ConnectError::Protocol { .. }), "{error:?}");
}

/// A port of this machine on which nothing listens.
async fn unused_port() -> u16 {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    listener.local_addr().expect("it is bound").port()
}

/// Everything that is logged, as text.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("no test holds it").extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn a_log_of_everything_has_our_notes_and_no_secret() {
    let refused = refusal(18456, "Login failed for user 'app'.");
    let logins = vec![not_available(), refused];
    let server = FaultServer::with_logins(logins, |_| Reply::ok()).await;
    let url = format!("sqlserver://app:hunter2@127.0.0.1:{}/rag", server.port);
    let log = Log::default();
    let writer = log.clone();
    let subscriber =
        tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(move || writer.clone()).finish();
    let work = async {
        let Ok(Target::Server(mut place)) = Target::parse(&url, &Environment::default()) else { panic!("a server") };
        place.encryption = ragsql::db::url::Encryption::None;
        let mut note = |retry: &Retry| tracing::info!("another try: {}", retry.reason);
        let error = Session::open(&place, &options(), &mut note).await.expect_err("it is refused");
        tracing::error!("{error} {error:?} {place:?}");
    };
    work.with_subscriber(subscriber).await;
    let log = String::from_utf8(log.0.lock().expect("the work is done").clone()).expect("text");
    assert!(log.contains("another try") && log.contains("Login failed"), "{log}");
    assert!(!log.contains("hunter2") && !log.contains("tiberius"), "{log}");
}

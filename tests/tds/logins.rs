//! Logging in: encryption, versions, features, refusals.

use tiberius::{AuthMethod, EncryptionLevel};

use crate::client::{batch, config, connect, serve};
use crate::raw::{LOGIN, PRELOGIN, Raw, Token, login7, prelogin};

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

#[tokio::test]
async fn the_login_says_who_comes_and_where_to() {
    let (server, engine) = serve();
    let mut config = config(server.port(), EncryptionLevel::Required);
    config.database("somewhere");
    config.application_name("the tests");
    connect(config).await.unwrap();
    let login = engine.logins.lock().unwrap()[0].clone();
    assert_eq!((login.database.as_str(), login.application.as_str()), ("somewhere", "the tests"));
    assert!(!format!("{login:?}").contains("not-a-secret"));
}

#[tokio::test]
async fn an_error_of_the_engine_refuses_the_login() {
    let (server, _engine) = serve();
    let mut config = config(server.port(), EncryptionLevel::Required);
    config.database("missing");
    let error = connect(config).await.expect_err("the database is missing");
    assert_eq!(error.code(), Some(4060), "{error}");
}

#[tokio::test]
async fn tokens_and_windows_logins_are_refused_with_a_way_out() {
    let (server, _engine) = serve();
    let mut config = config(server.port(), EncryptionLevel::Required);
    config.authentication(AuthMethod::aad_token("a.b.c"));
    let error = connect(config).await.expect_err("no tokens here");
    assert_eq!(error.code(), Some(18456), "{error}");
    assert!(error.to_string().contains("any user name and any password"), "{error}");

    const INTEGRATED: u8 = 0x80;
    let message = refusal(server.port(), &login7(0x7400_0004, 0, INTEGRATED, 0));
    assert!(message.contains("no Windows logins"), "{message}");
}

#[test]
fn a_client_of_an_old_protocol_is_told_which_one_to_use() {
    let (server, _engine) = serve();
    let message = refusal(server.port(), &login7(0x7100_0001, 0, 0, 0));
    assert!(message.contains("Set the client to TDS 7.4"), "{message}");
}

/// The message that answers a LOGIN7, after which the connection is closed.
fn refusal(port: u16, login: &[u8]) -> String {
    let mut raw = Raw::open(port);
    raw.send(PRELOGIN, &prelogin(2));
    raw.receive();
    raw.send(LOGIN, login);
    let tokens = raw.tokens();
    let [Token::Message(18456, 14, text, ..), Token::Done(0xFD, 2, 0, 0)] = &tokens[..] else { panic!("{tokens:?}") };
    assert!(raw.is_closed());
    text.clone()
}

#[test]
fn the_answer_to_a_login_tells_what_clients_insist_on() {
    let (server, _engine) = serve();
    let mut raw = Raw::open(server.port());
    raw.send(PRELOGIN, &prelogin(2));
    assert_eq!(raw.receive()[..6], [0, 0, 26, 0, 6, 1]);
    raw.send(LOGIN, &login7(0x7400_0004, 8000, 0, 0x0A));
    let tokens = raw.tokens();
    let changes: Vec<u8> =
        tokens.iter().filter_map(|token| if let Token::Change(kind, _) = token { Some(*kind) } else { None }).collect();
    assert_eq!(changes, [1, 7, 2, 4], "database, collation, language, packet size");
    assert!(tokens.contains(&Token::Change(7, vec![5, 0x09, 0x04, 0xD0, 0x00, 0x34, 0])), "5 bytes new, none old");
    assert!(tokens.contains(&Token::LoginAck(0x7400_0004, "Microsoft SQL Server".into())));
    assert_eq!(tokens.last(), Some(&Token::Done(0xFD, 0, 0, 0)));
}

#[test]
fn packets_have_the_size_that_was_agreed() {
    let (server, _engine) = serve();
    for (asked, agreed) in [(0, 4096), (512, 512), (8000, 8000), (100, 512), (32_767, 16_192)] {
        let mut raw = Raw::open(server.port());
        raw.send(PRELOGIN, &prelogin(2));
        raw.receive();
        raw.send(LOGIN, &login7(0x7400_0004, asked, 0, 0));
        raw.receive();
        raw.batch("SELECT text 50000", 0);
        let (sizes, _) = raw.receive_packets();
        let (last, full) = sizes.split_last().unwrap();
        assert!(full.iter().all(|size| *size == agreed) && *last <= agreed, "{asked}: {sizes:?}");
    }
}

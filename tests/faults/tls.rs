//! TLS: which certificates are trusted, and what is said of the others. The server speaks TDS 8.0, TLS first.

use std::sync::Arc;

use ragsql::db::{ConnectError, ConnectOptions, Environment, Session, Target};
use rcgen::CertifiedKey;
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;

use crate::reply::Reply;
use crate::server::{Login, Script, serve};

/// A server whose certificate is for `name`; gives its port and the certificate as PEM.
async fn start(name: &str) -> (u16, String) {
    let CertifiedKey { cert, signing_key } =
        rcgen::generate_simple_self_signed([name.to_owned()]).expect("a certificate");
    let key = PrivateKeyDer::Pkcs8(signing_key.serialize_der().into());
    let config = ServerConfig::builder().with_no_client_auth().with_single_cert(vec![cert.der().clone()], key);
    let mut config = config.expect("the key fits the certificate");
    config.alpn_protocols = vec![b"tds/8.0".to_vec()];
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let port = listener.local_addr().expect("it is bound").port();
    let script = Script::new(vec![Login::Accept], |_| Reply::ok());
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            if let Ok(stream) = acceptor.accept(stream).await {
                tokio::spawn(serve(Box::new(stream), Login::Accept, Arc::clone(&script)));
            }
        }
    });
    (port, cert.pem())
}

/// Logs in with these options and sends one batch.
async fn talk(port: u16, options: &str) -> Result<(), ConnectError> {
    let url = format!("sqlserver://app:x@localhost:{port}/rag?encrypt=strict&{options}");
    let Ok(Target::Server(server)) = Target::parse(&url, &Environment::default()) else { panic!("a server") };
    let mut never = |retry: &ragsql::db::Retry| panic!("{}", retry.reason);
    let mut session = Session::open(&server, &ConnectOptions::default(), &mut never).await?;
    session.batch("SELECT 1", None, &mut |_| {}).await.expect("it works");
    Ok(())
}

fn refusal(outcome: Result<(), ConnectError>) -> String {
    let error = outcome.expect_err("the certificate is not trusted");
    assert!(matches!(error, ConnectError::Tls { .. }), "{error:?}");
    error.to_string()
}

#[tokio::test]
async fn a_certificate_of_nobody_known_is_refused_with_advice() {
    let (port, _) = start("localhost").await;
    let error = refusal(talk(port, "").await);
    assert!(error.contains("trustServerCertificate=true") && error.contains("UnknownIssuer"), "{error}");
    assert!(!error.contains("Config::"), "the driver's advice is for programmers: {error}");
}

#[tokio::test]
async fn any_certificate_is_taken_when_the_string_says_so() {
    let (port, _) = start("elsewhere").await;
    talk(port, "trustServerCertificate=true").await.expect("it works");
}

#[tokio::test]
async fn an_authority_of_ones_own_is_trusted_for_its_names_only() {
    let (port, pem) = start("db.internal").await;
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("ca.pem");
    std::fs::write(&file, pem).expect("it can be written");
    let authority = format!("trustServerCertificateCA={}", file.display());
    talk(port, &format!("{authority}&hostNameInCertificate=db.internal")).await.expect("it works");
    let error = refusal(talk(port, &authority).await);
    assert!(error.contains("localhost"), "{error}");
}

#[tokio::test]
async fn an_authority_that_cannot_be_read_is_named() {
    let (port, _) = start("localhost").await;
    let error = refusal(talk(port, "trustServerCertificateCA=/nowhere/ca.pem").await);
    assert!(error.contains("/nowhere/ca.pem"), "{error}");
}

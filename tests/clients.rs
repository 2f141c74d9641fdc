//! Clients from elsewhere against the TDS server. Each test skips, and says so, where its client is not installed;
//! `.ci/install-clients` installs them all.
#![cfg(feature = "sandbox")]

#[path = "tds/engine.rs"]
mod engine;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::Scripted;
use ragsql::sandbox::server::Server;

/// A client that hangs is stopped after this time, so that the test fails instead of hanging too.
const PATIENCE: Duration = Duration::from_secs(90);

/// Where `.ci/install-clients` puts the clients.
fn home() -> PathBuf {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/target/clients");
    std::env::var_os("RAGSQL_CLIENTS").map_or_else(|| default.into(), PathBuf::from)
}

fn serve() -> (Server, Arc<Scripted>) {
    let engine = Arc::new(Scripted::default());
    (Server::start(Arc::clone(&engine) as _, 0).expect("a free port"), engine)
}

/// Runs a command with a text on its standard input; gives up when it hangs.
fn run(command: &mut Command, input: &str) -> Output {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input.as_bytes()).expect("it reads its input");
    drop(stdin);
    let id = child.id();
    let waiting = std::thread::spawn(move || child.wait_with_output());
    let start = Instant::now();
    while !waiting.is_finished() {
        if start.elapsed() > PATIENCE {
            let _ = Command::new("kill").arg(id.to_string()).status();
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    waiting.join().expect("no panic").expect("an output")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Whether a Python client or a Node module is there; says so when it is not.
fn installed(what: &str, command: &mut Command) -> bool {
    let found = command.output().is_ok_and(|output| output.status.success());
    if !found {
        skip(what);
    }
    found
}

/// Says that a client is missing, past the harness, which shows nothing of a test that passes.
fn skip(what: &str) {
    let _ = writeln!(std::io::stderr(), "skipped: {what} is not installed; .ci/install-clients installs it");
}

/// Runs a script with the port, the certificate and what else it wants.
fn run_script(command: &mut Command, script: &str, rest: &[&Path]) {
    let (server, engine) = serve();
    let folder = tempfile::tempdir().expect("a folder");
    let certificate = folder.path().join("certificate.pem");
    std::fs::write(&certificate, server.certificate()).expect("a file");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients").join(script);
    command.env("PYTHONDONTWRITEBYTECODE", "1").env("NODE_NO_WARNINGS", "1");
    let output = run(command.arg(script).arg(server.port().to_string()).arg(certificate).args(rest), "");
    let unknown = engine.unknown.lock().expect("no panic");
    let (out, errors) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{}\n{out}{errors}\nnot in the script: {unknown:#?}", output.status);
}

fn run_python(module: &str, script: &str) {
    let python = home().join("venv/bin/python");
    if installed(module, Command::new(&python).args(["-c", &format!("import {module}")])) {
        run_script(&mut Command::new(python), script, &[]);
    }
}

#[test]
fn python_tds() {
    run_python("pytds", "pytds_client.py");
}

#[test]
fn pymssql() {
    run_python("pymssql", "pymssql_client.py");
}

#[test]
fn microsofts_odbc_driver() {
    run_python("mssql_python", "odbc_client.py");
}

#[test]
fn tedious() {
    let modules = home().join("node_modules");
    let script = format!("require('{}/tedious')", modules.display());
    if installed("tedious", Command::new("node").args(["-e", &script])) {
        run_script(&mut Command::new("node"), "tedious_client.js", &[&modules]);
    }
}

#[test]
fn microsofts_jdbc_driver() {
    let jar = home().join("node_modules/liquibase/dist/liquibase/internal/lib/mssql-jdbc.jar");
    if !jar.exists() {
        return skip("mssql-jdbc");
    }
    if installed("Java", Command::new("java").arg("-version")) {
        run_script(Command::new("java").arg("-cp").arg(jar), "JdbcClient.java", &[]);
    }
}

/// FreeTDS' command line, with the encryption that it is configured for.
fn free_tds(program: &str, encryption: &str, input: &str) -> Option<Output> {
    // Not all of FreeTDS' programs have an option that succeeds without a server: that one starts is enough.
    if Command::new(program).arg("-C").output().is_err() {
        skip(program);
        return None;
    }
    let (server, _engine) = serve();
    let folder = tempfile::tempdir().expect("a folder");
    let configuration = folder.path().join("freetds.conf");
    let port = server.port();
    let text = format!("[sandbox]\nhost = 127.0.0.1\nport = {port}\ntds version = 7.4\nencryption = {encryption}\n");
    std::fs::write(&configuration, text).expect("a file");
    let mut command = Command::new(program);
    command.env("FREETDSCONF", configuration).args(["-S", "sandbox", "-U", "sa", "-P", "not-a-secret"]);
    Some(run(&mut command, input))
}

#[test]
fn tsql() {
    let input = "SELECT rows 2\ngo\nUPDATE 5\ngo\nRAISE 547 16 12 p\ngo\nEXEC q\ngo\nSELECT types\ngo\nexit\n";
    for encryption in ["off", "request", "require"] {
        let Some(output) = free_tds("tsql", encryption, input) else { return };
        let (out, errors) = (text(&output.stdout), text(&output.stderr));
        assert!(out.contains("0\trow 0\n1\trow 1\n(2 rows affected)"), "{encryption}: {out}{errors}");
        assert!(out.contains("procedure\nq\n(1 row affected)\n(return status = 7)"), "{encryption}: {out}{errors}");
        assert!(out.contains("-12345678901234567890.1234") && out.contains("žluť 😀"), "{encryption}: {out}{errors}");
        assert!(
            errors.contains("Msg 547 (severity 16, state 3) from ragsql-sandbox, Procedure p Line 12:"),
            "{errors}"
        );
    }
}

#[test]
fn bsqldb() {
    let Some(output) = free_tds("bsqldb", "require", "SELECT rows 2\ngo\nUPDATE 5\ngo\nRAISE 547 16 12 p\ngo\n") else {
        return;
    };
    let (out, errors) = (text(&output.stdout), text(&output.stderr));
    assert!(out.contains("row 1"), "{out}{errors}");
    let wanted = ["2 rows affected", "5 rows affected", "Msg 547, Level 16, State 3", "Procedure 'p', Line 12"];
    assert!(wanted.iter().all(|wanted| errors.contains(wanted)), "{errors}");
}

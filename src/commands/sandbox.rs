//! `ragsql sandbox`: the embedded engine as a server of its own.

use serde_json::json;

use super::{Code, Cx, Failure, output};
use crate::cli::{Format, Sandbox};
use crate::sandbox;

/// Serves until it is asked to stop. The first line on stdout is the URL.
pub fn run(cx: &Cx<'_>, args: &Sandbox) -> Result<Code, Failure> {
    let missing = args.file.as_deref().filter(|file| !file.exists());
    let server = sandbox::start(args.file.as_deref(), args.port).map_err(|error| Failure::new(Code::Usage, error))?;
    let alone = args.file.as_deref().map(sandbox::serve_alone).transpose();
    let _alone = alone.map_err(|error| Failure::new(Code::Usage, error))?;
    let url = url(server.port());
    let first_line = match cx.format {
        Format::Text => url,
        Format::Json | Format::Jsonl => json!({ "schema": "ragsql.sandbox/1", "url": url }).to_string(),
    };
    output::write(cx, &format!("{first_line}\n"))?;
    if let Some(file) = missing {
        output::note(cx, &format!("made {}, an empty database", file.display()));
    }
    output::note(
        cx,
        "this is ragsql's embedded engine, an emulator: any user and any password log in; Ctrl-C stops it",
    );
    server.serve().map_err(|error| Failure::new(Code::Fault, error))?;
    Ok(Code::Done)
}

fn url(port: u16) -> String {
    let database = sandbox::DATABASE;
    format!("sqlserver://sandbox:sandbox@127.0.0.1:{port}/{database}?encrypt=true&trustServerCertificate=true")
}

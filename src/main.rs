//! The `ragsql` binary: parse the arguments, run one command, turn its result into an exit code.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use ragsql::cli::Cli;
use ragsql::commands::{self, Code, Failure};
use ragsql::text::printable_lines;

/// Trees are made in one thread and freed in another; a third of the linter's time went into the
/// system's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return refuse(&error),
    };
    match std::panic::catch_unwind(|| commands::run(&cli)) {
        Ok(Ok(code)) => exit(code),
        Ok(Err(failure)) => report(&failure),
        Err(_) => {
            say("error: this is a fault in ragsql; please report it with the message above");
            exit(Code::Fault)
        }
    }
}

/// Help and version are answers; everything else from clap is wrong usage.
fn refuse(error: &clap::Error) -> ExitCode {
    // A closed stdout or stderr cannot be told so.
    let _ = error.print();
    if error.use_stderr() { exit(Code::Usage) } else { exit(Code::Done) }
}

fn report(failure: &Failure) -> ExitCode {
    say(&format!("error: {}", printable_lines(&failure.to_string())));
    exit(failure.code)
}

fn say(line: &str) {
    // A stderr that is closed or full cannot be told so, and the exit code says the rest.
    let _ = writeln!(io::stderr(), "{line}");
}

fn exit(code: Code) -> ExitCode {
    ExitCode::from(code as u8)
}

//! `ragsql init`: the RAG schema as a new project, with the dimension and the model asked for.

use std::path::{Path, PathBuf};

use serde_json::json;

use super::{Code, Cx, Failure, output};
use crate::cli::Init;
use crate::embed;
use crate::file;
use crate::source::Phase;
use crate::template::{self, Embedding, Names};

/// How long the name of a model may be: it stands in a `sysname`.
const MODEL_LENGTH: usize = 128;

/// Writes the files, refusing to touch any that is there.
pub fn run(cx: &Cx<'_>, args: &Init) -> Result<Code, Failure> {
    let folder = cx.global.dir.clone().map_or_else(|| args.folder.clone(), |dir| dir.join(&args.folder));
    if args.model.is_empty() || args.model.chars().count() > MODEL_LENGTH || args.model.contains(char::is_control) {
        return Err(Failure::usage(format!("--model takes 1 to {MODEL_LENGTH} characters in one line")));
    }
    let names = Names { schema: &args.schema, documents: &args.documents, chunks: &args.chunks };
    names.check().map_err(Failure::usage)?;
    let mut files = template::files(Embedding { model: &args.model, dimensions: args.dims }, names);
    files.push(("ragsql.toml".to_owned(), settings(args)));
    if let Some((path, _)) = files.iter().find(|(path, _)| folder.join(path).exists()) {
        return Err(Failure::usage(format!(
            "{} is there already: init only starts a new project, nothing was written",
            folder.join(path).display()
        )));
    }
    if let Some(there) = sql_files(&folder)?.first() {
        return Err(Failure::usage(format!(
            "{} is there already, and versions would be there twice: init only starts a new project, nothing was written; \
             write the schema into a new folder with `ragsql init FOLDER`",
            there.display()
        )));
    }
    if !cx.global.dry_run {
        files.iter().try_for_each(|(path, text)| write(&folder.join(path), text))?;
    }
    report(cx, files.iter().map(|(path, _)| folder.join(path).display().to_string()).collect())?;
    let is_here = folder.canonicalize().ok() == std::env::current_dir().and_then(|dir| dir.canonicalize()).ok();
    let go = if is_here { String::new() } else { format!("cd {}, then ", folder.display()) };
    output::note(cx, &format!("next: {go}ragsql lint, then ragsql apply --url sandbox:dev.db"));
    Ok(Code::Done)
}

fn report(cx: &Cx<'_>, paths: Vec<String>) -> Result<(), Failure> {
    let (verb, key) = if cx.global.dry_run { ("would write", "would_write") } else { ("wrote", "wrote") };
    let text: String = paths.iter().map(|path| format!("{verb} {path}\n")).collect();
    output::result(cx, &text, &json!({ "schema": "ragsql.init/1", key: paths }))
}

fn settings(args: &Init) -> String {
    format!(
        "# Settings of this project; flags and the environment go before them.\n\
         engine = \"azure\"\n\n\
         [names]\n\
         schema = {:?}\n\
         documents = {:?}\n\
         chunks = {:?}\n\n\
         [embedding]\n\
         model = {:?}\n\
         dimensions = {}\n\
         source = \"database\"\n\n\
         # Files hold these as ${{NAME}}; their values come from the environment when a file is applied, and are stored\n\
         # and shown nowhere. `sandbox` is for the embedded engine, where the environment has no value.\n\
         [variables]\n\
         {} = {{ sandbox = {:?} }}\n",
        args.schema,
        args.documents,
        args.chunks,
        args.model,
        args.dims,
        template::ENDPOINT,
        embed::LOCAL_ENDPOINT,
    )
}

/// The SQL files of both folders, sorted.
fn sql_files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for phase in Phase::ALL {
        let folder = folder.join(phase.folder());
        let paths = file::entries(&folder);
        let paths = paths.map_err(|error| Failure::io(format!("while reading {}", folder.display()), error))?;
        files.extend(
            paths.into_iter().filter(|path| path.extension().is_some_and(|end| end.eq_ignore_ascii_case("sql"))),
        );
    }
    files.sort();
    Ok(files)
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let failed = |error| Failure::io(format!("while writing {}", path.display()), error);
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(failed)?;
    }
    file::make(path, text.as_bytes()).map_err(failed)
}

//! `ragsql init`: the RAG schema as a new project, with the dimension and the model asked for.

use std::path::Path;

use super::{Code, Cx, Failure, output};
use crate::cli::Init;

/// The project's own files, which are the template: path and text.
pub const FILES: [(&str, &str); 4] = [
    ("migrations/V1__documents.sql", include_str!("../../migrations/V1__documents.sql")),
    ("migrations/V2__document_chunks.sql", include_str!("../../migrations/V2__document_chunks.sql")),
    ("migrations/V3__tenant_policy.sql", include_str!("../../migrations/V3__tenant_policy.sql")),
    ("post-load/V1__vi_document_chunks.sql", include_str!("../../post-load/V1__vi_document_chunks.sql")),
];

/// The most dimensions of a float32 vector (Learn, "Vector data type"; Msg 2717 above it).
const FLOAT32_DIMENSIONS: u32 = 1998;

/// Writes the files, refusing to touch any that is there.
pub fn run(cx: &Cx<'_>, args: &Init) -> Result<Code, Failure> {
    let folder = cx.global.dir.clone().map_or_else(|| args.folder.clone(), |dir| dir.join(&args.folder));
    let mut files: Vec<(&str, String)> = FILES.iter().map(|(path, text)| (*path, fill(text, args))).collect();
    files.push(("ragsql.toml", settings(args)));
    if let Some((path, _)) = files.iter().find(|(path, _)| folder.join(path).exists()) {
        return Err(Failure::usage(format!(
            "{} is there already: init only starts a new project, nothing was written",
            folder.join(path).display()
        )));
    }
    let verb = if cx.global.dry_run { "would write" } else { "wrote" };
    let mut report = String::new();
    for (path, text) in &files {
        let path = folder.join(path);
        if !cx.global.dry_run {
            write(&path, text)?;
        }
        report += &format!("{verb} {}\n", path.display());
    }
    output::write(cx, &report)?;
    output::note(cx, "next: ragsql lint, then ragsql apply --url sandbox:dev.db");
    Ok(Code::Done)
}

fn fill(template: &str, args: &Init) -> String {
    let vector = match args.dims {
        dims if dims > FLOAT32_DIMENSIONS => format!("VECTOR({dims}, float16)"),
        dims => format!("VECTOR({dims})"),
    };
    template.replace("VECTOR(1536)", &vector)
}

fn settings(args: &Init) -> String {
    format!(
        "# Settings of this project; flags and the environment go before them.\n\
         engine = \"azure\"\n\n\
         [embedding]\n\
         model = {:?}\n\
         dimensions = {}\n",
        args.model, args.dims
    )
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let failed = |error| Failure::io(format!("while writing {}", path.display()), error);
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(failed)?;
    }
    std::fs::write(path, text).map_err(failed)
}

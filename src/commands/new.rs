//! `ragsql new`: the next file, with a header and a template.

use std::path::Path;

use serde_json::json;

use super::{Code, Cx, Failure, output};
use crate::cli::New;
use crate::file;
use crate::source::Phase;

const MIGRATION: &str = "\
-- What this changes, and why.
-- It runs in one transaction with its history row. What cannot (CREATE FULLTEXT …, ALTER DATABASE …) needs
-- the line \"-- ragsql: no-transaction\" here.

";

const POST_LOAD: &str = "\
-- What this waits for, and why.
-- It runs after the load, outside a transaction. CREATE VECTOR INDEX waits for 100 rows with a vector by itself;
-- more can be asked for here, once the # is taken out and the column is yours:
-- # ragsql: guard complete dbo.document_chunks.embedding

";

/// Makes the file and says where.
pub fn run(cx: &Cx<'_>, args: &New) -> Result<Code, Failure> {
    if args.name.is_empty() || !args.name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        return Err(Failure::usage(format!(
            "`{}` cannot be a name: use letters, digits and underscores, as in `add_language`",
            args.name
        )));
    }
    let (phase, template) = if args.post_load { (Phase::PostLoad, POST_LOAD) } else { (Phase::Migrations, MIGRATION) };
    let folder = cx.dir.join(phase.folder());
    let path = folder.join(format!("V{}__{}.sql", next_version(&folder)?, args.name));
    let shown = path.display().to_string();
    if cx.global.dry_run {
        let data = json!({ "schema": "ragsql.new/1", "would_make": shown });
        output::result(cx, &format!("would make {shown}\n"), &data)?;
        return Ok(Code::Done);
    }
    let failed = |error| Failure::io(format!("while making {}", path.display()), error);
    // A project has both folders, and git keeps no empty one.
    for phase in Phase::ALL {
        std::fs::create_dir_all(cx.dir.join(phase.folder())).map_err(failed)?;
    }
    file::make(&path, template.as_bytes()).map_err(failed)?;
    output::result(cx, &format!("{shown}\n"), &json!({ "schema": "ragsql.new/1", "made": shown }))?;
    Ok(Code::Done)
}

/// One more than the highest version in the folder, or the time of day where versions are timestamps.
pub(super) fn next_version(folder: &Path) -> Result<i64, Failure> {
    let highest = versions(folder)?.into_iter().max().unwrap_or(0);
    if highest < 10_000_000_000_000 {
        return Ok(highest + 1);
    }
    let now = jiff::Timestamp::now().strftime("%Y%m%d%H%M%S").to_string();
    Ok(now.parse::<i64>().map_or(highest + 1, |now| now.max(highest + 1)))
}

/// The versions of the files that are there; what is not named like a migration does not count.
fn versions(folder: &Path) -> Result<Vec<i64>, Failure> {
    let paths = file::entries(folder);
    let paths = paths.map_err(|error| Failure::io(format!("while reading {}", folder.display()), error))?;
    let names = paths.iter().filter_map(|path| path.file_name()?.to_str());
    let version = |name: &str| name.strip_prefix(['V', 'v'])?.split_once("__")?.0.parse().ok();
    Ok(names.filter_map(version).collect())
}

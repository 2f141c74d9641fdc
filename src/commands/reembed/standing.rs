//! Where a re-embedding stands, read from the files of the project and from its database.

use serde_json::{Value, json};

use crate::commands::{Cx, Failure};
use crate::db::corpus::{Corpus, Record, Vectors};
use crate::db::database::Database;
use crate::db::status::Status;
use crate::reembed::{Stage, Step};
use crate::text::{counted, printable};

/// The stage, and what is behind it.
pub struct Standing {
    /// How far it is.
    pub stage: Stage,
    /// How far the new vectors are, while they are filled.
    pub filling: Option<Filling>,
}

/// New vectors that are filled.
pub struct Filling {
    /// Which.
    pub vectors: Vectors,
    /// How many chunks have none.
    pub waiting: i64,
    /// Of how many.
    pub chunks: i64,
    /// Whether their vector index is there.
    pub is_indexed: bool,
}

impl Standing {
    /// Where it stands by what `status` finds.
    ///
    /// # Errors
    /// When the corpus cannot be asked.
    pub fn read(cx: &Cx<'_>, database: &Database, status: &Status) -> Result<Self, Failure> {
        let stage = Stage::of(&status.migrations);
        let filling = match stage {
            Stage::Filling { .. } => {
                let (mut corpus, record) = cx.corpus(database)?;
                filling(cx, &mut corpus, record, status)?
            }
            _ => None,
        };
        Ok(Self { stage, filling })
    }

    /// Whether one is under way.
    pub fn is_under_way(&self) -> bool {
        !matches!(self.stage, Stage::None { .. })
    }

    /// What is so, and what comes next, in a sentence.
    pub fn told(&self) -> String {
        match &self.stage {
            Stage::None { .. } => {
                "no re-embedding is under way; `ragsql reembed start --model M --dims N` begins one".to_owned()
            }
            Stage::Written { number, step, file } => format!(
                "re-embedding {number}: the last step that is written is {}, and {file} did not run here; next: `ragsql apply`",
                step.as_str()
            ),
            Stage::Filling { number } => self.filling_told(*number),
            Stage::CutOver { number } => format!(
                "re-embedding {number}: searches moved to the new vectors, and the old ones are still there; next: \
                 `ragsql reembed finish`"
            ),
            Stage::Mismatch { version } => {
                format!("version {version} of the re-embedding does not match the history: see `ragsql status`")
            }
        }
    }

    fn filling_told(&self, number: u32) -> String {
        let Some(Filling { vectors, waiting, chunks, is_indexed }) = &self.filling else {
            return format!("re-embedding {number}: the corpus does not record it, though its migration ran");
        };
        let to = format!("re-embedding {number} to {} with {} dimensions", vectors.model, vectors.dimensions);
        let done = format!("{} of {} have their new vector", chunks - waiting, counted(*chunks, "chunk"));
        let next = match (*waiting > 0, is_indexed) {
            (true, _) => "reembed backfill",
            (false, false) => {
                "post-load` creates the second vector index (with fewer than 100 vectors it waits), then `ragsql reembed cutover"
            }
            (false, true) => "reembed cutover",
        };
        format!("{to}: {done}, and searches stay on the old ones; next: `ragsql {next}`")
    }

    /// As data; null when none is under way.
    pub fn json(&self) -> Value {
        let (number, stage) = match &self.stage {
            Stage::None { .. } => return Value::Null,
            Stage::Written { number, step, .. } => (Some(number), written(*step)),
            Stage::Filling { number } => (Some(number), "filling"),
            Stage::CutOver { number } => (Some(number), "cut-over"),
            Stage::Mismatch { .. } => (None, "mismatch"),
        };
        let filling = self.filling.as_ref();
        json!({ "number": number, "stage": stage, "model": filling.map(|filling| &filling.vectors.model),
            "dimensions": filling.map(|filling| filling.vectors.dimensions),
            "chunks": filling.map(|filling| filling.chunks), "waiting": filling.map(|filling| filling.waiting),
            "indexed": filling.map(|filling| filling.is_indexed), "told": self.told() })
    }

    /// For people, under a heading; nothing when none is under way.
    pub fn text(&self) -> String {
        match self.is_under_way() {
            true => format!("\nre-embedding\n  {}\n", printable(&self.told())),
            false => String::new(),
        }
    }
}

fn written(step: Step) -> &'static str {
    match step {
        Step::Start => "start-written",
        Step::Cutover => "cutover-written",
        Step::Finish => "finish-written",
        Step::Abort => "abort-written",
    }
}

fn filling(cx: &Cx<'_>, corpus: &mut Corpus<'_>, record: Record, status: &Status) -> Result<Option<Filling>, Failure> {
    let Some(vectors) = record.next else { return Ok(None) };
    let index = vectors.generation.vector_index(cx.names()?);
    let is_indexed = status.post_load.iter().flat_map(|step| &step.indexes).any(|built| built.name.as_str() == index);
    let (waiting, chunks) = (corpus.pending_count(&vectors)?, corpus.chunk_count()?);
    Ok(Some(Filling { vectors, waiting, chunks, is_indexed }))
}

//! `ragsql embed`: until nothing waits for a vector. Each batch is kept once it is stored, so that a run can end at any
//! moment and the next one goes on.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use indicatif::ProgressBar;
use serde_json::json;

use super::embedder::Embedder;
use super::progress;
use super::{Code, Cx, Failure, output};
use crate::cli::{Embed, Format};
use crate::db::corpus::{Corpus, Pending, Vectors};
use crate::db::database::Database;
use crate::text::counted;

/// Chunks of one call of the database's own model, each of which is a call of an endpoint.
const DATABASE_BATCH: usize = 50;
/// Chunks of one request to an endpoint.
const BATCH: usize = 100;
/// Requests under way at once.
const CONCURRENCY: u8 = 4;

/// Embeds what waits.
pub fn run(cx: &Cx<'_>, args: &Embed) -> Result<Code, Failure> {
    let database = cx.database()?;
    let (corpus, record) = cx.corpus(&database)?;
    fill(cx, &database, corpus, &record.vectors, args.batch)
}

/// Makes the vectors that are missing, of those that are searched or of those that they are to be replaced by.
pub fn fill(
    cx: &Cx<'_>,
    database: &Database,
    mut corpus: Corpus<'_>,
    vectors: &Vectors,
    batch: Option<u16>,
) -> Result<Code, Failure> {
    let embedder = cx.embedder(vectors)?;
    let waiting = corpus.pending_count(vectors)?;
    let bar = progress::bar(cx, waiting, "embedding");
    let usual = if matches!(embedder, Embedder::Database) { DATABASE_BATCH } else { BATCH };
    let batch = batch.map_or(usual, usize::from);
    let width = usize::from(cx.settings.embedding.concurrency.unwrap_or(CONCURRENCY).max(1));
    let stop = database.interrupt();
    let mut run = Run { corpus: &mut corpus, vectors, embedder: &embedder, batch, width, bar, embedded: 0 };
    let result = if cx.global.dry_run { Ok(()) } else { run.until_done(&stop) };
    run.bar.finish_and_clear();
    let embedded = run.embedded;
    let pending = if cx.global.dry_run { Ok(waiting) } else { corpus.pending_count(vectors) };
    let written = output::write(cx, &report(cx, vectors, embedder.name(), embedded, pending.as_ref().ok().copied()));
    result?;
    written?;
    match (pending?, stop.load(Ordering::Relaxed)) {
        (0, _) => Ok(Code::Done),
        _ if cx.global.dry_run => Ok(Code::Done),
        (_, true) => Ok(Code::Interrupted),
        (rest, false) => Err(Failure::new(
            Code::Unavailable,
            anyhow::anyhow!(
                "{} still waiting: others embed or change them at this moment; run again",
                counted(rest, "chunk")
            ),
        )),
    }
}

/// One run, as far as it is.
struct Run<'r, 'c> {
    corpus: &'r mut Corpus<'c>,
    vectors: &'r Vectors,
    embedder: &'r Embedder,
    batch: usize,
    width: usize,
    bar: ProgressBar,
    embedded: i64,
}

impl Run<'_, '_> {
    /// Goes on until nothing more can be done, or a person stops it.
    fn until_done(&mut self, stop: &AtomicBool) -> Result<(), Failure> {
        while !stop.load(Ordering::Relaxed) {
            let before = self.embedded;
            match self.embedder {
                Embedder::Database => {
                    let embedded = self.corpus.embed_here(self.vectors, self.batch)?;
                    self.count(embedded);
                }
                Embedder::Local | Embedder::Endpoint(_) => self.window()?,
            }
            if self.embedded == before {
                break;
            }
        }
        Ok(())
    }

    /// Embeds the next chunks outside, in batches at once, and stores what came back before it tells what failed.
    fn window(&mut self) -> Result<(), Failure> {
        let pending = self.corpus.pending(self.vectors, self.batch * self.width)?;
        let (distinct, vectors, embedder) = (distinct(&pending), self.vectors, self.embedder);
        let batches: Vec<_> = thread::scope(|scope| {
            let batches = distinct.chunks(self.batch);
            let running: Vec<_> = batches.map(|chunks| scope.spawn(|| embed(embedder, vectors, chunks))).collect();
            running.into_iter().map(|thread| thread.join()).collect()
        });
        let mut failure = None;
        for batch in batches {
            match batch {
                Ok(Ok(given)) => {
                    let stored = self.corpus.store(self.vectors, &given)?;
                    self.count(stored);
                }
                Ok(Err(failed)) => failure = failure.or(Some(failed)),
                Err(_) => {
                    return Err(Failure::new(Code::Fault, anyhow::anyhow!("a request ended in a fault of ragsql")));
                }
            }
        }
        failure.map_or(Ok(()), Err)
    }

    fn count(&mut self, embedded: i64) {
        self.embedded += embedded;
        self.bar.inc(u64::try_from(embedded).unwrap_or_default());
    }
}

/// Each text once: the other chunks that hold it take its vector over when it is stored.
fn distinct(pending: &[Pending]) -> Vec<&Pending> {
    let mut seen = BTreeSet::new();
    pending.iter().filter(|chunk| seen.insert(&chunk.source_hash)).collect()
}

fn embed<'p>(
    embedder: &Embedder,
    of: &Vectors,
    chunks: &[&'p Pending],
) -> Result<Vec<(&'p Pending, Vec<f32>)>, Failure> {
    let texts: Vec<&str> = chunks.iter().map(|chunk| chunk.text.as_str()).collect();
    let vectors = embedder.embed(of, &texts)?.unwrap_or_default();
    Ok(chunks.iter().copied().zip(vectors).collect())
}

/// What was done; no number where it is not known what waits.
fn report(cx: &Cx<'_>, vectors: &Vectors, source: &str, embedded: i64, pending: Option<i64>) -> String {
    if cx.format == Format::Text {
        let rest = pending.map_or_else(|| "?".to_owned(), |pending| pending.to_string());
        return format!(
            "{} embedded by {} ({source}, {} dimensions); still waiting: {rest}\n",
            counted(embedded, "chunk"),
            vectors.model,
            vectors.dimensions
        );
    }
    let document = json!({ "schema": "ragsql.embed/1", "model": vectors.model, "dimensions": vectors.dimensions,
        "source": source, "embedded": embedded, "pending": pending });
    format!("{document:#}\n")
}

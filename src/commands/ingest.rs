//! `ragsql ingest`: files become documents and chunks. What has not changed is found out by hashes and not sent.

use std::path::Path;

use serde_json::json;

use super::progress;
use super::{Code, Cx, Failure, output};
use crate::chunk::{CHUNKER, Chunking, chunks};
use crate::cli::{Format, Ingest};
use crate::db::corpus::{Corpus, Record, Stored, Written};
use crate::ingest::{Document, Files, Kind, Refused, files};
use crate::text::printable;

/// What is recorded while documents are cut anew: a run that ends before it does leaves it, and so it is seen.
const CUTTING: &str = "ragsql, cutting anew and not done";

/// What was done, or would be.
#[derive(Default)]
struct Report {
    added: usize,
    changed: usize,
    unchanged: usize,
    removed: usize,
    rechunked: usize,
    skipped: usize,
    without_text: usize,
    refused: Vec<Refused>,
    chunks: Written,
}

/// Brings in the files, cuts anew what is asked for, and removes what is gone where that is asked for.
pub fn run(cx: &Cx<'_>, args: &Ingest) -> Result<Code, Failure> {
    let mut files = files(&args.paths).map_err(Failure::usage)?;
    if args.prune && !files.refused.is_empty() {
        let first = &files.refused[0];
        return Err(Failure::usage(format!(
            "{}: {}; with --prune nothing may be out of sight, so nothing was done",
            first.file, first.why
        )));
    }
    let database = cx.database()?;
    let (corpus, record) = cx.corpus(&database)?;
    let chunking = chunking(cx, args, &record)?;
    let report = Report { refused: std::mem::take(&mut files.refused), ..Report::default() };
    let mut run = Run { cx, args, corpus, chunking, report };
    let result = run.all(&files);
    let written = output::write(cx, &render(cx, args, &run.report));
    result?;
    written?;
    Ok(if run.report.refused.is_empty() { Code::Done } else { Code::Findings })
}

/// How files are cut: as the project says, when that is what the corpus records or every document is cut anew.
fn chunking(cx: &Cx<'_>, args: &Ingest, record: &Record) -> Result<Chunking, Failure> {
    let settings = &cx.settings.chunking;
    let chunking = Chunking {
        size: settings.size.map_or(record.chunking.size, |size| size as usize),
        overlap: settings.overlap.map_or(record.chunking.overlap, usize::from),
    };
    if chunking.size == 0 || chunking.overlap > 50 || i32::try_from(chunking.size).is_err() {
        return Err(Failure::usage("ragsql.toml: [chunking] size is at least 1, and overlap 0 to 50 percent"));
    }
    if args.rechunk || record.chunker == CHUNKER && record.chunking == chunking {
        return Ok(chunking);
    }
    let of = |chunker: &str, chunking: Chunking| {
        format!("{chunker}, {} characters, {} % overlap", chunking.size, chunking.overlap)
    };
    Err(Failure::refused(format!(
        "the corpus records how files are cut ({}), and this run would cut otherwise ({}): vectors of both do not belong \
         together; `ragsql ingest --rechunk` cuts every stored document anew, and [chunking] in ragsql.toml says how",
        of(&record.chunker, record.chunking),
        of(CHUNKER, chunking)
    )))
}

struct Run<'r> {
    cx: &'r Cx<'r>,
    args: &'r Ingest,
    corpus: Corpus<'r>,
    chunking: Chunking,
    report: Report,
}

impl Run<'_> {
    fn is_real(&self) -> bool {
        !self.cx.global.dry_run
    }

    fn all(&mut self, files: &Files) -> Result<(), Failure> {
        if self.args.rechunk {
            self.rechunk()?;
        }
        let Some(tenant) = self.args.tenant else { return Ok(()) };
        self.corpus.act_for(tenant)?;
        let bar = progress::bar(self.cx, files.found.len() as i64, "ingesting");
        for (source, path) in &files.found {
            self.file(tenant, source, path)?;
            bar.inc(1);
        }
        bar.finish_and_clear();
        if self.args.prune { self.prune(files) } else { Ok(()) }
    }

    fn file(&mut self, tenant: i32, source: &str, path: &Path) -> Result<(), Failure> {
        if self.args.skip_others && Kind::of(path).is_none() {
            self.report.skipped += 1;
            return Ok(());
        }
        match Document::read(path, source, self.chunking) {
            Ok(document) => self.document(tenant, &document),
            Err(refused) => {
                self.report.refused.push(refused);
                Ok(())
            }
        }
    }

    fn document(&mut self, tenant: i32, document: &Document) -> Result<(), Failure> {
        if document.chunks.is_empty() {
            self.report.without_text += 1;
        }
        match self.corpus.fingerprint(tenant, &document.source)? {
            Some(stored) if stored == document.fingerprint() => {
                self.report.unchanged += 1;
                return Ok(());
            }
            Some(_) => self.report.changed += 1,
            None => self.report.added += 1,
        }
        self.send(tenant, document)
    }

    fn send(&mut self, tenant: i32, document: &Document) -> Result<(), Failure> {
        if self.is_real() {
            let written = self.corpus.ingest(tenant, document)?;
            self.report.chunks.add(written);
        }
        Ok(())
    }

    /// Deletes the documents of the folders whose files are gone.
    fn prune(&mut self, files: &Files) -> Result<(), Failure> {
        for Stored { document_id, source } in self.corpus.documents()? {
            let is_gone = |source: &String| files.cover(source) && !files.found.contains_key(source);
            if source.as_ref().is_some_and(is_gone) {
                self.report.removed += 1;
                if self.is_real() {
                    self.report.chunks.removed += self.corpus.delete(document_id)?;
                }
            }
        }
        Ok(())
    }

    /// Cuts every stored document of every tenant anew, from the text that is stored.
    fn rechunk(&mut self) -> Result<(), Failure> {
        if self.is_real() {
            self.corpus.record_chunking(CUTTING, self.chunking)?;
        }
        for tenant in self.corpus.tenants()? {
            self.corpus.act_for(tenant)?;
            for stored in self.corpus.documents()? {
                self.rechunk_one(tenant, &stored)?;
            }
        }
        if self.is_real() {
            self.corpus.record_chunking(CHUNKER, self.chunking)?;
        }
        Ok(())
    }

    /// What came without a source was cut by the engine, and is again.
    fn rechunk_one(&mut self, tenant: i32, stored: &Stored) -> Result<(), Failure> {
        let Some(source) = &stored.source else {
            self.report.rechunked += 1;
            if self.is_real() {
                let written = self.corpus.chunk(stored.document_id)?;
                self.report.chunks.add(written);
            }
            return Ok(());
        };
        let Some((title, body)) = self.corpus.text_of(stored.document_id)? else { return Ok(()) };
        let document = Document { source: source.clone(), title, chunks: chunks(&body, self.chunking), body };
        if self.corpus.fingerprint(tenant, source)? == Some(document.fingerprint()) {
            return Ok(());
        }
        self.report.rechunked += 1;
        self.send(tenant, &document)
    }
}

fn render(cx: &Cx<'_>, args: &Ingest, report: &Report) -> String {
    if cx.format == Format::Text {
        return text(cx, report);
    }
    let document = json!({ "schema": "ragsql.ingest/1", "tenant": args.tenant, "dry_run": cx.global.dry_run,
        "documents": { "added": report.added, "changed": report.changed, "unchanged": report.unchanged,
            "removed": report.removed, "rechunked": report.rechunked, "without_text": report.without_text },
        "skipped": report.skipped, "refused": report.refused, "chunks": report.chunks });
    format!("{document:#}\n")
}

fn text(cx: &Cx<'_>, report: &Report) -> String {
    let refused =
        report.refused.iter().map(|one| format!("refused {}\n", printable(&format!("{}: {}", one.file, one.why))));
    let mut text: String = refused.collect();
    let counts = [
        (report.added, "added"),
        (report.changed, "changed"),
        (report.unchanged, "unchanged"),
        (report.removed, "removed"),
        (report.rechunked, "cut anew"),
        (report.without_text, "without text"),
    ];
    let documents: Vec<String> =
        counts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}")).collect();
    text += &format!("documents: {}\n", if documents.is_empty() { "none".to_owned() } else { documents.join(", ") });
    if !report.refused.is_empty() || report.skipped > 0 {
        text += &format!("files: {} refused, {} skipped\n", report.refused.len(), report.skipped);
    }
    if cx.global.dry_run {
        return text + "nothing was written\n";
    }
    let Written { added, changed, removed, vectors_taken_over } = report.chunks;
    text + &format!(
        "chunks: {added} added, {changed} changed, {removed} removed; vectors taken over: {vectors_taken_over}\n"
    )
}

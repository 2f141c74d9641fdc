//! The recognizer against Microsoft's own grammar (ScriptDom), as the `maxdop` binary carries it.
//!
//! The binary is looked for at `$RAGSQL_MAXDOP` and at `target/maxdop/bin/maxdop`; without it the tests
//! pass with a message.

mod grammar;
mod pieces;
mod unread;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use ragsql::source::{self, Migration, Project};

use crate::grammar::Grammar;
use crate::pieces::{Piece, pieces};

/// What a set of files came to.
#[derive(Debug, Default)]
struct Report {
    files: usize,
    unreadable: usize,
    batches: usize,
    valid: usize,
    pieces: usize,
    /// Valid batches of which a piece is refused.
    wrong: usize,
    findings: Vec<String>,
}

#[test]
fn every_fixture_agrees_with_the_grammar() {
    let Some(grammar) = Grammar::find() else { return };
    let folders = ["tests", "migrations", "post-load"];
    let files: Vec<_> = folders.iter().flat_map(|folder| sql_files(Path::new(folder))).collect();
    let report = check(&grammar, &files);
    println!("{}", report.summary());
    assert!(report.valid > 0, "no fixture was read");
    assert!(report.findings.is_empty(), "{}", report.findings.join("\n"));
}

/// Measures the files under `$RAGSQL_CORPUS`, one figure for each folder in it.
#[test]
#[ignore = "needs a folder of SQL in RAGSQL_CORPUS"]
fn a_corpus_agrees_with_the_grammar() {
    let grammar = Grammar::find().expect("the grammar is there");
    let corpus = PathBuf::from(std::env::var_os("RAGSQL_CORPUS").expect("RAGSQL_CORPUS names a folder"));
    let (mut valid, mut wrong) = (0, 0);
    for folder in children(&corpus) {
        let report = check(&grammar, &sql_files(&folder));
        println!("{}: {}", folder.display(), report.summary());
        report.findings.iter().for_each(|finding| println!("{finding}"));
        valid += report.valid;
        wrong += report.wrong;
    }
    let share = 100.0 * (valid - wrong) as f64 / valid as f64;
    println!("total: {} of {valid} valid batches are cut right ({share:.3} %)", valid - wrong);
    assert!(share >= 99.9, "{share:.3} %");
}

impl Report {
    fn summary(&self) -> String {
        let right = self.valid - self.wrong;
        format!(
            "{} files ({} unreadable), {} batches, {} valid, {} pieces, {right} cut right ({:.3} %)",
            self.files,
            self.unreadable,
            self.batches,
            self.valid,
            self.pieces,
            100.0 * right as f64 / self.valid.max(1) as f64
        )
    }
}

/// Reads files, asks the grammar which batches are valid, and then for every piece of those.
fn check(grammar: &Grammar, files: &[PathBuf]) -> Report {
    let mut report = Report { files: files.len(), ..Report::default() };
    for chunk in files.chunks(500) {
        check_some(grammar, chunk, &mut report);
    }
    report
}

fn check_some(grammar: &Grammar, files: &[PathBuf], report: &mut Report) {
    let read: Vec<_> = files.iter().map(|path| source::file(path)).collect();
    report.unreadable += read.iter().filter(|file| file.is_err()).count();
    let files: Vec<_> = read.into_iter().flatten().flat_map(parts).collect();
    let batches: Vec<_> =
        files.iter().flat_map(|file| file.batches.iter().map(move |batch| (file, batch.span))).collect();
    let texts: Vec<_> = batches.iter().map(|(file, span)| file.file.slice(*span).to_owned()).collect();
    let refused = grammar.refused(&texts);
    let valid = batches.iter().enumerate().filter(|(index, _)| !refused.contains_key(index));
    let valid: Vec<_> = valid.map(|(_, (file, span))| (*file, pieces(file.file.text(), *span))).collect();
    report.batches += batches.len();
    report.valid += valid.len();
    let all: Vec<(usize, &Migration, &Piece)> = valid
        .iter()
        .enumerate()
        .flat_map(|(batch, (file, pieces))| pieces.iter().map(move |piece| (batch, *file, piece)))
        .collect();
    let texts: Vec<_> = all.iter().map(|(_, _, piece)| piece.text.clone()).collect();
    report.pieces += texts.len();
    let mut wrong = BTreeSet::new();
    for (index, why) in grammar.refused(&texts) {
        let (batch, file, piece) = all[index];
        let at = file.file.position(piece.span.start);
        report.findings.push(format!(
            "{}:{}:{} {why}\n    {}",
            file.file.path(),
            at.line,
            at.column,
            short(&piece.text)
        ));
        wrong.insert(batch);
    }
    report.wrong += wrong.len();
}

/// The files that a fixture holds; the file itself when it is none.
fn parts(file: Migration) -> Vec<Migration> {
    if !file.file.text().contains("\n-- file: ") && !file.file.text().starts_with("-- file: ") {
        return vec![file];
    }
    let project = Project::fixture(file.file.text());
    project.migrations.into_iter().chain(project.post_load).collect()
}

fn short(text: &str) -> String {
    let words: Vec<_> = text.split_whitespace().collect();
    words.join(" ").chars().take(300).collect()
}

fn children(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

fn sql_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for path in children(folder) {
        if path.is_dir() {
            files.extend(sql_files(&path));
        } else if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("sql")) {
            files.push(path);
        }
    }
    files
}

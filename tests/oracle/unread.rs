//! What is told as not read, against the grammar: nothing of what it takes, and much of what it refuses.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use ragsql::source;
use ragsql::syntax::ast::{Kind, Statement};
use ragsql::syntax::query::Reason;
use ragsql::syntax::tree;
use ragsql::syntax::unread::{self, Look, Unread};
use ragsql::text::Span;

use crate::grammar::Grammar;
use crate::{children, parts, sql_files};

/// How the texts of a folder come out.
#[derive(Default)]
struct Count {
    valid: usize,
    told: usize,
    damaged: usize,
    silent: usize,
    examples: BTreeMap<String, Vec<String>>,
}

#[test]
fn every_fixture_is_read() {
    let Some(grammar) = Grammar::find() else { return };
    let folders = ["tests", "migrations", "post-load"];
    let files: Vec<_> = folders.iter().flat_map(|folder| sql_files(Path::new(folder))).collect();
    let count = Count::of(&grammar, &files);
    println!("{count}");
    assert!(count.valid > 500, "no fixture was read");
    assert_eq!(count.told, 0, "{count}");
    assert!(count.silent * 20 <= count.damaged, "{count}");
}

/// Measures the files under `$RAGSQL_CORPUS`: how many valid batches have something told as unread, and
/// how many of those that a word too many or too few makes invalid stay without it.
#[test]
#[ignore = "needs a folder of SQL in RAGSQL_CORPUS"]
fn a_corpus_is_read() {
    let grammar = Grammar::find().expect("the grammar is there");
    let corpus = PathBuf::from(std::env::var_os("RAGSQL_CORPUS").expect("RAGSQL_CORPUS names a folder"));
    for folder in children(&corpus) {
        println!("{}: {}", folder.display(), Count::of(&grammar, &sql_files(&folder)));
    }
}

impl Count {
    fn of(grammar: &Grammar, files: &[PathBuf]) -> Self {
        let mut count = Self::default();
        for files in files.chunks(200) {
            measure(grammar, &batches(files), &mut count);
        }
        count
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { valid, told, damaged, silent, examples } = self;
        writeln!(f, "{told} of {valid} valid batches told, {silent} of {damaged} damaged silent")?;
        for (kind, examples) in examples {
            let few = examples.iter().take(6).map(String::as_str).collect::<Vec<_>>();
            writeln!(f, "  {} {kind}: {}", examples.len(), few.join("\n      "))?;
        }
        Ok(())
    }
}

fn batches(files: &[PathBuf]) -> Vec<String> {
    let read = files.iter().filter_map(|path| source::file(path).ok()).flat_map(parts);
    read.flat_map(|file| file.batches.iter().map(|batch| file.file.slice(batch.span).to_owned()).collect::<Vec<_>>())
        .collect()
}

fn measure(grammar: &Grammar, batches: &[String], count: &mut Count) {
    let refused = grammar.refused(batches);
    let valid: Vec<&String> =
        batches.iter().enumerate().filter(|(at, _)| !refused.contains_key(at)).map(|(_, text)| text).collect();
    count.valid += valid.len();
    for text in &valid {
        let found = told(text);
        // What is only not known is told as a warning.
        let first = found.iter().find(|unread| !matches!(unread.reason, Reason::NotKnown(_)));
        count.told += usize::from(first.is_some());
        if let Some(first) = first {
            let line = short(&text[floor(text, first.span.start.saturating_sub(70) as usize)..], 140);
            count.examples.entry("told".into()).or_default().push(format!("{:?} in {line}", first.reason));
        }
    }
    let damaged = valid.iter().enumerate().filter_map(|(at, text)| damage(text, at));
    let (damaged, places): (Vec<String>, Vec<usize>) = damaged.unzip();
    let refused = grammar.refused(&damaged);
    count.damaged += refused.len();
    for at in refused.keys() {
        let text = &damaged[*at];
        let parsed = tree::statements(text, Span::new(0, text.len()));
        if parsed.problems.is_empty() && told(text).is_empty() && !parsed.statements.iter().any(is_opaque) {
            count.silent += 1;
            let place = places[*at];
            let line = short(&text[floor(text, place.saturating_sub(60))..], 110);
            let kind = kind_at(&parsed.statements, place);
            count.examples.entry(format!("silent {kind}")).or_default().push(line);
        }
    }
}

fn told(text: &str) -> Vec<Unread> {
    let statements = tree::statements(text, Span::new(0, text.len())).statements;
    let mut found = unread::of_all(text, &statements, Look::All);
    found.retain(|unread| !matches!(unread.reason, Reason::TooDeep));
    found
}

fn is_opaque(statement: &Statement) -> bool {
    let mut opaque = false;
    statement.walk(&mut |statement| opaque |= ragsql::syntax::parse::opaque_clauses(&statement.kind) > 0);
    if let Kind::Module { statements, .. } = &statement.kind {
        opaque |= statements.iter().any(is_opaque);
    }
    opaque
}

/// A word put in, or a token taken out, at a place that the number chooses.
fn damage(text: &str, number: usize) -> Option<(String, usize)> {
    let tokens = ragsql::syntax::lexer::lex(text, Span::new(0, text.len())).tokens;
    let at = tokens.get((number * 7919 + 13) % tokens.len().max(1))?;
    let text = if number.is_multiple_of(3) {
        format!("{}{}", &text[..at.span.start as usize], &text[at.span.end as usize..])
    } else {
        format!("{} FROB FROB {}", &text[..at.span.end as usize], &text[at.span.end as usize..])
    };
    Some((text, at.span.start as usize))
}

/// The kind of the innermost statement at a place.
fn kind_at(statements: &[Statement], place: usize) -> String {
    let within =
        |statement: &&Statement| statement.span.start as usize <= place && place <= statement.span.end as usize + 12;
    let Some(statement) = statements.iter().find(within) else { return "none".into() };
    let inner: Vec<Statement> = match &statement.kind {
        Kind::Module { statements, .. } => statements.clone(),
        _ => statement.children().into_iter().cloned().collect(),
    };
    let found = kind_at(&inner, place);
    let own = format!("{:?}", statement.kind);
    if found == "none" { own.split([' ', '(', '{']).next().unwrap_or("").to_owned() } else { found }
}

fn floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn short(text: &str, most: usize) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(most).collect()
}

//! The questions of a run: each check, asked of everything in the schema that it is about.

use super::corpus::{Corpus, corpora};
use super::values::{Gap, Values, filled};
use super::{Answer, CHECKS, Check, Outcome, Subject};
use crate::catalog::Catalog;
use crate::lint;
use crate::syntax::spell;

/// The settings of a run.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// What the project says of engines, tenants, and a policy beside a vector index.
    pub lint: lint::Options,
    /// How many chunks a check looks at; all of them when it is not said.
    pub sample: Option<u64>,
}

/// A check that is asked of something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// The check.
    pub check: &'static Check,
    /// What it is asked of: `dbo.document_chunks.embedding`; empty for the whole database.
    pub subject: String,
    /// The text to send, which fills `@result`; or the answer, where it need not be sent.
    pub text: Result<String, Answer>,
}

/// The questions about a schema, in the order of the checks. Empty when it has no vectors of chunks.
#[must_use]
pub fn questions(catalog: &Catalog, options: &Options) -> Vec<Question> {
    let corpora = corpora(catalog, &options.lint);
    if corpora.is_empty() {
        return Vec::new();
    }
    CHECKS.iter().flat_map(|check| asked(check, catalog, &corpora, options)).collect()
}

fn asked(check: &'static Check, catalog: &Catalog, corpora: &[Corpus<'_>], options: &Options) -> Vec<Question> {
    let plain = Values { catalog, options, corpus: None, search: None };
    match check.subject {
        Subject::Database => vec![question(check, String::new(), &plain)],
        Subject::Vectors => corpora.iter().map(|corpus| of_vectors(check, *corpus, &plain)).collect(),
        Subject::Search => corpora.iter().flat_map(|corpus| of_searches(check, *corpus, &plain)).collect(),
    }
}

fn of_vectors<'a>(check: &'static Check, corpus: Corpus<'a>, plain: &Values<'a>) -> Question {
    let values = Values { corpus: Some(corpus), search: None, ..*plain };
    question(check, subject(&corpus), &values)
}

fn of_searches<'a>(check: &'static Check, corpus: Corpus<'a>, plain: &Values<'a>) -> Vec<Question> {
    let tenant = corpus.tenant(&plain.options.lint);
    let searches = corpus.searches(tenant);
    if searches.is_empty() {
        let reason = match tenant {
            Some(_) => "no procedure of the project takes a vector and a tenant and reads the chunks",
            None => "no column is for the tenant",
        };
        return vec![unasked(check, subject(&corpus), Gap::NotApplicable(reason.to_owned()))];
    }
    let each = searches.into_iter().map(|search| {
        let name = spell::name(search.name);
        question(check, name, &Values { corpus: Some(corpus), search: Some(search), ..*plain })
    });
    each.collect()
}

fn subject(corpus: &Corpus<'_>) -> String {
    format!("{}.{}", spell::name(corpus.name), spell::ident(&corpus.vector.name))
}

fn question(check: &'static Check, subject: String, values: &Values<'_>) -> Question {
    match filled(check.text, values) {
        Ok(text) => Question { check, subject, text: Ok(text) },
        Err(gap) => unasked(check, subject, gap),
    }
}

fn unasked(check: &'static Check, subject: String, gap: Gap) -> Question {
    let (outcome, found) = match gap {
        Gap::NotApplicable(reason) => (Outcome::NotApplicable, reason),
        Gap::NotChecked(reason) => (Outcome::NotChecked, reason),
    };
    Question { check, subject: subject.clone(), text: Err(Answer { subject, outcome, found }) }
}

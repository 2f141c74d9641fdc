//! How CREATE and DROP of a vector index are spelt.

use crate::change::Change;
use crate::lint::{BOTH, ChangeCx, Check, Findings, Fix, Level, Levels, Rule};
use crate::refusal::Profile;
use crate::schema::IndexKind;
use crate::source::{Migration, ParsedFile};
use crate::syntax::lexer::{Token, lex};
use crate::text::Span;

/// The rule.
pub static RULE: Rule = Rule {
    code: "vector-index-syntax",
    summary: "writes a vector index in a form that the engine does not know",
    docs: include_str!("vector_index_syntax.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[
        Check::Refusal(
            "write CREATE VECTOR INDEX name ON table (column) WITH (METRIC = 'cosine', TYPE = 'DiskANN'), and DROP INDEX name ON table",
        ),
        Check::Change(without_options),
    ],
};

/// The grammar of the cloud takes an index without WITH, and does not say by which metric it measures then.
fn without_options(cx: &ChangeCx, findings: &mut Findings) {
    let Change::CreateIndex { table, index, .. } = cx.change else { return };
    let IndexKind::Vector { metric: None, index_type: None, .. } = &index.kind else { return };
    if index.options.is_empty() && !index.keys.is_empty() && findings.options().engine != Profile::Sql2025 {
        cx.tell(findings, table, format!("nothing says by which metric the vector index `{}` measures", index.name))
            .unsure()
            .help("write it: WITH (METRIC = 'cosine')");
    }
}

/// Quotes around known values of METRIC and TYPE, and DROP INDEX without VECTOR where the table is named:
/// without it there is no right form to turn to.
pub(in crate::lint) fn fix(span: Span, file: &Migration, _parsed: &ParsedFile) -> Option<Fix> {
    let text = file.file.text();
    let tokens = lex(text, span).tokens;
    let [verb, vector, index, ..] = tokens[..] else { return None };
    if verb.is_word(text, "DROP") && vector.is_word(text, "VECTOR") && index.is_word(text, "INDEX") {
        let span = Span { start: vector.span.start, end: index.span.start };
        let has_table = tokens.iter().any(|token| token.is_word(text, "ON"));
        return has_table.then(|| Fix { span, text: String::new() });
    }
    if !verb.is_word(text, "CREATE") {
        return None;
    }
    let bare: Vec<Span> = tokens.windows(3).filter(|words| is_bare(text, words)).map(|words| words[2].span).collect();
    let (first, last) = (bare.first()?, bare.last()?);
    let (mut quoted, mut from) = (String::new(), first.start);
    for value in &bare {
        quoted += &text[from as usize..value.start as usize];
        quoted += &format!("'{}'", &text[value.range()]);
        from = value.end;
    }
    Some(Fix { span: first.to(*last), text: quoted })
}

/// `METRIC = cosine`.
fn is_bare(text: &str, words: &[Token]) -> bool {
    const VALUES: [&str; 4] = ["cosine", "dot", "euclidean", "DiskANN"];
    let names = ["METRIC", "TYPE"].iter().any(|name| words[0].is_word(text, name));
    names && words[1].is_symbol(text, "=") && VALUES.iter().any(|value| words[2].is_word(text, value))
}

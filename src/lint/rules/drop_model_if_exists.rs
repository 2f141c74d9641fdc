//! DROP EXTERNAL MODEL has no IF EXISTS.

use crate::lint::{BOTH, Check, Fix, Level, Levels, Rule};
use crate::source::{Migration, ParsedFile};
use crate::syntax::lexer::{Lexer, identifier_text, lex};
use crate::text::Span;

/// The rule.
pub static RULE: Rule = Rule {
    code: "drop-model-if-exists",
    summary: "drops an external model with IF EXISTS",
    docs: include_str!("drop_model_if_exists.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Refusal(
        "write IF EXISTS (SELECT 1 FROM sys.external_models WHERE name = N'…') DROP EXTERNAL MODEL …",
    )],
};

/// The same with a condition in front. Not before ELSE, which would belong to that condition then.
pub(in crate::lint) fn fix(span: Span, file: &Migration, _parsed: &ParsedFile) -> Option<Fix> {
    let text = file.file.text();
    let tokens = lex(text, span).tokens;
    let words = ["DROP", "EXTERNAL", "MODEL", "IF", "EXISTS"];
    let [_, _, _, from, to, name] = tokens[..] else { return None };
    if !tokens.iter().zip(words).all(|(token, word)| token.is_word(text, word)) {
        return None;
    }
    if goes_on_with_else(text, span.end) {
        return None;
    }
    let model = identifier_text(name.text(text)).replace('\'', "''");
    let before = &text[span.start as usize..from.span.start as usize];
    let behind = &text[to.span.end as usize..name.span.end as usize];
    let drop = format!("{}{behind}", before.trim_end());
    let condition = format!("IF EXISTS (SELECT 1 FROM sys.external_models WHERE name = N'{model}')");
    Some(Fix { span, text: format!("{condition} {drop}") })
}

fn goes_on_with_else(text: &str, end: u32) -> bool {
    let mut behind = Lexer::new(text, Span { start: end, end: text.len() as u32 }).tokens();
    behind.find(|token| !token.is_symbol(text, ";")).is_some_and(|token| token.is_word(text, "ELSE"))
}

//! A variable lives in its batch.

use std::collections::BTreeMap;

use crate::catalog::Place;
use crate::lint::{BOTH, Check, Findings, Level, Levels, Rule};
use crate::name::Ident;
use crate::source::{Migration, ParsedBatch, ParsedFile};
use crate::syntax::ast::{DmlVerb, Kind, Statement};
use crate::syntax::lexer::{Token, TokenKind, lex};
use crate::text::Span;

/// The rule.
pub static RULE: Rule = Rule {
    code: "variable-across-go",
    summary: "uses a variable behind the GO that ends it",
    docs: include_str!("variable_across_go.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::File(check)],
};

fn check(index: usize, migration: &Migration, parsed: &ParsedFile, findings: &mut Findings) {
    let text = migration.file.text();
    let mut earlier: BTreeMap<Ident, Made> = BTreeMap::new();
    for batch in &parsed.batches {
        let declared = declared(batch);
        if !earlier.is_empty() && is_plain(batch) {
            let used = lost(text, batch, &earlier, &declared);
            for (name, (used, made)) in used {
                let number = if made.is_table { 1087 } else { 137 };
                let made = made.span;
                findings
                    .add(
                        Place { file: index as u32, span: used },
                        format!("`{}` is not declared in this batch", name.as_str()),
                    )
                    .errors(&[number])
                    .related(Some(Place { file: index as u32, span: made }), "it ends with the batch that declares it")
                    .help("declare it again behind GO, keep the value in a temporary table, or leave the GO out");
            }
        }
        earlier.extend(declared);
    }
}

/// Where a variable is declared.
#[derive(Clone, Copy)]
struct Made {
    span: Span,
    is_table: bool,
}

/// What a batch declares.
fn declared(batch: &ParsedBatch) -> BTreeMap<Ident, Made> {
    let mut found = BTreeMap::new();
    let mut look = |statement: &Statement| {
        if let Kind::Declare(variables) = &statement.kind {
            let made = |is_table| Made { span: statement.span, is_table };
            found.extend(variables.iter().map(|variable| (variable.name.clone(), made(variable.table.is_some()))));
        }
    };
    batch.statements.iter().for_each(|statement| statement.walk(&mut look));
    found
}

/// Whether a batch is understood, and no module, which has parameters.
fn is_plain(batch: &ParsedBatch) -> bool {
    let mut plain = true;
    let mut look = |statement: &Statement| {
        plain &= !matches!(statement.kind, Kind::Module { .. } | Kind::Opaque { .. });
    };
    batch.statements.iter().for_each(|statement| statement.walk(&mut look));
    plain
}

/// The first use of each variable that an earlier batch declares and this one does not.
fn lost(
    text: &str,
    batch: &ParsedBatch,
    earlier: &BTreeMap<Ident, Made>,
    declared: &BTreeMap<Ident, Made>,
) -> BTreeMap<Ident, (Span, Made)> {
    let mut found = BTreeMap::new();
    let tokens = lex(text, batch.span).tokens;
    let executes: Vec<Span> = executes(text, batch);
    for (at, token) in tokens.iter().enumerate().filter(|(_, token)| token.kind == TokenKind::Variable) {
        let name = Ident::new(token.text(text));
        let (Some(made), false) = (earlier.get(&name), declared.contains_key(&name)) else { continue };
        if !is_argument_name(text, &tokens, at, &executes) && !is_declaration(text, &tokens, at) {
            found.entry(name).or_insert((token.span, *made));
        }
    }
    found
}

/// Where procedures are called; an INSERT may hold such a call behind its list of columns.
fn executes(text: &str, batch: &ParsedBatch) -> Vec<Span> {
    let mut found = Vec::new();
    let mut look = |statement: &Statement| match statement.kind {
        Kind::Execute { .. } | Kind::Dynamic { .. } | Kind::Rename { .. } | Kind::RoleMember { .. } => {
            found.push(statement.span);
        }
        Kind::Dml { verb: DmlVerb::Insert, .. } => found.extend(inserted_call(text, statement.span)),
        _ => {}
    };
    batch.statements.iter().for_each(|statement| statement.walk(&mut look));
    found
}

/// The EXEC of `INSERT t EXEC p`.
fn inserted_call(text: &str, insert: Span) -> Option<Span> {
    let is_exec = |token: &Token| token.is_word(text, "EXEC") || token.is_word(text, "EXECUTE");
    let call = lex(text, insert).tokens.into_iter().find(is_exec)?;
    Some(Span { start: call.span.start, end: insert.end })
}

/// `EXEC p @name = 1`: the name of a parameter of the procedure.
fn is_argument_name(text: &str, tokens: &[Token], at: usize, executes: &[Span]) -> bool {
    let span = tokens[at].span;
    let assigns = tokens.get(at + 1).is_some_and(|next| next.is_symbol(text, "="));
    let next_call = executes.partition_point(|call| call.start <= span.start);
    assigns && executes[..next_call].iter().rev().take(4).any(|call| span.end <= call.end)
}

/// Behind DECLARE: a cursor or a kind of variable that is not kept.
fn is_declaration(text: &str, tokens: &[Token], at: usize) -> bool {
    at > 0 && tokens[at - 1].is_word(text, "DECLARE")
}

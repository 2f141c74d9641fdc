//! What is asked of the grammar for one batch: each leaf alone and, so that two statements are not
//! taken for one, each leaf between IF and ELSE; the condition of each IF and WHILE.

use ragsql::syntax::ast::{Kind, Statement};
use ragsql::syntax::tree;
use ragsql::text::Span;

/// A text that must be T-SQL, and the statement or condition that it is made from.
pub struct Piece {
    pub text: String,
    pub span: Span,
}

/// The pieces of a batch.
pub fn pieces(source: &str, batch: Span) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for statement in &tree::statements(source, batch).statements {
        collect(source, statement, &mut pieces);
    }
    pieces
}

fn collect(source: &str, statement: &Statement, pieces: &mut Vec<Piece>) {
    let mut add = |span: Span, text: String| pieces.push(Piece { text, span });
    let own = &source[statement.span.range()];
    match &statement.kind {
        Kind::If { condition, .. } | Kind::While { condition, .. } => {
            add(*condition, format!("IF {}\nPRINT 1", &source[condition.range()]));
        }
        Kind::Block(_) | Kind::TryCatch { .. } => {}
        Kind::Module { .. } | Kind::CreateSchema { .. } => add(statement.span, own.to_owned()),
        Kind::Other(word) if &**word == "LABEL" => {}
        Kind::Execute { .. } | Kind::Dynamic { .. } | Kind::Rename { .. } | Kind::RoleMember { .. }
            if starts_with_procedure(own) =>
        {
            add(statement.span, own.to_owned());
        }
        _ => {
            add(statement.span, format!("{own}\n;"));
            if stands_in_a_branch(own) {
                add(statement.span, format!("IF 1 = 1\n{own}\n; ELSE PRINT 1"));
            }
        }
    }
    for inner in inner(statement) {
        collect(source, inner, pieces);
    }
}

/// The statements inside one; those of dynamic text have no text of their own.
fn inner(statement: &Statement) -> Vec<&Statement> {
    match &statement.kind {
        Kind::Dynamic { .. } | Kind::CreateSchema { .. } => Vec::new(),
        Kind::Module { statements, .. } => statements.iter().collect(),
        _ => statement.children(),
    }
}

/// Not what must be first or alone in its batch.
fn stands_in_a_branch(text: &str) -> bool {
    let words: Vec<_> = text.split_whitespace().take(2).map(str::to_ascii_uppercase).collect();
    let second = words.get(1).map_or("", String::as_str);
    match words.first().map_or("", String::as_str) {
        "CREATE" => !matches!(
            second,
            "RULE" | "DEFAULT" | "MATERIALIZED" | "PROCEDURE" | "PROC" | "FUNCTION" | "VIEW" | "TRIGGER"
        ),
        "ALTER" => second != "MATERIALIZED",
        "USE" => second != "FEDERATION",
        _ => true,
    }
}

/// A procedure without EXEC, which only the first statement of a batch may be.
fn starts_with_procedure(text: &str) -> bool {
    let starts_with = |word: &str| text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    !starts_with("EXEC") && !starts_with("ALTER")
}

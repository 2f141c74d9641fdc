//! What a statement reads from outside of the database (Learn, "T-SQL differences"; BULK INSERT): Azure SQL Database
//! reaches no other server and no file but one that has an address on the network.

use super::{Judge, table};
use crate::syntax::lexer::{self, Token, TokenKind};

/// 40517 for functions that read from another server, 4861 for a file of the server.
pub(super) fn read(judge: &mut Judge, text: &str, tokens: &[Token]) {
    if let Some(name) = remote(text, tokens) {
        judge.add(table::UNSUPPORTED_OPTION.plain(&[&name]));
    }
    if let Some(file) = file(text, tokens).filter(|_| !has_source(text, tokens)) {
        judge.add(table::FILE_OF_SERVER.plain(&[&file]));
    }
}

/// A function that reads from another server. OPENROWSET does, unless it reads a file in BULK.
fn remote(text: &str, tokens: &[Token]) -> Option<&'static str> {
    const REMOTE: [&str; 3] = ["OPENQUERY", "OPENDATASOURCE", "OPENROWSET"];
    tokens
        .windows(3)
        .filter(|found| found[1].is_symbol(text, "(") && !found[2].is_word(text, "BULK"))
        .find_map(|found| REMOTE.into_iter().find(|name| found[0].is_word(text, name)))
}

/// The file of `BULK INSERT … FROM 'file'` or of `OPENROWSET(BULK 'file', …)`, where it is no address.
fn file(text: &str, tokens: &[Token]) -> Option<String> {
    let is_insert = tokens.first().is_some_and(|first| first.is_word(text, "BULK"));
    let before = if is_insert { "FROM" } else { "BULK" };
    let pair = tokens.windows(2).find(|pair| pair[0].is_word(text, before) && pair[1].kind == TokenKind::String)?;
    let file = lexer::string_text(pair[1].text(text));
    (!file.contains("://")).then_some(file)
}

/// Whether `DATA_SOURCE = …` says where the file is.
fn has_source(text: &str, tokens: &[Token]) -> bool {
    tokens.windows(2).any(|pair| pair[0].is_word(text, "DATA_SOURCE") && pair[1].is_symbol(text, "="))
}

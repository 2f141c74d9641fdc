//! External models and database scoped credentials. A secret is noticed with its place, never kept.

use super::cursor::Cursor;
use super::options;
use crate::schema::{Credential, ExternalModel, IndexOption};
use crate::syntax::ast::Kind;

/// Behind CREATE EXTERNAL MODEL: `name [AUTHORIZATION owner] WITH (…)`.
pub(super) fn create_model(cursor: &mut Cursor) -> Option<Kind> {
    let name = cursor.ident()?;
    let owner = if cursor.eat("AUTHORIZATION") { Some(cursor.ident()?) } else { None };
    cursor.expect("WITH")?;
    let model = Box::new(ExternalModel { owner, options: plain_options(cursor)? });
    Some(Kind::ExternalModel { alter: false, name, model })
}

/// Behind ALTER EXTERNAL MODEL: `name SET (…)`.
pub(super) fn alter_model(cursor: &mut Cursor) -> Option<Kind> {
    let name = cursor.ident()?;
    cursor.expect("SET")?;
    let model = Box::new(ExternalModel { owner: None, options: plain_options(cursor)? });
    Some(Kind::ExternalModel { alter: true, name, model })
}

fn plain_options(cursor: &mut Cursor) -> Option<Vec<IndexOption>> {
    let plain = |option: IndexOption| IndexOption { value: options::unquoted(&option.value), ..option };
    Some(options::group(cursor)?.into_iter().map(plain).collect())
}

/// Behind CREATE or ALTER DATABASE SCOPED CREDENTIAL: `name WITH IDENTITY = '…' [, SECRET = '…']`.
pub(super) fn credential(cursor: &mut Cursor, alter: bool) -> Option<Kind> {
    let name = cursor.ident()?;
    cursor.expect("WITH")?;
    // Parentheses are no part of the grammar, but are seen around the options.
    let mut list = cursor.group().unwrap_or_else(|| cursor.until(|_| false));
    let mut credential = Credential::default();
    let mut secret = None;
    while !list.done() {
        let mut item = list.item();
        let name = item.eat_one(&["IDENTITY", "SECRET"])?;
        item.eat_symbol("=").then_some(())?;
        let start = item;
        item.skip();
        item.done().then_some(())?;
        if name == "SECRET" {
            credential.has_secret = true;
            secret = Some(item.span_since(&start));
        } else {
            credential.identity = Some(options::unquoted(&item.text_since(&start)).0);
        }
    }
    Some(Kind::Credential { alter, name, credential: Box::new(credential), secret })
}

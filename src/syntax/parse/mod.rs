//! Typed parsers: the tokens of one statement to its definition. One file for each family; a clause
//! that is not known becomes opaque text in the node, a statement without a readable core is no typed kind.

mod alter_table;
mod attached;
mod class;
mod column;
mod constraint;
mod cursor;
mod database;
mod exec;
mod expression;
mod external;
mod index;
mod module;
mod name;
mod opaque;
mod options;
mod permission;
mod policy;
mod principal;
mod references;
mod schema_object;
mod session;
mod table;
mod types;

pub use self::opaque::opaque_clauses;
pub(super) use self::types::system_type;
pub use self::types::type_in_text;

use self::cursor::Cursor;
use super::ast::{Kind, ModuleVerb, ObjectName};
use super::lexer::{Token, lex};
use crate::name::Name;
use crate::schema::Module;
use crate::text::Span;

/// The name that a text is, as in the argument of OBJECT_ID or sp_rename; `None` when it is none.
/// Its span is empty.
#[must_use]
pub fn name_in_text(text: &str) -> Option<ObjectName> {
    name::from_text(text, Span::default())
}

/// The objects that a part of a text names where tables, functions and procedures stand: as
/// [`Module::references`] has them of a body.
#[must_use]
pub fn named_objects(text: &str, span: Span) -> Vec<Name> {
    references::references(text, &lex(text, span).tokens)
}

/// The tokens of one statement, without comments and without a closing `;`.
#[derive(Debug, Clone, Copy)]
pub struct Leaf<'a> {
    /// The text that the tokens' spans are offsets into.
    pub source: &'a str,
    /// The statement's tokens in order; never empty. None is a comment or white space.
    pub tokens: &'a [Token],
}

/// What a statement is, when it is one of the typed kinds; `None` leaves it to the recognizer, which
/// tells queries and control flow apart and makes the rest opaque.
///
/// For `CREATE SCHEMA` the leaf ends before the first element, and `elements` is filled by the
/// recognizer.
#[must_use]
pub fn statement(leaf: &Leaf) -> Option<Kind> {
    let mut cursor = Cursor::new(leaf)?;
    let start = cursor;
    let word = cursor.word();
    cursor.skip();
    let kind = match &*word {
        "CREATE" => create(&mut cursor),
        "ALTER" => alter(&mut cursor),
        "ADD" => {
            cursor = start;
            attached::attached(&mut cursor)
        }
        "DROP" if cursor.eat("INDEX") => index::drop(&mut cursor),
        "DROP" if cursor.is("SENSITIVITY") || cursor.is("SIGNATURE") || cursor.is("COUNTER") => {
            cursor = start;
            attached::attached(&mut cursor)
        }
        "DROP" => class::drop(&mut cursor),
        "TRUNCATE" if cursor.eat("TABLE") => schema_object::truncate(&mut cursor),
        "UPDATE" if cursor.eat("STATISTICS") => schema_object::update_statistics(&mut cursor),
        "GRANT" | "DENY" | "REVOKE" => permission::permission(&mut cursor, &word),
        "ENABLE" | "DISABLE" if cursor.eat("TRIGGER") => schema_object::switch_trigger(&mut cursor, word == "ENABLE"),
        "SET" => session::set(&mut cursor),
        "DECLARE" => session::declare(&mut cursor),
        "USE" => session::use_database(&mut cursor),
        "BEGIN" | "COMMIT" | "ROLLBACK" | "SAVE" => {
            cursor = start;
            session::transaction(&mut cursor)
        }
        _ => {
            cursor = start;
            exec::execute(&mut cursor)
        }
    };
    // What is left over was not understood, so neither was the statement.
    kind.filter(|_| cursor.done())
}

/// A view, procedure, function or trigger from its header and body.
///
/// The leaf holds everything from CREATE or ALTER to the end of the batch; `body_at` is the index of
/// the first token of the body: the one after `AS`, or a function's `BEGIN`, `RETURN` or `EXTERNAL`
/// where no `AS` is written; the number of tokens when there is no body. The recognizer cuts the
/// body's statements itself. `None` makes the statement opaque.
#[must_use]
pub fn module(leaf: &Leaf, body_at: usize) -> Option<(ModuleVerb, ObjectName, Box<Module>)> {
    module::module(leaf, body_at)
}

/// Behind CREATE.
fn create(cursor: &mut Cursor) -> Option<Kind> {
    match &*cursor.word() {
        "TABLE" if cursor.eat("TABLE") => table::create(cursor),
        "SCHEMA" if cursor.eat("SCHEMA") => schema_object::create_schema(cursor),
        "TYPE" if cursor.eat("TYPE") => schema_object::create_type(cursor),
        "SEQUENCE" if cursor.eat("SEQUENCE") => schema_object::sequence(cursor, false),
        "SYNONYM" if cursor.eat("SYNONYM") => schema_object::synonym(cursor),
        "STATISTICS" if cursor.eat("STATISTICS") => schema_object::create_statistics(cursor),
        "SECURITY" if cursor.eat("SECURITY POLICY") => policy::create(cursor),
        "EXTERNAL" if cursor.eat("EXTERNAL MODEL") => external::create_model(cursor),
        "DATABASE" if cursor.eat("DATABASE SCOPED CREDENTIAL") => external::credential(cursor, false),
        "USER" | "ROLE" | "APPLICATION" => principal::create(cursor),
        _ => {
            let start = *cursor;
            index::create(cursor).or_else(|| {
                *cursor = start;
                class::named_object(cursor, false)
            })
        }
    }
}

/// Behind ALTER.
fn alter(cursor: &mut Cursor) -> Option<Kind> {
    match &*cursor.word() {
        "TABLE" if cursor.eat("TABLE") => alter_table::alter(cursor),
        "INDEX" if cursor.eat("INDEX") => index::alter(cursor),
        "SCHEMA" if cursor.eat("SCHEMA") => schema_object::transfer(cursor),
        "SEQUENCE" if cursor.eat("SEQUENCE") => schema_object::sequence(cursor, true),
        "SECURITY" if cursor.eat("SECURITY POLICY") => policy::alter(cursor),
        "EXTERNAL" if cursor.eat("EXTERNAL MODEL") => external::alter_model(cursor),
        "DATABASE" if cursor.eat("DATABASE SCOPED CREDENTIAL") => external::credential(cursor, true),
        "DATABASE" if cursor.eat("DATABASE SCOPED CONFIGURATION") => database::configuration(cursor),
        "DATABASE" if cursor.is("DATABASE AUDIT SPECIFICATION") || cursor.is("DATABASE ENCRYPTION KEY") => {
            class::named_object(cursor, true)
        }
        "DATABASE" if cursor.eat("DATABASE") => database::alter(cursor),
        "AUTHORIZATION" if cursor.eat("AUTHORIZATION") => permission::authorization(cursor),
        "USER" | "ROLE" | "APPLICATION" => principal::alter(cursor),
        _ => class::named_object(cursor, true),
    }
}

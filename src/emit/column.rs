//! One column, and a list of columns with the constraints of their table.

use crate::schema::{Column, Generated};
use crate::syntax::spell;

/// A column with everything that its definition says.
pub(super) fn column(column: &Column) -> String {
    let mut words = vec![spell::ident(&column.name)];
    match (&column.computed, &column.data_type) {
        (Some(computed), _) => {
            words.push(format!("AS {}", computed.expression.as_str()));
            if computed.persisted {
                words.push("PERSISTED".into());
            }
        }
        (None, Some(data_type)) => words.push(spell::data_type(data_type)),
        (None, None) => {}
    }
    properties(column, &mut words);
    words.extend(column.nullable.map(|nullable| if nullable { "NULL".into() } else { "NOT NULL".into() }));
    identity(column, &mut words);
    if let Some(default) = &column.default {
        if let Some(name) = &default.name {
            words.push(format!("CONSTRAINT {}", spell::ident(name)));
        }
        words.push(format!("DEFAULT {}", default.value.as_str()));
    }
    words.extend(column.opaque.iter().map(|text| text.as_str().to_owned()));
    words.join(" ")
}

/// What stands between the type and NULL or NOT NULL.
fn properties(column: &Column, words: &mut Vec<String>) {
    let flag = |is: bool, word: &str| is.then(|| word.to_owned());
    words.extend(flag(column.filestream, "FILESTREAM"));
    words.extend(column.collation.as_ref().map(|collation| format!("COLLATE {}", spell::ident(collation))));
    words.extend(flag(column.sparse, "SPARSE"));
    words.extend(flag(column.column_set, "COLUMN_SET FOR ALL_SPARSE_COLUMNS"));
    words.extend(
        column.masked.as_ref().map(|mask| format!("MASKED WITH (FUNCTION = {})", spell::string(mask.as_str()))),
    );
    if !column.encrypted.is_empty() {
        words.push(format!("ENCRYPTED WITH ({})", spell::options(&column.encrypted)));
    }
    words.extend(column.generated.map(|generated| format!("GENERATED ALWAYS AS {}", generated_words(generated))));
    words.extend(flag(column.hidden, "HIDDEN"));
}

fn identity(column: &Column, words: &mut Vec<String>) {
    if let Some(identity) = &column.identity {
        words.push(format!("IDENTITY({}, {})", identity.seed, identity.increment));
        if identity.not_for_replication {
            words.push("NOT FOR REPLICATION".into());
        }
    }
    if column.rowguidcol {
        words.push("ROWGUIDCOL".into());
    }
}

fn generated_words(generated: Generated) -> &'static str {
    match generated {
        Generated::RowStart => "ROW START",
        Generated::RowEnd => "ROW END",
        Generated::TransactionIdStart => "TRANSACTION_ID START",
        Generated::TransactionIdEnd => "TRANSACTION_ID END",
        Generated::SequenceNumberStart => "SEQUENCE_NUMBER START",
        Generated::SequenceNumberEnd => "SEQUENCE_NUMBER END",
    }
}

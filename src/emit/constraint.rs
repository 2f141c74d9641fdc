//! Keys, foreign keys and checks.

use crate::schema::{Constraint, ConstraintKind, KeyColumn};
use crate::syntax::spell;

/// A constraint as it stands in CREATE TABLE or behind ADD.
pub(super) fn constraint(constraint: &Constraint) -> String {
    let name = constraint.name.as_ref().map_or_else(String::new, |name| format!("CONSTRAINT {} ", spell::ident(name)));
    name + &kind(&constraint.kind)
}

/// Key columns with their directions.
pub(super) fn keys(keys: &[KeyColumn]) -> String {
    let one = |key: &KeyColumn| spell::ident(&key.name) + if key.descending { " DESC" } else { "" };
    keys.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn kind(kind: &ConstraintKind) -> String {
    match kind {
        ConstraintKind::Key { primary, clustered, hash, columns, options, storage } => {
            let mut words = vec![if *primary { "PRIMARY KEY" } else { "UNIQUE" }.to_owned()];
            words.extend(clustered.map(|yes| if yes { "CLUSTERED".into() } else { "NONCLUSTERED".into() }));
            words.extend(hash.then(|| "HASH".into()));
            words.push(format!("({})", keys(columns)));
            words.extend((!options.is_empty()).then(|| format!("WITH ({})", spell::options(options))));
            words.extend(storage.as_ref().map(|storage| format!("ON {}", storage.as_str())));
            words.join(" ")
        }
        ConstraintKind::ForeignKey { columns, references, referenced, on_delete, on_update, not_for_replication } => {
            let mut words =
                vec![format!("FOREIGN KEY ({}) REFERENCES {}", spell::idents(columns), spell::name(references))];
            words.extend((!referenced.is_empty()).then(|| format!("({})", spell::idents(referenced))));
            words.extend(on_delete.as_ref().map(|action| format!("ON DELETE {action}")));
            words.extend(on_update.as_ref().map(|action| format!("ON UPDATE {action}")));
            words.extend(not_for_replication.then(|| "NOT FOR REPLICATION".into()));
            words.join(" ")
        }
        ConstraintKind::Check { condition, not_for_replication } => {
            let replication = if *not_for_replication { "NOT FOR REPLICATION " } else { "" };
            format!("CHECK {replication}({})", condition.as_str())
        }
        ConstraintKind::Opaque(text) => text.as_str().to_owned(),
    }
}

//! FOR JSON PATH and AUTO: rows to one JSON text.

use super::json::json_text;
use super::relation::{Relation, RelationColumn, position};
use super::typed::Collated;
use super::{Binder, Bound};
use crate::name::Ident;
use crate::sandbox::query::physical;
use crate::sandbox::value::SqlType;
use crate::syntax::query::ast::{Body, ForJson, Query, SourceKind};

/// The name that the engine gives to the column.
const COLUMN: &str = "JSON_F52E2B61-18A1-11d1-B105-00805F49916B";

impl Binder<'_> {
    /// The rows as one JSON text; no row where there is none.
    pub(super) fn for_json(&mut self, relation: &Relation, clause: &ForJson, query: &Query) -> Bound<Relation> {
        self.check_for_json(clause, query)?;
        let mut names = Vec::with_capacity(relation.columns.len());
        let mut texts = Vec::with_capacity(relation.columns.len() + 1);
        for (at, column) in relation.columns.iter().enumerate() {
            let Some(name) = column.name.as_ref().filter(|name| !name.is_empty()) else {
                let text = "Column expressions and data sources without names or aliases cannot be formatted as JSON text \
                            using FOR JSON clause. Add alias to the unnamed column or table.";
                return self.error(13605, text, query.at);
            };
            names.push(name.as_str());
            texts.push(json_text(&column.value(position(at))));
        }
        let spec = serde_json::json!({
            "names": names,
            "path": !clause.auto,
            "root": clause.root,
            "nulls": clause.include_null_values,
            "bare": clause.without_array_wrapper,
        });
        texts.insert(0, physical::literal(&spec.to_string()));
        let inner = format!("SELECT t_for_json({}) AS j FROM ({})", texts.join(", "), relation.sql);
        let column = RelationColumn {
            name: Some(Ident::new(COLUMN)),
            data_type: SqlType::NVarChar(None),
            nullable: true,
            collation: Collated::Default,
            json: !clause.without_array_wrapper,
            identity: None,
            null: false,
        };
        Ok(Relation {
            sql: format!("SELECT j AS \"c0\" FROM ({inner}) WHERE j IS NOT NULL"),
            columns: vec![column],
            single_row: true,
            plain: true,
            uses: relation.uses.clone(),
            base: None,
        })
    }

    fn check_for_json(&self, clause: &ForJson, query: &Query) -> Bound<()> {
        if clause.auto && !reads_one_source(query) {
            return self.unknown("FOR JSON AUTO over more than one source", query.at);
        }
        if clause.root.is_some() && clause.without_array_wrapper {
            return self.error(
                13620,
                "ROOT option and WITHOUT_ARRAY_WRAPPER option cannot be used together in FOR JSON.",
                query.at,
            );
        }
        Ok(())
    }
}

fn reads_one_source(query: &Query) -> bool {
    match &query.body {
        Body::Select(select) => {
            select.from.len() <= 1 && !matches!(select.from.first().map(|s| &s.kind), Some(SourceKind::Join { .. }))
        }
        _ => false,
    }
}

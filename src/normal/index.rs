//! Indexes in their normal form.

use super::expression::expression;
use super::options;
use super::table::{opaque, storage};
use crate::schema::{Index, IndexKind, SqlText};

/// The only type of vector index that there is (Learn, "CREATE VECTOR INDEX").
const VECTOR_TYPE: &str = "diskann";

/// An index in its normal form. Included columns have no order.
#[must_use]
pub fn index(index: &Index) -> Index {
    let mut included = index.included.clone();
    included.sort();
    let kind = match &index.kind {
        IndexKind::Vector { metric, index_type, unquoted } => IndexKind::Vector {
            metric: metric.as_ref().map(|metric| metric.to_lowercase().into()),
            index_type: Some(index_type.as_ref().map_or(VECTOR_TYPE.into(), |of| of.to_lowercase().into())),
            unquoted: *unquoted,
        },
        IndexKind::Other { class, detail } => IndexKind::Other {
            class: class.clone(),
            detail: detail.as_ref().map(|detail| SqlText::new(super::tokens(detail.as_str()))),
        },
        kind => kind.clone(),
    };
    Index {
        name: index.name.clone(),
        kind,
        keys: index.keys.clone(),
        included,
        filter: index.filter.as_ref().map(|filter| SqlText::new(expression(filter.as_str()))),
        options: options::options(&index.options),
        storage: storage(index.storage.as_ref()),
        disabled: index.disabled,
        opaque: opaque(&index.opaque),
    }
}

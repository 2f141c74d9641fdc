//! What the columns of a table that holds vectors are for, told by their names and types.

use crate::name::Ident;
use crate::schema::{Column, Constraint, ConstraintKind, DataType, ExternalModel, Table};
use crate::syntax::query::ast::{CompareOp, Expr, ExprKind};
use crate::syntax::query::expression;

/// The columns that say where a vector comes from.
#[derive(Clone, Copy)]
pub(crate) struct Provenance<'a> {
    /// The model that made it.
    pub model: Option<&'a Column>,
    /// How many dimensions were asked for.
    pub dimensions: Option<&'a Column>,
    /// When it was made.
    pub time: Option<&'a Column>,
}

/// The vector columns of a table.
pub(crate) fn vectors(table: &Table) -> impl Iterator<Item = &Column> {
    table.columns.iter().filter(|column| column.vector().is_some())
}

/// The provenance of a vector column: columns that begin with its name go before those for all vectors.
pub(crate) fn provenance<'a>(table: &'a Table, vector: &Column) -> Provenance<'a> {
    let find = |is: &dyn Fn(&Column, &Column) -> bool| {
        let own = |of: &Column| table.columns.iter().find(|column| starts_with(column, of) && is(column, of));
        let of_another = |column: &Column| {
            vectors(table)
                .any(|other| other.name != vector.name && starts_with(column, other) && !starts_with(other, vector))
        };
        let lends = || vectors(table).find(|other| own(other).is_none()).is_some_and(|other| are_alike(other, vector));
        let shared = |column: &&Column| !of_another(column) && is(column, vector);
        own(vector).or_else(|| table.columns.iter().find(shared).filter(|_| lends()))
    };
    Provenance {
        model: find(&|column, _| column.name.folded().contains("model")),
        dimensions: find(&|column, _| column.name.folded().contains("dim") && is_number(column)),
        time: find(&|column, of| is_time(column) && tells_of(column, of)),
    }
}

/// Whether the same columns can say where two vectors come from: they are of one size, and neither is called after the
/// other, as one for a later model is (`embedding2`).
fn are_alike(one: &Column, other: &Column) -> bool {
    let follows = |first: &Column, second: &Column| second.name.folded().starts_with(first.name.folded());
    one.name == other.name || one.vector() == other.vector() && !follows(one, other) && !follows(other, one)
}

/// `vec2_model` starts with `vec2`, and is not the vector itself.
fn starts_with(column: &Column, vector: &Column) -> bool {
    let rest = column.name.folded().strip_prefix(vector.name.folded());
    rest.is_some_and(|rest| rest.starts_with('_') && rest.len() > 1)
}

/// Whether a column of a time is about a vector: `embedded_at`, `vector_updated`, `at`. A short name of a vector is a
/// word of its own in it: `v_at`, and not `received_at`.
fn tells_of(column: &Column, vector: &Column) -> bool {
    let (name, of) = (column.name.folded(), vector.name.folded());
    let is_in = of.len() > 3 && name.contains(of) || name.split('_').any(|word| word == of);
    name == "at" || is_in || ["embed", "vector"].iter().any(|word| name.contains(word))
}

/// The literals that a CHECK lets a column have, and its name: `CHECK (dims = 768)`, `CHECK (model IN (N'a', N'b'))`.
pub(super) fn allowed(table: &Table, column: &Ident) -> Option<(Vec<String>, Option<Ident>)> {
    table.constraints.iter().find_map(|constraint| {
        let ConstraintKind::Check { condition, .. } = &constraint.kind else { return None };
        let condition = expression(condition.as_str(), 0).ok()?;
        let terms =
            if let ExprKind::And(terms) = &condition.kind { &terms[..] } else { std::slice::from_ref(&condition) };
        Some((terms.iter().find_map(|term| values(term, column))?, constraint.name.clone()))
    })
}

fn values(term: &Expr, column: &Ident) -> Option<Vec<String>> {
    let is_it = |expr: &Expr| expr.column() == Some(column);
    match &term.kind {
        ExprKind::Compare(CompareOp::Equal, left, right) if is_it(left) => Some(vec![literal_of(right)?]),
        ExprKind::Compare(CompareOp::Equal, left, right) if is_it(right) => Some(vec![literal_of(left)?]),
        ExprKind::InList { value, list, negated: false } if is_it(value) => list.iter().map(literal_of).collect(),
        _ => None,
    }
}

/// The literal that a column has where no value is given.
pub(super) fn default_literal(column: &Column) -> Option<String> {
    literal_of(&expression(column.default.as_ref()?.value.as_str(), 0).ok()?)
}

fn literal_of(expr: &Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::Number(text) | ExprKind::Text { text, .. } => Some(text.clone()),
        _ => None,
    }
}

/// The columns that hold text long enough to be embedded: the name of a model and a hash are none.
pub(crate) fn texts(table: &Table) -> impl Iterator<Item = &Column> {
    let models = vectors(table).filter_map(|vector| provenance(table, vector).model);
    let kept: Vec<&Ident> = models.chain(hash(table)).map(|column| &column.name).collect();
    let own = table.columns.iter().filter(move |column| !kept.contains(&&column.name));
    own.filter(|column| match &column.data_type {
        Some(DataType::System { name, args }) => match &**name {
            "nvarchar" | "varchar" | "nchar" | "char" => {
                let length = args.first().map_or("1", |length| length);
                length == "max" || length.parse::<u32>().is_ok_and(|length| length >= 100)
            }
            "text" | "ntext" | "json" => true,
            _ => false,
        },
        _ => false,
    })
}

/// The column that holds a hash of the text.
pub(crate) fn hash(table: &Table) -> Option<&Column> {
    table.columns.iter().find(|column| {
        let name = column.name.folded();
        name.contains("hash") || name.contains("checksum") || name.contains("digest") || is_digest(column)
    })
}

fn is_digest(column: &Column) -> bool {
    matches!(&column.data_type, Some(DataType::System { name, args })
        if matches!(&**name, "binary" | "varbinary") && args.first().is_some_and(|length| matches!(&**length, "32" | "64")))
}

fn is_number(column: &Column) -> bool {
    is_of(column, &["tinyint", "smallint", "int", "bigint"])
}

fn is_time(column: &Column) -> bool {
    is_of(column, &["datetime", "datetime2", "datetimeoffset", "smalldatetime", "date"])
}

fn is_of(column: &Column, names: &[&str]) -> bool {
    matches!(&column.data_type, Some(DataType::System { name, .. }) if names.contains(&&**name))
}

/// Whether a table holds pieces of longer texts: it has vectors and text, and is called so, or refers to
/// another table and counts the pieces.
pub(crate) fn holds_chunks(name: &Ident, table: &Table) -> bool {
    let refers = || table.constraints.iter().any(Constraint::is_foreign_key);
    let is_called_so = || ["chunk", "passage", "segment", "fragment"].iter().any(|word| name.folded().contains(word));
    vectors(table).next().is_some()
        && texts(table).next().is_some()
        && (is_called_so() || refers() && table.columns.iter().any(counts_pieces))
}

/// Whether a column says which piece of its document a chunk is.
pub(crate) fn counts_pieces(column: &Column) -> bool {
    let words = ["ordinal", "position", "chunk", "passage", "segment", "sequence", "seq_no", "part_no", "page"];
    is_number(column) && words.iter().any(|word| column.name.folded().contains(word))
}

/// How many numbers a vector of a model has, where its PARAMETERS or its name tell.
pub(super) fn dimensions_of(model: &ExternalModel) -> Option<u32> {
    let parameters = model.option("PARAMETERS").and_then(dimensions_in);
    parameters.or_else(|| dimensions_of_name(model.option("MODEL")?))
}

/// `dimensions` of a JSON object; its quotes may still be doubled, as inside a literal.
fn dimensions_in(json: &str) -> Option<u32> {
    let value: serde_json::Value = serde_json::from_str(&json.replace("''", "'")).ok()?;
    value.get("dimensions")?.as_u64()?.try_into().ok()
}

/// What well-known models give when nothing is asked (Microsoft Learn, Azure OpenAI embeddings).
fn dimensions_of_name(name: &str) -> Option<u32> {
    const KNOWN: [(&str, u32); 3] =
        [("text-embedding-3-large", 3072), ("text-embedding-3-small", 1536), ("text-embedding-ada-002", 1536)];
    KNOWN.iter().find(|(known, _)| name.to_lowercase().contains(known)).map(|(_, dimensions)| *dimensions)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Project;

    fn table(columns: &str) -> Table {
        let catalog = crate::replay::replay(&Project::fixture(&format!("CREATE TABLE dbo.t ({columns});")), &mut ());
        catalog.tables.values().next().expect("a table").definition.as_ref().clone()
    }

    fn names(table: &Table, vector: &str) -> [Option<String>; 3] {
        let vector = table.column(&Ident::new(vector)).expect("a column");
        let Provenance { model, dimensions, time } = provenance(table, vector);
        [model, dimensions, time].map(|column| column.map(|column| column.name.to_string()))
    }

    #[test]
    fn each_vector_has_its_own_provenance_first() {
        let table = table(
            "v VECTOR(3), w VECTOR(3), model SYSNAME, dims INT, received_at DATETIME2, embedded_at DATETIME2, w_model SYSNAME, \
             w_at DATETIME2",
        );
        let some = |names: [&str; 3]| names.map(|name| Some(name.to_owned()));
        assert_eq!(names(&table, "v"), some(["model", "dims", "embedded_at"]));
        assert_eq!(names(&table, "w"), some(["w_model", "dims", "w_at"]));
    }

    #[test]
    fn a_vector_of_another_model_has_to_have_its_own() {
        for (second, lent) in [("title_v VECTOR(3)", true), ("w VECTOR(4)", false), ("v2 VECTOR(3)", false)] {
            let table = table(&format!("v VECTOR(3), {second}, model SYSNAME, dims INT, embedded_at DATETIME2"));
            let name = second.split_once(' ').expect("a name and a type").0;
            assert_eq!(names(&table, name).map(|found| found.is_some()), [lent; 3], "{second}");
        }
    }

    #[test]
    fn only_long_text_is_embedded() {
        let table = table("a NVARCHAR(MAX), b VARCHAR(99), c NVARCHAR(100), d SYSNAME, e INT");
        assert_eq!(texts(&table).map(|column| column.name.as_str()).collect::<Vec<_>>(), ["a", "c"]);
    }

    #[test]
    fn dimensions_are_told_by_parameters_or_by_the_name() {
        let model = |options: &str| {
            let text = format!(
                "CREATE EXTERNAL MODEL m WITH (LOCATION = 'https://x', API_FORMAT = 'OpenAI', MODEL_TYPE = EMBEDDINGS, {options});"
            );
            let catalog = crate::replay::replay(&Project::fixture(&text), &mut ());
            let model = catalog.external_models.values().next().expect("a model").definition.clone();
            dimensions_of(&model)
        };
        assert_eq!(model("MODEL = 'text-embedding-3-large'"), Some(3072));
        assert_eq!(model("MODEL = 'text-embedding-3-large', PARAMETERS = '{\"dimensions\":1536}'"), Some(1536));
        assert_eq!(model("MODEL = 'own'"), None);
    }
}

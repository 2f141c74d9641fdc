//! The tables of a corpus: which columns of the project's schema hold what.

use crate::catalog::{Catalog, Presence};
use crate::lint;
use crate::lint::tenants::{tenant_columns, tenant_of};
use crate::lint::vectors::{counts_pieces, holds_chunks, vectors};
use crate::name::{Ident, Name};
use crate::schema::{Column, ConstraintKind, DataType, Index, Module, ModuleKind, Parameter, Table};
use crate::syntax::lexer::{identifier_text, lex};
use crate::text::Span;

/// A vector column of a table of chunks, with all that belongs to it.
#[derive(Clone, Copy)]
pub(super) struct Corpus<'a> {
    /// The whole schema.
    pub catalog: &'a Catalog,
    /// The table of the chunks.
    pub name: &'a Name,
    /// Its definition.
    pub table: &'a Table,
    /// The vectors.
    pub vector: &'a Column,
}

/// The table whose rows were cut into chunks, with the foreign key that leads there.
pub(super) struct Source<'a> {
    /// The table.
    pub name: &'a Name,
    /// Its definition.
    pub table: &'a Table,
    /// The chunks' columns, each with the one that it refers to.
    pub columns: Vec<(&'a Ident, &'a Ident)>,
}

/// A procedure that searches the vectors for one tenant.
pub(super) struct Search<'a> {
    /// Its name.
    pub name: &'a Name,
    /// The parameter of the question's vector.
    pub vector: &'a Parameter,
    /// The parameter of the tenant.
    pub tenant: &'a Parameter,
    /// The others.
    pub others: Vec<&'a Parameter>,
}

/// Every vector column of every table of chunks that is there for certain. Of a table that has several, those that its
/// searches read, where a search is known: the others are still to be filled, or about to go.
pub(super) fn corpora<'a>(catalog: &'a Catalog, options: &lint::Options) -> Vec<Corpus<'a>> {
    let all: Vec<Corpus<'a>> = every(catalog).collect();
    let is_searched = |corpus: &Corpus<'a>| !corpus.searches(corpus.tenant(options)).is_empty();
    let searched: Vec<(&Name, &Ident)> =
        all.iter().filter(|corpus| is_searched(corpus)).map(|corpus| (corpus.name, &corpus.vector.name)).collect();
    let is_used = |corpus: &Corpus<'a>| {
        let mut of_table = searched.iter().filter(|(table, _)| *table == corpus.name).peekable();
        of_table.peek().is_none() || of_table.any(|(_, vector)| *vector == &corpus.vector.name)
    };
    all.iter().copied().filter(is_used).collect()
}

fn every(catalog: &Catalog) -> impl Iterator<Item = Corpus<'_>> {
    let tables = catalog.tables.iter().filter(|(_, entry)| entry.presence == Presence::Certain);
    let tables = tables.map(|(name, entry)| (name, &*entry.definition));
    let of_chunks = tables.filter(|(name, table)| holds_chunks(&name.object, table));
    of_chunks.flat_map(move |(name, table)| vectors(table).map(move |vector| Corpus { catalog, name, table, vector }))
}

impl<'a> Corpus<'a> {
    /// The column that tells tenants apart.
    pub fn tenant(&self, options: &lint::Options) -> Option<&'a Column> {
        let unguarded = tenant_of(self.catalog, options, self.name).map(|tenant| tenant.column);
        let guarded = || tenant_columns(self.catalog).into_keys().find(|column| self.table.column(column).is_some());
        self.table.column(&unguarded.or_else(guarded)?)
    }

    /// The table of the documents: the first that a foreign key leads to.
    pub fn source(&self) -> Option<Source<'a>> {
        self.table.constraints.iter().find_map(|constraint| match &constraint.kind {
            ConstraintKind::ForeignKey { columns, references, referenced, .. } => {
                let (name, entry) = self.catalog.tables.get_key_value(references)?;
                let table = &*entry.definition;
                let primary = table.primary_key().filter(|_| referenced.is_empty());
                let columns: Vec<_> = columns.iter().zip(referenced.iter().chain(primary)).collect();
                (!columns.is_empty()).then_some(Source { name, table, columns })
            }
            _ => None,
        })
    }

    /// The column that counts the pieces of a document.
    pub fn ordinal(&self) -> Option<&'a Column> {
        let is_reference = |column: &&Column| {
            self.source().is_some_and(|source| source.columns.iter().any(|(own, _)| **own == column.name))
        };
        let key = self.key();
        let is_key = |column: &&Column| key.is_some_and(|key| key.name == column.name);
        let recorded = |column: &&Column| column.name.folded().contains("dim");
        self.table
            .columns
            .iter()
            .find(|column| counts_pieces(column) && !is_reference(column) && !is_key(column) && !recorded(column))
    }

    /// The column by which a chunk is named.
    pub fn key(&self) -> Option<&'a Column> {
        match self.table.primary_key().collect::<Vec<_>>()[..] {
            [key] => self.table.column(key),
            _ => None,
        }
    }

    /// The vector index on the column.
    pub fn index(&self) -> Option<&'a Index> {
        let on_it = |index: &&Index| index.keys.iter().any(|key| key.name == self.vector.name);
        self.table.indexes.iter().filter(|index| index.is_vector()).find(on_it)
    }

    /// The procedures that take a vector and a tenant and read the chunks.
    pub fn searches(&self, tenant: Option<&Column>) -> Vec<Search<'a>> {
        let procedures = self.catalog.modules.iter().filter(|(_, entry)| {
            entry.presence == Presence::Certain
                && entry.definition.kind == ModuleKind::Procedure
                && entry.definition.references.contains(self.name)
        });
        let is_alone = vectors(self.table).nth(1).is_none();
        let is_of_it = |module: &Module| is_alone || names(module.definition.as_str(), &self.vector.name);
        let procedures = procedures.filter(|(_, entry)| is_of_it(&entry.definition));
        procedures.filter_map(|(name, entry)| search(name, &entry.definition, self.vector, tenant?)).collect()
    }
}

fn search<'a>(name: &'a Name, module: &'a Module, vector: &Column, tenant: &Column) -> Option<Search<'a>> {
    let of_tenant = Ident::new(format!("@{}", tenant.name.as_str()));
    let is_vector = |parameter: &&Parameter| Some(&parameter.data_type) == vector.data_type.as_ref();
    let vector = module.parameters.iter().find(is_vector)?;
    let tenant = module.parameters.iter().find(|parameter| parameter.name == of_tenant)?;
    let others = module.parameters.iter().filter(|other| other.name != vector.name && other.name != tenant.name);
    Some(Search { name, vector, tenant, others: others.collect() })
}

/// Whether a text names a column.
fn names(text: &str, column: &Ident) -> bool {
    let tokens = lex(text, Span::new(0, text.len())).tokens;
    tokens.iter().any(|token| token.kind.is_written_name() && Ident::new(identifier_text(token.text(text))) == *column)
}

/// The type of a column, where it is known.
pub(super) fn type_of(column: &Column) -> Option<&DataType> {
    column.data_type.as_ref()
}

//! What stands in a check's text in place of `{name}`.

use super::corpus::{Corpus, Search, Source, type_of};
use super::policy::{self, Filtered};
use super::question::Options;
use crate::lint::vectors::{hash, provenance, texts};
use crate::name::{Ident, Name};
use crate::refusal::{PairSetting, Profile};
use crate::schema::{Column, DataType, IndexKind};
use crate::syntax::spell;

/// Why a check cannot be asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Gap {
    /// The schema has nothing that it is about.
    NotApplicable(String),
    /// The schema has it, and it is not understood.
    NotChecked(String),
}

/// What a text's placeholders are filled from.
pub(super) struct Values<'a> {
    /// The schema that the project leads to.
    pub catalog: &'a crate::catalog::Catalog,
    /// The settings of the run.
    pub options: &'a Options,
    /// The chunks, for a check of vectors.
    pub corpus: Option<Corpus<'a>>,
    /// The procedure, for a check of a search.
    pub search: Option<Search<'a>>,
}

type Value = Result<String, Gap>;

/// The text with every `{name}` filled in. Inside of a string the quotes of a value are doubled.
///
/// # Errors
/// Why a placeholder has no value: what is not understood before what is not there.
pub(super) fn filled(text: &str, values: &Values<'_>) -> Value {
    let mut filled = String::with_capacity(text.len() * 2);
    let mut in_string = false;
    let mut missing: Option<Gap> = None;
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        in_string ^= before.matches('\'').count() % 2 == 1;
        filled += before;
        match values.of(name) {
            Ok(value) if in_string => filled += &value.replace('\'', "''"),
            Ok(value) => filled += &value,
            Err(gap @ Gap::NotChecked(_)) => return Err(gap),
            Err(gap) => missing = missing.or(Some(gap)),
        }
        rest = after;
    }
    missing.map_or(Ok(filled + rest), Err)
}

fn lacks(what: impl std::fmt::Display) -> Gap {
    Gap::NotApplicable(what.to_string())
}

impl Values<'_> {
    fn of(&self, name: &str) -> Value {
        let in_schema = match name {
            "both" => Some(Ok(self.both().to_owned())),
            "current_format" => Some(Ok(self.current_format().to_owned())),
            "wanted_predicates" => Some(self.wanted_predicates()),
            _ => None,
        };
        in_schema.or_else(|| self.of_chunks(name)).or_else(|| self.of_source(name)).unwrap_or_else(|| {
            Err(Gap::NotChecked(format!("the text of the check has a placeholder without a value: {name}")))
        })
    }

    /// What a policy and a vector index on one table come to.
    fn both(&self) -> &'static str {
        match self.options.lint.policy_and_vector_index {
            PairSetting::Refuse => "N'failed'",
            PairSetting::Warn | PairSetting::Allow => "N'passed'",
        }
    }

    /// The format that a vector index has to have; only engines of the cloud number theirs.
    fn current_format(&self) -> &'static str {
        match self.options.lint.engine {
            Profile::Azure | Profile::Container => "3",
            Profile::Sql2025 => "NULL",
        }
    }

    fn wanted_predicates(&self) -> Value {
        let rows = policy::wanted(self.catalog);
        match rows.is_empty() {
            true => Err(lacks("the project has no security policy")),
            false => Ok(rows.join(",\n    ")),
        }
    }
}

/// The chunks and their columns.
impl Values<'_> {
    fn of_chunks(&self, name: &str) -> Option<Value> {
        let corpus = self.corpus.as_ref()?;
        let provenance = provenance(corpus.table, corpus.vector);
        Some(match name {
            "chunks" => Ok(spell::name(corpus.name)),
            "rows" => Ok(self.rows(corpus)),
            "sampled" => Ok(self.sampled()),
            "vector" => Ok(spell::ident(&corpus.vector.name)),
            "vector_type" => data_type(corpus.vector),
            "dimensions" => {
                corpus.vector.vector().map(|(count, _)| count.to_string()).ok_or_else(|| lacks("no vector"))
            }
            "model" => self.column(provenance.model, "the model of a vector"),
            "dims" => self.column(provenance.dimensions, "the dimensions of a vector"),
            "embedded_at" => self.column(provenance.time, "the time of embedding"),
            "text" => self.column(texts(corpus.table).next(), "the text of a chunk"),
            "hash" => self.column(hash(corpus.table), "the hash of the text"),
            "algorithm" => self.algorithm(corpus),
            "key" => self.column(corpus.key(), "naming one chunk"),
            "key_type" => corpus.key().ok_or_else(|| lacks("no column names a chunk")).and_then(data_type),
            "ordinal_type" => self.ordinal(corpus).and_then(data_type),
            "tenant" => self.column(corpus.tenant(&self.options.lint), "the tenant"),
            "tenant_type" => self.tenant(corpus).and_then(data_type),
            "nobody" => self.nobody(corpus),
            "owner" => Ok(self
                .tenant(corpus)
                .map_or_else(|_| "(SELECT 1)".to_owned(), |tenant| format!("c.{}", spell::ident(&tenant.name)))),
            "owner_type" => self.tenant(corpus).map_or_else(|_| Ok("INT".to_owned()), data_type),
            "identity" => self.identity(corpus),
            "wanted_indexes" => self.index(corpus).map(|index| format!("({})", spell::unicode(index.name.as_str()))),
            "metric" => self.metric(corpus),
            _ => return self.of_search(name),
        })
    }

    fn of_search(&self, name: &str) -> Option<Value> {
        let search = self.search.as_ref()?;
        Some(match name {
            "search" => match search.others.iter().find(|parameter| parameter.default.is_none()) {
                Some(parameter) => {
                    Err(Gap::NotChecked(format!("{} needs a value for {}", search.name, parameter.name)))
                }
                None => Ok(spell::name(search.name)),
            },
            "search_vector" => Ok(search.vector.name.as_str().to_owned()),
            "search_tenant" => Ok(search.tenant.name.as_str().to_owned()),
            _ => return None,
        })
    }

    /// The chunks, or those that came last.
    fn rows(&self, corpus: &Corpus<'_>) -> String {
        let chunks = spell::name(corpus.name);
        let order = corpus.key().map(|key| format!(" ORDER BY {} DESC", spell::ident(&key.name))).unwrap_or_default();
        match self.options.sample {
            Some(count) => format!("(SELECT TOP ({count}) * FROM {chunks}{order})"),
            None => chunks,
        }
    }

    fn sampled(&self) -> String {
        match self.options.sample {
            Some(count) => format!("N' (of the last {count} chunks only)'"),
            None => "N''".to_owned(),
        }
    }

    fn column(&self, column: Option<&Column>, what: &str) -> Value {
        column.map(|column| spell::ident(&column.name)).ok_or_else(|| lacks(format!("no column is for {what}")))
    }

    fn tenant<'a>(&self, corpus: &Corpus<'a>) -> Result<&'a Column, Gap> {
        corpus.tenant(&self.options.lint).ok_or_else(|| lacks("no column is for the tenant"))
    }

    fn ordinal<'a>(&self, corpus: &Corpus<'a>) -> Result<&'a Column, Gap> {
        corpus.ordinal().ok_or_else(|| lacks("no column counts the chunks of a document"))
    }

    fn algorithm(&self, corpus: &Corpus<'_>) -> Value {
        let length = match hash(corpus.table).and_then(type_of) {
            Some(DataType::System { args, .. }) => args.first().map(|length| &**length),
            _ => None,
        };
        match length {
            Some("32") => Ok("SHA2_256".to_owned()),
            Some("64") => Ok("SHA2_512".to_owned()),
            _ => Err(Gap::NotChecked("the hash is neither 32 nor 64 bytes: how it is made is not known".to_owned())),
        }
    }

    /// A tenant that has no chunk.
    fn nobody(&self, corpus: &Corpus<'_>) -> Value {
        let tenant = self.tenant(corpus)?;
        let (column, chunks) = (spell::ident(&tenant.name), spell::name(corpus.name));
        match type_of(tenant) {
            Some(DataType::System { name, .. }) => match &**name {
                "int" | "bigint" | "smallint" | "tinyint" => Ok(format!(
                    "(SELECT CASE WHEN MIN(c.{column}) > 0 THEN 0 ELSE MAX(c.{column}) + 1 END FROM {chunks} AS c)"
                )),
                "uniqueidentifier" => Ok("NEWID()".to_owned()),
                "nvarchar" | "varchar" | "nchar" | "char" | "sysname" => {
                    Ok("CONVERT(NVARCHAR(36), NEWID())".to_owned())
                }
                _ => Err(Gap::NotChecked(format!("no value of {name} is known that no tenant has"))),
            },
            _ => Err(Gap::NotChecked("the type of the tenant's column is not known".to_owned())),
        }
    }

    fn identity(&self, corpus: &Corpus<'_>) -> Value {
        let ordinal = self.ordinal(corpus)?;
        let source = self.source(corpus)?;
        let columns = source.columns.iter().map(|(own, _)| *own).chain([&ordinal.name]);
        Ok(columns.map(spell::ident).collect::<Vec<_>>().join(", "))
    }

    fn index<'a>(&self, corpus: &Corpus<'a>) -> Result<&'a crate::schema::Index, Gap> {
        corpus.index().ok_or_else(|| lacks("the project creates no vector index on it"))
    }

    fn metric(&self, corpus: &Corpus<'_>) -> Value {
        match &self.index(corpus)?.kind {
            IndexKind::Vector { metric: Some(metric), .. } => Ok(metric.trim().replace('\'', "")),
            _ => Err(Gap::NotChecked("the index has no metric".to_owned())),
        }
    }
}

/// The documents and the policy on them.
impl<'a> Values<'a> {
    fn of_source(&self, name: &str) -> Option<Value> {
        let corpus = self.corpus.as_ref()?;
        Some(match name {
            "source" => self.source(corpus).map(|source| spell::name(source.name)),
            "same_document" => self.same_document(corpus),
            "document_type" => self.document_type(corpus),
            "context_key" => self.context_key(corpus),
            "policy_key" => self.policy(corpus).map(|(_, filtered)| filtered.key),
            "source_tenant" => self.policy(corpus).map(|(_, filtered)| spell::ident(&filtered.column)),
            "copied_columns" => {
                self.policy(corpus).map(|(source, filtered)| policy::copied(source.table, &filtered.column).0)
            }
            "copied_values" => {
                self.policy(corpus).map(|(source, filtered)| policy::copied(source.table, &filtered.column).1)
            }
            "moved_values" => {
                self.policy(corpus).map(|(source, filtered)| policy::moved(source.table, &filtered.column))
            }
            _ => return None,
        })
    }

    fn source(&self, corpus: &Corpus<'a>) -> Result<Source<'a>, Gap> {
        corpus.source().ok_or_else(|| lacks("no foreign key leads from the chunks to their documents"))
    }

    fn same_document(&self, corpus: &Corpus<'a>) -> Value {
        let source = self.source(corpus)?;
        let equal = |(own, other): (&Ident, &Ident)| format!("d.{} = c.{}", spell::ident(other), spell::ident(own));
        let mut conditions: Vec<String> = source.columns.iter().map(|(own, other)| equal((own, other))).collect();
        let tenant = corpus.tenant(&self.options.lint).filter(|tenant| source.table.column(&tenant.name).is_some());
        conditions.extend(tenant.map(|tenant| equal((&tenant.name, &tenant.name))));
        Ok(conditions.join(" AND "))
    }

    fn document_type(&self, corpus: &Corpus<'a>) -> Value {
        let source = self.source(corpus)?;
        let column = source.columns.first().and_then(|(own, _)| corpus.table.column(own));
        column.ok_or_else(|| lacks("no column refers to the document")).and_then(data_type)
    }

    /// The source table and its filter.
    fn policy(&self, corpus: &Corpus<'a>) -> Result<(Source<'a>, Filtered), Gap> {
        let source = self.source(corpus)?;
        match (self.filtered(source.name)?, self.tenant(corpus)) {
            (Some(filtered), Ok(_)) => Ok((source, filtered)),
            (Some(_), Err(_)) => Err(Gap::NotChecked("no column of the chunks tells a tenant to ask for".to_owned())),
            (None, _) => Err(lacks(format!("no policy of the project filters {}", source.name))),
        }
    }

    fn filtered(&self, table: &Name) -> Result<Option<Filtered>, Gap> {
        policy::filtered(self.catalog, table).map_err(Gap::NotChecked)
    }

    /// The key under which a session has its tenant; the name of the tenant's column where no policy says so.
    fn context_key(&self, corpus: &Corpus<'a>) -> Value {
        let of_policy = match corpus.source() {
            Some(source) => self.filtered(source.name)?,
            None => None,
        };
        let key = of_policy.map(|filtered| filtered.key);
        let by_name = || self.tenant(corpus).map_or("tenant_id", |tenant| tenant.name.as_str()).to_owned();
        Ok(key.unwrap_or_else(by_name))
    }
}

fn data_type(column: &Column) -> Value {
    let known = type_of(column).map(spell::data_type);
    known.ok_or_else(|| Gap::NotChecked(format!("the type of {} is not known", column.name)))
}

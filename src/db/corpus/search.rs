//! Asking a corpus: the chunks that are nearest to a question, and a log of what was given.

use serde_json::{Value, json};

use super::super::failure::RunError;
use super::super::row::{Row, RowError};
use super::{Corpus, Vectors, shape};
use crate::embed;
use crate::syntax::spell::unicode;
use crate::template::{Names, vector_type};

/// What a question is, for the database.
pub enum Question<'a> {
    /// A text, which the database embeds by its external model.
    Text(&'a str),
    /// A vector.
    Vector(&'a [f32]),
}

/// A chunk that was found.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Hit {
    /// The chunk.
    pub chunk_id: i64,
    /// Its document.
    pub document_id: i64,
    /// Where the document came from.
    pub source: Option<String>,
    /// The document's title.
    pub title: String,
    /// The chunk's place in the document, from 0.
    pub ordinal: i64,
    /// Its text.
    pub text: String,
}

/// What a search gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The number under which it can be logged.
    pub answer_id: String,
    /// The chunks in reading order.
    pub hits: Vec<Hit>,
    /// Chunks of the tenant that wait for their vectors, and so cannot be found.
    pub waiting: i64,
}

impl Corpus<'_> {
    /// The chunks of the tenant that is acted for that are nearest to a question, in reading order; the question is, or is
    /// to be, embedded by the model of these vectors.
    ///
    /// # Errors
    /// Msg 50108 when they are not those that are searched any more; see [`RunError`].
    pub fn search(
        &mut self,
        question: &Question<'_>,
        vectors: &Vectors,
        tenant: i32,
        top: u32,
    ) -> Result<Answer, RunError> {
        let doing = "searching";
        let Names { schema, documents, chunks } = self.names;
        let sql = format!(
            "{question}\n\
             DECLARE @hits TABLE (chunk_id INT, document_id INT, ordinal INT, chunk_text NVARCHAR(MAX), distance FLOAT);\n\
             INSERT INTO @hits EXEC {schema}.search_chunks @question_vector = @q, @tenant_id = {tenant}, @top = {top}, \
             @model = {model};\n\
             SELECT CAST(NEWID() AS CHAR(36)) AS answer_id, COUNT(*) AS waiting FROM {schema}.{chunks} \
             WHERE tenant_id = {tenant} AND {time} IS NULL;\n\
             SELECT hits.chunk_id, hits.document_id, d.source, d.title, hits.ordinal, hits.chunk_text\n\
             FROM @hits AS hits JOIN {schema}.{documents} AS d ON d.document_id = hits.document_id\n\
             ORDER BY hits.document_id, hits.ordinal;",
            question = declared(question, vectors),
            model = unicode(&vectors.model),
            time = vectors.generation.time(),
        );
        let sets = self.client.query_sets(doing, &sql)?;
        answer(&sets).map_err(shape(doing))
    }

    /// Keeps which chunks were given for which answer.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn log(&mut self, tenant: i32, answer: &Answer) -> Result<(), RunError> {
        let chunks: Vec<i64> = answer.hits.iter().map(|hit| hit.chunk_id).collect();
        let sql = format!(
            "EXEC {}.log_retrieval @answer_id = {}, @tenant_id = {tenant}, @chunk_ids = {};",
            self.names.schema,
            unicode(&answer.answer_id),
            unicode(&Value::from(chunks).to_string())
        );
        self.rows("logging the retrieval", &sql).map(drop)
    }
}

/// `@q`, the question as a vector.
fn declared(question: &Question<'_>, vectors: &Vectors) -> String {
    let kind = vector_type(vectors.dimensions);
    match question {
        Question::Vector(vector) => format!("DECLARE @q {kind} = CAST(N'{}' AS {kind});", embed::json(vector)),
        Question::Text(text) => format!(
            "DECLARE @text NVARCHAR(MAX);\n\
             SELECT @text = [value] FROM OPENJSON({});\n\
             DECLARE @q {kind} = AI_GENERATE_EMBEDDINGS(@text USE MODEL {});",
            unicode(&json!([text]).to_string()),
            vectors.generation.external_model()
        ),
    }
}

fn answer(sets: &[Vec<Row>]) -> Result<Answer, RowError> {
    let [.., about, found] = sets else { return Err(RowError::NoRow) };
    let about = about.first().ok_or(RowError::NoRow)?;
    let hits = found.iter().map(|row| {
        Ok(Hit {
            chunk_id: row.get("chunk_id")?,
            document_id: row.get("document_id")?,
            source: row.get("source")?,
            title: row.get("title")?,
            ordinal: row.get("ordinal")?,
            text: row.get("chunk_text")?,
        })
    });
    let hits = hits.collect::<Result<_, RowError>>()?;
    Ok(Answer { answer_id: about.get("answer_id")?, hits, waiting: about.get("waiting")? })
}

//! `ragsql demo`: the whole story on the embedded engine, over the real TDS protocol.

mod corpus;

use std::time::Instant;

use serde_json::{Value, json};

use super::post_load::step_text;
use super::progress;
use super::{Code, Cx, Failure, output};
use crate::cli::Format;
use crate::db::corpus::{Corpus, Question, Vectors};
use crate::db::database::Database;
use crate::db::post_load::StepState;
use crate::db::{ConnectOptions, Target};
use crate::embed;
use crate::ingest::Document;
use crate::lint;
use crate::refusal::Profile;
use crate::source::{Migration, Project, Variables};
use crate::template::{self, Embedding, Names};
use crate::text::counted;

/// The dimensions of the vectors.
const DIMENSIONS: u32 = 1536;
/// How many chunks the first portion embeds: too few for the vector index.
const FIRST_PORTION: usize = 60;
/// How many chunks are embedded in one batch.
const BATCH: usize = 50;

/// The questions that are asked, each with the tenant that asks.
const QUESTIONS: [(i32, &str); 2] = [
    (1, "what happens to a migration that was interrupted outside a transaction?"),
    (2, "why are a security policy and a vector index on one table refused?"),
];

/// Tells the story step by step, each with the time that it took; as data all of it at the end, also where it stopped.
pub fn run(cx: &Cx<'_>) -> Result<Code, Failure> {
    let mut story = Story { cx, started: Instant::now(), told: String::new(), chapters: Vec::new() };
    let result = tell(&mut story);
    story.close(result.as_ref().err())?;
    result.map(|()| Code::Done)
}

fn tell(story: &mut Story<'_>) -> Result<(), Failure> {
    story
        .say("This runs on ragsql's embedded engine: an emulator, not SQL Server. Prove a release on the real engine.");
    let files = template::files(Embedding { model: embed::LOCAL_MODEL, dimensions: DIMENSIONS }, Names::default());
    let endpoint = (template::ENDPOINT.to_owned(), Some(embed::LOCAL_ENDPOINT.to_owned()));
    let project = Project::from_texts(files.iter().map(|(path, text)| (path.as_str(), text.as_str())))
        .with_variables(Variables::new([endpoint]));
    story.lint(&project)?;
    let database = Database::new(&Target::Sandbox(None), ConnectOptions::default())
        .map_err(|error| Failure::new(Code::Fault, error))?;
    story.apply(&database, &project)?;
    let documents = corpus::documents();
    story.ingest(&database, &documents)?;
    story.embed(&database, FIRST_PORTION)?;
    let steps: Vec<&Migration> = project.post_load.iter().collect();
    story.post_load(&database, &steps, StepState::Waiting)?;
    story.embed(&database, usize::MAX)?;
    story.post_load(&database, &steps, StepState::Applied)?;
    story.status(&database, &project)?;
    for (tenant, question) in QUESTIONS {
        story.ask(&database, tenant, question)?;
    }
    story.verify(&database, &project)?;
    story.say("\nNothing of this is kept. The same commands work on Azure SQL Database: see the README.");
    Ok(())
}

struct Story<'a> {
    cx: &'a Cx<'a>,
    started: Instant,
    /// The text so far, for a file.
    told: String,
    /// The chapters so far, for a program.
    chapters: Vec<Value>,
}

impl Story<'_> {
    fn say(&mut self, text: &str) {
        let is_live = self.cx.format == Format::Text && self.cx.global.output.is_none();
        if is_live {
            // The story is told as it happens; a reader that went away does not stop it.
            let _ = output::write(self.cx, &format!("{text}\n"));
        }
        self.told += &format!("{text}\n");
    }

    /// Does one step and says how long it took.
    fn step<T>(&mut self, title: &str, work: impl FnOnce(&Self) -> Result<(T, String), Failure>) -> Result<T, Failure> {
        self.say(&format!("\n== {title}"));
        let started = Instant::now();
        let (value, said) = work(self)?;
        let (took, total) = (started.elapsed().as_millis() as u64, self.started.elapsed());
        self.say(&format!("{said}   ({took} ms, {:.1} s since the start)", total.as_secs_f32()));
        self.chapters.push(json!({ "chapter": title, "said": said, "duration_ms": took }));
        Ok(value)
    }

    /// Writes what was not told as it happened.
    fn close(&self, error: Option<&Failure>) -> Result<(), Failure> {
        let mut data = json!({ "schema": "ragsql.demo/1", "chapters": self.chapters });
        if let Some(error) = error {
            data["error"] = json!(error.to_string());
        }
        match (self.cx.format, &self.cx.global.output) {
            (Format::Text, None) => Ok(()),
            _ => output::result(self.cx, &self.told, &data),
        }
    }
}

/// The chapters.
impl Story<'_> {
    fn lint(&mut self, project: &Project) -> Result<(), Failure> {
        self.step("ragsql lint: is the schema one that the engine takes?", |_| {
            let options = lint::Options { engine: Profile::Azure, ..lint::Options::default() };
            Ok(((), crate::report::text::summary(&lint::lint(project, &options))))
        })
    }

    fn apply(&mut self, database: &Database, project: &Project) -> Result<(), Failure> {
        self.step("ragsql apply: tables, indexes, tenant policy, the procedures of the pipeline", |story| {
            let options = story.cx.apply_options(None)?;
            let applied = database.apply(&project.migrations, &options, &mut progress::silent)?;
            Ok(((), format!("{} applied", counted(applied.applied.len(), "migration"))))
        })
    }

    fn ingest(&mut self, database: &Database, documents: &[(i32, Document)]) -> Result<(), Failure> {
        self.step("load: ragsql's own documents become chunks, still without vectors", |_| {
            let mut corpus = open(database)?;
            for (tenant, document) in documents {
                corpus.act_for(*tenant)?;
                corpus.ingest(*tenant, document)?;
            }
            let chunks: usize = documents.iter().map(|(_, document)| document.chunks.len()).sum();
            Ok(((), format!("{} of two tenants, {}", counted(documents.len(), "document"), counted(chunks, "chunk"))))
        })
    }

    fn embed(&mut self, database: &Database, limit: usize) -> Result<(), Failure> {
        let title = format!(
            "embed: {} (a local embedder that knows words, no meaning; for demonstrations)",
            embed::LOCAL_MODEL
        );
        self.step(&title, |_| {
            let mut corpus = open(database)?;
            let mut embedded = 0;
            while embedded < limit {
                let batch = corpus.embed_here(&vectors(), BATCH.min(limit - embedded))?;
                if batch == 0 {
                    break;
                }
                embedded += usize::try_from(batch).unwrap_or_default();
            }
            Ok(((), format!("{} embedded", counted(embedded, "chunk"))))
        })
    }

    fn post_load(&mut self, database: &Database, steps: &[&Migration], wanted: StepState) -> Result<(), Failure> {
        self.step("ragsql post-load: the vector index, once 100 rows hold a vector", |story| {
            let options = story.cx.post_load_options(None)?;
            let outcome = database.post_load(steps, &options, &mut progress::silent)?;
            let said: String = outcome.steps.iter().map(|step| step_text(step, false)).collect();
            if !outcome.steps.iter().all(|step| step.state == wanted) {
                return Err(Failure::new(
                    Code::Fault,
                    anyhow::anyhow!("this should be {wanted:?} and is not:\n{said}"),
                ));
            }
            Ok(((), said.trim_end().to_owned()))
        })
    }

    fn status(&mut self, database: &Database, project: &Project) -> Result<(), Failure> {
        self.step("ragsql status: what the database has", |story| {
            let (history, options) = (story.cx.apply_options(None)?.history, story.cx.post_load_options(None)?);
            let status = database.status(project, &history, &options, &mut progress::silent)?;
            Ok(((), super::status::text(&status).trim_end().to_owned()))
        })
    }

    fn verify(&mut self, database: &Database, project: &Project) -> Result<(), Failure> {
        self.step("ragsql verify: is what was loaded healthy, and do the tenants stay apart?", |story| {
            let questions = super::verify::of_project(story.cx, None, project)?;
            let report = database.verify(&questions, None, &mut progress::silent)?;
            let said = crate::report::verify::text::render(&report);
            match report.is_well() {
                true => Ok(((), said.trim_end().to_owned())),
                false => Err(Failure::new(Code::Fault, anyhow::anyhow!("every check should pass:\n{said}"))),
            }
        })
    }

    fn ask(&mut self, database: &Database, tenant: i32, question: &str) -> Result<(), Failure> {
        self.step(&format!("tenant {tenant} asks: {question}"), |_| {
            let mut corpus = open(database)?;
            corpus.act_for(tenant)?;
            let hits = corpus.search(&Question::Text(question), &vectors(), tenant, 3)?.hits;
            let mut said = format!("{}, all of tenant {tenant}:\n", counted(hits.len(), "chunk"));
            for hit in &hits {
                said += &format!("  [{} #{}] {}\n", hit.title, hit.ordinal, first_line(&hit.text));
            }
            Ok(((), said.trim_end().to_owned()))
        })
    }
}

/// The vectors of the demonstration.
fn vectors() -> Vectors {
    Vectors::first(Embedding { model: embed::LOCAL_MODEL, dimensions: DIMENSIONS })
}

/// The corpus, by a session of its own.
fn open(database: &Database) -> Result<Corpus<'_>, Failure> {
    Ok(Corpus::new(database.client(None, &mut progress::silent)?, Names::default()))
}

/// The beginning of a chunk, for a line of the screen.
fn first_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    let shown: String = line.chars().take(90).collect();
    if shown.len() < line.len() { format!("{shown}…") } else { shown }
}

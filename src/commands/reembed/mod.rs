//! `ragsql reembed`: a corpus moves to another model in steps, each of which is a migration that is written here, reviewed
//! and applied like any other. None is taken out of turn.

mod files;
mod standing;

use self::files::Files;
use super::progress::Progress;
use super::{Code, Cx, Failure, embed};
use crate::catalog::Catalog;
use crate::cli::{Reembed, ReembedStep};
use crate::db::corpus::{Corpus, Record, Vectors};
use crate::db::database::Database;
use crate::db::post_load::step::Step as PostLoadStep;
use crate::db::state::State;
use crate::db::status::Status;
use crate::name::{Ident, Name};
use crate::reembed::{self, Move, Stage, Step};
use crate::replay;
use crate::settings::moving;
use crate::source::{Migration, Phase, Project};
use crate::template::{Generation, Names, made};

pub use standing::Standing;

/// The procedures that a re-embedding writes anew.
const PROCEDURES: [&str; 4] = ["ingest_chunks", "store_embeddings", "embed_pending_chunks", "search_chunks"];

/// Takes one step.
pub fn run(cx: &Cx<'_>, args: &Reembed) -> Result<Code, Failure> {
    if args.model.as_ref().is_some_and(|model| model.is_empty() || model.contains(char::is_control)) {
        return Err(Failure::usage("--model takes a name in one line"));
    }
    let project = cx.project()?;
    let database = cx.database()?;
    let mut progress = Progress::new(cx);
    let (history, options) = (cx.apply_options(None)?.history, cx.post_load_options(None)?);
    let status = database.status(&project, &history, &options, &mut progress)?;
    let standing = Standing::read(cx, &database, &status)?;
    let (corpus, record) = cx.corpus(&database)?;
    let names = cx.names()?;
    let catalog = replay::replay(&project, &mut ());
    let mut place = Place {
        cx,
        args,
        project: &project,
        database: &database,
        status: &status,
        standing,
        record,
        corpus,
        names,
        catalog,
    };
    match args.step {
        ReembedStep::Start => place.start(),
        ReembedStep::Backfill => place.backfill(),
        ReembedStep::Cutover => place.cutover(),
        ReembedStep::Finish => place.finish(),
        ReembedStep::Abort => place.abort(),
    }
}

/// A project and its database, before a step.
struct Place<'a> {
    cx: &'a Cx<'a>,
    args: &'a Reembed,
    project: &'a Project,
    database: &'a Database,
    status: &'a Status,
    standing: Standing,
    record: Record,
    corpus: Corpus<'a>,
    names: Names<'a>,
    catalog: Catalog,
}

impl Place<'_> {
    fn start(&mut self) -> Result<Code, Failure> {
        let Stage::None { next } = self.standing.stage else { return Err(self.out_of_turn("start")) };
        self.nothing_is_pending()?;
        let (Some(model), Some(dimensions)) = (self.args.model.clone(), self.args.dims) else {
            return Err(Failure::usage(
                "`ragsql reembed start` needs --model and --dims: what does the corpus move to?",
            ));
        };
        let old = self.record.vectors.clone();
        if old.model == model && old.dimensions == dimensions {
            return Err(Failure::refused(format!(
                "the corpus is embedded by {model} with {dimensions} dimensions already"
            )));
        }
        let new = Vectors { generation: Generation(next), model, dimensions, are_searched: false };
        let step = self.of(old, new);
        let mut files = Files::default();
        self.check_schema(&step, &mut files)?;
        files.make(self.cx, Phase::Migrations, &Step::Start.file_name(next), step.start())?;
        files.make(self.cx, Phase::PostLoad, &step.new.generation.vector_index(self.names), step.post_load())?;
        let (model, dimensions) = (&step.new.model, step.new.dimensions);
        let otherwise = format!("give it a section [reembedding] with model = {model:?} and dimensions = {dimensions}");
        files.settings(self.cx, |text| moving::begun(text, model, dimensions), &otherwise)?;
        files.write(self.cx, "start", next, "review them, `ragsql apply`, then `ragsql reembed backfill`")?;
        Ok(Code::Done)
    }

    fn backfill(self) -> Result<Code, Failure> {
        let next = self.next("backfill")?;
        embed::fill(self.cx, self.database, self.corpus, &next, self.args.batch)
    }

    fn cutover(&mut self) -> Result<Code, Failure> {
        let new = self.next("cutover")?;
        self.nothing_is_pending()?;
        let step = self.of(self.record.vectors.clone(), new);
        let lost = self.corpus.lost_by(&step.old, &step.new)?;
        if lost > 0 {
            return Err(self
                .refused("cutover", &format!("{lost} of the chunks that are found now would not be found any more")));
        }
        let indexes = self.database.vector_indexes(&mut Progress::new(self.cx))?;
        let has = |generation: Generation| {
            indexes.iter().any(|index| index.name == Ident::new(generation.vector_index(self.names)))
        };
        if has(step.old.generation) && !has(step.new.generation) {
            return Err(self.refused("cutover", "the new vectors have no vector index, and the old ones have"));
        }
        let mut files = Files::default();
        let number = step.new.generation.0;
        files.make(self.cx, Phase::Migrations, &Step::Cutover.file_name(number), step.cutover())?;
        files.write(self.cx, "cutover", number, "review it, `ragsql apply`, then `ragsql reembed finish`")?;
        Ok(Code::Done)
    }

    fn finish(&mut self) -> Result<Code, Failure> {
        let Stage::CutOver { number } = self.standing.stage else { return Err(self.out_of_turn("finish")) };
        self.nothing_is_pending()?;
        let kept = self.record.vectors.clone();
        self.is_meant(&kept)?;
        let chunks = Name::new(self.names.schema, self.names.chunks);
        let table = self.catalog.table(&chunks);
        let has = |generation: &Generation| {
            table.is_some_and(|table| table.column(&Ident::new(generation.vector())).is_some())
        };
        let gone = (1..number).rev().map(Generation).find(has).ok_or_else(|| {
            Failure::refused(format!(
                "{chunks} has no vector column of before re-embedding {number}: nothing is left to drop"
            ))
        })?;
        let mut files = Files::default();
        let text = reembed::finish(&kept, gone, self.names, self.has_model(gone));
        let path = files.make(self.cx, Phase::Migrations, &Step::Finish.file_name(number), text)?;
        self.retire(gone, &path, &mut files)?;
        let otherwise = "let [embedding] name the new model and dimensions, and take [reembedding] out";
        files.settings(self.cx, moving::ended, otherwise)?;
        files.write(self.cx, "finish", number, "review them, then `ragsql apply`")?;
        Ok(Code::Done)
    }

    fn abort(&mut self) -> Result<Code, Failure> {
        if let Stage::CutOver { .. } | Stage::Written { step: Step::Cutover | Step::Finish, .. } = self.standing.stage {
            return Err(self.refused(
                "abort",
                "after the cutover nothing leads back: the old vectors are not kept up any more (a cutover that ran nowhere \
                 can be deleted; from one that ran, another re-embedding leads to the old model)",
            ));
        }
        let new = self.next("abort")?;
        self.nothing_is_pending()?;
        let step = self.of(self.record.vectors.clone(), new);
        let mut files = Files::default();
        let number = step.new.generation.0;
        let path = files.make(self.cx, Phase::Migrations, &Step::Abort.file_name(number), step.abort())?;
        self.retire(step.new.generation, &path, &mut files)?;
        files.settings(self.cx, moving::given_up, "take [reembedding] out")?;
        files.write(self.cx, "abort", number, "review them, then `ragsql apply`")?;
        Ok(Code::Done)
    }
}

/// What a step looks at first.
impl<'a> Place<'a> {
    /// The vectors that are being filled, when they are those that are meant.
    fn next(&self, step: &str) -> Result<Vectors, Failure> {
        let Stage::Filling { number } = self.standing.stage else { return Err(self.out_of_turn(step)) };
        let next = self.record.next.clone().filter(|next| next.generation == Generation(number));
        let next = next.ok_or_else(|| self.out_of_turn(step))?;
        self.is_meant(&next)?;
        Ok(next)
    }

    fn is_meant(&self, vectors: &Vectors) -> Result<(), Failure> {
        let is_other = self.args.model.as_ref().is_some_and(|model| *model != vectors.model)
            || self.args.dims.is_some_and(|dims| dims != vectors.dimensions);
        match is_other {
            false => Ok(()),
            true => Err(Failure::refused(format!(
                "the re-embedding that is under way leads to {} with {} dimensions: nothing was done",
                vectors.model, vectors.dimensions
            ))),
        }
    }

    fn out_of_turn(&self, step: &str) -> Failure {
        self.refused(step, "it is not its turn")
    }

    fn refused(&self, step: &str, why: &str) -> Failure {
        Failure::refused(format!("`ragsql reembed {step}`: {why}; nothing was written. {}", self.standing.told()))
    }

    /// A step is written on top of what the database has.
    fn nothing_is_pending(&self) -> Result<(), Failure> {
        match self.status.migrations.iter().find(|file| file.state != State::Applied) {
            None => Ok(()),
            Some(file) => Err(Failure::refused(format!(
                "V{}__{} is not applied here, and a step is written on top of what the database has: `ragsql apply` first; \
                 nothing was written",
                file.version, file.name
            ))),
        }
    }

    fn of(&self, old: Vectors, new: Vectors) -> Move<'a> {
        let in_database = self.has_model(old.generation);
        Move { old, new, names: self.names, in_database }
    }

    fn has_model(&self, generation: Generation) -> bool {
        self.catalog.external_models.contains_key(&Ident::new(generation.external_model()))
            && self.catalog.modules.contains_key(&Name::new(self.names.schema, PROCEDURES[2]))
    }

    /// Sees that the schema is the one of `ragsql init`, and tells which of its procedures the project has changed.
    fn check_schema(&self, step: &Move<'_>, files: &mut Files) -> Result<(), Failure> {
        for procedure in PROCEDURES {
            let name = Name::new(self.names.schema, procedure);
            let Some(module) = self.catalog.modules.get(&name) else {
                if procedure == PROCEDURES[2] {
                    continue;
                }
                return Err(Failure::refused(format!(
                    "the project has no procedure {name}: a re-embedding is written for the schema of `ragsql init`"
                )));
            };
            let own = &step.old;
            let text = made(&format!("procedure dbo.{procedure}"), own.embedding(), self.names, own.generation);
            if !text.is_some_and(|text| is_same(&text, module.definition.definition.as_str())) {
                files.note(format!(
                    "{name} is not as `ragsql init` wrote it: the files bring it anew, so carry over what you changed in it"
                ));
            }
        }
        Ok(())
    }

    /// Takes from post-load what would create the vector index of a column that goes.
    fn retire(&self, gone: Generation, path: &str, files: &mut Files) -> Result<(), Failure> {
        let (chunks, vector) = (Name::new(self.names.schema, self.names.chunks), Ident::new(gone.vector()));
        for file in &self.project.post_load {
            let step = PostLoadStep::new(file).map_err(crate::db::RunError::from)?;
            let is_of_it =
                |wanted: &&crate::db::post_load::step::Wanted| wanted.table == chunks && wanted.column == vector;
            match (step.indexes.iter().filter(is_of_it).count(), step.indexes.len(), step.has_plain_batches()) {
                (0, ..) => {}
                (1, 1, false) => files.change(location(file), reembed::retired(gone, self.names, path)),
                _ => files.note(format!("take the vector index on {chunks} ({vector}) out of {}", file.file.path())),
            }
        }
        Ok(())
    }
}

fn location(file: &Migration) -> std::path::PathBuf {
    file.location.clone()
}

/// Whether a procedure's text is the template's, whichever way it was made.
fn is_same(template: &str, definition: &str) -> bool {
    let body = |text: &str| {
        let at = text.find("PROCEDURE").map_or(0, |at| at);
        text[at..].split_whitespace().collect::<Vec<_>>().join(" ")
    };
    body(template) == body(definition)
}

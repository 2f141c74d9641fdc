//! Watches a replay and writes down what runs.

use std::sync::Arc;

use super::{Batch, File, Runs, Statement};
use crate::catalog::{Catalog, Presence};
use crate::change::Change;
use crate::hazard::{self, Hazard, Judge};
use crate::replay::{Inside, Observer, Step};
use crate::source::{Migration, ParsedBatch, ParsedFile, Phase};
use crate::syntax::ast::{self, DmlVerb, Kind, ObjectName};
use crate::text::{SourceFile, Span};

/// The files that were replayed so far.
#[derive(Default)]
pub(super) struct Recorder {
    files: Vec<File>,
    source: Option<Arc<SourceFile>>,
    judge: Judge,
    /// The statements whose changes were judged: file, batch, statement.
    judged: Vec<[usize; 3]>,
}

impl Recorder {
    /// Everything that was written down.
    pub(super) fn finish(mut self) -> Vec<File> {
        for number in self.judge.finish() {
            let [file, batch, statement] = self.judged[number];
            self.files[file].batches[batch].statements[statement].hazards.insert(Hazard::BreaksClients);
        }
        self.files
    }

    fn batches(&mut self) -> Option<&mut Vec<Batch>> {
        self.files.last_mut().map(|file| &mut file.batches)
    }

    fn last(&mut self) -> Option<&mut Statement> {
        self.batches()?.last_mut()?.statements.last_mut()
    }

    /// Where the last statement stands.
    fn place(&self) -> Option<[usize; 3]> {
        let file = self.files.last()?;
        let batch = file.batches.last()?;
        Some([self.files.len() - 1, file.batches.len() - 1, batch.statements.len().checked_sub(1)?])
    }

    fn line(&self, offset: u32) -> u32 {
        self.source.as_ref().map_or(0, |source| source.position(offset).line)
    }

    fn add(&mut self, step: &Step<'_>) {
        let line = self.line(step.span.start);
        let statement = Statement {
            line,
            text: step.source.slice(step.statement.span).to_owned(),
            runs: runs(step),
            understood: true,
            hazards: Default::default(),
            tables: Default::default(),
        };
        if let Some(batch) = self.batches().and_then(|batches| batches.last_mut()) {
            batch.statements.push(statement);
        }
    }

    /// What a change of rows does, which is no change of the schema.
    fn rows(&mut self, step: &Step<'_>, verb: DmlVerb, target: &ObjectName) {
        let name = step.before.resolve(&target.to_name());
        let is_elsewhere = name.is_temporary() || name.object.as_str().starts_with('@');
        if is_elsewhere || self.judge.is_new(&name) {
            return;
        }
        let Some((lock, hazards)) = hazard::of_rows(verb, step.source.slice(step.statement.span)) else { return };
        let held = self.judge.held(&name, Some(lock));
        let Some(last) = self.last() else { return };
        last.hazards.extend(hazards);
        last.tables.insert(name, held);
    }
}

impl Observer for Recorder {
    fn file(&mut self, _index: usize, migration: &Migration, _parsed: &ParsedFile) {
        self.source = Some(Arc::clone(&migration.file));
        self.files.push(File {
            version: migration.version,
            name: migration.name.clone(),
            path: migration.file.path().to_owned(),
            transaction: migration.phase == Phase::Migrations && migration.header.no_transaction.is_none(),
            batches: Vec::new(),
        });
    }

    fn batch(&mut self, _file: usize, index: usize, batch: &ParsedBatch, _before: &Catalog) {
        let (line, repeat) = (self.line(batch.span.start), batch.repeat as usize);
        if let Some(batches) = self.batches() {
            batches.push(Batch { number: index + 1, line, repeat, statements: Vec::new() });
        }
    }

    /// What a statement executes, text or a procedure, belongs to it.
    fn step(&mut self, step: &Step<'_>) {
        if step.inside == Inside::Direct {
            if !acts(&step.statement.kind) {
                return;
            }
            self.add(step);
        }
        if !step.runs() {
            return;
        }
        let leaves = !step.in_transaction && leaves_something(step);
        if let Some(last) = self.last() {
            last.understood &= step.unknown.is_none();
            last.hazards.extend(leaves.then_some(Hazard::CannotRollBack));
        }
        if let Kind::Dml { verb, target: Some(target) } = &step.statement.kind {
            self.rows(step, *verb, target);
        }
    }

    fn change(&mut self, _step: &Step<'_>, change: &Change, _span: Span, before: &Catalog) {
        let Some(place) = self.place() else { return };
        let judged = self.judge.judge(self.judged.len(), change, before);
        self.judged.push(place);
        let Some(last) = self.last() else { return };
        last.hazards.extend(judged.hazards);
        for (table, held) in judged.tables {
            let there = last.tables.entry(table).or_insert_with(|| held.clone());
            there.lock = there.lock.max(held.lock);
        }
    }
}

fn runs(step: &Step<'_>) -> Runs {
    match (step.skipped, step.certainty) {
        (Some(_), _) => Runs::No,
        (None, Presence::Certain) => Runs::Yes,
        (None, Presence::Possible) => Runs::Maybe,
    }
}

/// Whether a statement changes something or may: the others steer, ask and set.
fn acts(kind: &Kind) -> bool {
    !matches!(
        kind,
        Kind::If { .. }
            | Kind::While { .. }
            | Kind::Block(_)
            | Kind::TryCatch { .. }
            | Kind::Transaction(_)
            | Kind::SetOption { .. }
            | Kind::Declare(_)
            | Kind::Assign { .. }
            | Kind::Use(_)
            | Kind::Other(_)
            | Kind::Dml { verb: DmlVerb::Select, target: None }
    )
}

/// Whether something of a statement stays when what follows it fails.
fn leaves_something(step: &Step<'_>) -> bool {
    let writes = |statement: &ast::Statement| match &statement.kind {
        Kind::Dml { verb, target } => {
            *verb != DmlVerb::Select && target.as_ref().is_some_and(|target| !target.to_name().is_temporary())
        }
        _ => false,
    };
    !step.changes.is_empty() || writes(step.statement)
}

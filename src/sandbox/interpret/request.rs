//! The requests of a client: batches, text with parameters, procedures, transactions.

use std::sync::Arc;

use super::compile::Judged;
use super::execute::{Back, Given, Passed};
use super::{Code, Failure, Flow, Frame, Interpreter, Running, Stop, Unwinding};
use crate::name::Ident;
use crate::sandbox::error::Errors;
use crate::sandbox::value::{SqlType, from_wire};
use crate::sandbox::wire::{Event, Request, RpcParameter};
use crate::text::{SourceFile, Span};

/// Bytes of a batch above which SQLite's statements are not kept ready: they hold what stands in it, such as vectors.
const LARGE: usize = 1 << 16;

impl Interpreter<'_> {
    /// Runs a request.
    pub fn run(mut self, request: Request) {
        let cancelled = Arc::clone(self.cancelled);
        let stop = move || cancelled.load(std::sync::atomic::Ordering::Relaxed);
        if let Err(error) = self.session.connection.progress_handler(10_000, Some(stop)) {
            tracing::error!(%error, "a statement of the sandbox cannot be cancelled");
        }
        if let Err(errors) = self.begin_request() {
            let failure = Failure::new(errors, &self.place(0));
            return self.tell(&failure);
        }
        match request {
            Request::Batch(text) => self.run_batch(&text),
            Request::ExecuteSql { sql, declarations, parameters } => self.run_remote(|this| {
                let passed = this.received(&parameters)?;
                this.run_with_parameters(&sql, &declarations, passed, NOWHERE).map(|()| 0)
            }),
            Request::Procedure { name, parameters } => self.run_remote(|this| {
                let passed = this.received(&parameters)?;
                let name = crate::sandbox::information::parse_name(&name).map(|name| vec![name.schema, name.object]);
                this.run_procedure(&name.unwrap_or_default(), passed, NOWHERE)
            }),
            Request::Begin(_) => self.run_transaction(|this| {
                this.begin(None);
                Ok(())
            }),
            Request::Commit => self.run_transaction(|this| this.commit(NOWHERE)),
            Request::Rollback(name) => {
                self.run_transaction(|this| this.roll_back_to(name.map(Ident::new).as_ref(), NOWHERE))
            }
            Request::Save(name) => self.run_transaction(|this| this.save(&Ident::new(name), NOWHERE)),
        }
        if self.is_cancelled() && self.session.options.settings.xact_abort {
            self.roll_back();
        }
        self.end_of_batch();
    }

    /// The schema that a text is compiled against is the newest one.
    fn begin_request(&mut self) -> Result<(), Errors> {
        if self.session.transaction.is_writing() { Ok(()) } else { self.refresh() }
    }

    fn run_batch(&mut self, text: &str) {
        let (code, problems) = self.cut(text);
        let frame = Frame { code: Arc::clone(&code), running: Running::Batch };
        let _ = self.call(frame, Vec::new(), |this| {
            let judged = this
                .judge_problems(&problems)
                .and_then(|()| this.judge_placement(&code.statements, text))
                .and_then(|()| this.judge_unread(&code.statements))
                .and_then(|()| this.compile(&code.statements, Judged { unknown: true }));
            match judged {
                Ok(()) => this.statements(&code.statements),
                Err(failure) => this.failed(failure),
            }
        });
        self.session.plans.forget(code.id);
        if text.len() > LARGE {
            self.session.connection.flush_prepared_statement_cache();
        }
    }

    /// Runs a call of the client in a frame that has no text of its own.
    fn run_remote(&mut self, what: impl FnOnce(&mut Self) -> Result<i32, Stop>) {
        let frame = Frame { code: self.empty_code(), running: Running::Dynamic };
        let (ran, _) = self.call(frame, Vec::new(), |this| match what(this) {
            Ok(status) => Ok(status),
            Err(Stop::Failed(failure)) => this.failed(failure).map(|_| -6),
            Err(Stop::Unwinding(unwinding)) => Err(unwinding),
        });
        match ran {
            Ok(status) => (self.emit)(Event::ReturnStatus(status)),
            Err(Unwinding::Cancelled) => {}
            Err(_) => (self.emit)(Event::ReturnStatus(-6)),
        }
        for event in std::mem::take(&mut self.returned) {
            (self.emit)(event);
        }
    }

    fn run_transaction(&mut self, what: impl FnOnce(&mut Self) -> Result<(), Stop>) {
        let frame = Frame { code: self.empty_code(), running: Running::Batch };
        let _ = self.call(frame, Vec::new(), |this| {
            match what(this) {
                Ok(()) => this.done(None),
                Err(Stop::Failed(failure)) => drop(this.failed(failure)),
                Err(Stop::Unwinding(unwinding)) => return Err(unwinding),
            }
            Ok(Flow::Next)
        });
    }

    fn empty_code(&mut self) -> Arc<Code> {
        self.session.codes_made += 1;
        let source = SourceFile::new("request", "");
        Arc::new(Code { id: self.session.codes_made, source, statements: Vec::new() })
    }

    /// The parameters that a client sent.
    fn received(&self, parameters: &[RpcParameter]) -> Result<Vec<Passed>, Stop> {
        let mut passed = Vec::new();
        for parameter in parameters {
            let data_type = SqlType::from(parameter.wire_type);
            let value = from_wire(parameter.value.clone(), data_type);
            let value = value.map_err(|error| self.failure(error, NOWHERE))?;
            let name = (!parameter.name.is_empty()).then(|| Ident::new(&parameter.name));
            let back = parameter.output.then(|| Back::Client(parameter.name.clone()));
            passed.push(Passed { name, given: Given::Value(value, data_type), back });
        }
        Ok(passed)
    }
}

/// A request without a text has no place in it.
const NOWHERE: Span = Span { start: 0, end: 0 };

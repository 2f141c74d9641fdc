//! Running a file: which of its statements run, for certain or perhaps, and in what order.

mod branch;
mod call;
mod carry;
mod session;
mod transaction;
mod variables;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use self::transaction::Transaction;
use self::variables::Variables;
use super::Replay;
use super::meaning::Context;
use super::procedure::Body;
use super::settings::on_or_off;
use super::step::{Inside, Observer, Skipped};
use crate::catalog::Presence;
use crate::change::Mark;
use crate::name::{Ident, Name};
use crate::source::{Migration, ParsedBatch, Phase};
use crate::syntax::ast::{Kind, Statement};
use crate::syntax::lexer::lex;
use crate::text::{SourceFile, Span};

/// How a statement leaves its batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Flow {
    /// It goes on.
    Next,
    /// It may have ended: what follows may not run.
    MayEnd,
    /// It ended: what follows does not run.
    Ends,
    /// It failed on purpose. A history is one of files that succeeded, so a branch that fails is one
    /// that was not taken.
    Fails,
}

/// Whether `SET NOEXEC ON` is in force.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Execution {
    On,
    Perhaps,
    Off,
}

/// Where the statements at hand come from.
#[derive(Debug, Clone)]
enum Origin {
    File,
    /// Text that the file executes, so many literals deep.
    Text(usize),
    /// The body of a procedure, executed at a place of the file.
    Procedure(Name, Arc<Body>, Span),
}

impl Origin {
    fn inside(&self) -> Inside<'_> {
        match self {
            Origin::File => Inside::Direct,
            Origin::Text(_) => Inside::Dynamic,
            Origin::Procedure(name, ..) => Inside::Procedure(name),
        }
    }

    /// What the statements' spans are offsets into, when it is not the file.
    fn source(&self) -> Option<&SourceFile> {
        if let Origin::Procedure(_, body, _) = self { Some(&body.source) } else { None }
    }
}

/// One file being replayed.
pub(super) struct Run<'r> {
    replay: &'r mut Replay,
    observer: &'r mut dyn Observer,
    file: usize,
    batch: usize,
    source: &'r SourceFile,
    cx: Context,
    certainty: Presence,
    transaction: Transaction,
    origin: Origin,
    phase: Phase,
    execution: Execution,
    parse_only: bool,
    /// The marks of the courses that are followed.
    courses: Vec<Mark>,
    /// How many CATCH blocks these statements are in.
    handlers: usize,
    variables: Variables,
    /// Temporary tables that were made and never filled.
    empty_tables: BTreeSet<Ident>,
    calls: Vec<Name>,
}

impl<'r> Run<'r> {
    pub(super) fn new(
        replay: &'r mut Replay,
        observer: &'r mut dyn Observer,
        file: usize,
        from: &'r Migration,
    ) -> Self {
        let mut transaction = Transaction::default();
        if from.phase == Phase::Migrations && from.header.no_transaction.is_none() {
            transaction.begin(replay.journal.mark());
        }
        Self {
            replay,
            observer,
            file,
            batch: 0,
            source: &from.file,
            cx: Context::default(),
            certainty: Presence::Certain,
            transaction,
            origin: Origin::File,
            phase: from.phase,
            execution: Execution::On,
            parse_only: false,
            courses: Vec::new(),
            handlers: 0,
            variables: Variables::default(),
            empty_tables: BTreeSet::new(),
            calls: Vec::new(),
        }
    }

    /// Runs a batch. One whose GO has the count 0 is not sent; the others are told once.
    pub(super) fn batch(&mut self, index: usize, batch: &ParsedBatch) {
        self.batch = index;
        self.variables.clear();
        self.observer.batch(self.file, index, batch, &self.replay.catalog);
        self.parse_only = parse_only(&batch.statements).unwrap_or(self.parse_only);
        if self.parse_only || batch.repeat == 0 {
            batch.statements.iter().for_each(|statement| self.skip(statement, Skipped::NoExecution));
        } else {
            self.sequence(&batch.statements);
        }
    }

    fn sequence(&mut self, statements: &[Statement]) -> Flow {
        let (mut flow, mut course) = (Flow::Next, None);
        for (at, statement) in statements.iter().enumerate() {
            match self.statement(statement) {
                Flow::Next => {}
                Flow::MayEnd => {
                    flow = Flow::MayEnd;
                    course.get_or_insert_with(|| self.open());
                }
                ended => {
                    flow = ended;
                    statements[at + 1..].iter().for_each(|rest| self.skip(rest, Skipped::Ended));
                    break;
                }
            }
        }
        match course {
            Some(course) => {
                self.close(course, flow);
                Flow::MayEnd
            }
            None => flow,
        }
    }

    fn statement(&mut self, statement: &Statement) -> Flow {
        if let Kind::SetOption { names, value } = &statement.kind {
            return self.set(statement, names, value);
        }
        match self.execution {
            Execution::On => self.run(statement),
            Execution::Perhaps => self.perhaps(|run| run.run(statement)),
            Execution::Off => {
                self.skip(statement, Skipped::NoExecution);
                Flow::Next
            }
        }
    }

    fn run(&mut self, statement: &Statement) -> Flow {
        match &statement.kind {
            Kind::Block(inner) => self.sequence(inner),
            Kind::If { condition, then, otherwise } => {
                self.tell(statement, None);
                self.branch(*condition, then, otherwise.as_deref())
            }
            Kind::While { condition, body } => {
                self.tell(statement, None);
                self.repeat(*condition, body)
            }
            Kind::TryCatch { body, handler } => self.try_catch(body, handler),
            Kind::Dynamic { statements: Some(inner), .. } => {
                self.tell(statement, None);
                self.text(inner);
                Flow::Next
            }
            _ => self.leaf(statement),
        }
    }

    fn leaf(&mut self, statement: &Statement) -> Flow {
        self.carry_out(statement);
        self.follow_variables(statement);
        self.follow_temporary(statement);
        match &statement.kind {
            Kind::Transaction(kind) => self.transaction(kind),
            Kind::Execute { procedure: Some(procedure), .. } => self.call(procedure, statement),
            Kind::Dml { target: Some(target), .. } if target.object().is("__EFMigrationsHistory") => {
                self.remember_ef_history(statement);
            }
            Kind::Other(word) => return self.control(word, statement),
            _ => {}
        }
        self.forget_journal();
        Flow::Next
    }

    fn control(&self, word: &str, statement: &Statement) -> Flow {
        match word {
            "RETURN" => Flow::Ends,
            "GOTO" => Flow::MayEnd,
            "THROW" => self.failure(),
            "RAISERROR" if is_error(&self.text_of(statement.span)) => self.failure(),
            _ => Flow::Next,
        }
    }

    /// A file that fails for certain is no history that anybody has: what was judged may be wrong.
    fn failure(&self) -> Flow {
        if self.certainty == Presence::Certain { Flow::MayEnd } else { Flow::Fails }
    }

    /// Known text. A RETURN in it ends the text alone; its variables and SET options are its own.
    fn text(&mut self, inner: &[Statement]) {
        let origin = match &self.origin {
            Origin::File => Origin::Text(1),
            Origin::Text(depth) => Origin::Text(depth + 1),
            procedure @ Origin::Procedure(..) => procedure.clone(),
        };
        let outer = std::mem::replace(&mut self.origin, origin);
        let (variables, settings) = (std::mem::take(&mut self.variables), self.cx.settings);
        self.sequence(inner);
        (self.variables, self.cx.settings) = (variables, settings);
        self.origin = outer;
    }

    /// Tells of a statement that does not run, and of those inside it.
    fn skip(&mut self, statement: &Statement, why: Skipped) {
        match &statement.kind {
            Kind::Block(_) | Kind::TryCatch { .. } => {}
            _ => self.tell(statement, Some(why)),
        }
        if matches!(statement.kind, Kind::CreateSchema { .. }) {
            return;
        }
        let outer = self.origin.clone();
        if let (Kind::Dynamic { .. }, Origin::File) = (&statement.kind, &outer) {
            self.origin = Origin::Text(1);
        }
        statement.children().into_iter().for_each(|inner| self.skip(inner, why));
        self.origin = outer;
    }

    /// A text of the statements at hand, as it is executed.
    fn text_of(&self, span: Span) -> Cow<'r, str> {
        let text = self.source.slice(span);
        match self.origin {
            Origin::Text(depth) => (0..depth).fold(Cow::Borrowed(text), |text, _| text.replace("''", "'").into()),
            _ => Cow::Borrowed(text),
        }
    }

    /// The place in the file of a place in the statements at hand.
    fn place(&self, span: Span) -> Span {
        if let Origin::Procedure(_, _, call) = &self.origin { *call } else { span }
    }
}

/// What `SET PARSEONLY` in a batch says last: it holds for the whole batch, since it acts when the
/// batch is parsed (Learn, "SET PARSEONLY").
fn parse_only(statements: &[Statement]) -> Option<bool> {
    let mut said = None;
    let mut look = |statement: &Statement| {
        if let Kind::SetOption { names, value } = &statement.kind
            && names.iter().any(|name| &**name == "PARSEONLY")
        {
            said = on_or_off(value).or(said);
        }
    };
    statements.iter().for_each(|statement| statement.walk(&mut look));
    said
}

/// Whether a RAISERROR has a severity of 11 or more, which clients see as an error.
fn is_error(text: &str) -> bool {
    let tokens = lex(text, Span::new(0, text.len())).tokens;
    let mut arguments = tokens.split(|token| token.is_symbol(text, ","));
    let severity = arguments.nth(1).and_then(|argument| argument.first());
    severity.and_then(|severity| severity.text(text).parse::<u32>().ok()).is_some_and(|severity| severity >= 11)
}

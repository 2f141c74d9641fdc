//! Running a file: which of its statements run, for certain or perhaps, and in what order.

use std::borrow::Cow;
use std::sync::Arc;

use super::Replay;
use super::condition::{Facts, Truth, judge};
use super::meaning::Context;
use super::procedure::Body;
use super::settings::on_or_off;
use super::step::{Inside, Observer, Skipped};
use super::transaction::Transaction;
use super::variables::Variables;
use crate::catalog::Presence;
use crate::change::{Branch, Mark};
use crate::name::Name;
use crate::schema::SqlText;
use crate::source::{Migration, ParsedBatch, Phase};
use crate::syntax::ast::{self, Kind, ObjectName, Statement};
use crate::text::{SourceFile, Span};

/// How deep procedures that call procedures are followed.
const MAX_CALLS: usize = 8;

/// How many statements of procedures one EXEC may lead to.
const MAX_CALLED_STATEMENTS: usize = 10_000;

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
pub(super) enum Origin {
    File,
    /// Text that the file executes, so many literals deep.
    Text(usize),
    /// The body of a procedure, executed at a place of the file.
    Procedure(Name, Arc<Body>, Span),
}

impl Origin {
    pub(super) fn inside(&self) -> Inside<'_> {
        match self {
            Origin::File => Inside::Direct,
            Origin::Text(_) => Inside::Dynamic,
            Origin::Procedure(name, ..) => Inside::Procedure(name),
        }
    }

    /// What the statements' spans are offsets into, when it is not the file.
    pub(super) fn source(&self) -> Option<&SourceFile> {
        if let Origin::Procedure(_, body, _) = self { Some(&body.source) } else { None }
    }
}

/// One of the courses that things may have taken, while it is followed.
struct Course {
    mark: Mark,
    certainty: Presence,
    transaction: Transaction,
}

/// One file being replayed.
pub(super) struct Run<'r> {
    pub replay: &'r mut Replay,
    pub observer: &'r mut dyn Observer,
    pub file: usize,
    pub batch: usize,
    pub source: &'r SourceFile,
    pub cx: Context,
    pub certainty: Presence,
    pub transaction: Transaction,
    pub origin: Origin,
    phase: Phase,
    execution: Execution,
    parse_only: bool,
    /// The marks of the courses that are followed.
    courses: Vec<Mark>,
    /// How many CATCH blocks these statements are in.
    handlers: usize,
    variables: Variables,
    calls: Vec<Name>,
    called: usize,
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
            calls: Vec::new(),
            called: 0,
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
        match &statement.kind {
            Kind::Transaction(kind) => self.transaction(kind),
            Kind::Execute { procedure, .. } => {
                self.variables.forget_named_in(self.source.slice(statement.span));
                if let Some(procedure) = procedure {
                    self.call(procedure, statement);
                }
            }
            Kind::Declare(declared) => {
                for variable in declared {
                    let value = variable.value.map_or(Cow::Borrowed("NULL"), |value| self.text_of(value));
                    self.variables.set(&variable.name, &value);
                }
            }
            Kind::Assign { variable, operator, value } if &**operator == "=" && self.certainty == Presence::Certain => {
                let value = self.text_of(*value);
                self.variables.set(variable, &value);
            }
            Kind::Assign { variable, .. } => self.variables.forget(variable),
            Kind::Dml { target, .. } => {
                self.variables.forget_named_in(self.source.slice(statement.span));
                if target.as_ref().is_some_and(|target| target.object().is("__EFMigrationsHistory")) {
                    self.remember_ef_history(statement);
                }
            }
            Kind::Other(word) => return self.control(word, statement),
            _ => {}
        }
        self.forget_journal();
        Flow::Next
    }

    /// Outside of transactions and doubt nothing can be undone.
    fn forget_journal(&mut self) {
        if self.transaction.depth == 0 && self.courses.is_empty() {
            self.replay.journal.clear();
        }
    }

    fn control(&self, word: &str, statement: &Statement) -> Flow {
        match word {
            "RETURN" => Flow::Ends,
            "THROW" => Flow::Fails,
            "RAISERROR" if is_error(self.source.slice(statement.span)) => Flow::Fails,
            "GOTO" => Flow::MayEnd,
            _ => Flow::Next,
        }
    }

    fn branch(&mut self, condition: Span, then: &Statement, otherwise: Option<&Statement>) -> Flow {
        match self.judge(condition) {
            Truth::True => {
                let flow = self.statement(then);
                otherwise.into_iter().for_each(|other| self.skip(other, Skipped::Branch));
                flow
            }
            Truth::False => {
                self.skip(then, Skipped::Branch);
                otherwise.map_or(Flow::Next, |other| self.statement(other))
            }
            Truth::Unknown => match otherwise {
                None => self.perhaps(|run| run.statement(then)),
                Some(other) => self.either(then, other),
            },
        }
    }

    fn judge(&self, condition: Span) -> Truth {
        let facts = Facts {
            catalog: &self.replay.catalog,
            index_owners: &self.replay.index_owners,
            variables: self.variables.known(),
            ef_history: &self.replay.ef_history,
            transactions: self.transaction.depth,
            phase: self.phase,
        };
        judge(&self.text_of(condition), facts)
    }

    fn repeat(&mut self, condition: Span, body: &Statement) -> Flow {
        if self.judge(condition) == Truth::False {
            self.skip(body, Skipped::Branch);
            return Flow::Next;
        }
        self.perhaps(|run| run.statement(body))
    }

    /// The body is taken to succeed; the handler is what may run instead of some of it. What the
    /// handler does to transactions happens only to a body that failed.
    fn try_catch(&mut self, body: &[Statement], handler: &[Statement]) -> Flow {
        let flow = self.sequence(body);
        self.handlers += 1;
        self.perhaps(|run| run.sequence(handler));
        self.handlers -= 1;
        if flow == Flow::Fails { Flow::MayEnd } else { flow }
    }

    /// Known text. A RETURN in it ends the text alone.
    fn text(&mut self, inner: &[Statement]) {
        let outer = self.origin.clone();
        self.origin = match &outer {
            Origin::File => Origin::Text(1),
            Origin::Text(depth) => Origin::Text(depth + 1),
            procedure @ Origin::Procedure(..) => procedure.clone(),
        };
        self.sequence(inner);
        self.origin = outer;
    }

    fn transaction(&mut self, kind: &ast::Transaction) {
        if self.handlers > 0 {
            return;
        }
        match kind {
            ast::Transaction::Begin(_) => self.transaction.begin(self.replay.journal.mark()),
            ast::Transaction::Commit(_) => self.transaction.commit(),
            ast::Transaction::Save(name) => self.transaction.save(name.as_ref(), self.replay.journal.mark()),
            ast::Transaction::Rollback(name) => {
                if let Some(mark) = self.transaction.rollback(name.as_ref()) {
                    self.roll_back_to(mark);
                }
            }
        }
    }

    fn roll_back_to(&mut self, mark: Mark) {
        let Replay { catalog, journal, .. } = &mut *self.replay;
        match self.courses.last() {
            // The mark of the course at hand must outlive this.
            Some(course) if *course > mark => journal.put_back(catalog, mark),
            _ => journal.undo(catalog, mark),
        }
    }

    fn set(&mut self, statement: &Statement, names: &[Box<str>], value: &SqlText) -> Flow {
        let is_noexec = names.iter().any(|name| &**name == "NOEXEC");
        if self.execution == Execution::Off && !is_noexec {
            self.skip(statement, Skipped::NoExecution);
            return Flow::Next;
        }
        self.tell(statement, None);
        self.cx.settings = self.cx.settings.with(names, value);
        if let (true, Some(on)) = (is_noexec, on_or_off(value)) {
            self.execution = match (self.certainty, on) {
                (Presence::Possible, _) => Execution::Perhaps,
                (Presence::Certain, true) => Execution::Off,
                (Presence::Certain, false) => Execution::On,
            };
        }
        Flow::Next
    }

    /// Starts to follow what may have happened.
    fn open(&mut self) -> Course {
        let mark = self.replay.journal.mark();
        self.courses.push(mark);
        let certainty = std::mem::replace(&mut self.certainty, Presence::Possible);
        Course { mark, certainty, transaction: self.transaction.clone() }
    }

    /// Ends a course beside which nothing else may have happened.
    fn close(&mut self, course: Course, flow: Flow) {
        let Replay { catalog, journal, .. } = &mut *self.replay;
        if flow == Flow::Fails {
            journal.undo(catalog, course.mark);
            self.transaction = course.transaction;
        } else {
            journal.doubt(catalog, course.mark);
            let now = std::mem::take(&mut self.transaction);
            self.transaction = course.transaction.either(now);
        }
        self.courses.pop();
        self.certainty = course.certainty;
        self.forget_journal();
    }

    /// Follows what may happen or not.
    fn perhaps(&mut self, follow: impl FnOnce(&mut Self) -> Flow) -> Flow {
        let course = self.open();
        let flow = follow(self);
        self.close(course, flow);
        match flow {
            Flow::Next | Flow::Fails => Flow::Next,
            Flow::MayEnd | Flow::Ends => Flow::MayEnd,
        }
    }

    /// Follows two branches of which one is taken.
    fn either(&mut self, then: &Statement, otherwise: &Statement) -> Flow {
        let mut course = self.open();
        let first = self.statement(then);
        let branch = self.replay.journal.take_branch(&mut self.replay.catalog, course.mark);
        let after_first = std::mem::replace(&mut self.transaction, course.transaction.clone());
        let second = self.statement(otherwise);
        let after_second = std::mem::take(&mut self.transaction);
        self.settle(course.mark, branch, first == Flow::Fails, second == Flow::Fails);
        course.transaction = match (first, second) {
            (Flow::Fails, _) => after_second,
            (_, Flow::Fails) => after_first,
            _ => after_first.either(after_second),
        };
        self.courses.pop();
        self.certainty = course.certainty;
        self.transaction = course.transaction;
        self.forget_journal();
        joined(first, second)
    }

    /// Leaves the catalog as one branch made it, or as either of both.
    fn settle(&mut self, mark: Mark, first: Branch, first_failed: bool, second_failed: bool) {
        let Replay { catalog, journal, .. } = &mut *self.replay;
        match (first_failed, second_failed) {
            (true, true) => journal.undo(catalog, mark),
            (true, false) => {}
            (false, true) => {
                journal.undo(catalog, mark);
                journal.resume(catalog, first);
            }
            (false, false) => journal.join(catalog, mark, first),
        }
    }

    /// Follows a procedure that the catalog knows.
    fn call(&mut self, procedure: &ObjectName, statement: &Statement) {
        let name = self.replay.catalog.resolve(&procedure.to_name());
        if self.calls.len() >= MAX_CALLS || self.calls.contains(&name) {
            return;
        }
        let Some(body) = self.replay.bodies.of(&name, &self.replay.catalog) else { return };
        if body.statements.is_empty() {
            return;
        }
        if self.calls.is_empty() {
            self.called = 0;
        }
        let origin = Origin::Procedure(name.clone(), Arc::clone(&body), self.place(statement.span));
        let outer = std::mem::replace(&mut self.origin, origin);
        self.calls.push(name);
        self.perhaps(|run| run.body(&body));
        self.calls.pop();
        self.origin = outer;
    }

    fn body(&mut self, body: &Body) -> Flow {
        for statement in &body.statements {
            self.called += 1;
            if self.called > MAX_CALLED_STATEMENTS {
                break;
            }
            self.leaf(statement);
        }
        Flow::Next
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
            Origin::Text(depth) => {
                (0..depth.min(MAX_CALLS)).fold(Cow::Borrowed(text), |text, _| text.replace("''", "'").into())
            }
            _ => Cow::Borrowed(text),
        }
    }

    /// The place in the file of a place in the statements at hand.
    pub(super) fn place(&self, span: Span) -> Span {
        if let Origin::Procedure(_, _, call) = &self.origin { *call } else { span }
    }

    fn remember_ef_history(&mut self, statement: &Statement) {
        use crate::syntax::lexer::{TokenKind, lex, string_text};
        if self.certainty == Presence::Possible {
            return;
        }
        let text = self.text_of(statement.span);
        let tokens = lex(&text, Span::new(0, text.len())).tokens;
        let literals = tokens.iter().filter(|token| token.kind == TokenKind::String);
        self.replay.ef_history.extend(literals.map(|token| string_text(token.text(&text))));
    }
}

/// How two branches of which one is taken leave the batch.
fn joined(first: Flow, second: Flow) -> Flow {
    match (first, second) {
        (Flow::Fails, flow) | (flow, Flow::Fails) => flow,
        (Flow::Ends, Flow::Ends) => Flow::Ends,
        (Flow::Next, Flow::Next) => Flow::Next,
        _ => Flow::MayEnd,
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
    let arguments = text.trim_end().trim_end_matches(')');
    let severity = arguments.rsplit(',').nth(1).map(str::trim).and_then(|severity| severity.parse::<u32>().ok());
    severity.is_some_and(|severity| severity >= 11)
}

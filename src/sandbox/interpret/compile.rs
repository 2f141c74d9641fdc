//! What is checked before a batch or procedure runs: declarations, names of columns, statements that
//! are not understood. Tables that are not there yet are looked for when the statement runs (Learn,
//! "Deferred name resolution").

use super::plan::Wanted;
use super::{Failure, Interpreter};
use crate::name::{Ident, Name};
use crate::refusal;
use crate::sandbox::error::{NOT_IN_SANDBOX, SqlError};
use crate::sandbox::host::undeclared;
use crate::sandbox::store::naming;
use crate::sandbox::temporary::Variable;
use crate::sandbox::value::SqlType;
use crate::schema::Table;
use crate::syntax::ast::{Declared, Kind, Statement};
use crate::syntax::lexer::{TokenKind, lex};
use crate::syntax::problem::{Problem, ProblemKind};
use crate::syntax::query::ParseError;
use crate::syntax::unread::{self, Look, Unread};
use crate::text::Span;

/// How strictly a text is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Judged {
    /// Whether what the sandbox does not know is refused now. In a module it is when it runs.
    pub unknown: bool,
}

impl Interpreter<'_> {
    /// What is wrong with a text before it is looked at as statements.
    pub(super) fn judge_problems(&self, problems: &[Problem]) -> Result<(), Failure> {
        let Some(problem) = problems.first() else { return Ok(()) };
        let near = self.text(problem.span).split_whitespace().next().unwrap_or("").to_owned();
        let error = match problem.kind {
            ProblemKind::Unterminated if near.starts_with("/*") => SqlError::new(113, "Missing end comment mark '*/'."),
            ProblemKind::Unterminated => {
                let text: String = self.text(problem.span).chars().take(40).collect();
                SqlError::new(105, format!("Unclosed quotation mark after the character string '{text}'."))
            }
            ProblemKind::TooDeep => SqlError::new(191, "Some part of your SQL statement is nested too deeply."),
            _ => SqlError::syntax(&near),
        };
        Err(self.failure(error.class(15), problem.span))
    }

    /// Statements of a text that may not stand where they do (Msg 111, 156), or do not end (Msg 10713).
    pub(super) fn judge_placement(&self, statements: &[Statement], text: &str) -> Result<(), Failure> {
        match refusal::refusals_of_batch(statements, text).into_iter().next() {
            Some((span, refusal)) => Err(self.failure(super::define::errors(&refusal), span)),
            None => Ok(()),
        }
    }

    /// Clauses, options and words that the grammar does not have where they stand (Msg 102, 156, 195), or that
    /// the sandbox does not know.
    pub(super) fn judge_unread(&self, statements: &[Statement]) -> Result<(), Failure> {
        let text = self.frame().code.source.text();
        if !self.session.options.settings.quoted_identifier
            && text.contains('"')
            && let Some(quoted) =
                lex(text, Span::new(0, text.len())).tokens.iter().find(|token| token.kind == TokenKind::Quoted)
        {
            return Err(
                self.failure(SqlError::unknown("A text in double quotes (SET QUOTED_IDENTIFIER OFF)"), quoted.span)
            );
        }
        match unread::of_all(text, statements, Look::Clauses).into_iter().next() {
            Some(Unread { span, reason }) => {
                Err(self.failure(SqlError::from(ParseError { reason, at: span.start as usize }), span))
            }
            None => Ok(()),
        }
    }

    /// Declares what the statements declare, and checks them in order.
    pub(super) fn compile(&mut self, statements: &[Statement], judged: Judged) -> Result<(), Failure> {
        for statement in statements {
            self.compile_statement(statement, judged)?;
        }
        Ok(())
    }

    fn compile_statement(&mut self, statement: &Statement, judged: Judged) -> Result<(), Failure> {
        let branch = Judged { unknown: false };
        match &statement.kind {
            Kind::Block(inner) => self.compile(inner, judged),
            Kind::If { condition, then, otherwise } => {
                self.judge(*condition, Some(Wanted::Condition), judged)?;
                self.compile_statement(then, branch)?;
                otherwise.as_ref().map_or(Ok(()), |otherwise| self.compile_statement(otherwise, branch))
            }
            Kind::While { condition, body } => {
                self.judge(*condition, Some(Wanted::Condition), judged)?;
                self.compile_statement(body, branch)
            }
            Kind::TryCatch { body, handler } => {
                self.compile(body, judged)?;
                self.compile(handler, branch)
            }
            Kind::Declare(declared) => {
                declared.iter().try_for_each(|each| self.compile_declared(each, statement.span, judged))
            }
            Kind::Assign { variable, value, .. } => {
                let data_type = self.variable_type(variable).map_err(|error| self.failure(error, statement.span))?;
                self.judge(*value, Some(Wanted::Value(data_type)), judged)
            }
            Kind::Dml { .. } => self.judge(statement.span, None, judged),
            Kind::Opaque { words, .. } => self.judge_opaque(words, statement, judged),
            Kind::Other(word) if judged.unknown && !super::statement::is_known(word) => {
                Err(self.unknown(word, statement))
            }
            _ => Ok(()),
        }
    }

    /// Translates ahead; `None` is a query or a change of rows.
    fn judge(&mut self, span: Span, wanted: Option<Wanted>, judged: Judged) -> Result<(), Failure> {
        let judgement = match wanted {
            Some(wanted) => self.expression(span, wanted).map(|_| ()),
            None => self.plan(span).map(|_| ()),
        };
        match judgement {
            Err(failure) if shows_when_it_runs(failure.last().number) => Ok(()),
            Err(failure) if failure.last().number == NOT_IN_SANDBOX && !judged.unknown => Ok(()),
            other => other,
        }
    }

    /// A statement that nobody understands: wrong, or unknown to the sandbox.
    fn judge_opaque(&self, words: &str, statement: &Statement, judged: Judged) -> Result<(), Failure> {
        let first = words.split(' ').next().unwrap_or("");
        if !is_statement(first) {
            return Err(self.failure(SqlError::syntax(first), statement.span));
        }
        if judged.unknown { Err(self.unknown(words, statement)) } else { Ok(()) }
    }

    /// A statement that is not carried out: the engine's refusal where it has one, else the sandbox's.
    pub(super) fn unknown(&self, words: &str, statement: &Statement) -> Failure {
        let span = statement.span;
        match self.refuse_statement(statement, self.text(span), span) {
            Err(failure) => failure,
            Ok(()) => self.failure(SqlError::unknown(format!("The statement {words}")), span),
        }
    }

    fn compile_declared(&mut self, declared: &Declared, span: Span, judged: Judged) -> Result<(), Failure> {
        let name = &declared.name;
        let taken =
            self.session.host.state().variables.contains_key(name) || self.session.temporaries.variable(name).is_some();
        if taken {
            let text = format!(
                "The variable name '{}' has already been declared. Variable names must be unique within a query batch or \
                 stored procedure.",
                name.as_str()
            );
            return Err(self.failure(SqlError::new(134, text).class(15), span));
        }
        match (&declared.table, &declared.data_type) {
            (Some(table), _) => {
                let table = (**table).clone();
                self.make_table_variable(name, table, span)?;
            }
            (None, Some(data_type)) => {
                if let Some(table) = self.table_type(data_type) {
                    self.make_table_variable(name, table, span)?;
                } else {
                    let known = SqlType::of(data_type, &self.session.schema.catalog);
                    let known = known.map_err(|error| self.failure(error, span))?;
                    self.make_variable(name, known);
                }
            }
            (None, None) => return Err(self.failure(SqlError::unknown("A cursor variable"), span)),
        }
        match (declared.value, self.variable_type(name)) {
            (Some(value), Ok(data_type)) => self.judge(value, Some(Wanted::Value(data_type)), judged),
            (Some(_), Err(_)) => Err(self.failure(undeclared(name.as_str()), span)),
            (None, _) => Ok(()),
        }
    }

    /// The shape of a table type.
    pub(super) fn table_type(&self, data_type: &crate::schema::DataType) -> Option<Table> {
        let crate::schema::DataType::User(name) = data_type else { return None };
        match &*self.session.schema.catalog.types.get(name)?.definition {
            crate::schema::UserType::Table(table) => Some((**table).clone()),
            _ => None,
        }
    }

    fn make_table_variable(&mut self, name: &Ident, mut table: Table, span: Span) -> Result<(), Failure> {
        naming::name_in_table(&Name::dbo(name.as_str()), &mut table, u64::from(span.start));
        let physical = format!("{}.{}", name.folded(), self.depth());
        let made = self.create_temporary(&physical, &table);
        made.map_err(|errors| self.failure(errors, span))?;
        let variable = Variable { table, physical, owned: true };
        if let Some(frame) = self.session.temporaries.frames.last_mut() {
            frame.insert(name.clone(), variable);
        }
        self.session.generation += 1;
        Ok(())
    }
}

/// Errors that depend on what the statements before leave: a table, IDENTITY_INSERT, the user.
fn shows_when_it_runs(number: i32) -> bool {
    matches!(number, 208 | 229 | 544 | 545 | 8101)
}

/// Whether a word begins a statement of T-SQL, so that what follows may be right though it is not known.
fn is_statement(word: &str) -> bool {
    const WORDS: [&str; 46] = [
        "ADD",
        "ALTER",
        "BACKUP",
        "BEGIN",
        "BULK",
        "CHECKPOINT",
        "CLOSE",
        "COMMIT",
        "COPY",
        "CREATE",
        "DBCC",
        "DEALLOCATE",
        "DECLARE",
        "DELETE",
        "DENY",
        "DISABLE",
        "DROP",
        "ENABLE",
        "EXEC",
        "EXECUTE",
        "FETCH",
        "GET",
        "GOTO",
        "GRANT",
        "IF",
        "INSERT",
        "KILL",
        "MERGE",
        "MOVE",
        "OPEN",
        "PRINT",
        "READTEXT",
        "RECEIVE",
        "RENAME",
        "RESTORE",
        "RETURN",
        "REVERT",
        "REVOKE",
        "SAVE",
        "SELECT",
        "SEND",
        "SET",
        "TRUNCATE",
        "UPDATE",
        "WAITFOR",
        "WITH",
    ];
    WORDS.contains(&word)
}

//! `EXEC`: procedures, text, and what they are given and give back.

mod call;
mod parse;
mod system;

use std::sync::Arc;

use rusqlite::types::Value;

pub(super) use call::{Bound, Holds, Parameter};
use parse::{Argument, Execute, Target};

use super::plan::Wanted;
use super::{Code, Done, Failure, Flow, Frame, Interpreter, Running, Stop, Unwinding};
use crate::name::{Ident, Name};
use crate::sandbox::error::SqlError;
use crate::sandbox::temporary;
use crate::sandbox::value::SqlType;
use crate::sandbox::wire::Event;
use crate::schema::ModuleKind;
use crate::syntax::ast::{Kind, Statement};
use crate::syntax::tree;
use crate::text::{SourceFile, Span};

/// The text that is executed.
const TEXT: SqlType = SqlType::NVarChar(None);

/// Where an OUTPUT argument goes back to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Back {
    /// A variable of the caller.
    Variable(Ident),
    /// The client, under this name.
    Client(String),
}

/// What a caller gives for a parameter.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Given {
    /// A value of a type.
    Value(Value, SqlType),
    /// `DEFAULT`.
    Default,
    /// A table variable.
    Table(Box<temporary::Variable>),
}

/// An argument of a call.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Passed {
    /// The parameter's name; by position without one.
    pub name: Option<Ident>,
    /// What is given.
    pub given: Given,
    /// `OUTPUT`, and where the value goes back to.
    pub back: Option<Back>,
}

impl Interpreter<'_> {
    /// `EXEC …`.
    pub(super) fn run_execute(&mut self, statement: &Statement) -> Done {
        let span = statement.span;
        let execute =
            parse::execute(self.frame().code.source.text(), span).map_err(|error| self.failure(error, span))?;
        let Execute { result, target, arguments } = execute;
        if let Kind::Execute { procedure: Some(_), .. } = statement.kind {
            self.refuse_statement(statement, self.text(span), span)?;
        }
        let status = match target {
            Target::Text(text) => self.run_text(text, span)?,
            Target::Procedure(name) => self.run_named(&name, &arguments, span)?,
            Target::Variable(variable) => {
                let name = self.procedure_in(&variable, span)?;
                self.run_named(&name, &arguments, span)?
            }
        };
        if let Some(result) = result {
            self.set_variable(&result, Value::Integer(status.into()));
        }
        Ok(Flow::Next)
    }

    /// `EXEC (text)`.
    fn run_text(&mut self, text: Span, span: Span) -> Result<i32, Stop> {
        let (value, _) = self.value(text, Wanted::Value(TEXT))?;
        if let Value::Text(text) = value {
            self.run_dynamic(&text, Vec::new(), span)?;
        }
        Ok(0)
    }

    /// The name of a procedure in a variable.
    fn procedure_in(&self, variable: &Ident, span: Span) -> Result<Vec<Ident>, Failure> {
        let value = self.variable(variable).map_err(|error| self.failure(error, span))?;
        let name = match &value {
            Value::Text(text) => crate::sandbox::information::parse_name(text),
            _ => None,
        };
        name.map(|name| vec![name.schema, name.object])
            .ok_or_else(|| self.failure(no_procedure(variable.as_str()), span))
    }

    /// A procedure by its name: the database's own, else the system's.
    fn run_named(&mut self, parts: &[Ident], arguments: &[Argument], span: Span) -> Result<i32, Stop> {
        let passed = self.pass(arguments)?;
        let status = self.run_procedure(parts, passed, span)?;
        if self.depth() == 1 && self.frame().running == Running::Batch && self.captures.is_empty() {
            (self.emit)(Event::ReturnStatus(status));
        }
        Ok(status)
    }

    /// Runs a procedure with what it is given.
    pub(super) fn run_procedure(&mut self, parts: &[Ident], passed: Vec<Passed>, span: Span) -> Result<i32, Stop> {
        let Some(object) = parts.last() else { return Err(self.failure(no_procedure(""), span).into()) };
        let schema = parts.len().checked_sub(2).map(|at| &parts[at]).filter(|schema| !schema.is_empty());
        let name = Name {
            schema: schema.cloned().unwrap_or_else(|| self.session.default_schema.clone()),
            object: object.clone(),
        };
        let catalog = &self.session.schema.catalog;
        let name = catalog.resolve(&name);
        let module = catalog.modules.get(&name).filter(|entry| entry.definition.kind == ModuleKind::Procedure);
        if let Some(module) = module.map(|entry| Arc::clone(&entry.definition)) {
            return self.run_module(&name, &module, passed, span);
        }
        let is_system = schema.is_none_or(|schema| schema.is("sys") || schema.is("dbo"));
        if is_system && let Some(status) = self.run_system_procedure(object, &passed, span)? {
            return Ok(status);
        }
        let written = parts.iter().map(Ident::as_str).collect::<Vec<_>>().join(".");
        Err(self.failure(no_procedure(&written), span).into())
    }

    /// The values of arguments, in the caller's frame.
    fn pass(&mut self, arguments: &[Argument]) -> Result<Vec<Passed>, Stop> {
        let mut passed = Vec::new();
        for argument in arguments {
            let given = match argument.value {
                None => Given::Default,
                Some(span) => self.given(span)?,
            };
            let back = match argument.value {
                Some(span) if argument.output => Some(Back::Variable(Ident::new(self.text(span).trim()))),
                _ => None,
            };
            passed.push(Passed { name: argument.name.clone(), given, back });
        }
        Ok(passed)
    }

    fn given(&mut self, span: Span) -> Result<Given, Stop> {
        let text = self.text(span).trim().to_owned();
        if text.starts_with('@')
            && let Some(variable) = self.session.temporaries.variable(&Ident::new(&text))
        {
            return Ok(Given::Table(Box::new(temporary::Variable { owned: false, ..variable.clone() })));
        }
        if parse::is_bare_word(&text) {
            return Ok(Given::Value(Value::Text(text), TEXT));
        }
        let (value, data_type) = self.value(span, Wanted::Any)?;
        Ok(Given::Value(value, data_type))
    }

    /// Runs text in a frame of its own.
    pub(super) fn run_dynamic(&mut self, text: &str, parameters: Vec<Parameter>, span: Span) -> Result<Bound, Stop> {
        let (code, problems) = self.cut(text);
        let frame = Frame { code: Arc::clone(&code), running: Running::Dynamic };
        let (ran, variables) = self.call(frame, parameters, |this| {
            let judged = this
                .judge_problems(&problems)
                .and_then(|()| this.judge_placement(&code.statements, text))
                .and_then(|()| this.judge_unread(&code.statements))
                .and_then(|()| this.compile(&code.statements, super::compile::Judged { unknown: true }));
            match judged {
                Ok(()) => this.statements(&code.statements).map(|_| ()),
                Err(failure) => this.failed(failure).map(|_| ()),
            }
        });
        self.left(ran, span)?;
        Ok(variables)
    }

    /// What is left when a frame ends early: a scope that ended is over, an error may be caught here.
    fn left<T: Default>(&mut self, ran: Result<T, Unwinding>, _span: Span) -> Result<T, Stop> {
        match ran {
            Ok(done) => Ok(done),
            Err(Unwinding::Scope) => Ok(T::default()),
            Err(Unwinding::Thrown { failure, .. }) => Err(Unwinding::Thrown { failure, skips: None }.into()),
            Err(other) => Err(other.into()),
        }
    }

    /// A text cut into statements.
    pub(super) fn cut(&mut self, text: &str) -> (Arc<Code>, Vec<crate::syntax::problem::Problem>) {
        let parsed = tree::statements(text, Span::new(0, text.len()));
        self.session.codes_made += 1;
        let source = SourceFile::new("batch", text);
        let code = Code { id: self.session.codes_made, source, statements: parsed.statements };
        (Arc::new(code), parsed.problems)
    }
}

/// Msg 2812.
fn no_procedure(name: &str) -> SqlError {
    SqlError::new(2812, format!("Could not find stored procedure '{name}'.")).state(62)
}

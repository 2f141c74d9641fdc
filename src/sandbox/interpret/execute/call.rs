//! Frames: a procedure or text with its parameters, variables and tables, and what comes back.

use std::collections::BTreeMap;
use std::sync::Arc;

use rusqlite::types::Value;

use super::{Back, Given, Passed};
use crate::name::{Ident, Name};
use crate::sandbox::error::SqlError;
use crate::sandbox::host::Variable;
use crate::sandbox::interpret::compile::Judged;
use crate::sandbox::interpret::plan::Wanted;
use crate::sandbox::interpret::{Code, Failure, Flow, Frame, Interpreter, Running, Stop, Unwinding};
use crate::sandbox::options::Options;
use crate::sandbox::temporary;
use crate::sandbox::value::{self, SqlType};
use crate::sandbox::wire::Event;
use crate::schema::{self, Module};
use crate::syntax::ast::Kind;
use crate::syntax::tree;
use crate::text::{SourceFile, Span};

/// How deep calls may be nested (Learn, @@NESTLEVEL).
const DEEPEST: usize = 32;

/// A parameter with its value, as a frame starts with it.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::sandbox::interpret) struct Parameter {
    /// With its `@`.
    pub name: Ident,
    /// What it holds.
    pub holds: Holds,
}

/// What a parameter holds.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::sandbox::interpret) enum Holds {
    /// A value.
    Scalar(Variable),
    /// The caller's table.
    Table(Box<temporary::Variable>),
}

/// The parameters whose values go back, and where to.
type Backs = Vec<(Ident, Back)>;

/// The variables of a frame when it ended.
pub(in crate::sandbox::interpret) type Bound = BTreeMap<Ident, Variable>;

impl Interpreter<'_> {
    /// Runs something in a frame of its own, and gives the variables that it left.
    pub(in crate::sandbox::interpret) fn call<T>(
        &mut self,
        frame: Frame,
        parameters: Vec<Parameter>,
        body: impl FnOnce(&mut Self) -> Result<T, Unwinding>,
    ) -> (Result<T, Unwinding>, Bound) {
        let mut variables = BTreeMap::new();
        let mut tables = BTreeMap::new();
        for Parameter { name, holds } in parameters {
            match holds {
                Holds::Scalar(variable) => drop(variables.insert(name, variable)),
                Holds::Table(table) => drop(tables.insert(name, *table)),
            }
        }
        let options = self.session.options.clone();
        let is_batch = frame.running == Running::Batch;
        self.session.temporaries.frames.push(tables);
        let procedure = match &frame.running {
            Running::Module(name) => Some(name.clone()),
            _ => self.session.host.state().procedure.clone(),
        };
        self.frames.push(frame);
        let outside = {
            let mut state = self.session.host.state();
            state.nest_level = self.frames.len() - 1;
            // Batches of one session are one scope.
            let identity = if is_batch { None } else { Some(std::mem::take(&mut state.scope_identity)) };
            let procedure = std::mem::replace(&mut state.procedure, procedure);
            (std::mem::replace(&mut state.variables, variables), identity, procedure)
        };
        let done = body(self);
        let left = self.leave(outside, is_batch);
        if !is_batch {
            // What a procedure or executed text sets ends with it, IDENTITY_INSERT aside.
            let identity_insert = self.session.options.identity_insert.take();
            self.session.options = Options { identity_insert, ..options };
        }
        (done, left)
    }

    fn leave(
        &mut self,
        (variables, identity, procedure): (Bound, Option<Option<i64>>, Option<Name>),
        is_batch: bool,
    ) -> Bound {
        let depth = self.depth();
        let gone = if is_batch { Vec::new() } else { self.session.temporaries.made_since(depth) };
        let tables = self.session.temporaries.frames.pop().unwrap_or_default();
        let own = tables.into_values().filter(|table| table.owned).map(|table| table.physical);
        let temporary = gone.iter().map(|name| self.physical(name));
        let physical: Vec<String> = own.chain(temporary).collect();
        for name in physical {
            if let Err(errors) = self.drop_temporary(&name) {
                tracing::error!(?errors, name, "the sandbox could not drop a temporary table");
            }
        }
        for name in gone {
            let tables = self.session.temporaries.tables_mut();
            tables.catalog.tables.remove(&name);
            tables.made.remove(&name);
            self.session.host.state().temporary_ids.remove(&name);
        }
        self.session.generation += 1;
        self.frames.pop();
        let mut state = self.session.host.state();
        state.nest_level = self.frames.len().saturating_sub(1);
        if let Some(identity) = identity {
            state.scope_identity = identity;
        }
        state.procedure = procedure;
        std::mem::replace(&mut state.variables, variables)
    }

    /// Runs a procedure of the database.
    pub(super) fn run_module(
        &mut self,
        name: &Name,
        module: &Arc<Module>,
        passed: Vec<Passed>,
        span: Span,
    ) -> Result<i32, Stop> {
        if self.depth() > DEEPEST {
            let text = "Maximum stored procedure, function, trigger, or view nesting level exceeded (limit 32).";
            return Err(self.failure(SqlError::new(217, text), span).into());
        }
        let transactions = self.session.transaction.count;
        let (parameters, back) = self.bind_parameters(name, module, passed, span)?;
        let code = self.module_code(module);
        let frame = Frame { code: Arc::clone(&code), running: Running::Module(name.clone()) };
        let (ran, left) = self.call(frame, parameters, |this| match this.compile(&code.statements, LATER) {
            Ok(()) => this.statements(&code.statements),
            Err(failure) => this.failed(failure),
        });
        let status = match self.left(ran.map(Some), span)? {
            Some(Flow::Return(status)) => status,
            Some(_) => 0,
            None => -6,
        };
        self.give_back(&back, &left, span)?;
        let now = self.session.transaction.count;
        if now != transactions {
            let text = format!(
                "Transaction count after EXECUTE indicates a mismatching number of BEGIN and COMMIT statements. Previous \
                 count = {transactions}, current count = {now}."
            );
            return Err(self.failure(SqlError::new(266, text).state(2), span).into());
        }
        Ok(status)
    }

    /// The statements of a procedure's body.
    pub(in crate::sandbox::interpret) fn module_code(&mut self, module: &Module) -> Arc<Code> {
        let definition = module.definition.as_str();
        if let Some(code) = self.session.codes.get(definition) {
            return Arc::clone(code);
        }
        let parsed = tree::statements(definition, Span::new(0, definition.len()));
        let statements = parsed.statements.into_iter().find_map(|statement| match statement.kind {
            Kind::Module { statements, .. } => Some(statements),
            _ => None,
        });
        self.session.codes_made += 1;
        let code = Arc::new(Code {
            id: self.session.codes_made,
            source: SourceFile::new("module", definition),
            statements: statements.unwrap_or_default(),
        });
        self.session.codes.insert(definition.to_owned(), Arc::clone(&code));
        code
    }

    /// What each parameter starts with, and what goes back where.
    fn bind_parameters(
        &mut self,
        name: &Name,
        module: &Module,
        passed: Vec<Passed>,
        span: Span,
    ) -> Result<(Vec<Parameter>, Backs), Stop> {
        let declared = &module.parameters;
        let mut given: BTreeMap<Ident, Passed> = BTreeMap::new();
        for (at, argument) in passed.into_iter().enumerate() {
            let parameter = match &argument.name {
                Some(wanted) => declared.iter().find(|parameter| &parameter.name == wanted),
                None => declared.get(at),
            };
            let Some(parameter) = parameter else {
                return Err(self.failure(no_parameter(name, argument.name.as_ref()), span).into());
            };
            given.insert(parameter.name.clone(), argument);
        }
        let mut bound = Vec::new();
        let mut back = Vec::new();
        for parameter in declared {
            let argument = given.remove(&parameter.name);
            if let Some(to) = argument.as_ref().and_then(|argument| argument.back.clone()) {
                if !parameter.output {
                    return Err(self.failure(not_output(name, &parameter.name), span).into());
                }
                back.push((parameter.name.clone(), to));
            }
            let given = argument.map_or(Given::Default, |argument| argument.given);
            let holds = self.hold(name, parameter, given, span)?;
            bound.push(Parameter { name: parameter.name.clone(), holds });
        }
        Ok((bound, back))
    }

    fn hold(
        &mut self,
        procedure: &Name,
        parameter: &schema::Parameter,
        given: Given,
        span: Span,
    ) -> Result<Holds, Stop> {
        if let Some(table) = self.table_type(&parameter.data_type) {
            return match given {
                Given::Table(table) => Ok(Holds::Table(table)),
                _ => Ok(self.empty_table(&parameter.name, table, span)?),
            };
        }
        let data_type = SqlType::of(&parameter.data_type, &self.session.schema.catalog);
        let data_type = data_type.map_err(|error| self.failure(error, span))?;
        let value = match (given, &parameter.default) {
            (Given::Value(value, from), _) => {
                value::convert(value, from, data_type, None).map_err(|error| self.failure(error, span))?
            }
            (Given::Default, Some(default)) => {
                let place = self.place(span.start);
                self.value_of_text(&default_text(default.as_str()), Wanted::Value(data_type), &place)?.0
            }
            (Given::Default, None) => return Err(self.failure(not_supplied(procedure, &parameter.name), span).into()),
            (Given::Table(_), _) => {
                let error = SqlError::new(206, "Operand type clash: table is incompatible with a scalar parameter.");
                return Err(self.failure(error.state(2), span).into());
            }
        };
        Ok(Holds::Scalar(Variable { data_type, value }))
    }

    /// A parameter without a value, for checking a body.
    pub(in crate::sandbox::interpret) fn empty_parameter(
        &mut self,
        parameter: &schema::Parameter,
        span: Span,
    ) -> Result<Parameter, Failure> {
        let name = parameter.name.clone();
        if let Some(table) = self.table_type(&parameter.data_type) {
            let holds = self.empty_table(&name, table, span)?;
            return Ok(Parameter { name, holds });
        }
        let data_type = SqlType::of(&parameter.data_type, &self.session.schema.catalog);
        let data_type = data_type.map_err(|error| self.failure(error, span))?;
        Ok(Parameter { name, holds: Holds::Scalar(Variable { data_type, value: Value::Null }) })
    }

    /// An empty table of a table type; the frame that gets it drops it.
    fn empty_table(&mut self, name: &Ident, table: schema::Table, span: Span) -> Result<Holds, Failure> {
        let physical = format!("{}.{}", name.folded(), self.depth() + 1);
        let made = self.create_temporary(&physical, &table);
        made.map_err(|errors| self.failure(errors, span))?;
        Ok(Holds::Table(Box::new(temporary::Variable { table, physical, owned: true })))
    }

    /// Gives OUTPUT values back.
    pub(super) fn give_back(&mut self, back: &[(Ident, Back)], left: &Bound, span: Span) -> Result<(), Stop> {
        for (name, to) in back {
            let Some(variable) = left.get(name) else { continue };
            match to {
                Back::Variable(target) => {
                    let wanted = self.variable_type(target).map_err(|error| self.failure(error, span))?;
                    let value = value::convert(variable.value.clone(), variable.data_type, wanted, None);
                    let value = value.map_err(|error| self.failure(error, span))?;
                    self.set_variable(target, value);
                }
                Back::Client(client_name) => {
                    let event = Event::ReturnValue {
                        name: client_name.clone(),
                        wire_type: variable.data_type.wire(),
                        value: value::to_wire(variable.value.clone(), variable.data_type),
                    };
                    self.returned.push(event);
                }
            }
        }
        Ok(())
    }
}

/// A body of a module: what the sandbox does not know shows when it is reached.
const LATER: Judged = Judged { unknown: false };

/// A default as an expression: a word without quotes stands for its own text.
fn default_text(written: &str) -> String {
    if super::parse::is_bare_word(written) { format!("N'{written}'") } else { written.to_owned() }
}

fn shown(name: &Name) -> String {
    name.object.as_str().to_owned()
}

fn not_supplied(procedure: &Name, parameter: &Ident) -> SqlError {
    let text = format!(
        "Procedure or function '{}' expects parameter '{}', which was not supplied.",
        shown(procedure),
        parameter.as_str()
    );
    SqlError::new(201, text).state(4)
}

fn no_parameter(procedure: &Name, parameter: Option<&Ident>) -> SqlError {
    match parameter {
        Some(parameter) => {
            let text = format!("{} is not a parameter for procedure {}.", parameter.as_str(), shown(procedure));
            SqlError::new(8145, text)
        }
        None => {
            let text = format!("Procedure or function {} has too many arguments specified.", shown(procedure));
            SqlError::new(8144, text).state(2)
        }
    }
}

fn not_output(procedure: &Name, parameter: &Ident) -> SqlError {
    let text = format!(
        "The formal parameter \"{}\" of procedure \"{}\" was not declared as an OUTPUT parameter, but the actual parameter \
         passed in requested output.",
        parameter.as_str(),
        shown(procedure)
    );
    SqlError::new(8162, text).state(2)
}

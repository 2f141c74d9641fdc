//! `sp_executesql`.

use rusqlite::types::Value;

use super::super::call::{Bound, Holds, Parameter};
use super::super::{Given, Passed};
use super::Arguments;
use crate::name::Ident;
use crate::sandbox::error::SqlError;
use crate::sandbox::host::Variable;
use crate::sandbox::interpret::{Failure, Interpreter, Stop};
use crate::sandbox::value::{self, SqlType};
use crate::schema;
use crate::syntax::ast::Kind;
use crate::syntax::tree;
use crate::text::Span;

const NAMES: &[&str] = &["@stmt", "@params"];

impl Interpreter<'_> {
    pub(super) fn execute_sql(&mut self, passed: &[Passed], span: Span) -> Result<i32, Stop> {
        let arguments = Arguments::new(passed, NAMES);
        let text = arguments.text("@stmt").map_err(|error| self.failure(error, span))?.unwrap_or_default();
        let declarations = arguments.text("@params").map_err(|error| self.failure(error, span))?.unwrap_or_default();
        let is_own = |at: usize, passed: &Passed| match &passed.name {
            Some(name) => name.is("@stmt") || name.is("@params"),
            None => at < 2,
        };
        let rest = passed.iter().enumerate().filter(|(at, passed)| !is_own(*at, passed));
        let rest = rest.map(|(_, passed)| passed.clone()).collect();
        self.run_with_parameters(&text, &declarations, rest, span)?;
        Ok(0)
    }

    /// Runs text with parameters that are declared in another text.
    pub(in crate::sandbox::interpret) fn run_with_parameters(
        &mut self,
        text: &str,
        declarations: &str,
        passed: Vec<Passed>,
        span: Span,
    ) -> Result<(), Stop> {
        let declared = declared(declarations).map_err(|error| self.failure(error, span))?;
        let mut parameters = Vec::new();
        let mut back = Vec::new();
        for (at, parameter) in declared.iter().enumerate() {
            let by_name = passed.iter().find(|passed| passed.name.as_ref() == Some(&parameter.name));
            let given = by_name.or_else(|| passed.get(at).filter(|passed| passed.name.is_none()));
            if let Some(to) = given.and_then(|given| given.back.clone()) {
                back.push((parameter.name.clone(), to));
            }
            parameters.push(self.dynamic_parameter(parameter, given, span)?);
        }
        let left: Bound = self.run_dynamic(text, parameters, span)?;
        self.give_back(&back, &left, span)
    }

    fn dynamic_parameter(
        &mut self,
        parameter: &schema::Parameter,
        given: Option<&Passed>,
        span: Span,
    ) -> Result<Parameter, Failure> {
        let name = parameter.name.clone();
        if let Some(Given::Table(table)) = given.map(|given| &given.given) {
            return Ok(Parameter { name, holds: Holds::Table(table.clone()) });
        }
        let data_type = SqlType::of(&parameter.data_type, &self.session.schema.catalog);
        let data_type = data_type.map_err(|error| self.failure(error, span))?;
        let value = match given.map(|given| &given.given) {
            Some(Given::Value(value, from)) => value::convert(value.clone(), *from, data_type, None),
            Some(_) => Ok(Value::Null),
            None => Err(not_supplied(&name)),
        };
        let value = value.map_err(|error| self.failure(error, span))?;
        Ok(Parameter { name, holds: Holds::Scalar(Variable { data_type, value }) })
    }
}

/// Parameters as a procedure declares them.
fn declared(text: &str) -> Result<Vec<schema::Parameter>, SqlError> {
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    let procedure = format!("CREATE PROCEDURE [declarations] {text} AS RETURN");
    let parsed = tree::statements(&procedure, Span::new(0, procedure.len()));
    match parsed.statements.into_iter().next().map(|statement| statement.kind) {
        Some(Kind::Module { module, .. }) if !module.parameters.is_empty() => Ok(module.parameters),
        _ => Err(SqlError::syntax(text.split_whitespace().next().unwrap_or(""))),
    }
}

fn not_supplied(parameter: &Ident) -> SqlError {
    let text =
        format!("The parameterized query expects the parameter '{}', which was not supplied.", parameter.as_str());
    SqlError::new(8178, text)
}

//! Statement handles: `sp_prepare` and its cousins, resolved to statements with parameters.

use std::collections::BTreeMap;

use super::error;
use super::rpc::{Call, Procedure};
use crate::sandbox::wire::{Request, RpcParameter, ServerMessage, Value};

/// What a call comes to.
#[derive(Debug, Clone, PartialEq)]
pub struct Resolved {
    /// What the engine is to run, if anything.
    pub request: Option<Request>,
    /// The handle that the client gets back, with the name of the parameter that it gave for it.
    pub handle: Option<(String, i32)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Statement {
    sql: String,
    declarations: String,
}

/// The prepared statements of a session.
#[derive(Debug, Default)]
pub struct Prepared {
    last: i32,
    statements: BTreeMap<i32, Statement>,
}

impl Prepared {
    /// Resolves a call.
    ///
    /// # Errors
    /// A parameter is missing or of the wrong type (201, 214), or the handle is not known (8179).
    pub fn resolve(&mut self, call: Call) -> Result<Resolved, ServerMessage> {
        let mut parameters = call.parameters.into_iter();
        match call.procedure {
            Procedure::ExecuteSql => {
                let sql = text(parameters.next(), "sp_executesql", "statement")?;
                let declarations =
                    parameters.next().map(|next| text(Some(next), "sp_executesql", "params")).transpose()?;
                let statement = Statement { sql, declarations: declarations.unwrap_or_default() };
                Ok(run(&statement, parameters.collect()))
            }
            Procedure::Prepare => {
                let (handle, statement) = self.prepare(&mut parameters, "sp_prepare")?;
                self.statements.insert(handle.1, statement);
                Ok(Resolved { request: None, handle: Some(handle) })
            }
            Procedure::PrepareAndExecute => {
                let (handle, statement) = self.prepare(&mut parameters, "sp_prepexec")?;
                let resolved = run(&statement, parameters.collect());
                self.statements.insert(handle.1, statement);
                Ok(Resolved { handle: Some(handle), ..resolved })
            }
            Procedure::Execute => {
                let handle = handle(parameters.next(), "sp_execute")?;
                let statement = self.statements.get(&handle).ok_or_else(|| unknown_handle(handle))?;
                Ok(run(statement, parameters.collect()))
            }
            Procedure::Unprepare => {
                let handle = handle(parameters.next(), "sp_unprepare")?;
                self.statements.remove(&handle).ok_or_else(|| unknown_handle(handle))?;
                Ok(Resolved { request: None, handle: None })
            }
            Procedure::Named(name) => {
                let request = Request::Procedure { name, parameters: parameters.collect() };
                Ok(Resolved { request: Some(request), handle: None })
            }
        }
    }

    /// Forgets every statement, as the end of a session does.
    pub fn clear(&mut self) {
        self.statements.clear();
    }

    /// Reads the handle (OUTPUT), the declarations and the statement, and gives the statement a number.
    fn prepare(
        &mut self,
        parameters: &mut impl Iterator<Item = RpcParameter>,
        procedure: &str,
    ) -> Result<((String, i32), Statement), ServerMessage> {
        let handle = parameters.next().ok_or_else(|| missing(procedure, "handle"))?;
        let declarations = optional_text(parameters.next(), procedure, "params")?;
        let sql = text(parameters.next(), procedure, "stmt")?;
        self.last += 1;
        Ok(((handle.name, self.last), Statement { sql, declarations }))
    }
}

fn run(statement: &Statement, parameters: Vec<RpcParameter>) -> Resolved {
    let Statement { sql, declarations } = statement.clone();
    Resolved { request: Some(Request::ExecuteSql { sql, declarations, parameters }), handle: None }
}

fn text(parameter: Option<RpcParameter>, procedure: &str, name: &str) -> Result<String, ServerMessage> {
    match parameter.ok_or_else(|| missing(procedure, name))?.value {
        Value::Text(text) => Ok(text),
        _ => Err(error(214, format!("Procedure expects parameter '@{name}' of type 'ntext/nchar/nvarchar'."))),
    }
}

/// A text that may be NULL: a statement without parameters has no declarations.
fn optional_text(parameter: Option<RpcParameter>, procedure: &str, name: &str) -> Result<String, ServerMessage> {
    match parameter {
        Some(RpcParameter { value: Value::Null, .. }) => Ok(String::new()),
        other => text(other, procedure, name),
    }
}

fn handle(parameter: Option<RpcParameter>, procedure: &str) -> Result<i32, ServerMessage> {
    match parameter.ok_or_else(|| missing(procedure, "handle"))?.value {
        Value::Int(handle) => i32::try_from(handle).map_err(|_| error(214, wrong_handle())),
        _ => Err(error(214, wrong_handle())),
    }
}

fn wrong_handle() -> &'static str {
    "Procedure expects parameter '@handle' of type 'int'."
}

fn missing(procedure: &str, name: &str) -> ServerMessage {
    error(201, format!("Procedure or function '{procedure}' expects parameter '@{name}', which was not supplied."))
}

fn unknown_handle(handle: i32) -> ServerMessage {
    error(8179, format!("Could not find prepared statement with handle {handle}."))
}

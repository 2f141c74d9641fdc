//! Remote procedure calls: which procedure, by name or by number, and its parameters.

use super::bytes::Reader;
use super::{Unserved, error, not_served, types};
use crate::sandbox::wire::RpcParameter;

/// A procedure that the server itself knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Procedure {
    /// `sp_executesql`.
    ExecuteSql,
    /// `sp_prepare`.
    Prepare,
    /// `sp_execute`.
    Execute,
    /// `sp_prepexec`.
    PrepareAndExecute,
    /// `sp_unprepare`.
    Unprepare,
    /// Any other, by the name that was sent.
    Named(String),
}

/// A call.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// What is called.
    pub procedure: Procedure,
    /// Its parameters, in the order sent.
    pub parameters: Vec<RpcParameter>,
}

/// The numbers of the procedures that have one ([MS-TDS] 2.2.6.6).
const NUMBERED: [(u16, &str); 15] = [
    (1, "sp_cursor"),
    (2, "sp_cursoropen"),
    (3, "sp_cursorprepare"),
    (4, "sp_cursorexecute"),
    (5, "sp_cursorprepexec"),
    (6, "sp_cursorunprepare"),
    (7, "sp_cursorfetch"),
    (8, "sp_cursoroption"),
    (9, "sp_cursorclose"),
    (10, "sp_executesql"),
    (11, "sp_prepare"),
    (12, "sp_execute"),
    (13, "sp_prepexec"),
    (14, "sp_prepexecrpc"),
    (15, "sp_unprepare"),
];

/// What stands between two calls in one message.
const NEXT_CALL: u8 = 0xFF;
/// The same, and the call after it is not to be run.
const NEXT_CALL_NOT_RUN: u8 = 0xFE;

/// Reads the calls of a message after its headers.
///
/// # Errors
/// The message is malformed, or asks for what the server does not serve: server-side cursors, table-valued
/// parameters and the like.
pub fn parse(reader: &mut Reader<'_>) -> Result<Vec<Call>, Unserved> {
    let mut calls = Vec::new();
    loop {
        let procedure = read_procedure(reader)?;
        let _options = reader.u16()?;
        let parameters = read_parameters(reader)?;
        calls.push(Call { procedure, parameters });
        if reader.is_empty() {
            return Ok(calls);
        }
        if reader.u8()? == NEXT_CALL_NOT_RUN {
            return Err(Unserved::Refused(not_served("calls that are described and not run")));
        }
        if reader.is_empty() {
            return Ok(calls);
        }
    }
}

fn read_procedure(reader: &mut Reader<'_>) -> Result<Procedure, Unserved> {
    const BY_NUMBER: u16 = 0xFFFF;
    let units = reader.u16()?;
    let name = if units == BY_NUMBER {
        let number = reader.u16()?;
        let known = NUMBERED.iter().find(|(known, _)| *known == number);
        known.ok_or(reader.malformed())?.1.to_owned()
    } else {
        reader.utf16(units.into())?
    };
    by_name(name)
}

fn by_name(name: String) -> Result<Procedure, Unserved> {
    let bare = name.rsplit('.').next().unwrap_or_default().trim_matches(['[', ']']).to_ascii_lowercase();
    Ok(match bare.as_str() {
        "sp_executesql" => Procedure::ExecuteSql,
        "sp_prepare" => Procedure::Prepare,
        "sp_execute" => Procedure::Execute,
        "sp_prepexec" => Procedure::PrepareAndExecute,
        "sp_unprepare" => Procedure::Unprepare,
        "sp_prepexecrpc" => return Err(Unserved::Refused(not_served("sp_prepexecrpc: call the procedure itself"))),
        _ if NUMBERED.iter().any(|(_, known)| *known == bare) => {
            let what = format!("server-side cursors ({bare}): use a forward-only, read-only result");
            return Err(Unserved::Refused(not_served(&what)));
        }
        _ => Procedure::Named(name),
    })
}

fn read_parameters(reader: &mut Reader<'_>) -> Result<Vec<RpcParameter>, Unserved> {
    const MOST: usize = 2100;
    let mut parameters = Vec::new();
    while reader.peek().is_some_and(|next| next != NEXT_CALL && next != NEXT_CALL_NOT_RUN) {
        if parameters.len() == MOST {
            let text =
                "The incoming request has too many parameters. The server supports a maximum of 2100 parameters.";
            return Err(Unserved::Refused(error(8003, text)));
        }
        parameters.push(read_parameter(reader)?);
    }
    Ok(parameters)
}

fn read_parameter(reader: &mut Reader<'_>) -> Result<RpcParameter, Unserved> {
    const OUTPUT: u8 = 0x01;
    const DEFAULT: u8 = 0x02;
    let name = reader.b_varchar()?;
    let status = reader.u8()?;
    let parameter = types::read_type_info(reader)?;
    let value = types::read_value(reader, parameter)?;
    if status & DEFAULT != 0 {
        return Err(Unserved::Refused(not_served("parameters that ask for their DEFAULT: leave them out")));
    }
    Ok(RpcParameter { name, wire_type: parameter.wire_type, value, output: status & OUTPUT != 0 })
}

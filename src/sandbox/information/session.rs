//! Functions about the session: its errors, its transaction, its context, its identity values.

use rusqlite::types::Value;

use super::{Arguments, flag, number, text};
use crate::name::Ident;
use crate::sandbox::engine::DATABASE;
use crate::sandbox::host::{Host, State};
use crate::sandbox::interpret::roles;
use crate::sandbox::locks::{Mode, Owner, Resource};
use crate::sandbox::value::decimal;

/// Calls a function; `None` when it is not one of these.
pub(super) fn call(host: &Host, state: &State, function: &str, arguments: Arguments<'_>) -> Option<Value> {
    let error = state.handled.last();
    Some(match function {
        "ERROR_NUMBER" => number(error.map(|error| error.number)),
        "ERROR_SEVERITY" => number(error.map(|error| error.class)),
        "ERROR_STATE" => number(error.map(|error| error.state)),
        "ERROR_LINE" => number(error.map(|error| error.line)),
        "ERROR_MESSAGE" => text(error.map(|error| error.message.as_str())),
        "ERROR_PROCEDURE" => text(error.map(|error| error.procedure.as_str()).filter(|name| !name.is_empty())),
        "XACT_STATE" => Value::Integer(transaction_state(state)),
        "SCOPE_IDENTITY" => decimal_of(state.scope_identity),
        "ROWCOUNT_BIG" => Value::Integer(state.row_count),
        "SESSION_CONTEXT" => session_context(state, arguments),
        "CONTEXT_INFO" => Value::Null,
        "CURRENT_TRANSACTION_ID" => Value::Integer(i64::from(state.transaction_count)),
        "TRIGGER_NESTLEVEL" => Value::Integer(0),
        "APPLOCK_MODE" => text(Some(applock_mode(host, arguments))),
        "APPLOCK_TEST" => number(applock_test(host, arguments)),
        "HOST_NAME" => text(Some(host.login.host.as_str())),
        "APP_NAME" | "PROGRAM_NAME" => text(Some(host.login.application.as_str())),
        "SUSER_SNAME" | "SUSER_NAME" | "SYSTEM_USER" | "ORIGINAL_LOGIN" => text(Some(host.login.user.as_str())),
        "SESSIONPROPERTY" => session_property(state, arguments),
        "USER_NAME" | "CURRENT_USER" | "SESSION_USER" | "USER" => user_name(state, arguments),
        "USER_ID" | "DATABASE_PRINCIPAL_ID" => number(principal_id(state, arguments)),
        "IS_MEMBER" | "IS_ROLEMEMBER" => number(is_member(state, arguments)),
        "IS_SRVROLEMEMBER" => flag(false),
        "HAS_PERMS_BY_NAME" => flag(true),
        "DB_NAME" => match arguments.number(0) {
            Some(1) => text(Some("master")),
            Some(id) if id != DATABASE_ID => Value::Null,
            _ => text(Some(DATABASE)),
        },
        "DB_ID" => match arguments.text(0) {
            Some(name) if name.eq_ignore_ascii_case("master") => Value::Integer(1),
            Some(name) if !name.eq_ignore_ascii_case(DATABASE) => Value::Null,
            _ => Value::Integer(DATABASE_ID),
        },
        _ => return None,
    })
}

/// `database_id` of the user database.
const DATABASE_ID: i64 = 5;

/// 1 in a transaction that can commit, -1 in one that cannot, 0 in none (Learn, XACT_STATE).
fn transaction_state(state: &State) -> i64 {
    match (state.transaction_count, state.is_doomed) {
        (0, _) => 0,
        (_, true) => -1,
        (_, false) => 1,
    }
}

/// `numeric(38, 0)`, as stored.
pub(in crate::sandbox) fn decimal_of(value: Option<i64>) -> Value {
    value.map_or(Value::Null, |value| Value::Blob(decimal::encode(value.into())))
}

fn session_context(state: &State, arguments: Arguments<'_>) -> Value {
    let key = arguments.text(0).map(Ident::new);
    let found = key.and_then(|key| state.context.get(&key));
    found.map_or(Value::Null, |context| context.value.clone())
}

fn session_property(state: &State, arguments: Arguments<'_>) -> Value {
    let settings = &state.options.settings;
    let on = match arguments.text(0).unwrap_or_default().to_uppercase().as_str() {
        "QUOTED_IDENTIFIER" => settings.quoted_identifier,
        "ANSI_NULLS" => settings.ansi_nulls,
        "ANSI_PADDING" => settings.ansi_padding,
        "ANSI_WARNINGS" => settings.ansi_warnings,
        "ARITHABORT" => settings.arithabort,
        "CONCAT_NULL_YIELDS_NULL" => settings.concat_null_yields_null,
        "NUMERIC_ROUNDABORT" => settings.numeric_roundabort,
        _ => return Value::Null,
    };
    flag(on)
}

/// Everybody is `dbo` in the sandbox, until EXECUTE AS.
fn current_user(state: &State) -> &str {
    state.options.users.last().map_or("dbo", Ident::as_str)
}

fn user_name(state: &State, arguments: Arguments<'_>) -> Value {
    match arguments.number(0) {
        None if arguments.count() == 0 => text(Some(current_user(state))),
        Some(0) => text(Some("public")),
        Some(1) => text(Some("dbo")),
        Some(2) => text(Some("guest")),
        Some(id) => {
            let id = i32::try_from(id).ok();
            text(id.and_then(|id| state.schema.numbers.principals.find(id)).map(|name| name.as_str().to_owned()))
        }
        None => Value::Null,
    }
}

fn principal_id(state: &State, arguments: Arguments<'_>) -> Option<i32> {
    let name = arguments.text(0).or_else(|| (arguments.count() == 0).then(|| current_user(state).to_owned()))?;
    match name.to_lowercase().as_str() {
        "public" => Some(0),
        "dbo" => Some(1),
        "guest" => Some(2),
        _ => state.schema.numbers.principals.get(&Ident::new(name)),
    }
}

/// `dbo` is a member of `db_owner` and of `public`, another user of its roles; NULL for a role that is not there.
fn is_member(state: &State, arguments: Arguments<'_>) -> Option<i32> {
    let role = arguments.text(0)?.to_lowercase();
    let catalog = &state.schema.catalog;
    if let Some(user) = state.options.users.last().filter(|user| !user.is("dbo")) {
        let is_known =
            role.starts_with("db_") || role == "public" || catalog.principals.contains_key(&Ident::new(&role));
        let is_in = roles(catalog, user).iter().any(|own| own != user && own.is(&role));
        return is_known.then_some(is_in.into());
    }
    match role.as_str() {
        "db_owner" | "public" => Some(1),
        _ if role.starts_with("db_") => Some(0),
        _ => state.schema.catalog.principals.contains_key(&Ident::new(role)).then_some(0),
    }
}

fn owner(arguments: Arguments<'_>, at: usize) -> Owner {
    match arguments.text(at) {
        Some(owner) if owner.eq_ignore_ascii_case("Session") => Owner::Session,
        _ => Owner::Transaction,
    }
}

/// `APPLOCK_MODE(principal, resource, owner)`.
fn applock_mode(host: &Host, arguments: Arguments<'_>) -> &'static str {
    let Some(resource) = arguments.text(1) else { return "NoLock" };
    let held = host.shared.locks.mode(host.session, owner(arguments, 2), &Resource::Application(resource));
    held.map_or("NoLock", Mode::name)
}

/// `APPLOCK_TEST(principal, resource, mode, owner)`.
fn applock_test(host: &Host, arguments: Arguments<'_>) -> Option<i32> {
    let resource = Resource::Application(arguments.text(1)?);
    let wanted = arguments.text(2)?;
    let mode = Mode::ALL.into_iter().find(|mode| mode.name().eq_ignore_ascii_case(&wanted))?;
    Some(host.shared.locks.is_free(host.session, &resource, mode).into())
}

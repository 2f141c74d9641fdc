//! `EXECUTE AS USER` and `REVERT`: who a session is, and what that user may do.
//!
//! Everybody is `dbo` until then. A user's permissions are followed on rows and on procedures where the statement itself
//! names them: inside a module its owner's hold (Learn, "Ownership Chains"). Whatever else needs a permission is not known
//! here for a user.

use super::statement::steers;
use super::{Done, Failure, Flow, Interpreter, Running};
use crate::catalog::Catalog;
use crate::name::{Ident, Name};
use crate::sandbox::error::SqlError;
use crate::sandbox::query::Action;
use crate::schema::{Permission, Securable};
use crate::syntax::ast::{Kind, Statement};
use crate::syntax::lexer::{Token, TokenKind, lex, string_text};
use crate::text::Span;

impl Interpreter<'_> {
    /// `EXECUTE AS USER = 'name'`.
    pub(super) fn execute_as(&mut self, span: Span) -> Done {
        let user = self.impersonated(span).map_err(|error| self.failure(error, span))?;
        self.session.options.users.push(user);
        self.changed_user()
    }

    /// `REVERT`. Without an EXECUTE AS before it, nothing happens.
    pub(super) fn revert(&mut self) -> Done {
        self.session.options.users.pop();
        self.changed_user()
    }

    fn changed_user(&mut self) -> Done {
        self.session.generation += 1;
        self.done(None);
        Ok(Flow::Next)
    }

    fn impersonated(&self, span: Span) -> Result<Ident, SqlError> {
        let text = self.text(span);
        let tokens = lex(text, Span::new(0, text.len())).tokens;
        let tokens: Vec<&Token> = tokens.iter().filter(|token| !token.is_symbol(text, ";")).collect();
        let [_, _, user, equals, name] = tokens[..] else {
            return Err(SqlError::unknown("EXECUTE AS with options, or of the caller"));
        };
        if !user.is_word(text, "USER") || !equals.is_symbol(text, "=") || name.kind != TokenKind::String {
            return Err(SqlError::unknown("EXECUTE AS of anything but USER = 'name'"));
        }
        let name = Ident::new(string_text(name.text(text)));
        let catalog = &self.session.schema.catalog;
        let is_user =
            name.is("dbo") || catalog.principals.get(&name).is_some_and(|entry| &*entry.definition.class == "USER");
        let may = self.plain_user().is_none_or(|current| *current == name);
        if is_user && may { Ok(name) } else { Err(cannot_impersonate(&name)) }
    }

    /// The user that the session is, when its own permissions decide: not for an owner of the database, and not inside a
    /// module.
    pub(super) fn plain_user(&self) -> Option<&Ident> {
        let in_module = self.frames.iter().any(|frame| matches!(frame.running, Running::Module(_)));
        let user = self.session.options.users.last()?;
        (!in_module && !is_owner(&self.session.schema.catalog, user)).then_some(user)
    }

    /// Whether the user may run a statement that no plan judges.
    pub(super) fn judge_user(&self, statement: &Statement) -> Result<(), Failure> {
        let Some(user) = self.plain_user() else { return Ok(()) };
        let error = match &statement.kind {
            Kind::Execute { procedure: Some(procedure), .. } => {
                let catalog = &self.session.schema.catalog;
                let name = catalog.resolve(&procedure.to_name());
                let is_denied = catalog.modules.contains_key(&name) && is_denied(catalog, user, "EXECUTE", &name);
                is_denied.then(|| no_permission("EXECUTE", &name, self.session.database()))
            }
            kind if is_open_to_all(kind) => None,
            _ => Some(SqlError::unknown("A statement of this kind under EXECUTE AS USER")),
        };
        error.map_or(Ok(()), |error| Err(self.failure(error, statement.span)))
    }

    /// Whether the user may change rows of a table (Msg 229).
    pub(super) fn judge_change(&self, table: &Name, action: Action) -> Result<(), SqlError> {
        let permission = match action {
            Action::Insert => "INSERT",
            Action::Update => "UPDATE",
            Action::Delete => "DELETE",
        };
        self.refused(permission, table).map_or(Ok(()), Err)
    }

    /// The error for a user who may not do something with an object; `None` where it may be done, or the object is the
    /// session's own.
    pub(super) fn refused(&self, permission: &str, object: &Name) -> Option<SqlError> {
        let user = self.plain_user().filter(|_| !object.object.as_str().starts_with(['#', '@']))?;
        let is_denied = is_denied(&self.session.schema.catalog, user, permission, object);
        is_denied.then(|| no_permission(permission, object, self.session.database()))
    }
}

/// Statements that need no permission, or whose permissions are judged where their rows are read and written.
fn is_open_to_all(kind: &Kind) -> bool {
    steers(kind) || matches!(kind, Kind::Dml { .. })
}

/// `dbo`, and the members of `db_owner`.
fn is_owner(catalog: &Catalog, user: &Ident) -> bool {
    user.is("dbo") || roles(catalog, user).iter().any(|role| role.is("db_owner"))
}

/// The user, `public`, and every role that it is a member of, also through others.
pub(in crate::sandbox) fn roles(catalog: &Catalog, user: &Ident) -> Vec<Ident> {
    let mut found = vec![user.clone(), Ident::new("public")];
    let mut at = 0;
    while let Some(principal) = found.get(at).cloned() {
        let of = catalog.principals.get(&principal).into_iter().flat_map(|entry| &entry.definition.member_of);
        let new: Vec<Ident> = of.filter(|role| !found.contains(role)).cloned().collect();
        found.extend(new);
        at += 1;
    }
    found
}

/// Whether the user has no such permission on an object, or it is denied. A grant of columns is none of the object.
fn is_denied(catalog: &Catalog, user: &Ident, permission: &str, object: &Name) -> bool {
    let roles = roles(catalog, user);
    let of_object = |class: &str, name: Vec<Ident>| Some(Securable { class: class.into(), name });
    let securables = [
        None,
        of_object("SCHEMA", vec![object.schema.clone()]),
        of_object("OBJECT", vec![object.schema.clone(), object.object.clone()]),
    ];
    let given = securables.iter().filter_map(|securable| catalog.permissions.get(securable)).flatten();
    let is_it = |each: &Permission| {
        let covers = *each.permission == *permission || &*each.permission == "CONTROL";
        covers && each.columns.is_empty() && roles.contains(&each.principal)
    };
    let fixed = |reader: &str, writer: &str| {
        let role = if permission == "SELECT" { reader } else { writer };
        permission != "EXECUTE" && roles.iter().any(|own| own.is(role))
    };
    let all: Vec<&Permission> = given.filter(|each| is_it(each)).collect();
    let is_denied = all.iter().any(|each| each.deny) || fixed("db_denydatareader", "db_denydatawriter");
    let is_granted = all.iter().any(|each| !each.deny) || fixed("db_datareader", "db_datawriter");
    is_denied || !is_granted
}

/// Msg 229.
fn no_permission(permission: &str, object: &Name, database: &str) -> SqlError {
    let (schema, object) = (object.schema.as_str(), object.object.as_str());
    let text = format!(
        "The {permission} permission was denied on the object '{object}', database '{database}', schema '{schema}'."
    );
    SqlError::new(229, text).class(14).state(5)
}

/// Msg 15517.
fn cannot_impersonate(name: &Ident) -> SqlError {
    let text = format!(
        "Cannot execute as the database principal because the principal \"{}\" does not exist, this type of principal cannot be \
         impersonated, or you do not have permission.",
        name.as_str()
    );
    SqlError::new(15517, text)
}

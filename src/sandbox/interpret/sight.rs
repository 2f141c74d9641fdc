//! What a translation sees of the session: variables, temporary tables, system views, policies.

use std::cell::RefCell;

use super::{Interpreter, policy};
use crate::name::{Ident, Name};
use crate::sandbox::error::SqlError;
use crate::sandbox::query::{Environment, Scope, SystemView, Temporary};
use crate::sandbox::session::Session;
use crate::sandbox::store::table::quoted;
use crate::sandbox::system::{self, View};
use crate::sandbox::value::SqlType;

/// The session as a translation sees it. It notes the system views that were asked for, which have to
/// be filled before the statement runs.
pub(super) struct Sight<'a> {
    session: &'a Session,
    unreadable: &'a dyn Fn(&Name) -> Option<SqlError>,
    views: RefCell<Vec<&'static View>>,
}

impl Environment for Sight<'_> {
    fn variable(&self, name: &Ident) -> Option<SqlType> {
        if name.as_str().starts_with("@@") {
            return super::assign::global_type(name);
        }
        self.session.host.state().variables.get(name).map(|variable| variable.data_type)
    }

    fn temporary(&self, name: &Ident) -> Option<Temporary<'_>> {
        self.session.temporaries.find(name)
    }

    fn system_view(&self, name: &Name) -> Option<SystemView> {
        let view = system::view(name)?;
        let mut views = self.views.borrow_mut();
        if !views.iter().any(|known| std::ptr::eq(*known, view)) {
            views.push(view);
        }
        let columns = view.columns().into_iter().map(|(name, data_type)| (name, data_type, true)).collect();
        Some(SystemView { columns, source: format!("temp.{}", quoted(&view.physical())) })
    }

    fn row_filter(&self, table: &Name) -> Option<String> {
        policy::row_filter(&self.session.schema.catalog, table)
    }

    fn unreadable(&self, object: &Name) -> Option<SqlError> {
        (self.unreadable)(object)
    }

    fn identity_insert(&self) -> Option<Name> {
        self.session.options.identity_insert.clone()
    }
}

impl Interpreter<'_> {
    /// Does something with what a statement sees; also gives the system views that were asked for.
    pub(super) fn look<T>(&self, what: impl FnOnce(&Scope<'_>) -> T) -> (T, Vec<&'static View>) {
        let unreadable = |object: &Name| self.refused("SELECT", object);
        let sight = Sight { session: self.session, unreadable: &unreadable, views: RefCell::default() };
        let scope = Scope {
            catalog: &self.session.schema.catalog,
            environment: &sight,
            default_schema: &self.session.default_schema,
            database: self.session.database(),
            depth: self.depth(),
        };
        let done = what(&scope);
        (done, sight.views.into_inner())
    }
}

//! What a procedure would do to the schema if it were called.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::catalog::Catalog;
use crate::name::Name;
use crate::schema::{Module, ModuleKind};
use crate::syntax::ast::{DmlVerb, Kind, Statement};
use crate::syntax::tree;
use crate::text::{SourceFile, Span};

/// The statements of a module that may change the schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Body {
    /// The module's definition; its path is the module's name.
    pub source: SourceFile,
    /// The statements, in order, with places in the definition: what changes the schema, executes
    /// text or executes procedures. What stands around them is left out.
    pub statements: Vec<Statement>,
}

/// What a module would do to the schema if it ran. Linear in its definition.
#[must_use]
pub fn body(name: &Name, module: &Module) -> Body {
    let text = module.definition.as_str();
    let parsed = tree::statements(text, Span::new(0, text.len()));
    let mut statements = Vec::new();
    for statement in parsed.statements {
        if let Kind::Module { statements: inner, .. } = statement.kind {
            inner.into_iter().for_each(|inner| gather(inner, &mut statements));
        }
    }
    Body { source: SourceFile::new(name.to_string(), text), statements }
}

/// Gathers what may change the schema from a statement and what is inside it.
fn gather(statement: Statement, into: &mut Vec<Statement>) {
    match statement.kind {
        Kind::Block(inner) => inner.into_iter().for_each(|inner| gather(inner, into)),
        Kind::If { then, otherwise, .. } => {
            gather(*then, into);
            if let Some(otherwise) = otherwise {
                gather(*otherwise, into);
            }
        }
        Kind::While { body, .. } => gather(*body, into),
        Kind::TryCatch { body, handler } => body.into_iter().chain(handler).for_each(|inner| gather(inner, into)),
        Kind::Dynamic { statements: Some(inner), .. } => inner.into_iter().for_each(|inner| gather(inner, into)),
        _ if may_change_schema(&statement.kind) => into.push(statement),
        _ => {}
    }
}

/// Whether a leaf statement may change the schema.
fn may_change_schema(kind: &Kind) -> bool {
    match kind {
        Kind::Dml { verb, target } => *verb == DmlVerb::Select && target.is_some(),
        Kind::Transaction(_)
        | Kind::SetOption { .. }
        | Kind::Declare(_)
        | Kind::Assign { .. }
        | Kind::Use(_)
        | Kind::Other(_)
        | Kind::UpdateStatistics { .. } => false,
        Kind::Execute { procedure: Some(procedure), .. } => {
            let system = ["sp_", "xp_"].iter().any(|prefix| procedure.object().folded().starts_with(prefix));
            let typed = procedure.object().is("sp_rename") || procedure.object().folded().ends_with("extendedproperty");
            !system || typed
        }
        _ => true,
    }
}

/// The bodies of procedures that were executed, read once.
#[derive(Debug, Default)]
pub(super) struct Bodies(BTreeMap<Name, (Arc<Module>, Arc<Body>)>);

impl Bodies {
    /// The body of a procedure of the catalog; `None` for what is no procedure there.
    pub(super) fn of(&mut self, name: &Name, catalog: &Catalog) -> Option<Arc<Body>> {
        let module = &catalog.modules.get(name)?.definition;
        if module.kind != ModuleKind::Procedure {
            return None;
        }
        match self.0.get(name) {
            Some((read, body)) if Arc::ptr_eq(read, module) => Some(Arc::clone(body)),
            _ => {
                let read = Arc::new(body(name, module));
                self.0.insert(name.clone(), (Arc::clone(module), Arc::clone(&read)));
                Some(read)
            }
        }
    }
}

//! What must be there before a table or module can be made.

use std::collections::BTreeSet;

use crate::catalog::Catalog;
use crate::name::{Ident, Name};
use crate::schema::{ConstraintKind, Module, SqlText, Table};
use crate::syntax::lexer::{self, Token, identifier_text};
use crate::text::Span;

/// The tables and modules of a catalog, each after those that it cannot be made without; apart from
/// that in the order given. Objects that need each other stay in that order.
pub(crate) fn sorted<'a>(catalog: &'a Catalog, wanted: impl IntoIterator<Item = &'a Name>) -> Vec<&'a Name> {
    let mut order = Order { catalog, seen: BTreeSet::new(), sorted: Vec::new() };
    wanted.into_iter().for_each(|name| order.visit(name));
    order.sorted
}

struct Order<'a> {
    catalog: &'a Catalog,
    seen: BTreeSet<&'a Name>,
    sorted: Vec<&'a Name>,
}

/// An object that waits for what it needs, the rest of which is still to be looked at.
struct Waiting<'a> {
    name: &'a Name,
    needs: std::vec::IntoIter<&'a Name>,
}

impl<'a> Order<'a> {
    /// Puts an object behind what it needs. No recursion: chains may be as long as a catalog.
    fn visit(&mut self, name: &'a Name) {
        let mut open: Vec<Waiting<'a>> = self.enter(name).into_iter().collect();
        while let Some(waiting) = open.last_mut() {
            match waiting.needs.next() {
                Some(needed) => {
                    let entered = self.enter(needed);
                    open.extend(entered);
                }
                None => {
                    self.sorted.push(waiting.name);
                    open.pop();
                }
            }
        }
    }

    fn enter(&mut self, name: &'a Name) -> Option<Waiting<'a>> {
        self.seen.insert(name).then(|| Waiting { name, needs: needs(self.catalog, name).into_iter() })
    }
}

/// The tables and modules that an object cannot be made without.
fn needs<'a>(catalog: &'a Catalog, name: &Name) -> Vec<&'a Name> {
    let mut needed: BTreeSet<Name> = BTreeSet::new();
    if let Some(table) = catalog.table(name) {
        needed.extend(table.versioned.iter().flatten().cloned());
        needed.extend(calls_of(table));
    }
    if let Some(module) = catalog.modules.get(name).map(|entry| &*entry.definition) {
        needed.extend(module.trigger_on.clone());
        if binds_at_once(module) {
            needed.extend(module.references.iter().map(|name| catalog.resolve(name)));
        }
    }
    let known = |name: &Name| {
        let table = catalog.tables.get_key_value(name).map(|(name, _)| name);
        table.or_else(|| catalog.modules.get_key_value(name).map(|(name, _)| name))
    };
    needed.iter().filter_map(known).filter(|needed| *needed != name).collect()
}

/// Whether what a module names must be there when it is made: views and inline functions are bound at
/// once, other modules only with SCHEMABINDING (Learn, "Deferred name resolution and compilation").
fn binds_at_once(module: &Module) -> bool {
    module.is_query() || module.is_schema_bound()
}

/// What is called by the defaults, computed columns and checks of a table with a schema before it, as
/// functions of a user are.
pub(crate) fn calls_of(table: &Table) -> BTreeSet<Name> {
    let of_columns = table.columns.iter().flat_map(|column| {
        let default = column.default.as_ref().map(|default| &default.value);
        default.into_iter().chain(column.computed.as_ref().map(|computed| &computed.expression))
    });
    let of_checks = table.constraints.iter().filter_map(|constraint| match &constraint.kind {
        ConstraintKind::Check { condition, .. } => Some(condition),
        _ => None,
    });
    of_columns.chain(of_checks).flat_map(calls).collect()
}

/// The names of two parts that an opening parenthesis follows.
fn calls(expression: &SqlText) -> Vec<Name> {
    let text = expression.as_str();
    let tokens = lexer::lex(text, Span::new(0, text.len())).tokens;
    let ident = |token: &Token| token.kind.is_written_name().then(|| Ident::new(identifier_text(token.text(text))));
    let call = |window: &[Token]| {
        let [schema, dot, object, open] = window else { return None };
        (dot.is_symbol(text, ".") && open.is_symbol(text, "(")).then_some(())?;
        Some(Name { schema: ident(schema)?, object: ident(object)? })
    };
    tokens.windows(4).filter_map(call).collect()
}

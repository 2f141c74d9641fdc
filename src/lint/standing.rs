//! What modules do, when they are called, to tables that have a vector index in the end.

use std::collections::BTreeMap;

use super::{Findings, Watch};
use crate::catalog::{Catalog, Place};
use crate::name::Name;
use crate::replay::{Inside, Step};
use crate::syntax::ast::{Kind, ObjectName, Statement};

/// Remembers what modules do, and tells what an index refuses in the end.
pub(super) struct Standing {
    /// The table to which a statement does it, when it does.
    target: fn(&Statement) -> Option<&ObjectName>,
    /// What it does, for the message.
    verb: &'static str,
    /// The number of the engine.
    error: u32,
    help: &'static str,
    /// Of each module the tables, and where.
    done: BTreeMap<Name, Vec<(Name, Place)>>,
}

impl Standing {
    pub(super) fn new(
        target: fn(&Statement) -> Option<&ObjectName>,
        (verb, error, help): (&'static str, u32, &'static str),
    ) -> Self {
        Self { target, verb, error, help, done: BTreeMap::new() }
    }

    /// The tables of a body. One that drops an index itself knows of it.
    fn tables(&self, step: &Step, statements: &[Statement]) -> Vec<(Name, Place)> {
        let mut found = Vec::new();
        let mut drops = false;
        for statement in statements {
            statement.walk(&mut |inner| {
                drops |= matches!(inner.kind, Kind::DropIndex { .. });
                if let Some(table) = (self.target)(inner).filter(|_| !drops) {
                    let is_direct = matches!(step.inside, Inside::Direct);
                    found.push((table.to_name(), if is_direct { step.at(inner.span) } else { step.place() }));
                }
            });
        }
        found
    }
}

impl Watch for Standing {
    fn step(&mut self, step: &Step, _findings: &mut Findings) {
        if let Kind::Module { name, statements, .. } = &step.statement.kind
            && !matches!(step.inside, Inside::Procedure(_))
        {
            let tables = self.tables(step, statements);
            self.done.insert(name.to_name(), tables);
        }
    }

    fn end(&mut self, after: &Catalog, findings: &mut Findings) {
        for (module, tables) in self.done.iter().filter(|(module, _)| after.modules.contains_key(*module)) {
            for (written, place) in tables {
                let name = after.resolve(written);
                let Some(entry) = after.tables.get(&name) else { continue };
                let Some((index, _, made)) = entry.vector_indexes().next() else { continue };
                let verb = self.verb;
                let message =
                    format!("`{module}` {verb} `{name}`, which fails while it has the vector index `{}`", index.name);
                findings
                    .add(*place, message)
                    .table(&name)
                    .errors(&[self.error])
                    .related(made, format!("the vector index `{}` is created here", index.name))
                    .unsure()
                    .help(self.help);
            }
        }
    }
}

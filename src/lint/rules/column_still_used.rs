//! A view, procedure, function or trigger that names a column which is no longer there.

use crate::catalog::{Catalog, Place, Presence};
use crate::change::Change;
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule, Watch};
use crate::name::{Ident, Name};
use crate::schema::Module;
use crate::syntax::lexer::{Token, identifier_text, lex};
use crate::text::Span;

/// The rule.
pub static RULE: Rule = Rule {
    code: "column-still-used",
    summary: "drops or renames a column that a view or procedure still names",
    docs: include_str!("column_still_used.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Watch(|| Box::<Gone>::default())],
};

/// The columns that the history has dropped or renamed.
#[derive(Default)]
struct Gone(Vec<(Place, Name, Ident, bool)>);

impl Watch for Gone {
    fn change(&mut self, cx: &ChangeCx, _findings: &mut Findings) {
        let (Change::DropColumn { table, column } | Change::RenameColumn { table, from: column, .. }) = cx.change
        else {
            return;
        };
        self.0.push((cx.place, table.clone(), column.clone(), cx.step.certainty == Presence::Certain));
    }

    fn end(&mut self, after: &Catalog, findings: &mut Findings) {
        for (place, table, column, certain) in &self.0 {
            let Some(entry) = after.tables.get(table).filter(|entry| !entry.uncertain) else { continue };
            if entry.definition.column(column).is_some() {
                continue;
            }
            let Some((user, made, doubt)) = user(after, table, column, *place) else { continue };
            let finding = findings
                .add(*place, format!("`{user}` still names `{column}` of `{table}`, and fails from here on"))
                .table(table)
                .errors(&[207])
                .related(Some(made), format!("`{user}` is made here"))
                .help("change or drop what names it first, in the same file or an earlier one");
            if doubt || !certain {
                finding.unsure();
            }
        }
    }
}

/// A module from before a place that reads the table and names the column, where no other object that
/// it names can be meant; whether it may be a column of something it makes itself.
fn user<'a>(catalog: &'a Catalog, table: &Name, column: &Ident, gone: Place) -> Option<(&'a Name, Place, bool)> {
    catalog.referrers.of(table).find_map(|name| {
        let (name, entry) = catalog.modules.get_key_value(name)?;
        let made = entry.origin.0.filter(|made| *made < gone && entry.presence == Presence::Certain)?;
        let module = &entry.definition;
        let reads = module.refers_to(table) && !module.is_schema_bound() && others_lack(catalog, module, table, column);
        let doubt = reads.then(|| mention(module.body.as_str(), column)).flatten()?;
        Some((name, made, doubt))
    })
}

/// Whether everything else that a module names is a table that has no column of the name.
fn others_lack(catalog: &Catalog, module: &Module, table: &Name, column: &Ident) -> bool {
    let lacks = |name: &Name| {
        let entry = catalog.tables.get(&catalog.resolve(name));
        entry.is_some_and(|entry| {
            !entry.uncertain && entry.definition.opaque.is_empty() && entry.definition.column(column).is_none()
        })
    };
    module.references.iter().filter(|name| *name != table).all(lacks)
}

/// Whether a body names a column, and if so, whether something that the body makes may have it: a
/// temporary table, a variable, JSON that is read as rows.
fn mention(body: &str, column: &Ident) -> Option<bool> {
    let tokens = lex(body, Span::new(0, body.len())).tokens;
    let is_name = |token: &Token| token.kind.is_name();
    let is_it = |at: usize, token: &Token| {
        let is_alias = at > 0 && tokens[at - 1].is_word(body, "AS");
        let is_qualifier =
            tokens.get(at + 1).is_some_and(|next| next.is_symbol(body, ".") || next.is_symbol(body, "("));
        is_name(token) && !is_alias && !is_qualifier && *column == Ident::new(identifier_text(token.text(body)))
    };
    let makes = |token: &Token| {
        ["TABLE", "OPENJSON", "VALUES", "PIVOT", "UNPIVOT", "XML"].iter().any(|word| token.is_word(body, word))
            || token.text(body).starts_with('#')
    };
    tokens.iter().enumerate().any(|(at, token)| is_it(at, token)).then(|| tokens.iter().any(makes))
}

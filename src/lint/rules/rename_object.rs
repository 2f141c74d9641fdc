//! A table or module that takes another name: whoever uses the old one no longer finds it.

use crate::catalog::{Catalog, Place, Presence};
use crate::change::Change;
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule, Watch};
use crate::name::Name;
use crate::syntax::ast::ObjectClass;

/// The rule.
pub static RULE: Rule = Rule {
    code: "rename-object",
    summary: "renames or moves something that others may name",
    docs: include_str!("rename_object.md"),
    levels: Levels::all(Level::Warning),
    phases: BOTH,
    guarded: false,
    yields_to: &["object-still-used", "own-history-table"],
    checks: &[Check::Watch(|| Box::<Renamed>::default())],
};

/// What the file at hand has renamed.
#[derive(Default)]
struct Renamed(Vec<Renaming>);

struct Renaming {
    place: Place,
    from: Name,
    to: Name,
    is_module: bool,
}

impl Watch for Renamed {
    fn change(&mut self, cx: &ChangeCx, _findings: &mut Findings) {
        let (Change::Rename { class, from, to } | Change::Transfer { class, from, to }) = cx.change else { return };
        let made = cx.before.object_place(from);
        let is_old = made.is_none_or(|place| place.file as usize != cx.step.file);
        if is_old && *class != ObjectClass::Type && cx.step.certainty == Presence::Certain {
            let is_module = cx.before.modules.contains_key(from) && matches!(cx.change, Change::Rename { .. });
            self.0.push(Renaming { place: cx.place, from: from.clone(), to: to.clone(), is_module });
        }
    }

    fn file_end(&mut self, after: &Catalog, findings: &mut Findings) {
        for Renaming { place, from, to, is_module } in self.0.drain(..) {
            if after.object_kind(&from).is_some() {
                continue;
            }
            let finding = findings
                .add(place, format!("whatever names `{from}` no longer finds it: it is `{to}` now"))
                .table(&from)
                .errors(&[208]);
            finding.help(if is_module {
                "create it anew under the new name: sp_rename leaves the old name in the text that the server keeps"
            } else {
                "leave a view or synonym under the old name until no release uses it"
            });
        }
    }
}

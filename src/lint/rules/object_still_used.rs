//! A view, procedure, function or trigger that names what is no longer there.

use crate::catalog::{Catalog, Place, Presence};
use crate::change::Change;
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule, Watch};
use crate::name::Name;
use crate::schema::ModuleKind;

/// The rule.
pub static RULE: Rule = Rule {
    code: "object-still-used",
    summary: "drops or renames something that a view or procedure still names",
    docs: include_str!("object_still_used.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Watch(|| Box::<Gone>::default())],
};

/// What the history has dropped, renamed or moved.
#[derive(Default)]
struct Gone(Vec<Absent>);

struct Absent {
    place: Place,
    name: Name,
    number: u32,
    certain: bool,
}

impl Watch for Gone {
    fn change(&mut self, cx: &ChangeCx, _findings: &mut Findings) {
        let (name, number) = match cx.change {
            Change::DropModule { kind: ModuleKind::Procedure, name } => (name, 2812),
            Change::DropModule { kind: ModuleKind::Trigger, .. } => return,
            Change::DropTable { name } | Change::DropModule { name, .. } | Change::DropSynonym { name } => (name, 208),
            Change::Rename { from, .. } | Change::Transfer { from, .. } => (from, 208),
            _ => return,
        };
        let certain = cx.step.certainty == Presence::Certain;
        self.0.push(Absent { place: cx.place, name: name.clone(), number, certain });
    }

    fn end(&mut self, after: &Catalog, findings: &mut Findings) {
        for absent in self.0.iter().filter(|absent| after.object_kind(&absent.name).is_none()) {
            absent.tell(after, findings);
        }
    }
}

impl Absent {
    fn tell(&self, after: &Catalog, findings: &mut Findings) {
        let users = after.dependents(&self.name).into_iter().filter_map(|dependent| {
            let entry = after.modules.get(&dependent.name).filter(|entry| entry.presence == Presence::Certain)?;
            let made = entry.origin.0.filter(|made| *made < self.place)?;
            Some((dependent.name, made))
        });
        let users: Vec<_> = users.collect();
        let Some((first, _)) = users.first() else { return };
        let more = if users.len() > 1 { format!(" and {} more", users.len() - 1) } else { String::new() };
        let name = &self.name;
        let finding = findings
            .add(self.place, format!("`{first}`{more} still names `{name}`, and fails from here on"))
            .table(name);
        finding.errors(&[self.number]).help("change or drop what names it first, in the same file or an earlier one");
        for (user, made) in users.iter().take(3) {
            finding.related(Some(*made), format!("`{user}` is made here"));
        }
        if !self.certain {
            finding.unsure();
        }
    }
}

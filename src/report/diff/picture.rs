//! The tables that a difference touches and the foreign keys between them, as a picture.

use std::collections::{BTreeMap, BTreeSet};

use super::{Report, Sign};
use crate::catalog::Catalog;
use crate::change::Change;
use crate::name::Name;
use crate::report::page::escaped;
use crate::schema::ConstraintKind;

/// The size of a box, the room around it, and how many stand in a row.
const WIDTH: usize = 230;
const HEIGHT: usize = 44;
const ROOM: usize = 50;
const IN_A_ROW: usize = 4;

/// How many tables a picture shows; more would show nothing.
const MANY: usize = 40;

/// The picture; nothing where fewer than one table or more than can be seen are touched.
pub(super) fn picture(report: &Report) -> String {
    let mut after = report.before.clone();
    let mut signs: BTreeMap<Name, Sign> = BTreeMap::new();
    for item in &report.items {
        let table = item.change.table().or_else(|| of_whole(&item.change)).cloned();
        let _ = after.apply(&item.change);
        if let Some(table) =
            table.filter(|table| report.before.tables.contains_key(table) || after.tables.contains_key(table))
        {
            signs.entry(table).or_insert(Sign::Tilde);
        }
    }
    let renamed = |table: &Name| report.items.iter().any(|item| was_there(&item.change, table, &report.before));
    for (table, sign) in &mut signs {
        match (report.before.tables.contains_key(table), after.tables.contains_key(table)) {
            (false, true) if !renamed(table) => *sign = Sign::Plus,
            (true, false) => *sign = Sign::Minus,
            _ => {}
        }
    }
    if signs.is_empty() || signs.len() > MANY {
        return String::new();
    }
    draw(&signs, &edges(&report.before, &after, &signs))
}

fn of_whole(change: &Change) -> Option<&Name> {
    match change {
        Change::CreateTable { name, .. } | Change::DropTable { name } => Some(name),
        Change::Rename { to, .. } | Change::Transfer { to, .. } => Some(to),
        _ => None,
    }
}

/// Whether a table took this name with a change, and was there under another.
fn was_there(change: &Change, table: &Name, before: &Catalog) -> bool {
    match change {
        Change::Rename { from, to, .. } | Change::Transfer { from, to, .. } => {
            to == table && before.table(from).is_some()
        }
        _ => false,
    }
}

/// The foreign keys between these tables: from, to, and whether they come, go or stay.
fn edges(before: &Catalog, after: &Catalog, tables: &BTreeMap<Name, Sign>) -> Vec<(Name, Name, Option<Sign>)> {
    let of = |catalog: &Catalog| -> BTreeSet<(Name, Name)> {
        let mut found = BTreeSet::new();
        for name in tables.keys() {
            for constraint in catalog.table(name).into_iter().flat_map(|table| &table.constraints) {
                if let ConstraintKind::ForeignKey { references, .. } = &constraint.kind
                    && tables.contains_key(references)
                {
                    found.insert((name.clone(), references.clone()));
                }
            }
        }
        found
    };
    let (was, is) = (of(before), of(after));
    let all: BTreeSet<_> = was.union(&is).cloned().collect();
    let sign = |edge: &(Name, Name)| match (was.contains(edge), is.contains(edge)) {
        (false, _) => Some(Sign::Plus),
        (_, false) => Some(Sign::Minus),
        _ => None,
    };
    all.into_iter()
        .map(|edge| {
            let sign = sign(&edge);
            (edge.0, edge.1, sign)
        })
        .collect()
}

fn draw(tables: &BTreeMap<Name, Sign>, edges: &[(Name, Name, Option<Sign>)]) -> String {
    let places: BTreeMap<&Name, (usize, usize)> =
        tables.keys().enumerate().map(|(at, name)| (name, place(at))).collect();
    let rows = tables.len().div_ceil(IN_A_ROW);
    let (width, height) = (tables.len().min(IN_A_ROW) * (WIDTH + ROOM), rows * (HEIGHT + ROOM));
    let mut text = format!(
        "<h2>Tables</h2>\n<div class=\"picture\">\n<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" role=\"img\" aria-label=\"the tables that change and their keys\">\n"
    );
    for (from, to, sign) in edges {
        let (Some(from), Some(to)) = (places.get(from), places.get(to)) else { continue };
        text += &format!("<path class=\"{}\" d=\"{}\"/>\n", sign.map_or("", class), line(*from, *to));
    }
    for (name, sign) in tables {
        let Some((x, y)) = places.get(name) else { continue };
        let (left, base) = (x + 10, y + 27);
        let shown: String = name.to_string().chars().take(26).collect();
        text += &format!(
            "<rect class=\"{}\" x=\"{x}\" y=\"{y}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"6\" style=\"fill:canvas\"/>\n",
            class(*sign)
        );
        text += &format!("<text x=\"{left}\" y=\"{base}\">{} {}</text>\n", sign.as_str(), escaped(&shown));
    }
    text + "</svg>\n</div>\n"
}

/// From the middle of a box to that of another, straight where nothing stands between them, else around it.
fn line((x1, y1): (usize, usize), (x2, y2): (usize, usize)) -> String {
    let (half, up) = (WIDTH / 2, HEIGHT / 2);
    let (columns, rows) = (x1.abs_diff(x2) / (WIDTH + ROOM), y1.abs_diff(y2) / (HEIGHT + ROOM));
    match (columns, rows) {
        (2.., 0) => {
            let (top, bend) = (y1, y1.saturating_sub(ROOM - 10));
            format!("M{} {top} Q{} {bend} {} {top}", x1 + half, x1.midpoint(x2) + half, x2 + half)
        }
        (0, 2..) => {
            let bend = x1.saturating_sub(ROOM - 10);
            format!("M{x1} {} Q{bend} {} {x2} {}", y1 + up, y1.midpoint(y2) + up, y2 + up)
        }
        _ => format!("M{} {} L{} {}", x1 + half, y1 + up, x2 + half, y2 + up),
    }
}

fn class(sign: Sign) -> &'static str {
    match sign {
        Sign::Plus => "plus",
        Sign::Minus => "minus",
        Sign::Tilde => "tilde",
    }
}

fn place(at: usize) -> (usize, usize) {
    (ROOM / 2 + at % IN_A_ROW * (WIDTH + ROOM), ROOM / 2 + at / IN_A_ROW * (HEIGHT + ROOM))
}

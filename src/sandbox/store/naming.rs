//! Names for constraints that were written without one, in the manner of the engine:
//! `PK__document__0123456789ABCDEF`. They follow from where the constraint was made, so that every
//! session finds the same.

use crate::change::Change;
use crate::name::{Ident, Name};
use crate::schema::{Constraint, ConstraintKind, DefaultValue, Table, UserType};

/// Gives a name to every constraint of a change that has none. `seed` tells this change from every
/// other of the database.
pub fn name_constraints(change: &mut Change, seed: u64) {
    match change {
        Change::CreateTable { name, table } => name_in_table(name, table, seed),
        Change::CreateType { name, definition } => {
            if let UserType::Table(table) = &mut **definition {
                name_in_table(name, table, seed);
            }
        }
        Change::AddConstraint { table, constraint } => name_constraint(table, constraint, hash(seed, 0)),
        Change::AddColumn { table, column } => {
            let name = column.name.clone();
            if let Some(default) = &mut column.default {
                name_default(table, &name, default, hash(seed, 0));
            }
        }
        Change::AddDefault { table, column, default, .. } => name_default(table, column, default, hash(seed, 0)),
        _ => {}
    }
}

/// Gives a name to every constraint of a table that has none.
pub fn name_in_table(name: &Name, table: &mut Table, seed: u64) {
    for (at, constraint) in (0..).zip(&mut table.constraints) {
        name_constraint(name, constraint, hash(seed, at));
    }
    for (at, column) in (1_000_000..).zip(&mut table.columns) {
        if let Some(default) = &mut column.default {
            name_default(name, &column.name, default, hash(seed, at));
        }
    }
}

fn name_constraint(table: &Name, constraint: &mut Constraint, hash: u64) {
    if constraint.name.is_some() {
        return;
    }
    let (table, short) = (cut(&table.object, 9), (hash >> 32) as u32);
    let name = match &constraint.kind {
        ConstraintKind::Key { primary: true, .. } => format!("PK__{}__{hash:016X}", cut(&Ident::new(table), 8)),
        ConstraintKind::Key { .. } => format!("UQ__{}__{hash:016X}", cut(&Ident::new(table), 8)),
        ConstraintKind::ForeignKey { columns, .. } => {
            let column = columns.first().map(|column| cut(column, 5)).unwrap_or_default();
            format!("FK__{table}__{column}__{short:08X}")
        }
        ConstraintKind::Check { .. } => format!("CK__{table}__{short:08X}"),
        ConstraintKind::Opaque(_) => return,
    };
    constraint.name = Some(Ident::new(name));
}

fn name_default(table: &Name, column: &Ident, default: &mut DefaultValue, hash: u64) {
    if default.name.is_none() {
        let short = (hash >> 32) as u32;
        default.name = Some(Ident::new(format!("DF__{}__{}__{short:08X}", cut(&table.object, 9), cut(column, 5))));
    }
}

fn cut(name: &Ident, length: usize) -> String {
    name.as_str().chars().take(length).collect()
}

/// Whether a name is one that this module gives.
#[must_use]
pub fn is_system_name(name: &Ident) -> bool {
    let name = name.as_str();
    let kind = ["PK__", "UQ__", "FK__", "CK__", "DF__"].iter().any(|kind| name.starts_with(kind));
    let digits = name.rsplit("__").next().unwrap_or("");
    kind && matches!(digits.len(), 8 | 16) && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// SplitMix64's finisher: numbers that lie close together give names that do not.
fn hash(seed: u64, at: u64) -> u64 {
    let mut mixed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(at.wrapping_mul(0xD1B5_4A32_D192_ED03));
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::{Column, SqlText};

    fn named(seed: u64) -> Table {
        let mut column = Column::new(Ident::new("created_at"), None);
        column.default = Some(DefaultValue { name: None, value: SqlText::new("1") });
        let check = ConstraintKind::Check { condition: SqlText::new("1 = 1"), not_for_replication: false };
        let of = |name: Option<&str>| Constraint {
            name: name.map(Ident::new),
            kind: check.clone(),
            not_trusted: false,
            disabled: false,
        };
        let mut table = Table { columns: vec![column], ..Table::default() };
        table.constraints = vec![of(None), of(None), of(Some("ck_own"))];
        name_in_table(&Name::dbo("document_chunks"), &mut table, seed);
        table
    }

    #[test]
    fn names_differ_are_stable_and_known_again() {
        let table = named(7);
        assert_eq!(table, named(7));
        assert_ne!(table, named(8));
        let names: Vec<&Ident> = table.constraints.iter().filter_map(|constraint| constraint.name.as_ref()).collect();
        assert_ne!(names[0], names[1]);
        assert!(names[0].as_str().starts_with("CK__document___"), "{}", names[0]);
        assert!(is_system_name(names[0]) && !is_system_name(names[2]));
        let default = table.columns[0].default.as_ref().and_then(|default| default.name.clone()).expect("is named");
        assert!(default.as_str().starts_with("DF__document___creat__"), "{default}");
        assert!(is_system_name(&default));
    }
}

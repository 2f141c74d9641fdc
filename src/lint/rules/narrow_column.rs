//! A column whose values may not fit its new type, or lose something on the way.

use crate::change::Change;
use crate::hazard::{Conversion, conversion};
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule};
use crate::schema::Column;

/// The rule.
pub static RULE: Rule = Rule {
    code: "narrow-column",
    summary: "gives a column a type into which its values may not fit",
    docs: include_str!("narrow_column.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Change(check)],
};

fn check(cx: &ChangeCx, findings: &mut Findings) {
    let Change::AlterColumn { table, from, to } = cx.change else { return };
    if !cx.is_old_column(table, &from.name) {
        return;
    }
    let types = format!("{} to {}", shown(from), shown(to));
    let column = &from.name;
    match conversion(from, to) {
        Conversion::Loses(what) => {
            cx.tell(findings, table, format!("from {types}, `{column}` of `{table}` loses {what} without a word"))
                .help("add a column of the new type, fill it, look at what differs, and drop the old one in a later release");
        }
        Conversion::MayFail(numbers) => {
            cx.tell(
                findings,
                table,
                format!("from {types}, a value of `{column}` in `{table}` that does not fit makes this fail"),
            )
            .errors(numbers)
            .unsure()
            .help("look for values that do not fit before the release, and mend them in an earlier step");
        }
        Conversion::None | Conversion::Rewrites => {}
    }
}

fn shown(column: &Column) -> String {
    column.data_type.as_ref().map(ToString::to_string).unwrap_or_default()
}

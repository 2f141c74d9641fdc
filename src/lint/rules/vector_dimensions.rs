//! A vector has 1 to 1998 dimensions, with float16 up to 3996.

use crate::change::Change;
use crate::lint::{BOTH, ChangeCx, Check, Diagnostic, Findings, Level, Levels, Rule};
use crate::replay::Step;
use crate::schema::{Column, DataType, UserType};
use crate::syntax::ast::Kind;

/// The rule.
pub static RULE: Rule = Rule {
    code: "vector-dimensions",
    summary: "declares a vector with more dimensions than there can be, none, or a number that is no literal",
    docs: include_str!("vector_dimensions.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[
        Check::Refusal(
            "write the number of dimensions as it is; where there are too many, ask the model for fewer or use float16, which holds up to 3996",
        ),
        Check::Change(columns),
        Check::Step(variables),
    ],
};

/// Columns of a vector without dimensions.
fn columns(cx: &ChangeCx, findings: &mut Findings) {
    let columns: &[Column] = match cx.change {
        Change::CreateTable { table, .. } => &table.columns,
        Change::AddColumn { column, .. } | Change::AlterColumn { to: column, .. } => std::slice::from_ref(column),
        Change::CreateType { definition, .. } => match &**definition {
            UserType::Table(shape) => &shape.columns,
            UserType::Alias { .. } | UserType::Clr(_) => return,
        },
        _ => return,
    };
    for column in columns.iter().filter(|column| is_bare(column.data_type.as_ref())) {
        tell(cx.say(findings, message(column.name.as_str())));
    }
}

/// Variables and parameters of one.
fn variables(step: &Step, findings: &mut Findings) {
    let mut check = |name: &str, data_type: Option<&DataType>| {
        if is_bare(data_type) {
            tell(findings.add(step.place(), message(name)));
        }
    };
    match &step.statement.kind {
        Kind::Declare(all) => all.iter().for_each(|it| check(it.name.as_str(), it.data_type.as_ref())),
        Kind::Module { name, module, .. } => {
            module.parameters.iter().for_each(|it| check(it.name.as_str(), Some(&it.data_type)));
            check(name.object().as_str(), module.returns.as_ref());
        }
        _ => {}
    }
}

/// `VECTOR` without the number behind it.
fn is_bare(data_type: Option<&DataType>) -> bool {
    matches!(data_type, Some(DataType::System { name, .. }) if &**name == "vector")
}

fn message(name: &str) -> String {
    format!("`{name}` is a vector without dimensions, and every vector has a number of them")
}

fn tell(finding: &mut Diagnostic) {
    finding.help("write how many: VECTOR(1536)");
}

//! MERGE.
//!
//! The collecting query walks the source with the target joined to it, and the target's rows that no
//! source row matches. Each row takes the first clause whose condition holds; `c0` is the clause's
//! number, the columns after it are the clause's values.

use super::cte::With;
use super::frame::BoundSource;
use super::output::{Captured, action_source};
use super::source::Stored;
use super::target::{Pending, Target};
use super::update::{base_parts, real_name, target_query};
use super::{Binder, Bound};
use crate::name::Ident;
use crate::sandbox::query::physical;
use crate::sandbox::query::plan::{Action, Apply, Change};
use crate::syntax::query::ast::{Merge, MergeAction, MergeClause, Source, SourceKind, Top, When};

/// The two sides of a MERGE, bound: the frame is open, the source's items come first in it.
struct Sides {
    target: Target,
    /// The target's source in the frame: the last one.
    index: usize,
    target_text: String,
    source_text: String,
    row: String,
    on: String,
    with: With,
}

/// A clause, bound.
struct Clause {
    when: When,
    condition: Option<String>,
    action: Action,
    columns: Vec<Ident>,
    values: Vec<String>,
}

impl Binder<'_> {
    pub(in crate::sandbox::query) fn merge(&mut self, merge: &Merge) -> Bound<Change> {
        self.push_frame();
        let change = self.merge_in_frame(merge);
        self.pop_frame();
        change
    }

    fn merge_in_frame(&mut self, merge: &Merge) -> Bound<Change> {
        let sides = self.sides(merge)?;
        let clauses = merge.clauses.iter().map(|clause| self.clause(&sides, clause)).collect::<Bound<Vec<_>>>()?;
        let slots = clauses.iter().map(|clause| clause.values.len()).max().unwrap_or(0);
        let mut others = self.frame().sources.clone();
        let old = others.remove(sides.index);
        let (mut sources, mut captured) = self.capturable(Some(old.columns), others);
        sources.push(action_source());
        let most = if merge.output.is_empty() { 0 } else { captured.len() };
        let pending = self.pending(1 + slots + most);
        let first = 1 + slots;
        let output =
            self.outputs_over(&merge.output, &sides.target, &pending.name, &mut sources, &mut captured, first)?;
        let collect = self.merge_collect(&sides, &clauses, slots, &captured, &pending, merge.top.as_ref())?;
        let apply = self.merge_apply(&sides.target, &clauses, &pending.name, merge.at)?;
        Ok(Change {
            target: sides.target.name.clone(),
            physical: sides.target.physical.clone(),
            pending: pending.name,
            prepare: pending.prepare,
            collect: self.sql(collect),
            apply,
            assign: None,
            output,
            finish: pending.finish,
        })
    }

    fn sides(&mut self, merge: &Merge) -> Bound<Sides> {
        self.row_target = target_query(&merge.ctes, &merge.target, &[]);
        let through = self.row_target.is_some();
        let with = self.with(&merge.ctes, None)?;
        let source_text = self.source(&merge.source, &mut Vec::new())?;
        let (target, target_text) = if through { self.through_cte(merge)? } else { self.table_itself(merge)? };
        let index = self.frame().sources.len() - 1;
        let row = self.frame().sources[index].row.clone().unwrap_or_default();
        let on = self.filter(&merge.on)?.sql;
        Ok(Sides { target, index, target_text, source_text, row, on, with })
    }

    fn table_itself(&mut self, merge: &Merge) -> Bound<(Target, String)> {
        let target = self.target(&merge.target, merge.at)?;
        let exposed = merge.alias.clone().unwrap_or_else(|| target.name.object.clone());
        let full = if merge.alias.is_none() { Some(target.name.clone()) } else { None };
        let stored = Stored { table: &target.table, name: &target.name, physical: &target.physical, only: None };
        let text = self.base(&stored, exposed, full, merge.at)?;
        Ok((target, text))
    }

    /// A target that is a CTE: only its rows are matched, and missing from the source.
    fn through_cte(&mut self, merge: &Merge) -> Bound<(Target, String)> {
        let (kind, alias) = (SourceKind::Table(merge.target.clone()), merge.alias.clone());
        let text = self.source(&Source { at: merge.at, kind, alias, columns: Vec::new() }, &mut Vec::new())?;
        let source = self.frame().sources.last().cloned();
        let Some(base) = source.and_then(|source| source.base) else {
            return self.unknown("A MERGE into something that is no table", merge.at);
        };
        Ok((self.target(&base_parts(&base, &merge.target), merge.at)?, text))
    }

    /// A clause sees the source, the target, or both, as its WHEN says.
    fn clause(&mut self, sides: &Sides, clause: &MergeClause) -> Bound<Clause> {
        let all = self.frame().sources.clone();
        let target = all[sides.index].clone();
        let named = clause_columns(&target, &clause.action);
        let seen: Vec<BoundSource> = match clause.when {
            When::Matched => all.clone(),
            When::NotMatchedByTarget => all[..sides.index].to_vec(),
            When::NotMatchedBySource => vec![target],
        };
        let index = seen.len() - 1;
        self.frame().sources = seen;
        let bound = self.clause_in_frame(&sides.target, index, clause, &named);
        self.frame().sources = all;
        bound
    }

    fn clause_in_frame(
        &mut self,
        target: &Target,
        index: usize,
        clause: &MergeClause,
        named: &[(usize, Ident)],
    ) -> Bound<Clause> {
        let condition = clause.condition.as_ref().map(|condition| self.filter(condition)).transpose()?;
        let (action, columns, values) = match &clause.action {
            MergeAction::Delete => (Action::Delete, Vec::new(), Vec::new()),
            MergeAction::Update(assignments) => {
                let assigned = self.assignments(target, index, assignments, true)?;
                (Action::Update, assigned.columns, assigned.values)
            }
            MergeAction::Insert { values, .. } => {
                let columns = self.insert_columns(target, named, clause.at)?;
                let values = match values {
                    Some(values) if values.len() != columns.len() => {
                        let text = "The number of columns in the INSERT action of a MERGE and the number of its values differ.";
                        return self.error(if values.len() > columns.len() { 110 } else { 109 }, text, clause.at);
                    }
                    Some(values) => self.value_row(values, target, &columns)?,
                    None => {
                        let defaults = columns.iter().map(|name| {
                            let column = self.target_column(target, name, clause.at)?;
                            self.default_value(target, column, clause.at)
                        });
                        defaults.collect::<Bound<Vec<_>>>()?
                    }
                };
                (Action::Insert, columns, values)
            }
        };
        Ok(Clause { when: clause.when, condition: condition.map(|condition| condition.sql), action, columns, values })
    }

    fn merge_collect(
        &mut self,
        sides: &Sides,
        clauses: &[Clause],
        slots: usize,
        captured: &[Captured],
        pending: &Pending,
        top: Option<&Top>,
    ) -> Bound<String> {
        let rows = merge_rows(sides, clauses, slots, captured);
        let count = 1 + slots + captured.len();
        let names: String = (1..count).map(|at| format!(", c{at}")).collect();
        let actions: Vec<String> = clauses
            .iter()
            .enumerate()
            .map(|(at, clause)| format!("WHEN {at} THEN '{}'", verb(clause.action)))
            .collect();
        let base = format!("(SELECT ifnull(max(_rowid_), 0) FROM {})", sides.target.physical);
        let limit = self.top_limit(top)?;
        Ok(format!(
            "{} {}SELECT CASE c0 {} END, CASE WHEN r IS NULL THEN {base} + row_number() OVER () \
             ELSE t_merge_once(r, count(*) OVER (PARTITION BY r)) END, c0{names} FROM ({rows}) WHERE c0 IS NOT NULL{limit}",
            pending.insert_head("INSERT", count),
            sides.with.text,
            actions.join(" "),
        ))
    }

    /// Deletes first, inserts last, so that a key may move from one row to another.
    fn merge_apply(&mut self, target: &Target, clauses: &[Clause], pending: &str, at: usize) -> Bound<Vec<Apply>> {
        let mut apply = Vec::with_capacity(clauses.len());
        for action in [Action::Delete, Action::Update, Action::Insert] {
            for (number, clause) in clauses.iter().enumerate().filter(|(_, clause)| clause.action == action) {
                if action == Action::Update {
                    let only = format!(" WHERE c0 = {number}");
                    apply.extend(self.cleared_keys(target, &clause.columns, pending, &only));
                }
                apply.push(self.clause_apply(target, clause, number, pending, at)?);
            }
        }
        Ok(apply)
    }

    fn clause_apply(
        &mut self,
        target: &Target,
        clause: &Clause,
        number: usize,
        pending: &str,
        at: usize,
    ) -> Bound<Apply> {
        let physical = &target.physical;
        let text = match clause.action {
            Action::Insert => {
                let given: Vec<(Ident, String)> = clause
                    .columns
                    .iter()
                    .enumerate()
                    .map(|(at, name)| (name.clone(), format!("d.c{}", at + 1)))
                    .collect();
                return self.insert_apply(target, &given, pending, &format!(" WHERE d.c0 = {number}"), at);
            }
            Action::Update => {
                let sets: Vec<String> = clause
                    .columns
                    .iter()
                    .enumerate()
                    .map(|(at, name)| format!("{} = d.c{}", physical::column(name), at + 1))
                    .collect();
                format!(
                    "UPDATE {physical} AS w SET {} FROM {pending} AS d WHERE d.\"row\" = w._rowid_ AND d.c0 = {number}",
                    sets.join(", ")
                )
            }
            Action::Delete => {
                format!("DELETE FROM {physical} WHERE _rowid_ IN (SELECT \"row\" FROM {pending} WHERE c0 = {number})")
            }
        };
        Ok(Apply { action: clause.action, columns: clause.columns.clone(), sql: self.sql(text) })
    }
}

/// The columns that an INSERT lists, as the table names them: through a CTE they may have other names.
fn clause_columns(source: &BoundSource, action: &MergeAction) -> Vec<(usize, Ident)> {
    match action {
        MergeAction::Insert { columns, .. } => {
            columns.iter().map(|(at, name)| (*at, real_name(source, name))).collect()
        }
        _ => Vec::new(),
    }
}

/// The rows of both sides with the clause that each takes, if any.
fn merge_rows(sides: &Sides, clauses: &[Clause], slots: usize, captured: &[Captured]) -> String {
    let numbered = clauses.iter().enumerate();
    let (by_source, by_match): (Vec<_>, Vec<_>) =
        numbered.partition(|(_, clause)| clause.when == When::NotMatchedBySource);
    let (source, target, on) = (&sides.source_text, &sides.target_text, &sides.on);
    let mut parts = Vec::new();
    if !by_match.is_empty() {
        let kept: Vec<String> = captured.iter().map(|value| value.sql.clone()).collect();
        let list = merge_list(&by_match, &sides.row, slots, &kept);
        parts.push(format!("SELECT {list} FROM {source} LEFT JOIN {target} ON {on}"));
    }
    if !by_source.is_empty() {
        let kept: Vec<String> =
            captured.iter().map(|value| if value.old { value.sql.clone() } else { "NULL".to_owned() }).collect();
        let list = merge_list(&by_source, &sides.row, slots, &kept);
        parts.push(format!("SELECT {list} FROM {target} WHERE NOT EXISTS (SELECT 1 FROM {source} WHERE {on})"));
    }
    parts.join(" UNION ALL ")
}

/// `clause AS c0, row AS r, values …`: each value only where its clause is taken.
fn merge_list(clauses: &[(usize, &Clause)], row: &str, slots: usize, kept: &[String]) -> String {
    let choice = choice(clauses, row);
    let mut texts = vec![format!("{choice} AS c0"), format!("{row} AS r")];
    for slot in 0..slots {
        let whens: Vec<String> = clauses
            .iter()
            .filter_map(|(number, clause)| clause.values.get(slot).map(|value| format!("WHEN {number} THEN {value}")))
            .collect();
        let value = if whens.is_empty() { "NULL".to_owned() } else { format!("CASE {choice} {} END", whens.join(" ")) };
        texts.push(format!("{value} AS c{}", slot + 1));
    }
    texts.extend(kept.iter().enumerate().map(|(at, sql)| format!("{sql} AS c{}", 1 + slots + at)));
    texts.join(", ")
}

/// The number of the clause that a row takes, or NULL.
fn choice(clauses: &[(usize, &Clause)], row: &str) -> String {
    let whens: Vec<String> = clauses
        .iter()
        .map(|(number, clause)| {
            let there = if clause.when == When::NotMatchedByTarget { "IS NULL" } else { "IS NOT NULL" };
            let condition = clause.condition.as_ref().map(|sql| format!(" AND {sql}")).unwrap_or_default();
            format!("WHEN {row} {there}{condition} THEN {number}")
        })
        .collect();
    format!("CASE {} END", whens.join(" "))
}

fn verb(action: Action) -> &'static str {
    match action {
        Action::Insert => "INSERT",
        Action::Update => "UPDATE",
        Action::Delete => "DELETE",
    }
}

//! UPDATE and DELETE.

use super::cte::With;
use super::expression::shown;
use super::frame::BoundSource;
use super::target::Target;
use super::typed::Typed;
use super::{Binder, Bound};
use crate::name::{Ident, Name};
use crate::sandbox::query::physical;
use crate::sandbox::query::plan::{Action, Apply, Change};
use crate::syntax::query::ast::{Assignment, Delete, ExprKind, OutputClause, Source, SourceKind, Top, Update};

/// The rows that an UPDATE or DELETE touches, bound: its frame is open.
struct Touched {
    target: Target,
    /// FROM in SQLite.
    from: String,
    /// The target's source in the frame.
    index: usize,
    row: String,
    with: With,
}

/// What an assignment list comes to.
#[derive(Default)]
pub(super) struct Assigned {
    pub columns: Vec<Ident>,
    pub values: Vec<String>,
    /// Variables with the text of the value that each row gives them.
    pub variables: Vec<(Ident, String)>,
}

impl Binder<'_> {
    pub(in crate::sandbox::query) fn update(&mut self, update: &Update) -> Bound<Change> {
        self.push_frame();
        let change = self.update_in_frame(update);
        self.pop_frame();
        change
    }

    fn update_in_frame(&mut self, update: &Update) -> Bound<Change> {
        let touched = self.touched(&update.ctes, &update.target, &update.from, update.at)?;
        self.live = update.assignments.iter().filter_map(|assignment| assignment.variable.clone()).collect();
        let assigned = self.assignments(&touched.target, touched.index, &update.assignments, false)?;
        self.live.clear();
        let condition = update.condition.as_ref().map(|condition| self.filter(condition)).transpose()?;
        let rest = Rest { verb: "UPDATE", top: update.top.as_ref(), condition, output: &update.output };
        let sets: Vec<String> = assigned
            .columns
            .iter()
            .enumerate()
            .map(|(at, name)| format!("{} = d.c{at}", physical::column(name)))
            .collect();
        let mut change = self.change(&touched, &assigned, &rest)?;
        change.apply.extend(self.cleared_keys(&touched.target, &assigned.columns, &change.pending, ""));
        if !sets.is_empty() {
            let text = format!(
                "UPDATE {} AS w SET {} FROM {} AS d WHERE d.\"row\" = w._rowid_",
                touched.target.physical,
                sets.join(", "),
                change.pending
            );
            change.apply.push(Apply { action: Action::Update, columns: assigned.columns.clone(), sql: self.sql(text) });
        }
        Ok(change)
    }

    pub(in crate::sandbox::query) fn delete(&mut self, delete: &Delete) -> Bound<Change> {
        self.push_frame();
        let change = self.delete_in_frame(delete);
        self.pop_frame();
        change
    }

    fn delete_in_frame(&mut self, delete: &Delete) -> Bound<Change> {
        let touched = self.touched(&delete.ctes, &delete.target, &delete.from, delete.at)?;
        let condition = delete.condition.as_ref().map(|condition| self.filter(condition)).transpose()?;
        let rest = Rest { verb: "DELETE", top: delete.top.as_ref(), condition, output: &delete.output };
        let mut change = self.change(&touched, &Assigned::default(), &rest)?;
        let text = format!(
            "DELETE FROM {} WHERE _rowid_ IN (SELECT \"row\" FROM {})",
            touched.target.physical, change.pending
        );
        change.apply.push(Apply { action: Action::Delete, columns: Vec::new(), sql: self.sql(text) });
        Ok(change)
    }

    /// Binds FROM and finds the target in it; a target that is not there joins it.
    fn touched(
        &mut self,
        ctes: &[crate::syntax::query::ast::Cte],
        parts: &[Ident],
        from: &[Source],
        at: usize,
    ) -> Bound<Touched> {
        self.row_target = target_query(ctes, parts, from);
        let with = self.with(ctes, None)?;
        let mut texts = Vec::new();
        if !from.is_empty() {
            texts.push(self.from(from, &mut Vec::new())?);
        }
        let index = match self.find_target(parts, at)? {
            Some(index) => index,
            None => {
                let alone = Source { at, kind: SourceKind::Table(parts.to_vec()), alias: None, columns: Vec::new() };
                texts.insert(0, self.source(&alone, &mut Vec::new())?);
                self.frame().sources.len() - 1
            }
        };
        let source = self.frame().sources[index].clone();
        let (Some(base), Some(row)) = (source.base, source.row) else {
            return self.unknown("A change through something that is no table", at);
        };
        let target = self.target(&base_parts(&base, parts), at)?;
        Ok(Touched { target, from: texts.join(", "), index, row, with })
    }

    /// The source of FROM that the target's name means: an alias first, then a table.
    fn find_target(&mut self, parts: &[Ident], at: usize) -> Bound<Option<usize>> {
        if let [alias] = parts {
            let found = self.frame().sources.iter().position(|source| source.name == *alias);
            if found.is_some() {
                return Ok(found);
            }
        }
        if self.frame().sources.is_empty() || self.session_table(parts).is_some() {
            return Ok(None);
        }
        let name = self.existing_object(parts, at)?;
        let name = self.scope.catalog.resolve(&name);
        let same = |source: &BoundSource| source.base.as_ref() == Some(&name);
        if self.frame().sources.iter().filter(|source| same(source)).count() > 1 {
            return self.error(8154, format!("The table '{}' is ambiguous.", shown(parts)), at);
        }
        Ok(self.frame().sources.iter().position(same))
    }

    /// The values of SET. `inserted` marks a MERGE, which has no variables.
    pub(super) fn assignments(
        &mut self,
        target: &Target,
        index: usize,
        assignments: &[Assignment],
        merge: bool,
    ) -> Bound<Assigned> {
        let mut assigned = Assigned::default();
        for assignment in assignments {
            if merge && assignment.variable.is_some() {
                return self.unknown("An assignment to a variable in MERGE", assignment.at);
            }
            self.assignment(target, index, assignment, &mut assigned)?;
        }
        if self.live_read {
            return self.unknown("A variable that SET both reads and assigns", assignments[0].at);
        }
        Ok(assigned)
    }

    fn assignment(
        &mut self,
        target: &Target,
        index: usize,
        assignment: &Assignment,
        assigned: &mut Assigned,
    ) -> Bound<()> {
        let at = assignment.at;
        let Some(name) = &assignment.column else {
            if let Some(variable) = &assignment.variable {
                let value = self.new_value(variable, assignment.operator, &assignment.value)?;
                assigned.variables.push((variable.clone(), value.sql));
            }
            return Ok(());
        };
        let source = self.frame().sources[index].clone();
        let name = real_name(&source, name);
        let column = self.target_column(target, &name, at)?.clone();
        if assigned.columns.contains(&name) {
            return self.twice(&name, at);
        }
        if column.identity.is_some() {
            return self.error(8102, format!("Cannot update identity column '{}'.", name.as_str()), at);
        }
        let sql = self.assigned_text(target, &source, &column, assignment)?;
        if let Some(variable) = &assignment.variable {
            let data_type = self.scope.environment.variable(variable);
            let value = Typed::new(sql.clone(), self.column_type(&column, at)?, true);
            let value = self.as_assigned(value, data_type.unwrap_or(crate::sandbox::value::SqlType::Int), at)?;
            assigned.variables.push((variable.clone(), value.sql));
        }
        assigned.columns.push(name);
        assigned.values.push(sql);
        Ok(())
    }

    fn column_type(&self, column: &crate::schema::Column, at: usize) -> Bound<crate::sandbox::value::SqlType> {
        match &column.data_type {
            Some(data_type) => self.placed(crate::sandbox::value::SqlType::of(data_type, self.scope.catalog), at),
            None => Ok(crate::sandbox::value::SqlType::Int),
        }
    }

    fn assigned_text(
        &mut self,
        target: &Target,
        source: &BoundSource,
        column: &crate::schema::Column,
        assignment: &Assignment,
    ) -> Bound<String> {
        let at = assignment.at;
        if assignment.value.kind == ExprKind::Default && assignment.operator.is_none() {
            return self.default_value(target, column, at);
        }
        let value = self.scalar(&assignment.value)?;
        let value = match assignment.operator {
            Some(operator) => {
                let old = source.columns.iter().find(|old| real_name(source, &old.name) == column.name);
                let old = old.map_or_else(Typed::null, |old| old.value.clone());
                self.binary(operator, old, value, at)?
            }
            None => value,
        };
        self.stored_value(target, column, value, "UPDATE", at)
    }

    /// The change without what it applies.
    fn change(&mut self, touched: &Touched, assigned: &Assigned, rest: &Rest<'_>) -> Bound<Change> {
        let mut kept = assigned.values.clone();
        kept.extend(assigned.variables.iter().map(|(_, value)| value.clone()));
        let frame = self.frames.pop().expect("the statement's frame is open");
        let (old, mut others) = (frame.sources[touched.index].columns.clone(), frame.sources.clone());
        others.remove(touched.index);
        self.frames.push(frame);
        let (mut sources, mut captured) = self.capturable(Some(old), others);
        // The name of the table of pending changes depends on what OUTPUT keeps in it.
        let most = self.pending(kept.len() + if rest.output.is_empty() { 0 } else { captured.len() });
        let first = kept.len();
        let output = self.outputs_over(rest.output, &touched.target, &most.name, &mut sources, &mut captured, first)?;
        kept.extend(captured.into_iter().map(|value| value.sql));
        let collect = self.collect(touched, &kept, rest, &most)?;
        let assign = self.assign_last(assigned, &most.name);
        Ok(Change {
            target: touched.target.name.clone(),
            physical: touched.target.physical.clone(),
            pending: most.name,
            prepare: most.prepare,
            collect: self.sql(collect),
            apply: Vec::new(),
            assign,
            output,
            finish: most.finish,
        })
    }

    /// A row that several rows of other sources match is taken once, by the first of them.
    fn collect(
        &mut self,
        touched: &Touched,
        kept: &[String],
        rest: &Rest<'_>,
        pending: &super::target::Pending,
    ) -> Bound<String> {
        let values: String = kept.iter().map(|value| format!(", {value}")).collect();
        let row = &touched.row;
        let joined = self.frame().sources.len() > 1;
        let mut conditions: Vec<String> = rest.condition.iter().map(|condition| condition.sql.clone()).collect();
        if joined {
            conditions.push(format!("{row} IS NOT NULL"));
        }
        let filter = if conditions.is_empty() { String::new() } else { format!(" WHERE {}", conditions.join(" AND ")) };
        let once = if joined { format!(" GROUP BY {row}") } else { String::new() };
        let limit = self.top_limit(rest.top)?;
        Ok(format!(
            "{} {}SELECT '{}', {row}{values} FROM {}{filter}{once}{limit}",
            pending.insert_head("INSERT", kept.len()),
            touched.with.text,
            rest.verb,
            touched.from
        ))
    }

    fn assign_last(
        &self,
        assigned: &Assigned,
        pending: &str,
    ) -> Option<(crate::sandbox::query::plan::Sql, Vec<Ident>)> {
        if assigned.variables.is_empty() {
            return None;
        }
        let first = assigned.values.len();
        let texts: Vec<String> = (0..assigned.variables.len()).map(|at| format!("c{}", first + at)).collect();
        let text = format!("SELECT {} FROM {pending} ORDER BY \"row\" DESC LIMIT 1", texts.join(", "));
        let sql = crate::sandbox::query::plan::Sql { text, parameters: Vec::new() };
        Some((sql, assigned.variables.iter().map(|(variable, _)| variable.clone()).collect()))
    }
}

/// What UPDATE and DELETE share after their first words.
struct Rest<'q> {
    verb: &'static str,
    top: Option<&'q Top>,
    condition: Option<Typed>,
    output: &'q [OutputClause],
}

/// The column of the table that a name in SET means: through a CTE it may have another.
pub(super) fn real_name(source: &BoundSource, name: &Ident) -> Ident {
    let column = source.columns.iter().find(|column| column.name == *name);
    column.and_then(|column| column.base.clone()).unwrap_or_else(|| name.clone())
}

/// The CTE or derived table that a change goes through, by its own name or by an alias in FROM.
pub(super) fn target_query(ctes: &[crate::syntax::query::ast::Cte], parts: &[Ident], from: &[Source]) -> Option<Ident> {
    let [name] = parts else { return None };
    let aliased = from.iter().find_map(|source| find_alias(source, name));
    match aliased.map(|source| &source.kind) {
        Some(SourceKind::Query(_)) => Some(name.clone()),
        Some(SourceKind::Table(table)) if table.len() == 1 => known_cte(ctes, &table[0]),
        Some(_) => None,
        None => known_cte(ctes, name),
    }
}

fn known_cte(ctes: &[crate::syntax::query::ast::Cte], name: &Ident) -> Option<Ident> {
    ctes.iter().any(|cte| cte.name == *name).then(|| name.clone())
}

/// The item of FROM that has an alias.
fn find_alias<'q>(source: &'q Source, alias: &Ident) -> Option<&'q Source> {
    match &source.kind {
        SourceKind::Join { left, right, .. } => find_alias(left, alias).or_else(|| find_alias(right, alias)),
        _ => (source.alias.as_ref() == Some(alias)).then_some(source),
    }
}

/// The parts of the name of a base table; those of the session keep one.
pub(super) fn base_parts(base: &Name, written: &[Ident]) -> Vec<Ident> {
    let object = base.object.as_str();
    if object.starts_with(['#', '@']) || written.len() == 1 && (object == "inserted" || object == "deleted") {
        return vec![base.object.clone()];
    }
    vec![base.schema.clone(), base.object.clone()]
}

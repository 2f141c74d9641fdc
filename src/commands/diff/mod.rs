//! `ragsql diff`: what would turn one schema into another.

mod side;

use super::drift::Compared;
use super::{Code, Cx, Failure, output};
use crate::catalog::Catalog;
use crate::cli::{Diff, FormatName, Side};
use crate::db::held::Look;
use crate::diff::{self, Difference, Renames};
use crate::report::diff::{Report, html, json, markdown, sql, text};
use crate::source::{Migration, Variables};
use side::Loaded;

/// Compares two schemas; 2 with `--detailed-exitcode` when they differ.
pub fn run(cx: &Cx<'_>, args: &Diff) -> Result<Code, Failure> {
    let from_side = args.from.clone().unwrap_or_else(|| default_side(cx));
    let live = from_side == Side::Db || args.to == Side::Db;
    let values = live.then(|| cx.variables()).transpose()?;
    let mut from = side::load(cx, &from_side, &args.to, values.as_ref())?;
    let mut to = side::load(cx, &args.to, &from_side, values.as_ref())?;
    if live {
        let left_out = cx.left_out()?;
        side::settle(&mut from, &mut to, &left_out);
        side::settle(&mut to, &mut from, &left_out);
    }
    let difference = between(&from, &to);
    let offers = if to.tells_renames { Vec::new() } else { diff::offers(&from.catalog, &to.catalog) };
    let before = prepared(&from.catalog);
    let mut report = Report::new(&from_side.to_string(), &args.to.to_string(), &before, &difference, &offers);
    tell_apart(cx, &mut report, &mut from, &mut to)?;
    let values = values.unwrap_or_default();
    report.hide(|text| values.hidden(text).into_owned());
    write(cx, &report, &values)?;
    Ok(if args.detailed_exitcode && !report.is_empty() { Code::Changes } else { Code::Done })
}

/// The database when one is named, the snapshot otherwise.
fn default_side(cx: &Cx<'_>) -> Side {
    if cx.names_a_database() { Side::Db } else { Side::Snapshot }
}

fn between(from: &Loaded, to: &Loaded) -> Difference {
    let renames = Renames::of(&to.renames).and(Renames::of(&from.renames).backwards());
    let mut difference = diff::diff(&from.catalog, &to.catalog, &renames);
    difference.notes.extend(from.notes.iter().chain(&to.notes).cloned());
    difference.notes.sort();
    difference.notes.dedup();
    difference
}

/// Between a database and its files: what differs since somebody changed the database by hand, and what since files are
/// pending. What is between the applied files and all files is pending, everything else is drift.
fn tell_apart(cx: &Cx<'_>, report: &mut Report, from: &mut Loaded, to: &mut Loaded) -> Result<(), Failure> {
    let is_from = from.look.is_some();
    let Some(look) = from.look.take().or_else(|| to.look.take()) else { return Ok(()) };
    let project = cx.project()?;
    let is_due = |file: &&Migration| !matches!(&look, Look::Still(held) if held.migrations.contains(&file.version));
    let due: Vec<&Migration> = project.migrations.iter().filter(is_due).collect();
    match cx.compared(&project, look, &due)? {
        Ok(Compared { drift, expected, .. }) => {
            let mut applied = Loaded::of(expected);
            let other = if is_from { to } else { from };
            applied.tells_renames = other.tells_renames;
            applied.renames.clone_from(&other.renames);
            let (from, to) = if is_from { (&applied, &*other) } else { (&*other, &applied) };
            let pending = Report::new("", "", &prepared(&from.catalog), &between(from, to), &[]);
            report.tell_apart(drift, &pending);
        }
        Err(why) => report.not_told_apart(why),
    }
    Ok(())
}

/// The catalog that the changes of a difference meet.
fn prepared(catalog: &Catalog) -> Catalog {
    crate::normal::settled(catalog)
}

fn write(cx: &Cx<'_>, report: &Report, values: &Variables) -> Result<(), Failure> {
    match cx.global.format {
        FormatName::Text => output::write_as_is(cx, &text::render(report, output::colored(cx))),
        FormatName::Json => output::write_as_is(cx, &json::render(report)),
        FormatName::Sql => output::write_script(cx, &values.hidden(&sql::render(report))),
        FormatName::Markdown => output::write(cx, &markdown::render(report)),
        FormatName::Html => output::write_as_is(cx, &html::render(report)),
        _ => Err(Failure::usage("diff has --format text, json, sql, markdown and html")),
    }
}

//! What is between two schemas, told in each form: one file for each.

pub mod html;
pub mod json;
pub mod markdown;
mod picture;
pub mod sql;
pub mod text;

use std::collections::{BTreeMap, BTreeSet};

use similar::{ChangeTag, TextDiff};

use crate::catalog::Catalog;
use crate::change::Change;
use crate::diff::{Difference, Offer};
use crate::drift::{Drift, Looked};
use crate::emit::{self, Described, Statements};
use crate::hazard::{Hazard, Judge};
use crate::report::drift;

/// What is between two schemas, as the reports tell it.
#[derive(Debug, Clone)]
pub struct Report {
    /// What the first schema is called: `snapshot`, `db`.
    pub from: String,
    /// What the second one is called.
    pub to: String,
    /// The changes that turn the first into the second, in an order that runs.
    pub items: Vec<Item>,
    /// What differs and no change expresses, and what is not certain.
    pub notes: Vec<String>,
    /// What is in both and may differ unseen.
    pub not_compared: Vec<String>,
    /// What may have been renamed.
    pub offers: Vec<String>,
    /// Between a database and its files: what of the database the applied files do not explain.
    pub drift: Option<Looked>,
    /// The first schema, which the changes meet.
    before: Catalog,
}

/// One change.
#[derive(Debug, Clone)]
pub struct Item {
    /// The change.
    pub change: Change,
    /// It in words.
    pub described: Described,
    /// What it may do.
    pub hazards: BTreeSet<Hazard>,
    /// The statements that make it.
    pub statements: Statements,
    /// Between a database and its files: where the difference comes from.
    pub cause: Option<Cause>,
}

/// Where a difference between a database and its files comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// The applied files do not explain it.
    Drift,
    /// Files were not applied yet.
    Pending,
}

impl Cause {
    /// Its stable name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Cause::Drift => "drift",
            Cause::Pending => "pending",
        }
    }

    fn heading(self) -> &'static str {
        match self {
            Cause::Drift => "Drift: what the applied files do not explain",
            Cause::Pending => "Pending: what files that were not applied yet bring",
        }
    }
}

/// Changes that are told together.
#[derive(Debug, Default)]
pub(super) struct Group<'a> {
    /// Where they come from, where that has to be said.
    pub heading: Option<&'static str>,
    /// What happens to each object.
    pub objects: BTreeMap<&'a str, Vec<Entry<'a>>>,
    /// What else there is to say, a sentence each.
    pub notes: Vec<String>,
}

/// What happens to an object or a part of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// It comes.
    Plus,
    /// It goes.
    Minus,
    /// It changes.
    Tilde,
}

impl Sign {
    /// As text has it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Sign::Plus => "+",
            Sign::Minus => "-",
            Sign::Tilde => "~",
        }
    }
}

impl Sign {
    /// Of a change, by its kind: `add-column`, `revoke`.
    #[must_use]
    pub fn of(change: &Described) -> Self {
        match change.kind.split('-').next() {
            Some("add" | "grant" | "deny") => Sign::Plus,
            Some("drop" | "revoke") => Sign::Minus,
            _ => Sign::Tilde,
        }
    }
}

impl Report {
    /// A report of the difference between `before` and what is called `to`.
    #[must_use]
    pub fn new(from: &str, to: &str, before: &Catalog, difference: &Difference, offers: &[Offer]) -> Self {
        let mut state = before.clone();
        let mut judge = Judge::default();
        let mut items = Vec::with_capacity(difference.changes.len());
        for change in &difference.changes {
            items.push(Item {
                described: emit::describe(change, &state),
                hazards: judge.judge(items.len(), change, &state).hazards,
                statements: emit::change(change, &state),
                change: change.clone(),
                cause: None,
            });
            // What does not fit was told when the changes were found.
            let _ = state.apply(change);
        }
        for at in judge.finish() {
            items[at].hazards.insert(Hazard::BreaksClients);
        }
        Self {
            from: from.to_owned(),
            to: to.to_owned(),
            items,
            notes: difference.notes.clone(),
            not_compared: difference.not_compared.clone(),
            offers: offers.iter().map(offer).collect(),
            drift: None,
            before: before.clone(),
        }
    }

    /// Tells drift from what is pending: that is what is between the applied files and all files as well.
    pub fn tell_apart(&mut self, drift: Drift, pending: &Report) {
        let key = |item: &Item| (item.described.kind.clone(), item.described.path());
        let pending: BTreeSet<_> = pending.items.iter().map(key).collect();
        for item in &mut self.items {
            item.cause = Some(if pending.contains(&key(item)) { Cause::Pending } else { Cause::Drift });
        }
        self.drift = Some(Looked::Found(drift));
    }

    /// Says that drift could not be told from what is pending.
    pub fn not_told_apart(&mut self, why: &'static str) {
        self.not_compared.push(format!("drift is not told from what is pending: {why}"));
        self.drift = Some(Looked::Not(why));
    }

    /// Puts something else in the place of what is not to be shown. The script of [`sql`] is written from the changes,
    /// and has to be hidden by itself.
    pub fn hide(&mut self, hidden: impl Fn(&str) -> String) {
        for item in &mut self.items {
            let Described { kind: _, object, part, from, to } = &mut item.described;
            let texts = std::iter::once(object).chain(part).chain(from).chain(to);
            let statements = item.statements.list.iter_mut().chain(&mut item.statements.notes);
            texts.chain(statements).for_each(|text| *text = hidden(text));
        }
        let told = self.notes.iter_mut().chain(&mut self.not_compared).chain(&mut self.offers);
        told.for_each(|text| *text = hidden(text));
    }

    /// Whether there is nothing to tell.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty() && self.notes.is_empty() && !self.has_drift()
    }

    fn has_drift(&self) -> bool {
        self.drift.iter().flat_map(Looked::changes).next().is_some()
    }

    /// The changes as they are told: drift first where there is some, then what is pending.
    pub(super) fn groups(&self) -> Vec<Group<'_>> {
        if !self.has_drift() {
            return vec![Group { objects: self.by_object(|_| true), ..Group::default() }];
        }
        let of = |cause: Cause| Group {
            heading: Some(cause.heading()),
            objects: self.by_object(|item| item.cause == Some(cause)),
            notes: if cause == Cause::Drift { self.overtaken() } else { Vec::new() },
        };
        let is_there = |group: &Group| !group.objects.is_empty() || !group.notes.is_empty();
        [Cause::Drift, Cause::Pending].map(of).into_iter().filter(is_there).collect()
    }

    /// Drift that no change undoes, since pending files change the same.
    fn overtaken(&self) -> Vec<String> {
        let undone = self.items.iter().filter(|item| item.cause == Some(Cause::Drift));
        let undone: BTreeSet<String> = undone.map(|item| item.described.path()).collect();
        let drift = self.drift.iter().flat_map(Looked::changes).map(|drifted| &drifted.change);
        let overtaken = drift.filter(|change| !undone.contains(&change.path()));
        let told = |change| format!("Drifted, and pending files change it as well: {}", drift::line(change));
        overtaken.map(told).collect()
    }

    /// What happens to each object, objects in the order of their names. What goes and comes again is
    /// told once.
    fn by_object(&self, is_told: impl Fn(&Item) -> bool) -> BTreeMap<&str, Vec<Entry<'_>>> {
        let mut objects: BTreeMap<&str, Vec<Entry>> = BTreeMap::new();
        for (at, item) in self.items.iter().enumerate().filter(|(_, item)| is_told(item)) {
            let entries = objects.entry(&item.described.object).or_default();
            let described = &item.described;
            let what = described.kind.split_once('-').map_or(described.kind.as_str(), |(_, rest)| rest);
            let earlier = |entry: &&mut Entry| {
                Sign::of(described) == Sign::Plus
                    && entry.sign == Sign::Minus
                    && entry.what == what
                    && entry.part == described.part.as_deref()
            };
            match entries.iter_mut().find(earlier) {
                Some(entry) => entry.again(item),
                None => entries.push(Entry::new(at, what, item)),
            }
        }
        objects
    }

    /// How often each hazard is there.
    pub(super) fn hazards(&self) -> BTreeMap<Hazard, usize> {
        let mut counts = BTreeMap::new();
        for hazard in self.items.iter().flat_map(|item| &item.hazards) {
            *counts.entry(*hazard).or_default() += 1;
        }
        counts
    }

    fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        self.groups().into_iter().flat_map(|group| group.objects.into_values().flatten())
    }

    /// One line: how much comes, goes and changes, and with which hazards.
    #[must_use]
    pub fn summary(&self) -> String {
        if self.items.is_empty() {
            let but = if self.notes.is_empty() { "" } else { ", but for what is noted" };
            let drifted = if self.has_drift() { ", which is not what the applied files lead to" } else { "" };
            return format!("no difference: {} and {} say the same{drifted}{but}", self.from, self.to);
        }
        let count = |sign| self.entries().filter(|entry| entry.sign == sign).count();
        let (plus, minus, tilde) = (count(Sign::Plus), count(Sign::Minus), count(Sign::Tilde));
        let hazards = self.hazards();
        let hazards: Vec<String> =
            hazards.iter().map(|(hazard, count)| format!("{} {count}", hazard.as_str())).collect();
        let told =
            if hazards.is_empty() { "no hazards".to_owned() } else { format!("hazards: {}", hazards.join(", ")) };
        format!("{plus} added, {minus} removed, {tilde} changed; {told}")
    }
}

/// What happens to one object or part, as people are told.
#[derive(Debug, Clone)]
pub(super) struct Entry<'a> {
    /// The first of its items, counted from 0.
    pub at: usize,
    /// Whether it comes, goes or changes.
    pub sign: Sign,
    /// What it is: `column`, `index`.
    pub what: &'a str,
    /// Which part of the object.
    pub part: Option<&'a str>,
    /// What it was.
    pub from: Option<&'a str>,
    /// What it becomes.
    pub to: Option<&'a str>,
    /// What that may do.
    pub hazards: BTreeSet<Hazard>,
    /// What a person has to know.
    pub notes: Vec<&'a str>,
}

impl<'a> Entry<'a> {
    fn new(at: usize, what: &'a str, item: &'a Item) -> Self {
        let described = &item.described;
        Self {
            at,
            sign: Sign::of(described),
            what,
            part: described.part.as_deref(),
            from: described.from.as_deref(),
            to: described.to.as_deref(),
            hazards: item.hazards.clone(),
            notes: item.statements.notes.iter().map(String::as_str).collect(),
        }
    }

    /// It went, and comes again.
    fn again(&mut self, item: &'a Item) {
        self.sign = Sign::Tilde;
        self.to = item.described.to.as_deref();
        self.hazards.extend(&item.hazards);
        self.notes.extend(item.statements.notes.iter().map(String::as_str));
        if self.from == self.to {
            (self.from, self.to) = (None, None);
            self.notes.push("goes and comes again as it was: what it stands on changes");
        }
    }

    /// The lines that differ, and two around them: how each is marked, and its text.
    pub(super) fn lines(&self) -> Vec<(ChangeTag, String)> {
        let ended = |text: Option<&str>| text.map_or_else(String::new, |text| format!("{text}\n"));
        let (from, to) = (ended(self.from), ended(self.to));
        let diff = TextDiff::from_lines(&from, &to);
        let mut lines = Vec::new();
        for hunk in diff.unified_diff().context_radius(2).iter_hunks() {
            lines.extend(
                hunk.iter_changes()
                    .map(|change| (change.tag(), change.value().trim_end_matches(['\n', '\r']).to_owned())),
            );
        }
        lines
    }

    /// What it is, as a sentence would have it: `table option`.
    pub(super) fn words(&self) -> String {
        self.what.replace('-', " ")
    }
}

fn offer(offer: &Offer) -> String {
    match offer {
        Offer::Table { from, to } => {
            format!("{from} may be {to} under a new name: if so, a migration with sp_rename keeps its rows")
        }
        Offer::Column { table, from, to } => {
            format!(
                "column {from} of {table} may be {to} under a new name: if so, a migration with sp_rename keeps its values"
            )
        }
    }
}

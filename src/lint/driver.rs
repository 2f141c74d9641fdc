//! Runs every rule over a project: file by file, statement by statement, in the order in which they run.

mod queries;
mod reading;
mod rows;

use std::collections::BTreeMap;
use std::sync::Arc;

use self::reading::Reading;
use super::allow::Allowances;
use super::executed::Executed;
use super::finding::{Findings, Found};
use super::history::{ChangeCx, Copies};
use super::levels::FileLevels;
use super::loose::LeftBehind;
use super::queries::Queries;
use super::released::{Difference, Released};
use super::rule::{ChangeCheck, Check, FileCheck, QueryCheck, Rule, SettingCheck, StepCheck, UnreadCheck, Watch};
use super::world::{Absence, World};
use super::{Level, Options, Report, finding, fix, loose, precedence, rules, unreadable};
use crate::catalog::{Catalog, Place, Presence};
use crate::change::Change;
use crate::refusal::{self, Refusal, Situation};
use crate::replay::{Inside, Observer, Replay, Step};
use crate::source::{Migration, ParsedFile, Phase, Project};
use crate::syntax::{Problem, ProblemKind};
use crate::text::Span;

/// Judges a project.
#[must_use]
pub fn lint(project: &Project, options: &Options) -> Report {
    judge(project, options, None)
}

/// Judges a project by what became of it since it was released: the whole history is replayed, and only
/// findings that new or changed files cause are told. Released files that are changed, and new ones that
/// come too early, are findings themselves.
#[must_use]
pub fn lint_since(project: &Project, released: &Released, options: &Options) -> Report {
    let difference = Difference::new(project, released);
    let mut report = judge(project, options, Some(&difference));
    difference.keep_caused(&mut report, || lint(&released.project, options));
    difference.mend_new_only(&mut report);
    report
}

fn judge(project: &Project, options: &Options, difference: Option<&Difference>) -> Report {
    let files: Vec<&Migration> = project.files().collect();
    let mut linter = Linter::new(options, &files);
    let mut replay = Replay::default();
    let mut index = 0;
    project.for_each_read(reading::of_file, |migration, parsed, read| {
        if options.partial && index > 0 && !loose::follows(files[index - 1], migration) {
            linter.history_end(std::mem::take(&mut replay).catalog());
        }
        linter.read = read;
        linter.guards(index, migration, replay.catalog());
        replay.file(index, &loose::as_it_runs(migration), &parsed, &mut linter);
        linter.file_end(index, replay.catalog());
        index += 1;
    });
    linter.history_end(replay.catalog());
    linter.finish();
    let mut report = Report {
        engine: options.engine,
        files: files.iter().map(|migration| Arc::clone(&migration.file)).collect(),
        findings: precedence::merged(linter.executed.placed(linter.found.all)),
        allowed: 0,
        secrets: BTreeMap::new(),
        queries: linter.queries.count,
    };
    report.findings.iter_mut().for_each(|finding| finding.engine_errors.sort_unstable());
    if let Some(difference) = difference {
        difference.tell(&mut report, options);
    }
    linter.allowances.apply(&mut report, &linter.levels);
    precedence::give_way(&mut report.findings);
    unreadable::add(&mut report, &project.problems, options);
    report.findings.retain(|finding| finding.level > Level::Off);
    fix::offer(&mut report, project);
    report.find_secrets();
    report.findings.sort_by(|one, other| (one.place, one.rule).cmp(&(other.place, other.rule)));
    finding::limit(&mut report.findings);
    report
}

/// The rules at work.
struct Linter<'a> {
    options: &'a Options,
    levels: FileLevels<'a>,
    files: &'a [&'a Migration],
    /// The phase of each file.
    phases: Vec<Phase>,
    found: Found,
    of_files: Vec<(&'static Rule, FileCheck)>,
    of_steps: Vec<(&'static Rule, StepCheck)>,
    of_unread: Vec<(&'static Rule, UnreadCheck)>,
    of_settings: Vec<(&'static Rule, SettingCheck)>,
    of_changes: Vec<(&'static Rule, ChangeCheck)>,
    of_queries: Vec<(&'static Rule, QueryCheck)>,
    of_standing_queries: Vec<(&'static Rule, QueryCheck)>,
    watches: Vec<(&'static Rule, Box<dyn Watch>)>,
    world: World,
    allowances: Allowances,
    executed: Executed,
    copies: Copies,
    queries: Queries,
    left_behind: LeftBehind,
    /// What is read of the file at hand.
    read: Reading,
}

impl<'a> Linter<'a> {
    fn new(options: &'a Options, files: &'a [&'a Migration]) -> Self {
        let mut linter = Self {
            options,
            levels: FileLevels::new(options, files.iter().map(|migration| migration.file.path())),
            files,
            phases: files.iter().map(|migration| loose::phase(migration)).collect(),
            found: Found::default(),
            of_files: Vec::new(),
            of_steps: Vec::new(),
            of_unread: Vec::new(),
            of_settings: Vec::new(),
            of_changes: Vec::new(),
            of_queries: Vec::new(),
            of_standing_queries: Vec::new(),
            watches: Vec::new(),
            world: World::new(options.partial),
            allowances: Allowances::default(),
            executed: Executed::default(),
            copies: Copies::default(),
            queries: Queries::default(),
            left_behind: LeftBehind::default(),
            read: Reading::default(),
        };
        for rule in super::rules().iter().filter(|rule| options.speaks(rule)) {
            for check in rule.checks {
                match check {
                    Check::File(check) => linter.of_files.push((rule, *check)),
                    Check::Step(check) => linter.of_steps.push((rule, *check)),
                    Check::Unread(check) => linter.of_unread.push((rule, *check)),
                    Check::Setting(check) => linter.of_settings.push((rule, *check)),
                    Check::Change(check) => linter.of_changes.push((rule, *check)),
                    Check::Query(check) => linter.of_queries.push((rule, *check)),
                    Check::StandingQuery(check) => linter.of_standing_queries.push((rule, *check)),
                    Check::Watch(_) | Check::Refusal(_) | Check::Problem(..) | Check::Linter | Check::Release => {}
                }
            }
        }
        linter.watches = watches(options);
        linter
    }

    /// Where a rule puts findings in a file; `None` where it is off or has no business.
    fn findings(&mut self, rule: &'static Rule, file: usize) -> Option<Findings<'_>> {
        let speaks = self.levels.of(rule, file) > Level::Off && !self.found.is_full(rule, file);
        let applies = speaks && rule.phases.contains(&self.phases[file]);
        applies.then(|| Findings::new(rule, &self.levels, &mut self.found))
    }

    fn problem(&mut self, file: usize, problem: &Problem) {
        let for_another_tool = self.options.partial && problem.kind.is_of_another_tool();
        for rule in super::rules() {
            for check in rule.checks {
                if let Check::Problem(kinds, help) = check
                    && kinds.contains(&problem.kind)
                    && let Some(mut findings) = self.findings(rule, file)
                {
                    let place = Place { file: file as u32, span: problem.span };
                    let finding = findings.add(place, problem.message.clone()).help(*help);
                    if for_another_tool || problem.kind == ProblemKind::NearDirective {
                        finding.unsure();
                    }
                }
            }
        }
    }

    /// Tells a refusal of a statement that runs or may run.
    fn refused(&mut self, step: &Step, span: Span, refusal: &Refusal) {
        let Some(rule) = super::rule(refusal.rule) else { return };
        let again = self.is_made_again(refusal);
        let certain = refusal.certain || again;
        let in_doubt = step.certainty == Presence::Possible || !certain || self.world.has_unknown_text(step.file);
        if rule.guarded && in_doubt {
            return;
        }
        let absent = refusal.about.as_ref().filter(|name| match refusal.rule {
            "missing-object" => true,
            // A part of something that is missing as a whole.
            "missing-part" => step.before.object_kind(name).is_none(),
            _ => false,
        });
        let absence = absent.map(|name| self.world.absence(name, step.file));
        let is_news = absent.is_none_or(|name| self.world.missed(name, step.file));
        if absence == Some(Absence::Unknown) || !is_news {
            return;
        }
        let place = step.at(span);
        let is_misplaced = refusal.rule == rules::NOT_ALLOWED_IN_TRANSACTION.code;
        let transaction = self.world.in_transaction(step.file).filter(|_| is_misplaced);
        let Some(mut findings) = self.findings(rule, step.file) else { return };
        let finding = findings.add_refusal(place, refusal);
        if !certain || absence == Some(Absence::NeverMade) || matches!(step.inside, Inside::Procedure(_)) {
            finding.unsure();
        }
        finding.related(transaction, "the transaction that it is part of does this");
        if let Some(Absence::Gone(gone)) = absence {
            finding.related(Some(gone), "it is dropped, renamed or moved here");
        }
    }

    /// Whether a refusal is of an object that was made again before: the catalog does not know what it is then, and
    /// it is there all the same.
    fn is_made_again(&mut self, refusal: &Refusal) -> bool {
        let made = refusal.about.as_ref().filter(|_| refusal.number == refusal::table::OBJECT_EXISTS.number);
        let Some(name) = made else { return false };
        let again = self.world.was_made_again(name);
        if refusal.certain {
            self.world.made_again(name);
        }
        again
    }

    /// Lets rules judge what nobody read of a statement of the file.
    fn unread(&mut self, step: &Step) {
        let own = || self.read.unread.get(&step.statement.span).cloned();
        let unread = own().filter(|_| matches!(step.inside, Inside::Direct)).unwrap_or_default();
        for at in 0..self.of_unread.len() {
            let (rule, check) = self.of_unread[at];
            if let Some(mut findings) = self.findings(rule, step.file) {
                check(step, &unread, &mut findings);
            }
        }
    }

    /// Lets every watch look, where its rule applies to the file.
    fn watch(&mut self, file: usize, mut look: impl FnMut(&mut dyn Watch, &mut Findings)) {
        let mut watches = std::mem::take(&mut self.watches);
        for (rule, watch) in &mut watches {
            if let Some(mut findings) = self.findings(rule, file) {
                look(&mut **watch, &mut findings);
            }
        }
        self.watches = watches;
    }

    /// Judges the guards of a header by the catalog before its file.
    fn guards(&mut self, file: usize, migration: &Migration, before: &Catalog) {
        let world = std::mem::take(&mut self.world);
        if let Some(mut findings) = self.findings(&rules::GUARD_TARGET, file) {
            rules::check_guards(file, migration, before, &world, &mut findings);
        }
        self.world = world;
    }

    fn file_end(&mut self, file: usize, after: &Catalog) {
        self.watch(file, |watch, findings| watch.file_end(after, findings));
    }

    /// A history has ended in this catalog; what comes next is another one, and knows nothing of it.
    fn history_end(&mut self, after: &Catalog) {
        self.standing_queries(after);
        let ended = std::mem::replace(&mut self.watches, watches(self.options));
        for (rule, mut watch) in ended {
            watch.end(after, &mut Findings::new(rule, &self.levels, &mut self.found));
        }
        self.left_behind.note(after);
        self.world = World::new(self.options.partial);
        self.copies = Copies::default();
    }

    fn finish(&mut self) {
        if let Some(rule) = super::rule("policy-and-vector-index") {
            self.left_behind.tell(&mut Findings::new(rule, &self.levels, &mut self.found));
        }
    }

    /// Lets the rules of hazards judge a change. What a procedure may do when it is called is left to
    /// those that look for it.
    fn hazards(&mut self, step: &Step, change: &Change, span: Span, before: &Catalog) {
        if matches!(step.inside, Inside::Procedure(_)) {
            return;
        }
        let copies = std::mem::take(&mut self.copies);
        let cx = ChangeCx { step, change, place: step.at(span), before, copies: &copies };
        for at in 0..self.of_changes.len() {
            let (rule, check) = self.of_changes[at];
            if let Some(mut findings) = self.findings(rule, step.file) {
                check(&cx, &mut findings);
            }
        }
        self.watch(step.file, |watch, findings| watch.change(&cx, findings));
        self.copies = copies;
    }
}

/// The rules that remember, before a history begins.
fn watches(options: &Options) -> Vec<(&'static Rule, Box<dyn Watch>)> {
    let rules = super::rules().iter().filter(|rule| options.speaks(rule));
    let checks = rules.flat_map(|rule| rule.checks.iter().map(move |check| (*rule, check)));
    let made = checks.filter_map(|(rule, check)| match check {
        Check::Watch(make) => Some((rule, make())),
        _ => None,
    });
    made.collect()
}

fn situation(step: &Step, options: &Options) -> Situation<'static> {
    Situation {
        profile: options.engine,
        in_transaction: step.in_transaction,
        settings: step.settings,
        ..Situation::default()
    }
}

impl Observer for Linter<'_> {
    fn file(&mut self, index: usize, migration: &Migration, parsed: &ParsedFile) {
        self.allowances.note(index, &parsed.allowances, !loose::is_loose(migration));
        for at in 0..self.of_files.len() {
            let (rule, check) = self.of_files[at];
            if let Some(mut findings) = self.findings(rule, index) {
                check(index, migration, parsed, &mut findings);
            }
        }
        for problem in &parsed.problems {
            self.problem(index, problem);
        }
        for batch in &parsed.batches {
            for (span, refusal) in refusal::refusals_of_batch(&batch.statements, migration.file.text()) {
                let Some(rule) = super::rule(refusal.rule) else { continue };
                if let Some(mut findings) = self.findings(rule, index) {
                    findings.add_refusal(Place { file: index as u32, span }, &refusal);
                }
            }
        }
    }

    fn step(&mut self, step: &Step<'_>) {
        if step.runs() {
            self.executed.follow(step);
        }
        for at in 0..self.of_settings.len() {
            let (rule, check) = self.of_settings[at];
            let options = self.options;
            if let Some(mut findings) = self.findings(rule, step.file) {
                check(step, options, &mut findings);
            }
        }
        if !step.runs() {
            return;
        }
        let text = step.source.slice(step.statement.span);
        let situation = situation(step, self.options);
        for refusal in refusal::refusals_of_statement(step.statement, text, step.before, &situation) {
            self.refused(step, step.span, &refusal);
        }
        self.judge_rows(step);
        for at in 0..self.of_steps.len() {
            let (rule, check) = self.of_steps[at];
            if let Some(mut findings) = self.findings(rule, step.file) {
                check(step, &mut findings);
            }
        }
        self.unread(step);
        self.watch(step.file, |watch, findings| watch.step(step, findings));
        self.read_queries(step);
        self.copies.follow(step);
        self.world.follow(step, step.place());
    }

    fn change(&mut self, step: &Step<'_>, change: &Change, span: Span, before: &Catalog) {
        for refusal in refusal::refusals(change, before, &situation(step, self.options)) {
            self.refused(step, span, &refusal);
        }
        self.hazards(step, change, span, before);
        self.queries.follow(change, before, step.certainty == Presence::Certain);
    }
}

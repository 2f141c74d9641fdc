//! Every rule: its page, its fixture, and what a user sees of its findings.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use ragsql::lint::{self, Level, Options, Released, Report, Rule};
use ragsql::refusal::{Profile, table};
use ragsql::report;
use ragsql::settings::Settings;
use ragsql::source::{Project, Variables};

/// The sections that every page has, in order.
const SECTIONS: [&str; 5] = ["## Problem", "## Why", "## Bad", "## Good", "## How to allow it"];

/// The engine on which a rule speaks.
fn engine_of(rule: &Rule) -> Profile {
    let speaks = |profile: &&Profile| rule.levels.on(**profile) > Level::Off;
    *Profile::ALL.iter().find(speaks).expect("a rule speaks on some engine")
}

fn lint(text: &str, rule: &Rule) -> Report {
    judge(text, &Options { engine: engine_of(rule), ..Options::default() })
}

/// Judges a fixture. A line `-- now` says that what is above it was released.
fn judge(text: &str, options: &Options) -> Report {
    let Some((before, now)) = text.split_once("-- now\n") else { return lint::lint(&Project::fixture(text), options) };
    let project = Project::fixture(before);
    let released =
        Released { reference: "main".to_owned(), project, unusable: BTreeSet::new(), later: Project::default() };
    lint::lint_since(&Project::fixture(now), &released, options)
}

fn fires(report: &Report, code: &str) -> bool {
    report.findings.iter().any(|finding| finding.rule == code)
}

/// The SQL of a section of a page.
fn sql_of<'a>(page: &'a str, section: &str) -> &'a str {
    let start = page.find(section).unwrap_or_else(|| panic!("the page has {section}"));
    let body = page[start..].split_once("```sql\n").expect("SQL in the section").1;
    body.split_once("```").expect("an end of the SQL").0
}

/// Told of bytes that are no text, or of ten thousand variables: no example can hold these. They have
/// tests of their own below.
const WITHOUT_EXAMPLE: [&str; 2] = ["many-variables", "unreadable-file"];

#[test]
fn pages_are_whole() {
    for rule in lint::rules() {
        assert!(rule.docs.starts_with(&format!("# {}\n", rule.code)), "{} opens its page", rule.code);
        let places: Vec<_> = SECTIONS.iter().map(|section| rule.docs.find(section)).collect();
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{} has all sections in order", rule.code);
    }
}

#[test]
fn examples_of_pages_are_true() {
    let mut wrong = Vec::new();
    for rule in lint::rules().iter().filter(|rule| !WITHOUT_EXAMPLE.contains(&rule.code)) {
        let bad = lint(sql_of(rule.docs, "## Bad"), rule);
        if !fires(&bad, rule.code) {
            wrong.push(format!("the bad example of {} is not told:\n{}", rule.code, report::text::render(&bad, false)));
        }
        let good = lint(sql_of(rule.docs, "## Good"), rule);
        if !good.findings.is_empty() {
            wrong.push(format!("the good example of {} is told:\n{}", rule.code, report::text::render(&good, false)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn rules_are_listed_by_code_with_a_file_and_a_fixture_each() {
    let codes: Vec<_> = lint::rules().iter().map(|rule| rule.code).collect();
    let mut sorted = codes.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(codes, sorted, "the list is sorted and has no code twice");
    for (folder, extension) in [("src/lint/rules", "rs"), ("src/lint/rules", "md"), ("tests/lint", "sql")] {
        let mut files = names(folder, extension);
        if extension == "sql" {
            files.extend(WITHOUT_EXAMPLE.map(str::to_owned));
        }
        assert_eq!(files, codes.iter().map(|code| (*code).to_owned()).collect(), "{folder}/*.{extension}");
    }
}

/// The codes for which a folder has a file.
fn names(folder: &str, extension: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("readable").path());
    let stems = paths
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .map(|path| path.file_stem().expect("a name").to_string_lossy().replace('_', "-"));
    stems.filter(|stem| stem != "mod").collect()
}

#[test]
fn every_refusal_has_a_rule() {
    for entry in table::rows() {
        assert!(lint::rule(entry.rule).is_some(), "{} is told by {}, which is no rule", entry.number, entry.rule);
    }
}

/// A fixture: a project whose comments say where the rule speaks.
struct Fixture {
    text: String,
    engine: Option<Profile>,
    /// Other rules that speak as well.
    also: BTreeSet<String>,
}

impl Fixture {
    fn read(path: &Path) -> Self {
        let text = fs::read_to_string(path).expect("readable");
        let head = |key: &str| text.split('\n').find_map(|line| line.strip_prefix(key)).map(str::trim);
        let engine = head("-- engine:").map(|word| word.parse().expect("an engine"));
        let also = head("-- also:").map(|codes| codes.split(", ").map(str::to_owned).collect()).unwrap_or_default();
        Self { engine, also, text }
    }

    fn report(&self, rule: &Rule) -> Report {
        let engine = self.engine.unwrap_or_else(|| engine_of(rule));
        judge(&self.text, &Options { engine, ..Options::default() })
    }
}

/// The lines below `-- told` comments, as `file:line`.
fn told_in(report: &Report) -> BTreeSet<String> {
    let mut told = BTreeSet::new();
    for file in &report.files {
        let lines = file.text().split('\n').enumerate();
        let marks = lines.filter(|(_, line)| line.trim() == "-- told").map(|(at, _)| at + 2);
        told.extend(marks.map(|line| format!("{}:{line}", file.path())));
    }
    told
}

fn places_of(report: &Report, code: &str) -> BTreeSet<String> {
    let findings = report.findings.iter().filter(|finding| finding.rule == code);
    findings
        .map(|finding| {
            let file = report.file(finding.place);
            format!("{}:{}", file.path(), file.position(finding.place.span.start).line)
        })
        .collect()
}

#[test]
fn fixtures() {
    let mut wrong = Vec::new();
    insta::with_settings!({
        snapshot_path => "../snapshots/lint", prepend_module_to_snapshot => false, omit_expression => true
    }, {
        insta::glob!("lint/*.sql", |path| {
            let code = path.file_stem().expect("a name").to_string_lossy().into_owned();
            let Some(rule) = lint::rule(&code) else { panic!("{code} is no rule") };
            let fixture = Fixture::read(path);
            let report = fixture.report(rule);
            wrong.extend(fixture_is_wrong(&code, &fixture, &report));
            insta::assert_snapshot!(report::text::render(&report, false));
        });
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn fixture_is_wrong(code: &str, fixture: &Fixture, report: &Report) -> Vec<String> {
    let mut wrong = Vec::new();
    let (expected, found) = (expected_in(code, fixture, report), places_of(report, code));
    if expected != found {
        wrong.push(format!("{code} is told at {found:?} instead of {expected:?}"));
    }
    let others: BTreeSet<String> =
        report.findings.iter().map(|finding| finding.rule.to_owned()).filter(|other| other != code).collect();
    if others != fixture.also {
        wrong.push(format!("with {code} come {others:?} instead of {:?}", fixture.also));
    }
    for finding in &report.findings {
        let (file, span) = (report.file(finding.place), finding.place.span);
        if span.end as usize > file.text().len() || finding.message.ends_with('.') {
            wrong.push(format!("{code}: {finding:?}"));
        }
    }
    wrong
}

/// Rules about whole files: what they tell stands at the beginning.
const ABOUT_FILES: [&str; 5] =
    ["empty-migration", "file-name", "duplicate-version", "released-file-changed", "out-of-order-file"];

fn expected_in(code: &str, fixture: &Fixture, report: &Report) -> BTreeSet<String> {
    if !ABOUT_FILES.contains(&code) {
        return told_in(report);
    }
    let mut file = "";
    let mut told = BTreeSet::new();
    let now = fixture.text.split_once("-- now\n").map_or(&*fixture.text, |(_, now)| now);
    for line in now.split('\n') {
        file = line.strip_prefix("-- file: ").unwrap_or(file);
        if line == "-- told" {
            told.insert(format!("{file}:1"));
        }
    }
    told
}

/// What is told about a file that cannot be read, and that the rest of the project is judged all the same.
#[test]
fn unreadable_files_are_told() {
    let dir = tempfile::tempdir().expect("a folder");
    fs::create_dir_all(dir.path().join("migrations")).expect("made");
    fs::create_dir_all(dir.path().join("post-load")).expect("made");
    fs::write(dir.path().join("migrations/V1__latin.sql"), b"PRINT 'a';\n\nPRINT 'a\xf1o';").expect("written");
    fs::write(dir.path().join("migrations/V2__use.sql"), "USE master;").expect("written");
    let project = ragsql::source::read(dir.path()).expect("a project");
    let report = lint::lint(&project, &Options::default());
    let found: Vec<_> =
        report.findings.iter().map(|finding| (finding.rule, report.file(finding.place).path())).collect();
    assert_eq!(found, [("use-database", "migrations/V2__use.sql"), ("unreadable-file", "migrations/V1__latin.sql")]);
    let place = report.findings[1].place;
    let position = report.file(place).position(place.span.start);
    assert_eq!((position.line, position.column), (3, 9), "where the byte is");
    assert!(report.reaches(Level::Error));
}

/// That a batch may have ten thousand variables and no more, and that GO starts the count again.
#[test]
fn the_variables_of_a_batch_are_counted() {
    let declares = |from: u32, to: u32| (from..=to).map(|at| format!("DECLARE @v{at} INT;\n")).collect::<String>();
    let found = |text: &str| {
        let report = lint::lint(&Project::fixture(text), &Options::default());
        let lines = report
            .findings
            .iter()
            .map(|finding| (finding.rule, report.file(finding.place).position(finding.place.span.start).line));
        lines.collect::<Vec<_>>()
    };
    assert_eq!(found(&declares(1, 10_000)), []);
    assert_eq!(found(&declares(1, 10_002)), [("many-variables", 10_001)]);
    assert_eq!(found(&format!("{}GO\n{}", declares(1, 6_000), declares(6_001, 12_000))), []);
}

#[test]
fn the_project_of_this_repository_has_no_findings() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let declared = Settings::read(root).expect("its settings").variables.into_keys().map(|name| (name, None));
    let project = ragsql::source::read(root).expect("a project").with_variables(Variables::new(declared));
    for engine in [Profile::Azure, Profile::Container] {
        let report = lint::lint(&project, &Options { engine, ..Options::default() });
        assert!(report.findings.is_empty(), "{}", report::text::render(&report, false));
    }
}

/// That no form of report shows a secret, whatever the finding is about and wherever the line is cut.
#[test]
fn no_report_shows_a_secret() {
    let secret = "Corr3ct-horse";
    let long = format!("CREATE TABLE dbo.[use] (id INT NOT NULL); {}", "PRINT N'filler'; ".repeat(40));
    let text = format!(
        "CREATE USER a WITH PASSWORD = '{secret}'; DROP TABLE dbo.gone;\n\
         {long} CREATE USER b WITH PASSWORD = N'{secret}'; USE other; EXEC (N'CREATE USER c WITH PASSWORD = ''{secret}''');"
    );
    let report = lint::lint(&Project::fixture(&text), &Options::default());
    let context =
        report::Context { root: "/project".into(), base: "/project".into(), docs_url: None, fail_on: Level::Error };
    assert_eq!(report.findings.iter().filter(|finding| finding.rule == "literal-secret").count(), 3);
    assert!(report.findings.len() > 4, "other findings stand beside it");
    for shown in [
        report::text::render(&report, true),
        report::json::render(&report),
        report::sarif::render(&report, &context),
        report::github::render(&report, &context),
        report::gitlab::render(&report, &context),
        report::azure_devops::render(&report, &context),
        report::junit::render(&report, &context),
        report::markdown::render(&report, &context),
    ] {
        assert!(!shown.contains(secret), "{shown}");
    }
}

//! The rule that the project exists for, over many spellings: one file in the folder of this name is
//! one project with its verdict on top.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use ragsql::lint::{self, Diagnostic, Level, Options, Report};
use ragsql::refusal::PairSetting;
use ragsql::report;
use ragsql::source::{self, Project};

const RULE: &str = "policy-and-vector-index";

/// What a case expects.
#[derive(Default)]
struct Expected {
    /// `reject`, `warn`, `accept`, or two of them with `-or-`.
    verdict: String,
    table: Option<String>,
    /// `file:line` of the statements.
    index: Option<String>,
    policy: Option<String>,
}

impl Expected {
    /// From `key: value` lines.
    fn read<'a>(lines: impl Iterator<Item = &'a str>) -> Self {
        let pairs: BTreeMap<&str, &str> = lines.filter_map(|line| line.split_once(": ")).collect();
        let value = |keys: [&str; 2]| keys.iter().find_map(|key| pairs.get(key)).map(|value| value.trim().to_owned());
        Self {
            verdict: value(["verdict", "verdict"]).expect("a verdict"),
            table: value(["table", "table"]),
            index: value(["index", "vector-index-statement"]),
            policy: value(["policy", "policy-statement"]),
        }
    }

    /// What is wrong with a report; nothing when it is as expected.
    fn judge(&self, report: &Report) -> Result<(), String> {
        let findings: Vec<_> = report.findings.iter().filter(|finding| finding.rule == RULE).collect();
        let worst = findings.iter().map(|finding| finding.level).max();
        let verdict = match worst {
            Some(Level::Error) => "reject",
            Some(_) => "warn",
            None => "accept",
        };
        if !self.verdict.split("-or-").any(|allowed| allowed == verdict) {
            return Err(format!("the verdict is {verdict}"));
        }
        if verdict == "accept" || self.verdict.contains("accept") {
            return Ok(());
        }
        let names = |finding: &&&Diagnostic| finding.table.as_deref() == self.table.as_deref();
        let finding = findings.iter().find(names).ok_or("no finding names the table")?;
        for place in [&self.index, &self.policy].into_iter().flatten() {
            if !places(report, finding).contains(place) {
                return Err(format!("{place} is not among {:?}", places(report, finding)));
            }
        }
        if finding.engine_errors != [37579, 42244] {
            return Err(format!("the numbers are {:?}", finding.engine_errors));
        }
        finding.help.as_ref().map(|_| ()).ok_or_else(|| "it does not say what to do instead".to_owned())
    }
}

/// Every place of a finding, as `file:line`.
fn places(report: &Report, finding: &Diagnostic) -> Vec<String> {
    let all = std::iter::once(finding.place).chain(finding.related.iter().map(|related| related.place));
    all.map(|place| {
        let file = report.file(place);
        format!("{}:{}", file.path(), file.position(place.span.start).line)
    })
    .collect()
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("readable").path()).collect();
    paths.sort();
    paths
}

fn stem(path: &Path) -> String {
    path.file_stem().expect("a name").to_string_lossy().into_owned()
}

#[test]
fn verdicts() {
    let mut wrong = Vec::new();
    let cases = entries(&folder("tests/policy-and-vector-index"));
    for path in &cases {
        let text = fs::read_to_string(path).expect("readable");
        let head = text.split('\n').map_while(|line| line.strip_prefix("-- "));
        let expected = Expected::read(head.take_while(|line| !line.starts_with("file:")));
        let report = lint::lint(&Project::fixture(&text), &Options::default());
        if let Err(why) = expected.judge(&report) {
            wrong.push(format!("{}: {why}\n{}", stem(path), report::text::render(&report, false)));
        }
    }
    assert!(cases.len() > 60, "the cases are there");
    assert!(wrong.is_empty(), "{} of {} cases:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

/// Cases of the folder beside the repository whose cause is the target, not the pair.
const TARGETS: [&str; 2] = ["26-vector-index-on-temp-table", "31-vector-index-on-view"];

#[test]
fn verdicts_of_the_folder_beside_the_repository() {
    let beside = folder("../shared/cases/policy-and-vector-index");
    if !beside.is_dir() {
        eprintln!("skipped: {} is not there", beside.display());
        return;
    }
    let mut wrong = Vec::new();
    for path in entries(&beside).iter().filter(|path| path.is_dir()) {
        let expected = fs::read_to_string(path.join("expect.txt")).expect("a verdict");
        let mut expected = Expected::read(expected.split('\n'));
        expected.table = expected.table.map(|table| table.split(" (").next().unwrap_or_default().to_owned());
        let report = lint::lint(&source::read(path).expect("a project"), &Options::default());
        let judged = match TARGETS.contains(&&*stem(path)) {
            true => on_target(&report),
            false => expected.judge_beside(&report),
        };
        if let Err(why) = judged {
            wrong.push(format!("{}: {why}\n{}", stem(path), report::text::render(&report, false)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

impl Expected {
    /// As [`Expected::judge`]; a table that is reached through another name is shown with an arrow.
    fn judge_beside(mut self, report: &Report) -> Result<(), String> {
        self.table = self.table.map(|table| table.rsplit(" -> ").next().unwrap_or_default().to_owned());
        self.judge(report)
    }
}

fn on_target(report: &Report) -> Result<(), String> {
    let has = |code: &str| report.findings.iter().any(|finding| finding.rule == code && finding.level == Level::Error);
    match (has("vector-index-target"), has(RULE)) {
        (true, false) => Ok(()),
        (target, pair) => Err(format!("vector-index-target: {target}, {RULE}: {pair}")),
    }
}

/// A policy that SSMS saved as UTF-16 with CRLF, and an index in UTF-8 with a byte-order mark.
#[test]
fn encodings_hide_nothing() {
    let dir = tempfile::tempdir().expect("a folder");
    let policy = "CREATE SECURITY POLICY dbo.p\r\n    ADD FILTER PREDICATE dbo.f(t) ON dbo.c WITH (STATE = ON);\r\n";
    let utf16: Vec<u8> = "\u{feff}".encode_utf16().chain(policy.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let index = "\u{feff}CREATE VECTOR INDEX v ON dbo.c (e) WITH (METRIC = 'cosine');\r\n";
    for (path, bytes) in [("migrations/V1__p.sql", utf16), ("post-load/V1__v.sql", index.as_bytes().to_vec())] {
        let path = dir.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, bytes).expect("written");
    }
    let report = lint::lint(&source::read(dir.path()).expect("a project"), &Options::default());
    let expected = Expected {
        verdict: "reject".into(),
        table: Some("dbo.c".into()),
        index: Some("post-load/V1__v.sql:1".into()),
        policy: Some("migrations/V1__p.sql:1".into()),
    };
    assert_eq!(expected.judge(&report), Ok(()));
}

#[test]
fn the_setting_decides_the_level() {
    let text = fs::read_to_string(folder("tests/policy-and-vector-index/policy_then_index.sql")).expect("readable");
    let level = |setting| {
        let options = Options { policy_and_vector_index: setting, ..Options::default() };
        let report = lint::lint(&Project::fixture(&text), &options);
        report.findings.iter().find(|finding| finding.rule == RULE).map(|finding| finding.level)
    };
    assert_eq!(level(PairSetting::Refuse), Some(Level::Error));
    assert_eq!(level(PairSetting::Warn), Some(Level::Warning));
    assert_eq!(level(PairSetting::Allow), None);
}

#[test]
fn each_table_has_its_own_finding() {
    let text = fs::read_to_string(folder("tests/policy-and-vector-index/twice_the_pair.sql")).expect("readable");
    let report = lint::lint(&Project::fixture(&text), &Options::default());
    let tables: Vec<_> =
        report.findings.iter().filter(|finding| finding.rule == RULE).map(|finding| finding.table.as_deref()).collect();
    assert_eq!(tables, [Some("dbo.passage"), Some("dbo.title")]);
}

//! Fixes: what they leave behind, and what they do not touch.

use std::collections::BTreeMap;
use std::fs;

use ragsql::lint::{self, Fix, Options, Report};
use ragsql::report;
use ragsql::source::Project;
use ragsql::syntax::lexer;
use ragsql::text::Span;

fn judge(text: &str) -> (Project, Report) {
    let project = Project::fixture(text);
    let report = lint::lint(&project, &Options::default());
    (project, report)
}

/// A fixture as it was and as it is with all fixes made once.
fn mended(text: &str) -> (String, usize) {
    let (project, report) = judge(text);
    let mut fixes: BTreeMap<u32, Vec<&Fix>> = BTreeMap::new();
    for finding in &report.findings {
        fixes.entry(finding.place.file).or_default().extend(&finding.fix);
    }
    let (mut text, mut made) = (String::new(), 0);
    for (index, file) in project.files().enumerate() {
        let of_file = fixes.remove(&(index as u32)).unwrap_or_default();
        let (fixed, count) = lint::fixed(file.file.text(), of_file);
        text += &format!("-- file: {}\n{fixed}", file.file.path());
        made += count;
    }
    (text, made)
}

/// Whether a line is GO with or without a count, or a mark of a fixture.
fn is_of_no_statement(line: &str) -> bool {
    let word = line.trim().trim_end_matches([';', ' ', '0', '1', '2', '3']);
    word.eq_ignore_ascii_case("go") || line.starts_with("-- file:")
}

/// The tokens and comments of a text, without semicolons, GO and directives.
fn pieces(text: &str) -> Vec<String> {
    let text = text.split('\n').filter(|line| !is_of_no_statement(line)).collect::<Vec<_>>().join("\n");
    let lexed = lexer::lex(&text, Span::new(0, text.len()));
    let spans = lexed.tokens.iter().map(|token| token.span).chain(lexed.comments);
    spans
        .map(|span| text[span.range()].trim().to_owned())
        .filter(|piece| !piece.starts_with("-- ragsql:") && piece != ";")
        .collect()
}

#[test]
fn cases() {
    insta::with_settings!({
        snapshot_path => "../snapshots/fix", prepend_module_to_snapshot => false, omit_expression => true
    }, {
        insta::glob!("fix/*.sql", |path| {
            let before = fs::read_to_string(path).expect("readable");
            let (after, made) = mended(&before);
            let left = report::text::render(&judge(&after).1, false);
            insta::assert_snapshot!(format!("{made} fixed\n{after}\n{left}"));
            assert_eq!(pieces(&before), pieces(&after), "everything else reads the same");
        });
    });
}

/// Fixes that write a statement anew: the lines of other statements stay what they are.
#[test]
fn rewrites() {
    insta::with_settings!({
        snapshot_path => "../snapshots/fix", prepend_module_to_snapshot => false, omit_expression => true
    }, {
        insta::glob!("fix/rewrites/*.sql", |path| {
            let before = fs::read_to_string(path).expect("readable");
            let (after, made) = mended(&before);
            let left = report::text::render(&judge(&after).1, false);
            insta::assert_snapshot!(format!("{made} fixed\n{after}\n{left}"));
            let other = |text: &str| text.split('\n').filter(|line| line.contains("-- other")).map(str::to_owned).collect::<Vec<_>>();
            assert!(made > 0 && !other(&before).is_empty());
            assert_eq!(other(&before), other(&after), "everything else reads the same");
        });
    });
}

#[test]
fn line_ends_stay_what_they_are() {
    let text = "SELECT 1;\r\nCREATE VIEW dbo.v AS SELECT 1 AS one;\r\n";
    let (after, made) = mended(text);
    assert_eq!(
        (after.split_once('\n').expect("a head").1, made),
        ("SELECT 1;\r\nGO\r\nCREATE VIEW dbo.v AS SELECT 1 AS one;\r\n", 1)
    );
}

/// Every fixture of the rules, mended until nothing is left to mend, has no finding that offers a fix.
#[test]
fn fixes_come_to_an_end() {
    let folder = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/lint")).expect("the folder is there");
    let mut mended_any = 0;
    for entry in folder {
        let mut text = fs::read_to_string(entry.expect("an entry").path()).expect("readable");
        let mut rounds = 0;
        loop {
            let (after, made) = mended(&text);
            if made == 0 {
                break;
            }
            (text, rounds, mended_any) = (after, rounds + 1, mended_any + made);
            assert!(rounds < 10, "{text}");
        }
    }
    assert!(mended_any > 4, "{mended_any} fixes in all fixtures");
}

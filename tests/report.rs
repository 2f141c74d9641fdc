//! The forms of a report that pipelines show: what they look like, that the documents are valid, and that
//! what is in them is what was found.

#[path = "report/annotations.rs"]
mod annotations;
#[path = "report/documents.rs"]
mod documents;
#[path = "report/sample.rs"]
mod sample;
#[path = "report/schemas.rs"]
mod schemas;

use ragsql::report::{azure_devops, github, gitlab, json, junit, markdown, sarif};
use sample::{context, report};

macro_rules! assert_golden {
    ($name:literal, $text:expr) => {
        insta::with_settings!({
            snapshot_path => "../snapshots/report", prepend_module_to_snapshot => false, omit_expression => true
        }, {
            insta::assert_snapshot!($name, $text);
        });
    };
}

#[test]
fn each_form() {
    let (report, context) = (report(), context());
    assert_golden!("json", json::render(&report));
    assert_golden!("sarif", documents::without_pages(&sarif::render(&report, &context)));
    assert_golden!("github", github::render(&report, &context));
    assert_golden!("gitlab", gitlab::render(&report, &context));
    assert_golden!("azure-devops", azure_devops::render(&report, &context));
    assert_golden!("junit", junit::render(&report, &context));
    assert_golden!("markdown", markdown::render(&report, &context));
}

#[test]
fn nothing_found() {
    let (mut report, context) = (report(), context());
    report.findings.clear();
    assert_golden!("nothing-github", github::render(&report, &context));
    assert_golden!("nothing-gitlab", gitlab::render(&report, &context));
    assert_golden!("nothing-azure-devops", azure_devops::render(&report, &context));
    assert_golden!("nothing-junit", junit::render(&report, &context));
    assert_golden!("nothing-markdown", markdown::render(&report, &context));
    assert_golden!("nothing-sarif", sarif::render(&report, &context));
}

#[test]
fn the_same_report_gives_the_same_text_and_every_text_ends_its_last_line() {
    for render in [sarif::render, github::render, gitlab::render, azure_devops::render, junit::render, markdown::render]
    {
        let text = render(&report(), &context());
        assert_eq!(text, render(&report(), &context()));
        assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{text}");
    }
}

#[test]
fn a_comment_stays_short_enough_and_counts_what_it_leaves_out() {
    let mut report = report();
    let one = report.findings[0].clone();
    report.findings = vec![one; 1000];
    let text = markdown::render(&report, &context());
    assert!(text.len() < 65_536, "{} bytes", text.len());
    let rows = text.matches("\n| error |").count();
    assert!(text.ends_with(&format!("\n{} more findings not shown here.\n", 1000 - rows)), "{rows} rows");
}

//! The forms of the result: golden files of a healthy and of a broken corpus.

use crate::lab::Lab;

macro_rules! assert_golden {
    ($name:expr, $text:expr) => {
        insta::with_settings!({
            snapshot_path => "../../snapshots/verify", prepend_module_to_snapshot => false, omit_expression => true
        }, {
            insta::assert_snapshot!($name, $text);
        });
    };
}

#[test]
fn each_form_of_a_healthy_and_a_broken_corpus() {
    let lab = Lab::new();
    for form in ["text", "json", "junit", "markdown"] {
        let (code, stdout, stderr) = lab.ragsql(&["verify", "--quiet", "--format", form]);
        assert_eq!((code, stderr.as_str()), (0, ""), "{stdout}");
        assert_golden!(form, stdout);
    }
    lab.run("UPDATE dbo.document_chunks SET embed_model = N'a | <b>' WHERE chunk_id % 2 = 0;");
    lab.run("DROP PROCEDURE dbo.search_chunks; DROP INDEX vi_document_chunks ON dbo.document_chunks;");
    lab.run("DELETE FROM dbo.document_chunks WHERE tenant_id = 3;");
    for form in ["text", "json", "junit", "markdown"] {
        let (code, stdout, _) = lab.ragsql(&["verify", "--format", form]);
        assert_eq!(code, 1, "{stdout}");
        assert_golden!(format!("broken-{form}"), stdout);
    }
}

#[test]
fn the_script_needs_no_database() {
    let lab = Lab::new();
    let (code, stdout, stderr) = lab.ragsql(&["verify", "--format", "sql", "--url", "sandbox:nowhere.db"]);
    assert_eq!((code, stderr.as_str()), (0, ""), "{stdout}");
    assert_golden!("sql", stdout);
}

#[test]
fn a_form_that_it_has_not_is_refused() {
    let (code, stdout, stderr) = Lab::new().ragsql(&["verify", "--format", "sarif"]);
    assert!(code == 64 && stdout.is_empty() && stderr.contains("json, junit, markdown"), "{stderr}");
}

//! What other engines answer, where the embedded one has no such state: the text of a check is sent with one word changed.

use ragsql::lint;
use ragsql::replay::replay;
use ragsql::source::Project;
use ragsql::template::{self, Embedding, Names};
use ragsql::verify::{Options, PROLOGUE, questions};

use crate::client::cell;
use crate::lab::Lab;

/// The text of a check about the schema that the lab has.
fn text(check: &str, options: lint::Options) -> String {
    let files = template::files(Embedding { model: "ragsql-local-demo", dimensions: 8 }, Names::default());
    let project = Project::from_texts(files.iter().map(|(path, text)| (path.as_str(), text.as_str())));
    let options = Options { lint: options, sample: None };
    let asked = questions(&replay(&project, &mut ()), &options);
    let question = asked.into_iter().find(|question| question.check.name == check).expect("it is asked");
    question.text.expect("it has a text")
}

/// Outcome and finding of a check's text after `from` is `to` in it.
fn answers(lab: &Lab, text: &str, from: &str, to: &str) -> Vec<(String, String)> {
    let changed = text.replace(from, to);
    assert_ne!(changed, text, "{from}");
    let (_engine, mut client) = lab.client();
    let rows = client.rows(&format!("{PROLOGUE}{changed}\nSELECT outcome, found FROM @result;"));
    rows.iter().map(|row| (cell(&row[0]), cell(&row[1]))).collect()
}

fn one(lab: &Lab, check: &str, from: &str, to: &str) -> (String, String) {
    let mut answers = answers(lab, &text(check, lint::Options::default()), from, to);
    assert_eq!(answers.len(), 1, "{answers:?}");
    answers.remove(0)
}

#[test]
fn an_index_of_an_older_format_fails_where_formats_are_numbered() {
    let lab = Lab::new();
    let (outcome, found) = one(&lab, "vector-index", "$.Version", "$.L");
    assert!(outcome == "'failed'" && found.contains("format (none)"), "{outcome} {found}");
    let (outcome, found) = one(&lab, "vector-index", "N'build_parameters'", "N'something_else'");
    assert!(outcome == "'not checked'" && found.contains("does not tell its format"), "{outcome} {found}");
    let boxed = lint::Options { engine: ragsql::refusal::Profile::Sql2025, ..lint::Options::default() };
    let answers = answers(&lab, &text("vector-index", boxed), "$.Version", "$.L");
    assert_eq!(answers, [("'passed'".to_owned(), "'vi_document_chunks is there'".to_owned())]);
}

#[test]
fn an_engine_without_the_hint_is_not_taken_for_one_that_uses_its_index() {
    let lab = Lab::new();
    let (outcome, found) = one(&lab, "index-used", "WITH (FORCE_ANN_ONLY)", "OPTION (NOTHING)");
    assert!(outcome == "'not checked'" && found.contains("does not take FORCE_ANN_ONLY (Msg"), "{outcome} {found}");
}

#[test]
fn a_policy_beside_a_vector_index_fails_unless_the_project_allows_it() {
    let lab = Lab::new();
    lab.run(
        "CREATE TABLE dbo.guarded (target_object_id INT NOT NULL);
         INSERT INTO dbo.guarded VALUES (OBJECT_ID(N'dbo.document_chunks'));",
    );
    let (views, table) = ("sys.security_predicates", "dbo.guarded");
    let pair = "'dbo.document_chunks: a policy, a vector index'".to_owned();
    let refused = text("policy-and-vector-index", lint::Options::default());
    assert_eq!(answers(&lab, &refused, views, table), [("'failed'".to_owned(), pair.clone())]);
    let setting = ragsql::refusal::PairSetting::Allow;
    let allowed = lint::Options { policy_and_vector_index: setting, ..lint::Options::default() };
    let allowed = text("policy-and-vector-index", allowed);
    assert_eq!(answers(&lab, &allowed, views, table), [("'passed'".to_owned(), pair)]);
}

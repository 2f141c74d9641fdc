//! The script of `--format sql`, run by a client that knows nothing of ragsql: the same answers, and an error at the end
//! when something is not well.

use ragsql::syntax::batch;

use crate::client::{Client, cell, errors, rows};
use crate::lab::Lab;

/// Runs the script in one session, as sqlcmd does; outcome and check of each answer, and the last error.
fn run(client: &mut Client, script: &str) -> (Vec<[String; 2]>, Vec<i32>) {
    let mut last = (Vec::new(), Vec::new());
    for batch in batch::split(script).batches {
        let events = client.batch(&script[batch.span.range()]);
        last.1 = errors(&events);
        let answers = rows(events).into_iter().map(|row| [cell(&row[0]), cell(&row[1])]).collect::<Vec<_>>();
        if !answers.is_empty() {
            last.0 = answers;
        }
    }
    last
}

fn script(lab: &Lab) -> String {
    let (code, stdout, stderr) = lab.ragsql(&["verify", "--format", "sql"]);
    assert_eq!(code, 0, "{stderr}");
    stdout
}

#[test]
fn it_passes_on_a_healthy_corpus_and_fails_on_a_broken_one() {
    let lab = Lab::new();
    let script = script(&lab);
    let before = lab.state();
    {
        let (_engine, mut client) = lab.client();
        let (answers, errors) = run(&mut client, &script);
        assert!(answers.len() > 14 && answers.iter().all(|[outcome, _]| outcome == "'passed'"), "{answers:?}");
        assert_eq!(errors, crate::client::NONE);
        assert_eq!(run(&mut client, &script).1, crate::client::NONE, "it may be run again in one session");
    }
    assert_eq!(lab.state(), before);
    lab.run(
        "UPDATE dbo.document_chunks SET chunk_text = N'changed' WHERE chunk_id = 7; DROP PROCEDURE dbo.search_chunks;",
    );
    let (_engine, mut client) = lab.client();
    let (answers, errors) = run(&mut client, &script);
    let unwell: Vec<_> = answers.iter().filter(|[outcome, _]| outcome != "'passed'").collect();
    assert_eq!(unwell, [&["'failed'", "'hash'"], &["'not checked'", "'search-filter'"]]);
    assert_eq!(errors, [50120]);
}

#[test]
fn a_check_that_ends_in_an_error_is_not_checked() {
    let lab = Lab::new();
    let script = script(&lab);
    lab.run("ALTER TABLE dbo.document_chunks DROP COLUMN embed_dims;");
    let (_engine, mut client) = lab.client();
    let (answers, errors) = run(&mut client, &script);
    assert!(answers.contains(&["'not checked'".to_owned(), "'dimensions'".to_owned()]), "{answers:?}");
    assert_eq!(errors, [50120]);
}

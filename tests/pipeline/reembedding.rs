//! `ragsql reembed`: a corpus moves to another model in steps, with searches on one model's vectors at any moment.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use ragsql::embed;
use serde_json::Value;

use crate::endpoint::{endpoint, vectors};
use crate::place::{KEY, Place, VARIABLE};
use crate::process::{URL, ragsql};

const MODEL: &str = embed::LOCAL_MODEL;
const TOP: usize = 3;
const QUESTIONS: [&str; 4] =
    ["alder and birch", "cedar or larch", "when does the maple bloom", "poplar near the willow"];
const WORDS: [&str; 12] =
    ["alder", "birch", "cedar", "fir", "hazel", "larch", "maple", "oak", "poplar", "rowan", "spruce", "willow"];

/// A text of its own for each number.
fn text(number: usize) -> String {
    let word = |by: usize| WORDS[(number * by + number / by) % WORDS.len()];
    format!("Note {number}: {} beside {}, {} above {}.", word(1), word(5), word(7), word(11))
}

/// Documents of one chunk each: those of tenant 1, and a few of tenant 2.
fn fill(place: &Place, count: usize) {
    for number in 0..count {
        place.write(&format!("one/{number}.txt"), text(number));
    }
    for number in 0..4 {
        place.write(&format!("two/{number}.txt"), format!("Other {}", text(number)));
    }
    for (folder, tenant) in [("one", "1"), ("two", "2")] {
        place.json(0, &["ingest", folder, "--tenant", tenant]);
    }
}

fn embedded_by(place: &Place, dimensions: &str) {
    place.settings(|settings| settings.replace("source = \"database\"", "source = \"local\"\nconcurrency = 1"));
    assert_eq!(place.json(0, &["embed"])["dimensions"].to_string(), dimensions);
}

/// The texts that are nearest to a question by vectors of so many dimensions.
fn nearest(question: &str, dimensions: usize, count: usize) -> Vec<String> {
    let asked = embed::local(question, dimensions);
    let distance = |text: &str| {
        let vector = embed::local(text, dimensions);
        1.0 - asked.iter().zip(&vector).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum::<f64>()
    };
    let mut all: Vec<(f64, String)> = (0..count).map(|number| (distance(&text(number)), text(number))).collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    assert!(all[TOP].0 - all[TOP - 1].0 > 1e-4, "{question}: the nearest are told apart");
    let mut nearest: Vec<String> = all.into_iter().take(TOP).map(|(_, text)| text).collect();
    nearest.sort();
    nearest
}

/// Asks until told to stop; gives the dimensions of each answer, all of whose chunks are the nearest by just these.
fn ask_on(place: &Place, stop: &AtomicBool, count: usize) -> Vec<u64> {
    let mut dimensions = Vec::new();
    while !stop.load(Ordering::Relaxed) {
        for question in QUESTIONS {
            let answer = place.json(0, &["search", question, "--tenant", "1", "--top", &TOP.to_string()]);
            let of = answer["dimensions"].as_u64().expect("a number");
            let chunks = answer["chunks"].as_array().expect("a list").iter();
            let mut texts: Vec<String> =
                chunks.map(|chunk| chunk["text"].as_str().expect("a text").to_owned()).collect();
            texts.sort();
            assert_eq!(texts, nearest(question, of as usize, count), "{question} by {of} dimensions");
            dimensions.push(of);
        }
    }
    dimensions
}

fn reembed(place: &Place, code: i32, step: &str) -> String {
    let args = ["reembed", step, "--model", MODEL, "--dims", "1024"];
    let (found, stdout, stderr) = place.run(&args);
    assert_eq!(found, code, "{args:?}: {stdout}{stderr}");
    stderr
}

/// Starts a backfill and kills it once some chunks have their vector.
fn kill_a_backfill(place: &Place, waiting: &str) {
    let args = ["reembed", "backfill", "--batch", "1", "--url", URL, "--quiet"];
    let mut run = ragsql(place.dir.path(), &args).env(VARIABLE, KEY).spawn().expect("the binary starts");
    let before = place.number(waiting);
    while place.number(waiting) == before {
        assert!(run.try_wait().expect("it is known").is_none(), "it is killed in the middle");
        thread::sleep(Duration::from_millis(5));
    }
    run.kill().expect("it can be killed");
    run.wait().expect("it ends");
    assert!(place.number(waiting) > 0, "it was not done");
}

#[test]
fn searches_go_on_from_1536_to_1024_dimensions_and_no_answer_is_mixed() {
    let count = 150;
    let place = Place::new(&["--model", MODEL, "--dims", "1536"]);
    fill(&place, count);
    embedded_by(&place, "1536");
    place.json(0, &["post-load"]);
    let stop = AtomicBool::new(false);
    let waiting = "SELECT COUNT(*) AS n FROM dbo.document_chunks WHERE embedding2_at IS NULL";
    let seen = thread::scope(|scope| {
        let asking = scope.spawn(|| ask_on(&place, &stop, count));
        reembed(&place, 0, "start");
        assert_eq!(place.json(0, &["status"])["reembedding"]["stage"], "start-written");
        place.json(0, &["apply"]);
        kill_a_backfill(&place, waiting);
        assert!(reembed(&place, 4, "cutover").contains("would not be found any more"));
        let standing = place.json(0, &["status"])["reembedding"].clone();
        assert_eq!((&standing["stage"], &standing["chunks"]), (&"filling".into(), &154.into()));
        assert_eq!(standing["waiting"].as_i64(), Some(place.number(waiting)));

        assert_eq!(place.run(&["post-load"]).0, 3, "half of a column gets no index");
        reembed(&place, 0, "backfill");
        assert_eq!(place.number(waiting), 0);
        assert!(reembed(&place, 4, "cutover").contains("no vector index"));
        place.json(0, &["post-load"]);
        reembed(&place, 0, "cutover");
        place.json(0, &["apply"]);
        assert_eq!(place.json(0, &["status"])["reembedding"]["stage"], "cut-over");
        place.json(0, &["verify"]);
        place.write("two/new.txt", "A text that comes after the cutover.");
        place.json(0, &["ingest", "two", "--tenant", "2"]);
        assert_eq!(place.json(0, &["embed"])["embedded"], 1);
        reembed(&place, 0, "finish");
        place.json(0, &["apply"]);
        place.json(0, &["post-load"]);
        thread::sleep(Duration::from_secs(1));
        stop.store(true, Ordering::Relaxed);
        asking.join().expect("every answer is by one model's vectors")
    });
    let turn = seen.iter().position(|dimensions| *dimensions == 1024).expect("searches moved");
    assert!(turn > QUESTIONS.len() && seen[..turn].iter().all(|of| *of == 1536), "{seen:?}");
    assert!(seen.len() > turn + QUESTIONS.len() && seen[turn..].iter().all(|of| *of == 1024), "{seen:?}");
    let report = place.json(0, &["verify"]);
    assert!(report.to_string().contains("embedding2") && !report.to_string().contains("chunks.embedding:"), "{report}");
    let lint = place.json(0, &["lint", "--fail-on", "info"]);
    assert_eq!(lint["findings"], Value::Array(Vec::new()));
    assert_eq!(place.json(0, &["status", "--detailed-exitcode"])["reembedding"], Value::Null);
    assert_eq!(
        place.number(
            "SELECT COUNT(*) AS n FROM sys.columns WHERE name LIKE N'embed%' AND \
                             object_id = OBJECT_ID(N'dbo.document_chunks')"
        ),
        4
    );
}

/// A small corpus without a vector index.
fn small() -> Place {
    let place = Place::local();
    fill(&place, 6);
    place.json(0, &["embed"]);
    place
}

#[test]
fn no_step_is_taken_out_of_turn() {
    let place = small();
    let refused = |steps: &[&str], why: &str| {
        for step in steps {
            let said = place.refused(4, &["reembed", step, "--model", MODEL, "--dims", "32"]);
            assert!(said.contains(why) && said.contains("nothing was written"), "{step}: {said}");
        }
    };
    refused(&["backfill", "cutover", "finish", "abort"], "no re-embedding is under way");
    assert!(place.refused(64, &["reembed", "start", "--dims", "32"]).contains("needs --model and --dims"));
    let said = place.refused(4, &["reembed", "start", "--model", MODEL, "--dims", "64"]);
    assert!(said.contains("64 dimensions already"), "{said}");

    let start = ["reembed", "start", "--model", MODEL, "--dims", "32"];
    let rehearsed = place.json(0, &[&start[..], &["--dry-run"]].concat());
    assert_eq!(rehearsed["written"][0], "./migrations/V12__reembed_2_start.sql");
    refused(&["backfill"], "no re-embedding is under way");
    place.json(0, &start);
    refused(&["start", "backfill", "cutover", "finish", "abort"], "V12__reembed_2_start did not run here");
    place.json(0, &["apply"]);
    refused(&["start", "finish"], "0 of 10 chunks have their new vector");
    assert!(
        place.refused(4, &["reembed", "backfill", "--dims", "33"]).contains("with 32 dimensions: nothing was done")
    );
    refused(&["cutover"], "10 of the chunks that are found now would not be found any more");
    place.json(0, &["reembed", "backfill"]);
    place.json(0, &["reembed", "cutover"]);
    refused(&["start", "backfill", "cutover", "finish"], "V13__reembed_2_cutover did not run here");
    refused(&["abort"], "nothing leads back");
    place.json(0, &["apply"]);
    refused(&["start", "backfill", "cutover"], "`ragsql reembed finish`");
    refused(&["abort"], "nothing leads back");
    place.json(0, &["reembed", "finish"]);
    refused(&["start", "backfill", "cutover", "finish"], "V14__reembed_2_finish did not run here");
    place.json(0, &["apply"]);
    refused(&["backfill", "cutover", "finish", "abort"], "no re-embedding is under way");
}

/// One whole re-embedding.
fn move_to(place: &Place, dimensions: &str) {
    place.json(0, &["reembed", "start", "--model", MODEL, "--dims", dimensions]);
    place.json(0, &["apply"]);
    place.json(0, &["reembed", "backfill"]);
    for step in ["cutover", "finish"] {
        place.json(0, &["reembed", step]);
        place.json(0, &["apply"]);
    }
}

fn dimensions(place: &Place) -> Value {
    place.json(0, &["search", "alder", "--tenant", "1"])["dimensions"].clone()
}

#[test]
fn one_is_given_up_another_begun_and_a_third_follows() {
    let place = small();
    place.json(0, &["reembed", "start", "--model", MODEL, "--dims", "32"]);
    place.json(0, &["apply"]);
    place.json(0, &["reembed", "backfill"]);
    place.json(0, &["reembed", "abort"]);
    place.json(0, &["apply"]);
    let columns = "SELECT COUNT(*) AS n FROM sys.columns WHERE object_id = OBJECT_ID(N'dbo.document_chunks')";
    assert_eq!((place.number(columns), dimensions(&place)), (10, 64.into()));
    assert_eq!(place.json(3, &["post-load"])["post_load"][1]["state"], "applied", "its index is not waited for");
    move_to(&place, "32");
    assert_eq!(dimensions(&place), 32);
    move_to(&place, "48");
    assert_eq!((place.number(columns), dimensions(&place)), (10, 48.into()));
    place.write("one/more.txt", "One more text.");
    place.json(0, &["ingest", "one", "--tenant", "1"]);
    assert_eq!(place.json(0, &["embed"])["embedded"], 1);
    place.settings(|settings| settings.replace("source = \"local\"", "source = \"database\""));
    move_to(&place, "40");
    assert_eq!(dimensions(&place), 40, "by the model in the database");
    assert_eq!(place.json(0, &["lint", "--fail-on", "info"])["findings"], Value::Array(Vec::new()));
    let report = place.json(0, &["verify"]);
    assert!(report.to_string().contains("40 in 11 vectors"), "{report}");
}

#[test]
fn what_changes_meanwhile_loses_both_vectors_and_gets_both_again() {
    let place = small();
    place.json(0, &["reembed", "start", "--model", MODEL, "--dims", "32"]);
    place.json(0, &["apply"]);
    place.json(0, &["reembed", "backfill"]);
    place.write("one/0.txt", "Another text.");
    place.write("one/copy.txt", text(1));
    let report = place.json(0, &["ingest", "one", "--tenant", "1"]);
    assert_eq!((&report["chunks"]["changed"], &report["chunks"]["vectors_taken_over"]), (&1.into(), &1.into()));
    let lacking =
        |column: &str| place.number(&format!("SELECT COUNT(*) AS n FROM dbo.document_chunks WHERE {column} IS NULL"));
    let all = |place_of: &[&str]| place_of.iter().map(|column| lacking(column)).collect::<Vec<_>>();
    assert_eq!(all(&["embedding", "embedded_at", "embedding2", "embedding2_at"]), [1, 1, 1, 1]);
    assert_eq!(place.json(0, &["embed"])["embedded"], 1);
    assert_eq!(all(&["embedding", "embedding2"]), [0, 1], "the old ones are kept up until the cutover");
    assert!(place.refused(4, &["reembed", "cutover"]).contains("1 of the chunks"));
    assert_eq!(place.json(0, &["reembed", "backfill"])["embedded"], 1);
    place.json(0, &["reembed", "cutover"]);

    // Between the two commands somebody brings in another text, and embeds it by the old model.
    place.write("one/late.txt", "A late text.");
    place.json(0, &["ingest", "one", "--tenant", "1"]);
    place.json(0, &["embed"]);
    let said = place.refused(4, &["apply"]);
    assert!(said.contains("50114") && said.contains("The backfill is not done"), "{said}");
    assert_eq!(dimensions(&place), 64, "all of the cutover was rolled back");
}

#[test]
fn a_question_of_the_old_model_is_refused_also_where_both_have_as_many_dimensions() {
    let (address, _requests) = endpoint(|_, request| vectors(request, 64));
    let place = Place::with_endpoint(&address);
    fill(&place, 3);
    place.json(0, &["embed"]);
    let start = ["reembed", "start", "--model", "b-model", "--dims", "64"];
    place.json(0, &start);
    place.json(0, &["apply"]);
    place.json(0, &["reembed", "backfill"]);
    let models = "SELECT embed_model, embedding2_model FROM dbo.document_chunks GROUP BY embed_model, embedding2_model";
    assert_eq!(place.rows(models), [r#"[Text("a-model"), Text("b-model")]"#]);
    place.json(0, &["reembed", "cutover"]);
    place.json(0, &["apply"]);
    assert_eq!(place.json(0, &["search", "alder", "--tenant", "1"])["model"], "b-model");
    let asked = |model: &str| {
        format!(
            "DECLARE @q VECTOR(64) = (SELECT TOP (1) embedding FROM dbo.document_chunks ORDER BY chunk_id);
             BEGIN TRY EXEC dbo.search_chunks @question_vector = @q, @tenant_id = 1, @model = N'{model}'; END TRY
             BEGIN CATCH SELECT ERROR_NUMBER() AS n; END CATCH;"
        )
    };
    assert_eq!(place.number(&asked("a-model")), 50108);
    assert_eq!(place.rows(&asked("b-model")).len(), 3);
}

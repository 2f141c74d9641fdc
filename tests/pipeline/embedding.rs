//! `ragsql embed`: until nothing waits, by whom the corpus says, and nothing twice.

use std::process::{Command, Stdio};
use std::sync::mpsc::Receiver;
use std::time::Duration;

use crate::endpoint::{Request, endpoint, vectors};
use crate::place::{KEY, Place, VARIABLE};
use crate::process::{URL, ragsql};

/// So many documents of one chunk each.
fn fill(place: &Place, count: usize) {
    for at in 0..count {
        place.write(&format!("docs/{at}.txt"), format!("Text number {at} of all."));
    }
    place.json(0, &["ingest", "docs", "--tenant", "1"]);
}

fn texts(requests: &Receiver<Request>) -> Vec<String> {
    requests.try_iter().flat_map(|request| request.texts()).collect()
}

#[test]
fn a_busy_endpoint_is_asked_again_and_the_key_goes_nowhere_else() {
    let (address, requests) = endpoint(|count, request| match count {
        0 => Some((429, "retry-after: 1\r\n", "too many".to_owned())),
        1 => Some((503, "", "a moment".to_owned())),
        _ => vectors(request, 64),
    });
    let place = Place::with_endpoint(&address);
    fill(&place, 3);
    place.write("docs/same.txt", "Text number 0 of all.");
    place.json(0, &["ingest", "docs", "--tenant", "1"]);
    let report = place.json(0, &["embed"]);
    assert_eq!((&report["embedded"], &report["pending"]), (&4.into(), &0.into()));
    let seen: Vec<Request> = requests.try_iter().collect();
    assert_eq!(seen.len(), 3);
    assert!(seen.iter().all(|request| request.authorization == format!("Bearer {KEY}")), "{seen:?}");
    assert_eq!((&seen[0].body["model"], &seen[0].body["dimensions"]), (&"a-model".into(), &64.into()));
    assert_eq!(seen[2].texts().len(), 3, "a text is sent once");
    assert_eq!(place.json(0, &["embed"])["embedded"], 0);
    assert_eq!(requests.try_iter().count(), 0, "nothing waits, so nothing is asked");
    let rows = place.rows("SELECT DISTINCT embed_model, CAST(embed_dims AS INT) FROM dbo.document_chunks");
    assert_eq!(rows, [r#"[Text("a-model"), Int(64)]"#]);
}

#[test]
fn an_endpoint_that_refuses_ends_the_run_and_its_words_hold_no_key() {
    let echo = |_: usize, request: &Request| Some((401, "", format!("wrong key: {}", request.authorization)));
    let place = Place::with_endpoint(&endpoint(echo).0);
    fill(&place, 1);
    assert!(place.refused(64, &["embed"]).contains("HTTP status 401"));
    let place = Place::with_endpoint(&endpoint(|_, _| Some((400, "", "no such model".to_owned()))).0);
    fill(&place, 1);
    assert!(place.refused(4, &["embed"]).contains("no such model"));
    assert_eq!(place.pending(), 1);
}

#[test]
fn a_key_that_is_not_set_is_named() {
    let (address, requests) = endpoint(|_, request| vectors(request, 64));
    let place = Place::with_endpoint(&address);
    let mut command = ragsql(place.dir.path(), &["embed", "--url", URL]);
    let output = command.env_remove(VARIABLE).output().expect("the binary runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(64) && said.contains(VARIABLE), "{said}");
    assert_eq!(requests.try_iter().count(), 0);
}

#[test]
fn vectors_of_other_dimensions_are_refused_by_name() {
    let (address, _requests) = endpoint(|_, request| vectors(request, 32));
    let place = Place::with_endpoint(&address);
    fill(&place, 2);
    let said = place.refused(4, &["embed"]);
    assert!(said.contains("a-model gave a vector of 32 numbers, and the corpus has 64"), "{said}");
    assert_eq!(place.pending(), 2);
}

#[test]
fn another_model_than_the_corpus_own_is_refused() {
    let place = Place::local();
    fill(&place, 1);
    place.settings(|settings| settings.replace("model = \"ragsql-local-demo\"", "model = \"another\""));
    for command in [&["embed"][..], &["search", "x", "--tenant", "1"]] {
        let said = place.refused(4, command);
        assert!(said.contains("embedded by ragsql-local-demo") && said.contains("names another with 64"), "{said}");
    }
    place.settings(|settings| settings.replace("another", "ragsql-local-demo").replace("= 64", "= 63"));
    assert!(place.refused(4, &["embed"]).contains("names ragsql-local-demo with 63"));
    place.settings(|settings| settings.replace("= 63", "= 64"));
    place.rows("UPDATE dbo.corpus SET embed_model = N'a-model'; SELECT 1");
    place.settings(|settings| settings.replace("model = \"ragsql-local-demo\"\n", ""));
    assert!(place.refused(4, &["embed"]).contains("recorded under ragsql-local-demo alone"));
    assert_eq!(place.pending(), 1);
}

/// A place whose endpoint answers its first request and not its second, and a run that waits for that.
fn held() -> (Place, Receiver<Request>, std::process::Child) {
    let (address, requests) = endpoint(|count, request| if count == 1 { None } else { vectors(request, 64) });
    let place = Place::with_endpoint(&address);
    fill(&place, 6);
    let mut command = ragsql(place.dir.path(), &["embed", "--batch", "2", "--url", URL]);
    let run = command.env(VARIABLE, KEY).stdin(Stdio::null()).spawn().expect("the binary starts");
    (place, requests, run)
}

#[test]
fn a_run_that_is_killed_is_gone_on_with_and_embeds_nothing_twice() {
    let (place, requests, mut run) = held();
    let first = requests.recv_timeout(Duration::from_secs(60)).expect("a request").texts();
    requests.recv_timeout(Duration::from_secs(60)).expect("another");
    run.kill().expect("it runs");
    run.wait().expect("it ends");
    assert_eq!(place.pending(), 4, "what was answered is kept");
    assert_eq!(place.json(0, &["embed"])["embedded"], 4);
    let rest = texts(&requests);
    assert_eq!(rest.len(), 4);
    assert!(rest.iter().all(|text| !first.contains(text)), "{first:?} {rest:?}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_lets_what_is_under_way_be_stored() {
    let (address, requests) = endpoint(|count, request| {
        if count == 1 {
            std::thread::sleep(Duration::from_secs(2));
        }
        vectors(request, 64)
    });
    let place = Place::with_endpoint(&address);
    fill(&place, 6);
    let mut command = ragsql(place.dir.path(), &["embed", "--batch", "2", "--url", URL, "--format", "json"]);
    let run = command.env(VARIABLE, KEY).spawn().expect("the binary starts");
    requests.recv_timeout(Duration::from_secs(60)).expect("a request");
    // The second one is under way once the first one's vectors are stored.
    std::thread::sleep(Duration::from_millis(800));
    let interrupt = Command::new("kill").args(["-INT", &run.id().to_string()]).status().expect("kill is there");
    assert!(interrupt.success());
    let output = run.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(130), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("\"embedded\": 4") && said.contains("\"pending\": 2"), "{said}");
    assert_eq!(place.json(0, &["embed"])["embedded"], 2);
}

#[test]
fn a_rehearsal_embeds_nothing_and_the_database_embeds_where_it_is_asked_to() {
    let place = Place::new(&["--model", "ragsql-local-demo", "--dims", "64"]);
    fill(&place, 5);
    assert_eq!(place.json(0, &["embed", "--dry-run"])["pending"], 5);
    assert_eq!(place.pending(), 5);
    let report = place.json(0, &["embed", "--batch", "2"]);
    assert_eq!((&report["embedded"], &report["source"]), (&5.into(), &"database".into()));
}

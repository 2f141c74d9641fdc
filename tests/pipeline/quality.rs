//! Retrieval quality: pages of this project and questions about them, with the vectors of a real model
//! (`quality/make.py` says which, and how they were made). Each question names the one section that answers it; the
//! questions were written before any ranking was seen.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::endpoint::{Answer, Request, endpoint};
use crate::place::{Place, VARIABLE};

/// How many of the questions have to find their section.
const GOAL: usize = 20;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pipeline/quality")
}

#[test]
fn questions_find_the_section_that_answers_them() {
    let place = filled();
    let questions = fs::read_to_string(folder().join("questions.tsv")).expect("it is there");
    let asked: Vec<Vec<&str>> = questions.split_terminator('\n').map(|line| line.split('\t').collect()).collect();
    let missed: Vec<&str> = asked.iter().filter(|asked| !is_found(&place, asked)).map(|asked| asked[0]).collect();
    assert_eq!(asked.len(), 24);
    println!("{} of {} found; missed: {missed:#?}", asked.len() - missed.len(), asked.len());
    assert!(asked.len() - missed.len() >= GOAL, "missed: {missed:#?}");
}

/// Whether the section is among the three chunks that a question is given.
fn is_found(place: &Place, asked: &[&str]) -> bool {
    let [question, page, section] = asked else { panic!("{asked:?}: a question, a page and a section") };
    let answer = place.json(0, &["search", question, "--tenant", "1", "--top", "3"]);
    let chunks = answer["chunks"].as_array().expect("a list");
    assert_eq!(chunks.len(), 3);
    let (page, section) = (format!("corpus/{page}.md#"), format!("## {section}\n"));
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    chunks.iter().any(|chunk| text(&chunk["citation"]).starts_with(&page) && text(&chunk["text"]).contains(&section))
}

/// A project with the corpus in its database, embedded.
fn filled() -> Place {
    let vectors = fs::read_to_string(folder().join("vectors.json")).expect("it is there");
    let vectors: BTreeMap<String, Value> = serde_json::from_str(&vectors).expect("JSON");
    let (address, _requests) = endpoint(move |_, request| kept(&vectors, request));
    let place = Place::new(&["--model", "all-MiniLM-L6-v2", "--dims", "384"]);
    let lines =
        format!("source = \"openai\"\nendpoint = \"{address}\"\nkey-variable = \"{VARIABLE}\"\nask-dimensions = false");
    place.settings(|settings| settings.replace("source = \"database\"", &lines));
    for entry in fs::read_dir(folder().join("corpus")).expect("it is there") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
        place.write(&format!("corpus/{name}"), fs::read(&path).expect("a page"));
    }
    place.json(0, &["ingest", "corpus", "--tenant", "1"]);
    place.json(0, &["embed"]);
    place
}

/// The vectors that were made of these very texts; without one the chunker cuts in another way than it did.
fn kept(vectors: &BTreeMap<String, Value>, request: &Request) -> Answer {
    let of = |text: &String| vectors.get(&format!("{:x}", Sha256::digest(text))).cloned();
    let found: Option<Vec<Value>> = request.texts().iter().map(of).collect();
    let Some(found) = found else { return Some((400, "", "no vector is kept: run quality/make.py again".to_owned())) };
    let data = found.into_iter().enumerate().map(|(index, vector)| json!({ "index": index, "embedding": vector }));
    Some((200, "", json!({ "data": data.collect::<Vec<_>>() }).to_string()))
}

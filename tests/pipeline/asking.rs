//! `ragsql search`: what a prompt needs, of one tenant alone, and a log of it.

use crate::place::Place;

fn filled() -> Place {
    let place = Place::local();
    place.cut_at(70);
    place.write(
        "one/index.md",
        "# Vector index\n\nThe vector index is created after the load.\n\n# Trees\n\nOak and elm.",
    );
    place.write("two/index.md", "# Secret\n\nThe vector index of the other tenant.");
    place.json(0, &["ingest", "one", "--tenant", "1"]);
    place.json(0, &["ingest", "two", "--tenant", "2"]);
    place
}

#[test]
fn an_answer_holds_texts_citations_and_the_leave_to_say_no() {
    let place = filled();
    let (code, stdout, stderr) = place.run(&["search", "vector index", "--tenant", "1"]);
    assert!(code == 0 && stdout.contains("nothing was found"), "{stdout}");
    assert!(stderr.contains("2 chunks of this tenant cannot be found yet"), "{stderr}");
    place.json(0, &["embed"]);

    let answer = place.json(0, &["search", "when is the vector index created", "--tenant", "1", "--top", "1"]);
    let chunks = answer["chunks"].as_array().expect("a list");
    assert_eq!((chunks.len(), &chunks[0]["citation"]), (1, &"one/index.md#0".into()));
    assert_eq!(chunks[0]["text"], "# Vector index\n\nThe vector index is created after the load.");
    assert_eq!((&chunks[0]["title"], &chunks[0]["ordinal"]), (&"Vector index".into(), &0.into()));
    let instruction = answer["instruction"].as_str().expect("a text");
    assert!(instruction.contains("may not hold the answer"), "{instruction}");
    assert!(!answer.to_string().contains("distance") && !answer.to_string().contains("score"), "{answer}");

    let logged = place.rows("SELECT answer_id, position, chunk_id FROM dbo.retrieval_log");
    let id = answer["answer_id"].as_str().expect("a text").to_lowercase();
    assert_eq!(logged.len(), 1);
    assert!(logged[0].to_lowercase().contains(&id) && logged[0].ends_with(&format!("Int({})]", chunks[0]["chunk_id"])));
    place.json(0, &["search", "vector", "--tenant", "1", "--dry-run"]);
    assert_eq!(place.rows("SELECT log_id FROM dbo.retrieval_log").len(), 1, "a rehearsal is not logged");
}

#[test]
fn only_the_tenant_s_own_chunks_come_in_reading_order() {
    let place = filled();
    place.json(0, &["embed"]);
    let citations = |tenant: &str| -> Vec<String> {
        let answer = place.json(0, &["search", "the secret vector index", "--tenant", tenant, "--top", "9"]);
        let chunks = answer["chunks"].as_array().expect("a list").iter();
        chunks.map(|chunk| chunk["citation"].as_str().expect("a text").to_owned()).collect()
    };
    assert_eq!(citations("1"), ["one/index.md#0", "one/index.md#1"]);
    assert_eq!(citations("2"), ["two/index.md#0"]);
    assert_eq!(citations("3"), [""; 0]);
}

#[test]
fn a_question_is_a_text_whatever_stands_in_it() {
    let place = filled();
    place.json(0, &["embed"]);
    for source in ["local", "database"] {
        if source == "database" {
            place.settings(|settings| settings.replace("source = \"local\"", "source = \"database\""));
        }
        for question in ["it's '; DROP TABLE dbo.documents; --", "größe 日本 😀\\\nb", "\"$.x\""] {
            let answer = place.json(0, &["search", question, "--tenant", "1", "--top", "1"]);
            assert_eq!((&answer["question"], answer["chunks"].as_array().map(Vec::len)), (&question.into(), Some(1)));
        }
    }
    assert!(place.refused(64, &["search", " ", "--tenant", "1"]).contains("a question without a word"));
}

#[test]
fn without_a_tenant_the_checks_name_none() {
    let (_, stdout, _) =
        Place::local().run(&["verify", "--check", "policy-hides-rows", "--check", "policy-blocks-insert"]);
    assert!(stdout.contains("and there is no tenant to ask for"), "{stdout}");
    assert!(stdout.contains("there is no tenant to try it with") && !stdout.contains("tenant  "), "{stdout}");
}

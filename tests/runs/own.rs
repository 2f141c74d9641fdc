//! This repository's own schema, from nothing to its vector index.

use std::path::Path;

use ragsql::db::events::Event;
use ragsql::db::post_load::StepState;
use ragsql::source::{self, Migration};

use crate::place::Place;

/// Chunks with these ordinals, with a vector or none.
fn load(place: &mut Place, ordinals: std::ops::Range<i32>, has_vector: bool) {
    let vector = format!("[{}1]", "0.5,".repeat(1535));
    let (at, vector) =
        if has_vector { ("SYSUTCDATETIME()", format!("'{vector}'")) } else { ("NULL", "NULL".to_owned()) };
    let row = |ordinal: i32| {
        format!(
            "(1, 7, {ordinal}, N'text {ordinal}', HASHBYTES('SHA2_256', N'text {ordinal}'), N'm', 1536, {at}, {vector})"
        )
    };
    let rows: Vec<String> = ordinals.map(row).collect();
    let columns =
        "document_id, tenant_id, ordinal, chunk_text, source_hash, embed_model, embed_dims, embedded_at, embedding";
    place.query(&format!("INSERT INTO dbo.document_chunks ({columns}) VALUES {}", rows.join(", ")));
}

#[test]
fn this_repository_is_applied_loaded_and_indexed() {
    let project = source::read(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("the folders are there");
    assert!(project.problems.is_empty() && !project.migrations.is_empty(), "{:?}", project.problems);
    let mut place = Place::sandbox();
    let options = place.options();
    let run = |place: &Place| {
        let applied = place.database.apply(&project.migrations, &options, &mut |_: &Event| {});
        applied.expect("the schema is good").applied.len()
    };
    assert_eq!(run(&place), project.migrations.len());
    assert_eq!(run(&place), 0, "the second run changes nothing");

    let files: Vec<&Migration> = project.post_load.iter().collect();
    let step = |place: &Place| {
        let outcome = place.database.post_load(&files, &place.post_load_options(), &mut |_: &Event| {});
        outcome.expect("it waits or runs").steps.remove(0)
    };
    assert_eq!(step(&place).state, StepState::Waiting);
    place.query(
        "EXEC sp_set_session_context N'tenant_id', 7; INSERT INTO dbo.documents (tenant_id, title, body) VALUES (7, N't', N'b')",
    );
    load(&mut place, 0..60, true);
    load(&mut place, 60..120, false);
    let waiting = step(&place);
    assert_eq!((waiting.state, waiting.guards[0].have), (StepState::Waiting, 60));
    load(&mut place, 120..160, true);
    let applied = step(&place);
    assert_eq!((applied.state, applied.indexes[0].metric.as_str()), (StepState::Applied, "cosine"));
}

#[test]
fn a_history_in_a_schema_that_is_missing_makes_both() {
    let place = Place::sandbox();
    let files = place.files("migrations", &[("V1__a", "SELECT 1")]);
    let table = ragsql::name::Name::new("ops]x", "the 'history'");
    let options =
        ragsql::db::apply::ApplyOptions { history: ragsql::db::history::History { table }, ..place.options() };
    let run = || place.database.apply(&files, &options, &mut |_: &Event| {}).expect("it succeeds").applied.len();
    assert_eq!((run(), run()), (1, 0), "odd names are no trouble");
}

//! Files that run outside a transaction: what is done is counted, and nothing is run again without a person.

use ragsql::db::Kind;
use ragsql::db::repair::MendAction;
use ragsql::db::state::State;

use crate::migrations::cases;
use crate::place::Place;

cases! {
    a_file_outside_a_transaction_runs_and_is_recorded,
    a_failure_half_way_is_interrupted_until_a_person_says_otherwise,
    what_was_undone_by_hand_runs_again,
}

const TABLE: (&str, &str) = ("V1__t", "CREATE TABLE {s}.t (id INT NOT NULL PRIMARY KEY)");
const HALF: (&str, &str) = (
    "V2__half",
    "-- ragsql: no-transaction\nINSERT INTO {s}.t VALUES (1)\nGO\nINSERT INTO {s}.t VALUES (1)\nGO\nINSERT INTO {s}.t VALUES (3)",
);

fn a_file_outside_a_transaction_runs_and_is_recorded(place: &mut Place) {
    let whole = "-- ragsql: no-transaction\nDECLARE @n INT = @@TRANCOUNT; INSERT INTO {s}.t VALUES (@n)\nGO\nINSERT INTO {s}.t VALUES (7)";
    place.apply(&[TABLE, ("V2__whole", whole)]).expect("it succeeds");
    assert_eq!(place.number("SELECT CAST(MIN(id) AS int) AS n FROM {s}.t"), 0, "no transaction is open");
    assert_eq!(place.number("SELECT CAST(batches_done AS int) AS n FROM {s}.history WHERE version = 2"), 2);
    assert_eq!(place.status(&[TABLE, ("V2__whole", whole)]), [(1, State::Applied), (2, State::Applied)]);
}

fn a_failure_half_way_is_interrupted_until_a_person_says_otherwise(place: &mut Place) {
    let files = [TABLE, HALF, ("V3__later", "INSERT INTO {s}.t VALUES (4)")];
    let error = place.apply(&files).expect_err("the second batch fails");
    assert!(error.to_string().contains("V2__half.sql:4: batch 2 failed: Msg 2627"), "{error}");
    assert!(error.to_string().contains("1 batch done") && error.kind() == Kind::Unknown, "{error}");
    assert_eq!(place.status(&files), [(1, State::Applied), (2, State::Interrupted), (3, State::Pending)]);

    let error = place.apply(&files).expect_err("it is never run again by itself");
    assert!(error.to_string().contains("1 of 3 batches done") && error.kind() == Kind::Unknown, "{error}");
    assert!(error.to_string().contains("the last finished version is 1"), "{error}");
    assert_eq!(place.rows("t"), 1);

    place.mend(&files, 2, MendAction::MarkApplied).expect("a person finished it");
    place.apply(&files).expect("the run goes on");
    assert_eq!((place.recorded(), place.rows("t")), (vec![1, 2, 3], 2));
}

fn what_was_undone_by_hand_runs_again(place: &mut Place) {
    place.apply(&[TABLE, HALF]).expect_err("the second batch fails");
    place.query("DELETE FROM {s}.t");
    place.mend(&[TABLE, HALF], 2, MendAction::Forget).expect("it was undone");
    let mended = ("V2__half", "-- ragsql: no-transaction\nINSERT INTO {s}.t VALUES (1)");
    place.apply(&[TABLE, mended]).expect("it runs");
    assert_eq!((place.recorded(), place.rows("t")), (vec![1, 2], 1));
}

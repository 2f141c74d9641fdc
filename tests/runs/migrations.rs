//! Migrations in transactions: all of a file or nothing, in order, once.

use ragsql::db::Kind;
use ragsql::db::events::Event;
use ragsql::db::repair::MendAction;
use ragsql::db::state::State;

use crate::place::Place;

/// Makes a test on the embedded engine of each case, and a list of them for a server.
macro_rules! cases {
    ($($name:ident),* $(,)?) => {
        pub const CASES: &[(&str, fn(&mut Place))] = &[$((stringify!($name), $name)),*];
        mod on_the_sandbox {
            $(#[test] fn $name() { super::$name(&mut super::Place::sandbox()); })*
        }
    };
}
pub(crate) use cases;

cases! {
    a_second_run_changes_nothing,
    an_error_after_a_result_set_fails_the_file,
    a_failing_third_batch_leaves_nothing,
    errors_of_every_kind_fail_the_file,
    an_error_that_is_caught_fails_the_file,
    a_balanced_transaction_of_its_own_is_fine,
    a_file_that_ends_its_transaction_is_refused,
    a_file_that_certainly_ends_its_transaction_is_not_begun,
    a_file_that_gives_back_the_lock_is_refused,
    a_file_that_leaves_a_transaction_open_is_refused,
    each_mismatch_has_its_own_message,
    a_run_stops_at_a_version,
    a_baseline_records_and_does_not_run,
    a_change_that_is_accepted_is_no_change,
    a_missing_file_can_be_forgotten,
    a_count_of_go_repeats_its_batch,
    what_is_printed_is_told,
    settings_of_one_file_do_not_reach_the_next,
    traces_of_one_file_do_not_reach_the_next,
    any_text_arrives_as_it_is,
    the_history_can_be_read_by_a_person,
    execution_that_stays_switched_off_is_found_out,
    a_file_that_changes_the_history_is_refused,
}

const TABLE: (&str, &str) = ("V1__t", "CREATE TABLE {s}.t (id INT NOT NULL PRIMARY KEY)");

fn a_second_run_changes_nothing(place: &mut Place) {
    let files = [TABLE, ("V2__rows", "INSERT INTO {s}.t VALUES (1)\nGO\nINSERT INTO {s}.t VALUES (2)")];
    let first = place.apply(&files).expect("it succeeds");
    assert_eq!(first.applied.iter().map(|done| (done.version, done.batches)).collect::<Vec<_>>(), [(1, 1), (2, 2)]);
    let second = place.apply(&files).expect("it succeeds");
    assert!(second.applied.is_empty() && second.pending == 0);
    assert_eq!((place.rows("t"), place.recorded()), (2, vec![1, 2]));
    assert_eq!(place.status(&files), [(1, State::Applied), (2, State::Applied)]);
}

fn an_error_after_a_result_set_fails_the_file(place: &mut Place) {
    let text =
        place.fail(&[TABLE, ("V2__late", "INSERT INTO {s}.t VALUES (1);\nSELECT 1;\nINSERT INTO {s}.nope VALUES (1)")]);
    assert!(text.starts_with("migrations/V2__late.sql:3: batch 1 failed: Msg ") && text.contains("nope"), "{text}");
    assert!(text.contains("nothing of this file was left behind"), "{text}");
    assert_eq!((place.recorded(), place.rows("t")), (vec![1], 0));
}

fn a_failing_third_batch_leaves_nothing(place: &mut Place) {
    let third = "\n\nINSERT INTO {s}.a VALUES (1)\nGO\nCREATE TABLE {s}.b (id INT)\nGO\n-- the third\nINSERT INTO {s}.a VALUES (1)";
    let text = format!("CREATE TABLE {{s}}.a (id INT NOT NULL PRIMARY KEY){third}");
    let said = place.fail(&[("V1__three", &text)]);
    assert!(said.starts_with("migrations/V1__three.sql:8: batch 3 failed: Msg 2627"), "{said}");
    assert!(!place.has_table("a") && !place.has_table("b") && place.recorded().is_empty());
}

fn errors_of_every_kind_fail_the_file(place: &mut Place) {
    let cases = [
        ("SELECT 1/0", 8134),
        ("RAISERROR('stop', 16, 1)", 50000),
        ("RAISERROR('stop', 16, 1); INSERT INTO {s}.t VALUES (1)", 50000),
        ("THROW 50001, 'stop', 1", 50001),
        ("INSERT INTO {s}.t VALUES (NULL)", 515),
    ];
    place.apply(&[TABLE]).expect("it succeeds");
    for (sql, number) in cases {
        let text = place.fail(&[TABLE, ("V2__bad", sql)]);
        assert!(text.contains(&format!("Msg {number}, ")), "{sql}: {text}");
        assert_eq!((place.recorded(), place.rows("t")), (vec![1], 0), "{sql}");
    }
}

fn an_error_that_is_caught_fails_the_file(place: &mut Place) {
    let caught = "BEGIN TRY INSERT INTO {s}.t VALUES (1); INSERT INTO {s}.t VALUES (1); END TRY BEGIN CATCH PRINT 'caught' END CATCH";
    let text = place.fail(&[TABLE, ("V2__caught", caught)]);
    assert!(text.contains("Uncommittable transaction") || text.contains("XACT_STATE is -1"), "{text}");
    assert_eq!((place.recorded(), place.rows("t")), (vec![1], 0));
}

fn a_balanced_transaction_of_its_own_is_fine(place: &mut Place) {
    let own = "BEGIN TRANSACTION\nGO\nINSERT INTO {s}.t VALUES (1)\nGO\nCOMMIT\nGO\nBEGIN TRAN; INSERT INTO {s}.t VALUES (2); COMMIT TRAN";
    place.apply(&[TABLE, ("V2__own", own)]).expect("it succeeds");
    assert_eq!((place.recorded(), place.rows("t")), (vec![1, 2], 2));
}

fn a_file_that_ends_its_transaction_is_refused(place: &mut Place) {
    place.apply(&[TABLE]).expect("it succeeds");
    for (sql, rows) in [
        ("IF @@TRANCOUNT > 0 ROLLBACK\nGO\nINSERT INTO {s}.t VALUES (1)", 0),
        ("INSERT INTO {s}.t VALUES (2);\nIF @@TRANCOUNT > 0 COMMIT\nGO\nINSERT INTO {s}.t VALUES (3)", 1),
        ("INSERT INTO {s}.t VALUES (4); IF 1 = 1 COMMIT; BEGIN TRAN\nGO\nINSERT INTO {s}.t VALUES (5)", 2),
    ] {
        let text = place.fail(&[TABLE, ("V2__ends", sql)]);
        assert!(text.contains("batch 1 failed: the file ended the transaction"), "{sql}: {text}");
        assert!(text.contains("may stay") || rows == 0, "{sql}: {text}");
        assert_eq!((place.recorded(), place.rows("t")), (vec![1], rows), "{sql}: no later batch runs");
    }
}

fn a_file_that_certainly_ends_its_transaction_is_not_begun(place: &mut Place) {
    let ends = ("V2__ends", "CREATE TABLE {s}.a (i INT)\nCOMMIT\nGO\nCREATE TABLE {s}.b (i INT)");
    let error = place.apply(&[TABLE, ends]).expect_err("it is refused");
    let said = error.to_string();
    assert!(said.starts_with("nothing was run: migrations/V2__ends.sql:2: this COMMIT ends the transaction"), "{said}");
    assert_eq!(error.kind(), Kind::Usage);
    assert!(!place.has_table("t") && !place.has_table("a") && !place.has_table("history"), "nothing was sent");
    place.apply_to(&[TABLE, ends], Some(1)).expect("the file is not due");
    let outside = ("V2__ends", "-- ragsql: no-transaction\nBEGIN TRAN\nCREATE TABLE {s}.a (i INT)\nCOMMIT");
    place.apply(&[TABLE, outside]).expect("outside a transaction it is right");
    assert_eq!(place.recorded(), [1, 2]);
}

fn a_file_that_gives_back_the_lock_is_refused(place: &mut Place) {
    let gives = "CREATE TABLE {s}.a (i INT)\nEXEC sp_releaseapplock @Resource = 'ragsql', @LockOwner = 'Session'";
    let error = place.apply(&[TABLE, ("V2__gives", gives), ("V3__x", "SELECT 3")]).expect_err("it is refused");
    let said = error.to_string();
    assert!(said.contains("V2__gives.sql:1: it could not be recorded: the file gave back the lock"), "{said}");
    assert!(said.contains("nothing of this file was left behind") && error.kind() == Kind::Refused, "{said}");
    assert_eq!((place.recorded(), place.has_table("a")), (vec![1], false));
}

fn a_file_that_leaves_a_transaction_open_is_refused(place: &mut Place) {
    let text = place.fail(&[TABLE, ("V2__open", "BEGIN TRAN; INSERT INTO {s}.t VALUES (1)")]);
    assert!(text.contains("left a transaction open (@@TRANCOUNT is 2, and 1 is right)"), "{text}");
    assert_eq!((place.recorded(), place.rows("t")), (vec![1], 0));
}

/// Names and texts.
type Files<'a> = [(&'a str, &'a str)];

fn each_mismatch_has_its_own_message(place: &mut Place) {
    let row = |id: i32| format!("INSERT INTO {{s}}.t VALUES ({id})");
    let (two, three, four) = (row(2), row(3), row(4));
    place.apply(&[TABLE, ("V2__two", &two), ("V4__four", &four)]).expect("it succeeds");
    let cases: [(&Files<'_>, &str, State); 4] = [
        (
            &[TABLE, ("V2__two", &three), ("V4__four", &four)],
            "V2__two.sql was changed after it was applied",
            State::Changed,
        ),
        (
            &[TABLE, ("V2__zwei", &two), ("V4__four", &four)],
            "was renamed (the history knows it as `two`)",
            State::Changed,
        ),
        (&[TABLE, ("V4__four", &four)], "V2__two was applied on", State::Missing),
        (
            &[TABLE, ("V2__two", &two), ("V3__three", &three), ("V4__four", &four), ("V5__five", &row(5))],
            "V3__three.sql was never applied, and version 4 above it was: it is out of order",
            State::OutOfOrder,
        ),
    ];
    for (files, said, state) in cases {
        let error = place.apply(files).expect_err("the run fails");
        assert!(error.to_string().contains(said) && error.kind() == Kind::Refused, "{error}");
        assert!(place.status(files).iter().any(|(_, found)| *found == state), "{said}");
        assert_eq!((place.recorded(), place.rows("t")), (vec![1, 2, 4], 2), "nothing runs: {said}");
    }
}

fn a_run_stops_at_a_version(place: &mut Place) {
    let files = [TABLE, ("V2__a", "INSERT INTO {s}.t VALUES (2)"), ("V10__b", "INSERT INTO {s}.t VALUES (10)")];
    let applied = place.apply_to(&files, Some(2)).expect("it succeeds");
    assert_eq!((applied.applied.len(), applied.pending, place.recorded()), (2, 1, vec![1, 2]));
    let applied = place.apply(&files).expect("it succeeds");
    assert_eq!((applied.applied.len(), applied.pending, place.recorded()), (1, 0, vec![1, 2, 10]));
}

fn a_baseline_records_and_does_not_run(place: &mut Place) {
    place.query("CREATE TABLE {s}.t (id INT NOT NULL PRIMARY KEY)");
    let files = [TABLE, ("V2__a", "INSERT INTO {s}.t VALUES (2)"), ("V3__b", "INSERT INTO {s}.t VALUES (3)")];
    assert!(place.baseline(&files, 7).is_err(), "there is no version 7");
    assert_eq!(place.baseline(&files, 2).expect("it succeeds"), [1, 2]);
    assert!(place.baseline(&files, 3).expect_err("there is a history").to_string().contains("has 2 entries already"));
    place.apply(&files).expect("it succeeds");
    assert_eq!((place.recorded(), place.rows("t")), (vec![1, 2, 3], 1));
}

fn a_change_that_is_accepted_is_no_change(place: &mut Place) {
    place.apply(&[TABLE]).expect("it succeeds");
    let now = [("V1__t", "CREATE TABLE {s}.t (id INT NOT NULL PRIMARY KEY) -- with a comment")];
    assert!(place.mend(&[TABLE], 1, MendAction::AcceptChange).is_err(), "nothing was changed");
    assert!(place.mend(&now, 1, MendAction::MarkApplied).is_err(), "it was not interrupted");
    assert!(place.mend(&now, 2, MendAction::AcceptChange).is_err(), "there is no version 2");
    place.mend(&now, 1, MendAction::AcceptChange).expect("it is changed");
    assert!(place.apply(&now).expect("it succeeds").applied.is_empty());
    let note = place.query("SELECT CAST(note AS nvarchar(1000)) AS note FROM {s}.history");
    assert_eq!(note[0].get::<String>("note").as_deref(), Ok("it's a test"));
}

fn a_missing_file_can_be_forgotten(place: &mut Place) {
    place.apply(&[TABLE, ("V2__gone", "INSERT INTO {s}.t VALUES (2)")]).expect("it succeeds");
    assert!(place.mend(&[TABLE], 1, MendAction::Forget).is_err(), "its file is there");
    place.mend(&[TABLE], 2, MendAction::Forget).expect("its file is gone");
    assert!(place.apply(&[TABLE]).expect("it succeeds").applied.is_empty());
    assert_eq!(place.recorded(), [1]);
}

fn a_count_of_go_repeats_its_batch(place: &mut Place) {
    let rows = "INSERT INTO {s}.t SELECT COUNT(*) FROM {s}.t\nGO 5";
    place.apply(&[TABLE, ("V2__rows", rows)]).expect("it succeeds");
    assert_eq!(place.rows("t"), 5);
}

fn what_is_printed_is_told(place: &mut Place) {
    place.apply(&[("V3__p", "PRINT 'loaded 120 rows'")]).expect("it succeeds");
    assert!(
        place.events.contains(&Event::Message { version: 3, text: "loaded 120 rows".into() }),
        "{:?}",
        place.events
    );
}

fn settings_of_one_file_do_not_reach_the_next(place: &mut Place) {
    let off = "SET XACT_ABORT OFF; SET NOCOUNT ON; SET ROWCOUNT 1; SET LOCK_TIMEOUT 5\nGO\nSET QUOTED_IDENTIFIER OFF";
    let quoted = "CREATE TABLE {s}.\"a table\" (id INT)\nGO\nINSERT INTO {s}.\"a table\" SELECT id FROM {s}.t";
    let rows = "INSERT INTO {s}.t VALUES (1), (2), (3)";
    place.apply(&[TABLE, ("V2__rows", rows), ("V3__off", off), ("V4__quoted", quoted)]).expect("it succeeds");
    assert_eq!(place.rows("[a table]"), 3, "neither the quotes nor ROWCOUNT reached the fourth file");
}

fn traces_of_one_file_do_not_reach_the_next(place: &mut Place) {
    let temporary = "SELECT 1 AS id INTO #ids";
    let identity = |table: &str| {
        format!(
            "CREATE TABLE {{s}}.{table} (id INT IDENTITY(1, 1))\nGO\nSET IDENTITY_INSERT {{s}}.{table} ON\nGO\n\
             INSERT INTO {{s}}.{table} (id) VALUES (7)"
        )
    };
    let (a, b) = (identity("a"), identity("b"));
    let files = [("V1__a", temporary), ("V2__b", temporary), ("V3__c", a.as_str()), ("V4__d", b.as_str())];
    place.apply(&files).expect("each file runs as it would alone");
    assert_eq!(place.rows("b"), 1);
}

fn any_text_arrives_as_it_is(place: &mut Place) {
    let text = "CREATE TABLE {s}.words (w NVARCHAR(60))\nGO\nINSERT INTO {s}.words VALUES (N'año – 日本語 – 😀 it''s')";
    place.apply(&[("V1__words", text)]).expect("it succeeds");
    let rows = place.query("SELECT w FROM {s}.words");
    assert_eq!(rows[0].get::<String>("w").as_deref(), Ok("año – 日本語 – 😀 it's"));
}

fn the_history_can_be_read_by_a_person(place: &mut Place) {
    place.apply(&[TABLE]).expect("it succeeds");
    let columns = "CAST(name AS nvarchar(255)) AS name, CAST(state AS nvarchar(10)) AS state, \
                   CAST(applied_by AS nvarchar(128)) AS applied_by, CAST(ragsql_version AS nvarchar(32)) AS tool, \
                   CAST(DATEDIFF(minute, applied_on, SYSUTCDATETIME()) AS int) AS age";
    let row = place.query(&format!("SELECT {columns} FROM {{s}}.history")).remove(0);
    let text = |column: &str| row.get::<String>(column).expect("text");
    assert_eq!((text("name"), text("state")), ("t".into(), "applied".into()));
    assert!(!text("applied_by").is_empty());
    assert_eq!(text("tool"), env!("CARGO_PKG_VERSION"));
    assert!(row.get::<i64>("age").expect("minutes").abs() <= 1, "the time is UTC");
}

fn execution_that_stays_switched_off_is_found_out(place: &mut Place) {
    let off_and_on = "SET NOEXEC ON\nGO\nDROP TABLE {s}.t\nGO\nSET NOEXEC OFF";
    place.apply(&[TABLE, ("V2__fine", off_and_on)]).expect("it is switched on again");
    assert!(place.has_table("t"), "what is not executed does nothing");
    let text = place.fail(&[TABLE, ("V2__fine", off_and_on), ("V3__off", "SET NOEXEC ON\nGO\nDROP TABLE {s}.t")]);
    assert!(text.contains("SET NOEXEC"), "{text}");
    assert_eq!(place.recorded(), [1, 2]);
}

fn a_file_that_changes_the_history_is_refused(place: &mut Place) {
    let first = ("V1__t", "CREATE TABLE {s}.t (id INT)");
    place.apply(&[first]).expect("it is good");
    let history = place.text("{s}.history");
    let changes = [
        format!("DELETE FROM {history}"),
        format!("UPDATE {history} SET checksum = '7' WHERE version = 1"),
        format!("UPDATE {history} SET state = 'started'"),
        format!(
            "INSERT INTO {history} SELECT 9, name, checksum, state, 1, applied_on, applied_by, 1, '1', NULL FROM {history}"
        ),
        format!("EXEC sp_rename '{history}', 'gone'"),
        format!("DROP TABLE {history}"),
    ];
    for change in &changes {
        let said = place.fail(&[first, ("V2__change", change)]);
        assert!(said.contains("V2__change.sql:1: it could not be recorded: the file changed the history"), "{said}");
        assert!(said.contains("nothing of this file was left behind"), "{said}");
        assert_eq!(place.status(&[first]), [(1, State::Applied)], "{change}");
    }
    let outside = format!("-- ragsql: no-transaction\n{}", changes[0]);
    let said = place.fail(&[first, ("V2__change", &outside)]);
    assert!(said.contains("the history did not take the row") || said.contains("changed the history"), "{said}");
}

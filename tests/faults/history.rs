//! A history that cannot be read or made, and files that do not match it: each with its own message, nothing sent.

use ragsql::db::events::Event;
use ragsql::db::server::{Connector, TargetError};
use ragsql::db::state::State;
use ragsql::db::status::{self, FileStatus};
use ragsql::db::{ConnectOptions, Kind, RunError, Server, Target, UrlError};
use ragsql::source::Migration;

use crate::database::{Database, Recorded, Tables, history, migrations, options};
use crate::reply::{Reply, Value};

fn files() -> Vec<Migration> {
    migrations(&[("V1__a", "SELECT 1"), ("V2__b", "SELECT 2")])
}

/// A history that has these files.
fn applied(files: &[Migration]) -> Vec<Recorded> {
    let row = |file: &Migration| Recorded {
        version: file.version,
        name: file.name.clone(),
        checksum: file.checksum.clone(),
        state: "applied".into(),
        batches_done: 1,
    };
    files.iter().map(row).collect()
}

/// The error of a run on a database with this history; nothing may be sent.
async fn against(history: Vec<Recorded>, files: &[Migration]) -> RunError {
    let mut database = Database::healthy().await;
    database.tables.lock().expect("no test panics with it").history = Some(history);
    let error = database.fail(files).await;
    assert!(database.changes().is_empty(), "{:?}", database.changes());
    error
}

#[tokio::test]
async fn a_changed_file_says_what_to_do() {
    let now = migrations(&[("V1__a", "SELECT 11"), ("V2__b", "SELECT 2")]);
    let error = against(applied(&files()), &now).await;
    assert_eq!(error.kind(), Kind::Refused);
    assert_eq!(
        error.to_string(),
        "nothing was run: migrations/V1__a.sql was changed after it was applied on 2026-01-31T12:00:00.000 by ann; put \
         the file back as it was and make the change in a new file, or accept it as it is with `ragsql repair --version \
         1 --action accept-change --reason …`"
    );
}

#[tokio::test]
async fn a_renamed_file_is_called_so() {
    let now = migrations(&[("V1__a", "SELECT 1"), ("V2__c", "SELECT 2")]);
    let text = against(applied(&files()), &now).await.to_string();
    assert!(text.contains("V2__c.sql was renamed (the history knows it as `b`)"), "{text}");
}

#[tokio::test]
async fn a_missing_file_is_called_so() {
    let text = against(applied(&files()), &files()[..1]).await.to_string();
    assert!(text.contains("V2__b was applied") && text.contains("its file is missing from migrations/"), "{text}");
    assert!(text.contains("restore the file") && text.contains("--version 2 --action forget"), "{text}");
}

#[tokio::test]
async fn a_version_below_the_last_one_is_out_of_order_and_not_missing() {
    let now = migrations(&[("V1__a", "SELECT 1"), ("V2__b", "SELECT 2"), ("V3__c", "SELECT 3")]);
    let mut history = applied(&now);
    history.remove(1);
    let text = against(history, &now).await.to_string();
    assert!(text.contains("V2__b.sql was never applied, and version 3 above it was"), "{text}");
    assert!(text.contains("give it a version above 3"), "{text}");
}

#[tokio::test]
async fn every_mismatch_is_told_at_once() {
    let now = migrations(&[("V1__a", "SELECT 11"), ("V3__c", "SELECT 3")]);
    let mut history = applied(&files());
    history.push(Recorded { version: 4, ..history[0].clone() });
    let text = against(history, &now).await.to_string();
    assert_eq!(text.matches("\n  also: ").count(), 3, "{text}");
}

#[tokio::test]
async fn two_files_of_one_version_are_both_named() {
    let now = migrations(&[("V7__a", "SELECT 1"), ("V7__b", "SELECT 2")]);
    let mut database = Database::healthy().await;
    let error = database.fail(&now).await;
    assert_eq!(error.kind(), Kind::Usage);
    assert!(error.to_string().contains("migrations/V7__a.sql and migrations/V7__b.sql have the same version 7"));
    assert_eq!(database.sessions(), 0);
}

/// The error of a run where a question about the history is answered so.
async fn answering(part: &'static str, reply: Reply) -> (Database, RunError) {
    let mut database = Database::start(move |sql, tables: &mut Tables| {
        if part != "CREATE TABLE [dbo].[h]" && tables.history.is_none() {
            tables.history = Some(Vec::new());
        }
        sql.contains(part).then(|| reply.clone())
    })
    .await;
    let error = database.fail(&files()).await;
    assert_eq!(error.kind(), Kind::Refused, "{error}");
    (database, error)
}

#[tokio::test]
async fn a_history_that_may_not_be_read_names_the_permission() {
    let denied = Reply::refused(229, 1, "The SELECT permission was denied on the object 'h', database 'db'.");
    let (database, error) = answering("FROM [dbo].[h] ORDER BY", denied).await;
    let text = error.to_string();
    assert!(
        text.contains("while reading the history dbo.h") && text.contains("SELECT permission was denied"),
        "{text}"
    );
    assert!(text.contains("GRANT SELECT, INSERT, UPDATE, DELETE ON dbo.h TO"), "{text}");
    assert!(database.changes().is_empty());
}

#[tokio::test]
async fn a_history_that_cannot_be_seen_is_not_taken_for_missing() {
    let blind = vec![Value::Null, 0.into(), 0.into(), 0.into()];
    let reply = Reply::table(&["id", "may_select", "may_alter", "may_view"], &[blind]);
    let (database, error) = answering("HAS_PERMS_BY_NAME", reply).await;
    assert!(error.to_string().contains("cannot be told") && error.to_string().contains("GRANT SELECT ON dbo.h TO"));
    assert!(database.changes().is_empty());
}

#[tokio::test]
async fn a_schema_that_is_missing_is_no_lack_of_rights() {
    let nothing = vec![Value::Null, Value::Null, Value::Null, Value::Null];
    let columns = ["id", "may_select", "may_alter", "may_view"];
    let mut database = Database::start(move |sql, tables: &mut Tables| {
        let nothing = std::slice::from_ref(&nothing);
        (sql.contains("HAS_PERMS_BY_NAME") && tables.history.is_none()).then(|| Reply::table(&columns, nothing))
    })
    .await;
    database.apply(&files(), &options()).await.expect("the schema and the table are made");
    assert_eq!(database.recorded(), [1, 2]);
}

#[tokio::test]
async fn a_table_of_another_tool_is_not_written_to() {
    let (database, error) =
        answering("FROM [dbo].[h] ORDER BY", Reply::refused(207, 1, "Invalid column name 'batches_done'.")).await;
    assert!(error.to_string().contains("dbo.h is no history table of ragsql"), "{error}");
    assert!(database.changes().is_empty());
}

#[tokio::test]
async fn a_history_that_may_not_be_made_names_the_permission() {
    let denied = Reply::refused(262, 1, "CREATE TABLE permission denied in database 'db'.");
    let (database, error) = answering("CREATE TABLE [dbo].[h]", denied).await;
    let text = error.to_string();
    assert!(text.contains("CREATE TABLE permission denied") && text.contains("ALTER on the schema"), "{text}");
    assert!(!database.was_sent("SELECT 1") && database.was_sent("sp_releaseapplock"));
}

/// What `status` says of the files.
async fn status(database: &Database) -> Result<Vec<FileStatus>, RunError> {
    let mut session = database.connector.open(&mut |_: &Event| {}).await?;
    let files = files();
    let status = status::migrations(&mut session, &files, &history()).await;
    assert!(database.changes().is_empty() && !database.was_sent("applock"), "a look changes nothing");
    status
}

#[tokio::test]
async fn a_look_needs_neither_the_table_nor_the_lock() {
    let database = Database::healthy().await;
    let states: Vec<_> = status(&database).await.expect("it is read").iter().map(|file| file.state).collect();
    assert_eq!(states, [State::Pending, State::Pending]);

    let mut rows = applied(&files());
    rows[1].state = "started".into();
    database.tables.lock().expect("no test panics with it").history = Some(rows);
    let files = status(&database).await.expect("it is read");
    assert_eq!((files[0].state, files[1].state), (State::Applied, State::Interrupted));
    assert_eq!(files[0].applied_on.as_deref(), Some("2026-01-31T12:00:00.000Z"));
    assert!(files[0].problem.is_none() && files[1].problem.as_ref().is_some_and(|text| text.contains("mark-applied")));
}

#[tokio::test]
async fn a_reader_who_may_not_read_is_told_so_and_not_that_all_is_pending() {
    let blind = Reply::table(
        &["id", "may_select", "may_alter", "may_view"],
        &[vec![Value::Null, 0.into(), 0.into(), 0.into()]],
    );
    let database = Database::start(move |sql, _| sql.contains("HAS_PERMS_BY_NAME").then(|| blind.clone())).await;
    let error = status(&database).await.expect_err("nobody knows");
    assert_eq!(error.kind(), Kind::Refused);
    assert!(error.to_string().contains("GRANT SELECT ON dbo.h TO"), "{error}");
}

#[tokio::test]
async fn a_database_of_the_servers_own_is_refused_before_anything_is_sent() {
    let database = Database::healthy().await;
    for name in ["master", "tempdb", "MSDB"] {
        let target = Target::Server(Box::new(Server::loopback(database.server.port, name)));
        let refused = Connector::new(&target, ConnectOptions::default());
        assert!(matches!(refused.err(), Some(TargetError::Database(UrlError::SystemDatabase(_)))), "{name}");
    }
    let nameless = Server { database: None, ..Server::loopback(database.server.port, "") };
    let refused = Connector::new(&Target::Server(Box::new(nameless)), ConnectOptions::default());
    assert!(matches!(refused.err(), Some(TargetError::Database(UrlError::NoDatabase))));
    assert!(database.server.asked().is_empty());
}

#[tokio::test]
async fn a_reader_with_nothing_pending_needs_no_right_to_write() {
    let mut database = Database::start(|sql, _| {
        let writes = ["CREATE", "INSERT", "UPDATE", "DELETE"].iter().any(|word| sql.starts_with(word));
        writes.then(|| Reply::refused(229, 1, "The permission was denied."))
    })
    .await;
    database.tables.lock().expect("no test panics with it").history = Some(applied(&files()));
    let applied = database.apply(&files(), &options()).await.expect("nothing is to be done");
    assert!(applied.applied.is_empty() && database.changes().is_empty());
}

//! Reading a project: file names, versions, encodings, checksums, directives and allowances.

use std::fs;
use std::path::Path;

use ragsql::source::{self, Migration, Phase, Project, Scope};

/// A project folder with these files under `migrations/`; `post-load/` is there and empty.
fn project(files: &[(&str, &[u8])]) -> (tempfile::TempDir, Project) {
    let dir = tempfile::tempdir().expect("a temporary folder");
    for phase in Phase::ALL {
        fs::create_dir(dir.path().join(phase.folder())).expect("a new folder");
    }
    for (name, bytes) in files {
        fs::write(dir.path().join("migrations").join(name), bytes).expect("a new file");
    }
    let project = source::read(dir.path()).expect("both folders are there");
    (dir, project)
}

fn only(file_name: &str, bytes: &[u8]) -> Migration {
    let (_dir, mut project) = project(&[(file_name, bytes)]);
    assert!(project.problems.is_empty(), "{:?}", project.problems);
    project.migrations.remove(0)
}

fn messages(project: &Project) -> Vec<String> {
    project.problems.iter().map(ToString::to_string).collect()
}

#[test]
fn files_are_sorted_by_number() {
    let (_dir, project) = project(&[
        ("V10__b.sql", b"SELECT 10"),
        ("V9__a.sql", b"SELECT 9"),
        ("V20261130091500__c.sql", b"SELECT 1"),
        ("V0011__d.sql", b"SELECT 11"),
        ("notes.md", b"no SQL"),
        ("V1__x.sql.bak", b"no SQL"),
    ]);
    let versions: Vec<_> = project.migrations.iter().map(|m| (m.version, m.name.as_str())).collect();
    assert_eq!(versions, [(9, "a"), (10, "b"), (11, "d"), (20_261_130_091_500, "c")]);
    assert_eq!(project.migrations[0].file.path(), "migrations/V9__a.sql");
    assert!(project.problems.is_empty());
}

#[test]
fn a_missing_folder_is_named_and_an_empty_one_is_fine() {
    let (dir, empty) = project(&[]);
    assert!(empty.migrations.is_empty() && empty.problems.is_empty());
    fs::remove_dir(dir.path().join("post-load")).expect("it is empty");
    let message = source::read(dir.path()).expect_err("post-load is missing").to_string();
    assert!(message.contains("post-load is missing"), "{message}");
}

#[test]
fn every_sql_file_is_read_or_refused_by_name() {
    let (dir, _) = project(&[
        ("V1__ok.sql", b"SELECT 1"),
        ("V2__has-hyphen.sql", b"SELECT 1"),
        ("V3__x.SQL", b"SELECT 1"),
        ("v4__x.sql", b"SELECT 1"),
        ("V114.1__b.sql", b"SELECT 1"),
    ]);
    let inside = dir.path().join("migrations/old");
    fs::create_dir(&inside).expect("a new folder");
    fs::write(inside.join("V0__x.sql"), "SELECT 1").expect("a new file");
    let project = source::read(dir.path()).expect("both folders are there");
    let messages = messages(&project);
    assert_eq!(project.migrations.len(), 1);
    for (file, rule) in [
        ("V2__has-hyphen.sql", "letters, digits and underscores"),
        ("V3__x.SQL", "lower case"),
        ("v4__x.sql", "capital V"),
        ("V114.1__b.sql", "several parts"),
        ("V0__x.sql", "subfolder"),
    ] {
        assert!(messages.iter().any(|m| m.contains(file) && m.contains(rule)), "{file}: {messages:?}");
    }
}

/// What is no file is told without being opened: a pipe that nobody writes to would be waited for.
#[cfg(unix)]
#[test]
fn only_files_are_read() {
    let (dir, _) = project(&[("V1__ok.sql", b"SELECT 1")]);
    let at = |name: &str| dir.path().join("migrations").join(name);
    let made = std::process::Command::new("mkfifo").arg(at("V2__pipe.sql")).status().expect("mkfifo is there");
    assert!(made.success());
    let _socket = std::os::unix::net::UnixListener::bind(at("V3__socket.sql")).expect("a new socket");
    fs::create_dir(at("V4__folder.sql")).expect("a new folder");
    for (name, target) in [("V5__device.sql", "/dev/zero"), ("V6__link.sql", "V1__ok.sql"), ("V7__gone.sql", "nowhere")]
    {
        std::os::unix::fs::symlink(target, at(name)).expect("a new link");
    }
    let project = source::read(dir.path()).expect("both folders are there");
    let said: Vec<String> =
        messages(&project).iter().map(|said| said.split("V").last().expect("text").to_owned()).collect();
    let expected = [
        "2__pipe.sql is a pipe,",
        "3__socket.sql is a socket,",
        "4__folder.sql is a folder,",
        "5__device.sql is a device,",
        "7__gone.sql cannot be read: No such file or directory",
    ];
    assert_eq!(said.len(), expected.len(), "{said:?}");
    for (said, start) in said.iter().zip(expected) {
        assert!(said.starts_with(start), "{said}");
    }
    assert_eq!(project.migrations.iter().map(|file| file.version).collect::<Vec<_>>(), [1, 6]);
    assert!(source::file(&at("V2__pipe.sql")).is_err(), "a path of the command line is no exception");
}

#[test]
fn a_file_that_no_server_takes_is_refused_unread() {
    let (dir, _) = project(&[]);
    let path = dir.path().join("migrations/V1__huge.sql");
    fs::File::create(&path).and_then(|file| file.set_len(1 << 40)).expect("a file of holes");
    let said = source::file(&path).expect_err("it is too large").to_string();
    assert!(said.contains("V1__huge.sql is larger than 256 MiB"), "{said}");
}

#[test]
fn one_version_twice_names_both_files() {
    let (_dir, project) = project(&[("V7__a.sql", b"SELECT 1"), ("V7__b.sql", b"SELECT 2"), ("V007__c.sql", b"")]);
    let messages = messages(&project);
    assert_eq!(messages.len(), 2);
    assert!(messages.iter().all(|m| m.contains("V007__c.sql") && m.contains("same version 7")), "{messages:?}");
    assert!(messages[0].contains("V7__a.sql") && messages[1].contains("V7__b.sql"), "{messages:?}");
}

#[test]
fn the_two_folders_have_separate_versions() {
    let project = Project::from_texts([("migrations/V1__a.sql", "SELECT 1"), ("post-load/V1__b.sql", "SELECT 1")]);
    assert!(project.problems.is_empty());
    assert_eq!(project.post_load[0].phase, Phase::PostLoad);
}

#[test]
fn a_byte_order_mark_and_line_ends_change_neither_text_nor_checksum() {
    let sql = "CREATE TABLE dbo.b(id INT)\nINSERT dbo.b VALUES (1) -- 日本語\n";
    let plain = only("V1__b.sql", sql.as_bytes());
    let utf16: Vec<u8> = [0xFF, 0xFE].into_iter().chain(sql.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    for bytes in [
        [b"\xEF\xBB\xBF", sql.as_bytes()].concat(),
        sql.replace('\n', "\r\n").into_bytes(),
        sql.replace('\n', "\r").into_bytes(),
        utf16,
    ] {
        let other = only("V1__b.sql", &bytes);
        assert_eq!(other.checksum, plain.checksum);
        assert!(other.file.text().starts_with("CREATE"), "no invisible character comes first");
    }
    assert_ne!(only("V1__b.sql", b"SELECT 1").checksum, plain.checksum);
    assert_ne!(only("V1__c.sql", sql.as_bytes()).checksum, plain.checksum);
}

#[test]
fn the_checksum_is_that_of_refinery() {
    let ours = only("V0042__añadir.sql", "SELECT N'é'\r\nGO\r\n".as_bytes());
    let theirs = refinery_core::Migration::unapplied("V42__añadir", "SELECT N'é'\nGO\n").expect("a good name");
    assert_eq!(ours.checksum, theirs.checksum().to_string());
}

#[test]
fn a_file_with_cr_alone_is_no_single_line() {
    let file = only("V1__x.sql", b"SELECT 1 -- one\rGO\rSELECT 2");
    assert_eq!(file.batches.len(), 2);
    assert_eq!(file.file.position(file.batches[1].span.start).line, 3);
    assert!(!file.file.text().contains('\r'));
}

#[test]
fn what_is_no_text_is_refused_with_its_place() {
    let (_dir, project) = project(&[("V1__latin.sql", b"SELECT 1\nSELECT '\xE9'"), ("V2__ok.sql", b"SELECT 1")]);
    let messages = messages(&project);
    assert_eq!(project.migrations.len(), 1);
    assert!(
        messages[0].contains("V1__latin.sql") && messages[0].contains("byte 17 (line 2, column 9)"),
        "{messages:?}"
    );
}

#[test]
fn text_is_taken_as_it_is() {
    let sql = "INSERT dbo.u(h) VALUES (N'$2y$13$abcdefghijk', N'Dear ${customer}, $(link)', N'P&P', 'C:\\\\data')";
    let file = source::text("stdin", sql);
    assert_eq!(file.file.slice(file.batches[0].span), sql);
    assert!(file.problems.is_empty());
}

#[test]
fn a_single_file_needs_no_version() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let path = dir.path().join("draft.sql");
    fs::write(&path, "SELECT 1").expect("a new file");
    let file = source::file(&path).expect("a file");
    assert_eq!((file.version, file.name.as_str(), file.phase), (0, "draft", Phase::Migrations));
    assert!(source::file(Path::new("no/such.sql")).is_err());
}

#[test]
fn the_header_is_read() {
    let file = source::text(
        "post-load/V1__x.sql",
        "-- The index.\n--ragsql:no-transaction\nGO\n/* and */ -- RAGSQL: guard rows chunks.e >= 500\n\
         -- ragsql: guard complete dbo.chunks.e\nCREATE VECTOR INDEX v ON dbo.chunks (e)\n",
    );
    let guards: Vec<_> = file.header.guards.iter().map(|(guard, _)| guard.to_string()).collect();
    assert!(file.header.no_transaction.is_some());
    assert_eq!(guards, ["rows dbo.chunks.e >= 500", "complete dbo.chunks.e"]);
    assert!(file.problems.is_empty(), "{:?}", file.problems);
}

#[test]
fn a_directive_that_has_no_effect_is_a_problem() {
    for (line, message) in [
        ("-- ragsql: no-transactions", "unknown directive `no-transactions`"),
        ("-- ragsql: no-transaction please", "takes nothing"),
        ("-- ragsql no-transaction", "colon"),
        ("/* ragsql: no-transaction */", "line comment"),
        ("-- ragsql: guard rows dbo.t.c", "is not a guard"),
        ("-- ragsql: allow drop-column", "reason"),
    ] {
        let file = source::text("a.sql", &format!("{line}\nSELECT 1"));
        let messages: Vec<_> = file.problems.iter().map(|problem| problem.message.as_str()).collect();
        assert!(messages.len() == 1 && messages[0].contains(message), "{line}: {messages:?}");
    }
    let late = source::text("a.sql", "SELECT 1\n-- ragsql: no-transaction\nSELECT 2");
    assert!(late.header.no_transaction.is_none());
    assert!(late.problems[0].message.contains("above the first statement"), "{:?}", late.problems);
    assert!(source::text("a.sql", "-- ragsql is a tool\nSELECT 1").problems.is_empty());
}

#[test]
fn allowances_find_their_statements() {
    let file = source::text(
        "a.sql",
        "-- ragsql: allow one for the whole file\nSELECT 1\n\
         -- ragsql: allow two and three stand together\n-- ragsql: allow three too\nIF 1 = 1\nBEGIN\n\
         \t-- ragsql: allow four is inside\n\tDROP TABLE a\nEND\n\
         SELECT 2 -- ragsql: allow five stands behind a statement\nSELECT\n\
         -- ragsql: allow six stands in a statement\n3\n-- ragsql: allow seven stands above GO\nGO\nSELECT 4",
    );
    let parsed = file.parse();
    let found: Vec<_> = parsed
        .allowances
        .iter()
        .map(|allowance| {
            let place = match allowance.scope {
                Scope::File => "file",
                Scope::Statement(span) => file.file.slice(span).split_whitespace().next().unwrap_or(""),
            };
            (allowance.rule.as_str(), place)
        })
        .collect();
    assert_eq!(found, [("one", "file"), ("two", "IF"), ("three", "IF"), ("four", "DROP")]);
    assert_eq!(parsed.problems.len(), 3, "{:?}", parsed.problems);
    assert!(parsed.problems.iter().all(|problem| problem.message.contains("above no statement")));
}

#[test]
fn an_allowance_covers_what_is_inside_its_statement() {
    let file = source::text("a.sql", "SELECT 1\n-- ragsql: allow x because\nBEGIN DROP TABLE a END DROP TABLE b");
    let parsed = file.parse();
    let places: Vec<_> = parsed.batches[0].statements.iter().map(|statement| statement.span).collect();
    let covers: Vec<_> = places.iter().map(|place| parsed.allowances[0].scope.covers(*place)).collect();
    assert_eq!(covers, [false, true, false]);
}

#[test]
fn a_fixture_is_cut_into_files() {
    let project = Project::fixture(
        "-- file: migrations/V2__b.sql\nSELECT 2\n-- file: migrations/V1__a.sql\nSELECT 1\nGO\n-- file: post-load/V1__v.sql\nSELECT 3",
    );
    let texts: Vec<_> = project.files().map(|file| (file.file.path(), file.file.text())).collect();
    assert_eq!(
        texts,
        [
            ("migrations/V1__a.sql", "SELECT 1\nGO\n"),
            ("migrations/V2__b.sql", "SELECT 2\n"),
            ("post-load/V1__v.sql", "SELECT 3"),
        ]
    );
}

#[test]
fn files_are_parsed_in_order() {
    let files: Vec<_> = (1..=200).map(|n| (format!("migrations/V{n}__x.sql"), format!("SELECT {n}"))).collect();
    let project = Project::from_texts(files.iter().rev().map(|(path, text)| (path.as_str(), text.as_str())));
    let mut versions = Vec::new();
    project.for_each_parsed(|file, parsed| {
        assert_eq!(parsed.batches[0].statements.len(), 1);
        versions.push(file.version);
    });
    assert_eq!(versions, (1..=200).collect::<Vec<i64>>());
}

//! Levels in `ragsql.toml`: of the project, of an engine, of a folder.

use super::folder::Folder;

const USE: &str = "USE other;\n";

fn with(settings: &str) -> Folder {
    Folder::project(&[
        ("migrations/V1__use.sql", USE),
        ("post-load/V1__use.sql", USE),
        ("queries/old/use.sql", USE),
        ("ragsql.toml", settings),
    ])
}

/// The level of each finding with its file.
fn levels(folder: &Folder, args: &[&str]) -> Vec<String> {
    let said = folder.run(&[&["lint", "--format", "json"], args].concat());
    let document: serde_json::Value = serde_json::from_str(&said.stdout).unwrap_or_else(|_| panic!("{said:?}"));
    let findings = document["findings"].as_array().expect("findings").clone();
    let shown = |finding: &serde_json::Value| format!("{} {}", finding["file"], finding["level"]).replace('"', "");
    findings.iter().map(shown).collect()
}

#[test]
fn a_folder_goes_before_the_engine_and_that_before_the_project() {
    let folder = with(
        "[lint.rules]\nobject-exists = 'off'\n[lint.engines.sql2025]\nobject-exists = 'warning'\n\
         [lint.folders.post-load]\nobject-exists = 'info'\n",
    );
    folder.write("migrations/V1__use.sql", "CREATE TABLE dbo.a (id INT);\nGO\nCREATE TABLE dbo.a (id INT);\n");
    folder.write("post-load/V1__use.sql", "CREATE TABLE dbo.b (id INT);\nGO\nCREATE TABLE dbo.b (id INT);\n");
    assert_eq!(levels(&folder, &[]), ["post-load/V1__use.sql info"]);
    let on_sql2025 = ["migrations/V1__use.sql warning", "post-load/V1__use.sql info"];
    assert_eq!(levels(&folder, &["--engine", "sql2025"]), on_sql2025);
}

#[test]
fn folders_of_loose_files_have_levels_from_wherever_it_runs() {
    let folder = with(
        "[lint.folders.queries]\nuse-database = 'info'\n[lint.folders.'queries/old/']\nuse-database = 'warning'\n",
    );
    assert_eq!(levels(&folder, &["queries/old/use.sql"]), ["queries/old/use.sql warning"]);
    assert_eq!(levels(&folder, &["./queries/old"]), ["queries/old/use.sql warning"]);
    let outside =
        Folder::new(&[("db/ragsql.toml", "[lint.folders.q]\nuse-database = 'info'\n"), ("db/q/use.sql", USE)]);
    assert_eq!(levels(&outside, &["--dir", "db", "db/q"]), ["db/q/use.sql info"]);
}

#[test]
fn an_allowance_of_a_rule_that_is_off_here_is_left_alone() {
    let text = "-- ragsql: allow use-database it is the old server\nSELECT 1;\n";
    let folder = with("[lint.folders.post-load]\nuse-database = 'off'\n[lint.rules]\nunused-allowance = 'error'\n");
    folder.write("post-load/V1__use.sql", text);
    folder.write("migrations/V1__use.sql", text);
    assert_eq!(levels(&folder, &[]), ["migrations/V1__use.sql error"]);
}

#[test]
fn what_is_not_known_is_named_with_its_key() {
    for (settings, words) in [
        ("[lint.engines.oracle]\nuse-database = 'off'\n", ["lint.engines.oracle", "no engine"]),
        ("[lint.engines.azure]\nuse-databas = 'off'\n", ["lint.engines.azure", "`use-databas`"]),
        ("[lint.folders.postload]\nuse-database = 'off'\n", ["lint.folders.\"postload\"", "no such folder"]),
        ("[lint.folders.post-load]\nuse-database = 'fatal'\n", ["lint.folders.\"post-load\".use-database", "`fatal`"]),
    ] {
        let said = with(settings).run(&["lint"]);
        assert_eq!(said.code, 64, "{said:?}");
        assert!(words.iter().all(|word| said.stderr.contains(word)), "{said:?}");
    }
}

#[test]
fn what_apply_refuses_cannot_be_switched_off() {
    let enforced = [
        "batch-separator",
        "duplicate-version",
        "file-name",
        "sqlcmd-script",
        "unknown-directive",
        "unreadable-file",
        "unterminated",
    ];
    for rule in enforced {
        for section in ["lint.rules", "lint.engines.azure", "lint.folders.migrations", "lint.folders.'post-load/'"] {
            for level in ["off", "warning"] {
                let said = with(&format!("[{section}]\n{rule} = '{level}'\n")).run(&["lint"]);
                assert!(
                    said.code == 64 && said.stderr.contains("this rule stays at `error`"),
                    "{section} {rule}: {said:?}"
                );
            }
        }
    }
    let folder = with("[lint.rules]\nbatch-separator = 'error'\n[lint.folders.queries]\nbatch-separator = 'off'\n");
    folder.write("queries/old/use.sql", "SELECT 1\nGO;\n");
    assert_eq!(levels(&folder, &["queries/old"]), Vec::<String>::new(), "what is not run may be as it likes");
}

#[test]
fn the_history_has_the_name_that_the_settings_give_it() {
    let folder = with("[database]\nmigrations-history = 'ops.[what ran]'\n");
    folder.write(
        "migrations/V1__use.sql",
        "DELETE FROM ops.[what ran] WHERE version = 1;\nDELETE FROM dbo.ragsql_migrations WHERE id = 1;\n",
    );
    folder.write("post-load/V1__use.sql", "DELETE FROM dbo.ragsql_post_load WHERE version = 1;\n");
    let expected = ["migrations/V1__use.sql", "post-load/V1__use.sql"]
        .map(|file| ("own-history-table".to_owned(), file.to_owned()));
    assert_eq!(folder.findings(&[]), expected);
}

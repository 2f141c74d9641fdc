//! What paths mean: a project's folder, some of its files, other files and folders, standard input.

use super::folder::{Folder, said};

const USE: &str = "USE other;\n";

fn files(findings: &[(String, String)]) -> Vec<&str> {
    findings.iter().map(|(_, file)| file.as_str()).collect()
}

#[test]
fn the_folder_of_a_project_is_the_project_with_its_settings() {
    let folder = Folder::new(&[("db/migrations/V1__a.sql", USE), ("db/post-load/V1__b.sql", USE)]);
    folder.write("db/ragsql.toml", "[lint.folders.post-load]\nuse-database = 'off'\n");
    assert_eq!(files(&folder.findings(&["db"])), ["migrations/V1__a.sql"]);
    assert_eq!(folder.findings(&["db"]), folder.findings(&["--dir", "db"]));
    assert_eq!(folder.findings(&["--dir", "db", "db/post-load"]), []);
}

#[test]
fn loose_folders_are_read_to_the_bottom_in_the_order_of_versions() {
    let make = |name: &str| format!("CREATE TABLE dbo.{name} (id INT NOT NULL);\n");
    let folder =
        Folder::new(&[("sql/V2__a.sql", &make("a")), ("sql/V10__again.sql", &make("a")), ("sql/deep/er/use.SQL", USE)]);
    folder.write("sql/.hidden/use.sql", USE);
    folder.write("sql/notes.txt", USE);
    let expected = ["sql/V10__again.sql", "sql/deep/er/use.SQL"];
    assert_eq!(files(&folder.findings(&["sql"])), expected);
    assert_eq!(files(&folder.findings(&["./sql/"])), expected);
}

#[test]
fn a_folder_without_sql_and_a_file_that_is_not_there_are_never_silence() {
    let folder = Folder::project(&[("docs/a.md", "")]);
    let said = folder.run(&["lint", "docs"]);
    assert!(said.code == 64 && said.stderr.contains("no .sql file in docs"), "{said:?}");
    assert_eq!(folder.findings(&["nowhere.sql"]), [("unreadable-file".to_owned(), "nowhere.sql".to_owned())]);
}

#[test]
fn standard_input_is_a_file_of_its_own() {
    let folder = Folder::project(&[("migrations/V1__a.sql", USE)]);
    let mut command = folder.command(&["lint", "-", "--format", "gitlab"]);
    let from_stdin = said(command.write_stdin(USE));
    assert_eq!(from_stdin.code, 1);
    assert!(
        from_stdin.stdout.contains("\"path\": \"<stdin>\"") && !from_stdin.stdout.contains("V1__a"),
        "{from_stdin:?}"
    );
}

const POLICY: &str = "CREATE SECURITY POLICY dbo.guard ADD FILTER PREDICATE dbo.is_mine(tenant) ON dbo.chunk,\n\
                      ADD BLOCK PREDICATE dbo.is_mine(tenant) ON dbo.chunk WITH (STATE = ON);\n";
const INDEX: &str = "CREATE VECTOR INDEX vx ON dbo.chunk (embedding) WITH (METRIC = 'cosine');\n";

#[test]
fn files_without_numbers_know_nothing_of_each_other_but_the_pair() {
    let make = "CREATE TABLE dbo.chunk (id INT NOT NULL CONSTRAINT pk_chunk PRIMARY KEY, embedding VECTOR(3) NULL);\n";
    let folder = Folder::new(&[("sql/one/make.sql", make), ("sql/two/make.sql", make)]);
    assert_eq!(folder.findings(&["sql"]), []);
    folder.write("sql/a_index.sql", INDEX);
    folder.write("sql/z_policy.sql", POLICY);
    let pair = ("policy-and-vector-index".to_owned(), "sql/a_index.sql".to_owned());
    assert_eq!(folder.findings(&["sql"]), [pair]);
}

#[test]
fn numbers_of_any_tool_make_a_history_of_the_files_of_a_folder() {
    let make = "CREATE TABLE dbo.chunk (id INT NOT NULL);\n";
    let folder = Folder::new(&[
        ("sql/V1.2__make.sql", make),
        ("sql/V1.10__again.sql", make),
        ("dates/2024-01-02_00_make.sql", make),
        ("dates/2024-01-10_00_again.sql", make),
        ("words/1st.sql", make),
        ("words/2nd.sql", make),
    ]);
    assert_eq!(files(&folder.findings(&["sql"])), ["sql/V1.10__again.sql"]);
    assert_eq!(files(&folder.findings(&["dates"])), ["dates/2024-01-10_00_again.sql"]);
    assert_eq!(folder.findings(&["words"]), []);
}

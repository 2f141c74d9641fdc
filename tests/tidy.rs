//! Keeps the shape of the code: the import direction, who may know which library, and a first line in
//! every file that says what it is for.

use std::fs;
use std::path::{Path, PathBuf};

/// The pipeline, in order: a module may import from those before it only.
fn pipeline() -> Vec<String> {
    let lib = fs::read_to_string("src/lib.rs").expect("src/lib.rs is there");
    let modules = lib.split('\n').filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    modules.map(str::to_owned).collect()
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the entry can be read").path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// The top-level module that a file of `src` belongs to.
fn module_of(path: &Path) -> String {
    let relative = path.strip_prefix("src").expect("a file of src");
    let first = relative.components().next().expect("a file name").as_os_str().to_string_lossy().into_owned();
    first.trim_end_matches(".rs").to_owned()
}

/// The code of a file: no comment lines, nothing from `#[cfg(test)]` on.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("the file can be read");
    let text = text.split("#[cfg(test)]").next().unwrap_or("");
    let code = text.split('\n').filter(|line| !line.trim_start().starts_with("//"));
    code.collect::<Vec<_>>().join("\n")
}

/// The modules named by `crate::name`, or by `crate::{a, b}`.
fn imports(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    for part in code.split("crate::").skip(1) {
        let names = match part.strip_prefix('{') {
            Some(list) => top_level_names(list),
            None => vec![leading_name(part)],
        };
        found.extend(names.into_iter().filter(|name| !name.is_empty()));
    }
    found
}

fn leading_name(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

fn top_level_names(list: &str) -> Vec<String> {
    let mut depth = 0;
    let mut names = vec![String::new()];
    for c in list.chars() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => names.push(String::new()),
            c if depth == 0 => names.last_mut().expect("never empty").push(c),
            _ => {}
        }
    }
    names.iter().map(|name| leading_name(name.trim())).collect()
}

#[test]
fn data_flows_one_way() {
    let pipeline = pipeline();
    assert!(pipeline.len() > 8, "the pipeline is read from src/lib.rs: {pipeline:?}");
    let place = |module: &str| pipeline.iter().position(|name| name == module);
    let mut wrong = Vec::new();
    for path in rust_files(Path::new("src")) {
        let Some(own) = place(&module_of(&path)) else { continue };
        for import in imports(&code(&path)) {
            if place(&import).is_some_and(|other| other > own) {
                wrong.push(format!("{} imports `{import}`, which comes after it", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Checks that a word stands only in files whose path starts with one of `homes`.
fn only_in(word: &str, homes: &[&str]) {
    let is_home = |path: &Path| homes.iter().any(|home| path.starts_with(home));
    let guests = rust_files(Path::new("src")).into_iter().filter(|path| !is_home(path));
    let guests: Vec<_> = guests.filter(|path| code(path).contains(word)).collect();
    assert!(guests.is_empty(), "`{word}` belongs to {homes:?} alone, and stands in {guests:?}");
}

#[test]
fn libraries_have_one_home() {
    only_in("sqlparser::", &["src/syntax/query/parser"]);
    only_in("tiberius::", &["src/db"]);
    only_in("refinery", &["src/db"]);
    only_in("rusqlite::", &["src/sandbox"]);
    only_in("anyhow", &["src/main.rs", "src/commands"]);
    only_in("async ", &["src/db", "src/sandbox"]);
    only_in("println!", &["src/main.rs", "src/commands", "src/report"]);
}

#[test]
fn every_file_says_what_it_is_for() {
    let folders = ["src", "tests", "benches"].map(Path::new);
    let files = folders.iter().filter(|folder| folder.is_dir()).flat_map(|folder| rust_files(folder));
    let silent: Vec<_> =
        files.filter(|path| !fs::read_to_string(path).expect("the file can be read").starts_with("//! ")).collect();
    assert!(silent.is_empty(), "these files do not open with a `//!` line: {silent:?}");
}

#[test]
fn imports_are_read_from_every_spelling() {
    let code = "use crate::{name::{Ident, Name}, text};\nlet x = crate::catalog::Catalog::default();";
    assert_eq!(imports(code), ["name", "text", "catalog"]);
}

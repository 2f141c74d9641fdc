//! The recognizer over `tests/tree/*.sql`: which statements it cuts, and how they nest.

use std::fs;

use ragsql::syntax::ast::{Kind, Statement};
use ragsql::syntax::{batch, tree};
use ragsql::text::SourceFile;

#[test]
fn statements_are_cut_and_nested() {
    insta::with_settings!({
        snapshot_path => "../snapshots/tree", prepend_module_to_snapshot => false, omit_expression => true
    }, {
        insta::glob!("tree/*.sql", |path| {
            let name = path.file_name().expect("a file has a name").to_string_lossy();
            let file = SourceFile::new(name, fs::read_to_string(path).expect("is readable"));
            insta::assert_snapshot!(render(&file));
        });
    });
}

/// Every batch as an indented list of its statements, with line and column.
fn render(file: &SourceFile) -> String {
    let split = batch::split(file.text());
    let mut lines = Vec::new();
    for (index, batch) in split.batches.iter().enumerate() {
        lines.push(format!("batch {} × {}", index + 1, batch.repeat));
        let parsed = tree::statements(file.text(), batch.span);
        for statement in &parsed.statements {
            describe(file, statement, 1, &mut lines);
        }
        for problem in parsed.problems {
            let at = file.position(problem.span.start);
            lines.push(format!("  problem {}:{} {}: {}", at.line, at.column, problem.kind.code(), problem.message));
        }
    }
    lines.join("\n")
}

fn describe(file: &SourceFile, statement: &Statement, depth: usize, lines: &mut Vec<String>) {
    let at = file.position(statement.span.start);
    let text = file.slice(statement.span).split_whitespace().collect::<Vec<_>>().join(" ");
    let mut kind = format!("{:?}", statement.kind);
    kind.truncate(kind.find([' ', '(', '{']).unwrap_or(kind.len()));
    if let Kind::Dml { verb, target } = &statement.kind {
        kind = format!("{verb:?} {}", target.as_ref().map_or("-".to_owned(), |name| name.to_name().to_string()));
    }
    if let Kind::Opaque { words, names } = &statement.kind {
        kind = format!("Opaque {words} | {}", names.as_ref().map_or("-".to_owned(), |name| name.to_name().to_string()));
    }
    if let Kind::Dynamic { pieces, .. } = &statement.kind {
        kind.extend(pieces.iter().map(|piece| format!(" …{}…", piece.as_str())));
    }
    lines.push(format!("{}{}:{} {kind}: {text}", "  ".repeat(depth), at.line, at.column));
    let body = if let Kind::Module { statements, .. } = &statement.kind { statements.as_slice() } else { &[] };
    for inner in statement.children().into_iter().chain(body) {
        describe(file, inner, depth + 1, lines);
    }
}

//! What Azure SQL Database does not have, what no transaction may hold, and spellings that no engine
//! knows (Learn, "T-SQL differences"; "Transact-SQL statements allowed in transactions").

use super::{Judge, Profile, Refusal, outside, table};
use crate::name::{Ident, Name};
use crate::schema::{Module, ModuleKind, SqlText};
use crate::syntax::ast::{AlterTable, DmlVerb, Kind, ObjectClass, ObjectName, Statement};
use crate::syntax::lexer::{self, Lexer, Token, TokenKind};
use crate::text::Span;

/// Statements that Azure SQL Database refuses with 40510, by their first words.
const UNSUPPORTED: [&str; 37] = [
    "ALTER ENDPOINT",
    "ALTER EVENT NOTIFICATION",
    "ALTER RESOURCE GOVERNOR",
    "ALTER SERVER",
    "ALTER SERVICE MASTER KEY",
    "BACKUP DATABASE",
    "BACKUP LOG",
    "BEGIN CONVERSATION",
    "BEGIN DIALOG",
    "CREATE ASSEMBLY",
    "CREATE AVAILABILITY GROUP",
    "CREATE CONTRACT",
    "CREATE CREDENTIAL",
    "CREATE ENDPOINT",
    "CREATE EVENT NOTIFICATION",
    "CREATE MESSAGE TYPE",
    "CREATE QUEUE",
    "CREATE REMOTE SERVICE",
    "CREATE RESOURCE POOL",
    "CREATE ROUTE",
    "CREATE SERVER AUDIT",
    "CREATE SERVER ROLE",
    "CREATE SERVICE",
    "CREATE WORKLOAD GROUP",
    "EXEC AS LOGIN",
    "EXECUTE AS LOGIN",
    "RECONFIGURE",
    "RESTORE DATABASE",
    "RESTORE FILELISTONLY",
    "RESTORE HEADERONLY",
    "RESTORE LABELONLY",
    "RESTORE LOG",
    "RESTORE MASTER KEY",
    "RESTORE REWINDONLY",
    "RESTORE SERVICE MASTER KEY",
    "RESTORE VERIFYONLY",
    "SHUTDOWN",
];

/// DBCC commands that Azure SQL Database does not have.
const UNSUPPORTED_DBCC: [&str; 2] = ["TRACEON", "TRACEOFF"];

/// Procedures that Azure SQL Database does not have.
const UNSUPPORTED_PROCEDURES: [&str; 21] = [
    "sp_OACreate",
    "sp_OADestroy",
    "sp_OAMethod",
    "sp_add_alert",
    "sp_add_job",
    "sp_add_jobschedule",
    "sp_add_jobserver",
    "sp_add_jobstep",
    "sp_add_operator",
    "sp_addlinkedserver",
    "sp_addlinkedsrvlogin",
    "sp_addmessage",
    "sp_addserver",
    "sp_attach_db",
    "sp_configure",
    "sp_detach_db",
    "sp_send_dbmail",
    "sp_serveroption",
    "sp_start_job",
    "xp_cmdshell",
    "xp_regread",
];

/// Statements that no user transaction may hold, by their first words.
const NOT_IN_TRANSACTION: [&str; 8] = [
    "CREATE FULLTEXT CATALOG",
    "ALTER FULLTEXT CATALOG",
    "DROP FULLTEXT CATALOG",
    "CREATE FULLTEXT INDEX",
    "ALTER FULLTEXT INDEX",
    "DROP FULLTEXT INDEX",
    "RECONFIGURE",
    "DROP DATABASE",
];

/// Statements that copy a database, and the log with it.
const COPIES: [&str; 4] = ["BACKUP DATABASE", "BACKUP LOG", "RESTORE DATABASE", "RESTORE LOG"];

/// Everything of this page, for one statement.
pub(super) fn statement(judge: &mut Judge, statement: &Statement, text: &str) {
    let kind = &statement.kind;
    let words = first_words(text);
    transaction(judge, kind, &words);
    names(judge, kind, text);
    storage(judge, kind, text);
    match kind {
        Kind::Module { module, .. } if is_of_server(module, text) => {
            judge.add(table::UNSUPPORTED_OPTION.plain(&[&"ALL SERVER"]));
        }
        Kind::Use(database) => judge.add(table::USE_DATABASE.plain(&[database])),
        Kind::Execute { procedure: Some(procedure), .. } => self::procedure(judge, procedure),
        Kind::Dml { verb, target: Some(target) } if *verb != DmlVerb::Select => write(judge, target),
        _ => {}
    }
    match kind {
        _ if begins(&words, "DROP VECTOR INDEX") => judge.add(table::DROP_VECTOR_INDEX.plain(&[])),
        Kind::Opaque { .. } if begins(&words, "CREATE VECTOR INDEX") => on_variable(judge, text),
        Kind::AlterTable { actions, .. } if actions.iter().any(|(action, _)| is_of_file_tables(action)) => {
            judge.add(table::UNSUPPORTED_OPTION.plain(&[&"FILETABLE_NAMESPACE"]));
        }
        _ => {}
    }
    if let Some(rest) = words.strip_prefix("DBCC ")
        && let Some(found) = UNSUPPORTED_DBCC.iter().find(|found| begins(rest, found))
    {
        judge.add(table::UNSUPPORTED_DBCC.plain(&[found]));
    }
    if let Some(found) = UNSUPPORTED.iter().find(|found| begins(&words, found)) {
        judge.add(table::UNSUPPORTED_STATEMENT.plain(&[found]));
    }
}

/// 42220 for `ON @t`: a table variable has no vector index.
fn on_variable(judge: &mut Judge, text: &str) {
    let tokens = lexer::lex(text, Span::new(0, text.len())).tokens;
    if let [_, _, _, index, on, variable, ..] = &tokens[..]
        && on.is_word(text, "ON")
        && variable.kind == TokenKind::Variable
    {
        let name = lexer::identifier_text(index.text(text));
        judge.add(table::VECTOR_INDEX_ON_TEMPORARY_TABLE.plain(&[&name, &variable.text(text)]));
    }
}

/// `ENABLE|DISABLE FILETABLE_NAMESPACE`.
fn is_of_file_tables(action: &AlterTable) -> bool {
    let AlterTable::Opaque(written) = action else { return false };
    first_words(written.as_str()).ends_with("ABLE FILETABLE_NAMESPACE")
}

/// A trigger ON ALL SERVER.
fn is_of_server(module: &Module, text: &str) -> bool {
    let head = Lexer::new(text, Span::new(0, text.len())).tokens();
    let is_trigger = module.kind == ModuleKind::Trigger && module.trigger_on.is_none();
    is_trigger && head.take(12).any(|token| token.is_word(text, "SERVER"))
}

/// The first four words of a statement, upper case.
fn first_words(text: &str) -> String {
    let tokens = Lexer::new(text, Span::new(0, text.len())).tokens();
    let words = tokens.take(4).take_while(|token| token.kind == TokenKind::Word);
    words.map(|token| token.text(text).to_uppercase()).collect::<Vec<_>>().join(" ")
}

/// Whether `words` begins with the words of `found`.
fn begins(words: &str, found: &str) -> bool {
    words.strip_prefix(found).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

/// Whether a statement is about something in a database whose class begins with DATABASE, and not about a
/// database: DATABASE SCOPED CREDENTIAL, DATABASE AUDIT SPECIFICATION, DATABASE ENCRYPTION KEY.
fn is_in_database(words: &str) -> bool {
    let class = words.split_once(" DATABASE ").and_then(|(_, class)| class.split(' ').next());
    class.is_some_and(|word| matches!(word, "SCOPED" | "AUDIT" | "ENCRYPTION"))
}

/// 574, 226, 6115 and 3021.
fn transaction(judge: &mut Judge, kind: &Kind, words: &str) {
    if !judge.situation.in_transaction {
        return;
    }
    if is_in_database(words) {
        return;
    }
    // What an engine does not have at all, it refuses for that alone.
    let is_there = judge.situation.profile == Profile::Sql2025 || !UNSUPPORTED.iter().any(|found| begins(words, found));
    if let Some(called) = NOT_IN_TRANSACTION.iter().find(|found| begins(words, found)).filter(|_| is_there) {
        judge.add(table::NOT_IN_TRANSACTION.plain(&[called]));
    }
    if begins(words, "KILL") {
        judge.add(table::KILL_IN_TRANSACTION.plain(&[]));
    }
    if COPIES.iter().any(|found| begins(words, found)) {
        judge.add(table::BACKUP_IN_TRANSACTION.plain(&[]));
    }
    let database = match kind {
        Kind::AlterDatabase { .. } => Some("ALTER DATABASE"),
        _ if begins(words, "CREATE DATABASE") => Some("CREATE DATABASE"),
        _ => None,
    };
    if let Some(called) = database {
        judge.add(table::NOT_IN_MULTI_STATEMENT_TRANSACTION.plain(&[&called]));
    }
}

/// 40515, for the objects that a statement is about and, in a query, for those that it reads.
fn names(judge: &mut Judge, kind: &Kind, text: &str) {
    let mut names: Vec<ObjectName> = targets(kind).into_iter().cloned().collect();
    // The queries of views and inline functions are bound when they are made.
    let is_query = match kind {
        Kind::Dml { .. } => true,
        Kind::Module { module, .. } => module.is_query(),
        _ => false,
    };
    if is_query {
        let tokens = lexer::lex(text, Span::new(0, text.len())).tokens;
        names.extend(sources(text, &tokens));
        outside::read(judge, text, &tokens);
    }
    names.dedup_by(|one, other| one.parts == other.parts);
    for name in &names {
        if let Some(refusal) = other_database(name, judge.situation.database) {
            judge.add(refusal);
        }
    }
}

/// The names of more than two parts that a query reads or writes: those after FROM, JOIN and the like.
fn sources(text: &str, tokens: &[Token]) -> Vec<ObjectName> {
    let introduces = |token: &Token| {
        ["FROM", "JOIN", "INTO", "UPDATE", "MERGE", "APPLY", "USING"].iter().any(|word| token.is_word(text, word))
    };
    let compares = |at: usize| at > 0 && tokens[at - 1].is_word(text, "DISTINCT");
    let introduced = tokens.iter().enumerate().filter(|(at, token)| introduces(token) && !compares(*at));
    let names = introduced.map(|(at, _)| name_at(text, &tokens[at + 1..])).filter(|(name, _)| name.parts.len() > 2);
    names.filter(|(name, rest)| !is_xml_method(text, name, rest)).map(|(name, _)| name).collect()
}

/// `p.plan_xml.nodes(…)`: a method of a column, and no name of three parts.
fn is_xml_method(text: &str, name: &ObjectName, rest: &[Token]) -> bool {
    name.object().as_str() == "nodes" && rest.first().is_some_and(|token| token.is_symbol(text, "("))
}

/// The name that begins at the first token, with as many parts as there are, and what follows it.
fn name_at<'t>(text: &str, tokens: &'t [Token]) -> (ObjectName, &'t [Token]) {
    let is_part = |token: &Token| token.kind.is_name();
    let mut parts = Vec::new();
    let mut rest = tokens;
    while let [first, after @ ..] = rest {
        rest = match is_part(first) {
            true => {
                parts.push(Ident::new(lexer::identifier_text(first.text(text))));
                after
            }
            false if first.is_symbol(text, ".") && !parts.is_empty() => {
                parts.push(Ident::default());
                rest
            }
            false => break,
        };
        match rest {
            [dot, after @ ..] if dot.is_symbol(text, ".") => rest = after,
            _ => break,
        }
    }
    (ObjectName { parts, span: Span::default() }, rest)
}

/// 40515 for a name of three or four parts, unless it is in `tempdb` or in this database. Where the database is not
/// known, it is taken for another: a file that names its own database runs in no other of its kind.
fn other_database(name: &ObjectName, database: Option<&str>) -> Option<Refusal> {
    let count = name.parts.len();
    if count < 3 {
        return None;
    }
    let named = &name.parts[count - 3];
    let here = database.is_some_and(|database| named.is(database));
    if count == 3 && (named.is("tempdb") || named.is_empty() || here) {
        return None;
    }
    let written = |part: &Ident| if part.is_empty() { String::new() } else { part.to_string() };
    let parts: Vec<String> = name.parts.iter().map(written).collect();
    Some(table::OTHER_DATABASE.about(&name.to_name(), &[&parts.join(".")]))
}

/// The names that a statement is about.
fn targets(kind: &Kind) -> Vec<&ObjectName> {
    match kind {
        Kind::CreateTable { name, .. }
        | Kind::AlterTable { name, .. }
        | Kind::CreatePolicy { name, .. }
        | Kind::AlterPolicy { name, .. }
        | Kind::Module { name, .. }
        | Kind::CreateType { name, .. }
        | Kind::Sequence { name, .. }
        | Kind::Transfer { name, .. } => vec![name],
        Kind::CreateIndex { table, .. }
        | Kind::AlterIndex { table, .. }
        | Kind::Truncate { table, .. }
        | Kind::CreateStatistics { table, .. } => vec![table],
        Kind::CreateSynonym { name, base } => vec![name, base],
        Kind::DropIndex { items, .. } => items.iter().filter(|item| !item.old_style).map(|item| &item.table).collect(),
        // The last part of a name of statistics is theirs, after those of the table.
        Kind::Drop { class: ObjectClass::Statistics, .. } => Vec::new(),
        Kind::Drop { names, .. } => names.iter().collect(),
        Kind::Execute { procedure: Some(procedure), .. } => vec![procedure],
        Kind::Dml { target: Some(target), .. } => vec![target],
        _ => Vec::new(),
    }
}

/// 40510 for a system procedure.
fn procedure(judge: &mut Judge, name: &ObjectName) {
    if let Some(found) = UNSUPPORTED_PROCEDURES.iter().find(|found| name.object().is(found)) {
        judge.add(table::UNSUPPORTED_STATEMENT.plain(&[found]));
    }
}

/// 208 for a filegroup, 40517 for FILESTREAM and file tables.
fn storage(judge: &mut Judge, kind: &Kind, text: &str) {
    let (name, storage, filestream) = match kind {
        Kind::CreateTable { name, table } => {
            (name, &table.storage, table.columns.iter().any(|column| column.filestream))
        }
        Kind::CreateIndex { table, index, .. } => (table, &index.storage, false),
        _ => return,
    };
    let name: Name = name.to_name();
    if let Some(filegroup) = storage.as_ref().filter(|storage| is_filegroup(storage)) {
        judge.add(table::NO_FILEGROUP.about(&name, &[&filegroup.as_str()]));
    }
    let has_no_columns = matches!(kind, Kind::CreateTable { table, .. } if table.columns.is_empty());
    let is_of_files =
        has_no_columns && Lexer::new(text, Span::new(0, text.len())).tokens().any(|it| it.is_word(text, "FILETABLE"));
    for option in [filestream.then_some("FILESTREAM"), is_of_files.then_some("FILETABLE")].into_iter().flatten() {
        judge.add(table::UNSUPPORTED_OPTION.about(&name, &[&option]));
    }
}

/// A filegroup other than PRIMARY and "default"; a partition scheme has its column in parentheses.
fn is_filegroup(storage: &SqlText) -> bool {
    let bare = storage.as_str().trim_matches(['[', ']', '"', '\'']);
    !storage.as_str().contains('(') && !bare.eq_ignore_ascii_case("primary") && !bare.eq_ignore_ascii_case("default")
}

/// 42231: rows of a vector-indexed table cannot be changed on SQL Server 2025.
fn write(judge: &mut Judge, target: &ObjectName) {
    let name = judge.before.resolve(&target.to_name());
    let Some(entry) = judge.before.tables.get(&name) else { return };
    for (index, presence, place) in entry.vector_indexes() {
        let refusal = table::WRITE_TO_INDEXED.about(&name, &[&name, &index.name]);
        let certain = presence == crate::catalog::Presence::Certain;
        judge.found.push(refusal.because(super::Cause::index(index, place), certain));
    }
}

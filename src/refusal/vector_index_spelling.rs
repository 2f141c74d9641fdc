//! How CREATE VECTOR INDEX may be written (Learn, CREATE VECTOR INDEX; measured): one column, METRIC, TYPE and
//! MAXDOP, perhaps a filegroup. Judged with the change, before all else.

use super::{Judge, Profile, table};
use crate::name::Name;
use crate::schema::{Index, IndexKind, METRICS, is_one_of};

/// The most that MAXDOP may be.
const MOST_THREADS: u32 = 32767;

/// 102, 153, 155 and 304.
pub(super) fn index(judge: &mut Judge, target: &Name, index: &Index, drop_existing: bool) {
    let IndexKind::Vector { metric, index_type, unquoted } = &index.kind else { return };
    if let Some(near) = unknown(index) {
        judge.add(table::VECTOR_INDEX_CLAUSE.about(target, &[&near]));
    }
    if *unquoted {
        judge.add(table::VECTOR_INDEX_UNQUOTED.about(target, &[&index.name]));
    }
    match metric {
        Some(metric) if !is_one_of(metric, &METRICS) => {
            let detail = format!("'{metric}' is not cosine, euclidean or dot");
            judge.add(table::VECTOR_INDEX_VALUE.about(target, &[&"METRIC", &detail]));
        }
        None if judge.situation.profile == Profile::Sql2025 || has_options(index) => {
            judge.add(table::VECTOR_INDEX_WITHOUT_METRIC.about(target, &[&index.name]));
        }
        None | Some(_) => {}
    }
    if let Some(index_type) = index_type.as_ref().filter(|index_type| !is_one_of(index_type, &["diskann"])) {
        let detail = format!("'{index_type}' is not DiskANN");
        judge.add(table::VECTOR_INDEX_VALUE.about(target, &[&"TYPE", &detail]));
    }
    options(judge, target, index, drop_existing);
}

/// Whether anything is written behind WITH. The grammar of the cloud can leave that out as a whole.
fn has_options(index: &Index) -> bool {
    let has_type = matches!(&index.kind, IndexKind::Vector { index_type: Some(_), .. });
    has_type || !index.options.is_empty()
}

/// The first thing that other kinds of index have and this one has not.
fn unknown(index: &Index) -> Option<&str> {
    let word = |is_there: bool, word: &'static str| is_there.then_some(word);
    let clause = index.opaque.first().and_then(|clause| clause.as_str().split_whitespace().next());
    let is_partitioned = index.storage.as_ref().is_some_and(|storage| storage.as_str().contains('('));
    clause
        .or(word(index.keys.is_empty(), "WITH"))
        .or(word(index.keys.iter().any(|key| key.descending), "DESC"))
        .or(index.keys.get(1).map(|key| key.name.as_str()))
        .or(word(!index.included.is_empty(), "INCLUDE"))
        .or(word(index.filter.is_some(), "WHERE"))
        .or(word(is_partitioned, "("))
}

/// 155 and 304.
fn options(judge: &mut Judge, target: &Name, index: &Index, drop_existing: bool) {
    let (threads, others): (Vec<_>, Vec<_>) = index.options.iter().partition(|option| &*option.name == "MAXDOP");
    for threads in threads {
        let number = threads.value.as_str();
        let is_too_many =
            number.parse::<u32>().map_or(number.bytes().all(|byte| byte.is_ascii_digit()), |n| n > MOST_THREADS);
        if is_too_many && !number.is_empty() {
            judge.add(table::VECTOR_INDEX_THREADS.about(target, &[&number, &MOST_THREADS]));
        }
    }
    let names = others.into_iter().map(|option| &*option.name);
    for option in names.chain(drop_existing.then_some("DROP_EXISTING")) {
        judge.add(table::VECTOR_INDEX_OPTION.about(target, &[&option]));
    }
}

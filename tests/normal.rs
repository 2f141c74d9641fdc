//! The normal form: pairs of spellings that mean the same, and near misses that do not.

use ragsql::catalog::Catalog;
use ragsql::normal;
use ragsql::replay::{Observer, Step, replay};
use ragsql::source::Project;

const EXPRESSIONS: &str = include_str!("normal/expressions.txt");
const EQUAL: &str = include_str!("normal/equal.sql");
const DIFFERENT: &str = include_str!("normal/different.sql");

/// The pairs of a list that this sign parts.
fn pairs(sign: &str) -> Vec<(&'static str, &'static str)> {
    let lines = EXPRESSIONS.split('\n').filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(sign)).map(|(one, other)| (one.trim(), other.trim())).collect()
}

/// The name, the first and the second script of each case.
fn cases(text: &'static str, between: &str) -> Vec<(&'static str, &'static str, &'static str)> {
    let case = |case: &'static str| {
        let (name, scripts) = case.split_once('\n').expect("a case has a name");
        let (one, other) = scripts.split_once(between).unwrap_or_else(|| panic!("{name} has two scripts"));
        (name.trim(), one, other)
    };
    text.split("-- case:").skip(1).map(case).collect()
}

/// Fails on what is not understood.
struct Understood;

impl Observer for Understood {
    fn step(&mut self, step: &Step<'_>) {
        assert!(step.unknown.is_none(), "{}", &step.source.text()[step.span.range()]);
    }
}

fn normal(script: &str) -> Catalog {
    let project = Project::from_texts([("migrations/V1__x.sql", script)]);
    let problems: Vec<_> = project.files().flat_map(|file| file.parse().problems).collect();
    assert_eq!(problems, [], "{script}");
    normal::catalog(&replay(&project, &mut Understood))
}

#[test]
fn expressions_that_mean_the_same_are_equal() {
    let pairs = pairs(" === ");
    for (author, server) in &pairs {
        assert_eq!(normal::expression(author), normal::expression(server), "{author}   {server}");
    }
    assert!(pairs.len() + cases(EQUAL, "-- is:").len() >= 165, "{} pairs", pairs.len());
}

#[test]
fn expressions_that_mean_something_else_are_different() {
    let pairs = pairs(" =/= ");
    for (one, other) in &pairs {
        assert_ne!(normal::expression(one), normal::expression(other), "{one}   {other}");
        assert_eq!(normal::expression(one), normal::expression(&format!("(({one}))")), "{one}");
    }
    assert!(pairs.len() >= 65 && pairs.len() + cases(DIFFERENT, "-- not:").len() >= 105, "{} near misses", pairs.len());
}

#[test]
fn schemas_that_mean_the_same_are_equal() {
    for (name, one, other) in cases(EQUAL, "-- is:") {
        let (one, other) = (normal(one), normal(other));
        assert_eq!(one, other, "{name}");
        assert_ne!(one, Catalog::default(), "{name} says something");
    }
}

#[test]
fn schemas_that_mean_something_else_are_different() {
    for (name, one, other) in cases(DIFFERENT, "-- not:") {
        let (one, other) = (normal(one), normal(other));
        assert_ne!(one, other, "{name}");
        assert!(one != Catalog::default() && other != Catalog::default(), "{name} says something");
    }
}

#[test]
fn no_text_makes_the_normal_form_stumble() {
    for text in [
        "",
        "(",
        "))",
        "((a)",
        "a AND",
        "'",
        "[",
        "CASE",
        "((((((((((1))))))))))",
        &"(".repeat(5000),
        &"NOT ".repeat(5000),
    ] {
        let once = normal::expression(text);
        assert_eq!(once, normal::expression(text));
    }
}

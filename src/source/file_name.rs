//! File names: `V<version>__<name>.sql`.

use crate::text::printable;

/// Version and name of a file name, or the rule that it breaks.
pub(super) fn parse(file_name: &str) -> Result<(i64, String), String> {
    let stem = file_name.strip_suffix(".sql").ok_or("the extension is `.sql` in lower case")?;
    let rest = stem.strip_prefix('V').ok_or("the name starts with a capital V")?;
    let (version, name) = rest.split_once("__").ok_or("two underscores stand between version and name")?;
    Ok((parse_version(version)?, parse_name(name)?))
}

/// The numbers that a file's name begins with, by which the files of many tools run: `[1, 10]` of
/// `V1.10__x.sql`, `[2017, 8, 19]` of `2017-08-19_x.sql`; `None` of a name that begins with none.
pub(super) fn numbers(file_name: &str) -> Option<Vec<u128>> {
    let mut rest = file_name.strip_prefix(['V', 'v']).unwrap_or(file_name);
    let mut numbers = Vec::new();
    loop {
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        if end == 0 {
            break;
        }
        numbers.push(rest[..end].parse().unwrap_or(u128::MAX));
        rest = &rest[end..];
        rest = rest.strip_prefix(['.', '_', '-']).unwrap_or(rest);
    }
    let ends = file_name.len() - rest.len();
    let is_part_of_a_word =
        rest.starts_with(char::is_alphanumeric) && file_name[..ends].ends_with(|c: char| c.is_ascii_digit());
    (!numbers.is_empty() && !is_part_of_a_word).then_some(numbers)
}

/// Whether a file of this name is one that the rules are for.
pub(super) fn is_sql(file_name: &str) -> bool {
    file_name.to_ascii_lowercase().ends_with(".sql")
}

fn parse_version(version: &str) -> Result<i64, String> {
    if version.is_empty() {
        return Err("the version is missing behind the V".into());
    }
    if version.contains(['.', '_']) {
        return Err(format!("the version is one whole number, and {version} has several parts"));
    }
    if !version.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("the version is a whole number, and {version} is none"));
    }
    version.parse().map_err(|_| format!("the version is at most {}, and {version} is more", i64::MAX))
}

fn parse_name(name: &str) -> Result<String, String> {
    if name.is_empty() {
        return Err("the name is missing behind the two underscores".into());
    }
    match name.chars().find(|c| !c.is_alphabetic() && !c.is_ascii_digit() && *c != '_') {
        Some(wrong) => Err(format!(
            "the name holds letters, digits and underscores only, and has `{}`",
            printable(&wrong.to_string())
        )),
        None => Ok(name.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_whole_numbers_of_64_bits() {
        assert_eq!(parse("V1__a.sql"), Ok((1, "a".into())));
        assert_eq!(parse("V001__a__b_2.sql"), Ok((1, "a__b_2".into())));
        assert_eq!(parse("V20261130091500__x.sql"), Ok((20_261_130_091_500, "x".into())));
        assert_eq!(parse("V9223372036854775807__x.sql"), Ok((i64::MAX, "x".into())));
    }

    #[test]
    fn numbers_in_front_tell_the_order_of_files_of_any_tool() {
        let numbers_of = |name: &str| numbers(name).unwrap_or_default();
        assert_eq!(numbers_of("V1.10__x.sql"), [1, 10]);
        assert_eq!(numbers_of("2017-08-19_00_x.sql"), [2017, 8, 19, 0]);
        assert_eq!(numbers_of("001_x.sql"), [1]);
        assert_eq!(numbers_of("12.diff.sql"), [12]);
        assert_eq!(numbers_of("U1__x.sql"), []);
        assert_eq!(numbers_of("orders.sql"), []);
        assert_eq!(numbers_of("2fa_codes.sql"), []);
        assert_eq!(numbers_of("6 rls.sql"), [6]);
        assert!(numbers_of("V1.2__x.sql") < numbers_of("V1.10__x.sql"));
        assert!(numbers_of("V1__x.sql") < numbers_of("V1.1__x.sql"));
    }

    #[test]
    fn each_rule_that_is_broken_is_named() {
        let cases = [
            ("V3__x.SQL", "lower case"),
            ("v4__x.sql", "capital V"),
            ("R__x.sql", "capital V"),
            ("U1__x.sql", "capital V"),
            ("V5_x.sql", "two underscores"),
            ("V__x.sql", "version is missing"),
            ("V114.1__b.sql", "several parts"),
            ("V1_1__b.sql", "several parts"),
            ("Vx1__b.sql", "whole number"),
            ("V-1__b.sql", "whole number"),
            ("V9223372036854775808__x.sql", "at most 9223372036854775807"),
            ("V6__.sql", "name is missing"),
            ("V2__has-hyphen.sql", "`-`"),
            ("V7__up.down.sql", "`.`"),
            ("V8__a b.sql", "` `"),
            ("V9__m².sql", "`²`"),
        ];
        for (file_name, rule) in cases {
            let message = parse(file_name).expect_err(file_name);
            assert!(message.contains(rule), "{file_name}: {message}");
        }
    }
}

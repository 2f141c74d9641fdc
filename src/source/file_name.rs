//! File names: `V<version>__<name>.sql`.

use crate::text::printable;

/// Version and name of a file name, or the rule that it breaks.
pub(super) fn parse(file_name: &str) -> Result<(i64, String), String> {
    let stem = file_name.strip_suffix(".sql").ok_or("the extension is `.sql` in lower case")?;
    let rest = stem.strip_prefix('V').ok_or("the name starts with a capital V")?;
    let (version, name) = rest.split_once("__").ok_or("two underscores stand between version and name")?;
    Ok((parse_version(version)?, parse_name(name)?))
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

//! Number literals in one spelling for each value of each type.

/// A literal as the server would write it: floats by their value, money with four decimals, a whole
/// number beyond `int` with the point of a `numeric` (Learn, "Constants"). Others keep their digits.
pub(super) fn number(text: &str) -> String {
    let lower = text.to_lowercase();
    if let Some(digits) = lower.strip_prefix("0x") {
        return format!("0x{}{digits}", if digits.len() % 2 == 1 { "0" } else { "" });
    }
    if let Some(amount) = lower.strip_prefix('$') {
        return money(amount);
    }
    if lower.contains('e') {
        return lower.parse::<f64>().map_or(lower, |value| format!("{value:e}"));
    }
    let (whole, fraction) = lower.split_once('.').map_or((&*lower, None), |(whole, rest)| (whole, Some(rest)));
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    match fraction {
        Some(fraction) => format!("{whole}.{fraction}"),
        None if is_beyond_int(whole) => format!("{whole}."),
        None => whole.to_owned(),
    }
}

fn is_beyond_int(digits: &str) -> bool {
    const LARGEST: &str = "2147483647";
    digits.len() > LARGEST.len() || (digits.len() == LARGEST.len() && digits > LARGEST)
}

fn money(amount: &str) -> String {
    let (whole, fraction) = amount.split_once('.').unwrap_or((amount, ""));
    let whole = whole.replace(',', "");
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    format!("${whole}.{fraction:0<4}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_value_of_one_type_has_one_spelling() {
        for (author, server) in [
            (".5", "0.5"),
            ("1e3", "1.0000000000000000e+003"),
            ("$1.2", "$1.2000"),
            ("3000000000", "3000000000."),
            ("0xFF", "0xff"),
        ] {
            assert_eq!(number(author), number(server));
        }
        for (one, other) in
            [("1", "1."), ("1.5", "1.50"), ("1e3", "1000"), ("0x0", "0x0000"), ("2147483647", "2147483648")]
        {
            assert_ne!(number(one), number(other));
        }
    }
}

//! Functions of text. Positions and lengths count UTF-16 code units, as the engine does.

use rusqlite::types::{Value, ValueRef};

use super::args::{Answer, Args, Function};
use super::fold::{find, folded};
use crate::sandbox::error::SqlError;
use crate::sandbox::value::{SqlType, text};

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("t_len", |args| strict(args, 1, |args| Value::Integer(text::units(args.text(0).trim_end_matches(' ')) as i64))),
    ("t_datalength", data_length),
    ("t_upper", |args| strict(args, 1, |args| Value::Text(args.text(0).to_uppercase()))),
    ("t_lower", |args| strict(args, 1, |args| Value::Text(args.text(0).to_lowercase()))),
    ("t_ltrim", |args| trim(args, true, false)),
    ("t_rtrim", |args| trim(args, false, true)),
    ("t_trim", |args| trim(args, true, true)),
    ("t_reverse", |args| strict(args, 1, |args| Value::Text(args.text(0).chars().rev().collect()))),
    ("t_left", left),
    ("t_right", right),
    ("t_substring", substring),
    ("t_stuff", stuff),
    ("t_replace", replace),
    ("t_replicate", replicate),
    ("t_charindex", char_index),
    ("t_ascii", |args| {
        strict(args, 1, |args| {
            text::code_page(args.text(0)).first().map_or(Value::Null, |byte| Value::Integer(i64::from(*byte)))
        })
    }),
    ("t_unicode", |args| {
        strict(args, 1, |args| {
            args.text(0).encode_utf16().next().map_or(Value::Null, |unit| Value::Integer(i64::from(unit)))
        })
    }),
    ("t_char", char_of),
    ("t_nchar", nchar_of),
    ("t_space", |args| strict(args, 1, |args| repeated(" ", args.integer(0)))),
    ("t_str", str_of),
    ("t_quotename", quote_name),
    ("t_concat", |args| Ok(Value::Text((0..args.len()).map(|at| args.text(at)).collect()))),
    ("t_concat_ws", concat_ws),
    ("t_translate", translate),
    ("t_parsename", parse_name),
    ("t_string_escape", string_escape),
    ("t_formatmessage", format_message),
];

/// Most of these are NULL when an argument is; a text never grows beyond this many bytes.
const MOST: usize = 64 << 20;

fn strict(args: &Args<'_, '_>, count: usize, function: impl FnOnce(&Args<'_, '_>) -> Value) -> Answer {
    if args.any_null(count) { Ok(Value::Null) } else { Ok(function(args)) }
}

/// Msg 537.
fn invalid_length(function: &str) -> SqlError {
    SqlError::new(537, format!("Invalid length parameter passed to the {function} function."))
}

/// `t_datalength(x, 'type')`: bytes.
fn data_length(args: &Args<'_, '_>) -> Answer {
    let data_type = args.data_type(1)?;
    let fixed = match data_type {
        SqlType::Bit | SqlType::TinyInt => 1,
        SqlType::SmallInt => 2,
        SqlType::Int | SqlType::Real | SqlType::SmallMoney | SqlType::SmallDateTime => 4,
        SqlType::BigInt | SqlType::Float | SqlType::Money | SqlType::DateTime => 8,
        SqlType::Date => 3,
        SqlType::UniqueIdentifier => 16,
        SqlType::Time(scale) => time_length(scale),
        SqlType::DateTime2(scale) => time_length(scale) + 3,
        SqlType::DateTimeOffset(scale) => time_length(scale) + 5,
        SqlType::Decimal { precision, .. } => match precision {
            ..=9 => 5,
            10..=19 => 9,
            20..=28 => 13,
            _ => 17,
        },
        SqlType::Vector { dimensions, base: crate::schema::VectorBase::Float32 } => 8 + 4 * i64::from(dimensions),
        SqlType::Vector { dimensions, .. } => 8 + 2 * i64::from(dimensions),
        _ => 0,
    };
    Ok(match args.raw(0) {
        ValueRef::Null => Value::Null,
        ValueRef::Text(_) if data_type.is_national() || data_type == SqlType::Variant => {
            Value::Integer(2 * text::units(args.text(0)) as i64)
        }
        ValueRef::Text(_) => Value::Integer(args.text(0).chars().count() as i64),
        ValueRef::Blob(bytes) if fixed == 0 => Value::Integer(bytes.len() as i64),
        ValueRef::Integer(_) if fixed == 0 => Value::Integer(4),
        ValueRef::Real(_) if fixed == 0 => Value::Integer(8),
        _ => Value::Integer(fixed),
    })
}

fn time_length(scale: u8) -> i64 {
    match scale {
        ..=2 => 3,
        3..=4 => 4,
        _ => 5,
    }
}

/// Blanks, or the characters of the second argument.
fn trim(args: &Args<'_, '_>, start: bool, end: bool) -> Answer {
    if args.is_null(0) || args.len() > 1 && args.is_null(1) {
        return Ok(Value::Null);
    }
    let characters = if args.len() > 1 { args.text(1) } else { " " };
    let mut kept = args.text(0);
    if start {
        kept = kept.trim_start_matches(|c| characters.contains(c));
    }
    if end {
        kept = kept.trim_end_matches(|c| characters.contains(c));
    }
    Ok(Value::Text(kept.to_owned()))
}

fn left(args: &Args<'_, '_>) -> Answer {
    if args.any_null(2) {
        return Ok(Value::Null);
    }
    let count = usize::try_from(args.integer(1)).map_err(|_| invalid_length("left"))?;
    Ok(Value::Text(text::slice(args.text(0), 0, count)))
}

fn right(args: &Args<'_, '_>) -> Answer {
    if args.any_null(2) {
        return Ok(Value::Null);
    }
    let count = usize::try_from(args.integer(1)).map_err(|_| invalid_length("right"))?;
    let length = text::units(args.text(0));
    Ok(Value::Text(text::slice(args.text(0), length.saturating_sub(count), count)))
}

/// The start may be before the text, which shortens what is taken.
fn substring(args: &Args<'_, '_>) -> Answer {
    if args.any_null(3) {
        return Ok(Value::Null);
    }
    let (start, length) = (args.integer(1), args.integer(2));
    if length < 0 {
        return Err(invalid_length("substring"));
    }
    let end = start.saturating_add(length).max(1);
    let first = start.max(1);
    let count = usize::try_from(end - first).unwrap_or(0);
    let skip = usize::try_from(first - 1).unwrap_or(usize::MAX);
    Ok(match args.raw(0) {
        ValueRef::Blob(bytes) => Value::Blob(bytes.iter().skip(skip).take(count).copied().collect()),
        _ => Value::Text(text::slice(args.text(0), skip, count)),
    })
}

/// `STUFF(text, start, length, with)`: NULL where the start is outside the text.
fn stuff(args: &Args<'_, '_>) -> Answer {
    if args.any_null(3) {
        return Ok(Value::Null);
    }
    let (source, start, length) = (args.text(0), args.integer(1), args.integer(2));
    let units = text::units(source) as i64;
    if start < 1 || start > units || length < 0 {
        return Ok(Value::Null);
    }
    let head = text::slice(source, 0, (start - 1) as usize);
    let after = (start - 1).saturating_add(length).min(units) as usize;
    let tail = text::slice(source, after, usize::MAX);
    Ok(Value::Text(format!("{head}{}{tail}", args.text(3))))
}

/// `t_replace(text, what, with, 'collation')`.
fn replace(args: &Args<'_, '_>) -> Answer {
    if args.any_null(3) {
        return Ok(Value::Null);
    }
    let (source, what, with, collation) = (args.text(0), args.text(1), args.text(2), args.collation(3));
    let needle = folded(what, collation);
    let hay = folded(source, collation);
    let offsets: Vec<usize> = source.char_indices().map(|(at, _)| at).chain([source.len()]).collect();
    let mut result = String::with_capacity(source.len());
    let mut done = 0;
    while let Some(found) = find(&hay, &needle, done) {
        result.push_str(&source[offsets[done]..offsets[found]]);
        result.push_str(with);
        done = found + needle.len();
    }
    result.push_str(&source[offsets[done.min(hay.len())]..]);
    Ok(Value::Text(result))
}

fn replicate(args: &Args<'_, '_>) -> Answer {
    strict(args, 2, |args| repeated(args.text(0), args.integer(1)))
}

/// NULL for a negative count; cut at what a text may have.
fn repeated(unit: &str, count: i64) -> Value {
    let Ok(count) = usize::try_from(count) else { return Value::Null };
    let most = MOST / unit.len().max(1);
    Value::Text(unit.repeat(count.min(most)))
}

/// `t_charindex(what, text[, start], 'collation')`.
fn char_index(args: &Args<'_, '_>) -> Answer {
    let last = args.len() - 1;
    if args.any_null(2) {
        return Ok(Value::Null);
    }
    let collation = args.collation(last);
    let source = args.text(1);
    let start = if last > 2 { args.integer(2).max(1) as usize - 1 } else { 0 };
    let skipped = text::slice(source, 0, start).chars().count();
    let (hay, needle) = (folded(source, collation), folded(args.text(0), collation));
    let Some(found) = find(&hay, &needle, skipped) else { return Ok(Value::Integer(0)) };
    let before: usize = source.chars().take(found).map(char::len_utf16).sum();
    Ok(Value::Integer(before as i64 + 1))
}

fn char_of(args: &Args<'_, '_>) -> Answer {
    strict(args, 1, |args| match u8::try_from(args.integer(0)) {
        Ok(byte) => Value::Text(text::from_code_page(&[byte])),
        Err(_) => Value::Null,
    })
}

fn nchar_of(args: &Args<'_, '_>) -> Answer {
    strict(args, 1, |args| {
        let point = u32::try_from(args.integer(0)).ok().filter(|point| *point <= 0xFFFF);
        point.map_or(Value::Null, |point| Value::Text(char::from_u32(point).unwrap_or('\u{fffd}').to_string()))
    })
}

/// `STR(number, length = 10, digits = 0)`: to the right, `*` where there is no room.
fn str_of(args: &Args<'_, '_>) -> Answer {
    strict(args, args.len(), |args| {
        let length = if args.len() > 1 { args.integer(1).clamp(0, 8000) as usize } else { 10 };
        let digits = if args.len() > 2 { args.integer(2).clamp(0, 16) as usize } else { 0 };
        let whole = format!("{:.0}", args.real(0));
        let room = length.saturating_sub(whole.len() + 1).min(digits);
        let written = if room == 0 { whole } else { format!("{:.room$}", args.real(0)) };
        if written.len() > length {
            Value::Text("*".repeat(length))
        } else {
            Value::Text(format!("{written:>length$}"))
        }
    })
}

/// NULL for more than 128 characters or another quote.
fn quote_name(args: &Args<'_, '_>) -> Answer {
    strict(args, args.len(), |args| {
        let name = args.text(0);
        let quote = if args.len() > 1 { args.text(1) } else { "[" };
        let (open, close) = match quote.chars().next() {
            Some('[' | ']') => ('[', ']'),
            Some('(' | ')') => ('(', ')'),
            Some('<' | '>') => ('<', '>'),
            Some('{' | '}') => ('{', '}'),
            Some(c @ ('\'' | '"' | '`')) => (c, c),
            _ => return Value::Null,
        };
        if text::units(name) > 128 {
            return Value::Null;
        }
        Value::Text(format!("{open}{}{close}", name.replace(close, &format!("{close}{close}"))))
    })
}

/// NULLs are left out.
fn concat_ws(args: &Args<'_, '_>) -> Answer {
    let parts: Vec<&str> = (1..args.len()).filter(|at| !args.is_null(*at)).map(|at| args.text(at)).collect();
    Ok(Value::Text(parts.join(args.text(0))))
}

/// Each character of the second argument becomes the one at its place in the third (Msg 9828).
fn translate(args: &Args<'_, '_>) -> Answer {
    if args.any_null(3) {
        return Ok(Value::Null);
    }
    let (from, to): (Vec<char>, Vec<char>) = (args.text(1).chars().collect(), args.text(2).chars().collect());
    if from.len() != to.len() {
        let text = "The second and third arguments of the TRANSLATE built-in function must contain an equal number of characters.";
        return Err(SqlError::new(9828, text));
    }
    let replaced = args.text(0).chars().map(|c| from.iter().position(|other| *other == c).map_or(c, |at| to[at]));
    Ok(Value::Text(replaced.collect()))
}

/// `PARSENAME('a.b.c', 1)` is `c`.
fn parse_name(args: &Args<'_, '_>) -> Answer {
    strict(args, 2, |args| {
        let parts: Vec<String> = split_name(args.text(0));
        let index = usize::try_from(args.integer(1)).ok().filter(|index| (1..=4).contains(index));
        match index.and_then(|index| parts.len().checked_sub(index)) {
            Some(at) if parts.len() <= 4 && !parts[at].is_empty() => Value::Text(parts[at].clone()),
            _ => Value::Null,
        }
    })
}

/// The parts of a name, without delimiters.
pub(super) fn split_name(name: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut close = None;
    let mut chars = name.chars().peekable();
    while let Some(c) = chars.next() {
        let part = parts.last_mut().expect("there is a part");
        match (close, c) {
            (Some(end), c) if c == end && chars.peek() == Some(&end) => {
                part.push(end);
                chars.next();
            }
            (Some(end), c) if c == end => close = None,
            (None, '[') => close = Some(']'),
            (None, '"') => close = Some('"'),
            (None, '.') => parts.push(String::new()),
            (_, c) => part.push(c),
        }
    }
    parts
}

fn string_escape(args: &Args<'_, '_>) -> Answer {
    if args.any_null(2) {
        return Ok(Value::Null);
    }
    if !args.text(1).eq_ignore_ascii_case("json") {
        return Err(SqlError::unknown(format!("STRING_ESCAPE of type '{}'", args.text(1))));
    }
    let quoted = super::json::quoted(args.text(0));
    Ok(Value::Text(quoted[1..quoted.len() - 1].to_owned()))
}

/// `%s`, `%d`, `%i`, `%u` and `%%`, without widths.
fn format_message(args: &Args<'_, '_>) -> Answer {
    let mut result = String::new();
    let mut next = 1;
    let mut chars = args.text(0).chars();
    while let Some(c) = chars.next() {
        if c != '%' {
            result.push(c);
            continue;
        }
        match chars.next() {
            Some('%') => result.push('%'),
            Some('s' | 'd' | 'i' | 'u') => {
                match args.raw(next) {
                    ValueRef::Integer(number) => result.push_str(&number.to_string()),
                    ValueRef::Text(_) => result.push_str(args.text(next)),
                    _ => result.push_str("(null)"),
                }
                next += 1;
            }
            other => return Err(SqlError::unknown(format!("The format %{} of FORMATMESSAGE", other.unwrap_or(' ')))),
        }
    }
    Ok(Value::Text(result))
}

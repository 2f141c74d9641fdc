//! `RAISERROR` and `THROW`.

use rusqlite::types::Value;

use super::plan::Wanted;
use super::{Done, Failure, Flow, Interpreter, Reach, Stop};
use crate::sandbox::error::SqlError;
use crate::sandbox::value::SqlType;
use crate::syntax::lexer::{Token, between_commas, closing, lex};
use crate::text::Span;

/// The text of a message.
const TEXT: SqlType = SqlType::NVarChar(Some(2047));

impl Interpreter<'_> {
    /// `RAISERROR (message, severity, state [, argument …]) [WITH option, …]`.
    pub(super) fn raise_error(&mut self, statement: Span) -> Done {
        let (arguments, options) = self.raise_arguments(statement);
        let [message, severity, state, inserts @ ..] = &arguments[..] else {
            return Err(self.failure(SqlError::syntax("RAISERROR"), statement).into());
        };
        let (message, message_type) = self.value(*message, Wanted::Any)?;
        let severity = self.small_number(*severity)?;
        let state = self.small_number(*state)?;
        let mut values = Vec::new();
        for insert in inserts {
            values.push(self.value(*insert, Wanted::Any)?.0);
        }
        let text = match message {
            Value::Integer(number) => {
                let text = format!(
                    "Error {number}, severity {severity}, state {state} was raised, but no message with that error number was found."
                );
                return self.raised(SqlError::new(18054, text), statement);
            }
            Value::Text(text) => format_message(&text, &values),
            _ => format!("A message of type {message_type:?} cannot be raised."),
        };
        if severity > 18 && !options.to_uppercase().contains("LOG") {
            let text = "Error severity levels greater than 18 can only be specified by members of the sysadmin role, using the WITH LOG option.";
            return self.raised(SqlError::new(2754, text), statement);
        }
        self.raised(
            SqlError::new(50_000, text).class(severity.clamp(0, 25) as u8).state(state.clamp(0, 255) as u8),
            statement,
        )
    }

    /// Tells a message, or fails with it.
    fn raised(&mut self, error: SqlError, statement: Span) -> Done {
        if error.class > 10 {
            let failure = self.failure(error, statement).reaching(Reach::Statement);
            return Err(Failure { aborts: false, ..failure }.into());
        }
        let place = self.place(statement.start);
        self.inform(error.at(&place.procedure, place.line));
        self.done(None);
        Ok(Flow::Next)
    }

    fn small_number(&mut self, span: Span) -> Result<i64, Stop> {
        match self.value(span, Wanted::Value(SqlType::Int))? {
            (Value::Integer(number), _) => Ok(number),
            _ => Ok(0),
        }
    }

    /// `THROW [number, message, state]`.
    pub(super) fn throw(&mut self, statement: Span) -> Done {
        let rest = Span { start: statement.start + "THROW".len() as u32, end: statement.end };
        let arguments = self.split(rest);
        let error = match &arguments[..] {
            [] => return self.rethrow(statement),
            [number, message, state] => {
                let number = self.small_number(*number)?;
                let (message, _) = self.value(*message, Wanted::Value(TEXT))?;
                let state = self.small_number(*state)?;
                self.thrown(number, message, state)
            }
            _ => SqlError::syntax("THROW"),
        };
        Err(self.failure(error, statement).reaching(Reach::Batch).into())
    }

    fn thrown(&self, number: i64, message: Value, state: i64) -> SqlError {
        let Ok(number @ 50_000..) = i32::try_from(number) else {
            let text = format!(
                "Error number {number} in the THROW statement is outside the valid range. Specify an error number in the \
                 valid range of 50000 to 2147483647."
            );
            return SqlError::new(35100, text).state(10);
        };
        let text = if let Value::Text(text) = message { text } else { String::new() };
        SqlError::new(number, text).state(state.clamp(0, 255) as u8)
    }

    /// `THROW` alone raises the error again that the CATCH block handles.
    fn rethrow(&mut self, statement: Span) -> Done {
        let handled = self.session.host.state().handled.last().cloned();
        match handled {
            Some(message) => Err(Failure { messages: vec![message], reach: Reach::Batch, aborts: true }.into()),
            None => {
                let text = "To rethrow an error, a THROW statement must be used inside a CATCH block. Insert the THROW \
                            statement inside a CATCH block, or add error parameters to the THROW statement.";
                Err(self.failure(SqlError::new(10704, text).class(15), statement).into())
            }
        }
    }

    /// The arguments in the parentheses of RAISERROR, and what follows them.
    fn raise_arguments(&self, statement: Span) -> (Vec<Span>, String) {
        let source = self.frame().code.source.text();
        let tokens = lex(source, statement).tokens;
        let open = tokens.iter().position(|token| token.is_symbol(source, "("));
        let Some(open) = open else { return (Vec::new(), String::new()) };
        let close = (open + 1 + closing(source, &tokens[open + 1..])).min(tokens.len() - 1);
        let inner = Span { start: tokens[open].span.end, end: tokens[close].span.start };
        let rest = Span { start: tokens[close].span.end, end: statement.end };
        (self.split(inner), self.text(rest).to_owned())
    }

    /// The parts of a span between its commas, those in parentheses aside.
    pub(super) fn split(&self, span: Span) -> Vec<Span> {
        let source = self.frame().code.source.text();
        let tokens = lex(source, span).tokens;
        if tokens.is_empty() {
            return Vec::new();
        }
        between_commas(source, &tokens).into_iter().map(|part| span_of(part, span)).collect()
    }
}

fn span_of(tokens: &[Token], otherwise: Span) -> Span {
    match (tokens.first(), tokens.last()) {
        (Some(first), Some(last)) => first.span.to(last.span),
        _ => Span { start: otherwise.start, end: otherwise.start },
    }
}

/// Fills `%s`, `%d`, `%i`, `%u`, `%x`, `%X`, `%o` with their flags and widths (Learn, RAISERROR).
fn format_message(text: &str, values: &[Value]) -> String {
    let mut out = String::new();
    let mut values = values.iter();
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix('%') {
            out.push('%');
            rest = after;
            continue;
        }
        let end = rest.find(|c: char| c.is_ascii_alphabetic() && !matches!(c, 'h' | 'l' | 'I'));
        let Some(end) = end else {
            out.push('%');
            break;
        };
        let (flags, kind) = (&rest[..end], rest.as_bytes()[end]);
        rest = &rest[end + 1..];
        out.push_str(&padded(&one(kind, values.next()), flags));
    }
    out.push_str(rest);
    out
}

fn one(kind: u8, value: Option<&Value>) -> String {
    match (kind, value) {
        (_, None | Some(Value::Null)) => "(null)".to_owned(),
        (b'x', Some(Value::Integer(number))) => format!("{:x}", *number as i32),
        (b'X', Some(Value::Integer(number))) => format!("{:X}", *number as i32),
        (b'o', Some(Value::Integer(number))) => format!("{:o}", *number as i32),
        (b'u', Some(Value::Integer(number))) => (*number as u32).to_string(),
        (_, Some(Value::Integer(number))) => number.to_string(),
        (_, Some(Value::Real(number))) => number.to_string(),
        (_, Some(Value::Text(text))) => text.clone(),
        (_, Some(Value::Blob(bytes))) => bytes.iter().map(|byte| format!("{byte:02X}")).collect(),
    }
}

/// Flags: `-` aligns left, `0` fills with zeros, a width, a precision that cuts text.
fn padded(text: &str, flags: &str) -> String {
    let left = flags.contains('-');
    let digits = flags.trim_start_matches(['-', '+', ' ', '#']);
    let zeros = digits.starts_with('0');
    let (width, precision) = digits.split_once('.').unwrap_or((digits, ""));
    let number = |text: &str| text.trim_end_matches(['h', 'l', 'I', '6', '4']).parse::<usize>().ok();
    let text: String = match number(precision) {
        Some(most) => text.chars().take(most).collect(),
        None => text.to_owned(),
    };
    match (width.parse::<usize>().unwrap_or(0), left, zeros) {
        (width, true, _) => format!("{text:<width$}"),
        (width, false, true) => format!("{text:0>width$}"),
        (width, false, false) => format!("{text:>width$}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inserts_take_the_place_of_their_marks() {
        let text = |text: &str| Value::Text(text.into());
        let values = [text("dbo.t"), Value::Integer(7), Value::Integer(255), Value::Null];
        assert_eq!(
            format_message("table %s: %d rows, %x, %s, 100%%", &values),
            "table dbo.t: 7 rows, ff, (null), 100%"
        );
        assert_eq!(
            format_message("<%5d|%-5d|%05d>", &[Value::Integer(1), Value::Integer(2), Value::Integer(3)]),
            "<    1|2    |00003>"
        );
        assert_eq!(format_message("%.2s", &[text("abc")]), "ab");
        assert_eq!(format_message("%", &[]), "%");
        assert_eq!(format_message("%s", &[]), "(null)");
    }
}

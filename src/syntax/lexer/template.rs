//! The parameters of templates, which an editor fills in: `<name, type, value>`.

/// How long a parameter is.
const LONGEST: usize = 256;

/// The length of the parameter that begins here, and whether it stands for a variable. The name and the value are one word each, and no comparison of
/// T-SQL stands before two commas, so `a <b, c, d> e` is none.
pub(super) fn parameter(bytes: &[u8]) -> Option<(usize, bool)> {
    let near = &bytes[..bytes.len().min(LONGEST)];
    let inside = near.get(1..)?;
    let end = inside.iter().position(|byte| matches!(byte, b'<' | b'>' | b'\n' | b'\r' | b'\'' | b';'))?;
    let mut parts = inside[..end].splitn(3, |byte| *byte == b',');
    let (name, of_type, value) = (parts.next()?, parts.next()?, parts.next()?);
    let is_parameter = inside[end] == b'>' && is_name(name) && is_balanced(of_type) && is_value(value.trim_ascii());
    is_parameter.then_some((end + 2, name.starts_with(b"@")))
}

fn is_name(name: &[u8]) -> bool {
    let first = name.first().is_some_and(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'@'));
    first && name.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'@' | b'-' | b'.'))
}

fn is_value(value: &[u8]) -> bool {
    is_balanced(value) && !value.iter().any(u8::is_ascii_whitespace)
}

/// Whether every parenthesis has its partner.
fn is_balanced(text: &[u8]) -> bool {
    let depth = text.iter().try_fold(0_usize, |depth, byte| match byte {
        b'(' => Some(depth + 1),
        b')' => depth.checked_sub(1),
        _ => Some(depth),
    });
    depth == Some(0)
}

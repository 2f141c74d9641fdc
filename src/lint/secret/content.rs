//! What the content of a literal tells: connection strings, keys, tokens, passwords.

/// What kind of secret a literal holds.
pub(super) fn secret_in(value: &str) -> Option<&'static str> {
    let lower = value.to_ascii_lowercase();
    match () {
        () if lower.contains("-----begin ") && lower.contains("private key-----") => Some("private key"),
        () if lower.contains("sig=") && ["sv=", "se=", "sr="].iter().any(|part| lower.contains(part)) => {
            Some("shared access signature")
        }
        () if pairs(&lower).any(|(key, value)| KEYS.contains(&key) && !is_placeholder(value)) => Some("access key"),
        () if is_connection(&lower) => Some("password"),
        () if header(&lower) => Some("key"),
        () if has_user_with_password(&lower) => Some("password"),
        () if definition(&lower) => Some("password"),
        () if TOKENS.iter().any(|token| token.is_in(value)) => Some("token"),
        () => None,
    }
}

/// Whether a value only stands for a secret that comes from elsewhere, or is none.
pub(super) fn is_placeholder(value: &str) -> bool {
    let all_alike = value.chars().all(|c| matches!(c, '*' | 'x' | 'X' | '.' | ' '));
    all_alike
        || ["$(", "${", "#{", "{{", "<", "@"]
            .iter()
            .any(|mark| value.contains(mark) && (*mark != "@" || value.starts_with('@')))
        || ["$", "%", "__"].iter().any(|mark| is_filled_in(value, mark))
        || is_yours(&value.to_ascii_lowercase())
}

/// Whether a value is something like `$api_key$`, or has it in capitals inside: a name between two marks.
fn is_filled_in(value: &str, mark: &str) -> bool {
    let whole = value.strip_prefix(mark).and_then(|rest| rest.strip_suffix(mark));
    if whole.is_some_and(|name| name.len() > 3 && name.bytes().all(|b| b.is_ascii_alphabetic() || b == b'_')) {
        return true;
    }
    let is_name = |name: &str| name.len() > 3 && name.bytes().all(|b| b.is_ascii_uppercase() || b == b'_');
    let between = value.split(mark).skip(1);
    between.clone().count() > 1 && between.clone().take(between.count() - 1).any(is_name)
}

/// `YourKeyGoesHere`, `your-api-key`: an example that says what to write.
fn is_yours(lower: &str) -> bool {
    lower.contains("your") && ["key", "secret", "token", "here"].iter().any(|word| lower.contains(word))
}

/// Whether the SECRET of a managed identity holds nothing, or only names the resource that it is for.
pub(super) fn is_resource_alone(value: &str) -> bool {
    let Ok(serde_json::Value::Object(secret)) = serde_json::from_str(value) else { return false };
    secret.keys().all(|key| key.eq_ignore_ascii_case("resourceid"))
}

/// Whether a value looks like a password or key, and like no word or sentence.
pub(super) fn may_be_password(value: &str) -> bool {
    let kinds: [fn(char) -> bool; 4] =
        [char::is_lowercase, char::is_uppercase, |c| c.is_ascii_digit(), |c| !c.is_alphanumeric()];
    let mixed = kinds.iter().filter(|is_of| value.contains(**is_of)).count() > 1;
    mixed && value.chars().count() >= 6 && !value.contains(char::is_whitespace)
}

/// A token that says by its first letters what it is for.
pub(super) struct Token {
    pub start: &'static str,
    /// How many letters, digits, `-` and `_` follow at least.
    length: usize,
}

/// Of model providers, repositories and clouds.
pub(super) const TOKENS: [Token; 15] = [
    Token { start: "sk-", length: 20 },
    Token { start: "hf_", length: 30 },
    Token { start: "pcsk_", length: 30 },
    Token { start: "gsk_", length: 30 },
    Token { start: "ghp_", length: 30 },
    Token { start: "gho_", length: 30 },
    Token { start: "ghs_", length: 30 },
    Token { start: "ghu_", length: 30 },
    Token { start: "github_pat_", length: 30 },
    Token { start: "glpat-", length: 20 },
    Token { start: "xoxb-", length: 20 },
    Token { start: "xoxp-", length: 20 },
    Token { start: "AKIA", length: 16 },
    Token { start: "AIza", length: 30 },
    Token { start: "eyJ", length: 60 },
];

impl Token {
    /// Whether a text holds such a token: at the start of a word, long enough, with digits and capitals as no word
    /// has them.
    fn is_in(&self, value: &str) -> bool {
        let is_of_token = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        value.match_indices(self.start).any(|(at, start)| {
            let begins = !value[..at].ends_with(is_of_token);
            let rest = &value[at + start.len()..];
            let run = &rest[..rest.find(|c| !is_of_token(c)).unwrap_or(rest.len())];
            let is_mixed = run.contains(|c: char| c.is_ascii_digit()) && run.contains(|c: char| c.is_ascii_uppercase());
            begins && run.len() >= self.length && is_mixed && !is_placeholder(run) && !run.contains("EXAMPLE")
        })
    }
}

/// Keys of storage accounts and message buses.
const KEYS: [&str; 3] = ["accountkey", "sharedaccesskey", "sharedaccesssignature"];

/// `name = value` parts of a connection string.
fn pairs(lower: &str) -> impl Iterator<Item = (&str, &str)> {
    let parts = lower.split(';').filter_map(|part| part.split_once('='));
    parts.map(|(key, value)| (key.trim(), value.trim()))
}

fn is_connection(lower: &str) -> bool {
    const PLACE: [&str; 6] = ["server", "data source", "addr", "address", "uid", "user id"];
    let has_password = pairs(lower).any(|(key, value)| matches!(key, "password" | "pwd") && !is_placeholder(value));
    has_password && pairs(lower).any(|(key, _)| PLACE.contains(&key))
}

/// `"api-key": "…"`, and what else carries a key in a request.
fn header(lower: &str) -> bool {
    const HEADERS: [&str; 6] = [
        "\"api-key\"",
        "\"apikey\"",
        "\"x-api-key\"",
        "\"x-functions-key\"",
        "\"ocp-apim-subscription-key\"",
        "\"authorization\"",
    ];
    HEADERS.iter().any(|name| {
        let values = lower.match_indices(name).filter_map(|(at, _)| {
            let rest = lower[at + name.len()..].trim_start().strip_prefix(':')?.trim_start().strip_prefix('"')?;
            rest.split('"').next()
        });
        values.into_iter().any(|value| !is_placeholder(value.trim_start_matches("bearer ")))
    })
}

/// `scheme://user:password@host`.
pub(super) fn has_user_with_password(lower: &str) -> bool {
    lower.match_indices("://").any(|(at, mark)| {
        let rest = &lower[at + mark.len()..];
        let authority = rest.split(['/', '?', '#', '\'', '"']).next().unwrap_or_default();
        let user =
            authority.rsplit_once('@').filter(|_| !authority.contains(char::is_whitespace)).map(|(user, _)| user);
        user.and_then(|user| user.split_once(':')).is_some_and(|(_, password)| !is_placeholder(password))
    })
}

/// `PASSWORD = '…'` in text that is executed.
fn definition(lower: &str) -> bool {
    lower.match_indices("password").any(|(at, word)| {
        let value = lower[at + word.len()..].trim_start().strip_prefix('=').map(str::trim_start);
        let value = value.and_then(|value| value.strip_prefix('n').unwrap_or(value).strip_prefix('\''));
        let named = lower[..at].trim_end().rsplit(char::is_whitespace).next();
        let is_option = named.is_some_and(|word| matches!(word, "with" | "by") || word.ends_with(','));
        is_option && value.and_then(|value| value.split_once('\'')).is_some_and(|(value, _)| !is_placeholder(value))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_tell_what_they_are() {
        for (value, what) in [
            ("Server=tcp:db.example.org;User ID=app;Password=hunter22;", "password"),
            ("DefaultEndpointsProtocol=https;AccountName=a;AccountKey=Zm9vYmFyYmF6;", "access key"),
            ("sv=2024-05-04&sr=c&sig=Zm9v%3D", "shared access signature"),
            ("-----BEGIN RSA PRIVATE KEY-----\nMIIE", "private key"),
            ("{ \"api-key\" : \"8f3a\" }", "key"),
            ("{\"Authorization\":\"Bearer eyJhbGciOi\"}", "key"),
            ("amqps://app:hunter22@bus.example.org/", "password"),
            ("CREATE LOGIN l WITH PASSWORD = N'hunter22'", "password"),
            ("sk-proj-abcDEF0123456789abcDEF0123456789", "token"),
            ("key: sk-ant-api03-abcDEF0123456789abcDEF", "token"),
            ("ghp_abcDEF0123456789abcDEF0123456789ab", "token"),
            ("AKIAQ2W3E4R5T6Y7U8I9", "token"),
            ("Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9", "token"),
        ] {
            assert_eq!(secret_in(value), Some(what), "{value}");
        }
    }

    #[test]
    fn texts_that_speak_of_secrets_are_none() {
        for value in [
            "Enter your password; then press Enter",
            "Password=<password>;Server=x",
            "Server=x;Integrated Security=true",
            "{\"api-key\":\"${API_KEY}\"}",
            "{\"api-key\":\"$SEARCH_KEY$\"}",
            "{\"api-key\":\"YourKeyGoesHere\"}",
            "{\"api-key\":\"__SEARCH_KEY__\"}",
            "https://example.org/?sig=none",
            "https://example.org/a:b@c",
            "https://user@example.org",
            "UPDATE u SET password = 'x1'",
            "task-sk-abcDEF0123456789abcDEF0123456789",
            "sk-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
            "sk-a-word-with-many-small-parts-and-1",
            "AKIAIOSFODNN7EXAMPLE",
            "eyJhbGciOiJIUzI1NiJ9",
        ] {
            assert_eq!(secret_in(value), None, "{value}");
        }
    }
}

//! `ragsql.toml`: what a project settles once for everyone.

pub mod moving;

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use crate::file::other_than_a_file;

/// The name of the file in a project's folder.
pub const FILE: &str = "ragsql.toml";

/// The settings of a project. Flags and the environment go before them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Settings {
    /// `azure`, `container` or `sql2025`: whose rules apply.
    pub engine: Option<String>,
    /// The database.
    pub database: Database,
    /// The linter.
    pub lint: Lint,
    /// What the schema of the corpus is called.
    pub names: Names,
    /// How documents are cut.
    pub chunking: Chunking,
    /// The embeddings of the corpus.
    pub embedding: Embedding,
    /// Those that it moves to; what is not said is as in `embedding`.
    pub reembedding: Option<Embedding>,
    /// The variables that files hold as `${NAME}`; their values come from the environment.
    pub variables: BTreeMap<String, Variable>,
    /// What the database has beside the project.
    pub drift: Drift,
}

/// `[variables.NAME]`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Variable {
    /// Its value on the embedded engine where the environment has none. Never a secret.
    pub sandbox: Option<String>,
}

/// `[drift]`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Drift {
    /// Patterns of names that belong to others: `audit.*`. `*` stands for any characters, `?` for one.
    pub ignore: Vec<String>,
}

/// `[embedding]`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Embedding {
    /// The model that embeds the corpus and its questions.
    pub model: Option<String>,
    /// How many numbers one of its vectors has.
    pub dimensions: Option<u32>,
    /// `database` (its external model), `openai` (an endpoint compatible with OpenAI's) or `local` (the demonstration's).
    pub source: Option<String>,
    /// The address of the endpoint, up to and without `/embeddings`.
    pub endpoint: Option<String>,
    /// The variable of the environment that holds the endpoint's key. The key itself never stands here.
    pub key_variable: Option<String>,
    /// Whether the endpoint is asked for the dimensions; not every model can be.
    pub ask_dimensions: Option<bool>,
    /// How many requests are under way at once; 4 when not set.
    pub concurrency: Option<u8>,
}

impl Embedding {
    /// These settings with others' where they say nothing.
    #[must_use]
    pub fn or(&self, others: &Self) -> Self {
        let or = |own: &Option<String>, other: &Option<String>| own.clone().or_else(|| other.clone());
        Self {
            model: or(&self.model, &others.model),
            dimensions: self.dimensions.or(others.dimensions),
            source: or(&self.source, &others.source),
            endpoint: or(&self.endpoint, &others.endpoint),
            key_variable: or(&self.key_variable, &others.key_variable),
            ask_dimensions: self.ask_dimensions.or(others.ask_dimensions),
            concurrency: self.concurrency.or(others.concurrency),
        }
    }
}

/// `[names]`: as given to `ragsql init`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Names {
    /// The schema; `dbo` when not set.
    pub schema: Option<String>,
    /// The table of the source rows; `documents` when not set.
    pub documents: Option<String>,
    /// The table of the chunks; `document_chunks` when not set.
    pub chunks: Option<String>,
}

/// `[chunking]`: as the corpus records it when not set.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Chunking {
    /// The most characters of a chunk.
    pub size: Option<u32>,
    /// How much of a chunk may repeat the end of the one before, in percent.
    pub overlap: Option<u8>,
}

/// `[database]`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Database {
    /// A connection string without a password.
    pub url: Option<String>,
    /// The history table of `migrations/`; `dbo.ragsql_migrations` when not set.
    pub migrations_history: Option<String>,
    /// The history table of `post-load/`; `dbo.ragsql_post_load` when not set.
    pub post_load_history: Option<String>,
}

/// Levels by the codes of rules, as written.
pub type RuleLevels = BTreeMap<String, String>;

/// `[lint]`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Lint {
    /// `refuse`, `warn` or `allow`: a security policy and a vector index on one table. Engines differ.
    pub policy_and_vector_index: Option<String>,
    /// The column that tells tenants apart, where no security policy says so.
    pub tenant_column: Option<String>,
    /// Where the pages of the rules are published, with `{rule}` in place of the code.
    pub docs_url: Option<String>,
    /// Levels of rules: `error`, `warning`, `info`, `off`.
    pub rules: RuleLevels,
    /// `[lint.engines.sql2025]`: levels on one engine; they go before `rules`.
    pub engines: BTreeMap<String, RuleLevels>,
    /// `[lint.folders.post-load]`: levels in one folder of the project; they go before the others.
    pub folders: BTreeMap<String, RuleLevels>,
}

/// Why settings could not be read.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// The file is there and cannot be read.
    #[error("cannot read {path}: {source}")]
    Unreadable {
        /// The file.
        path: String,
        /// Why.
        source: std::io::Error,
    },
    /// Something else has the name of the file, and reading it might never end.
    #[error("{path} is {what}, not a file: put the settings into a file of that name, or move this away")]
    NotAFile {
        /// Where it is.
        path: String,
        /// What it is.
        what: &'static str,
    },
    /// The file is not what it should be.
    #[error("{path} is not valid: {message}")]
    Invalid {
        /// The file.
        path: String,
        /// Where and why.
        message: String,
    },
}

impl Settings {
    /// Reads `ragsql.toml` in `dir`; the defaults when there is none.
    ///
    /// # Errors
    /// When the file cannot be read, is not TOML, or has a key that is not known.
    pub fn read(dir: &Path) -> Result<Self, SettingsError> {
        let path = dir.join(FILE);
        let shown = || path.display().to_string();
        let text = std::fs::metadata(&path).and_then(|metadata| match other_than_a_file(metadata.file_type()) {
            Some(what) => Ok(Err(SettingsError::NotAFile { path: shown(), what })),
            None => std::fs::read_to_string(&path).map(Ok),
        });
        match text {
            Ok(text) => Self::parse(&text?).map_err(|message| SettingsError::Invalid { path: shown(), message }),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Self::default()),
            Err(source) => Err(SettingsError::Unreadable { path: shown(), source }),
        }
    }

    fn parse(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|error| {
            let place = error.span().map_or_else(String::new, |span| place(text, span.start));
            format!("{place}{}", without_values(error.message()))
        })
    }
}

/// Where a byte is, for people.
fn place(text: &str, at: usize) -> String {
    let before = text.get(..at).unwrap_or(text);
    let line = before.rsplit('\n').next().unwrap_or_default();
    format!("line {}, column {}: ", before.matches('\n').count() + 1, line.chars().count() + 1)
}

/// What the parser says, without the value that it found: a password may stand there by mistake. Of the text it
/// names keys only.
fn without_values(message: &str) -> String {
    match message.rsplit_once(", expected ") {
        Some((found, expected)) if found.starts_with("invalid ") && !found.starts_with("invalid key") => {
            format!("expected {expected}")
        }
        _ => message.replace('\n', ", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_is_not_known_is_named_with_its_line() {
        let error = Settings::parse("engine = \"azure\"\n[lint]\nlevels = 1\n").expect_err("not known");
        assert!(error.contains("levels") && error.contains("line 3"), "{error}");
    }

    #[test]
    fn no_error_shows_a_value() {
        let url = "sqlserver://a:hunter2@h/d";
        let texts = [
            "[database]\npassword = \"hunter2\"\n".to_owned(),
            format!("[database]\nurl = \"{url}\n"),
            format!("[database]\nurl = {url}\n"),
            "[database]\nurl = 'a\nhunter2'\n".to_owned(),
            "[embedding]\ndimensions = \"hunter2, expected hunter2\"\n".to_owned(),
            "[embedding]\ndimensions = ['hunter2']\n".to_owned(),
            "database = \"hunter2\"\n".to_owned(),
            "[database]\nurl = \"\\x hunter2\"\n".to_owned(),
            "[database]\nurl = 'x' hunter2\n".to_owned(),
            "variables.A = 'hunter2'\n".to_owned(),
            "[database]\nServer=h;Password=hunter2\n".to_owned(),
        ];
        for text in texts {
            let error = Settings::parse(&text).expect_err("not valid");
            assert!(!error.contains("hunter2") && error.starts_with("line "), "{text}: {error}");
        }
        let error = Settings::parse("[database]\npassword = 'x'\n").expect_err("not known");
        assert!(error.starts_with("line 2, column 1: unknown field `password`"), "{error}");
        let error = Settings::parse("[embedding]\ndimensions = 'x'\n").expect_err("no number");
        assert_eq!(error, "line 2, column 14: expected u32");
    }

    #[test]
    fn everything_can_be_set() {
        let text = "
            engine = 'sql2025'
            [database]
            url = 'sqlserver://host/db'
            migrations-history = 'ops.m'
            post-load-history = 'ops.p'
            [lint]
            policy-and-vector-index = 'warn'
            tenant-column = 'org'
            [drift]
            ignore = ['audit.*']
            [lint.rules]
            use-database = 'off'
            [lint.engines.sql2025]
            use-database = 'info'
            [lint.folders.post-load]
            use-database = 'error'
            [variables]
            KEY = {}
            HOST = { sandbox = 'https://h' }
        ";
        let settings = Settings::parse(text).expect("valid");
        assert_eq!(settings.lint.tenant_column.as_deref(), Some("org"));
        assert_eq!(settings.lint.rules["use-database"], "off");
        assert_eq!(settings.lint.engines["sql2025"]["use-database"], "info");
        assert_eq!(settings.lint.folders["post-load"]["use-database"], "error");
        assert_eq!(settings.variables["KEY"], Variable::default());
        assert_eq!(settings.variables["HOST"].sandbox.as_deref(), Some("https://h"));
        assert_eq!(settings.drift.ignore, ["audit.*"]);
        assert_eq!(settings.database.post_load_history.as_deref(), Some("ops.p"));
    }
}

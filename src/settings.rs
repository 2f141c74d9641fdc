//! `ragsql.toml`: what a project settles once for everyone.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

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
    /// The embeddings of the corpus.
    pub embedding: Embedding,
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
        let path = dir.join("ragsql.toml");
        match std::fs::read_to_string(&path) {
            Ok(text) => Self::parse(&text)
                .map_err(|message| SettingsError::Invalid { path: path.display().to_string(), message }),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Self::default()),
            Err(source) => Err(SettingsError::Unreadable { path: path.display().to_string(), source }),
        }
    }

    fn parse(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|error| error.to_string())
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

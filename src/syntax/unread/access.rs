//! Principals, permissions, and what stands behind the names of a DROP.

use super::{Reader, Row, misfit};
use crate::schema::{Permission, SqlText};
use crate::syntax::ast::ObjectClass;
use crate::syntax::lexer::lex;
use crate::text::Span;

/// What a user or role may be given behind WITH (Learn: CREATE USER, ALTER USER, CREATE APPLICATION ROLE).
const OPTIONS: [&str; 4] = [
    "DEFAULT_SCHEMA|DEFAULT_LANGUAGE|SID|PASSWORD|OLD_PASSWORD|OBJECT_ID|TYPE|LOGIN|NAME = _ HASHED?",
    "PASSWORD = _ OLD_PASSWORD = _",
    "ALLOW_ENCRYPTED_VALUE_MODIFICATIONS",
    "ALLOW_ENCRYPTED_VALUE_MODIFICATIONS = ON|OFF",
];

/// Words that the names of permissions are made of (Learn, sys.fn_builtin_permissions).
const WORDS: &str = "ACCESS|ADD|ADMINISTER|AGGREGATE|ALL|ALTER|ANY|APPLICATION|AS|ASSEMBLY|ASSIGN|ASYMMETRIC|AUDIT|\
     AUTHENTICATE|AVAILABILITY|BACKUP|BINDING|BROKER|BULK|CERTIFICATE|CHANGE|CHANGES|CHECKPOINT|\
     CLASSIFICATION|CLASSIFIER|COLLECTION|COLUMN|CONFIGURATION|CONNECT|CONNECTION|CONTRACT|CONTROL|CREATE|\
     CREDENTIAL|CRYPTOGRAPHICALLY|DATA|DATABASE|DATASPACE|DDL|DEFAULT|DEFINITION|DELETE|DISABLE|DROP|ENABLE|\
     ENCRYPTION|ENDPOINT|ERROR|EVENT|EXECUTE|EXTENDED|EXTERNAL|FILE|FORMAT|FULLTEXT|FUNCTION|GENERATION|\
     GROUP|IMPERSONATE|INFORMATION|INSERT|JOB|KEY|KILL|LANGUAGE|LEDGER|LIBRARY|LINK|LINKED|LOG|LOGIN|MASK|\
     MASKED|MASTER|MEMBER|MESSAGE|MODEL|NOTIFICATION|NOTIFICATIONS|OPERATIONS|OUTBOUND|OWNERSHIP|PERFORMANCE|\
     PLAN|POLICY|POOL|PROCEDURE|QUERY|QUEUE|RECEIVE|REFERENCES|REMOTE|RESOURCE|RESOURCES|ROLE|ROUTE|RULE|\
     SCHEMA|SCOPED|SCRIPT|SCRIPTS|SECURABLES|SECURITY|SELECT|SEND|SENSITIVITY|SEQUENCE|SERVER|SERVICE|\
     SESSION|SETTINGS|SHOWPLAN|SHUTDOWN|SIGNATURE|SOURCE|STATE|STREAM|SUBSCRIBE|SUSPEND|SYMMETRIC|SYNONYM|\
     TABLE|TAKE|TARGET|TO|TRACE|TRACKING|TRANSACTION|TRIGGER|TYPE|UNMASK|UNSAFE|UPDATE|USER|USERS|VIEW|\
     WORKLOAD|XML";

/// Permissions of one word.
const PERMISSIONS: &str = "ALL|ALTER|AUTHENTICATE|CONNECT|CONTROL|DELETE|DROP|EXECUTE|IMPERSONATE|INSERT|KILL|LINK|RECEIVE|\
     REFERENCES|SELECT|SEND|SHOWPLAN|SHUTDOWN|SUBSCRIBE|UNMASK|UPDATE";

impl Reader<'_> {
    /// CREATE or ALTER of a user or role: what stands behind the name.
    pub(super) fn principal(&mut self, class: &str) {
        let from = 2 + class.split(' ').count();
        let with = self.tokens.iter().position(|token| token.is_word(self.text, "WITH"));
        let source = from..with.unwrap_or(self.tokens.len());
        let patterns: &[&str] = match class {
            "USER" => &[
                "FOR|FROM LOGIN|CERTIFICATE _",
                "FOR|FROM ASYMMETRIC KEY _",
                "FOR|FROM EXTERNAL PROVIDER",
                "WITHOUT LOGIN",
            ],
            "ROLE" => &["AUTHORIZATION _"],
            _ => &[],
        };
        if !source.is_empty() {
            self.fit_within(source, patterns);
        }
        let Some(with) = with else { return };
        let is_end = |at: &usize| self.tokens.get(*at).is_none_or(|token| token.is_symbol(self.text, ","));
        let ends: Vec<usize> = (with + 1..=self.tokens.len()).filter(is_end).collect();
        let starts = std::iter::once(with + 1).chain(ends.iter().map(|end| end + 1));
        for (start, end) in starts.zip(&ends) {
            self.fit_within(start..*end, &OPTIONS);
        }
    }

    /// The tokens of a range have to be one of these rows of words.
    pub(super) fn fit_within(&mut self, range: std::ops::Range<usize>, patterns: &[&str]) {
        let row = Row { source: self.text, tokens: self.tokens.get(range.clone()).unwrap_or_default() };
        if let Some(at) = misfit(row, patterns) {
            self.unexpected(range.start + at);
        }
    }

    /// New permissions come with new versions: an unknown one is no certain error.
    pub(super) fn permissions(&mut self, permissions: &[Permission]) {
        let mut judged: Vec<&str> = Vec::new();
        for permission in permissions {
            let name = &*permission.permission;
            if is_permission(name) || judged.contains(&name) {
                continue;
            }
            judged.push(name);
            let span = self.find(name).and_then(|found| self.span_of(found));
            self.unknown(span.unwrap_or(self.span), format!("The permission {name}"));
        }
    }

    /// Objects that are known by class and name, as far as what follows is one row of words.
    pub(super) fn named(&mut self, class: &str) {
        let patterns: &[&str] = match class {
            "PARTITION FUNCTION" => &[
                "CREATE PARTITION FUNCTION _ () AS RANGE LEFT|RIGHT? FOR VALUES ()",
                "ALTER PARTITION FUNCTION _ () SPLIT|MERGE RANGE ()",
            ],
            "PARTITION SCHEME" => {
                &["CREATE PARTITION SCHEME _ AS PARTITION _ ALL? TO ()", "ALTER PARTITION SCHEME _ NEXT USED _?"]
            }
            "EXTERNAL DATA SOURCE" => &["CREATE EXTERNAL DATA SOURCE _ WITH ()", "ALTER EXTERNAL DATA SOURCE _ SET …"],
            "MASTER KEY" => {
                &["CREATE MASTER KEY", "CREATE MASTER KEY ENCRYPTION BY PASSWORD = _", "ALTER MASTER KEY …"]
            }
            "FULLTEXT CATALOG" => &[
                "CREATE FULLTEXT CATALOG _",
                "CREATE FULLTEXT CATALOG _ ON|IN|WITH|AS|AUTHORIZATION …",
                "ALTER FULLTEXT CATALOG _ REBUILD|REORGANIZE|AS …",
            ],
            "FULLTEXT INDEX" => &[
                "CREATE FULLTEXT INDEX ON _ ()? …",
                "CREATE FULLTEXT INDEX ON _ . _ ()? …",
                "ALTER FULLTEXT INDEX ON _ ENABLE|DISABLE|SET|ADD|ALTER|DROP|START|STOP|PAUSE|RESUME …",
                "ALTER FULLTEXT INDEX ON _ . _ ENABLE|DISABLE|SET|ADD|ALTER|DROP|START|STOP|PAUSE|RESUME …",
                "ALTER|CREATE FULLTEXT INDEX ON _ . _? . _ …",
            ],
            "XML SCHEMA COLLECTION" => &[
                "CREATE XML SCHEMA COLLECTION _ AS …",
                "CREATE XML SCHEMA COLLECTION _ . _ AS …",
                "ALTER XML SCHEMA COLLECTION _ ADD …",
                "ALTER XML SCHEMA COLLECTION _ . _ ADD …",
            ],
            _ => &["…"],
        };
        self.fit(0, patterns);
    }

    /// Behind the names of a DROP.
    pub(super) fn drop_tail(&mut self, class: &ObjectClass, tail: Option<&SqlText>) {
        let Some(tail) = tail else { return };
        let length = lex(tail.as_str(), Span::new(0, tail.as_str().len())).tokens.len();
        let from = self.tokens.len().saturating_sub(length);
        let patterns: &[&str] = match class {
            ObjectClass::Trigger => &["ON DATABASE", "ON ALL SERVER"],
            ObjectClass::Other(class) => match &**class {
                "EVENT SESSION" => &["ON SERVER|DATABASE"],
                "EVENT NOTIFICATION" => &["ON SERVER|DATABASE", "ON QUEUE …"],
                "SYMMETRIC KEY" | "ASYMMETRIC KEY" => &["REMOVE PROVIDER KEY"],
                "ASSEMBLY" => &["WITH NO DEPENDENTS"],
                "EXTERNAL LIBRARY" | "EXTERNAL LANGUAGE" => &["AUTHORIZATION _"],
                "CREDENTIAL" => &["FOR CRYPTOGRAPHIC PROVIDER _"],
                _ => &[],
            },
            _ => &[],
        };
        self.fit(from, patterns);
    }
}

fn is_permission(name: &str) -> bool {
    let list = if name.contains(' ') { WORDS } else { PERMISSIONS };
    name.split(' ').all(|word| list.split('|').any(|known| known == word))
}

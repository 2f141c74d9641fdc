//! Which objects a module's body names, found by tokens: one pass, no grammar of queries.

mod words;

use std::collections::BTreeSet;

use self::words::{BUILT_IN, COMPATIBILITY_VIEWS, END_FROM, RESERVED, SYSTEM_SCHEMAS, is_method};
use crate::name::{Ident, Name};
use crate::syntax::lexer::{Token, TokenKind, identifier_text};

/// The objects that these tokens name, sorted. What is left out is told at
/// [`Module::references`](crate::schema::Module::references).
pub(super) fn references(source: &str, tokens: &[Token]) -> Vec<Name> {
    let mut scan = Scan {
        source,
        tokens,
        open: vec![Open { at: 0, in_from: false }],
        closed: 0,
        names: BTreeSet::new(),
        targets: BTreeSet::new(),
        aliases: BTreeSet::new(),
        ctes: BTreeSet::new(),
    };
    for at in 0..tokens.len() {
        scan.token(at);
    }
    scan.finish()
}

/// A parenthesis that is open.
struct Open {
    /// The index of its token.
    at: usize,
    /// Whether a comma here parts the tables of a FROM.
    in_from: bool,
}

struct Scan<'a> {
    source: &'a str,
    tokens: &'a [Token],
    open: Vec<Open>,
    /// The index of the parenthesis that was closed last.
    closed: usize,
    names: BTreeSet<Name>,
    /// Names of one part that are written to; they may be aliases.
    targets: BTreeSet<Ident>,
    aliases: BTreeSet<Ident>,
    ctes: BTreeSet<Ident>,
}

impl Scan<'_> {
    fn finish(mut self) -> Vec<Name> {
        let targets = self.targets.iter().filter(|target| !self.aliases.contains(target));
        self.names.extend(targets.map(|target| Name::dbo(target.as_str())));
        let is_cte = |name: &Name| name.schema.is("dbo") && self.ctes.contains(&name.object);
        self.names.iter().filter(|name| !is_cte(name)).cloned().collect()
    }

    fn token(&mut self, at: usize) {
        match self.text(at) {
            "(" => self.open.push(Open { at, in_from: false }),
            ")" => {
                if self.open.len() > 1 {
                    self.closed = self.open.pop().map_or(0, |open| open.at);
                    self.after_top(at + 1);
                }
                self.alias(at + 1);
            }
            "," if self.open.last().is_some_and(|open| open.in_from) => self.source_at(at + 1),
            _ if self.is_plain(at) => self.word(at),
            _ if self.is_variable(at) => self.declared(at + 1),
            _ => self.function_call(at),
        }
    }

    /// The type of a variable that is declared here, when it has a schema.
    fn declared(&mut self, at: usize) {
        let at = if self.upper(at) == "AS" { at + 1 } else { at };
        if let Some((parts, _)) = self.name(at)
            && parts.len() == 2
        {
            self.add(&parts);
        }
    }

    /// An unquoted word: a keyword that names follow, or the schema of a function that is called.
    fn word(&mut self, at: usize) {
        let word = self.upper(at);
        if END_FROM.contains(&&*word) {
            self.leave_from();
        }
        match &*word {
            "FROM" => self.from(at),
            "JOIN" | "APPLY" | "USING" => self.source_at(at + 1),
            "INSERT" if self.text(at + 1) == "(" => {}
            "INTO" | "INSERT" => self.source_at(at + 1),
            "UPDATE" | "DELETE" if self.is_event(at) => {}
            "UPDATE" | "DELETE" | "MERGE" => self.target(at + 1),
            "TABLE" if self.follows(at, &["TRUNCATE", "ALTER"]) => self.source_at(at + 1),
            "STATISTICS" if self.follows(at, &["UPDATE"]) => self.source_at(at + 1),
            "TABLE" if self.text(at + 1) == "=" => self.source_at(at + 2),
            "FOR" if self.follows(at, &["VALUE"]) => self.source_at(at + 1),
            "EXEC" | "EXECUTE" => self.executed(at + 1),
            "AS" if self.text(at + 1) == "(" => self.cte(at),
            _ => self.function_call(at),
        }
    }

    /// UPDATE or DELETE that is no statement: of a cursor, a trigger, a MERGE or a foreign key.
    fn is_event(&self, at: usize) -> bool {
        self.follows(at, &["FOR", "AFTER", "OF", "THEN"]) || ["CASCADE", "NO"].contains(&&*self.upper(at + 1))
    }

    fn leave_from(&mut self) {
        if let Some(open) = self.open.last_mut() {
            open.in_from = false;
        }
    }

    /// Behind FROM: tables, unless it belongs to a cursor, a dialog, TRIM or IS DISTINCT FROM.
    fn from(&mut self, at: usize) {
        let fetches = self.follows(at, &["NEXT", "PRIOR", "FIRST", "LAST", "FETCH"])
            || at >= 2 && ["ABSOLUTE", "RELATIVE"].contains(&&*self.upper(at - 2));
        let opener = self.open.last().map_or(0, |open| open.at);
        let trims = opener > 0 && self.upper(opener - 1) == "TRIM";
        let dialog = at > 0 && self.is_variable(at - 1) && self.upper(at + 1) == "SERVICE";
        if fetches || trims || dialog || self.follows(at, &["DISTINCT"]) {
            return;
        }
        if self.follows(at, &["DELETE"]) {
            return self.target(at + 1);
        }
        if let Some(open) = self.open.last_mut() {
            open.in_from = true;
        }
        self.source_at(at + 1);
    }

    /// A table, view or table function, or an opening parenthesis around some.
    fn source_at(&mut self, mut at: usize) {
        while self.text(at) == "(" {
            at += 1;
        }
        if self.is_variable(at) {
            return self.alias(at + 1);
        }
        let Some((parts, next)) = self.name(at) else { return };
        let calls = self.text(next) == "(";
        let built_in = parts.len() == 1 && BUILT_IN.contains(&parts[0].folded());
        if calls && (built_in || parts.len() == 2 && is_method(&parts[1])) {
            return self.alias(next);
        }
        self.add(&parts);
        self.alias(next);
    }

    /// What UPDATE, DELETE or MERGE write to.
    fn target(&mut self, at: usize) {
        let Some((parts, next)) = self.name(at) else { return };
        if parts.len() > 1 {
            self.add(&parts);
        } else if self.text(next) != "(" && !parts[0].as_str().starts_with('#') {
            self.targets.extend(parts);
        }
        self.alias(next);
    }

    /// What EXEC runs; `@result =` may stand before it.
    fn executed(&mut self, at: usize) {
        let at = if self.text(at + 1) == "=" { at + 2 } else { at };
        let Some((parts, _)) = self.name(at) else { return };
        let system = parts.len() == 1 && ["sp_", "xp_"].iter().any(|prefix| parts[0].folded().starts_with(prefix));
        if !system {
            self.add(&parts);
        }
    }

    /// `[AS] alias` behind a table.
    fn alias(&mut self, at: usize) {
        let at = if self.is_plain(at) && self.upper(at) == "AS" { at + 1 } else { at };
        if let Some((parts, _)) = self.name(at)
            && parts.len() == 1
        {
            self.aliases.extend(parts);
        }
    }

    /// At the AS of `name AS (` or `name (columns) AS (` behind WITH or a comma.
    fn cte(&mut self, at: usize) {
        let columns = at > 0 && self.text(at - 1) == ")";
        let end = if columns { self.closed } else { at };
        let Some(name) = end.checked_sub(1) else { return };
        let starts = name > 0 && (self.text(name - 1) == "," || self.upper(name - 1) == "WITH");
        if starts && let Some((parts, _)) = self.name(name) {
            self.ctes.extend(parts);
        }
    }

    /// `schema.function(`, alone or at the start of a longer expression.
    fn function_call(&mut self, at: usize) {
        let starts = at == 0 || ![".", "::"].contains(&self.text(at - 1));
        if !starts || self.text(at + 1) != "." || self.text(at + 3) != "(" {
            return;
        }
        let Some((parts, _)) = self.name(at) else { return };
        if parts.len() == 2 && !is_method(&parts[1]) {
            self.add(&parts);
        }
    }

    /// Keeps a name unless it is a system's, another database's, temporary, or a trigger's table.
    fn add(&mut self, parts: &[Ident]) {
        let object = &parts[parts.len() - 1];
        let schema = parts.len().checked_sub(2).map(|at| &parts[at]).filter(|schema| !schema.is_empty());
        let elsewhere = parts.iter().rev().skip(2).any(|part| !part.is_empty());
        let system = match schema {
            Some(schema) => SYSTEM_SCHEMAS.iter().any(|system| schema.is(system)),
            None => COMPATIBILITY_VIEWS.contains(&object.folded()),
        };
        let of_trigger = parts.len() == 1 && (object.is("inserted") || object.is("deleted"));
        if !elsewhere && !system && !of_trigger && !object.as_str().starts_with('#') {
            let schema = schema.map_or(crate::name::DEFAULT_SCHEMA, Ident::as_str);
            self.names.insert(Name::new(schema, object.as_str()));
        }
    }

    /// A name of one to four parts at a token, with the index behind it.
    fn name(&self, mut at: usize) -> Option<(Vec<Ident>, usize)> {
        if self.is_plain(at) && RESERVED.binary_search(&&*self.upper(at)).is_ok() {
            return None;
        }
        let mut parts = vec![self.ident(at)?];
        at += 1;
        while self.text(at) == "." && parts.len() < 4 {
            let missing = self.text(at + 1) == ".";
            parts.push(if missing { Ident::default() } else { self.ident(at + 1)? });
            at += if missing { 1 } else { 2 };
        }
        Some((parts, at))
    }

    fn ident(&self, at: usize) -> Option<Ident> {
        let token = self.tokens.get(at)?;
        let is_name = token.kind.is_name();
        is_name.then(|| Ident::new(identifier_text(token.text(self.source))))
    }

    /// What is written to behind `UPDATE TOP (n) [PERCENT]` and the like, whose parenthesis has
    /// just been closed.
    fn after_top(&mut self, at: usize) {
        let writes = self.closed >= 2
            && self.upper(self.closed - 1) == "TOP"
            && ["INSERT", "UPDATE", "DELETE", "MERGE"].contains(&&*self.upper(self.closed - 2));
        if writes {
            self.target(if self.upper(at) == "PERCENT" { at + 1 } else { at });
        }
    }

    fn follows(&self, at: usize, words: &[&str]) -> bool {
        at > 0 && self.is_plain(at - 1) && words.contains(&&*self.upper(at - 1))
    }

    fn is_variable(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Variable)
    }

    fn is_plain(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Word)
    }

    /// The text of a token; empty past the end.
    fn text(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| token.text(self.source))
    }

    fn upper(&self, at: usize) -> String {
        if self.is_plain(at) { self.text(at).to_uppercase() } else { String::new() }
    }
}

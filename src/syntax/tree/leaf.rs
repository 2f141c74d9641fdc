//! Where a statement ends. T-SQL needs no `;`, so this is told by the words that start statements
//! and by the clauses that such words can belong to instead.

use super::words::Words;
use crate::syntax::lexer::TokenKind;

/// The index after the last token of the leaf statement that starts at `start`. A `;` is not part
/// of it. At least one token is.
pub(super) fn end(words: Words, start: usize) -> usize {
    if is_label(words, start) {
        return start + 2;
    }
    Scan::new(words, start).run(start + lead_length(words, start))
}

/// The index after the condition of an IF or WHILE, whose first token is at `start`.
pub(super) fn condition_end(words: Words, start: usize) -> usize {
    let mut scan = Scan::new(words, start);
    scan.wants = Wants::Nothing;
    scan.in_condition = true;
    scan.run(start)
}

/// `name:`, the target of GOTO.
pub(super) fn is_label(words: Words, at: usize) -> bool {
    words.kind(at) == Some(TokenKind::Word) && words.symbol(at + 1) == ":"
}

/// Whether `WITH` at an index starts a statement: a common table expression or XML namespaces.
pub(super) fn starts_query(words: Words, with: usize) -> bool {
    match words.at(with + 1) {
        "XMLNAMESPACES" => words.at(words.after_parenthesis(with + 2)) != "FOR",
        "CHANGE_TRACKING_CONTEXT" => words.symbol(with + 2) == "(",
        _ if !words.is_name(with + 1) => false,
        _ => {
            let list = words.symbol(with + 2) == "(";
            let at = if list { words.after_parenthesis(with + 2) } else { with + 2 };
            words.at(at) == "AS" && words.symbol(at + 1) == "("
        }
    }
}

/// How many tokens at the start are not looked at as starts of another statement.
fn lead_length(words: Words, start: usize) -> usize {
    match (words.at(start), words.at(start + 1)) {
        ("BEGIN", "DISTRIBUTED" | "TRAN" | "TRANSACTION" | "DIALOG" | "CONVERSATION") => 2,
        ("BULK", "INSERT") => 2,
        ("CREATE", "OR") if words.at(start + 2) == "ALTER" => 3,
        ("(", _) => 0,
        _ => 1,
    }
}

/// A word that belongs to the statement wherever it comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wants {
    Nothing,
    /// The verb after common table expressions.
    Verb,
    /// The rows of an INSERT: SELECT, EXEC, VALUES.
    Source,
    /// The SET of an UPDATE.
    Set,
    /// The TO or FROM of GRANT, DENY, REVOKE, before which any word is a permission.
    Principal,
}

impl Wants {
    fn after(verb: &str) -> Self {
        match verb {
            "INSERT" => Wants::Source,
            "UPDATE" => Wants::Set,
            "WITH" => Wants::Verb,
            "GRANT" | "DENY" | "REVOKE" => Wants::Principal,
            _ => Wants::Nothing,
        }
    }
}

struct Scan<'a> {
    words: Words<'a>,
    /// The first word, and the second.
    lead: (&'static str, &'static str),
    wants: Wants,
    in_condition: bool,
    /// For ALTER: the index after the object's name, where the action's word stands.
    action: Option<usize>,
}

impl<'a> Scan<'a> {
    fn new(words: Words<'a>, start: usize) -> Self {
        let lead = (words.at(start), words.at(start + 1));
        let wants = match lead {
            ("UPDATE", "STATISTICS") | ("INSERT", "BULK") => Wants::Nothing,
            (verb, _) => Wants::after(verb),
        };
        let action = (lead.0 == "ALTER").then(|| words.name_end(start + 1 + class_length(words, start + 1)));
        Self { words, lead, wants, in_condition: false, action }
    }

    /// Goes on from an index to the end of the statement.
    fn run(&mut self, from: usize) -> usize {
        let words = self.words;
        let (mut at, mut cases) = (from, 0_usize);
        while at < words.tokens.len() {
            match words.at(at) {
                ";" if !self.numbers_procedure(at) => break,
                "(" if self.starts_query_in_parentheses(at) => break,
                "(" => {
                    self.opens(at);
                    at = words.after_parenthesis(at);
                    continue;
                }
                "CASE" | "{" => cases += 1,
                "END" | "}" if cases > 0 && words.before(at) != "." => cases -= 1,
                _ if cases > 0 => {}
                "" if self.is_label_inside(at) => break,
                "" => {}
                word if self.stops(at, word) => break,
                _ => {}
            }
            at += 1;
        }
        at
    }

    /// The `;` of `EXEC procedure;1`.
    fn numbers_procedure(&self, at: usize) -> bool {
        matches!(self.lead.0, "EXEC" | "EXECUTE") && self.words.kind(at + 1) == Some(TokenKind::Number)
    }

    /// `IF @n = 1 (SELECT …)`, `EXEC procedure (SELECT …)`: a query in parentheses where none can be
    /// part of what stands before it.
    fn starts_query_in_parentheses(&self, open: usize) -> bool {
        let is_complete = match self.lead.0 {
            _ if self.in_condition => self.is_after_operand(open),
            "EXEC" | "EXECUTE" => !matches!(self.words.before(open), "EXEC" | "EXECUTE"),
            _ => false,
        };
        is_complete && matches!(self.words.at(self.innermost(open)), "SELECT" | "WITH")
    }

    fn is_after_operand(&self, at: usize) -> bool {
        let kind = at.checked_sub(1).and_then(|before| self.words.kind(before));
        matches!(kind, Some(TokenKind::Variable | TokenKind::Number | TokenKind::String))
            || self.words.before(at) == ")"
    }

    /// The index of the first token inside one or several opening parentheses.
    fn innermost(&self, open: usize) -> usize {
        (open..).find(|at| self.words.symbol(*at) != "(").unwrap_or(open)
    }

    fn is_label_inside(&self, at: usize) -> bool {
        is_label(self.words, at) && self.words.before(at) != "."
    }

    /// A parenthesis that holds the query of an INSERT.
    fn opens(&mut self, open: usize) {
        if self.wants == Wants::Source && matches!(self.words.at(self.innermost(open)), "SELECT" | "WITH") {
            self.wants = Wants::Nothing;
        }
    }

    /// Whether a known word starts the next statement.
    fn stops(&mut self, at: usize, word: &'static str) -> bool {
        let (before, next) = (self.words.before(at), self.words.at(at + 1));
        if matches!(before, "." | "," | "=" | "OFFSETS") || self.takes(word) || self.action == Some(at) {
            return false;
        }
        match word {
            "SELECT" => !self.continues_query(at),
            "WITH" => self.stops_at_with(at),
            "SET" => !(next == "(" || matches!(before, "UPDATE" | "DELETE" | "CONFIGURATION" | "SECONDARY")),
            "UPDATE" | "DELETE" | "INSERT" => !self.continues_change(at, word),
            "MERGE" => !(matches!(next, "JOIN" | "RANGE") || self.lead.1 == "PARTITION" && before == ")"),
            "EXEC" | "EXECUTE" => !(before == "WITH" && next == "AS"),
            "ALTER" | "DROP" => !self.continues_alter(at, word),
            "CREATE" => before != "GRANT" && before != "DENY",
            "FETCH" => {
                !(matches!(next, "APPROX" | "APPROXIMATE")
                    || matches!(before, "ROW" | "ROWS") && self.words.at(at + 2) != "FROM")
            }
            "IF" => !(next == "EXISTS" && self.words.symbol(at + 2) != "("),
            "GRANT" | "ROLLBACK" => before != "WITH",
            "REVERT" => before != "NO",
            "RECONFIGURE" => before != "GOVERNOR",
            "END" => !self.ends_generated(at),
            _ => self.stops_at(at, word, next),
        }
    }

    /// Words that start a statement whatever stands around them, and those that do so only with a
    /// certain word behind them.
    fn stops_at(&self, at: usize, word: &str, next: &str) -> bool {
        match word {
            "BACKUP" | "BEGIN" | "BREAK" | "CHECKPOINT" | "CLOSE" | "COMMIT" | "CONTINUE" | "DBCC" | "DEALLOCATE"
            | "DECLARE" | "DENY" | "ELSE" | "GOTO" | "KILL" | "LINENO" | "OPEN" | "PRINT" | "RAISERROR"
            | "READTEXT" | "RESTORE" | "RETURN" | "REVOKE" | "SETUSER" | "SHUTDOWN" | "TRUNCATE" | "UPDATETEXT"
            | "USE" | "WAITFOR" | "WHILE" | "WRITETEXT" => true,
            "ADD" => self.lead.0 != "ALTER" && matches!(next, "SIGNATURE" | "COUNTER" | "SENSITIVITY"),
            "BULK" => next == "INSERT",
            "COPY" => next == "INTO",
            "ENABLE" | "DISABLE" => next == "TRIGGER",
            "GET" | "MOVE" => next == "CONVERSATION",
            "RECEIVE" => matches!(next, "TOP" | "*") || self.words.kind(at + 1) == Some(TokenKind::Variable),
            "SAVE" => matches!(next, "TRAN" | "TRANSACTION"),
            "SEND" => next == "ON" && self.words.at(at + 2) == "CONVERSATION",
            "THROW" => self.words.before(at) != "AS",
            _ => false,
        }
    }

    /// Whether the statement still needs this word.
    fn takes(&mut self, word: &'static str) -> bool {
        let taken = match self.wants {
            Wants::Nothing => false,
            Wants::Verb => matches!(word, "SELECT" | "INSERT" | "UPDATE" | "DELETE" | "MERGE"),
            Wants::Source => matches!(word, "SELECT" | "EXEC" | "EXECUTE" | "VALUES"),
            Wants::Set => word == "SET",
            Wants::Principal => true,
        };
        let met = taken && (self.wants != Wants::Principal || matches!(word, "TO" | "FROM"));
        if met {
            self.wants = if self.wants == Wants::Verb { Wants::after(word) } else { Wants::Nothing };
        }
        taken
    }

    /// SELECT after UNION and the like, after the FOR of a cursor, after the AS of a definition.
    fn continues_query(&self, at: usize) -> bool {
        match self.words.before(at) {
            "UNION" | "EXCEPT" | "INTERSECT" | "AS" | "FOR" => true,
            "ALL" => at >= 2 && matches!(self.words.at(at - 2), "UNION" | "EXCEPT" | "INTERSECT"),
            _ => false,
        }
    }

    /// `GENERATED ALWAYS AS … END`.
    fn ends_generated(&self, at: usize) -> bool {
        at >= 3 && self.words.at(at - 2) == "AS" && self.words.at(at - 3) == "ALWAYS"
    }

    fn stops_at_with(&mut self, at: usize) -> bool {
        if !starts_query(self.words, at) {
            return false;
        }
        if matches!(self.words.before(at), "FOR" | "AS") {
            self.wants = Wants::Verb;
            return false;
        }
        true
    }

    /// A MERGE's action, a foreign key's, a cursor's FOR UPDATE, a predicate's operation, a trigger's
    /// UPDATE(column).
    fn continues_change(&self, at: usize, word: &str) -> bool {
        let next = self.words.at(at + 1);
        match self.words.before(at) {
            "THEN" | "FOR" | "AFTER" | "BEFORE" | "START" => true,
            "ON" => matches!(next, "CASCADE" | "NO" | "SET"),
            _ => word == "UPDATE" && next == "(",
        }
    }

    /// ALTER or DROP inside an ALTER.
    fn continues_alter(&self, at: usize, word: &str) -> bool {
        if self.lead.0 != "ALTER" {
            return false;
        }
        let after_column = self.action.is_some_and(|action| self.words.at(action) == "ALTER" && at == action + 3);
        match self.words.at(at + 1) {
            "FILTER" | "BLOCK" => true,
            "COLUMN" if word == "ALTER" => false,
            "(" | "MEMBER" | "ENCRYPTION" | "VALUE" | "FILE" | "TARGET" => true,
            "EVENT" => self.lead.1 == "EVENT" && !matches!(self.words.at(at + 2), "SESSION" | "NOTIFICATION"),
            _ => after_column,
        }
    }
}

/// How many words name the class of what an ALTER alters; `at` is the index after ALTER.
fn class_length(words: Words, at: usize) -> usize {
    match (words.at(at), words.at(at + 1)) {
        ("FULLTEXT", "INDEX") => 3,
        ("COLUMN" | "SEARCH" | "XML", _) | ("EXTERNAL", "DATA") => 3,
        ("EVENT" | "SECURITY" | "SERVER" | "SYMMETRIC" | "EXTERNAL" | "AVAILABILITY" | "FULLTEXT", _) => 2,
        _ => 1,
    }
}

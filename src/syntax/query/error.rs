//! Why a query could not be read.

use std::fmt;

/// A statement or expression that was not read, with the place in its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    /// Why.
    pub reason: Reason,
    /// The byte at which the offending words start.
    pub at: usize,
}

/// Why a text was not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// These words cannot stand here (Msg 102).
    Syntax(String),
    /// This reserved word cannot stand here (Msg 156).
    Keyword(String),
    /// No option of SET (Msg 195).
    SetOption(String),
    /// A string has no end; this is how it starts (Msg 105).
    Unclosed(String),
    /// Parts are nested deeper, or chains are longer, than is followed (Msg 191).
    TooDeep,
    /// T-SQL that the parser does not know. The words start a sentence: `FOR SYSTEM_TIME`.
    NotKnown(String),
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.reason {
            Reason::Syntax(near) => write!(f, "incorrect syntax near '{near}'"),
            Reason::Keyword(word) => write!(f, "incorrect syntax near the keyword '{word}'"),
            Reason::SetOption(word) => write!(f, "'{word}' is not a recognized SET option"),
            Reason::Unclosed(_) => f.write_str("a string without an end"),
            Reason::TooDeep => f.write_str("nested too deeply"),
            Reason::NotKnown(what) => write!(f, "{what} is not known"),
        }
    }
}

//! Which words make a query one that concerns vectors: those of the language, and the names of vector
//! columns and their tables. A text is searched without being cut into tokens.

use std::collections::BTreeSet;

use crate::change::Change;
use crate::lint::vectors::vectors;
use crate::name::{Ident, Name};
use crate::schema::Table;

/// Beginnings of the language's own words.
const WORDS: [&str; 4] = ["vector", "approximate", "ai_generate_", "force_ann_only"];

/// The words to look for.
#[derive(Debug)]
pub(super) struct Vocabulary {
    /// In lower case.
    names: BTreeSet<Box<str>>,
    /// The first bytes of the names, in lower case.
    starts: [bool; 256],
    /// A bit for each number of bytes that a name has: most words need no other look.
    lengths: u128,
}

impl Default for Vocabulary {
    fn default() -> Self {
        let mut starts = [false; 256];
        WORDS.iter().for_each(|word| starts[usize::from(word.as_bytes()[0])] = true);
        Self { names: BTreeSet::new(), starts, lengths: 0 }
    }
}

impl Vocabulary {
    /// Learns the names of vector columns and tables that a change makes.
    pub(super) fn learn(&mut self, change: &Change, holds_vectors: impl Fn(&Name) -> bool) {
        match change {
            Change::CreateTable { name, table } => self.table(name, table),
            Change::AddColumn { table, column } | Change::AlterColumn { table, to: column, .. }
                if column.vector().is_some() =>
            {
                self.name(&table.object);
                self.name(&column.name);
            }
            Change::Rename { from, to, .. } | Change::Transfer { from, to, .. } if holds_vectors(from) => {
                self.name(&to.object);
            }
            Change::RenameColumn { table, to, .. } if holds_vectors(table) => self.name(to),
            Change::CreateSynonym { name, base } if holds_vectors(base) => self.name(&name.object),
            _ => {}
        }
    }

    fn table(&mut self, name: &Name, table: &Table) {
        let vectors: Vec<&Ident> = vectors(table).map(|column| &column.name).collect();
        if !vectors.is_empty() {
            self.name(&name.object);
            vectors.into_iter().for_each(|column| self.name(column));
        }
    }

    /// Of a name that is no plain word, the first word stands for all of it.
    fn name(&mut self, name: &Ident) {
        let Some(word) = words(name.folded()).next() else { return };
        self.starts[usize::from(word.as_bytes()[0])] = true;
        self.lengths |= length_bit(word);
        self.names.insert(word.into());
    }

    /// Whether a text has one of the words. Linear in the text.
    pub(super) fn is_in(&self, text: &str) -> bool {
        words(text).any(|word| {
            let start = word.as_bytes()[0].to_ascii_lowercase();
            // Letters outside ASCII change their bytes with their case.
            (!start.is_ascii() || self.starts[usize::from(start)]) && self.knows(word)
        })
    }

    fn knows(&self, word: &str) -> bool {
        let begins = |with: &str| word.get(..with.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(with));
        let may_be_a_name = !word.is_ascii() || self.lengths & length_bit(word) != 0;
        WORDS.iter().any(|known| begins(known)) || may_be_a_name && self.names.contains(&*word.to_lowercase())
    }
}

/// Names are at most 128 characters long; longer words share the last bit.
fn length_bit(word: &str) -> u128 {
    1 << word.len().min(127)
}

/// The runs of letters, digits and signs of names in a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'#' | b'$' | b'@') || byte >= 0x80;
    text.as_bytes().split(move |byte| !is_part(*byte)).filter(|word| !word.is_empty()).map(move |word| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        &text[start..start + word.len()]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_in_any_case_and_whole() {
        let mut vocabulary = Vocabulary::default();
        for name in ["Chunks", "Größe", "two words"] {
            vocabulary.name(&Ident::new(name));
        }
        for text in [
            "a VECTOR_DISTANCE(",
            "dbo.[CHUNKS]",
            "GRÖSSE GRÖßE",
            "x,[Two Words]",
            "Ai_Generate_Embeddings",
            "VECTOR(3)",
        ] {
            assert!(vocabulary.is_in(text), "{text}");
        }
        for text in ["", "chunks2 mychunks", "SELECT 1 FROM dbo.t", "@vector", "größ"] {
            assert!(!vocabulary.is_in(text), "{text}");
        }
    }
}

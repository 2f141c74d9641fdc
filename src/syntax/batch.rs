//! Batches: a file cut at its GO lines.

use crate::text::Span;

/// What goes to the server in one round trip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch {
    /// Its text in the file, without the GO line. Never only white space.
    pub span: Span,
    /// How often it runs: the count of its GO, 1 without.
    pub repeat: u32,
}

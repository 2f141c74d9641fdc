//! The pipeline around the schema, by the real binary: files become documents and chunks, chunks get vectors, a question
//! finds them.
#![cfg(feature = "sandbox")]

#[allow(dead_code, reason = "other tests use more of it")]
#[path = "../runs/process.rs"]
mod process;

mod asking;
mod bringing_in;
mod embedding;
mod endpoint;
mod place;
mod quality;
mod reembedding;

//! The procedures of the pipeline, called over the real protocol: what is written when, what is refused, and what
//! two callers do to each other.
#![cfg(feature = "sandbox")]

#[path = "procedures/corpus.rs"]
mod corpus;
#[path = "procedures/embeddings.rs"]
mod embeddings;
#[path = "procedures/ingest.rs"]
mod ingest;
#[path = "procedures/retrieval.rs"]
mod retrieval;
#[path = "procedures/together.rs"]
mod together;

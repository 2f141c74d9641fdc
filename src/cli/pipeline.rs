//! The arguments of the commands that fill, embed and ask a corpus.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// `ragsql ingest`.
#[derive(Debug, Args)]
pub struct Ingest {
    /// Files or folders; of folders everything below them but what is hidden. A document is found again by its path
    /// from the working folder
    #[arg(value_name = "PATH", required_unless_present = "rechunk", requires = "tenant")]
    pub paths: Vec<PathBuf>,
    /// Whose documents they are
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub tenant: Option<i32>,
    /// Delete the documents of these folders whose files are gone
    #[arg(long, requires = "paths")]
    pub prune: bool,
    /// Cut every stored document of every tenant anew, as [chunking] in ragsql.toml says; where a run was stopped, the
    /// next one goes on
    #[arg(long)]
    pub rechunk: bool,
    /// Skip files of other types instead of refusing them
    #[arg(long)]
    pub skip_others: bool,
}

/// `ragsql embed`.
#[derive(Debug, Args)]
pub struct Embed {
    /// Chunks of one request or call [default: 50 in the database, 100 outside]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=2048))]
    pub batch: Option<u16>,
}

/// `ragsql search`.
#[derive(Debug, Args)]
pub struct Search {
    /// The question
    pub question: String,
    /// Whose chunks are searched
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub tenant: i32,
    /// How many chunks to give
    #[arg(long, value_name = "K", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub top: u32,
}

/// `ragsql reembed`.
#[derive(Debug, Args)]
pub struct Reembed {
    /// The step. start writes the migration that makes a second vector column, and the post-load file of its vector index;
    /// backfill fills it while searches stay on the first one; cutover writes the migration that moves searches to it;
    /// finish the one that drops the first; abort, before the cutover, the one that drops the second
    #[arg(value_name = "start|backfill|cutover|finish|abort", hide_possible_values = true)]
    pub step: ReembedStep,
    /// The model to move to. The steps after start check it, where it is given
    #[arg(long, value_name = "M")]
    pub model: Option<String>,
    /// How many dimensions its vectors have
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=3996))]
    pub dims: Option<u32>,
    /// With backfill: chunks of one request or call [default: 50 in the database, 100 outside]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=2048))]
    pub batch: Option<u16>,
}

/// The steps of a re-embedding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ReembedStep {
    /// Make a second vector column
    Start,
    /// Fill it
    Backfill,
    /// Move searches to it
    Cutover,
    /// Drop the first one
    Finish,
    /// Drop the second one
    Abort,
}

//! The arguments of the commands by which a person decides about the history.

use clap::{Args, ValueEnum};

/// `ragsql baseline`.
#[derive(Debug, Args)]
pub struct Baseline {
    /// Record every migration up to this version as applied
    #[arg(long, value_name = "VERSION")]
    pub to_version: i64,
}

/// `ragsql repair`.
#[derive(Debug, Args)]
pub struct Repair {
    /// The version whose entry is mended
    #[arg(long, value_name = "VERSION")]
    pub version: i64,
    /// What to do with it
    #[arg(long)]
    pub action: RepairAction,
    /// The post-load history instead of the migrations'
    #[arg(long)]
    pub post_load: bool,
    /// Why: kept with the entry, unless the entry is forgotten
    #[arg(long)]
    pub reason: String,
}

/// What `ragsql repair` does with one entry of the history.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum RepairAction {
    /// The file was changed on purpose: take its new checksum
    AcceptChange,
    /// An interrupted run was finished by hand: record it as applied
    MarkApplied,
    /// An interrupted run was undone by hand: forget it
    Forget,
}

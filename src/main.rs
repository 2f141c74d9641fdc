//! The `ragsql` binary.

fn main() {}

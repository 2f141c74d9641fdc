//! Runs over the real protocol: against the embedded engine, and against a server where one is named.

mod place;
mod process;

mod around;
mod drift;
mod exits;
mod guarded;
mod killed;
mod live;
mod migrations;
mod outside;
mod own;
mod pending;
mod terminal;
mod together;
mod told;
mod variables;

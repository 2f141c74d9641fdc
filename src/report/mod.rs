//! Reports: findings as text for people, as JSON for programs, and in the forms that pipelines show;
//! one file for each form.

pub mod azure_devops;
mod context;
pub mod diff;
pub mod drift;
mod fingerprint;
pub mod github;
pub mod gitlab;
pub mod json;
pub mod junit;
pub mod markdown;
mod page;
mod paint;
pub mod plan;
mod printable;
pub mod sarif;
mod short;
pub mod text;
pub mod understood;
pub mod verify;

pub use context::Context;

//! Reports: findings as text for people and as JSON for programs, one file for each form.

pub mod json;
pub mod text;

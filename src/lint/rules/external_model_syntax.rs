//! External models have a service that is known, and make embeddings.

use crate::lint::{BOTH, Check, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "external-model-syntax",
    summary: "writes an external model in a form that the engine does not know",
    docs: include_str!("external_model_syntax.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Refusal(
        "write API_FORMAT = 'Azure OpenAI', 'OpenAI', 'Ollama' or 'ONNX Runtime', and MODEL_TYPE = EMBEDDINGS",
    )],
};

//! External models as the engine calls them: where they are, and what they show there.

use super::ChangeCx;
use crate::change::Change;
use crate::name::Ident;
use crate::schema::ExternalModel;

/// A model that a change makes, or whose address or credential it changes, and that is called over the
/// network: one that runs in the engine (`ONNX Runtime`) has a path for its address.
pub(super) fn called<'a>(cx: &ChangeCx<'a>) -> Option<(&'a Ident, &'a ExternalModel)> {
    let (name, model) = match cx.change {
        Change::CreateExternalModel { name, model } => (name, model),
        Change::AlterExternalModel { name, from, to } if is_moved(from, to) => (name, to),
        _ => return None,
    };
    let is_local = model.option("API_FORMAT").is_some_and(|format| format.eq_ignore_ascii_case("ONNX Runtime"));
    (!is_local).then_some((name, model))
}

fn is_moved(from: &ExternalModel, to: &ExternalModel) -> bool {
    ["LOCATION", "CREDENTIAL", "PARAMETERS"].iter().any(|option| from.option(option) != to.option(option))
}

/// The host of an address, in lower case; `None` where it has no scheme.
pub(super) fn host(location: &str) -> Option<String> {
    let (_, rest) = location.split_once("://")?;
    let authority = rest.split(['/', '?', '#']).next()?;
    let host = authority.rsplit('@').next()?.split(':').next()?;
    Some(host.to_ascii_lowercase())
}

/// Whether the name of a credential is the beginning of an address (Learn, CREATE EXTERNAL MODEL,
/// "Credential name rules"): same scheme and host, whole segments of the path, nothing behind a `?`.
pub(super) fn is_beginning(credential: &str, location: &str) -> bool {
    let (credential, location) = (credential.to_ascii_lowercase(), location.to_ascii_lowercase());
    let Some(rest) = location.strip_prefix(credential.trim_end_matches('/')) else { return false };
    credential.starts_with("https://")
        && !credential.contains(['?', '#'])
        && (rest.is_empty() || rest.starts_with(['/', '?']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_credential_is_a_beginning_by_whole_segments() {
        let location = "https://notes.openai.azure.com/openai/deployments/embed/embeddings?api-version=2024-02-01";
        for name in [
            "https://notes.openai.azure.com",
            "https://notes.openai.azure.com/",
            "HTTPS://Notes.openai.azure.com/openai",
        ] {
            assert!(is_beginning(name, location), "{name}");
        }
        for name in [
            "notes",
            "https://note",
            "https://notes.openai.azure.com/open",
            "https://notes.openai.azure.com?a=1",
            "http://notes.openai.azure.com",
        ] {
            assert!(!is_beginning(name, location), "{name}");
        }
    }

    #[test]
    fn hosts_are_read_without_port_and_user() {
        assert_eq!(host("https://a@Notes.example.org:8443/x").as_deref(), Some("notes.example.org"));
        assert_eq!(host("notes"), None);
    }
}

//! `ragsql.toml` while a corpus moves to another model: what the steps of `ragsql reembed` change in it.
//!
//! A file is changed line by line, so that what a person wrote around the settings stays; and only where the changed text
//! then reads as it should.

use super::{Embedding, Settings};

/// The sections, as their heads are written.
const EMBEDDING: &str = "[embedding]";
const REEMBEDDING: &str = "[reembedding]";

/// With the model that the corpus moves to. `None` where the text is not understood.
#[must_use]
pub fn begun(text: &str, model: &str, dimensions: u32) -> Option<String> {
    let mut wanted = Settings::parse(text).ok()?;
    let (kept, _) = without(text, REEMBEDDING);
    let gap = if kept.is_empty() { "" } else { "\n" };
    let begun = format!(
        "{}{gap}# The model that the corpus moves to; what is not said here is as in [embedding].\n\
         {REEMBEDDING}\nmodel = {}\ndimensions = {dimensions}\n",
        kept.trim_end().to_owned() + if kept.is_empty() { "" } else { "\n" },
        toml::Value::from(model)
    );
    wanted.reembedding =
        Some(Embedding { model: Some(model.to_owned()), dimensions: Some(dimensions), ..Embedding::default() });
    checked(begun, &wanted)
}

/// With what was the next model as the model. `None` where the text is not understood.
#[must_use]
pub fn ended(text: &str) -> Option<String> {
    let mut wanted = Settings::parse(text).ok()?;
    let next = wanted.reembedding.take()?;
    let (kept, taken) = without(text, REEMBEDDING);
    let keys: Vec<(String, String)> = taken.iter().filter_map(|line| key(line)).collect();
    let ended = with_keys(&kept, &keys);
    wanted.embedding = next.or(&wanted.embedding);
    checked(ended, &wanted)
}

/// Without a next model. `None` where the text is not understood.
#[must_use]
pub fn given_up(text: &str) -> Option<String> {
    let mut wanted = Settings::parse(text).ok()?;
    wanted.reembedding = None;
    checked(without(text, REEMBEDDING).0, &wanted)
}

fn checked(text: String, wanted: &Settings) -> Option<String> {
    (Settings::parse(&text).as_ref() == Ok(wanted)).then_some(text)
}

/// The text without a section and the remark right above it, and the lines of the section.
fn without<'t>(text: &'t str, head: &str) -> (String, Vec<&'t str>) {
    let mut kept: Vec<&str> = Vec::new();
    let mut taken = Vec::new();
    let mut inside = false;
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with('[') {
            inside = line.trim() == head;
            while inside && kept.last().is_some_and(|above| above.starts_with('#')) {
                kept.pop();
            }
        }
        if inside { taken.push(line) } else { kept.push(line) }
    }
    let kept = kept.concat();
    let kept = match kept.trim_end() {
        _ if taken.is_empty() => kept,
        "" => String::new(),
        kept => kept.to_owned() + "\n",
    };
    (kept, taken)
}

/// The key of a line, and the line as it is to stand elsewhere.
fn key(line: &str) -> Option<(String, String)> {
    let (key, _) = line.split_once('=')?;
    Some((key.trim().to_owned(), line.trim_end().to_owned() + "\n"))
}

/// The text with these lines in `[embedding]`, in place of those with the same keys.
fn with_keys(text: &str, keys: &[(String, String)]) -> String {
    let mut with = String::new();
    let mut inside = false;
    let mut found = false;
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with('[') {
            inside = line.trim() == EMBEDDING;
            found |= inside;
            with += line;
            if inside {
                with.extend(keys.iter().map(|(_, line)| line.as_str()));
            }
        } else if !inside || key(line).is_none_or(|(own, _)| keys.iter().all(|(key, _)| *key != own)) {
            with += line;
        }
    }
    if !found {
        with += if with.is_empty() { "" } else { "\n" };
        with += &format!("{EMBEDDING}\n");
        with.extend(keys.iter().map(|(_, line)| line.as_str()));
    }
    with
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEFORE: &str = "# mine\nengine = \"azure\"\n\n[embedding]\nmodel = \"old\" # a remark\ndimensions = 1536\nsource = \"local\"\n\n[variables]\nKEY = {}\n";

    #[test]
    fn a_move_leaves_everything_else_as_it_is() {
        let begun = begun(BEFORE, "it's \"new\"", 1024).expect("it is understood");
        assert!(begun.starts_with(BEFORE) && begun.ends_with("\ndimensions = 1024\n"), "{begun}");
        assert_eq!(given_up(&begun).as_deref(), Some(BEFORE));
        let ended = ended(&begun).expect("it is understood");
        let after = BEFORE
            .replace("model = \"old\" # a remark\ndimensions = 1536\n", "model = 'it''s \"new\"'\ndimensions = 1024\n");
        let settings = Settings::parse(&ended).expect("valid");
        assert_eq!(settings.embedding.model.as_deref(), Some("it's \"new\""));
        assert_eq!(ended.matches('\n').count(), after.matches('\n').count(), "{ended}");
        assert!(ended.contains("source = \"local\"\n\n[variables]\nKEY = {}\n"), "{ended}");
    }

    #[test]
    fn a_file_of_any_shape_is_changed_rightly_or_not_at_all() {
        assert!(begun("", "m", 3).is_some_and(|text| text.ends_with("[reembedding]\nmodel = \"m\"\ndimensions = 3\n")));
        assert_eq!(
            ended(&begun("", "m", 3).expect("a text")).as_deref(),
            Some("[embedding]\nmodel = \"m\"\ndimensions = 3\n")
        );
        assert_eq!(ended("embedding = { model = 'a' }\n[reembedding]\nmodel = 'b'\n"), None);
        assert_eq!(ended("[embedding]\n"), None);
        assert_eq!(begun("reembedding = { model = 'a' }\n", "m", 3), None);
        assert_eq!(begun("not toml", "m", 3), None);
    }
}

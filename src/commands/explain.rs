//! `ragsql explain`: the page of a rule, or what is known of an error number of the server.

use std::fmt::Write;

use serde_json::json;

use super::{Code, Cx, Failure, output};
use crate::cli::Format;
use crate::db;
use crate::lint::{self, Rule};
use crate::refusal::Profile;
use crate::refusal::table::{self, Entry};

/// Shows what there is to say about a rule or a number.
pub fn run(cx: &Cx<'_>, asked: &str) -> Result<Code, Failure> {
    let text = match number(asked) {
        Some(number) => explain_number(cx.format, number)?,
        None => explain_rule(cx.format, asked)?,
    };
    output::write(cx, &text)?;
    Ok(Code::Done)
}

/// `42266`, `Msg 42266`.
fn number(asked: &str) -> Option<u32> {
    let asked = asked.trim();
    let has_word = asked.get(..3).is_some_and(|word| word.eq_ignore_ascii_case("msg"));
    let digits = if has_word { asked[3..].trim() } else { asked };
    digits.parse().ok()
}

fn explain_rule(format: Format, code: &str) -> Result<String, Failure> {
    let rule = lint::rule(code).ok_or_else(|| no_such_rule(code))?;
    Ok(match format {
        Format::Text => rule.docs.to_owned(),
        Format::Json | Format::Jsonl => {
            format!("{:#}\n", json!({ "schema": "ragsql.explain/1", "rule": rule.code, "docs": rule.docs }))
        }
    })
}

fn no_such_rule(code: &str) -> Failure {
    let is_near = |rule: &&&Rule| !code.is_empty() && rule.code.contains(&code.to_ascii_lowercase());
    let near: Vec<&str> = lint::rules().iter().filter(is_near).map(|rule| rule.code).collect();
    let hint = if near.is_empty() { String::new() } else { format!("is it {}? ", near.join(", ")) };
    Failure::usage(format!(
        "there is no rule `{code}`: {hint}`ragsql rules` lists them; a number of the server can be given too"
    ))
}

/// What is known of an error number.
struct Known {
    /// What the server refuses with it.
    refusals: Vec<&'static Entry>,
    /// The rules that tell of it before it happens.
    rules: Vec<&'static Rule>,
    /// What a run that meets it says.
    advice: Option<&'static str>,
    /// What the guarded phase does when it meets it.
    post_load: Option<&'static str>,
}

impl Known {
    fn of(number: u32) -> Self {
        let has_number = |entry: &&Entry| {
            entry.number == number || entry.also.contains(&number) || entry.then.is_some_and(|(then, _)| then == number)
        };
        let refusals: Vec<&'static Entry> = table::rows().filter(has_number).collect();
        let tells = |rule: &&&Rule| {
            refusals.iter().any(|entry| entry.rule == rule.code) || mentions(rule.docs, &number.to_string())
        };
        let rules = lint::rules().iter().filter(tells).copied().collect();
        Self { refusals, rules, advice: db::advice(number), post_load: db::post_load::handling(number) }
    }

    fn is_nothing(&self) -> bool {
        self.refusals.is_empty() && self.rules.is_empty() && self.advice.is_none() && self.post_load.is_none()
    }
}

/// Whether a page names a number of the server.
fn mentions(page: &str, number: &str) -> bool {
    page.split("Msg ").skip(1).any(|rest| {
        let digits = rest.split(|c: char| !c.is_ascii_digit()).next();
        digits == Some(number)
    })
}

fn explain_number(format: Format, number: u32) -> Result<String, Failure> {
    let known = Known::of(number);
    if known.is_nothing() {
        return Err(Failure::usage(format!(
            "ragsql knows nothing of Msg {number}; the server itself says: SELECT text FROM sys.messages WHERE message_id = \
             {number} AND language_id = 1033"
        )));
    }
    Ok(match format {
        Format::Text => text(number, &known),
        Format::Json | Format::Jsonl => format!("{:#}\n", document(number, &known)),
    })
}

/// The wording with `…` for names, and who refuses so.
fn wording(number: u32, entry: &Entry) -> (String, String) {
    let text = entry.then.filter(|(then, _)| *then == number).map_or(entry.text, |(_, text)| text);
    let engines: Vec<&str> = entry.engines.iter().map(|engine: &Profile| engine.as_str()).collect();
    (text.replace("{}", "…"), engines.join(", "))
}

fn text(number: u32, known: &Known) -> String {
    let mut text = format!("# Msg {number}\n");
    for entry in &known.refusals {
        let (words, engines) = wording(number, entry);
        // Writing to a String cannot fail.
        let _ = write!(text, "\n{words}\n(on {engines}; severity {}; the wording is ragsql's)\n", entry.class);
    }
    if let Some(advice) = known.advice {
        let _ = write!(text, "\nWhat to do: {advice}.\n");
    }
    if let Some(handling) = known.post_load {
        let _ = write!(text, "\n`ragsql post-load`: {handling}.\n");
    }
    if !known.rules.is_empty() {
        text += "\nRules that tell it before it happens (`ragsql explain RULE` shows the page):\n";
    }
    for rule in &known.rules {
        let _ = writeln!(text, "  {:<40} {}", rule.code, rule.summary);
    }
    text
}

fn document(number: u32, known: &Known) -> serde_json::Value {
    let refusals = known.refusals.iter().map(|entry| {
        let (words, _) = wording(number, entry);
        let engines: Vec<&str> = entry.engines.iter().map(|engine| engine.as_str()).collect();
        json!({ "text": words, "severity": entry.class, "engines": engines, "rule": entry.rule })
    });
    json!({
        "schema": "ragsql.explain/1",
        "number": number,
        "refusals": refusals.collect::<Vec<_>>(),
        "advice": known.advice,
        "post_load": known.post_load,
        "rules": known.rules.iter().map(|rule| rule.code).collect::<Vec<_>>(),
    })
}

//! Types, sequences, policies, external models, credentials, users and roles.

use super::table::table_type;
use crate::catalog::Principal;
use crate::name::{Ident, Name};
use crate::schema::{
    BlockOperation, Credential, ExternalModel, IndexOption, Policy, Predicate, PredicateKind, Sequence, SqlText,
    UserType,
};
use crate::syntax::ast::ObjectClass;
use crate::syntax::lexer::identifier_text;
use crate::syntax::spell;

/// What stands where a secret belongs, which nothing here ever knows.
const SECRET: &str = "'<secret>'";

/// Options of an external model whose values are words, not strings.
const WORDS: [&str; 2] = ["CREDENTIAL", "MODEL_TYPE"];

/// `CREATE SCHEMA`.
pub(super) fn schema(name: &Ident, owner: Option<&Ident>) -> String {
    let owner = owner.map_or_else(String::new, |owner| format!(" AUTHORIZATION {}", spell::ident(owner)));
    format!("CREATE SCHEMA {}{owner}", spell::ident(name))
}

/// `CREATE TYPE`.
pub(super) fn user_type(name: &Name, definition: &UserType) -> String {
    let definition = match definition {
        UserType::Alias { base, nullable } => {
            let nullable = match nullable {
                Some(true) => " NULL",
                Some(false) => " NOT NULL",
                None => "",
            };
            format!("FROM {}{nullable}", spell::data_type(base))
        }
        UserType::Table(table) => format!("AS TABLE {}", table_type(table)),
        UserType::Clr(external) => format!("EXTERNAL NAME {}", external.as_str()),
    };
    format!("CREATE TYPE {} {definition}", spell::name(name))
}

/// `CREATE SEQUENCE`.
pub(super) fn sequence(name: &Name, sequence: &Sequence) -> String {
    let data_type = sequence.data_type.as_ref().map(|data_type| format!("AS {}", spell::data_type(data_type)));
    let start = sequence.start.as_ref().map(|start| format!("START WITH {start}"));
    let mut lines = vec![format!("CREATE SEQUENCE {}", spell::name(name))];
    lines.extend(data_type.into_iter().chain(start));
    lines.extend(sequence_clauses(sequence));
    lines.join("\n    ")
}

/// The clauses that CREATE and ALTER SEQUENCE share.
pub(super) fn sequence_clauses(sequence: &Sequence) -> Vec<String> {
    let bound = |bound: &Option<Option<Box<str>>>, word: &str| {
        bound.as_ref().map(|bound| bound.as_ref().map_or(format!("NO {word}"), |value| format!("{word} {value}")))
    };
    let mut clauses: Vec<String> = sequence.increment.iter().map(|step| format!("INCREMENT BY {step}")).collect();
    clauses.extend(bound(&sequence.min, "MINVALUE"));
    clauses.extend(bound(&sequence.max, "MAXVALUE"));
    clauses.extend(sequence.cycle.map(|cycle| if cycle { "CYCLE".into() } else { "NO CYCLE".into() }));
    clauses.extend(bound(&sequence.cache, "CACHE"));
    clauses
}

/// CREATE, ALTER or DROP of another object, with what follows its name. Few of them live in schemas.
pub(super) fn other(verb: &str, class: &ObjectClass, name: &Name, definition: &SqlText) -> String {
    let words = class.words().to_uppercase();
    let subject = match &*words {
        "FULLTEXT INDEX" => format!("ON {}", spell::name(name)),
        "XML SCHEMA COLLECTION" => spell::name(name),
        words if name.object.is(words) => String::new(),
        _ => spell::ident(&name.object),
    };
    [verb, &words, &subject, definition.as_str()]
        .iter()
        .filter(|part| !part.is_empty())
        .copied()
        .collect::<Vec<_>>()
        .join(" ")
}

/// `CREATE SYNONYM`; what it stands for is one text when it lives in another database.
pub(super) fn synonym(name: &Name, base: &Name) -> String {
    let base = if base.schema.is_empty() { base.object.as_str().to_owned() } else { spell::name(base) };
    format!("CREATE SYNONYM {} FOR {base}", spell::name(name))
}

/// `CREATE SECURITY POLICY`, a predicate a line.
pub(super) fn policy(name: &Name, policy: &Policy) -> String {
    let predicates: Vec<_> = policy.predicates.iter().map(|one| format!("\n    ADD {}", predicate(one))).collect();
    let on_or_off = |on: bool| if on { "ON" } else { "OFF" };
    let state = policy.state.map(|state| format!("STATE = {}", on_or_off(state)));
    let bound = policy.schema_bound.map(|bound| format!("SCHEMABINDING = {}", on_or_off(bound)));
    let switches: Vec<_> = state.into_iter().chain(bound).collect();
    let mut text = format!("CREATE SECURITY POLICY {}{}", spell::name(name), predicates.join(","));
    if !switches.is_empty() {
        text += &format!("\n    WITH ({})", switches.join(", "));
    }
    if policy.not_for_replication {
        text += "\n    NOT FOR REPLICATION";
    }
    text
}

/// `FILTER PREDICATE f(a) ON t`.
pub(super) fn predicate(predicate: &Predicate) -> String {
    let arguments: Vec<_> = predicate.arguments.iter().map(SqlText::as_str).collect();
    let call = format!("{}({})", spell::name(&predicate.function), arguments.join(", "));
    let place = predicate_place(predicate.kind, &predicate.target, predicate.operation);
    place.replacen("PREDICATE", &format!("PREDICATE {call}"), 1)
}

/// `FILTER PREDICATE ON t`: which predicate it is.
pub(super) fn predicate_place(kind: PredicateKind, target: &Name, operation: Option<BlockOperation>) -> String {
    let kind = match kind {
        PredicateKind::Filter => "FILTER",
        PredicateKind::Block => "BLOCK",
    };
    let operation = match operation {
        None => "",
        Some(BlockOperation::AfterInsert) => " AFTER INSERT",
        Some(BlockOperation::AfterUpdate) => " AFTER UPDATE",
        Some(BlockOperation::BeforeUpdate) => " BEFORE UPDATE",
        Some(BlockOperation::BeforeDelete) => " BEFORE DELETE",
    };
    format!("{kind} PREDICATE ON {}{operation}", spell::name(target))
}

/// `CREATE EXTERNAL MODEL`.
pub(super) fn external_model(name: &Ident, model: &ExternalModel) -> String {
    let owner =
        model.owner.as_ref().map_or_else(String::new, |owner| format!(" AUTHORIZATION {}", spell::ident(owner)));
    format!("CREATE EXTERNAL MODEL {}{owner} WITH ({})", spell::ident(name), model_options(&model.options))
}

/// The options of an external model, an option a line.
pub(super) fn model_options(options: &[IndexOption]) -> String {
    let one = |option: &IndexOption| {
        let value = option.value.as_str();
        let value = match WORDS.contains(&&*option.name) {
            true => spell::ident(&Ident::new(value)),
            false => spell::string(value),
        };
        format!("\n    {} = {value}", option.name)
    };
    format!("{}\n", options.iter().map(one).collect::<Vec<_>>().join(","))
}

/// The identity and the place of the secret; see [`SECRET`].
pub(super) fn credential(verb: &str, name: &Ident, credential: &Credential) -> String {
    let identity = credential.identity.as_ref().map(|identity| format!("IDENTITY = {}", spell::string(identity)));
    let secret = credential.has_secret.then(|| format!("SECRET = {SECRET}"));
    let options: Vec<_> = identity.into_iter().chain(secret).collect();
    format!("{verb} DATABASE SCOPED CREDENTIAL {} WITH {}", spell::ident(name), options.join(", "))
}

/// `CREATE USER`, `CREATE ROLE` or `CREATE APPLICATION ROLE`, and the options that only ALTER takes.
pub(super) fn principal(name: &Ident, principal: &Principal) -> Vec<String> {
    let mut text = format!("CREATE {} {}", principal.class, spell::ident(name));
    let (with, source): (Vec<_>, Vec<_>) = principal.options.iter().partition(|option| assigns(option));
    let (later, with): (Vec<_>, Vec<_>) = with.into_iter().partition(|option| option_word(option) == "LOGIN");
    source.iter().for_each(|clause| text += &format!(" {}", clause.as_str()));
    let mut options: Vec<_> = with.iter().map(|option| option.as_str().to_owned()).collect();
    if &*principal.class == "APPLICATION ROLE" {
        options.push(format!("PASSWORD = {SECRET}"));
    }
    if !options.is_empty() {
        text += &format!(" WITH {}", options.join(", "));
    }
    let mut statements = vec![text];
    statements.extend(later.iter().map(|option| alter_principal(name, principal, &[option.as_str()])));
    statements
}

/// `ALTER USER … WITH …`.
pub(super) fn alter_principal(name: &Ident, principal: &Principal, options: &[&str]) -> String {
    format!("ALTER {} {} WITH {}", principal.class, spell::ident(name), options.join(", "))
}

/// Who owns a role, where that is said.
pub(super) fn owner(principal: &Principal) -> Option<Ident> {
    const WORD: &str = "AUTHORIZATION";
    let clause = principal.options.iter().map(|option| option.as_str());
    let (word, owner) = clause.filter_map(|clause| clause.split_once(char::is_whitespace)).next()?;
    word.eq_ignore_ascii_case(WORD).then(|| Ident::new(identifier_text(owner.trim())))
}

/// Whether a credential or principal holds something that nothing here knows.
pub(super) fn lacks_secret(text: &str) -> bool {
    text.contains(SECRET)
}

/// Whether an option is `name = value`, as those behind WITH are.
pub(super) fn assigns(option: &SqlText) -> bool {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    option.as_str().trim_start_matches(word).trim_start().starts_with('=')
}

/// What an option is about: its text before `=`, upper case.
pub(super) fn option_word(option: &SqlText) -> String {
    option.as_str().split('=').next().unwrap_or_default().trim().to_uppercase()
}

/// `ALTER DATABASE SCOPED CONFIGURATION`.
pub(super) fn configuration(name: &str, value: &str) -> String {
    let (name, secondary) = match name.strip_suffix(" FOR SECONDARY") {
        Some(name) => (name, "FOR SECONDARY "),
        None => (name, ""),
    };
    format!("ALTER DATABASE SCOPED CONFIGURATION {secondary}SET {name} = {value}")
}

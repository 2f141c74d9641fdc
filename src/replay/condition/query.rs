//! `EXISTS (SELECT … FROM sys.…)` and counts of the like: a query on the system's views is turned
//! into what it looks for.

use super::lookup::Wanted;
use super::value::{Value, object_name, value};
use super::view::{Class, View, class_of_code, class_of_property};
use super::{Judge, Truth};
use crate::name::{Ident, Name};
use crate::source::Phase;
use crate::syntax::lexer::{Token, identifier_text};

/// A view in FROM, with the name that it goes by.
struct Source {
    view: View,
    alias: Ident,
}

/// What a column of a view says of what is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Schema,
    SchemaId,
    Object,
    ObjectId,
    Part,
    /// The id of a part that is an object itself: a constraint.
    PartId,
    Class,
    /// What a column of a table is like.
    Property,
    /// It says nothing that would not hold anyway.
    Always,
    Unknown,
}

impl Judge<'_> {
    /// Whether a query has rows.
    pub(super) fn exists(self, tokens: &[Token], depth: usize) -> Truth {
        let Some(query) = self.cut(tokens) else { return Truth::Unknown };
        if query.sources.is_empty() {
            return query.condition.map_or(Truth::True, |condition| self.any_of(condition, depth + 1));
        }
        self.look(&query, depth)
    }

    /// The value of a query of one row and one column.
    pub(super) fn scalar(self, tokens: &[Token], depth: usize) -> Value {
        let Some(query) = self.cut(tokens) else { return Value::Unknown };
        let counts = query.list.first().is_some_and(|word| self.is(word, "COUNT") || self.is(word, "COUNT_BIG"));
        let rows_after_load = self.facts.phase == Phase::PostLoad && counts;
        if rows_after_load && query.sources.len() == 1 && query.sources[0].view == View::Rows {
            return Value::Many;
        }
        match (self.look(&query, depth), counts) {
            (Truth::True, true) => Value::Positive,
            (Truth::False, true) => Value::Int(0),
            (Truth::True, false) if !query.sources.is_empty() => Value::Something,
            (Truth::False, false) => Value::Null,
            _ => Value::Unknown,
        }
    }

    fn look(self, query: &Query<'_>, depth: usize) -> Truth {
        let mut wanted = Wanted::new(query.vague);
        for source in &query.sources {
            wanted.view(&source.view);
        }
        for condition in query.condition.iter().chain(&query.joins) {
            for part in self.split(condition, "AND") {
                self.restrict(part, &query.sources, &mut wanted, depth + 1);
            }
        }
        wanted.look(&self.facts)
    }

    /// What one condition says of what is looked for.
    fn restrict(self, tokens: &[Token], sources: &[Source], wanted: &mut Wanted, depth: usize) {
        if depth > super::MAX_DEPTH {
            wanted.vague = true;
            return;
        }
        if let Some(inner) = self.enclosed(tokens) {
            let parts = self.split(inner, "AND");
            return parts.into_iter().for_each(|part| self.restrict(part, sources, wanted, depth + 1));
        }
        let at = self.position(tokens, |token| self.compares(token));
        let understood = at.is_some_and(|at| {
            let (left, right) = (&tokens[..at], &tokens[at + 1..]);
            let operator = tokens[at].text(self.text).to_uppercase();
            self.restrict_by(left, &operator, right, sources, wanted, depth)
                || (operator == "=" && self.restrict_by(right, "=", left, sources, wanted, depth))
        });
        if !understood {
            match self.one(tokens, depth) {
                Truth::True => {}
                Truth::False => wanted.nothing = true,
                Truth::Unknown => wanted.vague = true,
            }
        }
    }

    /// `column = value`, `column IN (…)`; whether it is understood.
    fn restrict_by(
        self,
        column: &[Token],
        operator: &str,
        right: &[Token],
        sources: &[Source],
        wanted: &mut Wanted,
        depth: usize,
    ) -> bool {
        let Some(role) = self.role(column, sources) else { return self.property(column, right, wanted, depth) };
        let other = self.role(right, sources);
        match (operator, role) {
            (_, Role::Always) => true,
            ("=", Role::ObjectId | Role::SchemaId | Role::PartId) if other.is_some() => true,
            ("=", Role::ObjectId) => self.table_of_id(Some(&right)).is_some_and(|name| wanted.is_object(&name)),
            ("=", Role::PartId) => self.table_of_id(Some(&right)).is_some_and(|name| wanted.is_part(&name)),
            ("=", Role::SchemaId) => self.schema_of_id(right).is_some_and(|name| wanted.is_schema(&name)),
            ("=" | "LIKE", _) => match value(self, right, depth) {
                Value::Text(text) if role == Role::Property && operator == "=" => {
                    self.column_name(column).is_some_and(|name| wanted.has_property(&name, Value::Text(text)))
                }
                Value::Text(text) if operator == "=" || !text.contains('%') => wanted.is(role, &text),
                Value::Int(number) if role == Role::Class => wanted.index_type(number),
                Value::Int(number) if role == Role::Property => {
                    self.column_name(column).is_some_and(|name| wanted.has_property(&name, Value::Int(number)))
                }
                _ => false,
            },
            ("IN", Role::Class) => self.classes(right, wanted, depth),
            _ => false,
        }
    }

    fn classes(self, list: &[Token], wanted: &mut Wanted, depth: usize) -> bool {
        let Some(list) = self.enclosed(list) else { return false };
        let items = self.split_at(list, |token| token.is_symbol(self.text, ","));
        let classes: Option<Vec<Class>> = items
            .into_iter()
            .map(|item| match value(self, item, depth) {
                Value::Text(code) => class_of_code(&code),
                _ => None,
            })
            .collect();
        classes.is_some_and(|classes| wanted.is_one_of(classes))
    }

    /// `OBJECTPROPERTY(id, 'IsUserTable') = 1`, `SCHEMA_NAME(schema_id) = 'x'`, `OBJECT_NAME(object_id) = 'x'`.
    fn property(self, left: &[Token], right: &[Token], wanted: &mut Wanted, depth: usize) -> bool {
        let [function, arguments @ ..] = left else { return false };
        let Some(arguments) = self.enclosed(arguments) else { return false };
        let arguments = self.split_at(arguments, |token| token.is_symbol(self.text, ","));
        let right = value(self, right, depth);
        match (function.text(self.text).to_uppercase().as_str(), arguments.as_slice(), right) {
            ("OBJECTPROPERTY", [_, property], Value::Int(1)) => match value(self, property, depth) {
                Value::Text(property) => {
                    class_of_property(&property).is_some_and(|classes| wanted.is_one_of(classes.to_vec()))
                }
                _ => false,
            },
            ("SCHEMA_NAME" | "OBJECT_SCHEMA_NAME", [_], Value::Text(name)) => wanted.is(Role::Schema, &name),
            ("OBJECT_NAME", [_], Value::Text(name)) => wanted.is(Role::Object, &name),
            _ => false,
        }
    }

    fn schema_of_id(self, tokens: &[Token]) -> Option<Ident> {
        match tokens {
            [one] if one.text(self.text) == "1" => Some(Ident::new(crate::name::DEFAULT_SCHEMA)),
            [function, open, name, close]
                if self.is(function, "SCHEMA_ID")
                    && open.is_symbol(self.text, "(")
                    && close.is_symbol(self.text, ")") =>
            {
                match value(self, std::slice::from_ref(name), 0) {
                    Value::Text(name) => Some(Ident::new(name)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The name of a column, lower case, without its alias.
    fn column_name(self, tokens: &[Token]) -> Option<String> {
        tokens.last().map(|name| identifier_text(name.text(self.text)).to_lowercase())
    }

    /// What a column of the views says; `None` when the tokens are no column.
    fn role(self, tokens: &[Token], sources: &[Source]) -> Option<Role> {
        let is_name = |token: &Token| token.kind.is_name();
        let text = |token: &Token| Ident::new(identifier_text(token.text(self.text)));
        match tokens {
            [column] if is_name(column) => {
                let column = text(column);
                let roles = sources.iter().map(|source| role_of(&source.view, &column));
                Some(roles.max_by_key(|role| *role != Role::Unknown).unwrap_or(Role::Unknown))
            }
            [.., alias, dot, column] if dot.is_symbol(self.text, ".") && is_name(alias) && is_name(column) => {
                let alias = text(alias);
                let source = sources.iter().find(|source| source.alias == alias);
                Some(source.map_or(Role::Unknown, |source| role_of(&source.view, &text(column))))
            }
            _ => None,
        }
    }
}

/// A query, cut into its clauses.
struct Query<'t> {
    list: &'t [Token],
    sources: Vec<Source>,
    condition: Option<&'t [Token]>,
    /// The conditions of its joins.
    joins: Vec<&'t [Token]>,
    /// There is more to it, that can only make the rows fewer.
    vague: bool,
}

impl Judge<'_> {
    /// Cuts a query; `None` when it may have rows whatever the views hold.
    fn cut<'t>(self, tokens: &'t [Token]) -> Option<Query<'t>> {
        let [select, rest @ ..] = tokens else { return None };
        let grows = ["UNION", "EXCEPT", "INTERSECT", "RIGHT", "FULL", "GROUP", "HAVING"];
        let has = |tokens: &[Token], words: &[&str]| {
            self.position(tokens, |token| words.iter().any(|word| self.is(token, word)))
        };
        if !self.is(select, "SELECT") || has(rest, &grows).is_some() {
            return None;
        }
        let end = has(rest, &["ORDER", "OPTION", "FOR"]).unwrap_or(rest.len());
        let rest = &rest[..end];
        let from = has(rest, &["FROM"]).unwrap_or(rest.len());
        let place = has(rest, &["WHERE"]).unwrap_or(rest.len());
        let condition = (place < rest.len()).then(|| &rest[place + 1..]);
        let mut query =
            Query { list: &rest[..from.min(place)], sources: Vec::new(), condition, joins: Vec::new(), vague: false };
        if from < place {
            self.sources(&rest[from + 1..place], &mut query);
        }
        Some(query)
    }

    fn sources<'t>(self, tokens: &'t [Token], query: &mut Query<'t>) {
        let parts = |token: &Token| token.is_symbol(self.text, ",") || self.is(token, "JOIN");
        for piece in self.split_at(tokens, parts) {
            let on = self.position(piece, |token| self.is(token, "ON"));
            let named = &piece[..on.unwrap_or(piece.len())];
            match self.source(named) {
                Some(source) => query.sources.push(source),
                None => query.vague = true,
            }
            if let Some(on) = on {
                let condition = &piece[on + 1..];
                let kinds = ["INNER", "LEFT", "CROSS", "OUTER"];
                let end = self.position(condition, |token| kinds.iter().any(|word| self.is(token, word)));
                query.joins.push(&condition[..end.unwrap_or(condition.len())]);
            }
        }
    }

    /// `[schema.]view [[AS] alias]`.
    fn source(self, tokens: &[Token]) -> Option<Source> {
        let is_name = |token: &Token| token.kind.is_name();
        let text = |token: &Token| identifier_text(token.text(self.text));
        let mut end = 1;
        while tokens.get(end).is_some_and(|dot| dot.is_symbol(self.text, ".")) {
            end += 2;
        }
        let name: Vec<String> = tokens.get(..end)?.iter().filter(|token| is_name(token)).map(text).collect();
        let object = Ident::new(name.last()?);
        let schema = name.len().checked_sub(2).map(|at| Ident::new(&name[at]));
        let after = &tokens[end..];
        let alias = match after {
            [as_word, alias, ..] if self.is(as_word, "AS") && is_name(alias) => Ident::new(text(alias)),
            [alias, ..]
                if is_name(alias) && !["WITH", "INNER", "LEFT", "CROSS"].iter().any(|word| self.is(alias, word)) =>
            {
                Ident::new(text(alias))
            }
            _ => object.clone(),
        };
        Some(Source { view: View::of(schema.as_ref(), &object), alias })
    }
}

/// What a column of a view says.
fn role_of(view: &View, column: &Ident) -> Role {
    let column = column.folded();
    let common = match column {
        "is_ms_shipped" | "is_user_defined" | "table_catalog" | "routine_catalog" | "constraint_catalog" => {
            Role::Always
        }
        "schema_id" | "uid" => Role::SchemaId,
        "table_schema" | "routine_schema" | "sequence_schema" | "constraint_schema" | "schema_name" => Role::Schema,
        "table_name" | "routine_name" | "sequence_name" => Role::Object,
        "column_name" | "constraint_name" | "migrationid" => Role::Part,
        "type" | "xtype" | "type_desc" | "table_type" | "routine_type" => Role::Class,
        _ => Role::Unknown,
    };
    match (view, column) {
        (View::Schemas, "name") => Role::Schema,
        (View::Columns | View::Indexes { .. } | View::Constraints | View::Statistics, "name") => Role::Part,
        (
            View::Columns,
            "is_nullable"
            | "is_identity"
            | "is_computed"
            | "is_sparse"
            | "is_hidden"
            | "data_type"
            | "max_length"
            | "character_maximum_length"
            | "length",
        ) => Role::Property,
        (View::Constraints, "object_id") => Role::PartId,
        (View::Constraints, "parent_object_id") => Role::ObjectId,
        (View::Predicates, "target_object_id") => Role::ObjectId,
        (View::Predicates | View::Temporary(_) | View::Rows, _) => Role::Unknown,
        (View::Types, "is_table_type") | (View::Principals, "type" | "type_desc") => Role::Unknown,
        (_, "object_id" | "id") => Role::ObjectId,
        (_, "name") => Role::Object,
        _ => common,
    }
}

impl Wanted {
    /// That a column has this value; whether that is understood.
    fn is(&mut self, role: Role, text: &str) -> bool {
        let name = Ident::new(text);
        match role {
            Role::Schema => self.is_schema(&name),
            Role::Object => self.is_named(&name),
            Role::Part => self.has_part(&name),
            Role::Class if text.eq_ignore_ascii_case("VECTOR") => self.index_type(8),
            Role::Class => class_of_code(text).is_some_and(|class| self.is_one_of(vec![class])),
            Role::ObjectId | Role::PartId => object_name(text).is_some_and(|name: Name| self.is_object(&name)),
            Role::SchemaId | Role::Property | Role::Always | Role::Unknown => false,
        }
    }
}

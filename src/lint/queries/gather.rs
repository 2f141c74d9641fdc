//! Finds and reads the queries of a statement, and keeps those in the bodies of modules for the end of the
//! history, where their tables have the indexes and policies that they will meet.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::vocabulary::Vocabulary;
use super::{Anchor, Home, Variable, Variables, VectorQuery, purpose};
use crate::catalog::{Catalog, Place, Presence};
use crate::change::Change;
use crate::lint::QueriesRead;
use crate::lint::vectors::vectors;
use crate::name::{Ident, Name};
use crate::replay::{Inside, Step};
use crate::schema::DataType;
use crate::syntax::ast::{Declared, Kind, Statement as Written};
use crate::syntax::lexer::{Token, TokenKind, identifier_text, lex};
use crate::syntax::query::ast::{Expr, ExprKind, Query, Statement};
use crate::syntax::query::{self, ParseError, only_query, walk};
use crate::syntax::tree;
use crate::text::Span;

/// How many SELECTs one statement may hold to be judged: rules look at each of them among the others.
const SELECTS: usize = 500;

/// The queries of a project that concern vectors.
#[derive(Debug, Default)]
pub(in crate::lint) struct Queries {
    vocabulary: Vocabulary,
    /// The variables of the batch at hand: its file and number.
    variables: ((usize, usize), Arc<Variables>),
    /// Those in modules that are there.
    standing: BTreeMap<Name, Vec<Arc<VectorQuery>>>,
    /// How many were read, and which could not be.
    pub(in crate::lint) count: QueriesRead,
}

impl Queries {
    /// Reads the queries of a statement that runs or may run.
    pub(in crate::lint) fn of(&mut self, step: &Step) -> Vec<Arc<VectorQuery>> {
        if !matches!(step.inside, Inside::Direct) {
            return Vec::new();
        }
        self.enter_batch(step);
        self.note_variables(step);
        let anchor = Anchor { file: step.file as u32, span: step.span, exact: true };
        let certain = step.certainty == Presence::Certain;
        let mut reader = Reader { queries: self, anchor, certain, found: Vec::new() };
        reader.statement(step.source.text(), step.statement);
        let found: Vec<_> = reader.found.into_iter().map(Arc::new).collect();
        if let Kind::Module { name, .. } = &step.statement.kind {
            self.standing.insert(name.to_name(), found.clone());
        }
        found
    }

    /// Follows a change: new names, and modules that go.
    pub(in crate::lint) fn follow(&mut self, change: &Change, before: &Catalog, certain: bool) {
        let holds_vectors = |name: &Name| before.table(name).is_some_and(|table| vectors(table).next().is_some());
        self.vocabulary.learn(change, holds_vectors);
        match change {
            Change::DropModule { name, .. } if certain => {
                self.standing.remove(name);
            }
            Change::Rename { from, to, .. } | Change::Transfer { from, to, .. } => {
                if let Some(queries) = self.standing.remove(from) {
                    self.standing.insert(to.clone(), queries);
                }
            }
            _ => {}
        }
    }

    /// Nothing is known but how many there were.
    pub(in crate::lint) fn another_history(self) -> Self {
        Self { count: self.count, ..Self::default() }
    }

    /// The queries in modules that are there in the end.
    pub(in crate::lint) fn standing(&self) -> impl Iterator<Item = &VectorQuery> {
        self.standing.values().flatten().map(|query| &**query)
    }

    fn enter_batch(&mut self, step: &Step) {
        let batch = (step.file, step.batch);
        if self.variables.0 != batch {
            self.variables = (batch, Arc::default());
        }
    }

    fn note_variables(&mut self, step: &Step) {
        let variables = match &step.statement.kind {
            Kind::Declare(_) | Kind::Assign { .. } => Arc::make_mut(&mut self.variables.1),
            _ => return,
        };
        note(variables, step.source.text(), step.statement);
    }
}

/// Reads the statements of one step.
struct Reader<'q> {
    queries: &'q mut Queries,
    anchor: Anchor,
    certain: bool,
    found: Vec<VectorQuery>,
}

impl Reader<'_> {
    /// `text` is what the statement's spans are offsets into.
    fn statement(&mut self, text: &str, statement: &Written) {
        let variables = Arc::clone(&self.queries.variables.1);
        match &statement.kind {
            Kind::Module { .. } => self.module(text, statement),
            _ => self.leaf(text, statement, &Home::Script, &variables),
        }
    }

    fn leaf(&mut self, text: &str, statement: &Written, home: &Home, variables: &Arc<Variables>) {
        match &statement.kind {
            Kind::Dml { .. } => self.query(text, statement.span, home, variables),
            Kind::Assign { value, .. } => self.value(text, *value, home, variables),
            Kind::If { condition, .. } | Kind::While { condition, .. } => self.value(text, *condition, home, variables),
            Kind::Declare(declared) => {
                for value in declared.iter().filter_map(|variable| variable.value) {
                    self.value(text, value, home, variables);
                }
            }
            Kind::Dynamic { text: Some(executed), .. } => self.executed(executed.as_str(), statement.span, home),
            _ => {}
        }
    }

    /// Text that is executed: its places are those of the EXEC.
    fn executed(&mut self, text: &str, exec: Span, home: &Home) {
        if !self.queries.vocabulary.is_in(text) {
            return;
        }
        let span = if self.anchor.exact { exec } else { self.anchor.span };
        let outer = self.anchor;
        self.anchor = Anchor { exact: false, span, ..outer };
        let statements = tree::statements(text, Span::new(0, text.len())).statements;
        let mut variables = Variables::default();
        let leaves = leaves(&statements);
        leaves.iter().for_each(|leaf| note(&mut variables, text, leaf));
        let variables = Arc::new(variables);
        for leaf in leaves {
            match &leaf.kind {
                Kind::Module { .. } => self.module(text, leaf),
                _ => self.leaf(text, leaf, home, &variables),
            }
        }
        self.anchor = outer;
    }

    fn module(&mut self, text: &str, statement: &Written) {
        let Kind::Module { name, module, statements, body_span, .. } = &statement.kind else { return };
        let has_vector = || module.parameters.iter().any(|parameter| parameter.data_type.is_vector());
        if !self.queries.vocabulary.is_in(text.get(body_span.range()).unwrap_or("")) && !has_vector() {
            return;
        }
        let home = Home::Module { name: name.to_name(), kind: module.kind, function: module.function };
        let leaves = leaves(statements);
        let mut variables: Variables = module
            .parameters
            .iter()
            .map(|parameter| {
                let data_type = Some(parameter.data_type.clone());
                (parameter.name.clone(), Variable { data_type, models: Vec::new() })
            })
            .collect();
        leaves.iter().for_each(|leaf| note(&mut variables, text, leaf));
        let variables = Arc::new(variables);
        // What a body does, it does when it is called.
        let outer = std::mem::replace(&mut self.certain, true);
        if let Some(query) = only_query(text, module, *body_span) {
            self.query(text, query, &home, &variables);
        }
        leaves.into_iter().for_each(|leaf| self.leaf(text, leaf, &home, &variables));
        self.certain = outer;
    }

    /// The value of a variable or a condition: a query that yields it, from no table.
    fn value(&mut self, source: &str, span: Span, home: &Home, variables: &Arc<Variables>) {
        self.read(source, span, home, variables, |text| {
            let value = query::expression(text, 0)?;
            let at = value.at;
            Ok(Statement::Query(Box::new(match value.kind {
                ExprKind::Subquery(query) => *query,
                kind => Query::of_value(Expr { at, kind }),
            })))
        });
    }

    fn query(&mut self, source: &str, span: Span, home: &Home, variables: &Arc<Variables>) {
        self.read(source, span, home, variables, |text| query::statement(text, 0));
    }

    fn read(
        &mut self,
        source: &str,
        span: Span,
        home: &Home,
        variables: &Arc<Variables>,
        read: impl Fn(&str) -> Result<Statement, ParseError>,
    ) {
        let is_bulk = |text: &str| text.get(..4).is_some_and(|word| word.eq_ignore_ascii_case("BULK"));
        let text = source
            .get(span.range())
            .filter(|text| (self.queries.vocabulary.is_in(text) || names_vector(text, variables)) && !is_bulk(text));
        let Some(text) = text else { return };
        let anchor = if self.anchor.exact { Anchor { span, ..self.anchor } } else { self.anchor };
        let statement = match read(text) {
            Ok(statement) => statement,
            Err(error) => {
                let place = Place { file: anchor.file, span: anchor.span };
                self.queries.count.not_read.push((place, error.to_string()));
                return;
            }
        };
        let parts = walk::parts(&statement);
        if parts.selects.len() > SELECTS {
            let place = Place { file: anchor.file, span: anchor.span };
            self.queries.count.not_read.push((place, format!("more than {SELECTS} SELECTs in one statement")));
            return;
        }
        let ctes = parts.ctes.iter().map(|cte| cte.name.clone()).collect();
        self.queries.count.read += 1;
        let (home, variables, certain) = (home.clone(), Arc::clone(variables), self.certain);
        let exact_on_purpose = purpose::is_exact(source, span);
        self.found.push(VectorQuery {
            statement,
            home,
            variables,
            certain,
            exact_on_purpose,
            ctes,
            text: text.into(),
            anchor,
        });
    }
}

/// Whether a text names a variable that is a vector.
fn names_vector(text: &str, variables: &Variables) -> bool {
    let mut vectors = variables
        .iter()
        .filter(|(_, variable)| variable.data_type.as_ref().is_some_and(DataType::is_vector))
        .peekable();
    vectors.peek().is_some() && {
        let tokens = lex(text, Span::new(0, text.len())).tokens;
        let named = |name: &Ident, token: &Token| token.kind == TokenKind::Variable && name.is(token.text(text));
        vectors.any(|(name, _)| tokens.iter().any(|token| named(name, token)))
    }
}

/// The statements that hold no others, and those with a condition, in order; text that is executed is one.
fn leaves(statements: &[Written]) -> Vec<&Written> {
    let mut found = Vec::new();
    let mut pending: Vec<&Written> = statements.iter().rev().collect();
    while let Some(statement) = pending.pop() {
        match &statement.kind {
            Kind::Block(_) | Kind::TryCatch { .. } => pending.extend(statement.children().into_iter().rev()),
            Kind::If { .. } | Kind::While { .. } => {
                found.push(statement);
                pending.extend(statement.children().into_iter().rev());
            }
            _ => found.push(statement),
        }
    }
    found
}

/// Notes what a statement says about variables.
fn note(variables: &mut Variables, text: &str, statement: &Written) {
    match &statement.kind {
        Kind::Declare(declared) => {
            for Declared { name, data_type, value, .. } in declared {
                let models = value.map(|value| models(text, value)).unwrap_or_default();
                variables.insert(name.clone(), Variable { data_type: data_type.clone(), models });
            }
        }
        Kind::Assign { variable, value, .. } => {
            let models = models(text, *value);
            variables.entry(variable.clone()).or_default().models.extend(models);
        }
        _ => {}
    }
}

/// The models behind USE MODEL in an expression.
fn models(text: &str, value: Span) -> Vec<Ident> {
    let tokens = lex(text, value).tokens;
    let name = |token: &Token| {
        let is_name = token.kind.is_written_name();
        is_name.then(|| Ident::new(identifier_text(token.text(text))))
    };
    let found = tokens.windows(3).filter(|found| found[0].is_word(text, "USE") && found[1].is_word(text, "MODEL"));
    found.filter_map(|found| name(&found[2])).collect()
}

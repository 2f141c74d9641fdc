//! Cutting: the tokens of a batch into a tree of ranges. It knows where statements end and how they
//! nest, and nothing else of them.

use std::ops::Range;

use super::leaf;
use super::words::Words;
use crate::syntax::lexer::TokenKind;
use crate::syntax::problem::{self, Problem, ProblemKind};

/// How deep blocks, branches and loops may nest. What is deeper stays one opaque statement.
pub(super) const MAX_DEPTH: usize = 200;

/// One statement; ranges are indexes of tokens and never empty where not stated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Node {
    /// A statement with none inside.
    Leaf(Range<usize>),
    /// `BEGIN … END`.
    Block { tokens: Range<usize>, body: Vec<Node> },
    /// `IF condition then [ELSE otherwise]`. The condition may be empty.
    If { tokens: Range<usize>, condition: Range<usize>, then: Box<Node>, otherwise: Option<Box<Node>> },
    /// `WHILE condition body`. The condition may be empty.
    While { tokens: Range<usize>, condition: Range<usize>, body: Box<Node> },
    /// `BEGIN TRY … END CATCH`.
    TryCatch { tokens: Range<usize>, body: Vec<Node>, handler: Vec<Node> },
    /// `CREATE SCHEMA` with statements in it.
    Schema { tokens: Range<usize>, header: Range<usize>, elements: Vec<Node> },
    /// A view, procedure, function or trigger: to the end of the batch.
    Module { tokens: Range<usize>, body_at: usize, body: Vec<Node> },
    /// What makes no statement: an END or ELSE that closes nothing, a branch that is missing.
    Broken(Range<usize>),
}

impl Node {
    /// The tokens of the whole statement.
    pub fn tokens(&self) -> &Range<usize> {
        match self {
            Node::Leaf(tokens) | Node::Broken(tokens) => tokens,
            Node::Block { tokens, .. }
            | Node::If { tokens, .. }
            | Node::While { tokens, .. }
            | Node::TryCatch { tokens, .. }
            | Node::Schema { tokens, .. }
            | Node::Module { tokens, .. } => tokens,
        }
    }
}

/// Cuts all tokens into statements. `depth` is how deep they are nested already.
pub(super) fn cut(words: Words, depth: usize) -> (Vec<Node>, Vec<Problem>) {
    let mut cutter = Cutter { words, at: 0, depth, in_module: false, gave_up: false, problems: Vec::new() };
    let mut nodes = Vec::new();
    while cutter.at < words.tokens.len() {
        nodes.extend(cutter.list());
        if cutter.at < words.tokens.len() {
            nodes.push(cutter.stray());
        }
    }
    (nodes, cutter.problems)
}

struct Cutter<'a> {
    words: Words<'a>,
    at: usize,
    depth: usize,
    in_module: bool,
    /// The rest of the batch was swallowed, so that missing ENDs are no news.
    gave_up: bool,
    problems: Vec<Problem>,
}

impl Cutter<'_> {
    /// Statements up to an END or ELSE that is not theirs, or the end.
    fn list(&mut self) -> Vec<Node> {
        let mut nodes = Vec::new();
        loop {
            self.skip_semicolons();
            if self.is_at_end_of_list() {
                return nodes;
            }
            nodes.push(self.statement());
        }
    }

    fn skip_semicolons(&mut self) {
        while self.words.symbol(self.at) == ";" {
            self.at += 1;
        }
    }

    fn is_at_end_of_list(&self) -> bool {
        match self.words.at(self.at) {
            "END" => self.words.at(self.at + 1) != "CONVERSATION",
            "ELSE" => true,
            _ => self.at >= self.words.tokens.len(),
        }
    }

    /// One statement; there is one at this place.
    fn statement(&mut self) -> Node {
        if self.depth >= MAX_DEPTH {
            return self.too_deep();
        }
        self.depth += 1;
        let node = self.dispatch();
        self.depth -= 1;
        node
    }

    fn dispatch(&mut self) -> Node {
        let start = self.at;
        let (first, second) = (self.words.at(start), self.words.at(start + 1));
        match (first, second) {
            _ if leaf::is_label(self.words, start) => self.leaf(),
            ("BEGIN", "TRAN" | "TRANSACTION" | "DISTRIBUTED" | "DIALOG" | "CONVERSATION") => self.leaf(),
            ("BEGIN", "TRY") => self.try_catch(),
            ("BEGIN", _) => self.block(),
            ("IF", _) => self.branch(),
            ("WHILE", _) => self.repeat(),
            ("CREATE", "SCHEMA") => self.schema(),
            ("CREATE" | "ALTER", _) => match module_header(self.words, start) {
                Some(class) => self.module(class),
                None => self.leaf(),
            },
            _ => self.leaf(),
        }
    }

    fn leaf(&mut self) -> Node {
        let start = self.at;
        self.at = leaf::end(self.words, start);
        self.check_partners(start..self.at);
        Node::Leaf(start..self.at)
    }

    /// `BEGIN … END`, also `BEGIN ATOMIC WITH (…) … END`.
    fn block(&mut self) -> Node {
        let start = self.at;
        self.at += 1;
        if self.words.at(self.at) == "ATOMIC" {
            self.at += 1;
            if self.words.at(self.at) == "WITH" {
                self.at = self.words.after_parenthesis(self.at + 1);
            }
        }
        let body = self.list();
        self.close(start, "");
        Node::Block { tokens: start..self.at, body }
    }

    fn try_catch(&mut self) -> Node {
        let start = self.at;
        self.at += 2;
        let body = self.list();
        self.close(start, "TRY");
        self.skip_semicolons_before("BEGIN", "CATCH");
        let mut handler = Vec::new();
        if self.words.at(self.at) == "BEGIN" && self.words.at(self.at + 1) == "CATCH" {
            let catch = self.at;
            self.at += 2;
            handler = self.list();
            self.close(catch, "CATCH");
        } else {
            self.problem(start, "this BEGIN TRY has no BEGIN CATCH behind its END TRY");
        }
        Node::TryCatch { tokens: start..self.at, body, handler }
    }

    /// Takes the END, with its second word, of the block that opens at `start`.
    fn close(&mut self, start: usize, word: &str) {
        if self.words.at(self.at) == "END" && (word.is_empty() || self.words.at(self.at + 1) == word) {
            self.at += if word.is_empty() { 1 } else { 2 };
        } else {
            self.problem(start, "this BEGIN has no END");
        }
    }

    fn branch(&mut self) -> Node {
        let start = self.at;
        let condition = self.condition();
        let Some(then) = self.inner(start) else { return Node::Broken(start..self.at) };
        let end = self.at;
        self.skip_semicolons_before("ELSE", "");
        if self.words.at(self.at) != "ELSE" {
            self.at = end;
            return Node::If { tokens: start..end, condition, then, otherwise: None };
        }
        self.at += 1;
        let otherwise = self.inner(start);
        Node::If { tokens: start..self.at, condition, then, otherwise }
    }

    fn repeat(&mut self) -> Node {
        let start = self.at;
        let condition = self.condition();
        match self.inner(start) {
            Some(body) => Node::While { tokens: start..self.at, condition, body },
            None => Node::Broken(start..self.at),
        }
    }

    /// The condition behind the word at this place.
    fn condition(&mut self) -> Range<usize> {
        let start = self.at + 1;
        self.at = leaf::condition_end(self.words, start);
        self.check_partners(start..self.at);
        start..self.at
    }

    /// Reports the first parenthesis, or else the first CASE, without its partner.
    fn check_partners(&mut self, tokens: Range<usize>) {
        let mut open = Vec::new();
        for at in tokens.clone() {
            match self.words.symbol(at) {
                "(" => open.push(at),
                ")" if open.pop().is_none() => return self.problem(at, "this `)` closes nothing"),
                _ => {}
            }
        }
        if let Some(at) = open.first() {
            self.problem(*at, "this `(` is not closed");
        } else if let Some(at) = self.open_case(tokens) {
            self.problem(at, "this CASE has no END");
        }
    }

    /// The first CASE that nothing ends.
    fn open_case(&self, mut tokens: Range<usize>) -> Option<usize> {
        // Most statements have none, and the words need not be known for that.
        let first = tokens.find(|at| self.words.text(*at).eq_ignore_ascii_case("CASE"))?;
        let mut open = Vec::new();
        for at in (first..tokens.end).filter(|at| self.words.before(*at) != ".") {
            match self.words.at(at) {
                "CASE" => open.push(at),
                "END" => drop(open.pop()),
                _ => {}
            }
        }
        open.first().copied()
    }

    /// The statement of a branch or loop that starts at `start`, if there is one.
    fn inner(&mut self, start: usize) -> Option<Box<Node>> {
        if self.is_at_end_of_list() || self.words.symbol(self.at) == ";" {
            self.problem(start, &format!("this {} has no statement", self.words.at(start)));
            return None;
        }
        Some(Box::new(self.statement()))
    }

    /// Skips `;` when these words follow.
    fn skip_semicolons_before(&mut self, first: &str, second: &str) {
        let start = self.at;
        self.skip_semicolons();
        let follows = self.words.at(self.at) == first && (second.is_empty() || self.words.at(self.at + 1) == second);
        if !follows {
            self.at = start;
        }
    }

    /// `CREATE SCHEMA name [AUTHORIZATION owner]` and the statements in it.
    fn schema(&mut self) -> Node {
        let start = self.at;
        let mut elements = Vec::new();
        self.at = leaf::end(self.words, start);
        let header = start..self.at;
        while self.is_element() {
            let from = self.at;
            self.at = leaf::end(self.words, from);
            elements.push(self.element(from..self.at));
        }
        Node::Schema { tokens: start..self.at, header, elements }
    }

    fn is_element(&self) -> bool {
        match self.words.at(self.at) {
            "CREATE" => matches!(self.words.at(self.at + 1), "TABLE" | "VIEW"),
            word => matches!(word, "GRANT" | "REVOKE" | "DENY"),
        }
    }

    /// A view in CREATE SCHEMA ends where the next element starts.
    fn element(&self, tokens: Range<usize>) -> Node {
        match module_header(self.words, tokens.start) {
            Some(class) => {
                let body_at = body_start(self.words, class).min(tokens.end);
                Node::Module { tokens, body_at, body: Vec::new() }
            }
            None => Node::Leaf(tokens),
        }
    }

    /// A module from CREATE or ALTER; `class` is the index of VIEW, PROCEDURE, …. No engine takes one
    /// inside another, so the statements of an inner one are not looked at.
    fn module(&mut self, class: usize) -> Node {
        let start = self.at;
        let body_at = body_start(self.words, class);
        let end = self.words.tokens.len();
        self.at = if self.in_module || self.has_no_statements(class, body_at) { end } else { body_at };
        self.in_module = true;
        let mut body = Vec::new();
        while self.at < end {
            body.extend(self.list());
            if self.at < end {
                body.push(self.stray());
            }
        }
        self.gave_up = true;
        Node::Module { tokens: start..end, body_at, body }
    }

    /// A view, an inline function, a module in another language.
    fn has_no_statements(&self, class: usize, body_at: usize) -> bool {
        match (self.words.at(class), self.words.at(body_at)) {
            ("VIEW", _) | (_, "EXTERNAL") => true,
            (class, first) => class == "FUNCTION" && first == "RETURN",
        }
    }

    /// An END or ELSE that closes nothing.
    fn stray(&mut self) -> Node {
        let start = self.at;
        let word = self.words.at(start);
        self.at += if matches!(self.words.at(start + 1), "TRY" | "CATCH") { 2 } else { 1 };
        let partner = if word == "END" { "BEGIN" } else { "IF" };
        self.problem(start, &format!("this {word} belongs to no {partner}"));
        Node::Broken(start..self.at)
    }

    fn too_deep(&mut self) -> Node {
        let rest = self.at..self.words.tokens.len();
        let message = format!("blocks are nested deeper than {MAX_DEPTH}; the rest of the batch is not looked at");
        self.problems.push(Problem::new(ProblemKind::TooDeep, self.words.tokens[self.at].span, message));
        self.gave_up = true;
        self.at = rest.end;
        Node::Broken(rest)
    }

    fn problem(&mut self, at: usize, message: &str) {
        let unterminated = self.words.tokens.last().is_some_and(|token| token.kind == TokenKind::Unterminated);
        if !self.gave_up && !unterminated {
            let span = self.words.tokens[at].span;
            problem::add(&mut self.problems, Problem::new(ProblemKind::Unbalanced, span, message));
        }
    }
}

/// The index of VIEW, PROCEDURE, FUNCTION or TRIGGER in `CREATE [OR ALTER] …` and `ALTER …`.
fn module_header(words: Words, start: usize) -> Option<usize> {
    let mut class = start + 1;
    if words.at(class) == "OR" && words.at(class + 1) == "ALTER" {
        class += 2;
    }
    if words.at(start) == "CREATE" && words.at(class) == "MATERIALIZED" {
        class += 1;
    }
    matches!(words.at(class), "VIEW" | "PROC" | "PROCEDURE" | "FUNCTION" | "TRIGGER").then_some(class)
}

/// The index of the first token of a module's body: after `AS`, or a function's BEGIN, RETURN or
/// EXTERNAL.
fn body_start(words: Words, class: usize) -> usize {
    let is_function = words.at(class) == "FUNCTION";
    let mut at = class + 1;
    while at < words.tokens.len() {
        match words.at(at) {
            "(" => {
                at = words.after_parenthesis(at);
                continue;
            }
            "AS" if is_body_as(words, at) => return at + 1,
            "BEGIN" | "RETURN" | "EXTERNAL" if is_function && words.before(at) != "." => return at,
            _ => {}
        }
        at += 1;
    }
    at
}

/// Not the AS of `@parameter AS type` nor that of `EXECUTE AS`.
fn is_body_as(words: Words, at: usize) -> bool {
    let parameter = at > 0 && words.kind(at - 1) == Some(TokenKind::Variable);
    !parameter && !matches!(words.before(at), "EXEC" | "EXECUTE" | ".")
}

//! A predicate function that lets everything through when the session says nothing.

use std::collections::BTreeMap;

use crate::catalog::{Catalog, Place};
use crate::lint::{BOTH, Check, Findings, Level, Levels, Rule, Watch};
use crate::name::Name;
use crate::replay::{Inside, Step};
use crate::schema::{FunctionKind, Module};
use crate::syntax::ast::Kind;
use crate::syntax::lexer::{Token, TokenKind, lex};
use crate::text::Span;

/// The rule.
pub static RULE: Rule = Rule {
    code: "fail-open-predicate",
    summary: "shows every row to a session without a tenant",
    docs: include_str!("fail_open_predicate.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Watch(|| Box::<Open>::default())],
};

/// The functions that are open, with the place that says so.
#[derive(Default)]
struct Open(BTreeMap<Name, (Place, &'static str)>);

impl Watch for Open {
    fn step(&mut self, step: &Step, _findings: &mut Findings) {
        let Kind::Module { name, module, body_span, .. } = &step.statement.kind else { return };
        if module.function != Some(FunctionKind::Inline) || matches!(step.inside, Inside::Procedure(_)) {
            return;
        }
        let name = name.to_name();
        match opening(step.source.text(), *body_span, module) {
            Some((span, how)) => drop(self.0.insert(name, (Place { file: step.file as u32, span }, how))),
            None => drop(self.0.remove(&name)),
        }
    }

    fn end(&mut self, after: &Catalog, findings: &mut Findings) {
        for (function, (place, how)) in self.0.iter().filter(|(function, _)| after.modules.contains_key(function)) {
            let uses = after.policies.iter().find_map(|(name, entry)| {
                let predicate = entry.definition.predicates.iter().find(|predicate| predicate.function == *function)?;
                let place = entry.predicates_on(&predicate.target).find(|(found, ..)| *found == predicate);
                Some((name, &predicate.target, place.and_then(|(.., place)| place)))
            });
            let Some((policy, table, used)) = uses else { continue };
            findings
                .add(*place, format!("`{function}` shows every row of `{table}` to {how}"))
                .table(table)
                .related(used, format!("the policy `{policy}` uses it here"))
                .help("let the predicate compare and nothing else: a comparison with NULL hides every row");
        }
    }
}

/// What in a body lets everything through, and for whom.
fn opening(text: &str, body: Span, module: &Module) -> Option<(Span, &'static str)> {
    const UNSET: &str = "a session that has not set its tenant";
    let body = Body { text, tokens: lex(text, body).tokens };
    let null_test = || body.null_test().map(|span| (span, UNSET));
    let fallback = || body.fallback(module).map(|span| (span, UNSET));
    let always = || body.is_unconditional().map(|span| (span, "everyone, whatever the session has set"));
    null_test().or_else(fallback).or_else(always)
}

struct Body<'a> {
    text: &'a str,
    tokens: Vec<Token>,
}

impl Body<'_> {
    fn is(&self, at: usize, word: &str) -> bool {
        self.tokens.get(at).is_some_and(|token| token.is_word(self.text, word))
    }

    fn is_symbol(&self, at: usize, symbol: &str) -> bool {
        self.tokens.get(at).is_some_and(|token| token.is_symbol(self.text, symbol))
    }

    /// Where the session's own values are read.
    fn context_reads(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.tokens.len()).filter(|at| {
            (self.is(*at, "SESSION_CONTEXT") || self.is(*at, "CONTEXT_INFO")) && self.is_symbol(at + 1, "(")
        })
    }

    /// `SESSION_CONTEXT(…) IS NULL`, also inside CAST or CONVERT, as one side of an OR.
    fn null_test(&self) -> Option<Span> {
        self.context_reads().find_map(|read| {
            let null = (read..self.tokens.len()).take(24).find(|at| self.is(*at, "IS") && self.is(at + 1, "NULL"))?;
            let between = read + 1..null;
            let joined = between.clone().any(|at| ["AND", "OR", "SELECT"].iter().any(|word| self.is(at, word)));
            let compared = between.clone().any(|at| ["=", "<>", "<", ">"].iter().any(|sign| self.is_symbol(at, sign)));
            let start = self.before_calls(read);
            let is_narrowed = self.is(null + 2, "AND") || (start > 0 && self.is(start - 1, "AND"));
            let is_alternative = !is_narrowed && (self.is_or_before(start) || self.is_or_after(null + 2));
            let span = self.tokens[start].span.to(self.tokens[null + 1].span);
            (!joined && !compared && is_alternative).then_some(span)
        })
    }

    /// Goes back over the calls and parentheses that hold a token: `TRY_CAST(`, `CONVERT(INT,`, `(`.
    fn before_calls(&self, mut at: usize) -> usize {
        while at > 0 {
            let is_call =
                |at: usize| ["CAST", "TRY_CAST", "CONVERT", "TRY_CONVERT"].iter().any(|word| self.is(at, word));
            let opens = self.is_symbol(at - 1, "(") && at >= 2 && is_call(at - 2);
            let after_type = self.is_symbol(at - 1, ",");
            match () {
                () if opens => at -= 2,
                () if after_type => match (0..at).rev().take(8).find(|at| is_call(*at)) {
                    Some(call) => at = call,
                    None => return at,
                },
                () => return at,
            }
        }
        at
    }

    fn is_or_before(&self, mut at: usize) -> bool {
        while at > 0 && self.is_symbol(at - 1, "(") {
            at -= 1;
        }
        at > 0 && self.is(at - 1, "OR")
    }

    fn is_or_after(&self, mut at: usize) -> bool {
        while self.is_symbol(at, ")") {
            at += 1;
        }
        self.is(at, "OR")
    }

    /// `ISNULL(SESSION_CONTEXT(…), @tenant)`: the row's own value stands in for what is missing.
    fn fallback(&self, module: &Module) -> Option<Span> {
        self.context_reads().find_map(|read| {
            let call = (0..read).rev().take(8).find(|at| self.is(*at, "ISNULL") || self.is(*at, "COALESCE"))?;
            let end = self.close_of(call + 1)?;
            let own = (read..end).find(|at| {
                let token = self.tokens[*at];
                let is_own = |name: &str| name.eq_ignore_ascii_case(token.text(self.text));
                token.kind == TokenKind::Variable
                    && module.parameters.iter().any(|parameter| is_own(parameter.name.as_str()))
            });
            own.filter(|_| read < end).map(|_| self.tokens[call].span.to(self.tokens[end].span))
        })
    }

    /// The parenthesis that closes the one at a place.
    fn close_of(&self, open: usize) -> Option<usize> {
        let mut depth = 0_i32;
        (open..self.tokens.len()).find(|at| {
            depth += i32::from(self.is_symbol(*at, "(")) - i32::from(self.is_symbol(*at, ")"));
            depth == 0
        })
    }

    /// A SELECT with neither WHERE nor FROM yields its row for everyone.
    fn is_unconditional(&self) -> Option<Span> {
        let has = |word: &str| (0..self.tokens.len()).any(|at| self.is(at, word));
        let select = (0..self.tokens.len()).find(|at| self.is(*at, "SELECT"))?;
        (!has("WHERE") && !has("FROM")).then(|| self.tokens[select].span)
    }
}

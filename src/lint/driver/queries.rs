//! Judging queries: where they are written, and those in modules once more when the history has ended.

use super::Linter;
use crate::catalog::Catalog;
use crate::lint::Home;
use crate::lint::queries::{QueryCx, VectorQuery};
use crate::lint::rule::{QueryCheck, Rule};
use crate::replay::Step;

impl<'a> Linter<'a> {
    /// Reads the queries of a statement, and judges those that are not left for the end.
    pub(super) fn read_queries(&mut self, step: &Step) {
        for query in self.queries.of(step) {
            let checks = self.of_queries.len();
            (0..checks).for_each(|at| self.judge_query(self.of_queries[at], &query, step.before));
            if query.home == Home::Script {
                let checks = self.of_standing_queries.len();
                (0..checks).for_each(|at| self.judge_query(self.of_standing_queries[at], &query, step.before));
            }
            let cx = self.query_cx(&query, step.before);
            self.watch(step.file, |watch, findings| watch.query(&cx, findings));
        }
    }

    fn judge_query(&mut self, (rule, check): (&'static Rule, QueryCheck), query: &VectorQuery, catalog: &Catalog) {
        let cx = self.query_cx(query, catalog);
        if let Some(mut findings) = self.findings(rule, query.whole().file as usize) {
            check(&cx, &mut findings);
        }
    }

    fn query_cx<'q>(&self, query: &'q VectorQuery, catalog: &'q Catalog) -> QueryCx<'q>
    where
        'a: 'q,
    {
        let path = self.files[query.whole().file as usize].file.path();
        QueryCx { query, catalog, options: self.options, path }
    }

    /// Judges the queries in modules that are there in the end of a history, and forgets them.
    pub(super) fn standing_queries(&mut self, after: &Catalog) {
        let queries = std::mem::take(&mut self.queries);
        for query in queries.standing() {
            let checks = self.of_standing_queries.len();
            (0..checks).for_each(|at| self.judge_query(self.of_standing_queries[at], query, after));
        }
        self.queries = queries.another_history();
    }
}

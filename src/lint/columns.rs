//! Where the columns of tables with vectors are written. The catalog knows the place of a table as a whole.

use std::collections::BTreeMap;

use super::history::ChangeCx;
use super::vectors::vectors;
use crate::catalog::{Entry, Part, Place};
use crate::change::Change;
use crate::name::{Ident, Name};
use crate::replay::Inside;
use crate::schema::Table;
use crate::syntax::lexer::{Token, identifier_text, lex};

/// The places of columns that came with their tables.
#[derive(Debug, Default)]
pub(super) struct ColumnPlaces(BTreeMap<(Name, Ident), Place>);

impl ColumnPlaces {
    /// Follows a change.
    pub(super) fn follow(&mut self, cx: &ChangeCx) {
        let Change::CreateTable { name, table } = cx.change else { return };
        if !matches!(cx.step.inside, Inside::Direct) || vectors(table).next().is_none() {
            return;
        }
        let text = cx.step.source.text();
        let tokens = lex(text, cx.place.span).tokens;
        for start in starts(text, &tokens) {
            let column = Ident::new(identifier_text(start.text(text)));
            self.0.insert((name.clone(), column), Place { span: start.span, ..cx.place });
        }
    }

    /// The place of a column; the table's where the column's is not known.
    pub(super) fn of(&self, name: &Name, entry: &Entry<Table>, column: &Ident) -> Option<Place> {
        let table = entry.place_of(&Part::Column(column.clone()));
        let own = self.0.get(&(name.clone(), column.clone())).copied();
        // A place outside of the table's is one of an earlier table of this name.
        own.filter(|own| table.is_some_and(|table| is_inside(*own, table))).or(table)
    }
}

fn is_inside(inner: Place, outer: Place) -> bool {
    inner.file == outer.file && outer.span.start <= inner.span.start && inner.span.end <= outer.span.end
}

/// The first tokens of the items in a table's parentheses, where they are names.
fn starts<'a>(text: &'a str, tokens: &'a [Token]) -> impl Iterator<Item = Token> {
    let mut depth = 0_usize;
    tokens.windows(2).filter_map(move |pair| {
        let opens = pair[0].is_symbol(text, "(");
        depth += usize::from(opens);
        depth = depth.saturating_sub(usize::from(pair[0].is_symbol(text, ")")));
        let begins = depth == 1 && (opens || pair[0].is_symbol(text, ","));
        let is_name = pair[1].kind.is_written_name();
        (begins && is_name).then_some(pair[1])
    })
}

//! Window functions: OVER, ranking, LAG and LEAD.

use super::aggregate::Over;
use super::typed::Typed;
use super::{Binder, Bound};
use crate::sandbox::value::SqlType;
use crate::syntax::query::ast::Call;

const RANKING: [&str; 10] = [
    "CUME_DIST",
    "DENSE_RANK",
    "FIRST_VALUE",
    "LAG",
    "LAST_VALUE",
    "LEAD",
    "NTILE",
    "PERCENT_RANK",
    "RANK",
    "ROW_NUMBER",
];

/// Whether a name in upper case is that of a function that only stands with OVER.
pub(super) fn is_ranking(name: &str) -> bool {
    RANKING.contains(&name)
}

impl Binder<'_> {
    /// The OVER clause of a call.
    pub(super) fn over(&mut self, call: &Call) -> Bound<Over> {
        let mut part = Typed::new(String::new(), SqlType::Int, false);
        let Some(window) = &call.over else { return Ok(Over { text: String::new(), part }) };
        let mut clauses = Vec::new();
        let mut keys = Vec::new();
        for partition in &window.partition {
            let value = self.scalar(partition)?;
            self.sortable(&value, partition.at)?;
            part.absorb(&value);
            keys.push(value.key());
        }
        if !keys.is_empty() {
            clauses.push(format!("PARTITION BY {}", keys.join(", ")));
        }
        let mut order = Vec::new();
        for item in &window.order {
            let value = self.scalar(&item.value)?;
            order.push(self.sort_key(&value, item.descending, item.value.at)?);
            part.absorb(&value);
        }
        if !order.is_empty() {
            clauses.push(format!("ORDER BY {}", order.join(", ")));
        }
        clauses.extend(window.frame.clone());
        Ok(Over { text: format!(" OVER ({})", clauses.join(" ")), part })
    }

    pub(super) fn ranking(&mut self, name: &str, call: &Call, at: usize) -> Bound<Typed> {
        let Some(window) = &call.over else {
            return self.error(10753, format!("The function '{name}' must have an OVER clause."), at);
        };
        if window.order.is_empty() {
            return self.error(4112, format!("The function '{name}' must have an OVER clause with ORDER BY."), at);
        }
        self.check_place(true, at)?;
        let over = self.over(call)?;
        let function = name.to_lowercase();
        let mut typed = match name {
            "ROW_NUMBER" | "RANK" | "DENSE_RANK" => over.wrap(format!("{function}()"), SqlType::BigInt, false),
            "PERCENT_RANK" | "CUME_DIST" => over.wrap(format!("{function}()"), SqlType::Float, false),
            "NTILE" => {
                let [tiles] = call.arguments.as_slice() else { return self.wrong_count(call, "1", at) };
                let tiles = self.scalar(tiles)?;
                let tiles = self.implicit(tiles, SqlType::BigInt, at)?;
                over.wrap(format!("ntile({})", tiles.sql), SqlType::BigInt, false).with(&tiles)
            }
            _ => self.neighbour(name, call, &over, at)?,
        };
        typed.window = true;
        Ok(typed)
    }

    /// LAG, LEAD, FIRST_VALUE, LAST_VALUE: a value of another row.
    fn neighbour(&mut self, name: &str, call: &Call, over: &Over, at: usize) -> Bound<Typed> {
        let most = if matches!(name, "LAG" | "LEAD") { 3 } else { 1 };
        let Some((first, rest)) = call.arguments.split_first().filter(|(_, rest)| rest.len() < most) else {
            return self.wrong_count(call, &most.to_string(), at);
        };
        let value = self.scalar(first)?;
        let mut parts = vec![value.clone()];
        for (index, argument) in rest.iter().enumerate() {
            let part = self.scalar(argument)?;
            let wanted = if index == 0 { SqlType::BigInt } else { value.data_type };
            parts.push(self.implicit(part, wanted, at)?);
        }
        let texts: Vec<&str> = parts.iter().map(|part| part.sql.as_str()).collect();
        let call = format!("{}({})", name.to_lowercase(), texts.join(", "));
        let mut typed = over.wrap(call, value.data_type, true);
        for part in &parts {
            typed.absorb(part);
        }
        Ok(Typed { collation: value.collation, ..typed })
    }

    /// What cannot be sorted: vectors (Msg 42213), xml (Msg 305), json.
    pub(super) fn sortable(&self, value: &Typed, at: usize) -> Bound<()> {
        match value.data_type {
            _ if value.is_null() => Ok(()),
            SqlType::Vector { .. } => self.error(
                42213,
                "The vector data type cannot be compared or sorted, except when using the IS NULL operator.",
                at,
            ),
            SqlType::Xml | SqlType::Json => self.error(
                305,
                format!(
                    "The {} data type cannot be compared or sorted, except when using the IS NULL operator.",
                    value.data_type
                ),
                at,
            ),
            _ => Ok(()),
        }
    }

    /// An ORDER BY item in SQLite.
    pub(super) fn sort_key(&self, value: &Typed, descending: bool, at: usize) -> Bound<String> {
        self.sortable(value, at)?;
        Ok(format!("{}{}", value.key(), if descending { " DESC" } else { "" }))
    }
}

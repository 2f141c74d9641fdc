//! Scalar expressions.

use super::coerce::convert_call;
use super::typed::{Collated, Constant, Typed};
use super::{Binder, Bound};
use crate::name::{Ident, Name};
use crate::sandbox::collation::Collation;
use crate::sandbox::query::physical;
use crate::sandbox::value::{SqlType, decimal, text};
use crate::schema::DataType;
use crate::syntax::query::ast::{Expr, ExprKind, Query, UnaryOp};

impl Binder<'_> {
    /// A value. A condition here is an error, as T-SQL has no boolean values.
    pub(in crate::sandbox::query) fn scalar(&mut self, expr: &Expr) -> Bound<Typed> {
        let typed = self.deeper(1, |binder| binder.scalar_inner(expr))?;
        Ok(self.without_keys(typed))
    }

    /// An expression that GROUP BY has takes its columns out of Msg 8120's sight.
    fn without_keys(&mut self, mut typed: Typed) -> Typed {
        if let Some(frame) = self.frames.last()
            && !typed.uses.is_empty()
            && frame.keys.contains(&typed.sql)
        {
            typed.uses.retain(|used| used.frame != frame.id);
        }
        typed
    }

    fn scalar_inner(&mut self, expr: &Expr) -> Bound<Typed> {
        let at = expr.at;
        match &expr.kind {
            ExprKind::Null => Ok(Typed::null()),
            ExprKind::Number(written) => self.number(written, at),
            ExprKind::Text { text, national } => self.text_literal(text, *national),
            ExprKind::Binary(bytes) => {
                let length = u16::try_from(bytes.len()).ok().filter(|n| *n <= 8000).map(|n| n.max(1));
                Ok(Typed::new(physical::blob(bytes), SqlType::VarBinary(length), false))
            }
            ExprKind::Column(parts) => self.column(parts, at),
            ExprKind::Variable(name) => self.variable(name, at),
            ExprKind::Unary(operator, inner) => self.unary(*operator, inner, at),
            ExprKind::Chain(first, rest) => self.chain(first, rest),
            ExprKind::Collate(inner, name) => self.collate(inner, name, at),
            ExprKind::Case { operand, whens, otherwise } => {
                self.case(operand.as_deref(), whens, otherwise.as_deref(), at)
            }
            ExprKind::Call(call) => self.call(call, at),
            ExprKind::Cast { value, data_type, style, lenient } => {
                self.cast_to(value, data_type, style.as_deref(), *lenient, at)
            }
            ExprKind::Subquery(query) => self.scalar_subquery(query, at),
            ExprKind::NextValue(parts) => self.next_value(parts, at),
            ExprKind::Other(what) => self.unknown(what, at),
            ExprKind::Default => self.error(156, "Incorrect syntax near the keyword 'DEFAULT'.", at),
            _ => self.error(
                4145,
                "A condition stands where a value is expected. T-SQL has no boolean values; use CASE WHEN … THEN 1 ELSE 0 END.",
                at,
            ),
        }
    }

    /// `12` is int, more than that numeric; `1.5` numeric, `1e3` float, `$1` money.
    fn number(&mut self, written: &str, at: usize) -> Bound<Typed> {
        if let Some(amount) = written.strip_prefix('$') {
            let Some((units, scale)) = decimal::parse(if amount.is_empty() { "0" } else { amount }) else {
                return self.error(102, format!("Incorrect syntax near '{written}'."), at);
            };
            let units = self.placed(decimal::fit(units, scale, 19, 4), at)?;
            let sql = physical::blob(&decimal::encode(units));
            return Ok(Typed { constant: Constant::Exact(units, 4), ..Typed::new(sql, SqlType::Money, false) });
        }
        if let Ok(number) = written.parse::<i32>() {
            let typed = Typed::new(number.to_string(), SqlType::Int, false);
            return Ok(Typed { constant: Constant::Int(i64::from(number)), ..typed });
        }
        if written.contains(['e', 'E']) {
            let spelled = if written.ends_with(['e', 'E']) { format!("{written}0") } else { written.to_owned() };
            return match spelled.parse::<f64>() {
                Ok(number) if number.is_finite() => Ok(Typed::new(format!("{number:?}"), SqlType::Float, false)),
                _ => self.error(
                    168,
                    format!(
                        "The floating point value '{written}' is out of the range of computer representation (8 bytes)."
                    ),
                    at,
                ),
            };
        }
        match decimal::parse(written) {
            Some((units, scale)) => Ok(exact_literal(units, scale)),
            None => self.error(
                1007,
                format!(
                    "The number '{written}' is out of the range for numeric representation (maximum precision 38)."
                ),
                at,
            ),
        }
    }

    fn text_literal(&mut self, written: &str, national: bool) -> Bound<Typed> {
        let written = if national { written.to_owned() } else { text::narrow(written.to_owned()) };
        let most = if national { 4000 } else { 8000 };
        let length = u16::try_from(text::units(&written).max(1)).ok().filter(|n| *n <= most);
        let data_type = if national { SqlType::NVarChar(length) } else { SqlType::VarChar(length) };
        Ok(Typed { constant: Constant::Text, ..Typed::new(physical::literal(&written), data_type, false) })
    }

    /// `@x` (Msg 137 for one that is not declared); inside an inline function, its argument.
    pub(super) fn variable(&mut self, name: &Ident, at: usize) -> Bound<Typed> {
        if let Some(value) = self.arguments.get(name).or_else(|| self.assigned.get(name)) {
            return Ok(value.clone());
        }
        let Some(data_type) = self.scope.environment.variable(name) else {
            let text = format!("Must declare the scalar variable \"{}\".", name.as_str());
            return Err(self.fail(crate::sandbox::error::SqlError::new(137, text).class(15).state(2), at));
        };
        let sql = if self.live.contains(name) {
            self.live_read = true;
            format!("t_variable({})", physical::literal(name.folded()))
        } else {
            self.parameter(name)
        };
        Ok(Typed::new(sql, data_type, true))
    }

    fn unary(&mut self, operator: UnaryOp, inner: &Expr, at: usize) -> Bound<Typed> {
        let value = self.scalar(inner)?;
        if operator == UnaryOp::BitNot {
            if !value.data_type.is_integer() && !value.is_null() {
                return self.invalid_operand(value.data_type, "'~'", at);
            }
            let sql = if value.data_type == SqlType::Bit {
                format!("(1 - {})", value.sql)
            } else {
                format!("(~{})", value.sql)
            };
            let wide = self.checked(sql, value.data_type);
            return Ok(value.rewritten(wide));
        }
        match (value.constant, value.data_type) {
            (Constant::Null, _) => Ok(value),
            (Constant::Int(number), _) => {
                let negative = Typed { sql: format!("({})", -number), constant: Constant::Int(-number), ..value };
                Ok(negative)
            }
            (Constant::Exact(units, scale), SqlType::Decimal { .. }) => Ok(exact_literal(-units, scale)),
            (_, data_type) if data_type.is_integer() => {
                let sql = self.checked(format!("(-{})", value.sql), data_type);
                Ok(value.rewritten(sql))
            }
            (_, SqlType::Real | SqlType::Float) => Ok(value.rewritten(format!("(-{})", value.sql))),
            (_, data_type) if data_type.exact().is_some() => Ok(value.rewritten(format!("t_negate({})", value.sql))),
            (_, data_type) if data_type.is_text() => {
                let number = self.implicit(value, SqlType::Int, at)?;
                Ok(number.rewritten(format!("(-{})", number.sql)))
            }
            (_, data_type) => self.invalid_operand(data_type, "minus", at),
        }
    }

    /// Msg 8117.
    pub(super) fn invalid_operand<T>(&self, data_type: SqlType, operator: &str, at: usize) -> Bound<T> {
        let text = format!("Operand data type {} is invalid for {operator} operator.", data_type.describe());
        self.error(8117, text, at)
    }

    fn collate(&mut self, inner: &Expr, name: &Ident, at: usize) -> Bound<Typed> {
        let value = self.scalar(inner)?;
        self.placed(Collation::of(name), at)?;
        if !value.data_type.is_text() && !value.is_null() {
            let text = format!("Expression type {} is invalid for COLLATE clause.", value.data_type.describe());
            return self.error(447, text, at);
        }
        let name = if name.is("database_default") || name.is("catalog_default") {
            Ident::new(crate::sandbox::collation::DATABASE_COLLATION)
        } else {
            name.clone()
        };
        let data_type = if value.is_null() { SqlType::NVarChar(Some(1)) } else { value.data_type };
        Ok(Typed { collation: Collated::Explicit(name), data_type, ..value })
    }

    fn cast_to(
        &mut self,
        value: &Expr,
        data_type: &DataType,
        style: Option<&Expr>,
        lenient: bool,
        at: usize,
    ) -> Bound<Typed> {
        let value = self.scalar(value)?;
        let to = self.type_of_cast(data_type, at)?;
        let style = match style {
            Some(style) => {
                let style = self.scalar(style)?;
                Some(self.implicit(style, SqlType::Int, at)?)
            }
            None => None,
        };
        // From here on a NULL has a type.
        let plain = Typed { constant: Constant::None, ..self.cast(value.clone(), to, at)? };
        if style.is_none() && (!lenient || plain.sql == value.sql) {
            return Ok(plain);
        }
        let function = if lenient { "t_try_convert" } else { "t_convert" };
        let call = convert_call(function, &value, to);
        let mut sql = call;
        let mut typed = plain.clone();
        if let Some(style) = style {
            sql = format!("{}, {})", &sql[..sql.len() - 1], style.sql);
            typed.absorb(&style);
        }
        typed.nullable |= lenient;
        Ok(typed.rewritten(sql))
    }

    /// A length that CAST leaves out is 30.
    fn type_of_cast(&mut self, data_type: &DataType, at: usize) -> Bound<SqlType> {
        if let DataType::System { name, args } = data_type
            && args.is_empty()
            && ["char", "varchar", "nchar", "nvarchar", "binary", "varbinary"].contains(&&**name)
        {
            let sized = DataType::System { name: name.clone(), args: vec!["30".into()] };
            return self.placed(SqlType::of(&sized, self.scope.catalog), at);
        }
        self.placed(SqlType::of(data_type, self.scope.catalog), at)
    }

    /// `(SELECT …)`: one column (Msg 116), at most one row (Msg 512 when it runs).
    fn scalar_subquery(&mut self, query: &Query, at: usize) -> Bound<Typed> {
        let relation = self.subquery(query)?;
        let [column] = relation.columns.as_slice() else {
            let text = "Only one expression can be specified in the select list when the subquery is not introduced with EXISTS.";
            return self.error(116, text, at);
        };
        let sql = if relation.single_row {
            format!("({})", relation.sql)
        } else {
            format!("(SELECT t_single(\"c0\") FROM ({}))", relation.sql)
        };
        let mut typed = Typed::new(sql, column.data_type, true);
        typed.collation = column.collation.clone();
        typed.json = column.json;
        typed.uses.clone_from(&relation.uses);
        Ok(typed)
    }

    fn next_value(&mut self, parts: &[Ident], at: usize) -> Bound<Typed> {
        let name = self.object_name(parts, at)?;
        let name = self.scope.catalog.resolve(&name);
        let Some(sequence) = self.scope.catalog.sequences.get(&name) else {
            return self.error(208, format!("Invalid object name '{}'.", shown(parts)), at);
        };
        let data_type = match &sequence.definition.data_type {
            Some(data_type) => self.placed(SqlType::of(data_type, self.scope.catalog), at)?,
            None => SqlType::BigInt,
        };
        let call = format!("t_next_value({})", physical::literal(&physical::table_text(&name)));
        let whole = Typed::new(call, SqlType::BigInt, false);
        if data_type.is_integer() { Ok(Typed { data_type, ..whole }) } else { self.implicit(whole, data_type, at) }
    }

    /// Schema and object of a name in this database (Msg 40515 for others).
    pub(in crate::sandbox::query) fn object_name(&self, parts: &[Ident], at: usize) -> Bound<Name> {
        let object = parts.last().cloned().unwrap_or_default();
        let schema = parts.len().checked_sub(2).map(|at| parts[at].clone()).filter(|schema| !schema.is_empty());
        let foreign = parts.len() > 3 || parts.len() == 3 && !parts[0].is(self.scope.database) && !parts[0].is_empty();
        if foreign && !parts[0].is("tempdb") {
            let text = format!(
                "Reference to database and/or server name in '{}' is not supported in this version of SQL Server.",
                shown(parts)
            );
            return self.error(40515, text, at);
        }
        Ok(Name { schema: schema.unwrap_or_else(|| Ident::new(crate::name::DEFAULT_SCHEMA)), object })
    }
}

/// A name as error texts have it.
pub(super) fn shown(parts: &[Ident]) -> String {
    parts.iter().map(Ident::as_str).collect::<Vec<_>>().join(".")
}

/// A literal with a point.
pub(super) fn exact_literal(units: i128, scale: u8) -> Typed {
    let digits = units.unsigned_abs().max(1).ilog10() as u8 + 1;
    let data_type = SqlType::Decimal { precision: digits.max(scale).max(1), scale };
    let sql = physical::blob(&decimal::encode(units));
    Typed { constant: Constant::Exact(units, scale), ..Typed::new(sql, data_type, false) }
}

//! Functions that yield rows: OPENJSON, STRING_SPLIT, GENERATE_SERIES, AI_GENERATE_CHUNKS.
//!
//! A function of SQLite makes a JSON array of packed rows, `json_each` takes it apart, so that the
//! arguments may come from the sources before it.

use super::coerce::common;
use super::frame::{BoundSource, SourceColumn};
use super::typed::{Collated, Use};
use super::{Binder, Bound, Typed};
use crate::name::Ident;
use crate::sandbox::query::physical;
use crate::sandbox::value::SqlType;
use crate::syntax::query::ast::{CompareOp, Expr, ExprKind, Source, WithColumn};

/// The functions of the engine that yield rows here.
const ROWSETS: [&str; 4] = ["AI_GENERATE_CHUNKS", "GENERATE_SERIES", "OPENJSON", "STRING_SPLIT"];

/// Columns of rows that a function makes: name, type, the text of the value in a row.
struct Rows {
    call: String,
    columns: Vec<(Ident, Typed)>,
}

impl Binder<'_> {
    pub(super) fn function_source(
        &mut self,
        source: &Source,
        name: &[Ident],
        arguments: &[Expr],
        with: &[WithColumn],
        apply: bool,
        uses: &mut Vec<Use>,
    ) -> Bound<String> {
        let at = source.at;
        let function = name[0].as_str().to_ascii_uppercase();
        if name.len() > 1 || !ROWSETS.contains(&function.as_str()) {
            if name.len() == 1 && self.existing_object(name, at).is_err() {
                return self.unknown(format!("The table-valued function {function}"), at);
            }
            return self.inline_function(source, name, arguments, apply, uses);
        }
        let alias = self.alias();
        let rows = self.hiding(!apply, |binder| match function.as_str() {
            "OPENJSON" => binder.open_json(arguments, with, &alias, uses, at),
            "STRING_SPLIT" => binder.string_split(arguments, &alias, uses, at),
            "GENERATE_SERIES" => binder.series(arguments, &alias, uses, at),
            _ => binder.chunks(arguments, &alias, uses, at),
        })?;
        let mut columns: Vec<SourceColumn> = rows
            .columns
            .into_iter()
            .map(|(name, value)| SourceColumn { name, value, hidden: false, base: None })
            .collect();
        for (column, name) in columns.iter_mut().zip(&source.columns) {
            column.name = name.clone();
        }
        let name = source.alias.clone().unwrap_or_else(|| name[0].clone());
        self.add_source(BoundSource { name, full: None, columns, base: None, row: None }, at)?;
        Ok(format!("json_each({}) AS {alias}", rows.call))
    }

    fn open_json(
        &mut self,
        arguments: &[Expr],
        with: &[WithColumn],
        alias: &str,
        uses: &mut Vec<Use>,
        at: usize,
    ) -> Bound<Rows> {
        let (document, path) = match arguments {
            [document] => (document, None),
            [document, path] => (document, Some(path)),
            _ => return self.error(174, "The openjson function requires 1 to 2 argument(s).", at),
        };
        let document = self.text_operand(document)?;
        uses.extend(document.uses.iter().cloned());
        let path = match path {
            Some(path) => {
                let path = self.text_operand(path)?;
                uses.extend(path.uses.iter().cloned());
                path.sql
            }
            None => "'$'".to_owned(),
        };
        if with.is_empty() {
            let binary = Collated::Implicit(Ident::new("Latin1_General_BIN2"));
            let columns = vec![
                text_field("key", alias, 0, SqlType::NVarChar(Some(4000)), binary.clone()),
                text_field("value", alias, 1, SqlType::NVarChar(None), Collated::Default),
                (Ident::new("type"), Typed::new(field(alias, 2), SqlType::TinyInt, false)),
            ];
            return Ok(Rows { call: format!("t_openjson({}, {path})", document.sql), columns });
        }
        let columns = with.iter().map(|column| self.json_column(column, alias, at)).collect::<Bound<_>>()?;
        Ok(Rows { call: format!("t_openjson_rows({}, {path})", document.sql), columns })
    }

    /// `name type 'path' [AS JSON]`: a value of the row's JSON.
    fn json_column(&mut self, column: &WithColumn, alias: &str, at: usize) -> Bound<(Ident, Typed)> {
        let data_type = self.placed(SqlType::of(&column.data_type, self.scope.catalog), at)?;
        let path = column.path.clone().unwrap_or_else(|| format!("$.\"{}\"", column.name.as_str()));
        let row = field(alias, 0);
        let path = physical::literal(&path);
        let json = column.as_json || data_type == SqlType::Json;
        if column.as_json && data_type != SqlType::NVarChar(None) && data_type != SqlType::Json {
            let text = "AS JSON option can be specified only for column of nvarchar(max) type in WITH clause.";
            return self.error(13618, text, at);
        }
        let function = if json { "t_json_query" } else { "t_json_scalar" };
        let value = Typed::new(format!("{function}({row}, {path})"), SqlType::NVarChar(None), true);
        let mut value = self.as_assigned(value, data_type, at)?;
        value.json = json;
        Ok((column.name.clone(), value))
    }

    fn string_split(&mut self, arguments: &[Expr], alias: &str, uses: &mut Vec<Use>, at: usize) -> Bound<Rows> {
        let (input, separator, ordinal) = match arguments {
            [input, separator] => (input, separator, false),
            [input, separator, flag] => (input, separator, self.is_one(flag)?),
            _ => return self.error(189, "The string_split function requires 2 to 3 arguments.", at),
        };
        let (input, separator) = (self.text_operand(input)?, self.text_operand(separator)?);
        uses.extend(input.uses.iter().chain(&separator.uses).cloned());
        let data_type = super::call::variable_length(input.data_type);
        let mut columns = vec![text_field("value", alias, 0, data_type, input.collation.clone())];
        if ordinal {
            columns.push((Ident::new("ordinal"), Typed::new(field(alias, 1), SqlType::BigInt, false)));
        }
        Ok(Rows { call: format!("t_string_split({}, {})", input.sql, separator.sql), columns })
    }

    /// A flag that decides about columns is a literal.
    fn is_one(&mut self, flag: &Expr) -> Bound<bool> {
        match &flag.kind {
            ExprKind::Number(number) => Ok(number == "1"),
            ExprKind::Null => Ok(false),
            _ => self.unknown("A flag of STRING_SPLIT that is no literal", flag.at),
        }
    }

    fn series(&mut self, arguments: &[Expr], alias: &str, uses: &mut Vec<Use>, at: usize) -> Bound<Rows> {
        if !(2..=3).contains(&arguments.len()) {
            return self.error(189, "The GENERATE_SERIES function requires 2 to 3 arguments.", at);
        }
        let values = arguments.iter().map(|value| self.scalar(value)).collect::<Bound<Vec<_>>>()?;
        let data_type = values[1..].iter().fold(values[0].data_type, |so_far, value| {
            common(&Typed { data_type: so_far, ..values[0].clone() }, value)
        });
        if !data_type.is_integer() || data_type == SqlType::Bit {
            return self.unknown(format!("GENERATE_SERIES of {data_type}"), at);
        }
        let texts: Vec<&str> = values.iter().map(|value| value.sql.as_str()).collect();
        uses.extend(values.iter().flat_map(|value| value.uses.iter().cloned()));
        let columns = vec![(Ident::new("value"), Typed::new(field(alias, 0), data_type, false))];
        Ok(Rows { call: format!("t_generate_series({})", texts.join(", ")), columns })
    }

    /// `AI_GENERATE_CHUNKS(source = …, chunk_type = FIXED, chunk_size = n, overlap = p, enable_chunk_set_id = 1)`.
    fn chunks(&mut self, arguments: &[Expr], alias: &str, uses: &mut Vec<Use>, at: usize) -> Bound<Rows> {
        let mut source = None;
        let (mut size, mut overlap, mut with_id) = (None, "0".to_owned(), false);
        for argument in arguments {
            let (name, value) = self.named_argument(argument)?;
            match name.as_str() {
                "source" => source = Some(self.text_operand(value)?),
                "chunk_type" => self.fixed(value)?,
                "chunk_size" => size = Some(self.integer_argument(value, uses)?),
                "overlap" => overlap = self.integer_argument(value, uses)?,
                "enable_chunk_set_id" => with_id = self.is_one(value)?,
                _ => return self.error(102, format!("Incorrect syntax near '{name}'."), argument.at),
            }
        }
        let (Some(source), Some(size)) = (source, size) else {
            return self.error(102, "AI_GENERATE_CHUNKS needs source, chunk_type and chunk_size.", at);
        };
        uses.extend(source.uses.iter().cloned());
        let data_type = super::call::variable_length(source.data_type);
        let int = |name: &str, index| (Ident::new(name), Typed::new(field(alias, index), SqlType::Int, false));
        let mut columns = vec![
            text_field("chunk", alias, 0, data_type, source.collation.clone()),
            int("chunk_order", 1),
            int("chunk_offset", 2),
            int("chunk_length", 3),
        ];
        if with_id {
            columns.push(int("chunk_set_id", 4));
        }
        Ok(Rows { call: format!("t_ai_generate_chunks({}, {size}, {overlap})", source.sql), columns })
    }

    fn named_argument<'e>(&mut self, argument: &'e Expr) -> Bound<(String, &'e Expr)> {
        if let ExprKind::Compare(CompareOp::Equal, name, value) = &argument.kind
            && let ExprKind::Column(parts) = &name.kind
            && let [name] = parts.as_slice()
        {
            return Ok((name.folded().to_owned(), value));
        }
        self.error(102, "Incorrect syntax: AI_GENERATE_CHUNKS takes its arguments by name.", argument.at)
    }

    /// `FIXED` without quotes; in quotes it is Msg 102.
    fn fixed(&mut self, value: &Expr) -> Bound<()> {
        match &value.kind {
            ExprKind::Column(parts) if parts.len() == 1 && parts[0].is("fixed") => Ok(()),
            _ => {
                self.error(102, "Incorrect syntax near the value of chunk_type: it is FIXED, without quotes.", value.at)
            }
        }
    }

    fn integer_argument(&mut self, value: &Expr, uses: &mut Vec<Use>) -> Bound<String> {
        let bound = self.scalar(value)?;
        let bound = self.implicit(bound, SqlType::Int, value.at)?;
        uses.extend(bound.uses.iter().cloned());
        Ok(bound.sql)
    }
}

fn field(alias: &str, at: usize) -> String {
    format!("t_field({alias}.value, {at})")
}

fn text_field(name: &str, alias: &str, at: usize, data_type: SqlType, collation: Collated) -> (Ident, Typed) {
    (Ident::new(name), Typed { collation, ..Typed::new(field(alias, at), data_type, true) })
}

//! JSON functions that take or make JSON fragments.

use super::typed::Typed;
use super::{Binder, Bound};
use crate::sandbox::query::physical;
use crate::sandbox::value::SqlType;
use crate::syntax::query::ast::{Call, Expr, ExprKind};

const TEXT: SqlType = SqlType::NVarChar(None);

impl Binder<'_> {
    pub(super) fn json_call(&mut self, name: &str, call: &Call, at: usize) -> Bound<Typed> {
        match name {
            "JSON_QUERY" => self.json_query(call, at),
            "JSON_MODIFY" => self.json_modify(call, at),
            "JSON_OBJECT" => self.json_object(call, at),
            _ => self.json_array(call),
        }
    }

    /// `ISJSON(x[, VALUE|SCALAR|OBJECT|ARRAY])`: the kind is a word.
    pub(super) fn is_json(&mut self, call: &Call, at: usize) -> Bound<Typed> {
        let (document, kind) = match call.arguments.as_slice() {
            [document] => (document, String::new()),
            [document, Expr { kind: ExprKind::Column(parts), .. }] if parts.len() == 1 => {
                (document, format!(", {}", physical::literal(parts[0].as_str())))
            }
            _ => return self.wrong_count(call, "1 to 2", at),
        };
        let document = self.text_operand(document)?;
        let sql = format!("t_isjson({}{kind})", document.sql);
        Ok(Typed::new(sql, SqlType::Int, document.nullable).with(&document))
    }

    fn json_query(&mut self, call: &Call, at: usize) -> Bound<Typed> {
        let (document, path) = match call.arguments.as_slice() {
            [document] => (document, None),
            [document, path] => (document, Some(path)),
            _ => return self.wrong_count(call, "1 to 2", at),
        };
        let document = self.text_operand(document)?;
        let mut typed = Typed::new(String::new(), TEXT, true).with(&document);
        let path = match path {
            Some(path) => {
                let path = self.text_operand(path)?;
                typed.absorb(&path);
                path.sql
            }
            None => "'$'".to_owned(),
        };
        typed.sql = format!("t_json_query({}, {path})", document.sql);
        typed.json = true;
        Ok(typed)
    }

    fn json_modify(&mut self, call: &Call, at: usize) -> Bound<Typed> {
        let [document, path, value] = call.arguments.as_slice() else { return self.wrong_count(call, "3", at) };
        let (document, path) = (self.text_operand(document)?, self.text_operand(path)?);
        let value = self.scalar(value)?;
        let sql = format!("t_json_modify({}, {}, {})", document.sql, path.sql, json_text(&value));
        Ok(Typed::new(sql, TEXT, true).with(&document).with(&path).with(&value))
    }

    /// `JSON_OBJECT('a': 1 [NULL|ABSENT ON NULL])`; NULL ON NULL is the default.
    fn json_object(&mut self, call: &Call, at: usize) -> Bound<Typed> {
        if call.arguments.len() % 2 == 1 {
            return self.error(102, "Incorrect syntax near ')': JSON_OBJECT takes pairs of a key and a value.", at);
        }
        self.json_parts("t_json_object", call, false)
    }

    /// `JSON_ARRAY(1, 2)`; ABSENT ON NULL is the default.
    fn json_array(&mut self, call: &Call) -> Bound<Typed> {
        self.json_parts("t_json_array", call, true)
    }

    fn json_parts(&mut self, function: &str, call: &Call, absent: bool) -> Bound<Typed> {
        let object = function == "t_json_object";
        let mut typed = Typed::new(String::new(), TEXT, false);
        let mut texts = vec![i32::from(call.absent_on_null.unwrap_or(absent)).to_string()];
        for (index, argument) in call.arguments.iter().enumerate() {
            let text = if object && index % 2 == 0 {
                self.json_key(argument, &mut typed)?
            } else {
                self.json_value(argument, &mut typed)?
            };
            texts.push(text);
        }
        typed.sql = format!("{function}({})", texts.join(", "));
        typed.json = true;
        Ok(typed)
    }

    fn json_key(&mut self, key: &Expr, whole: &mut Typed) -> Bound<String> {
        let key = self.text_operand(key)?;
        whole.absorb(&key);
        Ok(key.sql)
    }

    fn json_value(&mut self, value: &Expr, whole: &mut Typed) -> Bound<String> {
        let value = self.scalar(value)?;
        whole.absorb(&value);
        Ok(json_text(&value))
    }
}

/// The value as JSON text: a fragment stays as it is.
pub(super) fn json_text(value: &Typed) -> String {
    if value.json || value.data_type == SqlType::Json || value.is_null() {
        return value.sql.clone();
    }
    format!("t_json_text({}, '{}')", value.sql, value.data_type)
}

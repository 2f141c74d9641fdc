//! Extended properties.

use crate::name::Ident;
use crate::schema::Levels;
use crate::syntax::spell;

/// The call that gives something a property, another value of it, or none.
pub(super) fn set(on: &Levels, name: &Ident, from: Option<&str>, to: Option<&str>) -> String {
    let verb = match (from, to) {
        (_, None) => "drop",
        (None, Some(_)) => "add",
        (Some(_), Some(_)) => "update",
    };
    let mut arguments = vec![format!("@name = {}", spell::string(name.as_str()))];
    arguments.extend(to.map(|value| format!("@value = {}", spell::string(value))));
    for (level, (class, name)) in on.0.iter().enumerate() {
        arguments.push(format!("@level{level}type = {}", spell::string(class)));
        arguments.push(format!("@level{level}name = {}", spell::string(name.as_str())));
    }
    format!("EXEC sp_{verb}extendedproperty {}", arguments.join(", "))
}

//! The views of the system, and the codes by which they and functions tell what an object is.

use crate::name::Ident;
use crate::syntax::ast::ObjectClass;

/// A view of the system, by what its rows are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum View {
    Schemas,
    /// Objects of these classes; of all where there are none.
    Objects(&'static [Class]),
    Columns,
    Indexes {
        vector: bool,
    },
    Constraints,
    Statistics,
    Types,
    Predicates,
    Principals,
    ExternalModels,
    Credentials,
    /// Objects that are known by class and name only.
    Others(&'static str),
    /// EF Core's history table.
    EfHistory,
    /// The rows of a temporary table.
    Temporary(Ident),
    /// The rows of a table, or a view that is not known here.
    Rows,
}

/// What an object can be, for a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Class {
    Object(ObjectClass),
    Constraint,
}

impl View {
    /// The view of a name.
    pub(super) fn of(schema: Option<&Ident>, object: &Ident) -> Self {
        let schema = schema.map_or("", Ident::folded);
        match (schema, object.folded()) {
            ("sys" | "dbo" | "", "sysobjects") => View::Objects(&[]),
            ("sys" | "dbo" | "", "syscolumns") => View::Columns,
            ("sys" | "dbo" | "", "sysindexes") => View::Indexes { vector: false },
            ("sys", object) => Self::of_sys(object),
            ("information_schema", object) => Self::of_information_schema(object),
            (_, "__efmigrationshistory") => View::EfHistory,
            (_, name) if name.starts_with('#') => View::Temporary(object.clone()),
            _ => View::Rows,
        }
    }

    fn of_sys(object: &str) -> Self {
        match object {
            "schemas" => View::Schemas,
            "objects" | "all_objects" | "sql_modules" => View::Objects(&[]),
            "tables" => View::Objects(&[Class::Object(ObjectClass::Table)]),
            "views" => View::Objects(&[Class::Object(ObjectClass::View)]),
            "procedures" => View::Objects(&[Class::Object(ObjectClass::Procedure)]),
            "triggers" => View::Objects(&[Class::Object(ObjectClass::Trigger)]),
            "sequences" => View::Objects(&[Class::Object(ObjectClass::Sequence)]),
            "synonyms" => View::Objects(&[Class::Object(ObjectClass::Synonym)]),
            "security_policies" => View::Objects(&[Class::Object(ObjectClass::Policy)]),
            "columns" | "all_columns" | "computed_columns" | "identity_columns" => View::Columns,
            "indexes" => View::Indexes { vector: false },
            "vector_indexes" => View::Indexes { vector: true },
            "foreign_keys" | "check_constraints" | "key_constraints" | "default_constraints" => View::Constraints,
            "stats" => View::Statistics,
            "types" | "table_types" => View::Types,
            "security_predicates" => View::Predicates,
            "database_principals" => View::Principals,
            "external_models" => View::ExternalModels,
            "database_scoped_credentials" => View::Credentials,
            "partition_functions" => View::Others("PARTITION FUNCTION"),
            "partition_schemes" => View::Others("PARTITION SCHEME"),
            "fulltext_catalogs" => View::Others("FULLTEXT CATALOG"),
            _ => View::Rows,
        }
    }

    fn of_information_schema(object: &str) -> Self {
        match object {
            "schemata" => View::Schemas,
            "tables" => View::Objects(&[Class::Object(ObjectClass::Table), Class::Object(ObjectClass::View)]),
            "views" => View::Objects(&[Class::Object(ObjectClass::View)]),
            "routines" => View::Objects(&[Class::Object(ObjectClass::Procedure), Class::Object(ObjectClass::Function)]),
            "sequences" => View::Objects(&[Class::Object(ObjectClass::Sequence)]),
            "columns" => View::Columns,
            "table_constraints" | "referential_constraints" | "check_constraints" => View::Constraints,
            _ => View::Rows,
        }
    }

    /// How deep a view's rows lie: a part's view decides over its object's, that over its schema's.
    pub(super) fn depth(&self) -> u8 {
        match self {
            View::Rows | View::Temporary(_) => 0,
            View::Schemas => 1,
            View::Objects(_) => 2,
            View::Columns | View::Indexes { .. } | View::Constraints | View::Statistics => 4,
            View::Predicates | View::EfHistory => 4,
            _ => 3,
        }
    }
}

/// The class that a type's code or description in the system's views stands for.
pub(super) fn class_of_code(code: &str) -> Option<Class> {
    let class = match code.trim().to_uppercase().as_str() {
        "U" | "USER_TABLE" | "BASE TABLE" => ObjectClass::Table,
        "V" | "VIEW" => ObjectClass::View,
        "P" | "PC" | "SQL_STORED_PROCEDURE" | "PROCEDURE" => ObjectClass::Procedure,
        "FN" | "IF" | "TF" | "FS" | "FT" | "FUNCTION" => ObjectClass::Function,
        "SQL_SCALAR_FUNCTION" | "SQL_INLINE_TABLE_VALUED_FUNCTION" | "SQL_TABLE_VALUED_FUNCTION" => {
            ObjectClass::Function
        }
        "TR" | "SQL_TRIGGER" => ObjectClass::Trigger,
        "SN" | "SYNONYM" => ObjectClass::Synonym,
        "SO" | "SEQUENCE_OBJECT" => ObjectClass::Sequence,
        "SP" | "SECURITY_POLICY" => ObjectClass::Policy,
        "PK" | "UQ" | "F" | "C" | "D" | "PRIMARY KEY" | "UNIQUE" | "FOREIGN KEY" | "CHECK" => {
            return Some(Class::Constraint);
        }
        _ => return None,
    };
    Some(Class::Object(class))
}

/// The classes that a property of OBJECTPROPERTY tells.
pub(super) fn class_of_property(property: &str) -> Option<&'static [Class]> {
    Some(match property.to_uppercase().as_str() {
        "ISUSERTABLE" | "ISTABLE" => &[Class::Object(ObjectClass::Table)],
        "ISVIEW" => &[Class::Object(ObjectClass::View)],
        "ISPROCEDURE" => &[Class::Object(ObjectClass::Procedure)],
        "ISSCALARFUNCTION" | "ISINLINEFUNCTION" | "ISTABLEFUNCTION" => &[Class::Object(ObjectClass::Function)],
        "ISTRIGGER" => &[Class::Object(ObjectClass::Trigger)],
        "ISCONSTRAINT" | "ISPRIMARYKEY" | "ISFOREIGNKEY" | "ISUNIQUECNST" | "ISCHECKCNST" | "ISDEFAULTCNST" => {
            &[Class::Constraint]
        }
        _ => return None,
    })
}

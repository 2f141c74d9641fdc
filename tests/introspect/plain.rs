//! A catalog without what differs between what is written and what a server stores: defaults are spelt out, lists
//! are in one order, and what no view tells is left out.

use std::collections::BTreeSet;
use std::sync::Arc;

use ragsql::catalog::{Catalog, Entry};
use ragsql::name::{Ident, Name};
use ragsql::schema::{
    Column, Constraint, ConstraintKind, DataType, Index, IndexKind, IndexOption, Policy, Sequence, SqlText, Table,
    UserType,
};

/// Options that say how something is built and leave nothing.
const OF_BUILDING: [&str; 7] =
    ["ONLINE", "MAXDOP", "SORT_IN_TEMPDB", "RESUMABLE", "MAX_DURATION", "DROP_EXISTING", "WAIT_AT_LOW_PRIORITY"];

pub fn plain(catalog: &Catalog, collation: &str) -> Catalog {
    let mut plain = catalog.clone();
    for (name, entry) in &mut plain.tables {
        bare(entry);
        table(Arc::make_mut(&mut entry.definition), Some(name), catalog, collation);
    }
    for entry in plain.types.values_mut() {
        bare(entry);
        user_type(Arc::make_mut(&mut entry.definition), catalog, collation);
    }
    for entry in plain.modules.values_mut() {
        bare(entry);
        Arc::make_mut(&mut entry.definition).references.clear();
    }
    for entry in plain.policies.values_mut() {
        bare(entry);
        policy(Arc::make_mut(&mut entry.definition));
    }
    for entry in plain.sequences.values_mut() {
        bare(entry);
        sequence(Arc::make_mut(&mut entry.definition));
    }
    for (name, entry) in &mut plain.principals {
        bare(entry);
        let options = &mut Arc::make_mut(&mut entry.definition).options;
        *options = options.iter().filter_map(|option| principal_option(name, option)).collect();
        options.sort();
    }
    for entry in plain.external_models.values_mut() {
        bare(entry);
        let model = Arc::make_mut(&mut entry.definition);
        model.owner = model.owner.take().filter(|owner| !owner.is("dbo"));
        let options = &mut model.options;
        options.iter_mut().filter(|option| &*option.name == "MODEL_TYPE").for_each(upper);
        options.sort_by(|one, other| one.name.cmp(&other.name));
    }
    for entry in plain.credentials.values_mut() {
        bare(entry);
        Arc::make_mut(&mut entry.definition).has_secret = false;
    }
    for entry in plain.schemas.values_mut() {
        bare(entry);
        let owner = Arc::make_mut(&mut entry.definition);
        *owner = owner.take().filter(|owner| !owner.is("dbo"));
    }
    plain.synonyms.values_mut().for_each(bare);
    for value in plain.configurations.values_mut() {
        *value = match value.to_uppercase().as_str() {
            "ON" => "1".into(),
            "OFF" => "0".into(),
            other => other.into(),
        };
    }
    permissions(&mut plain);
    plain.constraint_names.clear();
    plain.referrers = Default::default();
    plain
}

fn bare<T>(entry: &mut Entry<T>) {
    *entry = Entry { definition: Arc::clone(&entry.definition), parts: Default::default(), ..bare_entry(entry) };
}

fn bare_entry<T>(entry: &Entry<T>) -> Entry<T> {
    Entry {
        definition: Arc::clone(&entry.definition),
        presence: Default::default(),
        uncertain: false,
        origin: Default::default(),
        parts: Default::default(),
    }
}

fn table(table: &mut Table, name: Option<&Name>, catalog: &Catalog, collation: &str) {
    let clustered = table.clustered_index().map(|found| found.cloned());
    let key: Vec<Ident> = table.constraints.iter().flat_map(primary_key).cloned().collect();
    for one in &mut table.columns {
        column(one, &key, catalog, collation);
    }
    for one in &mut table.constraints {
        constraint(one, clustered.as_ref(), name, catalog);
    }
    let compression = table.options.iter().position(|option| &*option.name == "DATA_COMPRESSION");
    if let (Some(at), Some(_)) = (compression, &clustered) {
        let option = table.options.remove(at);
        give_to_clustered(table, option);
    }
    table.constraints.sort_by_key(|one| format!("{one:?}"));
    table.indexes.iter_mut().for_each(index);
    table.indexes.sort_by(|one, other| one.name.cmp(&other.name));
    options(&mut table.options);
    table.options.retain(|option| !(&*option.name == "LOCK_ESCALATION" && option.value.as_str() == "TABLE"));
    table.storage = None;
    table.lob_storage = None;
}

fn give_to_clustered(table: &mut Table, option: IndexOption) {
    for one in &mut table.constraints {
        if let ConstraintKind::Key { clustered: Some(true), options, .. } = &mut one.kind {
            options.push(option);
            return;
        }
    }
}

fn primary_key(constraint: &Constraint) -> impl Iterator<Item = &Ident> {
    let columns = match &constraint.kind {
        ConstraintKind::Key { primary: true, columns, .. } => columns.as_slice(),
        _ => &[],
    };
    columns.iter().map(|column| &column.name)
}

fn column(column: &mut Column, key: &[Ident], catalog: &Catalog, collation: &str) {
    let alias = match &column.data_type {
        Some(DataType::User(name)) => match catalog.types.get(name).map(|entry| &*entry.definition) {
            Some(UserType::Alias { nullable, .. }) => *nullable,
            _ => None,
        },
        Some(DataType::System { name, .. }) if matches!(&**name, "timestamp" | "sysname") => Some(false),
        _ => None,
    };
    let usual = column.identity.is_none() && !key.contains(&column.name);
    column.nullable = match column.computed {
        Some(_) => None,
        None => Some(column.nullable.or(alias).unwrap_or(usual)),
    };
    column.collation = column.collation.take().filter(|own| !own.is(collation) && !own.is("database_default"));
    if let Some(data_type) = &mut column.data_type {
        whole_type(data_type);
    }
    if let Some(default) = &mut column.default {
        text(&mut default.value);
    }
    if let Some(computed) = &mut column.computed {
        text(&mut computed.expression);
    }
}

fn whole_type(data_type: &mut DataType) {
    let DataType::System { name, args } = data_type else { return };
    let whole: &[&str] = match (&**name, args.len()) {
        ("decimal" | "numeric", 0) => &["18", "0"],
        ("decimal" | "numeric", 1) => &["0"],
        ("char" | "varchar" | "nchar" | "nvarchar" | "binary" | "varbinary", 0) => &["1"],
        ("time" | "datetime2" | "datetimeoffset", 0) => &["7"],
        _ => &[],
    };
    args.extend(whole.iter().map(|arg| (*arg).into()));
    if &**name == "float" {
        if args.first().is_some_and(|arg| arg.parse::<u8>().is_ok_and(|digits| digits <= 24)) {
            *name = "real".into();
        }
        args.clear();
    }
}

fn user_type(definition: &mut UserType, catalog: &Catalog, collation: &str) {
    match definition {
        UserType::Alias { base, nullable } => {
            whole_type(base);
            nullable.get_or_insert(true);
        }
        UserType::Table(shape) => table(shape, None, catalog, collation),
        UserType::Clr(_) => {}
    }
}

fn constraint(
    constraint: &mut Constraint,
    clustered_index: Option<&Option<Ident>>,
    table: Option<&Name>,
    catalog: &Catalog,
) {
    match &mut constraint.kind {
        ConstraintKind::Key { primary, clustered, options: written, storage, .. } => {
            let known = *primary || constraint.name.is_some();
            clustered.get_or_insert(known && clustered_index == Some(&constraint.name));
            options(written);
            *storage = None;
        }
        ConstraintKind::ForeignKey { references, referenced, on_delete, on_update, .. } => {
            if referenced.is_empty() && table.is_some() {
                let there = catalog.table(references).into_iter().flat_map(|table| &table.constraints);
                *referenced = there.flat_map(primary_key).cloned().collect();
            }
            for action in [on_delete, on_update] {
                *action = action.take().filter(|action| &**action != "NO ACTION");
            }
        }
        ConstraintKind::Check { condition, .. } => text(condition),
        ConstraintKind::Opaque(_) => {}
    }
}

fn index(index: &mut Index) {
    options(&mut index.options);
    index.filter.iter_mut().for_each(text);
    index.storage = None;
    if let IndexKind::Vector { metric, index_type, unquoted } = &mut index.kind {
        *metric = Some(metric.as_deref().unwrap_or("cosine").to_lowercase().into());
        *index_type = Some(index_type.as_deref().unwrap_or("diskann").to_lowercase().into());
        *unquoted = false;
    }
}

fn options(options: &mut Vec<IndexOption>) {
    options.iter_mut().for_each(upper);
    options.retain(|option| {
        let default = match &*option.name {
            "ALLOW_ROW_LOCKS" | "ALLOW_PAGE_LOCKS" => "ON",
            "DATA_COMPRESSION" => "NONE",
            _ => "OFF",
        };
        !OF_BUILDING.contains(&&*option.name) && option.value.as_str() != default
    });
    options.sort_by(|one, other| one.name.cmp(&other.name));
}

fn upper(option: &mut IndexOption) {
    option.value = SqlText::new(option.value.as_str().to_uppercase());
}

/// One spelling of an expression: outer parentheses gone.
fn text(text: &mut SqlText) {
    while let Some(inner) = text.as_str().strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        let mut depth = 0_i32;
        let stays_in = inner.chars().all(|c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth >= 0
        });
        if !stays_in {
            return;
        }
        *text = SqlText::new(inner);
    }
}

fn policy(policy: &mut Policy) {
    policy.state.get_or_insert(true);
    policy.schema_bound.get_or_insert(true);
    policy.predicates.sort_by_key(|one| (one.target.clone(), one.kind, one.operation));
}

fn sequence(sequence: &mut Sequence) {
    let data_type = sequence.data_type.get_or_insert(DataType::System { name: "bigint".into(), args: Vec::new() });
    whole_type(data_type);
    let (least, most) = match data_type.to_string().as_str() {
        "tinyint" => (0, 255),
        "smallint" => (i64::from(i16::MIN), i64::from(i16::MAX)),
        "int" => (i64::from(i32::MIN), i64::from(i32::MAX)),
        "bigint" => (i64::MIN, i64::MAX),
        other => panic!("the limits of {other}"),
    };
    let up = !sequence.increment.get_or_insert("1".into()).starts_with('-');
    let number = |limit: &Option<Option<Box<str>>>, usual: i64| {
        limit.clone().flatten().unwrap_or_else(|| usual.to_string().into())
    };
    let (min, max) = (number(&sequence.min, least), number(&sequence.max, most));
    sequence.start.get_or_insert_with(|| if up { min.clone() } else { max.clone() });
    (sequence.min, sequence.max) = (Some(Some(min)), Some(Some(max)));
    sequence.cycle.get_or_insert(false);
}

fn principal_option(name: &Ident, option: &SqlText) -> Option<SqlText> {
    let text = option.as_str().replace(['[', ']'], "").replace("FROM LOGIN", "FOR LOGIN");
    let upper = text.to_uppercase();
    let usual = ["DEFAULT_SCHEMA = DBO", "DEFAULT_SCHEMA=DBO", "AUTHORIZATION DBO"];
    let own_login = upper == format!("FOR LOGIN {}", name.as_str().to_uppercase());
    (!usual.contains(&upper.as_str()) && !own_login).then(|| SqlText::new(upper.replace(" = ", "=")))
}

/// One permission for each column.
fn permissions(catalog: &mut Catalog) {
    for held in catalog.permissions.values_mut() {
        let mut each = BTreeSet::new();
        for permission in held.iter() {
            for column in &permission.columns {
                each.insert(ragsql::schema::Permission { columns: vec![column.clone()], ..permission.clone() });
            }
            if permission.columns.is_empty() {
                each.insert(permission.clone());
            }
        }
        *held = each;
    }
    catalog.permissions.retain(|_, held| !held.is_empty());
}

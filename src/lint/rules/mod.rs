//! Every rule, one file and one page each.

mod alter_vector_column;
mod alter_vector_index;
mod batch_separator;
mod column_used_in_its_batch;
mod cross_database_name;
mod drop_column_under_vector_index;
mod drop_key_under_vector_index;
mod duplicate_version;
mod file_name;
mod foreign_key_without_key;
mod missing_object;
mod missing_part;
mod module_not_first;
mod not_allowed_in_transaction;
mod not_understood;
mod nullable_primary_key;
mod object_exists;
mod object_in_use;
mod out_of_order_file;
mod overlapping_predicates;
mod policy_and_vector_index;
mod predicate_target;
mod preview_features;
mod released_file_changed;
mod second_key;
mod second_vector_index;
mod set_options_for_index;
mod sqlcmd_script;
mod statement_after_module;
mod truncate_vector_indexed_table;
mod unbalanced;
mod unknown_directive;
mod unknown_rule;
mod unreadable_file;
mod unsupported_on_azure;
mod unterminated;
mod unused_allowance;
mod use_database;
mod vector_column_constraint;
mod vector_dimensions;
mod vector_index_in_migration;
mod vector_index_in_transaction;
mod vector_index_syntax;
mod vector_index_target;
mod vector_index_without_clustered_key;
mod write_to_vector_indexed_table;

use super::Rule;

/// Every rule, in the order of their codes.
pub(super) static ALL: &[&Rule] = &[
    &alter_vector_column::RULE,
    &alter_vector_index::RULE,
    &batch_separator::RULE,
    &column_used_in_its_batch::RULE,
    &cross_database_name::RULE,
    &drop_column_under_vector_index::RULE,
    &drop_key_under_vector_index::RULE,
    &duplicate_version::RULE,
    &file_name::RULE,
    &foreign_key_without_key::RULE,
    &missing_object::RULE,
    &missing_part::RULE,
    &module_not_first::RULE,
    &not_allowed_in_transaction::RULE,
    &not_understood::RULE,
    &nullable_primary_key::RULE,
    &object_exists::RULE,
    &object_in_use::RULE,
    &out_of_order_file::RULE,
    &overlapping_predicates::RULE,
    &policy_and_vector_index::RULE,
    &predicate_target::RULE,
    &preview_features::RULE,
    &released_file_changed::RULE,
    &second_key::RULE,
    &second_vector_index::RULE,
    &set_options_for_index::RULE,
    &sqlcmd_script::RULE,
    &statement_after_module::RULE,
    &truncate_vector_indexed_table::RULE,
    &unbalanced::RULE,
    &unknown_directive::RULE,
    &unknown_rule::RULE,
    &unreadable_file::RULE,
    &unsupported_on_azure::RULE,
    &unterminated::RULE,
    &unused_allowance::RULE,
    &use_database::RULE,
    &vector_column_constraint::RULE,
    &vector_dimensions::RULE,
    &vector_index_in_migration::RULE,
    &vector_index_in_transaction::RULE,
    &vector_index_syntax::RULE,
    &vector_index_target::RULE,
    &vector_index_without_clustered_key::RULE,
    &write_to_vector_indexed_table::RULE,
];

pub(super) use duplicate_version::RULE as DUPLICATE_VERSION;
pub(super) use file_name::RULE as FILE_NAME;
pub(super) use out_of_order_file::RULE as OUT_OF_ORDER_FILE;
pub(super) use policy_and_vector_index::RULE as POLICY_AND_VECTOR_INDEX;
pub(super) use released_file_changed::RULE as RELEASED_FILE_CHANGED;
pub(super) use unknown_rule::RULE as UNKNOWN_RULE;
pub(super) use unreadable_file::RULE as UNREADABLE_FILE;
pub(super) use unused_allowance::RULE as UNUSED_ALLOWANCE;

//! Every rule, one file and one page each.

mod add_column_rewrites_table;
mod add_not_null_column;
mod alter_column_not_null;
mod alter_column_rewrites_table;
mod alter_vector_column;
mod alter_vector_index;
mod approximate_without_order;
mod batch_separator;
mod chunk_identity;
mod chunk_tenant_column;
mod chunking_arguments;
mod column_still_used;
mod column_used_in_its_batch;
mod conditional_vector_index;
mod copy_of_guarded_table;
mod credential_for_other_address;
mod cross_database_name;
mod delete_without_where;
mod drop_column;
mod drop_column_under_vector_index;
mod drop_index;
mod drop_key_under_vector_index;
mod drop_model_if_exists;
mod drop_schema;
mod drop_table;
mod drop_vector_index;
mod duplicate_version;
mod embedding_dimensions;
mod embedding_without_provenance;
mod empty_migration;
mod endless_lock_wait;
mod exact_search;
mod external_model_syntax;
mod fail_open_predicate;
mod farthest_first;
mod file_name;
mod filter_without_block;
mod force_ann_only;
mod foreign_key_without_key;
mod foreign_model_host;
mod guard_target;
mod hash_of_other_text;
mod history_table_without_policy;
mod identity_without_resource;
mod insecure_model_location;
mod lift_security_policy;
mod literal_secret;
mod many_variables;
mod merge_without_semicolon;
mod missing_object;
mod missing_part;
mod missing_value;
mod model_without_retry;
mod module_not_first;
mod narrow_column;
mod not_allowed_in_transaction;
mod not_understood;
mod nullable_primary_key;
mod object_exists;
mod object_in_use;
mod object_still_used;
mod offline_index;
mod online_index_in_transaction;
mod out_of_order_file;
mod overlapping_predicates;
mod own_history_table;
mod placeholder;
mod policy_and_vector_index;
mod policy_state;
mod predicate_function;
mod predicate_target;
mod preview_features;
mod question_model;
mod reembed_under_vector_index;
mod released_file_changed;
mod rename_column;
mod rename_object;
mod repeated_definition;
mod reserved_name;
mod resumable_index;
mod scoped_configuration_mixed;
mod search_alias;
mod search_metric;
mod search_order;
mod search_without_approximate;
mod search_without_tenant;
mod second_key;
mod second_model;
mod second_vector_index;
mod sequence_without_start;
mod set_options_for_index;
mod set_options_for_write;
mod sqlcmd_script;
mod statement_after_module;
mod swap_external_model;
mod tenant_table_without_policy;
mod text_without_embedding;
mod top_n_search;
mod transaction_in_migration;
mod truncate_table;
mod truncate_vector_indexed_table;
mod unbalanced;
mod unbalanced_transaction;
mod unbatched_embedding;
mod unguarded_backfill;
mod unindexable_key;
mod unique_on_existing_rows;
mod unique_over_nullable;
mod unknown_directive;
mod unknown_rule;
mod unnamed_constraint;
mod unprotected_window;
mod unqualified_name;
mod unreadable_file;
mod unsupported_on_azure;
mod unterminated;
mod untrusted_constraint;
mod unused_allowance;
mod update_without_where;
mod use_database;
mod validated_constraint;
mod variable_across_go;
mod vector_column_constraint;
mod vector_comparison;
mod vector_dimensions;
mod vector_index_in_migration;
mod vector_index_in_transaction;
mod vector_index_syntax;
mod vector_index_target;
mod vector_index_without_clustered_key;
mod vector_search_argument;
mod vector_search_in_view;
mod vector_without_provenance;
mod wide_index_key;
mod with_approximate;
mod work_queue_index;
mod write_to_vector_indexed_table;
mod write_under_policy;
mod xact_abort_off;

use super::Rule;
use super::fix::Offer;

/// Every rule, in the order of their codes.
pub(super) static ALL: &[&Rule] = &[
    &add_column_rewrites_table::RULE,
    &add_not_null_column::RULE,
    &alter_column_not_null::RULE,
    &alter_column_rewrites_table::RULE,
    &alter_vector_column::RULE,
    &alter_vector_index::RULE,
    &approximate_without_order::RULE,
    &batch_separator::RULE,
    &chunk_identity::RULE,
    &chunk_tenant_column::RULE,
    &chunking_arguments::RULE,
    &column_still_used::RULE,
    &column_used_in_its_batch::RULE,
    &conditional_vector_index::RULE,
    &copy_of_guarded_table::RULE,
    &credential_for_other_address::RULE,
    &cross_database_name::RULE,
    &delete_without_where::RULE,
    &drop_column::RULE,
    &drop_column_under_vector_index::RULE,
    &drop_index::RULE,
    &drop_key_under_vector_index::RULE,
    &drop_model_if_exists::RULE,
    &drop_schema::RULE,
    &drop_table::RULE,
    &drop_vector_index::RULE,
    &duplicate_version::RULE,
    &embedding_dimensions::RULE,
    &embedding_without_provenance::RULE,
    &empty_migration::RULE,
    &endless_lock_wait::RULE,
    &exact_search::RULE,
    &external_model_syntax::RULE,
    &fail_open_predicate::RULE,
    &farthest_first::RULE,
    &file_name::RULE,
    &filter_without_block::RULE,
    &force_ann_only::RULE,
    &foreign_key_without_key::RULE,
    &foreign_model_host::RULE,
    &guard_target::RULE,
    &hash_of_other_text::RULE,
    &history_table_without_policy::RULE,
    &identity_without_resource::RULE,
    &insecure_model_location::RULE,
    &lift_security_policy::RULE,
    &literal_secret::RULE,
    &many_variables::RULE,
    &merge_without_semicolon::RULE,
    &missing_object::RULE,
    &missing_part::RULE,
    &missing_value::RULE,
    &model_without_retry::RULE,
    &module_not_first::RULE,
    &narrow_column::RULE,
    &not_allowed_in_transaction::RULE,
    &not_understood::RULE,
    &nullable_primary_key::RULE,
    &object_exists::RULE,
    &object_in_use::RULE,
    &object_still_used::RULE,
    &offline_index::RULE,
    &online_index_in_transaction::RULE,
    &out_of_order_file::RULE,
    &overlapping_predicates::RULE,
    &own_history_table::RULE,
    &placeholder::RULE,
    &policy_and_vector_index::RULE,
    &policy_state::RULE,
    &predicate_function::RULE,
    &predicate_target::RULE,
    &preview_features::RULE,
    &question_model::RULE,
    &reembed_under_vector_index::RULE,
    &released_file_changed::RULE,
    &rename_column::RULE,
    &rename_object::RULE,
    &repeated_definition::RULE,
    &reserved_name::RULE,
    &resumable_index::RULE,
    &scoped_configuration_mixed::RULE,
    &search_alias::RULE,
    &search_metric::RULE,
    &search_order::RULE,
    &search_without_approximate::RULE,
    &search_without_tenant::RULE,
    &second_key::RULE,
    &second_model::RULE,
    &second_vector_index::RULE,
    &sequence_without_start::RULE,
    &set_options_for_index::RULE,
    &set_options_for_write::RULE,
    &sqlcmd_script::RULE,
    &statement_after_module::RULE,
    &swap_external_model::RULE,
    &tenant_table_without_policy::RULE,
    &text_without_embedding::RULE,
    &top_n_search::RULE,
    &transaction_in_migration::RULE,
    &truncate_table::RULE,
    &truncate_vector_indexed_table::RULE,
    &unbalanced::RULE,
    &unbalanced_transaction::RULE,
    &unbatched_embedding::RULE,
    &unguarded_backfill::RULE,
    &unindexable_key::RULE,
    &unique_on_existing_rows::RULE,
    &unique_over_nullable::RULE,
    &unknown_directive::RULE,
    &unknown_rule::RULE,
    &unnamed_constraint::RULE,
    &unprotected_window::RULE,
    &unqualified_name::RULE,
    &unreadable_file::RULE,
    &unsupported_on_azure::RULE,
    &unterminated::RULE,
    &untrusted_constraint::RULE,
    &unused_allowance::RULE,
    &update_without_where::RULE,
    &use_database::RULE,
    &validated_constraint::RULE,
    &variable_across_go::RULE,
    &vector_column_constraint::RULE,
    &vector_comparison::RULE,
    &vector_dimensions::RULE,
    &vector_index_in_migration::RULE,
    &vector_index_in_transaction::RULE,
    &vector_index_syntax::RULE,
    &vector_index_target::RULE,
    &vector_index_without_clustered_key::RULE,
    &vector_search_argument::RULE,
    &vector_search_in_view::RULE,
    &vector_without_provenance::RULE,
    &wide_index_key::RULE,
    &with_approximate::RULE,
    &work_queue_index::RULE,
    &write_to_vector_indexed_table::RULE,
    &write_under_policy::RULE,
    &xact_abort_off::RULE,
];

/// The rules that know how to mend what they find.
pub(super) static FIXES: &[(&Rule, Offer)] = &[
    (&batch_separator::RULE, batch_separator::fix),
    (&column_used_in_its_batch::RULE, column_used_in_its_batch::fix),
    (&drop_model_if_exists::RULE, drop_model_if_exists::fix),
    (&merge_without_semicolon::RULE, merge_without_semicolon::fix),
    (&module_not_first::RULE, module_not_first::fix),
    (&not_allowed_in_transaction::RULE, not_allowed_in_transaction::fix),
    (&unused_allowance::RULE, unused_allowance::fix),
    (&vector_index_syntax::RULE, vector_index_syntax::fix),
];

pub(super) use duplicate_version::RULE as DUPLICATE_VERSION;
pub(super) use file_name::RULE as FILE_NAME;
pub(super) use guard_target::{RULE as GUARD_TARGET, check as check_guards};
pub(super) use missing_object::RULE as MISSING_OBJECT;
pub(super) use missing_part::RULE as MISSING_PART;
pub(super) use not_allowed_in_transaction::RULE as NOT_ALLOWED_IN_TRANSACTION;
pub(super) use out_of_order_file::RULE as OUT_OF_ORDER_FILE;
pub(super) use policy_and_vector_index::RULE as POLICY_AND_VECTOR_INDEX;
pub(super) use released_file_changed::RULE as RELEASED_FILE_CHANGED;
pub(super) use unbalanced_transaction::RULE as UNBALANCED_TRANSACTION;
pub(super) use unknown_rule::RULE as UNKNOWN_RULE;
pub(super) use unreadable_file::RULE as UNREADABLE_FILE;
pub(super) use unused_allowance::RULE as UNUSED_ALLOWANCE;

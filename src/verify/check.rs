//! The checks: what each is called, what is expected, why it matters, what to do.

/// What a check is asked of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// The database, once.
    Database,
    /// Each vector column of a table of chunks.
    Vectors,
    /// Each procedure that searches one.
    Search,
}

/// A check.
#[derive(Debug, PartialEq, Eq)]
pub struct Check {
    /// Its stable name.
    pub name: &'static str,
    /// What is asked of what.
    pub subject: Subject,
    /// What a healthy database has.
    pub expected: &'static str,
    /// What goes wrong otherwise.
    pub why: &'static str,
    /// What to do then.
    pub help: &'static str,
    /// Its text, with placeholders.
    pub text: &'static str,
}

macro_rules! checks {
    ($($name:literal, $file:literal, $subject:ident { expected: $expected:literal, why: $why:literal, help: $help:literal })*) => {
        &[$(Check {
            name: $name,
            subject: Subject::$subject,
            expected: $expected,
            why: $why,
            help: $help,
            text: include_str!(concat!("checks/", $file, ".sql")),
        }),*]
    };
}

/// Every check, in the order in which they are made.
pub const CHECKS: &[Check] = checks! {
    "provenance", "provenance", Vectors {
        expected: "one model made all vectors of a column, and no chunk is without one",
        why: "vectors of two models have distances that mean nothing, and no statement fails; a chunk without a vector is found by no search",
        help: "embed what is missing; when models are mixed, embed the column again by one model"
    }
    "work-queue", "work_queue", Vectors {
        expected: "the time of embedding is NULL exactly when the vector is",
        why: "what is still to be embedded is found by the time: a chunk with a time and no vector never gets one",
        help: "set the time to NULL where the vector is NULL, and write both in one statement"
    }
    "dimensions", "dimensions", Vectors {
        expected: "each vector has the dimensions that are recorded with it and that the project declares",
        why: "the recorded dimensions are half of what tells one model's vectors from another's",
        help: "embed these chunks again, writing vector, model and dimensions in one statement"
    }
    "hash", "hash", Vectors {
        expected: "each stored hash is that of the text beside it",
        why: "the hash decides what an ingest leaves alone: a wrong one keeps a vector of an old text, or embeds unchanged text again",
        help: "ingest these documents again; write a text and its hash in one statement"
    }
    "chunk-identity", "chunk_identity", Vectors {
        expected: "one chunk at each place of a document",
        why: "by its document and its place a chunk is found again: with two of them an ingest that is run again adds instead of replacing",
        help: "delete the surplus chunks, and make the identity a unique index"
    }
    "orphaned-chunks", "orphaned_chunks", Vectors {
        expected: "each chunk has its document, of the same tenant",
        why: "the text of a deleted document is still found, and a chunk under another tenant's number is given to that tenant",
        help: "delete the chunks whose document is gone, and ingest those again whose document has another tenant"
    }
    "policy-and-vector-index", "policy_and_vector_index", Database {
        expected: "no table has both a security policy and a vector index",
        why: "the engine refuses the pair (Msg 37579, Msg 42244): what has one of them cannot get the other",
        help: "keep the policy on the source table, the index on the chunks, and the tenant filter inside the search"
    }
    "policy-enabled", "policy_enabled", Database {
        expected: "each policy of the project is there, with its predicates, and switched on",
        why: "a policy that is switched off guards nothing, and no query fails",
        help: "ALTER SECURITY POLICY … WITH (STATE = ON), or apply the migration that makes it"
    }
    "policy-hides-rows", "policy_hides_rows", Vectors {
        expected: "a plain user sees no row of the source table without a tenant, and only its own with one",
        why: "the source table holds the text of all tenants, and the policy is all that keeps them apart",
        help: "see that the predicate holds for no row when the session context is empty, and that the policy is on"
    }
    "policy-blocks-insert", "policy_blocks_insert", Vectors {
        expected: "an INSERT for another tenant is refused (Msg 33504)",
        why: "a FILTER predicate alone lets a tenant write rows that then belong to another",
        help: "add a BLOCK predicate AFTER INSERT to the policy"
    }
    "policy-blocks-update", "policy_blocks_update", Vectors {
        expected: "an UPDATE that moves a row to another tenant is refused (Msg 33504)",
        why: "a FILTER predicate alone lets a tenant push its rows into another tenant's documents",
        help: "add a BLOCK predicate AFTER UPDATE to the policy"
    }
    "search-filter", "search_filter", Search {
        expected: "a tenant that asks with another tenant's vector gets no row of that tenant, where a search without the filter does",
        why: "no policy can stand behind the filter of a table with a vector index: the WHERE of the search is the whole boundary",
        help: "put the tenant's condition back inside the search, beside VECTOR_SEARCH"
    }
    "vector-index", "vector_index", Vectors {
        expected: "each vector index of the project is there, in the current format",
        why: "without it every search reads all vectors; with an old one the filter comes after the search, and rows that qualify are missed",
        help: "run `ragsql post-load`; for an old format, `ragsql post-load rebuild`"
    }
    "index-used", "index_used", Vectors {
        expected: "a search that only the index may answer is answered (FORCE_ANN_ONLY)",
        why: "a search that the index cannot serve, as with another metric, reads all vectors and says nothing",
        help: "name the metric of the index in the search, or create the index with that of the search"
    }
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_a_check_that_says_what_it_asks() {
        let files = std::fs::read_dir("src/verify/checks").expect("the folder is there").count();
        assert_eq!(files, CHECKS.len());
        let mut names: Vec<&str> = CHECKS.iter().map(|check| check.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), CHECKS.len());
        for check in CHECKS {
            assert!(check.text.starts_with("-- ") && check.text.contains("INSERT INTO @result"), "{}", check.name);
            // Strings are told by counting quotes.
            let comments = check.text.split('\n').filter(|line| line.trim_start().starts_with("--"));
            assert_eq!(comments.filter(|line| line.contains('\'')).count(), 0, "{}", check.name);
        }
    }
}

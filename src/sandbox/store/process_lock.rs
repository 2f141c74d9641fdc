//! Application locks between processes that have the same database file open. Within one process
//! [`crate::sandbox::locks`] decides; here the whole process takes or shares a lock of the operating
//! system, which goes with the process, however that ends.

use std::collections::BTreeMap;
use std::collections::hash_map::DefaultHasher;
use std::fs::{File, OpenOptions, TryLockError};
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::sandbox::error::{NOT_IN_SANDBOX, SqlError};

/// The locks of this process on one database file.
#[derive(Debug)]
pub struct ProcessLocks {
    database: PathBuf,
    held: Mutex<BTreeMap<String, File>>,
}

impl ProcessLocks {
    /// The locks on a database file that is there.
    #[must_use]
    pub fn on(database: &Path) -> Self {
        let database = database.canonicalize().unwrap_or_else(|_| database.to_owned());
        Self { database, held: Mutex::default() }
    }

    /// Takes a lock for the process, alone or shared; `false` when another process is in the way. A
    /// lock that the process has already is kept as it is.
    ///
    /// # Errors
    /// When the operating system gives no lock files.
    pub fn try_take(&self, resource: &str, alone: bool) -> Result<bool, SqlError> {
        let mut held = self.held();
        if held.contains_key(resource) {
            return Ok(true);
        }
        let file = self.file(resource).map_err(cannot)?;
        let taken = if alone { file.try_lock() } else { file.try_lock_shared() };
        match taken {
            Ok(()) => {
                held.insert(resource.to_owned(), file);
                Ok(true)
            }
            Err(TryLockError::WouldBlock) => Ok(false),
            Err(TryLockError::Error(error)) => Err(cannot(error)),
        }
    }

    /// Gives back the locks that nobody in the process needs any more.
    pub fn keep(&self, needed: impl Fn(&str) -> bool) {
        self.held().retain(|resource, _| needed(resource));
    }

    /// The file that stands for a resource of this database.
    fn file(&self, resource: &str) -> std::io::Result<File> {
        let mut hasher = DefaultHasher::new();
        (&self.database, resource).hash(&mut hasher);
        let folder = std::env::temp_dir().join("ragsql-sandbox-locks");
        std::fs::create_dir_all(&folder)?;
        let path = folder.join(format!("{:016x}", hasher.finish()));
        OpenOptions::new().create(true).write(true).truncate(false).open(path)
    }

    fn held(&self) -> MutexGuard<'_, BTreeMap<String, File>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn cannot(error: std::io::Error) -> SqlError {
    SqlError::new(NOT_IN_SANDBOX, format!("The sandbox cannot take a lock between processes: {error}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_holders_of_one_file_exclude_each_other() {
        // Two values stand for two processes: their locks are on files of their own opening.
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.db");
        std::fs::write(&path, "").expect("writes");
        let (a, b) = (ProcessLocks::on(&path), ProcessLocks::on(&path));
        let other = ProcessLocks::on(&folder.path().join("b.db"));
        assert!(a.try_take("x", true).expect("locks"));
        assert!(a.try_take("x", true).expect("locks"), "the process has it already");
        assert!(!b.try_take("x", true).expect("locks"));
        assert!(!b.try_take("x", false).expect("locks"));
        assert!(b.try_take("y", true).expect("locks"));
        assert!(other.try_take("x", true).expect("locks"));
        a.keep(|_| false);
        assert!(b.try_take("x", false).expect("locks"));
        assert!(a.try_take("x", false).expect("locks"), "both share it");
    }
}

//! Files as such: what is behind a path, and writing one so that it is there whole or as it was.

use std::fs::{self, File, FileType, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The paths of what is in a folder, as far as it can be told; none when there is no such folder.
///
/// # Errors
/// When the folder cannot be read.
pub fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    match fs::read_dir(folder) {
        Ok(entries) => Ok(entries.filter_map(|entry| Some(entry.ok()?.path())).collect()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

/// What is behind a path, links followed, when it is not a file: reading it might never end.
#[must_use]
pub fn other_than_a_file(kind: FileType) -> Option<&'static str> {
    if kind.is_file() {
        None
    } else if kind.is_dir() {
        Some("a folder")
    } else {
        Some(special(kind))
    }
}

#[cfg(unix)]
fn special(kind: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    if kind.is_fifo() {
        "a pipe"
    } else if kind.is_socket() {
        "a socket"
    } else {
        "a device"
    }
}

#[cfg(not(unix))]
fn special(_kind: FileType) -> &'static str {
    "a device"
}

/// Writes a file through a temporary one in its folder, so that a full disk leaves what was there. Links are followed,
/// and permissions stay. What is no file, such as a pipe, is written to as it is.
///
/// # Errors
/// When the folder or the file cannot be written.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let before = match fs::metadata(path) {
        Ok(metadata) => Some(metadata),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    if before.as_ref().is_some_and(|metadata| !metadata.is_file()) {
        return OpenOptions::new().write(true).open(path)?.write_all(bytes);
    }
    if before.is_some() {
        // What may not be written is not replaced either.
        OpenOptions::new().append(true).open(path)?;
    }
    let target = if before.is_some() { fs::canonicalize(path)? } else { path.to_owned() };
    let (temporary, file) = beside(&target)?;
    let written = fill(file, bytes, before.map(|metadata| metadata.permissions()));
    let moved = written.and_then(|()| fs::rename(&temporary, &target));
    if moved.is_err() {
        // What went wrong first is what is told.
        let _ = fs::remove_file(&temporary);
    }
    moved
}

/// Makes a file with its text, unless it is there; none is left when that fails.
///
/// # Errors
/// When it is there, or cannot be written.
pub fn make(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let file = File::create_new(path)?;
    let written = fill(file, bytes, None);
    if written.is_err() {
        // What went wrong first is what is told.
        let _ = fs::remove_file(path);
    }
    written
}

fn fill(mut file: File, bytes: &[u8], permissions: Option<fs::Permissions>) -> io::Result<()> {
    file.write_all(bytes)?;
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)?;
    }
    file.sync_all()
}

/// A new file in the folder of another one.
fn beside(path: &Path) -> io::Result<(PathBuf, File)> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?.to_string_lossy();
    let mut attempt = 0;
    loop {
        let temporary = path.with_file_name(format!(".{name}.{}-{attempt}.tmp", std::process::id()));
        match File::create_new(&temporary) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && attempt < 100 => attempt += 1,
            opened => return opened.map(|file| (temporary, file)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_and_nothing_stays_beside_it() {
        let dir = tempfile::TempDir::new().expect("a folder");
        let path = dir.path().join("a");
        write(&path, b"one").expect("new");
        write(&path, b"two").expect("there");
        assert_eq!(fs::read(&path).expect("it is there"), b"two");
        assert_eq!(fs::read_dir(dir.path()).expect("a folder").count(), 1);
        assert!(make(&path, b"three").is_err() && fs::read(&path).expect("it is there") == b"two");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_permissions_stay() {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
        let dir = tempfile::TempDir::new().expect("a folder");
        let (path, link) = (dir.path().join("a"), dir.path().join("link"));
        write(&path, b"one").expect("new");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("permissions");
        let inode = fs::metadata(&path).expect("it is there").ino();
        symlink(&path, &link).expect("a link");
        write(&link, b"two").expect("there");
        let after = fs::metadata(&path).expect("it is there");
        assert!(fs::symlink_metadata(&link).expect("it is there").is_symlink());
        assert_eq!((fs::read(&path).expect("text"), after.mode() & 0o777), (b"two".to_vec(), 0o640));
        assert_ne!(after.ino(), inode, "another file took its place");
    }
}

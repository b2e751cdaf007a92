//! Caches what was found in files until they change: looking into a workbook opens all of it, and is frequent.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use super::fault::unreadable;
use crate::error::{Fault, Origin};

/// The state of a file: its modification time and its size in bytes.
pub(super) type Stamp = (Option<SystemTime>, u64);

/// Reads the state of a file.
pub(super) fn stamp(path: &Path, origin: &Origin) -> Result<Stamp, Fault> {
    let of_file = std::fs::metadata(path).map_err(|error| unreadable(origin, &error))?;
    Ok((of_file.modified().ok(), of_file.len()))
}

/// The file, and the list that it was searched for.
type CacheKey = (PathBuf, &'static str);

/// A cache of what was found in files, each with the file's state at that time.
pub(super) struct FileCache<T>(Mutex<BTreeMap<CacheKey, (Stamp, T)>>);

impl<T: Clone> FileCache<T> {
    pub(super) const fn nothing() -> Self {
        Self(Mutex::new(BTreeMap::new()))
    }

    /// Returns what is in a file for a list. It looks again if the file has changed. The lock is not held meanwhile, so
    /// looks into other files do not wait.
    pub(super) fn of(
        &self,
        (path, list): (&Path, &'static str),
        origin: &Origin,
        look: impl FnOnce() -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let stamp = stamp(path, origin)?;
        let key = (path.to_owned(), list);
        let known = self.entries().get(&key).cloned();
        if let Some((then, found)) = known
            && then == stamp
        {
            return Ok(found);
        }
        let found = look()?;
        self.entries().insert(key, (stamp, found.clone()));
        Ok(found)
    }

    fn entries(&self) -> MutexGuard<'_, BTreeMap<CacheKey, (Stamp, T)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn look_into_one_file_does_not_block_another() {
        static CACHE: FileCache<u8> = FileCache::nothing();
        let folder = tempfile::tempdir().unwrap();
        let [one, other] = ["satu", "dua"].map(|name| folder.path().join(name));
        for file in [&one, &other] {
            std::fs::write(file, "x").unwrap();
        }
        let origin = Origin::File {
            list: "classes",
            name: "satu".to_owned(),
        };
        let of_other = || CACHE.of((other.as_path(), ""), &origin, || Ok(2));
        assert_eq!(CACHE.of((one.as_path(), ""), &origin, of_other), Ok(2));
    }
}

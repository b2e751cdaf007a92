//! The index of searches, as statements ask it: whose it is, and whether SQLite's has all rows. While a first load runs it is behind
//! (`crate::first_load`).

use sea_orm::DatabaseBackend;
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// A database's trigrams. Clones share whether SQLite's are in step with the tables.
#[derive(Debug, Clone)]
pub(crate) struct Trigrams {
    backend: DatabaseBackend,
    in_step: Arc<AtomicBool>,
}

impl Trigrams {
    /// Those of a database; SQLite's are not known to be in step yet.
    pub(crate) fn of(backend: DatabaseBackend) -> Self {
        Self {
            backend,
            in_step: Arc::default(),
        }
    }

    /// Whose they are.
    pub(crate) const fn backend(&self) -> DatabaseBackend {
        self.backend
    }

    /// Whether they are SQLite's, and searches may ask them.
    pub(crate) fn are_in_step(&self) -> bool {
        self.in_step.load(Ordering::Acquire)
    }

    /// Says whether searches on SQLite may ask them.
    pub(crate) fn set_in_step(&self, in_step: bool) {
        self.in_step.store(in_step, Ordering::Release);
    }
}

/// What fills SQLite's table of trigrams anew, in one piece: of many, each has to be asked. Meanwhile they are gathered in memory
/// by pieces of 4 MB, and not of the usual one.
pub(crate) fn made_anew(search: &str) -> String {
    let order = |columns: &str, values: &str| format!("INSERT INTO {search} ({columns}) VALUES ({values});\n");
    let gather = |bytes: u32| order(&format!("{search}, rank"), &format!("'hashsize', {bytes}"));
    let all_at_once = [order(search, "'rebuild'"), order(search, "'optimize'")].concat();
    [gather(4 << 20), all_at_once, gather(1 << 20)].concat()
}

//! The search index as statements use it: the kind of database, and whether SQLite's index has all rows. During a first load
//! it is stale (`crate::first_load`).

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
    /// The trigrams of a database. SQLite's count as stale at first.
    pub(crate) fn of(backend: DatabaseBackend) -> Self {
        Self {
            backend,
            in_step: Arc::default(),
        }
    }

    /// The kind of database.
    pub(crate) const fn backend(&self) -> DatabaseBackend {
        self.backend
    }

    /// True if they are SQLite's, and in step with the tables.
    pub(crate) fn are_in_step(&self) -> bool {
        self.in_step.load(Ordering::Acquire)
    }

    /// Sets whether searches on SQLite may use them.
    pub(crate) fn set_in_step(&self, in_step: bool) {
        self.in_step.store(in_step, Ordering::Release);
    }
}

/// The SQL that rebuilds SQLite's table of trigrams as a single segment, because a search must query every segment. It
/// raises the memory for a segment to 4 MB during the rebuild.
pub(crate) fn rebuild_sql(search: &str) -> String {
    let order = |columns: &str, values: &str| format!("INSERT INTO {search} ({columns}) VALUES ({values});\n");
    let gather = |bytes: u32| order(&format!("{search}, rank"), &format!("'hashsize', {bytes}"));
    let all_at_once = [order(search, "'rebuild'"), order(search, "'optimize'")].concat();
    [gather(4 << 20), all_at_once, gather(1 << 20)].concat()
}

//! Whether SQLite's index of searches has all rows: while a first load runs it is behind (`crate::first_load`).

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// Whether SQLite's trigrams are in step with the tables. Clones share it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Trigrams(Arc<AtomicBool>);

impl Trigrams {
    /// Whether searches may ask them.
    pub(crate) fn are_in_step(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }

    /// Says whether searches may ask them.
    pub(crate) fn set_in_step(&self, in_step: bool) {
        self.0.store(in_step, Ordering::Release);
    }
}

//! Work that may panic, which is a fault of ours, and whose end somebody waits for all the same.

use futures::FutureExt;
use std::panic::AssertUnwindSafe;

/// What some work comes to; nothing where it panics. What it held is let go, and so are its transactions.
pub(crate) async fn unless_it_panics<T>(work: impl Future<Output = T>) -> Option<T> {
    AssertUnwindSafe(work).catch_unwind().await.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_panics_comes_to_nothing_and_all_other_to_what_it_says() {
        let panics = async { assert_eq!(1, 2, "for this test") };
        assert_eq!(unless_it_panics(panics).now_or_never(), Some(None));
        assert_eq!(unless_it_panics(async { 7 }).now_or_never(), Some(Some(7)));
    }
}

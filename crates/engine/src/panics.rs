//! Catches panics, which are bugs, so that waiting callers still get an answer.

use futures::FutureExt;
use std::panic::AssertUnwindSafe;

/// The result of some work; `None` if it panics. Its resources are released and its transactions rolled back.
pub(crate) async fn unless_it_panics<T>(work: impl Future<Output = T>) -> Option<T> {
    AssertUnwindSafe(work).catch_unwind().await.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panicking_work_returns_none() {
        let panics = async { assert_eq!(1, 2, "for this test") };
        assert_eq!(unless_it_panics(panics).now_or_never(), Some(None));
        assert_eq!(unless_it_panics(async { 7 }).now_or_never(), Some(Some(7)));
    }
}

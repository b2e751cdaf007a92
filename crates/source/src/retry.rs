//! Retries of calls, and the pauses between them.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use backon::{ExponentialBuilder, Retryable};
use futures::future::BoxFuture;
use jiff::Timestamp;
use reqwest::header::{HeaderMap, RETRY_AFTER};

use crate::error::Fault;
use crate::rows::ReadError;

/// Waits. Passed in, so that tests record the pauses instead of waiting.
#[derive(Clone)]
pub(crate) struct Pause(Arc<dyn Fn(Duration) -> BoxFuture<'static, ()> + Send + Sync>);

impl Pause {
    pub(crate) fn new(wait: impl Fn(Duration) -> BoxFuture<'static, ()> + Send + Sync + 'static) -> Self {
        Self(Arc::new(wait))
    }

    pub(crate) fn on_the_clock() -> Self {
        Self::new(|time| Box::pin(tokio::time::sleep(time)))
    }
}

impl fmt::Debug for Pause {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Pause")
    }
}

impl backon::Sleeper for Pause {
    type Sleep = BoxFuture<'static, ()>;

    fn sleep(&self, time: Duration) -> Self::Sleep {
        (self.0)(time)
    }
}

/// How often to retry after a transient failure, and the pauses.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Patience {
    /// Tries after the first.
    pub(crate) retries: usize,
    /// First pause; each further one is twice as long, with jitter.
    pub(crate) first_pause: Duration,
    /// Longest pause.
    pub(crate) longest_pause: Duration,
}

/// Reads a list, or a page of one. Retries after a transient failure if no row was sent yet.
pub(crate) async fn repeated<T, F, R>(
    patience: &Patience,
    pause: &Pause,
    list: &str,
    sent_rows: &AtomicU64,
    read: F,
) -> Result<T, ReadError>
where
    F: FnMut() -> R,
    R: Future<Output = Result<T, ReadError>>,
{
    let pauses = ExponentialBuilder::new()
        .with_min_delay(patience.first_pause)
        .with_max_delay(patience.longest_pause)
        .with_max_times(patience.retries)
        .with_jitter();
    read.retry(pauses)
        .sleep(pause.clone())
        .when(|ended| match ended {
            ReadError::Failed(fault) => fault.is_transient() && sent_rows.load(Ordering::Relaxed) == 0,
            ReadError::Cancelled => false,
        })
        .adjust(|ended, planned| match ended {
            ReadError::Failed(fault) => obeying(fault, planned, patience.longest_pause),
            ReadError::Cancelled => None,
        })
        .notify(|ended, pause| {
            if let ReadError::Failed(fault) = ended {
                tracing::warn!(list, ?fault, ?pause, "trying again");
            }
        })
        .await
}

/// The pause that the source asks for takes precedence over the planned one, up to the limit.
fn obeying(fault: &Fault, planned: Option<Duration>, longest: Duration) -> Option<Duration> {
    let planned = planned?;
    match fault {
        Fault::Status {
            retry_after: Some(asked),
            ..
        } => Some((*asked).min(longest)),
        _ => Some(planned),
    }
}

/// Parses `Retry-After`: seconds, or a date.
pub(crate) fn retry_after(headers: &HeaderMap, now: Timestamp) -> Option<Duration> {
    let value = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = value.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let then = jiff::fmt::rfc2822::parse(value).ok()?.timestamp();
    Some(Duration::try_from(then.duration_since(now)).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retry_after_is_seconds_or_a_date() {
        let now = "2026-09-01T08:00:00Z".parse().unwrap();
        let asked = |value: &str| retry_after(&HeaderMap::from_iter([(RETRY_AFTER, value.parse().unwrap())]), now);
        assert_eq!(asked("7"), Some(Duration::from_secs(7)));
        assert_eq!(asked("Tue, 01 Sep 2026 08:01:30 GMT"), Some(Duration::from_secs(90)));
        assert_eq!(asked("Tue, 01 Sep 2026 07:00:00 GMT"), Some(Duration::ZERO));
        assert_eq!(asked("soon"), None);
    }

    #[test]
    fn requested_pause_is_kept_up_to_the_limit() {
        let fault = Fault::Status {
            status: 429,
            retry_after: Some(Duration::from_secs(3600)),
        };
        let longest = Duration::from_secs(60);
        assert_eq!(obeying(&fault, Some(Duration::from_secs(1)), longest), Some(longest));
        assert_eq!(obeying(&fault, None, longest), None);
    }
}

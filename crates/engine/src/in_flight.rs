//! Runs a limited number of tasks at once.

use crate::{EngineError, Result};
use tokio::task::JoinSet;
use tracing::Instrument;

/// Tasks in flight.
pub(crate) struct InFlight<T> {
    tasks: JoinSet<Result<T>>,
    most: usize,
}

impl<T: Send + 'static> InFlight<T> {
    /// At most `most` tasks at once.
    pub(crate) fn new(most: usize) -> Self {
        Self {
            tasks: JoinSet::new(),
            most: most.max(1),
        }
    }

    /// Changes the limit; running tasks go on.
    pub(crate) fn allow(&mut self, most: usize) {
        self.most = most.max(1);
    }

    /// Waits until there is room for one more task. Returns the result of the task that ended for it, if one had to.
    pub(crate) async fn room(&mut self) -> Option<Result<T>> {
        if self.tasks.len() < self.most {
            None
        } else {
            self.next().await
        }
    }

    /// Starts a task. There must be room.
    pub(crate) fn begin(&mut self, task: impl Future<Output = Result<T>> + Send + 'static) {
        // Its calls belong to the job's span.
        self.tasks.spawn(task.in_current_span());
    }

    /// The result of the next task to end; `None` if no task is running.
    pub(crate) async fn next(&mut self) -> Option<Result<T>> {
        let ended = self.tasks.join_next().await?;
        Some(ended.unwrap_or_else(|error| Err(EngineError::Queue(error.to_string()))))
    }
}

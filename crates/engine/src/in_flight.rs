//! A few tasks at once, no more.

use crate::{EngineError, Result};
use tokio::task::JoinSet;
use tracing::Instrument;

/// Tasks under way.
pub(crate) struct InFlight<T> {
    tasks: JoinSet<Result<T>>,
    most: usize,
}

impl<T: Send + 'static> InFlight<T> {
    /// Room for `most` tasks.
    pub(crate) fn new(most: usize) -> Self {
        Self {
            tasks: JoinSet::new(),
            most: most.max(1),
        }
    }

    /// Makes it `most` tasks from now on; those that are under way stay.
    pub(crate) fn allow(&mut self, most: usize) {
        self.most = most.max(1);
    }

    /// Waits until there is room for one more; answers with the result of the task that made it, if one had to.
    pub(crate) async fn room(&mut self) -> Option<Result<T>> {
        if self.tasks.len() < self.most {
            None
        } else {
            self.next().await
        }
    }

    /// Begins a task. There must be room.
    pub(crate) fn begin(&mut self, task: impl Future<Output = Result<T>> + Send + 'static) {
        // What it asks outside belongs to the job.
        self.tasks.spawn(task.in_current_span());
    }

    /// The result of the next task to end; `None` when none is under way.
    pub(crate) async fn next(&mut self) -> Option<Result<T>> {
        let ended = self.tasks.join_next().await?;
        Some(ended.unwrap_or_else(|error| Err(EngineError::Queue(error.to_string()))))
    }
}

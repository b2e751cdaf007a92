//! Writes a batch in the background while the next one is prepared.

use crate::{EngineError, Result};
use selaras_kinds::Kind;
use selaras_store::{
    enrolments::{EnrolmentBatch, EnrolmentWriter},
    jobs::{Counts, Line},
};
use tokio_util::task::AbortOnDropHandle;

/// A writer of enrolments, with at most one batch in flight.
pub(super) struct Behind<K> {
    /// `None` while it writes, and after it has failed.
    writer: Option<Box<EnrolmentWriter<K>>>,
    writing: Option<AbortOnDropHandle<Result<Box<EnrolmentWriter<K>>>>>,
}

impl<K: Kind> Behind<K> {
    pub(super) fn new(writer: EnrolmentWriter<K>) -> Self {
        Self {
            writer: Some(Box::new(writer)),
            writing: None,
        }
    }

    /// Starts to write a batch when the one before it is written.
    ///
    /// # Errors
    /// The batch before could not be written.
    pub(super) async fn write(&mut self, batch: EnrolmentBatch<K>, lines: Vec<Line>, counts: Counts) -> Result<()> {
        self.settle().await?;
        let failed = || EngineError::Queue("the task that writes enrolments has failed".to_owned());
        let mut writer = self.writer.take().ok_or_else(failed)?;
        self.writing = Some(AbortOnDropHandle::new(tokio::spawn(async move {
            writer.write(batch, &lines, &counts).await?;
            Ok(writer)
        })));
        Ok(())
    }

    /// Waits until the started batch is written.
    ///
    /// # Errors
    /// The batch could not be written.
    pub(super) async fn settle(&mut self) -> Result<()> {
        if let Some(writing) = self.writing.take() {
            let written = writing.await.map_err(|error| EngineError::Queue(error.to_string()))?;
            self.writer = Some(written?);
        }
        Ok(())
    }
}

//! Batches are written behind the back of whoever makes them ready: the database is at work on one while the next is made.

use crate::{EngineError, Result};
use selaras_kinds::Kind;
use selaras_store::{
    jobs::{Counts, Line},
    places::{PlaceBatch, PlaceWriter},
};
use tokio_util::task::AbortOnDropHandle;

/// A writer of places, and at most one batch that it is at work on.
pub(super) struct Behind<K> {
    /// `None` while it works, and after it has failed.
    writer: Option<Box<PlaceWriter<K>>>,
    writing: Option<AbortOnDropHandle<Result<Box<PlaceWriter<K>>>>>,
}

impl<K: Kind> Behind<K> {
    pub(super) fn new(writer: PlaceWriter<K>) -> Self {
        Self {
            writer: Some(Box::new(writer)),
            writing: None,
        }
    }

    /// Begins to write a batch as soon as the one before it is written.
    ///
    /// # Errors
    /// The batch before could not be written.
    pub(super) async fn write(&mut self, batch: PlaceBatch<K>, lines: Vec<Line>, counts: Counts) -> Result<()> {
        self.settle().await?;
        let failed = || EngineError::Queue("whoever writes places has failed".to_owned());
        let mut writer = self.writer.take().ok_or_else(failed)?;
        self.writing = Some(AbortOnDropHandle::new(tokio::spawn(async move {
            writer.write(batch, &lines, &counts).await?;
            Ok(writer)
        })));
        Ok(())
    }

    /// Waits until the batch that was begun is written.
    ///
    /// # Errors
    /// It could not be.
    pub(super) async fn settle(&mut self) -> Result<()> {
        if let Some(writing) = self.writing.take() {
            let written = writing.await.map_err(|error| EngineError::Queue(error.to_string()))?;
            self.writer = Some(written?);
        }
        Ok(())
    }
}

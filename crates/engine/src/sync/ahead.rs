//! Reads lists ahead, a few at once.

use super::reading::{ParsedRow, Reading};
use crate::{Result, Run};
use selaras_kinds::Kind;
use std::{collections::VecDeque, sync::Arc};
use tokio::sync::mpsc;

/// A list that is being read.
pub(super) struct OpenList<K> {
    pub(super) reading: Arc<Reading>,
    pub(super) said: mpsc::Receiver<Result<Vec<ParsedRow<K>>>>,
}

/// The lists of an order, in the order in which they are staged.
pub(super) struct Ahead<K> {
    waiting: VecDeque<Arc<Reading>>,
    begun: VecDeque<OpenList<K>>,
    most: usize,
}

impl<K: Kind> Ahead<K> {
    pub(super) fn new(run: &Run, readings: Vec<Arc<Reading>>) -> Self {
        Self {
            most: run.source_requests,
            waiting: readings.into(),
            begun: VecDeque::new(),
        }
    }

    /// The next list. The lists behind it are read meanwhile.
    pub(super) fn next(&mut self) -> Option<OpenList<K>> {
        while self.begun.len() < self.most
            && let Some(reading) = self.waiting.pop_front()
        {
            let said = reading.begin();
            self.begun.push_back(OpenList { reading, said });
        }
        self.begun.pop_front()
    }
}

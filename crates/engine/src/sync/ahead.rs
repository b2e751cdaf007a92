//! Reads lists ahead, a few at once, and prefetches the stored enrolments of their classes.

use super::{
    enrolments::Enrolments,
    reading::{ParsedRow, Reading, are_parts},
};
use crate::{EngineError, Result, Run};
use selaras_kinds::Kind;
use selaras_store::Store;
use std::{collections::VecDeque, sync::Arc};
use tokio::sync::{mpsc, oneshot};

/// Classes looked up at once: one by one, the queries take longer than the answers.
const TOGETHER: usize = 64;

/// A list that is being read, with the stored enrolments of its classes.
pub(super) struct OpenList<K> {
    pub(super) reading: Arc<Reading>,
    pub(super) enrolments: Arc<Enrolments>,
    pub(super) said: mpsc::Receiver<Result<Vec<ParsedRow<K>>>>,
}

/// A requested list; the stored enrolments of its classes are still being looked up.
struct RequestedList<K> {
    reading: Arc<Reading>,
    tell: oneshot::Sender<Arc<Enrolments>>,
    said: mpsc::Receiver<Result<Vec<ParsedRow<K>>>>,
}

/// The lists that are being read, in the order in which they are decided on.
pub(super) struct Ahead<K> {
    waiting: VecDeque<Arc<Reading>>,
    asked: VecDeque<RequestedList<K>>,
    begun: VecDeque<OpenList<K>>,
    looking_up: mpsc::Receiver<Result<Vec<Arc<Enrolments>>>>,
    looked_up: VecDeque<Arc<Enrolments>>,
    most: usize,
}

impl<K: Kind> Ahead<K> {
    pub(super) fn new(run: &Arc<Run>, readings: Vec<Arc<Reading>>, kind_is_empty: bool) -> Self {
        // Partitions are files, which nothing keeps waiting, and each holds the stored enrolments of its classes: one at a
        // time.
        Self {
            most: if are_parts(&readings) { 1 } else { run.source_requests },
            looking_up: look_up::<K>(run, readings.clone(), kind_is_empty),
            waiting: readings.into(),
            asked: VecDeque::new(),
            begun: VecDeque::new(),
            looked_up: VecDeque::new(),
        }
    }

    /// The next list. The lists behind it are read meanwhile.
    pub(super) async fn next(&mut self) -> Result<Option<OpenList<K>>> {
        loop {
            while self.asked.len() + self.begun.len() < self.most
                && let Some(reading) = self.waiting.pop_front()
            {
                let (tell, told) = oneshot::channel();
                let said = reading.begin(told);
                self.asked.push_back(RequestedList { reading, tell, said });
            }
            while !self.asked.is_empty()
                && let Some(enrolments) = self.looked_up.pop_front()
                && let Some(RequestedList { reading, tell, said }) = self.asked.pop_front()
            {
                // A closed channel means that the receiver failed; it reports the error itself.
                let _ = tell.send(Arc::clone(&enrolments));
                self.begun.push_back(OpenList {
                    reading,
                    enrolments,
                    said,
                });
            }
            if !self.begun.is_empty() || self.asked.is_empty() {
                return Ok(self.begun.pop_front());
            }
            let Some(looked_up) = self.looking_up.recv().await else {
                return Err(EngineError::Queue(
                    "the task that looks up enrolments has stopped".to_owned(),
                ));
            };
            self.looked_up.extend(looked_up?);
        }
    }
}

/// Looks up the stored enrolments of the lists' classes, list after list. Its task ends when the receiver is dropped.
/// `kind_is_empty` means that the dashboard has no enrolments, which saves the query.
fn look_up<K: Kind>(
    run: &Arc<Run>,
    readings: Vec<Arc<Reading>>,
    kind_is_empty: bool,
) -> mpsc::Receiver<Result<Vec<Arc<Enrolments>>>> {
    let (say, said) = mpsc::channel(1);
    let store = run.store.clone();
    tokio::spawn(async move {
        // A partition has enough classes by itself.
        let together = if are_parts(&readings) { 1 } else { TOGETHER };
        let mut readings = readings.into_iter();
        loop {
            let some: Vec<_> = readings.by_ref().take(together).collect();
            if some.is_empty() {
                return;
            }
            let looked_up = look_up_together::<K>(&store, &some, !kind_is_empty).await;
            if say.send(looked_up).await.is_err() {
                return;
            }
        }
    });
    said
}

async fn look_up_together<K: Kind>(
    store: &Store,
    readings: &[Arc<Reading>],
    known: bool,
) -> Result<Vec<Arc<Enrolments>>> {
    let mut looked_up = readings.iter();
    let mut complete = Vec::with_capacity(readings.len());
    let Some(mut reading) = looked_up.next() else {
        return Ok(complete);
    };
    let mut enrolments = Enrolments::default();
    let mut classes = readings.iter().flat_map(|reading| reading.classes.scopes());
    loop {
        let classes: Vec<_> = classes.by_ref().take(TOGETHER).collect();
        if classes.is_empty() {
            return Ok(complete);
        }
        let of_classes = match known {
            true => store.known_enrolments::<K>(&classes).await.map_err(EngineError::from)?,
            false => vec![Vec::new(); classes.len()],
        };
        for of_class in of_classes {
            if enrolments.add(of_class) == reading.classes.len() {
                complete.push(Arc::new(std::mem::take(&mut enrolments).indexed()));
                match looked_up.next() {
                    Some(next) => reading = next,
                    None => return Ok(complete),
                }
            }
        }
    }
}

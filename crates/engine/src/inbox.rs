//! Stores Zoom's events as they arrive. Many events share one transaction, and each is answered after it.

use crate::{
    EngineError, Result,
    zoom::{Told, told},
};
use selaras_store::Store;
use selaras_zoom::Event;
use tokio::sync::{mpsc, oneshot};

/// Events that may wait to be written. Further requests wait for room and hold only the event in memory.
const WAITING: usize = 2000;
/// Events of one transaction.
const AT_ONCE: usize = 1000;

/// Accepts events. It can be cloned; its writer ends with the last clone.
#[derive(Clone, Debug)]
pub struct Inbox {
    letters: mpsc::Sender<Letter>,
}

#[derive(Debug)]
struct Letter {
    event: Event,
    kept: oneshot::Sender<bool>,
}

impl Inbox {
    /// Starts the writer.
    pub fn open(store: Store) -> Self {
        let (letters, waiting) = mpsc::channel(WAITING);
        tokio::spawn(write(store, waiting));
        Self { letters }
    }

    /// Stores an event. It is in the database when this returns.
    ///
    /// # Errors
    /// [`EngineError::Queue`]: it was not stored, and Zoom should send it again.
    pub async fn keep(&self, event: Event) -> Result<()> {
        let (kept, answer) = oneshot::channel();
        let lost = || EngineError::Queue("the event was not kept".to_owned());
        self.letters.send(Letter { event, kept }).await.map_err(|_| lost())?;
        if answer.await.unwrap_or(false) {
            Ok(())
        } else {
            Err(lost())
        }
    }
}

async fn write(store: Store, mut waiting: mpsc::Receiver<Letter>) {
    let mut letters = Vec::new();
    while waiting.recv_many(&mut letters, AT_ONCE).await > 0 {
        let (mut heard, mut ends, mut answers) = (Vec::new(), Vec::new(), Vec::with_capacity(letters.len()));
        for Letter { event, kept } in letters.drain(..) {
            match told(event) {
                Told::Observation(observation) => heard.push(*observation),
                Told::End(end) => ends.push(end),
                Told::Nothing => {}
            }
            answers.push(kept);
        }
        let outcome = store.keep_events(&heard, &ends).await;
        if let Err(error) = &outcome {
            tracing::error!(%error, events = heard.len(), "events of Zoom could not be kept");
        }
        for kept in answers {
            // If the caller has hung up, Zoom sends the event again, which changes nothing.
            let _ = kept.send(outcome.is_ok());
        }
    }
}

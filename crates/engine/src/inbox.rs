//! Stores Zoom's events as they arrive. Many events share one transaction, and each is answered after it.

use crate::{
    EngineError, Result,
    zoom::{AttendanceEvent, attendance_event},
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
    sender: mpsc::Sender<PendingEvent>,
}

#[derive(Debug)]
struct PendingEvent {
    event: Event,
    stored: oneshot::Sender<bool>,
}

impl Inbox {
    /// Starts the writer.
    pub fn open(store: Store) -> Self {
        let (sender, waiting) = mpsc::channel(WAITING);
        tokio::spawn(write(store, waiting));
        Self { sender }
    }

    /// Stores an event. It is in the database when this returns.
    ///
    /// # Errors
    /// [`EngineError::Queue`]: it was not stored, and Zoom should send it again.
    pub async fn keep(&self, event: Event) -> Result<()> {
        let (stored, answer) = oneshot::channel();
        let lost = || EngineError::Queue("the event was not kept".to_owned());
        self.sender
            .send(PendingEvent { event, stored })
            .await
            .map_err(|_| lost())?;
        if answer.await.unwrap_or(false) {
            Ok(())
        } else {
            Err(lost())
        }
    }
}

async fn write(store: Store, mut waiting: mpsc::Receiver<PendingEvent>) {
    let mut pending = Vec::new();
    while waiting.recv_many(&mut pending, AT_ONCE).await > 0 {
        let (mut observations, mut ends, mut answers) = (Vec::new(), Vec::new(), Vec::with_capacity(pending.len()));
        for PendingEvent { event, stored } in pending.drain(..) {
            match attendance_event(event) {
                AttendanceEvent::Observation(observation) => observations.push(*observation),
                AttendanceEvent::End(end) => ends.push(end),
                AttendanceEvent::Nothing => {}
            }
            answers.push(stored);
        }
        let outcome = store.keep_events(&observations, &ends).await;
        if let Err(error) = &outcome {
            tracing::error!(%error, events = observations.len(), "events of Zoom could not be kept");
        }
        for stored in answers {
            // If the caller has hung up, Zoom sends the event again, which changes nothing.
            let _ = stored.send(outcome.is_ok());
        }
    }
}

//! Faults on request.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::watch;

/// A failure of one request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// No fault: lets requests through before the next fault in the queue.
    Pass,
    /// Answers with this HTTP status, and with `Retry-After` in seconds if given.
    Status {
        /// The status, such as 429, 500, 503.
        status: u16,
        /// Seconds to wait, as the answer says.
        retry_after: Option<u64>,
    },
    /// Closes the connection without an answer.
    NoAnswer,
    /// Closes the connection after half of the rows.
    CloseHalfway,
    /// Answers normally after this time.
    Delay(Duration),
    /// Answers normally once the faults are cleared.
    Held,
    /// Sends half of the rows, then single blanks until the faults are cleared.
    Drip,
    /// Answers with no rows.
    Empty,
    /// Ends the body after half of the rows as if it were complete: the JSON is truncated.
    Truncated,
    /// Answers `200 OK` with an HTML page, like a proxy or a crashed system.
    Html,
    /// Answers `200 OK` with `msg` "Error" and this text as data.
    ErrorReply(String),
    /// Inserts raw text among the rows, each before the row of its position; a position beyond the end means at the end.
    RawRows(Vec<(usize, String)>),
    /// Omits the last rows.
    DropLast(usize),
    /// Repeats the first rows at the end.
    RepeatFirst(usize),
}

/// The queued faults, by path such as `/classes`. Each holds for a number of requests.
#[derive(Default)]
pub struct Faults {
    orders: Mutex<HashMap<String, VecDeque<(usize, Fault)>>>,
    /// How often all faults were cleared.
    cleared: watch::Sender<u64>,
}

impl Faults {
    /// Queues a fault for the next `requests` requests to `path`.
    pub fn next(&self, path: &str, requests: usize, fault: Fault) {
        let mut orders = self.orders.lock().unwrap_or_else(PoisonError::into_inner);
        orders.entry(path.to_owned()).or_default().push_back((requests, fault));
    }

    /// Queues a fault for all further requests to `path`.
    pub fn always(&self, path: &str, fault: Fault) {
        self.next(path, usize::MAX, fault);
    }

    /// Removes all faults.
    pub fn clear(&self) {
        self.orders.lock().unwrap_or_else(PoisonError::into_inner).clear();
        self.cleared.send_modify(|times| *times += 1);
    }

    /// Notifies when all faults are cleared.
    pub(crate) fn watch(&self) -> watch::Receiver<u64> {
        self.cleared.subscribe()
    }

    /// The fault for a request; uses it up.
    pub(crate) fn take(&self, path: &str) -> Option<Fault> {
        let mut orders = self.orders.lock().unwrap_or_else(PoisonError::into_inner);
        let queue = orders.get_mut(path)?;
        while let Some((left, fault)) = queue.front_mut() {
            if *left == 0 {
                queue.pop_front();
                continue;
            }
            if *left != usize::MAX {
                *left -= 1;
            }
            return Some(fault.clone());
        }
        None
    }
}

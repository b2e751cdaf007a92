//! Misbehaviour to order.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::watch;

/// One way for the academic system to fail a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nothing amiss: lets requests through before the next order in the queue.
    Pass,
    /// Answers this HTTP status instead, with `Retry-After` in seconds where given.
    Status {
        /// The status, such as 429, 500, 503.
        status: u16,
        /// Seconds to wait, as the answer tells them.
        retry_after: Option<u64>,
    },
    /// Closes the connection without an answer.
    NoAnswer,
    /// Closes the connection after half of the rows.
    CloseHalfway,
    /// Answers well, but only after this time.
    Delay(Duration),
    /// Answers well, but only once the orders are taken back.
    Held,
    /// Sends half of the rows, and then a blank now and then until the orders are taken back.
    Drip,
    /// Answers with no rows at all.
    Empty,
    /// Ends the body after half of the rows, as if it were whole: the JSON is cut off.
    Truncated,
    /// Answers `200 OK` with a page for people, as a proxy or a crashed system does.
    Html,
    /// Answers `200 OK` with `msg` "Error" and this text as data.
    ErrorReply(String),
    /// Puts raw text where rows belong, each before the row of its position; a position beyond the end means at the end.
    RawRows(Vec<(usize, String)>),
    /// Leaves out the last rows.
    DropLast(usize),
    /// Sends the first rows again at the end.
    RepeatFirst(usize),
}

/// The orders, by path such as `/classes`. Each order holds for a number of requests; orders for one path queue up.
#[derive(Default)]
pub struct Faults {
    orders: Mutex<HashMap<String, VecDeque<(usize, Fault)>>>,
    /// How often all orders were taken back.
    cleared: watch::Sender<u64>,
}

impl Faults {
    /// Orders a fault for the next `requests` requests to `path`.
    pub fn next(&self, path: &str, requests: usize, fault: Fault) {
        let mut orders = self.orders.lock().unwrap_or_else(PoisonError::into_inner);
        orders.entry(path.to_owned()).or_default().push_back((requests, fault));
    }

    /// Orders a fault for all further requests to `path`.
    pub fn always(&self, path: &str, fault: Fault) {
        self.next(path, usize::MAX, fault);
    }

    /// Takes all orders back.
    pub fn clear(&self) {
        self.orders.lock().unwrap_or_else(PoisonError::into_inner).clear();
        self.cleared.send_modify(|times| *times += 1);
    }

    /// Watches for the moment at which all orders are taken back.
    pub(crate) fn watch(&self) -> watch::Receiver<u64> {
        self.cleared.subscribe()
    }

    /// The fault for a request that has come, which uses it up.
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

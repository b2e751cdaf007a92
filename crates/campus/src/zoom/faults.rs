//! Zoom's calls, and faults on request.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// A call that Zoom answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Call {
    /// `POST /oauth/token`
    Token,
    /// `GET /v2/users`
    Users,
    /// `GET /v2/report/users/{userId}/meetings`
    Meetings,
    /// `GET /v2/report/meetings/{meetingId}/participants`
    Participants,
}

/// A failure of one call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// No fault: lets a call through before the next fault in the queue.
    Pass,
    /// Too many calls in a second, with the seconds to wait if Zoom says them.
    TooMany(Option<u64>),
    /// The daily quota is exhausted until this time.
    DailyLimit(&'static str),
    /// Any other status.
    Status(u16),
    /// Answers normally after this time.
    Delay(Duration),
    /// An answer that is not JSON.
    Html,
    /// The token expired early.
    DeadKey,
}

/// Queued faults and counters, by call.
#[derive(Default)]
pub(crate) struct Faults {
    orders: Mutex<HashMap<Call, VecDeque<Fault>>>,
    requests: Mutex<HashMap<Call, u64>>,
}

impl Faults {
    pub(crate) fn order(&self, call: Call, times: usize, fault: &Fault) {
        let mut orders = self.orders.lock().unwrap_or_else(PoisonError::into_inner);
        orders
            .entry(call)
            .or_default()
            .extend(std::iter::repeat_n(fault.clone(), times));
    }

    pub(crate) fn clear(&self) {
        self.orders.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Counts a call and returns its fault.
    pub(crate) fn take(&self, call: Call) -> Fault {
        *self
            .requests
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .entry(call)
            .or_default() += 1;
        let mut orders = self.orders.lock().unwrap_or_else(PoisonError::into_inner);
        orders
            .get_mut(&call)
            .and_then(VecDeque::pop_front)
            .unwrap_or(Fault::Pass)
    }

    pub(crate) fn requests(&self, call: Call) -> u64 {
        let requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        requests.get(&call).copied().unwrap_or(0)
    }
}

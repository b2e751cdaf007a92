//! Faults on request.

use std::collections::{BTreeSet, VecDeque};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::refusal::Refusal;
use super::service::SERVICE;

/// A failure of one call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// No fault: lets calls through before the next fault in the queue.
    Pass,
    /// Does the work, then closes the connection without an answer.
    WorkThenHangUp,
    /// Closes the connection without work or answer.
    HangUp,
    /// Does the work, then delays the answer.
    WorkThenDelay(Duration),
    /// Does the work, then answers with this HTTP status, like a proxy after a time-out.
    WorkThenStatus(u16),
    /// Answers with this HTTP status without work, and with `Retry-After` in seconds if given.
    Status {
        /// The status, such as 429, 500, 503.
        status: u16,
        /// Seconds to wait, as the answer says.
        retry_after: Option<u64>,
    },
    /// Answers with the page that is shown during maintenance.
    Maintenance,
    /// Refuses like Moodle, with this code and message.
    Refuse {
        /// The code.
        errorcode: String,
        /// The message.
        message: String,
    },
    /// Answers `200 OK` with this text.
    Body(String),
}

impl Fault {
    /// Refuses like Moodle when the database ended a deadlock by rolling this call back.
    #[must_use]
    pub fn deadlock() -> Self {
        let Refusal { errorcode, message, .. } = Refusal::database();
        Self::Refuse {
            errorcode: errorcode.unwrap_or_default().into_owned(),
            message: message.into_owned(),
        }
    }
}

struct Order {
    function: Option<String>,
    left: usize,
    fault: Fault,
}

#[derive(Default)]
struct Orders {
    queue: VecDeque<Order>,
    token_calls: Option<u64>,
    slow: Duration,
    largest_body: Option<usize>,
    left_out: BTreeSet<String>,
}

/// The queued faults. A call gets the first one that matches it and is not used up.
#[derive(Default)]
pub struct Faults {
    orders: Mutex<Orders>,
}

impl Faults {
    /// Queues a fault for the next `calls` calls of any function.
    pub fn next(&self, calls: usize, fault: Fault) {
        self.order(Order {
            function: None,
            left: calls,
            fault,
        });
    }

    /// Queues a fault for the next `calls` calls of one function.
    pub fn next_of(&self, function: &str, calls: usize, fault: Fault) {
        self.order(Order {
            function: Some(function.to_owned()),
            left: calls,
            fault,
        });
    }

    /// Invalidates the token after this many more calls.
    pub fn token_dies_after(&self, calls: u64) {
        self.orders().token_calls = Some(calls);
    }

    /// Makes the token valid again.
    pub fn token_lives(&self) {
        self.orders().token_calls = None;
    }

    /// Removes a function from the token's service.
    pub fn leave_out(&self, function: &str) {
        self.orders().left_out.insert(function.to_owned());
    }

    /// Takes a function into the token's service again.
    pub fn put_back(&self, function: &str) {
        self.orders().left_out.remove(function);
    }

    /// Makes every call take this much longer.
    pub fn slow_down(&self, by: Duration) {
        self.orders().slow = by;
    }

    /// Puts a proxy before Moodle that refuses bodies of more than this many bytes.
    pub fn refuse_bodies_over(&self, bytes: usize) {
        self.orders().largest_body = Some(bytes);
    }

    /// Removes all faults.
    pub fn clear(&self) {
        *self.orders() = Orders::default();
    }

    fn order(&self, order: Order) {
        self.orders().queue.push_back(order);
    }

    fn orders(&self) -> std::sync::MutexGuard<'_, Orders> {
        self.orders.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The fault for a call; uses it up.
    pub(super) fn take(&self, function: &str) -> Option<Fault> {
        let mut orders = self.orders();
        orders.queue.retain(|order| order.left > 0);
        let mine = |order: &&mut Order| order.function.as_deref().is_none_or(|name| name == function);
        let order = orders.queue.iter_mut().find(mine)?;
        order.left = order.left.saturating_sub(usize::from(order.left != usize::MAX));
        Some(order.fault.clone())
    }

    /// True if the token is valid for one more call; counts the call.
    pub(super) fn token_lives_for_a_call(&self) -> bool {
        match &mut self.orders().token_calls {
            None => true,
            Some(0) => false,
            Some(left) => {
                *left -= 1;
                true
            }
        }
    }

    /// The remaining functions of the token's service.
    pub(super) fn service(&self) -> Vec<&'static str> {
        let orders = self.orders();
        SERVICE
            .into_iter()
            .filter(|name| !orders.left_out.contains(*name))
            .collect()
    }

    /// True if a proxy refuses a body of that length.
    pub(super) fn refuse_body(&self, length: usize) -> bool {
        self.orders().largest_body.is_some_and(|largest| length > largest)
    }

    pub(super) fn slowness(&self) -> Duration {
        self.orders().slow
    }
}

//! Limits the calls in progress.
//!
//! More calls in progress than Moodle has cores slow it down, and the number of cores is not visible from here. So the limit
//! begins low and adapts. One more call is tried now and then; the limit stays raised if the throughput rises as one more
//! call should raise it. If rows take longer than before, or calls fail, the limit falls. The alternatives are in
//! `docs/decisions/0009-adaptive-pace.md`.

mod governor;

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use governor::{Governor, Sample};

pub(crate) use governor::CallResult;

/// Returns the time since an arbitrary start. Passed in, so that tests control it.
type Clock = Arc<dyn Fn() -> Duration + Send + Sync>;

/// The limiter that every call passes. Clones share their state.
#[derive(Clone)]
pub(crate) struct Pace {
    door: Arc<Semaphore>,
    state: Arc<Mutex<State>>,
    clock: Clock,
}

impl fmt::Debug for Pace {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Pace")
            .field("limit", &self.limit())
            .finish_non_exhaustive()
    }
}

struct State {
    governor: Governor,
    /// Permits that are given out or available.
    slots: usize,
    under_way: usize,
}

impl Pace {
    /// A limiter that allows at most `most` calls at once.
    pub(crate) fn new(most: usize) -> Self {
        let beginning = Instant::now();
        Self::with_clock(most, Arc::new(move || beginning.elapsed()))
    }

    fn with_clock(most: usize, clock: Clock) -> Self {
        let governor = Governor::new(most);
        let slots = governor.limit();
        Self {
            door: Arc::new(Semaphore::new(slots)),
            state: Arc::new(Mutex::new(State {
                governor,
                slots,
                under_way: 0,
            })),
            clock,
        }
    }

    /// The number of calls allowed at present.
    pub(crate) fn limit(&self) -> usize {
        self.state().governor.limit()
    }

    /// Waits for a permit for a call of `function` with this many rows. Dropping the ticket returns the permit.
    pub(crate) async fn enter(&self, function: &'static str, rows: usize) -> Ticket {
        // The semaphore is never closed.
        let slot = Arc::clone(&self.door).acquire_owned().await.ok();
        let mut state = self.state();
        state.under_way += 1;
        Ticket {
            function,
            rows: rows.max(1),
            full: state.under_way >= state.governor.limit(),
            generation: state.governor.generation(),
            began: (self.clock)(),
            pace: self.clone(),
            slot,
            result: None,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn leave(&self, ticket: &mut Ticket) {
        let took = (self.clock)().saturating_sub(ticket.began);
        let mut state = self.state();
        let full = ticket.full && state.under_way >= state.governor.limit();
        state.under_way -= 1;
        if let Some(result) = ticket.result {
            state.governor.learn(&Sample {
                function: ticket.function,
                rows: ticket.rows,
                took,
                full,
                generation: ticket.generation,
                result,
            });
        }
        let limit = state.governor.limit();
        if state.slots > limit {
            // The permit is not returned, so there is one fewer from now on.
            if let Some(slot) = ticket.slot.take() {
                slot.forget();
                state.slots -= 1;
            }
        } else if state.slots < limit {
            self.door.add_permits(limit - state.slots);
            state.slots = limit;
        }
    }
}

/// The permit of a call in progress.
pub(crate) struct Ticket {
    pace: Pace,
    slot: Option<OwnedSemaphorePermit>,
    function: &'static str,
    rows: usize,
    began: Duration,
    full: bool,
    generation: u64,
    result: Option<CallResult>,
}

impl Ticket {
    /// Records how the call ended. A ticket dropped without it records nothing.
    pub(crate) fn finish(mut self, how: CallResult) {
        self.result = Some(how);
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let pace = self.pace.clone();
        pace.leave(self);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::FutureExt;
    use std::collections::VecDeque;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// A limiter, and its clock in milliseconds.
    fn door(most: usize) -> (Pace, Arc<AtomicU64>) {
        let hands = Arc::new(AtomicU64::new(0));
        let clock = {
            let hands = Arc::clone(&hands);
            Arc::new(move || Duration::from_millis(hands.load(Ordering::Relaxed)))
        };
        (Pace::with_clock(most, clock), hands)
    }

    fn enter(pace: &Pace) -> Option<Ticket> {
        pace.enter("core_user_create_users", 200).now_or_never()
    }

    #[test]
    fn first_two_calls_enter_and_the_third_waits() {
        let (pace, _) = door(8);
        let (first, second) = (enter(&pace).unwrap(), enter(&pace).unwrap());
        assert!(enter(&pace).is_none());
        first.finish(CallResult::Done);
        assert!(enter(&pace).is_some());
        drop(second);
    }

    #[test]
    fn aborted_call_returns_its_permit_and_leaves_the_limit() {
        let (pace, _) = door(8);
        for _ in 0..50 {
            let (first, second) = (enter(&pace).unwrap(), enter(&pace).unwrap());
            drop((first, second));
        }
        assert_eq!(pace.limit(), 2);
        assert!(enter(&pace).is_some());
    }

    #[test]
    fn permits_follow_the_limit_down_and_up() {
        let (pace, hands) = door(4);
        let (first, second) = (enter(&pace).unwrap(), enter(&pace).unwrap());
        first.finish(CallResult::Struggled);
        assert_eq!(pace.limit(), 1);
        assert!(enter(&pace).is_none(), "the second is still in progress");
        second.finish(CallResult::Struggled);
        assert_eq!(pace.limit(), 1, "both calls began under the same limit");
        // This Moodle has many cores: each call takes one second, however many there are.
        let mut tickets = VecDeque::new();
        for _ in 0..1000 {
            tickets.extend(std::iter::from_fn(|| enter(&pace)));
            assert_eq!(tickets.len(), pace.limit());
            hands.fetch_add(1000 / pace.limit() as u64, Ordering::Relaxed);
            tickets.pop_front().unwrap().finish(CallResult::Done);
        }
        assert_eq!(pace.limit(), 4, "never above the configured limit");
    }
}

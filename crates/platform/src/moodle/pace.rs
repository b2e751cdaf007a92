//! How many calls Moodle is asked at once.
//!
//! More calls in flight than Moodle has cores lose, and how many it has is not to be seen from here. So the limit begins
//! low and follows what Moodle does: one more call is tried now and then, and kept where as much work gets done by it as
//! one more call should bring; where rows take longer than they did, or calls fail, the limit falls. What was weighed
//! stands in `docs/decisions/0009-adaptive-pace.md`.

mod governor;

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use governor::{Governor, Sample};

/// Tells the time since some beginning. Passed in, so that tests move it.
type Clock = Arc<dyn Fn() -> Duration + Send + Sync>;

/// How a call ended, as far as it tells about Moodle's strength.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ended {
    /// It did what it was asked.
    Done,
    /// It was refused, which takes another time than the work.
    Refused,
    /// Too busy, no answer in time, or a broken connection.
    Struggled,
}

/// The door that every call passes. Clones are the same door.
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
    /// Places that the door has given out or holds ready.
    places: usize,
    under_way: usize,
}

impl Pace {
    /// A door that lets `most` calls through at once, at most.
    pub(crate) fn new(most: usize) -> Self {
        let beginning = Instant::now();
        Self::with_clock(most, Arc::new(move || beginning.elapsed()))
    }

    fn with_clock(most: usize, clock: Clock) -> Self {
        let governor = Governor::new(most);
        let places = governor.limit();
        Self {
            door: Arc::new(Semaphore::new(places)),
            state: Arc::new(Mutex::new(State {
                governor,
                places,
                under_way: 0,
            })),
            clock,
        }
    }

    /// Calls that are let through at once as things stand.
    pub(crate) fn limit(&self) -> usize {
        self.state().governor.limit()
    }

    /// Waits for a place for a call of `function` with so many rows. The ticket gives it back when it is dropped.
    pub(crate) async fn enter(&self, function: &'static str, rows: usize) -> Ticket {
        // The semaphore is never closed.
        let place = Arc::clone(&self.door).acquire_owned().await.ok();
        let mut state = self.state();
        state.under_way += 1;
        Ticket {
            function,
            rows: rows.max(1),
            full: state.under_way >= state.governor.limit(),
            generation: state.governor.generation(),
            began: (self.clock)(),
            pace: self.clone(),
            place,
            ended: None,
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
        if let Some(ended) = ticket.ended {
            state.governor.learn(&Sample {
                function: ticket.function,
                rows: ticket.rows,
                took,
                full,
                generation: ticket.generation,
                ended,
            });
        }
        let limit = state.governor.limit();
        if state.places > limit {
            // The place is not given back: one fewer from now on.
            if let Some(place) = ticket.place.take() {
                place.forget();
                state.places -= 1;
            }
        } else if state.places < limit {
            self.door.add_permits(limit - state.places);
            state.places = limit;
        }
    }
}

/// A place among the calls under way.
pub(crate) struct Ticket {
    pace: Pace,
    place: Option<OwnedSemaphorePermit>,
    function: &'static str,
    rows: usize,
    began: Duration,
    full: bool,
    generation: u64,
    ended: Option<Ended>,
}

impl Ticket {
    /// Says how the call ended. A call that was given up before its end says nothing.
    pub(crate) fn ended(mut self, how: Ended) {
        self.ended = Some(how);
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

    /// A door, and the hands of its clock in milliseconds.
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
    fn two_are_let_in_at_first_and_the_third_waits_for_a_place() {
        let (pace, _) = door(8);
        let (first, second) = (enter(&pace).unwrap(), enter(&pace).unwrap());
        assert!(enter(&pace).is_none());
        first.ended(Ended::Done);
        assert!(enter(&pace).is_some());
        drop(second);
    }

    #[test]
    fn a_call_that_is_given_up_gives_its_place_back_and_teaches_nothing() {
        let (pace, _) = door(8);
        for _ in 0..50 {
            let (first, second) = (enter(&pace).unwrap(), enter(&pace).unwrap());
            drop((first, second));
        }
        assert_eq!(pace.limit(), 2);
        assert!(enter(&pace).is_some());
    }

    #[test]
    fn the_door_follows_the_limit_down_and_up() {
        let (pace, hands) = door(4);
        let (first, second) = (enter(&pace).unwrap(), enter(&pace).unwrap());
        first.ended(Ended::Struggled);
        assert_eq!(pace.limit(), 1);
        assert!(enter(&pace).is_none(), "the second is under way still");
        second.ended(Ended::Struggled);
        assert_eq!(pace.limit(), 1, "both met the same trouble");
        // Moodle has many cores: however many calls there are, each takes its second.
        let mut tickets = VecDeque::new();
        for _ in 0..1000 {
            tickets.extend(std::iter::from_fn(|| enter(&pace)));
            assert_eq!(tickets.len(), pace.limit());
            hands.fetch_add(1000 / pace.limit() as u64, Ordering::Relaxed);
            tickets.pop_front().unwrap().ended(Ended::Done);
        }
        assert_eq!(pace.limit(), 4, "and never more than is set");
    }
}

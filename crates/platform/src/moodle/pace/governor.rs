//! Decides on the limit from samples of calls. Has no clock and does not wait.

use std::collections::HashMap;
use std::time::Duration;

/// Initial limit: what a small Moodle can take.
const FIRST: usize = 2;
/// Calls at a settled limit before one more is tried; doubled after each failed try.
const PATIENCE: u32 = 8;
/// Upper bound of that number.
const MOST_PATIENCE: u32 = 512;
/// A call is slow if it takes this many times the usual time.
const SLOW: f64 = 2.0;
/// Slow calls in a row that lower the limit; fewer count as chance.
const SLOW_ON_END: u32 = 3;
/// Calls of one class that make a usual time.
const USUAL: u32 = 2;
/// Weight of the latest call in the usual time.
const WEIGHT: f64 = 0.25;

/// How a call ended, as far as it says something about Moodle's load.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CallResult {
    /// It succeeded.
    Done,
    /// It was refused, which takes another time than the work.
    Refused,
    /// Moodle was too busy, gave no answer in time, or the connection broke.
    Struggled,
}

/// The measurement of one call.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sample {
    pub(super) function: &'static str,
    pub(super) rows: usize,
    pub(super) took: Duration,
    /// True if calls filled the limit from its beginning to its end.
    pub(super) full: bool,
    /// The limit's generation when the call began.
    pub(super) generation: u64,
    pub(super) result: CallResult,
}

/// The class of a call: the function, and the number of rows as a power of two. Calls of one class are comparable.
type Sort = (&'static str, u32);

/// The usual time per row of one class of call at this limit.
#[derive(Debug, Clone, Copy)]
struct Usual {
    seconds: f64,
    least: f64,
    calls: u32,
}

impl Usual {
    fn learn(&mut self, seconds: f64) {
        self.seconds += (seconds - self.seconds) * WEIGHT;
        self.least = self.least.min(self.seconds);
        self.calls = self.calls.saturating_add(1);
    }
}

/// A trial of one more call at once.
#[derive(Debug, Default)]
struct Probe {
    /// Sum of each call's time divided by the usual time.
    times: f64,
    calls: u32,
    /// Calls of a class without a usual time: the job has gone on to something else.
    strange: u32,
    seen: HashMap<Sort, Usual>,
}

/// The limit and the state that decides on it.
#[derive(Debug)]
pub(super) struct Governor {
    limit: usize,
    most: usize,
    generation: u64,
    usual: HashMap<Sort, Usual>,
    calm: u32,
    patience: u32,
    slow: u32,
    probe: Option<Probe>,
}

impl Governor {
    pub(super) fn new(most: usize) -> Self {
        let most = most.max(1);
        Self {
            limit: FIRST.min(most),
            most,
            generation: 0,
            usual: HashMap::new(),
            calm: 0,
            patience: PATIENCE,
            slow: 0,
            probe: None,
        }
    }

    pub(super) const fn limit(&self) -> usize {
        self.limit
    }

    /// Changes with the limit: a call that began under another limit says nothing about this one.
    pub(super) const fn generation(&self) -> u64 {
        self.generation
    }

    pub(super) fn learn(&mut self, sample: &Sample) {
        if sample.generation != self.generation {
            return;
        }
        match sample.result {
            CallResult::Refused => {}
            CallResult::Struggled => self.fall_to(self.limit / 2),
            CallResult::Done => {
                let sort = (sample.function, sample.rows.max(1).ilog2());
                let seconds = sample.took.as_secs_f64() / sample.rows.max(1) as f64;
                let usual = self.usual.get(&sort).copied().filter(|usual| usual.calls >= USUAL);
                match &mut self.probe {
                    Some(_) if sample.full => self.probed(sort, seconds, usual),
                    Some(_) => {}
                    None => self.settled(sort, seconds, usual, sample.full),
                }
            }
        }
    }

    /// Handles a call at a settled limit.
    fn settled(&mut self, sort: Sort, seconds: f64, usual: Option<Usual>, full: bool) {
        if usual.is_some_and(|usual| seconds > SLOW * usual.least) {
            self.slow += 1;
            if self.slow >= SLOW_ON_END {
                self.fall_to((self.limit * 3).div_euclid(4).min(self.limit - 1));
                return;
            }
        } else {
            self.slow = 0;
        }
        // Fewer calls than the limit are faster and would make calls at the full limit look slow.
        if !full {
            return;
        }
        remember(&mut self.usual, sort, seconds);
        self.calm += 1;
        if self.calm >= self.patience && self.limit < self.most && usual.is_some() {
            self.probe = Some(Probe::default());
            self.set(self.limit + 1);
        }
    }

    /// Handles a call during a trial.
    fn probed(&mut self, sort: Sort, seconds: f64, usual: Option<Usual>) {
        let Some(probe) = &mut self.probe else { return };
        remember(&mut probe.seen, sort, seconds);
        let Some(usual) = usual else {
            probe.strange += 1;
            if probe.strange > self.limit as u32 {
                // This says nothing about one more call: try again once the usual time is known.
                let patience = self.patience;
                self.give_up();
                self.patience = patience;
            }
            return;
        };
        probe.times += seconds / usual.seconds.max(f64::EPSILON);
        probe.calls += 1;
        let limit = self.limit as f64;
        let times = probe.times / f64::from(probe.calls);
        // Throughput relative to before: it grows with the number of calls and falls with the time of each.
        let (could, does) = (limit / (limit - 1.0), limit / (limit - 1.0) / times);
        if probe.calls < self.limit as u32 {
            return;
        }
        if does < 1.0 {
            self.give_up();
        } else if probe.calls >= 2 * self.limit as u32 {
            // Half of the possible gain is enough.
            if does - 1.0 >= (could - 1.0) / 2.0 {
                self.usual = std::mem::take(&mut probe.seen);
                self.probe = None;
                self.calm = 0;
                self.slow = 0;
                self.patience = PATIENCE;
                tracing::debug!(limit = self.limit, "Moodle takes one more call at once");
            } else {
                self.give_up();
            }
        }
    }

    /// Ends a failed trial.
    fn give_up(&mut self) {
        self.probe = None;
        self.calm = 0;
        self.patience = (self.patience * 2).min(MOST_PATIENCE);
        self.set(self.limit - 1);
    }

    /// Lowers the limit because Moodle struggles.
    fn fall_to(&mut self, limit: usize) {
        let limit = limit.max(1);
        tracing::info!(from = self.limit, to = limit, "Moodle struggles: fewer calls at once");
        self.probe = None;
        self.calm = 0;
        self.slow = 0;
        self.patience = PATIENCE;
        // If rows are still slow at the lower limit, it falls further. At the lowest limit, slow becomes the usual time.
        if limit == 1 {
            self.usual.clear();
        }
        self.set(limit);
    }

    fn set(&mut self, limit: usize) {
        self.limit = limit.clamp(1, self.most);
        self.generation += 1;
    }
}

fn remember(usual: &mut HashMap<Sort, Usual>, sort: Sort, seconds: f64) {
    usual
        .entry(sort)
        .or_insert(Usual {
            seconds,
            least: seconds,
            calls: 0,
        })
        .learn(seconds);
}

#[cfg(test)]
mod tests;

//! Decides on the limit. Knows no clock and waits for nothing: it is told how calls went.

use std::collections::HashMap;
use std::time::Duration;

use super::Ended;

/// Calls at once to begin with: what a small Moodle can take.
const FIRST: usize = 2;
/// Calls at a settled limit before one more is tried; twice as many after each try in vain.
const PATIENCE: u32 = 8;
/// Calls before the next try, at most.
const MOST_PATIENCE: u32 = 512;
/// So many times as long as usual is slow.
const SLOW: f64 = 2.0;
/// Slow calls on end that are no accident.
const SLOW_ON_END: u32 = 3;
/// Calls of one sort that make a usual time.
const USUAL: u32 = 2;
/// What the latest call weighs in the usual time.
const WEIGHT: f64 = 0.25;

/// What one call taught.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sample {
    pub(super) function: &'static str,
    pub(super) rows: usize,
    pub(super) took: Duration,
    /// As many calls as the limit allows were under way from its beginning to its end.
    pub(super) full: bool,
    /// The limit's number when the call began.
    pub(super) generation: u64,
    pub(super) ended: Ended,
}

/// Calls that can be compared: the same function with about as many rows, to the power of two.
type Sort = (&'static str, u32);

/// How long a row of one sort of call takes at this limit.
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

/// A try of one more call at once.
#[derive(Debug, Default)]
struct Probe {
    /// Sum of how many times as long as usual rows took.
    times: f64,
    calls: u32,
    /// Calls that there is nothing to compare with: the job has gone on to something else.
    strange: u32,
    seen: HashMap<Sort, Usual>,
}

/// The limit and what it is decided by.
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

    /// Changes whenever the limit does: calls that began under another limit say nothing about this one.
    pub(super) const fn generation(&self) -> u64 {
        self.generation
    }

    pub(super) fn learn(&mut self, sample: &Sample) {
        if sample.generation != self.generation {
            return;
        }
        match sample.ended {
            Ended::Refused => {}
            Ended::Struggled => self.fall_to(self.limit / 2),
            Ended::Done => {
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

    /// A call at the limit that has been in use for a while.
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
        // Fewer calls than the limit are faster and would make a full house look slow.
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

    /// A call while one more is tried.
    fn probed(&mut self, sort: Sort, seconds: f64, usual: Option<Usual>) {
        let Some(probe) = &mut self.probe else { return };
        remember(&mut probe.seen, sort, seconds);
        let Some(usual) = usual else {
            probe.strange += 1;
            if probe.strange > self.limit as u32 {
                // Neither for nor against one more: tried again when it is known what is usual.
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
        // With one more call, as much more is done as there are more calls and as each takes no longer.
        let (could, does) = (limit / (limit - 1.0), limit / (limit - 1.0) / times);
        if probe.calls < self.limit as u32 {
            return;
        }
        if does < 1.0 {
            self.give_up();
        } else if probe.calls >= 2 * self.limit as u32 {
            // Half of what one more call could bring is enough.
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

    /// Ends a try in vain.
    fn give_up(&mut self) {
        self.probe = None;
        self.calm = 0;
        self.patience = (self.patience * 2).min(MOST_PATIENCE);
        self.set(self.limit - 1);
    }

    /// Moodle has trouble.
    fn fall_to(&mut self, limit: usize) {
        let limit = limit.max(1);
        tracing::info!(from = self.limit, to = limit, "Moodle struggles: fewer calls at once");
        self.probe = None;
        self.calm = 0;
        self.slow = 0;
        self.patience = PATIENCE;
        // Rows that are slow still at the lower limit lower it further; at the lowest, slow is what is usual now.
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

//! Figures and what they are held to.

use crate::server::Took;

/// What one round measured, in seconds and MB.
pub(crate) struct Figures {
    /// The floor: download, read, insert.
    pub(crate) write: f64,
    /// The server's first sync.
    pub(crate) first: Took,
    /// The floor: download and read alone.
    pub(crate) read: f64,
    /// The server's second sync, with nothing changed.
    pub(crate) again: Took,
    /// The server's peak.
    pub(crate) memory: f64,
}

impl Figures {
    pub(crate) fn print(&self, round: usize) {
        let Self {
            write,
            first,
            read,
            again,
            memory,
        } = self;
        say(&format!(
            "round {round}: floor {write:.2} s, sync {:.2} s (job {:.2} s); reading alone {read:.2} s, sync again {:.2} s \
             (job {:.2} s); {memory:.0} MB",
            first.asked, first.ran, again.asked, again.ran
        ));
    }
}

/// The medians of all rounds, and the targets.
pub(crate) struct Report {
    write: f64,
    first: f64,
    read: f64,
    again: f64,
    memory: f64,
    most_times: f64,
    most_memory: f64,
}

impl Report {
    pub(crate) fn new(figures: &[Figures], most_times: f64, most_memory: f64) -> Self {
        let median = |of: fn(&Figures) -> f64| median(figures.iter().map(of).collect());
        Self {
            write: median(|figures| figures.write),
            first: median(|figures| figures.first.asked),
            read: median(|figures| figures.read),
            again: median(|figures| figures.again.asked),
            // Not the median: the limit holds always.
            memory: figures.iter().map(|figures| figures.memory).fold(0.0, f64::max),
            most_times,
            most_memory,
        }
    }

    fn times(&self) -> f64 {
        self.first / self.write
    }

    pub(crate) fn within_targets(&self) -> bool {
        self.times() <= self.most_times && self.memory <= self.most_memory
    }

    pub(crate) fn print(&self) {
        let Self {
            write,
            first,
            read,
            again,
            memory,
            most_times,
            most_memory,
        } = self;
        say(&format!(
            "first sync   {first:.2} s  floor {write:.2} s  {:.2} times (at most {most_times})",
            self.times()
        ));
        say(&format!(
            "sync again   {again:.2} s  floor {read:.2} s  {:.2} times",
            again / read
        ));
        say(&format!("peak memory  {memory:.0} MB (at most {most_memory} MB)"));
        if !self.within_targets() {
            say("TARGET MISSED");
        }
    }
}

pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => f64::NAN,
        count if count % 2 == 0 => f64::midpoint(values[middle - 1], values[middle]),
        _ => values[middle],
    }
}

/// Writes a line to standard output.
#[allow(clippy::print_stdout, reason = "the figures are the program's output")]
pub(crate) fn say(line: &str) {
    println!("{line}");
}

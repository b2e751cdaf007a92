//! Page times of a small campus and of a large one.
//!
//! Both are written straight into the tables and served by the real server over HTTP. The limit for a page of the large
//! campus is a multiple of its time on the small one. Less than a millisecond counts as one: there, clock and network are
//! measured.

pub(crate) mod calls;
pub(crate) mod fill;
mod names;
mod site;

use crate::{
    database::Databases,
    report::{median, say},
    server::Server,
};
use anyhow::Result;
pub(crate) use calls::Call;
use calls::calls;
use clap::Args;
pub(crate) use site::Site;
use std::path::Path;

/// The options of the lists benchmark.
#[derive(Args)]
#[group(skip)]
pub(crate) struct Options {
    /// Students of the large campus.
    #[arg(long, default_value_t = 1_000_000)]
    lists_students: usize,
    /// Students of the small campus.
    #[arg(long, default_value_t = 10_000)]
    lists_small: usize,
    /// How often each page is requested.
    #[arg(long, default_value_t = 7)]
    lists_rounds: usize,
    /// The limit for a page of the large campus, as a multiple of its time on the small one.
    #[arg(long, default_value_t = 2.0)]
    most_lists_times: f64,
}

/// Milliseconds below which pages count as equally fast.
const FLOOR: f64 = 1.0;
/// Milliseconds above which a user notices the first request.
const SLOW: f64 = 100.0;

/// A page's times, in milliseconds.
struct Figure {
    /// The first request, with nothing cached.
    first: f64,
    /// The median of the others; the first request if there are no others.
    again: f64,
}

/// Measures on each selected database. True if the target is met.
pub(crate) async fn measure(binary: &Path, databases: &Databases, options: &Options) -> Result<bool> {
    let mut within = true;
    for backend in databases.each() {
        let small = Site::open(binary, backend, options.lists_small).await?;
        let large = Site::open(binary, backend, options.lists_students).await?;
        say(&format!(
            "lists on {backend}: milliseconds with {} students, with {}, the ratio, and the first look with {1}",
            small.students, large.students
        ));
        let (mut all, mut missed, mut slow) = (0, 0, 0);
        for (of_small, of_large) in calls(small.students).into_iter().zip(calls(large.students)) {
            // One right after the other, as the machine's speed drifts.
            let few = time(&small.server, &of_small, options.lists_rounds).await?;
            let many = time(&large.server, &of_large, options.lists_rounds).await?;
            slow += usize::from(many.first > SLOW);
            let ratio = many.again.max(FLOOR) / few.again.max(FLOOR);
            let verdict = if ratio > options.most_lists_times {
                "  TARGET MISSED"
            } else {
                ""
            };
            missed += usize::from(!verdict.is_empty());
            say(&format!(
                "  {:<58} {:>8.1} {:>8.1} {ratio:>6.2}   first {:>7.1}{verdict}",
                of_large.label, few.again, many.again, many.first
            ));
            all += 1;
        }
        say(&format!(
            "  {missed} of {all} above {} times; the first look took more than {SLOW} ms at {slow}",
            options.most_lists_times
        ));
        within &= missed == 0;
        small.close().await?;
        large.close().await?;
    }
    Ok(within)
}

/// Measures a page.
async fn time(server: &Server, call: &Call, rounds: usize) -> Result<Figure> {
    let first = server.look(call).await?;
    let mut times = Vec::with_capacity(rounds);
    while times.len() < rounds && !call.first_only {
        times.push(server.look(call).await?);
    }
    Ok(Figure {
        first,
        again: if times.is_empty() { first } else { median(times) },
    })
}

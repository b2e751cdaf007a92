//! Looking at a small campus and at a large one: what the same page takes on each.
//!
//! Both are written straight into the tables; the server is the real one, asked over HTTP. A page of the large campus may take
//! so many times what it takes on the small one. What takes less than a millisecond counts as one: there, it is the clock and
//! the wire that are measured.

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

/// What is to be measured of the lists.
#[derive(Args)]
#[group(skip)]
pub(crate) struct Asked {
    /// Students of the large campus.
    #[arg(long, default_value_t = 1_000_000)]
    lists_students: usize,
    /// Students of the small campus.
    #[arg(long, default_value_t = 10_000)]
    lists_small: usize,
    /// How often each page is asked for.
    #[arg(long, default_value_t = 7)]
    lists_rounds: usize,
    /// A page of the large campus may take this many times what it takes on the small one.
    #[arg(long, default_value_t = 2.0)]
    most_lists_times: f64,
}

/// Milliseconds below which a page counts as just as fast.
const FLOOR: f64 = 1.0;
/// Milliseconds above which somebody notices that a first look takes time.
const SLOW: f64 = 100.0;

/// What a page took, in milliseconds.
struct Figure {
    /// The first time, when nothing of it was remembered.
    first: f64,
    /// The median of all others; where there is none, the first time.
    again: f64,
}

/// Measures each database that is asked for. Answers whether the target holds.
pub(crate) async fn measure(binary: &Path, databases: &Databases, asked: &Asked) -> Result<bool> {
    let mut within = true;
    for backend in databases.each() {
        let small = Site::open(binary, backend, asked.lists_small).await?;
        let large = Site::open(binary, backend, asked.lists_students).await?;
        say(&format!(
            "lists on {backend}: milliseconds with {} students, with {}, the ratio, and the first look with {1}",
            small.students, large.students
        ));
        let (mut all, mut missed, mut slow) = (0, 0, 0);
        for (of_small, of_large) in calls(small.students).into_iter().zip(calls(large.students)) {
            // One right after the other: a machine is not as fast all the time.
            let few = time(&small.server, &of_small, asked.lists_rounds).await?;
            let many = time(&large.server, &of_large, asked.lists_rounds).await?;
            slow += usize::from(many.first > SLOW);
            let ratio = many.again.max(FLOOR) / few.again.max(FLOOR);
            let verdict = if ratio > asked.most_lists_times {
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
            asked.most_lists_times
        ));
        within &= missed == 0;
        small.close().await?;
        large.close().await?;
    }
    Ok(within)
}

/// Takes the time of a page.
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

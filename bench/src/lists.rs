//! Looking at a small campus and at a large one: what the same page takes on each.
//!
//! Both are written straight into the tables; the server is the real one, asked over HTTP. A page of the large campus may take
//! so many times what it takes on the small one. What takes less than a millisecond counts as one: there, it is the clock and
//! the wire that are measured.

pub(crate) mod calls;
pub(crate) mod fill;
mod names;

use crate::{
    campus::Campus,
    database::{Backend, Fresh},
    report::{median, say},
    server::Server,
};
use anyhow::Result;
pub(crate) use calls::Call;
use calls::calls;
use clap::Args;
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
    /// Measures lists on this database alone.
    #[arg(long, value_enum)]
    lists_database: Option<Backend>,
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
    label: String,
    /// The first time, when nothing of it was remembered.
    first: f64,
    /// The median of all others; where there is none, the first time.
    again: f64,
}

/// Measures each database that is asked for. Answers whether the target holds.
pub(crate) async fn measure(binary: &Path, asked: &Asked) -> Result<bool> {
    let mut within = true;
    for backend in [Backend::Sqlite, Backend::Postgres] {
        if asked.lists_database.is_some_and(|only| only != backend) {
            continue;
        }
        let small = look(binary, backend, asked.lists_small, asked.lists_rounds).await?;
        let large = look(binary, backend, asked.lists_students, asked.lists_rounds).await?;
        say(&format!(
            "lists on {backend}: milliseconds with {} students, with {}, the ratio, and the first look with {1}",
            asked.lists_small, asked.lists_students
        ));
        let (mut missed, mut slow) = (0, 0);
        for (small, large) in small.iter().zip(&large) {
            let (label, first) = (&large.label, large.first);
            slow += usize::from(first > SLOW);
            let (small, large) = (small.again, large.again);
            let ratio = large.max(FLOOR) / small.max(FLOOR);
            let verdict = if ratio > asked.most_lists_times {
                "  TARGET MISSED"
            } else {
                ""
            };
            missed += usize::from(!verdict.is_empty());
            say(&format!(
                "  {label:<58} {small:>8.1} {large:>8.1} {ratio:>6.2}   first {first:>7.1}{verdict}"
            ));
        }
        say(&format!(
            "  {missed} of {} above {} times; the first look took more than {SLOW} ms at {slow}",
            large.len(),
            asked.most_lists_times
        ));
        within &= missed == 0;
    }
    Ok(within)
}

/// Fills a database and takes the time of each page, in milliseconds.
async fn look(binary: &Path, backend: Backend, students: usize, rounds: usize) -> Result<Vec<Figure>> {
    // What it has is of no matter: nothing is synced.
    let campus = Campus::start(40).await?;
    let (place, database) = (tempfile::tempdir()?, Fresh::new(backend).await?);
    let server = Server::start(binary, &campus, database.url(), place.path()).await?;
    let start = std::time::Instant::now();
    fill::fill(backend, database.url(), students).await?;
    say(&format!(
        "  {students} students written into {backend} in {:.0} s",
        start.elapsed().as_secs_f64()
    ));
    // Jobs would have had their numbers kept.
    server.look(&calls::summary()).await?;
    let mut figures = Vec::new();
    for call in calls(students) {
        figures.push(time(&server, call, rounds).await?);
    }
    server.stop().await?;
    database.drop().await?;
    Ok(figures)
}

async fn time(server: &Server, call: Call, rounds: usize) -> Result<Figure> {
    let first = server.look(&call).await?;
    let mut times = Vec::with_capacity(rounds);
    while times.len() < rounds && !call.first_only {
        times.push(server.look(&call).await?);
    }
    Ok(Figure {
        label: call.label,
        first,
        again: if times.is_empty() { first } else { median(times) },
    })
}

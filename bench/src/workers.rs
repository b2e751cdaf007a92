//! A whole campus brought in step on PostgreSQL by one process that works at jobs, and by two.

use crate::{
    campus::Campus,
    database::{Backend, Fresh},
    report::{median, say},
    server::{Server, Worker},
};
use anyhow::Result;
use clap::Args;
use serde_json::json;
use std::path::Path;

/// What is to be measured of several workers.
#[derive(Args)]
#[group(skip)]
pub(crate) struct Asked {
    /// Students of the campus that is brought in step.
    #[arg(long, default_value_t = 1000)]
    workers_students: usize,
    /// How many times as fast as the measured one the demo's Moodle is.
    #[arg(long, default_value_t = 4.0)]
    workers_moodle_speed: f64,
    /// Rounds of it, each with one worker and with two.
    #[arg(long, default_value_t = 3)]
    workers_rounds: usize,
    /// Two workers may take this many times as long as one.
    #[arg(long, default_value_t = 1.0)]
    most_two_workers_times: f64,
    /// The most memory that a process may have, in MB.
    #[arg(long, default_value_t = 150.0)]
    most_workers_memory: f64,
}

/// What a run took: seconds, and of memory the most that one of the processes had, in MB.
struct Ran {
    /// From the request to its end.
    whole: f64,
    /// All its stages together.
    stages: f64,
    memory: f64,
}

/// Measures it. Answers whether the target holds.
pub(crate) async fn measure(binary: &Path, asked: &Asked) -> Result<bool> {
    say(&format!(
        "A campus of {} students brought in step on PostgreSQL, by one worker and by two",
        asked.workers_students
    ));
    let (mut times, mut memory) = (Vec::new(), 0.0_f64);
    for number in 1..=asked.workers_rounds.max(1) {
        let one = bring_in_step(binary, asked, 1).await?;
        let two = bring_in_step(binary, asked, 2).await?;
        say(&format!(
            "  round {number}: one {:.2} s, its stages together {:.2} s; two {:.2} s, {:.2} s",
            one.whole, one.stages, two.whole, two.stages
        ));
        times.push(two.whole / one.whole);
        memory = memory.max(one.memory).max(two.memory);
    }
    let times = median(times);
    let holds = times <= asked.most_two_workers_times && memory <= asked.most_workers_memory;
    say(&format!(
        "  two workers take {times:.2} times as long as one (at most {}); a process has {memory:.0} MB at most (at most {}){}",
        asked.most_two_workers_times,
        asked.most_workers_memory,
        if holds { "" } else { "  TARGET MISSED" }
    ));
    Ok(holds)
}

async fn bring_in_step(binary: &Path, asked: &Asked, workers: usize) -> Result<Ran> {
    // A Moodle of its own, so that each begins with an empty one.
    let campus = Campus::with_costs(asked.workers_students, asked.workers_moodle_speed).await?;
    let (place, database) = (tempfile::tempdir()?, Fresh::new(Backend::Postgres).await?);
    let server = Server::without_jobs(binary, &campus, database.url(), place.path()).await?;
    let mut working = Vec::new();
    for _ in 0..workers {
        working.push(Worker::start(binary, &campus, database.url(), place.path()).await?);
    }
    let (job, took) = server.perform("campus/align", &json!({})).await?;
    let stages = server.stages_ran(&job).await?;
    let mut memory = server.peak_memory()?;
    for worker in &working {
        memory = memory.max(worker.peak_memory()?);
    }
    drop(working);
    server.stop().await?;
    database.drop().await?;
    Ok(Ran {
        whole: took.asked,
        stages,
        memory,
    })
}

//! A run over the whole campus on PostgreSQL by one worker process, and by two.

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

/// The options of the workers benchmark.
#[derive(Args)]
#[group(skip)]
pub(crate) struct Options {
    /// Students of the campus.
    #[arg(long, default_value_t = 1000)]
    workers_students: usize,
    /// The speed of the demo's Moodle as a multiple of the measured Moodle's.
    #[arg(long, default_value_t = 4.0)]
    workers_moodle_speed: f64,
    /// Rounds, each with one worker and with two.
    #[arg(long, default_value_t = 3)]
    workers_rounds: usize,
    /// The limit for two workers, as a multiple of one worker's time.
    #[arg(long, default_value_t = 1.0)]
    most_two_workers_times: f64,
    /// The limit for a process's peak memory, in MB.
    #[arg(long, default_value_t = 150.0)]
    most_workers_memory: f64,
}

/// The result of a run: seconds, and the largest peak memory of the processes in MB.
struct Ran {
    /// From the request to its end.
    whole: f64,
    /// All its stages added up.
    stages: f64,
    memory: f64,
}

/// Measures it. True if the target is met.
pub(crate) async fn measure(binary: &Path, options: &Options) -> Result<bool> {
    say(&format!(
        "A campus of {} students brought in step on PostgreSQL, by one worker and by two",
        options.workers_students
    ));
    let (mut times, mut memory) = (Vec::new(), 0.0_f64);
    for number in 1..=options.workers_rounds.max(1) {
        let one = bring_in_step(binary, options, 1).await?;
        let two = bring_in_step(binary, options, 2).await?;
        say(&format!(
            "  round {number}: one {:.2} s, its stages together {:.2} s; two {:.2} s, {:.2} s",
            one.whole, one.stages, two.whole, two.stages
        ));
        times.push(two.whole / one.whole);
        memory = memory.max(one.memory).max(two.memory);
    }
    let times = median(times);
    let holds = times <= options.most_two_workers_times && memory <= options.most_workers_memory;
    say(&format!(
        "  two workers take {times:.2} times as long as one (at most {}); a process has {memory:.0} MB at most (at most {}){}",
        options.most_two_workers_times,
        options.most_workers_memory,
        if holds { "" } else { "  TARGET MISSED" }
    ));
    Ok(holds)
}

async fn bring_in_step(binary: &Path, options: &Options, workers: usize) -> Result<Ran> {
    // A fresh Moodle, so that each run begins with an empty one.
    let campus = Campus::with_costs(options.workers_students, options.workers_moodle_speed).await?;
    let (folder, database) = (tempfile::tempdir()?, Fresh::new(Backend::Postgres).await?);
    let server = Server::without_jobs(binary, &campus, database.url(), folder.path()).await?;
    let mut working = Vec::new();
    for _ in 0..workers {
        working.push(Worker::start(binary, &campus, database.url(), folder.path()).await?);
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
        whole: took.total,
        stages,
        memory,
    })
}

//! Measures what the real server does, beside the plainest programs that could do it: a sync of one large class, and an
//! export with its enrolments.
//!
//! Campus, server and floor are a process each, so that none of them works in another's memory or time. See the README.

mod campus;
mod export;
mod floor;
mod plain;
mod report;
mod server;

use anyhow::Result;
use clap::{Args, Parser, Subcommand, ValueEnum};
use report::{Figures, Report};
use std::{path::PathBuf, process::ExitCode};

#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    role: Option<Role>,
    #[command(flatten)]
    measure: Measure,
}

/// Parts that the benchmark starts itself as.
#[derive(Subcommand)]
enum Role {
    #[command(hide = true)]
    Campus {
        students: usize,
        #[arg(long)]
        speed: Option<f64>,
    },
    #[command(hide = true)]
    Floor(floor::Task),
}

/// What can be measured alone.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Subject {
    Sync,
    Export,
}

#[derive(Args)]
struct Measure {
    /// Measures this alone.
    #[arg(long, value_enum)]
    only: Option<Subject>,
    /// The server to measure.
    #[arg(long, default_value = "target/release/selaras")]
    server: PathBuf,
    /// Students of the class.
    #[arg(long, default_value_t = 100_000)]
    students: usize,
    /// Rounds, each on fresh databases.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// The first sync may take this many times the floor.
    #[arg(long, default_value_t = 2.0)]
    most_times: f64,
    /// The server may have used this much memory, in MB.
    #[arg(long, default_value_t = 150.0)]
    most_memory: f64,
    #[command(flatten)]
    export: export::Asked,
}

#[tokio::main]
async fn main() -> Result<ExitCode> {
    let arguments = Arguments::parse();
    match arguments.role {
        Some(Role::Campus { students, speed }) => campus::serve(students, speed).await?,
        Some(Role::Floor(task)) => floor::perform(task).await?,
        None => {
            let asked = &arguments.measure;
            let mut within = true;
            if asked.only != Some(Subject::Export) {
                let report = measure(asked).await?;
                report.print();
                within &= report.within_targets();
            }
            if asked.only != Some(Subject::Sync) {
                let report = export::measure(&asked.server, &asked.export).await?;
                report.print();
                within &= report.within_targets();
            }
            return Ok(if within { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
    }
    Ok(ExitCode::SUCCESS)
}

async fn measure(asked: &Measure) -> Result<Report> {
    let campus = campus::Campus::start(asked.students).await?;
    let mut figures = Vec::new();
    for round in 1..=asked.rounds {
        let place = tempfile::tempdir()?;
        let write = floor::run(&campus, &place.path().join("floor.sqlite"), asked.students).await?;
        let mut server = server::Server::start(&asked.server, &campus, place.path()).await?;
        let first = server.sync(asked.students, "created").await?;
        let read = floor::run(&campus, "", asked.students).await?;
        let again = server.sync(asked.students, "unchanged").await?;
        let round_figures = Figures {
            write,
            first,
            read,
            again,
            memory: server.peak_memory()?,
        };
        round_figures.print(round);
        figures.push(round_figures);
    }
    Ok(Report::new(&figures, asked.most_times, asked.most_memory))
}

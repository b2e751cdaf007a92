//! Measures what the real server does, beside the plainest programs that could do it: a sync of a campus and of one large
//! class, a sync by SQL, an export with its enrolments, a whole campus by several workers, the size of the database, and looking at
//! the lists of a large one.
//!
//! Campus, server and floor are a process each, so that none of them works in another's memory or time. See the README.

mod campus;
mod database;
mod export;
mod floor;
mod lists;
mod load;
mod plain;
mod process;
mod report;
mod server;
mod size;
mod sql;
mod start;
mod strangers;
mod sync;
mod workers;

use anyhow::Result;
use clap::{Args, Parser, Subcommand, ValueEnum};
use database::Databases;
use std::{path::PathBuf, process::ExitCode};

/// Measures the real server, beside the plainest programs that could do the same.
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
    Campus(campus::Spec),
    #[command(hide = true)]
    Floor(floor::Task),
    #[command(hide = true)]
    Strangers(strangers::Task),
}

/// What can be measured alone.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Subject {
    Sync,
    Export,
    Size,
    Sql,
    Lists,
    Load,
    Start,
    Strangers,
    Workers,
}

#[derive(Args)]
struct Measure {
    /// Measures this alone.
    #[arg(long, value_enum)]
    only: Option<Subject>,
    /// The server to measure.
    #[arg(long, default_value = "target/release/selaras")]
    server: PathBuf,
    #[command(flatten)]
    databases: Databases,
    #[command(flatten)]
    sync: sync::Asked,
    #[command(flatten)]
    export: export::Asked,
    #[command(flatten)]
    size: size::Asked,
    #[command(flatten)]
    sql: sql::Asked,
    #[command(flatten)]
    lists: lists::Asked,
    #[command(flatten)]
    load: load::Asked,
    #[command(flatten)]
    start: start::Asked,
    #[command(flatten)]
    strangers: strangers::Asked,
    #[command(flatten)]
    workers: workers::Asked,
}

#[tokio::main]
async fn main() -> Result<ExitCode> {
    let arguments = Arguments::parse();
    match arguments.role {
        Some(Role::Campus(spec)) => campus::serve(spec).await?,
        Some(Role::Floor(task)) => floor::perform(task).await?,
        Some(Role::Strangers(task)) => strangers::perform(task).await?,
        None => {
            let within = measure(&arguments.measure).await?;
            return Ok(if within { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Measures all that is asked for. Answers whether all targets hold.
async fn measure(asked: &Measure) -> Result<bool> {
    let wanted = |subject| asked.only.is_none_or(|only| only == subject);
    let (server, databases) = (asked.server.as_path(), &asked.databases);
    let mut within = true;
    if wanted(Subject::Sync) {
        within &= sync::measure(server, databases, &asked.sync).await?;
    }
    if wanted(Subject::Size) {
        within &= size::measure(server, databases, &asked.size).await?;
    }
    if wanted(Subject::Lists) {
        within &= lists::measure(server, databases, &asked.lists).await?;
    }
    if wanted(Subject::Sql) {
        within &= sql::measure(server, databases, &asked.sql).await?;
    }
    if wanted(Subject::Load) {
        within &= load::measure(server, databases, &asked.load).await?;
    }
    if wanted(Subject::Start) {
        within &= start::measure(server, databases, &asked.start).await?;
    }
    if wanted(Subject::Strangers) {
        within &= strangers::measure(server, databases, &asked.strangers).await?;
    }
    if wanted(Subject::Workers) {
        within &= workers::measure(server, &asked.workers).await?;
    }
    if wanted(Subject::Export) {
        within &= export::measure(server, databases, &asked.export).await?;
    }
    Ok(within)
}

//! Measures the real server beside the plainest programs that do the same work.
//!
//! There is a sync of a campus, of one large class and by SQL; an export with its enrolments; a whole campus by several workers;
//! the size of the database; and the lists of a large campus.
//!
//! Campus, server and floor are one process each, so they share neither memory nor time. See the README.

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
mod sql_floor;
mod start;
mod strangers;
mod sync;
mod workers;

use anyhow::Result;
use clap::{Args, Parser, Subcommand, ValueEnum};
use database::Databases;
use std::{path::PathBuf, process::ExitCode};

/// Measures the real server beside the plainest programs that do the same work.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    role: Option<Role>,
    #[command(flatten)]
    measure: Measure,
}

/// Roles in which the benchmark starts itself.
#[derive(Subcommand)]
enum Role {
    #[command(hide = true)]
    Campus(campus::Spec),
    #[command(hide = true)]
    Floor(floor::Task),
    #[command(hide = true)]
    Strangers(strangers::Task),
}

/// The benchmarks.
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
    /// Runs only this benchmark.
    #[arg(long, value_enum)]
    only: Option<Subject>,
    /// The server to measure.
    #[arg(long, default_value = "target/release/selaras")]
    server: PathBuf,
    #[command(flatten)]
    databases: Databases,
    #[command(flatten)]
    sync: sync::Options,
    #[command(flatten)]
    export: export::Options,
    #[command(flatten)]
    size: size::Options,
    #[command(flatten)]
    sql: sql::Options,
    #[command(flatten)]
    lists: lists::Options,
    #[command(flatten)]
    load: load::Options,
    #[command(flatten)]
    start: start::Options,
    #[command(flatten)]
    strangers: strangers::Options,
    #[command(flatten)]
    workers: workers::Options,
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

/// Runs the selected benchmarks. True if all targets are met.
async fn measure(options: &Measure) -> Result<bool> {
    let wanted = |subject| options.only.is_none_or(|only| only == subject);
    let (server, databases) = (options.server.as_path(), &options.databases);
    let mut within = true;
    if wanted(Subject::Sync) {
        within &= sync::measure(server, databases, &options.sync).await?;
    }
    if wanted(Subject::Size) {
        within &= size::measure(server, databases, &options.size).await?;
    }
    if wanted(Subject::Lists) {
        within &= lists::measure(server, databases, &options.lists).await?;
    }
    if wanted(Subject::Sql) {
        within &= sql::measure(server, databases, &options.sql).await?;
    }
    if wanted(Subject::Load) {
        within &= load::measure(server, databases, &options.load).await?;
    }
    if wanted(Subject::Start) {
        within &= start::measure(server, databases, &options.start).await?;
    }
    if wanted(Subject::Strangers) {
        within &= strangers::measure(server, databases, &options.strangers).await?;
    }
    if wanted(Subject::Workers) {
        within &= workers::measure(server, &options.workers).await?;
    }
    if wanted(Subject::Export) {
        within &= export::measure(server, databases, &options.export).await?;
    }
    Ok(within)
}

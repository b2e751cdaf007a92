//! The time from the start of the process to readiness, and the memory at rest: with an empty database, and with a large
//! campus.

use crate::{
    campus::Campus,
    database::{Databases, Fresh},
    lists::fill,
    report::{median, say},
    server::Server,
};
use anyhow::Result;
use clap::Args;
use rustix::fs::{Advice, fadvise};
use std::{fs::File, path::Path, time::Duration};

/// The options of the start benchmark.
#[derive(Args)]
#[group(skip)]
pub(crate) struct Options {
    /// Students of the large campus.
    #[arg(long, default_value_t = 1_000_000)]
    start_students: usize,
    /// How often the server is started on each database.
    #[arg(long, default_value_t = 5)]
    start_rounds: usize,
    /// The limit for a start with a large campus, as a multiple of an empty one.
    #[arg(long, default_value_t = 2.0)]
    most_start_times: f64,
    /// The limit for the server's memory at rest, in MB.
    #[arg(long, default_value_t = 35.0)]
    most_idle_memory: f64,
}

/// The time without requests before the memory is read.
const REST: Duration = Duration::from_secs(5);
/// The pages that are requested before the server rests again.
const PAGES: [&str; 4] = [
    "summary",
    "jobs",
    "kelas/get?page=0&per_page=50",
    "dosen/get?page=0&per_page=50",
];

/// The results of the starts on one database.
struct Starts {
    /// Seconds to readiness.
    ready: f64,
    /// MB at rest after the start.
    idle: f64,
    /// MB at rest after some pages; and the part of it that is not the program's file.
    rested: f64,
    rested_own: f64,
}

/// Measures on each selected database. True if the targets are met.
pub(crate) async fn measure(binary: &Path, databases: &Databases, options: &Options) -> Result<bool> {
    let campus = Campus::start(40).await?;
    forget(binary)?;
    let mut within = true;
    for backend in databases.each() {
        let (folder, database) = (tempfile::tempdir()?, Fresh::new(backend).await?);
        // The first start creates the tables.
        let server = Server::start(binary, &campus, database.url(), folder.path()).await?;
        let first = server.ready_after();
        server.stop().await?;
        let empty = starts(binary, &campus, database.url(), folder.path(), options).await?;
        fill::fill(backend, database.url(), options.start_students).await?;
        let full = starts(binary, &campus, database.url(), folder.path(), options).await?;
        database.drop().await?;
        say(&format!(
            "start on {backend}: the very first {first:.2} s; then {:.2} s with nothing, {:.2} s with {} students",
            empty.ready, full.ready, options.start_students
        ));
        let mut holds = full.ready / empty.ready <= options.most_start_times;
        for (what, starts) in [("nothing", &empty), ("the campus", &full)] {
            say(&format!(
                "  memory at rest with {what}: {:.0} MB after the start, {:.0} MB after some pages (at most {}), {:.0} MB of it its own",
                starts.idle, starts.rested, options.most_idle_memory, starts.rested_own
            ));
            holds &= starts.rested <= options.most_idle_memory;
        }
        if !holds {
            say("  TARGET MISSED");
        }
        within &= holds;
    }
    Ok(within)
}

/// Drops the program's file from the page cache, as after a boot. The kernel holds larger pieces of a freshly written or
/// copied file, and more of them count as the server's memory.
fn forget(binary: &Path) -> Result<()> {
    let file = File::open(binary)?;
    file.sync_all()?;
    Ok(fadvise(&file, 0, None, Advice::DontNeed)?)
}

async fn starts(binary: &Path, campus: &Campus, database: &str, folder: &Path, options: &Options) -> Result<Starts> {
    let (mut ready, mut idle, mut rested, mut own) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..options.start_rounds.max(1) {
        let server = Server::start(binary, campus, database, folder).await?;
        ready.push(server.ready_after());
        tokio::time::sleep(REST).await;
        idle.push(server.memory("VmRSS")?);
        for page in PAGES {
            server.look_unpooled(page).await?;
        }
        tokio::time::sleep(REST).await;
        rested.push(server.memory("VmRSS")?);
        own.push(server.memory("RssAnon")?);
        server.stop().await?;
    }
    Ok(Starts {
        ready: median(ready),
        idle: median(idle),
        rested: median(rested),
        rested_own: median(own),
    })
}

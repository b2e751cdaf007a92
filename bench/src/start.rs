//! From the start of the process until it is ready, and the memory that it has while nobody asks for anything: with nothing in the
//! database, and with a large campus in it.

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

/// What is to be measured of a start.
#[derive(Args)]
#[group(skip)]
pub(crate) struct Asked {
    /// Students of the large campus.
    #[arg(long, default_value_t = 1_000_000)]
    start_students: usize,
    /// How often the server is started on each database.
    #[arg(long, default_value_t = 5)]
    start_rounds: usize,
    /// With a large campus a start may take this many times what it takes with none.
    #[arg(long, default_value_t = 2.0)]
    most_start_times: f64,
    /// The memory that the server may have at rest, in MB.
    #[arg(long, default_value_t = 35.0)]
    most_idle_memory: f64,
}

/// How long nobody asks before the memory is read.
const REST: Duration = Duration::from_secs(5);
/// What a person looks at before the server rests again.
const PAGES: [&str; 4] = [
    "summary",
    "jobs",
    "kelas/get?page=0&per_page=50",
    "dosen/get?page=0&per_page=50",
];

/// What the starts on one database came to.
struct Starts {
    /// Seconds until it was ready.
    ready: f64,
    /// MB at rest after the start.
    idle: f64,
    /// MB at rest after a person has looked at some pages; of these, what is not the program's own file.
    rested: f64,
    rested_own: f64,
}

/// Measures each database that is asked for. Answers whether the targets hold.
pub(crate) async fn measure(binary: &Path, databases: &Databases, asked: &Asked) -> Result<bool> {
    let campus = Campus::start(40).await?;
    forget(binary)?;
    let mut within = true;
    for backend in databases.each() {
        let (place, database) = (tempfile::tempdir()?, Fresh::new(backend).await?);
        // The first start makes the tables.
        let server = Server::start(binary, &campus, database.url(), place.path()).await?;
        let first = server.ready_after();
        server.stop().await?;
        let empty = starts(binary, &campus, database.url(), place.path(), asked).await?;
        fill::fill(backend, database.url(), asked.start_students).await?;
        let full = starts(binary, &campus, database.url(), place.path(), asked).await?;
        database.drop().await?;
        say(&format!(
            "start on {backend}: the very first {first:.2} s; then {:.2} s with nothing, {:.2} s with {} students",
            empty.ready, full.ready, asked.start_students
        ));
        let mut holds = full.ready / empty.ready <= asked.most_start_times;
        for (what, starts) in [("nothing", &empty), ("the campus", &full)] {
            say(&format!(
                "  memory at rest with {what}: {:.0} MB after the start, {:.0} MB after some pages (at most {}), {:.0} MB of it its own",
                starts.idle, starts.rested, asked.most_idle_memory, starts.rested_own
            ));
            holds &= starts.rested <= asked.most_idle_memory;
        }
        if !holds {
            say("  TARGET MISSED");
        }
        within &= holds;
    }
    Ok(within)
}

/// Has the system read the program's file anew, as after a boot. Of a file that was just written, or copied, it holds larger pieces, of which
/// more counts as the server's memory.
fn forget(binary: &Path) -> Result<()> {
    let file = File::open(binary)?;
    file.sync_all()?;
    Ok(fadvise(&file, 0, None, Advice::DontNeed)?)
}

async fn starts(binary: &Path, campus: &Campus, database: &str, place: &Path, asked: &Asked) -> Result<Starts> {
    let (mut ready, mut idle, mut rested, mut own) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..asked.start_rounds.max(1) {
        let server = Server::start(binary, campus, database, place).await?;
        ready.push(server.ready_after());
        tokio::time::sleep(REST).await;
        idle.push(server.memory("VmRSS")?);
        for page in PAGES {
            server.look_anew(page).await?;
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

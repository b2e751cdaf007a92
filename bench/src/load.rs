//! Many clients at once who look at lists of a small campus and of a large one: requests a second, and how long each waits.
//!
//! Beside it, on the same rows and in the same run, the same list is served by an admin back end off the shelf (`peers`).

mod clients;
mod peers;

use crate::{
    campus::Campus,
    database::{Backend, Fresh},
    lists::{calls, fill},
    report::say,
    server::Server,
};
use anyhow::Result;
use clap::Args;
use clients::{Clients, Served};
use std::{path::Path, time::Duration};

/// What is to be measured under load.
#[derive(Args)]
#[group(skip)]
pub(crate) struct Asked {
    /// Students of the large campus.
    #[arg(long, default_value_t = 1_000_000)]
    load_students: usize,
    /// Students of the small campus.
    #[arg(long, default_value_t = 10_000)]
    load_small: usize,
    /// Measures this database alone.
    #[arg(long, value_enum)]
    load_database: Option<Backend>,
    /// Clients at once, each with a connection on which it asks again as soon as it is answered.
    #[arg(long, default_value_t = 50)]
    load_clients: usize,
    /// Seconds for which each call is asked.
    #[arg(long, default_value_t = 10)]
    load_seconds: u64,
    /// The large campus may take this many times of the processor for a request that the small one takes: its requests a second are at
    /// least so many times fewer.
    #[arg(long, default_value_t = 2.0)]
    most_load_times: f64,
    /// At least so many times the requests a second of the back end off the shelf.
    #[arg(long, default_value_t = 2.0)]
    least_peer_times: f64,
}

/// The calls that are asked, by their labels among all that are measured one by one.
const CALLS: [&str; 9] = [
    "students: first page",
    "students: by nama_lengkap, asc",
    "students: migration=gagal",
    "students: search for a rare name",
    "students: search for a common name",
    "classes: first page",
    "search over everything for a full name",
    "summary",
    "a person's page",
];

/// Measures each database that is asked for. Answers whether the targets hold.
pub(crate) async fn measure(binary: &Path, asked: &Asked) -> Result<bool> {
    let clients = Clients {
        number: asked.load_clients,
        lasting: Duration::from_secs(asked.load_seconds),
    };
    let mut within = true;
    for backend in [Backend::Sqlite, Backend::Postgres] {
        if asked.load_database.is_some_and(|only| only != backend) {
            continue;
        }
        let (small, _) = ask(binary, backend, asked.load_small, &clients, asked).await?;
        let (large, peers) = ask(binary, backend, asked.load_students, &clients, asked).await?;
        say(&format!(
            "{} clients on {backend}: requests a second (p50, p99 in ms) with {} students, with {}, and the ratio",
            asked.load_clients, asked.load_small, asked.load_students
        ));
        for ((label, small), (_, large)) in small.iter().zip(&large) {
            let times = small.a_second / large.a_second;
            let holds = times <= asked.most_load_times && small.failed + large.failed == 0;
            say(&format!(
                "  {label:<42} {small}   {large}   {times:>5.2}{}",
                if holds { "" } else { "  TARGET MISSED" }
            ));
            within &= holds;
        }
        within &= peers;
    }
    Ok(within)
}

/// Fills a database and has each call asked; then the same list is asked of the back end off the shelf. Answers whether that is slow
/// enough, too.
async fn ask(
    binary: &Path,
    backend: Backend,
    students: usize,
    clients: &Clients,
    asked: &Asked,
) -> Result<(Vec<(String, Served)>, bool)> {
    let campus = Campus::start(40).await?;
    let (place, database) = (tempfile::tempdir()?, Fresh::new(backend).await?);
    let server = Server::start(binary, &campus, database.url(), place.path()).await?;
    fill::fill(backend, database.url(), students).await?;
    server.look(&calls::summary()).await?;
    let mut served = Vec::new();
    for call in calls::calls(students) {
        if CALLS.contains(&call.label.as_str()) {
            let request = server.request(&call).build()?;
            served.push((call.label, clients.ask(&request).await?));
        }
    }
    server.stop().await?;
    let peers = peers::ask(backend, database.url(), place.path(), clients).await?;
    // What is not compared with is not held.
    let mut within = !peers.is_empty();
    for peer in peers {
        let own = served.iter().find(|(label, _)| label == peer.label).map(|(_, own)| own);
        let times = own.map_or(f64::NAN, |own| own.a_second / peer.served.a_second);
        let holds = times >= asked.least_peer_times && peer.served.failed == 0;
        say(&format!(
            "  {students} students, {}, {}: {}; Selaras answers {times:.1} times as many{}",
            peer.label,
            peer.name,
            peer.served,
            if holds { "" } else { "  TARGET MISSED" }
        ));
        within &= holds;
    }
    database.drop().await?;
    Ok((served, within))
}

//! Many concurrent clients of the lists of a small campus and of a large one: requests per second, and latencies.
//!
//! In the same run, a general admin back end serves the same list from the same rows (`peers`).

mod clients;
mod peers;

use crate::{
    database::Databases,
    lists::{Call, Site, calls},
    report::say,
};
use anyhow::Result;
use clap::Args;
use clients::{Clients, Served};
use std::{path::Path, time::Duration};

/// The options of the load benchmark.
#[derive(Args)]
#[group(skip)]
pub(crate) struct Options {
    /// Students of the large campus.
    #[arg(long, default_value_t = 1_000_000)]
    load_students: usize,
    /// Students of the small campus.
    #[arg(long, default_value_t = 10_000)]
    load_small: usize,
    /// Concurrent clients, each with one connection and the next request right after each reply.
    #[arg(long, default_value_t = 50)]
    load_clients: usize,
    /// Seconds per call.
    #[arg(long, default_value_t = 10)]
    load_seconds: u64,
    /// The limit for the small campus's requests per second, as a multiple of the large one's.
    #[arg(long, default_value_t = 2.0)]
    most_load_times: f64,
    /// The least requests per second, as a multiple of the general back end's.
    #[arg(long, default_value_t = 2.0)]
    least_peer_times: f64,
}

/// The calls, by their labels among the calls of the lists benchmark.
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

/// Measures on each selected database. True if the targets are met.
pub(crate) async fn measure(binary: &Path, databases: &Databases, options: &Options) -> Result<bool> {
    let clients = Clients {
        number: options.load_clients,
        lasting: Duration::from_secs(options.load_seconds),
    };
    let mut within = true;
    for backend in databases.each() {
        let (small, large) = (
            Site::open(binary, backend, options.load_small).await?,
            Site::open(binary, backend, options.load_students).await?,
        );
        say(&format!(
            "{} clients on {backend}: requests a second (p50, p99 in ms) with {} students, with {}, and the ratio",
            options.load_clients, small.students, large.students
        ));
        let (mut of_small, mut of_large) = (Vec::new(), Vec::new());
        for (on_small, on_large) in small.calls().zip(large.calls()) {
            // One right after the other, as the machine's speed drifts.
            let (few, many) = (
                small.ask(&on_small, &clients).await?,
                large.ask(&on_large, &clients).await?,
            );
            let times = few.a_second / many.a_second;
            let holds = times <= options.most_load_times && few.failed + many.failed == 0;
            say(&format!(
                "  {:<42} {few}   {many}   {times:>5.2}{}",
                on_small.label,
                if holds { "" } else { "  TARGET MISSED" }
            ));
            within &= holds;
            of_small.push((on_small.label, few));
            of_large.push((on_large.label, many));
        }
        within &= small.compare(of_small, &clients, options).await?;
        within &= large.compare(of_large, &clients, options).await?;
    }
    Ok(within)
}

impl Site {
    /// The calls for this site.
    fn calls(&self) -> impl Iterator<Item = Call> {
        let calls = calls::calls(self.students).into_iter();
        calls.filter(|call| CALLS.contains(&call.label.as_str()))
    }

    async fn ask(&self, call: &Call, clients: &Clients) -> Result<Served> {
        clients.ask(&self.server.request(call).build()?).await
    }

    /// Stops the server and measures the general back end with the same list. True if the targets are met.
    async fn compare(self, own: Vec<(String, Served)>, clients: &Clients, options: &Options) -> Result<bool> {
        self.server.stop().await?;
        let peers = peers::ask(self.backend, self.database.url(), self.folder.path(), clients).await?;
        // Without a back end to compare with, the target is not met.
        let mut within = !peers.is_empty();
        for peer in peers {
            let own = own.iter().find(|(label, _)| label == peer.label).map(|(_, own)| own);
            let times = own.map_or(f64::NAN, |own| own.a_second / peer.served.a_second);
            let holds = times >= options.least_peer_times && peer.served.failed == 0;
            say(&format!(
                "  {} students, {}, {}: {}; Selaras answers {times:.1} times as many{}",
                self.students,
                peer.label,
                peer.name,
                peer.served,
                if holds { "" } else { "  TARGET MISSED" }
            ));
            within &= holds;
        }
        self.database.drop().await?;
        Ok(within)
    }
}

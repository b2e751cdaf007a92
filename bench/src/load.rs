//! Many clients at once who look at lists of a small campus and of a large one: requests a second, and how long each waits.
//!
//! Beside it, on the same rows and in the same run, the same list is served by an admin back end off the shelf (`peers`).

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
pub(crate) async fn measure(binary: &Path, databases: &Databases, asked: &Asked) -> Result<bool> {
    let clients = Clients {
        number: asked.load_clients,
        lasting: Duration::from_secs(asked.load_seconds),
    };
    let mut within = true;
    for backend in databases.each() {
        let (small, large) = (
            Site::open(binary, backend, asked.load_small).await?,
            Site::open(binary, backend, asked.load_students).await?,
        );
        say(&format!(
            "{} clients on {backend}: requests a second (p50, p99 in ms) with {} students, with {}, and the ratio",
            asked.load_clients, small.students, large.students
        ));
        let (mut of_small, mut of_large) = (Vec::new(), Vec::new());
        for (on_small, on_large) in small.calls().zip(large.calls()) {
            // One right after the other: a machine is not as fast all the time.
            let (few, many) = (
                small.ask(&on_small, &clients).await?,
                large.ask(&on_large, &clients).await?,
            );
            let times = few.a_second / many.a_second;
            let holds = times <= asked.most_load_times && few.failed + many.failed == 0;
            say(&format!(
                "  {:<42} {few}   {many}   {times:>5.2}{}",
                on_small.label,
                if holds { "" } else { "  TARGET MISSED" }
            ));
            within &= holds;
            of_small.push((on_small.label, few));
            of_large.push((on_large.label, many));
        }
        within &= small.compare(of_small, &clients, asked).await?;
        within &= large.compare(of_large, &clients, asked).await?;
    }
    Ok(within)
}

impl Site {
    /// What is asked of it.
    fn calls(&self) -> impl Iterator<Item = Call> {
        let calls = calls::calls(self.students).into_iter();
        calls.filter(|call| CALLS.contains(&call.label.as_str()))
    }

    async fn ask(&self, call: &Call, clients: &Clients) -> Result<Served> {
        clients.ask(&self.server.request(call).build()?).await
    }

    /// Ends the server, and asks the same list of the back end off the shelf. Answers whether that is slow enough.
    async fn compare(self, own: Vec<(String, Served)>, clients: &Clients, asked: &Asked) -> Result<bool> {
        self.server.stop().await?;
        let peers = peers::ask(self.backend, self.database.url(), self.place.path(), clients).await?;
        // What is not compared with is not held.
        let mut within = !peers.is_empty();
        for peer in peers {
            let own = own.iter().find(|(label, _)| label == peer.label).map(|(_, own)| own);
            let times = own.map_or(f64::NAN, |own| own.a_second / peer.served.a_second);
            let holds = times >= asked.least_peer_times && peer.served.failed == 0;
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

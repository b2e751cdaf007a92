//! Clients that repeat one request.

use crate::report::{at_rank, median};
use anyhow::{Context, Result};
use reqwest::{Client, Request};
use std::{
    fmt,
    time::{Duration, Instant},
};
use tokio::task::JoinSet;

/// The number of clients, and the duration.
pub(super) struct Clients {
    pub(super) number: usize,
    pub(super) lasting: Duration,
}

/// The replies' latencies and failures.
pub(super) struct Served {
    pub(super) a_second: f64,
    p50: f64,
    p99: f64,
    pub(super) failed: usize,
}

impl fmt::Display for Served {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:>8.1} ({:>6.1}, {:>6.1})", self.a_second, self.p50, self.p99)?;
        match self.failed {
            0 => Ok(()),
            failed => write!(out, " {failed} failed"),
        }
    }
}

/// Seconds of warm-up: connections open, and the database fills its cache.
const WARMING: u32 = 5;

impl Clients {
    /// Runs the clients with a request.
    pub(super) async fn ask(&self, request: &Request) -> Result<Served> {
        let client = Client::builder().build()?;
        let measured = Instant::now() + self.lasting / WARMING;
        let end = measured + self.lasting;
        let mut asking = JoinSet::new();
        for _ in 0..self.number {
            let (client, request) = (client.clone(), request.try_clone().context("a body that is there")?);
            asking.spawn(one(client, request, measured, end));
        }
        let (mut took, mut failed) = (Vec::new(), 0);
        while let Some(one) = asking.join_next().await {
            let (some, wrong) = one??;
            took.extend(some);
            failed += wrong;
        }
        Ok(Served {
            a_second: took.len() as f64 / self.lasting.as_secs_f64(),
            p99: at_rank(&took, 0.99),
            p50: median(took),
            failed,
        })
    }
}

/// One client until the end: latencies in milliseconds of the replies within the measured time, and the failures in it.
async fn one(client: Client, request: Request, measured: Instant, end: Instant) -> Result<(Vec<f64>, usize)> {
    let (mut took, mut failed) = (Vec::new(), 0);
    while Instant::now() < end {
        let start = Instant::now();
        let request = request.try_clone().context("a body that is there")?;
        let answered = match client.execute(request).await {
            Ok(reply) => reply.error_for_status(),
            Err(error) => Err(error),
        };
        let read = match answered {
            Ok(reply) => reply.bytes().await,
            Err(error) => Err(error),
        };
        let now = Instant::now();
        if now < measured || now > end {
            continue;
        }
        match read {
            Ok(_) => took.push(start.elapsed().as_secs_f64() * 1000.0),
            Err(_) => failed += 1,
        }
    }
    Ok((took, failed))
}

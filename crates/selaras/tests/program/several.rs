//! Several servers on one PostgreSQL. One of three is killed repeatedly while a whole campus is aligned and pages are read:
//! no living server returns an error, no job is lost, nothing is done twice. Sign-in tries are counted over all servers.

use crate::process::Server;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use reqwest::StatusCode;
use selaras_campus::{Campus, moodle::Duplicates};
use selaras_tests::database::Database::Postgres;
use serde_json::json;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

const A: &str = "/api/v1/api";
/// Number of kills, unless `KILLS` says otherwise.
const KILLS: usize = 5;
const READERS: u64 = 20;
/// Pages that are read.
const PAGES: [&str; 5] = [
    "/api/v1/api/kelas/get?page=0&per_page=10",
    "/api/v1/api/matakuliah/get?page=0&per_page=10",
    "/api/v1/api/summary",
    "/api/v1/api/jobs",
    "/api/v1/api/search?q=ri",
];

/// Where each server listens; `None` while it is dead.
type Addresses = Arc<Mutex<[Option<String>; 3]>>;

/// Reads pages from random servers until stopped. Returns the number of pages.
async fn read(addresses: Addresses, key: String, seed: u64, stop: CancellationToken) -> usize {
    let mut random = StdRng::seed_from_u64(seed);
    let client = reqwest::Client::new();
    let mut pages = 0;
    while !stop.is_cancelled() {
        let at = random.random_range(0..3);
        let Some(address) = addresses.lock().unwrap()[at].clone() else {
            tokio::task::yield_now().await;
            continue;
        };
        let page = PAGES[random.random_range(0..PAGES.len())];
        let request = client
            .get(format!("http://{address}{page}"))
            .header("x-authorization", &key);
        match request.timeout(Duration::from_secs(60)).send().await {
            Ok(reply) => {
                assert!(
                    reply.status().is_success(),
                    "{page} of a server that lives: {}",
                    reply.status()
                );
                pages += 1;
            }
            Err(error) => {
                let alive = addresses.lock().unwrap()[at].as_ref() == Some(&address);
                assert!(!alive, "{page} of a server that lives: {error}");
            }
        }
    }
    pages
}

/// Number of report lines by row.
async fn report(server: &Server, job: i64) -> HashMap<(String, String), usize> {
    let mut rows = HashMap::new();
    for line in server.lines(job).await {
        let of = |name: &str| line[name].as_str().unwrap_or_default().to_owned();
        *rows.entry((of("key"), of("outcome"))).or_default() += 1;
    }
    rows
}

#[tokio::test(flavor = "multi_thread")]
async fn readers_see_no_errors_while_servers_are_killed() {
    let kills = std::env::var("KILLS").map_or(KILLS, |kills| kills.parse().unwrap());
    let seed = rand::random();
    eprintln!("who dies is drawn from {seed}");
    let mut random = StdRng::seed_from_u64(seed);
    let campus = Campus::builder().students(160).start().await.unwrap();
    campus.moodle().faults().slow_down(Duration::from_millis(10));
    let first = Server::on(&campus, Postgres).await;
    let (second, third) = (first.beside(), first.beside());
    let mut servers = [first, second, third];
    let addresses: Addresses = Arc::new(Mutex::new([0, 1, 2].map(|at: usize| Some(servers[at].host()))));
    let stop = CancellationToken::new();
    let mut readers = JoinSet::new();
    for reader in 0..READERS {
        let key = servers[0].key().to_owned();
        readers.spawn(read(Arc::clone(&addresses), key, seed ^ reader, stop.clone()));
    }

    let mut jobs = Vec::new();
    for round in 0..kills {
        let name = format!("Nama Ke{round} Baru");
        for student in 0..20 {
            let npk = campus.university().student(student * 7 % 160).npk();
            campus
                .changes()
                .set("/class/students", &npk, "nama_lengkap", name.as_str());
        }
        let [ordering, dying] = [random.random_range(0..3), random.random_range(0..3)];
        let job = servers[ordering].begin(&format!("{A}/campus/align"), json!({})).await;
        jobs.push(job);
        // In the middle of the run, as seen by another server.
        let stage = random.random_range(0..12);
        let watching = &servers[(ordering + 1) % 3];
        watching
            .until(job, |job| {
                let stages = job["stages"].as_array().map_or(0, |stages| {
                    stages.iter().filter(|stage| stage["state"] == "done").count()
                });
                stages >= stage || job["state"] == "done"
            })
            .await;
        addresses.lock().unwrap()[dying] = None;
        servers[dying].kill();
        servers[dying].start();
        addresses.lock().unwrap()[dying] = Some(servers[dying].host());
        let ended = servers[(dying + 1) % 3].ended(job).await;
        assert_eq!(ended["state"], "done", "{ended}");
    }
    stop.cancel();
    let mut pages = 0;
    while let Some(read) = readers.join_next().await {
        pages += read.unwrap();
    }
    assert!(pages > 0, "no page was read");

    // Every job has ended, also those of the stages, and reports each row once. An id drawn when a server died belongs to no
    // job.
    for id in 1..=*jobs.last().unwrap() {
        let Some(mut found) = servers[0].find(&format!("{A}/jobs/{id}")).await else {
            assert!(!jobs.contains(&id), "the job {id} is lost");
            continue;
        };
        let job = found["data"].take();
        assert_eq!(job["state"], "done", "{job}");
        for (row, times) in report(&servers[0], id).await {
            assert_eq!(times, 1, "{row:?} in {job}");
        }
    }
    assert_eq!(campus.moodle().duplicates(), Duplicates::default());
    // Everything is aligned: another run finds nothing to do.
    let last = servers[1].post(&format!("{A}/campus/align"), json!({})).await["job"].take();
    let touched: Vec<_> = last["counts"]
        .as_object()
        .unwrap()
        .keys()
        .filter(|outcome| !["unchanged", "skipped", "conflict", "failed"].contains(&outcome.as_str()))
        .collect();
    assert!(touched.is_empty(), "{last}");
}

/// Sign-in tries that are allowed per minute.
const TRIES: u32 = 10;

#[tokio::test(flavor = "multi_thread")]
async fn password_tries_are_limited_across_servers() {
    let campus = Campus::builder().students(1).start().await.unwrap();
    let first = Server::on(&campus, Postgres).await;
    let servers = [first.beside(), first];
    let client = reqwest::Client::new();
    let guess = json!({ "username": "budi", "password": "bukan-itu-0" });
    let mut tries = 0;
    for server in servers.iter().cycle() {
        let login = client.post(format!("http://{}/api/react/login", server.host()));
        let reply = login.json(&guess).send().await.unwrap();
        if reply.status() == StatusCode::TOO_MANY_REQUESTS {
            break;
        }
        assert_eq!(reply.status(), StatusCode::UNAUTHORIZED);
        tries += 1;
        // One more try is allowed every six seconds. Separate counts would allow twice as many.
        assert!(tries < 2 * TRIES);
    }
    assert!(tries >= TRIES, "{tries}");
}

//! A thousand anonymous clients at once, of each type: the server's memory, and an administrator's latency beside them.
//!
//! The server has 1,024 file descriptors, a service's default. The clients are a process of their own, which has more.

use crate::{
    campus::Campus,
    database::{Backend, Databases, Fresh},
    process::with_descriptors,
    report::{at_rank, say},
    server::Server,
};
use anyhow::{Context, Result, ensure};
use clap::{Args, ValueEnum};
use std::{
    net::{Ipv4Addr, SocketAddr},
    path::Path,
    process::Stdio,
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    process::Child,
    task::JoinSet,
    time::{MissedTickBehavior, interval, sleep},
};

/// The options of the benchmark of anonymous clients.
#[derive(Args)]
#[group(skip)]
pub(crate) struct Options {
    /// Clients of each type, each with one connection.
    #[arg(long, default_value_t = 1000)]
    strangers: usize,
    /// Measures only this type.
    #[arg(long, value_enum)]
    strangers_sort: Option<Sort>,
    /// Addresses of the clients. The administrator has another one.
    #[arg(long, default_value_t = 1)]
    strangers_addresses: usize,
    /// Seconds per type.
    #[arg(long, default_value_t = 60)]
    strangers_seconds: u64,
    /// The limit for the server's peak memory, in MB.
    #[arg(long, default_value_t = 150.0)]
    most_strangers_memory: f64,
    /// The limit for the administrator's 99th percentile, as a multiple of the time without the clients.
    #[arg(long, default_value_t = 3.0)]
    most_strangers_times: f64,
}

/// What a client does on its connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Sort {
    /// Sends nothing.
    Idle,
    /// Sends a request's head byte by byte and never ends it.
    SlowHead,
    /// Sends a request's body byte by byte and never ends it.
    SlowBody,
    /// Sends as much of a request's body as the server reads, at once, and never ends it.
    LargeBody,
    /// Requests a large file repeatedly and reads nothing of it.
    Unread,
    /// The same, accepting compression.
    UnreadPacked,
    /// Sends wrong passwords one after the other, each for another name.
    WrongPasswords,
    /// Watches a job that does not end, all with one viewer's key.
    Streams,
}

/// The administrator's page.
const PAGE: &str = "user/get";
/// The pause between two requests for it.
const PAUSE: Duration = Duration::from_millis(50);
/// How long it is requested without the clients.
const ALONE: Duration = Duration::from_secs(20);
/// The pause before a closed client reconnects.
const BACK: Duration = Duration::from_millis(100);
/// Bytes of a body that is sent at once.
const LARGE: usize = 1_900_000;
/// The pause between two bytes of a slow client.
const DRIP: Duration = Duration::from_millis(500);
/// The limit of file descriptors of the clients' process.
const DESCRIPTORS: u32 = 8192;
/// The quantile that counts.
const RANK: f64 = 0.99;
/// Milliseconds below which requests count as equally fast: there, the machine's jitter is measured.
const FLOOR: f64 = 5.0;

/// The process of the clients.
#[derive(Args)]
pub(crate) struct Task {
    #[arg(value_enum)]
    sort: Sort,
    /// The server's host and port.
    address: SocketAddr,
    number: usize,
    /// Addresses of the clients.
    addresses: usize,
    /// The head of a viewer's request for a stream.
    #[arg(default_value = "")]
    stream: String,
}

/// Runs until it is killed.
pub(crate) async fn perform(task: Task) -> Result<()> {
    let mut strangers = JoinSet::new();
    for number in 0..task.number {
        let from = address_of(number % task.addresses.max(1));
        let stream = task.stream.clone();
        strangers.spawn(async move {
            let mut pause = interval(BACK);
            pause.set_missed_tick_behavior(MissedTickBehavior::Delay);
            loop {
                pause.tick().await;
                // The client reconnects after any end.
                let _ = task.sort.connect(from, task.address, number, &stream).await;
            }
        });
    }
    while strangers.join_next().await.is_some() {}
    Ok(())
}

/// The address of a group of clients. All of 127.0.0.0/8 is this machine.
fn address_of(number: usize) -> SocketAddr {
    let [.., high, low] = number.to_be_bytes();
    (Ipv4Addr::new(127, 1, high, low), 0).into()
}

impl Sort {
    /// One connection, until the server closes it.
    async fn connect(
        self,
        from: SocketAddr,
        address: SocketAddr,
        number: usize,
        stream_request: &str,
    ) -> std::io::Result<()> {
        let socket = TcpSocket::new_v4()?;
        socket.set_reuseaddr(true)?;
        socket.bind(from)?;
        let mut stream = socket.connect(address).await?;
        match self {
            Self::Idle => {
                stream.read_u8().await?;
            }
            Self::SlowHead => {
                stream.write_all(b"GET / HTTP/1.1\r\nx-slow: ").await?;
                drip(&mut stream).await?;
            }
            Self::SlowBody => {
                let head =
                    "POST /api/react/login HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\n{\"username\":\"";
                stream.write_all(head.as_bytes()).await?;
                drip(&mut stream).await?;
            }
            Self::LargeBody => {
                let head =
                    "POST /api/react/login HTTP/1.1\r\nhost: x\r\ncontent-length: 2000000\r\n\r\n{\"username\":\"";
                stream.write_all(head.as_bytes()).await?;
                stream.write_all(&vec![b'x'; LARGE]).await?;
                stream.read_u8().await?;
            }
            Self::Unread | Self::UnreadPacked => {
                let packed = match self {
                    Self::UnreadPacked => "accept-encoding: gzip\r\n",
                    _ => "",
                };
                let request = format!("GET /openapi.json HTTP/1.1\r\nhost: x\r\n{packed}\r\n").repeat(20);
                loop {
                    stream.write_all(request.as_bytes()).await?;
                    sleep(DRIP).await;
                }
            }
            Self::WrongPasswords => {
                let mut reply = vec![0; 4096];
                for turn in 0.. {
                    let body = format!(r#"{{"username":"tebak-{number}-{turn}","password":"salah-terus"}}"#);
                    let head = "POST /api/react/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json";
                    let request = format!("{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len());
                    stream.write_all(request.as_bytes()).await?;
                    if stream.read(&mut reply).await? == 0 {
                        break;
                    }
                }
            }
            Self::Streams => {
                stream.write_all(stream_request.as_bytes()).await?;
                tokio::io::copy(&mut stream, &mut tokio::io::sink()).await?;
            }
        }
        Ok(())
    }
}

async fn drip(stream: &mut TcpStream) -> std::io::Result<()> {
    loop {
        sleep(DRIP).await;
        stream.write_all(b"x").await?;
    }
}

/// Measures each type on each selected database. True if the targets are met.
pub(crate) async fn measure(binary: &Path, databases: &Databases, options: &Options) -> Result<bool> {
    let campus = Campus::start(200).await?;
    let mut within = true;
    for backend in databases.each() {
        within &= measure_on(backend, binary, &campus, options).await?;
    }
    Ok(within)
}

/// Measures each type on a fresh server.
async fn measure_on(backend: Backend, binary: &Path, campus: &Campus, options: &Options) -> Result<bool> {
    say(&format!(
        "{} strangers of each sort from {} addresses for {} s on {backend}: an administrator's page on a new connection, in milliseconds",
        options.strangers, options.strangers_addresses, options.strangers_seconds
    ));
    let mut within = true;
    let sorts = Sort::value_variants().iter();
    for sort in sorts.filter(|sort| options.strangers_sort.is_none_or(|only| only == **sort)) {
        if backend == Backend::Sqlite && *sort == Sort::Streams {
            say("  Streams: not measured, because a SQLite file has no server without jobs");
            continue;
        }
        let (folder, database) = (tempfile::tempdir()?, Fresh::new(backend).await?);
        let server = match sort {
            // Without a worker the watched job never ends.
            Sort::Streams => Server::without_jobs(binary, campus, database.url(), folder.path()).await?,
            _ => Server::start(binary, campus, database.url(), folder.path()).await?,
        };
        let alone = look(&server, ALONE).await?;
        let mut strangers = begin(*sort, &server, options).await?;
        let beside = look(&server, Duration::from_secs(options.strangers_seconds)).await?;
        ensure!(strangers.try_wait()?.is_none(), "the clients ended early");
        let memory = server.peak_memory()?;
        server.stop().await?;
        database.drop().await?;
        let [usual, kept_waiting] = [&alone, &beside].map(|looks| at_rank(&looks.took, RANK));
        let times = kept_waiting.max(FLOOR) / usual.max(FLOOR);
        let holds =
            times <= options.most_strangers_times && memory <= options.most_strangers_memory && beside.failed == 0;
        say(&format!(
            "  {sort:?}: p99 {usual:.1} alone, {kept_waiting:.1} beside them, {times:.1} times (at most {}); {} of {} looks failed; \
             {memory:.0} MB (at most {}){}",
            options.most_strangers_times,
            beside.failed,
            beside.failed + beside.took.len(),
            options.most_strangers_memory,
            if holds { "" } else { "  TARGET MISSED" }
        ));
        within &= holds;
    }
    Ok(within)
}

/// Starts the clients, until the returned process is dropped.
async fn begin(sort: Sort, server: &Server, options: &Options) -> Result<Child> {
    let stream = match sort {
        Sort::Streams => server.viewer_of_a_job().await?,
        _ => String::new(),
    };
    let sort = sort.to_possible_value().context("a type has a name")?;
    let strangers = with_descriptors(&std::env::current_exe()?, DESCRIPTORS)
        .args(["strangers", sort.get_name(), server.host()])
        .args([options.strangers, options.strangers_addresses].map(|number| number.to_string()))
        .arg(stream)
        .stdout(Stdio::null())
        .kill_on_drop(true)
        .spawn()?;
    Ok(strangers)
}

/// The results of requesting the page.
struct Looks {
    /// The latencies in milliseconds.
    took: Vec<f64>,
    failed: usize,
}

/// Requests the page for this long, each time on a new connection.
async fn look(server: &Server, lasting: Duration) -> Result<Looks> {
    let (mut took, mut failed) = (Vec::new(), 0);
    let (began, mut pause) = (Instant::now(), interval(PAUSE));
    pause.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while began.elapsed() < lasting {
        pause.tick().await;
        match server.look_unpooled(PAGE).await {
            Ok(milliseconds) => took.push(milliseconds),
            Err(_) => failed += 1,
        }
    }
    ensure!(!took.is_empty(), "the server answered no request");
    Ok(Looks { took, failed })
}

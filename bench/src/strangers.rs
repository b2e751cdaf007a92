//! A thousand strangers at once, of each sort: what the server's memory comes to, and how long an administrator waits for a page
//! beside them.
//!
//! The server has 1,024 file descriptors, as a service has where nobody says otherwise. The strangers are a process of their own,
//! which has more.

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

/// What is to be measured of strangers.
#[derive(Args)]
#[group(skip)]
pub(crate) struct Asked {
    /// Strangers of each sort, each with a connection.
    #[arg(long, default_value_t = 1000)]
    strangers: usize,
    /// Measures this sort alone.
    #[arg(long, value_enum)]
    strangers_sort: Option<Sort>,
    /// Addresses that they come from. The administrator has one of their own.
    #[arg(long, default_value_t = 1)]
    strangers_addresses: usize,
    /// Seconds for which each sort goes on.
    #[arg(long, default_value_t = 60)]
    strangers_seconds: u64,
    /// The most memory that the server may have beside them, in MB.
    #[arg(long, default_value_t = 150.0)]
    most_strangers_memory: f64,
    /// An administrator's page may take this many times as long as without strangers, at the 99th of a hundred.
    #[arg(long, default_value_t = 3.0)]
    most_strangers_times: f64,
}

/// What a stranger does on a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Sort {
    /// Sends nothing.
    Idle,
    /// Sends a request's head a byte at a time, and never its end.
    SlowHead,
    /// Sends a request's body a byte at a time, and never its end.
    SlowBody,
    /// Sends as much of a request's body as is taken, at once, and never its end.
    LargeBody,
    /// Asks for a large file again and again, and reads none of it.
    Unread,
    /// The same where it may be packed.
    UnreadPacked,
    /// Sends wrong passwords, one after the other, each for another name.
    WrongPasswords,
    /// Watches a job that does not end, all with the key of one viewer.
    Streams,
}

/// The page that the administrator looks at.
const PAGE: &str = "user/get";
/// Between two looks at it.
const PAUSE: Duration = Duration::from_millis(50);
/// How long it is looked at without strangers.
const ALONE: Duration = Duration::from_secs(20);
/// How soon whoever was hung up on comes back.
const BACK: Duration = Duration::from_millis(100);
/// Bytes of a body that is sent at once.
const LARGE: usize = 1_900_000;
/// Between two bytes of whoever takes their time.
const DRIP: Duration = Duration::from_millis(500);
/// File descriptors of the process that the strangers are.
const DESCRIPTORS: u32 = 8192;
/// Of a hundred looks, the one that counts.
const RANK: f64 = 0.99;
/// Milliseconds below which a look counts as just as fast: there, the machine's own hiccups are measured.
const FLOOR: f64 = 5.0;

/// The process that the strangers are.
#[derive(Args)]
pub(crate) struct Task {
    #[arg(value_enum)]
    sort: Sort,
    /// The server's host and port.
    address: SocketAddr,
    number: usize,
    /// Addresses that they come from.
    addresses: usize,
    /// The head of a viewer's request for a stream.
    #[arg(default_value = "")]
    stream: String,
}

/// Goes on until it is killed.
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
                // However it ends, the stranger comes back.
                let _ = task.sort.connect(from, task.address, number, &stream).await;
            }
        });
    }
    while strangers.join_next().await.is_some() {}
    Ok(())
}

/// The address of some strangers. All of 127.0.0.0/8 is this machine.
fn address_of(number: usize) -> SocketAddr {
    let [.., high, low] = number.to_be_bytes();
    (Ipv4Addr::new(127, 1, high, low), 0).into()
}

impl Sort {
    /// One connection, until the server hangs up.
    async fn connect(
        self,
        from: SocketAddr,
        address: SocketAddr,
        number: usize,
        asked_of_stream: &str,
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
                let asked = format!("GET /openapi.json HTTP/1.1\r\nhost: x\r\n{packed}\r\n").repeat(20);
                loop {
                    stream.write_all(asked.as_bytes()).await?;
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
                stream.write_all(asked_of_stream.as_bytes()).await?;
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

/// Measures each sort on each database that is asked for. Answers whether the targets hold.
pub(crate) async fn measure(binary: &Path, databases: &Databases, asked: &Asked) -> Result<bool> {
    let campus = Campus::start(200).await?;
    let mut within = true;
    for backend in databases.each() {
        within &= measure_on(backend, binary, &campus, asked).await?;
    }
    Ok(within)
}

/// Measures each sort on a server of its own.
async fn measure_on(backend: Backend, binary: &Path, campus: &Campus, asked: &Asked) -> Result<bool> {
    say(&format!(
        "{} strangers of each sort from {} addresses for {} s on {backend}: an administrator's page on a new connection, in milliseconds",
        asked.strangers, asked.strangers_addresses, asked.strangers_seconds
    ));
    let mut within = true;
    let sorts = Sort::value_variants().iter();
    for sort in sorts.filter(|sort| asked.strangers_sort.is_none_or(|only| only == **sort)) {
        let (place, database) = (tempfile::tempdir()?, Fresh::new(backend).await?);
        let server = match sort {
            // Without a worker the watched job never ends.
            Sort::Streams => Server::without_jobs(binary, campus, database.url(), place.path()).await?,
            _ => Server::start(binary, campus, database.url(), place.path()).await?,
        };
        let alone = look(&server, ALONE).await?;
        let mut strangers = begin(*sort, &server, asked).await?;
        let beside = look(&server, Duration::from_secs(asked.strangers_seconds)).await?;
        ensure!(
            strangers.try_wait()?.is_none(),
            "the strangers went away before the end"
        );
        let memory = server.peak_memory()?;
        server.stop().await?;
        database.drop().await?;
        let [usual, kept_waiting] = [&alone, &beside].map(|looks| at_rank(&looks.took, RANK));
        let times = kept_waiting.max(FLOOR) / usual.max(FLOOR);
        let holds = times <= asked.most_strangers_times && memory <= asked.most_strangers_memory && beside.failed == 0;
        say(&format!(
            "  {sort:?}: p99 {usual:.1} alone, {kept_waiting:.1} beside them, {times:.1} times (at most {}); {} of {} looks failed; \
             {memory:.0} MB (at most {}){}",
            asked.most_strangers_times,
            beside.failed,
            beside.failed + beside.took.len(),
            asked.most_strangers_memory,
            if holds { "" } else { "  TARGET MISSED" }
        ));
        within &= holds;
    }
    Ok(within)
}

/// Lets the strangers in, until what this answers with is dropped.
async fn begin(sort: Sort, server: &Server, asked: &Asked) -> Result<Child> {
    let stream = match sort {
        Sort::Streams => server.viewer_of_a_job().await?,
        _ => String::new(),
    };
    let sort = sort.to_possible_value().context("a sort has a name")?;
    let strangers = with_descriptors(&std::env::current_exe()?, DESCRIPTORS)
        .args(["strangers", sort.get_name(), server.host()])
        .args([asked.strangers, asked.strangers_addresses].map(|number| number.to_string()))
        .arg(stream)
        .stdout(Stdio::null())
        .kill_on_drop(true)
        .spawn()?;
    Ok(strangers)
}

/// What looking at a page came to.
struct Looks {
    /// Milliseconds of each.
    took: Vec<f64>,
    failed: usize,
}

/// Looks at the page for so long, each time on a new connection.
async fn look(server: &Server, lasting: Duration) -> Result<Looks> {
    let (mut took, mut failed) = (Vec::new(), 0);
    let (began, mut pause) = (Instant::now(), interval(PAUSE));
    pause.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while began.elapsed() < lasting {
        pause.tick().await;
        match server.look_anew(PAGE).await {
            Ok(milliseconds) => took.push(milliseconds),
            Err(_) => failed += 1,
        }
    }
    ensure!(!took.is_empty(), "the server answered nobody");
    Ok(Looks { took, failed })
}

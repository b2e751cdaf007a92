//! Anonymous clients with unfinished requests or floods of requests do not block other clients.

use crate::{
    database::Database::Sqlite,
    harness::{A, B, Client, Server},
};
use futures::future::join_all;
use reqwest::Method;
use selaras_api::Limits;
use serde_json::json;
use std::time::Duration;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    time::{Instant, timeout},
};

/// The limit for anything here, other work on the machine included.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// Limits with room for a few connections.
pub const NARROW: Limits = Limits {
    connections: 8,
    head: Duration::from_secs(600),
    pause: Duration::ZERO,
    parting: Duration::from_secs(600),
};

/// A complete request, the only one on its connection.
const REQUEST: &str = "GET /health/live HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";

/// Opens a connection and sends this.
async fn connect(server: &Server, sent: &str) -> TcpStream {
    connect_from([127, 0, 0, 1], server, sent).await
}

/// The same from another address of this machine.
pub async fn connect_from(address: [u8; 4], server: &Server, sent: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((address, 0).into()).unwrap();
    let mut stream = socket.connect(server.address().parse().unwrap()).await.unwrap();
    stream.write_all(sent.as_bytes()).await.unwrap();
    stream
}

/// The same with a client that reads almost nothing of the reply.
async fn connect_slow_reader(server: &Server, sent: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4 << 10).unwrap();
    let mut stream = socket.connect(server.address().parse().unwrap()).await.unwrap();
    stream.write_all(sent.as_bytes()).await.unwrap();
    stream
}

/// Everything received until the server hangs up.
pub async fn until_hung_up(stream: &mut TcpStream) -> String {
    let mut text = Vec::new();
    // A connection that is reset ends in an error, but it has ended.
    let _ = timeout(PATIENCE, stream.read_to_end(&mut text))
        .await
        .expect("the server hangs up");
    String::from_utf8(text).unwrap()
}

/// Makes a signed-in request on a new connection.
pub async fn request_succeeds(server: &Server, admin: &Client) {
    let newcomer = server.anonymous().with_key(admin.key());
    let answered = timeout(PATIENCE, newcomer.get(&format!("{A}/user/get"))).await;
    answered.expect("an answer in time").ok();
}

#[tokio::test]
async fn unfinished_request_head_times_out() {
    let limits = Limits {
        head: Duration::from_millis(200),
        ..Limits::default()
    };
    let server = Server::with(Sqlite).limits(limits).start().await;
    for sent in [
        "",
        "GET /health/live HTT",
        "GET /health/live HTTP/1.1\r\nhost: x\r\nx-a: ",
    ] {
        let began = Instant::now();
        let mut stream = connect(&server, sent).await;
        until_hung_up(&mut stream).await;
        assert!(began.elapsed() >= limits.head, "{sent:?}");
    }
    let mut idle = connect(&server, "GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n").await;
    let answered = until_hung_up(&mut idle).await;
    assert!(answered.starts_with("HTTP/1.1 200 OK"), "{answered}");
}

#[tokio::test]
async fn unfinished_requests_give_way_to_new_ones() {
    let server = Server::with(Sqlite).limits(NARROW).start().await;
    let admin = server.sign_in().await;
    let login = format!("POST {B}/login HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{{\"user");
    let finished = "GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n";
    for sent in ["", "GET / HTTP/1.1\r\nx-slow: ", login.as_str(), finished] {
        let mut connections = Vec::new();
        for _ in 0..NARROW.connections * 5 {
            connections.push(connect(&server, sent).await);
        }
        request_succeeds(&server, &admin).await;
        // The oldest connection is evicted first.
        until_hung_up(&mut connections[0]).await;
    }
}

#[tokio::test]
async fn slow_reader_of_a_streamed_reply_gives_way() {
    let server = Server::with(Sqlite)
        .students(400)
        .limits(NARROW)
        .send_buffer(4 << 10)
        .start()
        .await;
    let admin = server.sign_in().await;
    admin.sync("kelas").await;
    admin.act("mahasiswa/sync", json!({})).await.ok();
    let list = format!("{A}/mahasiswa/get?page=1&per_page=500");
    let request = format!(
        "POST {list} HTTP/1.1\r\nhost: x\r\nx-authorization: {}\r\naccept-encoding: gzip\r\ncontent-length: 2\r\n\r\n{{}}",
        admin.key()
    );
    let mut connections = Vec::new();
    for _ in 0..NARROW.connections {
        let mut stream = connect_slow_reader(&server, &request).await;
        // Wait until the reply has begun.
        let mut first = [0; 64];
        timeout(PATIENCE, stream.read_exact(&mut first)).await.unwrap().unwrap();
        assert!(first.starts_with(b"HTTP/1.1 200 OK"));
        connections.push(stream);
    }
    request_succeeds(&server, &admin).await;
}

#[tokio::test]
async fn anonymous_heads_and_bodies_are_limited() {
    let server = Server::start(Sqlite).await;
    let head = |bytes: usize, end: &str| {
        let head = "GET /health/live HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-long: ";
        format!("{head}{}{end}", "x".repeat(bytes - head.len() - end.len()))
    };
    let whole = "\r\n\r\n";
    for (bytes, end, status) in [
        (64 << 10, "", 431),
        (40_000, whole, 431),
        (32_769, whole, 431),
        (32_768, whole, 200),
    ] {
        let answered = until_hung_up(&mut connect(&server, &head(bytes, end)).await).await;
        assert!(
            answered.starts_with(&format!("HTTP/1.1 {status}")),
            "{bytes}: {answered}"
        );
    }
    let body = format!("{{\"username\":\"{}\",\"password\":\"x\"}}", "x".repeat(8 << 10));
    let login = server
        .anonymous()
        .send(Method::POST, &format!("{B}/login"), &[], Some(body))
        .await;
    assert_eq!((login.status, &login.body["code"]), (413, &json!("body_too_large")));
}

/// A complete request with a body above the limit.
fn sent_too_much() -> String {
    let body = "x".repeat(120 << 10);
    format!(
        "POST {B}/login HTTP/1.1\r\nhost: x\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
}

#[tokio::test]
async fn too_large_body_gets_an_answer_not_a_reset() {
    let server = Server::start(Sqlite).await;
    let mut stream = connect(&server, &sent_too_much()).await;
    let mut answered = String::new();
    timeout(PATIENCE, stream.read_to_string(&mut answered))
        .await
        .expect("hung up on")
        .expect("with an end, and not by a reset that takes the answer along");
    assert!(answered.starts_with("HTTP/1.1 413"), "{answered}");
}

#[tokio::test]
async fn answered_connection_that_stays_open_gives_way() {
    let server = Server::with(Sqlite).limits(NARROW).start().await;
    let admin = server.sign_in().await;
    let mut connections = Vec::new();
    for _ in 0..NARROW.connections * 5 {
        let mut stream = connect(&server, &sent_too_much()).await;
        until_hung_up(&mut stream).await;
        // The answer is complete, and the client stays connected.
        connections.push(stream);
    }
    request_succeeds(&server, &admin).await;
}

#[tokio::test]
async fn address_with_many_connections_gives_way_first() {
    let server = Server::with(Sqlite).limits(NARROW).start().await;
    let mut first = connect(&server, "").await;
    let mut flood = Vec::new();
    for _ in 0..NARROW.connections * 5 {
        flood.push(connect_from([127, 0, 0, 2], &server, "").await);
    }
    until_hung_up(&mut flood[0]).await;
    first.write_all(REQUEST.as_bytes()).await.unwrap();
    let answered = until_hung_up(&mut first).await;
    assert!(answered.starts_with("HTTP/1.1 200 OK"), "{answered}");
}

#[tokio::test]
async fn flood_from_one_address_delays_only_itself() {
    let limits = Limits {
        pause: Duration::from_secs(600),
        ..NARROW
    };
    let server = Server::with(Sqlite).limits(limits).start().await;
    let mut flood = Vec::new();
    for _ in 0..NARROW.connections * 2 {
        flood.push(connect_from([127, 0, 0, 2], &server, "").await);
    }
    let mut kept_waiting = connect_from([127, 0, 0, 2], &server, REQUEST).await;
    let answered = until_hung_up(&mut connect(&server, REQUEST).await).await;
    assert!(answered.starts_with("HTTP/1.1 200 OK"), "{answered}");
    for _ in 0..NARROW.connections {
        flood.push(connect_from([127, 0, 0, 2], &server, "").await);
    }
    assert_eq!(until_hung_up(&mut kept_waiting).await, "", "it is evicted unanswered");
}

#[tokio::test]
async fn connection_being_answered_is_not_evicted() {
    let server = Server::with(Sqlite).limits(NARROW).without_a_worker().start().await;
    let admin = server.sign_in().await;
    let job = admin.begin(&format!("{A}/prodi/sync"), json!({})).await;
    let mut watched = admin.open(&format!("{A}/jobs/{job}/events")).await;
    assert!(watched.chunk().await.unwrap().is_some(), "the job as it is");
    for _ in 0..NARROW.connections * 5 {
        request_succeeds(&server, &admin).await;
    }
    admin.post(&format!("{A}/jobs/{job}/cancel"), json!({})).await.ok();
    let ended = timeout(PATIENCE, watched.text())
        .await
        .expect("its end in time")
        .unwrap();
    assert!(ended.contains("event: end"), "{ended}");
}

#[tokio::test]
async fn password_checks_are_bounded_and_overload_answers_retry_after() {
    let server = Server::start(Sqlite).await;
    let admin = server.sign_in().await;
    let anonymous = server.anonymous();
    let guesses = (0..500).map(|number| {
        let anonymous = anonymous.clone();
        let body = json!({ "username": format!("tebak-{number}"), "password": "salah-terus" }).to_string();
        async move {
            anonymous
                .send(Method::POST, &format!("{B}/login"), &[], Some(body))
                .await
        }
    });
    let began = Instant::now();
    let (replies, ()) = timeout(PATIENCE, async {
        tokio::join!(join_all(guesses), request_succeeds(&server, &admin))
    })
    .await
    .expect("all answered in time");
    let rejected: Vec<_> = replies.iter().filter(|reply| reply.status == 429).collect();
    for reply in &replies {
        assert!([401, 429].contains(&reply.status), "{reply:#?}");
    }
    assert!(!rejected.is_empty(), "500 passwords in {:?}", began.elapsed());
    for reply in rejected {
        assert_eq!(reply.body["code"], "too_busy");
        assert_eq!(reply.headers["retry-after"], "3");
    }
    server.anonymous().log_in("ani").await;
}

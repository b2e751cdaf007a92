//! A PostgreSQL that falls silent without closing its connections, as behind a firewall that drops state: running work is
//! abandoned and continues on new connections.

use crate::process::Server;
use selaras_campus::Campus;
use selaras_tests::database::Database::Postgres;
use serde_json::json;
use std::{sync::Arc, time::Duration};
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::watch,
};

const A: &str = "/api/v1/api";

/// A proxy to the database that can silence its connections for good.
struct Way {
    url: String,
    silenced: Arc<watch::Sender<u64>>,
}

impl Way {
    async fn to(database: &str) -> Self {
        let mut url = url::Url::parse(database).unwrap();
        let server = format!("{}:{}", url.host_str().unwrap(), url.port().unwrap());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        url.set_port(Some(listener.local_addr().unwrap().port())).unwrap();
        let silenced = Arc::new(watch::Sender::new(0));
        let of_connections = Arc::clone(&silenced);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect(&server).await.unwrap();
                let (from_client, to_client) = client.into_split();
                let (from_server, to_server) = server.into_split();
                tokio::spawn(pass_on(from_client, to_server, of_connections.subscribe()));
                tokio::spawn(pass_on(from_server, to_client, of_connections.subscribe()));
            }
        });
        Self {
            url: url.to_string(),
            silenced,
        }
    }

    /// Open connections stay open and pass nothing on any more. New ones work.
    fn silence(&self) {
        self.silenced.send_modify(|times| *times += 1);
    }
}

async fn pass_on(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    mut silenced: watch::Receiver<u64>,
) {
    let mut bytes = vec![0; 1 << 16];
    loop {
        tokio::select! {
            _ = silenced.changed() => return std::future::pending().await,
            read = from.read(&mut bytes) => match read {
                Ok(0) | Err(_) => return,
                Ok(read) => if to.write_all(&bytes[..read]).await.is_err() { return },
            },
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn job_continues_after_its_database_fell_silent() {
    let campus = Campus::builder()
        .students(400)
        .with_large_class("Kuliah Umum", "A", "11", 400);
    let campus = campus.start().await.unwrap();
    let pages = Server::with_command(&["serve", "--no-jobs"], &campus, Postgres).await;
    let way = Way::to(pages.database_url()).await;
    let _worker = pages.beside_through(&["work"], &way.url);
    let class = json!({ "nama_mk": "Kuliah Umum", "nama_kelas": "A", "program_id": "11" });
    let synced = pages.begin(&format!("{A}/mahasiswa/sync"), class).await;
    pages.ended(synced).await;
    campus.moodle().faults().slow_down(Duration::from_millis(50));
    let exported = pages.begin(&format!("{A}/mahasiswa/export_as_user"), json!({})).await;
    pages.until(exported, |job| job["done"].as_i64().unwrap() >= 40).await;
    way.silence();
    campus.moodle().faults().clear();
    let job = pages.ended(exported).await;
    assert_eq!(job["state"], "done", "{job}");
    assert_eq!(job["done"], 400, "{job}");
    assert_eq!(campus.moodle().duplicates(), Default::default());
}

#[tokio::test(flavor = "multi_thread")]
async fn page_loads_after_its_database_fell_silent() {
    let campus = Campus::builder().students(20).start().await.unwrap();
    let pages = Server::with_command(&["serve", "--no-jobs"], &campus, Postgres).await;
    let way = Way::to(pages.database_url()).await;
    let behind = pages.beside_through(&["serve", "--no-jobs"], &way.url);
    behind.get(&format!("{A}/summary")).await;
    way.silence();
    behind.get(&format!("{A}/summary")).await;
}

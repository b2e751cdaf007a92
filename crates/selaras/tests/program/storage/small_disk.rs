//! The database's disk is full: a tmpfs of some megabytes with nothing else on it.

use super::{A, campus, copy::Copy, settings};
use crate::process::Server;
use rand::RngExt;
use reqwest::{Method, StatusCode};
use rstest::rstest;
use selaras_tests::database::{
    Database::{self, Postgres, Sqlite},
    Fresh,
};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, postgres::PgConnectOptions};
use std::{
    env,
    fs::{self, File},
    io::{BufRead, BufReader, Write},
    os::unix::fs::chown,
    path::PathBuf,
    process::{Child, Command, Stdio},
    str::FromStr,
    time::{Duration, Instant},
};
use tempfile::TempDir;

const PATIENCE: Duration = Duration::from_secs(180);
/// Maximum number of rows until the disk must be full.
const SAVES: u64 = 2_000;

/// A database on a small disk.
struct SmallDisk {
    folder: PathBuf,
    database: Database,
    url: String,
    _server: Option<OwnServer>,
}

/// A PostgreSQL server for one test. A full tablespace stops the checkpoints of its whole server, and so all other tests on it.
struct OwnServer(Child);

impl OwnServer {
    /// Starts it. Returns it with its address.
    fn start() -> (Self, String) {
        let mut process = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/with-postgres.sh"))
            .args(["sh", "-c", "echo \"$SELARAS_TEST_POSTGRES\"; cat"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut address = String::new();
        BufReader::new(process.stdout.take().unwrap())
            .read_line(&mut address)
            .unwrap();
        (Self(process), address.trim().to_owned())
    }
}

impl Drop for OwnServer {
    fn drop(&mut self) {
        // `cat` ends, and the script removes the server.
        drop(self.0.stdin.take());
        let _ = self.0.wait();
    }
}

impl SmallDisk {
    async fn of(database: Database) -> Self {
        let disks = env::var("SELARAS_TEST_SMALL_DISK").unwrap_or_else(|_| {
            panic!(
                "SELARAS_TEST_SMALL_DISK is not set: `make test` runs this inside of scripts/with-small-disk.sh, which sets it"
            )
        });
        let folder = PathBuf::from(disks).join(match database {
            Sqlite => "sqlite",
            Postgres => "postgres",
        });
        let (server, url) = match database {
            Sqlite => (None, format!("sqlite:{}", folder.join("selaras.sqlite").display())),
            Postgres => {
                let (server, address) = OwnServer::start();
                (Some(server), database_in(&folder, &address).await)
            }
        };
        Self {
            folder,
            database,
            url,
            _server: server,
        }
    }

    /// Fills it to the last byte.
    fn fill(&self) {
        let mut filler = File::create(self.folder.join("filler")).unwrap();
        let mut size = 1 << 20;
        while size > 0 {
            if filler.write_all(&vec![0; size]).is_err() {
                size /= 2;
            }
        }
    }

    fn make_room(&self) {
        fs::remove_file(self.folder.join("filler")).unwrap();
    }
}

/// Creates a database in a folder, on the server at this address.
async fn database_in(folder: &std::path::Path, server: &str) -> String {
    let options = PgConnectOptions::from_str(server).unwrap();
    let mut connection = options.connect().await.unwrap();
    let own: String = sqlx::query_scalar("SELECT setting FROM pg_settings WHERE name = 'data_directory'")
        .fetch_one(&mut connection)
        .await
        .unwrap();
    // The folder must belong to the server's user.
    let server_user = fs::metadata(own).unwrap();
    let uid = std::os::unix::fs::MetadataExt::uid(&server_user);
    if uid != std::os::unix::fs::MetadataExt::uid(&fs::metadata(folder).unwrap()) {
        chown(folder, Some(uid), None).unwrap();
    }
    let name = format!("small_{:x}", rand::rng().random::<u64>());
    for statement in [
        format!("CREATE TABLESPACE {name} LOCATION '{}'", folder.display()),
        format!("CREATE DATABASE {name} TABLESPACE {name}"),
    ] {
        sqlx::query(AssertSqlSafe(statement))
            .execute(&mut connection)
            .await
            .unwrap();
    }
    connection.close().await.unwrap();
    let mut url = url::Url::parse(server).unwrap();
    url.set_path(&name);
    url.to_string()
}

/// Saves a row by its form.
async fn saves(server: &Server, number: u64) -> (StatusCode, Value) {
    let row = json!({ "kode_prodi": "KIM", "kode_jurusan": format!("J{number}"), "nama_jurusan": format!("Jurusan {number}") });
    server.call(Method::POST, "/api/react/create/jurusan", row).await
}

fn assert_told(answer: &(StatusCode, Value)) {
    let (status, body) = answer;
    assert_eq!(
        (status, &body["code"]),
        (&StatusCode::INSUFFICIENT_STORAGE, &json!("disk_full")),
        "{body}"
    );
}

/// Waits until `/health/ready` reports the database as up or down.
async fn until_ready_says(server: &Server, database: &str) {
    let latest = Instant::now() + PATIENCE;
    loop {
        let (_, body) = server.call(Method::GET, "/health/ready", json!({})).await;
        if body["data"]["database"] == database {
            return;
        }
        assert!(Instant::now() < latest, "timed out: {body}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn full_disk_is_reported_and_saves_work_with_space_again(#[values(Sqlite, Postgres)] on: Database) {
    let disk = SmallDisk::of(on).await;
    let campus = campus().await;
    let mut server = Server::started_with(settings(), &campus, Fresh::at(disk.url.clone())).await;
    let (mut kept, mut refused) = (Vec::new(), Vec::new());
    let mut next = 0;
    for round in 0..2 {
        next += 1;
        assert_eq!(saves(&server, next).await.0, StatusCode::OK, "round {round}");
        kept.push(next);
        until_ready_says(&server, "up").await;

        disk.fill();
        let full = loop {
            next += 1;
            let answer = saves(&server, next).await;
            if answer.0 != StatusCode::OK {
                refused.push(next);
                break answer;
            }
            kept.push(next);
            assert!(next < SAVES, "the disk is not full");
        };
        assert_told(&full);
        let rows = "kode_jurusan;nama_jurusan\n".to_owned() + &"J;Jurusan\n".repeat(100_000);
        assert_told(&server.try_to_upload("departments", "berkas.csv", &rows).await);
        // On PostgreSQL an order may still fit into its table. Then it is stored and its job waits.
        if disk.database == Sqlite {
            assert_told(&server.call(Method::POST, &format!("{A}/dosen/sync"), json!({})).await);
        }
        until_ready_says(&server, "down").await;
        // Existing rows can still be read.
        let listed = server.get(&format!("{A}/jurusan/get")).await;
        assert_eq!(listed["data"].as_array().unwrap().len(), kept.len());
        // Repeated refusals change nothing. On PostgreSQL a save may find room within its tables; it is kept then.
        for _ in 0..3 {
            next += 1;
            let answer = saves(&server, next).await;
            if disk.database == Postgres && answer.0 == StatusCode::OK {
                kept.push(next);
            } else {
                assert_told(&answer);
                refused.push(next);
            }
        }

        disk.make_room();
        next += 1;
        assert_eq!(saves(&server, next).await.0, StatusCode::OK, "round {round}");
        kept.push(next);
        until_ready_says(&server, "up").await;
        if disk.database == Sqlite {
            server.post(&format!("{A}/dosen/sync"), json!({})).await;
        }
    }
    server.kill();
    server.start();
    let listed = server.get(&format!("{A}/jurusan/get")).await;
    let listed: Vec<_> = listed["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["kode_jurusan"].clone())
        .collect();
    for number in kept {
        assert!(
            listed.contains(&json!(format!("J{number}"))),
            "{number} was answered with success"
        );
    }
    for number in refused {
        assert!(!listed.contains(&json!(format!("J{number}"))), "{number} was refused");
    }
    server.kill();
    if disk.database == Sqlite {
        let copy = TempDir::new().unwrap();
        for name in ["selaras.sqlite", "selaras.sqlite-wal"] {
            fs::copy(disk.folder.join(name), copy.path().join(name)).unwrap();
        }
        Copy::sound(copy, "after a full disk").await;
    } else {
        let store = selaras_store::Store::connect(&disk.url).await.unwrap();
        assert_eq!(store.verify_log().await.unwrap().flaw, None);
    }
}

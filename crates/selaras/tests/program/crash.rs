//! The real binary, killed at work and restarted: nothing is lost or doubled, and the report has every row once.

use crate::process::Server;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use reqwest::Method;
use rstest::rstest;
use selaras_campus::{Campus, moodle::Duplicates};
use selaras_tests::database::Database::{self, Postgres, Sqlite};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, ConnectOptions, SqliteConnection, sqlite::SqliteConnectOptions};
use std::{
    collections::HashMap,
    str::FromStr,
    time::{Duration, Instant},
};

const A: &str = "/api/v1/api";

/// A class that takes a while to sync and to export.
async fn campus(students: usize) -> Campus {
    let campus = Campus::builder()
        .students(students)
        .with_large_class("Kuliah Umum", "A", "11", students);
    campus.start().await.unwrap()
}

fn the_class() -> Value {
    json!({ "nama_mk": "Kuliah Umum", "nama_kelas": "A", "program_id": "11" })
}

/// Starts an action and kills the server each time that so many rows are done; then lets it finish.
async fn killed_at(server: &mut Server, path: &str, body: Value, moments: &[i64]) -> Value {
    let job = server.begin(path, body).await;
    for moment in moments {
        let seen = server.until(job, |job| job["done"].as_i64().unwrap() >= *moment).await;
        assert_eq!(seen["state"], "running", "killed too late: {seen}");
        server.kill();
        server.start();
    }
    server.ended(job).await
}

/// Number of report lines by row and outcome.
async fn account(server: &Server, job: &Value) -> HashMap<String, usize> {
    let mut rows = HashMap::new();
    for line in server.lines(job["id"].as_i64().unwrap()).await {
        assert!(
            ["created", "updated", "enrolled", "suspended", "deleted"].contains(&line["outcome"].as_str().unwrap()),
            "{line}"
        );
        *rows.entry(line["key"].as_str().unwrap().to_owned()).or_default() += 1;
    }
    rows
}

async fn assert_accounted_for(server: &Server, job: &Value, rows: usize) {
    assert_eq!(job["state"], "done", "{job}");
    assert_eq!(
        (&job["done"], &job["counts"]["failed"]),
        (&json!(rows), &Value::Null),
        "{job}"
    );
    let account = account(server, job).await;
    assert_eq!(account.len(), rows);
    assert!(
        account.values().all(|times| *times == 1),
        "rows that are accounted for twice: {account:?}"
    );
}

#[rstest]
// On PostgreSQL another process may run the job, so its lease must expire first: once is enough there.
#[case(Sqlite, &[1, 6_000, 12_000])]
#[case(Postgres, &[4_000])]
#[tokio::test]
async fn killed_sync_continues_with_every_row_once(#[case] on: Database, #[case] moments: &[i64]) {
    let campus = campus(20_000).await;
    let mut server = Server::on(&campus, on).await;
    let job = killed_at(&mut server, &format!("{A}/mahasiswa/sync"), the_class(), moments).await;
    assert_accounted_for(&server, &job, 20_000).await;
    assert_eq!(server.students().await, 20_000);
    if on == Sqlite {
        let index = "mahasiswa_person_search";
        let check = format!("INSERT INTO {index} ({index}, rank) VALUES ('integrity-check', 1)");
        File::of(&server).await.does(&check).await;
    }
    assert_eq!(
        server.post(&format!("{A}/mahasiswa/sync"), the_class()).await["job"]["counts"]["unchanged"],
        20_000
    );
}

#[rstest]
#[case(Sqlite, &[1, 150, 310])]
#[case(Postgres, &[150])]
#[tokio::test]
async fn killed_export_continues_without_duplicates(#[case] on: Database, #[case] moments: &[i64]) {
    let campus = campus(500).await;
    let mut server = Server::on(&campus, on).await;
    server.post(&format!("{A}/mahasiswa/sync"), the_class()).await;
    let others = campus.moodle().counts().users;
    // A batch's answer comes long after its work is done, so a killed server never receives it.
    campus.moodle().faults().slow_down(Duration::from_millis(60));
    let job = killed_at(
        &mut server,
        &format!("{A}/mahasiswa/export_as_user"),
        json!({}),
        moments,
    )
    .await;
    assert_accounted_for(&server, &job, 500).await;
    assert_eq!(campus.moodle().counts().users - others, 500);
    assert_eq!(campus.moodle().duplicates(), Duplicates::default());
    campus.moodle().faults().clear();
    let again = server.post(&format!("{A}/mahasiswa/export_as_user"), json!({})).await;
    assert_eq!(again["job"]["done"], 0, "{again}");
}

#[rstest]
#[case(Sqlite, &[1, 3_100])]
#[case(Postgres, &[3_100])]
#[tokio::test]
async fn killed_report_of_differences_has_every_finding_once(#[case] on: Database, #[case] moments: &[i64]) {
    let campus = campus(3_000).await;
    let mut server = Server::on(&campus, on).await;
    server.post(&format!("{A}/mahasiswa/sync"), the_class()).await;
    campus.moodle().faults().slow_down(Duration::from_millis(60));
    let path = format!("{A}/comparison/compare");
    let job = killed_at(&mut server, &path, json!({}), moments).await;
    campus.moodle().faults().clear();
    let undisturbed = server.post(&path, json!({})).await["job"].clone();
    assert_eq!(job["counts"], undisturbed["counts"]);
    assert_eq!(job["counts"]["missing_there"], 3_000, "{job}");
    let mut findings = Vec::new();
    for job in [&job, &undisturbed] {
        let lines = server.lines(job["id"].as_i64().unwrap()).await.into_iter();
        let mut told: Vec<_> = lines
            .map(|line| (line["key"].to_string(), line["outcome"].to_string()))
            .collect();
        told.sort();
        findings.push(told);
    }
    assert_eq!(findings[0], findings[1]);
}

#[rstest]
#[tokio::test]
async fn killed_enrolment_continues_with_every_member_once() {
    let campus = campus(500).await;
    let mut server = Server::on(&campus, Sqlite).await;
    for (kind, export) in [("prodi", "export"), ("matakuliah", "export"), ("kelas", "export")] {
        server.post(&format!("{A}/{kind}/sync"), json!({})).await;
        server.post(&format!("{A}/{kind}/{export}"), json!({})).await;
    }
    server.post(&format!("{A}/mahasiswa/sync"), the_class()).await;
    server.post(&format!("{A}/mahasiswa/export_as_user"), json!({})).await;
    campus.moodle().faults().slow_down(Duration::from_millis(30));
    let job = killed_at(&mut server, &format!("{A}/mahasiswa/enroll"), json!({}), &[1, 150, 310]).await;
    assert_accounted_for(&server, &job, 500).await;
    assert_eq!(
        (
            campus.moodle().counts().enrolments,
            campus.moodle().counts().memberships
        ),
        (500, 500)
    );
}

#[rstest]
#[tokio::test]
async fn stopped_server_ends_soon_and_resumes_at_next_start() {
    let campus = campus(500).await;
    let mut server = Server::on(&campus, Sqlite).await;
    server.post(&format!("{A}/mahasiswa/sync"), the_class()).await;
    campus.moodle().faults().slow_down(Duration::from_millis(60));
    let job = server.begin(&format!("{A}/mahasiswa/export_as_user"), json!({})).await;
    server.until(job, |job| job["done"].as_i64().unwrap() > 0).await;
    assert!(server.terminate().success());
    server.start();
    let job = server.until(job, |job| job["state"] == "done").await;
    assert_accounted_for(&server, &job, 500).await;
    assert_eq!(campus.moodle().duplicates(), Duplicates::default());
}

/// The database's file, as another process opens it.
struct File(SqliteConnection);

impl File {
    async fn of(server: &Server) -> Self {
        let options = SqliteConnectOptions::from_str(server.database_url()).unwrap();
        Self(options.busy_timeout(Duration::ZERO).connect().await.unwrap())
    }

    /// Runs one statement. Returns whether the file was free for writing.
    async fn tries(&mut self, statement: &str) -> bool {
        let done = sqlx::query(AssertSqlSafe(statement.to_owned()))
            .execute(&mut self.0)
            .await;
        match done {
            Ok(_) => true,
            Err(sqlx::Error::Database(error)) if error.message().contains("locked") => false,
            Err(error) => panic!("{statement}: {error}"),
        }
    }

    async fn does(&mut self, statement: &str) {
        while !self.tries(statement).await {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Waits until the file is locked for long: other writes take a few milliseconds.
    async fn until_held(&mut self) {
        let mut looks = 0;
        while looks < 100 {
            looks = if self.tries("BEGIN IMMEDIATE").await {
                self.does("ROLLBACK").await;
                0
            } else {
                looks + 1
            };
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

/// Kills the server in each write of taking an order, from storing it to recording its end. A trigger with an endless count
/// holds the write there.
#[rstest]
#[case::it_is_kept("INSERT ON job")]
#[case::a_worker_takes_it("UPDATE OF state ON job WHEN NEW.state = 'running'")]
#[case::its_rows_are_written("INSERT ON job_count")]
#[case::its_end_is_written("UPDATE OF state ON job WHEN NEW.state = 'done'")]
#[case::its_end_is_logged("INSERT ON activity_log WHEN NEW.job_id IS NOT NULL")]
#[tokio::test]
async fn kill_while_accepting_an_order_leaves_no_orphaned_job(#[case] write: &str) {
    let campus = campus(100).await;
    let mut server = Server::on(&campus, Sqlite).await;
    let mut file = File::of(&server).await;
    let many = (0..9)
        .map(|table| format!("sqlite_schema AS s{table}"))
        .collect::<Vec<_>>();
    let hold = format!(
        "CREATE TRIGGER held BEFORE {write} BEGIN SELECT COUNT(*) FROM {}; END",
        many.join(", ")
    );
    file.does(&hold).await;
    server.order(&format!("{A}/dosen/sync"), &json!({}));
    file.until_held().await;
    server.kill();
    file.does("DROP TRIGGER held").await;
    server.start();
    let jobs = server.get(&format!("{A}/jobs")).await["data"]
        .as_array()
        .unwrap()
        .clone();
    assert_eq!(jobs.len(), usize::from(write != "INSERT ON job"), "{jobs:?}");
    for job in jobs {
        let ended = server.ended(job["id"].as_i64().unwrap()).await;
        assert_eq!(ended["state"], "done", "{ended}");
    }
    // The kind is free.
    let again = server.post(&format!("{A}/dosen/sync"), json!({})).await;
    let teachers = campus.university().teachers();
    let found = if write == "INSERT ON job" {
        "created"
    } else {
        "unchanged"
    };
    assert_eq!(again["job"]["counts"], json!({ found: teachers }));
}

#[tokio::test]
async fn job_of_killed_process_is_taken_over_within_fifteen_seconds() {
    let campus = campus(500).await;
    let mut server = Server::on(&campus, Postgres).await;
    server.post(&format!("{A}/mahasiswa/sync"), the_class()).await;
    // Slow enough that the second process starts before the first is done.
    campus.moodle().faults().slow_down(Duration::from_secs(2));
    let job = server.begin(&format!("{A}/mahasiswa/export_as_user"), json!({})).await;
    server.until(job, |job| job["done"].as_i64().unwrap() > 0).await;
    let other = server.beside();
    let left = other.until(job, |_| true).await;
    server.kill();
    let killed = Instant::now();
    assert_eq!(left["state"], "running", "{left}");
    // Batches in flight are no longer written, so further rows are the other process's work.
    let done = other.until(job, |_| true).await["done"].as_i64().unwrap();
    other.until(job, |job| job["done"].as_i64().unwrap() > done).await;
    assert!(killed.elapsed() < Duration::from_secs(15), "{:?}", killed.elapsed());
    campus.moodle().faults().clear();
    let ended = other.ended(job).await;
    assert_accounted_for(&other, &ended, 500).await;
    assert_eq!(campus.moodle().duplicates(), Duplicates::default());
}

/// Students of the class.
const RANDOM: usize = 1000;
/// Minimum number of kills.
const KILLS: usize = 50;
/// Maximum lifetime of a server.
const LIFE: u64 = 150;

/// A server that is killed repeatedly at work.
struct Mortal {
    server: Server,
    random: StdRng,
    kills: usize,
}

impl Mortal {
    /// Completes an action through up to `deaths` kills at random moments, and checks its report.
    async fn does(&mut self, method: Method, path: &str, body: Value, deaths: usize, rows: usize) {
        let job = self.server.begin_with(method, path, body).await;
        for _ in 0..deaths {
            let life = Duration::from_millis(self.random.random_range(0..LIFE));
            if tokio::time::timeout(life, self.server.ended(job)).await.is_ok() {
                break;
            }
            self.server.kill();
            self.server.start();
            self.kills += 1;
        }
        let job = self.server.ended(job).await;
        assert_accounted_for(&self.server, &job, rows).await;
    }

    async fn brings_the_class(&mut self, deaths: usize) {
        let call = |verb: &str| format!("{A}/mahasiswa/{verb}");
        self.does(Method::POST, &call("sync"), the_class(), deaths, RANDOM)
            .await;
        self.does(Method::POST, &call("export_as_user"), json!({}), deaths, RANDOM)
            .await;
        self.does(Method::POST, &call("enroll"), json!({}), deaths, RANDOM)
            .await;
    }

    async fn takes_it_away(&mut self, deaths: usize) {
        let call = |verb: &str| format!("{A}/mahasiswa/{verb}");
        self.does(Method::POST, &call("unenroll"), json!({}), deaths, RANDOM)
            .await;
        self.does(Method::DELETE, &call("delete_all"), json!({}), deaths, RANDOM)
            .await;
    }
}

/// A campus with a slow Moodle, and a server that has exported its classes.
async fn ready() -> (Campus, Server) {
    let campus = campus(RANDOM).await;
    let server = Server::on(&campus, Sqlite).await;
    for kind in ["prodi", "matakuliah", "kelas"] {
        server.post(&format!("{A}/{kind}/sync"), json!({})).await;
        server.post(&format!("{A}/{kind}/export"), json!({})).await;
    }
    campus.moodle().faults().slow_down(Duration::from_millis(20));
    (campus, server)
}

/// The dashboard's rows without ids and times, which differ between runs.
async fn dashboard(server: &Server) -> Vec<Value> {
    let mut rows = server.post(&format!("{A}/mahasiswa/get"), json!({})).await["data"]
        .as_array()
        .unwrap()
        .clone();
    for row in &mut rows {
        for name in ["id", "synced_at", "exported_at"] {
            row.as_object_mut().unwrap().remove(name);
        }
    }
    rows.sort_by_key(|row| row["NPK"].to_string());
    rows
}

#[tokio::test]
async fn server_killed_fifty_times_ends_like_an_undisturbed_one() {
    let (quiet_campus, quiet) = ready().await;
    let mut quiet = Mortal {
        server: quiet,
        random: StdRng::seed_from_u64(0),
        kills: 0,
    };
    quiet.brings_the_class(0).await;

    let (campus, server) = ready().await;
    let seed = rand::random();
    // The moments differ between machines, but a failure names their seed.
    eprintln!("the moments are drawn from {seed}");
    let mut mortal = Mortal {
        server,
        random: StdRng::seed_from_u64(seed),
        kills: 0,
    };
    mortal.brings_the_class(8).await;
    while mortal.kills < KILLS {
        mortal.takes_it_away(8).await;
        // An existing student is found again by the stored platform id.
        let call = |verb: &str| format!("{A}/mahasiswa/{verb}");
        mortal.does(Method::POST, &call("sync"), the_class(), 8, RANDOM).await;
        mortal.server.post(&call("export_as_user"), json!({})).await;
        mortal.does(Method::POST, &call("enroll"), json!({}), 8, RANDOM).await;
    }
    assert_eq!(dashboard(&mortal.server).await, dashboard(&quiet.server).await);
    assert_eq!(campus.moodle().counts(), quiet_campus.moodle().counts());
    assert_eq!(campus.moodle().duplicates(), Duplicates::default());
}

#[tokio::test]
async fn undo_restores_a_hundred_thousand_deleted_rows() {
    const MANY: usize = 100_000;
    let campus = campus(MANY).await;
    let server = Server::on(&campus, Sqlite).await;
    let synced = server.begin(&format!("{A}/mahasiswa/sync"), the_class()).await;
    assert_eq!(server.ended(synced).await["counts"]["created"], MANY);
    let list = async || server.text(&format!("{A}/mahasiswa/get")).await;
    let before = list().await;
    let path = format!("{A}/mahasiswa/delete_all");
    let deleted = server.begin_with(Method::DELETE, &path, json!({})).await;
    assert_eq!(server.ended(deleted).await["counts"]["deleted"], MANY);
    assert_eq!(server.students().await, 0);
    let undone = server.begin(&format!("{A}/jobs/{deleted}/undo"), json!({})).await;
    assert_eq!(server.ended(undone).await["counts"]["restored"], MANY);
    let after = list().await;
    assert_eq!(before.len(), after.len());
    assert!(before == after, "the rows are not the same");
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_and_jobs_may_run_in_separate_processes() {
    let campus = campus(300).await;
    let pages = Server::with_command(&["serve", "--no-jobs"], &campus, Postgres).await;
    let job = pages.begin(&format!("{A}/mahasiswa/sync"), the_class()).await;
    // No worker is running.
    assert_eq!(pages.get(&format!("{A}/jobs/{job}")).await["data"]["state"], "queued");
    let mut worker = pages.beside_with_command(&["work"]);
    assert_accounted_for(&pages, &pages.ended(job).await, 300).await;
    // It serves health and metrics, and no pages.
    assert_eq!(worker.get("/health/live").await["msg"], "Success");
    // A call is counted when its reader has ended, which may be after the job.
    let is_counted = async {
        while !String::from_utf8(worker.bytes("/metrics").await)
            .unwrap()
            .contains("selaras_source_calls_total{")
        {}
    };
    tokio::time::timeout(Duration::from_secs(30), is_counted).await.unwrap();
    assert!(worker.find(&format!("{A}/jobs/{job}")).await.is_none());
    assert!(worker.terminate().success());

    // Orders wait for the next worker; there may be several.
    let job = pages.begin(&format!("{A}/mahasiswa/sync"), the_class()).await;
    let _workers = [
        pages.beside_with_command(&["work"]),
        pages.beside_with_command(&["work"]),
    ];
    assert_eq!(pages.ended(job).await["counts"]["unchanged"], 300);
}

#[tokio::test(flavor = "multi_thread")]
async fn sqlite_file_belongs_to_one_process() {
    let campus = campus(10).await;
    let server = Server::on(&campus, Sqlite).await;
    let told = tokio::process::Command::new(env!("CARGO_BIN_EXE_selaras"))
        .arg("work")
        .env_remove("SELARAS_TEST_POSTGRES")
        .env_remove("SELARAS_TEST_MARIADB")
        .env_remove("SELARAS_TEST_SMALL_DISK")
        .env("SELARAS_DATABASE__URL", server.database_url())
        .env("SELARAS_SOURCE__BASE_URL", campus.source_url())
        .env("SELARAS_PLATFORM__BASE_URL", campus.moodle_url())
        .env("SELARAS_PLATFORM__TOKEN", campus.moodle_token())
        .output()
        .await
        .unwrap();
    let sentence = String::from_utf8(told.stderr).unwrap();
    assert!(
        !told.status.success() && sentence.contains("database.url"),
        "{sentence}"
    );
}

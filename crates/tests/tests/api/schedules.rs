//! Schedules: each run happens once at its time, and failures send notices.
//!
//! The clock is a parameter: no test waits for time to pass.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, Client, NAME, Server},
};
use axum::{Router, body::Bytes, extract::State, http::HeaderMap, http::StatusCode, routing::post};
use jiff::{SignedDuration, Timestamp, ToSpan, tz::TimeZone};
use rstest::rstest;
use secrecy::SecretString;
use selaras_campus::source::Fault;
use selaras_engine::Engine;
use selaras_notify::{Notifier, NotifySettings};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use tokio::net::TcpListener;

fn jakarta() -> TimeZone {
    TimeZone::get("Asia/Jakarta").unwrap()
}

/// Creates or changes a schedule. Returns it.
async fn set(admin: &Client, kind: &str, cron: &str, enabled: bool) -> Value {
    let body = json!({ "kind": kind, "verb": "sync", "cron": cron, "enabled": enabled, "name": NAME });
    let reply = admin.post(&format!("{A}/schedules/update"), body).await.ok();
    reply.data().clone()
}

fn next_run(schedule: &Value) -> Timestamp {
    schedule["next_run_at"].as_str().unwrap().parse().unwrap()
}

async fn schedule(admin: &Client, kind: &str, verb: &str) -> Value {
    let all = admin.get(&format!("{A}/schedules")).await.ok();
    all.rows()
        .iter()
        .find(|schedule| schedule["kind"] == kind && schedule["verb"] == verb)
        .unwrap()
        .clone()
}

async fn give(engine: &Engine, now: Timestamp) -> Vec<i64> {
    engine.give_due_orders(now, &jakarta()).await.unwrap()
}

#[rstest]
#[tokio::test]
async fn every_kind_has_schedules_and_all_are_off_at_first(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let all = admin.get(&format!("{A}/schedules")).await.ok();
    // The whole campus; ten kinds to sync and to export; three kinds of enrolments to enrol and to suspend.
    assert_eq!(all.rows().len(), 27);
    for schedule in all.rows() {
        assert_eq!(
            (&schedule["enabled"], &schedule["next_run_at"]),
            (&json!(false), &Value::Null),
            "{schedule}"
        );
    }
    let now = Timestamp::now();
    for day in 0..8 {
        assert_eq!(give(&server.engine, now + (24 * day).hours()).await, [0; 0]);
    }
}

#[rstest]
#[tokio::test]
async fn edit_is_stored_with_its_next_time_and_logged(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let kept = set(&admin, "kelas", "0 5 * * *", true).await;
    assert_eq!(kept, schedule(&admin, "kelas", "sync").await);
    assert_eq!(
        (&kept["cron"], &kept["enabled"], &kept["edited_by"]),
        (&json!("0 5 * * *"), &json!(true), &json!(NAME))
    );
    let next = next_run(&kept).to_zoned(jakarta());
    assert_eq!((next.hour(), next.minute()), (5, 0));
    assert!(kept["next_run"].as_str().unwrap().ends_with(" 05.00 WIB"), "{kept}");
    assert_eq!(schedule(&admin, "kelas", "export").await["enabled"], false);

    let off = set(&admin, "kelas", "0 6 * * 1", false).await;
    assert_eq!(
        (&off["cron"], &off["enabled"], &off["next_run"]),
        (&json!("0 6 * * 1"), &json!(false), &Value::Null)
    );
    let log = admin.get(&format!("{A}/react/log")).await.ok();
    let actions: Vec<_> = log
        .rows()
        .iter()
        .map(|entry| entry["action"].as_str().unwrap())
        .collect();
    assert!(
        actions.contains(&"Jadwal Sinkronisasi data Kelas: setiap hari 05.00")
            && actions.contains(&"Jadwal Sinkronisasi data Kelas: tidak aktif"),
        "{actions:?}"
    );
}

#[rstest]
#[tokio::test]
async fn an_expression_shows_its_next_five_times(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let times = admin
        .post(&format!("{A}/schedules/preview"), json!({ "cron": "30 6 * * 1" }))
        .await
        .ok();
    assert_eq!(times.rows().len(), 5);
    let mut before = Timestamp::now();
    for time in times.rows() {
        let at: Timestamp = time["at"].as_str().unwrap().parse().unwrap();
        let text = time["text"].as_str().unwrap();
        assert!(
            at > before && text.starts_with("Senin, ") && text.ends_with(" 06.30 WIB"),
            "{time}"
        );
        before = at;
    }
}

#[rstest]
#[tokio::test]
async fn invalid_schedule_is_refused_field_by_field(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let fields = async |path: &str, body: Value| {
        let reply = admin.post(&format!("{A}/schedules/{path}"), body).await.refused(422);
        reply.body["fields"].clone()
    };
    let wrong = json!({ "kind": "ruang", "verb": "delete", "cron": "tiap pagi", "enabled": true });
    assert_eq!(
        fields("update", wrong).await,
        json!({
            "kind": "Jenis data ruang tidak dikenal",
            "verb": "Tindakan delete tidak dapat dijadwalkan",
            "cron": "Waktu tidak dikenali. Tulis lima bagian: menit jam tanggal bulan hari, misalnya 0 5 * * *",
        })
    );
    let never = json!({ "kind": "kelas", "verb": "sync", "cron": "0 0 31 2 *", "enabled": true });
    assert_eq!(
        fields("update", never).await,
        json!({ "cron": "Waktu ini tidak pernah tiba. Periksa tanggal dan bulannya" })
    );
    assert_eq!(
        fields("preview", json!({ "cron": " " })).await,
        json!({ "cron": "Waktu tidak boleh kosong" })
    );
    assert_eq!(schedule(&admin, "kelas", "sync").await["edited_by"], Value::Null);
}

#[rstest]
#[tokio::test]
async fn schedule_runs_once_across_processes(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let at = next_run(&set(&admin, "prodi", "0 5 * * *", true).await);
    assert_eq!(give(&server.engine, at - 1.second()).await, [0; 0]);
    let (one, other) = (server.engine.clone(), server.engine.clone());
    let (one, other) = tokio::join!(give(&one, at), give(&other, at));
    let jobs = [one, other].concat();
    assert_eq!(jobs.len(), 1, "{jobs:?}");
    let job = admin.ended(jobs[0]).await;
    assert_eq!(
        (&job["actor"], &job["state"], &job["kind"], &job["verb"]),
        (&json!("Jadwal"), &json!("done"), &json!("prodi"), &json!("sync"))
    );
    assert!(!admin.rows("prodi").await.is_empty());
    // It runs neither a moment later nor after a restart, but again at its next time.
    assert_eq!(give(&server.engine, at + 30.minutes()).await, [0; 0]);
    assert_eq!(schedule(&admin, "prodi", "sync").await["last_job"]["id"], job["id"]);
    assert_eq!(give(&server.engine, at + 24.hours()).await.len(), 1);
}

#[rstest]
#[tokio::test]
async fn schedule_recovers_from_a_clock_that_was_ahead(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let at = next_run(&set(&admin, "prodi", "0 5 * * *", true).await);
    let year = SignedDuration::from_hours(24 * 365);
    let ahead = give(&server.engine, at + year).await;
    assert_eq!(ahead.len(), 1);
    admin.ended(ahead[0]).await;
    // Past runs count, and none is made up for.
    assert_eq!(give(&server.engine, at - 1.second()).await, [0; 0]);
    assert_eq!(give(&server.engine, at).await.len(), 1);
    assert_eq!(give(&server.engine, at + 1.minute()).await, [0; 0]);
}

#[rstest]
#[tokio::test]
async fn time_missed_during_downtime_is_skipped_and_logged(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let at = next_run(&set(&admin, "prodi", "0 5 * * *", true).await);
    assert_eq!(give(&server.engine, at + 61.minutes()).await, [0; 0]);
    let passed = schedule(&admin, "prodi", "sync").await;
    let note = passed["note"].as_str().unwrap();
    assert!(
        note.starts_with("Sinkronisasi data Prodi terjadwal ")
            && note.ends_with(" 05.00 WIB tidak dijalankan: Selaras tidak berjalan pada waktu itu."),
        "{note}"
    );
    let log = admin.get(&format!("{A}/react/log?per_page=10&page=0")).await.ok();
    assert_eq!(
        (&log.rows()[0]["action"], &log.rows()[0]["actor"]),
        (&json!(note), &json!("Jadwal"))
    );
    // A run less than an hour late is made up for.
    let jobs = give(&server.engine, at + 24.hours() + 59.minutes()).await;
    assert_eq!(jobs.len(), 1);
    assert_eq!(schedule(&admin, "prodi", "sync").await["note"], Value::Null);
}

#[rstest]
#[tokio::test]
async fn running_schedule_is_not_started_again(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).without_a_worker().start().await;
    let admin = server.sign_in().await;
    let at = next_run(&set(&admin, "prodi", "0 * * * *", true).await);
    assert_eq!(give(&server.engine, at).await.len(), 1);
    assert_eq!(give(&server.engine, at + 1.hour()).await, [0; 0]);
    let note = schedule(&admin, "prodi", "sync").await["note"].clone();
    assert!(
        note.as_str()
            .unwrap()
            .ends_with("tidak dijalankan: yang sebelumnya belum selesai."),
        "{note}"
    );
}

#[rstest]
#[tokio::test]
async fn time_claimed_by_a_dead_process_is_taken_over(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let at = next_run(&set(&admin, "prodi", "0 5 * * *", true).await);
    let store = server.engine.store();
    let mine = store.schedules().await.unwrap().remove(0);
    assert!(store.take_slot(&mine, at.as_millisecond()).await.unwrap());
    assert!(!store.take_slot(&mine, at.as_millisecond()).await.unwrap());
    // That process never created the job.
    assert_eq!(give(&server.engine, at + 30.seconds()).await, [0; 0]);
    assert_eq!(give(&server.engine, at + 2.minutes()).await.len(), 1);
}

#[rstest]
#[tokio::test]
async fn disabled_or_changed_schedule_does_not_run_at_its_old_time(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let at = next_run(&set(&admin, "prodi", "0 5 * * *", true).await);
    set(&admin, "prodi", "0 5 * * *", false).await;
    assert_eq!(give(&server.engine, at).await, [0; 0]);
}

/// A webhook and what it received.
#[derive(Clone, Default)]
struct Hook {
    came: Arc<Mutex<Vec<(String, Value)>>>,
    /// Statuses to answer first.
    refusals: Arc<Mutex<Vec<u16>>>,
}

async fn take(State(hook): State<Hook>, headers: HeaderMap, body: Bytes) -> StatusCode {
    let name = headers["idempotency-key"].to_str().unwrap().to_owned();
    assert!(headers["x-selaras-signature"].to_str().unwrap().starts_with("sha256="));
    hook.came
        .lock()
        .unwrap()
        .push((name, serde_json::from_slice(&body).unwrap()));
    let refusal = hook.refusals.lock().unwrap().pop();
    refusal.map_or(StatusCode::NO_CONTENT, |status| StatusCode::from_u16(status).unwrap())
}

impl Hook {
    /// Starts the webhook, and an engine on the server's database that works and sends notices to it.
    async fn told_by(&self, server: &Server) -> Engine {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/hook", listener.local_addr().unwrap());
        let app = Router::new().route("/hook", post(take)).with_state(self.clone());
        tokio::spawn(axum::serve(listener, app).into_future());
        let notifier = Notifier::new(&NotifySettings {
            webhook_url: SecretString::from(url),
            webhook_secret: SecretString::from("rahasia"),
            ..NotifySettings::default()
        });
        let engine = server.engine.clone().telling(notifier.unwrap());
        tokio::spawn(engine.clone().work(false));
        engine
    }

    fn names(&self) -> Vec<String> {
        self.came.lock().unwrap().iter().map(|(name, _)| name.clone()).collect()
    }
}

/// A server with a failed scheduled sync of the programs. Returns the failed job.
async fn with_a_failure(server: &Server, hook: &Hook) -> (Engine, Value) {
    let admin = server.sign_in().await;
    let engine = hook.told_by(server).await;
    let down = Fault::Status {
        status: 500,
        retry_after: None,
    };
    server.campus.faults().always("/programs", down);
    let at = next_run(&set(&admin, "prodi", "0 5 * * *", true).await);
    let jobs = give(&engine, at).await;
    let job = admin.ended(jobs[0]).await;
    assert_eq!(job["state"], "failed", "{job}");
    (engine, job)
}

#[rstest]
#[tokio::test]
async fn failure_notice_is_retried_until_delivered_once(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).without_a_worker().start().await;
    let hook = Hook::default();
    hook.refusals.lock().unwrap().push(503);
    let (engine, job) = with_a_failure(&server, &hook).await;

    // The webhook fails, so the notice is sent again after a pause, and then no more.
    let now = Timestamp::now();
    assert_eq!(engine.tell(now).await.unwrap(), 0);
    assert_eq!(engine.tell(now + 30.seconds()).await.unwrap(), 0);
    assert_eq!(hook.names().len(), 1);
    assert_eq!(engine.tell(now + 61.seconds()).await.unwrap(), 1);
    assert_eq!(engine.tell(now + SignedDuration::from_hours(2)).await.unwrap(), 0);

    let names = hook.names();
    assert!(names.len() == 2 && names[0] == names[1], "{names:?}");
    let body = hook.came.lock().unwrap()[1].1.clone();
    assert_eq!(body["subject"], "[Selaras] Sinkronisasi data Prodi terjadwal gagal");
    assert_eq!(
        (
            &body["details"]["job"],
            &body["details"]["event"],
            &body["details"]["message"]
        ),
        (&job["id"], &json!("scheduled_job_failed"), &job["message"])
    );
    assert!(
        body["text"]
            .as_str()
            .unwrap()
            .starts_with(job["message"].as_str().unwrap())
    );
}

#[rstest]
#[tokio::test]
async fn notice_of_a_dead_process_is_sent_with_the_same_name(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).without_a_worker().start().await;
    let hook = Hook::default();
    let (engine, _) = with_a_failure(&server, &hook).await;
    let (store, now) = (engine.store(), Timestamp::now());
    let at = now.as_millisecond();
    let waiting = store.waiting_notices(at, 10).await.unwrap().remove(0);
    assert!(store.take_notice(&waiting, at).await.unwrap());
    assert!(!store.take_notice(&waiting, at).await.unwrap(), "taken twice");
    assert_eq!(engine.tell(now).await.unwrap(), 0);
    assert_eq!(engine.tell(now + 3.minutes()).await.unwrap(), 1);
    assert_eq!(hook.names(), [waiting.notice.name]);
}

#[rstest]
#[tokio::test]
async fn undeliverable_notice_is_dropped_after_a_day(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).without_a_worker().start().await;
    let hook = Hook::default();
    hook.refusals.lock().unwrap().extend([500; 200]);
    let (engine, _) = with_a_failure(&server, &hook).await;
    let begin = Timestamp::now();
    for minute in (0..48 * 60).step_by(10) {
        assert_eq!(engine.tell(begin + minute.minutes()).await.unwrap(), 0);
    }
    let tries = hook.names().len();
    assert!((20..40).contains(&tries), "{tries}");
    assert!(
        engine
            .store()
            .waiting_notices((begin + 72.hours()).as_millisecond(), 10)
            .await
            .unwrap()
            .is_empty()
    );
}

#[rstest]
#[tokio::test]
async fn failure_of_an_awaited_call_sends_no_notice(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).without_a_worker().start().await;
    let hook = Hook::default();
    let admin = server.sign_in().await;
    let engine = hook.told_by(&server).await;
    let down = Fault::Status {
        status: 500,
        retry_after: None,
    };
    server.campus.faults().always("/programs", down);
    admin.post(&format!("{A}/prodi/sync"), json!({})).await.refused(502);
    assert_eq!(engine.tell(Timestamp::now()).await.unwrap(), 0);
    assert_eq!(hook.names(), [""; 0]);
}

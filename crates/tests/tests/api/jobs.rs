//! Jobs: watching, stopping and retrying long actions, and their reports.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, B, NAME, Server, column, counts, with},
};
use jiff::Timestamp;
use rstest::rstest;
use sea_orm::{ConnectionTrait, DatabaseBackend, Statement};
use selaras_campus::source::Fault;
use serde_json::{Value, json};
use std::time::Duration;

#[rstest]
#[tokio::test]
async fn plain_call_answers_with_outcome_and_job(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let synced = admin.sync("prodi").await;
    let job = admin.get(&format!("{A}/jobs/{}", synced.job()["id"])).await.ok();
    assert_eq!(job.data(), synced.job());
    assert_eq!(job.data()["message"], *synced.data());
    insta::assert_json_snapshot!("job", job.body, {
        ".data.created_at" => "[time]", ".data.started_at" => "[time]", ".data.finished_at" => "[time]",
    });
}

#[rstest]
#[tokio::test]
async fn prefer_respond_async_is_answered_at_once(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).without_a_worker().start().await;
    let admin = server.sign_in().await;
    let path = format!("{A}/prodi/sync");
    for prefer in ["respond-async", "wait=10, Respond-Async"] {
        let headers = [("prefer", prefer)];
        let reply = admin
            .send(reqwest::Method::POST, &path, &headers, Some("{}".to_owned()))
            .await;
        assert_eq!(
            (reply.status, &reply.body["msg"]),
            (202, &json!("Success")),
            "{reply:#?}"
        );
        assert_eq!(reply.headers["preference-applied"], "respond-async");
        assert_eq!(reply.sentence(), "Diterima. Pekerjaan berjalan di latar.");
        assert_eq!(reply.job()["state"], "queued");
    }
}

#[rstest]
#[tokio::test]
async fn jobs_are_listed_newest_first_and_filtered_to_active(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).without_a_worker().start().await;
    let admin = server.sign_in().await;
    let ended = admin.begin(&format!("{A}/prodi/sync"), json!({})).await;
    admin
        .post(&format!("{A}/jobs/{ended}/cancel"), json!({ "name": NAME }))
        .await
        .ok();
    let waiting = admin.begin(&format!("{A}/dosen/sync"), json!({})).await;
    let ids = async |query: &str| {
        let jobs = admin.get(&format!("{A}/jobs{query}")).await.ok();
        jobs.rows()
            .iter()
            .map(|job| job["id"].as_i64().unwrap())
            .collect::<Vec<_>>()
    };
    assert_eq!(ids("").await, [waiting, ended]);
    assert_eq!(ids("?active=true").await, [waiting]);
    admin.get(&format!("{A}/jobs?active=ya")).await.refused(400);
}

#[rstest]
#[tokio::test]
async fn an_unknown_job_is_not_found(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    for id in ["4711", "satu", "-1", "99999999999999999999"] {
        for rest in ["", "/rows", "/events"] {
            let reply = admin.get(&format!("{A}/jobs/{id}{rest}")).await;
            assert_eq!(reply.refused(404).sentence(), "Pekerjaan ini tidak ada.");
        }
        for rest in ["/cancel", "/retry"] {
            admin
                .post(&format!("{A}/jobs/{id}{rest}"), json!({}))
                .await
                .refused(404);
        }
    }
}

/// The events of a stream: name and data.
fn events(text: &str) -> Vec<(String, Value)> {
    let event = |block: &str| {
        let field = |name: &str| {
            block
                .lines()
                .find_map(|line| line.strip_prefix(name).map(|value| value.trim().to_owned()))
        };
        Some((field("event:")?, serde_json::from_str(&field("data:")?).unwrap()))
    };
    text.split("\n\n").filter_map(event).collect()
}

#[rstest]
#[tokio::test]
async fn event_stream_shows_progress_and_end_of_a_job(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).students(200).start().await;
    let admin = server.sign_in().await;
    admin.sync("kelas").await;
    admin.sync("mahasiswa").await;
    server.moodle().faults().slow_down(Duration::from_millis(150));
    let job = admin.begin(&format!("{A}/mahasiswa/export_as_user"), json!({})).await;
    let stream = admin.get(&format!("{A}/jobs/{job}/events")).await;
    assert_eq!(
        (stream.status, stream.headers["content-type"].to_str().unwrap()),
        (200, "text/event-stream")
    );
    let events = events(&stream.text);
    let (last, before) = events.split_last().unwrap();
    assert!(
        before.len() > 1 && before.iter().all(|(name, _)| name == "progress"),
        "{}",
        stream.text
    );
    assert!(before.iter().map(|(_, job)| job["done"].as_i64().unwrap()).is_sorted());
    assert!(
        before
            .iter()
            .any(|(_, job)| (1..200).contains(&job["done"].as_i64().unwrap())),
        "{}",
        stream.text
    );
    assert_eq!(
        (last.0.as_str(), &last.1["state"], &last.1["done"]),
        ("end", &json!("done"), &json!(200))
    );
    assert_eq!(last.1["total"], 200);
    let rate = |job: &Value| job["rate"].as_f64().unwrap();
    assert!(
        before.iter().all(|(_, job)| job["done"] == 0 || rate(job) > 0.0),
        "{}",
        stream.text
    );
    let ended = admin.get(&format!("{A}/jobs/{job}")).await.ok().data().clone();
    let moment = |name: &str| ended[name].as_str().unwrap().parse::<Timestamp>().unwrap();
    let seconds = moment("finished_at").duration_since(moment("started_at")).as_secs_f64();
    assert!((rate(&last.1) - 200.0 / seconds).abs() < 0.001, "{}", last.1);
    assert_eq!(last.1, with(&ended, json!({ "rate": last.1["rate"], "failures": 0 })));
}

#[rstest]
#[tokio::test]
async fn event_stream_counts_failed_rows(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let nik = server.campus.university().nik(0);
    server.campus.changes().set("/teachers", &nik, "email", "bukan alamat");
    admin.sync("dosen").await;
    let job = admin.begin(&format!("{A}/dosen/export"), json!({})).await;
    let stream = admin.get(&format!("{A}/jobs/{job}/events")).await;
    let (name, last) = events(&stream.text).pop().unwrap();
    assert_eq!(
        (name.as_str(), &last["counts"]["failed"], &last["failures"]),
        ("end", &json!(1), &json!(1))
    );
}

#[rstest]
#[tokio::test]
async fn server_stop_releases_streams_and_waiting_calls(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).without_a_worker().start().await;
    let admin = server.sign_in().await;
    let job = admin.begin(&format!("{A}/prodi/sync"), json!({})).await;
    let watching = admin.open(&format!("{A}/jobs/{job}/events")).await;
    let engine = server.engine.clone();
    let waiting = tokio::spawn(async move { engine.ended(job).await });
    // Dropping the server stops it.
    drop(server);
    let events_text = watching.text().await.unwrap();
    assert!(!events_text.contains("event: end"), "{events_text}");
    assert!(waiting.await.unwrap().is_err());
}

#[rstest]
#[tokio::test]
async fn waiting_job_is_cancelled_at_once(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).without_a_worker().start().await;
    let admin = server.sign_in().await;
    let job = admin.begin(&format!("{A}/prodi/sync"), json!({})).await;
    admin
        .post(&format!("{A}/jobs/{job}/cancel"), json!({ "name": NAME }))
        .await
        .ok();
    let found = admin.ended(job).await;
    assert_eq!(
        (&found["state"], &found["message"]),
        (&json!("cancelled"), &json!("Dibatalkan sebelum dimulai."))
    );
    let stream = admin.get(&format!("{A}/jobs/{job}/events")).await;
    let (_, last) = events(&stream.text).pop().unwrap();
    assert_eq!(
        last,
        with(&found, json!({ "rate": null, "failures": 0 })),
        "it never began"
    );
    let again = admin
        .post(&format!("{A}/jobs/{job}/cancel"), json!({ "name": NAME }))
        .await
        .refused(409);
    assert_eq!(again.sentence(), "Pekerjaan ini sudah selesai.");
}

#[rstest]
#[tokio::test]
async fn cancelled_job_stops_between_batches_and_keeps_its_results(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).students(400).start().await;
    let admin = server.sign_in().await;
    admin.sync("kelas").await;
    admin.sync("mahasiswa").await;
    server.moodle().faults().slow_down(Duration::from_millis(100));
    let job = admin.begin(&format!("{A}/mahasiswa/export_as_user"), json!({})).await;
    admin.until(job, |job| job["done"].as_i64().unwrap() > 0).await;
    admin
        .post(&format!("{A}/jobs/{job}/cancel"), json!({ "name": NAME }))
        .await
        .ok();
    let stopping = admin.get(&format!("{A}/jobs/{job}")).await.ok();
    assert_eq!(
        stopping.data()["cancel_requested"],
        true,
        "a page that is loaded now says so, too"
    );
    let job = admin.ended(job).await;
    server.moodle().faults().clear();
    let done = job["done"].as_i64().unwrap();
    assert_eq!(job["state"], "cancelled", "{job}");
    assert_eq!(
        job["message"],
        format!("Export data Mahasiswa dibatalkan; {done} baris sudah dikerjakan.")
    );
    assert_eq!(
        (done, server.on_moodle().users as i64),
        (job["counts"]["created"].as_i64().unwrap(), done)
    );
    assert!(done < 400);
    assert!(job["counts"]["untried"].as_i64().unwrap() > 0, "{job}");
    let summary = admin.get(&format!("{A}/summary")).await.ok();
    let today = summary.body["days"].as_array().unwrap().last().unwrap();
    assert_eq!(
        today["failed"], 0,
        "rows that were left out have not failed: {summary:?}"
    );

    let rest = admin.export("mahasiswa", json!({})).await.ok();
    assert_eq!(rest.counts(), [400 - done, 0, 0, 0, 0, 0]);
    assert_eq!(server.on_moodle().users, 400);
}

#[rstest]
#[tokio::test]
async fn actions_on_one_kind_run_one_after_the_other(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let first = admin.begin(&format!("{A}/dosen/sync"), json!({})).await;
    let second = admin.begin(&format!("{A}/dosen/sync"), json!({})).await;
    let (first, second) = (admin.ended(first).await, admin.ended(second).await);
    let all = server.campus.university().teachers() as i64;
    assert_eq!(
        (counts(&first), counts(&second)),
        ([all, 0, 0, 0, 0, 0], [0, 0, all, 0, 0, 0])
    );
}

#[rstest]
#[tokio::test]
async fn job_rows_are_filtered_paged_and_searched(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let nik = server.campus.university().nik(0);
    admin.sync("dosen").await;
    server.campus.changes().set("/teachers", &nik, "email", "bukan alamat");
    admin.sync("dosen").await;
    let exported = admin.export("dosen", json!({})).await.ok();
    let all = exported.counts()[0] + 1;
    let path = format!("{A}/jobs/{}/rows", exported.job()["id"]);
    let rows = async |query: &str| admin.get(&format!("{path}?{query}")).await.ok();
    assert_eq!(rows("").await.total(), all);
    assert_eq!(rows("status=created&page=0").await.total(), all - 1);
    assert_eq!(rows("page=1&per_page=10").await.rows().len() as i64, all - 10);
    let failed = rows("status=failed").await;
    let line = &failed.rows()[0];
    assert_eq!((&line["outcome"], &line["key"]), (&json!("failed"), &json!(nik)));
    assert!(
        line["label"].is_string() && line["reason"].as_str().unwrap().len() > 10,
        "{line}"
    );
    let name = line["label"].as_str().unwrap().to_uppercase();
    assert_eq!(rows(&format!("q={}", name.replace(' ', "%20"))).await.total(), 1);
}

#[rstest]
#[tokio::test]
async fn retry_tries_only_the_failed_rows(
    #[values(Sqlite, Postgres)] on: Database,
    // Rows that a cancelled job did not reach are not retried.
    #[values("done", "cancelled")] state: &str,
) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let nik = server.campus.university().nik(0);
    server.campus.changes().set("/teachers", &nik, "email", "bukan alamat");
    admin.sync("dosen").await;
    let exported = admin.export("dosen", json!({})).await.ok();
    assert_eq!(exported.counts()[5], 1);
    let id = &exported.job()["id"];
    server
        .alter(&format!("UPDATE job SET state = '{state}' WHERE id = {id}"))
        .await;

    // One row is fixed, and a new one appears that the action did not cover.
    server
        .campus
        .changes()
        .set("/teachers", &nik, "email", "benar@kampus.example");
    admin.act("dosen/sync_one", json!({ "nik": nik })).await.ok();
    let other = json!({
        "nama_depan": "Rina", "nama_belakang": "Lestari", "nip": "900", "email": "rina@kampus.example",
        "kode_kelas": ["IF-Z"],
    });
    admin.post(&format!("{B}/create/pengajar"), other).await.ok();

    let retried = admin
        .act(&format!("jobs/{}/retry", exported.job()["id"]), json!({}))
        .await
        .ok();
    assert_eq!(retried.counts(), [1, 0, 0, 0, 0, 0]);
    assert_eq!(
        column(&admin.job_rows(retried.job(), "created").await, "key"),
        [nik.as_str()]
    );
    assert_eq!(admin.row("dosen", "nik", "900").await["migration"], "belum");
}

#[rstest]
#[tokio::test]
async fn cancelled_job_without_failures_has_nothing_to_retry(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.sync("prodi").await;
    let exported = admin.export("prodi", json!({})).await.ok();
    let id = &exported.job()["id"];
    server
        .alter(&format!("UPDATE job SET state = 'cancelled' WHERE id = {id}"))
        .await;
    let retry = format!("jobs/{id}/retry");
    let refused = admin.act(&retry, json!({})).await.refused(409);
    assert_eq!(refused.sentence(), "Tidak ada baris yang gagal dalam pekerjaan ini.");
}

#[rstest]
#[tokio::test]
async fn enrolment_retry_enrols_those_that_failed(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.bring(&["matakuliah", "kelas"]).await;
    let class = server.a_class();
    admin.act("mahasiswa/sync", class.body.clone()).await.ok();
    let failed = admin.begin(&format!("{A}/mahasiswa/enroll"), json!({})).await;
    assert_eq!(admin.ended(failed).await["failure"], "rows");
    admin.export("mahasiswa", json!({})).await.ok();
    let second = server.class_from(class.index + 1);
    admin.act("mahasiswa/sync", second.body.clone()).await.ok();
    admin.export("mahasiswa", json!({})).await.ok();

    let retried = admin.act(&format!("jobs/{failed}/retry"), json!({})).await.ok();
    assert_eq!(
        retried.sentence(),
        format!(
            "Enroll data Mahasiswa: {} peserta kelas berhasil.",
            class.students.len()
        )
    );
    let rows = admin
        .post(&format!("{A}/mahasiswa/get"), second.body.clone())
        .await
        .ok();
    assert!(rows.rows().iter().all(|row| row["enroll"] == "belum"));
}

#[rstest]
#[case::a_member_is_missing(r#"{"rows":{"verb":"export","kind":"pengajar","selection":{}}}"#)]
#[case::a_member_is_unknown(
    r#"{"rows":{"verb":"export","kind":"pengajar","selection":{"equals":[],"any_of":null,"ids":[],"missing":null,"search":null,"id":[7],"failed_in":null}}}"#
)]
#[case::it_breaks_off(r#"{"rows":{"verb":"export","kind":"pengajar","sel"#)]
#[case::it_is_empty("")]
#[tokio::test]
async fn job_with_a_damaged_task_fails_and_changes_nothing(
    #[values(Sqlite, Postgres)] on: Database,
    #[case] damaged: &str,
) {
    let server = Server::with(on).without_a_worker().start().await;
    let admin = server.sign_in().await;
    let teacher = |number: u32| {
        json!({
            "nama_depan": "Rina", "nama_belakang": "Lestari", "nip": number.to_string(),
            "email": format!("rina{number}@kampus.example"), "kode_kelas": ["IF-Z"],
        })
    };
    for number in [900, 901] {
        admin.post(&format!("{B}/create/pengajar"), teacher(number)).await.ok();
    }
    let one = admin.row("dosen", "nik", "900").await["id"].clone();
    let job = admin.begin(&format!("{A}/dosen/export"), json!({ "ids": [one] })).await;
    server
        .alter(&format!("UPDATE job SET task = '{damaged}' WHERE id = {job}"))
        .await;
    tokio::spawn(server.engine.clone().work(false));
    let failed = admin.ended(job).await;
    assert_eq!(
        (&failed["state"], &failed["failure"], &failed["counts"]),
        (&json!("failed"), &json!("damaged"), &json!({}))
    );
    let message = failed["message"].as_str().unwrap();
    assert!(
        message.starts_with("Isi pekerjaan ini rusak di database") && message.contains("tidak ada yang diubah"),
        "{message}"
    );
    let again = admin
        .post(&format!("{A}/jobs/{job}/retry"), json!({}))
        .await
        .refused(409);
    assert_eq!(again.sentence(), message);
    assert_eq!(server.writing_calls(), 0);
    assert!(admin.rows("dosen").await.iter().all(|row| row["migration"] == "belum"));
    // The kind is free, and repeating the same order affects one row.
    let again = admin.act("dosen/export", json!({ "ids": [one] })).await.ok();
    assert_eq!(again.counts(), [1, 0, 0, 0, 0, 0]);
}

#[rstest]
#[tokio::test]
async fn nothing_to_retry_if_no_row_failed(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.sync("prodi").await;
    let deleted = admin
        .delete(&format!("{A}/prodi/delete_all"), json!({ "name": NAME }))
        .await
        .ok();
    let prodi = admin.sync("prodi").await.counts()[0];
    let refused = admin
        .act(&format!("jobs/{}/retry", deleted.job()["id"]), json!({}))
        .await
        .refused(409);
    assert_eq!(refused.sentence(), "Tidak ada baris yang gagal dalam pekerjaan ini.");
    assert_eq!(
        admin.rows("prodi").await.len() as i64,
        prodi,
        "an old delete is not done again"
    );
}

#[rstest]
#[tokio::test]
async fn aborted_job_is_retried_whole(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    server.campus.faults().always(
        "/programs",
        Fault::Status {
            status: 503,
            retry_after: None,
        },
    );
    let job = admin.begin(&format!("{A}/prodi/sync"), json!({})).await;
    let failed = admin.ended(job).await;
    assert_eq!(
        (&failed["state"], &failed["failure"]),
        (&json!("failed"), &json!("source"))
    );
    server.campus.faults().clear();
    let retried = admin.act(&format!("jobs/{job}/retry"), json!({})).await.ok();
    assert_eq!(retried.counts()[0], server.campus.university().programs().len() as i64);
}

#[rstest]
#[tokio::test]
async fn running_job_is_not_retried(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).without_a_worker().start().await;
    let admin = server.sign_in().await;
    let job = admin.begin(&format!("{A}/prodi/sync"), json!({})).await;
    let refused = admin.act(&format!("jobs/{job}/retry"), json!({})).await.refused(409);
    assert_eq!(refused.sentence(), "Pekerjaan ini masih berjalan.");
}

/// Simulates several servers that died of this job, over longer than a moment.
async fn died_of(server: &Server, job: i64) {
    let died = "state = 'running', worker = 'dead', lease_until = 1, started_at = 1, attempts = 5";
    server.alter(&format!("UPDATE job SET {died} WHERE id = {job}")).await;
}

#[rstest]
#[tokio::test]
async fn job_that_kills_servers_is_ended_and_the_next_starts(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).without_a_worker().start().await;
    let admin = server.sign_in().await;
    let deadly = admin.begin(&format!("{A}/prodi/sync"), json!({})).await;
    let next = admin.begin(&format!("{A}/prodi/sync"), json!({})).await;
    died_of(&server, deadly).await;
    tokio::spawn(server.engine.clone().work(false));
    let ended = admin.ended(deadly).await;
    assert_eq!(
        (&ended["state"], &ended["failure"]),
        (&json!("failed"), &json!("internal")),
        "{ended}"
    );
    let message = ended["message"].as_str().unwrap();
    assert!(message.starts_with("Server mati berkali-kali"), "{message}");
    assert_eq!(admin.ended(next).await["state"], "done");
    let again = admin.act(&format!("jobs/{deadly}/retry"), json!({})).await.ok();
    assert_eq!(again.job()["state"], "done");
}

#[rstest]
#[tokio::test]
async fn campus_run_that_kills_servers_ends_its_running_stage(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).without_a_worker().start().await;
    let admin = server.sign_in().await;
    let kinds = json!({ "kinds": ["tahun_ajaran", "semester"] });
    let run = admin.begin(&format!("{A}/campus/align"), kinds).await;
    let stage = admin.begin(&format!("{A}/tahun_ajaran/sync"), json!({})).await;
    let part = format!("UPDATE job SET part_of = {run} WHERE id = {stage}");
    let under_way = format!(
        "UPDATE job_stage SET child = {stage}, state = 'running' \
         WHERE job_id = {run} AND kind = 'tahun_ajaran' AND verb = 'sync'"
    );
    for sql in [part, under_way] {
        server.alter(&sql).await;
    }
    for job in [run, stage] {
        died_of(&server, job).await;
    }
    tokio::spawn(server.engine.clone().work(false));
    let ended = admin.ended(run).await;
    assert_eq!(ended["state"], "done", "{ended}");
    let stages = ended["stages"].as_array().unwrap().iter();
    let syncs: Vec<_> = stages.filter(|stage| stage["verb"] == "sync").collect();
    let states = syncs.iter().map(|stage| &stage["state"]).collect::<Vec<_>>();
    assert_eq!(states, [&json!("failed"), &json!("done")], "{ended}");
}

#[tokio::test]
async fn job_continues_when_the_database_is_back() {
    let server = Server::start(Postgres).await;
    let admin = server.sign_in().await;
    let other = server.another_store().await;
    let lock = other.writer().begin().await.unwrap();
    lock.execute_unprepared("LOCK TABLE prodi IN EXCLUSIVE MODE")
        .await
        .unwrap();
    let job = admin.begin(&format!("{A}/prodi/sync"), json!({})).await;
    let waits = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'prodi'::regclass \
                 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    let waits = || lock.query_one_raw(Statement::from_string(DatabaseBackend::Postgres, waits));
    let writes = async { while waits().await.unwrap().is_none() {} };
    tokio::time::timeout(Duration::from_secs(30), writes)
        .await
        .expect("it writes in time");
    lock.execute_unprepared(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    )
    .await
    .unwrap();
    lock.rollback().await.unwrap();
    let ended = admin.until(job, |job| job["finished_at"].is_string()).await;
    assert_eq!(ended["state"], "done", "{ended:#}");
    let programs = server.campus.university().programs().len();
    assert_eq!(ended["counts"], json!({ "created": programs }));
}

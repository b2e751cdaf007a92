//! Failures of source and platform: nothing is duplicated or lost, and every row is reported.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, Client, Reply, Server, column},
};
use rstest::rstest;
use selaras_campus::{moodle, source};
use serde_json::{Value, json};
use std::time::Duration;

const fn status(status: u16, retry_after: Option<u64>) -> source::Fault {
    source::Fault::Status { status, retry_after }
}

const fn refuses(status: u16, retry_after: Option<u64>) -> moodle::Fault {
    moodle::Fault::Status { status, retry_after }
}

#[rstest]
#[case::too_many_requests(status(429, Some(1)))]
#[case::crash(status(500, None))]
#[case::gateway(status(502, None))]
#[case::hang_up(source::Fault::NoAnswer)]
#[tokio::test]
async fn recovering_source_is_retried(#[values(Sqlite, Postgres)] on: Database, #[case] fault: source::Fault) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    server.campus.faults().next("/teachers", 2, fault);
    let synced = admin.sync("dosen").await;
    assert_eq!(
        synced.counts(),
        [server.campus.university().teachers() as i64, 0, 0, 0, 0, 0]
    );
    assert_eq!(server.campus.requests("/teachers"), 3);
}

#[rstest]
#[case::too_many_requests(
    status(429, None),
    "OCAS sedang menerima terlalu banyak permintaan. Tunggu beberapa menit, lalu coba lagi."
)]
#[case::crash(
    status(500, None),
    "OCAS sedang bermasalah (HTTP 500). Coba lagi beberapa saat lagi; bila terus terjadi, hubungi pengelola OCAS."
)]
#[case::locked_out(status(403, None), "OCAS melaporkan kesalahan: Forbidden")]
#[case::hang_up(
    source::Fault::NoAnswer,
    "Jawaban OCAS terputus setelah 0 baris, jadi daftarnya tidak lengkap. Coba lagi."
)]
#[case::own_words(
    source::Fault::ErrorReply("Sedang tutup buku".to_owned()),
    "OCAS melaporkan kesalahan: Sedang tutup buku"
)]
#[case::a_page(
    source::Fault::Html,
    "Jawaban OCAS tidak dapat dibaca sebagai daftar: yang datang halaman web, bukan JSON (mungkin halaman masuk atau pemeliharaan). Periksa alamat OCAS di setelan, juga source.http bila dipakai, atau hubungi pengelolanya."
)]
#[tokio::test]
async fn failing_source_is_reported_and_changes_nothing(
    #[values(Sqlite, Postgres)] on: Database,
    #[case] fault: source::Fault,
    #[case] text: &str,
) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.sync("dosen").await;
    let before = admin.rows("dosen").await;
    server.campus.faults().always("/teachers", fault);
    for reply in [
        admin.act("dosen/sync", json!({})).await,
        admin.get(&format!("{A}/source/teachers")).await,
    ] {
        assert_eq!(reply.refused(502).sentence(), text);
    }
    assert_eq!(admin.rows("dosen").await, before);
}

#[rstest]
#[tokio::test]
async fn slow_source_is_a_time_out(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).patience(Duration::from_millis(100)).start().await;
    let admin = server.sign_in().await;
    server
        .campus
        .faults()
        .always("/teachers", source::Fault::Delay(Duration::from_secs(60)));
    let late = admin.get(&format!("{A}/source/teachers")).await.refused(504);
    assert!(
        late.sentence().starts_with("OCAS tidak menjawab dalam 100 milidetik."),
        "{}",
        late.sentence()
    );
    let late = admin.act("dosen/sync", json!({})).await.refused(504);
    assert!(
        late.sentence().starts_with("OCAS tidak menjawab dalam 100 milidetik."),
        "{}",
        late.sentence()
    );
}

#[rstest]
#[case::connection_cut(source::Fault::CloseHalfway)]
#[case::text_cut(source::Fault::Truncated)]
#[tokio::test]
async fn truncated_list_flags_no_rows_and_the_next_sync_completes_it(
    #[values(Sqlite, Postgres)] on: Database,
    #[case] fault: source::Fault,
) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let all = server.campus.university().teachers() as i64;
    admin.sync("dosen").await;
    let before = admin.rows("dosen").await;
    server.campus.faults().always("/teachers", fault);
    let broken = admin.act("dosen/sync", json!({})).await.refused(502);
    assert!(
        broken.sentence().ends_with("jadi daftarnya tidak lengkap. Coba lagi."),
        "{}",
        broken.sentence()
    );
    assert_eq!(admin.rows("dosen").await, before);
    server.campus.faults().clear();
    assert_eq!(admin.sync("dosen").await.counts(), [0, 0, all, 0, 0, 0]);
}

#[rstest]
#[tokio::test]
async fn empty_list_is_refused_if_there_were_rows(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let all = admin.sync("dosen").await.counts()[0];
    let before = admin.rows("dosen").await;
    server.campus.faults().always("/teachers", source::Fault::Empty);
    let text = format!(
        "OCAS mengirim daftar kosong, padahal dashboard memuat {all} baris. Tidak ada yang diubah. Periksa OCAS lalu coba lagi."
    );
    assert_eq!(admin.act("dosen/sync", json!({})).await.refused(409).sentence(), text);
    let plan = admin.act("dosen/sync", json!({ "dry_run": true })).await.ok();
    assert_eq!(plan.data()["warning"], *text);
    assert_eq!(admin.rows("dosen").await, before);
}

#[rstest]
#[tokio::test]
async fn empty_list_is_accepted_if_there_were_no_rows(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    server.campus.faults().always("/teachers", source::Fault::Empty);
    let synced = admin.sync("dosen").await;
    assert_eq!(
        synced.sentence(),
        "Sinkronisasi data Pengajar: tidak ada yang perlu dikerjakan."
    );
}

#[rstest]
#[tokio::test]
async fn unreadable_rows_fail_alone_and_flag_no_rows(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let all = admin.sync("dosen").await.counts()[0];
    server
        .campus
        .changes()
        .remove("/teachers", &server.campus.university().nik(0));
    let bad = [
        "17",
        r#""teks""#,
        r#"{"nik":""}"#,
        r#"{"nik":"8\u00001"}"#,
        r#"{"nik":["a"]}"#,
    ];
    let bad: Vec<_> = bad
        .iter()
        .enumerate()
        .map(|(at, row)| (at * 2, (*row).to_owned()))
        .collect();
    let count = bad.len() as i64;
    server.campus.faults().always("/teachers", source::Fault::RawRows(bad));
    let synced = admin.sync("dosen").await;
    assert_eq!(synced.counts(), [0, 0, all - 1, 0, 0, count]);
    let failed = admin.job_rows(synced.job(), "failed").await;
    assert_eq!(column(&failed, "key").len() as i64, count);
    assert!(
        failed
            .iter()
            .all(|line| line["key"].as_str().unwrap().starts_with("baris ")),
        "{failed:?}"
    );
    assert!(
        column(&failed, "reason").contains(&"nik kosong, padahal wajib ada"),
        "{failed:?}"
    );
    assert!(
        admin
            .rows("dosen")
            .await
            .iter()
            .all(|row| row["missing_since"].is_null())
    );
}

#[rstest]
#[tokio::test]
async fn endless_reply_is_cut_at_the_limit(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).largest_reply(100_000).start().await;
    let admin = server.sign_in().await;
    let endless = (0..3000).map(|at| (0, format!(r#"{{"nik":"{at}","nama_lengkap":"{}"}}"#, "x".repeat(100))));
    server
        .campus
        .faults()
        .always("/teachers", source::Fault::RawRows(endless.collect()));
    let refused = admin.act("dosen/sync", json!({})).await.refused(502);
    assert!(
        refused.sentence().starts_with("Jawaban OCAS lebih besar dari batas"),
        "{}",
        refused.sentence()
    );
}

#[rstest]
#[tokio::test]
async fn unreadable_class_does_not_hold_up_others(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.sync("kelas").await;
    server.campus.faults().next("/class/students", 3, status(403, None));
    let synced = admin.sync("mahasiswa").await;
    assert_eq!(synced.counts()[5], 3);
    let failed = admin.job_rows(synced.job(), "failed").await;
    assert!(
        failed
            .iter()
            .all(|line| line["reason"].as_str().unwrap().starts_with("OCAS melaporkan")),
        "{failed:?}"
    );
    let again = admin.sync("mahasiswa").await;
    let university = server.campus.university();
    let enrolments: usize = (0..university.classes())
        .map(|class| university.members(class).len())
        .sum();
    assert_eq!(again.counts()[0] + again.counts()[2], enrolments as i64);
    assert_eq!(admin.rows("mahasiswa").await.len(), enrolments);
}

/// A campus with synced teachers that wait for export.
async fn with_teachers(on: Database) -> (Server, Client) {
    let server = Server::with(on)
        .patience(Duration::from_secs(1))
        .students(1200)
        .start()
        .await;
    let admin = server.sign_in().await;
    admin.sync("dosen").await;
    (server, admin)
}

/// Invariants after any export: every row is reported, and exactly the rows with `sudah` are on the platform, once each.
async fn assert_accounted(server: &Server, admin: &Client, job: &Value) {
    let rows = admin.rows("dosen").await;
    let there = rows.iter().filter(|row| row["migration"] == "sudah").count();
    let of = |outcome: &str| job["counts"][outcome].as_i64().unwrap_or_default();
    let [created, updated, unchanged, failed] = ["created", "updated", "unchanged", "failed"].map(of);
    assert_eq!(created + updated + unchanged, there as i64, "{job}");
    assert_eq!(
        failed as usize,
        rows.iter().filter(|row| row["migration"] == "gagal").count(),
        "{job}"
    );
    for row in rows.iter().filter(|row| row["migration"] == "sudah") {
        let idnumber = format!("selaras:pengajar:{}", row["nik"].as_str().unwrap());
        assert_eq!(server.moodle().users_by_idnumber(&idnumber).len(), 1, "{row}");
    }
    server.on_moodle();
}

#[rstest]
#[case::hang_up(moodle::Fault::WorkThenHangUp)]
#[case::time_out(moodle::Fault::WorkThenDelay(Duration::from_secs(60)))]
#[case::gateway(moodle::Fault::WorkThenStatus(504))]
#[tokio::test]
async fn lost_answer_after_completed_work_duplicates_nothing(
    #[values(Sqlite, Postgres)] on: Database,
    #[case] fault: moodle::Fault,
) {
    let (server, admin) = with_teachers(on).await;
    server.moodle().faults().next_of("core_user_create_users", 2, fault);
    let exported = admin.export("dosen", json!({})).await.ok();
    assert_eq!(exported.counts()[5], 0, "{exported:?}");
    assert_accounted(&server, &admin, exported.job()).await;
    assert_eq!(server.on_moodle().users, server.campus.university().teachers());
}

#[rstest]
#[case::crash(refuses(500, None))]
#[case::too_many_requests(refuses(429, Some(1)))]
#[case::hang_up(moodle::Fault::HangUp)]
#[tokio::test]
async fn recovering_platform_is_retried(#[values(Sqlite, Postgres)] on: Database, #[case] fault: moodle::Fault) {
    let (server, admin) = with_teachers(on).await;
    server.moodle().faults().next(2, fault);
    let exported = admin.export("dosen", json!({})).await.ok();
    assert_eq!(
        exported.counts(),
        [server.campus.university().teachers() as i64, 0, 0, 0, 0, 0]
    );
    assert_accounted(&server, &admin, exported.job()).await;
}

#[rstest]
#[case::crash(refuses(500, None))]
#[case::hang_up(moodle::Fault::HangUp)]
#[case::maintenance(moodle::Fault::Maintenance)]
#[case::nonsense(moodle::Fault::Body("<html>".to_owned()))]
#[tokio::test]
async fn platform_failure_midway_keeps_results_and_the_rest_goes_later(
    #[values(Sqlite, Postgres)] on: Database,
    #[case] fault: moodle::Fault,
) {
    let (server, admin) = with_teachers(on).await;
    let faults = server.moodle().faults();
    for function in ["core_webservice_get_site_info", "core_user_create_users"] {
        faults.next_of(function, 1, moodle::Fault::Pass);
    }
    faults.next(usize::MAX, fault);
    let job = admin.begin(&format!("{A}/dosen/export"), json!({})).await;
    let job = admin.ended(job).await;
    assert_eq!(
        (&job["state"], &job["failure"]),
        (&json!("failed"), &json!("platform")),
        "{job}"
    );
    assert!(job["message"].as_str().unwrap().starts_with("Moodle "), "{job}");
    assert_accounted(&server, &admin, &job).await;

    faults.clear();
    complete(&server, &admin, admin.export("dosen", json!({})).await).await;
}

#[rstest]
#[tokio::test]
async fn unreachable_platform_is_a_bad_gateway(#[values(Sqlite, Postgres)] on: Database) {
    let (server, admin) = with_teachers(on).await;
    server.moodle().faults().next(usize::MAX, moodle::Fault::HangUp);
    let refused = admin.export("dosen", json!({})).await.refused(502);
    assert!(
        refused.sentence().starts_with("Moodle tidak menjawab: "),
        "{}",
        refused.sentence()
    );
    let ready = server.anonymous().get("/health/ready").await;
    assert_eq!(
        ready.data(),
        &json!({ "database": "up", "source": "up", "platform": "down" })
    );
}

#[rstest]
#[tokio::test]
async fn slow_platform_is_a_time_out(#[values(Sqlite, Postgres)] on: Database) {
    let (server, admin) = with_teachers(on).await;
    server.moodle().faults().slow_down(Duration::from_secs(60));
    let late = admin.export("dosen", json!({})).await.refused(504);
    assert!(
        late.sentence()
            .starts_with("Moodle tidak menjawab: tidak ada jawaban dalam waktu yang ditentukan."),
        "{}",
        late.sentence()
    );
    let jobs = admin.get(&format!("{A}/jobs")).await.ok();
    let export = jobs.rows().iter().find(|job| job["verb"] == "export").unwrap();
    assert_eq!(export["failure"], "platform_late", "{export}");
}

#[rstest]
#[tokio::test]
async fn token_expiry_midway_keeps_results_and_the_rest_goes_later(#[values(Sqlite, Postgres)] on: Database) {
    let (server, admin) = with_teachers(on).await;
    server.moodle().faults().token_dies_after(4);
    let job = admin.begin(&format!("{A}/dosen/export"), json!({})).await;
    let job = admin.ended(job).await;
    assert_eq!(
        (&job["state"], &job["failure"]),
        (&json!("failed"), &json!("platform")),
        "{job}"
    );
    assert!(
        job["message"].as_str().unwrap().starts_with("Moodle menolak token"),
        "{job}"
    );
    assert!(job["counts"]["created"].as_i64().unwrap() > 0, "{job}");
    assert_accounted(&server, &admin, &job).await;

    server.moodle().faults().token_lives();
    complete(&server, &admin, admin.export("dosen", json!({})).await).await;
}

/// Checks that every teacher is on the platform once.
async fn complete(server: &Server, admin: &Client, exported: Reply) {
    assert_eq!(exported.ok().counts()[5], 0);
    assert!(admin.rows("dosen").await.iter().all(|row| row["migration"] == "sudah"));
    assert_eq!(server.on_moodle().users, server.campus.university().teachers());
}

#[rstest]
#[tokio::test]
async fn refused_rows_of_a_batch_fail_alone(#[values(Sqlite, Postgres)] on: Database) {
    let (server, admin) = with_teachers(on).await;
    let university = server.campus.university();
    let bad = [0, 7, 30].map(|at| university.nik(at));
    server
        .campus
        .changes()
        .set("/teachers", &bad[0], "email", "bukan alamat");
    server
        .campus
        .changes()
        .set("/teachers", &bad[1], "email", university.teacher(8).email);
    server.campus.changes().set("/teachers", &bad[2], "email", "");
    admin.sync("dosen").await;
    let exported = admin.export("dosen", json!({})).await.ok();
    let all = university.teachers() as i64;
    let failed = admin.job_rows(exported.job(), "failed").await;
    assert_eq!(exported.counts(), [all - 3, 0, 0, 0, 0, 3], "{failed:?}");
    assert!(
        failed
            .iter()
            .all(|line| line["reason"].as_str().unwrap().contains("mail")),
        "{failed:?}"
    );
    assert_accounted(&server, &admin, exported.job()).await;
    // Two rows share an address. One succeeds, the other fails; which one does not matter.
    let mut keys = column(&failed, "key");
    keys.retain(|key| *key != bad[1] && *key != university.nik(8));
    assert_eq!(keys.len(), 2);
    assert!(
        keys.contains(&bad[0].as_str()) && keys.contains(&bad[2].as_str()),
        "{keys:?}"
    );
}

/// The keys in a job's rows, with their counts.
async fn named(admin: &Client, job: &Value) -> std::collections::BTreeMap<String, usize> {
    let mut named = std::collections::BTreeMap::new();
    for page in 0.. {
        let path = format!("{A}/jobs/{}/rows?per_page=100&page={page}", job["id"]);
        let lines = admin.get(&path).await.ok().rows().to_vec();
        if lines.is_empty() {
            break;
        }
        for key in column(&lines, "key") {
            *named.entry(key.to_owned()).or_default() += 1;
        }
    }
    named
}

#[rstest]
#[tokio::test]
async fn export_with_every_fault_reports_each_row_exactly_once(#[values(Sqlite, Postgres)] on: Database) {
    let (server, admin) = with_teachers(on).await;
    let university = server.campus.university();
    let changes = server.campus.changes();
    changes.set("/teachers", &university.nik(0), "email", "bukan alamat");
    changes.set("/teachers", &university.nik(30), "email", "");
    admin.sync("dosen").await;
    let everybody: std::collections::BTreeMap<_, _> =
        (0..university.teachers()).map(|at| (university.nik(at), 1)).collect();
    let faults = server.moodle().faults();
    faults.next_of("core_webservice_get_site_info", 1, moodle::Fault::Pass);
    for fault in [
        moodle::Fault::WorkThenHangUp,
        refuses(500, None),
        refuses(429, Some(0)),
        moodle::Fault::WorkThenDelay(Duration::from_secs(60)),
        moodle::Fault::WorkThenStatus(504),
    ] {
        faults.next_of("core_user_create_users", 1, fault);
        faults.next_of("core_user_create_users", 1, moodle::Fault::Pass);
    }
    faults.token_dies_after(4);
    let broken = admin.begin(&format!("{A}/dosen/export"), json!({})).await;
    let broken = admin.ended(broken).await;
    assert_eq!(broken["state"], "failed", "{broken}");
    assert_eq!(named(&admin, &broken).await, everybody, "{broken}");
    server.on_moodle();

    faults.clear();
    faults.token_lives();
    let again = admin.act(&format!("jobs/{}/retry", broken["id"]), json!({})).await.ok();
    assert_eq!(admin.job_rows(again.job(), "failed").await.len(), 2);
    assert_accounted(
        &server,
        &admin,
        &json!({ "counts": {
            "created": admin.rows("dosen").await.iter().filter(|row| row["migration"] == "sudah").count(),
            "failed": 2,
        } }),
    )
    .await;
    assert_eq!(server.on_moodle().users, university.teachers() - 2);
}

#[rstest]
#[case::hang_up(moodle::Fault::WorkThenHangUp)]
#[case::crash(refuses(500, None))]
#[tokio::test]
async fn enrolment_with_lost_answer_enrols_each_once(
    #[values(Sqlite, Postgres)] on: Database,
    #[case] fault: moodle::Fault,
) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.bring(&["matakuliah", "kelas", "dosen"]).await;
    admin.sync("mengajar").await;
    for function in ["enrol_manual_enrol_users", "core_group_add_group_members"] {
        server.moodle().faults().next_of(function, 1, fault.clone());
    }
    let enrolled = admin.act("mengajar/enroll", json!({})).await.ok();
    assert_eq!(enrolled.outcomes()["failed"], Value::Null, "{enrolled:?}");
    assert_eq!(server.on_moodle().memberships, admin.rows("mengajar").await.len());
}

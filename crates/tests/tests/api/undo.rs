//! Undoing a sync or a delete.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, B, Client, NAME, Reply, Server, column},
};
use rstest::rstest;
use selaras_tests::numbers;
use serde_json::{Value, json};

async fn undo(admin: &Client, job: &Value) -> Reply {
    admin.act(&format!("jobs/{}/undo", job["id"]), json!({})).await
}

async fn delete_all(admin: &Client, kind: &str) -> Value {
    let deleted = admin
        .delete(&format!("{A}/{kind}/delete_all"), json!({ "name": NAME }))
        .await;
    deleted.ok().job().clone()
}

async fn job(admin: &Client, job: &Value) -> Value {
    admin.get(&format!("{A}/jobs/{}", job["id"])).await.ok().data().clone()
}

#[rstest]
#[tokio::test]
async fn undo_restores_deleted_rows_exactly(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.bring(&["dosen"]).await;
    let before = admin.rows("dosen").await;
    let deleted = delete_all(&admin, "dosen").await;
    assert_eq!(deleted["undoable"], true);
    assert_eq!(admin.rows("dosen").await, [Value::Null; 0]);
    let store = server.another_store().await;
    numbers::assert_true(&store).await;
    let undone = undo(&admin, &deleted).await.ok();
    numbers::assert_true(&store).await;
    assert_eq!(
        undone.sentence(),
        format!("{} baris Pengajar dikembalikan seperti semula.", before.len())
    );
    assert_eq!(admin.rows("dosen").await, before);
    let undone = undone.job();
    assert_eq!((&undone["verb"], &undone["undo_of"]), (&json!("undo"), &deleted["id"]));
    let deleted = job(&admin, &deleted).await;
    assert_eq!(
        (&deleted["undone_by"], &deleted["undoable"]),
        (&undone["id"], &json!(false))
    );
    // The platform's ids were kept, so nothing is sent again.
    let calls = server.writing_calls();
    admin.export("dosen", json!({})).await.ok();
    assert_eq!(server.writing_calls(), calls);
}

#[rstest]
#[tokio::test]
async fn undo_plan_counts_rows_and_changes_nothing(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.bring(&["dosen"]).await;
    let before = admin.rows("dosen").await;
    let deleted = delete_all(&admin, "dosen").await;
    let ask = async |job: &Value| {
        let path = format!("jobs/{}/undo", job["id"]);
        admin.act(&path, json!({ "dry_run": true })).await
    };
    let plan = ask(&deleted).await.ok().data().clone();
    assert_eq!(plan["counts"]["update"], before.len());
    assert_eq!(admin.rows("dosen").await, [Value::Null; 0]);
    assert_eq!(job(&admin, &deleted).await["undoable"], true);
    undo(&admin, &deleted).await.ok();
    assert_eq!(admin.rows("dosen").await, before);
    let again = ask(&deleted).await.refused(409);
    assert_eq!(again.sentence(), "Pekerjaan ini sudah diurungkan.");
}

#[rstest]
#[tokio::test]
async fn undo_reverts_all_changes_of_a_sync(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.bring(&["dosen"]).await;
    let before = admin.rows("dosen").await;
    let university = server.campus.university();
    let changes = server.campus.changes();
    changes.set("/teachers", &university.nik(0), "nama_lengkap", "Nama Baru");
    changes.remove("/teachers", &university.nik(1));
    let new_teacher = json!({ "nik": "99", "nama_lengkap": "Orang Baru", "email": "baru@kampus.ac.id" });
    changes.add("/teachers", new_teacher);
    let synced = admin.sync("dosen").await;
    assert_eq!(synced.counts()[..4], [1, 1, before.len() as i64 - 2, 1]);
    assert_ne!(admin.rows("dosen").await, before);
    let store = server.another_store().await;
    numbers::assert_true(&store).await;
    let undone = undo(&admin, synced.job()).await.ok();
    numbers::assert_true(&store).await;
    assert_eq!(*undone.outcomes(), json!({ "restored": 2, "removed": 1 }));
    assert_eq!(admin.rows("dosen").await, before);
    // The rows of the sync's job still name each row, and so do those of the undo.
    let made = admin.job_rows(synced.job(), "created").await;
    assert_eq!(column(&made, "key"), ["99"]);
    assert_eq!(column(&admin.job_rows(undone.job(), "removed").await, "key"), ["99"]);
    assert_eq!(admin.job_rows(undone.job(), "restored").await.len(), 2);
}

#[rstest]
#[tokio::test]
async fn undo_skips_and_reports_rows_written_since(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let synced = admin.sync("semester").await;
    let first = admin.rows("semester").await[0].clone();
    let edited = json!({
        "id": first["id"], "kode_semester": first["kode_semester"], "kode_tahun_ajaran": first["kode_tahun_ajaran"],
        "nama_semester": "Diubah Sendiri", "name": NAME,
    });
    admin.post(&format!("{B}/update/semester"), edited).await.ok();
    let undone = undo(&admin, synced.job()).await.ok();
    let rows = admin.rows("semester").await;
    assert_eq!(column(&rows, "nama_semester"), ["Diubah Sendiri"]);
    assert_eq!(undone.outcomes()["conflict"], 1);
    let left = admin.job_rows(undone.job(), "conflict").await;
    assert_eq!(left[0]["key"], first["kode_semester"]);
    assert!(left[0]["reason"].as_str().unwrap().contains("dibiarkan"), "{left:?}");
}

#[rstest]
#[tokio::test]
async fn undo_keeps_enrolments_made_since(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let class = server.a_class();
    admin.bring(&["matakuliah", "kelas"]).await;
    admin.export("matakuliah", json!({})).await.ok();
    admin.export("kelas", json!({})).await.ok();
    let synced = admin.act("mahasiswa/sync", class.body.clone()).await.ok();
    let (inside, outside) = (&class.students[0], class.students.len() - 1);
    admin.export("mahasiswa", json!({})).await.ok();
    admin.act("mahasiswa/enroll_one", json!({ "NPK": inside })).await.ok();
    let undone = undo(&admin, synced.job()).await.ok();
    assert_eq!(*undone.outcomes(), json!({ "removed": outside, "conflict": 1 }));
    assert_eq!(column(&admin.rows("mahasiswa").await, "NPK"), [inside.as_str()]);
    let conflicts = admin.job_rows(undone.job(), "conflict").await;
    assert!(
        conflicts[0]["reason"].as_str().unwrap().contains("Unenroll dahulu"),
        "{conflicts:?}"
    );
}

#[rstest]
#[tokio::test]
async fn undo_leaves_recreated_rows_unchanged(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.sync("semester").await;
    let deleted = delete_all(&admin, "semester").await;
    admin.sync("semester").await;
    let now = admin.rows("semester").await;
    let undone = undo(&admin, &deleted).await.failure();
    assert_eq!(undone.status, 409, "nothing could be done: {undone:?}");
    assert_eq!(admin.rows("semester").await, now);
}

#[rstest]
#[tokio::test]
async fn undone_rows_exported_meanwhile_wait_for_export(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.bring(&["dosen"]).await;
    let nik = server.campus.university().nik(0);
    server
        .campus
        .changes()
        .set("/teachers", &nik, "nama_lengkap", "Nama Baru");
    let synced = admin.sync("dosen").await;
    assert_eq!(admin.row("dosen", "nik", &nik).await["migration"], "berubah");
    admin.export("dosen", json!({})).await.ok();
    undo(&admin, synced.job()).await.ok();
    assert_eq!(admin.row("dosen", "nik", &nik).await["migration"], "berubah");
}

#[rstest]
#[tokio::test]
async fn job_is_undone_once_and_only_if_undoable(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let synced = admin.sync("prodi").await;
    let exported = admin.export("prodi", json!({})).await.ok();
    assert_eq!(exported.job()["undoable"], false);
    undo(&admin, exported.job()).await.refused(409);
    let unchanged = admin.sync("prodi").await;
    assert_eq!(unchanged.job()["undoable"], false, "it wrote nothing");
    let undone = undo(&admin, synced.job()).await.ok();
    let again = undo(&admin, synced.job()).await.refused(409);
    assert_eq!(again.sentence(), "Pekerjaan ini sudah diurungkan.");
    undo(&admin, undone.job()).await.refused(409);
    undo(&admin, &json!({ "id": 4711 })).await.refused(404);
}

#[rstest]
#[tokio::test]
async fn job_rows_outlive_the_deletion_of_their_rows(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let synced = admin.sync("semester").await;
    let named = async |outcome: &str, job: &Value| {
        let mut keys: Vec<_> = column(&admin.job_rows(job, outcome).await, "key")
            .into_iter()
            .map(str::to_owned)
            .collect();
        keys.sort_unstable();
        keys
    };
    let all = named("created", synced.job()).await;
    assert_eq!(all.len() as i64, synced.counts()[0]);
    let deleted = delete_all(&admin, "semester").await;
    assert_eq!(named("deleted", &deleted).await, all);
    assert_eq!(named("created", synced.job()).await, all);
    undo(&admin, &deleted).await.ok();
    assert_eq!(named("deleted", &deleted).await, all);
    assert_eq!(named("created", synced.job()).await, all);
}

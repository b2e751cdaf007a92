//! Deleting rows: only in the dashboard.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, B, NAME, Server, column},
};
use rstest::rstest;
use serde_json::{Value, json};

#[rstest]
#[tokio::test]
async fn deleting_one_row_leaves_other_rows_source_and_platform(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.bring(&["dosen"]).await;
    let (there, calls) = (server.on_moodle(), server.moodle().all_calls());
    let nik = server.campus.university().nik(0);
    let all = admin.rows("dosen").await.len();
    let deleted = admin
        .delete(&format!("{A}/dosen/delete"), json!({ "nik": nik, "name": NAME }))
        .await
        .ok();
    assert_eq!(deleted.sentence(), "1 baris Pengajar dihapus dari dashboard.");
    assert_eq!(
        column(&admin.job_rows(deleted.job(), "deleted").await, "key"),
        [nik.as_str()]
    );
    let rows = admin.rows("dosen").await;
    assert_eq!(rows.len(), all - 1);
    assert!(!column(&rows, "nik").contains(&nik.as_str()));
    assert_eq!((server.on_moodle(), server.moodle().all_calls()), (there, calls));
    assert_eq!(admin.get(&format!("{A}/source/teachers")).await.ok().rows().len(), all);
}

#[rstest]
#[tokio::test]
async fn deleting_all_rows_empties_that_kind_alone(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let teachers = admin.sync("dosen").await.counts()[0];
    let programs = admin.sync("prodi").await.counts()[0];
    let deleted = admin
        .delete(&format!("{A}/dosen/delete_all"), json!({ "name": NAME }))
        .await
        .ok();
    assert_eq!(
        deleted.sentence(),
        format!("{teachers} baris Pengajar dihapus dari dashboard.")
    );
    assert_eq!(admin.rows("dosen").await, [Value::Null; 0]);
    assert_eq!(admin.rows("prodi").await.len() as i64, programs);
}

#[rstest]
#[tokio::test]
async fn deleting_missing_rows_is_refused(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let by_key = admin
        .delete(&format!("{A}/prodi/delete"), json!({ "program_id": "0", "name": NAME }))
        .await;
    assert_eq!(by_key.refused(404).sentence(), "Prodi ini tidak ada di dashboard.");
    let by_id = admin
        .post(&format!("{B}/delete/semester"), json!({ "id": 99, "name": NAME }))
        .await;
    assert_eq!(by_id.refused(404).sentence(), "Semester ini tidak ada di dashboard.");
}

#[rstest]
#[tokio::test]
async fn delete_without_a_body_only_works_for_delete_all(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let all = admin.sync("prodi").await.counts()[0];
    let bare = async |path: &str| {
        admin
            .send(reqwest::Method::DELETE, &format!("{A}/{path}"), &[], None)
            .await
    };
    let refused = bare("prodi/delete").await.refused(422);
    assert_eq!(
        refused.body["fields"],
        json!({ "program_id": "program_id tidak boleh kosong" })
    );
    assert_eq!(admin.rows("prodi").await.len() as i64, all);
    bare("user/delete").await.refused(422);
    bare("prodi/delete_all").await.ok();
    assert_eq!(admin.rows("prodi").await, [Value::Null; 0]);
}

#[rstest]
#[tokio::test]
async fn one_row_is_deleted_by_its_id(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    for (main, react) in [
        ("tahun_ajaran", "tahun_ajaran"),
        ("semester", "semester"),
        ("jurusan", "jurusan"),
        ("dosen", "pengajar"),
    ] {
        admin.sync(main).await;
        let before = admin.rows(main).await;
        admin
            .post(
                &format!("{B}/delete/{react}"),
                json!({ "id": before[1]["id"], "name": NAME }),
            )
            .await
            .ok();
        let mut expected = before.clone();
        expected.remove(1);
        assert_eq!(admin.rows(main).await, expected, "{main}");
    }
}

#[rstest]
#[tokio::test]
async fn chosen_rows_are_deleted_and_an_empty_choice_deletes_none(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.sync("dosen").await;
    let before = admin.rows("dosen").await;
    let delete = async |body: Value| admin.delete(&format!("{A}/dosen/delete_all"), body).await;
    for nothing in [
        json!({ "ids": [] }),
        json!({ "keys": [] }),
        json!({ "ids": "semua" }),
        json!({ "ids": ["a"] }),
    ] {
        delete(nothing).await.refused(422);
    }
    assert_eq!(admin.rows("dosen").await, before);
    delete(json!({ "ids": [before[0]["id"], before[2]["id"]] })).await.ok();
    assert_eq!(admin.rows("dosen").await.len(), before.len() - 2);
}

#[rstest]
#[tokio::test]
async fn student_is_deleted_from_every_class_or_the_named_one(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.sync("kelas").await;
    admin.sync("mahasiswa").await;
    let class = server.a_class();
    let npk = &class.students[0];
    let enrolments = async || {
        admin
            .rows("mahasiswa")
            .await
            .iter()
            .filter(|row| row["NPK"] == *npk)
            .count()
    };
    let before = enrolments().await;
    assert!(before > 2);
    let path = format!("{A}/mahasiswa/delete");
    admin
        .delete(&path, class.and(json!({ "NPK": npk, "name": NAME })))
        .await
        .ok();
    assert_eq!(enrolments().await, before - 1);
    admin.delete(&path, json!({ "NPK": npk, "name": NAME })).await.ok();
    assert_eq!(enrolments().await, 0);
}

#[rstest]
#[tokio::test]
async fn deleting_all_students_of_a_class_leaves_the_other_classes(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.sync("kelas").await;
    let all = admin.sync("mahasiswa").await.counts()[0] as usize;
    let class = server.a_class();
    admin
        .delete(&format!("{A}/mahasiswa/delete_all"), class.and(json!({ "name": NAME })))
        .await
        .ok();
    assert_eq!(admin.rows("mahasiswa").await.len(), all - class.students.len());
}

#[rstest]
#[tokio::test]
async fn a_plan_of_a_delete_shows_the_rows_and_deletes_none(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let all = admin.sync("prodi").await.counts()[0];
    let plan = admin
        .delete(
            &format!("{A}/prodi/delete_all"),
            json!({ "dry_run": true, "name": NAME }),
        )
        .await
        .ok();
    assert_eq!(plan.data()["counts"]["missing"], all);
    assert_eq!(
        plan.data()["rows"]["missing"].as_array().unwrap().len() as i64,
        all.min(10)
    );
    assert_eq!(admin.rows("prodi").await.len() as i64, all);
}

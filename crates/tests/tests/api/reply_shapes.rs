//! The shape of replies, as snapshots that were reviewed against the specification (section 3).
//!
//! Both databases share the snapshots.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, B, Server},
};
use rstest::rstest;
use serde_json::{Value, json};

/// Replaces times, which differ from run to run.
fn without_times(mut value: Value) -> Value {
    match &mut value {
        Value::Object(members) => {
            for (name, member) in members.iter_mut() {
                *member = match member.as_str() {
                    Some(_) if name.ends_with("_at") || name.ends_with("_since") => json!("[time]"),
                    _ => without_times(member.take()),
                };
            }
        }
        Value::Array(rows) => rows.iter_mut().for_each(|row| *row = without_times(row.take())),
        _ => {}
    }
    value
}

#[rstest]
#[tokio::test]
async fn rows_of_each_kind_have_the_specified_fields(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    for kind in [
        "tahun_ajaran",
        "semester",
        "prodi",
        "jurusan",
        "matakuliah",
        "kelas",
        "dosen",
    ] {
        admin.bring(&[kind]).await;
        insta::assert_json_snapshot!(
            format!("row_of_{kind}"),
            without_times(admin.rows(kind).await.remove(0))
        );
    }
    admin.sync("mahasiswa_mbkm").await;
    admin.sync("mengajar").await;
    admin.act("mahasiswa/sync", server.a_class().body).await.ok();
    for kind in ["mahasiswa", "mahasiswa_mbkm", "mengajar"] {
        // Classes are read concurrently, so the first row is not always the same.
        let mut rows = admin.rows(kind).await;
        rows.iter_mut().for_each(|row| row["id"] = json!("[id]"));
        rows.sort_by_key(Value::to_string);
        insta::assert_json_snapshot!(format!("row_of_{kind}"), without_times(rows.remove(0)));
    }
}

#[rstest]
#[tokio::test]
async fn source_rows_have_the_fields_of_the_kind_and_no_state(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    for list in ["programs", "courses", "teachers"] {
        let row = admin.get(&format!("{A}/source/{list}")).await.ok().rows()[0].clone();
        insta::assert_json_snapshot!(format!("row_of_source_{list}"), row);
    }
}

#[rstest]
#[tokio::test]
async fn log_entry_user_and_job_row(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.sync("kelas").await;
    let class = json!({ "jadwal_kuliah_detail_id": server.a_class().jadwal });
    admin.act("kelas/export_one", class).await.refused(409);
    let failed = admin.get(&format!("{A}/jobs?active=false")).await.ok().rows()[0].clone();
    insta::assert_json_snapshot!("job_row", admin.job_rows(&failed, "failed").await[0]);
    insta::assert_json_snapshot!("job_with_only_failed_rows", without_times(failed));
    let log = admin.get(&format!("{A}/react/log?page=0&q=sinkronisasi")).await.ok();
    insta::assert_json_snapshot!("log", without_times(log.body));
    let users = admin.get(&format!("{A}/user/get")).await.ok();
    insta::assert_json_snapshot!("users", without_times(users.body));
}

#[rstest]
#[tokio::test]
async fn failure_and_field_failure(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    insta::assert_json_snapshot!("failure", admin.get(&format!("{A}/jobs/4711")).await.body);
    let fields = admin
        .post(&format!("{B}/create/prodi"), json!({ "kode_prodi": "IF" }))
        .await;
    insta::assert_json_snapshot!("failure_of_fields", fields.body);
}

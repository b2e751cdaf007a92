//! An action covers the visible rows: the list's search and filters select its rows, and so does the flag for rows that the
//! source no longer lists (contract, section 7).

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, Client, Server, column, with},
};
use rstest::rstest;
use serde_json::{Value, json};

/// The ids of a list's rows.
fn ids(rows: &[Value]) -> Vec<i64> {
    rows.iter().map(|row| row["id"].as_i64().unwrap()).collect()
}

async fn listed(admin: &Client, list: &str, query: &str) -> Vec<Value> {
    admin.get(&format!("{A}/{list}?{query}")).await.ok().rows().to_vec()
}

/// The number of rows that a delete would take.
async fn would_delete(admin: &Client, kind: &str, body: Value) -> i64 {
    let body = with(&body, json!({ "dry_run": true }));
    let plan = admin.delete(&format!("{A}/{kind}/delete_all"), body).await.ok();
    plan.data()["counts"]["missing"].as_i64().unwrap()
}

#[rstest]
#[tokio::test]
async fn delete_takes_exactly_the_searched_and_filtered_rows(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.sync("kelas").await;
    let all = admin.rows("kelas").await;
    let day = all[0]["hari"].as_str().unwrap();
    let program = all[0]["program_id"].as_str().unwrap();
    let name = all[0]["nama_mata_kuliah"].as_str().unwrap().to_uppercase();
    for (query, body) in [
        (format!("hari={day}"), json!({ "hari": day })),
        (format!("q={name}"), json!({ "q": name })),
        (
            format!("program_id={program}&migration=belum&hari={day}"),
            json!({ "program_id": program, "migration": "belum", "hari": day }),
        ),
        ("q=zzzz".to_owned(), json!({ "q": "zzzz" })),
        ("migration=sudah".to_owned(), json!({ "migration": "sudah" })),
        ("reason=value_markup".to_owned(), json!({ "reason": "value_markup" })),
    ] {
        let seen = listed(&admin, "kelas/get", &query).await.len();
        assert!(seen < all.len(), "{query} narrows nothing");
        assert_eq!(would_delete(&admin, "kelas", body).await, seen as i64, "{query}");
    }
    assert_eq!(would_delete(&admin, "kelas", json!({})).await, all.len() as i64);

    let seen = ids(&listed(&admin, "kelas/get", &format!("hari={day}")).await);
    let rest: Vec<_> = ids(&all).into_iter().filter(|id| !seen.contains(id)).collect();
    let path = format!("{A}/kelas/delete_all");
    admin.delete(&path, json!({ "hari": day })).await.ok();
    assert_eq!(ids(&admin.rows("kelas").await), rest);
}

#[rstest]
#[tokio::test]
async fn export_sends_exactly_the_searched_rows(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.sync("dosen").await;
    let one = admin.rows("dosen").await[0].clone();
    let nik = one["nik"].as_str().unwrap();
    let shown = listed(&admin, "dosen/get", &format!("q={nik}")).await;
    admin.export("dosen", json!({ "q": nik })).await.ok();
    let sent = listed(&admin, "dosen/get", "migration=sudah").await;
    assert_eq!(column(&sent, "nik"), column(&shown, "nik"));
}

#[rstest]
#[tokio::test]
async fn retry_works_for_a_job_filtered_to_unsent_rows(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.sync("kelas").await;
    let class = admin.rows("kelas").await[0].clone();
    let body = json!({ "migration": "belum", "q": class["jadwal_kuliah_detail_id"] });
    // The class's course is not on the platform yet.
    admin.export("kelas", body).await.refused(409);
    let latest = async || admin.get(&format!("{A}/jobs")).await.ok().rows()[0].clone();
    let failed = latest().await;
    assert_eq!(failed["counts"]["failed"], 1, "{failed}");
    let retry = format!("{A}/jobs/{}/retry", failed["id"]);
    admin.post(&retry, json!({})).await.refused(409);
    let again = latest().await;
    assert!(again["id"].as_i64() > failed["id"].as_i64(), "{again}");
    assert_eq!(again["counts"]["failed"], 1, "{again}");
}

#[rstest]
#[tokio::test]
async fn missing_rows_can_be_listed_and_deleted_alone(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let all = admin.sync("dosen").await.counts()[0];
    let gone = server.campus.university().nik(0);
    server.campus.changes().remove("/teachers", &gone);
    admin.sync("dosen").await;

    let missing = listed(&admin, "dosen/get", "missing=true").await;
    assert_eq!(column(&missing, "nik"), [gone.as_str()]);
    assert_eq!(listed(&admin, "dosen/get", "missing=false").await.len() as i64, all - 1);
    let refused = admin.get(&format!("{A}/dosen/get?missing=mungkin")).await.refused(400);
    assert_eq!(refused.sentence(), "missing harus true atau false.");
    let both = admin
        .post("/api/react/list/pengajar?page=0&missing=true", json!({}))
        .await
        .ok();
    assert_eq!(both.total(), 1);

    assert_eq!(would_delete(&admin, "dosen", json!({ "missing": true })).await, 1);
    let there = admin.rows("dosen").await[1]["nik"].clone();
    let one = json!({ "nik": there, "missing": true });
    admin.delete(&format!("{A}/dosen/delete"), one).await.refused(404);
    let path = format!("{A}/dosen/delete_all");
    admin.delete(&path, json!({ "missing": true })).await.ok();
    assert_eq!(admin.rows("dosen").await.len() as i64, all - 1);
    assert!(listed(&admin, "dosen/get", "missing=true").await.is_empty());
}

#[rstest]
#[tokio::test]
async fn unenrolment_takes_exactly_the_searched_rows(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let class = server.a_class();
    admin.bring(&["prodi", "matakuliah", "kelas"]).await;
    admin.act("mahasiswa/sync", class.body.clone()).await.ok();
    admin.export("mahasiswa", json!({})).await.ok();
    admin.act("mahasiswa/enroll", json!({})).await.ok();
    let npk = &class.students[0];
    let body = json!({ "q": npk, "enroll": "sudah", "missing": false });
    let unenrolled = admin.act("mahasiswa/unenroll", body).await.ok();
    assert_eq!(unenrolled.outcomes(), &json!({ "suspended": 1 }));
    let out = admin
        .post(&format!("{A}/mahasiswa/get?enroll=ditangguhkan"), class.body)
        .await
        .ok();
    assert_eq!(column(out.rows(), "NPK"), [npk.as_str()]);
}

#[rstest]
#[tokio::test]
async fn sync_refuses_dashboard_filters(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    for body in [
        json!({ "q": "a" }),
        json!({ "missing": true }),
        json!({ "hari": "Senin" }),
    ] {
        let refused = admin.act("kelas/sync", body).await.refused(400);
        assert_eq!(refused.body["code"], "unknown_keys");
    }
}

#[rstest]
#[tokio::test]
async fn teachings_are_found_and_enrolled_by_teacher_name(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.sync("dosen").await;
    admin.sync("mengajar").await;
    let all = admin.rows("mengajar").await;
    let teachers = admin.rows("dosen").await;
    let teacher = teachers
        .iter()
        .find(|teacher| all.iter().any(|row| row["nik"] == teacher["nik"]));
    let teacher = teacher.unwrap();
    let name = teacher["nama_lengkap"].as_str().unwrap().to_uppercase();
    // Other teachers may have this name too.
    let called: Vec<_> = teachers
        .iter()
        .filter(|other| other["nama_lengkap"].as_str().unwrap().to_uppercase().contains(&name))
        .map(|other| &other["nik"])
        .collect();
    let theirs: Vec<_> = all
        .iter()
        .filter(|row| called.contains(&&row["nik"]))
        .cloned()
        .collect();
    assert!(theirs.len() < all.len());
    for query in [
        format!("page=0&per_page=100&q={name}"),
        format!("page=0&per_page=100&sort=kelas_id&q={name}"),
    ] {
        let found = admin.post(&format!("{A}/mengajar/get?{query}"), json!({})).await.ok();
        let mut found = ids(found.rows());
        found.sort_unstable();
        assert_eq!(found, ids(&theirs), "{query}");
    }
    let plan = admin
        .act("mengajar/enroll", json!({ "q": name, "dry_run": true }))
        .await
        .ok();
    let counts = plan.data()["counts"].as_object().unwrap();
    let meant: i64 = counts.values().filter_map(Value::as_i64).sum();
    assert_eq!(meant, theirs.len() as i64);
}

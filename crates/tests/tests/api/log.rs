//! The activity log: actor and action of each entry.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, B, Client, NAME, Server, column},
};
use rstest::rstest;
use selaras_campus::source::Fault;
use selaras_reasons::Reason;
use serde_json::{Value, json};

async fn log(admin: &Client) -> Vec<Value> {
    admin.get(&format!("{A}/react/log")).await.ok().rows().to_vec()
}

#[rstest]
#[tokio::test]
async fn each_action_is_an_entry_newest_first(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let prodi = admin.sync("prodi").await.counts()[0];
    let year = json!({ "kode_tahun_ajaran": "2040", "nama_tahun_ajaran": "2040/2041", "name": NAME });
    admin.post(&format!("{B}/create/tahun_ajaran"), year).await.ok();
    admin
        .delete(&format!("{A}/prodi/delete_all"), json!({ "name": NAME }))
        .await
        .ok();
    admin
        .post(
            &format!("{A}/user/insert"),
            json!({ "nama_user": "Budi", "username": "budi", "password": "rahasia-sekali" }),
        )
        .await
        .ok();
    assert_eq!(
        column(&log(&admin).await, "action"),
        [
            "Buat user Budi",
            format!("{prodi} baris Prodi dihapus dari dashboard.").as_str(),
            "Buat Tahun Ajaran 2040/2041",
            format!("Sinkronisasi data Prodi: {prodi} baru.").as_str(),
            "Login",
            "Buat akun",
        ]
    );
}

#[rstest]
#[tokio::test]
async fn actor_is_the_owner_of_the_key(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let synced = admin
        .post(&format!("{A}/prodi/sync"), json!({ "name": "Orang Lain" }))
        .await
        .ok();
    assert_eq!(synced.job()["actor"], NAME);
    let entry = log(&admin).await.remove(0);
    assert_eq!((&entry["actor"], &entry["job_id"]), (&json!(NAME), &synced.job()["id"]));
}

#[rstest]
#[tokio::test]
async fn failed_action_is_logged_with_its_cause(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    server.campus.faults().always(
        "/programs",
        Fault::Status {
            status: 500,
            retry_after: None,
        },
    );
    let refused = admin.act("prodi/sync", json!({})).await.refused(502);
    assert_eq!(
        log(&admin).await[0]["action"],
        format!("Sinkronisasi data Prodi gagal: {}", refused.sentence())
    );
}

#[rstest]
#[tokio::test]
async fn the_log_is_paged_sorted_and_searched(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    for at in 0..12 {
        server
            .engine
            .store()
            .log(
                &Reason::DidMakeUser {
                    label: format!("{at:02}"),
                },
                "Pengawas",
            )
            .await
            .unwrap();
    }
    let page = async |query: &str| admin.get(&format!("{A}/react/log?{query}")).await.ok();
    let second = page("page=1").await;
    assert_eq!((second.rows().len(), second.total()), (4, 14));
    for (query, first) in [
        ("page=0", "Buat user 11"),
        ("page=0&order=desc", "Buat user 11"),
        ("page=0&order=asc", "Buat akun"),
        ("page=0&sort=id&order=asc", "Buat akun"),
        ("order=asc", "Buat akun"),
    ] {
        assert_eq!(page(query).await.rows()[0]["action"], first, "{query}");
    }
    assert!(column(page("sort=action").await.rows(), "action").is_sorted());
    let found = page("page=0&q=PENGAWAS").await;
    assert_eq!(
        (found.total(), found.rows()[0]["action"].as_str()),
        (12, Some("Buat user 11"))
    );
    assert_eq!(page("page=0&q=user 07").await.total(), 1);
}

//! Administrators and viewers. `every_call` tests each call as a viewer.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, Client, NAME, PASSWORD, Reply, Server, USERNAME},
};
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};

async fn user(admin: &Client, username: &str) -> Value {
    let path = format!("{A}/user/username/{username}");
    admin.get(&path).await.ok().data().clone()
}

/// Adds an account with this role. Returns its id.
pub(crate) async fn insert(admin: &Client, username: &str, role: &str) -> i64 {
    let body = json!({ "nama_user": username, "username": username, "password": PASSWORD, "role": role });
    admin.post(&format!("{A}/user/insert"), body).await.ok();
    user(admin, username).await["id"].as_i64().unwrap()
}

async fn give(admin: &Client, username: &str, role: &str) -> Reply {
    let id = user(admin, username).await["id"].clone();
    let body = json!({ "id": id, "nama_user": username, "username": username, "role": role }).to_string();
    admin
        .send(Method::PUT, &format!("{A}/user/update"), &[], Some(body))
        .await
}

#[rstest]
#[tokio::test]
async fn a_user_is_an_administrator_unless_made_a_viewer(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let body = json!({ "nama_user": "Budi", "username": "budi", "password": PASSWORD });
    admin.post(&format!("{A}/user/insert"), body).await.ok();
    insert(&admin, "dewi", "viewer").await;
    for (username, role) in [
        (USERNAME, "administrator"),
        ("budi", "administrator"),
        ("dewi", "viewer"),
    ] {
        assert_eq!(user(&admin, username).await["role"], role);
        let own = server
            .anonymous()
            .log_in(username)
            .await
            .get(&format!("{A}/account"))
            .await
            .ok();
        assert_eq!(own.data()["role"], role);
    }
    let body = json!({ "nama_user": "E", "username": "eka", "password": PASSWORD, "role": "raja" });
    let refused = admin.post(&format!("{A}/user/insert"), body).await.refused(422);
    assert_eq!(
        refused.body["fields"],
        json!({ "role": "Peran raja tidak dikenal: administrator atau viewer" })
    );
}

#[rstest]
#[tokio::test]
async fn role_change_holds_from_the_next_call(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    insert(&admin, "budi", "administrator").await;
    let budi = server.anonymous().log_in("budi").await;
    let changes = async || budi.post(&format!("{A}/tahun_ajaran/sync"), json!({})).await;
    changes().await.ok();
    give(&admin, "budi", "viewer").await.ok();
    // The administrator's action in progress has ended.
    changes().await.refused(401);
    let budi = server.anonymous().log_in("budi").await;
    let changes = async || budi.post(&format!("{A}/tahun_ajaran/sync"), json!({})).await;
    let refused = changes().await.refused(403);
    assert_eq!(
        refused.sentence(),
        "Anda pengamat: melihat semuanya dan tidak mengubah apa pun. Minta administrator mengerjakannya, atau menjadikan \
         Anda administrator di menu Users."
    );
    budi.get(&format!("{A}/tahun_ajaran/get")).await.ok();
    give(&admin, "budi", "administrator").await.ok();
    changes().await.ok();
}

#[rstest]
#[tokio::test]
async fn the_last_administrator_stays_one(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    insert(&admin, "dewi", "viewer").await;
    let refused = give(&admin, USERNAME, "viewer").await.refused(409);
    assert_eq!(
        refused.sentence(),
        "Administrator yang terakhir tidak dapat menjadi pengamat. Jadikan user lain administrator dahulu."
    );
    assert_eq!(user(&admin, USERNAME).await["role"], "administrator");
    assert_eq!(
        user(&admin, USERNAME).await["name"],
        NAME,
        "no part of the change was stored"
    );
    let id = insert(&admin, "budi", "administrator").await;
    give(&admin, USERNAME, "viewer").await.ok();
    let budi = server.anonymous().log_in("budi").await;
    give(&budi, "budi", "viewer").await.refused(409);
    assert_eq!(user(&budi, "budi").await["id"], id);
}

#[rstest]
#[tokio::test]
async fn waiting_signup_is_approved_as_viewer_or_administrator(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    for (username, body, role) in [
        ("budi", json!({}), "administrator"),
        ("dewi", json!({ "role": "viewer" }), "viewer"),
    ] {
        server.anonymous().sign_up(username, username).await.ok();
        let id = user(&admin, username).await["id"].clone();
        let body = crate::harness::with(&body, json!({ "id": id }));
        admin.post(&format!("{A}/user/approve"), body).await.ok();
        assert_eq!(user(&admin, username).await["role"], role);
    }
}

#[rstest]
#[tokio::test]
async fn a_deleted_viewer_comes_back_as_a_viewer(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let id = insert(&admin, "dewi", "viewer").await;
    admin
        .delete(&format!("{A}/user/delete"), json!({ "id": id }))
        .await
        .ok();
    admin.post(&format!("{A}/user/restore"), json!({ "id": id })).await.ok();
    assert_eq!(user(&admin, "dewi").await["role"], "viewer");
}

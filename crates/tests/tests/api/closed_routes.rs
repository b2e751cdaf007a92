//! Calls that need a valid key of an active account.
//!
//! The routes are read from the router, so a new route is tested at once.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, B, Client, PASSWORD, Reply, Server, usual_settings},
};
use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
use reqwest::Method;
use rstest::rstest;
use sea_orm::ConnectionTrait;
use selaras_reasons::Reason;
use selaras_store::sessions::Location;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::{collections::BTreeSet, time::Duration};

/// Calls without a key, besides the files of the front end.
const OPEN: [&str; 10] = [
    "GET /api/react/sign_in",
    "GET /health/live",
    "GET /health/ready",
    "GET /openapi.json",
    "POST /api/react/login",
    "POST /api/react/sign_in/begin",
    "POST /api/react/sign_in/finish",
    "POST /api/react/signup",
    "POST /api/v1/api/react/login",
    "POST /api/v1/api/zoom/webhook",
];

const METHODS: [Method; 5] = [Method::GET, Method::POST, Method::PUT, Method::PATCH, Method::DELETE];

/// The router's paths. axum shows them only in the router's debug output.
fn paths_in_the_router(server: &Server) -> BTreeSet<String> {
    let router = format!("{:?}", selaras_api::handlers(server.engine.clone(), usual_settings()));
    // "/" and the catch-all path belong to the fallback: the files of the front end.
    let is_call = |part: &&str| part.starts_with('/') && *part != "/" && !part.contains("{*");
    router.split('"').filter(is_call).map(str::to_owned).collect()
}

fn documented_calls() -> BTreeSet<String> {
    let document = serde_json::to_value(selaras_api::openapi()).unwrap();
    let of_path = |(path, item): (&String, &Value)| {
        item.as_object()
            .unwrap()
            .keys()
            .map(|method| format!("{} {path}", method.to_uppercase()))
            .collect::<Vec<_>>()
    };
    document["paths"]
        .as_object()
        .unwrap()
        .iter()
        .flat_map(of_path)
        .collect()
}

/// Tries every method on every path of the router. Documented calls that are not open must be refused as `refused` checks.
/// Undocumented calls must not exist.
async fn walk(server: &Server, caller: &Client, refused: impl Fn(Reply)) {
    let (paths, documented) = (paths_in_the_router(server), documented_calls());
    assert!(documented.len() > OPEN.len() && paths.len() > OPEN.len());
    for path in paths {
        let address = path.replace("{id}", "1").replace("{username}", "ani");
        for method in METHODS {
            let call = format!("{method} {path}");
            if OPEN.contains(&call.as_str()) {
                continue;
            }
            let reply = caller.send(method, &address, &[], Some("{}".to_owned())).await;
            if documented.contains(&call) {
                refused(reply.failure());
            } else {
                reply.refused(405);
            }
        }
    }
}

#[tokio::test]
async fn every_router_path_is_documented() {
    let server = Server::start(Sqlite).await;
    let documented: BTreeSet<_> = documented_calls()
        .iter()
        .map(|call| call.split_once(' ').unwrap().1.to_owned())
        .collect();
    assert_eq!(paths_in_the_router(&server), documented);
}

#[tokio::test]
async fn the_document_says_which_calls_are_open() {
    let document = serde_json::to_value(selaras_api::openapi()).unwrap();
    let open: Vec<_> = documented_calls()
        .into_iter()
        .filter(|call| {
            let (method, path) = call.split_once(' ').unwrap();
            document["paths"][path][method.to_lowercase()]["security"] == json!([])
        })
        .collect();
    assert_eq!(open, OPEN);
}

#[rstest]
#[tokio::test]
async fn no_call_is_reached_without_a_key(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let signed_out = |reply: Reply| assert_eq!(reply.status, 401, "{reply:#?}");
    walk(&server, &server.anonymous(), signed_out).await;
}

#[rstest]
#[tokio::test]
async fn no_call_is_reached_with_a_dead_key(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let revoked = server.sign_in().await;
    revoked.post(&format!("{B}/logout"), json!({})).await.ok();
    let ran_out = key_of(&server, "ani", Duration::ZERO).await;
    let made_up = server.anonymous().with_key("bukan-kunci");
    for dead in [revoked, ran_out, made_up] {
        walk(&server, &dead, |reply| assert_eq!(reply.status, 401, "{reply:#?}")).await;
    }
}

#[rstest]
#[tokio::test]
async fn account_waiting_for_approval_reaches_no_call(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    server.sign_in().await.sign_up("Budi", "budi").await.ok();
    // Login refuses this account, so the key is written while the account is active.
    let is_active = async |active: bool| {
        let update = format!("UPDATE administrator SET active = {active} WHERE username = 'budi'");
        server
            .engine
            .store()
            .writer()
            .execute_unprepared(&update)
            .await
            .unwrap();
    };
    is_active(true).await;
    let waiting = key_of(&server, "budi", Duration::from_secs(3600)).await;
    is_active(false).await;
    walk(&server, &waiting, |reply| assert_eq!(reply.status, 403, "{reply:#?}")).await;
}

#[rstest]
#[tokio::test]
async fn a_key_dies_with_its_owner(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let body = json!({ "nama_user": "Budi", "username": "budi", "password": PASSWORD });
    admin.post(&format!("{A}/user/insert"), body).await.ok();
    let budi = server.anonymous().log_in("budi").await;
    let id = budi.get(&format!("{A}/user/username/budi")).await.ok().data()["id"].clone();
    admin
        .delete(&format!("{A}/user/delete"), json!({ "id": id }))
        .await
        .ok();
    budi.get(&format!("{A}/user/get")).await.refused(401);
}

#[tokio::test]
async fn unknown_api_path_is_not_found_and_never_a_page() {
    let server = Server::start(Sqlite).await;
    for path in ["/api/v1/api/tidak-ada", "/api/react/", "/api/"] {
        server.anonymous().get(path).await.refused(404);
    }
    server.anonymous().post("/login", json!({})).await.refused(404);
}

/// A client with a stored key of this lifetime.
async fn key_of(server: &Server, username: &str, lifetime: Duration) -> Client {
    let key = format!("kunci-{username}");
    let hash = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(key.as_bytes()));
    let store = server.engine.store();
    let owner = store.administrator(username).await.unwrap().unwrap();
    store
        .add_key(
            &owner,
            &hash,
            jiff::Timestamp::now() + lifetime,
            &Location::default(),
            &Reason::DidLogIn,
            &[],
        )
        .await
        .unwrap();
    server.anonymous().with_key(&key)
}

//! Users: the administrators and viewers of the dashboard.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, B, Client, NAME, PASSWORD, Reply, Server, USERNAME, column, with},
    retention::KEPT,
};
use jiff::SignedDuration;
use reqwest::Method;
use rstest::rstest;
use sea_orm::{ConnectionTrait, DatabaseBackend, Statement};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::{io::AsyncWriteExt, net::TcpStream, time::timeout};

/// Creates a user by form. Returns the id.
async fn insert(admin: &Client, name: &str, username: &str) -> i64 {
    let body = json!({ "nama_user": name, "username": username, "password": PASSWORD, "name": NAME });
    admin.post(&format!("{A}/user/insert"), body).await.ok();
    user(admin, username).await["id"].as_i64().unwrap()
}

async fn user(admin: &Client, username: &str) -> Value {
    admin
        .get(&format!("{A}/user/username/{username}"))
        .await
        .ok()
        .data()
        .clone()
}

async fn update(admin: &Client, body: Value) -> Reply {
    admin
        .send(Method::PUT, &format!("{A}/user/update"), &[], Some(body.to_string()))
        .await
}

#[rstest]
#[tokio::test]
async fn user_created_by_an_administrator_can_log_in(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    insert(&admin, "Budi Santoso", "budi").await;
    server
        .anonymous()
        .log_in("budi")
        .await
        .get(&format!("{A}/user/get"))
        .await
        .ok();
    let shown = user(&admin, "BUDI").await;
    assert_eq!(
        (&shown["name"], &shown["username"], &shown["active"]),
        (&json!("Budi Santoso"), &json!("budi"), &json!(true))
    );
    assert!(
        shown["created_at"].is_string() && shown.get("password").is_none(),
        "{shown}"
    );
    let listed = admin.get(&format!("{A}/user/get")).await.ok();
    assert_eq!(column(listed.rows(), "username"), [USERNAME, "budi"]);
}

#[rstest]
#[tokio::test]
async fn a_users_form_says_what_is_missing_field_by_field(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let names = json!({
        "nama_user": "Nama user tidak boleh kosong",
        "username": "Username tidak boleh kosong",
    });
    let refused = admin
        .post(&format!("{A}/user/insert"), json!({ "name": NAME }))
        .await
        .refused(422);
    assert_eq!(
        refused.body["fields"],
        with(&names, json!({ "password": "Password tidak boleh kosong" }))
    );
    let refused = update(&admin, json!({ "name": NAME })).await.refused(422);
    assert_eq!(
        refused.body["fields"],
        with(&names, json!({ "id": "id tidak boleh kosong" }))
    );
}

#[rstest]
#[tokio::test]
async fn a_user_name_is_taken_once(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let id = insert(&admin, "Budi", "budi").await;
    let taken = json!({ "username": "Username sudah dipakai" });
    let body = json!({ "nama_user": "Lain", "username": "BUDI", "password": PASSWORD });
    assert_eq!(
        admin.post(&format!("{A}/user/insert"), body).await.refused(422).body["fields"],
        taken
    );
    let body = json!({ "id": id, "nama_user": "Budi", "username": "Ani", "password": "" });
    assert_eq!(update(&admin, body).await.refused(422).body["fields"], taken);
}

#[rstest]
#[tokio::test]
async fn an_empty_or_placeholder_password_keeps_the_old_one(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let id = insert(&admin, "Budi", "budi").await;
    for kept in [json!(""), json!("********"), Value::Null] {
        let body = json!({ "id": id, "nama_user": "Budi Baru", "username": "budi", "password": kept, "name": NAME });
        assert_eq!(update(&admin, body).await.ok().sentence(), "User Budi Baru disimpan.");
        server.anonymous().log_in("budi").await;
    }
}

#[rstest]
#[tokio::test]
async fn log_shows_old_and_new_user_values_but_no_password(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let id = insert(&admin, "Budi", "budi").await;
    let latest = async || {
        let log = admin.get(&format!("{A}/react/log?kind=user&verb=update")).await.ok();
        assert!(!log.text.contains("rahasia"), "{}", log.text);
        log.rows()[0].clone()
    };
    let body = json!({
        "id": id, "nama_user": "Budi Santoso", "username": "BudiS", "password": "rahasia-yang-baru", "role": "viewer",
    });
    update(&admin, body).await.ok();
    let entry = latest().await;
    assert_eq!(
        (&entry["action"], &entry["number"]),
        (&json!("Ubah user Budi Santoso"), &json!("budis"))
    );
    assert_eq!(
        entry["changes"],
        json!([
            { "field": "name", "old": "Budi", "new": "Budi Santoso" },
            { "field": "username", "old": "budi", "new": "budis" },
            { "field": "role", "old": "administrator", "new": "viewer" },
        ])
    );
    let body = json!({ "id": id, "nama_user": "Budi Santoso", "username": "BUDIS", "password": "rahasia-yang-lain" });
    update(&admin, body).await.ok();
    let again = latest().await;
    assert!(again["id"].as_i64() > entry["id"].as_i64(), "{again}");
    assert_eq!(again["changes"], json!([]));
}

#[rstest]
#[tokio::test]
async fn new_password_revokes_earlier_keys(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let id = insert(&admin, "Budi", "budi").await;
    let budi = server.anonymous().log_in("budi").await;
    let body = json!({ "id": id, "nama_user": "Budi", "username": "budi", "password": "rahasia-yang-baru" });
    update(&admin, body).await.ok();
    budi.get(&format!("{A}/user/get")).await.refused(401);
    admin.get(&format!("{A}/user/get")).await.ok();
    let login = async |password: &str| {
        server
            .anonymous()
            .post(
                &format!("{B}/login"),
                json!({ "username": "budi", "password": password }),
            )
            .await
    };
    login(PASSWORD).await.refused(401);
    login("rahasia-yang-baru").await.ok();
}

#[rstest]
#[tokio::test]
async fn changing_own_password_keeps_the_session(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let elsewhere = server.anonymous().log_in(USERNAME).await;
    let id = user(&admin, USERNAME).await["id"].clone();
    let body = json!({
        "id": id, "nama_user": NAME, "username": USERNAME, "password": "rahasia-yang-baru", "present_password": PASSWORD,
    });
    update(&admin, body).await.ok();
    admin.get(&format!("{A}/user/get")).await.ok();
    elsewhere.get(&format!("{A}/user/get")).await.refused(401);
}

#[rstest]
#[tokio::test]
async fn changing_own_password_needs_the_present_one(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).logins_per_minute(2).start().await;
    let admin = server.sign_in().await;
    let id = user(&admin, USERNAME).await["id"].clone();
    let own = json!({ "id": id, "nama_user": NAME, "username": USERNAME });
    let new = with(&own, json!({ "password": "rahasia-yang-baru" }));
    for (present, why) in [
        (json!({}), "Isi password Anda yang sekarang"),
        (json!({ "present_password": "" }), "Isi password Anda yang sekarang"),
        (
            json!({ "present_password": "bukan-itu" }),
            "Ini bukan password Anda yang sekarang",
        ),
        (
            json!({ "present_password": "bukan-itu" }),
            "Ini bukan password Anda yang sekarang",
        ),
    ] {
        let refused = update(&admin, with(&new, present)).await.refused(422);
        assert_eq!(refused.body["fields"], json!({ "present_password": why }));
    }
    let guessed = with(&new, json!({ "present_password": PASSWORD }));
    update(&admin, guessed).await.refused(429);
    for kept in ["", "********"] {
        update(&admin, with(&own, json!({ "password": kept }))).await.ok();
    }
    server.anonymous().log_in(USERNAME).await;
}

#[rstest]
#[tokio::test]
async fn provider_account_refuses_a_new_password(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    server.alter("UPDATE administrator SET password_hash = ''").await;
    let id = user(&admin, USERNAME).await["id"].clone();
    let body = json!({
        "id": id, "nama_user": NAME, "username": USERNAME, "password": "rahasia-yang-baru", "present_password": "apa-saja",
    });
    let refused = update(&admin, body).await.refused(422);
    let why = refused.body["fields"]["present_password"].as_str().unwrap().to_owned();
    assert!(why.contains("akun institusi"), "{why}");
}

#[rstest]
#[tokio::test]
async fn owner_is_notified_of_account_changes_by_others(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).with_mail().start().await;
    let admin = server.sign_in().await;
    let id = insert(&admin, "Budi", "budi").await;
    let budi = server.anonymous().log_in("budi").await;
    let email = json!({ "email": "budi@kampus.example" });
    budi.post(&format!("{A}/account/email"), email).await.ok();
    let before = server.notices().await.len();
    let change = async |username: &str, more: Value| {
        let body = json!({ "id": id, "nama_user": "Budi S", "username": username });
        update(&admin, with(&body, more)).await.ok();
        server.notices().await.split_off(before)
    };
    assert_eq!(change("budi", json!({ "password": "" })).await, [], "the display name");
    change("budi", json!({ "password": "rahasia-yang-baru" })).await;
    change("budis", json!({ "password": "" })).await;
    let notices = change("budis", json!({ "password": "", "role": "viewer" })).await;
    let whats = [
        "Beri Budi S password baru",
        "Ganti username Budi S menjadi budis",
        "Jadikan Budi S pengamat",
    ];
    assert_eq!(notices.len(), whats.len(), "{notices:?}");
    for ((to, text), what) in notices.iter().zip(whats) {
        assert_eq!(to.as_deref(), Some("budi@kampus.example"));
        let start = format!("Akun Anda di Selaras diubah oleh {NAME}: {what}. ");
        assert!(text.starts_with(&start), "{text}");
    }
    let log = admin.get(&format!("{A}/react/log")).await.ok();
    assert!(
        column(log.rows(), "action").contains(&"Beri Budi S password baru"),
        "{}",
        log.text
    );
}

#[rstest]
#[tokio::test]
async fn changes_of_one_call_share_one_notice(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).with_mail().start().await;
    let admin = server.sign_in().await;
    let id = insert(&admin, "Budi", "budi").await;
    let body = json!({
        "id": id, "nama_user": "Budi", "username": "budis", "password": "rahasia-yang-baru", "role": "viewer",
    });
    update(&admin, body).await.ok();
    let [(to, text)] = &server.notices().await[..] else {
        panic!()
    };
    assert_eq!(to, &None, "the owner has no address, so the institution is notified");
    for what in ["password baru", "menjadi budis", "Jadikan Budi"] {
        assert!(text.contains(what), "{text}");
    }
}

#[rstest]
#[tokio::test]
async fn deleting_oneself_is_refused(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let me = user(&admin, USERNAME).await["id"].clone();
    let refused = admin
        .delete(&format!("{A}/user/delete"), json!({ "id": me, "name": NAME }))
        .await
        .refused(409);
    assert_eq!(refused.sentence(), "Anda tidak dapat menghapus akun Anda sendiri.");
    admin.get(&format!("{A}/user/get")).await.ok();
}

#[rstest]
#[tokio::test]
async fn deleted_user_can_be_created_again(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let id = insert(&admin, "Budi", "budi").await;
    let deleted = admin
        .delete(&format!("{A}/user/delete"), json!({ "id": id, "name": NAME }))
        .await
        .ok();
    assert_eq!(deleted.sentence(), "User Budi dihapus.");
    admin.get(&format!("{A}/user/username/budi")).await.refused(404);
    server
        .anonymous()
        .post(
            &format!("{B}/login"),
            json!({ "username": "budi", "password": PASSWORD }),
        )
        .await
        .refused(401);
    insert(&admin, "Budi Kedua", "budi").await;
}

async fn delete(admin: &Client, id: i64) {
    let body = json!({ "id": id, "name": NAME });
    admin.delete(&format!("{A}/user/delete"), body).await.ok();
}

async fn restore(admin: &Client, id: i64) -> Reply {
    admin
        .post(&format!("{A}/user/restore"), json!({ "id": id, "name": NAME }))
        .await
}

#[rstest]
#[tokio::test]
async fn deletion_plan_deletes_no_user(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let id = insert(&admin, "Budi Santoso", "budi").await;
    let body = json!({ "id": id, "name": NAME, "dry_run": true });
    let plan = admin.delete(&format!("{A}/user/delete"), body).await.ok();
    assert_eq!(plan.data()["counts"]["missing"], 1);
    assert_eq!(
        plan.data()["rows"]["missing"],
        json!([{ "key": "budi", "label": "Budi Santoso", "parts": ["budi"] }])
    );
    assert_eq!(user(&admin, "budi").await["id"], id);
}

#[tokio::test]
async fn deletion_is_logged_even_if_its_client_hangs_up() {
    let server = Server::start(Postgres).await;
    let admin = server.sign_in().await;
    let id = insert(&admin, "Budi", "budi").await;
    // Another transaction locks the log.
    let other = server.another_store().await;
    let lock = other.writer().begin().await.unwrap();
    lock.execute_unprepared("LOCK TABLE activity_log IN EXCLUSIVE MODE")
        .await
        .unwrap();
    let body = json!({ "id": id, "name": NAME }).to_string();
    let request = format!(
        "DELETE {A}/user/delete HTTP/1.1\r\nhost: x\r\nx-authorization: {}\r\ncontent-length: {}\r\n\r\n{body}",
        admin.key(),
        body.len()
    );
    let mut hasty = TcpStream::connect(server.address()).await.unwrap();
    hasty.write_all(request.as_bytes()).await.unwrap();
    let patience = Duration::from_secs(30);
    let waits = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'activity_log'::regclass \
                 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    let waits = || lock.query_one_raw(Statement::from_string(DatabaseBackend::Postgres, waits));
    let at_the_log = async { while waits().await.unwrap().is_none() {} };
    timeout(patience, at_the_log).await.expect("at the log in time");
    drop(hasty);
    // By now the server knows that the client is gone. Changes that are not logged yet are not made.
    admin.get(&format!("{A}/user/get")).await.ok();
    user(&admin, "budi").await;
    lock.rollback().await.unwrap();
    let logged =
        async { while admin.get(&format!("{A}/react/log")).await.ok().rows()[0]["action"] != "Hapus user Budi" {} };
    timeout(patience, logged).await.expect("logged in time");
    assert_eq!(admin.get(&format!("{A}/user/username/budi")).await.status, 404);
}

async fn deleted(admin: &Client) -> Vec<Value> {
    admin.get(&format!("{A}/user/deleted")).await.ok().rows().to_vec()
}

#[rstest]
#[tokio::test]
async fn any_administrator_restores_a_deleted_user_once(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let id = insert(&admin, "Budi", "budi").await;
    insert(&admin, "Citra", "citra").await;
    let (before, budi) = (user(&admin, "budi").await, server.anonymous().log_in("budi").await);
    delete(&admin, id).await;
    let gone = deleted(&admin).await;
    assert_eq!(
        gone,
        [json!({ "id": id, "name": "Budi", "username": "budi", "deleted_at": gone[0]["deleted_at"] })]
    );
    assert!(gone[0]["deleted_at"].is_string(), "{gone:?}");

    let citra = server.anonymous().log_in("citra").await;
    assert_eq!(restore(&citra, id).await.ok().sentence(), "User Budi dikembalikan.");
    assert_eq!(user(&admin, "budi").await, before);
    assert_eq!(deleted(&admin).await, [Value::Null; 0]);
    let log = admin.get(&format!("{A}/react/log")).await.ok().rows()[0].clone();
    assert_eq!(
        (&log["action"], &log["actor"]),
        (&json!("Kembalikan user Budi"), &json!("Citra"))
    );
    budi.get(&format!("{A}/user/get")).await.refused(401);
    server
        .anonymous()
        .log_in("budi")
        .await
        .get(&format!("{A}/user/get"))
        .await
        .ok();
    restore(&admin, id).await.refused(404);
}

#[rstest]
#[tokio::test]
async fn user_is_restored_only_if_the_name_is_free(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let id = insert(&admin, "Budi", "budi").await;
    delete(&admin, id).await;
    let other = insert(&admin, "Budi Kedua", "budi").await;
    assert_eq!(
        restore(&admin, id).await.refused(409).sentence(),
        "Username budi sudah dipakai user lain. Ganti dahulu username user itu, lalu urungkan lagi."
    );
    let body = json!({ "id": other, "nama_user": "Budi Kedua", "username": "budi2", "password": "" });
    update(&admin, body).await.ok();
    restore(&admin, id).await.ok();
    assert_eq!(user(&admin, "budi").await["id"], id);
}

#[rstest]
#[tokio::test]
async fn restored_waiting_signup_still_waits(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    server.anonymous().sign_up("Budi", "budi").await.ok();
    let id = user(&admin, "budi").await["id"].as_i64().unwrap();
    delete(&admin, id).await;
    restore(&admin, id).await.ok();
    server
        .anonymous()
        .post(
            &format!("{B}/login"),
            json!({ "username": "budi", "password": PASSWORD }),
        )
        .await
        .refused(403);
}

#[rstest]
#[tokio::test]
async fn user_deleted_30_days_ago_is_purged(#[values(Sqlite, Postgres)] on: Database) {
    let days = |days: i64| SignedDuration::from_hours(24 * days);
    let server = Server::with(on).key_lifetime(days(60).unsigned_abs()).start().await;
    let admin = server.sign_in().await;
    for (username, later) in [("budi", 2), ("citra", 29)] {
        let id = insert(&admin, "Nama", username).await;
        delete(&admin, id).await;
        server.advance(days(later));
    }
    assert_eq!(column(&deleted(&admin).await, "username"), ["citra"]);
    server.engine.tidy(&KEPT, server.engine.store().now()).await.unwrap();
    // What still exists is visible again.
    server.advance(days(-10));
    assert_eq!(column(&deleted(&admin).await, "username"), ["citra"]);
}

#[rstest]
#[tokio::test]
async fn administrator_approves_a_waiting_signup(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    server.anonymous().sign_up("Budi", "budi").await.ok();
    let waiting = user(&admin, "budi").await;
    assert_eq!(waiting["active"], false);
    let approved = admin
        .post(
            &format!("{A}/user/approve"),
            json!({ "id": waiting["id"], "name": NAME }),
        )
        .await
        .ok();
    assert_eq!(approved.sentence(), "User Budi disetujui.");
    server
        .anonymous()
        .log_in("budi")
        .await
        .get(&format!("{A}/user/get"))
        .await
        .ok();
}

async fn disable(admin: &Client, id: i64) -> Reply {
    admin.post(&format!("{A}/user/disable"), json!({ "id": id })).await
}

async fn enable(admin: &Client, id: i64) -> Reply {
    admin.post(&format!("{A}/user/enable"), json!({ "id": id })).await
}

async fn log_in(server: &Server, username: &str) -> Reply {
    let login = json!({ "username": username, "password": PASSWORD });
    server.anonymous().post(&format!("{B}/login"), login).await
}

#[rstest]
#[tokio::test]
async fn a_disabled_user_is_signed_out_and_refused_until_enabled(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let id = insert(&admin, "Budi", "budi").await;
    let budi = server.anonymous().log_in("budi").await;
    assert_eq!(
        disable(&admin, id).await.ok().sentence(),
        "User Budi dinonaktifkan. Sesinya diakhiri."
    );
    budi.get(&format!("{A}/account")).await.refused(401);
    let refused = log_in(&server, "budi").await.refused(403);
    assert_eq!(refused.body["code"], "account_disabled");
    // A wrong password gets the same reply as before.
    let wrong = json!({ "username": "budi", "password": "bukan-itu" });
    server.anonymous().post(&format!("{B}/login"), wrong).await.refused(401);
    let shown = user(&admin, "budi").await;
    assert_eq!((&shown["active"], &shown["disabled"]), (&json!(false), &json!(true)));

    // Neither approval, nor the form, nor deleting and restoring enables a disabled account.
    let approval = json!({ "id": id });
    admin.post(&format!("{A}/user/approve"), approval).await.refused(409);
    let body = json!({ "id": id, "nama_user": "Budi", "username": "budi", "role": "administrator" });
    update(&admin, body).await.ok();
    delete(&admin, id).await;
    restore(&admin, id).await.ok();
    assert_eq!(
        log_in(&server, "budi").await.refused(403).body["code"],
        "account_disabled"
    );

    assert_eq!(enable(&admin, id).await.ok().sentence(), "User Budi diaktifkan.");
    budi.get(&format!("{A}/account")).await.refused(401);
    log_in(&server, "budi").await.ok();
    let log = admin.get(&format!("{A}/react/log")).await.ok();
    let actions = column(log.rows(), "action");
    for deed in ["Nonaktifkan user Budi (budi)", "Aktifkan user Budi (budi)"] {
        assert!(actions.contains(&deed), "{actions:?}");
    }
}

#[rstest]
#[tokio::test]
async fn disabling_oneself_or_the_last_administrator_is_refused(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let me = user(&admin, USERNAME).await["id"].as_i64().unwrap();
    let own = disable(&admin, me).await.refused(409);
    assert_eq!(own.body["code"], "own_account_stays_active");
    // If two disable each other at once, one of them stays.
    let id = insert(&admin, "Budi", "budi").await;
    let budi = server.anonymous().log_in("budi").await;
    let (one, other) = futures::join!(disable(&admin, id), disable(&budi, me));
    assert_eq!(
        [one.status, other.status]
            .iter()
            .filter(|status| **status == 200)
            .count(),
        1
    );
    let left = if one.status == 200 { &admin } else { &budi };
    let users = left.get(&format!("{A}/user/get")).await.ok();
    let active = users.rows().iter().filter(|user| user["active"] == true);
    assert_eq!(active.count(), 1);
    // The remaining administrator is alone: waiting sign-ups are enabled by approval only.
    server.anonymous().sign_up("Citra", "citra").await.ok();
    let citra = user(left, "citra").await["id"].as_i64().unwrap();
    enable(left, citra).await.refused(409);
    assert_eq!(
        log_in(&server, "citra").await.refused(403).body["code"],
        "awaits_approval"
    );
}

#[rstest]
#[tokio::test]
async fn lowering_a_role_ends_its_sessions(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let id = insert(&admin, "Budi", "budi").await;
    let budi = server.anonymous().log_in("budi").await;
    let body = |role: &str| json!({ "id": id, "nama_user": "Budi", "username": "budi", "role": role });
    update(&admin, body("administrator")).await.ok();
    budi.get(&format!("{A}/account")).await.ok();
    update(&admin, body("viewer")).await.ok();
    budi.get(&format!("{A}/account")).await.refused(401);
    let budi = server.anonymous().log_in("budi").await;
    update(&admin, body("administrator")).await.ok();
    budi.get(&format!("{A}/account")).await.ok();
}

#[rstest]
#[case::zero_width("bu\u{200b}di")]
#[case::joiner("budi\u{200d}")]
#[case::bidirectional("\u{202e}idub")]
#[case::cyrillic("\u{430}ni")]
#[case::full_width("\u{ff41}ni")]
#[case::accent("an\u{ed}")]
#[case::space("bu ani")]
#[tokio::test]
async fn user_names_in_other_letters_are_refused(#[values(Sqlite, Postgres)] on: Database, #[case] username: &str) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let id = insert(&admin, "Budi", "budi").await;
    let message = match username.chars().any(selaras_store::names::is_hidden) {
        true => "Memuat karakter yang tidak boleh dipakai",
        false => "Username memuat huruf tanpa aksen, angka dan tanda baca, tanpa spasi",
    };
    let refused = json!({ "username": message });
    let signed_up = server.anonymous().sign_up("Lain", username).await.refused(422);
    assert_eq!(signed_up.body["fields"], refused);
    let body = json!({ "nama_user": "Lain", "username": username, "password": PASSWORD });
    let inserted = admin.post(&format!("{A}/user/insert"), body).await.refused(422);
    assert_eq!(inserted.body["fields"], refused);
    let body = json!({ "id": id, "nama_user": "Budi", "username": username });
    assert_eq!(update(&admin, body).await.refused(422).body["fields"], refused);
}

#[rstest]
#[case("adm1n", "admln")]
#[case("bernard", "bemard")]
#[case("budi0", "BudiO")]
#[tokio::test]
async fn lookalike_user_names_are_refused(
    #[values(Sqlite, Postgres)] on: Database,
    #[case] there: &str,
    #[case] alike: &str,
) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let id = insert(&admin, "Budi", there).await;
    let other = insert(&admin, "Lain", "lain").await;
    let refused =
        json!({ "username": "Username ini mirip sekali dengan username akun lain. Pilih yang jelas berbeda" });
    let signed_up = server.anonymous().sign_up("Lain", alike).await.refused(422);
    assert_eq!(signed_up.body["fields"], refused);
    let body = json!({ "id": other, "nama_user": "Lain", "username": alike });
    assert_eq!(update(&admin, body).await.refused(422).body["fields"], refused);
    // A user may respell the own name.
    let body = json!({ "id": id, "nama_user": "Budi", "username": alike });
    update(&admin, body).await.ok();
}

#[rstest]
#[tokio::test]
async fn user_names_of_earlier_versions_still_work(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let id = insert(&admin, "Budi", "budi").await;
    let before = "UPDATE administrator SET username = 'b\u{fc}di \u{200b}s' WHERE username = 'budi'";
    server.engine.store().writer().execute_unprepared(before).await.unwrap();
    let username = "B\u{fc}di \u{200b}S";
    log_in(&server, username).await.ok();
    let body = json!({ "id": id, "nama_user": "Budi S.", "username": username });
    update(&admin, body).await.ok();
    log_in(&server, username).await.ok();
}

#[rstest]
#[case::control("Bu\u{7}Ani")]
#[case::zero_width("Bu Ani\u{200b}")]
#[case::bidirectional("\u{202e}inA uB")]
#[case::isolate("Bu \u{2066}Ani")]
#[case::filler("Bu\u{3164}Ani")]
#[tokio::test]
async fn display_names_with_hidden_letters_are_refused(#[values(Sqlite, Postgres)] on: Database, #[case] name: &str) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let id = insert(&admin, "Budi", "budi").await;
    let hidden = "Memuat karakter yang tidak boleh dipakai";
    let signed_up = server.anonymous().sign_up(name, "lain").await.refused(422);
    assert_eq!(signed_up.body["fields"], json!({ "name": hidden }));
    let body = json!({ "id": id, "nama_user": name, "username": "budi" });
    let changed = update(&admin, body).await.refused(422);
    assert_eq!(changed.body["fields"], json!({ "nama_user": hidden }));
}

#[rstest]
#[tokio::test]
async fn an_unknown_user_is_not_found(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let typed = json!({ "id": 4711, "nama_user": "X", "username": "x", "password": "" });
    let unknown = json!({ "id": 4711 });
    let replies = [
        admin.get(&format!("{A}/user/username/siapa")).await,
        update(&admin, typed).await,
        admin.delete(&format!("{A}/user/delete"), unknown.clone()).await,
        admin.post(&format!("{A}/user/approve"), unknown.clone()).await,
        disable(&admin, 4711).await,
        enable(&admin, 4711).await,
    ];
    for reply in replies {
        assert_eq!(reply.refused(404).sentence(), "User ini tidak ada.");
    }
    assert_eq!(
        admin
            .post(&format!("{A}/user/restore"), unknown)
            .await
            .refused(404)
            .sentence(),
        "User ini tidak ada di antara yang dihapus dan masih dapat dikembalikan."
    );
}

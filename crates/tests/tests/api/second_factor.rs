//! The second factor: authenticator codes, recovery codes, and the obligation to have one.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, B, Client, PASSWORD, Reply, Server, USERNAME},
};
use jiff::{SignedDuration, Timestamp};
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU32, Ordering};
use totp_rs::{Builder, Secret, Totp};

const CALLS: &str = "/api/v1/api/account/second_factor";

/// An authenticator with this secret.
fn authenticator(secret: &str) -> Totp {
    let secret = Secret::try_from_base32(secret).unwrap();
    Builder::new()
        .with_secret(secret)
        .with_account_name("ani")
        .with_issuer(Some("Selaras"))
        .build()
        .unwrap()
}

/// The code of `later` half minutes from now.
fn code(authenticator: &Totp, later: i64) -> String {
    code_at(authenticator, Timestamp::now() + SignedDuration::from_secs(30 * later))
}

fn code_at(authenticator: &Totp, at: Timestamp) -> String {
    authenticator.generate(at.as_second().unsigned_abs()).to_string()
}

async fn log_in(server: &Server, code: Option<&str>) -> Reply {
    let mut login = json!({ "username": USERNAME, "password": PASSWORD });
    if let Some(code) = code {
        login["code"] = json!(code);
    }
    server.anonymous().post(&format!("{B}/login"), login).await
}

/// Sets up the second factor with the code of the previous half minute. Returns the recovery codes.
async fn set_up(of: &Client) -> (Totp, Vec<String>) {
    let reply = of
        .post(&format!("{CALLS}/begin"), json!({ "password": PASSWORD }))
        .await
        .ok();
    let authenticator = authenticator(reply.data()["secret"].as_str().unwrap());
    let confirm = async || {
        let confirm = json!({ "code": code(&authenticator, -1) });
        of.post(&format!("{CALLS}/confirm"), confirm).await
    };
    let mut confirmed = confirm().await;
    if confirmed.status != 200 {
        // A new half minute began on the way, so the code was too old.
        confirmed = confirm().await;
    }
    let confirmed = confirmed.ok();
    let codes = confirmed.data()["recovery_codes"].as_array().unwrap();
    let codes = codes.iter().map(|code| code.as_str().unwrap().to_owned()).collect();
    (authenticator, codes)
}

#[rstest]
#[tokio::test]
async fn sign_in_with_a_second_factor_needs_a_code(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let me = server.sign_in().await;
    let (authenticator, _) = set_up(&me).await;
    let reply = log_in(&server, None).await.refused(401);
    assert_eq!(reply.body["code"], "second_factor_needed");
    assert_eq!(reply.sentence(), "Masukkan kode dari aplikasi autentikator Anda.");
    let wrong = log_in(&server, Some("000000")).await.refused(401);
    assert_eq!(wrong.body["code"], "second_factor_wrong");
    log_in(&server, Some(&code(&authenticator, 0))).await.ok();
}

#[rstest]
#[tokio::test]
async fn secret_counts_only_after_confirmation(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let me = server.sign_in().await;
    let wrong = json!({ "password": "bukan-itu" });
    me.post(&format!("{CALLS}/begin"), wrong).await.refused(422);
    me.post(&format!("{CALLS}/confirm"), json!({ "code": "123456" }))
        .await
        .refused(409);
    me.post(&format!("{CALLS}/begin"), json!({ "password": PASSWORD }))
        .await
        .ok();
    log_in(&server, None).await.ok();
    me.post(&format!("{CALLS}/confirm"), json!({ "code": "000000" }))
        .await
        .refused(422);
    set_up(&me).await;
    let standing = me.get(CALLS).await.ok().data().clone();
    assert_eq!(
        standing,
        json!({ "active": true, "recovery_codes": 10, "duty": false, "available": true })
    );
    // A confirmed secret is not replaced in an open session.
    me.post(&format!("{CALLS}/begin"), json!({ "password": PASSWORD }))
        .await
        .refused(409);
}

#[rstest]
#[tokio::test]
async fn a_code_is_taken_once(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let me = server.sign_in().await;
    let (authenticator, _) = set_up(&me).await;
    // The code that confirmed the secret is used up.
    log_in(&server, Some(&code(&authenticator, -1))).await.refused(401);
    let now = code(&authenticator, 0);
    log_in(&server, Some(&now)).await.ok();
    let again = log_in(&server, Some(&now)).await.refused(401);
    assert_eq!(again.body["code"], "second_factor_wrong");
    log_in(&server, Some(&code(&authenticator, 1))).await.ok();
}

#[rstest]
#[tokio::test]
async fn recovery_codes_work_once_each_in_any_spelling(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let me = server.sign_in().await;
    let (_, codes) = set_up(&me).await;
    assert_eq!(codes.len(), 10);
    log_in(&server, Some(&codes[0])).await.ok();
    log_in(&server, Some(&codes[0])).await.refused(401);
    let typed = codes[1].replace('-', " ").to_lowercase();
    log_in(&server, Some(&typed)).await.ok();
    assert_eq!(me.get(CALLS).await.ok().data()["recovery_codes"], 8);
    let shown = json!({ "password": PASSWORD, "code": codes[2] });
    let renewed = me.post(&format!("{CALLS}/recovery_codes"), shown).await.ok();
    log_in(&server, Some(&codes[3])).await.refused(401);
    log_in(&server, renewed.data()["recovery_codes"][0].as_str()).await.ok();
}

#[rstest]
#[tokio::test]
async fn code_tries_are_counted_across_all_networks(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).logins_per_minute(2).start().await;
    set_up(&server.sign_in().await).await;
    let log_in_at = async |address: &str, code: Option<&str>| {
        let login = json!({ "username": USERNAME, "password": PASSWORD, "code": code });
        let there = server.anonymous().at(address, "curl");
        there.post(&format!("{B}/login"), login).await
    };
    log_in_at("198.51.100.1", Some("000000")).await.refused(401);
    log_in_at("198.51.100.2", Some("000001")).await.refused(401);
    log_in_at("198.51.100.3", Some("000002")).await.refused(429);
    log_in_at("198.51.100.3", None).await.refused(401);
}

#[rstest]
#[tokio::test]
async fn code_guesses_block_neither_known_locations_nor_recovery_codes(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).logins_per_minute(2).start().await;
    let (authenticator, codes) = set_up(&server.sign_in().await).await;
    let log_in_at = async |network: u32, code: &str| {
        let login = json!({ "username": USERNAME, "password": PASSWORD, "code": code });
        let there = server.anonymous().at(&format!("198.51.100.{network}"), "curl");
        there.post(&format!("{B}/login"), login).await
    };
    for network in 0..2 {
        log_in_at(network, "000000").await.refused(401);
    }
    log_in_at(2, &code(&authenticator, 0)).await.refused(429);
    log_in(&server, Some(&code(&authenticator, 0))).await.ok();
    log_in_at(3, "000000").await.refused(429);
    log_in_at(4, &codes[0]).await.ok();
}

#[rstest]
#[tokio::test]
async fn wrong_codes_wait_longer_until_a_right_one(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).logins_per_minute(2).start().await;
    let (authenticator, _) = set_up(&server.sign_in().await).await;
    // Each try comes from another network, so that the password's limit does not interfere.
    let networks = AtomicU32::new(0);
    let log_in = async |code: &str| {
        let address = format!("198.51.100.{}", networks.fetch_add(1, Ordering::Relaxed));
        let login = json!({ "username": USERNAME, "password": PASSWORD, "code": code });
        let there = server.anonymous().at(&address, "curl");
        there.post(&format!("{B}/login"), login).await
    };
    for _ in 0..2 {
        log_in("000000").await.refused(401);
    }
    for longest in [31_i64, 61, 121, 241] {
        let late = log_in("000000").await.refused(429);
        let wait: i64 = late.headers["retry-after"].to_str().unwrap().parse().unwrap();
        assert!((longest - 25..=longest).contains(&wait), "{wait} of {longest}");
        server.advance(SignedDuration::from_secs(longest));
        if longest < 241 {
            log_in("000000").await.refused(401);
        }
    }
    let now = server.engine.store().now();
    log_in(&code_at(&authenticator, now)).await.ok();
    server.advance(SignedDuration::from_secs(60));
    for _ in 0..2 {
        log_in("000000").await.refused(401);
    }
    server.advance(SignedDuration::from_secs(31));
    log_in("000000").await.refused(401);
}

#[rstest]
#[tokio::test]
async fn owner_is_notified_of_wrong_codes_with_the_right_password(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).with_mail().start().await;
    let me = server.sign_in().await;
    let email = json!({ "email": "ani@kampus.example" });
    me.post(&format!("{A}/account/email"), email).await.ok();
    set_up(&me).await;
    let before = server.notices().await.len();
    let there = server
        .anonymous()
        .at("198.51.100.4", "Mozilla/5.0 (Windows NT 10.0) Firefox/133.0");
    for code in ["000000", "000001", "AAAA-BBBB-CCCC-DDDD"] {
        let login = json!({ "username": USERNAME, "password": PASSWORD, "code": code });
        there.post(&format!("{B}/login"), login).await.refused(401);
    }
    let notices = server.notices().await.split_off(before);
    let text = "Password ani benar, tetapi kode faktor kedua salah: 198.51.100.4, Firefox, Windows. Bila bukan Anda, \
                orang lain tahu password Anda: segera ganti di Akun saya.";
    assert_eq!(notices, [(Some("ani@kampus.example".to_owned()), text.to_owned())]);
    // A wrong password sends no such notice.
    let login = json!({ "username": USERNAME, "password": "bukan-itu", "code": "000000" });
    there.post(&format!("{B}/login"), login).await.refused(401);
    server.advance(SignedDuration::from_secs(61));
    assert_eq!(server.notices().await.len(), before + 1);
    let login = json!({ "username": USERNAME, "password": PASSWORD, "code": "000002" });
    there.post(&format!("{B}/login"), login).await.refused(401);
    assert_eq!(server.notices().await.len(), before + 2, "it continues");
}

#[rstest]
#[tokio::test]
async fn a_new_second_factor_ends_the_other_sessions(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let me = server.sign_in().await;
    let elsewhere = server.anonymous().log_in(USERNAME).await;
    elsewhere.get(&format!("{A}/account")).await.ok();
    set_up(&me).await;
    elsewhere.get(&format!("{A}/account")).await.refused(401);
    me.get(&format!("{A}/account")).await.ok();
}

#[rstest]
#[case::ended("end")]
#[case::renewed("recovery_codes")]
#[tokio::test]
async fn changing_the_second_factor_needs_password_and_code(
    #[values(Sqlite, Postgres)] on: Database,
    #[case] call: &str,
) {
    let server = Server::start(on).await;
    let me = server.sign_in().await;
    let (authenticator, codes) = set_up(&me).await;
    let change = async |shown: Value| me.post(&format!("{CALLS}/{call}"), shown).await;
    let refused = change(json!({ "password": PASSWORD })).await.refused(422);
    assert_eq!(refused.body["fields"], json!({ "code": "Kode tidak boleh kosong" }));
    let refused = change(json!({ "code": codes[0] })).await.refused(422);
    assert_eq!(
        refused.body["fields"],
        json!({ "password": "Isi password Anda yang sekarang" })
    );
    let refused = change(json!({ "password": "bukan-itu", "code": codes[0] }))
        .await
        .refused(422);
    assert_eq!(
        refused.body["fields"],
        json!({ "password": "Ini bukan password Anda yang sekarang" })
    );
    let refused = change(json!({ "password": PASSWORD, "code": "000000" }))
        .await
        .refused(422);
    assert!(refused.body["fields"]["code"].as_str().unwrap().contains("Kode salah"));
    // Nor through the call for other accounts.
    let own = me
        .post(&format!("{A}/user/end_second_factor"), json!({ "id": 1 }))
        .await;
    assert!(own.refused(409).sentence().contains("Akun saya"));
    let standing = me.get(CALLS).await.ok().data().clone();
    assert_eq!(
        (&standing["active"], &standing["recovery_codes"]),
        (&json!(true), &json!(10))
    );
    change(json!({ "password": PASSWORD, "code": code(&authenticator, 0) }))
        .await
        .ok();
}

#[rstest]
#[tokio::test]
async fn session_with_password_cannot_guess_codes(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).logins_per_minute(3).start().await;
    let me = server.sign_in().await;
    set_up(&me).await;
    let end = async |code: &str| {
        let shown = json!({ "password": PASSWORD, "code": code });
        me.post(&format!("{CALLS}/end"), shown).await.failure().status
    };
    server.alter("DELETE FROM sign_in_try").await;
    for code in ["000000", "000001", "000002"] {
        assert_eq!(end(code).await, 422);
    }
    server.advance(SignedDuration::from_secs(25));
    assert_eq!(end("000003").await, 422);
    // By now the right password would be accepted again.
    server.advance(SignedDuration::from_secs(25));
    assert_eq!(end("000004").await, 429);
}

#[rstest]
#[tokio::test]
async fn secret_is_neither_in_tables_nor_in_the_log(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let me = server.sign_in().await;
    let (authenticator, codes) = set_up(&me).await;
    let kept = server.engine.store().second_factor(1).await.unwrap().unwrap().sealed;
    assert!(!kept.contains(&authenticator.secret().to_base32()));
    let log = me.get(&format!("{A}/react/log")).await.ok();
    assert!(!log.text.contains(&codes[0]) && log.text.contains("Pasang faktor kedua"));
}

#[rstest]
#[tokio::test]
async fn mandatory_second_factor_must_be_set_up_first(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let me = server.sign_in().await;
    let body = json!({ "nama_user": "Budi", "username": "budi", "password": PASSWORD });
    me.post(&format!("{A}/user/insert"), body).await.ok();
    let budi = server.anonymous().log_in("budi").await;
    let duty = async |on: bool| {
        me.post(&format!("{A}/user/second_factor_duty"), json!({ "duty": on }))
            .await
    };
    duty(true).await.refused(409);
    set_up(&me).await;
    duty(true).await.ok();
    let refused = budi.get(&format!("{A}/kelas/get")).await.refused(403);
    assert_eq!(refused.body["code"], "second_factor_duty");
    budi.get(&format!("{A}/account")).await.ok();
    set_up(&budi).await;
    budi.get(&format!("{A}/kelas/get")).await.ok();
    duty(false).await.ok();
}

#[rstest]
#[tokio::test]
async fn administrator_removes_a_lost_second_factor(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let me = server.sign_in().await;
    let body = json!({ "nama_user": "Budi", "username": "budi", "password": PASSWORD });
    me.post(&format!("{A}/user/insert"), body).await.ok();
    let budi = server.anonymous().log_in("budi").await;
    set_up(&budi).await;
    let have_one = async || {
        let listed = me.get(&format!("{A}/user/get")).await.ok();
        let users = listed.data().as_array().unwrap().clone();
        users
            .iter()
            .map(|user| user["second_factor"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(have_one().await, [json!(false), json!(true)]);
    let end: Value = json!({ "id": 2 });
    me.post(&format!("{A}/user/end_second_factor"), end.clone()).await.ok();
    assert_eq!(have_one().await, [json!(false), json!(false)]);
    me.post(&format!("{A}/user/end_second_factor"), end).await.refused(409);
    server.anonymous().log_in("budi").await;
}

#[rstest]
#[tokio::test]
async fn password_set_by_an_administrator_keeps_the_second_factor(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let me = server.sign_in().await;
    let body = json!({ "nama_user": "Budi", "username": "budi", "password": PASSWORD });
    me.post(&format!("{A}/user/insert"), body).await.ok();
    set_up(&server.anonymous().log_in("budi").await).await;
    let password = "rahasia-yang-baru";
    let change = json!({ "id": 2, "nama_user": "Budi", "username": "budi", "password": password }).to_string();
    me.send(Method::PUT, &format!("{A}/user/update"), &[], Some(change))
        .await
        .ok();
    let login = json!({ "username": "budi", "password": password });
    let reply = server.anonymous().post(&format!("{B}/login"), login).await.refused(401);
    assert_eq!(reply.body["code"], "second_factor_needed");
}

#[tokio::test]
async fn without_a_key_for_secrets_there_is_no_second_factor() {
    let server = Server::with(Sqlite).without_secret_key().start().await;
    let me = server.sign_in().await;
    let refused = me
        .post(&format!("{CALLS}/begin"), json!({ "password": PASSWORD }))
        .await
        .refused(409);
    assert!(refused.sentence().contains("auth.secret_key"), "{refused:?}");
    assert_eq!(me.get(CALLS).await.ok().data()["available"], false);
}

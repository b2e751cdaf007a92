//! Signing up, in and out.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, B, Client, NAME, PASSWORD, Reply, Server, USERNAME},
};
use jiff::SignedDuration;
use rstest::rstest;
use selaras_api::Signup;
use serde_json::json;
use std::time::Duration;

#[rstest]
#[tokio::test]
async fn the_first_account_is_active_at_once_and_later_ones_wait(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let anonymous = server.anonymous();
    let first = anonymous.sign_up(NAME, USERNAME).await.ok();
    assert_eq!(first.sentence(), "Akun dibuat. Silakan login.");
    let second = anonymous.sign_up("Budi", "budi").await.ok();
    assert_eq!(second.sentence(), "Akun dibuat dan menunggu persetujuan administrator.");
    anonymous
        .log_in(USERNAME)
        .await
        .get(&format!("{A}/settings"))
        .await
        .ok();
    let waiting = anonymous
        .post(
            &format!("{B}/login"),
            json!({ "username": "budi", "password": PASSWORD }),
        )
        .await;
    assert_eq!(
        waiting.refused(403).sentence(),
        "Akun Anda belum disetujui. Minta administrator lain menyetujuinya di menu Users."
    );
}

#[rstest]
#[tokio::test]
async fn with_open_signup_every_account_is_active_at_once(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).signup(Signup::Open).start().await;
    server.sign_in().await;
    let anonymous = server.anonymous();
    anonymous.sign_up("Budi", "budi").await.ok();
    anonymous.log_in("budi").await.get(&format!("{A}/settings")).await.ok();
}

#[rstest]
#[tokio::test]
async fn with_closed_signup_only_the_first_account_is_made(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).signup(Signup::Closed).start().await;
    server.sign_in().await;
    let refused = server.anonymous().sign_up("Budi", "budi").await.refused(403);
    assert_eq!(
        refused.sentence(),
        "Pembuatan akun ditutup. Minta akun kepada administrator."
    );
}

#[rstest]
#[tokio::test]
async fn sign_ups_per_network_and_minute_are_limited(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).logins_per_minute(2).start().await;
    server.sign_in().await;
    let home = server.anonymous().at("198.51.100.4", "curl");
    for username in ["budi", "citra"] {
        home.sign_up("Nama", username).await.ok();
    }
    let late = home.sign_up("Nama", "dewi").await.refused(429);
    assert!(late.headers.contains_key("retry-after"), "{late:?}");
    // Other networks are not limited, nor are existing accounts.
    server
        .anonymous()
        .at("198.51.100.5", "curl")
        .sign_up("Nama", "dewi")
        .await
        .ok();
    home.log_in(USERNAME).await;
}

#[rstest]
#[tokio::test]
async fn sign_up_is_refused_if_too_many_wait_for_approval(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let waiting: Vec<_> = (0..100)
        .map(|number| format!("('Nama', 'orang-{number}', '', FALSE, 'administrator', 0)"))
        .collect();
    let columns = "name, username, password_hash, active, role, created_at";
    let insert = format!("INSERT INTO administrator ({columns}) VALUES {}", waiting.join(", "));
    server.alter(&insert).await;
    let refused = server.anonymous().sign_up("Budi", "budi").await.refused(429);
    assert_eq!(
        (refused.sentence(), &refused.headers["retry-after"]),
        (
            "Terlalu banyak akun menunggu persetujuan. Hubungi administrator, atau coba lagi nanti.",
            &"3600".parse().unwrap()
        )
    );
    let kept = selaras_engine::Kept {
        jobs: 0,
        lines: 0,
        log: 0,
        notices: 0,
        attendance: 0,
    };
    server.engine.tidy(&kept, jiff::Timestamp::now()).await.unwrap();
    assert_eq!(admin.get(&format!("{A}/user/get")).await.ok().rows().len(), 1);
    server.anonymous().sign_up("Budi", "budi").await.ok();
}

#[rstest]
#[tokio::test]
async fn signup_says_what_is_missing_field_by_field(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let reply = server
        .anonymous()
        .post(&format!("{B}/signup"), json!({ "name": "  ", "password": "" }))
        .await
        .refused(422);
    assert_eq!(
        reply.body["fields"],
        json!({
            "name": "Nama tidak boleh kosong",
            "username": "Username tidak boleh kosong",
            "password": "Password cannot be empty.",
        })
    );
}

#[rstest]
#[tokio::test]
async fn signup_takes_no_short_password_and_no_name_with_line_breaks(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let body = json!({ "name": "A\nB", "username": "x".repeat(101), "password": "pendek" });
    let reply = server.anonymous().post(&format!("{B}/signup"), body).await.refused(422);
    assert_eq!(
        reply.body["fields"],
        json!({
            "name": "Memuat karakter yang tidak boleh dipakai",
            "username": "Paling banyak 100 karakter",
            "password": "Password paling sedikit 8 karakter",
        })
    );
}

#[rstest]
#[tokio::test]
async fn user_names_are_unique_in_any_case(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).signup(Signup::Open).start().await;
    let anonymous = server.anonymous();
    anonymous.sign_up("Budi", "Budi").await.ok();
    let taken = anonymous.sign_up("Budi Kedua", "BUDI").await.refused(422);
    assert_eq!(taken.body["fields"], json!({ "username": "Username sudah dipakai" }));
    anonymous.log_in("bUDI").await.get(&format!("{A}/settings")).await.ok();
}

#[rstest]
#[tokio::test]
async fn login_answers_at_both_addresses_with_key_name_and_user(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let anonymous = server.anonymous();
    anonymous.sign_up(NAME, USERNAME).await.ok();
    for path in [format!("{A}/react/login"), format!("{B}/login")] {
        let login = anonymous
            .post(&path, json!({ "username": USERNAME, "password": PASSWORD }))
            .await
            .ok();
        insta::assert_json_snapshot!("login", login.body, { ".data.api_key" => "[key]", ".data.expires_at" => "[time]" });
        let key = login.data()["api_key"].as_str().unwrap();
        assert!(key.len() >= 43, "a key has 256 bits");
        anonymous.with_key(key).get(&format!("{A}/kelas/get")).await.ok();
    }
}

#[rstest]
#[tokio::test]
async fn wrong_password_and_unknown_user_get_the_same_reply(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let anonymous = server.anonymous();
    anonymous.sign_up(NAME, USERNAME).await.ok();
    let login = async |username: &str, password: &str| {
        anonymous
            .post(
                &format!("{B}/login"),
                json!({ "username": username, "password": password }),
            )
            .await
    };
    let wrong = login(USERNAME, "bukan-itu").await.refused(401);
    assert_eq!(wrong.sentence(), "Username atau password salah.");
    assert_eq!(login("siapa", PASSWORD).await.refused(401).body, wrong.body);
    assert_eq!(login(USERNAME, &"x".repeat(5000)).await.refused(401).body, wrong.body);
    assert_eq!(login(&"x".repeat(5000), PASSWORD).await.refused(401).body, wrong.body);
}

#[rstest]
#[tokio::test]
async fn login_says_what_is_missing_field_by_field(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let reply = server
        .anonymous()
        .post(&format!("{B}/login"), json!({}))
        .await
        .refused(422);
    assert_eq!(
        reply.body["fields"],
        json!({ "username": "Username cannot be empty.", "password": "Password cannot be empty." })
    );
}

#[rstest]
#[tokio::test]
async fn too_many_sign_ins_of_one_name_must_wait(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).logins_per_minute(2).start().await;
    let anonymous = server.anonymous();
    anonymous.sign_up(NAME, USERNAME).await.ok();
    let login = async |username: &str| {
        anonymous
            .post(
                &format!("{B}/login"),
                json!({ "username": username, "password": "bukan-itu" }),
            )
            .await
    };
    login(USERNAME).await.refused(401);
    login(&USERNAME.to_uppercase()).await.refused(401);
    let late = login(USERNAME).await.refused(429);
    let seconds: u64 = late.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=31).contains(&seconds), "{seconds}");
    assert_eq!(
        late.sentence(),
        format!("Terlalu banyak percobaan. Coba lagi dalam {seconds} detik.")
    );
    // Another name is not limited.
    login("budi").await.refused(401);
}

#[rstest]
#[tokio::test]
async fn tries_from_elsewhere_do_not_lock_the_owner_out(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).logins_per_minute(2).start().await;
    server.sign_in().await;
    let guess = async |network: u32| {
        let there = server.anonymous().at(&format!("198.51.100.{network}"), "curl");
        let login = json!({ "username": USERNAME, "password": "bukan-itu" });
        there.post(&format!("{B}/login"), login).await
    };
    for status in [401, 401, 429, 429] {
        guess(1).await.refused(status);
    }
    server.anonymous().log_in(USERNAME).await;
    // Many networks do not allow unlimited guesses.
    let mut statuses = Vec::new();
    for network in 2..60 {
        statuses.push(guess(network).await.failure().status);
    }
    assert!(
        statuses.starts_with(&[401, 401, 401]) && statuses.contains(&429),
        "{statuses:?}"
    );
}

const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0";
const PHONE: &str = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36";

async fn guess(from: &Client) -> Reply {
    let login = json!({ "username": USERNAME, "password": "bukan-itu" });
    from.post(&format!("{B}/login"), login).await.failure()
}

#[rstest]
#[tokio::test]
async fn guesses_from_many_networks_block_no_known_location(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).logins_per_minute(4).start().await;
    server.sign_in().await;
    let home = server.anonymous().at("192.0.2.10", FIREFOX);
    home.log_in(USERNAME).await;
    let mut refused = 0;
    for network in 0..40 {
        let there = server.anonymous().at(&format!("198.51.100.{network}"), FIREFOX);
        for _ in 0..2 {
            refused += u32::from(guess(&there).await.status == 429);
        }
        if network % 10 == 9 {
            home.log_in(USERNAME).await;
        }
    }
    assert!(refused > 40, "{refused} of 80 guesses");
    // Further guesses are admitted after a while each, until the wait between them is a minute.
    for network in 40..46 {
        server.advance(SignedDuration::from_secs(60));
        let there = server.anonymous().at(&format!("198.51.100.{network}"), FIREFOX);
        assert_eq!(guess(&there).await.status, 401);
    }
    // A new location gets the same reply as a guesser: the server cannot tell them apart.
    let new = server.anonymous().at("192.0.2.99", FIREFOX);
    let login = json!({ "username": USERNAME, "password": PASSWORD });
    new.post(&format!("{B}/login"), login).await.refused(429);
}

#[rstest]
#[tokio::test]
async fn guesses_from_the_owners_network_do_not_block_the_known_device(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).logins_per_minute(3).start().await;
    server.sign_in().await;
    let desk = server.anonymous().at("2001:db8::1", FIREFOX);
    desk.log_in(USERNAME).await;
    let other = server.anonymous().at("2001:db8::2", PHONE);
    for status in [401, 401, 429] {
        guess(&other).await.refused(status);
    }
    // The last half of an IPv6 address changes by itself.
    server.anonymous().at("2001:db8::77", FIREFOX).log_in(USERNAME).await;
}

#[rstest]
#[tokio::test]
async fn wrong_passwords_wait_longer_until_the_right_one(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).logins_per_minute(2).start().await;
    let anonymous = server.anonymous();
    anonymous.sign_up(NAME, USERNAME).await.ok();
    let seconds = |late: Reply| -> i64 { late.headers["retry-after"].to_str().unwrap().parse().unwrap() };
    for _ in 0..2 {
        assert_eq!(guess(&anonymous).await.status, 401);
    }
    for longest in [31_i64, 61, 121] {
        let wait = seconds(guess(&anonymous).await.refused(429));
        assert!((longest - 25..=longest).contains(&wait), "{wait} of {longest}");
        server.advance(SignedDuration::from_secs(longest));
        if longest < 121 {
            assert_eq!(guess(&anonymous).await.status, 401);
        }
    }
    anonymous.log_in(USERNAME).await;
    server.advance(SignedDuration::from_secs(60));
    for _ in 0..2 {
        assert_eq!(guess(&anonymous).await.status, 401);
    }
    assert!(seconds(guess(&anonymous).await.refused(429)) <= 31);
}

#[rstest]
#[tokio::test]
async fn logout_ends_the_key_at_once_and_no_other(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let elsewhere = server.anonymous().log_in(USERNAME).await;
    assert_eq!(
        admin.post(&format!("{B}/logout"), json!({})).await.ok().sentence(),
        "Anda sudah logout."
    );
    let dead = admin.get(&format!("{A}/kelas/get")).await.refused(401);
    assert_eq!(dead.sentence(), "Sesi Anda sudah berakhir. Silakan login lagi.");
    elsewhere.get(&format!("{A}/kelas/get")).await.ok();
}

#[rstest]
#[tokio::test]
async fn expired_key_is_refused(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).key_lifetime(Duration::ZERO).start().await;
    let admin = server.sign_in().await;
    admin.get(&format!("{A}/kelas/get")).await.refused(401);
}

#[rstest]
#[tokio::test]
async fn screen_settings_name_source_and_platform(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let settings = server.sign_in().await.get(&format!("{A}/settings")).await.ok();
    assert_eq!(
        settings.data(),
        &json!({
            "source_name": "OCAS", "platform_name": "Moodle", "mbkm": true, "time_zone": "Asia/Jakarta", "zoom": true,
        })
    );
}

#[rstest]
#[tokio::test]
async fn a_password_is_in_no_reply_and_in_no_log(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let log = admin.get(&format!("{A}/react/log")).await.ok();
    assert!(!log.text.contains(PASSWORD));
    let again = admin.sign_up(NAME, USERNAME).await;
    assert!(!again.text.contains(PASSWORD));
    assert_eq!(log.rows().iter().filter(|entry| entry["action"] == "Login").count(), 1);
}

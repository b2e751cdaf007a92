//! Calls on one's own account: password, sessions, preferences.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, B, Client, ELSEWHERE, NAME, PASSWORD, Reply, Server, USERNAME},
};
use jiff::{SignedDuration, Timestamp};
use rstest::rstest;
use selaras_api::NewPasswords;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::timeout;

const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0";
const PHONE: &str = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36";

async fn sessions(of: &Client) -> Vec<Value> {
    of.get(&format!("{A}/account/sessions")).await.ok().rows().to_vec()
}

/// Uses a session until it is written that it was just used, which the server does after the reply.
async fn use_session(server: &Server, of: &Client) {
    let is_written = async || loop {
        let now = server.engine.store().clock().now();
        let all = sessions(of).await;
        let own = all.iter().find(|one| one["current"] == true).unwrap();
        let seen = own["last_seen_at"].as_str().map(|at| at.parse::<Timestamp>().unwrap());
        if seen.is_some_and(|seen| now.duration_since(seen) < SignedDuration::from_mins(1)) {
            return;
        }
    };
    timeout(Duration::from_secs(30), is_written()).await.unwrap();
}

async fn change_password(of: &Client, present: &str, wanted: &str) -> Reply {
    let body = json!({ "password": present, "new_password": wanted });
    of.post(&format!("{A}/account/password"), body).await
}

#[rstest]
#[tokio::test]
async fn password_change_needs_present_one_and_ends_other_sessions(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let me = server.sign_in().await;
    let elsewhere = server.anonymous().log_in(USERNAME).await;
    let refused = change_password(&me, "bukan-itu", "rahasia-yang-baru")
        .await
        .refused(422);
    assert_eq!(
        refused.body["fields"],
        json!({ "password": "Ini bukan password Anda yang sekarang" })
    );
    let refused = change_password(&me, "", "pendek").await.refused(422);
    assert_eq!(
        refused.body["fields"],
        json!({ "password": "Password cannot be empty.", "new_password": "Password paling sedikit 8 karakter" })
    );
    elsewhere.get(&format!("{A}/account")).await.ok();
    assert_eq!(
        change_password(&me, PASSWORD, "rahasia-yang-baru")
            .await
            .ok()
            .sentence(),
        "Password Anda diganti. Sesi Anda yang lain diakhiri."
    );
    me.get(&format!("{A}/account")).await.ok();
    elsewhere.get(&format!("{A}/account")).await.refused(401);
    let login = json!({ "username": USERNAME, "password": PASSWORD });
    server.anonymous().post(&format!("{B}/login"), login).await.refused(401);
}

#[rstest]
#[tokio::test]
async fn present_password_tries_are_counted_apart_from_anonymous_tries(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).logins_per_minute(2).start().await;
    let me = server.sign_in().await;
    for _ in 0..10 {
        let login = json!({ "username": USERNAME, "password": "bukan-itu" });
        server.anonymous().post(&format!("{B}/login"), login).await.failure();
    }
    for _ in 0..2 {
        change_password(&me, "bukan-itu", "rahasia-yang-baru")
            .await
            .refused(422);
    }
    change_password(&me, PASSWORD, "rahasia-yang-baru").await.refused(429);
}

#[rstest]
#[tokio::test]
async fn user_lists_and_ends_own_sessions(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let me = server.sign_in().await;
    let phone = server.anonymous().at("198.51.100.9", PHONE).log_in(USERNAME).await;
    let desk = server.anonymous().at("198.51.100.4", FIREFOX).log_in(USERNAME).await;
    let seen = sessions(&desk).await;
    let locations: Vec<_> = seen
        .iter()
        .map(|session| {
            (
                session["address"].as_str(),
                session["device"].as_str(),
                session["current"] == true,
            )
        })
        .collect();
    assert_eq!(
        locations,
        [
            (Some("198.51.100.4"), Some("Firefox, Linux"), true),
            (Some("198.51.100.9"), Some("Chrome, Android"), false),
            (Some(ELSEWHERE), None, false),
        ]
    );
    assert!(
        seen.iter()
            .all(|one| one["created_at"].is_string() && one["last_seen_at"].is_string())
    );
    assert!(seen.iter().all(|one| one.get("key_hash").is_none()));
    let end = json!({ "session": seen[1]["id"] });
    desk.post(&format!("{A}/account/end_session"), end.clone()).await.ok();
    phone.get(&format!("{A}/account")).await.refused(401);
    desk.post(&format!("{A}/account/end_session"), end).await.refused(404);
    let ended = desk
        .post(&format!("{A}/account/end_other_sessions"), json!({}))
        .await
        .ok();
    assert_eq!(ended.sentence(), "1 sesi diakhiri.");
    me.get(&format!("{A}/account")).await.refused(401);
    assert_eq!(sessions(&desk).await.len(), 1);
}

#[rstest]
#[tokio::test]
async fn only_administrators_end_sessions_of_others(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let body = json!({ "nama_user": "Dewi", "username": "dewi", "password": PASSWORD, "role": "viewer" });
    admin.post(&format!("{A}/user/insert"), body).await.ok();
    let dewi = server.anonymous().log_in("dewi").await;
    let (of_admin, of_dewi) = (
        sessions(&admin).await[0]["id"].clone(),
        sessions(&dewi).await[0]["id"].clone(),
    );
    let end = json!({ "session": of_admin });
    dewi.post(&format!("{A}/account/end_session"), end).await.refused(404);
    dewi.get(&format!("{A}/user/sessions/1")).await.refused(403);
    let seen = admin.get(&format!("{A}/user/sessions/2")).await.ok();
    assert_eq!((seen.rows().len(), &seen.rows()[0]["id"]), (1, &of_dewi));
    let end = json!({ "id": 2, "session": of_dewi });
    admin.post(&format!("{A}/user/end_session"), end).await.ok();
    dewi.get(&format!("{A}/account")).await.refused(401);
    admin.get(&format!("{A}/user/sessions/4711")).await.refused(404);
}

#[rstest]
#[tokio::test]
async fn language_and_appearance_are_stored_with_the_account(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let me = server.sign_in().await;
    let account = async || {
        let account = me.get(&format!("{A}/account")).await.ok().data().clone();
        (account["language"].clone(), account["appearance"].clone())
    };
    let set = async |body: Value| me.post(&format!("{A}/account/preferences"), body).await;
    assert_eq!(account().await, (Value::Null, Value::Null));
    set(json!({ "language": "en" })).await.ok();
    set(json!({ "appearance": "dark" })).await.ok();
    assert_eq!(account().await, (json!("en"), json!("dark")));
    let refused = set(json!({ "language": "jv", "appearance": "pink" }))
        .await
        .refused(422);
    assert_eq!(
        refused.body["fields"],
        json!({ "language": "Bahasa adalah id atau en", "appearance": "Tampilan adalah light, dark atau auto" })
    );
    assert_eq!(account().await, (json!("en"), json!("dark")));
}

/// Log entries about new locations.
async fn new_locations(of: &Client) -> Vec<String> {
    let log = of.get(&format!("{A}/react/log")).await.ok();
    let actions = log.rows().iter().map(|entry| entry["action"].as_str().unwrap());
    actions
        .filter(|action| action.contains("tempat baru"))
        .map(str::to_owned)
        .collect()
}

#[rstest]
#[tokio::test]
async fn sign_in_from_a_new_location_is_logged_once(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let me = server.sign_in().await;
    assert_eq!(new_locations(&me).await, [""; 0], "the first location is not new");
    server.anonymous().log_in(USERNAME).await;
    assert_eq!(new_locations(&me).await, [""; 0], "the same location again");
    for _ in 0..2 {
        server.anonymous().at("198.51.100.4", FIREFOX).log_in(USERNAME).await;
        let expected = format!("{USERNAME} masuk dari tempat baru: 198.51.100.4, Firefox, Linux");
        assert_eq!(new_locations(&me).await, [expected]);
    }
    let log = me.get(&format!("{A}/react/log?actor={NAME}")).await.ok();
    assert_eq!(log.rows()[1]["address"], "198.51.100.4");
}

async fn set_email(of: &Client, email: &str) -> Reply {
    of.post(&format!("{A}/account/email"), json!({ "email": email })).await
}

#[rstest]
#[tokio::test]
async fn notice_of_new_location_goes_to_owner_or_else_institution(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).with_mail().start().await;
    let me = server.sign_in().await;
    server.anonymous().at("198.51.100.4", FIREFOX).log_in(USERNAME).await;
    let what = format!("{USERNAME} masuk dari tempat baru: 198.51.100.4, Firefox, Linux");
    let to_others =
        format!("{what}. Bila bukan orangnya sendiri, akhiri sesi itu di menu Users dan ganti passwordnya.");
    assert_eq!(server.notices().await, [(None, to_others)]);
    set_email(&me, "ani@kampus.example").await.ok();
    server.anonymous().at("198.51.100.9", PHONE).log_in(USERNAME).await;
    let notices = server.notices().await;
    let (to, text) = notices.last().unwrap();
    assert_eq!(to.as_deref(), Some("ani@kampus.example"));
    assert!(
        text.contains("198.51.100.9") && text.contains("Bila bukan Anda"),
        "{text}"
    );
}

#[rstest]
#[tokio::test]
async fn address_change_is_reported_to_the_old_address(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).with_mail().start().await;
    let me = server.sign_in().await;
    let address = async || me.get(&format!("{A}/account")).await.ok().data()["email"].clone();
    assert_eq!(address().await, Value::Null);
    for wrong in [
        "ani",
        "ani@",
        "ani@kampus.example, budi@kampus.example",
        "ani\n@kampus.example",
    ] {
        let refused = set_email(&me, wrong).await.refused(422);
        assert_eq!(
            refused.body["fields"],
            json!({ "email": "Email tidak benar, contoh: nama@kampus.ac.id" }),
            "{wrong}"
        );
    }
    set_email(&me, "ani@kampus.example").await.ok();
    set_email(&me, "ani@kampus.example").await.ok();
    assert_eq!(address().await, "ani@kampus.example");
    let said = set_email(&me, "orang@lain.example").await.ok();
    assert_eq!(said.sentence(), "Alamat Anda disimpan.");
    set_email(&me, "").await.ok();
    assert_eq!(address().await, Value::Null);
    let to: Vec<_> = server.notices().await.into_iter().map(|(to, _)| to).collect();
    let known = |address: &str| Some(address.to_owned());
    assert_eq!(to, [None, known("ani@kampus.example"), known("orang@lain.example")]);
}

#[rstest]
#[tokio::test]
async fn idle_session_ends(#[values(Sqlite, Postgres)] on: Database) {
    let hour = Duration::from_secs(3600);
    let server = Server::with(on).idle(hour).key_lifetime(hour * 12).start().await;
    let me = server.sign_in().await;
    let other = server.anonymous().log_in(USERNAME).await;
    let account = format!("{A}/account");
    // Signing in hashes passwords, which may take a minute of the margin on a busy machine.
    use_session(&server, &me).await;
    use_session(&server, &other).await;
    server.advance(SignedDuration::from_mins(59));
    use_session(&server, &me).await;
    use_session(&server, &other).await;
    server.advance(SignedDuration::from_mins(31));
    use_session(&server, &other).await;
    server.advance(SignedDuration::from_mins(31));
    me.get(&account).await.refused(401);
    assert_eq!(sessions(&other).await.len(), 1, "only the asking session");
}

#[rstest]
#[case::a_common_one("password1")]
#[case::a_common_one_in_disguise("P@ssw0rd")]
#[case::a_row_of_the_keyboard("qwertyuiop")]
#[case::one_letter("aaaaaaaaaaaa")]
#[case::a_date("17081945")]
#[case::the_products_name("Selaras1")]
#[tokio::test]
async fn guessable_password_is_refused_if_the_settings_say_so(#[case] password: &str) {
    let server = Server::with(Sqlite).passwords(NewPasswords::HardToGuess).start().await;
    let admin = server.sign_in().await;
    let guessable = "Password ini termasuk yang pertama kali ditebak orang. Pilih yang lain, misalnya beberapa kata";
    let refused = change_password(&admin, PASSWORD, password).await.refused(422);
    assert_eq!(refused.body["fields"], json!({ "new_password": guessable }));
    let other = json!({ "nama_user": "Dewi", "username": "dewi", "password": password });
    let refused = admin.post(&format!("{A}/user/insert"), other).await.refused(422);
    assert_eq!(refused.body["fields"], json!({ "password": guessable }));
    let body = json!({ "name": "Dewi", "username": "dewi", "password": password });
    let signup = format!("{B}/signup");
    let refused = server.anonymous().post(&signup, body.clone()).await.refused(422);
    assert_eq!(refused.body["fields"], json!({ "password": guessable }));

    let specified = Server::start(Sqlite).await;
    specified.anonymous().post(&signup, body).await.ok();
}

//! The activity log as evidence: its entries, their addresses, and detection of changes.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, B, Client, ELSEWHERE, NAME, PASSWORD, Server, USERNAME},
};
use reqwest::Method;
use rstest::rstest;
use sea_orm::ConnectionTrait;
use selaras_reasons::Reason;
use selaras_store::{Store, chain::Flaw, retention::Subject};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

async fn log(of: &Client) -> Vec<Value> {
    of.get(&format!("{A}/react/log")).await.ok().rows().to_vec()
}

async fn flaw(store: &Store) -> Option<Flaw> {
    store.verify_log().await.unwrap().flaw
}

async fn alter(store: &Store, sql: &str) {
    assert!(
        store.writer().execute_unprepared(sql).await.unwrap().rows_affected() > 0,
        "{sql}"
    );
}

#[rstest]
#[tokio::test]
async fn sign_ins_refusals_and_changes_are_logged_with_address_and_session(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let session = admin.get(&format!("{A}/account/sessions")).await.ok().rows()[0]["id"].clone();
    let login = json!({ "username": USERNAME, "password": "bukan-itu" });
    let anonymous = server.anonymous().at("198.51.100.66", "curl/8.0");
    anonymous.post(&format!("{B}/login"), login).await.refused(401);
    let body = json!({ "nama_user": "Dewi", "username": "dewi", "password": PASSWORD, "role": "viewer" });
    admin.post(&format!("{A}/user/insert"), body).await.ok();
    let dewi = server.anonymous().log_in("dewi").await;
    dewi.post(&format!("{A}/kelas/sync"), json!({})).await.refused(403);
    let body = json!({ "id": 2, "nama_user": "Dewi", "username": "dewi", "role": "administrator" }).to_string();
    admin
        .send(Method::PUT, &format!("{A}/user/update"), &[], Some(body))
        .await
        .ok();
    dewi.post(&format!("{B}/logout"), json!({})).await.ok();
    let entries: Vec<_> = log(&admin).await;
    let entries: Vec<_> = entries
        .iter()
        .rev()
        .map(|entry| {
            let text = |name: &str| entry[name].as_str().unwrap_or_default().to_owned();
            (
                text("action"),
                text("actor"),
                text("address"),
                entry["session"] == session,
            )
        })
        .collect();
    let entry = |action: &str, actor: &str, address: &str, of_admin| {
        (action.to_owned(), actor.to_owned(), address.to_owned(), of_admin)
    };
    assert_eq!(
        entries,
        [
            entry("Buat akun", NAME, ELSEWHERE, false),
            entry("Login", NAME, ELSEWHERE, true),
            entry("Login sebagai ani ditolak", "-", "198.51.100.66", false),
            entry("Buat user Dewi", NAME, ELSEWHERE, true),
            entry("Login", "Dewi", ELSEWHERE, false),
            entry("Ditolak: POST /api/v1/api/kelas/sync", "Dewi", ELSEWHERE, false),
            entry("Ubah user Dewi", NAME, ELSEWHERE, true),
            entry("Jadikan Dewi administrator", NAME, ELSEWHERE, true),
            entry("Logout", "Dewi", ELSEWHERE, false),
        ]
    );
}

#[rstest]
#[tokio::test]
async fn refusals_do_not_fill_the_log(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let body = json!({ "nama_user": "Dewi", "username": "dewi", "password": PASSWORD, "role": "viewer" });
    admin.post(&format!("{A}/user/insert"), body).await.ok();
    let dewi = server.anonymous().log_in("dewi").await;
    for _ in 0..200 {
        dewi.post(&format!("{A}/kelas/sync"), json!({})).await.refused(403);
    }
    let log = log(&admin).await;
    let actions = log.iter().map(|entry| entry["action"].as_str().unwrap());
    let written = actions.filter(|action| action.starts_with("Ditolak:")).count();
    assert!((60..150).contains(&written), "{written}");
}

#[rstest]
#[tokio::test]
async fn concurrent_log_writes_form_one_chain(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let (store, other) = (server.engine.store(), server.another_store().await);
    let writing = (0..40).map(|number| {
        let store = if number % 2 == 0 { store.clone() } else { other.clone() };
        async move { store.log(&Reason::DidLogOut, "Ani").await.unwrap() }
    });
    futures::future::join_all(writing).await;
    let verified = store.verify_log().await.unwrap();
    assert_eq!((verified.flaw, verified.sound), (None, 42));
    assert_eq!(log(&admin).await.len(), 42);
}

#[rstest]
#[case::changed("UPDATE activity_log SET actor = 'Budi' WHERE position = 2", Flaw::Altered { id: 2, position: 2 })]
#[case::changed_later("UPDATE activity_log SET created_at = created_at + 1 WHERE position = 2", Flaw::Altered { id: 2, position: 2 })]
#[case::moved("UPDATE activity_log SET address = '10.0.0.1' WHERE position = 1", Flaw::Altered { id: 1, position: 1 })]
#[case::without_principal("UPDATE activity_log SET principal = NULL WHERE position = 2", Flaw::Altered { id: 2, position: 2 })]
#[case::made_anonymous("UPDATE activity_log SET principal = 'anonymous' WHERE position = 2", Flaw::Altered { id: 2, position: 2 })]
#[case::hash_replaced("UPDATE activity_log SET hash = 'x' WHERE position = 2", Flaw::Altered { id: 2, position: 2 })]
#[case::first_taken_out("DELETE FROM activity_log WHERE position = 1", Flaw::Missing { position: 1 })]
#[case::taken_out("DELETE FROM activity_log WHERE position = 2", Flaw::Missing { position: 2 })]
#[case::last_taken_out("DELETE FROM activity_log WHERE position = 3", Flaw::Missing { position: 3 })]
#[case::end_moved("UPDATE log_chain SET position = 2", Flaw::End { position: 2 })]
#[case::put_in(
    "INSERT INTO activity_log (action, actor, search_text, created_at) VALUES ('x', 'Ani', '', 1)",
    Flaw::Foreign { id: 4 }
)]
#[tokio::test]
async fn altered_log_is_detected(
    #[values(Sqlite, Postgres)] on: Database,
    #[case] alteration: &str,
    #[case] found: Flaw,
) {
    let fresh = on.migrated().await;
    let store = Store::open(&fresh.url).await.unwrap();
    for _ in 0..3 {
        store.log(&Reason::DidLogIn, "Ani").await.unwrap();
    }
    assert_eq!(flaw(&store).await, None);
    alter(&store, alteration).await;
    assert_eq!(flaw(&store).await, Some(found));
}

#[rstest]
#[tokio::test]
async fn log_chain_holds_after_retention(#[values(Sqlite, Postgres)] on: Database) {
    let fresh = on.migrated().await;
    let store = Store::open(&fresh.url).await.unwrap();
    for _ in 0..5 {
        store.log(&Reason::DidLogIn, "Ani").await.unwrap();
    }
    let end = jiff::Timestamp::now().as_millisecond() + 1;
    assert_eq!(store.throw_away(Subject::Log, end, 2).await.unwrap(), 2);
    let verified = store.verify_log().await.unwrap();
    assert_eq!((verified.flaw, verified.thrown_away, verified.sound), (None, 2, 3));
    store.log(&Reason::DidLogOut, "Ani").await.unwrap();
    assert_eq!(flaw(&store).await, None);
    // Deleting the oldest remaining entry is detected too.
    alter(&store, "DELETE FROM activity_log WHERE position = 3").await;
    assert_eq!(flaw(&store).await, Some(Flaw::Missing { position: 3 }));
}

#[rstest]
#[tokio::test]
async fn chain_continues_after_all_entries_are_deleted(#[values(Sqlite, Postgres)] on: Database) {
    let fresh = on.migrated().await;
    let store = Store::open(&fresh.url).await.unwrap();
    for _ in 0..3 {
        store.log(&Reason::DidLogIn, "Ani").await.unwrap();
    }
    let end = jiff::Timestamp::now().as_millisecond() + 1;
    assert_eq!(store.throw_away(Subject::Log, end, 100).await.unwrap(), 3);
    store.log(&Reason::DidLogOut, "Ani").await.unwrap();
    let verified = store.verify_log().await.unwrap();
    assert_eq!((verified.flaw, verified.thrown_away, verified.sound), (None, 3, 1));
}

#[rstest]
#[tokio::test]
async fn log_file_can_be_verified_offline(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let file = admin.bytes(&format!("{A}/react/log.jsonl")).await;
    let file = String::from_utf8(file).unwrap();
    let mut before = String::new();
    for line in file.lines() {
        let entry: Value = serde_json::from_str(line).unwrap();
        let (_, sealed) = line.split_once("\"sealed\":").unwrap();
        let sealed = sealed.strip_suffix('}').unwrap();
        let hash = hex::encode(Sha256::digest(sealed));
        assert_eq!(entry["hash"], hash);
        assert_eq!(entry["sealed"]["before"], before);
        before = hash;
    }
    assert_eq!(file.lines().count(), 2);
    let verified = server.engine.store().verify_log().await.unwrap();
    assert_eq!(verified.hash, before, "the file ends where the chain does");
}

async fn rename(client: &Client, id: i64, username: &str, name: &str) {
    let body = json!({ "id": id, "nama_user": name, "username": username }).to_string();
    let path = format!("{A}/user/update");
    client.send(Method::PUT, &path, &[], Some(body)).await.ok();
}

/// An account with the administrator's display name, and its id.
async fn imitator(server: &Server, admin: &Client) -> (Client, i64) {
    let body = json!({ "nama_user": "Eka", "username": "eka", "password": PASSWORD });
    admin.post(&format!("{A}/user/insert"), body).await.ok();
    let eka = server.anonymous().log_in("eka").await;
    let id = eka.get(&format!("{A}/account")).await.ok().data()["id"]
        .as_i64()
        .unwrap();
    rename(&eka, id, "eka", NAME).await;
    (eka, id)
}

#[rstest]
#[tokio::test]
async fn renamed_user_stays_distinguishable_in_the_log(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let (eka, id) = imitator(&server, &admin).await;
    eka.post(&format!("{A}/kelas/sync"), json!({ "name": NAME })).await.ok();
    eka.post(
        &format!("{A}/schedules/update"),
        json!({ "kind": "kelas", "verb": "sync", "cron": "0 5 * * *", "enabled": true }),
    )
    .await
    .ok();
    rename(&eka, id, "ani2", NAME).await;
    eka.post(&format!("{A}/kelas/sync"), json!({ "name": NAME })).await.ok();
    admin
        .delete(&format!("{A}/user/delete"), json!({ "id": id }))
        .await
        .ok();

    let both = admin
        .get(&format!("{A}/react/log?actor={}", NAME.replace(' ', "%20")))
        .await
        .ok();
    let of = |username: &str| json!({ "type": "account", "id": id, "username": username });
    let of_ani = json!({ "type": "account", "id": 1, "username": USERNAME });
    let principals: Vec<_> = both
        .rows()
        .iter()
        .rev()
        .map(|entry| entry["principal"].clone())
        .collect();
    assert_eq!(
        principals,
        [
            &of_ani,
            &of_ani,
            &of_ani,
            &of("eka"),
            &of("eka"),
            &of("eka"),
            &of("ani2"),
            &of_ani
        ]
        .map(Value::clone)
    );
    let hers = admin.get(&format!("{A}/react/log?account={id}")).await.ok();
    let hers: Vec<_> = hers.rows().iter().rev().map(|entry| entry["actor"].clone()).collect();
    assert_eq!(hers, ["Eka", "Eka", NAME, NAME, NAME, NAME]);
    admin.get(&format!("{A}/react/log?account=ani")).await.refused(400);
    let found = admin.get(&format!("{A}/react/log?q=ani2")).await.ok();
    assert!(!found.rows().is_empty(), "a user name is searched for");

    let lines = String::from_utf8(admin.bytes(&format!("{A}/react/log.jsonl")).await).unwrap();
    let sealed = format!(r#""principal":{{"type":"account","id":{id},"username":"ani2"}}"#);
    assert!(lines.contains(&sealed), "{lines}");
    let table = String::from_utf8(admin.bytes(&format!("{A}/react/log.csv")).await).unwrap();
    assert!(table.contains(&format!("account,{id},ani2\n")), "{table}");

    let store = server.engine.store();
    let verified = store.verify_log().await.unwrap();
    assert_eq!(verified.flaw, None);
    let names: Vec<_> = verified
        .names
        .iter()
        .map(|one| (one.account, one.username.as_str(), one.name.as_str()))
        .collect();
    assert_eq!(
        names,
        [
            (1, USERNAME, NAME),
            (id, "eka", "Eka"),
            (id, "eka", NAME),
            (id, "ani2", NAME)
        ]
    );
    for change in [
        "account_id = 1",
        "username = 'ani'",
        "principal = 'schedule'",
        "principal = NULL",
    ] {
        let position = verified.sound - 1;
        let change = format!("UPDATE activity_log SET {change} WHERE position = {position}");
        let undo = format!(
            "UPDATE activity_log SET account_id = {id}, username = 'ani2', principal = 'account' WHERE position = {position}"
        );
        alter(store, &change).await;
        assert!(matches!(flaw(store).await, Some(Flaw::Altered { .. })), "{change}");
        alter(store, &undo).await;
        assert_eq!(flaw(store).await, None);
    }
}

#[rstest]
#[tokio::test]
async fn job_schedule_and_system_entries_name_their_principal(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let schedule = json!({ "kind": "kelas", "verb": "sync", "cron": "0 5 * * *", "enabled": true });
    admin.post(&format!("{A}/schedules/update"), schedule).await.ok();
    let zone = jiff::tz::TimeZone::UTC;
    let due = jiff::Timestamp::now() + jiff::SignedDuration::from_hours(24);
    let due = due
        .to_zoned(zone.clone())
        .with()
        .hour(5)
        .minute(1)
        .build()
        .unwrap()
        .timestamp();
    let jobs = server.engine.give_due_orders(due, &zone).await.unwrap();
    assert_eq!(jobs.len(), 1);
    server.engine.ended(jobs[0]).await.unwrap();
    // More than an hour late: the run is skipped, and the schedule logs that too.
    let late = due + jiff::SignedDuration::from_hours(26);
    assert_eq!(server.engine.give_due_orders(late, &zone).await.unwrap(), [0; 0]);
    admin.post(&format!("{A}/kelas/sync"), json!({})).await.ok();
    let store = server.engine.store();
    store.log(&Reason::DidRefuseMany { refusals: 3 }, "-").await.unwrap();

    let log = log(&admin).await;
    let entries: Vec<_> = log
        .iter()
        .take(4)
        .map(|entry| (entry["actor"].clone(), entry["principal"].clone()))
        .collect();
    let of = |kind: &str| json!({ "type": kind, "id": 1, "username": USERNAME });
    assert_eq!(
        entries,
        [
            (json!("-"), json!({ "type": "system" })),
            (json!(NAME), of("account")),
            (json!("Jadwal"), of("schedule")),
            (json!("Jadwal"), of("schedule")),
        ]
    );
}

#[rstest]
#[tokio::test]
async fn spreadsheets_run_no_cell_of_the_log(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let store = server.engine.store();
    store.log(&Reason::DidLogOut, "=HYPERLINK(\"http://x\")").await.unwrap();
    let table = String::from_utf8(admin.bytes(&format!("{A}/react/log.csv")).await).unwrap();
    let mut rows = csv::Reader::from_reader(table.as_bytes());
    let actors: Vec<_> = rows.records().map(|row| row.unwrap()[2].to_owned()).collect();
    assert_eq!(actors, [NAME, NAME, "'=HYPERLINK(\"http://x\")"]);
}

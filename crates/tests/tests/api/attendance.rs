//! Zoom attendance: the log of a range of days, and its Excel file.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, Client, Server, a_participation, column, with},
};
use calamine::{Data, Reader, Xlsx};
use reqwest::Method;
use rstest::rstest;
use selaras_store::attendance::Participation;
use serde_json::{Value, json};
use std::io::Cursor;

fn september() -> Value {
    json!({ "start_date": "2026-9-1", "end_date": "2026-9-30" })
}

async fn log(admin: &Client, query: &str, days: Value) -> Vec<Value> {
    let reply = admin.post(&format!("{A}/attendance/log{query}"), days).await.ok();
    reply.rows().to_vec()
}

/// `count` participations, each a minute after the last.
fn participations(count: i64) -> Vec<Participation> {
    (0..count)
        .map(|at| Participation {
            username: format!("Peserta {at:05}"),
            email: format!("peserta{at}@kampus.ac.id"),
            join_time: a_participation().join_time + at * 60_000,
            leave_time: Some(a_participation().join_time + (at + 10) * 60_000),
            ..a_participation()
        })
        .collect()
}

#[rstest]
#[tokio::test]
async fn stay_is_shown_in_campus_time_and_in_words(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    server
        .engine
        .store()
        .keep_participations(&[a_participation()])
        .await
        .unwrap();
    insta::assert_json_snapshot!("an_attendance", log(&admin, "", september()).await);
}

#[rstest]
#[tokio::test]
async fn repeated_stay_is_one_row(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let there = Participation {
        leave_time: None,
        leave_reason: String::new(),
        ..a_participation()
    };
    for known in [&[there.clone(), there][..], &[a_participation()]] {
        server.engine.store().keep_participations(known).await.unwrap();
    }
    let rows = log(&admin, "", september()).await;
    assert_eq!(column(&rows, "leave_reason"), ["left the meeting"]);
}

#[rstest]
#[tokio::test]
async fn date_range_is_in_campus_days_and_inclusive(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    // 06.30 on the 7th in Jakarta is the evening of the 6th in UTC.
    let early = Participation {
        meeting_start: a_participation().meeting_start - 150 * 60_000,
        ..a_participation()
    };
    server.engine.store().keep_participations(&[early]).await.unwrap();
    for (from, to, found) in [
        ("2026-9-7", "2026-9-7", 1),
        ("2026-9-1", "2026-9-6", 0),
        ("2026-09-08", "2026-9-9", 0),
    ] {
        let days = json!({ "start_date": from, "end_date": to });
        assert_eq!(log(&admin, "", days).await.len(), found, "{from} {to}");
    }
}

#[rstest]
#[tokio::test]
async fn the_log_is_paged_sorted_and_searched(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    server
        .engine
        .store()
        .keep_participations(&participations(30))
        .await
        .unwrap();
    let page = log(&admin, "?page=1&per_page=10&sort=join_time&order=desc", september()).await;
    assert_eq!(
        (page.len(), &page[0]["id"], &page[0]["username"]),
        (10, &json!(11), &json!("Peserta 00019"))
    );
    let found = admin
        .post(&format!("{A}/attendance/log?page=0&q=PESERTA7%40"), september())
        .await
        .ok();
    assert_eq!(
        (found.total(), &found.rows()[0]["username"]),
        (1, &json!("Peserta 00007"))
    );
}

#[tokio::test]
async fn invalid_dates_are_reported_at_their_fields() {
    let server = Server::start(Sqlite).await;
    let admin = server.sign_in().await;
    for call in ["attendance/log", "attendance_log_export"] {
        let empty = admin.post(&format!("{A}/{call}"), json!({})).await.refused(422);
        assert_eq!(empty.body["fields"]["start_date"], "Tanggal mulai tidak boleh kosong");
        assert_eq!(empty.body["fields"]["end_date"], "Tanggal selesai tidak boleh kosong");
        let wrong = json!({ "start_date": "kemarin", "end_date": "2026-9-1" });
        let wrong = admin.post(&format!("{A}/{call}"), wrong).await.refused(422);
        assert_eq!(
            wrong.body["fields"]["start_date"],
            "Tanggal mulai harus berupa tanggal, misalnya 2026-11-1"
        );
        let turned = json!({ "start_date": "2026-9-30", "end_date": "2026-9-1" });
        admin.post(&format!("{A}/{call}"), turned).await.refused(422);
    }
}

#[rstest]
#[tokio::test]
async fn excel_file_has_the_searched_rows_and_name(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let other = Participation {
        topic: "Rapat R&D".to_owned(),
        join_time: 1,
        ..a_participation()
    };
    server
        .engine
        .store()
        .keep_participations(&[a_participation(), other])
        .await
        .unwrap();
    let searched = with(&september(), json!({ "q": "r&d" }));
    let link = admin.post(&format!("{A}/attendance_log_export"), searched).await.ok();
    assert!(
        link.sentence()
            .ends_with("/absensi-zoom_2026-09-01_2026-09-30_r-d.xlsx?q=r%26d")
    );
    let mut book = Xlsx::new(Cursor::new(admin.bytes(link.sentence()).await)).unwrap();
    let sheet = book.worksheet_range("Kehadiran Zoom").unwrap();
    let topics: Vec<_> = sheet.rows().skip(1).map(|cells| cells[4].to_string()).collect();
    assert_eq!(topics, ["Rapat R&D"]);
    let long = with(&september(), json!({ "q": "x".repeat(201) }));
    admin
        .post(&format!("{A}/attendance_log_export"), long)
        .await
        .refused(422);
}

#[rstest]
#[tokio::test]
async fn excel_file_equals_the_log_cell_by_cell(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let formula = Participation {
        topic: "=HYPERLINK(\"http://jahat\",\"klik\")".to_owned(),
        join_time: 1,
        ..a_participation()
    };
    let mut known = participations(400);
    known.push(formula);
    server.engine.store().keep_participations(&known).await.unwrap();
    let link = admin
        .post(&format!("{A}/attendance_log_export"), september())
        .await
        .ok();
    assert!(link.sentence().ends_with("/absensi-zoom_2026-09-01_2026-09-30.xlsx"));
    let file = admin.bytes(link.sentence()).await;
    let mut book = Xlsx::new(Cursor::new(file)).unwrap();
    assert!(book.worksheet_formula("Kehadiran Zoom").unwrap().is_empty());
    let sheet = book.worksheet_range("Kehadiran Zoom").unwrap();
    let rows = log(&admin, "", september()).await;
    assert_eq!(sheet.height(), rows.len() + 1);
    for (cells, row) in sheet.rows().skip(1).zip(&rows) {
        let texts = [
            (1, "username"),
            (2, "email"),
            (3, "meeting_id"),
            (4, "topic"),
            (10, "leave_reason"),
        ];
        for (column, name) in texts.into_iter().chain([(12, "keterangan")]) {
            assert_eq!(cells[column].to_string(), row[name].as_str().unwrap(), "{name} {row}");
        }
        let Data::DateTime(date) = &cells[5] else {
            panic!("no date: {cells:?}")
        };
        let (year, month, day, ..) = date.to_ymd_hms_milli();
        assert_eq!(format!("{year}-{month:02}-{day:02}"), row["date_meeting"]);
        let Data::DateTime(join) = &cells[8] else {
            panic!("no time: {cells:?}")
        };
        let (.., hour, minute, second, _) = join.to_ymd_hms_milli();
        assert_eq!(format!("{hour:02}:{minute:02}:{second:02}"), row["join_time"]);
    }
}

#[tokio::test]
async fn file_address_expires_soon_and_cannot_be_forged() {
    let server = Server::start(Sqlite).await;
    let admin = server.sign_in().await;
    let now = jiff::Timestamp::now().as_second();
    let file = "absensi-zoom_2026-09-01_2026-09-30.xlsx";
    for gone in [
        format!("{}/{file}", now - 1),
        format!("{}/{file}", now + 86_400),
        format!("{}/rahasia.xlsx", now + 60),
    ] {
        admin
            .get(&format!("{A}/attendance_log_export/{gone}"))
            .await
            .refused(404);
    }
    let link = admin
        .post(&format!("{A}/attendance_log_export"), september())
        .await
        .ok();
    server
        .anonymous()
        .send(Method::GET, link.sentence(), &[], None)
        .await
        .refused(401);
}

//! Zoom attendance in the real binary: an import that is killed half-way, and an Excel file of many rows.

use crate::process::Server;
use calamine::{Data, Reader, Xlsx};
use rstest::rstest;
use selaras_campus::{
    Campus,
    zoom::{Call, Fault},
};
use selaras_store::{Store, attendance::Participation, observations::Observation};
use selaras_tests::database::Database::{self, Postgres, Sqlite};
use serde_json::{Value, json};
use std::{collections::BTreeSet, io::Cursor, time::Duration};

const A: &str = "/api/v1/api";

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn killed_import_continues_without_duplicates(#[values(Sqlite, Postgres)] on: Database) {
    let campus = Campus::builder()
        .students(1000)
        .zoom_until("2026-09-30".parse().unwrap())
        .start()
        .await
        .unwrap();
    let zoom = campus.zoom();
    let meetings: Vec<_> = zoom.meetings().collect();
    assert!(meetings.len() > 100, "{}", meetings.len());
    let mut server = Server::on(&campus, on).await;
    // Slow enough to be killed half-way.
    zoom.next(Call::Participants, 10_000, Fault::Delay(Duration::from_millis(20)));
    let days = json!({ "start_date": "2026-9-1", "end_date": "2026-9-30" });
    let job = server.begin(&format!("{A}/zoom/import"), days.clone()).await;
    for moment in [20, 60] {
        let seen = server.until(job, |job| job["done"].as_i64().unwrap() >= moment).await;
        assert_eq!(seen["state"], "running", "killed too late: {seen}");
        server.kill();
        server.start();
    }
    let done = server
        .until(job, |job| {
            !["queued", "running"].contains(&job["state"].as_str().unwrap())
        })
        .await;
    assert_eq!(
        (&done["state"], &done["counts"]["failed"]),
        (&json!("done"), &Value::Null),
        "{done}"
    );
    assert_eq!(done["done"], meetings.len());
    let mut keys = BTreeSet::new();
    for line in server.lines(job).await {
        assert!(keys.insert(line["key"].as_str().unwrap().to_owned()), "twice: {line}");
    }
    let marks: BTreeSet<_> = meetings.iter().map(|meeting| meeting.uuid.clone()).collect();
    assert_eq!(keys, marks);
    let asked = zoom.requests(Call::Participants);
    assert!(
        asked < meetings.len() as u64 + 60,
        "what was done was asked for again: {asked}"
    );
    let rows = server.post(&format!("{A}/attendance/log"), days).await["data"].take();
    let participations: usize = meetings.iter().map(|meeting| zoom.participants(meeting).len()).sum();
    assert_eq!(rows.as_array().unwrap().len(), participations);
}

/// `count` participations, a thousand per meeting, from 1 September 2026 on.
fn participations(count: i64) -> Vec<Observation> {
    const MINUTE: i64 = 60_000;
    let text = |at: i64| match at % 3 {
        0 => format!("=HYPERLINK(\"http://jahat.example/{at}\",\"klik\")"),
        1 => format!("+62 {at} & <Algoritma>"),
        _ => format!("Struktur Data {at}"),
    };
    let observation = |at: i64| {
        let start = 1_788_228_000_000 + at / 1000 * 40 * MINUTE;
        Observation {
            participation: Participation {
                meeting_id: (80_000_000_000 + at / 1000).to_string(),
                topic: text(at),
                meeting_start: start,
                meeting_end: (at % 5 > 0).then_some(start + 100 * MINUTE),
                username: format!("Peserta {at}"),
                email: if at % 2 == 0 {
                    format!("peserta{at}@kampus.example")
                } else {
                    String::new()
                },
                join_time: start + at % 90 * MINUTE + at % 60 * 1000,
                leave_time: (at % 7 > 0).then_some(start + 95 * MINUTE),
                leave_reason: if at % 11 == 0 {
                    "@SUM(A1)".to_owned()
                } else {
                    String::new()
                },
                join_guessed: false,
                person: None,
            },
            meeting_uuid: format!("mark{}==", at / 1000),
            participant: (16_778_240 + 1024 * at).to_string(),
            reported: true,
        }
    };
    (0..count).map(observation).collect()
}

async fn exported(server: &Server, days: &Value) -> Vec<u8> {
    let link = server.post(&format!("{A}/attendance_log_export"), days.clone()).await;
    server.bytes(link["data"].as_str().unwrap()).await
}

/// Seconds of a day or of a duration.
fn seconds(cell: &Data) -> Option<i64> {
    match cell {
        Data::Empty => None,
        Data::DateTime(time) => Some((time.as_f64() * 86_400.0).round() as i64),
        other => panic!("no time: {other:?}"),
    }
}

fn clock(text: &Value) -> Option<i64> {
    let text = text.as_str().unwrap();
    let mut parts = text.split(':').map(|part| part.parse::<i64>().unwrap());
    let parts = text.contains(':').then(|| [parts.next(), parts.next(), parts.next()])?;
    Some(parts.into_iter().flatten().fold(0, |sum, part| sum * 60 + part))
}

#[tokio::test(flavor = "multi_thread")]
async fn excel_export_of_fifty_thousand_rows_needs_little_memory() {
    const ROWS: usize = 50_000;
    let campus = Campus::builder().students(100).start().await.unwrap();
    let mut server = Server::on(&campus, Sqlite).await;
    // Only one process can open a SQLite file.
    server.kill();
    let store = Store::open(server.database_url()).await.unwrap();
    let first = json!({ "start_date": "2026-9-1", "end_date": "2026-9-1" });
    let all = json!({ "start_date": "2026-9-1", "end_date": "2026-9-30" });
    store.keep_events(&participations(ROWS as i64), &[]).await.unwrap();
    store.close().await.unwrap();
    server.start();
    // Warm up: the database's caches and a first export keep memory for good.
    let log = format!("{A}/attendance/log");
    let read = || server.post(&log, all.clone());
    tokio::join!(read(), read(), read(), read());
    exported(&server, &first).await;
    server.peak_memory();
    exported(&server, &first).await;
    let of_few = server.peak_memory();
    let file = exported(&server, &all).await;
    let of_all = server.peak_memory();
    assert!(
        of_all < of_few + 12_000,
        "{of_all} kB for {ROWS} rows, {of_few} kB for those of a day"
    );
    let rows = server.post(&format!("{A}/attendance/log"), all).await["data"].take();
    let rows = rows.as_array().unwrap();
    let mut book = Xlsx::new(Cursor::new(file)).unwrap();
    assert!(book.worksheet_formula("Kehadiran Zoom").unwrap().is_empty());
    let sheet = book.worksheet_range("Kehadiran Zoom").unwrap();
    assert_eq!((sheet.height(), sheet.width(), rows.len()), (ROWS + 1, 13, ROWS));
    let texts = [
        (1, "username"),
        (2, "email"),
        (3, "meeting_id"),
        (4, "topic"),
        (10, "leave_reason"),
        (12, "keterangan"),
    ];
    let times = [
        (6, "start_meeting"),
        (7, "end_meeting"),
        (8, "join_time"),
        (9, "leave_time"),
        (11, "duration_join"),
    ];
    for (cells, row) in sheet.rows().skip(1).zip(rows) {
        assert_eq!(cells[0].to_string(), row["id"].to_string());
        for (column, name) in texts {
            assert_eq!(cells[column].to_string(), row[name].as_str().unwrap(), "{name} {row}");
        }
        for (column, name) in times {
            assert_eq!(seconds(&cells[column]), clock(&row[name]), "{name} {row}");
        }
        let Data::DateTime(date) = &cells[5] else {
            panic!("no date: {cells:?}")
        };
        let (year, month, day, ..) = date.to_ymd_hms_milli();
        assert_eq!(format!("{year}-{month:02}-{day:02}"), row["date_meeting"]);
    }
    let formulas = rows
        .iter()
        .filter(|row| row["topic"].as_str().unwrap().starts_with('='));
    assert!(formulas.count() > ROWS / 4);
}

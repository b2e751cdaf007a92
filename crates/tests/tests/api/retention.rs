//! Retention: old rows are deleted by the clock, and a backup is made each night.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, NAME, Server},
};
use jiff::{SignedDuration, Timestamp, civil::Time, tz::TimeZone};
use rstest::rstest;
use selaras_engine::{FailedBackups, Kept, Nightly};
use serde_json::json;
use std::fs;

pub const KEPT: Kept = Kept {
    jobs: 365,
    lines: 90,
    log: 200,
    notices: 30,
    attendance: 300,
};

/// Each subject, and after how many days it is deleted.
const GO: [(&str, i64); 4] = [("jobs", 365), ("lines", 90), ("log", 200), ("attendance", 300)];

fn after_days(days: i64) -> Timestamp {
    // A little later than the day's last row.
    Timestamp::now() + SignedDuration::from_hours(days * 24) + SignedDuration::from_secs(60)
}

#[rstest]
#[tokio::test]
async fn each_subject_is_deleted_on_its_day(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.sync("semester").await;
    admin.sync("dosen").await;
    let deleted = admin
        .delete(&format!("{A}/dosen/delete_all"), json!({ "name": NAME }))
        .await;
    let deleted = deleted.ok().job().clone();
    let september = json!({ "start_date": "2026-9-1", "end_date": "2026-9-30" });
    admin.act("zoom/import", september).await.ok();
    let rows = admin.rows("semester").await;
    let engine = &server.engine;

    let mut gone = Vec::new();
    for day in 0..=400 {
        let thrown = engine.tidy(&KEPT, after_days(day)).await.unwrap();
        gone.extend(thrown.into_keys().map(|subject| (subject, day)));
        if day == 30 {
            assert_eq!(
                server
                    .engine
                    .store()
                    .oldest_version::<selaras_kinds::pengajar::Pengajar>()
                    .await
                    .unwrap(),
                None
            );
        } else if day == 29 {
            assert!(
                server
                    .engine
                    .store()
                    .oldest_version::<selaras_kinds::pengajar::Pengajar>()
                    .await
                    .unwrap()
                    .is_some()
            );
        }
    }
    for (subject, day) in GO {
        let first = gone.iter().find(|(name, _)| *name == subject);
        match subject {
            // The meetings were before this day.
            "attendance" => assert!(first.is_some_and(|(_, first)| *first <= day), "{gone:?}"),
            _ => assert_eq!(first, Some(&(subject, day)), "{gone:?}"),
        }
    }
    let page = admin.get(&format!("{A}/jobs")).await.ok();
    assert!(page.rows().is_empty(), "jobs are gone: {page:?}");
    admin.get(&format!("{A}/jobs/{}", deleted["id"])).await.refused(404);
    assert_eq!(admin.rows("semester").await, rows, "data stays");

    admin.sync("prodi").await;
    let for_ever = Kept {
        jobs: 0,
        lines: 0,
        log: 0,
        notices: 0,
        attendance: 0,
    };
    let thrown = engine.tidy(&for_ever, after_days(4000)).await.unwrap();
    assert!(thrown.is_empty(), "{thrown:?}");
}

#[tokio::test]
async fn sqlite_file_stops_growing() {
    let server = Server::start(Sqlite).await;
    let admin = server.sign_in().await;
    let mut pages = Vec::new();
    // Each round is one year of work and the year after it.
    for _ in 0..6 {
        for _ in 0..3 {
            admin.sync("kelas").await;
            admin
                .delete(&format!("{A}/kelas/delete_all"), json!({ "name": NAME }))
                .await
                .ok();
        }
        server.engine.tidy(&KEPT, after_days(400)).await.unwrap();
        pages.push(server.engine.store().pages().await.unwrap().unwrap().0);
    }
    let (first, last) = (pages[1], pages[5]);
    assert!(
        last <= first + first / 20,
        "pages of the file after each year: {pages:?}"
    );
}

#[rstest]
#[tokio::test]
async fn one_backup_per_night_and_old_ones_are_deleted(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let engine = &server.engine;
    let folder = tempfile::tempdir().unwrap();
    let nightly = Nightly {
        folder: folder.path().to_owned(),
        at: Time::constant(2, 0, 0, 0),
        days: 2,
    };
    fs::write(folder.path().join("selaras-notes.txt"), "mine").unwrap();
    let jakarta = TimeZone::get("Asia/Jakarta").unwrap();
    let at = |text: &str| text.parse::<Timestamp>().unwrap().to_zoned(jakarta.clone());
    let make = async |text: &str| {
        engine
            .back_up_nightly(&nightly, &at(text), &mut FailedBackups::default())
            .await
            .unwrap()
            .is_some()
    };
    assert!(!make("2026-11-21T18:59:59Z").await, "it is not two o'clock yet");
    assert!(make("2026-11-21T19:00:00Z").await);
    assert!(!make("2026-11-22T01:00:00Z").await, "this night has one");
    for night in ["2026-11-22T19:01:00Z", "2026-11-23T19:01:00Z", "2026-11-24T19:01:00Z"] {
        assert!(make(night).await);
    }
    let mut names: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort_unstable();
    assert_eq!(
        names,
        [
            "selaras-2026-11-23.backup",
            "selaras-2026-11-24.backup",
            "selaras-2026-11-25.backup",
            "selaras-notes.txt"
        ]
    );
}

#[tokio::test]
async fn backup_running_in_another_process_is_no_failure() {
    let server = Server::start(Sqlite).await;
    let folder = tempfile::tempdir().unwrap();
    let nightly = Nightly {
        folder: folder.path().to_owned(),
        at: Time::midnight(),
        days: 2,
    };
    let others = fs::File::create(folder.path().join("selaras-2026-11-21.backup.part")).unwrap();
    others.lock().unwrap();
    let at = "2026-11-21T02:00:00Z"
        .parse::<Timestamp>()
        .unwrap()
        .to_zoned(TimeZone::UTC);
    let mut failed = FailedBackups::default();
    let mut make = async || server.engine.back_up_nightly(&nightly, &at, &mut failed).await.unwrap();
    assert_eq!(make().await, None);
    // The other process was killed.
    drop(others);
    assert!(make().await.is_some_and(|file| file.exists()));
}

#[tokio::test]
async fn unlimited_retention_keeps_all_backups() {
    let server = Server::start(Sqlite).await;
    let folder = tempfile::tempdir().unwrap();
    let old = folder.path().join("selaras-2020-01-01.backup");
    fs::write(&old, "old").unwrap();
    let nightly = Nightly {
        folder: folder.path().to_owned(),
        at: Time::midnight(),
        days: 0,
    };
    let now = Timestamp::now().to_zoned(TimeZone::UTC);
    let made = server
        .engine
        .back_up_nightly(&nightly, &now, &mut FailedBackups::default())
        .await
        .unwrap();
    assert!(made.is_some_and(|file| file.exists()) && old.exists());
}

#[tokio::test]
async fn clock_wrong_at_start_deletes_nothing() {
    let years = std::time::Duration::from_secs(86_400 * 4001);
    let server = Server::with(Sqlite).key_lifetime(years).start().await;
    let admin = server.sign_in().await;
    admin.sync("semester").await;
    let folder = tempfile::tempdir().unwrap();
    let nightly = Nightly {
        folder: folder.path().to_owned(),
        at: Time::midnight(),
        days: 2,
    };
    let house = server.engine.clone();
    server.advance(SignedDuration::from_hours(24 * 4000));
    tokio::spawn(house.keep_house(KEPT, Some(nightly), TimeZone::UTC));
    // Each check ends with the backup of its day.
    let looked = async {
        let is_backup =
            |file: std::io::Result<fs::DirEntry>| file.unwrap().path().extension().is_some_and(|end| end == "backup");
        while !fs::read_dir(folder.path()).unwrap().any(is_backup) {
            admin.get(&format!("{A}/jobs")).await.ok();
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(30), looked)
        .await
        .expect("a check in time");
    assert!(!admin.get(&format!("{A}/jobs")).await.ok().rows().is_empty());
}

#[tokio::test]
async fn missed_backup_is_reported() {
    let server = Server::start(Sqlite).await;
    let admin = server.sign_in().await;
    let nightly = Nightly {
        folder: "/proc/no/such/folder".into(),
        at: Time::midnight(),
        days: 2,
    };
    let now = Timestamp::now().to_zoned(TimeZone::UTC);
    let mut failed = FailedBackups::default();
    server
        .engine
        .back_up_nightly(&nightly, &now, &mut failed)
        .await
        .unwrap_err();
    let log = admin.get(&format!("{A}/react/log")).await.ok();
    let entry = log.rows()[0].clone();
    assert!(
        entry["action"].as_str().unwrap().starts_with("Cadangan database gagal"),
        "{entry}"
    );
    let needs_attention = async || {
        let summary = admin.get(&format!("{A}/summary")).await.ok().body;
        let items = summary["attention"].as_array().unwrap().clone();
        let backup = items.into_iter().find(|item| item["code"] == "backup_failed");
        backup.map(|item| (item["text"].clone(), item["link"].clone()))
    };
    let (text, link) = needs_attention().await.expect("it is among what needs attention");
    assert_eq!(
        (text.as_str(), &link),
        (entry["action"].as_str(), &json!("/log-activity"))
    );

    let folder = tempfile::tempdir().unwrap();
    let nightly = Nightly {
        folder: folder.path().into(),
        ..nightly
    };
    let mut failed = FailedBackups::default();
    server
        .engine
        .back_up_nightly(&nightly, &now, &mut failed)
        .await
        .unwrap();
    assert_eq!(needs_attention().await, None, "until one is made");
}

#[tokio::test]
async fn failed_backup_is_retried_with_growing_pauses() {
    const DAY: usize = 24 * 60;
    let server = Server::start(Sqlite).await;
    let admin = server.sign_in().await;
    let folder = tempfile::tempdir().unwrap();
    let nightly = Nightly {
        folder: folder.path().join("not-there-yet"),
        at: Time::constant(2, 0, 0, 0),
        days: 2,
    };
    let two_o_clock: Timestamp = "2026-11-21T02:00:00Z".parse().unwrap();
    let mut failed = FailedBackups::default();
    let (mut failures, mut made) = (Vec::new(), Vec::new());
    // One check per minute, for more than a day.
    for minute in 0..DAY + 20 {
        if minute == DAY + 5 {
            fs::create_dir(&nightly.folder).unwrap();
        }
        let here = two_o_clock + SignedDuration::from_mins(i64::try_from(minute).unwrap());
        let here = here.to_zoned(TimeZone::UTC);
        match server.engine.back_up_nightly(&nightly, &here, &mut failed).await {
            Ok(Some(_)) => made.push(minute),
            Ok(None) => {}
            Err(_) => failures.push(minute),
        }
    }
    let pauses: Vec<_> = failures.windows(2).map(|two| two[1] - two[0]).collect();
    // Each pause begins when the failure is known, a moment after the check.
    assert_eq!(pauses[..pauses.len() - 1], [11, 21, 41, 81, 161, 321, 361]);
    assert_eq!(failures.last(), Some(&DAY), "the next day's time");
    assert_eq!(made, [DAY + 11], "the next day begins with the first pause");
    let log = admin.get(&format!("{A}/react/log")).await.ok();
    let is_told = |entry: &&serde_json::Value| entry["action"].as_str().unwrap().starts_with("Cadangan database gagal");
    assert_eq!(log.rows().iter().filter(is_told).count(), 2, "once a day");
}

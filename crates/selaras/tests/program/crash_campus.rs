//! The real binary, killed at random moments while it aligns a whole campus: it ends in the same state as an undisturbed
//! one.

use crate::process::Server;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use selaras_campus::{Campus, moodle::Duplicates};
use selaras_tests::database::Database::Sqlite;
use serde_json::{Value, json};
use std::time::Duration;

const A: &str = "/api/v1/api";
/// Minimum number of kills.
const KILLS: usize = 50;
/// Maximum lifetime of a server in milliseconds.
const LIFE: u64 = 250;
/// Students who are renamed at the source before each run except the first.
const RENAMED: usize = 20;

async fn campus() -> Campus {
    let campus = Campus::builder().students(160).start().await.unwrap();
    campus.moodle().faults().slow_down(Duration::from_millis(10));
    campus
}

/// Changes at the source before a run.
fn term(campus: &Campus, round: usize) {
    let university = campus.university();
    for student in 0..if round == 0 { 0 } else { RENAMED } {
        let npk = university.student(student * 7 % 160).npk();
        let name = format!("Nama Ke{round} Baru");
        campus.changes().set("/class/students", &npk, "nama_lengkap", name);
    }
    let dropped = university.student(100 + round).npk();
    campus.changes().remove("/class/students", &dropped);
}

/// All rows of the dashboard without ids and times, which differ between runs.
async fn dashboard(server: &Server) -> Vec<Vec<Value>> {
    let mut kinds = Vec::new();
    for kind in [
        "prodi",
        "matakuliah",
        "kelas",
        "dosen",
        "mahasiswa",
        "mahasiswa_mbkm",
        "mengajar",
    ] {
        let path = format!("{A}/{kind}/get");
        let reply = match kind {
            "mahasiswa" | "mahasiswa_mbkm" | "mengajar" => server.post(&path, json!({})).await,
            _ => server.get(&path).await,
        };
        let mut rows = reply["data"].as_array().unwrap().clone();
        for row in &mut rows {
            for name in ["id", "synced_at", "exported_at", "missing_since"] {
                row.as_object_mut().unwrap().remove(name);
            }
        }
        rows.sort_by_key(ToString::to_string);
        kinds.push(rows);
    }
    kinds
}

#[tokio::test]
async fn campus_run_killed_fifty_times_ends_like_an_undisturbed_one() {
    let seed = rand::random();
    // The moments differ between machines, but a failure names their seed.
    eprintln!("the moments are drawn from {seed}");
    let mut random = StdRng::seed_from_u64(seed);
    let mortal_campus = campus().await;
    let mut mortal = Server::on(&mortal_campus, Sqlite).await;
    let (mut kills, mut rounds) = (0, 0);
    while kills < KILLS {
        term(&mortal_campus, rounds);
        rounds += 1;
        let job = mortal.begin(&format!("{A}/campus/align"), json!({})).await;
        while kills < KILLS {
            let life = Duration::from_millis(random.random_range(0..LIFE));
            if tokio::time::timeout(life, mortal.ended(job)).await.is_ok() {
                break;
            }
            mortal.kill();
            mortal.start();
            kills += 1;
        }
        let ended = mortal.ended(job).await;
        assert_eq!(ended["state"], "done", "{ended}");
    }

    let quiet_campus = campus().await;
    let quiet = Server::on(&quiet_campus, Sqlite).await;
    for round in 0..rounds {
        term(&quiet_campus, round);
        let ended = quiet.post(&format!("{A}/campus/align"), json!({})).await["job"].clone();
        assert_eq!(ended["state"], "done", "{ended}");
    }
    assert_eq!(dashboard(&mortal).await, dashboard(&quiet).await);
    assert_eq!(mortal_campus.moodle().counts(), quiet_campus.moodle().counts());
    assert_eq!(mortal_campus.moodle().duplicates(), Duplicates::default());
}

//! Stopping a job during any wait: cancelled by an administrator, or because its process stops.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, Client, NAME, Server},
};
use rstest::rstest;
use selaras_campus::{moodle, source, zoom};
use serde_json::json;
use std::time::Duration;

/// How long the other systems let a job wait, at least.
const LONG: Duration = Duration::from_secs(600);
/// The job must have stopped within this time. It stops within a second; a busy machine may take longer.
const SOON: Duration = Duration::from_secs(10);

/// What a job waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wait {
    SourcePause,
    SourceSilent,
    SourceDrips,
    MoodlePause,
    MoodleSilent,
    ZoomPause,
    ZoomSilent,
    /// A plan of the whole campus that waits for the source.
    Plan,
    /// A run over the whole campus with a stage that waits for the source.
    Stage,
}

use Wait::{MoodlePause, MoodleSilent, Plan, SourceDrips, SourcePause, SourceSilent, Stage, ZoomPause, ZoomSilent};

const CREATE: &str = "core_course_create_categories";

async fn server(on: Database) -> (Server, Client) {
    let server = Server::with(on).students(60).longest_pause(LONG).start().await;
    let admin = server.sign_in().await;
    (server, admin)
}

/// Starts a job and returns it once it waits.
async fn waiting(server: &Server, admin: &Client, wait: Wait) -> i64 {
    let campus = &server.campus;
    let of_source = |fault| campus.faults().always("/programs", fault);
    let of_moodle = |fault| campus.moodle().faults().next_of(CREATE, usize::MAX, fault);
    let of_zoom = |fault| campus.zoom().next(zoom::Call::Users, 9, fault);
    let retry_after = Some(LONG.as_secs());
    match wait {
        SourcePause => of_source(source::Fault::Status {
            status: 503,
            retry_after,
        }),
        SourceSilent | Plan | Stage => of_source(source::Fault::Held),
        SourceDrips => of_source(source::Fault::Drip),
        MoodlePause => of_moodle(moodle::Fault::Status {
            status: 503,
            retry_after,
        }),
        MoodleSilent => of_moodle(moodle::Fault::WorkThenDelay(LONG)),
        ZoomPause => of_zoom(zoom::Fault::TooMany(retry_after)),
        ZoomSilent => of_zoom(zoom::Fault::Delay(LONG)),
    }
    if matches!(wait, MoodlePause | MoodleSilent) {
        admin.sync("prodi").await;
    }
    let (asks_source, asks_moodle) = (campus.requests("/programs"), campus.moodle().calls(CREATE));
    let asks_zoom = campus.zoom().requests(zoom::Call::Users);
    let (call, body) = match wait {
        SourcePause | SourceSilent | SourceDrips => ("prodi/sync", json!({})),
        MoodlePause | MoodleSilent => ("prodi/export", json!({})),
        ZoomPause | ZoomSilent => (
            "zoom/import",
            json!({ "start_date": "2026-9-1", "end_date": "2026-9-30" }),
        ),
        Plan => ("campus/align", json!({ "dry_run": true })),
        Stage => ("campus/align", json!({})),
    };
    let job = admin.begin(&format!("{A}/{call}"), body).await;
    let waits = || {
        campus.requests("/programs") > asks_source
            || campus.moodle().calls(CREATE) > asks_moodle
            || campus.zoom().requests(zoom::Call::Users) > asks_zoom
    };
    admin.until(job, |_| waits()).await;
    job
}

#[rstest]
#[tokio::test]
async fn cancelling_works_during_any_wait(
    #[values(Sqlite, Postgres)] on: Database,
    #[values(
        SourcePause,
        SourceSilent,
        SourceDrips,
        MoodlePause,
        MoodleSilent,
        ZoomPause,
        ZoomSilent,
        Plan,
        Stage
    )]
    wait: Wait,
) {
    let (server, admin) = server(on).await;
    let job = waiting(&server, &admin, wait).await;
    let cancelled = async {
        admin
            .post(&format!("{A}/jobs/{job}/cancel"), json!({ "name": NAME }))
            .await
            .ok();
        admin.ended(job).await
    };
    let ended = tokio::time::timeout(SOON, cancelled).await.expect("the job stops");
    assert_eq!(ended["state"], "cancelled", "{ended}");
    let stages = ended["stages"].as_array().cloned().unwrap_or_default();
    assert!(stages.iter().all(|stage| stage["state"] != "running"), "{ended}");
    // Work that Moodle did without an answer is found and not repeated.
    if wait == MoodleSilent {
        server.moodle().faults().clear();
        let sent = admin.export("prodi", json!({})).await.ok();
        assert_eq!(sent.job()["state"], "done", "{sent:?}");
        server.on_moodle();
    }
}

#[rstest]
#[tokio::test]
async fn stopping_process_releases_its_jobs_during_any_wait(
    #[values(Sqlite, Postgres)] on: Database,
    #[values(SourcePause, SourceDrips, MoodleSilent, ZoomPause, Plan)] wait: Wait,
) {
    let (server, admin) = server(on).await;
    let job = waiting(&server, &admin, wait).await;
    server.stop();
    let store = server.engine.store();
    let let_go = async {
        while store.take_job("another", &[]).await.unwrap() != Some(job) {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(SOON, let_go).await.expect("the job is released");
}

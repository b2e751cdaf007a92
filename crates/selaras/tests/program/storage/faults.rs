//! Each disk-changing call of a server fails in turn, while an administrator works.

use super::{
    bench::{Bench, STEPS, Step},
    copy::{ChangeState, Copy},
    disk::{Calls, FAULTS, Fault},
    image::Replay,
    lots, numbers,
};
use rand::rngs::StdRng;
use reqwest::StatusCode;
use rstest::rstest;
use selaras_campus::moodle::Duplicates;
use serde_json::json;
use std::fmt::Write;

/// A bench, and the state of its disk.
struct Watched {
    bench: Bench,
    replay: Replay,
    random: StdRng,
}

impl Watched {
    async fn new() -> Self {
        Self {
            bench: Bench::new().await,
            replay: Replay::default(),
            random: lots(),
        }
    }

    /// Does a step and asserts that it is stored.
    async fn does_well(&mut self, step: Step, why: &str) {
        self.bench.prepares(step).await;
        let signed_in = self.keys(step).await;
        let (status, body) = self.bench.does(step).await;
        assert!(status.is_success(), "{why}: then {status}: {body}");
        self.holds(step, signed_in, true, why).await;
    }

    fn catch_up(&mut self) {
        let record = self.bench.disk.record_from(self.replay.at());
        let mut rest = &record[..];
        let begin = self.replay.at();
        while self.replay.step(rest).is_some() {
            rest = &record[self.replay.at() - begin..];
        }
    }

    /// Number of keys before a sign-in.
    async fn keys(&mut self, step: Step) -> i64 {
        if step != Step::SignIn {
            return 0;
        }
        self.catch_up();
        let copy = Copy::sound(self.replay.cut_off(), "before").await;
        copy.number("SELECT COUNT(*) FROM api_key").await
    }

    /// Asserts that after a kill and after two power cuts the database is sound and has the last step: whole if the reply
    /// was a success, never half.
    async fn holds(&mut self, step: Step, signed_in: i64, success: bool, why: &str) {
        self.catch_up();
        let traces = self.bench.traces(step, signed_in);
        for (cut, folder) in self.replay.images(&mut self.random) {
            let why = format!("{why}; {cut}");
            let copy = Copy::sound(folder, &why).await;
            let kept = copy.change_state(&traces).await;
            assert!(
                kept == ChangeState::Whole || !success && kept == ChangeState::Not,
                "{why}: {kept:?}"
            );
            let jobs = copy.number("SELECT COUNT(*) FROM job").await;
            assert!(
                jobs <= self.bench.orders,
                "{why}: {jobs} jobs of {} orders",
                self.bench.orders
            );
            // A list has one complete upload.
            let pieces = "SELECT COUNT(*) FROM source_upload u WHERE ended_at IS NOT NULL AND bytes <> \
                          (SELECT SUM(LENGTH(content)) FROM source_upload_piece p WHERE p.upload_id = u.id)";
            assert_eq!(copy.number(pieces).await, 0, "{why}");
        }
        assert_eq!(self.bench.campus.moodle().duplicates(), Duplicates::default(), "{why}");
    }

    /// Does a step in which one call fails, and asserts all promises. Returns whether the step reached that call.
    async fn fails(&mut self, step: Step, fault: Fault, calls: Calls, number: u64) -> bool {
        let mut why = format!("{step:?} with {fault:?} at call {number}");
        self.bench.prepares(step).await;
        let signed_in = self.keys(step).await;
        self.bench.disk.fail(fault, calls, number);
        let (status, body) = self.bench.does(step).await;
        let hit = self.bench.disk.mend();
        if let Some(call) = &hit {
            write!(why, ", a {call}").unwrap();
        }
        write!(why, ", answered with {status}: {body}").unwrap();
        let told = body["message"].as_str().is_some_and(|message| !message.is_empty());
        assert!(status.is_success() || status.is_server_error() && told, "{why}");
        let is_full = matches!(fault, Fault::NoSpace | Fault::Torn);
        if is_full && !status.is_success() && hit.as_deref().is_some_and(|call| call.starts_with("write of /selaras")) {
            assert_eq!(body["code"], "disk_full", "{why}");
        }
        self.bench.rests(&why).await;
        self.holds(step, signed_in, status.is_success(), &why).await;
        self.does_well(step, &why).await;
        hit.is_some()
    }
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn failed_call_neither_loses_nor_halves_answered_changes(
    #[values(Step::SignUp, Step::SignIn, Step::Form, Step::Upload, Step::Sync, Step::Export)] step: Step,
) {
    let mut watched = Watched::new().await;
    watched.does_well(step, "at first").await;
    for (fault, calls) in FAULTS {
        watched.bench.prepares(step).await;
        watched.bench.disk.count(calls);
        let (status, body) = watched.bench.does(step).await;
        assert!(status.is_success(), "{status}: {body}");
        let counted = watched.bench.disk.counted();
        assert!(counted > 0, "{step:?} writes nothing");
        let mut failed = 0;
        for number in numbers(counted, &mut watched.random) {
            if !watched.fails(step, fault, calls, number).await {
                break;
            }
            failed += 1;
        }
        eprintln!("{step:?}: {failed} of about {counted} calls failed with {fault:?}");
    }
    // The next process finds everything and continues.
    watched.bench.server.kill();
    watched.bench.server.start();
    watched.does_well(step, "after a start").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_step_reports_full_disk_and_continues_with_space() {
    let mut watched = Watched::new().await;
    for step in STEPS {
        watched.does_well(step, "at first").await;
        watched.bench.prepares(step).await;
        let signed_in = watched.keys(step).await;
        watched.bench.disk.fill();
        let mut kept = false;
        // SQLite may still write to space that it has allocated. In the past, two refusals made it lose all that followed.
        for _ in 0..4 {
            let (status, body) = watched.bench.does(step).await;
            kept = status.is_success();
            if kept {
                break;
            }
            let told = (status, &body["code"]);
            assert_eq!(
                told,
                (StatusCode::INSUFFICIENT_STORAGE, &json!("disk_full")),
                "{step:?}: {body}"
            );
        }
        watched.bench.disk.make_room();
        watched.bench.rests("with room").await;
        watched.holds(step, signed_in, kept, "with room").await;
        watched.does_well(step, "with room").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn lying_sync_loses_only_the_last_changes() {
    let mut watched = Watched::new().await;
    watched.does_well(Step::Form, "at first").await;
    watched.bench.prepares(Step::Form).await;
    watched.bench.disk.fail(Fault::Lost, Calls::SYNC, 1);
    let (status, body) = watched.bench.does(Step::Form).await;
    let hit = watched.bench.disk.mend();
    assert_eq!(hit.as_deref(), Some("sync of /selaras.sqlite-wal"));
    assert!(status.is_success(), "{status}: {body}");
    watched.catch_up();
    let copy = Copy::sound(watched.replay.cut_off(), "after a sync that lied").await;
    // Nothing above the disk can help. This also shows that these tests would detect a missing sync.
    assert_eq!(
        copy.change_state(&watched.bench.traces(Step::Form, 0)).await,
        ChangeState::Not
    );
    // The next sync stores it together with later changes.
    let lost = watched.bench.traces(Step::Form, 0);
    watched.does_well(Step::Form, "after a sync that lied").await;
    let copy = Copy::sound(watched.replay.cut_off(), "after the next sync").await;
    assert_eq!(copy.change_state(&lost).await, ChangeState::Whole);
}

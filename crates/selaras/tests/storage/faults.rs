//! Each call by which a server changes the disk fails, in turn, while an administrator works.

use crate::{
    bench::{Bench, Step},
    copy::{Copy, Kept},
    disk::{Calls, Fault},
    image::Replay,
    lots, numbers,
};
use rand::rngs::StdRng;
use rstest::rstest;
use selaras_campus::moodle::Duplicates;
use std::fmt::Write;
use tempfile::TempDir;

/// A bench, and what its disk holds.
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

    /// Does a step, and asserts that it is kept.
    async fn does_well(&mut self, step: Step, why: &str) {
        self.bench.prepares(step).await;
        let signed_in = self.keys().await;
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

    /// How many keys are there.
    async fn keys(&mut self) -> i64 {
        self.catch_up();
        let folder = TempDir::new().unwrap();
        self.replay.write_now(folder.path());
        Copy::sound(folder, "before")
            .await
            .number("SELECT COUNT(*) FROM api_key")
            .await
    }

    /// Asserts of the database after a kill, and after two power cuts, that it is sound and has the last step: whole if it was answered
    /// with success, and not half in any case.
    async fn holds(&mut self, step: Step, signed_in: i64, success: bool, why: &str) {
        self.catch_up();
        let traces = self.bench.traces(step, signed_in);
        for cut in ["killed", "cut off", "cut off, torn"] {
            let why = format!("{why}; {cut}");
            let folder = TempDir::new().unwrap();
            match cut {
                "killed" => self.replay.write_now(folder.path()),
                "cut off" => self.replay.write_kept(folder.path()),
                _ => self.replay.write_torn(folder.path(), &mut self.random),
            }
            let copy = Copy::sound(folder, &why).await;
            let kept = copy.kept(&traces).await;
            assert!(kept == Kept::Whole || !success && kept == Kept::Not, "{why}: {kept:?}");
            let jobs = copy.number("SELECT COUNT(*) FROM job").await;
            assert!(
                jobs <= self.bench.orders,
                "{why}: {jobs} jobs of {} orders",
                self.bench.orders
            );
            // A list has one file, all of it.
            let pieces = "SELECT COUNT(*) FROM source_upload u WHERE ended_at IS NOT NULL AND bytes <> \
                          (SELECT SUM(LENGTH(content)) FROM source_upload_piece p WHERE p.upload_id = u.id)";
            assert_eq!(copy.number(pieces).await, 0, "{why}");
        }
        assert_eq!(self.bench.campus.moodle().duplicates(), Duplicates::default(), "{why}");
    }

    /// Does a step in which one call fails, and asserts all that is promised. Says whether the step came to that call.
    async fn fails(&mut self, step: Step, fault: Fault, calls: Calls, number: u64) -> bool {
        let mut why = format!("{step:?} with {fault:?} at call {number}");
        self.bench.prepares(step).await;
        let signed_in = self.keys().await;
        self.bench.disk.fail(fault, calls, number);
        let (status, body) = self.bench.does(step).await;
        let hit = self.bench.disk.mend();
        if let Some(call) = &hit {
            write!(why, ", a {call}").unwrap();
        }
        write!(why, ", answered with {status}: {body}").unwrap();
        let told = body["message"].as_str().is_some_and(|message| !message.is_empty());
        assert!(status.is_success() || status.is_server_error() && told, "{why}");
        self.bench.rests(&why).await;
        self.holds(step, signed_in, status.is_success(), &why).await;
        self.does_well(step, &why).await;
        hit.is_some()
    }
}

/// The kinds of faults, and which calls they befall.
const FAULTS: [(Fault, Calls); 4] = [
    (Fault::Error, Calls::ALL),
    (Fault::NoSpace, Calls::GROWING),
    (Fault::Short, Calls::WRITE),
    (Fault::Torn, Calls::WRITE),
];

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_fails_loses_and_halves_nothing_that_was_answered(
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
    // The process that comes next finds it all, and goes on.
    watched.bench.server.kill();
    watched.bench.server.start();
    watched.does_well(step, "after a start").await;
}

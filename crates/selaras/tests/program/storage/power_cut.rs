//! Cuts the power at random syncs of a day's work.

use super::{
    A,
    bench::{self, Bench, Step},
    copy::{ChangeState, Copy},
    image::Replay,
    is_whole, lots, settings,
};
use crate::process::Server;
use rand::{RngExt, rngs::StdRng, seq::IteratorRandom};
use reqwest::Method;
use selaras_campus::{Campus, moodle::Duplicates};
use selaras_tests::database::Fresh;
use serde_json::json;
use tempfile::TempDir;

/// Steps of an administrator in a day; in a whole run, over some days.
const STEPS: usize = 60;
const STEPS_OF_DAYS: usize = 600;
/// Steps between restarts or kills of the server.
const RESTART: usize = 20;
/// Number of power cuts.
const CUTS: usize = 200;

/// A step of the day, and its offsets in the record.
struct Done {
    step: Step,
    /// Queries that count its rows, each once.
    traces: Vec<String>,
    asked_at: usize,
    answered_at: usize,
}

/// A day of an administrator. Returns its steps, and the length of the record at each order.
async fn day(bench: &mut Bench, random: &mut StdRng) -> (Vec<Done>, Vec<usize>) {
    let (mut done, mut orders) = (Vec::new(), Vec::new());
    let mut signed_in = 1;
    for number in 1..=if is_whole() { STEPS_OF_DAYS } else { STEPS } {
        if number % RESTART == 0 {
            match random.random() {
                true => assert!(bench.server.terminate().success()),
                false => bench.server.kill(),
            }
            bench.server.start();
        }
        let step = bench::STEPS.into_iter().choose(random).unwrap();
        // Exports need synced rows.
        if step == Step::Export {
            orders.push(bench.disk.recorded_bytes());
        }
        bench.prepares(step).await;
        let asked_at = bench.disk.recorded_bytes();
        if let Step::Sync | Step::Export = step {
            orders.push(asked_at);
        }
        let (status, body) = bench.does(step).await;
        let answered_at = bench.disk.recorded_bytes();
        assert!(status.is_success(), "{step:?}: {status}: {body}");
        let mut traces = bench.traces(step, signed_in);
        signed_in += i64::from(step == Step::SignIn);
        if let Some(job) = body["job"]["id"].as_i64() {
            traces.push(format!("SELECT COUNT(*) FROM job WHERE id = {job} AND state = 'done'"));
        }
        done.push(Done {
            step,
            traces,
            asked_at,
            answered_at,
        });
    }
    (done, orders)
}

/// Asserts that a disk has every step answered before this offset of the record, and no half steps.
async fn assert_kept(folder: TempDir, place: usize, day: &[Done], orders: &[usize], why: &str) {
    let copy = Copy::sound(folder, why).await;
    for done in day.iter().take_while(|done| done.asked_at <= place) {
        let kept = copy.change_state(&done.traces).await;
        let answered = done.answered_at <= place;
        // A job's rows and its end are several transactions.
        let may_be_half = !answered && matches!(done.step, Step::Sync | Step::Export);
        let Done { step, traces, .. } = done;
        assert!(
            kept == ChangeState::Whole || !answered && kept == ChangeState::Not || may_be_half,
            "{why}: {kept:?} of {step:?}: {traces:?}"
        );
    }
    let given = orders.iter().filter(|given| **given <= place).count();
    let jobs = copy.number("SELECT COUNT(*) FROM job").await;
    assert!(
        jobs <= i64::try_from(given).unwrap(),
        "{why}: {jobs} jobs of {given} orders"
    );
}

/// Starts a server on a disk's content and asserts that it continues: jobs end, and nothing is doubled on the platform.
async fn assert_goes_on(disk: &Replay, campus: &Campus, why: &str) {
    let folder = disk.cut_off();
    let url = format!("sqlite:{}", folder.path().join("selaras.sqlite").display());
    let server = Server::started_with(settings(), campus, Fresh::at(url)).await;
    for path in ["dosen/sync", "dosen/export"] {
        let (status, body) = server.call(Method::POST, &format!("{A}/{path}"), json!({})).await;
        assert!(status.is_success(), "{why}: {path}: {status}: {body}");
    }
    assert_eq!(campus.moodle().duplicates(), Duplicates::default(), "{why}");
}

#[tokio::test(flavor = "multi_thread")]
async fn power_cut_loses_no_answered_change() {
    let mut random = lots();
    let mut bench = Bench::new().await;
    let begun = bench.disk.recorded_bytes();
    let (done, orders) = day(&mut bench, &mut random).await;
    let record = bench.disk.record_from(0);

    let mut syncs = 0;
    let mut replay = Replay::default();
    while let Some(is_sync) = Replay::is_at_sync(&record[replay.at()..]) {
        syncs += usize::from(is_sync && replay.at() >= begun);
        replay.step(&record[replay.at()..]);
    }
    let mut cuts = (0..syncs).sample(&mut random, CUTS);
    cuts.sort_unstable();
    eprintln!(
        "{syncs} syncs in {} steps, {} bytes; the power is cut at {}",
        done.len(),
        record.len(),
        cuts.len()
    );

    let starts = cuts
        .iter()
        .copied()
        .sample(&mut random, if is_whole() { 20 } else { 2 });
    let (mut replay, mut sync) = (Replay::default(), 0);
    while let Some(is_sync) = Replay::is_at_sync(&record[replay.at()..]) {
        let counts = is_sync && replay.at() >= begun;
        let (is_cut, before): (bool, bool) = (counts && cuts.contains(&sync), random.random());
        if !is_cut || !before {
            replay.step(&record[replay.at()..]);
        }
        if is_cut {
            // Before a sync, some of its data may be stored already.
            let why = format!(
                "cut {} sync {sync}, at byte {}",
                if before { "before" } else { "after" },
                replay.at()
            );
            let folder = match before {
                true => replay.torn(&mut random),
                false => replay.cut_off(),
            };
            if starts.contains(&sync) {
                assert_goes_on(&replay, &bench.campus, &why).await;
            }
            assert_kept(folder, replay.at(), &done, &orders, &why).await;
        }
        if is_cut && before {
            replay.step(&record[replay.at()..]);
        }
        sync += usize::from(counts);
    }
}

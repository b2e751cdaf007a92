//! Failing storage, with the real binary: each disk-changing call fails in turn, the power is cut, the disk is full
//! (decision 43). What was answered with success is stored, other changes are never half done, and work continues when there
//! is space again.
//!
//! `disk.c` intercepts the binary's calls. A plain run lets random calls fail; `FAULTS=all` takes each in turn (`make
//! faults`). `FAULTS_SEED` repeats the random choices of an earlier run.
mod bench;
mod copy;
mod disk;
mod faults;
mod files;
mod image;
mod power_cut;
mod small_disk;

use rand::{SeedableRng, rngs::StdRng, seq::IteratorRandom};
use selaras_campus::Campus;
use std::{env, ops::RangeFrom};

/// The prefix of most calls.
const A: &str = "/api/v1/api";

/// Failing calls per step and kind of fault in a plain run.
const SAMPLE: usize = 2;

fn is_whole() -> bool {
    env::var("FAULTS").is_ok_and(|faults| faults == "all")
}

/// A random generator. Its seed is printed, so that a failure can be repeated.
fn lots() -> StdRng {
    let seed = env::var("FAULTS_SEED").map_or_else(|_| rand::random(), |seed| seed.parse().unwrap());
    eprintln!("FAULTS_SEED={seed}");
    StdRng::seed_from_u64(seed)
}

/// The numbers of the calls that fail in a step: in a whole run each, until the step ends without reaching it; else a
/// sample.
fn numbers(counted: u64, random: &mut StdRng) -> Box<dyn Iterator<Item = u64>> {
    if is_whole() {
        return Box::new(RangeFrom { start: 1 });
    }
    let mut some = (1..=counted).sample(random, SAMPLE);
    some.sort_unstable();
    Box::new(some.into_iter())
}

async fn campus() -> Campus {
    Campus::builder().students(40).start().await.unwrap()
}

/// Additional settings of the server in these tests.
fn settings() -> Vec<(&'static str, String)> {
    vec![
        ("SELARAS_AUTH__LOGINS_PER_MINUTE", "1000000".to_owned()),
        ("SELARAS_AUTH__SIGNUP", "open".to_owned()),
    ]
}

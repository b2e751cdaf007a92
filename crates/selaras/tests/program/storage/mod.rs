//! Storage that fails, by the real binary: each call that changes the disk fails in turn, the power is cut, the disk is full
//! (decision 43). What was answered with success is kept, what was not is not half there, and all goes on when there is
//! room again.
//!
//! `disk.c` stands between the binary and the disk. A plain run takes some calls by lot; `FAULTS=all` takes each in turn
//! (`make faults`). `FAULTS_SEED` draws the lots of an earlier run again.
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

/// Calls that fail of each step and kind of fault, in a plain run.
const SAMPLE: usize = 2;

fn is_whole() -> bool {
    env::var("FAULTS").is_ok_and(|faults| faults == "all")
}

/// Lots, which a failure names so that they can be drawn again.
fn lots() -> StdRng {
    let seed = env::var("FAULTS_SEED").map_or_else(|_| rand::random(), |seed| seed.parse().unwrap());
    eprintln!("FAULTS_SEED={seed}");
    StdRng::seed_from_u64(seed)
}

/// Which calls of a step are to fail: in a whole run each, until the step has ended without coming to it; else some of so many.
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

/// What the server of these tests is started with beside the usual.
fn settings() -> Vec<(&'static str, String)> {
    vec![
        ("SELARAS_AUTH__LOGINS_PER_MINUTE", "1000000".to_owned()),
        ("SELARAS_AUTH__SIGNUP", "open".to_owned()),
    ]
}

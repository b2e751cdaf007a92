//! The governor against simulated Moodles with a simulated clock.

use super::*;
use proptest::prelude::*;

/// A simulated Moodle with this many cores. A call waits for a core, and everything slows down while calls wait.
struct Arithmetic {
    cores: usize,
    row: f64,
    call: f64,
    crowded: f64,
}

/// The result of a run.
struct RunResult {
    rows_per_second: f64,
    limits: Vec<usize>,
}

impl Arithmetic {
    const fn of(cores: usize) -> Self {
        Self {
            cores,
            row: 0.0089,
            call: 0.032,
            crowded: 1.15,
        }
    }

    /// Sends this many calls, as many at once as the governor allows.
    fn run(&self, governor: &mut Governor, calls: usize) -> RunResult {
        const ROWS: usize = 166;
        let mut free = vec![0.0_f64; self.cores];
        // Of each call in progress: its end, its beginning, whether the limit was filled, and the limit's generation.
        let mut under_way: Vec<(f64, f64, bool, u64)> = Vec::new();
        let (mut now, mut limits) = (0.0_f64, Vec::new());
        for _ in 0..calls {
            while under_way.len() >= governor.limit() {
                self.end_one(governor, &mut under_way, &mut now, ROWS);
            }
            let core = (0..self.cores).min_by(|a, b| free[*a].total_cmp(&free[*b])).unwrap();
            let price = self.call + self.row * ROWS as f64;
            let price = if under_way.len() + 1 > self.cores {
                price * self.crowded
            } else {
                price
            };
            let end = now.max(free[core]) + price;
            free[core] = end;
            let full = under_way.len() + 1 >= governor.limit();
            under_way.push((end, now, full, governor.generation()));
            limits.push(governor.limit());
        }
        while !under_way.is_empty() {
            self.end_one(governor, &mut under_way, &mut now, ROWS);
        }
        RunResult {
            rows_per_second: (calls * ROWS) as f64 / now,
            limits,
        }
    }

    fn end_one(&self, governor: &mut Governor, under_way: &mut Vec<(f64, f64, bool, u64)>, now: &mut f64, rows: usize) {
        let next = (0..under_way.len())
            .min_by(|a, b| under_way[*a].0.total_cmp(&under_way[*b].0))
            .unwrap();
        let present = under_way.len();
        let (end, began, full, generation) = under_way.remove(next);
        *now = end;
        governor.learn(&Sample {
            function: "core_user_create_users",
            rows,
            took: Duration::from_secs_f64(end - began),
            full: full && present >= governor.limit(),
            generation,
            result: CallResult::Done,
        });
    }
}

fn sample(governor: &Governor, seconds: f64, result: CallResult) -> Sample {
    Sample {
        function: "core_user_create_users",
        rows: 100,
        took: Duration::from_secs_f64(seconds),
        full: true,
        generation: governor.generation(),
        result,
    }
}

#[test]
fn limit_settles_at_the_number_of_cores() {
    for cores in [2, 3, 4, 6, 8] {
        let mut governor = Governor::new(16);
        let went = Arithmetic::of(cores).run(&mut governor, 1000);
        let later = &went.limits[500..];
        let at = later.iter().filter(|limit| **limit == cores).count();
        assert!(
            at * 10 >= later.len() * 9,
            "{cores} cores: {at} of {} calls",
            later.len()
        );
        assert!(
            later.iter().all(|limit| limit.abs_diff(cores) <= 1),
            "{cores} cores: {later:?}"
        );
    }
}

#[test]
fn probing_costs_little_with_two_cores() {
    let best = 2.0 * 166.0 / (0.032 + 0.0089 * 166.0);
    for calls in [30, 150, 1000] {
        let went = Arithmetic::of(2).run(&mut Governor::new(8), calls);
        assert!(
            went.rows_per_second > best / 1.06,
            "{calls} calls: {} of {best}",
            went.rows_per_second
        );
    }
}

#[test]
fn limit_begins_with_two_and_stays_in_bounds() {
    assert_eq!(Governor::new(8).limit(), 2);
    assert_eq!(Governor::new(1).limit(), 1);
    let mut alone = Governor::new(1);
    assert!(
        Arithmetic::of(8)
            .run(&mut alone, 300)
            .limits
            .iter()
            .all(|limit| *limit == 1)
    );
    let mut three = Governor::new(3);
    assert_eq!(Arithmetic::of(8).run(&mut three, 300).limits.last(), Some(&3));
}

#[test]
fn limit_falls_when_moodle_slows_down_and_rises_again() {
    let mut governor = Governor::new(8);
    let strong = Arithmetic::of(8);
    strong.run(&mut governor, 600);
    assert_eq!(governor.limit(), 8);
    let weak = Arithmetic {
        row: strong.row * 4.0,
        ..Arithmetic::of(2)
    };
    let went = weak.run(&mut governor, 400);
    assert!(governor.limit() <= 3, "{:?}", went.limits);
    strong.run(&mut governor, 1000);
    assert_eq!(governor.limit(), 8);
}

#[test]
fn struggling_call_halves_the_limit_once_per_generation() {
    let mut governor = Governor::new(8);
    Arithmetic::of(8).run(&mut governor, 600);
    assert_eq!(governor.limit(), 8);
    let together: Vec<Sample> = (0..8).map(|_| sample(&governor, 1.0, CallResult::Struggled)).collect();
    together.iter().for_each(|sample| governor.learn(sample));
    assert_eq!(governor.limit(), 4);
    governor.learn(&sample(&governor, 1.0, CallResult::Struggled));
    assert_eq!(governor.limit(), 2);
}

#[test]
fn three_slow_calls_in_a_row_lower_the_limit() {
    let mut governor = Governor::new(2);
    for _ in 0..10 {
        governor.learn(&sample(&governor, 1.0, CallResult::Done));
    }
    for seconds in [9.0, 1.0, 9.0, 9.0, 1.0] {
        governor.learn(&sample(&governor, seconds, CallResult::Done));
        assert_eq!(governor.limit(), 2);
    }
    for _ in 0..3 {
        governor.learn(&sample(&governor, 9.0, CallResult::Done));
    }
    assert_eq!(governor.limit(), 1);
}

#[test]
fn interrupted_probe_is_ended_and_repeated() {
    let mut governor = Governor::new(8);
    while governor.limit() == 2 {
        governor.learn(&sample(&governor, 1.0, CallResult::Done));
    }
    let other = |governor: &Governor| Sample {
        function: "enrol_manual_enrol_users",
        ..sample(governor, 5.0, CallResult::Done)
    };
    for _ in 0..4 {
        assert_eq!(governor.limit(), 3);
        governor.learn(&other(&governor));
    }
    assert_eq!(governor.limit(), 2);
    for _ in 0..8 {
        governor.learn(&other(&governor));
    }
    assert_eq!(governor.limit(), 3, "from the usual time of the other calls");
}

#[test]
fn refusal_does_not_change_the_limit() {
    let mut governor = Governor::new(8);
    for at in 0..500 {
        governor.learn(&sample(&governor, 0.01 * f64::from(at), CallResult::Refused));
    }
    assert_eq!((governor.limit(), governor.generation()), (2, 0));
}

proptest! {
    #[test]
    fn limit_stays_between_one_and_the_maximum(
        most in 1_usize..12,
        calls in prop::collection::vec((0_u8..10, 0.001_f64..30.0, any::<bool>(), 1_usize..500), 0..400),
    ) {
        let mut governor = Governor::new(most);
        for (how, seconds, full, rows) in calls {
            let result = match how {
                0 => CallResult::Struggled,
                1 => CallResult::Refused,
                _ => CallResult::Done,
            };
            governor.learn(&Sample { rows, full, ..sample(&governor, seconds, result) });
            prop_assert!((1..=most).contains(&governor.limit()));
        }
    }
}

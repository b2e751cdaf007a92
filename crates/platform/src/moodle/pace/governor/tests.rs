//! The limit against Moodles of arithmetic, whose time is counted and never waited for.

use super::*;
use proptest::prelude::*;

/// A Moodle with so many cores: a call waits for a core, and everything slows down while calls wait.
struct Arithmetic {
    cores: usize,
    row: f64,
    call: f64,
    crowded: f64,
}

/// How a run went.
struct Went {
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

    /// Sends so many calls, as many at once as the governor allows, each as soon as there is a place.
    fn run(&self, governor: &mut Governor, calls: usize) -> Went {
        const ROWS: usize = 166;
        let mut free = vec![0.0_f64; self.cores];
        // The end and beginning of each call under way, whether the house was full, and the limit's number.
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
        Went {
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
            ended: Ended::Done,
        });
    }
}

fn sample(governor: &Governor, seconds: f64, ended: Ended) -> Sample {
    Sample {
        function: "core_user_create_users",
        rows: 100,
        took: Duration::from_secs_f64(seconds),
        full: true,
        generation: governor.generation(),
        ended,
    }
}

#[test]
fn the_limit_settles_at_the_cores_that_moodle_has() {
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
fn finding_out_costs_little_on_a_moodle_of_two_cores() {
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
fn the_limit_never_leaves_its_bounds_and_begins_with_two() {
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
fn a_moodle_that_slows_down_is_asked_less_and_more_again_when_it_recovers() {
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
fn a_call_that_struggles_halves_the_limit_and_those_that_began_with_it_do_not_again() {
    let mut governor = Governor::new(8);
    Arithmetic::of(8).run(&mut governor, 600);
    assert_eq!(governor.limit(), 8);
    let together: Vec<Sample> = (0..8).map(|_| sample(&governor, 1.0, Ended::Struggled)).collect();
    together.iter().for_each(|sample| governor.learn(sample));
    assert_eq!(governor.limit(), 4);
    governor.learn(&sample(&governor, 1.0, Ended::Struggled));
    assert_eq!(governor.limit(), 2);
}

#[test]
fn one_slow_call_is_an_accident_and_three_on_end_are_not() {
    let mut governor = Governor::new(2);
    for _ in 0..10 {
        governor.learn(&sample(&governor, 1.0, Ended::Done));
    }
    for seconds in [9.0, 1.0, 9.0, 9.0, 1.0] {
        governor.learn(&sample(&governor, seconds, Ended::Done));
        assert_eq!(governor.limit(), 2);
    }
    for _ in 0..3 {
        governor.learn(&sample(&governor, 9.0, Ended::Done));
    }
    assert_eq!(governor.limit(), 1);
}

#[test]
fn a_try_that_the_job_leaves_for_other_calls_is_ended_and_made_again() {
    let mut governor = Governor::new(8);
    while governor.limit() == 2 {
        governor.learn(&sample(&governor, 1.0, Ended::Done));
    }
    let other = |governor: &Governor| Sample {
        function: "enrol_manual_enrol_users",
        ..sample(governor, 5.0, Ended::Done)
    };
    for _ in 0..4 {
        assert_eq!(governor.limit(), 3);
        governor.learn(&other(&governor));
    }
    assert_eq!(governor.limit(), 2);
    for _ in 0..8 {
        governor.learn(&other(&governor));
    }
    assert_eq!(governor.limit(), 3, "by what is usual of the other calls");
}

#[test]
fn a_refusal_teaches_nothing() {
    let mut governor = Governor::new(8);
    for at in 0..500 {
        governor.learn(&sample(&governor, 0.01 * f64::from(at), Ended::Refused));
    }
    assert_eq!((governor.limit(), governor.generation()), (2, 0));
}

proptest! {
    #[test]
    fn whatever_happens_the_limit_stays_between_one_and_the_most(
        most in 1_usize..12,
        calls in prop::collection::vec((0_u8..10, 0.001_f64..30.0, any::<bool>(), 1_usize..500), 0..400),
    ) {
        let mut governor = Governor::new(most);
        for (how, seconds, full, rows) in calls {
            let ended = match how {
                0 => Ended::Struggled,
                1 => Ended::Refused,
                _ => Ended::Done,
            };
            governor.learn(&Sample { rows, full, ..sample(&governor, seconds, ended) });
            prop_assert!((1..=most).contains(&governor.limit()));
        }
    }
}

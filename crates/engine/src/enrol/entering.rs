//! Enrolling. A person who changed classes within a course changes the group and nothing else.

use super::place::{self, Others, Place, in_batches, membership_of, named, unanswered};
use crate::{
    Plan, PlanRow, Result, Run, Verb,
    driver::{self, RowResult, Sending},
    plan::add_sample,
    sentences::{parts, rows_of},
};
use selaras_kinds::{Kind, MembershipOf, object::Membership};
use selaras_platform::{GroupChange, Need};
use selaras_reasons::Reason;
use selaras_store::{
    Selection,
    enrol::{Beside, Placed, Waiting},
    jobs::{Counts, Line, Outcome},
    rows::Enrolment,
};
use std::{marker::PhantomData, sync::Arc};

/// Above this number of people, a first enrolment warns of the platform's welcome messages.
const MANY: i64 = 500;

/// Enrols the people of a kind.
struct Entering<K> {
    of: MembershipOf,
    kind: PhantomData<fn() -> K>,
}

/// What to do with one enrolment.
pub(super) enum Step {
    /// Puts the person into the course and the group, and out of the groups of the enrolments left behind.
    Enrol(Place, Membership, Vec<Place>),
    /// Moves the person between groups: an enrolment that the source no longer lists keeps them in the course.
    Move(Place, Membership, Vec<Place>),
    /// Cannot be done.
    Refuse(Place, Reason),
}

/// Enrols. Returns the outcome as one sentence.
pub(super) async fn run<K: Kind>(run: Arc<Run>) -> Result<Reason> {
    driver::run(entering::<K>()?, run).await
}

/// Plans an enrol.
pub(super) async fn plan<K: Kind>(run: Arc<Run>) -> Result<Plan> {
    let entering = entering::<K>()?;
    let mut plan = driver::plan(&entering, &run).await?;
    let enrolled = |selection: Selection| {
        let run = Arc::clone(&run);
        async move { run.store.count_places::<K>(&selection, Waiting::Enrolled).await }
    };
    plan.counts.unchanged = enrolled(run.order.selection.clone()).await?;
    let people = match plan.counts.create > MANY && enrolled(Selection::default()).await? == 0 {
        false => 0,
        true => {
            run.store
                .count_people_of_places::<K>(&entering.of, &run.order.selection, Waiting::ToEnrol)
                .await?
        }
    };
    if people > MANY {
        plan.notes.push(Reason::FirstEnrolment {
            rows: people.unsigned_abs(),
            platform: run.platform.name().to_owned(),
        });
    }
    Ok(plan)
}

fn entering<K: Kind>() -> Result<Entering<K>> {
    Ok(Entering {
        of: membership_of::<K>()?,
        kind: PhantomData,
    })
}

fn decide(run: &Run, place: Place, others: &Others) -> Step {
    let membership = match &place.at {
        Err(reason) => {
            let reason = reason.clone();
            return Step::Refuse(place, reason);
        }
        Ok(membership) => membership.clone(),
    };
    if place.missing {
        let source = run.source.name().to_owned();
        let reason = Reason::NotInClassAnyMore { source };
        return Step::Refuse(place, reason);
    }
    let behind: Vec<_> = others.beside(&place).cloned().collect();
    match behind.iter().any(|other| other.state == Enrolment::Sudah) {
        true => Step::Move(place, membership, behind),
        false => Step::Enrol(place, membership, behind),
    }
}

impl<K: Kind> Sending for Entering<K> {
    type Row = K;
    type Step = Step;
    type Record = Vec<Placed>;
    type Last = i64;

    async fn count(&self, run: &Run) -> Result<i64> {
        place::count::<K>(run, Waiting::ToEnrol).await
    }

    fn needs(&self) -> Vec<Need> {
        vec![Need::Enrolling]
    }

    async fn next(&self, run: &Run, after: Option<i64>) -> Result<Option<(i64, Vec<Step>)>> {
        let Some((last, places)) = place::next::<K>(run, &self.of, Waiting::ToEnrol, after).await? else {
            return Ok(None);
        };
        let others = place::others::<K>(run, &self.of, &places, Beside::LeftBehind).await?;
        let steps = places.into_iter().map(|place| decide(run, place, &others));
        Ok(Some((last, steps.collect())))
    }

    fn batches(&self, run: &Run, steps: Vec<Step>) -> Vec<Vec<Step>> {
        in_batches(run, steps)
    }

    async fn send(&self, run: &Run, batch: Vec<Step>) -> Result<Vec<RowResult<Vec<Placed>>>> {
        let (mut results, mut moves, mut enrolments) = (Vec::with_capacity(batch.len()), Vec::new(), Vec::new());
        for step in batch {
            match step {
                Step::Refuse(place, reason) => results.push(failed(place, reason)),
                Step::Move(place, membership, behind) => moves.push((place, membership, behind)),
                Step::Enrol(place, membership, behind) => enrolments.push((place, membership, behind)),
            }
        }
        let changed = regroup(run, &moves, true).await?;
        for ((place, membership, behind), changed) in moves.into_iter().zip(changed) {
            match changed {
                Ok(()) => results.push(entered(place, Outcome::Moved, &behind, None)),
                // They were taken out of the course by hand, so they are enrolled from the start.
                Err(_) => enrolments.push((place, membership, behind)),
            }
        }
        if enrolments.is_empty() {
            return Ok(results);
        }
        let memberships: Vec<_> = enrolments.iter().map(|(_, membership, _)| membership.clone()).collect();
        let results = run.platform.enrol(&memberships).await?;
        let (mut enrolled, mut results) = (Vec::with_capacity(enrolments.len()), results.into_iter());
        for enrolment in enrolments {
            match results.next() {
                Some(Ok(())) => enrolled.push(enrolment),
                Some(Err(refusal)) => results.push(failed(enrolment.0, refusal.reason)),
                None => results.push(failed(enrolment.0, unanswered(run))),
            }
        }
        let left = regroup(run, &enrolled, false).await?;
        for ((place, _, behind), left) in enrolled.into_iter().zip(left) {
            results.push(match left {
                Ok(()) => entered(place, Outcome::Enrolled, &behind, None),
                // They are in the course; only leaving the old group failed.
                Err(reason) => entered(place, Outcome::Enrolled, &[], Some(reason)),
            });
        }
        Ok(results)
    }

    async fn record(&self, run: &Run, records: Vec<Vec<Placed>>, lines: &[Line], counts: &Counts) -> Result<()> {
        place::record::<K>(run, records, lines, counts).await
    }

    async fn untried(&self, run: &Run, reason: &Reason) -> Result<()> {
        place::untried::<K>(run, Waiting::ToEnrol, reason).await
    }

    fn sentence(&self, run: &Run, counts: &Counts) -> Reason {
        let of = |outcome| rows_of(counts, outcome);
        let (rows, moved, failed) = (of(Outcome::Enrolled), of(Outcome::Moved), of(Outcome::Failed));
        let done = (rows.max(moved).max(failed), Reason::RowsDone { rows });
        let kind = K::LABEL.to_owned();
        let parts = parts(
            [
                done,
                (moved, Reason::RowsMoved { rows: moved }),
                (failed, Reason::PlacesNotDone { rows: failed }),
            ],
            Reason::NothingToDo,
        );
        // Kinds that are no objects on the platform are exported by enrolling.
        match run.order.verb {
            Verb::Export => Reason::Exported { kind, parts },
            _ => Reason::Enrolled { kind, parts },
        }
    }

    fn show(&self, plan: &mut Plan, step: Step) {
        let shown = |place: Place| PlanRow::of_named(place.named);
        match step {
            Step::Enrol(place, membership, _) => {
                plan.digest.add([place.id, named(&membership)]);
                plan.counts.create += 1;
                add_sample(plan.sample(), &mut plan.rows.create, || shown(place));
            }
            Step::Move(place, membership, _) => {
                plan.digest.add([place.id, named(&membership).wrapping_add(1)]);
                plan.counts.moved += 1;
                add_sample(plan.sample(), &mut plan.rows.moved, || shown(place));
            }
            Step::Refuse(place, reason) => plan.refuse(shown(place), reason),
        }
    }
}

/// Takes people out of the groups of the enrolments that they left behind, and if `joining`, into the new group too.
async fn regroup(
    run: &Run,
    places: &[(Place, Membership, Vec<Place>)],
    joining: bool,
) -> Result<Vec<std::result::Result<(), Reason>>> {
    let (mut changes, mut of) = (Vec::new(), Vec::new());
    for (at, (_, membership, behind)) in places.iter().enumerate() {
        let Membership {
            user, course, group, ..
        } = *membership;
        let mut to = group.filter(|_| joining);
        let groups = behind.iter().filter_map(|place| place.at.as_ref().ok()?.group);
        for from in groups.filter(|from| Some(*from) != group) {
            changes.push(GroupChange {
                user,
                course,
                from: Some(from),
                to: to.take(),
            });
            of.push(at);
        }
        if let Some(to) = to {
            changes.push(GroupChange {
                user,
                course,
                from: None,
                to: Some(to),
            });
            of.push(at);
        }
    }
    let mut results = vec![Ok(()); places.len()];
    if !changes.is_empty() {
        let answers = run.platform.change_groups(&changes).await?;
        for (at, answer) in of.into_iter().zip(answers) {
            if let Err(refusal) = answer {
                results[at] = Err(refusal.reason);
            }
        }
    }
    Ok(results)
}

/// Marks the enrolment as done, and the enrolments left behind as not enrolled.
fn entered(place: Place, outcome: Outcome, behind: &[Place], reason: Option<Reason>) -> RowResult<Vec<Placed>> {
    let became = |id: i64, enrolment: Enrolment| Placed {
        id,
        enrolment: Some(enrolment),
        reason: None,
    };
    let behind = behind.iter().map(|place| became(place.id, Enrolment::Belum));
    RowResult {
        record: std::iter::once(became(place.id, Enrolment::Sudah))
            .chain(behind)
            .collect(),
        named: place.named,
        outcome,
        reason,
    }
}

fn failed(place: Place, reason: Reason) -> RowResult<Vec<Placed>> {
    let placed = Placed {
        id: place.id,
        // A suspended enrolment stays suspended.
        enrolment: (place.state != Enrolment::Ditangguhkan).then_some(Enrolment::Gagal),
        reason: Some(reason.clone()),
    };
    RowResult {
        record: vec![placed],
        named: place.named,
        outcome: Outcome::Failed,
        reason: Some(reason),
    }
}

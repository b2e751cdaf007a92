//! Enrolling. A person who changed classes within a course changes the group and nothing else.

use super::enrolment::{self, Enrolment, Others, in_batches, membership_of, named, unanswered};
use crate::{
    Plan, PlanRow, Result, Run, Verb,
    driver::{self, RowResult, Sending},
    plan::{Obstacle, add_sample},
    sentences::{parts, rows_of},
};
use selaras_kinds::{Kind, MembershipOf, object::Membership};
use selaras_platform::{GroupChange, Need};
use selaras_reasons::Reason;
use selaras_store::{
    Selection,
    enrol::{Beside, EnrolmentResult, LastEnrolment, Waiting},
    jobs::{Counts, Line, Outcome},
    rows::EnrolmentState,
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
    Enrol(Enrolment, Membership, Vec<Enrolment>),
    /// Moves the person between groups: an enrolment that the source no longer lists keeps them in the course.
    Move(Enrolment, Membership, Vec<Enrolment>),
    /// Cannot be done.
    Refuse(Enrolment, Obstacle),
}

impl Step {
    const fn enrolment(&self) -> &Enrolment {
        match self {
            Self::Enrol(enrolment, ..) | Self::Move(enrolment, ..) | Self::Refuse(enrolment, _) => enrolment,
        }
    }
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
        async move { run.store.count_enrolments::<K>(&selection, Waiting::Enrolled).await }
    };
    plan.counts.unchanged = enrolled(run.order.selection.clone()).await?;
    let people = match plan.counts.create > MANY && enrolled(Selection::default()).await? == 0 {
        false => 0,
        true => {
            run.store
                .count_people_of_enrolments::<K>(&entering.of, &run.order.selection, Waiting::ToEnrol)
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

fn decide(run: &Run, enrolment: Enrolment, others: &Others) -> Step {
    let membership = match &enrolment.at {
        Err(obstacle) => {
            let obstacle = obstacle.clone();
            return Step::Refuse(enrolment, obstacle);
        }
        Ok(membership) => membership.clone(),
    };
    if enrolment.missing {
        let source = run.source.name().to_owned();
        let reason = Reason::NotInClassAnyMore { source };
        return Step::Refuse(enrolment, reason.into());
    }
    if let Some(reason) = enrolment.without_role.clone() {
        return Step::Refuse(enrolment, reason.into());
    }
    let behind: Vec<_> = others.beside(&enrolment).cloned().collect();
    let keeps_in = |other: &Enrolment| other.state == EnrolmentState::Sudah && other.has_role_of(&enrolment);
    match behind.iter().any(keeps_in) {
        true => Step::Move(enrolment, membership, behind),
        false => Step::Enrol(enrolment, membership, behind),
    }
}

impl<K: Kind> Sending for Entering<K> {
    type Row = K;
    type Step = Step;
    type Record = Vec<EnrolmentResult>;
    type Last = LastEnrolment;

    async fn count(&self, run: &Run) -> Result<i64> {
        enrolment::count::<K>(run, Waiting::ToEnrol).await
    }

    fn needs(&self) -> Vec<Need> {
        vec![Need::Enrolling]
    }

    async fn next(&self, run: &Run, after: Option<LastEnrolment>) -> Result<Option<(LastEnrolment, Vec<Step>)>> {
        let Some((last, enrolments)) = enrolment::next::<K>(run, &self.of, Waiting::ToEnrol, after).await? else {
            return Ok(None);
        };
        let others = enrolment::others::<K>(run, &self.of, &enrolments, Beside::LeftBehind).await?;
        let steps = enrolments.into_iter().map(|enrolment| decide(run, enrolment, &others));
        Ok(Some((last, steps.collect())))
    }

    fn batches(&self, run: &Run, steps: Vec<Step>) -> Vec<Vec<Step>> {
        in_batches(run, steps, Step::enrolment)
    }

    async fn send(&self, run: &Run, batch: Vec<Step>) -> Result<Vec<RowResult<Vec<EnrolmentResult>>>> {
        let (mut results, mut moves, mut enrolments) = (Vec::with_capacity(batch.len()), Vec::new(), Vec::new());
        for step in batch {
            match step {
                Step::Refuse(enrolment, obstacle) => results.push(failed(enrolment, obstacle.reason)),
                Step::Move(enrolment, membership, behind) => moves.push((enrolment, membership, behind)),
                Step::Enrol(enrolment, membership, behind) => enrolments.push((enrolment, membership, behind)),
            }
        }
        let changed = regroup(run, &moves, true).await?;
        for ((enrolment, membership, behind), changed) in moves.into_iter().zip(changed) {
            match changed {
                Ok(()) => results.push(entered(enrolment, Outcome::Moved, &behind, None)),
                // They were taken out of the course by hand, so they are enrolled from the start.
                Err(_) => enrolments.push((enrolment, membership, behind)),
            }
        }
        if enrolments.is_empty() {
            return Ok(results);
        }
        let memberships: Vec<_> = enrolments.iter().map(|(_, membership, _)| membership.clone()).collect();
        let mut answers = run.platform.enrol(&memberships).await?.into_iter();
        let mut enrolled = Vec::with_capacity(enrolments.len());
        for enrolment in enrolments {
            match answers.next() {
                Some(Ok(())) => enrolled.push(enrolment),
                Some(Err(refusal)) => results.push(failed(enrolment.0, refusal.reason)),
                None => results.push(failed(enrolment.0, unanswered(run))),
            }
        }
        let left = regroup(run, &enrolled, false).await?;
        for ((enrolment, _, behind), left) in enrolled.into_iter().zip(left) {
            results.push(match left {
                Ok(()) => entered(enrolment, Outcome::Enrolled, &behind, None),
                // They are in the course; only leaving the old group failed.
                Err(reason) => entered(enrolment, Outcome::Enrolled, &[], Some(reason)),
            });
        }
        Ok(results)
    }

    async fn record(
        &self,
        run: &Run,
        records: Vec<Vec<EnrolmentResult>>,
        lines: &[Line],
        counts: &Counts,
    ) -> Result<()> {
        enrolment::record::<K>(run, records, lines, counts).await
    }

    async fn untried(&self, run: &Run, reason: &Reason) -> Result<()> {
        enrolment::untried::<K>(run, Waiting::ToEnrol, reason).await
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
                (failed, Reason::EnrolmentsNotDone { rows: failed }),
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
        let shown = |enrolment: Enrolment| PlanRow::of_named(enrolment.named);
        match step {
            Step::Enrol(enrolment, membership, _) => {
                plan.digest.add([enrolment.id, named(&membership)]);
                plan.counts.create += 1;
                add_sample(plan.sample(), &mut plan.rows.create, || shown(enrolment));
            }
            Step::Move(enrolment, membership, _) => {
                plan.digest.add([enrolment.id, named(&membership).wrapping_add(1)]);
                plan.counts.moved += 1;
                add_sample(plan.sample(), &mut plan.rows.moved, || shown(enrolment));
            }
            Step::Refuse(enrolment, obstacle) => plan.refuse(shown(enrolment), obstacle),
        }
    }
}

/// Takes people out of the groups of the enrolments that they left behind, and if `joining`, into the new group too.
async fn regroup(
    run: &Run,
    enrolments: &[(Enrolment, Membership, Vec<Enrolment>)],
    joining: bool,
) -> Result<Vec<std::result::Result<(), Reason>>> {
    let (mut changes, mut of) = (Vec::new(), Vec::new());
    for (at, (_, membership, behind)) in enrolments.iter().enumerate() {
        let Membership {
            user, course, group, ..
        } = *membership;
        let mut to = group.filter(|_| joining);
        let groups = behind.iter().filter_map(|enrolment| enrolment.at.as_ref().ok()?.group);
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
    let mut results = vec![Ok(()); enrolments.len()];
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
fn entered(
    enrolment: Enrolment,
    outcome: Outcome,
    behind: &[Enrolment],
    reason: Option<Reason>,
) -> RowResult<Vec<EnrolmentResult>> {
    let became = |id: i64, state: EnrolmentState| EnrolmentResult {
        id,
        state: Some(state),
        reason: None,
    };
    let behind = behind
        .iter()
        .map(|enrolment| became(enrolment.id, EnrolmentState::Belum));
    RowResult {
        record: std::iter::once(became(enrolment.id, EnrolmentState::Sudah))
            .chain(behind)
            .collect(),
        named: enrolment.named,
        outcome,
        reason,
    }
}

fn failed(enrolment: Enrolment, reason: Reason) -> RowResult<Vec<EnrolmentResult>> {
    let failed = EnrolmentResult {
        id: enrolment.id,
        // A suspended enrolment stays suspended.
        state: (enrolment.state != EnrolmentState::Ditangguhkan).then_some(EnrolmentState::Gagal),
        reason: Some(reason.clone()),
    };
    RowResult {
        record: vec![failed],
        named: enrolment.named,
        outcome: Outcome::Failed,
        reason: Some(reason),
    }
}

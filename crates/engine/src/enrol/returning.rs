//! Undoes an unenrol. Enrolments that it suspended become active; enrolments that it removed are created again, suspended if
//! they were suspended before. Each line says whether the grades came back.

use super::enrolment::{self, Enrolment, in_batches, membership_of, still_open};
use crate::{
    Plan, PlanRow, Result, Run,
    driver::{self, RowResult, Sending},
    plan::add_sample,
    sentences::{parts, rows_of},
};
use selaras_kinds::{Kind, MembershipOf, object::Membership};
use selaras_platform::{Departure, Grades, Need, PersonInCourse};
use selaras_reasons::Reason;
use selaras_store::{
    enrol::{EnrolmentResult, LastEnrolment, Waiting},
    jobs::{Counts, Line, Outcome},
    rows::EnrolmentState,
};
use std::{marker::PhantomData, sync::Arc};

/// Brings back the people who left in a job.
struct Return<K> {
    of: MembershipOf,
    /// The job in which they left.
    job: i64,
    kind: PhantomData<fn() -> K>,
}

/// Brings back the people who left in the job `of`. Returns the outcome as one sentence.
pub(crate) async fn run<K: Kind>(run: Arc<Run>, of: i64) -> Result<Reason> {
    let returning = Return::<K> {
        of: membership_of::<K>()?,
        job: of,
        kind: PhantomData,
    };
    driver::run(returning, run).await
}

/// The number of enrolments that left in the job `of` and are unchanged since.
pub(crate) async fn count<K: Kind>(run: &Run, of: i64) -> Result<i64> {
    enrolment::count::<K>(run, Waiting::LeftIn(of)).await
}

impl<K: Kind> Sending for Return<K> {
    type Row = K;
    type Step = Enrolment;
    type Record = Vec<EnrolmentResult>;
    type Last = LastEnrolment;

    async fn count(&self, run: &Run) -> Result<i64> {
        enrolment::count::<K>(run, Waiting::LeftIn(self.job)).await
    }

    fn needs(&self) -> Vec<Need> {
        vec![Need::Enrolling]
    }

    async fn next(&self, run: &Run, after: Option<LastEnrolment>) -> Result<Option<(LastEnrolment, Vec<Enrolment>)>> {
        enrolment::next::<K>(run, &self.of, Waiting::LeftIn(self.job), after).await
    }

    fn batches(&self, run: &Run, steps: Vec<Enrolment>) -> Vec<Vec<Enrolment>> {
        in_batches(run, steps, |enrolment| enrolment)
    }

    async fn send(&self, run: &Run, batch: Vec<Enrolment>) -> Result<Vec<RowResult<Vec<EnrolmentResult>>>> {
        let mut results = Vec::with_capacity(batch.len());
        let (mut suspended, mut removed) = (Vec::new(), Vec::new());
        for enrolment in batch {
            match enrolment.at.clone() {
                Ok(_) if let Some(reason) = enrolment.without_role.clone() => {
                    results.push(back(enrolment, Err(reason)))
                }
                Err(obstacle) => results.push(back(enrolment, Err(obstacle.reason))),
                Ok(membership) if enrolment.state == EnrolmentState::Ditangguhkan => {
                    suspended.push((enrolment, membership))
                }
                Ok(membership) => removed.push((enrolment, membership)),
            }
        }
        if !suspended.is_empty() {
            let memberships: Vec<_> = suspended.iter().map(|(_, membership)| membership.clone()).collect();
            let answers = run.platform.reactivate(&memberships).await?;
            for ((enrolment, _), result) in suspended.into_iter().zip(answers) {
                let result = result.map(|()| (Outcome::Reactivated, EnrolmentState::Sudah, None));
                results.push(back(enrolment, result.map_err(|refusal| refusal.reason)));
            }
        }
        if !removed.is_empty() {
            results.extend(enrol_again::<K>(run, (self.job, &self.of), removed).await?);
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
        enrolment::untried::<K>(run, Waiting::LeftIn(self.job), reason).await
    }

    fn sentence(&self, _: &Run, counts: &Counts) -> Reason {
        let of = |outcome| rows_of(counts, outcome);
        let (active, enrolled) = (of(Outcome::Reactivated), of(Outcome::Enrolled));
        let (suspended, open, failed) = (of(Outcome::Suspended), of(Outcome::StillOpen), of(Outcome::Failed));
        Reason::BroughtBack {
            kind: K::LABEL.to_owned(),
            parts: parts(
                [
                    (active, Reason::RowsReactivated { rows: active }),
                    (enrolled, Reason::RowsEnrolledAgain { rows: enrolled }),
                    (suspended, Reason::RowsSuspended { rows: suspended }),
                    (open, Reason::RowsStillOpen { rows: open }),
                    (failed, Reason::EnrolmentsNotDone { rows: failed }),
                ],
                Reason::NothingToBringBack,
            ),
        }
    }

    fn show(&self, plan: &mut Plan, enrolment: Enrolment) {
        plan.counts.update += 1;
        add_sample(plan.sample(), &mut plan.rows.update, || {
            PlanRow::of_named(enrolment.named)
        });
    }
}

/// Creates removed enrolments again, and asks the platform whether their grades are back.
async fn enrol_again<K: Kind>(
    run: &Run,
    (job, of): (i64, &MembershipOf),
    removed: Vec<(Enrolment, Membership)>,
) -> Result<Vec<RowResult<Vec<EnrolmentResult>>>> {
    let memberships: Vec<_> = removed.iter().map(|(_, membership)| membership.clone()).collect();
    let results = run.platform.enrol(&memberships).await?;
    // The lines of the job that removed them say what was lost.
    let people: Vec<_> = memberships
        .iter()
        .map(|membership| PersonInCourse {
            user: membership.user,
            course: membership.course,
        })
        .collect();
    let grades = run.platform.grades(&people).await?;
    let hashes: Vec<_> = removed.iter().map(|(enrolment, _)| enrolment.named.row.hash).collect();
    let suspended = run.store.suspended_before::<K>(job, &hashes).await?;
    let was_suspended = |enrolment: &Enrolment| suspended.contains(&enrolment.named.row.hash);
    let closed: Vec<_> = removed
        .iter()
        .zip(&results)
        .filter(|((enrolment, _), result)| result.is_ok() && was_suspended(enrolment))
        .map(|((_, membership), _)| membership.clone())
        .collect();
    let mut closed = match closed.is_empty() {
        true => Vec::new(),
        false => run.platform.suspend(&closed, &run.shape().await?.roles_of(of)).await?,
    }
    .into_iter();
    Ok(removed
        .into_iter()
        .zip(results)
        .zip(grades)
        .map(|(((enrolment, _), result), grades)| {
            let platform = run.platform.name().to_owned();
            let reason = match grades {
                Grades::Some(_) => Reason::GradesThere,
                Grades::None => Reason::GradesNotThere { platform },
                Grades::MayNotSee | Grades::Unknown => Reason::GradesNotSeen { platform },
            };
            let closed = match result.is_ok() && was_suspended(&enrolment) {
                true => closed.next(),
                false => None,
            };
            let result = match (result, closed) {
                (Err(refusal), _) | (Ok(()), Some(Err(refusal))) => Err(refusal.reason),
                (Ok(()), Some(Ok(Departure::StillOpen(by)))) => {
                    Ok((Outcome::StillOpen, EnrolmentState::Sudah, Some(still_open(run, by))))
                }
                (Ok(()), Some(Ok(_))) => Ok((Outcome::Suspended, EnrolmentState::Ditangguhkan, Some(reason))),
                (Ok(()), None) => Ok((Outcome::Enrolled, EnrolmentState::Sudah, Some(reason))),
            };
            back(enrolment, result)
        })
        .collect())
}

/// The result of one enrolment: outcome, new state and reason.
type Back = std::result::Result<(Outcome, EnrolmentState, Option<Reason>), Reason>;

fn back(enrolment: Enrolment, result: Back) -> RowResult<Vec<EnrolmentResult>> {
    let (outcome, state, failure, reason) = match result {
        Ok((outcome, state, reason)) => (outcome, Some(state), None, reason),
        Err(reason) => (Outcome::Failed, None, Some(reason.clone()), Some(reason)),
    };
    RowResult {
        record: vec![EnrolmentResult {
            id: enrolment.id,
            state,
            reason: failure,
        }],
        named: enrolment.named,
        outcome,
        reason,
    }
}

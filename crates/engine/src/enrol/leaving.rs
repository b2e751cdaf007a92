//! Unenrolling: enrolments are suspended or removed. A person who keeps another enrolment in the course stays in it.

use super::enrolment::{self, Elsewhere, Enrolment, Others, in_batches, membership_of, named, unanswered};
use crate::{
    Plan, PlanRow, Result, Run, delete,
    driver::{self, RowResult, Sending},
    impact::{Counted, Impact},
    plan::{AtStake, Obstacle, add_sample},
    sentences::{parts, rows_of},
    undecided_numbers::Undecided,
};
use selaras_kinds::{
    Kind, MembershipOf, PROGRAM, has_program,
    object::{Leaving, Membership, PlatformId},
};
use selaras_platform::{
    Departure, Grades, GroupChange, LastAccess, MemberState, Need, OpenBy, PersonInCourse, PlatformError, Refusal,
};
use selaras_reasons::Reason;
use selaras_store::{
    Selection,
    enrol::{Beside, EnrolmentResult, LastEnrolment, Waiting},
    jobs::{Counts, Line, Outcome, Warning},
    rows::EnrolmentState,
};
use std::{
    collections::{HashMap, HashSet},
    marker::PhantomData,
    sync::Arc,
};

/// Most people to ask for grades one by one. Beyond it, all people are assumed to have grades.
const MOST_ASKED: i64 = 1000;

/// Unenrols the people of a kind.
struct Leave<K> {
    of: MembershipOf,
    leaving: Leaving,
    /// True if the platform is asked for grades.
    asks_grades: bool,
    /// Enrolments that may lose grades.
    may_lose: Arc<HashSet<i64>>,
    /// People who stay until it is decided whether their number changed.
    undecided: Undecided,
    kind: PhantomData<fn() -> K>,
}

/// What to do with one enrolment.
struct Step {
    enrolment: Enrolment,
    way: Way,
}

enum Way {
    /// The course is closed to the person; all their data stays.
    Suspend(Membership),
    /// The enrolment is removed, together with its grades.
    Remove(Membership, HasGrades),
    /// The person leaves the group only: another enrolment keeps them in the course.
    LeaveGroup(Membership),
    /// The person moves to the group of another enrolment in the course.
    Move(Membership, Box<Enrolment>),
    /// There is nothing to leave: the enrolment failed because the person or the class never was on the platform, or the other
    /// list of students keeps the person in the class.
    Nothing,
    /// Cannot be done.
    Refuse(Obstacle),
}

/// True if there are grades; `None` if unknown.
type HasGrades = Option<bool>;

/// Unenrols. Returns the outcome as one sentence.
pub(super) async fn run<K: Kind>(run: Arc<Run>) -> Result<Reason> {
    let leave = Leave {
        may_lose: may_lose::<K>(&run).await?,
        ..leave::<K>(&run).await?
    };
    let sentence = driver::run(leave, Arc::clone(&run)).await?;
    let lost = run.store.grades_lost(run.job()?, K::NAME).await?;
    if lost > 0 {
        let warning = Warning {
            text: Reason::GradesWereLost {
                rows: lost.unsigned_abs(),
            },
            mend: Some(recovering(&run)),
        };
        run.store.warn(run.job()?, &[warning]).await?;
    }
    if !run.order.remove {
        return Ok(sentence);
    }
    let deleted = delete_rows::<K>(&run).await?;
    Ok(Reason::ThenDeleted {
        first: Box::new(sentence),
        rows: deleted.unsigned_abs(),
    })
}

/// The enrolments that may lose grades: those that the confirmed plan reported. A retry may run days later. Then the
/// number of people who have grades or lost some must not exceed the typed number.
async fn may_lose<K: Kind>(run: &Arc<Run>) -> Result<Arc<HashSet<i64>>> {
    if let Some(graded) = &run.graded {
        return Ok(Arc::clone(graded));
    }
    let typed = run.typed_people();
    if typed == 0 || run.order.leaving != Leaving::Unenrol {
        return Ok(Arc::default());
    }
    let graded = plan::<K>(Arc::clone(run)).await?.graded;
    let of = membership_of::<K>()?;
    let mut people = run.store.people_who_lost_grades::<K>(&of, run.job()?).await?;
    people.extend(graded.values().cloned());
    Ok(match people.len() <= typed {
        true => Arc::new(graded.into_keys().collect()),
        false => Arc::default(),
    })
}

fn recovering(run: &Run) -> Reason {
    Reason::GradesRecovered {
        platform: run.platform.name().to_owned(),
    }
}

/// Deletes the rows of the people who left from the dashboard. A row stays if leaving failed.
async fn delete_rows<K: Kind>(run: &Run) -> Result<i64> {
    let mut deleted = 0;
    for state in [EnrolmentState::Belum, EnrolmentState::Ditangguhkan] {
        let mut gone = run.order.selection.clone();
        gone.missing = Some(true);
        gone.equals.push(("enroll".to_owned(), state.as_str().to_owned()));
        deleted += delete::rows::<K>(run, &gone).await?;
    }
    run.set_total(0).await?;
    Ok(deleted)
}

/// Plans an unenrol.
pub(super) async fn plan<K: Kind>(run: Arc<Run>) -> Result<Plan> {
    let run = run.in_session(&[]).await?;
    let leave = leave::<K>(&run).await?;
    let (of, which) = (leave.of, leave.which());
    let mut leaves = HashSet::new();
    let mut programs: HashMap<String, i64> = HashMap::new();
    let mut graded = HashMap::new();
    let mut plan = Plan {
        leaving: Some(leave.leaving),
        ..run.empty_plan()
    };
    driver::each(&leave, &run, |step| {
        let Step { enrolment, way } = &step;
        if matches!(way, Way::Suspend(_) | Way::Remove(..) | Way::LeaveGroup(_)) {
            leaves.insert(enrolment.person.clone());
            *programs.entry(enrolment.program.clone()).or_default() += 1;
        }
        if matches!(way, Way::Remove(_, grades) if *grades != Some(false)) {
            graded.insert(enrolment.id, enrolment.person.clone());
        }
        leave.show(&mut plan, step);
    })
    .await?;
    plan.people = Some(leaves.len() as i64);
    let everybody = Selection::default();
    plan.counts.unchanged = run
        .store
        .count_enrolments::<K>(&run.order.selection, Waiting::ToEnrol)
        .await?;
    for (touched, of, what) in [
        (
            plan.counts.leaving,
            run.store.count_enrolments::<K>(&everybody, which).await?,
            Counted::Rows,
        ),
        (
            leaves.len() as i64,
            run.store
                .count_people_of_enrolments::<K>(&of, &everybody, which)
                .await?,
            Counted::People,
        ),
    ] {
        plan.impacts.push(Impact {
            touched,
            of,
            what,
            does: Reason::TakesOut,
            program: None,
        });
    }
    if has_program::<K>() && programs.values().any(|rows| run.guard.is_much(*rows)) {
        let of = run.store.count_enrolments_by::<K>(PROGRAM, which).await?;
        let asked = run
            .guard
            .impact_on_one_program(&run.store, programs, &of, Reason::TakesOut)
            .await?;
        plan.impacts.extend(asked);
    }
    if run.order.remove {
        add_deletions::<K>(&run, &mut plan).await?;
    }
    if leave.leaving == Leaving::Unenrol {
        let people = graded.values().collect::<HashSet<_>>().len();
        add_losses(&run, &mut plan, people as i64, leave.asks_grades);
        plan.graded = graded;
        add_last_access(&run, &mut plan).await?;
    }
    Ok(plan)
}

/// Reports the rows that are deleted afterwards; they include enrolments that never were on the platform.
async fn add_deletions<K: Kind>(run: &Run, plan: &mut Plan) -> Result<()> {
    let mut gone = run.order.selection.clone();
    gone.missing = Some(true);
    let rows = delete::count::<K>(run, &gone).await?;
    plan.digest.add([0, rows]);
    plan.notes.push(Reason::RowsThenDeleted {
        rows: rows.unsigned_abs(),
    });
    plan.impacts.push(Impact {
        touched: rows,
        of: delete::count::<K>(run, &Selection::default()).await?,
        what: Counted::Rows,
        does: Reason::Deletes,
        program: None,
    });
    Ok(())
}

fn add_losses(run: &Run, plan: &mut Plan, with_grades: i64, asked: bool) {
    plan.people_with_grades = with_grades;
    if with_grades == 0 {
        return;
    }
    // The guard asks about the loss itself.
    plan.notes.push(recovering(run));
    if !asked {
        plan.notes.push(Reason::GradesNotAsked {
            most: MOST_ASKED.unsigned_abs(),
        });
    } else if plan
        .rows
        .leaving
        .iter()
        .any(|row| row.at_stake.as_ref().is_some_and(|stake| stake.has_grades.is_none()))
    {
        plan.notes.push(Reason::GradesUnseen {
            platform: run.platform.name().to_owned(),
        });
    }
}

/// Most people shown with their last access.
const SHOWN: usize = 500;

/// Adds the last access to the course to the first rows of the plan. It is shown only; nothing depends on it.
async fn add_last_access(run: &Run, plan: &mut Plan) -> Result<()> {
    let mut courses: HashMap<PlatformId, HashMap<PlatformId, LastAccess>> = HashMap::new();
    let shown = plan.rows.leaving.iter_mut().take(SHOWN);
    for stake in shown.filter_map(|row| row.at_stake.as_mut()) {
        let Some(Membership { course, user, .. }) = stake.membership else {
            continue;
        };
        if let std::collections::hash_map::Entry::Vacant(entry) = courses.entry(course) {
            let people = run.platform.enrolled(course).await?.unwrap_or_default();
            entry.insert(
                people
                    .into_iter()
                    .map(|person| (person.user, person.last_access))
                    .collect(),
            );
        }
        stake.last_access = match courses[&course].get(&user) {
            Some(LastAccess::At(second)) => jiff::Timestamp::from_second(*second).ok().map(|at| at.to_string()),
            Some(LastAccess::Never | LastAccess::Unknown) | None => None,
        };
    }
    Ok(())
}

async fn leave<K: Kind>(run: &Run) -> Result<Leave<K>> {
    let leaving = run.order.leaving;
    let of = membership_of::<K>()?;
    Ok(Leave {
        of,
        leaving,
        undecided: Undecided::of(&run.store, of.person_kind).await?,
        asks_grades: leaving == Leaving::Unenrol && enrolment::count::<K>(run, waits(leaving)).await? <= MOST_ASKED,
        may_lose: Arc::default(),
        kind: PhantomData,
    })
}

const fn waits(leaving: Leaving) -> Waiting {
    match leaving {
        Leaving::Suspend => Waiting::ToSuspend,
        Leaving::Unenrol => Waiting::ToRemove,
    }
}

impl<K: Kind> Leave<K> {
    const fn which(&self) -> Waiting {
        waits(self.leaving)
    }

    /// Decides on an enrolment; the person may have others in the course. `ordered` are the enrolments that the action
    /// covers, and `chosen` those of them that it has not done yet.
    fn decide(
        &self,
        enrolment: Enrolment,
        (others, elsewhere): (&Others, &Elsewhere),
        chosen: &HashSet<i64>,
        ordered: &HashSet<i64>,
    ) -> Step {
        let membership = match &enrolment.at {
            _ if enrolment.never_sent => {
                return Step {
                    enrolment,
                    way: Way::Nothing,
                };
            }
            Ok(membership) => membership.clone(),
            Err(obstacle) if obstacle.waits_for_export() && enrolment.state == EnrolmentState::Gagal => {
                return Step {
                    enrolment,
                    way: Way::Nothing,
                };
            }
            Err(obstacle) => {
                let way = Way::Refuse(obstacle.clone());
                return Step { enrolment, way };
            }
        };
        let by_other_list = elsewhere.get(&person_in(&membership));
        if by_other_list.is_some_and(|groups| groups.contains(&membership.group)) {
            return Step {
                enrolment,
                way: Way::Nothing,
            };
        }
        let enrolled = enrolment.state == EnrolmentState::Sudah;
        let is_chosen = |other: &&Enrolment| chosen.contains(&other.id);
        let stays = others
            .beside(&enrolment)
            .filter(|other| !is_chosen(other))
            .any(|other| other.state == EnrolmentState::Sudah)
            || by_other_list.is_some();
        // People only move to another class if the source no longer lists this enrolment. Otherwise people who were taken
        // out of a class by hand would return to it. They do not move to a class that this action covers or that is
        // suspended: the course is closed to them by it.
        let next = others
            .beside(&enrolment)
            .filter(|other| !ordered.contains(&other.id) && enrolment.missing && !other.missing)
            .find(|other| matches!(other.state, EnrolmentState::Belum | EnrolmentState::Gagal));
        let kept_for = others
            .beside(&enrolment)
            .any(|other| !is_chosen(&other) && other.state == EnrolmentState::Ditangguhkan);
        let leaves_later = others
            .beside(&enrolment)
            .any(|other| is_chosen(&other) && other.id > enrolment.id);
        // The group stays theirs if another enrolment is in it too: the source tells the two apart by the class's id only.
        let needs_group = others
            .beside(&enrolment)
            .filter(|other| !other.missing && !is_chosen(other))
            .any(|other| other.at.as_ref().is_ok_and(|at| at.group == membership.group));
        let out_of_group = Membership {
            group: membership.group.filter(|_| !needs_group),
            ..membership.clone()
        };
        let way = match (stays, next) {
            (true, _) => Way::LeaveGroup(out_of_group),
            (false, Some(next)) if enrolled && next.has_role_of(&enrolment) => {
                Way::Move(out_of_group, Box::new(next.clone()))
            }
            (false, Some(_)) => Way::LeaveGroup(out_of_group),
            (false, None) => match self.leaving {
                Leaving::Suspend => Way::Suspend(membership),
                // Another enrolment of theirs is suspended in this course: removing this one would delete its grades.
                Leaving::Unenrol if kept_for && enrolled => Way::Suspend(membership),
                Leaving::Unenrol if kept_for || leaves_later => Way::LeaveGroup(membership),
                Leaving::Unenrol => Way::Remove(membership, None),
            },
        };
        Step { enrolment, way }
    }

    /// Why an enrolment that the source no longer lists stays nevertheless.
    fn stays(&self, enrolment: &Enrolment, others: &Others) -> Option<Reason> {
        match enrolment.missing && !enrolment.never_sent {
            true => self
                .undecided
                .leaving(&enrolment.person)
                .or_else(|| unplaced(enrolment, others)),
            false => None,
        }
    }

    /// The step as it may be done now: an enrolment with unconfirmed grades is not removed.
    fn allowed(&self, run: &Run, step: Step) -> Step {
        match step.way {
            Way::Remove(_, Some(true) | None) if !run.is_rehearsal() && !self.may_lose.contains(&step.enrolment.id) => {
                Step {
                    way: Way::Refuse(Reason::GradesSinceAgreed.into()),
                    ..step
                }
            }
            _ => step,
        }
    }

    async fn ask_for_grades(&self, run: &Run, steps: &mut [Step]) -> Result<()> {
        if !self.asks_grades {
            return Ok(());
        }
        let mut removed: Vec<_> = steps
            .iter_mut()
            .filter_map(|step| match &mut step.way {
                Way::Remove(membership, grades) => Some((membership, grades)),
                _ => None,
            })
            .collect();
        let people: Vec<_> = removed.iter().map(|(membership, _)| person_in(membership)).collect();
        if people.is_empty() {
            return Ok(());
        }
        let found = run.platform.grades(&people).await?;
        for ((_, grades), found) in removed.iter_mut().zip(found) {
            **grades = match found {
                Grades::Some(_) => Some(true),
                Grades::None => Some(false),
                Grades::MayNotSee | Grades::Unknown => None,
            };
        }
        Ok(())
    }
}

/// Why a person stays: the source lists them in a class that is not known here, which may be the same class under another name.
fn unplaced(enrolment: &Enrolment, others: &Others) -> Option<Reason> {
    let unknown_class = |other: &Enrolment| match &other.at.as_ref().err()?.reason {
        Reason::ClassNotHere { key } | Reason::NameShared { key, .. } => Some(key.clone()),
        _ => None,
    };
    let mut listed = others.of_person(enrolment).filter(|other| !other.missing);
    let key = listed.find_map(unknown_class)?;
    Some(Reason::PerhapsInUnknownClass { key })
}

fn person_in(membership: &Membership) -> PersonInCourse {
    PersonInCourse {
        user: membership.user,
        course: membership.course,
    }
}

/// People in a batch who have no grades and already are out of their course. An earlier attempt may have removed them and
/// its answer got lost; then it is unknown whether grades were lost.
async fn out_already(run: &Run, batch: &[Step]) -> Result<HashSet<PersonInCourse>> {
    let again = run.consented || run.order.selection.failed_in.is_some();
    let mut courses: HashMap<PlatformId, Vec<PersonInCourse>> = HashMap::new();
    for Step { enrolment, way } in batch {
        let unanswered = enrolment.unanswered && enrolment.state == EnrolmentState::Sudah;
        if let (true, Way::Remove(membership, Some(false))) = (again || unanswered, way) {
            courses
                .entry(membership.course)
                .or_default()
                .push(person_in(membership));
        }
    }
    let mut out = HashSet::new();
    for (course, people) in courses {
        let members = run.platform.enrolled(course).await?.unwrap_or_default();
        let there: HashSet<_> = members.iter().map(|member| member.user).collect();
        out.extend(people.into_iter().filter(|person| !there.contains(&person.user)));
    }
    Ok(out)
}

/// People in a batch who could enter their course after an earlier suspension, and still can. To suspend them again would
/// change nothing, and the platform would mail them again.
async fn open_already(run: &Run, batch: &[Step]) -> Result<HashSet<PersonInCourse>> {
    let mut courses: HashMap<PlatformId, Vec<PersonInCourse>> = HashMap::new();
    for Step { enrolment, way } in batch {
        if let (true, Way::Suspend(membership)) = (enrolment.still_open, way) {
            courses
                .entry(membership.course)
                .or_default()
                .push(person_in(membership));
        }
    }
    let mut open = HashSet::new();
    for (course, people) in courses {
        let members = run.platform.enrolled(course).await?.unwrap_or_default();
        let active: HashSet<_> = members
            .iter()
            .filter(|member| member.state == MemberState::Active)
            .map(|member| member.user)
            .collect();
        open.extend(people.into_iter().filter(|person| active.contains(&person.user)));
    }
    Ok(open)
}

impl<K: Kind> Sending for Leave<K> {
    type Row = K;
    type Step = Step;
    type Record = Vec<EnrolmentResult>;
    type Last = LastEnrolment;

    async fn count(&self, run: &Run) -> Result<i64> {
        enrolment::count::<K>(run, self.which()).await
    }

    fn needs(&self) -> Vec<Need> {
        let way = match self.leaving {
            Leaving::Suspend => Need::Suspending,
            Leaving::Unenrol => Need::Unenrolling,
        };
        vec![way, Need::Regrouping]
    }

    async fn next(&self, run: &Run, after: Option<LastEnrolment>) -> Result<Option<(LastEnrolment, Vec<Step>)>> {
        let Some((last, enrolments)) = enrolment::next::<K>(run, &self.of, self.which(), after).await? else {
            return Ok(None);
        };
        let others = enrolment::others::<K>(run, &self.of, &enrolments, Beside::All).await?;
        let elsewhere = enrolment::elsewhere::<K>(run, &enrolments).await?;
        let order = (&run.order.selection, self.which());
        let chosen = enrolment::chosen::<K>(run, &self.of, &enrolments, order).await?;
        let all = run.order.selection.in_any_state();
        let ordered = enrolment::chosen::<K>(run, &self.of, &enrolments, (&all, Waiting::Any)).await?;
        let mut steps: Vec<_> = enrolments
            .into_iter()
            .map(|enrolment| match self.stays(&enrolment, &others) {
                Some(reason) => Step {
                    way: Way::Refuse(reason.into()),
                    enrolment,
                },
                None => self.decide(enrolment, (&others, &elsewhere), &chosen, &ordered),
            })
            .collect();
        self.ask_for_grades(run, &mut steps).await?;
        Ok(Some((last, steps)))
    }

    fn batches(&self, run: &Run, steps: Vec<Step>) -> Vec<Vec<Step>> {
        in_batches(run, steps, |step| &step.enrolment)
    }

    async fn send(&self, run: &Run, batch: Vec<Step>) -> Result<Vec<RowResult<Vec<EnrolmentResult>>>> {
        let (mut suspended, mut removed, mut out_of_groups, mut moved) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let batch: Vec<_> = batch.into_iter().map(|step| self.allowed(run, step)).collect();
        let out = out_already(run, &batch).await?;
        let open = open_already(run, &batch).await?;
        for step in &batch {
            match &step.way {
                Way::Suspend(membership) if open.contains(&person_in(membership)) => {}
                Way::Suspend(membership) => suspended.push(membership.clone()),
                Way::Remove(membership, _) => removed.push(membership.clone()),
                Way::LeaveGroup(membership) => out_of_groups.push(membership.clone()),
                Way::Move(from, to) => moved.push(GroupChange {
                    user: from.user,
                    course: from.course,
                    from: from.group,
                    to: to.at.as_ref().ok().and_then(|to| to.group),
                }),
                Way::Nothing | Way::Refuse(_) => {}
            }
        }
        let mut calls = Calls::default();
        let roles = &run.shape().await?.roles_of(&self.of);
        let (mut suspended, mut removed, mut out_of_groups, mut moved) = (
            calls.call(&suspended, |rows| run.platform.suspend(rows, roles)).await,
            calls.call(&removed, |rows| run.platform.unenrol(rows, roles)).await,
            calls.call(&out_of_groups, |rows| run.platform.leave_groups(rows)).await,
            calls.call(&moved, |rows| run.platform.change_groups(rows)).await,
        );
        calls.end()?;
        let results = batch.into_iter().map(|Step { enrolment, way }| match way {
            Way::Refuse(obstacle) => left(enrolment, Err(obstacle.reason)),
            Way::Nothing => left(enrolment, Ok((Outcome::Unchanged, EnrolmentState::Belum))),
            Way::Suspend(membership) => {
                let departure = match open.contains(&person_in(&membership)) {
                    true => Ok(Departure::StillOpen(OpenBy::OtherMethod)),
                    false => answered(run, suspended.next()),
                };
                departed(
                    run,
                    enrolment,
                    departure,
                    (Outcome::Suspended, EnrolmentState::Ditangguhkan),
                )
            }
            Way::Remove(membership, grades) => {
                let grades = grades.filter(|_| !out.contains(&person_in(&membership)));
                let result = answered(run, removed.next());
                let mut result = departed(run, enrolment, result, (Outcome::Unenrolled, EnrolmentState::Belum));
                if result.outcome == Outcome::Unenrolled {
                    result.reason = lost(grades);
                }
                result
            }
            Way::LeaveGroup(_) => {
                let result = answered(run, out_of_groups.next());
                left(enrolment, result.map(|()| (Outcome::Unenrolled, EnrolmentState::Belum)))
            }
            Way::Move(_, to) => {
                let result = answered(run, moved.next());
                let mut result = left(enrolment, result.map(|()| (Outcome::Moved, EnrolmentState::Belum)));
                if result.outcome == Outcome::Moved {
                    result.record.push(EnrolmentResult {
                        id: to.id,
                        state: Some(EnrolmentState::Sudah),
                        reason: None,
                    });
                }
                result
            }
        });
        Ok(results.collect())
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
        enrolment::untried::<K>(run, self.which(), reason).await
    }

    fn sentence(&self, _: &Run, counts: &Counts) -> Reason {
        let of = |outcome| rows_of(counts, outcome);
        let (suspended, left) = (of(Outcome::Suspended), of(Outcome::Unenrolled));
        let (moved, out, failed) = (of(Outcome::Moved), of(Outcome::NotEnrolled), of(Outcome::Failed));
        let open = of(Outcome::StillOpen);
        Reason::Unenrolled {
            kind: K::LABEL.to_owned(),
            parts: parts(
                [
                    (suspended, Reason::RowsSuspended { rows: suspended }),
                    (left, Reason::RowsDone { rows: left }),
                    (moved, Reason::RowsMoved { rows: moved }),
                    (out, Reason::RowsOutAlready { rows: out }),
                    (open, Reason::RowsStillOpen { rows: open }),
                    (failed, Reason::EnrolmentsNotDone { rows: failed }),
                ],
                Reason::NothingToDo,
            ),
        }
    }

    fn show(&self, plan: &mut Plan, Step { enrolment, way }: Step) {
        let row = PlanRow::of_named(enrolment.named);
        let (how, membership) = match &way {
            Way::Suspend(membership) => (1, membership),
            Way::Remove(membership, Some(false)) => (2, membership),
            Way::Remove(membership, _) => (5, membership),
            Way::LeaveGroup(membership) => (3, membership),
            Way::Move(membership, _) => (4, membership),
            Way::Nothing => return,
            Way::Refuse(obstacle) => return plan.refuse(row, obstacle.clone()),
        };
        plan.digest.add([enrolment.id, named(membership).wrapping_add(how)]);
        match way {
            Way::Move(..) => {
                plan.counts.moved += 1;
                add_sample(plan.sample(), &mut plan.rows.moved, || row);
            }
            Way::Remove(membership, has_grades) => {
                plan.counts.leaving += 1;
                // People with grades come first.
                let stake = AtStake {
                    has_grades,
                    last_access: None,
                    membership: Some(membership),
                };
                let most = plan.sample();
                let shown = &mut plan.rows.leaving;
                let at = shown.partition_point(|other| {
                    let rank = other.at_stake.as_ref().map_or(u8::MAX, AtStake::rank);
                    rank <= stake.rank()
                });
                shown.insert(at, row.losing(stake));
                shown.truncate(most);
            }
            _ => {
                plan.counts.leaving += 1;
                add_sample(plan.sample(), &mut plan.rows.leaving, || row);
            }
        }
    }
}

/// Calls the platform for one batch, one call after the other.
#[derive(Default)]
struct Calls {
    answered: bool,
    failure: Option<PlatformError>,
}

impl Calls {
    /// Calls the platform if there are rows. If a call fails, it has no answers; answers of earlier calls stay valid.
    async fn call<'a, T: 'a, A, F>(&mut self, rows: &'a [T], send: impl FnOnce(&'a [T]) -> F) -> std::vec::IntoIter<A>
    where
        F: Future<Output = std::result::Result<Vec<A>, PlatformError>>,
    {
        if rows.is_empty() {
            return Vec::new().into_iter();
        }
        match send(rows).await {
            Ok(answers) => {
                self.answered = true;
                answers.into_iter()
            }
            Err(error) => {
                tracing::warn!(%error, "a part of a batch was given up");
                self.failure.get_or_insert(error);
                Vec::new().into_iter()
            }
        }
    }

    /// # Errors
    /// All calls failed.
    fn end(self) -> Result<()> {
        match self.failure {
            Some(error) if !self.answered => Err(error.into()),
            _ => Ok(()),
        }
    }
}

/// The platform's answer on a row.
fn answered<T>(run: &Run, answer: Option<std::result::Result<T, Refusal>>) -> std::result::Result<T, Reason> {
    match answer {
        Some(answer) => answer.map_err(|refusal| refusal.reason),
        None => Err(unanswered(run)),
    }
}

/// The reason of a removal: whether grades were lost with it.
fn lost(grades: HasGrades) -> Option<Reason> {
    match grades {
        Some(false) => None,
        Some(true) => Some(Reason::GradesLost),
        None => Some(Reason::GradesPerhapsLost),
    }
}

/// The result of an enrolment that was suspended or removed; `closed` if it was done.
fn departed(
    run: &Run,
    enrolment: Enrolment,
    departure: std::result::Result<Departure, Reason>,
    closed: (Outcome, EnrolmentState),
) -> RowResult<Vec<EnrolmentResult>> {
    match departure {
        Err(reason) => left(enrolment, Err(reason)),
        Ok(Departure::Closed) => left(enrolment, Ok(closed)),
        // They were not in the course, so there was nothing to do.
        Ok(Departure::WasNotThere) => RowResult {
            reason: Some(Reason::OutAlready {
                platform: run.platform.name().to_owned(),
            }),
            ..left(enrolment, Ok((Outcome::NotEnrolled, EnrolmentState::Belum)))
        },
        Ok(Departure::StillOpen(by)) => RowResult {
            outcome: Outcome::StillOpen,
            ..left(enrolment, Err(enrolment::still_open(run, by)))
        },
    }
}

fn left(
    enrolment: Enrolment,
    result: std::result::Result<(Outcome, EnrolmentState), Reason>,
) -> RowResult<Vec<EnrolmentResult>> {
    let (outcome, state, reason) = match result {
        Ok((outcome, state)) => (outcome, Some(state), None),
        // If unenrolling failed, the enrolment stays as it is.
        Err(reason) => (Outcome::Failed, None, Some(reason)),
    };
    RowResult {
        record: vec![EnrolmentResult {
            id: enrolment.id,
            state,
            reason: reason.clone(),
        }],
        named: enrolment.named,
        outcome,
        reason,
    }
}

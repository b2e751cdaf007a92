//! Aligns one person: the existing verbs sync, export, enrol and suspend for that person alone, in the order in which an
//! enrolment is made. The plan follows from the current view of the person; the job looks again before it begins.

use super::{
    look,
    seen::{EnrolmentSeen, Lacking, Listed, Mend, PersonSeen, There},
};
use crate::{
    EngineError, Plan, PlanRow, Result, RowsVerb, Run, Task,
    enrol::{key_of_class, membership_of},
    export,
    plan::{Obstacle, add_sample},
    registry,
    task::MendTask,
};
use selaras_kinds::{
    Kind, Parent, Person, class_columns, hash, kelas::Kelas, mata_kuliah::MataKuliah, object::Leaving,
};
use selaras_reasons::Reason;
use selaras_shape::{CoursePer, is_combined};
use selaras_store::{
    Selection,
    history::MOST_ENROLMENTS,
    jobs::{Counts, Line, Outcome},
    rows::{EnrolmentState, Migration},
};
use std::sync::Arc;

async fn seen<P: Person>(run: &Run) -> Result<(MendTask, PersonSeen)> {
    let Task::Mend(task) = &run.task else {
        return Err(EngineError::Damaged("this is not about one person".to_owned()));
    };
    let Some(seen) = look::look::<P>(run, &task.target()).await? else {
        let (kind, number) = (P::LABEL.to_owned(), task.number.clone());
        return Err(EngineError::NotFound(Reason::NoSuchPerson { kind, number }));
    };
    Ok((task.clone(), seen))
}

impl MendTask {
    fn is_about(&self, enrolment: &EnrolmentSeen) -> bool {
        self.class.is_none() || self.class == enrolment.class.number
    }

    /// The enrolments that the task covers.
    fn enrolments<'a>(&'a self, seen: &'a PersonSeen) -> impl Iterator<Item = &'a EnrolmentSeen> {
        seen.enrolments.iter().filter(|enrolment| self.is_about(enrolment))
    }
}

fn mend_of(enrolment: &EnrolmentSeen) -> Option<Mend> {
    enrolment.cause.as_ref()?.mend
}

/// True if the source describes the person differently and the dashboard's row was not edited.
fn is_changed_at_source(seen: &PersonSeen) -> bool {
    let changed = seen.source.as_ref().is_ok_and(|source| !source.changes.is_empty());
    changed && seen.here.as_ref().is_some_and(|here| !here.edited)
}

/// Plans the alignment.
pub(super) async fn plan<P: Person>(run: Arc<Run>) -> Result<Plan> {
    let (task, seen) = seen::<P>(&run).await?;
    let mut plan = Plan::default();
    let mut is_refused = false;
    let who = || PlanRow::named(seen.who.number.clone(), seen.who.label.clone());
    if is_changed_at_source(&seen)
        && let Ok(source) = &seen.source
    {
        plan.counts.update += 1;
        plan.rows.update.push(PlanRow {
            changes: source.changes.clone(),
            ..who()
        });
        add_to_digest(&mut plan, 0, &format!("{:?}", source.changes));
    } else if let Some(here) = seen.here.as_ref().filter(|here| here.migration != Migration::Sudah) {
        let row = here.reason.clone().map_or_else(who, |reason| who().because(reason));
        let person = Selection::equal([(P::OBJECT_KEY, seen.who.number.as_str())]);
        let export = export::plan::<P>(run.step(Task::rows(P::NAME, RowsVerb::Export, person)?)).await?;
        is_refused = export.counts.conflicts > 0;
        plan.notes.extend(export.notes);
        match here.account {
            _ if is_refused => {
                plan.counts.conflicts += 1;
                plan.rows.conflicts.extend(export.rows.conflicts);
            }
            Some(_) => {
                plan.counts.update += 1;
                plan.rows.update.push(row);
            }
            None => {
                plan.counts.create += 1;
                plan.rows.create.push(row);
            }
        }
        add_to_digest(&mut plan, 1, &seen.who.number);
    }
    for enrolment in task.enrolments(&seen) {
        let named = || {
            let key = enrolment.class.number.clone().unwrap_or_default();
            PlanRow::named(key, enrolment.class.label.clone())
        };
        let Some(cause) = &enrolment.cause else {
            plan.unchanged(named);
            continue;
        };
        let row = || named().because(cause.reason.clone());
        let sort = match cause.mend {
            Some(Mend::Suspend) => {
                plan.counts.leaving += 1;
                (plan.leaving, plan.people) = (Some(Leaving::Suspend), Some(1));
                add_sample(plan.sample(), &mut plan.rows.leaving, row);
                2
            }
            // The account comes first, and the platform is known to refuse it.
            Some(Mend::ExportAccount) if is_refused => {
                let cause = cause.reason.clone();
                plan.refuse(named(), Obstacle::waiting(cause, P::NAME, RowsVerb::Export));
                5
            }
            Some(_) => {
                plan.counts.create += 1;
                add_sample(plan.sample(), &mut plan.rows.create, row);
                3
            }
            None => {
                plan.counts.conflicts += 1;
                add_sample(plan.sample(), &mut plan.rows.conflicts, row);
                4
            }
        };
        add_to_digest(&mut plan, sort, &format!("{} {:?}", enrolment.class.label, cause.code));
    }
    Ok(plan)
}

/// Adds a step to the plan's digest, which is what a confirmation covers.
fn add_to_digest(plan: &mut Plan, sort: i64, what: &str) {
    plan.digest.add([hash(std::iter::once(what)), sort]);
}

/// Aligns the person. Returns the outcome as one sentence.
pub(super) async fn run<P: Person>(run: Arc<Run>) -> Result<Reason> {
    let (task, seen) = seen::<P>(&run).await?;
    sync::<P>(&run, &task, &seen).await?;
    export_classes(&run, &task, &seen).await?;
    let person = Selection::equal([(P::OBJECT_KEY, seen.who.number.as_str())]);
    if seen.here.as_ref().is_some_and(|here| here.account.is_some()) && matches!(seen.account, Ok(None)) {
        run.store.export_again::<P>(&[&seen.who.number]).await?;
    }
    if run.store.count_exports::<P>(&person).await? > 0 {
        step(&run, Task::rows(P::NAME, RowsVerb::Export, person)?).await?;
    }
    enrol::<P>(&run, &task, &seen).await?;
    suspend::<P>(&run, &task, &seen).await?;
    let counts = run.counts().await?;
    let unmended = task.enrolments(&seen).find_map(|enrolment| enrolment.cause.clone());
    let label = seen.who.label;
    let (done, failed) = (
        counts.sum(|outcome| !outcome.is_trouble() && outcome != Outcome::Unchanged),
        counts.sum(Outcome::is_trouble),
    );
    Ok(match (done, failed, unmended) {
        (0, 0, None) => Reason::PersonInStep { label },
        (0, 0, Some(cause)) => Reason::PersonUnmended {
            label,
            why: Box::new(cause.reason),
        },
        (done, failed, _) => Reason::PersonMended {
            label,
            done: done.unsigned_abs(),
            failed: failed.unsigned_abs(),
        },
    })
}

/// Runs one verb in the same job.
async fn step(run: &Run, task: Task) -> Result<()> {
    run.checkpoint()?;
    let action = registry::of_rows(&task)?;
    (action.run)(run.step(task)).await.map(drop)
}

/// Syncs the person's rows, and flags enrolments that the source does not list.
async fn sync<P: Person>(run: &Run, task: &MendTask, seen: &PersonSeen) -> Result<()> {
    let mut lists: Vec<_> = task
        .enrolments(seen)
        .filter(|enrolment| mend_of(enrolment) == Some(Mend::Sync))
        .collect();
    if is_changed_at_source(seen) && !P::PERSON_AND_ENROLMENT {
        let person = Selection::equal([(P::OBJECT_KEY, seen.who.number.as_str())]);
        step(run, Task::rows(P::NAME, RowsVerb::Sync, person)?).await?;
    } else if is_changed_at_source(seen) && lists.is_empty() {
        lists.extend(seen.enrolments.iter().find(|enrolment| enrolment.source == Listed::Yes));
    }
    let of = membership_of::<P::Enrolment>()?;
    for enrolment in lists {
        let own = class_columns::<P::Enrolment>();
        let named = own
            .iter()
            .map(|(_, own)| own.as_str())
            .zip(enrolment.key.iter().map(String::as_str));
        let one = named.chain([(of.person_column, seen.who.number.as_str())]);
        step(
            run,
            Task::rows(P::Enrolment::NAME, RowsVerb::Sync, Selection::equal(one))?,
        )
        .await?;
    }
    let unlisted = |enrolment: &&EnrolmentSeen| enrolment.source == Listed::No;
    let here = task
        .enrolments(seen)
        .filter(unlisted)
        .filter_map(|enrolment| enrolment.here.as_ref());
    let gone: Vec<_> = here
        .filter(|here| here.missing_since.is_none() && !here.entered_here)
        .map(|here| here.id)
        .collect();
    if gone.is_empty() {
        return Ok(());
    }
    let rows = run.store.by_ids::<P::Enrolment>(&gone).await?;
    let lines: Vec<_> = rows
        .values()
        .map(|stored| Line::on_row(&stored.row, Outcome::Missing))
        .collect();
    let counts = Counts::of(Outcome::Missing, lines.len() as i64);
    Ok(run
        .store
        .flag_missing::<P::Enrolment>(run.job()?, &gone, &lines, &counts)
        .await?)
}

/// Sends the courses and groups of the person's classes that are not on the platform.
async fn export_classes(run: &Run, task: &MendTask, seen: &PersonSeen) -> Result<()> {
    for enrolment in task.enrolments(seen).filter(|enrolment| mend_of(enrolment).is_some()) {
        let (There::NoClass(lacking), Some(class)) = (&enrolment.there, &enrolment.kelas) else {
            continue;
        };
        let course_gone = *lacking == Lacking::CourseGone;
        // The course of a class that is taught in another one is that one's.
        let host = match is_combined(class) {
            false => None,
            true => {
                let key = vec![class.kelas_induk.to_string()];
                run.store.classes_by(&[Kelas::OBJECT_KEY], &[key]).await?.pop()
            }
        };
        if let Some((host, _)) = host {
            export_class(run, &host.row, course_gone, course_gone).await?;
        }
        let is_gone = course_gone || *lacking == Lacking::GroupGone;
        export_class(run, class, course_gone, is_gone).await?;
    }
    Ok(())
}

/// Sends a class, and before it its course of the catalogue.
async fn export_class(run: &Run, class: &Kelas, course_gone: bool, is_gone: bool) -> Result<()> {
    let has_courses = run.shape().await?.course == CoursePer::MataKuliah && !is_combined(class);
    let of_catalogue = |parent: &Parent| parent.kind == MataKuliah::NAME && has_courses;
    if let Some(course) = class.parent().filter(of_catalogue) {
        let columns = course.columns.iter().map(|(column, value)| (*column, value.as_str()));
        let rows = Selection::equal(columns);
        if course_gone {
            let keys = run.store.distinct(course.kind, &[course.object_key], &rows).await?;
            let keys: Vec<_> = keys.iter().flatten().map(String::as_str).collect();
            run.store.export_again::<MataKuliah>(&keys).await?;
        }
        step(run, Task::rows(course.kind, RowsVerb::Export, rows)?).await?;
    }
    let number = class.jadwal_kuliah_detail_id.as_str();
    if is_gone {
        run.store.export_again::<Kelas>(&[number]).await?;
    }
    let class = Selection::equal([(Kelas::OBJECT_KEY, number)]);
    step(run, Task::rows(Kelas::NAME, RowsVerb::Export, class)?).await
}

/// Enrols the person where the source lists them and the platform's enrolment is missing or wrong.
async fn enrol<P: Person>(run: &Run, task: &MendTask, seen: &PersonSeen) -> Result<()> {
    let lost = |mend| matches!(mend, Mend::Enroll | Mend::ExportAccount | Mend::ExportClass);
    let again: Vec<_> = task
        .enrolments(seen)
        .filter(|enrolment| mend_of(enrolment).is_some_and(lost))
        .filter_map(|enrolment| Some(enrolment.here.as_ref()?.id))
        .collect();
    run.store.enrol_again::<P::Enrolment>(&again).await?;
    let of = membership_of::<P::Enrolment>()?;
    let enrolments = run
        .store
        .enrolments_of::<P::Enrolment>(&of, &seen.who.number, MOST_ENROLMENTS)
        .await?;
    let about: Vec<_> = task.enrolments(seen).map(|enrolment| &enrolment.key).collect();
    let waiting = enrolments.iter().filter(|(enrolment, _)| {
        let state = &enrolment.state;
        state.missing_since.is_none()
            && state.enrolment != EnrolmentState::Sudah
            && about.contains(&&key_of_class(&enrolment.row))
    });
    let ids: Vec<_> = waiting.map(|(enrolment, _)| enrolment.id).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let waiting = Selection {
        ids,
        ..Selection::default()
    };
    step(run, Task::rows(P::Enrolment::NAME, RowsVerb::Enrol, waiting)?).await
}

/// Suspends the enrolments that the source no longer lists: grades and groups stay.
async fn suspend<P: Person>(run: &Run, task: &MendTask, seen: &PersonSeen) -> Result<()> {
    let ids: Vec<_> = task
        .enrolments(seen)
        .filter(|enrolment| mend_of(enrolment) == Some(Mend::Suspend))
        .filter_map(|enrolment| Some(enrolment.here.as_ref()?.id))
        .collect();
    if ids.is_empty() {
        return Ok(());
    }
    run.store.note_active::<P::Enrolment>(&ids).await?;
    let leaving = Selection {
        ids,
        ..Selection::default()
    };
    step(
        run,
        Task::leaving(P::Enrolment::NAME, leaving, Some(Leaving::Suspend), false)?,
    )
    .await
}

//! Enroll and unenroll: a person's place in a course on the platform, and in the group of the class.

use crate::{EngineError, Plan, PlanRow, Result, Run, Verb, in_flight::InFlight, plan::keep, registry, words::number};
use selaras_kinds::{
    Kind, MembershipOf,
    kelas::Kelas,
    key,
    object::{Membership, PlatformId},
    value,
};
use selaras_store::{
    enrol::Enrolled,
    export::Link,
    jobs::{Counts, Line},
    rows::Stored,
};
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

/// Rows read at once.
const READ: u64 = 1000;

/// One row, and its membership or why there can be none.
struct Item {
    id: i64,
    key: String,
    label: String,
    membership: std::result::Result<Membership, String>,
    /// Whether the person is in the course by another class as well, and stays there.
    stays: bool,
}

fn membership_of<K: Kind>() -> Result<MembershipOf> {
    K::MEMBERSHIP.ok_or_else(|| EngineError::Refused(format!("{} tidak dapat di-enroll.", K::LABEL)))
}

/// Enrols or unenrols. Answers with the outcome in one sentence.
pub(crate) async fn run<K: Kind>(run: Arc<Run>) -> Result<String> {
    let enrol = run.order.verb != Verb::Unenroll;
    let waiting = run.store.count_memberships::<K>(&run.order.selection, enrol).await?;
    let done = run.store.job(run.job).await?.map_or(0, |job| job.done);
    run.store.set_job_total(run.job, waiting + done).await?;
    let mut in_flight = InFlight::new(run.platform_requests);
    let sent = send_all::<K>(&run, &mut in_flight).await;
    // Whatever is on its way has an outcome, and it is kept, also when something else went wrong.
    while let Some(results) = in_flight.next().await {
        record::<K>(&run, results?).await?;
    }
    sent?;
    let counts = run
        .store
        .job(run.job)
        .await?
        .map_or_else(Counts::default, |job| job.counts);
    let title = run.order.verb.title();
    Ok(match (counts.created, counts.failed) {
        (0, 0) => format!("{title} data {}: tidak ada yang perlu dikerjakan.", K::LABEL),
        (done, 0) => format!("{title} data {}: {} berhasil.", K::LABEL, number(done)),
        (done, failed) => {
            format!(
                "{title} data {}: {} berhasil, {} gagal.",
                K::LABEL,
                number(done),
                number(failed)
            )
        }
    })
}

async fn send_all<K: Kind>(run: &Arc<Run>, in_flight: &mut InFlight<Vec<Sent>>) -> Result<()> {
    let of = membership_of::<K>()?;
    let enrol = run.order.verb != Verb::Unenroll;
    let per_batch = run.platform.membership_limits().rows.max(1);
    let mut after = 0;
    loop {
        let rows = run
            .store
            .next_memberships::<K>(&of, &run.order.selection, enrol, after, READ)
            .await?;
        let Some((last, _)) = rows.last() else { return Ok(()) };
        after = last.id;
        let mut items = items(run, &of, rows).await?;
        while !items.is_empty() {
            run.checkpoint()?;
            if let Some(results) = in_flight.room().await {
                record::<K>(run, results?).await?;
            }
            let rest = items.split_off(items.len().min(per_batch));
            let batch = std::mem::replace(&mut items, rest);
            let run = Arc::clone(run);
            in_flight.begin(async move { send(&run, enrol, batch).await });
        }
    }
}

/// The class that a row is of, as the values of [`Kind::class`].
fn class_of<K: Kind>(row: &K) -> Vec<String> {
    row.class().into_iter().map(|(_, value)| value.to_owned()).collect()
}

async fn items<K: Kind>(run: &Run, of: &MembershipOf, rows: Vec<(Stored<K>, Option<PlatformId>)>) -> Result<Vec<Item>> {
    let others = if run.order.verb == Verb::Unenroll {
        let people: Vec<_> = rows
            .iter()
            .map(|(stored, _)| value(&stored.row, of.person_column))
            .collect();
        run.store
            .enrolled_elsewhere::<K>(of, &run.order.selection, &people)
            .await?
    } else {
        Vec::new()
    };
    let columns: Vec<_> = K::default().class().into_iter().map(|(column, _)| column).collect();
    let all = rows.iter().map(|(stored, _)| stored).chain(&others);
    let mut classes: Vec<_> = all.map(|stored| class_of(&stored.row)).collect();
    classes.sort_unstable();
    classes.dedup();
    let links = run
        .store
        .links(Kelas::NAME, Kelas::OBJECT_KEY, &columns, &classes)
        .await?;
    let course_of = |row: &K| {
        links
            .get(&class_of(row))
            .cloned()
            .flatten()
            .map(|link| course_and_group(&link).0)
    };
    let staying: HashSet<_> = others
        .iter()
        .filter_map(|stored| Some((value(&stored.row, of.person_column), course_of(&stored.row)?)))
        .collect();
    Ok(rows
        .into_iter()
        .map(|(stored, person)| {
            let membership = membership(of, person, &class_of(&stored.row), &links);
            let in_course = |membership: &Membership| (value(&stored.row, of.person_column), membership.course);
            Item {
                id: stored.id,
                key: key(&stored.row),
                label: stored.row.label(),
                stays: membership
                    .as_ref()
                    .is_ok_and(|membership| staying.contains(&in_course(membership))),
                membership,
            }
        })
        .collect())
}

/// The course on the platform that a class is in, or is itself, and its group there.
fn course_and_group(link: &Link) -> (PlatformId, Option<PlatformId>) {
    match (link.is_group, link.container_id) {
        (true, Some(course)) => (course, Some(link.platform_id)),
        _ => (link.platform_id, None),
    }
}

fn membership(
    of: &MembershipOf,
    person: Option<PlatformId>,
    class: &[String],
    links: &HashMap<Vec<String>, Option<Link>>,
) -> std::result::Result<Membership, String> {
    let named = class.join(" · ");
    let link = match links.get(class) {
        None => return Err(format!("Kelas {named} tidak ada di dashboard. Sync data Kelas dahulu.")),
        Some(None) => return Err(format!("Kelas {named} belum ada di Moodle. Export data Kelas dahulu.")),
        Some(Some(link)) => link,
    };
    let user = person.ok_or_else(|| {
        let kind = registry::kind(of.person_kind).map_or(of.person_kind, |kind| kind.label);
        format!("Akunnya belum ada di Moodle. Export data {kind} dahulu.")
    })?;
    let (course, group) = course_and_group(link);
    Ok(Membership {
        user,
        course,
        group,
        role: of.role,
    })
}

/// What came of one row.
struct Sent {
    enrolled: Enrolled,
    key: String,
    label: String,
}

/// Sends a batch. Who stays in the course by another class leaves the group alone.
async fn send(run: &Run, enrol: bool, items: Vec<Item>) -> Result<Vec<Sent>> {
    let of = |stays: bool| -> Vec<_> {
        items
            .iter()
            .filter(|item| item.stays == stays)
            .filter_map(|item| item.membership.clone().ok())
            .collect()
    };
    let (coming_or_going, staying) = (of(false), of(true));
    let platform = &run.platform;
    let mut results = match enrol {
        _ if coming_or_going.is_empty() => Vec::new(),
        true => platform.enrol(&coming_or_going).await?,
        false => platform.unenrol(&coming_or_going).await?,
    }
    .into_iter();
    let mut left = if staying.is_empty() {
        Vec::new()
    } else {
        platform.leave_groups(&staying).await?
    }
    .into_iter();
    Ok(items
        .into_iter()
        .map(|item| {
            let result = match item.membership {
                Err(reason) => Err(reason),
                Ok(_) => match if item.stays { left.next() } else { results.next() } {
                    Some(result) => result.map_err(|refusal| refusal.reason),
                    None => Err("Moodle tidak menjawab untuk baris ini. Coba lagi.".to_owned()),
                },
            };
            Sent {
                enrolled: Enrolled { id: item.id, result },
                key: item.key,
                label: item.label,
            }
        })
        .collect())
}

async fn record<K: Kind>(run: &Run, sent: Vec<Sent>) -> Result<()> {
    let enrol = run.order.verb != Verb::Unenroll;
    let mut counts = Counts::default();
    let (mut memberships, mut lines) = (Vec::with_capacity(sent.len()), Vec::with_capacity(sent.len()));
    for Sent { enrolled, key, label } in sent {
        lines.push(match &enrolled.result {
            Ok(()) => {
                counts.created += 1;
                Line::new(if enrol { "enrolled" } else { "unenrolled" }, key).label(label)
            }
            Err(reason) => {
                counts.failed += 1;
                Line::new("failed", key).label(label).because(reason.as_str())
            }
        });
        memberships.push(enrolled);
    }
    run.store
        .record_memberships::<K>(run.job, enrol, &memberships, &lines, counts)
        .await?;
    Ok(())
}

/// Says what it would do.
pub(crate) async fn plan<K: Kind>(run: Arc<Run>) -> Result<Plan> {
    let of = membership_of::<K>()?;
    let enrol = run.order.verb != Verb::Unenroll;
    let mut plan = Plan::default();
    let mut after = 0;
    loop {
        let rows = run
            .store
            .next_memberships::<K>(&of, &run.order.selection, enrol, after, READ)
            .await?;
        let Some((last, _)) = rows.last() else { break };
        after = last.id;
        for item in items(&run, &of, rows).await? {
            let row = PlanRow {
                key: item.key,
                label: item.label,
                ..PlanRow::default()
            };
            match item.membership {
                Ok(_) if enrol => {
                    plan.counts.create += 1;
                    keep(&mut plan.rows.create, || row);
                }
                Ok(_) => {
                    plan.counts.update += 1;
                    keep(&mut plan.rows.update, || row);
                }
                Err(reason) => {
                    plan.counts.conflict += 1;
                    keep(&mut plan.rows.conflict, || row.because(reason));
                }
            }
        }
    }
    plan.counts.unchanged = run.store.count_memberships::<K>(&run.order.selection, !enrol).await?;
    Ok(plan)
}

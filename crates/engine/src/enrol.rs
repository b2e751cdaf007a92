//! Enrol and unenrol: a person's place in a course on the platform, and in the group of the class.

use crate::{
    EngineError, Plan, PlanRow, Result, Run, Verb, guard::Stake, in_flight::InFlight, plan::keep, registry,
    words::number,
};
use selaras_kinds::{
    Kind, MembershipOf,
    kelas::Kelas,
    key,
    object::{Membership, PlatformId},
    value,
};
use selaras_platform::{Finding, Need};
use selaras_store::{
    Selection,
    enrol::Enrolled,
    export::Link,
    jobs::{Counts, Line, Outcome, RowKey},
    rows::Stored,
};
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

/// What is said of a row that was not sent, or whose answer was lost, when the action breaks off.
const UNTRIED: &str = "Belum dipastikan: tindakan terhenti. Coba lagi; mengulang tidak menggandakan apa pun.";

/// Rows read at once.
const READ: u64 = 1000;

/// One row, and its membership or why there can be none.
struct Item {
    id: i64,
    row: RowKey,
    key: String,
    label: String,
    membership: std::result::Result<Membership, String>,
    /// Whether the person stays in the course through another class of it, and leaves the group alone.
    stays: bool,
}

fn membership_of<K: Kind>() -> Result<MembershipOf> {
    K::MEMBERSHIP.ok_or_else(|| EngineError::Refused(format!("{} tidak dapat di-enroll.", K::LABEL)))
}

/// Enrols or unenrols. Answers with the outcome in one sentence.
pub(crate) async fn run<K: Kind>(run: Arc<Run>) -> Result<String> {
    let enrol = run.order.verb != Verb::Unenrol;
    let waiting = run.store.count_memberships::<K>(&run.order.selection, enrol).await?;
    run.set_total(waiting).await?;
    let need = if enrol { Need::Enrolling } else { Need::Unenrolling };
    let run = match waiting {
        0 => run,
        _ => run.in_session(&[need]).await?,
    };
    let mut in_flight = InFlight::new(run.platform_requests);
    let mut sent = send_all::<K>(&run, &mut in_flight).await;
    // Whatever is on its way has an outcome, and it is kept, also when something else went wrong.
    while let Some(results) = in_flight.next().await {
        match results {
            Ok(results) => record::<K>(&run, results).await?,
            Err(error) => sent = sent.and(Err(error)),
        }
    }
    if let Err(error) = sent {
        if error.is_final() {
            let selection = &run.order.selection;
            run.store
                .report_unasked::<K>(run.job, selection, enrol, UNTRIED)
                .await?;
        }
        return Err(error);
    }
    let counts = run.counts().await?;
    let title = run.order.verb.title();
    let did = if enrol { Outcome::Enrolled } else { Outcome::Unenrolled };
    let outcome = match (counts.get(did), counts.get(Outcome::Failed)) {
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
    };
    let warnings = run.platform.warnings().into_iter();
    Ok(warnings.fold(outcome, |told, Finding { text, mend, .. }| {
        format!("{told} {text} {}", mend.unwrap_or_default())
    }))
}

async fn send_all<K: Kind>(run: &Arc<Run>, in_flight: &mut InFlight<Vec<Sent>>) -> Result<()> {
    let of = membership_of::<K>()?;
    let enrol = run.order.verb != Verb::Unenrol;
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
            in_flight.allow(run.at_once());
            while let Some(results) = in_flight.room().await {
                record::<K>(run, results?).await?;
            }
            let rest = items.split_off(items.len().min(per_batch));
            let batch = std::mem::replace(&mut items, rest);
            let run = Arc::clone(run);
            in_flight.begin(async move { send(&run, enrol, batch).await });
        }
    }
}

async fn items<K: Kind>(run: &Run, of: &MembershipOf, rows: Vec<(Stored<K>, Option<PlatformId>)>) -> Result<Vec<Item>> {
    let columns: Vec<_> = K::default().class().into_iter().map(|(column, _)| column).collect();
    let class_of = |row: &K| {
        row.class()
            .into_iter()
            .map(|(_, value)| value.to_owned())
            .collect::<Vec<_>>()
    };
    let others = match run.order.verb {
        Verb::Unenrol => enrolled_elsewhere(run, of, &rows).await?,
        _ => Vec::new(),
    };
    let mut classes: Vec<_> = rows.iter().map(|(stored, _)| class_of(&stored.row)).collect();
    classes.extend(others.iter().map(|(stored, _)| class_of(&stored.row)));
    classes.sort_unstable();
    classes.dedup();
    let links = run
        .store
        .links(Kelas::NAME, Kelas::OBJECT_KEY, &columns, &classes)
        .await?;
    // A person's place in a course: who, and where.
    let place = |row: &K| {
        let link = links.get(&class_of(row))?.as_ref()?;
        Some((value(row, of.person_column).to_owned(), in_course(link).0))
    };
    // The row by which a person is last to leave a course.
    let mut last: HashMap<_, i64> = HashMap::new();
    for (stored, chosen) in &others {
        if let Some(place) = place(&stored.row) {
            let leaves = last.entry(place).or_default();
            *leaves = (*leaves).max(if *chosen { stored.id } else { i64::MAX });
        }
    }
    Ok(rows
        .into_iter()
        .map(|(stored, person)| Item {
            stays: place(&stored.row).is_some_and(|place| last.get(&place).is_some_and(|last| *last > stored.id)),
            id: stored.id,
            row: RowKey::of(&stored.row),
            key: key(&stored.row),
            label: stored.row.label(),
            membership: membership(of, person, &class_of(&stored.row), &links),
        })
        .collect())
}

/// The rows by which the people of `rows` are enrolled, each with whether the order is about it.
async fn enrolled_elsewhere<K: Kind>(
    run: &Run,
    of: &MembershipOf,
    rows: &[(Stored<K>, Option<PlatformId>)],
) -> Result<Vec<(Stored<K>, bool)>> {
    let mut people: Vec<_> = rows
        .iter()
        .map(|(stored, _)| value(&stored.row, of.person_column))
        .collect();
    people.sort_unstable();
    people.dedup();
    let enrolled = async |selection: &Selection| run.store.enrolled::<K>(of.person_column, &people, selection).await;
    let chosen: HashSet<_> = enrolled(&run.order.selection)
        .await?
        .iter()
        .map(|stored| stored.id)
        .collect();
    let all = enrolled(&Selection::default()).await?;
    Ok(all
        .into_iter()
        .map(|stored| {
            let chosen = chosen.contains(&stored.id);
            (stored, chosen)
        })
        .collect())
}

/// The course of a class, and its group there, where the class is one.
pub(crate) fn in_course(class: &Link) -> (PlatformId, Option<PlatformId>) {
    match (class.is_group, class.container_id) {
        (true, Some(course)) => (course, Some(class.platform_id)),
        _ => (class.platform_id, None),
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
        let kind = registry::label(of.person_kind);
        format!("Akunnya belum ada di Moodle. Export data {kind} dahulu.")
    })?;
    let (course, group) = in_course(link);
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
    row: RowKey,
    key: String,
    label: String,
}

async fn send(run: &Run, enrol: bool, items: Vec<Item>) -> Result<Vec<Sent>> {
    let of = |stays: bool| -> Vec<_> {
        let those = items.iter().filter(|item| item.stays == stays);
        those.filter_map(|item| item.membership.clone().ok()).collect()
    };
    let (leaving, staying) = (of(false), of(true));
    let mut results = match (leaving.is_empty(), enrol) {
        (true, _) => Vec::new(),
        (false, true) => run.platform.enrol(&leaving).await?,
        (false, false) => run.platform.unenrol(&leaving).await?,
    }
    .into_iter();
    let mut results_of_staying = match staying.is_empty() {
        true => Vec::new(),
        false => run.platform.leave_groups(&staying).await?,
    }
    .into_iter();
    Ok(items
        .into_iter()
        .map(|item| {
            let results = if item.stays {
                &mut results_of_staying
            } else {
                &mut results
            };
            let result = match item.membership {
                Err(reason) => Err(reason),
                Ok(_) => match results.next() {
                    Some(result) => result.map_err(|refusal| refusal.reason),
                    None => Err("Moodle tidak menjawab untuk baris ini. Coba lagi.".to_owned()),
                },
            };
            Sent {
                enrolled: Enrolled { id: item.id, result },
                row: item.row,
                key: item.key,
                label: item.label,
            }
        })
        .collect())
}

async fn record<K: Kind>(run: &Run, sent: Vec<Sent>) -> Result<()> {
    let enrol = run.order.verb != Verb::Unenrol;
    let mut counts = Counts::default();
    let (mut memberships, mut lines) = (Vec::with_capacity(sent.len()), Vec::with_capacity(sent.len()));
    let did = if enrol { Outcome::Enrolled } else { Outcome::Unenrolled };
    for Sent {
        enrolled,
        row,
        key,
        label,
    } in sent
    {
        let outcome = if enrolled.result.is_ok() { did } else { Outcome::Failed };
        counts.add(outcome, 1);
        let line = Line::on(row, outcome, key).label(label);
        lines.push(match &enrolled.result {
            Ok(()) => line,
            Err(reason) => line.because(reason.as_str()),
        });
        memberships.push(enrolled);
    }
    run.store
        .record_memberships::<K>(run.job, enrol, &memberships, &lines, &counts)
        .await?;
    Ok(())
}

/// Says what it would do.
pub(crate) async fn plan<K: Kind>(run: Arc<Run>) -> Result<Plan> {
    let of = membership_of::<K>()?;
    let enrol = run.order.verb != Verb::Unenrol;
    let mut plan = Plan::default();
    let mut after = 0;
    loop {
        let rows = run
            .store
            .next_memberships::<K>(&of, &run.order.selection, enrol, after, READ)
            .await?;
        let Some((last, _)) = rows.last() else { break };
        after = last.id;
        run.checkpoint()?;
        for item in items(&run, &of, rows).await? {
            if let Ok(place) = &item.membership {
                let place = place.course.wrapping_mul(31).wrapping_add(place.user);
                plan.digest.add([item.id, place]);
            }
            let row = PlanRow::named(item.key, item.label);
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
    if !enrol {
        plan.stakes.push(Stake {
            rows: plan.counts.update,
            of: run.store.count_memberships::<K>(&Selection::default(), false).await?,
            does: "mengeluarkan dari kelasnya",
        });
    }
    Ok(plan)
}

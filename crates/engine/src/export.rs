//! Export: from the dashboard to the platform.
//!
//! Rows never sent go as creates, rows with a known id as updates, a few batches in flight. What came of a batch is
//! written before the next is taken up. Nothing is looked up first: see the platform connector.

use crate::{Plan, PlanRow, Result, Run, guard::Stake, in_flight::InFlight, plan::keep, words::outcome};
use selaras_kinds::{
    Kind, Parent, idnumber,
    object::{Object, PlatformId},
    object_name, value,
};
use selaras_platform::{Limits, Need, Outcome};
use selaras_store::{
    Selection,
    export::{Exported, Link},
    jobs::{Counts, Line, Outcome as Became, RowKey},
    rows::Stored,
};
use std::{collections::HashMap, sync::Arc};

/// One object on its way.
#[derive(Clone)]
pub(crate) struct Item {
    pub(crate) object_key: String,
    idnumber: String,
    pub(crate) row: RowKey,
    key: String,
    pub(crate) label: String,
    pub(crate) object: Object,
    pub(crate) known: Option<Link>,
    provisional: bool,
}

/// What is to be done with one object.
pub(crate) enum Step {
    /// It stands on the platform as it is here.
    Leave(Item, Link),
    Create(Item),
    Update(Item, PlatformId),
    Refuse {
        object_key: String,
        idnumber: String,
        row: RowKey,
        key: String,
        label: String,
        reason: String,
    },
}

/// What is said of an object that was not sent, or whose answer was lost, when an export breaks off.
const UNTRIED: &str = "Belum dipastikan: export terhenti. Coba lagi; yang sudah sampai di Moodle tidak digandakan.";

/// Objects read at once: enough to fill a few batches.
const READ: u64 = 800;

/// Does an export. Answers with its outcome in one sentence.
pub(crate) async fn run<K: Kind>(run: Arc<Run>) -> Result<String> {
    let waiting = run.store.count_exports::<K>(&run.order.selection).await?;
    run.set_total(waiting).await?;
    // Where nothing waits there is nothing to ask for.
    let run = match waiting {
        0 => run,
        _ => {
            run.in_session(&K::SORTS.iter().map(|sort| Need::of(*sort)).collect::<Vec<_>>())
                .await?
        }
    };
    let mut in_flight = InFlight::new(run.platform_requests);
    let mut sent = send_all::<K>(&run, &mut in_flight).await;
    // Whatever is on its way has an outcome, and it is kept, also when something else went wrong.
    while let Some(results) = in_flight.next().await {
        match results {
            Ok((read_at, results)) => record::<K>(&run, read_at, results).await?,
            Err(error) => sent = sent.and(Err(error)),
        }
    }
    if let Err(error) = sent {
        if error.is_final() {
            let selection = &run.order.selection;
            run.store.report_untried::<K>(run.job, selection, UNTRIED).await?;
        }
        return Err(error);
    }
    let counts = run.counts().await?;
    Ok(format!(
        "Export data {}: {}.",
        K::LABEL,
        outcome(&counts, run.source.name())
    ))
}

async fn send_all<K: Kind>(run: &Arc<Run>, in_flight: &mut InFlight<(i64, Vec<Sent>)>) -> Result<()> {
    let mut after = None::<String>;
    loop {
        let read_at = jiff::Timestamp::now().as_millisecond();
        let objects = run
            .store
            .next_exports::<K>(&run.order.selection, after.as_deref(), READ)
            .await?;
        let Some((last, _)) = objects.last() else { return Ok(()) };
        after = Some(value(&last.row, K::OBJECT_KEY).to_owned());
        for batch in batches(run, steps::<K>(run, objects).await?) {
            run.checkpoint()?;
            in_flight.allow(run.at_once());
            while let Some(results) = in_flight.room().await {
                let (read_at, results) = results?;
                record::<K>(run, read_at, results).await?;
            }
            let run = Arc::clone(run);
            in_flight.begin(async move { Ok((read_at, send(&run, batch).await?)) });
        }
    }
}

/// Decides on each object: what it is on the platform, inside of what, and whether it must be sent.
pub(crate) async fn steps<K: Kind>(run: &Run, objects: Vec<(Stored<K>, Option<Link>)>) -> Result<Vec<Step>> {
    let parents: Vec<_> = objects.iter().map(|(stored, _)| stored.row.parent()).collect();
    let found = find_parents(run, &parents).await?;
    let mut steps = Vec::with_capacity(objects.len());
    for ((stored, known), parent) in objects.into_iter().zip(&parents) {
        let row = stored.row;
        let (object_key, idnumber) = (value(&row, K::OBJECT_KEY).to_owned(), idnumber(&row));
        let (row_key, key, label) = (RowKey::of_object(&row), object_name(&row), row.label());
        let placed = place(run, parent.as_ref(), &found)
            .and_then(|(parent, provisional)| Ok((row.object(parent)?, provisional)));
        steps.push(match placed {
            Err(reason) => Step::Refuse {
                object_key,
                idnumber,
                row: row_key,
                key,
                label,
                reason,
            },
            Ok((object, provisional)) => {
                let item = Item {
                    object_key,
                    idnumber,
                    row: row_key,
                    key,
                    label,
                    object,
                    known: known.clone(),
                    provisional,
                };
                match known {
                    Some(link) if link.sent_hash == item.object.fingerprint() => Step::Leave(item, link),
                    Some(link) => Step::Update(item, link.platform_id),
                    None => Step::Create(item),
                }
            }
        });
    }
    Ok(steps)
}

type ParentLinks = HashMap<(&'static str, Vec<String>), Option<Link>>;

/// Looks all parents of a chunk up, one query for each kind of parent.
async fn find_parents(run: &Run, parents: &[Option<Parent>]) -> Result<ParentLinks> {
    let mut wanted: HashMap<&str, (&Parent, Vec<Vec<String>>)> = HashMap::new();
    for parent in parents.iter().flatten() {
        let values: Vec<_> = parent.columns.iter().map(|(_, value)| value.clone()).collect();
        let entry = wanted.entry(parent.kind).or_insert_with(|| (parent, Vec::new()));
        if !entry.1.contains(&values) {
            entry.1.push(values);
        }
    }
    let mut found = HashMap::new();
    for (parent, values) in wanted.into_values() {
        let columns: Vec<_> = parent.columns.iter().map(|(column, _)| *column).collect();
        for (value, link) in run
            .store
            .links(parent.kind, parent.object_key, &columns, &values)
            .await?
        {
            found.insert((parent.kind, value), link);
        }
    }
    Ok(found)
}

/// The platform's id of what the object goes into, and whether it stands there only for now.
fn place(run: &Run, parent: Option<&Parent>, found: &ParentLinks) -> std::result::Result<(PlatformId, bool), String> {
    let Some(parent) = parent else {
        return Ok((run.root_category, false));
    };
    let values: Vec<_> = parent.columns.iter().map(|(_, value)| value.clone()).collect();
    let named = values.join(" · ");
    // A row that names no parent belongs under the root for good.
    if parent.root_stands_in && values.iter().all(String::is_empty) {
        return Ok((run.root_category, false));
    }
    match found.get(&(parent.kind, values)) {
        Some(Some(link)) => Ok((link.platform_id, false)),
        _ if parent.root_stands_in => Ok((run.root_category, true)),
        Some(None) => Err(format!(
            "{} {named} belum ada di Moodle. Export data {} dahulu, lalu ulangi.",
            parent.label, parent.label
        )),
        None => Err(format!(
            "{} {named} tidak ada di dashboard. Sync lalu export data {} dahulu, lalu ulangi.",
            parent.label, parent.label
        )),
    }
}

/// One call's worth.
enum Batch {
    /// Nothing is sent.
    Settled(Vec<Step>),
    Create(Vec<Item>),
    Update(Vec<(PlatformId, Item)>),
}

fn batches(run: &Run, steps: Vec<Step>) -> Vec<Batch> {
    let (mut settled, mut creates, mut updates) = (Vec::new(), Vec::new(), Vec::new());
    for step in steps {
        match step {
            Step::Create(item) => creates.push(item),
            Step::Update(item, id) => updates.push((id, item)),
            other => settled.push(other),
        }
    }
    let mut batches = Vec::new();
    if !settled.is_empty() {
        batches.push(Batch::Settled(settled));
    }
    // One kind can make two sorts of object (a class made by form is a course); a batch holds one.
    for sort in sorts(creates, |item| &item.object) {
        let Limits { rows, .. } = run.platform.limits(sort[0].object.sort());
        batches.extend(sort.chunks(rows.max(1)).map(|chunk| Batch::Create(chunk.to_vec())));
    }
    for sort in sorts(updates, |(_, item)| &item.object) {
        let Limits { rows, .. } = run.platform.limits(sort[0].1.object.sort());
        batches.extend(sort.chunks(rows.max(1)).map(|chunk| Batch::Update(chunk.to_vec())));
    }
    batches
}

fn sorts<T>(items: Vec<T>, object: impl Fn(&T) -> &Object) -> Vec<Vec<T>> {
    let mut sorts: Vec<Vec<T>> = Vec::new();
    for item in items {
        let same = |sort: &&mut Vec<T>| {
            sort.first()
                .is_some_and(|first| std::mem::discriminant(object(first)) == std::mem::discriminant(object(&item)))
        };
        match sorts.iter_mut().find(same) {
            Some(sort) => sort.push(item),
            None => sorts.push(vec![item]),
        }
    }
    sorts
}

/// What came of one object, and how it is told.
struct Sent {
    exported: Exported,
    outcome: Became,
    row: RowKey,
    key: String,
    label: String,
}

async fn send(run: &Run, batch: Batch) -> Result<Vec<Sent>> {
    match batch {
        Batch::Settled(steps) => Ok(steps
            .into_iter()
            .filter_map(|step| match step {
                Step::Leave(item, link) => {
                    let link = Link {
                        provisional: item.provisional,
                        ..link
                    };
                    Some(item.told(Became::Unchanged, Ok(link)))
                }
                Step::Refuse {
                    object_key,
                    idnumber,
                    row,
                    key,
                    label,
                    reason,
                } => Some(Sent {
                    exported: Exported {
                        object_key,
                        idnumber,
                        result: Err(reason),
                    },
                    outcome: Became::Failed,
                    row,
                    key,
                    label,
                }),
                Step::Create(_) | Step::Update(..) => None,
            })
            .collect()),
        Batch::Create(items) => create(run, items).await,
        Batch::Update(items) => {
            let objects: Vec<_> = items.iter().map(|(id, item)| (*id, item.object.clone())).collect();
            let outcomes = run.platform.update_objects(&objects).await?;
            let (mut sent, mut gone) = (Vec::with_capacity(items.len()), Vec::new());
            for ((id, item), outcome) in items.into_iter().zip(outcomes) {
                match outcome {
                    Outcome::Gone => gone.push(item),
                    outcome => sent.push(item.outcome(outcome, Some(id))),
                }
            }
            // Somebody deleted these on the platform: they are made again.
            if !gone.is_empty() {
                sent.extend(create(run, gone).await?);
            }
            Ok(sent)
        }
    }
}

async fn create(run: &Run, items: Vec<Item>) -> Result<Vec<Sent>> {
    let objects: Vec<_> = items.iter().map(|item| item.object.clone()).collect();
    let outcomes = run.platform.create_objects(&objects).await?;
    Ok(items
        .into_iter()
        .zip(outcomes)
        .map(|(item, outcome)| item.outcome(outcome, None))
        .collect())
}

impl Item {
    /// What names the object and what would be sent of it.
    fn digest(&self, how: i64) -> [i64; 2] {
        let named = xxhash_rust::xxh3::xxh3_64(self.idnumber.as_bytes()).cast_signed();
        [named, self.object.fingerprint().wrapping_add(how)]
    }

    fn link(&self, platform_id: PlatformId) -> Link {
        Link {
            platform_id,
            container_id: self.object.container(),
            is_group: matches!(self.object, Object::Group(_)),
            provisional: self.provisional,
            sent_hash: self.object.fingerprint(),
        }
    }

    fn outcome(self, outcome: Outcome, known: Option<PlatformId>) -> Sent {
        let (word, result) = match outcome {
            Outcome::Created(id) => (Became::Created, Ok(self.link(id))),
            Outcome::Adopted(id) => (Became::Updated, Ok(self.link(id))),
            Outcome::Updated => match known.or(self.known.as_ref().map(|link| link.platform_id)) {
                Some(id) => (Became::Updated, Ok(self.link(id))),
                None => (
                    Became::Failed,
                    Err("Moodle tidak memberi tahu id baris ini. Coba lagi.".to_owned()),
                ),
            },
            Outcome::Gone => (
                Became::Failed,
                Err("Baris ini tidak ada lagi di Moodle. Export lagi untuk membuatnya.".to_owned()),
            ),
            Outcome::Refused(refusal) => {
                tracing::debug!(idnumber = self.idnumber, code = refusal.code, "refused");
                (Became::Failed, Err(refusal.reason))
            }
        };
        self.told(word, result)
    }

    fn told(self, outcome: Became, result: std::result::Result<Link, String>) -> Sent {
        Sent {
            exported: Exported {
                object_key: self.object_key,
                idnumber: self.idnumber,
                result,
            },
            outcome,
            row: self.row,
            key: self.key,
            label: self.label,
        }
    }
}

async fn record<K: Kind>(run: &Run, read_at: i64, sent: Vec<Sent>) -> Result<()> {
    let mut counts = Counts::default();
    let (mut exports, mut lines) = (Vec::with_capacity(sent.len()), Vec::new());
    for Sent {
        exported,
        outcome,
        row,
        key,
        label,
    } in sent
    {
        counts.add(outcome, 1);
        if outcome != Became::Unchanged {
            let line = Line::on(row, outcome, key).label(label);
            lines.push(match &exported.result {
                Err(reason) => line.because(reason.as_str()),
                Ok(_) => line,
            });
        }
        exports.push(exported);
    }
    run.store
        .record_exports::<K>(run.job, read_at, &exports, &lines, &counts)
        .await?;
    Ok(())
}

/// Says what an export would do.
pub(crate) async fn plan<K: Kind>(run: Arc<Run>) -> Result<Plan> {
    let mut plan = Plan::default();
    let mut after = None::<String>;
    loop {
        run.checkpoint()?;
        let objects = run
            .store
            .next_exports::<K>(&run.order.selection, after.as_deref(), READ)
            .await?;
        let Some((last, _)) = objects.last() else { break };
        after = Some(value(&last.row, K::OBJECT_KEY).to_owned());
        for step in steps::<K>(&run, objects).await? {
            let shown = |item: &Item| PlanRow::named(item.key.clone(), item.label.clone());
            match step {
                Step::Leave(..) => plan.counts.unchanged += 1,
                Step::Create(item) => {
                    plan.counts.create += 1;
                    plan.digest.add(item.digest(1));
                    keep(&mut plan.rows.create, || shown(&item));
                }
                Step::Update(item, _) => {
                    plan.counts.update += 1;
                    plan.digest.add(item.digest(2));
                    keep(&mut plan.rows.update, || shown(&item));
                }
                Step::Refuse { key, label, reason, .. } => {
                    plan.counts.conflict += 1;
                    keep(&mut plan.rows.conflict, || PlanRow::named(key, label).because(reason));
                }
            }
        }
    }
    // Objects that need no export are as they were.
    plan.counts.unchanged += run.store.count_exported::<K>(&run.order.selection).await?;
    plan.stakes.push(Stake {
        rows: plan.counts.update,
        of: run.store.count_objects::<K>(&Selection::default()).await?,
        does: "menimpa di Moodle",
    });
    Ok(plan)
}

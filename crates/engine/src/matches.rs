//! Rows that perhaps have an account or a course on the platform already: the scan that looks for them, and what an
//! administrator decides about them.

use crate::{
    EngineError, PlanRow, Result, Run,
    comparison::objects::{Difference, differences, each_batch},
    export::{NOT_MADE_YET, belongs_to, named_kind, named_row},
    places::surroundings,
    plan::{SAMPLE, add_sample},
    same_person::Holders,
    undecided_numbers::Undecided,
};
use futures::future::BoxFuture;
use selaras_kinds::{
    Kind, KindName, OfKind, idnumber_prefix,
    object::{Account, Object, PlatformId, Sort},
    of_all_kinds, value,
};
use selaras_platform::{Candidate, Need, Sought};
use selaras_reasons::Reason;
use selaras_store::{
    Selection, Store,
    export::ToSend,
    matching::{MatchState, ScannedRow, StoredMatch},
};
use std::{
    collections::HashMap,
    sync::{Arc, LazyLock},
};

/// Rows scanned at once.
pub(crate) const READ: u64 = 400;

/// A row, and what the platform perhaps has of it.
#[derive(Debug)]
pub struct MatchedRow {
    /// The kind.
    pub kind: KindName,
    /// The row's object key, such as a person's number.
    pub key: String,
    /// The row's name.
    pub label: String,
    /// The state.
    pub state: MatchState,
    /// True if an administrator decided that a new object is made.
    pub is_new: bool,
    /// Why the platform refused it.
    pub reason: Option<Reason>,
    /// The accounts or courses that may be the row's.
    pub candidates: Vec<OfferedMatch>,
}

/// An account or a course that can be chosen.
#[derive(Debug)]
pub struct OfferedMatch {
    /// The account or course.
    pub candidate: Candidate,
    /// The other row that it belongs to; empty if it is free.
    pub held_by: String,
}

/// A decision about a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchChoice {
    /// The kind.
    pub kind: KindName,
    /// The row's object key.
    pub key: String,
    /// The account or course that is the row's; `None` if a new one is made.
    pub platform_id: Option<PlatformId>,
}

/// A decision in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchLine {
    /// The line, counted from 1.
    pub line: u64,
    /// The decision, or why it cannot be read.
    pub choice: std::result::Result<MatchChoice, Reason>,
}

/// What a decision would do.
pub(crate) struct Weighed {
    pub(crate) row: PlanRow,
    pub(crate) choice: MatchChoice,
    /// True if the row has the chosen object already.
    pub(crate) stays: bool,
    /// What the next export would do, or why the decision is refused.
    pub(crate) outcome: std::result::Result<Effect, Reason>,
}

/// What the next export does after a decision.
pub(crate) enum Effect {
    /// It changes the object that was chosen. A course is in a category.
    Links {
        container: Option<PlatformId>,
        changes: Vec<Difference>,
    },
    /// It makes a new one.
    Creates,
    /// The row has this object already.
    Stays,
}

pub(crate) type Work<T> = BoxFuture<'static, Result<T>>;
pub(crate) type Rows = Work<Vec<MatchedRow>>;
pub(crate) type Weighing = Work<Vec<Weighed>>;

/// What is done about the rows of a kind.
pub(crate) struct MatchVerbs {
    pub(crate) kind: KindName,
    pub(crate) is_person: bool,
    /// How many rows are scanned.
    count: fn(Arc<Run>) -> Work<i64>,
    scan: fn(Arc<Run>) -> Work<()>,
    pub(crate) count_refused: fn(Store) -> Work<i64>,
    /// Reads the rows that the platform refused: how many to skip, and how many to read at most.
    pub(crate) refused: fn(Arc<Run>, u64, u64) -> Rows,
    /// Reads the rows that were scanned.
    pub(crate) scanned: fn(Arc<Run>, Option<MatchState>, u64, u64) -> Rows,
    pub(crate) weigh: fn(Arc<Run>, Vec<MatchChoice>) -> Weighing,
    /// Decides that new objects are made for the rows in a state. Returns how many were decided, and how many not.
    pub(crate) make_new: fn(Arc<Run>, MatchState, bool) -> Work<MadeNew>,
}

/// Rows for which new objects are made.
#[derive(Default)]
pub(crate) struct MadeNew {
    pub(crate) rows: u64,
    pub(crate) left: u64,
    pub(crate) sample: Vec<PlanRow>,
}

impl OfKind for MatchVerbs {
    fn of<K: Kind>() -> Self {
        Self {
            kind: <KindName as OfKind>::of::<K>(),
            is_person: K::IS_PERSON,
            count: |run| Box::pin(async move { count::<K>(&run).await }),
            count_refused: |store| Box::pin(async move { Ok(store.count_refused::<K>().await?) }),
            scan: |run| Box::pin(async move { each_batch(&run, scan_batch::<K>).await }),
            refused: |run, skip, most| Box::pin(async move { refused::<K>(&run, skip, most).await }),
            scanned: |run, state, skip, most| Box::pin(async move { scanned::<K>(&run, state, skip, most).await }),
            weigh: |run, choices| Box::pin(async move { weigh::<K>(&run, choices).await }),
            make_new: |run, state, only_plan| Box::pin(async move { make_new::<K>(&run, state, only_plan).await }),
        }
    }
}

/// The verbs of one kind, or of all with accounts or courses.
pub(crate) fn verbs(kind: Option<KindName>) -> impl Iterator<Item = &'static MatchVerbs> {
    struct Matched(Option<MatchVerbs>);
    impl OfKind for Matched {
        fn of<K: Kind>() -> Self {
            let may_have = |sort| K::SORTS.contains(&sort) || K::SORTS.contains(&Sort::Group);
            Self((K::IS_OBJECT && (K::IS_PERSON || may_have(Sort::Course))).then(MatchVerbs::of::<K>))
        }
    }
    static VERBS: LazyLock<Vec<MatchVerbs>> =
        LazyLock::new(|| of_all_kinds::<Matched>().into_iter().filter_map(|of| of.0).collect());
    VERBS
        .iter()
        .filter(move |verbs| kind.is_none_or(|kind| verbs.kind == kind))
}

/// Scans the platform. Returns its outcome as one sentence.
pub(crate) async fn scan(run: Arc<Run>) -> Result<Reason> {
    let run = run.in_session(&[Need::Comparing]).await?;
    let (store, job) = (run.store.clone(), run.job()?);
    store.begin_comparison(job).await?;
    let mut total = 0;
    for verbs in verbs(None) {
        total += (verbs.count)(Arc::clone(&run)).await?;
    }
    run.set_total(total).await?;
    for verbs in verbs(None) {
        (verbs.scan)(Arc::clone(&run)).await?;
    }
    let mut contested = Vec::new();
    for sort in [Sort::Account, Sort::Course] {
        let claims = store.claimed_twice(job, sort).await?;
        let holders = Holders::of(&store, claims.values().flatten().map(String::as_str)).await?;
        for rows in claims.into_values() {
            let Some((first, others)) = rows.split_first() else {
                continue;
            };
            if !others.iter().all(|other| holders.are_one(first, other)) {
                contested.extend(rows);
            }
        }
    }
    let has_others = run.platform.has_courses_of_others().await?;
    run.checkpoint()?;
    let found = store.finish_scan(job, &contested, has_others).await?;
    let of = |state| found.get(&state).copied().unwrap_or_default().unsigned_abs();
    Ok(Reason::MatchesScanned {
        linked: of(MatchState::Linked),
        proposed: of(MatchState::Proposed),
        ambiguous: of(MatchState::Ambiguous),
        none: of(MatchState::None),
        platform: run.platform.name().to_owned(),
    })
}

async fn count<K: Kind>(run: &Run) -> Result<i64> {
    Ok(match run.shape().await?.makes::<K>() {
        true => run.store.count_objects::<K>(&Selection::default()).await?,
        false => 0,
    })
}

async fn scan_batch<K: Kind>(run: Arc<Run>, objects: Vec<ToSend<K>>) -> Result<()> {
    let read = objects.len();
    let rows = match_rows::<K>(&run, objects).await?;
    let candidates = run.platform.candidates(&sought(&rows)).await?;
    let offered = offered::<K>(&run.store, &rows, candidates).await?;
    let scanned = |(row, offered): (&MatchRow, Vec<OfferedMatch>)| {
        let is_certain = |one: &&OfferedMatch| one.candidate.proven && one.held_by.is_empty();
        let claims = match &offered.iter().filter(is_certain).collect::<Vec<_>>()[..] {
            [one] => Some((one.candidate.id, one.candidate.container)),
            _ => None,
        };
        let state = match (offered.len(), claims) {
            (0, _) => MatchState::None,
            (1, Some(_)) => MatchState::Proposed,
            _ => MatchState::Ambiguous,
        };
        let candidates: Vec<_> = offered.into_iter().map(|one| one.candidate).collect();
        Ok(ScannedRow {
            key: row.key.clone(),
            state,
            claims,
            candidates: serde_json::to_string(&candidates).map_err(unreadable)?,
        })
    };
    let scanned: Vec<_> = rows.iter().zip(offered).map(scanned).collect::<Result<_>>()?;
    let others = (read - scanned.len()).cast_signed() as i64;
    Ok(run.store.record_scan::<K>(run.job()?, &scanned, others).await?)
}

fn unreadable(error: serde_json::Error) -> EngineError {
    EngineError::Damaged(format!("the candidates of a row: {error}"))
}

/// A row with the account or course that it would get, or why it would get none.
struct MatchRow {
    key: String,
    label: String,
    reason: Option<Reason>,
    numbers: Vec<String>,
    object: std::result::Result<Object, Reason>,
}

/// The rows that are accounts or courses under the shape of the campus. Groups are left out.
async fn match_rows<K: Kind>(run: &Run, objects: Vec<ToSend<K>>) -> Result<Vec<MatchRow>> {
    let shape = run.shape().await?;
    let rows: Vec<_> = objects.iter().map(|object| &object.stored.row).collect();
    let surroundings = surroundings(run, &shape, &rows).await?;
    let mut found = Vec::with_capacity(objects.len());
    for (object, around) in objects.iter().zip(surroundings) {
        let row = &object.stored.row;
        let named = around
            .map_err(|obstacle| obstacle.reason)
            .and_then(|around| shape.object(row, &around.values, NOT_MADE_YET))
            .map(|object| run.platform.named(object));
        if matches!(&named, Ok(object) if !matches!(object.sort(), Sort::Account | Sort::Course)) {
            continue;
        }
        let key = value(row, K::OBJECT_KEY).to_owned();
        let code = K::CODE.map(|code| value(row, code).to_owned());
        let numbers = [Some(key.clone()), code].into_iter().flatten();
        found.push(MatchRow {
            numbers: numbers.filter(|number| !number.is_empty()).collect(),
            label: row.label(),
            reason: object.stored.state.migration_reason.clone(),
            object: named,
            key,
        });
    }
    Ok(found)
}

/// What to look for, of the rows that have an object.
fn sought(rows: &[MatchRow]) -> Vec<Sought> {
    let sought = |row: &MatchRow| {
        Some(Sought {
            object: row.object.clone().ok()?,
            numbers: row.numbers.clone(),
        })
    };
    rows.iter().filter_map(sought).collect()
}

/// The candidates of each row, with the rows that they belong to. `candidates` are those of the rows that have an object.
async fn offered<K: Kind>(
    store: &Store,
    rows: &[MatchRow],
    candidates: Vec<Vec<Candidate>>,
) -> Result<Vec<Vec<OfferedMatch>>> {
    let ids: Vec<_> = candidates.iter().flatten().map(|candidate| candidate.id).collect();
    let linked = store.linked_to(sort_of::<K>(), &ids).await?;
    let named = candidates.iter().flatten().map(|candidate| candidate.idnumber.as_str());
    let holders = Holders::of(store, linked.values().flatten().map(String::as_str).chain(named)).await?;
    let mut candidates = candidates.into_iter();
    let of_row = |row: &MatchRow| {
        let Ok(object) = &row.object else { return Vec::new() };
        let offered = |candidate: Candidate| OfferedMatch {
            held_by: holder(
                &holders,
                (object, &row.label),
                linked.get(&candidate.id),
                &candidate.idnumber,
            )
            .unwrap_or_default(),
            candidate,
        };
        candidates.next().into_iter().flatten().map(offered).collect()
    };
    Ok(rows.iter().map(of_row).collect())
}

/// The type of the objects that rows of a kind are matched with.
fn sort_of<K: Kind>() -> Sort {
    match K::IS_PERSON {
        true => Sort::Account,
        false => Sort::Course,
    }
}

async fn refused<K: Kind>(run: &Run, skip: u64, most: u64) -> Result<Vec<MatchedRow>> {
    let people = match_rows::<K>(run, run.store.refused::<K>(skip, most).await?).await?;
    let candidates = run.platform.candidates(&sought(&people)).await?;
    let offered = offered::<K>(&run.store, &people, candidates).await?;
    let row = |(person, candidates): (MatchRow, _)| MatchedRow {
        kind: <KindName as OfKind>::of::<K>(),
        key: person.key,
        label: person.label,
        state: MatchState::Ambiguous,
        is_new: false,
        reason: person.reason,
        candidates,
    };
    Ok(people.into_iter().zip(offered).map(row).collect())
}

async fn scanned<K: Kind>(run: &Run, state: Option<MatchState>, skip: u64, most: u64) -> Result<Vec<MatchedRow>> {
    let stored = run.store.matches::<K>(state, None, skip, most).await?;
    let keys: Vec<_> = stored.iter().map(|row| row.key.clone()).collect();
    let mut rows: HashMap<_, _> = match_rows::<K>(run, run.store.objects_named::<K>(&keys).await?)
        .await?
        .into_iter()
        .map(|row| (row.key.clone(), row))
        .collect();
    let (mut here, mut candidates) = (Vec::new(), Vec::new());
    let mut matched = Vec::with_capacity(stored.len());
    for StoredMatch {
        key,
        state,
        is_new,
        candidates: found,
    } in stored
    {
        // The row was deleted since the scan, or the shape makes a group of it now.
        let (label, reason) = match rows.remove(&key) {
            None => (String::new(), None),
            Some(mut row) => {
                let (label, reason) = (row.label.clone(), row.reason.take());
                if row.object.is_ok() {
                    candidates.push(serde_json::from_str(&found).map_err(unreadable)?);
                }
                here.push(row);
                (label, reason)
            }
        };
        matched.push(MatchedRow {
            kind: <KindName as OfKind>::of::<K>(),
            key,
            label,
            state,
            is_new,
            reason,
            candidates: Vec::new(),
        });
    }
    let offered = offered::<K>(&run.store, &here, candidates).await?;
    let mut offered: HashMap<_, _> = here.into_iter().map(|row| row.key).zip(offered).collect();
    for row in &mut matched {
        row.candidates = offered.remove(&row.key).unwrap_or_default();
    }
    Ok(matched)
}

async fn weigh<K: Kind>(run: &Run, all: Vec<MatchChoice>) -> Result<Vec<Weighed>> {
    let keys: Vec<_> = all.iter().map(|choice| choice.key.clone()).collect();
    let rows = match_rows::<K>(run, run.store.choosable::<K>(&keys).await?).await?;
    let rows: HashMap<_, _> = rows.iter().map(|row| (row.key.as_str(), row)).collect();
    let object = |choice: &MatchChoice| rows.get(choice.key.as_str())?.object.as_ref().ok().cloned();
    let asked = |choice: &MatchChoice| Some((choice.platform_id?, object(choice)?));
    let asked: Vec<_> = all.iter().filter_map(asked).collect();
    let ids: Vec<_> = all.iter().filter_map(|choice| choice.platform_id).collect();
    let linked = run.store.linked_to(sort_of::<K>(), &ids).await?;
    let prefix = idnumber_prefix(K::NAME);
    let found = run.platform.read_objects(&asked).await?;
    let named = found.iter().flatten().map(Object::idnumber);
    let holders = Holders::of(&run.store, linked.values().flatten().map(String::as_str).chain(named)).await?;
    let stored = run.store.matches_of::<K>(&keys).await?;
    let stored: HashMap<_, _> = stored.iter().map(|row| (row.key.as_str(), row)).collect();
    let undecided = Undecided::of(&run.store, K::NAME).await?;
    let platform = || run.platform.name().to_owned();
    let mut found = found.into_iter();
    let mut taken: HashMap<PlatformId, String> = HashMap::new();
    let mut weighed = Vec::with_capacity(all.len());
    for choice in all {
        let row = rows.get(choice.key.as_str());
        let label = row.map_or_else(|| choice.key.clone(), |row| row.label.clone());
        let name = format!("{prefix}{}", choice.key);
        let linked_rows = choice.platform_id.and_then(|id| linked.get(&id));
        let stays = linked_rows.is_some_and(|rows| rows.contains(&name));
        let outcome = match row.map(|row| &row.object) {
            None => Err(Reason::NotUndecided { label: label.clone() }),
            Some(Err(reason)) => Err(reason.clone()),
            Some(Ok(object)) => match choice.platform_id {
                None => match stored.get(choice.key.as_str()) {
                    Some(stored) => new_object(run, object, &label, stored)?,
                    None => Err(Reason::MatchNotScanned {
                        label: label.clone(),
                        platform: platform(),
                    }),
                },
                Some(id) => match found.next().flatten() {
                    None => Err(Reason::MatchGone {
                        label: label.clone(),
                        platform: platform(),
                    }),
                    Some(there) => {
                        let holder = holder(&holders, (object, &label), linked.get(&id), there.idnumber());
                        match holder.or_else(|| taken.insert(id, label.clone())) {
                            None => link(run, object, &there),
                            Some(other) => Err(Reason::LinkedToOtherRow {
                                value: choice.key.clone(),
                                other,
                                platform: platform(),
                            }),
                        }
                    }
                },
            },
        };
        // The person perhaps has an account under a former number.
        let outcome = match undecided.entering(&choice.key) {
            Some(reason) => Err(reason),
            None => outcome,
        };
        weighed.push(Weighed {
            row: PlanRow::named(choice.key.clone(), label),
            stays,
            choice,
            outcome,
        });
    }
    Ok(weighed)
}

/// What the next export changes of an object that is linked to a row; or why it would be refused.
fn link(run: &Run, here: &Object, there: &Object) -> std::result::Result<Effect, Reason> {
    if let Some(refusal) = run.platform.refusal_of(here) {
        return Err(refusal.reason);
    }
    // The course's category is perhaps not made yet.
    let mut here = here.clone();
    if let (Object::Course(here), Object::Course(there)) = (&mut here, there) {
        here.category = there.category;
    }
    Ok(Effect::Links {
        container: there.container(),
        changes: differences(&here, there),
    })
}

/// Whether a new object can be made beside the candidates of a row: the platform takes each name and address once.
fn new_object(
    run: &Run,
    object: &Object,
    label: &str,
    stored: &StoredMatch,
) -> Result<std::result::Result<Effect, Reason>> {
    let candidates: Vec<Candidate> = serde_json::from_str(&stored.candidates).map_err(unreadable)?;
    let same = |one: &str, other: &str| !one.is_empty() && one.to_lowercase() == other.to_lowercase();
    let is_in_the_way = |candidate: &&Candidate| {
        candidate.idnumber == object.idnumber()
            || match object {
                Object::Account(Account { username, email, .. }) => {
                    same(&candidate.name, username) || same(&candidate.email, email)
                }
                Object::Course(course) => same(&candidate.name, &course.shortname),
                Object::Category(_) | Object::Group(_) => false,
            }
    };
    Ok(match candidates.iter().find(is_in_the_way) {
        None => Ok(Effect::Creates),
        Some(found) => Err(Reason::NotNewThere {
            label: label.to_owned(),
            holder: found.name.clone(),
            platform: run.platform.name().to_owned(),
        }),
    })
}

async fn make_new<K: Kind>(run: &Run, state: MatchState, only_plan: bool) -> Result<MadeNew> {
    let (mut made, mut after) = (MadeNew::default(), None::<String>);
    loop {
        let stored = run.store.matches::<K>(Some(state), after.as_deref(), 0, READ).await?;
        let Some(last) = stored.last() else { return Ok(made) };
        after = Some(last.key.clone());
        let keys: Vec<_> = stored.iter().map(|row| row.key.clone()).collect();
        let rows = match_rows::<K>(run, run.store.objects_named::<K>(&keys).await?).await?;
        let rows: HashMap<_, _> = rows.iter().map(|row| (row.key.as_str(), row)).collect();
        let mut new = Vec::new();
        for stored in &stored {
            let Some(row) = rows.get(stored.key.as_str()) else {
                continue;
            };
            let effect = match &row.object {
                Ok(object) => new_object(run, object, &row.label, stored)?,
                Err(reason) => Err(reason.clone()),
            };
            match effect {
                Ok(_) => {
                    add_sample(SAMPLE, &mut made.sample, || {
                        PlanRow::named(row.key.clone(), row.label.clone())
                    });
                    new.push(row.key.clone());
                }
                Err(_) => made.left += 1,
            }
        }
        made.rows += new.len() as u64;
        if !only_plan && !new.is_empty() {
            run.store.make_new(<KindName as OfKind>::of::<K>(), &new).await?;
        }
    }
}

/// The other row that an object belongs to: one that is linked to it, or one that its idnumber names.
fn holder(
    holders: &Holders,
    (object, label): (&Object, &str),
    linked: Option<&Vec<String>>,
    idnumber: &str,
) -> Option<String> {
    let of_ours = named_kind(idnumber).map(|_| idnumber);
    let mut names = linked.into_iter().flatten().map(String::as_str).chain(of_ours);
    names
        .find(|other| !belongs_to(object, label, other, holders))
        .map(named_row)
}

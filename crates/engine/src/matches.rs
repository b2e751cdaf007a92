//! People who perhaps have an account on the platform already: what is there, and the choice of an administrator.

use crate::{
    Change, EngineError, Plan, PlanRow, Result, Run, Task,
    comparison::objects::{Difference, differences},
    export::{Item, Step, named_kind, named_row, steps},
    jobs::Engine,
    same_person::Holders,
};
use futures::future::BoxFuture;
use selaras_kinds::{
    Kind, KindName, OfKind, OfPerson, Person,
    object::{Account, Object, PlatformId, Sort},
    of_all_people, value,
};
use selaras_platform::{Candidate, Need};
use selaras_reasons::{Reason, Word};
use selaras_store::{Store, account_choices::ChosenMatch, export::ToSend, log::By};
use std::{
    collections::HashMap,
    sync::{Arc, LazyLock},
};

/// A person who waits for a choice.
#[derive(Debug)]
pub struct UndecidedMatch {
    /// The kind of people.
    pub kind: KindName,
    /// The person's number.
    pub key: String,
    /// The person's name.
    pub label: String,
    /// Why the platform refused the account.
    pub reason: Option<Reason>,
    /// The accounts that may be theirs.
    pub candidates: Vec<OfferedMatch>,
}

/// An account that can be chosen.
#[derive(Debug)]
pub struct OfferedMatch {
    /// The account.
    pub candidate: Candidate,
    /// The other row that it belongs to; empty if it is free.
    pub held_by: String,
}

/// What a choice would do.
struct Weighed {
    row: PlanRow,
    chosen: ChosenMatch,
    /// What would change on the platform, or why it cannot be chosen.
    outcome: std::result::Result<Vec<Difference>, Reason>,
}

/// Reads a page: how many people to skip, and how many to read at most.
type OfPage = fn(Arc<Run>, u64, u64) -> BoxFuture<'static, Result<Vec<UndecidedMatch>>>;
type OfChosen = fn(Arc<Run>, Vec<ChosenMatch>) -> BoxFuture<'static, Result<Vec<Weighed>>>;

/// What is done about the accounts of a kind of people.
struct MatchVerbs {
    kind: KindName,
    count: fn(Store) -> BoxFuture<'static, Result<i64>>,
    page: OfPage,
    weigh: OfChosen,
}

impl OfPerson for MatchVerbs {
    fn of<P: Person>() -> Self {
        Self {
            kind: <KindName as OfKind>::of::<P>(),
            count: |store| Box::pin(async move { Ok(store.count_undecided::<P>().await?) }),
            page: |run, skip, most| Box::pin(async move { page::<P>(&run, skip, most).await }),
            weigh: |run, chosen| Box::pin(async move { weigh::<P>(&run, chosen).await }),
        }
    }
}

/// The verbs of one kind of people, or of all.
fn verbs(kind: Option<KindName>) -> impl Iterator<Item = &'static MatchVerbs> {
    static VERBS: LazyLock<Vec<MatchVerbs>> = LazyLock::new(of_all_people);
    VERBS
        .iter()
        .filter(move |verbs| kind.is_none_or(|kind| verbs.kind == kind))
}

impl Engine {
    /// How many people wait for a choice.
    pub async fn count_undecided_matches(&self) -> Result<i64> {
        let mut count = 0;
        for verbs in verbs(None) {
            count += (verbs.count)(self.store().clone()).await?;
        }
        Ok(count)
    }

    /// A page of the people who wait for a choice, with the accounts that the platform has now, and how many people there
    /// are in all.
    pub async fn undecided_matches(
        &self,
        kind: Option<KindName>,
        mut skip: u64,
        most: u64,
    ) -> Result<(Vec<UndecidedMatch>, i64)> {
        let (mut found, mut total, mut run) = (Vec::new(), 0, None);
        for verbs in verbs(kind) {
            let count = (verbs.count)(self.store().clone()).await?;
            total += count;
            let (skipped, room) = (skip.min(count.unsigned_abs()), most - found.len() as u64);
            skip -= skipped;
            if skipped == count.unsigned_abs() || room == 0 {
                continue;
            }
            let run = match &run {
                Some(run) => Arc::clone(run),
                None => Arc::clone(run.insert(self.matching_run().await?)),
            };
            found.extend((verbs.page)(run, skipped, room).await?);
        }
        Ok((found, total))
    }

    /// What the choice of these accounts would change on the platform at the next export. `said` words the fields.
    pub async fn plan_matches(&self, chosen: Vec<ChosenMatch>, said: impl Fn(Word) -> String) -> Result<Plan> {
        let mut plan = Plan::default();
        for Weighed { mut row, outcome, .. } in self.weighed(chosen).await? {
            let change = |Difference { field, here, there }| Change {
                field: said(field),
                from: there,
                to: here,
            };
            match outcome {
                Err(reason) => plan.refuse(row, reason.into()),
                Ok(differences) => {
                    row.changes = differences.into_iter().map(change).collect();
                    plan.counts.update += 1;
                    plan.rows.update.push(row);
                }
            }
        }
        Ok(plan)
    }

    /// Links people to accounts on the platform. Returns the result as one sentence.
    ///
    /// # Errors
    /// [`EngineError::Refused`] if one of them cannot be chosen: then none is.
    pub async fn choose_matches(&self, chosen: Vec<ChosenMatch>, by: By<'_>) -> Result<Reason> {
        let mut allowed = Vec::new();
        for weighed in self.weighed(chosen).await? {
            weighed.outcome.map_err(EngineError::Refused)?;
            allowed.push(weighed.chosen);
        }
        let platform = self.platform().name();
        let keeps_username = !self.campus_shape().await?.shape.username.is_empty();
        self.store()
            .choose_matches(&allowed, keeps_username, platform, by)
            .await?;
        Ok(Reason::MatchesChosen {
            rows: allowed.len() as u64,
            platform: platform.to_owned(),
        })
    }

    /// Unlinks people from their accounts. Returns the result as one sentence.
    pub async fn drop_matches(&self, people: &[(KindName, String)], by: By<'_>) -> Result<Reason> {
        let platform = self.platform().name().to_owned();
        let rows = self.store().drop_matches(people, &platform, by).await?;
        Ok(Reason::MatchesDropped { rows, platform })
    }

    async fn matching_run(&self) -> Result<Arc<Run>> {
        self.read_only_run(Task::Compare)
            .await?
            .in_session(&[Need::Comparing])
            .await
    }

    async fn weighed(&self, chosen: Vec<ChosenMatch>) -> Result<Vec<Weighed>> {
        let run = self.matching_run().await?;
        let mut weighed = Vec::with_capacity(chosen.len());
        for verbs in verbs(None) {
            let of_kind: Vec<_> = chosen.iter().filter(|one| one.kind == verbs.kind).cloned().collect();
            if !of_kind.is_empty() {
                weighed.extend((verbs.weigh)(Arc::clone(&run), of_kind).await?);
            }
        }
        Ok(weighed)
    }
}

/// A person who waits, with the account that they would get, or why none can be said yet.
struct Waiting {
    key: String,
    label: String,
    reason: Option<Reason>,
    item: std::result::Result<Item, Reason>,
}

impl Waiting {
    fn account(&self) -> Option<&Account> {
        match &self.item.as_ref().ok()?.object {
            Object::Account(account) => Some(account),
            _ => None,
        }
    }
}

async fn waiting<P: Kind>(run: &Run, people: Vec<ToSend<P>>) -> Result<Vec<Waiting>> {
    let named: Vec<_> = people
        .iter()
        .map(|ToSend { stored, .. }| {
            let key = value(&stored.row, P::OBJECT_KEY).to_owned();
            (key, stored.row.label(), stored.state.migration_reason.clone())
        })
        .collect();
    let steps = steps::<P>(run, people).await?;
    let waiting = |((key, label, reason), step): ((_, _, _), Step)| Waiting {
        key,
        label,
        reason,
        item: match step {
            Step::Create(item) | Step::Update(item, _) | Step::Unchanged(item, _) => Ok(item),
            Step::Refuse { obstacle, .. } => Err(obstacle.reason),
        },
    };
    Ok(named.into_iter().zip(steps).map(waiting).collect())
}

async fn page<P: Kind>(run: &Run, skip: u64, most: u64) -> Result<Vec<UndecidedMatch>> {
    let people = waiting::<P>(run, run.store.undecided::<P>(skip, most).await?).await?;
    let accounts: Vec<_> = people.iter().filter_map(Waiting::account).cloned().collect();
    let candidates = run.platform.candidates(&accounts).await?;
    let ids: Vec<_> = candidates.iter().flatten().map(|candidate| candidate.id).collect();
    let linked = run.store.linked_to(Sort::Account, &ids).await?;
    let named = candidates.iter().flatten().map(|candidate| candidate.idnumber.as_str());
    let holders = Holders::of(&run.store, linked.values().flatten().map(String::as_str).chain(named)).await?;
    let mut candidates = candidates.into_iter();
    let undecided = |person: Waiting| {
        let offered = person.item.ok().map(|item| {
            let offered = |candidate: Candidate| OfferedMatch {
                held_by: holder(&holders, &item, linked.get(&candidate.id), &candidate.idnumber).unwrap_or_default(),
                candidate,
            };
            candidates.next().into_iter().flatten().map(offered).collect()
        });
        UndecidedMatch {
            kind: <KindName as OfKind>::of::<P>(),
            key: person.key,
            label: person.label,
            reason: person.reason,
            candidates: offered.unwrap_or_default(),
        }
    };
    Ok(people.into_iter().map(undecided).collect())
}

async fn weigh<P: Kind>(run: &Run, all: Vec<ChosenMatch>) -> Result<Vec<Weighed>> {
    let keys: Vec<_> = all.iter().map(|chosen| chosen.key.clone()).collect();
    let people = waiting::<P>(run, run.store.undecided_of::<P>(&keys).await?).await?;
    let people: HashMap<_, _> = people.iter().map(|person| (person.key.as_str(), person)).collect();
    let asked = |chosen: &ChosenMatch| {
        let account = people.get(chosen.key.as_str())?.account()?;
        Some((chosen.platform_id, Object::Account(account.clone())))
    };
    let asked: Vec<_> = all.iter().filter_map(asked).collect();
    let ids: Vec<_> = asked.iter().map(|(id, _)| *id).collect();
    let linked = run.store.linked_to(Sort::Account, &ids).await?;
    let found = run.platform.read_objects(&asked).await?;
    let named = found.iter().flatten().map(Object::idnumber);
    let holders = Holders::of(&run.store, linked.values().flatten().map(String::as_str).chain(named)).await?;
    let mut found = found.into_iter();
    let mut taken: HashMap<PlatformId, String> = HashMap::new();
    let mut weighed = Vec::with_capacity(all.len());
    for chosen in all {
        let person = people.get(chosen.key.as_str());
        let label = person.map_or_else(|| chosen.key.clone(), |person| person.label.clone());
        let platform = || run.platform.name().to_owned();
        let outcome = match person.map(|person| &person.item) {
            None => Err(Reason::NotUndecided { label: label.clone() }),
            Some(Err(reason)) => Err(reason.clone()),
            Some(Ok(item)) => match found.next().flatten() {
                None => Err(Reason::MatchGone {
                    label: label.clone(),
                    platform: platform(),
                }),
                Some(there) => {
                    let holder = holder(&holders, item, linked.get(&chosen.platform_id), there.idnumber());
                    match holder.or_else(|| taken.insert(chosen.platform_id, label.clone())) {
                        None => Ok(differences(&item.object, &there)),
                        Some(other) => Err(Reason::LinkedToOtherRow {
                            value: chosen.key.clone(),
                            other,
                            platform: platform(),
                        }),
                    }
                }
            },
        };
        weighed.push(Weighed {
            row: PlanRow::named(chosen.key.clone(), label),
            chosen,
            outcome,
        });
    }
    Ok(weighed)
}

/// The other row that an account belongs to: one that is linked to it, or one that its idnumber names.
fn holder(holders: &Holders, item: &Item, linked: Option<&Vec<String>>, idnumber: &str) -> Option<String> {
    let of_ours = named_kind(idnumber).map(|_| idnumber);
    let mut names = linked.into_iter().flatten().map(String::as_str).chain(of_ours);
    names.find(|other| !item.belongs_to(other, holders)).map(named_row)
}

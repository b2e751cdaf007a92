//! Export: from the dashboard to the platform.
//!
//! A row that the platform is known to refuse is refused here, in the plan as in the run.
//! Rows without a link are created, rows with one are updated, a few batches in flight. The results of a batch are recorded
//! before the next one starts. Objects are not looked up first (see the platform connector). One case is the exception: if a
//! class changed its course, its group is looked up in the old course.

use crate::{
    EngineError, Plan, PlanRow, Result, RowsVerb, Run, cohorts,
    driver::{self, RowResult, Sending},
    enrol::in_course,
    impact::{Counted, Impact},
    places::{Containers, FILLED, TaughtIn, key_of, of_other_shape, shared_name, surroundings, taught_in},
    plan::{Obstacle, RowName, add_sample},
    same_person::Holders,
    sentences::outcome,
    undecided_numbers::Undecided,
};
use futures::future::BoxFuture;
use selaras_kinds::{
    Key, Kind, KindName, OfPerson, Parent, Person, idnumber, idnumber_prefix, is_one_student,
    kelas::Kelas,
    mata_kuliah::MataKuliah,
    number_of,
    object::{Account, Group, Object, PlatformId, Sort},
    object_name, of_all_people, value,
};
use selaras_platform::{Candidate, Need, Outcome, Refusal};
use selaras_reasons::{Reason, Word};
use selaras_shape::{Made, Place, Shape, SharedEmails, Values};
use selaras_store::{
    Selection,
    clashes::{SharedName, UniqueName},
    export::{Exported, Link, ToSend},
    jobs::{Counts, Line, Outcome as Became, RowKey},
    matching::Decision,
};
use std::{
    collections::{HashMap, HashSet},
    marker::PhantomData,
    sync::Arc,
};
use tokio::sync::{Mutex, OnceCell};

/// One object to send.
#[derive(Clone)]
pub(crate) struct Item {
    pub(crate) object_key: String,
    /// The row's fingerprint when it was read.
    fingerprint: i64,
    idnumber: String,
    pub(crate) named: RowName,
    pub(crate) object: Object,
    pub(crate) known: Option<Link>,
    /// The account that the person would get, if it differs from the one that is there.
    if_new: Option<Account>,
    provisional: bool,
    /// The values of [`Kind::SHORT_NAME`], joined.
    short_name: String,
    /// True if the row has another object on the platform, which another shape made and which stays there.
    replaces: bool,
    /// True if people have left the class and are not suspended yet.
    has_leavers: bool,
    /// True if an administrator decided that none of the objects that are there is the row's.
    is_new: bool,
}

/// What to do with one object.
pub(crate) enum Step {
    /// It is the same on the platform.
    Unchanged(Item, Link),
    Create(Item),
    Update(Item, PlatformId),
    Refuse {
        object_key: String,
        fingerprint: i64,
        idnumber: String,
        named: RowName,
        obstacle: Obstacle,
    },
}

/// Steps that are sent together: all creates or all updates (the flag is true for creates), of one object type. `None`:
/// nothing is sent.
type OfOneSort = (Option<(bool, Sort)>, Vec<Step>);

/// Objects read at once: enough for a few batches.
const READ: u64 = 800;

/// Exports the objects of a kind.
struct Export<K> {
    shape: Arc<Shape>,
    /// Names on the platform that several objects would have. They are found once, so that plan and run judge alike.
    shared: OnceCell<HashMap<String, SharedName>>,
    /// Addresses that several people have, if the platform refuses them.
    addresses: OnceCell<HashMap<String, SharedName>>,
    /// Objects for which there is no row and that the platform lacks, by stable name.
    made_first: Mutex<HashMap<String, Sort>>,
    /// The courses that a plan foresees for classes, by the classes' keys.
    courses: Mutex<HashMap<String, PlatformId>>,
    lacking: Lacking,
    /// True if cohorts are kept afterwards.
    keeps_cohorts: bool,
    kind: PhantomData<fn() -> K>,
}

impl<K: Kind> Export<K> {
    async fn of(run: &Run, lacking: Lacking) -> Result<Self> {
        let shape = run.shape().await?;
        Ok(Self {
            keeps_cohorts: cohorts::are_kept::<K>(run, &shape),
            shape,
            shared: OnceCell::new(),
            addresses: OnceCell::new(),
            made_first: Mutex::default(),
            courses: Mutex::default(),
            lacking,
            kind: PhantomData,
        })
    }

    /// What an export makes besides the objects of rows.
    async fn note_of_made(&self, run: &Run) -> Option<Reason> {
        let made_first = self.made_first.lock().await;
        let of = |sort| made_first.values().filter(|of| **of == sort).count() as u64;
        let (categories, courses) = (of(Sort::Category), of(Sort::Course));
        (categories + courses > 0).then(|| Reason::MakesBesides {
            categories,
            courses,
            platform: run.platform.name().to_owned(),
        })
    }
}

/// Runs an export. Returns its outcome as one sentence.
pub(crate) async fn run<K: Kind>(run: Arc<Run>) -> Result<Reason> {
    let shape = run.shape().await?;
    if *shape != Shape::default() {
        run.store.wait_with::<K>().await?;
    }
    if K::NAME == Kelas::NAME {
        run.store.wait_with_combined().await?;
    }
    if !shape.makes::<K>() {
        run.store.settle_without_objects::<K>().await?;
    }
    let export = Export::<K>::of(&run, Lacking::Make).await?;
    let keeps_cohorts = export.keeps_cohorts;
    let mut sentence = driver::run(export, Arc::clone(&run)).await?;
    if keeps_cohorts && let Reason::Exported { parts, .. } = &mut sentence {
        let kept = cohorts::keep(run, &shape).await?;
        parts.retain(|part| kept.is_empty() || *part != Reason::NothingToDo);
        parts.extend(kept);
    }
    Ok(sentence)
}

/// Plans an export.
pub(crate) async fn plan<K: Kind>(run: Arc<Run>) -> Result<Plan> {
    let (export, mut plan) = (Export::<K>::of(&run, Lacking::Foresee).await?, run.empty_plan());
    if !export.shape.makes::<K>() {
        plan.counts.unchanged = run.store.count_objects::<K>(&run.order.selection).await?;
        return Ok(plan);
    }
    let mut addresses = SharedAddresses::of::<K>(&run).await?;
    // Rows that get another object beside the one that another shape made.
    let mut replaced = 0;
    let mut created = HashSet::new();
    driver::each(&export, &run, |step| {
        addresses.look(&step);
        if export.keeps_cohorts
            && let Step::Create(item) = &step
        {
            created.insert(item.object_key.clone());
        }
        replaced += i64::from(matches!(&step, Step::Create(item) if item.replaces));
        export.show(&mut plan, step);
    })
    .await?;
    plan.notes.extend(addresses.note(run.platform.name()));
    plan.notes.extend(export.note_of_made(&run).await);
    // Objects that need no export count as unchanged.
    plan.counts.unchanged += run.store.count_exported::<K>(&run.order.selection).await?;
    if K::SORTS.contains(&Sort::Account) && plan.counts.create > 0 && !run.platform.sign_in_is_stated() {
        plan.notes.push(Reason::PasswordsMailed {
            platform: run.platform.name().to_owned(),
        });
    }
    plan.impacts.push(Impact {
        touched: plan.counts.update + replaced,
        of: run.store.count_objects::<K>(&Selection::default()).await?,
        what: Counted::Rows,
        does: Reason::OverwritesThere {
            platform: run.platform.name().to_owned(),
        },
        program: None,
    });
    if export.keeps_cohorts {
        cohorts::plan(run, &export.shape, &created, &mut plan).await?;
    }
    Ok(plan)
}

/// The last object that was read, by its key. Classes that are taught in another one come after all others: they need the
/// course of that one.
pub(crate) enum LastObject {
    ByItself(String),
    /// `None`: none of them was read yet.
    Combined(Option<String>),
}

impl<K: Kind> Sending for Export<K> {
    type Row = K;
    type Step = Step;
    type Record = Exported;
    type Last = LastObject;

    async fn count(&self, run: &Run) -> Result<i64> {
        if !self.shape.makes::<K>() {
            return Ok(0);
        }
        Ok(run.store.count_exports::<K>(&run.order.selection).await?)
    }

    fn needs(&self) -> Vec<Need> {
        let sorts = self.shape.sorts::<K>();
        let fills = self.shape.fills_courses() && sorts.contains(&Sort::Course);
        sorts
            .into_iter()
            .map(Need::of)
            .chain(fills.then_some(Need::Templates))
            .chain(self.keeps_cohorts.then_some(Need::Cohorts))
            .collect()
    }

    fn needs_results(&self, after: &LastObject) -> bool {
        matches!(after, LastObject::Combined(None))
    }

    async fn next(&self, run: &Run, after: Option<LastObject>) -> Result<Option<(LastObject, Vec<Step>)>> {
        if !self.shape.makes::<K>() {
            return Ok(None);
        }
        let selection = &run.order.selection;
        let (combined, after) = match after {
            None => (false, None),
            Some(LastObject::ByItself(key)) => (false, Some(key)),
            Some(LastObject::Combined(key)) => (true, key),
        };
        let next = run.store.next_exports::<K>(selection, combined, after.as_deref(), READ);
        let objects = next.await?;
        let Some(last) = objects.last() else {
            let is_between = K::NAME == Kelas::NAME && !combined;
            return Ok(is_between.then(|| (LastObject::Combined(None), Vec::new())));
        };
        let key = value(&last.stored.row, K::OBJECT_KEY).to_owned();
        let last = match combined {
            true => LastObject::Combined(Some(key)),
            false => LastObject::ByItself(key),
        };
        let (mut steps, made_first) = decide::<K>(run, objects, self.lacking, &*self.courses.lock().await).await?;
        if K::NAME == Kelas::NAME && self.lacking == Lacking::Foresee && !combined {
            self.courses.lock().await.extend(steps.iter().filter_map(Step::course));
        }
        let made_first = made_first
            .into_iter()
            .map(|made| (made.idnumber().to_owned(), made.sort()));
        self.made_first.lock().await.extend(made_first);
        let sends_names = K::SORTS.contains(&Sort::Account) || steps.iter().any(Step::sends_course);
        if let Some(of) = unique_name::<K>(run).filter(|_| sends_names) {
            let shared = || async {
                if K::SORTS.contains(&Sort::Account) && !self.shape.username.is_empty() {
                    shared_usernames(run).await
                } else if self.shape.renames::<K>() {
                    shared_names::<K>(run).await
                } else {
                    Ok(run.store.clashing_names::<K>(selection, of).await?)
                }
            };
            let shared = self.shared.get_or_try_init(shared).await?;
            refuse_clashes(run, shared, &mut steps).await?;
        }
        if K::SORTS.contains(&Sort::Account) && self.shape.shared_emails == SharedEmails::Refused {
            let shared = || async { run.store.clashing_names::<K>(selection, UniqueName::Address).await };
            let shared = self.addresses.get_or_try_init(shared).await?;
            refuse_shared_addresses(run, shared, &mut steps).await?;
        }
        refuse_lost_passwords(run, &steps).await?;
        Ok(Some((last, steps)))
    }

    fn batches(&self, run: &Run, steps: Vec<Step>) -> Vec<Vec<Step>> {
        let mut of_one_sort: Vec<OfOneSort> = Vec::new();
        for step in steps {
            let sort = match &step {
                Step::Create(item) => Some((true, item.object.sort())),
                Step::Update(item, _) => Some((false, item.object.sort())),
                // Nothing is sent.
                Step::Unchanged(..) | Step::Refuse { .. } => None,
            };
            match of_one_sort.iter_mut().find(|(of, _)| *of == sort) {
                Some((_, same)) => same.push(step),
                None => of_one_sort.push((sort, vec![step])),
            }
        }
        let fills = self.shape.fills_courses();
        let rows = |sort: Option<(bool, Sort)>| match sort {
            None => usize::MAX,
            Some((true, Sort::Course)) if fills => run.platform.limits(Sort::Course).rows.min(FILLED),
            Some((_, sort)) => run.platform.limits(sort).rows,
        };
        of_one_sort
            .into_iter()
            .flat_map(|(sort, steps)| driver::cut(steps, rows(sort)))
            .collect()
    }

    async fn send(&self, run: &Run, batch: Vec<Step>) -> Result<Vec<RowResult<Exported>>> {
        send(run, batch).await
    }

    async fn record(&self, run: &Run, records: Vec<Exported>, lines: &[Line], counts: &Counts) -> Result<()> {
        Ok(run
            .store
            .record_exports::<K>(run.job()?, &records, lines, counts)
            .await?)
    }

    async fn untried(&self, run: &Run, reason: &Reason) -> Result<()> {
        let selection = &run.order.selection;
        Ok(run.store.report_untried::<K>(run.job()?, selection, reason).await?)
    }

    fn sentence(&self, run: &Run, counts: &Counts) -> Reason {
        Reason::Exported {
            kind: K::LABEL.to_owned(),
            parts: outcome(counts, run.source.name()),
        }
    }

    fn show(&self, plan: &mut Plan, step: Step) {
        let shown = PlanRow::of_named;
        match step {
            Step::Unchanged(Item { named, .. }, _) => plan.unchanged(|| PlanRow::named(named.key, named.label)),
            Step::Create(item) => {
                plan.counts.create += 1;
                plan.digest.add(item.digest(1));
                add_sample(plan.sample(), &mut plan.rows.create, || shown(item.named));
            }
            Step::Update(item, _) => {
                plan.counts.update += 1;
                plan.digest.add(item.digest(2));
                add_sample(plan.sample(), &mut plan.rows.update, || shown(item.named));
            }
            Step::Refuse { named, obstacle, .. } => plan.refuse(shown(named), obstacle),
        }
    }
}

/// Decides on each object: its form on the platform, its parent, and whether it must be sent.
pub(crate) async fn steps<K: Kind>(run: &Run, objects: Vec<ToSend<K>>) -> Result<Vec<Step>> {
    Ok(decide(run, objects, Lacking::Refuse, &HashMap::new()).await?.0)
}

/// [`steps`], and the objects around them that there is no row for and that the platform lacks. `courses` are those that a plan
/// foresees for classes.
async fn decide<K: Kind>(
    run: &Run,
    objects: Vec<ToSend<K>>,
    lacking: Lacking,
    courses: &HashMap<String, PlatformId>,
) -> Result<(Vec<Step>, Vec<Made>)> {
    let shape = run.shape().await?;
    let rows: Vec<_> = objects.iter().map(|object| &object.stored.row).collect();
    let surroundings = surroundings(run, &shape, &rows).await?;
    let places: Vec<_> = surroundings
        .iter()
        .filter_map(|around| around.as_ref().ok()?.place.as_ref())
        .collect();
    let containers = match lacking {
        Lacking::Make => Containers::make(run, &shape, &places).await?,
        Lacking::Foresee | Lacking::Refuse => Containers::known(run, &shape, &places).await?,
    };
    let made_first = containers.lacking(&places);
    let places_nothing = surroundings
        .iter()
        .map(|around| matches!(around, Ok(around) if around.place.is_none()));
    let parents: Vec<_> = rows
        .iter()
        .zip(places_nothing)
        .map(|(row, is_by_rows)| row.parent().filter(|_| is_by_rows))
        .collect();
    let found = find_parents(run, &parents).await?;
    let closed = run.closed_semesters().await?;
    let hosts = taught_in(run, &rows).await?;
    let leavers = OnceCell::new();
    let mut steps = Vec::with_capacity(objects.len());
    for (((object, parent), around), host) in objects.into_iter().zip(&parents).zip(surroundings).zip(hosts) {
        let (row, known, fingerprint) = (object.stored.row, object.known, object.fingerprint);
        let (object_key, idnumber) = (value(&row, K::OBJECT_KEY).to_owned(), idnumber(&row));
        let named = RowName {
            row: RowKey::of_object(&row),
            key: object_name(&row),
            label: row.label(),
        };
        let under = match object.stored.state.missing_since {
            Some(_) => Err(Reason::NotListedAnyMore {
                source: run.source.name().to_owned(),
            }
            .into()),
            None => around.and_then(|around| {
                let (container, provisional) = match (&around.place, course_of_host(run, host, courses)?) {
                    (_, Some(course)) => (course, false),
                    (Some(place), None) => (within(run, &containers, place, lacking)?, false),
                    (None, None) => enrolment(run, parent.as_ref(), &found)?,
                };
                let mut object = shape.object(&row, &around.values, container)?;
                // Students do not see new courses of a semester that is closed.
                if let Object::Course(course) = &mut object {
                    course.hidden |= K::NAME == Kelas::NAME && closed.contains(value(&row, "semester"));
                }
                Ok((object, provisional))
            }),
        };
        let placed = under.map(|(object, provisional)| (run.platform.named(object), provisional));
        steps.push(match placed {
            Err(obstacle) => Step::Refuse {
                object_key,
                fingerprint,
                idnumber,
                named,
                obstacle,
            },
            Ok((object, provisional)) => {
                // Another shape made a group of what is a course now, or the other way round: that one stays as it is.
                let is_same = |link: &Link| link.is_group == (object.sort() == Sort::Group);
                let replaces = known.as_ref().is_some_and(|link| !is_same(link));
                let known = known.filter(is_same);
                // Only a group or its course is replaced. Most stay where they are, and no leavers are looked for.
                let leaves = |link: &Link| link.is_group && object.container() != link.container_id;
                let has_leavers = K::NAME == Kelas::NAME
                    && (replaces || known.as_ref().is_some_and(leaves))
                    && leavers.get_or_try_init(|| run.store.leavers()).await?.are_of(&row);
                let (object, if_new) = match (&known, object) {
                    (Some(link), Object::Account(new)) if link.keeps_username || new.keeps_username => {
                        (account_there(run, &row, link.keeps_username, &new), Some(new))
                    }
                    (_, object) => (object, None),
                };
                let short_name = short_name(&shape, &row, &object);
                let item = Item {
                    object_key,
                    fingerprint,
                    idnumber,
                    named,
                    object,
                    known: known.clone(),
                    if_new,
                    provisional,
                    short_name,
                    replaces,
                    has_leavers,
                    is_new: false,
                };
                match known {
                    None if item.replaces && item.has_leavers => item.refused(leavers_first(run)),
                    Some(link) if link.tied || item.object.was_sent_as(link.sent_hash) => Step::Unchanged(item, link),
                    known => match (refusal_of(run, &item), known) {
                        (Some(refusal), _) => {
                            tracing::debug!(idnumber = item.idnumber, code = refusal.code, "not sent");
                            item.refused(refusal.reason)
                        }
                        (None, Some(link)) => Step::Update(item, link.platform_id),
                        (None, None) => Step::Create(item),
                    },
                }
            }
        });
    }
    refuse_undecided_people::<K>(run, &mut steps).await?;
    refuse_undecided_matches(run, &mut steps).await?;
    refuse_moved_groups(run, &shape, &mut steps).await?;
    refuse_reused_names::<K>(run, &mut steps).await?;
    Ok((steps, made_first))
}

/// The account of a person who has one: its username follows the number or the address, unless it keeps the one that it has.
fn account_there<P: Kind>(run: &Run, person: &P, keeps_username: bool, new: &Account) -> Object {
    let mut account = Account {
        keeps_username,
        ..new.clone()
    };
    if let Ok(Object::Account(usual)) = person.object(NOT_MADE_YET) {
        account.username = usual.username;
    }
    run.platform.named(Object::Account(account))
}

/// Why the platform is known to refuse an object. A username that stays is not sent.
fn refusal_of(run: &Run, item: &Item) -> Option<Refusal> {
    match &item.object {
        Object::Account(account) if account.keeps_username && item.known.is_some() => {
            let mut sent = account.clone();
            UNSENT.clone_into(&mut sent.username);
            run.platform.refusal_of(&Object::Account(sent))
        }
        object => run.platform.refusal_of(object),
    }
}

/// Stands for a username that is not sent.
const UNSENT: &str = "-";

/// The name by which [`Store::clashing_names`] or [`shared_names`] finds the courses that would share one.
fn short_name<K: Kind>(shape: &Shape, row: &K, object: &Object) -> String {
    match object {
        Object::Course(course) if shape.renames::<K>() => course.shortname.to_lowercase(),
        _ => Key::of(K::SHORT_NAME.iter().map(|column| value(row, column))).stored(),
    }
}

/// Why a class gets no second object yet. Its leavers are suspended where they are, and that is in the first one.
fn leavers_first(run: &Run) -> Reason {
    Reason::LeaversFirst {
        platform: run.platform.name().to_owned(),
    }
}

/// What is done about objects that there is no row for and that the platform lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lacking {
    /// They are made before the rows inside them: an export.
    Make,
    /// They count as made: the plan of an export.
    Foresee,
    /// The rows inside them are refused.
    Refuse,
}

/// The platform's id of the innermost object of a place.
fn within(
    run: &Run,
    containers: &Containers,
    place: &Place,
    lacking: Lacking,
) -> std::result::Result<PlatformId, Obstacle> {
    match (containers.find(run, place)?, place.last()) {
        (Some(id), _) => Ok(id),
        (None, _) if lacking == Lacking::Foresee => Ok(NOT_MADE_YET),
        (None, made) => Err(Reason::MadeNotThere {
            label: made.map(Made::name).unwrap_or_default().to_owned(),
            platform: run.platform.name().to_owned(),
        }
        .into()),
    }
}

/// The course of the class that a row is taught in; `None` if it names none.
fn course_of_host(
    run: &Run,
    host: TaughtIn,
    courses: &HashMap<String, PlatformId>,
) -> std::result::Result<Option<PlatformId>, Obstacle> {
    let Some((class, link)) = host.transpose()? else {
        return Ok(None);
    };
    let key = class.row.jadwal_kuliah_detail_id.to_string();
    let there = || link.as_ref().map(|link| in_course(link).0);
    courses.get(&key).copied().or_else(there).map(Some).ok_or_else(|| {
        let (kind, platform) = (Kelas::LABEL.to_owned(), run.platform.name().to_owned());
        let reason = Reason::ParentNotThere { kind, key, platform };
        Obstacle::waiting(reason, Kelas::NAME, RowsVerb::Export)
    })
}

/// Stands in a plan for the id of an object that the run makes first.
pub(crate) const NOT_MADE_YET: PlatformId = 0;

/// Short names that several courses of a kind would have under patterns of the campus's own. A course that is there comes
/// before one that is not, and then the first in the order of the export.
async fn shared_names<K: Kind>(run: &Run) -> Result<HashMap<String, SharedName>> {
    let shape = run.shape().await?;
    let mut holders: HashMap<String, (bool, String)> = HashMap::new();
    let mut shared = HashMap::new();
    let mut after = None::<String>;
    loop {
        run.checkpoint()?;
        let objects = run.store.next_objects::<K>(after.as_deref(), READ).await?;
        let Some(last) = objects.last() else { break };
        after = Some(value(&last.stored.row, K::OBJECT_KEY).to_owned());
        let rows: Vec<_> = objects.iter().map(|object| &object.stored.row).collect();
        let around = surroundings(run, &shape, &rows).await?;
        for (object, around) in objects.iter().zip(around) {
            let Ok(around) = around else { continue };
            let row = &object.stored.row;
            let Ok(Object::Course(course)) = shape.object(row, &around.values, NOT_MADE_YET) else {
                continue;
            };
            let (name, mine) = (course.shortname.to_lowercase(), course.idnumber);
            let is_there = object.known.as_ref().is_some_and(|link| !link.is_group);
            let Some((holder_is_there, holder)) = holders.get_mut(&name) else {
                holders.insert(name, (is_there, mine));
                continue;
            };
            let mut other = mine;
            if is_there && !*holder_is_there {
                *holder_is_there = true;
                std::mem::swap(holder, &mut other);
            }
            let holder = holder.clone();
            shared.insert(name, SharedName { holder, other });
        }
    }
    Ok(shared)
}

/// Usernames that several people would have. A person who is there comes before one who is not, and then the first in the order of
/// the lists.
async fn shared_usernames(run: &Run) -> Result<HashMap<String, SharedName>> {
    let mut names = Usernames::default();
    for people in of_all_people::<ReadUsernames>() {
        (people.read)(run, &mut names).await?;
    }
    Ok(names.shared)
}

/// The usernames of people while they are read.
#[derive(Default)]
struct Usernames {
    /// Whether the person is there, and the stable name.
    holders: HashMap<String, (bool, String)>,
    shared: HashMap<String, SharedName>,
}

impl Usernames {
    fn add(&mut self, username: String, idnumber: String, is_there: bool) {
        let Some((holder_is_there, holder)) = self.holders.get_mut(&username) else {
            self.holders.insert(username, (is_there, idnumber));
            return;
        };
        let mut other = idnumber;
        if is_there && !*holder_is_there {
            *holder_is_there = true;
            std::mem::swap(holder, &mut other);
        }
        if !is_one_student(holder, &other) {
            let holder = holder.clone();
            self.shared.insert(username, SharedName { holder, other });
        }
    }

    async fn read<P: Kind>(&mut self, run: &Run) -> Result<()> {
        let shape = run.shape().await?;
        let mut after = None::<String>;
        loop {
            run.checkpoint()?;
            let people = run.store.next_objects::<P>(after.as_deref(), READ).await?;
            let Some(last) = people.last() else { return Ok(()) };
            after = Some(value(&last.stored.row, P::OBJECT_KEY).to_owned());
            for person in &people {
                let row = &person.stored.row;
                let Ok(Object::Account(new)) = shape.object(row, &Values::default(), NOT_MADE_YET) else {
                    continue;
                };
                match &person.known {
                    // The one that it keeps is most likely that of the pattern.
                    Some(link) if link.keeps_username => self.add(new.username, new.idnumber, true),
                    Some(_) => {
                        if let Object::Account(there) = account_there(run, row, false, &new) {
                            self.add(there.username, there.idnumber, true);
                        }
                    }
                    None if person.stored.state.missing_since.is_some() => {}
                    None => self.add(new.username, new.idnumber, false),
                }
            }
        }
    }
}

/// Reads the usernames of a kind of people.
struct ReadUsernames {
    read: for<'a> fn(&'a Run, &'a mut Usernames) -> BoxFuture<'a, Result<()>>,
}

impl OfPerson for ReadUsernames {
    fn of<P: Person>() -> Self {
        Self {
            read: |run, names| Box::pin(names.read::<P>(run)),
        }
    }
}

/// Refuses to create accounts if the platform is to mail their passwords and was seen to send no mail: no person would get in
/// (decision 54).
async fn refuse_lost_passwords(run: &Run, steps: &[Step]) -> Result<()> {
    let creates_account = |step: &Step| matches!(step, Step::Create(item) if item.object.sort() == Sort::Account);
    let platform = || run.platform.name().to_owned();
    if run.platform.sign_in_is_stated() || !steps.iter().any(creates_account) {
        return Ok(());
    }
    let unsent = Reason::MessagesUnsent { platform: platform() };
    match run.store.has_warned(&unsent.code()).await? {
        true => Err(EngineError::Refused(Reason::PasswordsLost { platform: platform() })),
        false => Ok(()),
    }
}

/// Refuses to create accounts for people who probably have one under their former number.
async fn refuse_undecided_people<K: Kind>(run: &Run, steps: &mut [Step]) -> Result<()> {
    if !steps.iter().any(|step| matches!(step, Step::Create(_))) {
        return Ok(());
    }
    let undecided = Undecided::of(&run.store, K::NAME).await?;
    for step in steps {
        if let Step::Create(item) = step
            && let Some(reason) = undecided.entering(&item.object_key)
        {
            *step = item.refused(reason);
        }
    }
    Ok(())
}

/// Refuses to create what the platform perhaps has already, as far as the last scan knows, until an administrator has decided.
async fn refuse_undecided_matches(run: &Run, steps: &mut [Step]) -> Result<()> {
    let is_matched = |item: &Item| matches!(item.object.sort(), Sort::Account | Sort::Course);
    let new: Vec<_> = steps
        .iter()
        .filter_map(|step| match step {
            Step::Create(item) if is_matched(item) => Some(item.idnumber.as_str()),
            _ => None,
        })
        .collect();
    if new.is_empty() {
        return Ok(());
    }
    let decisions = run.store.match_decisions(&new).await?;
    if decisions.is_empty() {
        return Ok(());
    }
    let holds = run.store.matches_hold().await?;
    for step in steps {
        let Step::Create(item) = step else { continue };
        match decisions.get(&item.idnumber) {
            Some(Decision::New) => item.is_new = true,
            Some(Decision::Undecided) if holds => {
                *step = item.refused(Reason::MatchUndecided {
                    platform: run.platform.name().to_owned(),
                });
            }
            Some(Decision::Undecided) | None => {}
        }
    }
    Ok(())
}

/// The name of a kind's objects that the platform gives only once.
fn unique_name<K: Kind>(run: &Run) -> Option<UniqueName> {
    match (K::SORTS.contains(&Sort::Account), K::SHORT_NAME) {
        (true, _) if run.platform.usernames_are_addresses() => Some(UniqueName::Address),
        (true, _) => Some(UniqueName::Number),
        (false, []) => None,
        (false, _) => Some(UniqueName::ShortName),
    }
}

/// Refuses objects with a name that another object has or gets. An account that is there is not judged: one that the campus
/// made keeps its own username.
async fn refuse_clashes(run: &Run, shared: &HashMap<String, SharedName>, steps: &mut [Step]) -> Result<()> {
    refuse_all_but_holders(run, steps, |step| {
        let (Step::Create(item) | Step::Update(item, _)) = step else {
            return None;
        };
        let (name, field, value) = match (&item.object, step) {
            (Object::Account(account), Step::Create(_)) => (&account.username, Word::Username, &account.username),
            // A name that teachers own is not sent.
            (Object::Course(course), Step::Update(..)) if course.named_once => return None,
            (Object::Course(course), _) => (&item.short_name, Word::CourseShortName, &course.shortname),
            _ => return None,
        };
        Some((shared.get(name)?.holder.as_str(), field, value.clone()))
    })
    .await
}

/// Refuses people with an address that others have. The one who has an account keeps it.
async fn refuse_shared_addresses(run: &Run, shared: &HashMap<String, SharedName>, steps: &mut [Step]) -> Result<()> {
    refuse_all_but_holders(run, steps, |step| match step {
        Step::Create(item) | Step::Update(item, _) => {
            let Object::Account(Account { email, .. }) = &item.object else {
                return None;
            };
            let holder = shared.get(&email.to_lowercase())?.holder.as_str();
            Some((holder, Word::EmailAddress, email.clone()))
        }
        Step::Refuse { .. } | Step::Unchanged(..) => None,
    })
    .await
}

/// Refuses objects with a value that another object holds. `clash` gives its holder, the field and the value.
async fn refuse_all_but_holders<'a>(
    run: &Run,
    steps: &mut [Step],
    clash: impl Fn(&Step) -> Option<(&'a str, Word, String)>,
) -> Result<()> {
    let clashes: Vec<_> = steps.iter().map(clash).collect();
    let holders = Holders::of(&run.store, clashes.iter().flatten().map(|(holder, ..)| *holder)).await?;
    for (step, clash) in steps.iter_mut().zip(clashes) {
        if let (Step::Create(item) | Step::Update(item, _), Some((holder, field, value))) = (&*step, clash)
            && !item.belongs_to(holder, &holders)
        {
            let other = named_row(holder);
            *step = item.refused(Reason::NameOfOtherRow { field, value, other });
        }
    }
    Ok(())
}

/// The e-mail addresses that people of an export share with others. A platform may allow that, and does not tell.
struct SharedAddresses {
    shared: HashMap<String, SharedName>,
    rows: u64,
    example: Option<String>,
}

impl SharedAddresses {
    /// Empty if the address is the username: then rows that share one are refused.
    async fn of<K: Kind>(run: &Run) -> Result<Self> {
        let shape = run.shape().await?;
        let name = unique_name::<K>(run).filter(|_| shape.shared_emails == SharedEmails::Unknown);
        let shared = match name {
            Some(UniqueName::Number) => {
                let selection = &run.order.selection;
                run.store.clashing_names::<K>(selection, UniqueName::Address).await?
            }
            _ => HashMap::new(),
        };
        Ok(Self {
            shared,
            rows: 0,
            example: None,
        })
    }

    fn look(&mut self, step: &Step) {
        let (Step::Create(item) | Step::Update(item, _)) = step else {
            return;
        };
        let Object::Account(account) = &item.object else {
            return;
        };
        let address = account.email.to_lowercase();
        if self.shared.contains_key(&address) {
            self.rows += 1;
            self.example.get_or_insert(address);
        }
    }

    fn note(self, platform: &str) -> Option<Reason> {
        let address = self.example?;
        let SharedName { holder, other } = self.shared.get(&address)?;
        Some(Reason::AddressesShared {
            rows: self.rows,
            one: named_row(holder),
            two: named_row(other),
            address,
            platform: platform.to_owned(),
        })
    }
}

/// Handles classes that changed their course. A group cannot be moved, so it is created again in the new course. But while
/// the old group exists, the step is refused: its members would count as members of the new course.
async fn refuse_moved_groups(run: &Run, shape: &Shape, steps: &mut [Step]) -> Result<()> {
    let (mut changed, mut groups) = (Vec::new(), Vec::new());
    for (at, step) in steps.iter().enumerate() {
        if let Step::Update(item, id) = step
            && let Some(group) = item.in_old_course()
        {
            changed.push(at);
            groups.push((*id, group));
        }
    }
    if changed.is_empty() {
        return Ok(());
    }
    let courses: Vec<_> = groups.iter().filter_map(|(_, group)| group.container()).collect();
    let of_other_shape = of_other_shape(run, shape, &courses).await?;
    let is_of_other =
        |(_, group): &(PlatformId, Object)| group.container().is_some_and(|id| of_other_shape.contains(&id));
    let (of_other, of_this): (Vec<_>, Vec<_>) = changed
        .into_iter()
        .zip(groups)
        .partition(|(_, group)| is_of_other(group));
    for (at, _) in of_other {
        let Step::Update(item, _) = &mut steps[at] else {
            continue;
        };
        item.replaces = true;
        steps[at] = match item.has_leavers {
            true => item.refused(leavers_first(run)),
            false => Step::Create(item.clone()),
        };
    }
    let (changed, groups): (Vec<_>, Vec<_>) = of_this.into_iter().unzip();
    let found = match groups.is_empty() {
        true => Vec::new(),
        false => run.platform.read_objects(&groups).await?,
    };
    for (at, found) in changed.into_iter().zip(found) {
        let Step::Update(item, _) = &steps[at] else { continue };
        steps[at] = match found {
            Some(_) => item.refused(Reason::ClassInOtherCourse {
                platform: run.platform.name().to_owned(),
            }),
            // The group, or its course, was deleted on the platform.
            None => Step::Create(item.clone()),
        };
    }
    Ok(())
}

/// Refuses to create a row under a name that an object on the platform still bears. A form has changed the key of that
/// object's row, and the object was not sent since. The new row would be taken for it.
async fn refuse_reused_names<K: Kind>(run: &Run, steps: &mut [Step]) -> Result<()> {
    let new: Vec<_> = steps
        .iter()
        .filter_map(|step| match step {
            Step::Create(item) => Some(item.idnumber.as_str()),
            _ => None,
        })
        .collect();
    let renamed = run.store.renamed(&new).await?;
    let prefix = idnumber_prefix(K::NAME);
    for step in steps {
        let Step::Create(item) = step else { continue };
        let Some(other) = renamed.get(&item.idnumber) else {
            continue;
        };
        *step = item.refused(Reason::NamedBeforeThere {
            kind: K::LABEL.to_owned(),
            key: item.object_key.clone(),
            other: other.strip_prefix(&prefix).unwrap_or(other).to_owned(),
            platform: run.platform.name().to_owned(),
        });
    }
    Ok(())
}

/// The parents of a chunk, by kind and name.
#[derive(Default)]
struct Parents {
    links: HashMap<(&'static str, Vec<String>), Option<Link>>,
    /// Names that several rows share, with these rows.
    shared: HashMap<(&'static str, Vec<String>), Vec<String>>,
}

/// Looks up all parents of a chunk, with one query per kind of parent.
async fn find_parents(run: &Run, parents: &[Option<Parent>]) -> Result<Parents> {
    let mut wanted = HashMap::new();
    for parent in parents.iter().flatten() {
        let values: Vec<_> = parent.columns.iter().map(|(_, value)| value.clone()).collect();
        let columns: Vec<&str> = parent.columns.iter().map(|(column, _)| *column).collect();
        let entry = wanted
            .entry((parent.kind, columns))
            .or_insert_with(|| (parent, Vec::new()));
        if !entry.1.contains(&values) {
            entry.1.push(values);
        }
    }
    let mut found = Parents::default();
    for ((_, columns), (parent, values)) in wanted {
        for (value, link) in run
            .store
            .links(parent.kind, parent.object_key, &columns, &values)
            .await?
        {
            found.links.insert((parent.kind, value), link);
        }
        // A course is named, unless the source sends its id; a category has a key.
        if parent.kind == MataKuliah::NAME && !columns.contains(&parent.object_key) {
            let keys = [parent.object_key, "kode_matakuliah"];
            let shared = run.store.sharing(parent.kind, keys, &columns, &values).await?;
            let shared = shared.into_iter().map(|(name, rows)| ((parent.kind, name), rows));
            found.shared.extend(shared);
        }
    }
    Ok(found)
}

/// The platform's id of the object's parent, and whether the parent is provisional: the root instead of the real one.
fn enrolment(run: &Run, parent: Option<&Parent>, found: &Parents) -> std::result::Result<(PlatformId, bool), Obstacle> {
    let Some(parent) = parent else {
        return Ok((run.root_category, false));
    };
    let values: Vec<_> = parent.columns.iter().map(|(_, value)| value.clone()).collect();
    let (kind, key) = (parent.label.to_owned(), key_of(parent));
    // A row that names no parent belongs under the root for good.
    if parent.root_stands_in && values.iter().all(String::is_empty) {
        return Ok((run.root_category, false));
    }
    let name = (parent.kind, values);
    if let Some(rows) = found.shared.get(&name) {
        return Err(shared_name(parent, rows).into());
    }
    match found.links.get(&name) {
        Some(Some(link)) => Ok((link.platform_id, false)),
        _ if parent.root_stands_in => Ok((run.root_category, true)),
        Some(None) => {
            let platform = run.platform.name().to_owned();
            let reason = Reason::ParentNotThere { kind, key, platform };
            Err(Obstacle::waiting(reason, parent.kind, RowsVerb::Export))
        }
        None => {
            let reason = Reason::ParentNotHere { kind, key };
            Err(Obstacle::waiting(reason, parent.kind, RowsVerb::Sync))
        }
    }
}

/// Sends steps of one batch.
async fn send(run: &Run, steps: Vec<Step>) -> Result<Vec<RowResult<Exported>>> {
    let (mut results, mut creates, mut updates) = (Vec::new(), Vec::new(), Vec::new());
    for step in steps {
        match step {
            Step::Create(item) => creates.push(item),
            Step::Update(item, id) => updates.push((id, item)),
            Step::Unchanged(item, link) => {
                let link = Link {
                    provisional: item.provisional && !link.tied,
                    ..link
                };
                results.push(item.into_result(Became::Unchanged, Ok(link)));
            }
            Step::Refuse {
                object_key,
                fingerprint,
                idnumber,
                named,
                obstacle,
            } => results.push(RowResult {
                record: Exported {
                    object_key,
                    fingerprint,
                    idnumber,
                    result: Err(obstacle.reason.clone()),
                },
                named,
                outcome: Became::Failed,
                reason: Some(obstacle.reason),
            }),
        }
    }
    if !updates.is_empty() {
        let objects: Vec<_> = updates.iter().map(|(id, item)| (*id, item.object.clone())).collect();
        let outcomes = run.platform.update_objects(&objects).await?;
        for ((id, item), outcome) in updates.into_iter().zip(outcomes) {
            match outcome {
                // It was deleted on the platform, so it is created again.
                Outcome::Gone => creates.push(item.recreated()),
                outcome => results.push(item.outcome(run, outcome, Some(id))),
            }
        }
    }
    let mut theirs = Vec::new();
    for (item, found) in take_adoptable(run, &mut creates).await? {
        match &found[..] {
            [found] => theirs.push((found.id, item)),
            several => {
                let reason = ambiguous(run, &item, several);
                results.push(item.into_result(Became::Failed, Err(reason)));
            }
        }
    }
    if !creates.is_empty() {
        let objects: Vec<_> = creates.iter().map(|item| item.object.clone()).collect();
        let outcomes = run.platform.create_objects(&objects).await?;
        for (item, outcome) in creates.into_iter().zip(outcomes) {
            match outcome {
                Outcome::Theirs(id) => theirs.push((id, item)),
                outcome => results.push(item.outcome(run, outcome, None)),
            }
        }
    }
    results.extend(adopt(run, theirs).await?);
    Ok(results)
}

/// Why a row with several objects on the platform gets none of them.
fn ambiguous(run: &Run, item: &Item, several: &[Candidate]) -> Reason {
    let platform = run.platform.name().to_owned();
    let names: Vec<_> = several.iter().map(|found| found.name.as_str()).collect();
    let found = names.join(", ");
    match &item.object {
        Object::Course(_) if several.iter().all(|found| found.idnumber == item.object_key) => {
            let value = item.object_key.clone();
            Reason::CourseTwiceThere { platform, value }
        }
        Object::Course(course) => Reason::CourseAmbiguous {
            value: course.shortname.clone(),
            found,
            platform,
        },
        _ => Reason::AccountAmbiguous {
            value: item.object_key.clone(),
            found,
            platform,
        },
    }
}

/// Takes the rows out of `creates` that the platform has already, see [`selaras_platform::LearningPlatform::adoptable`].
async fn take_adoptable(run: &Run, creates: &mut Vec<Item>) -> Result<Vec<(Item, Vec<Candidate>)>> {
    if creates.is_empty() {
        return Ok(Vec::new());
    }
    let (decided, sought): (Vec<_>, Vec<_>) = std::mem::take(creates).into_iter().partition(|item| item.is_new);
    *creates = decided;
    let objects: Vec<_> = sought.iter().map(|item| item.object.clone()).collect();
    let found = run.platform.adoptable_objects(&objects).await?;
    let (known, new) = sought
        .into_iter()
        .zip(found)
        .partition::<Vec<_>, _>(|(_, found)| !found.is_empty());
    creates.extend(new.into_iter().map(|(item, _)| item));
    Ok(known)
}

/// Links rows to objects with an idnumber of others, and changes these objects. An idnumber of ours would say which row has
/// the object already; without one, the links say it.
async fn adopt(run: &Run, theirs: Vec<(PlatformId, Item)>) -> Result<Vec<RowResult<Exported>>> {
    let Some((_, first)) = theirs.first() else {
        return Ok(Vec::new());
    };
    let ids: Vec<_> = theirs.iter().map(|(id, _)| *id).collect();
    let mut linked = run.store.linked_to(first.object.sort(), &ids).await?;
    let holders = Holders::of(&run.store, linked.values().flatten().map(String::as_str)).await?;
    let (mut results, mut free) = (Vec::new(), Vec::new());
    for (id, item) in theirs {
        let rows = linked.entry(id).or_default();
        match rows.iter().find(|other| !item.belongs_to(other, &holders)) {
            None => {
                rows.push(item.idnumber.clone());
                free.push((id, item));
            }
            Some(other) => {
                let reason = Reason::LinkedToOtherRow {
                    value: item.object_key.clone(),
                    other: named_row(other),
                    platform: run.platform.name().to_owned(),
                };
                results.push(item.into_result(Became::Failed, Err(reason)));
            }
        }
    }
    if !free.is_empty() {
        let objects: Vec<_> = free.iter().map(|(id, item)| (*id, item.object.clone())).collect();
        let outcomes = run.platform.update_objects(&objects).await?;
        let sent = free.into_iter().zip(outcomes);
        results.extend(sent.map(|((id, item), outcome)| item.outcome(run, outcome, Some(id))));
    }
    Ok(results)
}

/// The kind and the key of the row with a stable name: `Pengajar 260001`.
pub(crate) fn named_row(idnumber: &str) -> String {
    format!(
        "{} {}",
        named_kind(idnumber).map_or("", KindName::label),
        number_of(idnumber)
    )
}

/// The kind of the row with a stable name; `None` if the idnumber is not one of ours.
pub(crate) fn named_kind(idnumber: &str) -> Option<KindName> {
    let kind = idnumber.split(':').nth(1).and_then(KindName::parse)?;
    idnumber.starts_with(&idnumber_prefix(kind.as_str())).then_some(kind)
}

impl Step {
    /// The key of a class and the course that it is in, or that it is.
    fn course(&self) -> Option<(String, PlatformId)> {
        let (item, id) = match self {
            Self::Create(item) => (item, NOT_MADE_YET),
            Self::Update(item, id) => (item, *id),
            Self::Unchanged(item, link) => (item, link.platform_id),
            Self::Refuse { .. } => return None,
        };
        let course = match &item.object {
            Object::Group(group) => group.course,
            _ => id,
        };
        Some((item.object_key.clone(), course))
    }

    /// True if a course is sent.
    fn sends_course(&self) -> bool {
        match self {
            Self::Create(item) | Self::Update(item, _) => item.object.sort() == Sort::Course,
            Self::Unchanged(..) | Self::Refuse { .. } => false,
        }
    }
}

/// True if a stable name is that of an object's row, or of another row of the same person. `label` is the full name of the row.
pub(crate) fn belongs_to(object: &Object, label: &str, idnumber: &str, holders: &Holders) -> bool {
    let of_person = |account: &Account| holders.have(idnumber, account, label);
    idnumber == object.idnumber()
        || is_one_student(idnumber, object.idnumber())
        || matches!(object, Object::Account(account) if of_person(account))
}

impl Item {
    /// The object's name and what would be sent, for the plan's digest.
    fn digest(&self, how: i64) -> [i64; 2] {
        let named = xxhash_rust::xxh3::xxh3_64(self.idnumber.as_bytes()).cast_signed();
        [named, self.object.fingerprint().wrapping_add(how)]
    }

    /// True if a stable name is the item's, or of another row of the same person.
    pub(crate) fn belongs_to(&self, idnumber: &str, holders: &Holders) -> bool {
        belongs_to(&self.object, &self.named.label, idnumber, holders)
    }

    /// The object's group in the course that its class has left.
    fn in_old_course(&self) -> Option<Object> {
        let link = self.known.as_ref().filter(|link| link.is_group)?;
        let course = link.container_id?;
        let stays = matches!(&self.object, Object::Group(group) if group.course == course);
        (!stays).then(|| {
            Object::Group(Group {
                idnumber: self.idnumber.clone(),
                course,
                ..Group::default()
            })
        })
    }

    /// The item of an object that is created again.
    fn recreated(mut self) -> Self {
        if let Some(new) = self.if_new.take() {
            self.object = Object::Account(new);
        }
        self
    }

    /// The step that refuses the object.
    fn refused(&self, reason: Reason) -> Step {
        Step::Refuse {
            object_key: self.object_key.clone(),
            fingerprint: self.fingerprint,
            idnumber: self.idnumber.clone(),
            named: self.named.clone(),
            obstacle: reason.into(),
        }
    }

    fn link(&self, platform_id: PlatformId) -> Link {
        Link {
            platform_id,
            container_id: self.object.container(),
            is_group: matches!(self.object, Object::Group(_)),
            provisional: self.provisional,
            sent_hash: self.object.fingerprint(),
            keeps_username: matches!(&self.object, Object::Account(account) if account.keeps_username),
            tied: false,
        }
    }

    fn outcome(self, run: &Run, outcome: Outcome, known: Option<PlatformId>) -> RowResult<Exported> {
        let platform = run.platform.name().to_owned();
        let (word, result) = match outcome {
            Outcome::Created(id) => (Became::Created, Ok(self.link(id))),
            Outcome::Adopted(id) => (Became::Updated, Ok(self.link(id))),
            Outcome::Updated => match known.or(self.known.as_ref().map(|link| link.platform_id)) {
                Some(id) => (Became::Updated, Ok(self.link(id))),
                None => (Became::Failed, Err(Reason::IdNotTold { platform })),
            },
            Outcome::Gone | Outcome::Theirs(_) => (Became::Failed, Err(Reason::GoneThere { platform })),
            Outcome::Refused(refusal) => {
                tracing::debug!(idnumber = self.idnumber, code = refusal.code, "refused");
                (Became::Failed, Err(refusal.reason))
            }
        };
        self.into_result(word, result)
    }

    fn into_result(self, outcome: Became, result: std::result::Result<Link, Reason>) -> RowResult<Exported> {
        RowResult {
            reason: result.as_ref().err().cloned(),
            record: Exported {
                object_key: self.object_key,
                fingerprint: self.fingerprint,
                idnumber: self.idnumber,
                result,
            },
            named: self.named,
            outcome,
        }
    }
}

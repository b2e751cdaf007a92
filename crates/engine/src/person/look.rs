//! One person on all sides.

use super::{
    cause::{self, Systems},
    patience::late,
    platform::{Class, Platform},
    seen::{AtSource, ClassNamed, EnrolmentHere, EnrolmentSeen, Listed, PersonHere, PersonSeen, Said, There, Who},
    source::{List, lists_of, own_row},
};
use crate::{
    PlanRow, Result, Run,
    enrol::{SaidOfClass, columns_of_kelas, key_of_class, membership_of, name_of_class, name_shared},
    sync::ClassIds,
    task::Target,
};
use selaras_kinds::{
    Kind, MembershipOf, Person,
    kelas::Kelas,
    object::{Account, Object, Profile},
};
use selaras_shape::{Shape, Values};
use selaras_store::{enrol::WithPerson, history::MOST_ENROLMENTS, person::Linked};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Most other classes of the same courses that are searched for a person who has moved.
const MOST_BESIDE: usize = 12;

/// What the rows of a kind of enrolments say of a class, see [`key_of_class`].
pub(super) type ClassKey = Vec<String>;

/// The name in a class's key, which ends with the id.
fn name_in(key: &ClassKey) -> Vec<String> {
    key.split_last().map(|(_, name)| name.to_vec()).unwrap_or_default()
}

/// The dashboard's state of a person.
pub(super) fn person_here<P: Kind>(found: &Linked<P>, edited: bool) -> PersonHere {
    let (stored, link) = found;
    PersonHere {
        migration: stored.state.migration,
        reason: stored.state.migration_reason.clone(),
        synced_at: stored.state.synced_at.clone(),
        exported_at: stored.state.exported_at.clone(),
        edited,
        account: link.as_ref().map(|link| link.platform_id),
    }
}

pub(super) fn enrolment_here<K>(enrolment: &WithPerson<K>, entered_here: &HashSet<i64>) -> EnrolmentHere {
    let (stored, _) = enrolment;
    EnrolmentHere {
        id: stored.id,
        enrolment: stored.state.enrolment,
        reason: stored.state.enrolment_reason.clone(),
        missing_since: stored.state.missing_since.clone(),
        entered_here: entered_here.contains(&stored.id),
    }
}

/// The account that a person's row becomes on the platform.
fn account_of<P: Kind>(run: &Run, shape: &Shape, row: &P) -> Option<Account> {
    match run.platform.named(shape.object(row, &Values::default(), 0).ok()?) {
        Object::Account(account) => Some(account),
        _ => None,
    }
}

/// A person's e-mail address; empty if it is unknown.
pub(super) fn email_of<P: Kind>(row: &P) -> String {
    match row.object(0) {
        Ok(Object::Account(account)) => account.email,
        _ => String::new(),
    }
}

/// The label of a class.
pub(super) fn named(key: &[String], class: Option<&Class>) -> ClassNamed {
    match class {
        Some((class, _)) => ClassNamed {
            number: Some(class.row.jadwal_kuliah_detail_id.to_string()),
            label: class.row.label(),
        },
        None => ClassNamed {
            number: None,
            label: key
                .iter()
                .filter(|part| !part.is_empty())
                .cloned()
                .collect::<Vec<_>>()
                .join(" · "),
        },
    }
}

/// The classes to look at: those of the person's enrolments, and a requested one.
#[derive(Default)]
struct Classes {
    /// All classes with a name, by that name.
    named: HashMap<Vec<String>, Vec<Class>>,
    /// Classes by their id, of rows that have a name of before.
    elsewhere: HashMap<String, Class>,
    /// What the rows with a key say of their class.
    said: HashMap<ClassKey, SaidOfClass>,
    /// Other classes of the same courses.
    beside: Vec<Class>,
}

impl Classes {
    async fn of<K: Kind>(
        run: &Run,
        enrolments: &[WithPerson<K>],
        class: Option<&str>,
    ) -> Result<(Self, Vec<ClassKey>)> {
        let mut classes = Self::default();
        let mut keys = Vec::new();
        for (enrolment, _) in enrolments {
            keys.push(classes.add(&enrolment.row));
        }
        classes.learn::<K>(run).await?;
        if let Some(number) = class {
            let value = vec![number.to_owned()];
            if let Some((class, _)) = run.store.classes_by(&[Kelas::OBJECT_KEY], &[value]).await?.pop() {
                keys.push(classes.add_class::<K>(run, &class.row).await?);
            }
        }
        keys.sort_unstable();
        keys.dedup();
        let known = keys.iter().flat_map(|key| classes.meant(key));
        let mut courses: Vec<Vec<String>> = known.map(|(class, _)| course_of(&class.row)).collect();
        courses.sort_unstable();
        courses.dedup();
        classes.beside = run.store.classes_by(&COURSE, &courses).await?;
        Ok((classes, keys))
    }

    /// Adds a row. Returns its class's key.
    fn add<K: Kind>(&mut self, row: &K) -> ClassKey {
        let key = key_of_class(row);
        let said = || SaidOfClass::by(row);
        self.said.entry(key.clone()).or_insert_with(said);
        key
    }

    /// Adds a class. Returns its key: with the id if the name means another class, too.
    async fn add_class<K: Kind>(&mut self, run: &Run, class: &Kelas) -> Result<ClassKey> {
        let mut key = name_of_class::<K>(class);
        key.push(String::new());
        self.said
            .entry(key.clone())
            .or_insert_with(|| SaidOfClass::by_name_of::<K>(class));
        self.learn::<K>(run).await?;
        let number = &class.jadwal_kuliah_detail_id;
        let is_clear = matches!(self.meant(&key)[..], [(found, _)] if found.row.jadwal_kuliah_detail_id == *number);
        if !is_clear {
            key.pop();
            key.push(number.to_string());
            self.said.insert(key.clone(), SaidOfClass::by_id(number));
        }
        Ok(key)
    }

    /// Loads the classes of rows that were added: by name, and by id, since a class may have left its course and name.
    async fn learn<K: Kind>(&mut self, run: &Run) -> Result<()> {
        let names: HashSet<_> = self.said.keys().map(name_in).collect();
        let names: Vec<_> = names
            .into_iter()
            .filter(|name| !self.named.contains_key(name))
            .collect();
        for class in run.store.classes_by(&columns_of_kelas::<K>(), &names).await? {
            let name = name_of_class::<K>(&class.0.row);
            self.named.entry(name).or_default().push(class);
        }
        let elsewhere = self.said.keys().filter(|key| self.meant(key).is_empty());
        let ids = elsewhere.filter_map(|key| key.last()).filter(|id| !id.is_empty());
        let ids: Vec<_> = ids.map(|id| vec![id.clone()]).collect();
        for class in run.store.classes_by(&[Kelas::OBJECT_KEY], &ids).await? {
            let id = class.0.row.jadwal_kuliah_detail_id.to_string();
            self.elsewhere.insert(id, class);
        }
        Ok(())
    }

    /// The classes that a key means: none, one, or several if the name does not say which.
    fn meant(&self, key: &ClassKey) -> Vec<&Class> {
        let bearers: Vec<_> = self.named.get(&name_in(key)).into_iter().flatten().collect();
        let meant = self.said.get(key).map_or_else(Vec::new, |said| said.meant(&bearers));
        match (meant.is_empty(), key.last()) {
            (true, Some(id)) => self.elsewhere.get(id).into_iter().collect(),
            _ => meant,
        }
    }

    /// The names of classes of the same courses as `absent` that are not the person's.
    fn beside<K: Kind>(&self, absent: &[&ClassKey]) -> Vec<Vec<String>> {
        let absent = absent.iter().flat_map(|key| self.meant(key));
        let courses: HashSet<_> = absent.map(|(class, _)| course_of(&class.row)).collect();
        let of_them = |class: &&Class| courses.contains(&course_of(&class.0.row));
        let mut names: Vec<_> = self
            .beside
            .iter()
            .filter(of_them)
            .map(|(class, _)| name_of_class::<K>(&class.row))
            .filter(|name| !self.named.contains_key(name))
            .collect();
        names.sort_unstable();
        names.dedup();
        names.truncate(MOST_BESIDE);
        names
    }
}

/// The columns that name a class's course.
const COURSE: [&str; 2] = ["nama_mata_kuliah", "program_id"];

fn course_of(class: &Kelas) -> Vec<String> {
    vec![class.nama_mata_kuliah.to_string(), class.program_id.to_string()]
}

/// What the source's lists say: about each class, and about the person.
struct SourceView<P: Person> {
    listed: BTreeMap<ClassKey, Listed>,
    person: Said<Option<P>>,
}

/// Looks at a person. `None` if no system knows the number.
pub(super) async fn look<P: Person>(run: &Run, target: &Target) -> Result<Option<PersonSeen>> {
    let (number, of) = (target.number.as_str(), membership_of::<P::Enrolment>()?);
    let object = run.store.objects::<P>(&[number]).await?.pop();
    let edited = run.store.is_edited::<P>(number).await?;
    let enrolments = run
        .store
        .enrolments_of::<P::Enrolment>(&of, number, MOST_ENROLMENTS)
        .await?;
    let ids: Vec<_> = enrolments.iter().map(|(enrolment, _)| enrolment.id).collect();
    let entered_here = run.store.entered_here::<P::Enrolment>(&ids).await?;
    let (mut classes, keys) = Classes::of(run, &enrolments, target.class.as_deref()).await?;
    let ids = ClassIds::of::<P::Enrolment>(run).await?;
    let by_key: HashMap<ClassKey, &WithPerson<P::Enrolment>> = enrolments
        .iter()
        .map(|enrolment| (key_of_class(&enrolment.0.row), enrolment))
        .collect();
    let mut view = read_source::<P>(run, &ids, &of, number, &mut classes, keys).await;
    classes.learn::<P::Enrolment>(run).await?;
    // If the source now says the id of a class, the next sync ties the enrolment to it.
    let is_new = |key: &ClassKey| view.listed[key] == Listed::Yes && !by_key.contains_key(key);
    let told: HashSet<_> = view.listed.keys().filter(|key| is_new(key)).map(name_in).collect();
    let is_tied = |key: &ClassKey| key.last().is_some_and(String::is_empty) && told.contains(&name_in(key));
    view.listed
        .retain(|key, listed| *listed == Listed::Yes || !is_tied(key));

    let here = object.as_ref().map(|found| person_here(found, edited));
    let row = match (&object, &view.person) {
        (Some((stored, _)), _) => Some(stored.row.clone()),
        (None, Ok(Some(row))) => Some(row.clone()),
        (None, _) => None,
    };
    let shape = run.shape().await?;
    let account = row.as_ref().and_then(|row| account_of(run, &shape, row));
    let account = account.unwrap_or_else(|| nameless(number));
    let shown: Vec<(&ClassKey, Vec<&Class>)> = view.listed.keys().map(|key| (key, classes.meant(key))).collect();
    let asked: Vec<&Class> = shown.iter().flat_map(|(_, meant)| meant).copied().collect();
    let id = here.as_ref().and_then(|here| here.account);
    let platform = Platform::ask(run, Some((&account, id)), &asked, &classes.beside).await?;
    let standing = platform.account.as_ref().ok().and_then(Option::as_ref);
    let unreadable = |listed: &Listed| matches!(listed, Listed::Unreadable(_));
    if object.is_none() && row.is_none() && standing.is_none() && !view.listed.values().any(unreadable) {
        return Ok(None);
    }

    let systems = Systems {
        source: run.source.name(),
        platform: run.platform.name(),
    };
    let mut seen = Vec::with_capacity(shown.len());
    for (key, meant) in shown {
        let (class, ambiguous) = match &meant[..] {
            [] => (None, None),
            [class] => (Some(*class), None),
            several => (None, Some(name_shared(key, several))),
        };
        let here_enrolment = by_key
            .get(key)
            .map(|enrolment| enrolment_here(enrolment, &entered_here));
        let source = view.listed[key].clone();
        let role = match by_key.get(key) {
            Some((stored, _)) => shape.role(&of, &stored.row).ok(),
            None => Some(of.role),
        };
        let there = platform.there(class, role, standing.map(|account| account.id));
        // A class that only stands beside the person's own classes, and that no system has them in, is left out.
        let is_in = matches!(&there, There::In(presence) if presence.in_group);
        if here_enrolment.is_none() && source == Listed::No && !is_in {
            continue;
        }
        let kelas = class.map(|(class, _)| class.row.clone());
        let class = named(key, class);
        let cause = cause::Enrolment {
            class: &class.label,
            ambiguous: ambiguous.as_ref(),
            listed: &source,
            here: here_enrolment.as_ref(),
            there: &there,
            person: here.as_ref(),
            account: standing,
        }
        .cause(&systems);
        seen.push(EnrolmentSeen {
            class,
            source,
            here: here_enrolment,
            there,
            cause,
            key: key.clone(),
            kelas,
        });
    }
    let stored = object.as_ref().map(|(stored, _)| &stored.row);
    let source = at_source(&view, stored);
    Ok(Some(PersonSeen {
        who: Who {
            kind: P::NAME,
            number: number.to_owned(),
            label: row.as_ref().map_or_else(|| platform_name(standing), Kind::label),
            email: account.email,
        },
        source,
        here,
        account: platform.account,
        enrolments: seen,
    }))
}

fn platform_name(account: Option<&selaras_platform::AccountStanding>) -> String {
    account.map(|account| account.name.clone()).unwrap_or_default()
}

/// An account of which only the number is known.
fn nameless(number: &str) -> Account {
    Account {
        idnumber: String::new(),
        username: number.to_lowercase(),
        firstname: String::new(),
        lastname: String::new(),
        email: String::new(),
        profile: Profile::new(),
        keeps_username: false,
    }
}

fn at_source<P: Person>(view: &SourceView<P>, here: Option<&P>) -> Said<AtSource> {
    let listed = view.listed.values().any(|listed| *listed == Listed::Yes);
    match &view.person {
        Err(reason) => Err(reason.clone()),
        Ok(None) => Ok(AtSource {
            listed,
            ..AtSource::default()
        }),
        Ok(Some(row)) => Ok(AtSource {
            listed: true,
            changes: here.map_or_else(Vec::new, |here| PlanRow::default().changing(here, row).changes),
        }),
    }
}

async fn read_source<P: Person>(
    run: &Run,
    ids: &ClassIds,
    of: &MembershipOf,
    number: &str,
    classes: &mut Classes,
    keys: Vec<ClassKey>,
) -> SourceView<P> {
    match P::Enrolment::FEED.scope.is_empty() {
        true => read_one_list::<P>(run, ids, of, number, classes, keys).await,
        false => read_class_lists::<P>(run, ids, of, number, classes, keys).await,
    }
}

/// For kinds with one list of all classes, and another list of people.
async fn read_one_list<P: Person>(
    run: &Run,
    ids: &ClassIds,
    of: &MembershipOf,
    number: &str,
    classes: &mut Classes,
    mut keys: Vec<ClassKey>,
) -> SourceView<P> {
    let whole = || async {
        lists_of::<P::Enrolment>(run, ids, of, number, vec![Vec::new()])
            .await
            .remove(&Vec::new())
    };
    let (list, person) = tokio::join!(whole(), own_row::<P>(run, number));
    let list = list.unwrap_or_else(|| Err(late(run.source.name())));
    keys.extend(list.iter().flat_map(|list| &list.rows).map(|row| classes.add(row)));
    let listed = keys.into_iter().map(|key| {
        let listed = listed_in(&list, of, number, &key);
        (key, listed)
    });
    SourceView {
        listed: listed.collect(),
        person,
    }
}

/// For kinds with one list per class, which also describes the people. If a class does not list the person, the other
/// classes of its course are read: the person may have changed to one of them.
async fn read_class_lists<P: Person>(
    run: &Run,
    ids: &ClassIds,
    of: &MembershipOf,
    number: &str,
    classes: &mut Classes,
    keys: Vec<ClassKey>,
) -> SourceView<P> {
    let mut names: Vec<_> = keys.iter().map(name_in).collect();
    names.dedup();
    let mut lists = lists_of::<P::Enrolment>(run, ids, of, number, names).await;
    let mut listed: BTreeMap<ClassKey, Listed> = keys
        .into_iter()
        .map(|key| {
            let list = lists.get(&name_in(&key));
            let listed = list.map_or(Listed::No, |list| listed_in(list, of, number, &key));
            (key, listed)
        })
        .collect();
    let absent: Vec<_> = listed
        .iter()
        .filter(|(_, listed)| **listed == Listed::No)
        .map(|(key, _)| key)
        .collect();
    let beside = classes.beside::<P::Enrolment>(&absent);
    lists.extend(lists_of::<P::Enrolment>(run, ids, of, number, beside).await);
    for row in lists.values().flatten().flat_map(|list| &list.rows) {
        listed.insert(classes.add(row), Listed::Yes);
    }
    SourceView {
        person: described::<P>(run, &listed, lists),
        listed,
    }
}

/// The person as the first list describes them; that list has precedence.
fn described<P: Person>(
    run: &Run,
    listed: &BTreeMap<ClassKey, Listed>,
    mut lists: HashMap<ClassKey, Said<List<P::Enrolment>>>,
) -> Said<Option<P>> {
    let mut silent = None;
    let mut answered = listed.is_empty();
    for key in listed.keys() {
        match lists.remove(&name_in(key)) {
            Some(Ok(list)) => {
                answered = true;
                if let Some(row) = list.rows.into_iter().next() {
                    return Ok(Some(as_person::<P>(&row)));
                }
            }
            Some(Err(reason)) => silent = Some(reason),
            None => {}
        }
    }
    match (answered, silent) {
        (true, _) => Ok(None),
        (false, reason) => Err(reason.unwrap_or_else(|| late(run.source.name()))),
    }
}

/// The person of an enrolment's row, for kinds with both in one row.
pub(super) fn as_person<P: Person>(enrolment: &P::Enrolment) -> P {
    let mut person = P::default();
    for field in P::FIELDS {
        (field.set)(&mut person, selaras_kinds::value(enrolment, field.name).into());
    }
    person
}

fn listed_in<K: Kind>(list: &Said<List<K>>, of: &MembershipOf, number: &str, class: &ClassKey) -> Listed {
    match list {
        Ok(list) => list.lists(of, number, |row| key_of_class(row) == *class),
        Err(reason) => Listed::Unknown(reason.clone()),
    }
}

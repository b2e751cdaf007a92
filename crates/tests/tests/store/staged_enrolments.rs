//! The diff of staged lists of students, against a model that decides row by row.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    job, open, write_students,
};
use proptest::{collection::vec, prelude::*, strategy::ValueTree, test_runner::TestRunner};
use rstest::rstest;
use sea_orm::{ConnectionTrait, Statement};
use selaras_kinds::{fingerprint, mahasiswa::Mahasiswa};
use selaras_store::{
    Store,
    enrolments::{Hashes, READ_AGAIN},
    rows::ListQuery,
    staging::{Says, StagedEnrolment, Staging, Verdict},
};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A stored person: the name, and the name that the source last sent.
type Person = (u8, Option<u8>);
/// A stored enrolment: the hash of the source's text, and whether it is flagged as gone.
type Enrolment = (Option<i64>, bool);
/// A row of the list: person, class, name, and the variant of its text.
type Row = (u8, u8, u8, u8);

#[derive(Debug, Clone)]
struct Stored {
    people: BTreeMap<u8, Person>,
    enrolments: BTreeMap<(u8, u8), Enrolment>,
}

fn student(person: u8, class: u8, name: u8) -> Mahasiswa {
    Mahasiswa {
        nama_mk: "Algoritma".into(),
        nama_kelas: format!("K{class}").into(),
        program_id: "11".into(),
        NPK: format!("26{person:02}").into(),
        nama_lengkap: format!("Nama {name}").into(),
        ..Mahasiswa::default()
    }
}

/// The hash of a row's text.
fn text((person, class, name, variant): Row) -> i64 {
    1 + [person, class, name, variant]
        .into_iter()
        .fold(0, |hash, part| hash * 16 + i64::from(part))
}

fn stored() -> impl Strategy<Value = Stored> {
    let people = proptest::collection::btree_map(0..6_u8, (0..3_u8, proptest::option::of(0..3_u8)), 1..6);
    let enrolment = (0..4_u8, 0..3_u8, 0..2_u8, any::<bool>());
    let enrolments = proptest::collection::btree_map((0..6_u8, 0..3_u8), enrolment, 0..12);
    (people, enrolments).prop_map(|(people, enrolments)| {
        let of_people = enrolments
            .into_iter()
            .filter(|((person, _), _)| people.contains_key(person));
        let enrolments = of_people.map(|((person, class), (sort, name, variant, missing))| {
            let hash = match sort {
                0 => None,
                1 => Some(READ_AGAIN),
                _ => Some(text((person, class, name, variant))),
            };
            ((person, class), (hash, missing && hash.is_some()))
        });
        Stored {
            enrolments: enrolments.collect(),
            people,
        }
    })
}

/// Stores people and enrolments by a sync, and then sets what forms and earlier syncs have left.
async fn store_all(store: &Store, all: &Stored) {
    let clear = "DELETE FROM mahasiswa_enrolment; DELETE FROM mahasiswa_person; DELETE FROM mahasiswa_class";
    store.writer().execute_unprepared(clear).await.unwrap();
    for class in 0..3 {
        let of_class = all.enrolments.keys().filter(|(_, of)| *of == class);
        let rows = of_class.map(|(person, _)| student(*person, class, all.people[person].0));
        write_students(store, job(store).await, rows).await;
    }
    let execute = async |sql: &str, values: Vec<sea_orm::Value>| {
        let statement = Statement::from_sql_and_values(store.backend(), sql, values);
        store.writer().execute_raw(statement).await.unwrap();
    };
    for (person, (_, of_source)) in &all.people {
        let sent = of_source.map(|name| fingerprint(&student(*person, 0, name)));
        let number = student(*person, 0, 0).NPK.to_string();
        execute(
            "UPDATE mahasiswa_person SET source_fingerprint = $1 WHERE \"NPK\" = $2",
            vec![sent.into(), number.into()],
        )
        .await;
    }
    for (id, person, class) in ids(store).await {
        let (hash, missing) = all.enrolments[&(person, class)];
        execute(
            "UPDATE mahasiswa_enrolment SET source_hash = $1, missing_since = $2 WHERE id = $3",
            vec![hash.into(), missing.then_some(1_i64).into(), id.into()],
        )
        .await;
    }
}

/// The stored enrolments: id, person and class.
async fn ids(store: &Store) -> Vec<(i64, u8, u8)> {
    let page = store.page::<Mahasiswa>(&ListQuery::default(), 0, 100).await.unwrap();
    let of_row = |row: &Mahasiswa| (row.NPK[2..].parse().unwrap(), row.nama_kelas[1..].parse().unwrap());
    page.rows
        .iter()
        .map(|stored| {
            let (person, class) = of_row(&stored.row);
            (stored.id, person, class)
        })
        .collect()
}

/// The numbers of people and of enrolments by verdict, those of enrolments with whether the first row is reported for its person,
/// and the enrolments that are gone.
#[derive(Debug, PartialEq, Eq)]
struct Found {
    people: BTreeMap<String, i64>,
    enrolments: BTreeMap<(String, bool), i64>,
    gone: BTreeSet<(u8, u8)>,
}

impl Found {
    /// Without the people who stay as they are.
    fn of_changes(mut self) -> Self {
        for verdict in [Verdict::Unchanged, Verdict::EditedHere] {
            self.people.remove(&format!("{verdict:?}"));
        }
        self
    }
}

fn says(list: &[Row], at: usize) -> Says {
    let (person, _, name, _) = list[at];
    let first = list.iter().position(|row| row.0 == person);
    match first {
        Some(first) if first == at => Says::First,
        Some(first) if list[first].2 == name => Says::Same,
        _ => Says::Otherwise,
    }
}

fn model(stored: &Stored, list: &[Row], insist: bool) -> Found {
    let mut verdicts = BTreeMap::new();
    for (person, _, name, _) in list {
        let verdict = || match stored.people.get(person) {
            None => Verdict::Create,
            Some((held, sent)) if held == name && *sent == Some(*name) => Verdict::Unchanged,
            Some((held, _)) if held == name || insist => Verdict::Update,
            Some((_, None)) => Verdict::EnteredHere,
            // The edit stays.
            Some((_, Some(sent))) if sent == name => Verdict::EditedHere,
            Some((held, Some(sent))) if sent != held => Verdict::BothSides,
            Some(_) => Verdict::Update,
        };
        verdicts.entry(*person).or_insert_with(verdict);
    }
    let mut first: BTreeMap<(u8, u8), (Verdict, bool)> = BTreeMap::new();
    for (at, row) in list.iter().enumerate() {
        let (of_person, says) = (verdicts[&row.0], says(list, at));
        let is_conflict = matches!(of_person, Verdict::BothSides | Verdict::EnteredHere);
        let text = if says == Says::Otherwise {
            READ_AGAIN
        } else {
            text(*row)
        };
        let verdict = match stored.enrolments.get(&(row.0, row.1)) {
            None => Verdict::Create,
            Some((_, true)) => Verdict::Returned,
            Some((None, _)) => Verdict::Adopted,
            Some((Some(held), _))
                if text != READ_AGAIN && !is_conflict && (text != *held || of_person == Verdict::Update) =>
            {
                Verdict::Reworded
            }
            Some(_) => continue,
        };
        let is_reported = is_conflict || of_person == Verdict::Update;
        let said = says == Says::Otherwise || (says == Says::First && is_reported);
        first.entry((row.0, row.1)).or_insert((verdict, said));
    }
    let listed: BTreeSet<_> = list.iter().map(|row| (row.0, row.1)).collect();
    let gone = stored
        .enrolments
        .iter()
        .filter(|(enrolment, (hash, missing))| hash.is_some() && !missing && !listed.contains(enrolment));
    Found {
        people: counted(verdicts.into_values().map(|verdict| format!("{verdict:?}"))),
        enrolments: counted(
            first
                .into_values()
                .map(|(verdict, said)| (format!("{verdict:?}"), said)),
        ),
        gone: gone.map(|(enrolment, _)| *enrolment).collect(),
    }
}

fn counted<T: Ord>(found: impl Iterator<Item = T>) -> BTreeMap<T, i64> {
    let mut counts = BTreeMap::new();
    for one in found {
        *counts.entry(one).or_default() += 1;
    }
    counts
}

/// The result of the product. `kept` are stored enrolments of which the list has the text besides; `None` if staged rows say
/// something new of their people.
async fn diff(store: &Store, list: &[Row], kept: &[i64], insist: bool) -> Option<Found> {
    let mut staging: Staging<Mahasiswa> = store.stage().await.unwrap();
    let (mut people, mut classes) = (Vec::new(), Vec::new());
    let mut numbers: HashMap<u8, u32> = HashMap::new();
    let mut enrolments = Vec::new();
    for (at, row) in list.iter().enumerate() {
        let hashes = Hashes::of(&student(row.0, row.1, row.2), text(*row));
        if !classes.contains(&row.1) {
            classes.push(row.1);
        }
        let class = classes.iter().position(|class| *class == row.1).unwrap() as u32 + 1;
        let says = says(list, at);
        if says == Says::First {
            people.push((class, student(row.0, row.1, row.2)));
            numbers.insert(row.0, people.len() as u32);
        }
        enrolments.push(StagedEnrolment {
            class,
            person: numbers[&row.0],
            key_hash: hashes.key,
            source_hash: if says == Says::Otherwise {
                READ_AGAIN
            } else {
                hashes.source
            },
            says,
        });
    }
    enrolments.sort_by_key(|enrolment| (enrolment.class, enrolment.person));
    let classes: Vec<_> = classes.into_iter().map(|class| student(0, class, 0)).collect();
    staging.add_people(&people).await.unwrap();
    staging.add_classes(&classes).await.unwrap();
    staging.add_enrolments(&enrolments).await.unwrap();
    staging.keep_known(kept).await.unwrap();
    let names = (0..3).map(|class| vec!["Algoritma".to_owned(), format!("K{class}"), "11".to_owned()]);
    staging.cover(names.enumerate()).await.unwrap();
    staging.find_covered().await.unwrap();
    staging.compare_people(insist, None).await.unwrap();
    if !staging.with_changed_people().await.unwrap().is_empty() {
        return None;
    }
    staging.order_enrolments(true).await.unwrap();
    staging.compare_enrolments(None).await.unwrap();
    let compared = staging.compared().await.unwrap();
    let stored: HashMap<_, _> = ids(store)
        .await
        .into_iter()
        .map(|(id, person, class)| (id, (person, class)))
        .collect();
    let gone = staging.gone(false).await.unwrap();
    for gone in &gone {
        assert_eq!(gone.scope, i64::from(stored[&gone.id].1));
    }
    let of_people = compared
        .people
        .iter()
        .map(|(verdict, people)| (format!("{verdict:?}"), *people));
    let reported = compared
        .reported
        .iter()
        .map(|(verdict, rows)| ((format!("{verdict:?}"), true), *rows));
    let silent = compared
        .silent
        .iter()
        .map(|(verdict, rows)| ((format!("{verdict:?}"), false), *rows));
    Some(Found {
        people: of_people.collect(),
        enrolments: reported.chain(silent).collect(),
        gone: gone.iter().map(|gone| stored[&gone.id]).collect(),
    })
}

/// Stored people and enrolments, a list, and whether the source wins.
fn cases() -> impl Strategy<Value = (Stored, Vec<Row>, bool)> {
    let list = vec((0..6_u8, 0..3_u8, 0..3_u8, 0..2_u8), 0..20);
    (stored(), list, any::<bool>()).prop_map(|(mut stored, list, insist)| {
        // A person without an enrolment is no row of the list.
        let enrolled: BTreeSet<_> = stored.enrolments.keys().map(|(person, _)| *person).collect();
        stored.people.retain(|person, _| enrolled.contains(person));
        (stored, list, insist)
    })
}

#[rstest]
#[tokio::test]
async fn diff_of_any_list_of_students_is_that_of_the_model(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let (cases, mut runner) = (cases(), TestRunner::default());
    for _ in 0..40 {
        let (stored, list, insist) = cases.new_tree(&mut runner).unwrap().current();
        store_all(&store, &stored).await;
        assert_eq!(
            diff(&store, &list, &[], insist).await,
            Some(model(&stored, &list, insist)),
            "{stored:?} {list:?} {insist}"
        );
    }
}

/// Gives each stored text the name that the source last sent of its person.
fn settle(stored: &mut Stored) {
    for ((person, class), (hash, missing)) in &mut stored.enrolments {
        *hash = match (*hash, stored.people[person].1) {
            (Some(held), Some(sent)) if held != READ_AGAIN => {
                Some(text((*person, *class, sent, ((held - 1) % 16) as u8)))
            }
            (held, Some(_)) => held,
            (_, None) => None,
        };
        *missing &= hash.is_some();
    }
}

#[rstest]
#[tokio::test]
async fn rows_with_a_known_text_need_not_be_staged(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let (cases, mut runner) = (cases(), TestRunner::default());
    let mut compared = 0;
    while compared < 15 {
        let (mut stored, mut list, _) = cases.new_tree(&mut runner).unwrap().current();
        settle(&mut stored);
        // All are listed as the last time, before a few others.
        let again = stored.enrolments.iter().filter_map(|((person, class), (hash, _))| {
            let name = stored.people[person].1?;
            Some((*person, *class, name, ((*hash)? - 1) as u8 % 16))
        });
        // Most of the others say of their people what was said the last time.
        for (person, _, name, variant) in &mut list {
            let sent = stored.people.get(person).and_then(|(_, sent)| *sent);
            *name = sent.filter(|_| *variant == 0).unwrap_or(*name);
        }
        list.truncate(3);
        list.splice(0..0, again);
        let mut come = BTreeSet::new();
        list.retain(|(person, class, ..)| come.insert((*person, *class)));
        let is_known = |row: &Row| stored.enrolments.get(&(row.0, row.1)) == Some(&(Some(text(*row)), false));
        let (known, others): (Vec<_>, Vec<_>) = list.iter().copied().partition(is_known);
        if known.is_empty() {
            continue;
        }
        store_all(&store, &stored).await;
        let ids = ids(&store).await;
        let known = known.iter().map(|row| {
            let id = ids
                .iter()
                .find(|(_, person, class)| (*person, *class) == (row.0, row.1));
            id.unwrap().0
        });
        let Some(found) = diff(&store, &others, &known.collect::<Vec<_>>(), false).await else {
            continue;
        };
        compared += 1;
        let (found, model) = (found.of_changes(), model(&stored, &list, false).of_changes());
        assert_eq!(found, model, "{stored:?} {list:?}");
    }
}

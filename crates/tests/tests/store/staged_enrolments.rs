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
            Some((_, Some(sent))) if sent == name => Verdict::Unchanged,
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

async fn diff(store: &Store, list: &[Row], insist: bool) -> Found {
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
    staging.order_enrolments(true).await.unwrap();
    staging.compare_people(insist, None).await.unwrap();
    staging.compare_enrolments(None).await.unwrap();
    let names = (0..3).map(|class| vec!["Algoritma".to_owned(), format!("K{class}"), "11".to_owned()]);
    staging.cover(names.enumerate()).await.unwrap();
    staging.find_covered().await.unwrap();
    let compared = staging.compared().await.unwrap();
    let stored: HashMap<_, _> = ids(store)
        .await
        .into_iter()
        .map(|(id, person, class)| (id, (person, class)))
        .collect();
    let gone = staging.gone().await.unwrap();
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
    Found {
        people: of_people.collect(),
        enrolments: reported.chain(silent).collect(),
        gone: gone.iter().map(|gone| stored[&gone.id]).collect(),
    }
}

#[rstest]
#[tokio::test]
async fn diff_of_any_list_of_students_is_that_of_the_model(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let list = vec((0..6_u8, 0..3_u8, 0..3_u8, 0..2_u8), 0..20);
    let cases = (stored(), list, any::<bool>());
    let mut runner = TestRunner::default();
    for _ in 0..40 {
        let (stored, list, insist) = cases.new_tree(&mut runner).unwrap().current();
        // A person without an enrolment is no row of the list.
        let mut stored = stored;
        let enrolled: BTreeSet<_> = stored.enrolments.keys().map(|(person, _)| *person).collect();
        stored.people.retain(|person, _| enrolled.contains(person));
        store_all(&store, &stored).await;
        assert_eq!(
            diff(&store, &list, insist).await,
            model(&stored, &list, insist),
            "{stored:?} {list:?} {insist}"
        );
    }
}

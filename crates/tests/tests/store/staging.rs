//! The diff of a staged list, against a model that decides row by row.

use crate::{
    change, create,
    database::Database::{self, Postgres, Sqlite},
    job, open, semester, semesters,
};
use proptest::{collection::vec, prelude::*, strategy::ValueTree, test_runner::TestRunner};
use rstest::rstest;
use sea_orm::ConnectionTrait;
use selaras_kinds::{key_hash, semester::Semester};
use selaras_store::{
    Store,
    jobs::Counts,
    staging::{Staging, Verdict},
    sync::Upsert,
};
use std::collections::{BTreeMap, BTreeSet};

/// A stored row: its name, the name that the source last sent, and whether it is flagged as gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Row {
    name: u8,
    of_source: Option<u8>,
    missing: bool,
}

/// Rows by code.
type Rows = BTreeMap<u8, Row>;

fn rows() -> impl Strategy<Value = Rows> {
    let row = (0..3_u8, proptest::option::of(0..3_u8), any::<bool>());
    let row = row.prop_map(|(name, of_source, missing)| Row {
        name,
        of_source,
        missing: missing && of_source.is_some(),
    });
    proptest::collection::btree_map(0..12_u8, row, 0..10)
}

fn list() -> impl Strategy<Value = Vec<(u8, u8)>> {
    vec((0..12_u8, 0..3_u8), 0..20)
}

fn named(code: u8, name: u8) -> Semester {
    semester(&format!("S{code}"), &format!("nama {name}"))
}

/// Stores the rows by a sync, by forms and by a flag.
async fn store_rows(store: &Store, rows: &Rows) {
    let clear = "DELETE FROM semester";
    store.writer().execute_unprepared(clear).await.unwrap();
    let job = job(store).await;
    let sent: Vec<_> = rows
        .iter()
        .filter_map(|(code, row)| Some(named(*code, row.of_source?)))
        .collect();
    let mut upsert = Upsert::new(store, job);
    upsert.write(&sent, &[], &[], &Counts::default()).await.unwrap();
    for (code, row) in rows {
        if row.of_source.is_none() {
            create(store, &named(*code, row.name)).await.unwrap();
        }
    }
    for stored in semesters(store).await {
        let row = rows[&code_of(&stored.row)];
        if row.of_source.is_some_and(|sent| sent != row.name) {
            change(store, stored.id, &named(code_of(&stored.row), row.name))
                .await
                .unwrap();
        }
        if row.missing {
            let (ids, counts) = ([stored.id], Counts::default());
            store.flag_missing::<Semester>(job, &ids, &[], &counts).await.unwrap();
        }
    }
}

fn code_of(row: &Semester) -> u8 {
    row.kode_semester.trim_start_matches('S').parse().unwrap()
}

/// What becomes of each row of the list, in its order, and the codes of the missing rows.
fn model(rows: &Rows, list: &[(u8, u8)], left_out: &BTreeSet<u8>, insist: bool) -> (Vec<Verdict>, BTreeSet<u8>) {
    let of_row = |(at, (code, name)): (usize, &(u8, u8))| {
        let others = list.iter().filter(|(other, _)| other == code);
        if left_out.contains(code) {
            return Verdict::Unchanged;
        }
        if others.clone().any(|(_, other)| other != name) {
            return Verdict::Twice;
        }
        if list[..at].iter().any(|(other, _)| other == code) {
            return Verdict::Unchanged;
        }
        let Some(row) = rows.get(code) else {
            return Verdict::Create;
        };
        let is_as_sent = row.of_source == Some(*name);
        let same = if row.missing {
            Verdict::Returned
        } else {
            Verdict::Unchanged
        };
        match row.of_source {
            _ if row.name == *name && is_as_sent => same,
            // The row that was entered here becomes the source's own.
            _ if row.name == *name || insist => Verdict::Update,
            None => Verdict::EnteredHere,
            // The edit stays.
            Some(_) if is_as_sent && row.missing => Verdict::Returned,
            Some(_) if is_as_sent => Verdict::EditedHere,
            Some(sent) if sent != row.name => Verdict::BothSides,
            Some(_) => Verdict::Update,
        }
    };
    let listed: BTreeSet<_> = list
        .iter()
        .map(|(code, _)| *code)
        .chain(left_out.iter().copied())
        .collect();
    let missing = rows
        .iter()
        .filter(|(code, row)| row.of_source.is_some() && !row.missing && !listed.contains(code));
    (
        list.iter().enumerate().map(of_row).collect(),
        missing.map(|(code, _)| *code).collect(),
    )
}

/// The same by the diff.
async fn diff(store: &Store, list: &[(u8, u8)], left_out: &BTreeSet<u8>, insist: bool) -> (Vec<Verdict>, BTreeSet<u8>) {
    let keys = left_out.iter().map(|code| key_hash(&named(*code, 0))).collect();
    let mut staging: Staging<Semester> = store.stage().await.unwrap();
    staging.leave_out(&keys).await.unwrap();
    let rows: Vec<_> = list.iter().map(|(code, name)| named(*code, *name)).collect();
    staging.add(&rows).await.unwrap();
    staging.compare(insist, None).await.unwrap();
    let mut verdicts = vec![Verdict::Done; list.len()];
    for (verdict, rows) in staging.counts().await.unwrap() {
        let found = staging.next(verdict, 0, list.len()).await.unwrap();
        assert_eq!(found.len() as i64, rows);
        for staged in found {
            verdicts[staged.number as usize - 1] = verdict;
        }
    }
    let missing = staging.missing(false).await.unwrap();
    let codes = semesters(store).await.into_iter();
    let codes = codes.filter(|stored| missing.contains(&stored.id));
    (verdicts, codes.map(|stored| code_of(&stored.row)).collect())
}

#[rstest]
#[tokio::test]
async fn diff_of_any_list_is_that_of_the_model(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let cases = (
        rows(),
        list(),
        proptest::collection::btree_set(0..12_u8, 0..3),
        any::<bool>(),
    );
    let mut runner = TestRunner::default();
    for _ in 0..40 {
        let (rows, list, left_out, insist) = cases.new_tree(&mut runner).unwrap().current();
        store_rows(&store, &rows).await;
        assert_eq!(
            diff(&store, &list, &left_out, insist).await,
            model(&rows, &list, &left_out, insist),
            "{rows:?} {list:?} {left_out:?} {insist}"
        );
    }
}

#[rstest]
#[tokio::test]
async fn created_range_is_found_done_by_the_next_attempt(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let job = job(&store).await;
    let rows: Vec<_> = (0..2500).map(|code| semester(&format!("S{code:04}"), "x")).collect();
    let stage = async || {
        let mut staging: Staging<Semester> = store.stage().await.unwrap();
        staging.add(&rows).await.unwrap();
        staging.compare(false, Some(job)).await.unwrap();
        staging
    };
    let first = stage().await;
    let last = first.create_next(job, 0).await.unwrap();
    assert_eq!(last, Some(2000));
    drop(first);
    let second = stage().await;
    let counts = second.counts().await.unwrap();
    assert_eq!((counts[&Verdict::Done], counts[&Verdict::Create]), (2000, 500));
    assert_eq!(second.create_next(job, 0).await.unwrap(), Some(2500));
    assert_eq!(second.create_next(job, 2500).await.unwrap(), None);
    assert_eq!(semesters(&store).await.len(), rows.len());
    let counted = store.job(job).await.unwrap().unwrap().counts;
    assert_eq!(counted.get(selaras_store::jobs::Outcome::Created), 2500);
}

/// SQLite takes rows by statements of a thousand, a hundred, ten and one.
#[rstest]
#[tokio::test]
async fn any_number_of_rows_is_staged_whole_and_in_order(
    #[values(Sqlite, Postgres)] on: Database,
    #[values(1, 9, 10, 11, 99, 100, 101, 999, 1000, 1001, 1111, 2345)] number: usize,
) {
    let (store, _fresh) = open(on).await;
    let rows: Vec<_> = (0..number)
        .map(|code| semester(&format!("S{code:04}"), &format!("nama {code}")))
        .collect();
    let mut staging: Staging<Semester> = store.stage().await.unwrap();
    staging.add(&rows).await.unwrap();
    staging.compare(false, None).await.unwrap();
    let staged = staging.next(Verdict::Create, 0, number + 1).await.unwrap();
    assert!(staged.iter().map(|staged| &staged.row).eq(&rows));
}

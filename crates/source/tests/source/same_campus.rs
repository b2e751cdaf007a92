//! The same campus gives the same rows in every way of reading.

use rstest::rstest;
use selaras_kinds::{Kind, mahasiswa::Mahasiswa};
use selaras_source::{Call, Source};
use selaras_tests::sources::{
    Way,
    campus::{Table, awkward_campus, by_http, tables},
    databases::Server,
};

#[rstest]
#[case::postgresql(Way::Sql(Server::Postgres))]
#[case::mariadb(Way::Sql(Server::MariaDb))]
#[case::sqlite(Way::Sql(Server::Sqlite))]
#[case::csv(Way::Csv)]
#[case::excel(Way::Workbook)]
#[case::oneroster(Way::OneRoster)]
#[tokio::test]
async fn campus_reads_the_same_as_over_http(#[case] way: Way) {
    let campus = awkward_campus(2000).await;
    let http = by_http(&campus);
    let expected = tables(&http).await;
    assert!(expected.iter().all(|table| !table.rows.is_empty()));
    let (ways, _served) = way.serve(&expected).await;
    let source = Source::of(ways).unwrap();
    source.ping().await.unwrap();
    let whole = async |source: &Source| source.whole(&Mahasiswa::FEED).await.unwrap();
    assert!(whole(&source).await && !whole(&http).await);
    for (expected, read) in expected.iter().zip(tables(&source).await) {
        assert_eq!(expected.rows.len(), read.rows.len(), "{}", read.list.name());
        for (expected, read) in expected.rows.iter().zip(&read.rows) {
            assert_eq!(expected, read);
        }
    }
    // A class, and a person in it, give the same rows as the whole list.
    let students = Table::named(&expected, "class_students");
    let row = students
        .rows
        .iter()
        .find(|row| row.contains(&"990001".to_owned()))
        .unwrap();
    let scope: Vec<_> = Mahasiswa::FEED
        .scope
        .iter()
        .map(|column| (*column, students.get(row, column).to_owned()))
        .collect();
    let in_class = students
        .rows
        .iter()
        .filter(|row| scope.iter().all(|(column, value)| students.get(row, column) == value));
    let one = Call::scoped(&Mahasiswa::FEED, scope.clone()).only(vec![("NPK", "990001".to_owned())]);
    assert_eq!(
        count(&source, Call::scoped(&Mahasiswa::FEED, scope.clone())).await,
        in_class.count()
    );
    assert_eq!(count(&source, one).await, 1);
}

async fn count(source: &Source, call: Call) -> usize {
    let mut rows = source.rows(call);
    let mut count = 0;
    while let Some(chunk) = rows.next().await.unwrap() {
        assert!(chunk.iter().all(Result::is_ok));
        count += chunk.len();
    }
    count
}

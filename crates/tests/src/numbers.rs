//! Compares the counters in the database with the rows.

use sea_orm::{ConnectionTrait, Statement};
use selaras_kinds::{Kind, OfKind, of_all_kinds};
use selaras_store::{Store, summary::Standing};

/// The tables of a kind.
struct KindTables {
    kind: &'static str,
    objects: Option<String>,
    rows: String,
    has_enrolments: bool,
}

impl OfKind for KindTables {
    fn of<K: Kind>() -> Self {
        let table = |part: &str| match K::PERSON_AND_ENROLMENT {
            true => format!("{}_{part}", K::NAME),
            false => K::NAME.to_owned(),
        };
        Self {
            kind: K::NAME,
            objects: K::IS_OBJECT.then(|| table("person")),
            rows: table("enrolment"),
            has_enrolments: K::MEMBERSHIP.is_some(),
        }
    }
}

/// Counts the rows of each kind, and asserts that the stored counters are equal.
pub async fn assert_true(store: &Store) {
    let standings = store.standings().await.unwrap();
    for tables in of_all_kinds::<KindTables>() {
        let standing = standings.get(tables.kind).cloned().unwrap_or_default();
        let of = |shortfalls: &[selaras_store::summary::Shortfall]| shortfalls.iter().map(|of| of.rows).sum::<i64>();
        let reported = (of(&standing.not_sent), of(&standing.not_enrolled));
        let expected = counted(store, &tables).await;
        let why = (expected.0, expected.1);
        let kind = tables.kind;
        assert_eq!(reported, why, "{kind}: rows that failed for a reason");
        let without_reasons = Standing {
            not_sent: Vec::new(),
            not_enrolled: Vec::new(),
            ..standing
        };
        assert_eq!(without_reasons, expected.2, "{kind}");
    }
}

/// How many objects and enrolments failed with a stored reason, and the counters of all states.
async fn counted(store: &Store, tables: &KindTables) -> (i64, i64, Standing) {
    let rows = |table: &str, holds: &str| {
        let sql = format!("SELECT count(*) FROM {table} WHERE {holds}");
        let statement = Statement::from_string(store.backend(), sql);
        async move {
            let row = store.writer().query_one_raw(statement).await.unwrap().unwrap();
            row.try_get_by_index::<i64>(0).unwrap()
        }
    };
    let mut standing = Standing {
        missing: rows(&tables.rows, "missing_since IS NOT NULL").await,
        ..Standing::default()
    };
    let (mut not_sent, mut not_enrolled) = (0, 0);
    if let Some(objects) = &tables.objects {
        standing.objects = rows(objects, "true").await;
        standing.migrated = rows(objects, "migration = 'sudah'").await;
        standing.failed = rows(objects, "migration = 'gagal'").await;
        not_sent = rows(objects, "migration = 'gagal' AND migration_reason IS NOT NULL").await;
        // A person is gone if each enrolment is, another object by its own row.
        let listed = match objects == &tables.rows {
            true => "missing_since IS NULL".to_owned(),
            false => {
                let enrolments = format!("SELECT person_id FROM {}", tables.rows);
                format!("(id IN ({enrolments} WHERE missing_since IS NULL) OR id NOT IN ({enrolments}))")
            }
        };
        let listed = |state: &str| format!("migration = '{state}' AND {listed}");
        standing.waiting.not_there = rows(objects, &listed("belum")).await;
        standing.waiting.different = rows(objects, &listed("berubah")).await;
        standing.waiting.refused = rows(objects, &listed("gagal")).await;
    }
    standing.rows = standing.objects;
    if tables.has_enrolments {
        standing.rows = rows(&tables.rows, "true").await;
        standing.enrolled = rows(&tables.rows, "enroll = 'sudah'").await;
        standing.suspended = rows(&tables.rows, "enroll = 'ditangguhkan'").await;
        standing.failed_enrolments = rows(&tables.rows, "enroll = 'gagal'").await;
        standing.failed += standing.failed_enrolments;
        standing.left_behind = rows(&tables.rows, "enroll = 'sudah' AND missing_since IS NOT NULL").await;
        let listed = |state: &str| format!("enroll = '{state}' AND missing_since IS NULL");
        standing.waiting.not_enrolled = rows(&tables.rows, &listed("belum")).await;
        standing.waiting.suspended = rows(&tables.rows, &listed("ditangguhkan")).await;
        standing.waiting.enrolments_refused = rows(&tables.rows, &listed("gagal")).await;
        not_enrolled = rows(&tables.rows, "enroll = 'gagal' AND enroll_reason IS NOT NULL").await;
    }
    (not_sent, not_enrolled, standing)
}

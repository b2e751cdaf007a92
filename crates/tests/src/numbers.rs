//! The numbers that a database keeps of its rows, held against the rows.

use sea_orm::{ConnectionTrait, Statement};
use selaras_kinds::{Kind, OfKind, of_all_kinds};
use selaras_store::{Store, summary::Standing};

/// Where the rows of a kind stand.
struct Kept {
    kind: &'static str,
    objects: Option<String>,
    rows: String,
    has_places: bool,
}

impl OfKind for Kept {
    fn of<K: Kind>() -> Self {
        let table = |part: &str| match K::PLACES {
            true => format!("{}_{part}", K::NAME),
            false => K::NAME.to_owned(),
        };
        Self {
            kind: K::NAME,
            objects: K::IS_OBJECT.then(|| table("person")),
            rows: table("place"),
            has_places: K::MEMBERSHIP.is_some(),
        }
    }
}

/// Counts the rows of each kind, and asserts that the numbers which are kept of them are the same.
pub async fn assert_true(store: &Store) {
    let standings = store.standings().await.unwrap();
    for kept in of_all_kinds::<Kept>() {
        let standing = standings.get(kept.kind).cloned().unwrap_or_default();
        let of = |shortfalls: &[selaras_store::summary::Shortfall]| shortfalls.iter().map(|of| of.rows).sum::<i64>();
        let told = (of(&standing.not_sent), of(&standing.not_enrolled));
        let expected = counted(store, &kept).await;
        let why = (expected.0, expected.1);
        let kind = kept.kind;
        assert_eq!(told, why, "{kind}: rows that failed for a reason");
        let without_reasons = Standing {
            not_sent: Vec::new(),
            not_enrolled: Vec::new(),
            ..standing
        };
        assert_eq!(without_reasons, expected.2, "{kind}");
    }
}

/// How many objects and places failed for a reason that is told, and how all stand.
async fn counted(store: &Store, kept: &Kept) -> (i64, i64, Standing) {
    let rows = |table: &str, holds: &str| {
        let sql = format!("SELECT count(*) FROM {table} WHERE {holds}");
        let statement = Statement::from_string(store.backend(), sql);
        async move {
            let row = store.writer().query_one_raw(statement).await.unwrap().unwrap();
            row.try_get_by_index::<i64>(0).unwrap()
        }
    };
    let mut standing = Standing {
        missing: rows(&kept.rows, "missing_since IS NOT NULL").await,
        ..Standing::default()
    };
    let (mut not_sent, mut not_enrolled) = (0, 0);
    if let Some(objects) = &kept.objects {
        standing.objects = rows(objects, "true").await;
        standing.migrated = rows(objects, "migration = 'sudah'").await;
        standing.failed = rows(objects, "migration = 'gagal'").await;
        not_sent = rows(objects, "migration = 'gagal' AND migration_reason IS NOT NULL").await;
    }
    standing.rows = standing.objects;
    if kept.has_places {
        standing.rows = rows(&kept.rows, "true").await;
        standing.enrolled = rows(&kept.rows, "enroll = 'sudah'").await;
        standing.suspended = rows(&kept.rows, "enroll = 'ditangguhkan'").await;
        standing.failed_places = rows(&kept.rows, "enroll = 'gagal'").await;
        standing.failed += standing.failed_places;
        standing.left_behind = rows(&kept.rows, "enroll = 'sudah' AND missing_since IS NOT NULL").await;
        let unenrolled = "enroll IN ('belum', 'gagal') AND missing_since IS NOT NULL";
        standing.gone_unenrolled = rows(&kept.rows, unenrolled).await;
        not_enrolled = rows(&kept.rows, "enroll = 'gagal' AND enroll_reason IS NOT NULL").await;
    }
    (not_sent, not_enrolled, standing)
}

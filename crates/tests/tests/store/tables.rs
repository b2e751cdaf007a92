//! Every kind's tables match its fields.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    open,
};
use rstest::rstest;
use sea_orm::{ConnectionTrait, DatabaseBackend};
use selaras_kinds::{Field, Kind, OfKind, class_fields, of_all_kinds, own_fields};
use selaras_store::Store;

/// The tables of a kind, each with the fields that need a column.
struct Tables(Vec<(String, Vec<&'static str>)>);

impl OfKind for Tables {
    fn of<K: Kind>() -> Self {
        let table = |part: &str| format!("{}{part}", K::NAME);
        Self(if K::PERSON_AND_ENROLMENT {
            vec![
                (table(""), names(K::FIELDS)),
                (table("_person"), names(own_fields::<K>())),
                (table("_person_before"), names(own_fields::<K>())),
                (table("_class"), names(class_fields::<K>())),
                (table("_enrolment"), Vec::new()),
                (table("_enrolment_before"), Vec::new()),
                (table("_before"), K::KEY.to_vec()),
            ]
        } else {
            vec![(table(""), names(K::FIELDS)), (table("_before"), names(K::FIELDS))]
        })
    }
}

fn names<K: Kind>(fields: impl IntoIterator<Item = &'static Field<K>>) -> Vec<&'static str> {
    fields.into_iter().map(|field| field.name).collect()
}

/// Columns of the store's own state, the same for all kinds.
const STATE_COLUMNS: &[&str] = &[
    "id",
    "migration",
    "migration_reason",
    "enroll",
    "enroll_reason",
    "key_hash",
    "object_hash",
    "fingerprint",
    "source_fingerprint",
    "source_hash",
    "missing_since",
    "synced_at",
    "exported_at",
    "edited_at",
    "search_text",
    "created_in",
    "written_in",
    "person_id",
    "class_id",
    "version",
    "job_id",
    "was",
    "undone",
    "taken_at",
    "number",
];

async fn columns(store: &Store, table: &str) -> Vec<String> {
    let sql = match store.backend() {
        DatabaseBackend::Sqlite => format!("SELECT name FROM pragma_table_info('{table}')"),
        _ => format!(
            "SELECT CAST(column_name AS text) FROM information_schema.columns \
             WHERE table_name = '{table}' AND table_schema = current_schema()"
        ),
    };
    let rows = store
        .writer()
        .query_all_raw(sea_orm::Statement::from_string(store.backend(), sql));
    let rows = rows.await.unwrap();
    rows.iter().map(|row| row.try_get_by_index(0).unwrap()).collect()
}

#[rstest]
#[tokio::test]
async fn tables_have_exactly_one_column_per_field(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    for (table, mut fields) in of_all_kinds::<Tables>().into_iter().flat_map(|Tables(tables)| tables) {
        let mut own = columns(&store, &table).await;
        own.retain(|column| !STATE_COLUMNS.contains(&column.as_str()));
        own.sort();
        fields.sort_unstable();
        assert_eq!(own, fields, "{table}");
    }
}

//! The classes of enrolments: each is stored once.

use crate::{Result, tables::class_table};
use hashbrown::HashMap;
use sea_orm::{
    ConnectionTrait,
    sea_query::{Expr, InsertStatement, OnConflict, Query},
};
use selaras_kinds::{Field, Kind, class_fields, hash, identity, search_text_of};

/// The class of a row, by its key.
pub(crate) fn class_key<K: Kind>() -> impl Iterator<Item = &'static Field<K>> {
    class_fields::<K>().filter(|field| is_key::<K>(field))
}

fn is_key<K: Kind>(field: &Field<K>) -> bool {
    identity::<K>().any(|name| name == field.name)
}

/// The id of the row's class. If no enrolment is in it yet, the class is created. Further columns of the row are stored with
/// it.
pub(crate) async fn find_or_make_class<K: Kind>(connection: &impl ConnectionTrait, row: &K) -> Result<i64> {
    Ok(find_or_make_classes(connection, &[row]).await?.remove(0))
}

/// The ids of the rows' classes, in the order of the rows. No two rows may have equal class columns.
pub(super) async fn find_or_make_classes<K: Kind>(connection: &impl ConnectionTrait, rows: &[&K]) -> Result<Vec<i64>> {
    let key = |row: &K| hash(class_key::<K>().map(|field| (field.get)(row).as_str()));
    let more = |row: &K| class_fields::<K>().any(|field| !is_key(field) && !(field.get)(row).is_empty());
    // A form knows the class's code, which the source's lists of students do not contain.
    let (knowing, plain): (Vec<_>, Vec<_>) = rows.iter().copied().partition(|row| more(row));
    let mut ids = HashMap::new();
    for rows in plain.chunks(CLASSES_TOGETHER).chain(knowing.chunks(1)) {
        for found in connection.query_all(&upsert_classes(rows)).await? {
            let mut class = K::default();
            for (at, field) in class_key::<K>().enumerate() {
                (field.set)(&mut class, found.try_get_by_index::<String>(at + 1)?.into());
            }
            ids.insert(key(&class), found.try_get_by_index(0)?);
        }
    }
    let id = |row: &&K| ids.get(&key(row)).copied();
    rows.iter()
        .map(|row| id(row).ok_or_else(|| sea_orm::DbErr::RecordNotInserted.into()))
        .collect()
}

/// Classes of one statement.
const CLASSES_TOGETHER: usize = 100;

/// The insert of classes that returns the id and the key of each, new or not. All rows fill the same columns.
fn upsert_classes<K: Kind>(rows: &[&K]) -> InsertStatement {
    let names = || class_fields::<K>().map(|field| field.name);
    let mut insert = Query::insert();
    insert
        .into_table(class_table(K::NAME))
        .columns(names().chain(["search_text"]));
    for row in rows {
        let named = class_fields::<K>().map(|field| Expr::val((field.get)(row).as_str()));
        let search = Expr::val(search_text_of(*row, class_fields::<K>()));
        insert.values_panic(named.chain([search]));
    }
    let known: Vec<_> = class_fields::<K>()
        .filter(|field| !is_key(field) && rows.iter().any(|row| !(field.get)(row).is_empty()))
        .map(|field| field.name)
        .collect();
    let mut conflict = OnConflict::columns(class_key::<K>().map(|field| field.name));
    if known.is_empty() {
        // Writes the same value again, so that the row is returned.
        let first = names().next().unwrap_or("search_text");
        conflict.value(first, Expr::col(("excluded", first)));
    } else {
        conflict.update_columns(known).update_column("search_text");
    }
    let answered = ["id"].into_iter().chain(class_key::<K>().map(|field| field.name));
    insert
        .on_conflict(conflict)
        .returning(Query::returning().columns(answered))
        .take()
}

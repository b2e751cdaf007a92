//! The classes of enrolments: each is stored once.

use crate::{Result, tables::class_table};
use sea_orm::{
    ConnectionTrait, DbErr,
    sea_query::{Expr, OnConflict, Query},
};
use selaras_kinds::{Field, Kind, class_fields, identity, search_text_of};

/// The class of a row, by its key.
pub(crate) fn class_key<K: Kind>() -> impl Iterator<Item = &'static Field<K>> {
    class_fields::<K>().filter(|field| is_key::<K>(field))
}

fn is_key<K: Kind>(field: &Field<K>) -> bool {
    identity::<K>().any(|name| name == field.name)
}

/// The id of the row's class. If no enrolment is in it yet, the class is created. Further columns of the row are stored with
/// it: a form knows the class's code, which the source's lists of students do not contain.
pub(crate) async fn find_or_make_class<K: Kind>(connection: &impl ConnectionTrait, row: &K) -> Result<i64> {
    let names = || class_fields::<K>().map(|field| field.name);
    let values = class_fields::<K>().map(|field| Expr::val((field.get)(row).as_str()));
    let search = Expr::val(search_text_of(row, class_fields::<K>()));
    let known: Vec<_> = class_fields::<K>()
        .filter(|field| !is_key(field) && !(field.get)(row).is_empty())
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
    let upsert = Query::insert()
        .into_table(class_table(K::NAME))
        .columns(names().chain(["search_text"]))
        .values_panic(values.chain([search]))
        .on_conflict(conflict)
        .returning_col("id")
        .take();
    let made = connection.query_one(&upsert).await?.ok_or(DbErr::RecordNotInserted)?;
    Ok(made.try_get_by_index(0)?)
}

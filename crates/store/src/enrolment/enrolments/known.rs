//! Reads the stored people, for readers and before writes.

use crate::{Result, rows::read_own, statement::all, tables::person_table};
use hashbrown::HashMap;
use sea_orm::{
    ConnectionTrait, Order,
    sea_query::{Expr, ExprTrait, LockType, SelectStatement},
};
use selaras_kinds::{Kind, object_hash, own_fields};

/// The stored people with these numbers, by the number's hash. On PostgreSQL it can lock them; SQLite has a single writer
/// anyway.
pub(super) async fn people_of_numbers<K: Kind>(
    connection: &impl ConnectionTrait,
    numbers: &[&str],
    lock: Option<LockType>,
) -> Result<HashMap<i64, K>> {
    let mut found = HashMap::new();
    for numbers in numbers.chunks(1000) {
        let mut select = SelectStatement::new();
        select
            .columns(own_fields::<K>().map(|field| field.name))
            .from(person_table(K::NAME))
            .and_where(Expr::col(K::OBJECT_KEY).is_in(numbers.iter().copied()))
            // One order of locking prevents deadlocks.
            .order_by("id", Order::Asc);
        if let Some(lock) = lock {
            select.lock(lock);
        }
        let people: Vec<K> = all(connection, &select, read_own).await?;
        found.extend(people.into_iter().map(|person| (object_hash(&person), person)));
    }
    Ok(found)
}

//! Finding people, classes and courses by any part of what is known of them.
//!
//! A person stands once, however many places they have, so this looks through people and not through places. It is a scan that
//! ends as soon as it has found enough (decision 6 tells why there is no index for it), behind the one that bears the number.

use crate::{
    Result, Store,
    export::select_objects,
    rows::{Stored, read},
    statement::{all, contains},
    tables::object_table,
};
use sea_orm::sea_query::{Expr, ExprTrait};
use selaras_kinds::{Kind, value};

/// Rows that are looked for: whoever has so many has to type more.
pub const MOST_FOUND: u64 = 100;

impl Store {
    /// The rows of a kind (of a kind of places, the people) one of whose fields holds what was typed, in any case; no more than
    /// [`MOST_FOUND`]. The one whose number it is comes first.
    pub async fn find<K: Kind>(&self, typed: &str) -> Result<Vec<Stored<K>>> {
        let number = Expr::col((object_table::<K>(), K::OBJECT_KEY.to_owned()));
        let exact = select_objects::<K>().and_where(number.eq(typed)).limit(1).take();
        let holding = select_objects::<K>()
            .and_where(contains(typed))
            .limit(MOST_FOUND)
            .take();
        let (exact, holding): (Vec<Stored<K>>, Vec<Stored<K>>) =
            tokio::try_join!(all(&self.reader, &exact, read), all(&self.reader, &holding, read))?;
        let first = exact.first().map(|row| row.id);
        let mut others: Vec<_> = holding.into_iter().filter(|row| Some(row.id) != first).collect();
        others.sort_by_cached_key(|row| {
            (
                row.row.label().to_lowercase(),
                value(&row.row, K::OBJECT_KEY).to_owned(),
            )
        });
        Ok(exact.into_iter().chain(others).collect())
    }
}

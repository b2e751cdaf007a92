//! Enrolments that named their class and now say its id.

use super::renamed_classes::{NewValues, key_of, read_again, write_rows};
use crate::{
    Result, Store,
    enrolments::find_or_make_class,
    recreated::lock_table,
    summary::say_changed,
    tables::{class_table, enrolment_table},
};
use selaras_kinds::{Kind, key_hash};
use std::collections::{HashMap, hash_map::Entry};

impl Store {
    /// Writes the ids of their classes into these enrolments, each with its id. State, group and person stay.
    pub async fn tie_to_classes<K: Kind>(&self, rows: Vec<(i64, K)>) -> Result<()> {
        let transaction = self.writer.begin().await?;
        if K::PERSON_AND_ENROLMENT {
            // Classes before enrolments, as all writers lock them.
            lock_table(&transaction, &class_table(K::NAME)).await?;
            let mut classes: HashMap<Vec<String>, i64> = HashMap::new();
            let mut new = NewValues::of(enrolment_table(K::NAME), ["class_id", "key_hash"]);
            for (id, row) in rows {
                let class = match classes.entry(key_of(&row)) {
                    Entry::Occupied(found) => *found.get(),
                    Entry::Vacant(unknown) => *unknown.insert(find_or_make_class(&transaction, &row).await?),
                };
                new.rows.push((id, vec![class.into(), key_hash(&row).into()]));
            }
            new.write(&transaction, &[("source_hash", read_again())]).await?;
        } else {
            write_rows(&transaction, rows).await?;
        }
        say_changed(&transaction, K::NAME).await?;
        Ok(transaction.commit().await?)
    }
}

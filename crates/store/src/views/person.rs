//! Everything that is stored of one person, or of one class.

use crate::{
    Result, Store,
    enrol::{WithPerson, select_enrolments},
    export::with_keys,
    link::{LINK_COLUMNS, Link, join_link, read_link},
    rows::{Stored, read, read_own, select, width},
    state::send_again,
    statement::{all, among, count},
    tables::{membership_table, object_table},
    versions::versions_of,
};
use sea_orm::{
    ConnectionTrait, Order,
    sea_query::{Expr, ExprTrait, Query},
};
use selaras_kinds::{Kind, MembershipOf, idnumber_prefix, kelas::Kelas, own_fields, value};
use std::collections::{HashMap, HashSet};

/// A row and the link of its object on the platform.
pub type Linked<K> = (Stored<K>, Option<Link>);

impl Store {
    /// The objects of a kind with these keys ([`Kind::OBJECT_KEY`]): for a kind of people, the people with these numbers.
    /// There must be no more keys than one statement takes.
    pub async fn objects<K: Kind>(&self, keys: &[&str]) -> Result<Vec<Linked<K>>> {
        let named = with_keys::<K>(keys.iter().copied());
        let found = self.next_of(named, None, 0, keys.len() as u64).await?;
        Ok(found.into_iter().map(|object| (object.stored, object.known)).collect())
    }

    /// The names of the people with these numbers, including recently deleted ones.
    pub async fn names_of<K: Kind>(&self, numbers: &[&str]) -> Result<HashMap<String, String>> {
        let mut names: HashMap<String, String> = self
            .objects::<K>(numbers)
            .await?
            .into_iter()
            .map(|(stored, _)| (value(&stored.row, K::OBJECT_KEY).to_owned(), stored.row.label()))
            .collect();
        let gone: Vec<_> = numbers.iter().filter(|number| !names.contains_key(**number)).collect();
        if gone.is_empty() {
            return Ok(names);
        }
        let select = Query::select()
            .columns(own_fields::<K>().map(|field| field.name))
            .from(versions_of(&object_table::<K>()))
            .and_where(Expr::col(K::OBJECT_KEY).is_in(gone.into_iter().copied()))
            .order_by("version", Order::Asc)
            .take();
        let were: Vec<K> = all(&self.reader, &select, read_own).await?;
        names.extend(
            were.iter()
                .map(|was| (value(was, K::OBJECT_KEY).to_owned(), was.label())),
        );
        Ok(names)
    }

    /// True if an object that came from the source was edited here since.
    pub async fn is_edited<K: Kind>(&self, key: &str) -> Result<bool> {
        let changed = Expr::col("source_fingerprint").ne(Expr::col("fingerprint"));
        let rows = Expr::col(K::OBJECT_KEY).eq(key).and(changed);
        Ok(count(&self.reader, object_table::<K>(), rows).await? > 0)
    }

    /// The first enrolments of a person, each with the platform's id of the person.
    pub async fn enrolments_of<K: Kind>(
        &self,
        of: &MembershipOf,
        number: &str,
        limit: u64,
    ) -> Result<Vec<WithPerson<K>>> {
        let select = select_enrolments::<K>(of)
            .and_where(Expr::col((K::NAME, of.person_column)).eq(number))
            .order_by((K::NAME, "id"), Order::Asc)
            .limit(limit)
            .take();
        all(&self.reader, &select, |row| {
            Ok((read::<K>(row)?, row.try_get_by_index(width::<K>())?))
        })
        .await
    }

    /// Those of these enrolments that were entered by form: the source never sent them.
    pub async fn entered_here<K: Kind>(&self, enrolments: &[i64]) -> Result<HashSet<i64>> {
        let sent = if K::PERSON_AND_ENROLMENT {
            "source_hash"
        } else {
            "source_fingerprint"
        };
        let select = Query::select()
            .column("id")
            .from(membership_table::<K>())
            .and_where(Expr::col("id").is_in(enrolments.iter().copied()))
            .and_where(Expr::col(sent).is_null())
            .take();
        all(&self.reader, &select, |row| row.try_get_by_index(0)).await
    }

    /// The classes with one of these values in `columns`, the latest last.
    pub async fn classes_by(&self, columns: &[&str], values: &[Vec<String>]) -> Result<Vec<Linked<Kelas>>> {
        if values.is_empty() || columns.is_empty() {
            return Ok(Vec::new());
        }
        let mut select = select::<Kelas>();
        for column in LINK_COLUMNS {
            select.column(("platform_link", column));
        }
        join_link(
            &mut select,
            Kelas::NAME,
            Kelas::OBJECT_KEY,
            &idnumber_prefix(Kelas::NAME),
        );
        select
            .and_where(among(Kelas::NAME, columns, values))
            .order_by((Kelas::NAME, "id"), Order::Asc);
        // SQLite uses only an index of all these columns together; a course's name alone has one.
        if let [first, _, ..] = columns {
            let firsts: HashSet<&str> = values.iter().map(|value| value[0].as_str()).collect();
            select.and_where(Expr::col((Kelas::NAME, (*first).to_owned())).is_in(firsts));
        }
        all(&self.reader, &select, |row| {
            Ok((read::<Kelas>(row)?, read_link(row, width::<Kelas>())?))
        })
        .await
    }

    /// Marks enrolments that count as done to be sent again. Sends nothing.
    pub async fn enrol_again<K: Kind>(&self, enrolments: &[i64]) -> Result<()> {
        self.count_as::<K>(enrolments, "sudah", "belum").await
    }

    /// Notes that suspended enrolments are active on the platform again, so that leaving suspends them. Sends nothing.
    pub async fn note_active<K: Kind>(&self, enrolments: &[i64]) -> Result<()> {
        self.count_as::<K>(enrolments, "ditangguhkan", "sudah").await
    }

    /// Lets those of these enrolments that are in one state be in another.
    async fn count_as<K: Kind>(&self, enrolments: &[i64], before: &str, after: &str) -> Result<()> {
        let update = Query::update()
            .table(membership_table::<K>())
            .value("enroll", after)
            .and_where(Expr::col("id").is_in(enrolments.iter().copied()))
            .and_where(Expr::col("enroll").eq(before))
            .take();
        self.writer.execute(&update).await?;
        Ok(())
    }

    /// Marks objects that count as being on the platform to be sent again, whatever was sent before. Sends nothing.
    pub async fn export_again<K: Kind>(&self, keys: &[&str]) -> Result<()> {
        let transaction = self.writer.begin().await?;
        let prefix = idnumber_prefix(K::NAME);
        let unsent = Query::update()
            .table("platform_link")
            .value("sent_hash", 0_i64)
            .and_where(Expr::col("idnumber").is_in(keys.iter().map(|key| format!("{prefix}{key}"))))
            .take();
        transaction.execute(&unsent).await?;
        let these = Expr::col(K::OBJECT_KEY).is_in(keys.iter().copied());
        send_again(&transaction, &object_table::<K>(), these).await?;
        Ok(transaction.commit().await?)
    }
}

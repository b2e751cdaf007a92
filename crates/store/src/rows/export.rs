//! What an export reads and writes.

pub use crate::link::{Exported, Link};
use crate::{
    Result, Selection, Store,
    enrolments::people_of,
    jobs::{Counts, Outcome},
    link::{LINK_COLUMNS, join_link, read_link, write_links},
    recreated::Recreated,
    renaming::renamed,
    report::{self, Line, REASON_COLUMNS, reason_columns},
    rows::{Migration, Stored, read, select, width},
    selection::joined_key,
    state::send_again,
    statement::{all, among, count, number},
    summary::say_changed,
    tables::object_table,
    undo::filled,
    unlisted::gone_since,
};
use sea_orm::{
    ConnectionTrait,
    sea_query::{Condition, Expr, ExprTrait, Func, IntoColumnRef, Query, SelectStatement, ValueTuple},
};
use selaras_kinds::{
    Kind, idnumber_prefix,
    kelas::{Kelas, TAUGHT_IN},
    mata_kuliah::MataKuliah,
    object::{MADE_COURSE, PlatformId, Sort},
};
use selaras_reasons::Reason;
use std::collections::HashMap;

/// An object to send.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToSend<K> {
    /// Its first row.
    pub stored: Stored<K>,
    /// Its stored link.
    pub known: Option<Link>,
    /// The stored fingerprint of its fields: any change of them changes it.
    pub fingerprint: i64,
}

/// The objects of a selection, in the table that holds their state.
fn objects<K: Kind>(selection: &Selection) -> Condition {
    if !K::PERSON_AND_ENROLMENT {
        return selection.condition(K::NAME);
    }
    match people_of::<K>(selection) {
        None => Condition::all(),
        Some(people) => Condition::all().add(Expr::col((object_table::<K>(), "id".to_owned())).in_subquery(people)),
    }
}

/// The objects of a kind with these keys.
pub(crate) fn with_keys<'a, K: Kind>(keys: impl IntoIterator<Item = &'a str>) -> Condition {
    let key = Expr::col((object_table::<K>(), K::OBJECT_KEY.to_owned()));
    Condition::all().add(key.is_in(keys))
}

/// Objects that an export sends. One that the source no longer lists is included only if its row was chosen, so that the
/// report says why it is not sent.
pub(crate) fn waiting<K: Kind>(selection: &Selection) -> Condition {
    let condition = objects::<K>(selection).add(
        Condition::any()
            .add(Expr::col("migration").ne(Migration::Sudah.as_str()))
            .add(Expr::col("provisional").eq(true)),
    );
    match selection.names_rows::<K>() {
        true => condition,
        false => condition.add(gone_since::<K>().is_null()),
    }
}

/// The columns of an object, from the table that holds its state. A person has no class and no enrolment there.
pub(crate) fn select_objects<K: Kind>() -> SelectStatement {
    if !K::PERSON_AND_ENROLMENT {
        return select::<K>();
    }
    let table = object_table::<K>();
    let mut select = Query::select();
    let column = |name: &str| Expr::col((table.clone(), name.to_owned()));
    select.expr(column("id"));
    for field in K::FIELDS {
        select.expr(if field.of_class {
            Expr::cust("''")
        } else {
            column(field.name)
        });
    }
    select
        .expr(column("migration"))
        .expr(column("migration_reason"))
        .expr(Expr::cust("'belum'"))
        .expr(Expr::cust("CAST(NULL AS text)"))
        .expr(gone_since::<K>())
        .expr(column("synced_at"))
        .expr(column("exported_at"))
        .from(table)
        .take()
}

/// True for links to objects of a type: accounts or courses.
pub(crate) fn of_sort(sort: Sort) -> Expr {
    match sort {
        // Only accounts are in no container.
        Sort::Account => Expr::col("container_id").is_null(),
        _ => {
            let of = |kind| Expr::col("idnumber").like(format!("{}%", idnumber_prefix(kind)));
            let is_made = Expr::col("idnumber").like(format!("{MADE_COURSE}%"));
            let is_course = of(MataKuliah::NAME).or(of(Kelas::NAME)).or(is_made);
            Expr::col("is_group").eq(false).and(is_course)
        }
    }
}

impl Store {
    /// How many objects of a selection wait for an export.
    pub async fn count_exports<K: Kind>(&self, selection: &Selection) -> Result<i64> {
        let mut select = Query::select();
        select.expr(Func::count(Expr::val(1))).from(object_table::<K>());
        join_link(
            &mut select,
            &object_table::<K>(),
            K::OBJECT_KEY,
            &idnumber_prefix(K::NAME),
        );
        select.cond_where(waiting::<K>(selection));
        number(&self.reader, &select).await
    }

    /// How many objects of a selection are on the platform, unchanged since.
    pub async fn count_exported<K: Kind>(&self, selection: &Selection) -> Result<i64> {
        let there = Expr::col("migration").eq(Migration::Sudah.as_str());
        count(&self.reader, object_table::<K>(), objects::<K>(selection).add(there)).await
    }

    /// How many objects a kind has; if its rows are enrolments, the objects are people.
    pub async fn count_objects<K: Kind>(&self, selection: &Selection) -> Result<i64> {
        count(&self.reader, object_table::<K>(), objects::<K>(selection)).await
    }

    /// The next waiting objects after the object key `after`, in its order: those that are `combined`, classes that are taught
    /// in another one, or all others.
    pub async fn next_exports<K: Kind>(
        &self,
        selection: &Selection,
        combined: bool,
        after: Option<&str>,
        limit: u64,
    ) -> Result<Vec<ToSend<K>>> {
        let taught_in = || Expr::col((Kelas::NAME, TAUGHT_IN));
        let which = match (K::NAME == Kelas::NAME, combined) {
            (true, true) => Some(taught_in().ne("")),
            (true, false) => Some(taught_in().eq("")),
            (false, true) => return Ok(Vec::new()),
            (false, false) => None,
        };
        let condition = waiting::<K>(selection).add_option(which);
        self.next_of(condition, after, 0, limit).await
    }

    /// Lets the classes that are taught in a waiting class wait, too: it may get another course.
    pub async fn wait_with_combined(&self) -> Result<()> {
        let waiting = Query::select()
            .column(Kelas::OBJECT_KEY)
            .from(Kelas::NAME)
            .and_where(Expr::col("migration").ne(Migration::Sudah.as_str()))
            .and_where(Expr::col("missing_since").is_null())
            .take();
        let is_combined = Expr::col(TAUGHT_IN).ne("");
        let transaction = self.writer.begin().await?;
        let these = is_combined.and(Expr::col(TAUGHT_IN).in_subquery(waiting));
        if send_again(&transaction, Kelas::NAME, these).await? {
            say_changed(&transaction, Kelas::NAME).await?;
        }
        Ok(transaction.commit().await?)
    }

    /// The next objects that meet `condition`, see [`Self::next_exports`]; the first `offset` of them are skipped.
    pub(crate) async fn next_of<K: Kind>(
        &self,
        condition: Condition,
        after: Option<&str>,
        offset: u64,
        limit: u64,
    ) -> Result<Vec<ToSend<K>>> {
        let table = object_table::<K>();
        let key = || (table.clone(), K::OBJECT_KEY.to_owned());
        let mut select = select_objects::<K>();
        for column in LINK_COLUMNS {
            select.column(("platform_link", column));
        }
        join_link(&mut select, &table, K::OBJECT_KEY, &idnumber_prefix(K::NAME));
        select
            .column((table.clone(), "fingerprint".to_owned()))
            .cond_where(condition)
            .order_by(key().into_column_ref(), sea_orm::Order::Asc)
            .offset(offset)
            .limit(limit);
        if let Some(after) = after {
            select.and_where(Expr::col(key()).gt(after));
        }
        all(&self.reader, &select, |row| {
            Ok(ToSend {
                stored: read::<K>(row)?,
                known: read_link(row, width::<K>())?,
                fingerprint: row.try_get_by_index(width::<K>() + LINK_COLUMNS.len())?,
            })
        })
        .await
    }

    /// The links of the objects of `kind` with these values in `columns`. If several match, one that the source still lists
    /// wins, then the latest.
    pub async fn links(
        &self,
        kind: &str,
        object_key: &str,
        columns: &[&str],
        values: &[Vec<String>],
    ) -> Result<HashMap<Vec<String>, Option<Link>>> {
        if values.is_empty() || columns.is_empty() {
            return Ok(HashMap::new());
        }
        let mut select = Query::select();
        select.from(kind.to_owned());
        for column in columns {
            select.column((kind.to_owned(), (*column).to_owned()));
        }
        for column in LINK_COLUMNS {
            select.column(("platform_link", column));
        }
        join_link(&mut select, kind, object_key, &idnumber_prefix(kind));
        select
            .and_where(among(kind, columns, values))
            .order_by_expr(
                Expr::col((kind.to_owned(), "missing_since")).is_not_null(),
                sea_orm::Order::Desc,
            )
            .order_by((kind.to_owned(), "id"), sea_orm::Order::Asc);
        let mut links = HashMap::new();
        for row in self.reader.query_all(&select).await? {
            let value = (0..columns.len())
                .map(|index| row.try_get_by_index(index))
                .collect::<std::result::Result<_, _>>()?;
            links.insert(value, read_link(&row, columns.len())?);
        }
        Ok(links)
    }

    /// The names that several rows share, as far as the source still lists them: for each name the rows' keys, and the value
    /// of a further column.
    pub async fn sharing(
        &self,
        kind: &str,
        [key, further]: [&str; 2],
        columns: &[&str],
        values: &[Vec<String>],
    ) -> Result<HashMap<Vec<String>, Vec<String>>> {
        let mut shared: HashMap<Vec<String>, Vec<String>> = HashMap::new();
        if values.is_empty() || columns.is_empty() {
            return Ok(shared);
        }
        let mut select = Query::select();
        select
            .columns(
                [key, further]
                    .into_iter()
                    .chain(columns.iter().copied())
                    .map(str::to_owned),
            )
            .from(kind.to_owned())
            .and_where(among(kind, columns, values))
            .and_where(Expr::col("missing_since").is_null())
            .order_by("id", sea_orm::Order::Asc);
        for row in self.reader.query_all(&select).await? {
            let name = (0..columns.len()).map(|at| row.try_get_by_index(at + 2));
            let name = name.collect::<std::result::Result<_, _>>()?;
            let (key, further): (String, String) = (row.try_get_by_index(0)?, row.try_get_by_index(1)?);
            let label = if further.is_empty() {
                key
            } else {
                format!("{key} ({further})")
            };
            shared.entry(name).or_default().push(label);
        }
        shared.retain(|_, rows| rows.len() > 1);
        Ok(shared)
    }

    /// The stable names of the rows that are linked to these accounts or courses.
    pub async fn linked_to(&self, sort: Sort, ids: &[PlatformId]) -> Result<HashMap<PlatformId, Vec<String>>> {
        let select = Query::select()
            .columns(["platform_id", "idnumber"])
            .from("platform_link")
            .and_where(Expr::col("platform_id").is_in(ids.iter().copied()))
            .and_where(of_sort(sort))
            .take();
        let rows: Vec<(PlatformId, String)> = all(&self.reader, &select, |row| {
            Ok((row.try_get_by_index(0)?, row.try_get_by_index(1)?))
        })
        .await?;
        let mut linked: HashMap<_, Vec<String>> = HashMap::new();
        for (id, idnumber) in rows {
            linked.entry(id).or_default().push(idnumber);
        }
        Ok(linked)
    }

    /// Writes the results of objects, the report of `job` and its counters, in one transaction. A row that has changed since
    /// it was read keeps waiting. If an object was recreated, its dependants wait again.
    pub async fn record_exports<K: Kind>(
        &self,
        job: i64,
        exports: &[Exported],
        lines: &[Line],
        counts: &Counts,
    ) -> Result<()> {
        let transaction = self.writer.begin().await?;
        let mut done: Vec<_> = exports
            .iter()
            .filter_map(|export| Some((export, export.result.as_ref().ok()?)))
            .collect();
        // Writes rows before their links and enrolments, in the order of a form, which avoids a deadlock.
        if !done.is_empty() {
            let update = Query::update()
                .table(object_table::<K>())
                .values([
                    ("migration", Migration::Sudah.as_str().into()),
                    ("migration_reason", Expr::cust("NULL")),
                    ("exported_at", transaction.now().into()),
                ])
                .cond_where(as_read::<K>(done.iter().map(|(export, _)| *export)))
                .take();
            transaction.execute(&update).await?;
        }
        for export in exports {
            let Err(reason) = &export.result else { continue };
            let update = Query::update()
                .table(object_table::<K>())
                .values([
                    ("migration", Migration::Gagal.as_str().into()),
                    ("migration_reason", reason.kept().into()),
                ])
                .cond_where(as_read::<K>([export]))
                .take();
            transaction.execute(&update).await?;
        }
        // Objects that got another key meanwhile are sent again under the new name.
        let sent: Vec<_> = done.iter().map(|(export, _)| export.idnumber.as_str()).collect();
        let renamed = renamed(&transaction, &sent).await?;
        done.retain(|(export, _)| !renamed.contains_key(&export.idnumber));
        let mut others = Vec::new();
        if !done.is_empty() {
            let recreated = Recreated::of::<K>(&transaction, &done).await?;
            write_links(
                &transaction,
                done.iter().map(|(export, link)| (export.idnumber.clone(), *link)),
            )
            .await?;
            others = recreated.follow::<K>(&transaction).await?;
        }
        report::commit(transaction, job, K::NAME, lines, counts).await?;
        for kind in others {
            self.changed(kind).await?;
        }
        Ok(())
    }

    /// Reports the objects of a selection that still wait and have no line in the report of `job`: it broke off before their
    /// turn, or their answer was lost.
    pub async fn report_untried<K: Kind>(&self, job: i64, selection: &Selection, reason: &Reason) -> Result<()> {
        let table = object_table::<K>();
        let mut objects = Query::select();
        objects
            .expr(Expr::col((table.clone(), "id".to_owned())))
            .from(table.clone());
        join_link(&mut objects, &table, K::OBJECT_KEY, &idnumber_prefix(K::NAME));
        objects.cond_where(waiting::<K>(selection));
        let key = if K::PERSON_AND_ENROLMENT {
            const { &[K::OBJECT_KEY] }
        } else {
            K::KEY
        };
        self.name_untried::<K>(job, (table, key), objects, reason).await
    }

    /// Reports rows of a table that have no line in the report of `job`. `key` are the columns that name a row.
    pub(crate) async fn name_untried<K: Kind>(
        &self,
        job: i64,
        (table, key): (String, &[&str]),
        ids: SelectStatement,
        reason: &Reason,
    ) -> Result<()> {
        let named = Query::select()
            .column("key_hash")
            .from("job_row")
            .cond_where(
                Condition::all()
                    .add(Expr::col("job_id").eq(job))
                    .add(Expr::col("kind").eq(K::NAME))
                    .add(Expr::col("key_hash").is_not_null()),
            )
            .take();
        let lines = Query::select()
            .exprs([
                Expr::val(job),
                Expr::val(Outcome::Untried),
                Expr::val(K::NAME),
                Expr::col("key_hash"),
                joined_key(key),
            ])
            .exprs(reason_columns(Some(reason)))
            .from(table)
            .cond_where(Expr::col("id").in_subquery(ids))
            .and_where(Expr::col("key_hash").not_in_subquery(named))
            .take();
        let mut insert = Query::insert();
        insert.into_table("job_row").columns(
            ["job_id", "outcome", "kind", "key_hash", "key"]
                .into_iter()
                .chain(REASON_COLUMNS),
        );
        let transaction = self.writer.begin().await?;
        let untried = transaction.execute(&filled(insert, lines)?).await?.rows_affected();
        let counts = Counts::of(Outcome::Untried, untried.cast_signed());
        counts.write(&transaction, job, K::NAME).await?;
        Ok(transaction.commit().await?)
    }
}

/// The rows of these objects that are unchanged since they were read. They match by key, which has an index, and by key and
/// fingerprint together.
fn as_read<'a, K: Kind>(exports: impl IntoIterator<Item = &'a Exported>) -> Condition {
    let (keys, as_they_were): (Vec<_>, Vec<_>) = exports
        .into_iter()
        .map(|export| {
            let key = export.object_key.as_str();
            (key, ValueTuple::Many(vec![key.into(), export.fingerprint.into()]))
        })
        .unzip();
    let row = Expr::tuple([Expr::col(K::OBJECT_KEY), Expr::col("fingerprint")]);
    Condition::all()
        .add(Expr::col(K::OBJECT_KEY).is_in(keys))
        .add(row.in_tuples(as_they_were))
}

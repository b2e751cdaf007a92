//! People and their places: how the rows of a kind with [`Kind::PLACES`] are kept.
//!
//! Three tables stand behind the list of `mahasiswa`: `mahasiswa_person` says who, once, with the state of the account;
//! `mahasiswa_class` names each class once; `mahasiswa_place` joins them, with the state of the enrolment. The list
//! itself is a view of the three, called `mahasiswa`, so that reading knows no difference; writing is here.

use crate::{
    Result, Selection, Store,
    jobs::Counts,
    now,
    report::{self, Line},
    rows::{all, rows_per_statement},
    undo::{Kept, keep_versions},
};
use hashbrown::HashMap;
use sea_orm::{
    ConnectionTrait, DatabaseBackend, DatabaseTransaction, Statement, TransactionTrait, Value,
    sea_query::{
        Condition, Expr, ExprTrait, OnConflict, PostgresQueryBuilder, Query, SelectStatement, SqliteQueryBuilder,
    },
};
use selaras_kinds::{
    Field, Kind, OfKind, class_fields, fingerprint, key_hash, object_hash, of_all_kinds, own_fields, search_text_of,
    value,
};

/// The table of a kind's people.
pub(crate) fn person_table(kind: &str) -> String {
    format!("{kind}_person")
}

/// The table of the classes that a kind's places are in.
pub(crate) fn class_table(kind: &str) -> String {
    format!("{kind}_class")
}

/// The table of a kind's places.
pub(crate) fn place_table(kind: &str) -> String {
    format!("{kind}_place")
}

/// Whether the kind of that name is kept as people and places.
pub(crate) fn has_places(kind: &str) -> bool {
    of_all_kinds::<Keeping>()
        .iter()
        .any(|keeping| keeping.kind == kind && keeping.places)
}

/// How a kind is kept.
struct Keeping {
    kind: &'static str,
    places: bool,
}

impl OfKind for Keeping {
    fn of<K: Kind>() -> Self {
        Self {
            kind: K::NAME,
            places: K::PLACES,
        }
    }
}

/// The table in which a kind's objects on the platform have their state: the people of places, the rows of all else.
pub(crate) fn object_table<K: Kind>() -> String {
    if K::PLACES {
        person_table(K::NAME)
    } else {
        K::NAME.to_owned()
    }
}

/// The table in which a kind's memberships have their state.
pub(crate) fn membership_table<K: Kind>() -> String {
    if K::PLACES {
        place_table(K::NAME)
    } else {
        K::NAME.to_owned()
    }
}

/// What the source last sent for a place has to be read again, whatever it is: see [`KnownPlace::source_hash`].
pub const READ_AGAIN: i64 = 0;

/// What the dashboard knows of a place before a sync.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownPlace {
    /// The place.
    pub id: i64,
    /// Who has it.
    pub person: i64,
    /// Its key, hashed.
    pub key_hash: i64,
    /// Hash of the source's text for it, so that the same text need not be read again; [`READ_AGAIN`] where it must be,
    /// `None` for a place made by form.
    pub source_hash: Option<i64>,
    /// Whether it is flagged as gone from the source.
    pub missing: bool,
    /// The job that last wrote it; `None` where a form did.
    pub written_in: Option<i64>,
}

/// What the dashboard knows of a person before a sync.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownPerson {
    /// The person.
    pub id: i64,
    /// Their number, hashed.
    pub hash: i64,
    /// Fingerprint of what is known of them now.
    pub fingerprint: i64,
    /// Fingerprint of what the source last sent; `None` for a person entered by form.
    pub source_fingerprint: Option<i64>,
    /// The job that last wrote them; `None` where a form did.
    pub written_in: Option<i64>,
}

/// A place to be made, and the person who gets it.
#[derive(Debug, Clone)]
pub struct NewPlace<K> {
    /// Person and class.
    pub row: K,
    /// Hash of the source's text for it, or [`READ_AGAIN`].
    pub source_hash: i64,
}

/// What one batch of a sync writes.
#[derive(Debug)]
pub struct PlaceBatch<K> {
    /// Places that are new. A person who is new comes with the first of theirs; one who is there stays as they are.
    pub new: Vec<NewPlace<K>>,
    /// People whom the source describes otherwise now: who, and how.
    pub changed: Vec<(i64, K)>,
    /// Places whose text at the source is another, though it says the same: the hash of the new text.
    pub reworded: Vec<(i64, i64)>,
    /// Places that the source lists again.
    pub returned: Vec<i64>,
}

impl<K> Default for PlaceBatch<K> {
    fn default() -> Self {
        Self {
            new: Vec::new(),
            changed: Vec::new(),
            reworded: Vec::new(),
            returned: Vec::new(),
        }
    }
}

/// Columns of a person that are bound after the kind's own.
const PERSON_HASHES: [&str; 3] = ["key_hash", "fingerprint", "search_text"];

fn bind_person<K: Kind>(row: &K, values: &mut Vec<Value>) {
    for field in own_fields::<K>() {
        values.push((field.get)(row).as_str().into());
    }
    values.extend([
        object_hash(row).into(),
        fingerprint(row).into(),
        search_text_of(row, own_fields::<K>()).into(),
    ]);
}

/// What stands in every column of a new person beside the bound ones: by whom it is written, and when.
struct Stamp {
    job: Option<i64>,
    at: i64,
}

impl Stamp {
    fn number(value: Option<i64>) -> Expr {
        match value {
            // A number of our own making, so that a statement's text is the same for the whole job.
            Some(value) => Expr::cust(value.to_string()),
            None => Expr::cust("NULL"),
        }
    }
}

/// Writes what one job has of the source, batch after batch. It remembers whom it has met, so that each person is looked
/// for once.
#[derive(Debug)]
pub struct PlaceWriter<K> {
    store: Store,
    job: i64,
    at: i64,
    people: HashMap<i64, i64>,
    classes: HashMap<Vec<String>, i64>,
    person_batch: usize,
    full_people: String,
    full_places: String,
    kind: std::marker::PhantomData<fn(K)>,
}

/// Places of one statement. Four numbers each.
const PLACES_TOGETHER: usize = 2000;

impl<K: Kind> PlaceWriter<K> {
    /// Prepares to write to `store` in the name of `job`.
    pub fn new(store: &Store, job: i64) -> Self {
        let width = own_fields::<K>().count() + PERSON_HASHES.len();
        let mut writer = Self {
            store: store.clone(),
            job,
            at: now(),
            people: HashMap::new(),
            classes: HashMap::new(),
            person_batch: rows_per_statement(store.backend(), width),
            full_people: String::new(),
            full_places: String::new(),
            kind: std::marker::PhantomData,
        };
        writer.full_people = writer.insert_people(writer.person_batch);
        writer.full_places = writer.insert_places(PLACES_TOGETHER);
        writer
    }

    /// Places that make a good batch.
    pub fn batch(&self) -> usize {
        PLACES_TOGETHER
    }

    fn stamp(&self) -> Stamp {
        Stamp {
            job: Some(self.job),
            at: self.at,
        }
    }

    /// The insert of so many people that answers with their ids and hashes. Who is there already stays as they are.
    fn insert_people(&self, people: usize) -> String {
        insert_people::<K>(self.store.backend(), people, &self.stamp(), true)
    }

    fn insert_places(&self, places: usize) -> String {
        let mut insert = Query::insert();
        insert.into_table(place_table(K::NAME)).columns([
            "person_id",
            "class_id",
            "key_hash",
            "source_hash",
            "enroll",
            "created_in",
            "written_in",
        ]);
        for _ in 0..places {
            let bound = (0..4).map(|_| Expr::val(0));
            let job = self.job.to_string();
            insert.values_panic(bound.chain([Expr::cust("'belum'"), Expr::cust(job.clone()), Expr::cust(job)]));
        }
        // A form may have made it since it was looked for.
        insert.on_conflict(OnConflict::columns(["class_id", "person_id"]).do_nothing().to_owned());
        text(self.store.backend(), &insert)
    }

    /// Writes a batch, its lines in the report and the job's counters, in one transaction. What is changed or flagged is
    /// kept as it was before.
    pub async fn write(&mut self, batch: &PlaceBatch<K>, lines: &[Line], counts: &Counts) -> Result<()> {
        let transaction = self.store.writer.begin().await?;
        self.change_people(&transaction, &batch.changed).await?;
        self.make_people(&transaction, &batch.new).await?;
        self.make_places(&transaction, &batch.new).await?;
        self.reword(&transaction, &batch.reworded).await?;
        if !batch.returned.is_empty() {
            let update = Query::update()
                .table(place_table(K::NAME))
                .value("missing_since", None::<i64>)
                .cond_where(Expr::col("id").is_in(batch.returned.iter().copied()))
                .take();
            transaction.execute(&update).await?;
        }
        report::commit(transaction, self.job, K::NAME, lines, counts).await
    }

    async fn make_people(&mut self, transaction: &DatabaseTransaction, new: &[NewPlace<K>]) -> Result<()> {
        let mut unknown: HashMap<i64, &K> = HashMap::new();
        let mut order = Vec::new();
        for place in new {
            let hash = object_hash(&place.row);
            if !self.people.contains_key(&hash) && unknown.insert(hash, &place.row).is_none() {
                order.push(hash);
            }
        }
        for hashes in order.chunks(self.person_batch) {
            let mut values = Vec::with_capacity(hashes.len() * (K::FIELDS.len() + PERSON_HASHES.len() + 1));
            for hash in hashes {
                let row = unknown[hash];
                bind_person(row, &mut values);
                values.push(fingerprint(row).into());
            }
            let sql = if hashes.len() == self.person_batch {
                self.full_people.clone()
            } else {
                self.insert_people(hashes.len())
            };
            let statement = Statement::from_sql_and_values(self.store.backend(), sql, values);
            for row in transaction.query_all_raw(statement).await? {
                self.people.insert(row.try_get_by_index(1)?, row.try_get_by_index(0)?);
            }
        }
        Ok(())
    }

    async fn make_places(&mut self, transaction: &DatabaseTransaction, new: &[NewPlace<K>]) -> Result<()> {
        for places in new.chunks(PLACES_TOGETHER) {
            let mut values: Vec<Value> = Vec::with_capacity(places.len() * 4);
            for NewPlace { row, source_hash } in places {
                let class = self.class(transaction, row).await?;
                values.extend([
                    self.people.get(&object_hash(row)).copied().into(),
                    class.into(),
                    key_hash(row).into(),
                    (*source_hash).into(),
                ]);
            }
            let sql = if places.len() == PLACES_TOGETHER {
                self.full_places.clone()
            } else {
                self.insert_places(places.len())
            };
            transaction
                .execute_raw(Statement::from_sql_and_values(self.store.backend(), sql, values))
                .await?;
        }
        Ok(())
    }

    /// The class of a row; made where nobody has a place in it yet.
    async fn class(&mut self, transaction: &DatabaseTransaction, row: &K) -> Result<i64> {
        let named: Vec<_> = class_fields::<K>().map(|field| (field.get)(row).to_string()).collect();
        if let Some(class) = self.classes.get(&named) {
            return Ok(*class);
        }
        let class = find_or_make_class(transaction, row).await?;
        self.classes.insert(named, class);
        Ok(class)
    }

    async fn change_people(&self, transaction: &DatabaseTransaction, changed: &[(i64, K)]) -> Result<()> {
        if changed.is_empty() {
            return Ok(());
        }
        let who = || changed.iter().map(|(person, _)| *person);
        let rows = Condition::all().add(Expr::col("id").is_in(who()));
        keep_versions::<K>(transaction, &Kept::person::<K>(), self.job, "updated", rows).await?;
        // Their other lists may say otherwise: those are read again.
        let update = Query::update()
            .table(place_table(K::NAME))
            .value("source_hash", READ_AGAIN)
            .cond_where(
                Expr::col("person_id")
                    .is_in(who())
                    .and(Expr::col("source_hash").is_not_null()),
            )
            .take();
        transaction.execute(&update).await?;
        for changed in changed.chunks(self.person_batch) {
            let mut values = Vec::with_capacity(changed.len() * (K::FIELDS.len() + PERSON_HASHES.len() + 1));
            for (_, row) in changed {
                bind_person(row, &mut values);
                values.push(fingerprint(row).into());
            }
            let sql = insert_people::<K>(self.store.backend(), changed.len(), &self.stamp(), false);
            transaction
                .execute_raw(Statement::from_sql_and_values(self.store.backend(), sql, values))
                .await?;
        }
        Ok(())
    }

    async fn reword(&self, transaction: &DatabaseTransaction, reworded: &[(i64, i64)]) -> Result<()> {
        for reworded in reworded.chunks(1000) {
            let hash = reworded
                .iter()
                .fold(sea_orm::sea_query::CaseStatement::new(), |case, (place, hash)| {
                    case.case(Expr::col("id").eq(*place), *hash)
                });
            let update = Query::update()
                .table(place_table(K::NAME))
                .value("source_hash", hash)
                .cond_where(Expr::col("id").is_in(reworded.iter().map(|(place, _)| *place)))
                .take();
            transaction.execute(&update).await?;
        }
        Ok(())
    }
}

fn text(backend: DatabaseBackend, insert: &sea_orm::sea_query::InsertStatement) -> String {
    match backend {
        DatabaseBackend::Sqlite => insert.build(SqliteQueryBuilder).0,
        _ => insert.build(PostgresQueryBuilder).0,
    }
}

/// The insert of so many people. Of one who is there already, `keep` leaves all as it is; else the source's word holds
/// from now on. It answers with ids and hashes.
fn insert_people<K: Kind>(backend: DatabaseBackend, people: usize, stamp: &Stamp, keep: bool) -> String {
    let table = person_table(K::NAME);
    let names = || own_fields::<K>().map(|field| field.name);
    let mut insert = Query::insert();
    insert
        .into_table(table.clone())
        .columns(names().chain(PERSON_HASHES).chain([
            "source_fingerprint",
            "migration",
            "synced_at",
            "created_in",
            "written_in",
        ]));
    let width = names().count() + PERSON_HASHES.len() + 1;
    for _ in 0..people {
        let bound = (0..width).map(|_| Expr::val(0));
        insert.values_panic(bound.chain([
            Expr::cust("'belum'"),
            Stamp::number(Some(stamp.at)),
            Stamp::number(stamp.job),
            Stamp::number(stamp.job),
        ]));
    }
    let mut conflict = OnConflict::column(K::OBJECT_KEY);
    if keep {
        // Written as it is, so that the row is answered with.
        conflict.value("key_hash", Expr::col(("excluded", "key_hash")));
    } else {
        conflict
            .update_columns(names().filter(|name| *name != K::OBJECT_KEY))
            .update_columns([
                "fingerprint",
                "source_fingerprint",
                "synced_at",
                "search_text",
                "written_in",
            ])
            .value("migration", changed_since_export(&table));
    }
    insert
        .on_conflict(conflict)
        .returning(Query::returning().columns(["id", "key_hash"]));
    text(backend, &insert)
}

/// What was on the platform is not, now, what stands here.
fn changed_since_export(table: &str) -> Expr {
    let migration = || Expr::col((table.to_owned(), "migration".to_owned()));
    Expr::case(migration().eq(Expr::cust("'sudah'")), Expr::cust("'berubah'"))
        .finally(migration())
        .into()
}

/// The class of a row, by its key.
fn class_key<K: Kind>() -> impl Iterator<Item = &'static Field<K>> {
    class_fields::<K>().filter(|field| K::KEY.contains(&field.name))
}

/// The id of the row's class; it is made where nobody has a place in it yet. What else the row knows of it is kept.
pub(crate) async fn find_or_make_class<K: Kind>(connection: &impl ConnectionTrait, row: &K) -> Result<i64> {
    let names = || class_fields::<K>().map(|field| field.name);
    let mut values: Vec<Expr> = class_fields::<K>()
        .map(|field| Expr::val((field.get)(row).as_str()))
        .collect();
    values.push(search_text_of(row, class_fields::<K>()).into());
    let mut conflict = OnConflict::columns(class_key::<K>().map(|field| field.name));
    // A form knows the class's code, which the source's lists of students do not say.
    let known: Vec<_> = class_fields::<K>()
        .filter(|field| !K::KEY.contains(&field.name) && !(field.get)(row).is_empty())
        .map(|field| field.name)
        .collect();
    if known.is_empty() {
        let first = names().next().unwrap_or("search_text");
        conflict.value(first, Expr::col(("excluded", first)));
    } else {
        conflict.update_columns(known).update_column("search_text");
    }
    let insert = Query::insert()
        .into_table(class_table(K::NAME))
        .columns(names().chain(["search_text"]))
        .values_panic(values)
        .on_conflict(conflict)
        .returning_col("id")
        .take();
    let row = connection.query_one(&insert).await?;
    Ok(row.map(|row| row.try_get_by_index(0)).transpose()?.unwrap_or_default())
}

impl Store {
    /// What the dashboard knows of the places of one class, which is named by columns of the kind.
    pub async fn known_places<K: Kind>(&self, class: &[(&str, String)]) -> Result<Vec<KnownPlace>> {
        let mut of = Query::select();
        of.column("id").from(class_table(K::NAME));
        for (column, value) in class {
            of.and_where(Expr::col((*column).to_owned()).eq(value.as_str()));
        }
        let select = Query::select()
            .columns([
                "id",
                "person_id",
                "key_hash",
                "source_hash",
                "missing_since",
                "written_in",
            ])
            .from(place_table(K::NAME))
            .cond_where(Expr::col("class_id").in_subquery(of))
            .take();
        all(&self.reader, &select, |row| {
            Ok(KnownPlace {
                id: row.try_get_by_index(0)?,
                person: row.try_get_by_index(1)?,
                key_hash: row.try_get_by_index(2)?,
                source_hash: row.try_get_by_index(3)?,
                missing: row.try_get_by_index::<Option<i64>>(4)?.is_some(),
                written_in: row.try_get_by_index(5)?,
            })
        })
        .await
    }

    /// What the dashboard knows of the people with these numbers, hashed.
    pub async fn known_people<K: Kind>(&self, hashes: &[i64]) -> Result<Vec<KnownPerson>> {
        let mut found = Vec::with_capacity(hashes.len());
        for hashes in hashes.chunks(1000) {
            let select = Query::select()
                .columns(["id", "key_hash", "fingerprint", "source_fingerprint", "written_in"])
                .from(person_table(K::NAME))
                .cond_where(Expr::col("key_hash").is_in(hashes.iter().copied()))
                .take();
            let people: Vec<_> = all(&self.reader, &select, |row| {
                Ok(KnownPerson {
                    id: row.try_get_by_index(0)?,
                    hash: row.try_get_by_index(1)?,
                    fingerprint: row.try_get_by_index(2)?,
                    source_fingerprint: row.try_get_by_index(3)?,
                    written_in: row.try_get_by_index(4)?,
                })
            })
            .await?;
            found.extend(people);
        }
        Ok(found)
    }

    /// Who stands behind these numbers, hashed: what the dashboard says of each person, by that hash. Their class is empty.
    pub async fn people<K: Kind>(&self, hashes: &[i64]) -> Result<HashMap<i64, K>> {
        let mut found = HashMap::new();
        for hashes in hashes.chunks(1000) {
            let mut select = SelectStatement::new();
            for field in own_fields::<K>() {
                select.column(field.name);
            }
            select
                .from(person_table(K::NAME))
                .and_where(Expr::col("key_hash").is_in(hashes.iter().copied()));
            let people: Vec<K> = all(&self.reader, &select, |row| {
                let mut person = K::default();
                for (index, field) in own_fields::<K>().enumerate() {
                    (field.set)(&mut person, row.try_get_by_index::<String>(index)?.into());
                }
                Ok(person)
            })
            .await?;
            found.extend(people.into_iter().map(|person| (object_hash(&person), person)));
        }
        Ok(found)
    }

    /// Makes a place for a person, who is made too where nobody has that number, by form.
    pub(crate) async fn create_place<K: Kind>(&self, row: &K) -> Result<i64> {
        let transaction = self.writer.begin().await?;
        let known = person_of(&transaction, row).await?;
        let person = match known {
            Some(person) => person,
            None => {
                let mut values = Vec::new();
                bind_person(row, &mut values);
                values.extend(["belum".into(), now().into()]);
                let names = own_fields::<K>().map(|field| field.name).chain(PERSON_HASHES);
                let insert = Query::insert()
                    .into_table(person_table(K::NAME))
                    .columns(names.chain(["migration", "edited_at"]))
                    .values_panic(values.into_iter().map(Expr::val))
                    .returning_col("id")
                    .take();
                let row = transaction.query_one(&insert).await?;
                row.map(|row| row.try_get_by_index(0)).transpose()?.unwrap_or_default()
            }
        };
        let class = find_or_make_class(&transaction, row).await?;
        let insert = Query::insert()
            .into_table(place_table(K::NAME))
            .columns(["person_id", "class_id", "key_hash", "enroll"])
            .values_panic([person.into(), class.into(), key_hash(row).into(), "belum".into()])
            .returning_col("id")
            .take();
        let made = transaction.query_one(&insert).await.map_err(crate::sync::taken::<K>)?;
        let made = made.map(|row| row.try_get_by_index(0)).transpose()?.unwrap_or_default();
        // Who was there is now what was typed.
        if known.is_some() {
            change_person(&transaction, person, row).await?;
        }
        transaction.commit().await?;
        Ok(made)
    }

    /// Changes the person of a place, and moves the place where it is in another class now, by form.
    pub(crate) async fn change_place<K: Kind>(&self, id: i64, row: &K) -> Result<bool> {
        let transaction = self.writer.begin().await?;
        let select = Query::select()
            .columns(["person_id", "class_id"])
            .from(place_table(K::NAME))
            .cond_where(Expr::col("id").eq(id))
            .take();
        let Some(place) = transaction.query_one(&select).await? else {
            return Ok(false);
        };
        let (person, was): (i64, i64) = (place.try_get_by_index(0)?, place.try_get_by_index(1)?);
        change_person(&transaction, person, row).await?;
        let class = find_or_make_class(&transaction, row).await?;
        if class != was {
            let update = Query::update()
                .table(place_table(K::NAME))
                .values([
                    ("class_id", class.into()),
                    ("enroll", "belum".into()),
                    ("enroll_reason", None::<String>.into()),
                    ("source_hash", None::<i64>.into()),
                    ("missing_since", None::<i64>.into()),
                    ("written_in", None::<i64>.into()),
                ])
                .cond_where(Expr::col("id").eq(id))
                .take();
            transaction.execute(&update).await.map_err(crate::sync::taken::<K>)?;
        }
        self.name_places_anew::<K>(&transaction, person).await?;
        transaction.commit().await?;
        Ok(true)
    }

    /// Hashes the keys of a person's places again: number or class may be others.
    async fn name_places_anew<K: Kind>(&self, transaction: &DatabaseTransaction, person: i64) -> Result<()> {
        let mut select = crate::rows::select::<K>();
        select.and_where(Expr::col((K::NAME, "person_id")).eq(person));
        let places: Vec<crate::rows::Stored<K>> = all(transaction, &select, crate::rows::read).await?;
        for place in places {
            let update = Query::update()
                .table(place_table(K::NAME))
                .value("key_hash", key_hash(&place.row))
                .cond_where(Expr::col("id").eq(place.id))
                .take();
            transaction.execute(&update).await?;
        }
        Ok(())
    }
}

async fn person_of<K: Kind>(connection: &impl ConnectionTrait, row: &K) -> Result<Option<i64>> {
    let select = Query::select()
        .column("id")
        .from(person_table(K::NAME))
        .cond_where(Expr::col(K::OBJECT_KEY).eq(value(row, K::OBJECT_KEY)))
        .take();
    let found = connection.query_one(&select).await?;
    Ok(found.map(|row| row.try_get_by_index(0)).transpose()?)
}

/// Writes what was typed of a person.
async fn change_person<K: Kind>(transaction: &DatabaseTransaction, person: i64, row: &K) -> Result<()> {
    let mut update = Query::update();
    update
        .table(person_table(K::NAME))
        .cond_where(Expr::col("id").eq(person));
    for field in own_fields::<K>() {
        update.value(field.name, (field.get)(row).as_str());
    }
    update
        .value("key_hash", object_hash(row))
        .value("fingerprint", fingerprint(row))
        .value("search_text", search_text_of(row, own_fields::<K>()))
        .value("edited_at", now())
        .value("written_in", None::<i64>)
        .value(
            "migration",
            Expr::case(
                Expr::col("migration")
                    .eq("sudah")
                    .and(Expr::col("fingerprint").ne(fingerprint(row))),
                "berubah",
            )
            .finally(Expr::col("migration")),
        );
    transaction.execute(&update).await.map_err(crate::sync::taken::<K>)?;
    Ok(())
}

/// Rows of a selection whose search is of people or classes: each is looked through once, not once for each place.
pub(crate) fn search<K: Kind>(typed: &str) -> Condition {
    let found = |table: String| {
        Query::select()
            .column("id")
            .from(table)
            .cond_where(crate::rows::contains(typed))
            .take()
    };
    Condition::any()
        .add(Expr::col("person_id").in_subquery(found(person_table(K::NAME))))
        .add(Expr::col("class_id").in_subquery(found(class_table(K::NAME))))
}

/// The people who have a place in the selection, by their ids; all where the selection takes all.
pub(crate) fn people_of<K: Kind>(selection: &Selection) -> Option<SelectStatement> {
    if *selection == Selection::default() {
        return None;
    }
    let mut select = Query::select();
    select
        .column("person_id")
        .from(K::NAME)
        .cond_where(selection.condition());
    Some(select)
}

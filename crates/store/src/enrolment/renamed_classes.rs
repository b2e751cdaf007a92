//! Classes that get another name. Enrolments name their class, but a class is known by its id (contract, section 11). So its
//! enrolments take the new name, in the transaction that renames the class, and keep their state.

use crate::{
    Result,
    connection::Transaction,
    recreated::lock_table,
    rows::{Stored, read, select},
    statement::{all, among, rows_per_statement},
    summary::say_changed,
    tables::{READ_AGAIN, class_table, enrolment_table},
};
use futures::{FutureExt, future::BoxFuture};
use sea_orm::{
    ConnectionTrait, Order, Value,
    sea_query::{Condition, Expr, ExprTrait, IntoIden, Query, TableRef, ValueTuple},
};
use selaras_kinds::{
    CLASS_ID, Kind, OfKind, PROGRAM, class_columns, class_fields, class_id, fingerprint, identity,
    kelas::{Kelas, NAMED_BY},
    key_hash,
    mata_kuliah::MataKuliah,
    of_all_kinds, says_program, search_text, search_text_of, value,
};
use std::collections::{HashMap, HashSet, hash_map::Entry};

/// Names looked up in one statement.
const TOGETHER: usize = 100;

/// The rows of `kelas` before a transaction changes them, by id.
#[derive(Default)]
pub(crate) struct ClassesBefore(HashMap<i64, Kelas>);

/// A class, with its name before and after.
struct Renamed {
    before: Kelas,
    after: Kelas,
}

impl ClassesBefore {
    /// Reads these rows. For any other kind it reads nothing.
    pub(crate) async fn of<K: Kind>(transaction: &Transaction, ids: &[i64]) -> Result<Self> {
        match K::NAME == Kelas::NAME {
            true => Ok(Self(classes(transaction, ids).await?)),
            false => Ok(Self::default()),
        }
    }

    /// Gives the enrolments of the classes that are renamed by now their new names. Classes that `job` created never had an
    /// old name. Call it once for all classes of a job that are renamed: two of them may have exchanged their names.
    pub(crate) async fn follow(self, transaction: &Transaction, job: i64) -> Result<()> {
        let ids: Vec<_> = self.0.keys().copied().collect();
        let mut now = classes(transaction, &ids).await?;
        let mut renamed = Vec::new();
        for (id, before) in self.0 {
            let Some(after) = now.remove(&id) else { continue };
            if NAMED_BY
                .iter()
                .any(|column| value(&before, column) != value(&after, column))
            {
                renamed.push((id, Renamed { before, after }));
            }
        }
        let courses = listed_courses(transaction, &renamed).await?;
        renamed.retain(|(_, class)| !class.is_in_another_course(&courses));
        if renamed.is_empty() {
            return Ok(());
        }
        for Follow(follow) in of_all_kinds() {
            follow(transaction, &renamed, job).await?;
        }
        Ok(())
    }
}

async fn classes(transaction: &Transaction, ids: &[i64]) -> Result<HashMap<i64, Kelas>> {
    let mut found = HashMap::new();
    for ids in ids.chunks(10_000) {
        let mut rows = select::<Kelas>();
        rows.and_where(Expr::col((Kelas::NAME, "id")).is_in(ids.iter().copied()));
        let rows: Vec<Stored<Kelas>> = all(transaction, &rows, read).await?;
        found.extend(rows.into_iter().map(|stored| (stored.id, stored.row)));
    }
    Ok(found)
}

/// What a class says of its course.
fn course(class: &Kelas) -> Vec<String> {
    vec![class.nama_mata_kuliah.to_string(), class.program_id.to_string()]
}

impl Renamed {
    /// True if the class is now in another course, and not only in one that got another name. Then its people leave the one
    /// and enter the other.
    fn is_in_another_course(&self, listed: &HashSet<Vec<String>>) -> bool {
        let (before, after) = (course(&self.before), course(&self.after));
        before != after && listed.contains(&before) && listed.contains(&after)
    }
}

/// Those of the courses before and after that the source lists.
async fn listed_courses(transaction: &Transaction, renamed: &[(i64, Renamed)]) -> Result<HashSet<Vec<String>>> {
    let changed = renamed
        .iter()
        .map(|(_, class)| [course(&class.before), course(&class.after)]);
    let names: HashSet<_> = changed.filter(|[before, after]| before != after).flatten().collect();
    let names: Vec<_> = names.into_iter().collect();
    let columns = ["nama_matakuliah", "program_id"];
    let mut listed = HashSet::new();
    for names in names.chunks(TOGETHER) {
        let select = Query::select()
            .columns(columns)
            .from(MataKuliah::NAME)
            .and_where(among(MataKuliah::NAME, &columns, names))
            .and_where(Expr::col("missing_since").is_null())
            .take();
        let found: Vec<Vec<String>> = all(transaction, &select, |row| {
            Ok(vec![row.try_get_by_index(0)?, row.try_get_by_index(1)?])
        })
        .await?;
        listed.extend(found);
    }
    Ok(listed)
}

/// Lets the enrolments of a kind follow.
struct Follow(Following);

type Following = for<'a> fn(&'a Transaction, &'a [(i64, Renamed)], i64) -> BoxFuture<'a, Result<()>>;

impl OfKind for Follow {
    fn of<K: Kind>() -> Self {
        Self(|transaction, renamed, job| follow::<K>(transaction, renamed, job).boxed())
    }
}

async fn follow<K: Kind>(transaction: &Transaction, renamed: &[(i64, Renamed)], job: i64) -> Result<()> {
    if K::MEMBERSHIP.is_none() {
        return Ok(());
    }
    let moves = moves::<K>(transaction, renamed, job).await?;
    let moving = Moving::of::<K>(&moves, renamed);
    let clear = clear_names::<K>(transaction, renamed).await?;
    let changed = match K::PERSON_AND_ENROLMENT {
        true => move_classes::<K>(transaction, &moving, &clear).await?,
        false => move_rows::<K>(transaction, &moving, &clear).await?,
    };
    if changed {
        say_changed(transaction, K::NAME).await?;
    }
    Ok(())
}

/// The name of a class, as the kind's enrolments have it.
fn named<K: Kind>(class: &Kelas) -> Vec<String> {
    let columns = class_columns::<K>();
    columns
        .iter()
        .map(|(column, _)| value(class, column).to_owned())
        .collect()
}

/// The same with the program, if the kind's rows have one beside the name.
fn name<K: Kind>(class: &Kelas) -> Vec<String> {
    let mut name = named::<K>(class);
    name.extend(says_program::<K>().then(|| class.program_id.to_string()));
    name
}

/// The classes with another name for the kind. A name that several classes share, before or after, says nothing about
/// which of them is meant, so their enrolments stay; unless all of them get the same new name.
async fn moves<'a, K: Kind>(
    transaction: &Transaction,
    renamed: &'a [(i64, Renamed)],
    job: i64,
) -> Result<Vec<&'a Renamed>> {
    let mut from: HashMap<_, HashSet<_>> = HashMap::new();
    let mut to: HashMap<_, HashSet<_>> = HashMap::new();
    for (_, class) in renamed {
        let (before, after) = (name::<K>(&class.before), name::<K>(&class.after));
        from.entry(before.clone()).or_default().insert(after.clone());
        to.entry(after).or_default().insert(before);
    }
    let columns = class_columns::<K>().into_iter().map(|(column, _)| column);
    let columns: Vec<_> = columns.chain(says_program::<K>().then_some(PROGRAM)).collect();
    let those: HashSet<i64> = renamed.iter().map(|(id, _)| *id).collect();
    let names: HashSet<&Vec<String>> = from.keys().chain(to.keys()).collect();
    let names: Vec<Vec<String>> = names.into_iter().cloned().collect();
    let mut others: HashSet<Vec<String>> = HashSet::new();
    for names in names.chunks(TOGETHER) {
        let mut select = Query::select();
        select.column("id").columns(columns.iter().copied()).from(Kelas::NAME);
        select
            .and_where(among(Kelas::NAME, &columns, names))
            .and_where(Expr::col("missing_since").is_null())
            .cond_where(
                Condition::any()
                    .add(Expr::col("created_in").is_null())
                    .add(Expr::col("created_in").ne(job)),
            );
        for row in transaction.query_all(&select).await? {
            if !those.contains(&row.try_get_by_index(0)?) {
                let name = (1..=columns.len()).map(|at| row.try_get_by_index(at));
                others.insert(name.collect::<std::result::Result<_, _>>()?);
            }
        }
    }
    let mut begun = HashSet::new();
    Ok(renamed
        .iter()
        .map(|(_, class)| class)
        .filter(|class| {
            let (before, after) = (name::<K>(&class.before), name::<K>(&class.after));
            let is_clear = from[&before].len() == 1 && to[&after].len() == 1;
            let is_shared = others.contains(&before) || others.contains(&after);
            before != after && is_clear && !is_shared && begun.insert(before)
        })
        .collect())
}

/// The new names that one listed class bears: they need no id.
async fn clear_names<K: Kind>(transaction: &Transaction, renamed: &[(i64, Renamed)]) -> Result<HashSet<Vec<String>>> {
    let columns: Vec<_> = class_columns::<K>().into_iter().map(|(column, _)| column).collect();
    let names: HashSet<_> = renamed.iter().map(|(_, class)| named::<K>(&class.after)).collect();
    let names: Vec<_> = names.into_iter().collect();
    let mut bearers: HashMap<Vec<String>, usize> = HashMap::new();
    for names in names.chunks(TOGETHER) {
        let mut select = Query::select();
        select
            .columns(columns.iter().copied())
            .from(Kelas::NAME)
            .and_where(among(Kelas::NAME, &columns, names))
            .and_where(Expr::col("missing_since").is_null());
        for row in transaction.query_all(&select).await? {
            let name = (0..columns.len()).map(|at| row.try_get_by_index(at));
            *bearers.entry(name.collect::<std::result::Result<_, _>>()?).or_default() += 1;
        }
    }
    bearers.retain(|_, classes| *classes == 1);
    Ok(bearers.into_keys().collect())
}

/// The columns of `kelas` that rows of the kind copy, each with the kind's own.
fn copies<K: Kind>() -> Vec<(&'static str, String)> {
    let mut copies = class_columns::<K>();
    let reference = K::FORM.and_then(|form| form.reference);
    if let Some(reference) = reference.filter(|reference| reference.kind == Kelas::NAME) {
        copies.push((reference.column, reference.field.to_owned()));
    }
    let same = |column: &&&str| K::FIELDS.iter().any(|field| field.name == **column);
    copies.extend(
        NAMED_BY
            .iter()
            .filter(same)
            .map(|column| (*column, (*column).to_owned())),
    );
    copies
}

/// Gives a row the class's new name, where it has the old one. A name that says enough needs no id beside it.
fn rename<K: Kind>(row: &mut K, class: &Renamed, clear: &HashSet<Vec<String>>) {
    let old = row.clone();
    for (column, own) in copies::<K>() {
        let is_old = value(&old, &own) == value(&class.before, column);
        if let Some(field) = K::FIELDS.iter().find(|field| is_old && field.name == own) {
            (field.set)(row, value(&class.after, column).into());
        }
    }
    let id = K::FIELDS.iter().find(|field| field.name == CLASS_ID);
    if let Some(id) = id.filter(|_| clear.contains(&named::<K>(&class.after))) {
        (id.set)(row, String::new().into());
    }
}

/// The columns that name a row's class, and its id.
fn key_columns<K: Kind>() -> Vec<String> {
    let named = class_columns::<K>().into_iter().map(|(_, own)| own);
    named.chain([CLASS_ID.to_owned()]).collect()
}

/// What a row says of its class.
pub(super) fn key_of<K: Kind>(row: &K) -> Vec<String> {
    let named = row.class().into_iter().map(|(_, own)| own);
    named.chain([class_id(row)]).map(str::to_owned).collect()
}

/// The classes with rows that get another name: by their old name if it is clear, and by their id anyway.
struct Moving<'a> {
    named: HashMap<Vec<String>, Vec<&'a Renamed>>,
    tied: HashMap<&'a str, &'a Renamed>,
}

impl<'a> Moving<'a> {
    fn of<K: Kind>(moves: &[&'a Renamed], renamed: &'a [(i64, Renamed)]) -> Self {
        let mut named: HashMap<_, Vec<_>> = HashMap::new();
        for class in moves {
            named.entry(self::named::<K>(&class.before)).or_default().push(*class);
        }
        let tied = renamed
            .iter()
            .map(|(_, class)| (class.before.jadwal_kuliah_detail_id.as_str(), class));
        Self {
            named,
            tied: tied.collect(),
        }
    }

    /// Finds the rows of `table` that name these classes: some classes in each condition.
    fn conditions<K: Kind>(&self, table: &str) -> Vec<Expr> {
        let columns: Vec<_> = class_columns::<K>().into_iter().map(|(_, own)| own).collect();
        let columns: Vec<_> = columns.iter().map(String::as_str).collect();
        let (names, ids): (Vec<_>, Vec<_>) = (self.named.keys().cloned().collect(), self.tied.keys().collect());
        let named = names
            .chunks(TOGETHER)
            .map(|names| Expr::col(CLASS_ID).eq("").and(among(table, &columns, names)));
        let tied = ids
            .chunks(TOGETHER)
            .map(|ids| Expr::col(CLASS_ID).is_in(ids.iter().map(|id| **id)));
        named.chain(tied).collect()
    }

    /// The class that a row names. Classes of one name are told apart by the program, if the row says one.
    fn class<K: Kind>(&self, row: &K) -> Option<&'a Renamed> {
        let is_of_program = |class: &&Renamed| {
            !says_program::<K>() || [class.before.program_id.as_str(), ""].contains(&value(row, PROGRAM))
        };
        let found = match class_id(row) {
            "" => {
                let name: Vec<_> = row.class().into_iter().map(|(_, own)| own.to_owned()).collect();
                self.named.get(&name)?.iter().copied().find(is_of_program)
            }
            id => self.tied.get(id).copied(),
        };
        found.filter(is_of_program)
    }

    /// Those of the rows that name one of these classes, with its new name.
    fn renamed<K: Kind>(
        &self,
        rows: impl IntoIterator<Item = (i64, K)>,
        clear: &HashSet<Vec<String>>,
    ) -> impl Iterator<Item = (i64, K)> {
        rows.into_iter().filter_map(move |(id, mut row)| {
            let class = self.class(&row)?;
            rename(&mut row, class, clear);
            Some((id, row))
        })
    }
}

/// Gives rows a name that no class has, until all of them get their new one: two classes may exchange their names.
async fn take_names_away<K: Kind>(transaction: &Transaction, table: &str, rows: &[i64]) -> Result<()> {
    let (_, own) = class_columns::<K>().swap_remove(0);
    for rows in rows.chunks(10_000) {
        let update = Query::update()
            .table(table.to_owned())
            .value(own.clone(), Expr::cust(format!(r#""{own}" || ' #' || id"#)))
            .and_where(Expr::col("id").is_in(rows.iter().copied()))
            .take();
        transaction.execute(&update).await?;
    }
    Ok(())
}

/// The new values of many rows of a table, by the row's id.
pub(super) struct NewValues {
    table: String,
    columns: Vec<&'static str>,
    pub(super) rows: Vec<(i64, Vec<Value>)>,
}

/// The new values in an update's statement. Both databases call their columns `column1`, `column2` …
const NEW: &str = "new";

impl NewValues {
    pub(super) fn of(table: String, columns: impl IntoIterator<Item = &'static str>) -> Self {
        Self {
            table,
            columns: columns.into_iter().collect(),
            rows: Vec::new(),
        }
    }

    /// What is written into a column, in an update's statement.
    fn written(&self, column: &str) -> Expr {
        let at = self
            .columns
            .iter()
            .position(|name| *name == column)
            .map_or(0, |at| at + 2);
        Expr::col((NEW, format!("column{at}")))
    }

    /// Writes them, many rows in a statement. `further` are columns that follow from the row.
    pub(super) async fn write(&self, transaction: &Transaction, further: &[(&'static str, Expr)]) -> Result<()> {
        let values = 1 + self.columns.len();
        for rows in self
            .rows
            .chunks(rows_per_statement(transaction.get_database_backend(), values))
        {
            let rows = rows.iter().map(|(id, values)| {
                let id = std::iter::once(Value::from(*id));
                ValueTuple::Many(id.chain(values.iter().cloned()).collect())
            });
            let update = Query::update()
                .table(self.table.clone())
                .values(self.columns.iter().map(|column| (*column, self.written(column))))
                .values(further.iter().cloned())
                .from(TableRef::ValuesList(rows.collect(), NEW.into_iden()))
                .and_where(Expr::col((self.table.clone(), "id".to_owned())).eq(Expr::col((NEW, "column1"))))
                .take();
            transaction.execute(&update).await?;
        }
        Ok(())
    }
}

/// Renames the stored classes of a kind with people. Returns whether there were any.
async fn move_classes<K: Kind>(
    transaction: &Transaction,
    moving: &Moving<'_>,
    clear: &HashSet<Vec<String>>,
) -> Result<bool> {
    let table = class_table(K::NAME);
    // Classes before enrolments, as all writers lock them.
    lock_table(transaction, &table).await?;
    let mut renamed = Vec::new();
    for those in moving.conditions::<K>(&table) {
        renamed.extend(moving.renamed(stored_classes::<K>(transaction, those).await?, clear));
    }
    if renamed.is_empty() {
        return Ok(false);
    }
    let ids: Vec<_> = renamed.iter().map(|(id, _)| *id).collect();
    take_names_away::<K>(transaction, &table, &ids).await?;
    // A class of earlier may have that name; the one of today takes its place, as with the next semester's.
    let mut bearers = HashMap::new();
    let columns = key_columns::<K>();
    let columns: Vec<_> = columns.iter().map(String::as_str).collect();
    let names: Vec<_> = renamed.iter().map(|(_, row)| key_of(row)).collect();
    for names in names.chunks(TOGETHER) {
        let earlier = stored_classes::<K>(transaction, among(&table, &columns, names)).await?;
        bearers.extend(earlier.into_iter().map(|(id, row)| (key_of(&row), id)));
    }
    let fields = class_fields::<K>().map(|field| field.name);
    let mut new = NewValues::of(table, fields.chain(["search_text"]));
    let mut joined = Vec::new();
    for (id, row) in renamed {
        match bearers.entry(key_of(&row)) {
            Entry::Occupied(earlier) => joined.push((id, *earlier.get())),
            Entry::Vacant(name) => {
                name.insert(id);
                let values = class_fields::<K>().map(|field| (field.get)(&row).as_str().into());
                let text = search_text_of(&row, class_fields::<K>());
                new.rows.push((id, values.chain([text.into()]).collect()));
            }
        }
    }
    new.write(transaction, &[]).await?;
    join_classes(transaction, &enrolment_table(K::NAME), &joined).await?;
    let now = new.rows.iter().map(|(id, _)| *id);
    let now: Vec<_> = now.chain(joined.iter().map(|(_, earlier)| *earlier)).collect();
    rehash::<K>(transaction, &now).await?;
    Ok(true)
}

/// The stored classes of a kind with people that meet a condition, with their ids.
async fn stored_classes<K: Kind>(transaction: &Transaction, those: Expr) -> Result<Vec<(i64, K)>> {
    let select = Query::select()
        .column("id")
        .columns(class_fields::<K>().map(|field| field.name))
        .from(class_table(K::NAME))
        .and_where(those)
        .order_by("id", Order::Asc)
        .take();
    all(transaction, &select, |found| {
        let (id, mut row): (i64, _) = (found.try_get_by_index(0)?, K::default());
        for (at, field) in class_fields::<K>().enumerate() {
            (field.set)(&mut row, found.try_get_by_index::<String>(at + 1)?.into());
        }
        Ok((id, row))
    })
    .await
}

/// Gives the enrolments of classes to others. Of a person in both, the enrolment of the first one stays.
async fn join_classes(transaction: &Transaction, enrolments: &str, joined: &[(i64, i64)]) -> Result<()> {
    // One by one, since several classes may join the same one. Seldom: their new name is that of a class of earlier.
    for (id, earlier) in joined {
        let people = Query::select()
            .column("person_id")
            .from(enrolments.to_owned())
            .and_where(Expr::col("class_id").eq(*id))
            .take();
        let twice = Query::delete()
            .from_table(enrolments.to_owned())
            .and_where(Expr::col("class_id").eq(*earlier))
            .and_where(Expr::col("person_id").in_subquery(people))
            .take();
        transaction.execute(&twice).await?;
        let enter = Query::update()
            .table(enrolments.to_owned())
            .value("class_id", *earlier)
            .and_where(Expr::col("class_id").eq(*id))
            .take();
        transaction.execute(&enter).await?;
    }
    Ok(())
}

/// The source's text of an enrolment names its class too, so it is parsed again.
pub(super) fn read_again() -> Expr {
    Expr::case(Expr::col("source_hash").is_not_null(), READ_AGAIN).into()
}

/// Hashes the keys of the enrolments of classes again.
async fn rehash<K: Kind>(transaction: &Transaction, classes: &[i64]) -> Result<()> {
    for classes in classes.chunks(TOGETHER) {
        let mut select = select::<K>();
        select.and_where(Expr::col((K::NAME, "class_id")).is_in(classes.iter().copied()));
        let enrolments: Vec<Stored<K>> = all(transaction, &select, read).await?;
        let mut new = NewValues::of(enrolment_table(K::NAME), ["key_hash"]);
        let hashes = enrolments
            .into_iter()
            .map(|enrolment| (enrolment.id, vec![key_hash(&enrolment.row).into()]));
        new.rows.extend(hashes);
        new.write(transaction, &[("source_hash", read_again())]).await?;
    }
    Ok(())
}

/// Renames the class in rows that are enrolments themselves. Returns whether there were any.
async fn move_rows<K: Kind>(
    transaction: &Transaction,
    moving: &Moving<'_>,
    clear: &HashSet<Vec<String>>,
) -> Result<bool> {
    let mut renamed: Vec<(i64, K)> = Vec::new();
    for those in moving.conditions::<K>(K::NAME) {
        let mut rows = select::<K>();
        rows.and_where(those).order_by((K::NAME, "id"), Order::Asc);
        let rows: Vec<Stored<K>> = all(transaction, &rows, read).await?;
        let rows = rows.into_iter().map(|stored| (stored.id, stored.row));
        renamed.extend(moving.renamed(rows, clear));
    }
    if renamed.is_empty() {
        return Ok(false);
    }
    let ids: Vec<_> = renamed.iter().map(|(id, _)| *id).collect();
    take_names_away::<K>(transaction, K::NAME, &ids).await?;
    // A row of a class of earlier may be the same; the one of today takes its place.
    let columns: Vec<_> = identity::<K>().collect();
    let same = |row: &K| {
        columns
            .iter()
            .map(|column| value(row, column).to_owned())
            .collect::<Vec<_>>()
    };
    let names: Vec<_> = renamed.iter().map(|(_, row)| same(row)).collect();
    for names in names.chunks(TOGETHER) {
        let twice = Query::delete()
            .from_table(K::NAME)
            .and_where(among(K::NAME, &columns, names))
            .take();
        transaction.execute(&twice).await?;
    }
    let last: HashMap<_, _> = renamed.iter().map(|(id, row)| (same(row), *id)).collect();
    let (renamed, twice): (Vec<_>, Vec<_>) = renamed.into_iter().partition(|(id, row)| last[&same(row)] == *id);
    for twice in twice.chunks(10_000) {
        let twice = Query::delete()
            .from_table(K::NAME)
            .and_where(Expr::col("id").is_in(twice.iter().map(|(id, _)| *id)))
            .take();
        transaction.execute(&twice).await?;
    }
    write_rows(transaction, renamed).await?;
    Ok(true)
}

/// Writes new values of rows that are enrolments themselves. What was edited here stays edited.
pub(super) async fn write_rows<K: Kind>(transaction: &Transaction, rows: Vec<(i64, K)>) -> Result<()> {
    let fields = K::FIELDS.iter().map(|field| field.name);
    let mut new = NewValues::of(
        K::NAME.to_owned(),
        fields.chain(["key_hash", "search_text", "fingerprint"]),
    );
    for (id, row) in rows {
        let values = K::FIELDS.iter().map(|field| (field.get)(&row).as_str().into());
        let follow = [
            key_hash(&row).into(),
            search_text(&row).into(),
            fingerprint(&row).into(),
        ];
        new.rows.push((id, values.chain(follow).collect()));
    }
    let unedited = Expr::col("source_fingerprint").equals("fingerprint");
    let of_source = Expr::case(unedited, new.written("fingerprint")).finally(Expr::col("source_fingerprint"));
    new.write(transaction, &[("source_fingerprint", of_source.into())])
        .await
}

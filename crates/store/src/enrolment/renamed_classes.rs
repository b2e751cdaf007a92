//! Classes that get another name. Enrolments name their class, but a class is known by its id (contract, section 11). So its
//! enrolments take the new name, in the transaction that renames the class, and keep their state.

use crate::{
    Result,
    connection::Transaction,
    recreated::lock_table,
    rows::{Stored, read, select},
    statement::{all, among},
    summary::say_changed,
    tables::{READ_AGAIN, class_table, enrolment_table},
};
use futures::{FutureExt, future::BoxFuture};
use sea_orm::{
    ConnectionTrait,
    sea_query::{Condition, Expr, ExprTrait, Query, UpdateStatement},
};
use selaras_kinds::{
    CLASS_ID, Kind, OfKind, class_columns, class_fields, class_id, fingerprint, identity,
    kelas::{Kelas, NAMED_BY},
    key_hash,
    mata_kuliah::MataKuliah,
    of_all_kinds, says_program, search_text, search_text_of, value,
};
use std::collections::{HashMap, HashSet};

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
            let is_renamed = NAMED_BY
                .iter()
                .any(|column| value(&before, column) != value(&after, column));
            if is_renamed && !is_in_another_course(transaction, &before, &after).await? {
                renamed.push((id, Renamed { before, after }));
            }
        }
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

/// True if the class is now in another course, and not only in one that got another name. Then its people leave the one and
/// enter the other.
async fn is_in_another_course(transaction: &Transaction, before: &Kelas, after: &Kelas) -> Result<bool> {
    let course = |class: &Kelas| vec![class.nama_mata_kuliah.to_string(), class.program_id.to_string()];
    let (before, after) = (course(before), course(after));
    if before == after {
        return Ok(false);
    }
    let columns = ["nama_matakuliah", "program_id"];
    let select = Query::select()
        .columns(columns)
        .distinct()
        .from(MataKuliah::NAME)
        .and_where(among(MataKuliah::NAME, &columns, &[before, after]))
        .and_where(Expr::col("missing_since").is_null())
        .take();
    Ok(transaction.query_all(&select).await?.len() == 2)
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
    let those = of_classes::<K>(&moves, renamed);
    let clear = clear_names::<K>(transaction, renamed).await?;
    let changed = match K::PERSON_AND_ENROLMENT {
        true => move_classes::<K>(transaction, those, &clear).await?,
        false => move_rows::<K>(transaction, those, &clear).await?,
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
    let columns: Vec<_> = columns
        .chain(says_program::<K>().then_some(selaras_kinds::PROGRAM))
        .collect();
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

/// True if the columns that name a class have this class's name, and this id.
fn has_name<K: Kind>(class: &Kelas, id: &str) -> Condition {
    let all = Condition::all().add(Expr::col(CLASS_ID).eq(id));
    class_columns::<K>().iter().fold(all, |all, (column, own)| {
        all.add(Expr::col(own.clone()).eq(value(class, column)))
    })
}

/// True if the row names this class by its id.
fn has_id(class: &Kelas) -> Condition {
    Condition::all().add(Expr::col(CLASS_ID).eq(class.jadwal_kuliah_detail_id.as_str()))
}

/// Which rows name a class: by their name if it is clear, and by the id anyway.
fn of_classes<'a, K: Kind>(moves: &[&'a Renamed], renamed: &'a [(i64, Renamed)]) -> Vec<(&'a Renamed, Condition)> {
    let named = moves.iter().map(|class| (*class, has_name::<K>(&class.before, "")));
    let tied = renamed.iter().map(|(_, class)| (class, has_id(&class.before)));
    named.chain(tied).collect()
}

/// A name that no class has, for rows that wait for their new one: two classes may exchange their names.
fn on_the_way<K: Kind>(table: String, row: &K, id: i64) -> UpdateStatement {
    let (_, own) = class_columns::<K>().swap_remove(0);
    let waiting = format!("{} #{id}", value(row, &own));
    Query::update()
        .table(table)
        .value(own, waiting)
        .and_where(Expr::col("id").eq(id))
        .take()
}

/// Renames the stored classes of a kind with people. Returns whether there were any.
async fn move_classes<K: Kind>(
    transaction: &Transaction,
    those: Vec<(&Renamed, Condition)>,
    clear: &HashSet<Vec<String>>,
) -> Result<bool> {
    let (table, enrolments) = (class_table(K::NAME), enrolment_table(K::NAME));
    // Classes before enrolments, as all writers lock them.
    lock_table(transaction, &table).await?;
    let mut moving = Vec::new();
    for (class, those) in those {
        let mut select = Query::select();
        select.column("id").columns(class_fields::<K>().map(|field| field.name));
        select.from(table.clone()).cond_where(those);
        let Some(found) = transaction.query_one(&select).await? else {
            continue;
        };
        let (id, mut row): (i64, _) = (found.try_get_by_index(0)?, K::default());
        for (at, field) in class_fields::<K>().enumerate() {
            (field.set)(&mut row, found.try_get_by_index::<String>(at + 1)?.into());
        }
        transaction.execute(&on_the_way(table.clone(), &row, id)).await?;
        rename(&mut row, class, clear);
        moving.push((id, row, class));
    }
    for (id, row, class) in &moving {
        let named = Query::select()
            .column("id")
            .from(table.clone())
            .cond_where(has_name::<K>(&class.after, class_id(row)))
            .take();
        let class = match transaction.query_one(&named).await? {
            None => {
                let mut update = Query::update();
                update
                    .table(table.clone())
                    .value("search_text", search_text_of(row, class_fields::<K>()));
                for field in class_fields::<K>() {
                    update.value(field.name, (field.get)(row).as_str());
                }
                update.and_where(Expr::col("id").eq(*id));
                transaction.execute(&update).await?;
                *id
            }
            // A class of earlier had that name; the one of today takes its place, as with the next semester's.
            Some(found) => {
                let earlier: i64 = found.try_get_by_index(0)?;
                let people = Query::select()
                    .column("person_id")
                    .from(enrolments.clone())
                    .and_where(Expr::col("class_id").eq(*id))
                    .take();
                let twice = Query::delete()
                    .from_table(enrolments.clone())
                    .and_where(Expr::col("class_id").eq(earlier))
                    .and_where(Expr::col("person_id").in_subquery(people))
                    .take();
                transaction.execute(&twice).await?;
                let enter = Query::update()
                    .table(enrolments.clone())
                    .value("class_id", earlier)
                    .and_where(Expr::col("class_id").eq(*id))
                    .take();
                transaction.execute(&enter).await?;
                earlier
            }
        };
        rehash::<K>(transaction, class).await?;
    }
    Ok(!moving.is_empty())
}

/// Hashes the keys of a class's enrolments again. The source's texts name the class too, so they are parsed again.
async fn rehash<K: Kind>(transaction: &Transaction, class: i64) -> Result<()> {
    let mut select = select::<K>();
    select.and_where(Expr::col((K::NAME, "class_id")).eq(class));
    let enrolments: Vec<Stored<K>> = all(transaction, &select, read).await?;
    let listed = Expr::col("source_hash").is_not_null();
    for enrolment in enrolments {
        let update = Query::update()
            .table(enrolment_table(K::NAME))
            .value("key_hash", key_hash(&enrolment.row))
            .value("source_hash", Expr::case(listed.clone(), READ_AGAIN))
            .and_where(Expr::col("id").eq(enrolment.id))
            .take();
        transaction.execute(&update).await?;
    }
    Ok(())
}

/// Renames the class in rows that are enrolments themselves. Returns whether there were any.
async fn move_rows<K: Kind>(
    transaction: &Transaction,
    those: Vec<(&Renamed, Condition)>,
    clear: &HashSet<Vec<String>>,
) -> Result<bool> {
    let mut moving = Vec::new();
    for (class, those) in those {
        let mut rows = select::<K>();
        rows.cond_where(those);
        if says_program::<K>() {
            let own = [class.before.program_id.as_str(), ""];
            rows.and_where(Expr::col(selaras_kinds::PROGRAM).is_in(own));
        }
        let rows: Vec<Stored<K>> = all(transaction, &rows, read).await?;
        for Stored { id, mut row, .. } in rows {
            transaction.execute(&on_the_way(K::NAME.to_owned(), &row, id)).await?;
            rename(&mut row, class, clear);
            moving.push((id, row));
        }
    }
    for (id, row) in &moving {
        // The row of a class of earlier that had that name.
        let earlier = identity::<K>().fold(Condition::all(), |all, column| {
            all.add(Expr::col(column).eq(value(row, column)))
        });
        let twice = Query::delete().from_table(K::NAME).cond_where(earlier).take();
        transaction.execute(&twice).await?;
        let unedited = Expr::col("source_fingerprint").equals("fingerprint");
        let of_source = Expr::case(unedited, fingerprint(row)).finally(Expr::col("source_fingerprint"));
        let mut update = Query::update();
        update.table(K::NAME).values([
            ("key_hash", key_hash(row).into()),
            ("search_text", search_text(row).into()),
            ("source_fingerprint", of_source.into()),
            ("fingerprint", fingerprint(row).into()),
        ]);
        for field in K::FIELDS {
            update.value(field.name, (field.get)(row).as_str());
        }
        update.and_where(Expr::col("id").eq(*id));
        transaction.execute(&update).await?;
    }
    Ok(!moving.is_empty())
}

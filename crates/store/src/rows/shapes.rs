//! The shape of what the platform gets, and the objects there for which there is no row.

use crate::{
    Result, Store,
    connection::Transaction,
    export::ToSend,
    jobs::active,
    link::{Link, containers_named, join_link, links_named, write_links},
    log::{self, About, By},
    recreated::{lock_table, roles_changed},
    rfc3339,
    rows::{Migration, Stored, read, select},
    selection::is_for,
    state::send_again,
    statement::{all, among, count, count_by},
    summary::say_changed,
    tables::{class_table, enrolment_table, object_table},
    unlisted::gone_since,
};
use sea_orm::{
    ConnectionTrait,
    sea_query::{Condition, Expr, ExprTrait, Func, Order, Query, SelectStatement},
};
use selaras_kinds::{
    CLASS_ID, Kind, OfPerson, PROGRAM, Person, class_columns, idnumber_prefix,
    jurusan::Jurusan,
    kelas::Kelas,
    mahasiswa::Mahasiswa,
    mata_kuliah::MataKuliah,
    mengajar::{Mengajar, PERAN},
    object::PlatformId,
    of_all_people,
    prodi::Prodi,
    semester::Semester,
    tahun_ajaran::TahunAjaran,
    value,
};
use selaras_reasons::Reason;
use std::collections::{BTreeMap, HashMap, HashSet};

/// The shape in force.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredShape {
    /// The shape, as JSON.
    pub shape: String,
    /// Who set it.
    pub actor: String,
    /// When; RFC 3339.
    pub changed_at: Option<String>,
}

/// The people who wait after a change of the shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WaitingPeople {
    /// Those without an address.
    WithoutAddress,
    /// All.
    All,
}

/// What waits after a change of the shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WaitingForShape<'a> {
    /// The kinds of all objects that wait.
    pub kinds: &'a [&'static str],
    /// The people.
    pub people: WaitingPeople,
    /// The enrolments, by their roles here.
    pub roles: &'a [&'a str],
}

/// How many people are in each class.
#[derive(Debug, Default)]
pub struct PeopleInClasses {
    /// By the id of the class, or with the columns of `kelas` that name it by their values.
    counts: HashMap<(Vec<&'static str>, Vec<String>), i64>,
    columns: Vec<Vec<&'static str>>,
}

impl PeopleInClasses {
    /// The people in a class; 0 for a row of another kind.
    pub fn of<K: Kind>(&self, class: &K) -> i64 {
        if K::NAME != Kelas::NAME {
            return 0;
        }
        let of = |columns: &Vec<&'static str>| {
            let values = columns.iter().map(|column| value(class, column).to_owned()).collect();
            self.counts.get(&(columns.clone(), values)).copied().unwrap_or_default()
        };
        self.columns.iter().map(of).sum()
    }
}

/// Which people of a kind wait for a changed shape.
struct ShapedPeople {
    kind: &'static str,
    table: String,
    email: &'static str,
    gone_since: Expr,
}

impl OfPerson for ShapedPeople {
    fn of<P: Person>() -> Self {
        Self {
            kind: P::NAME,
            table: object_table::<P>(),
            email: P::EMAIL.unwrap_or(P::OBJECT_KEY),
            gone_since: gone_since::<P>(),
        }
    }
}

/// Counts the listed enrolments of a kind by class.
struct ByClass {
    /// Columns of `kelas`, and a statement that reads their values and the number of people.
    counts: Vec<(Vec<&'static str>, SelectStatement)>,
}

impl OfPerson for ByClass {
    fn of<P: Person>() -> Self {
        let kind = P::Enrolment::NAME;
        let (table, classes) = (enrolment_table(kind), class_table(kind));
        let named = class_columns::<P::Enrolment>();
        let own: Vec<_> = named.iter().map(|(_, own)| own.clone()).collect();
        let tied = || Expr::col((classes.clone(), CLASS_ID.to_owned())).ne("");
        let count = |own: Vec<String>, which: Expr| {
            let columns = || own.iter().map(|column| (classes.clone(), column.clone()));
            Query::select()
                .columns(columns())
                .expr(Func::count(Expr::val(1)))
                .from(table.clone())
                .inner_join(
                    classes.clone(),
                    Expr::col((classes.clone(), "id")).equals((table.clone(), "class_id")),
                )
                .and_where(Expr::col((table.clone(), "missing_since")).is_null())
                .and_where(which)
                .group_by_columns(columns())
                .take()
        };
        let columns = named.into_iter().map(|(column, _)| column).collect();
        Self {
            counts: match P::Enrolment::PERSON_AND_ENROLMENT {
                true => vec![
                    (vec![CLASS_ID], count(vec![CLASS_ID.to_owned()], tied())),
                    (columns, count(own, tied().not())),
                ],
                false => Vec::new(),
            },
        }
    }
}

/// Lets the listed objects of these kinds be sent again.
pub(crate) async fn send_listed_again(transaction: &Transaction, kinds: &[&'static str]) -> Result<()> {
    for kind in kinds {
        if send_again(transaction, kind, Expr::col("missing_since").is_null()).await? {
            say_changed(transaction, kind).await?;
        }
    }
    Ok(())
}

impl Store {
    /// A transaction until the end of which no job begins; `None` while one waits or runs.
    pub(crate) async fn between_jobs(&self) -> Result<Option<Transaction>> {
        let transaction = self.writer.begin().await?;
        lock_table(&transaction, "job").await?;
        let jobs = count(&transaction, "job", Condition::all().add(active())).await?;
        Ok((jobs == 0).then_some(transaction))
    }

    /// How many students and guests are in each class.
    pub async fn people_in_classes(&self) -> Result<PeopleInClasses> {
        let mut people = PeopleInClasses::default();
        for (columns, select) in of_all_people::<ByClass>().into_iter().flat_map(|kind| kind.counts) {
            let width = columns.len();
            let rows: Vec<(Vec<String>, i64)> = all(&self.reader, &select, |row| {
                let values = (0..width)
                    .map(|at| row.try_get_by_index(at))
                    .collect::<std::result::Result<_, _>>()?;
                Ok((values, row.try_get_by_index(width)?))
            })
            .await?;
            for (values, count) in rows {
                *people.counts.entry((columns.clone(), values)).or_default() += count;
            }
            if !people.columns.contains(&columns) {
                people.columns.push(columns);
            }
        }
        Ok(people)
    }

    /// The shape in force; `None` if none was ever set.
    pub async fn shape(&self) -> Result<Option<StoredShape>> {
        let select = Query::select()
            .columns(["shape", "actor", "changed_at"])
            .from("shape")
            .order_by("id", Order::Desc)
            .limit(1)
            .take();
        let found: Vec<_> = all(&self.reader, &select, |row| {
            Ok(StoredShape {
                shape: row.try_get_by_index(0)?,
                actor: row.try_get_by_index(1)?,
                changed_at: rfc3339(row.try_get_by_index(2)?),
            })
        })
        .await?;
        Ok(found.into_iter().next())
    }

    /// The next students after the number `after`, with their accounts and the study program that most of their listed classes
    /// are of; empty if none is. Students that the source no longer lists are among them.
    pub async fn next_students(&self, after: Option<&str>, limit: u64) -> Result<Vec<(ToSend<Mahasiswa>, String)>> {
        let students = self.next_of::<Mahasiswa>(Condition::all(), after, 0, limit).await?;
        let number = |student: &ToSend<Mahasiswa>| student.stored.row.NPK.to_string();
        let select = Query::select()
            .columns([Mahasiswa::OBJECT_KEY, PROGRAM])
            .from(Mahasiswa::NAME)
            .and_where(Expr::col(Mahasiswa::OBJECT_KEY).is_in(students.iter().map(number)))
            .and_where(Expr::col("missing_since").is_null())
            .and_where(Expr::col(PROGRAM).ne(""))
            .group_by_columns([Mahasiswa::OBJECT_KEY, PROGRAM])
            // The last one of a student is kept.
            .order_by_expr(Func::count(Expr::val(1)).into(), Order::Asc)
            .order_by(PROGRAM, Order::Desc)
            .take();
        let programs: Vec<(String, String)> = all(&self.reader, &select, |row| {
            Ok((row.try_get_by_index(0)?, row.try_get_by_index(1)?))
        })
        .await?;
        let mut programs: HashMap<_, _> = programs.into_iter().collect();
        Ok(students
            .into_iter()
            .map(|student| {
                let program = programs.remove(&number(&student)).unwrap_or_default();
                (student, program)
            })
            .collect())
    }

    /// How many listed teachings have each role other than the usual one.
    pub async fn teachings_by_role(&self) -> Result<BTreeMap<String, i64>> {
        let listed = Expr::col("missing_since").is_null().and(Expr::col(PERAN).ne(""));
        let counts = count_by(&self.reader, Mengajar::NAME, PERAN, Condition::all().add(listed)).await?;
        Ok(counts.into_iter().collect())
    }

    /// Puts a shape in force, with an entry in the activity log. What waits is looked at by the next export or enrolment, which
    /// sends what the shape changes. Returns whether it did: it does not while a job waits or runs, which may have read the
    /// shape before.
    pub async fn keep_shape(
        &self,
        shape: &str,
        waiting: WaitingForShape<'_>,
        log: &Reason,
        by: By<'_>,
    ) -> Result<bool> {
        let Some(transaction) = self.between_jobs().await? else {
            return Ok(false);
        };
        send_listed_again(&transaction, waiting.kinds).await?;
        for kind in of_all_people::<ShapedPeople>() {
            let which = match waiting.people {
                WaitingPeople::WithoutAddress => Expr::col(kind.email).eq(""),
                WaitingPeople::All => kind.gone_since.is_null(),
            };
            if send_again(&transaction, &kind.table, which).await? {
                say_changed(&transaction, kind.kind).await?;
            }
        }
        for kind in roles_changed(&transaction, waiting.roles).await? {
            say_changed(&transaction, kind).await?;
        }
        let insert = Query::insert()
            .into_table("shape")
            .columns(["shape", "actor", "changed_at"])
            .values_panic([shape.into(), by.name.into(), transaction.now().into()])
            .take();
        transaction.execute(&insert).await?;
        log::write(&transaction, log, by, About::default()).await?;
        transaction.commit().await?;
        Ok(true)
    }

    /// Lets the classes and courses with names or places by rows of kind `K` wait, as far as such a row waits: it has changed
    /// since they were sent.
    pub async fn wait_with<K: Kind>(&self) -> Result<()> {
        let changed = |kind: &'static str, column: &'static str| {
            let waits = Expr::col((kind, "migration")).ne(Migration::Sudah.as_str());
            let waits = waits.and(Expr::col((kind, "missing_since")).is_null());
            Query::select()
                .column((kind, column))
                .from(kind)
                .and_where(waits)
                .take()
        };
        let of = |kind: &'static str, column: &'static str, by: &'static str, codes: SelectStatement| {
            let by = Expr::col((kind, by)).in_subquery(codes);
            Query::select().column((kind, column)).from(kind).and_where(by).take()
        };
        let is_in = |table: &'static str, column: &'static str, codes: SelectStatement| {
            (table, Expr::col((table, column)).in_subquery(codes))
        };
        let programs = |codes: SelectStatement| {
            vec![
                is_in(Kelas::NAME, PROGRAM, codes.clone()),
                is_in(MataKuliah::NAME, PROGRAM, codes),
            ]
        };
        let in_semesters = |codes: SelectStatement| {
            let offered = of(Prodi::NAME, PROGRAM, "kode_semester", codes.clone());
            vec![
                is_in(Kelas::NAME, "semester", codes),
                is_in(MataKuliah::NAME, PROGRAM, offered),
            ]
        };
        let waiting = match K::NAME {
            MataKuliah::NAME => vec![
                is_in(Kelas::NAME, "matakuliah_id", changed(MataKuliah::NAME, "matakuliah_id")),
                is_in(
                    Kelas::NAME,
                    "nama_mata_kuliah",
                    changed(MataKuliah::NAME, "nama_matakuliah"),
                ),
            ],
            Prodi::NAME => programs(changed(Prodi::NAME, PROGRAM)),
            Jurusan::NAME => {
                let departments = changed(Jurusan::NAME, "kode_jurusan");
                programs(of(Prodi::NAME, PROGRAM, "kode_jurusan", departments))
            }
            Semester::NAME => in_semesters(changed(Semester::NAME, "kode_semester")),
            TahunAjaran::NAME => {
                let years = changed(TahunAjaran::NAME, "kode_tahun_ajaran");
                let semesters = of(Semester::NAME, "kode_semester", "kode_tahun_ajaran", years);
                in_semesters(semesters)
            }
            _ => Vec::new(),
        };
        let transaction = self.writer.begin().await?;
        for (table, which) in waiting {
            if send_again(&transaction, table, which).await? {
                say_changed(&transaction, table).await?;
            }
        }
        Ok(transaction.commit().await?)
    }

    /// Lets the objects of a kind wait for nothing: the shape in force makes none of them.
    pub async fn settle_without_objects<K: Kind>(&self) -> Result<()> {
        let transaction = self.writer.begin().await?;
        let settle = Query::update()
            .table(object_table::<K>())
            .value("migration", Migration::Sudah.as_str())
            .value("migration_reason", Expr::cust("NULL"))
            .and_where(Expr::col("migration").ne(Migration::Sudah.as_str()))
            .take();
        transaction.execute(&settle).await?;
        say_changed(&transaction, K::NAME).await?;
        Ok(transaction.commit().await?)
    }

    /// The links with these stable names.
    pub async fn links_named(&self, idnumbers: &[&str]) -> Result<HashMap<String, Link>> {
        links_named(&self.reader, idnumbers.iter().copied()).await
    }

    /// Stores the links of objects for which there is no row.
    pub async fn keep_links(&self, links: &[(String, Link)]) -> Result<()> {
        match links.is_empty() {
            true => Ok(()),
            false => write_links(&self.writer, links.iter().map(|(name, link)| (name.clone(), link))).await,
        }
    }

    /// Those of these containers that have a stable name that begins with `prefix`.
    pub async fn containers_named(&self, prefix: &str, ids: &[PlatformId]) -> Result<HashSet<PlatformId>> {
        containers_named(&self.reader, prefix, ids).await
    }

    /// The platform's ids of the classes that the last export refused for the reason with this code.
    pub async fn classes_refused(&self, code: &str) -> Result<HashSet<PlatformId>> {
        let mut select = Query::select();
        select.column(("platform_link", "platform_id")).from(Kelas::NAME);
        join_link(
            &mut select,
            Kelas::NAME,
            Kelas::OBJECT_KEY,
            &idnumber_prefix(Kelas::NAME),
        );
        select
            .and_where(Expr::col("migration").eq(Migration::Gagal.as_str()))
            .and_where(is_for(Expr::col("migration_reason"), code))
            .and_where(Expr::col(("platform_link", "platform_id")).is_not_null());
        let found: Vec<_> = all(&self.reader, &select, |row| row.try_get_by_index(0)).await?;
        Ok(found.into_iter().collect())
    }

    /// The rows of a kind with these values in `columns`. Of rows with the same values, one that the source still lists comes
    /// last.
    pub async fn rows_by<K: Kind>(&self, columns: &[&str], values: &[Vec<String>]) -> Result<Vec<Stored<K>>> {
        if values.is_empty() || columns.is_empty() {
            return Ok(Vec::new());
        }
        let select = select::<K>()
            .and_where(among(K::NAME, columns, values))
            .order_by_expr(Expr::col("missing_since").is_not_null(), Order::Desc)
            .order_by("id", Order::Asc)
            .take();
        all(&self.reader, &select, read).await
    }
}

//! Objects that stand elsewhere on the platform than before: what was said of what belongs to them holds no longer.
//!
//! A place counts as enrolled, in the group of its class. Where that class is another by now (the new semester's class has the name of
//! the last one's), or somebody deleted the group, the course or the account and it was made anew, the place is enrolled again. Of
//! a course that was made anew the classes are sent again.

use crate::{
    Result,
    connection::Transaction,
    link::{Exported, LINK_COLUMNS, Link, read_link},
    rows::{Enrolment, Migration},
    statement::{all, number, past_indexes},
    tables::{class_table, membership_table, person_table},
    tally::What,
};
use sea_orm::{
    ConnectionTrait, DatabaseBackend,
    sea_query::{Condition, Expr, ExprTrait, Func, Query, SelectStatement},
};
use selaras_kinds::{
    Kind, MembershipOf, OfKind, PROGRAM, class_columns, idnumber_prefix, kelas::Kelas, mata_kuliah::MataKuliah,
    object::PlatformId, of_all_kinds, says_program,
};
use selaras_reasons::Reason;
use std::collections::HashMap;

/// Objects of a batch that stand elsewhere than before.
pub(crate) struct Anew<'a> {
    /// The keys of their rows, and what was known of them; nothing of those that are new.
    objects: Vec<(&'a str, Option<Link>)>,
}

impl<'a> Anew<'a> {
    /// Compares a batch with what is known, before it is known otherwise.
    pub(crate) async fn of<K: Kind>(transaction: &Transaction, batch: &[(&'a Exported, &'a Link)]) -> Result<Self> {
        if !K::IS_PERSON && K::NAME != Kelas::NAME && K::NAME != MataKuliah::NAME {
            return Ok(Self { objects: Vec::new() });
        }
        let names = batch.iter().map(|(export, _)| export.idnumber.as_str());
        let select = Query::select()
            .column("idnumber")
            .columns(LINK_COLUMNS)
            .from("platform_link")
            .and_where(Expr::col("idnumber").is_in(names))
            .take();
        let mut known: HashMap<String, Option<Link>> = all(transaction, &select, |row| {
            Ok((row.try_get_by_index(0)?, read_link(row, 1)?))
        })
        .await?;
        let elsewhere = batch.iter().filter_map(|(export, link)| {
            let was = known.remove(&export.idnumber).flatten();
            let stays = was.as_ref().is_some_and(|was| place(was) == place(link));
            (!stays).then_some((export.object_key.as_str(), was))
        });
        Ok(Self {
            objects: elsewhere.collect(),
        })
    }

    /// Has what belongs to them wait to be sent or enrolled again. Answers with the kinds of which rows wait now.
    pub(crate) async fn follow<K: Kind>(&self, transaction: &Transaction) -> Result<Vec<&'static str>> {
        if K::NAME == MataKuliah::NAME {
            return self.of_courses(transaction).await;
        }
        // A class that is new may have the name of an earlier one; to nobody else who is new belongs anything.
        let are_classes = K::NAME == Kelas::NAME;
        let those = self.objects.iter().filter(|(_, was)| are_classes || was.is_some());
        let keys: Vec<_> = those.map(|(key, _)| *key).collect();
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        let mut changed = Vec::new();
        for Places(places) in of_all_kinds() {
            let Some(places) = places else { continue };
            let these = match are_classes {
                true => places.of_classes(&keys),
                false if places.of.person_kind == K::NAME => places.of_people(&keys),
                false => continue,
            };
            if places.wait(transaction, these).await? {
                changed.push(places.kind);
            }
        }
        Ok(changed)
    }

    /// What was sent of the groups of a course names the course that was, so that they are sent as soon as they wait.
    async fn of_courses(&self, transaction: &Transaction) -> Result<Vec<&'static str>> {
        let were = self
            .objects
            .iter()
            .filter_map(|(_, was)| Some(was.as_ref()?.platform_id));
        let were: Vec<_> = were.collect();
        if were.is_empty() {
            return Ok(Vec::new());
        }
        let key = format!("substr(idnumber, {})", idnumber_prefix(Kelas::NAME).len() + 1);
        let in_them = Query::select()
            .expr(Expr::cust(key))
            .from("platform_link")
            .and_where(Expr::col("is_group").eq(true))
            .and_where(Expr::col("container_id").is_in(were))
            .take();
        hold(transaction, Kelas::NAME).await?;
        let wait = Query::update()
            .table(Kelas::NAME)
            .value("migration", Migration::Berubah.as_str())
            .and_where(Expr::col("migration").eq(Migration::Sudah.as_str()))
            .and_where(Expr::col(Kelas::OBJECT_KEY).in_subquery(in_them))
            .take();
        Ok(match transaction.execute(&wait).await?.rows_affected() {
            0 => Vec::new(),
            _ => vec![Kelas::NAME],
        })
    }
}

/// Where those are who are in an object: in itself, and of a group in its course.
fn place(link: &Link) -> (PlatformId, Option<PlatformId>) {
    (link.platform_id, link.container_id.filter(|_| link.is_group))
}

/// Keeps others from writing a table until the transaction ends. A job of another kind may be at the same rows in another order, and each
/// would wait for the other. SQLite has one writer anyway.
async fn hold(transaction: &Transaction, table: &str) -> Result<()> {
    if transaction.get_database_backend() == DatabaseBackend::Postgres {
        let lock = format!("LOCK TABLE {table} IN SHARE ROW EXCLUSIVE MODE");
        transaction.execute_unprepared(&lock).await?;
    }
    Ok(())
}

/// How the places of a kind stand; nothing of a kind that has none.
struct Places(Option<PlacesOf>);

struct PlacesOf {
    kind: &'static str,
    /// Where their enrolments are.
    table: String,
    /// Where their classes are named, and their own column that says by which row.
    named_in: String,
    named_by: &'static str,
    /// The people's table, where it is not their number that a place has.
    people: Option<String>,
    /// The columns of `kelas` that name a class, each with the place's own.
    class: Vec<(&'static str, String)>,
    says_program: bool,
    of: MembershipOf,
}

impl OfKind for Places {
    fn of<K: Kind>() -> Self {
        Self(K::MEMBERSHIP.map(|of| PlacesOf {
            kind: K::NAME,
            table: membership_table::<K>(),
            named_in: match K::PLACES {
                true => class_table(K::NAME),
                false => K::NAME.to_owned(),
            },
            named_by: if K::PLACES { "class_id" } else { "id" },
            people: K::PLACES.then(|| person_table(K::NAME)),
            class: class_columns::<K>(),
            says_program: says_program::<K>(),
            of,
        }))
    }
}

/// Another class of the same name.
const OTHER: &str = "other";

impl PlacesOf {
    /// Has those of these places wait to be enrolled again that count as enrolled. One that the source does not list any more keeps its
    /// state, by which its person leaves, and waits once it is listed again. Says whether there were any.
    async fn wait(&self, transaction: &Transaction, these: Expr) -> Result<bool> {
        // Before anybody is enrolled there is nothing to look for.
        let enrolled = Query::select()
            .expr(Expr::cust("CAST(COALESCE(SUM(number), 0) AS BIGINT)"))
            .from("tally")
            .and_where(Expr::col("kind").eq(self.kind))
            .and_where(Expr::col("what").eq(What::Enroll))
            .and_where(Expr::col("word").eq(Enrolment::Sudah.as_str()))
            .take();
        if number(transaction, &enrolled).await? == 0 {
            return Ok(false);
        }
        hold(transaction, &self.table).await?;
        let met = past_indexes(transaction.get_database_backend(), Expr::col("enroll"));
        let state =
            Expr::case(Expr::col("missing_since").is_null(), Enrolment::Belum.as_str()).finally(Expr::col("enroll"));
        let wait = Query::update()
            .table(self.table.clone())
            .values([
                ("enroll", state.into()),
                ("enroll_reason", Reason::MadeAnew.kept().into()),
            ])
            .and_where(met.eq(Enrolment::Sudah.as_str()))
            .and_where(these)
            .take();
        Ok(transaction.execute(&wait).await?.rows_affected() > 0)
    }

    fn of_people(&self, numbers: &[&str]) -> Expr {
        let are = Expr::col(self.of.person_column).is_in(numbers.iter().copied());
        match &self.people {
            None => are,
            Some(people) => {
                let ids = Query::select().column("id").from(people.clone()).and_where(are).take();
                Expr::col("person_id").in_subquery(ids)
            }
        }
    }

    /// The places in these classes. Where several classes go by one name, it is the one that an enrolment takes: of the place's own
    /// program, where the place says one; that the source lists; the latest.
    fn of_classes(&self, keys: &[&str]) -> Expr {
        let own = |column: &str| (self.named_in.clone(), column.to_owned());
        let in_own_program = |class: &'static str| Expr::col((class, PROGRAM)).equals(own(PROGRAM));
        let named_so = |class: &'static str| {
            let columns = self.class.iter();
            columns.fold(Condition::all(), |all, (column, of_place)| {
                all.add(Expr::col((class, *column)).equals(own(of_place)))
            })
        };
        let rank = |class: &'static str| {
            let program = self.says_program.then(|| in_own_program(class));
            let lists = Expr::col((class, "missing_since")).is_null();
            Expr::tuple(program.into_iter().chain([lists, Expr::col((class, "id"))]))
        };
        let others = |which: Expr| {
            let mut others = Query::select();
            others
                .expr(Expr::val(1))
                .from_as(Kelas::NAME, OTHER)
                .cond_where(named_so(OTHER))
                .and_where(which);
            Expr::exists(others)
        };
        let mut named: SelectStatement = Query::select();
        named
            .column(own("id"))
            .from(Kelas::NAME)
            .inner_join(self.named_in.clone(), named_so(Kelas::NAME))
            .and_where(Expr::col((Kelas::NAME, Kelas::OBJECT_KEY)).is_in(keys.iter().copied()))
            .and_where(others(rank(OTHER).gt(rank(Kelas::NAME))).not());
        if self.says_program {
            // Of classes of several other programs none is meant.
            let listed = Expr::col((OTHER, "missing_since")).is_null();
            let of_another = Expr::col((OTHER, PROGRAM)).not_equals((Kelas::NAME, PROGRAM));
            named.and_where(in_own_program(Kelas::NAME).or(others(listed.and(of_another)).not()));
        }
        Expr::col(self.named_by).in_subquery(named)
    }
}

/// Whether a place is one of those that wait to be enrolled again, by why its enrolment is as it is. Its person is in the course still.
pub(crate) fn waits(reason: Option<&str>) -> bool {
    reason.is_some_and(|reason| reason == Reason::MadeAnew.kept())
}

/// Whether nobody is in a course by a place, as far as is known here.
pub(crate) fn is_outside() -> Expr {
    let reason = Expr::from(Func::coalesce([Expr::col("enroll_reason"), Expr::val("")]));
    let is_out = Expr::col("enroll").eq(Enrolment::Belum.as_str());
    is_out.and(reason.ne(Reason::MadeAnew.kept()))
}

/// The enrolment of a place of `table` that the source does not list any more: one that only waits to be enrolled again counts as
/// enrolled, so that its person leaves.
pub(crate) fn enrolled_still(table: &str) -> (&'static str, Expr) {
    ("enroll", where_made_anew(table, word(Enrolment::Sudah)))
}

/// The enrolment of a place of `table` that the source lists again: what was made anew meanwhile does not have its person.
pub(crate) fn listed_again(table: &str) -> (&'static str, Expr) {
    ("enroll", where_made_anew(table, word(Enrolment::Belum)))
}

/// The enrolment of a place of `table` of which it depends whether the source lists it.
pub(crate) fn as_listed(table: &str, listed: Expr) -> (&'static str, Expr) {
    let state = Expr::case(listed, word(Enrolment::Belum)).finally(word(Enrolment::Sudah));
    ("enroll", where_made_anew(table, state.into()))
}

/// This where the class or the account was made anew since the place was entered, and else what stands.
fn where_made_anew(table: &str, state: Expr) -> Expr {
    let own = |column: &str| Expr::col((table.to_owned(), column.to_owned()));
    let made_anew = Expr::cust(format!("'{}'", Reason::MadeAnew.kept()));
    let made_anew = own("enroll_reason").eq(made_anew);
    Expr::case(made_anew, state).finally(own("enroll")).into()
}

/// A state as it stands in a statement whose text is kept.
fn word(state: Enrolment) -> Expr {
    Expr::cust(format!("'{}'", state.as_str()))
}

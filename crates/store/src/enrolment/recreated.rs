//! Recreated objects on the platform: marks the enrolments and objects that depend on them to be sent again.
//!
//! An enrolment counts as done in the group of its class. It is sent again if the name now belongs to another class, such as
//! next semester's. It is also sent again if the group, the course or the account was deleted on the platform and recreated, or if
//! its role changed.
//! If a course was recreated, its classes are sent again.

use crate::{
    Result, Store,
    connection::Transaction,
    link::{Exported, Link, containers_named, links_named},
    rows::EnrolmentState,
    state::send_again,
    statement::{all, number, past_indexes},
    tables::{class_table, membership_table, person_table},
    tally::What,
};
use sea_orm::{
    ConnectionTrait, DatabaseBackend,
    sea_query::{Condition, Expr, ExprTrait, Func, Query, SelectStatement},
};
use selaras_kinds::{
    CLASS_ID, Kind, MembershipOf, OfKind, PROGRAM, class_columns, idnumber_prefix,
    kelas::Kelas,
    mata_kuliah::MataKuliah,
    object::{MADE_COURSE, PlatformId},
    of_all_kinds, says_program, value,
};
use selaras_reasons::Reason;
use std::collections::{HashMap, HashSet};

/// Objects of a batch that are not where they were on the platform.
pub(crate) struct Recreated<'a> {
    /// The objects' keys, and their former links; `None` for new objects.
    objects: Vec<(&'a str, Option<Link>)>,
    /// The keys of classes of which another shape made the former object, which is still there.
    of_other_shape: Vec<&'a str>,
}

impl<'a> Recreated<'a> {
    /// Compares a batch with the stored links, before they are overwritten.
    pub(crate) async fn of<K: Kind>(transaction: &Transaction, batch: &[(&'a Exported, &'a Link)]) -> Result<Self> {
        if !K::IS_PERSON && K::NAME != Kelas::NAME && K::NAME != MataKuliah::NAME {
            return Ok(Self {
                objects: Vec::new(),
                of_other_shape: Vec::new(),
            });
        }
        let names = batch.iter().map(|(export, _)| export.idnumber.as_str());
        let mut known = links_named(transaction, names).await?;
        let (mut objects, mut moved) = (Vec::new(), Vec::new());
        for (export, link) in batch {
            let was = known.remove(&export.idnumber);
            if was.as_ref().is_some_and(|was| enrolment(was) == enrolment(link)) {
                continue;
            }
            let key = export.object_key.as_str();
            if let Some(was) = was.clone().filter(|_| K::NAME == Kelas::NAME) {
                moved.push((key, was, *link));
            }
            objects.push((key, was));
        }
        let courses = moved
            .iter()
            .flat_map(|(_, was, link)| [was.container_id, link.container_id]);
        let courses: Vec<_> = courses.flatten().collect();
        let made = containers_named(transaction, MADE_COURSE, &courses).await?;
        let is_made = |link: &Link| link.container_id.is_some_and(|course| made.contains(&course));
        let of_other_shape = |(key, was, link): &(&'a str, Link, &Link)| {
            (was.is_group != link.is_group || is_made(was) != is_made(link)).then_some(*key)
        };
        Ok(Self {
            of_other_shape: moved.iter().filter_map(of_other_shape).collect(),
            objects,
        })
    }

    /// Marks the dependants to be sent or enrolled again. Returns the kinds with rows that wait now.
    pub(crate) async fn follow<K: Kind>(&self, transaction: &Transaction) -> Result<Vec<&'static str>> {
        if K::NAME == MataKuliah::NAME {
            return self.of_courses(transaction).await;
        }
        let groups = match K::NAME == Kelas::NAME {
            true => self.of_courses(transaction).await?,
            false => Vec::new(),
        };
        // A new class may have the name of an earlier one. No other new object has dependants.
        let are_classes = K::NAME == Kelas::NAME;
        let those = self.objects.iter().filter(|(_, was)| are_classes || was.is_some());
        let keys: Vec<_> = those.map(|(key, _)| *key).collect();
        let mut changed = groups;
        if keys.is_empty() {
            return Ok(changed);
        }
        for Enrolments(enrolments) in of_all_kinds() {
            let Some(enrolments) = enrolments else { continue };
            let these = match are_classes {
                true => enrolments.of_classes(&keys),
                false if enrolments.of.person_kind == K::NAME => enrolments.of_people(&keys),
                false => continue,
            };
            if enrolments.wait(transaction, these, &[EnrolmentState::Sudah]).await? {
                changed.push(enrolments.kind);
            }
            if !self.of_other_shape.is_empty() {
                let these = enrolments.of_classes(&self.of_other_shape);
                if enrolments.leave_again(transaction, these).await? {
                    changed.push(enrolments.kind);
                }
            }
        }
        Ok(changed)
    }

    /// The links of a course's groups name the former course, so a waiting group is sent again at once. A class that is a
    /// course may hold the groups of classes that are taught in it.
    async fn of_courses(&self, transaction: &Transaction) -> Result<Vec<&'static str>> {
        let were = self
            .objects
            .iter()
            .filter_map(|(_, was)| was.as_ref().filter(|was| !was.is_group))
            .map(|was| was.platform_id);
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
        lock_table(transaction, Kelas::NAME).await?;
        let these = Expr::col(Kelas::OBJECT_KEY).in_subquery(in_them);
        Ok(match send_again(transaction, Kelas::NAME, these).await? {
            false => Vec::new(),
            true => vec![Kelas::NAME],
        })
    }
}

/// What the platform lost, and enrolments with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Loss {
    /// Accounts of people.
    Account,
    /// The choice of an account: the account is there, but it is not known to be the person's.
    Choice,
    /// Courses of classes.
    Course,
    /// Groups of classes: their people are still in the course.
    Group,
}

/// Marks the enrolments of people or classes that the platform lost, by kind and keys. Returns the kinds with
/// enrolments that wait now.
pub(crate) async fn lose(
    transaction: &Transaction,
    (kind, keys): (&str, &[String]),
    loss: Loss,
    platform: &str,
) -> Result<Vec<&'static str>> {
    let keys: Vec<_> = keys.iter().map(String::as_str).collect();
    let platform = platform.to_owned();
    let why = match loss {
        Loss::Account => Reason::PersonsAccountGone { platform },
        Loss::Choice => Reason::PersonsAccountDropped { platform },
        Loss::Course | Loss::Group => Reason::PersonsCourseGone { platform },
    };
    let mut changed = Vec::new();
    for Enrolments(enrolments) in of_all_kinds() {
        let Some(enrolments) = enrolments else { continue };
        let these = match loss {
            Loss::Account | Loss::Choice if enrolments.of.person_kind == kind => enrolments.of_people(&keys),
            Loss::Course | Loss::Group if kind == Kelas::NAME => enrolments.of_classes(&keys),
            _ => continue,
        };
        let states = &[EnrolmentState::Sudah, EnrolmentState::Gagal];
        if match loss {
            Loss::Group => enrolments.wait(transaction, these, states).await?,
            Loss::Account | Loss::Choice | Loss::Course => enrolments.end(transaction, these, &why).await?,
        } {
            changed.push(enrolments.kind);
        }
    }
    Ok(changed)
}

/// Where the members of an object are: in the object itself, and for a group also in its course.
fn enrolment(link: &Link) -> (PlatformId, Option<PlatformId>) {
    (link.platform_id, link.container_id.filter(|_| link.is_group))
}

/// Locks a table against other writers until the transaction ends. A job of another kind may write the same rows in another
/// order, which would deadlock. SQLite has a single writer anyway.
pub(crate) async fn lock_table(transaction: &Transaction, table: &str) -> Result<()> {
    if transaction.get_database_backend() == DatabaseBackend::Postgres {
        let lock = format!("LOCK TABLE {table} IN SHARE ROW EXCLUSIVE MODE");
        transaction.execute_unprepared(&lock).await?;
    }
    Ok(())
}

/// How a kind stores its enrolments; `None` for a kind that has none.
struct Enrolments(Option<EnrolmentsOf>);

struct EnrolmentsOf {
    kind: &'static str,
    /// The table with the enrolments' state.
    table: String,
    /// The table that names their classes, and the enrolments' column that refers to its rows.
    named_in: String,
    named_by: &'static str,
    /// The people's table, if the enrolments do not hold the number themselves.
    people: Option<String>,
    /// The columns of `kelas` that name a class, each with the enrolment's own.
    class: Vec<(&'static str, String)>,
    says_program: bool,
    of: MembershipOf,
}

impl OfKind for Enrolments {
    fn of<K: Kind>() -> Self {
        Self(K::MEMBERSHIP.map(|of| EnrolmentsOf {
            kind: K::NAME,
            table: membership_table::<K>(),
            named_in: match K::PERSON_AND_ENROLMENT {
                true => class_table(K::NAME),
                false => K::NAME.to_owned(),
            },
            named_by: if K::PERSON_AND_ENROLMENT { "class_id" } else { "id" },
            people: K::PERSON_AND_ENROLMENT.then(|| person_table(K::NAME)),
            class: class_columns::<K>(),
            says_program: says_program::<K>(),
            of,
        }))
    }
}

/// Classes that people have left without being suspended yet.
#[derive(Debug, Default)]
pub struct Leavers {
    ids: HashSet<String>,
    /// By columns of `kelas`, for rows that name their class.
    named: HashMap<Vec<&'static str>, HashSet<Vec<String>>>,
}

impl Leavers {
    /// True if people have left this class.
    pub fn are_of<K: Kind>(&self, class: &K) -> bool {
        let is_named = |(columns, names): (&Vec<&'static str>, &HashSet<Vec<String>>)| {
            let name: Vec<_> = columns.iter().map(|column| value(class, column).to_owned()).collect();
            names.contains(&name)
        };
        self.ids.contains(value(class, CLASS_ID)) || self.named.iter().any(is_named)
    }
}

impl Store {
    /// The classes that people have left without being suspended yet.
    pub async fn leavers(&self) -> Result<Leavers> {
        let mut leavers = Leavers::default();
        for Enrolments(enrolments) in of_all_kinds() {
            let Some(EnrolmentsOf {
                table,
                named_in,
                named_by,
                class,
                ..
            }) = enrolments
            else {
                continue;
            };
            let columns = class.iter().map(|(_, own)| own.as_str()).chain([CLASS_ID]);
            let mut select = Query::select();
            select
                .distinct()
                .columns(columns.map(|column| (named_in.clone(), column.to_owned())))
                .from(table.clone())
                .and_where(Expr::col((table.clone(), "missing_since")).is_not_null())
                .and_where(Expr::col((table.clone(), "enroll")).eq(EnrolmentState::Sudah.as_str()));
            if table != named_in {
                let of_class = Expr::col((named_in.clone(), "id")).equals((table, named_by));
                select.inner_join(named_in, of_class);
            }
            let rows: Vec<Vec<String>> = all(&self.reader, &select, |row| {
                (0..=class.len()).map(|at| row.try_get_by_index(at)).collect()
            })
            .await?;
            let names = leavers
                .named
                .entry(class.iter().map(|(column, _)| *column).collect())
                .or_default();
            for mut name in rows {
                match name.pop().filter(|id| !id.is_empty()) {
                    Some(id) => _ = leavers.ids.insert(id),
                    None => _ = names.insert(name),
                }
            }
        }
        Ok(leavers)
    }
}

/// Another class of the same name.
const OTHER: &str = "other";

impl EnrolmentsOf {
    /// Marks those of these enrolments that are in one of these states to be sent again. One that the source no longer
    /// lists keeps its state, because unenrolling needs it; it waits once it is listed again. Returns whether there were
    /// any.
    async fn wait(&self, transaction: &Transaction, these: Expr, states: &[EnrolmentState]) -> Result<bool> {
        let state = Expr::case(Expr::col("missing_since").is_null(), EnrolmentState::Belum.as_str())
            .finally(Expr::col("enroll"));
        let values = [
            ("enroll", state.into()),
            ("enroll_reason", Reason::Recreated.kept().into()),
        ];
        self.become_so(transaction, these, states, values).await
    }

    /// Lets people who have left these classes, and were suspended in the former place, leave once more where the classes are
    /// now: they may be in both. Returns whether there were any.
    async fn leave_again(&self, transaction: &Transaction, these: Expr) -> Result<bool> {
        let values = [
            ("enroll", EnrolmentState::Sudah.as_str().into()),
            ("enroll_reason", Reason::Recreated.kept().into()),
        ];
        let left = these.and(Expr::col("missing_since").is_not_null());
        self.become_so(transaction, left, &[EnrolmentState::Ditangguhkan], values)
            .await
    }

    /// Marks these enrolments as outside: with the course or the account went the enrolment. Returns whether there were
    /// any.
    async fn end(&self, transaction: &Transaction, these: Expr, why: &Reason) -> Result<bool> {
        use EnrolmentState::{Belum, Ditangguhkan, Gagal, Sudah};
        let values = [("enroll", Belum.as_str().into()), ("enroll_reason", why.kept().into())];
        self.become_so(transaction, these, &[Sudah, Ditangguhkan, Gagal], values)
            .await
    }

    async fn become_so(
        &self,
        transaction: &Transaction,
        these: Expr,
        states: &[EnrolmentState],
        values: [(&'static str, Expr); 2],
    ) -> Result<bool> {
        let states = || states.iter().map(|state| state.as_str());
        // Without such enrolments there is nothing to look for.
        let there = Query::select()
            .expr(Expr::cust("CAST(COALESCE(SUM(number), 0) AS BIGINT)"))
            .from("tally")
            .and_where(Expr::col("kind").eq(self.kind))
            .and_where(Expr::col("what").eq(What::Enroll))
            .and_where(Expr::col("word").is_in(states()))
            .take();
        if number(transaction, &there).await? == 0 {
            return Ok(false);
        }
        lock_table(transaction, &self.table).await?;
        let met = past_indexes(transaction.get_database_backend(), Expr::col("enroll"));
        let update = Query::update()
            .table(self.table.clone())
            .values(values)
            .and_where(met.is_in(states()))
            .and_where(these)
            .take();
        Ok(transaction.execute(&update).await?.rows_affected() > 0)
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

    /// The enrolments in these classes, by the class's id or else by its name. If several classes share a name, the one that an enrolment takes counts: of the
    /// enrolment's own program if it names one, then listed by the source, then the latest.
    fn of_classes(&self, keys: &[&str]) -> Expr {
        let own = |column: &str| (self.named_in.clone(), column.to_owned());
        let in_own_program = |class: &'static str| Expr::col((class, PROGRAM)).equals(own(PROGRAM));
        let named_so = |class: &'static str| {
            let columns = self.class.iter();
            columns.fold(Condition::all(), |all, (column, of_enrolment)| {
                all.add(Expr::col((class, *column)).equals(own(of_enrolment)))
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
            .and_where(Expr::col(own(CLASS_ID)).eq(""))
            .and_where(Expr::col((Kelas::NAME, Kelas::OBJECT_KEY)).is_in(keys.iter().copied()))
            .and_where(others(rank(OTHER).gt(rank(Kelas::NAME))).not());
        if self.says_program {
            // If several other programs have such a class, none of them is meant.
            let listed = Expr::col((OTHER, "missing_since")).is_null();
            let of_another = Expr::col((OTHER, PROGRAM)).not_equals((Kelas::NAME, PROGRAM));
            named.and_where(in_own_program(Kelas::NAME).or(others(listed.and(of_another)).not()));
        }
        let tied = Query::select()
            .column(own("id"))
            .from(self.named_in.clone())
            .and_where(Expr::col(own(CLASS_ID)).is_in(keys.iter().copied()))
            .take();
        let named_by = || Expr::col(self.named_by);
        named_by().in_subquery(named).or(named_by().in_subquery(tied))
    }
}

/// True if an enrolment waits to be sent again, by the reason of its state. Its person is still in the course.
pub(crate) fn waits(reason: Option<&str>) -> bool {
    reason.is_some_and(|reason| reason == Reason::Recreated.kept())
}

/// True if the enrolment, as far as is known here, puts no person into a course.
pub(crate) fn is_outside() -> Expr {
    let reason = Expr::from(Func::coalesce([Expr::col("enroll_reason"), Expr::val("")]));
    let is_out = Expr::col("enroll").eq(EnrolmentState::Belum.as_str());
    is_out.and(reason.ne(Reason::Recreated.kept()))
}

/// The state of an enrolment of `table` that the source no longer lists. One that only waits to be sent again counts as
/// enrolled, so that its person leaves.
pub(crate) fn enrolled_still(table: &str) -> (&'static str, Expr) {
    ("enroll", if_recreated(table, word(EnrolmentState::Sudah)))
}

/// The state of an enrolment of `table` that the source lists again. If its class or account was recreated meanwhile, the
/// person is not in it.
pub(crate) fn listed_again(table: &str) -> (&'static str, Expr) {
    ("enroll", if_recreated(table, word(EnrolmentState::Belum)))
}

/// The state of an enrolment of `table` that the source lists, and its reason. An enrolled person with another role in
/// `column` is sent again; `state` is that of the others.
pub(crate) fn in_role_again(table: &str, column: &'static str, state: Expr) -> [(&'static str, Expr); 2] {
    let own = |column: &str| Expr::col((table.to_owned(), column.to_owned()));
    let is_other = own(column).ne(Expr::col(("excluded", column)));
    let waits = || is_other.clone().and(own("enroll").eq(word(EnrolmentState::Sudah)));
    let reason = Expr::cust(format!("'{}'", Reason::Recreated.kept()));
    [
        (
            "enroll",
            Expr::case(waits(), word(EnrolmentState::Belum)).finally(state).into(),
        ),
        (
            "enroll_reason",
            Expr::case(waits(), reason).finally(own("enroll_reason")).into(),
        ),
    ]
}

/// Lets people wait who are enrolled with one of these roles, which mean others on the platform now. Returns the kinds with
/// enrolments that wait now.
pub(crate) async fn roles_changed(transaction: &Transaction, roles: &[&str]) -> Result<Vec<&'static str>> {
    let mut changed = Vec::new();
    for Enrolments(enrolments) in of_all_kinds() {
        let Some(enrolments) = enrolments else { continue };
        let Some(column) = enrolments.of.role_column.filter(|_| !roles.is_empty()) else {
            continue;
        };
        let these = Expr::col(column).is_in(roles.iter().copied());
        if enrolments.wait(transaction, these, &[EnrolmentState::Sudah]).await? {
            changed.push(enrolments.kind);
        }
    }
    Ok(changed)
}

/// The state of an enrolment of `table`, depending on whether the source lists it.
pub(crate) fn as_listed(table: &str, listed: Expr) -> (&'static str, Expr) {
    let state = Expr::case(listed, word(EnrolmentState::Belum)).finally(word(EnrolmentState::Sudah));
    ("enroll", if_recreated(table, state.into()))
}

/// `state` if the class or the account was recreated after the enrolment, otherwise the stored state.
fn if_recreated(table: &str, state: Expr) -> Expr {
    let own = |column: &str| Expr::col((table.to_owned(), column.to_owned()));
    let recreated = Expr::cust(format!("'{}'", Reason::Recreated.kept()));
    let is_recreated = own("enroll_reason").eq(recreated);
    Expr::case(is_recreated, state).finally(own("enroll")).into()
}

/// A state as a literal, for a statement with a cached text.
fn word(state: EnrolmentState) -> Expr {
    Expr::cust(format!("'{}'", state.as_str()))
}

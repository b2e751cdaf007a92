//! What enrolling and leaving read and write.

use crate::{
    Result, Selection, Store,
    jobs::{Counts, Outcome},
    link::join_link,
    report::{self, Line},
    rows::{EnrolmentState, Stored, read, select, width},
    selection::keys_with,
    statement::{all, count, count_by, number},
    tables::membership_table,
};
use sea_orm::{
    ConnectionTrait, DbErr, QueryResult, Value,
    sea_query::{Condition, Expr, ExprTrait, Func, Query, SelectStatement},
};
use selaras_kinds::{Kind, MembershipOf, idnumber_prefix, object::PlatformId};
use selaras_reasons::Reason;
use std::collections::{HashMap, HashSet};

/// The result of one enrolment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnrolmentResult {
    /// The enrolment's id.
    pub id: i64,
    /// The new state; `None` leaves the old one.
    pub state: Option<EnrolmentState>,
    /// Why the action could not be done.
    pub reason: Option<Reason>,
}

/// Which enrolments of a selection an action applies to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Waiting {
    /// Enrolments to send: not enrolled or suspended, and listed by the source. One that the source no longer lists is
    /// included only if its row was chosen, so that the report says why it is not enrolled.
    ToEnrol,
    /// Enrolments to suspend: enrolled, or half enrolled and gone from the source.
    ToSuspend,
    /// Enrolments to remove: enrolled or suspended, or half enrolled and gone from the source.
    ToRemove,
    /// Enrolments that are done.
    Enrolled,
    /// Enrolments that a job suspended or removed and that were not touched since.
    LeftIn(i64),
    /// All, in any state.
    Any,
}

/// The last enrolment of a read. Enrolments are read person by person, those of a person by id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastEnrolment {
    person: PersonKey,
    id: i64,
}

/// What orders the people of a kind's enrolments: an indexed column of the enrolments.
#[derive(Debug, Clone, PartialEq, Eq)]
enum PersonKey {
    /// The id of the person's row.
    Id(i64),
    /// The person's number, if the kind stores no people.
    Number(String),
}

impl PersonKey {
    const fn column<K: Kind>(of: &MembershipOf) -> &'static str {
        match K::PERSON_AND_ENROLMENT {
            true => "person_id",
            false => of.person_column,
        }
    }

    fn read<K: Kind>(row: &QueryResult, at: usize) -> std::result::Result<Self, DbErr> {
        match K::PERSON_AND_ENROLMENT {
            true => row.try_get_by_index(at).map(Self::Id),
            false => row.try_get_by_index(at).map(Self::Number),
        }
    }
}

impl From<PersonKey> for Value {
    fn from(key: PersonKey) -> Self {
        match key {
            PersonKey::Id(id) => id.into(),
            PersonKey::Number(number) => number.into(),
        }
    }
}

/// Which other enrolments of the same people are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Beside {
    /// Those that the source no longer lists and that are still on the platform.
    LeftBehind,
    /// Those that the source lists, or that are on the platform.
    All,
}

fn in_state(states: &[EnrolmentState]) -> Expr {
    Expr::col("enroll").is_in(states.iter().map(|state| state.as_str()))
}

/// Enrolments that the source no longer lists and that failed. They may be half done: if only the group refuses a person,
/// the person is in the course.
fn half_enrolled_and_gone() -> Expr {
    in_state(&[EnrolmentState::Gagal]).and(Expr::col("missing_since").is_not_null())
}

fn waiting<K: Kind>(selection: &Selection, which: Waiting) -> Condition {
    use EnrolmentState::{Belum, Ditangguhkan, Sudah};
    let condition = selection.condition(K::NAME);
    match which {
        Waiting::ToEnrol => {
            let condition = condition.add(Expr::col("enroll").ne(Sudah.as_str()));
            match selection.names_rows::<K>() {
                true => condition,
                false => condition.add(Expr::col("missing_since").is_null()),
            }
        }
        Waiting::ToSuspend => condition.add(in_state(&[Sudah]).or(half_enrolled_and_gone())),
        Waiting::ToRemove => condition.add(in_state(&[Sudah, Ditangguhkan]).or(half_enrolled_and_gone())),
        Waiting::Enrolled => condition.add(in_state(&[Sudah])),
        Waiting::LeftIn(job) => {
            let of = |outcome: Outcome, state: EnrolmentState| {
                let lines = keys_with(job, K::NAME, &[outcome]);
                in_state(&[state]).and(Expr::col("key_hash").in_subquery(lines))
            };
            condition
                .add(of(Outcome::Suspended, Ditangguhkan).or(of(Outcome::Unenrolled, Belum)))
                .add(Expr::exists(touched_since::<K>(job)).not())
        }
        Waiting::Any => condition,
    }
}

/// Outcomes that change an enrolment on the platform.
pub(crate) const STATE_CHANGES: [Outcome; 5] = [
    Outcome::Enrolled,
    Outcome::Reactivated,
    Outcome::Suspended,
    Outcome::Unenrolled,
    Outcome::Moved,
];

/// The report lines of later jobs that enrolled or removed an enrolment: it came back since, and may have left again.
fn touched_since<K: Kind>(job: i64) -> SelectStatement {
    Query::select()
        .expr(Expr::val(1))
        .from("job_row")
        .and_where(Expr::col(("job_row", "key_hash")).equals((K::NAME, "key_hash")))
        .and_where(Expr::col(("job_row", "kind")).eq(K::NAME))
        .and_where(Expr::col(("job_row", "job_id")).gt(job))
        .and_where(Expr::col(("job_row", "outcome")).is_in(STATE_CHANGES))
        .take()
}

/// An enrolment with the platform's id of its person, if it has one.
pub type WithPerson<K> = (Stored<K>, Option<PlatformId>);

pub(crate) fn select_enrolments<K: Kind>(of: &MembershipOf) -> SelectStatement {
    let mut select = select::<K>();
    select.column(("platform_link", "platform_id"));
    join_link(&mut select, K::NAME, of.person_column, &idnumber_prefix(of.person_kind));
    select
}

impl Store {
    /// How many enrolments of a selection wait.
    pub async fn count_enrolments<K: Kind>(&self, selection: &Selection, which: Waiting) -> Result<i64> {
        count(&self.reader, K::NAME, waiting::<K>(selection, which)).await
    }

    /// How many of all enrolments wait, by the value of a column.
    pub async fn count_enrolments_by<K: Kind>(
        &self,
        column: &'static str,
        which: Waiting,
    ) -> Result<HashMap<String, i64>> {
        let condition = waiting::<K>(&Selection::default(), which);
        count_by(&self.reader, K::NAME, column, condition).await
    }

    /// How many people have waiting enrolments in a selection.
    pub async fn count_people_of_enrolments<K: Kind>(
        &self,
        of: &MembershipOf,
        selection: &Selection,
        which: Waiting,
    ) -> Result<i64> {
        let select = Query::select()
            .expr(Func::count_distinct(Expr::col(of.person_column)))
            .from(K::NAME)
            .cond_where(waiting::<K>(selection, which))
            .take();
        number(&self.reader, &select).await
    }

    /// Up to `limit` waiting enrolments after the last one, of whole people: only a person who has more is divided. `None` at
    /// the end.
    pub async fn next_enrolments<K: Kind>(
        &self,
        of: &MembershipOf,
        selection: &Selection,
        which: Waiting,
        after: Option<&LastEnrolment>,
        limit: u64,
    ) -> Result<Option<(LastEnrolment, Vec<WithPerson<K>>)>> {
        let person = (K::NAME, PersonKey::column::<K>(of));
        let mut select = select_enrolments::<K>(of);
        select
            .column(person)
            .cond_where(waiting::<K>(selection, which))
            .order_by(person, sea_orm::Order::Asc)
            .order_by((K::NAME, "id"), sea_orm::Order::Asc)
            .limit(limit);
        if let Some(LastEnrolment { person: last, id }) = after {
            let later = Expr::col(person).gt(last.clone());
            let of_last = Expr::col((K::NAME, "id")).gt(*id);
            // The first condition alone is what an index of people finds.
            select
                .and_where(Expr::col(person).gte(last.clone()))
                .and_where(later.or(of_last));
        }
        let mut rows: Vec<(PersonKey, WithPerson<K>)> = all(&self.reader, &select, |row| {
            let at = width::<K>();
            let account = row.try_get_by_index(at)?;
            Ok((PersonKey::read::<K>(row, at + 1)?, (read::<K>(row)?, account)))
        })
        .await?;
        if rows.len() as u64 == limit
            && let Some((person, _)) = rows.last()
        {
            // More rows of the last person may follow.
            let whole = rows.partition_point(|(other, _)| other != person);
            if whole > 0 {
                rows.truncate(whole);
            }
        }
        let Some((person, (stored, _))) = rows.last() else {
            return Ok(None);
        };
        let last = LastEnrolment {
            person: person.clone(),
            id: stored.id,
        };
        Ok(Some((last, rows.into_iter().map(|(_, row)| row).collect())))
    }

    /// Other enrolments of these people, beside those that an action is about.
    pub async fn enrolments_beside<K: Kind>(
        &self,
        of: &MembershipOf,
        people: &[&str],
        which: Beside,
    ) -> Result<Vec<WithPerson<K>>> {
        let there = in_state(&[EnrolmentState::Sudah, EnrolmentState::Ditangguhkan]);
        let condition = match which {
            Beside::LeftBehind => there.and(Expr::col("missing_since").is_not_null()),
            Beside::All => there.or(Expr::col("missing_since").is_null()),
        };
        let select = select_enrolments::<K>(of)
            .and_where(condition)
            .and_where(Expr::col((K::NAME, of.person_column)).is_in(people.iter().copied()))
            .take();
        all(&self.reader, &select, |row| {
            Ok((read::<K>(row)?, row.try_get_by_index(width::<K>())?))
        })
        .await
    }

    /// The ids of these people's enrolments that are in a selection and wait.
    pub async fn chosen_enrolments<K: Kind>(
        &self,
        of: &MembershipOf,
        people: &[&str],
        selection: &Selection,
        which: Waiting,
    ) -> Result<Vec<i64>> {
        let select = Query::select()
            .column("id")
            .from(K::NAME)
            .cond_where(waiting::<K>(selection, which))
            .and_where(Expr::col(of.person_column).is_in(people.iter().copied()))
            .take();
        all(&self.reader, &select, |row| row.try_get_by_index(0)).await
    }

    /// Which of these enrolments, by their hashed keys, were suspended when `job` began, according to the reports.
    pub async fn suspended_before<K: Kind>(&self, job: i64, enrolments: &[i64]) -> Result<HashSet<i64>> {
        let select = Query::select()
            .columns(["key_hash", "outcome"])
            .from("job_row")
            .and_where(Expr::col("key_hash").is_in(enrolments.iter().copied()))
            .and_where(Expr::col("kind").eq(K::NAME))
            .and_where(Expr::col("job_id").lt(job))
            .and_where(Expr::col("outcome").is_in(STATE_CHANGES))
            .order_by("job_id", sea_orm::Order::Asc)
            .take();
        let lines: Vec<(i64, Outcome)> = all(&self.reader, &select, |row| {
            Ok((row.try_get_by_index(0)?, row.try_get_by_index(1)?))
        })
        .await?;
        // The last line counts.
        let last: HashMap<_, _> = lines.into_iter().collect();
        let suspended = last.into_iter().filter(|(_, outcome)| *outcome == Outcome::Suspended);
        Ok(suspended.map(|(enrolment, _)| enrolment).collect())
    }

    /// The numbers of people who lost, or may have lost, grades because `job` removed an enrolment, as it reported.
    pub async fn people_who_lost_grades<K: Kind>(&self, of: &MembershipOf, job: i64) -> Result<HashSet<String>> {
        let lines = Query::select()
            .column("key_hash")
            .from("job_row")
            .and_where(Expr::col("job_id").eq(job))
            .and_where(Expr::col("kind").eq(K::NAME))
            .and_where(Expr::col("outcome").eq(Outcome::Unenrolled))
            .and_where(Expr::col("reason").is_not_null())
            .take();
        let select = Query::select()
            .distinct()
            .column(of.person_column)
            .from(K::NAME)
            .and_where(Expr::col("key_hash").in_subquery(lines))
            .take();
        all(&self.reader, &select, |row| row.try_get_by_index(0)).await
    }

    /// Reports the enrolments of a selection that still wait and have no line in the report of `job`: it broke off before
    /// their turn, or their answer was lost.
    pub async fn report_unasked<K: Kind>(
        &self,
        job: i64,
        selection: &Selection,
        which: Waiting,
        reason: &Reason,
    ) -> Result<()> {
        let ids = Query::select()
            .column("id")
            .from(K::NAME)
            .cond_where(waiting::<K>(selection, which))
            .take();
        self.name_untried::<K>(job, (K::NAME.to_owned(), K::KEY), ids, reason)
            .await
    }

    /// Writes the results of enrolments, the report of `job` and its counters, in one transaction.
    pub async fn record_enrolments<K: Kind>(
        &self,
        job: i64,
        enrolments: &[EnrolmentResult],
        lines: &[Line],
        counts: &Counts,
    ) -> Result<()> {
        let transaction = self.writer.begin().await?;
        let table = membership_table::<K>();
        let mut done: HashMap<EnrolmentState, Vec<i64>> = HashMap::new();
        for enrolment in enrolments {
            let Some(reason) = &enrolment.reason else {
                if let Some(state) = enrolment.state {
                    done.entry(state).or_default().push(enrolment.id);
                }
                continue;
            };
            let mut update = Query::update();
            update
                .table(table.clone())
                .value("enroll_reason", reason.kept())
                .and_where(Expr::col("id").eq(enrolment.id));
            if let Some(state) = enrolment.state {
                update.value("enroll", state.as_str());
            }
            transaction.execute(&update).await?;
        }
        for (state, ids) in done {
            let update = Query::update()
                .table(table.clone())
                .values([("enroll", state.as_str().into()), ("enroll_reason", Expr::cust("NULL"))])
                .and_where(Expr::col("id").is_in(ids))
                .take();
            transaction.execute(&update).await?;
        }
        report::commit(transaction, job, K::NAME, lines, counts).await
    }
}

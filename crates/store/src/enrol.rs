//! What an enrolment reads and writes.

use crate::{
    Result, Selection, Store,
    export::join_link,
    jobs::Counts,
    places::membership_table,
    report::{self, Line},
    rows::{Enrolment, Stored, all, count, read, select, width},
};
use sea_orm::{
    ConnectionTrait, TransactionTrait,
    sea_query::{Condition, Expr, ExprTrait, Query},
};
use selaras_kinds::{Kind, MembershipOf, idnumber_prefix, object::PlatformId};

/// What became of one membership.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enrolled {
    /// The row.
    pub id: i64,
    /// Done, or why not.
    pub result: std::result::Result<(), String>,
}

const fn word(enrolled: bool) -> &'static str {
    if enrolled {
        Enrolment::Sudah.as_str()
    } else {
        Enrolment::Belum.as_str()
    }
}

fn waiting(selection: &Selection, enrol: bool) -> Condition {
    let condition = selection.condition();
    if enrol {
        condition.add(Expr::col("enroll").ne(word(true)))
    } else {
        condition.add(Expr::col("enroll").eq(word(true)))
    }
}

impl Store {
    /// How many rows of a selection wait to be enrolled, or unenrolled.
    pub async fn count_memberships<K: Kind>(&self, selection: &Selection, enrol: bool) -> Result<i64> {
        count(&self.reader, K::NAME, waiting(selection, enrol)).await
    }

    /// The next rows that wait to be enrolled (or unenrolled), after the row `after`, each with the platform's id of its
    /// person, if that person is there.
    pub async fn next_memberships<K: Kind>(
        &self,
        membership: &MembershipOf,
        selection: &Selection,
        enrol: bool,
        after: i64,
        limit: u64,
    ) -> Result<Vec<(Stored<K>, Option<PlatformId>)>> {
        let mut select = select::<K>();
        select.column(("platform_link", "platform_id"));
        join_link(
            &mut select,
            K::NAME,
            membership.person_column,
            &idnumber_prefix(membership.person_kind),
        );
        select
            .cond_where(waiting(selection, enrol))
            .and_where(Expr::col((K::NAME, "id")).gt(after))
            .order_by((K::NAME, "id"), sea_orm::Order::Asc)
            .limit(limit);
        all(&self.reader, &select, |row| {
            Ok((read::<K>(row)?, row.try_get_by_index(width::<K>())?))
        })
        .await
    }

    /// Names the rows of a selection that wait still and have no line in the report of `job`: it broke off before their
    /// turn, or their answer was lost.
    pub async fn report_unasked<K: Kind>(
        &self,
        job: i64,
        selection: &Selection,
        enrol: bool,
        reason: &str,
    ) -> Result<()> {
        let ids = Query::select()
            .column("id")
            .from(K::NAME)
            .cond_where(waiting(selection, enrol))
            .take();
        self.name_untried::<K>(job, (K::NAME.to_owned(), K::KEY), ids, reason)
            .await
    }

    /// The rows of a selection by which these people are enrolled.
    pub async fn enrolled<K: Kind>(
        &self,
        person_column: &'static str,
        people: &[&str],
        selection: &Selection,
    ) -> Result<Vec<Stored<K>>> {
        let select = select::<K>()
            .cond_where(waiting(selection, false))
            .and_where(Expr::col(person_column).is_in(people.iter().copied()))
            .take();
        all(&self.reader, &select, read).await
    }

    /// Writes what became of memberships, the report of `job` and its counters, in one transaction.
    pub async fn record_memberships<K: Kind>(
        &self,
        job: i64,
        enrol: bool,
        memberships: &[Enrolled],
        lines: &[Line],
        counts: &Counts,
    ) -> Result<()> {
        let transaction = self.writer.begin().await?;
        let done = memberships
            .iter()
            .filter(|membership| membership.result.is_ok())
            .map(|membership| membership.id);
        let table = membership_table::<K>();
        let update = Query::update()
            .table(table.clone())
            .values([("enroll", word(enrol).into()), ("enroll_reason", Expr::cust("NULL"))])
            .cond_where(Expr::col("id").is_in(done))
            .take();
        transaction.execute(&update).await?;
        for membership in memberships {
            let Err(reason) = &membership.result else { continue };
            let mut update = Query::update();
            update
                .table(table.clone())
                .value("enroll_reason", reason.as_str())
                .cond_where(Expr::col("id").eq(membership.id));
            // Whoever could not be taken out is in still.
            if enrol {
                update.value("enroll", Enrolment::Gagal.as_str());
            }
            transaction.execute(&update).await?;
        }
        report::commit(transaction, job, K::NAME, lines, counts).await
    }
}

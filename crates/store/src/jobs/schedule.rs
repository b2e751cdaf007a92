//! Schedules: which job runs on its own, and when. A schedule that was never edited has no row: it is off.

use crate::{
    Result, Store,
    jobs::{Subject, Verb},
    log::{Author, By, PRINCIPAL, Principal},
    outbox::{self, Notice},
    rfc3339,
    statement::all,
};
use sea_orm::{
    ConnectionTrait, DbErr, QueryResult,
    sea_query::{Expr, ExprTrait, OnConflict, Query},
};
use selaras_reasons::Reason;

/// One schedule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schedule {
    /// The subject of its jobs.
    pub kind: Subject,
    /// The verb of its jobs.
    pub verb: Verb,
    /// When: a cron expression.
    pub cron: String,
    /// True if it is on.
    pub enabled: bool,
    /// True if it may suspend people that the source no longer lists.
    pub may_suspend: bool,
    /// The latest time slot that was processed; milliseconds since 1970.
    pub last_slot: i64,
    /// The latest job.
    pub last_job: Option<i64>,
    /// Why the latest slot passed without a job.
    pub note: Option<Reason>,
    /// Who edited it last.
    pub edited_by: String,
    /// The principal of that name. `None` if an earlier version stored it.
    pub editor: Option<Principal>,
    /// When it was edited; RFC 3339.
    pub edited_at: Option<String>,
}

/// How long the process that takes a slot has to submit the job, in milliseconds. If the process dies meanwhile, another one
/// takes the slot.
const SLOT_LEASE: i64 = 60_000;

const COLUMNS: [&str; 10] = [
    "kind",
    "verb",
    "cron",
    "enabled",
    "last_slot",
    "last_job",
    "note",
    "edited_by",
    "edited_at",
    "may_suspend",
];

fn read(row: &QueryResult) -> std::result::Result<Schedule, DbErr> {
    Ok(Schedule {
        kind: row.try_get_by_index(0)?,
        verb: row.try_get_by_index(1)?,
        cron: row.try_get_by_index(2)?,
        enabled: row.try_get_by_index(3)?,
        last_slot: row.try_get_by_index(4)?,
        last_job: row.try_get_by_index(5)?,
        note: row.try_get_by_index::<Option<String>>(6)?.map(Reason::read),
        edited_by: row.try_get_by_index(7)?,
        editor: Principal::read(row)?,
        edited_at: rfc3339(row.try_get_by_index(8)?),
        may_suspend: row.try_get_by_index(9)?,
    })
}

/// An edit of a schedule.
#[derive(Debug, Clone, Copy)]
pub struct ScheduleEdit<'a> {
    /// The subject of its jobs.
    pub kind: Subject,
    /// The verb of its jobs.
    pub verb: Verb,
    /// When: a cron expression.
    pub cron: &'a str,
    /// True if it is on.
    pub enabled: bool,
    /// True if it may suspend people that the source no longer lists.
    pub may_suspend: bool,
}

impl Schedule {
    /// Matches the row if no later slot was processed and no edit was made.
    fn is_unchanged(&self) -> Expr {
        Expr::col("kind")
            .eq(self.kind)
            .and(Expr::col("verb").eq(self.verb))
            .and(Expr::col("last_slot").eq(self.last_slot))
    }
}

impl Store {
    /// All schedules that were ever edited.
    pub async fn schedules(&self) -> Result<Vec<Schedule>> {
        let select = Query::select()
            .columns(COLUMNS)
            .columns(PRINCIPAL)
            .from("schedule")
            .take();
        all(&self.reader, &select, read).await
    }

    /// Stores an edit of a schedule made at `at` (milliseconds since 1970), with an entry in the activity log. Earlier slots
    /// are not caught up.
    pub async fn edit_schedule(&self, edit: ScheduleEdit<'_>, at: i64, by: By<'_>, log: &Reason) -> Result<()> {
        let transaction = self.writer.begin().await?;
        let columns = [
            ("kind", edit.kind.into()),
            ("verb", edit.verb.into()),
            ("cron", edit.cron.into()),
            ("enabled", edit.enabled.into()),
            ("may_suspend", edit.may_suspend.into()),
            ("last_slot", at.into()),
            ("taken_until", 0_i64.into()),
            ("edited_by", by.name.into()),
            ("edited_at", at.into()),
        ];
        let principal = PRINCIPAL.into_iter().zip(Principal::values(by.principal));
        let (names, values): (Vec<&str>, Vec<Expr>) = columns.into_iter().chain(principal).unzip();
        let key = ["kind", "verb"];
        let insert = Query::insert()
            .into_table("schedule")
            .columns(names.iter().copied())
            .values_panic(values)
            .on_conflict(
                OnConflict::columns(key)
                    .update_columns(names.into_iter().filter(|name| !key.contains(name)))
                    .value("note", Expr::cust("NULL"))
                    .to_owned(),
            )
            .take();
        transaction.execute(&insert).await?;
        crate::log::write(&transaction, log, by, crate::log::About::default()).await?;
        Ok(transaction.commit().await?)
    }

    /// Sets the latest slot back to `at`, after a clock that was ahead: later slots are still to come.
    pub async fn set_slot_back(&self, schedule: &Schedule, at: i64) -> Result<()> {
        let update = Query::update()
            .table("schedule")
            .values([("last_slot", at.into()), ("taken_until", 0_i64.into())])
            .cond_where(schedule.is_unchanged())
            .take();
        self.writer.execute(&update).await?;
        Ok(())
    }

    /// Takes a schedule's due slot. Returns true if the caller got it: only one of two does.
    pub async fn take_slot(&self, schedule: &Schedule, at: i64) -> Result<bool> {
        let update = Query::update()
            .table("schedule")
            .value("taken_until", at + SLOT_LEASE)
            .cond_where(
                schedule
                    .is_unchanged()
                    .and(Expr::col("enabled").eq(true))
                    .and(Expr::col("taken_until").lte(at)),
            )
            .take();
        Ok(self.writer.execute(&update).await?.rows_affected() > 0)
    }

    /// Records the job of a slot.
    pub async fn settle_slot(&self, schedule: &Schedule, slot: i64, job: i64) -> Result<()> {
        let update = Query::update()
            .table("schedule")
            .values([
                ("last_slot", slot.into()),
                ("taken_until", 0_i64.into()),
                ("last_job", job.into()),
                ("note", Expr::cust("NULL")),
            ])
            .cond_where(schedule.is_unchanged())
            .take();
        self.writer.execute(&update).await?;
        Ok(())
    }

    /// Lets a slot pass without a job, and records why: with the schedule, in the activity log, and in the notices.
    pub async fn pass_slot(
        &self,
        schedule: &Schedule,
        slot: i64,
        why: &Reason,
        author: &Author,
        notices: &[Notice],
    ) -> Result<()> {
        let transaction = self.writer.begin().await?;
        let update = Query::update()
            .table("schedule")
            .values([
                ("last_slot", slot.into()),
                ("taken_until", 0_i64.into()),
                ("note", why.kept().into()),
            ])
            .cond_where(schedule.is_unchanged())
            .take();
        if transaction.execute(&update).await?.rows_affected() > 0 {
            outbox::keep(&transaction, notices).await?;
            crate::log::write(&transaction, why, author.into(), crate::log::About::default()).await?;
        }
        Ok(transaction.commit().await?)
    }
}

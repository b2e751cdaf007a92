//! Notices to send: stored with the change that causes them, and sent later, again until they arrive or are too old.
//!
//! A notice is sent at least once. A sender holds a notice for [`HELD`]. If its process dies meanwhile, the next sender
//! sends the notice again under the same name.

use crate::{Result, Store, connection::Timed, log::By, statement::all};
use sea_orm::{
    ConnectionTrait,
    sea_query::{Expr, ExprTrait, Query},
};
use selaras_reasons::Reason;

/// How long a sender may take to send a notice, in milliseconds.
pub const HELD: i64 = 120_000;

/// A notice for one channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// The channel: `mail` or `webhook`.
    pub channel: String,
    /// Identifies the notice, so that a receiver can discard a duplicate.
    pub name: String,
    /// The subject line.
    pub subject: String,
    /// The text for people.
    pub text: String,
    /// The same for programs: a JSON object.
    pub details: String,
    /// The address of the one recipient; `None` for the recipients in the settings.
    pub recipient: Option<String>,
}

/// A waiting notice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waiting {
    /// Its number.
    pub id: i64,
    /// How often a sender has taken it.
    pub attempts: i64,
    /// Since when it waits; milliseconds since 1970.
    pub created_at: i64,
    /// The notice.
    pub notice: Notice,
}

pub(crate) async fn keep(connection: &impl Timed, notices: &[Notice]) -> Result<()> {
    if notices.is_empty() {
        return Ok(());
    }
    let at = connection.now();
    let mut insert = Query::insert();
    insert.into_table("outbox").columns([
        "channel",
        "name",
        "subject",
        "text",
        "details",
        "attempts",
        "created_at",
        "next_at",
        "recipient",
    ]);
    for notice in notices {
        insert.values_panic([
            notice.channel.as_str().into(),
            notice.name.as_str().into(),
            notice.subject.as_str().into(),
            notice.text.as_str().into(),
            notice.details.as_str().into(),
            0_i64.into(),
            at.into(),
            at.into(),
            notice.recipient.as_deref().into(),
        ]);
    }
    connection.execute(&insert).await?;
    Ok(())
}

impl Store {
    /// Stores notices, with an entry in the activity log.
    pub async fn keep_notices(&self, log: &Reason, by: impl Into<By<'_>>, notices: &[Notice]) -> Result<()> {
        let transaction = self.writer.begin().await?;
        keep(&transaction, notices).await?;
        crate::log::write(&transaction, log, by.into(), crate::log::About::default()).await?;
        Ok(transaction.commit().await?)
    }

    /// Notices that are due by `at` (milliseconds since 1970), oldest first.
    pub async fn waiting_notices(&self, at: i64, limit: u64) -> Result<Vec<Waiting>> {
        let select = Query::select()
            .columns([
                "id",
                "attempts",
                "created_at",
                "channel",
                "name",
                "subject",
                "text",
                "details",
                "recipient",
            ])
            .from("outbox")
            .cond_where(Expr::col("ended_at").is_null().and(Expr::col("next_at").lte(at)))
            .order_by("id", sea_orm::Order::Asc)
            .limit(limit)
            .take();
        all(&self.reader, &select, |row| {
            Ok(Waiting {
                id: row.try_get_by_index(0)?,
                attempts: row.try_get_by_index(1)?,
                created_at: row.try_get_by_index(2)?,
                notice: Notice {
                    channel: row.try_get_by_index(3)?,
                    name: row.try_get_by_index(4)?,
                    subject: row.try_get_by_index(5)?,
                    text: row.try_get_by_index(6)?,
                    details: row.try_get_by_index(7)?,
                    recipient: row.try_get_by_index(8)?,
                },
            })
        })
        .await
    }

    /// Takes a notice to send it. Returns true if the caller got it: only one of two senders does.
    pub async fn take_notice(&self, waiting: &Waiting, at: i64) -> Result<bool> {
        let update = Query::update()
            .table("outbox")
            .values([
                ("attempts", (waiting.attempts + 1).into()),
                ("next_at", (at + HELD).into()),
            ])
            .cond_where(
                Expr::col("id")
                    .eq(waiting.id)
                    .and(Expr::col("attempts").eq(waiting.attempts))
                    .and(Expr::col("ended_at").is_null()),
            )
            .take();
        Ok(self.writer.execute(&update).await?.rows_affected() > 0)
    }

    /// Records that a notice has arrived.
    pub async fn end_notice(&self, id: i64, at: i64) -> Result<()> {
        let update = Query::update()
            .table("outbox")
            .values([("ended_at", at.into()), ("error", Expr::cust("NULL"))])
            .cond_where(Expr::col("id").eq(id))
            .take();
        self.writer.execute(&update).await?;
        Ok(())
    }

    /// Records why a notice did not arrive, and when to try again; `None` gives it up at `at`.
    pub async fn postpone_notice(&self, id: i64, at: i64, next: Option<i64>, error: &str) -> Result<()> {
        let mut update = Query::update();
        update
            .table("outbox")
            .value("error", error)
            .cond_where(Expr::col("id").eq(id));
        match next {
            Some(next) => update.value("next_at", next),
            None => update.value("ended_at", at),
        };
        self.writer.execute(&update).await?;
        Ok(())
    }
}

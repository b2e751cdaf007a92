//! Notices on their way out: kept with what they tell of, sent later, again until they have arrived or are too old.
//!
//! A notice is sent at least once. Whoever takes one has it for [`HELD`]; when its process dies meanwhile, the next one
//! sends it again, under the same name.

use crate::{Result, Store, log::By, now, statement::all};
use sea_orm::{
    ConnectionTrait,
    sea_query::{Expr, ExprTrait, Query},
};
use selaras_reasons::Reason;

/// How long whoever took a notice may take to send it, in milliseconds.
pub const HELD: i64 = 120_000;

/// A notice for one channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// How it goes out: `mail` or `webhook`.
    pub channel: String,
    /// What names it for whoever gets it twice.
    pub name: String,
    /// What it is about.
    pub subject: String,
    /// What it says.
    pub text: String,
    /// The same for programs: a JSON object.
    pub details: String,
    /// The one address that it is for; `None`: whom the settings name.
    pub recipient: Option<String>,
}

/// A notice that waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waiting {
    /// Its number.
    pub id: i64,
    /// How often it was taken.
    pub attempts: i64,
    /// Since when it waits; milliseconds since 1970.
    pub created_at: i64,
    /// The notice.
    pub notice: Notice,
}

pub(crate) async fn keep(connection: &impl ConnectionTrait, notices: &[Notice]) -> Result<()> {
    if notices.is_empty() {
        return Ok(());
    }
    let at = now();
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
    /// Keeps notices, with an entry in the activity log.
    pub async fn keep_notices(&self, log: &Reason, by: impl Into<By<'_>>, notices: &[Notice]) -> Result<()> {
        let transaction = self.writer.begin().await?;
        keep(&transaction, notices).await?;
        crate::log::write(&transaction, log, by.into(), crate::log::About::default()).await?;
        Ok(transaction.commit().await?)
    }

    /// Notices that are to be sent by `at` (milliseconds since 1970), the oldest first.
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

    /// Takes a notice to send it. Says whether it is the caller's: of two who try, one gets it.
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

    /// Says that a notice has arrived.
    pub async fn end_notice(&self, id: i64, at: i64) -> Result<()> {
        let update = Query::update()
            .table("outbox")
            .values([("ended_at", at.into()), ("error", Expr::cust("NULL"))])
            .cond_where(Expr::col("id").eq(id))
            .take();
        self.writer.execute(&update).await?;
        Ok(())
    }

    /// Says why a notice did not arrive, and when it is tried again; `None` gives it up at `at`.
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

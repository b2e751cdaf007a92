//! How often somebody tries to sign in, counted for all processes that share the database.

use crate::{Result, Store, now, statement::number};
use sea_orm::{
    ConnectionTrait,
    sea_query::{Expr, ExprTrait, OnConflict, Query},
};
use std::time::Duration;

/// Milliseconds of a minute.
const MINUTE: i64 = 60_000;

/// Further ahead than this no try is due: a clock that has been set back has written it.
const STRANGE: i64 = 2 * MINUTE;

/// When the next try of a name is due if tries came evenly: so many milliseconds since 1970.
const DUE: &str = "due_at";

impl Store {
    /// Counts a try of a name, of which so many are let through in a minute, all at once or evenly. `name` need not be
    /// readable: a hash of it does. Answers with how long to wait where it is one too many; then it is not counted.
    pub async fn count_try(&self, name: &str, per_minute: u32) -> Result<Option<Duration>> {
        let per_minute = i64::from(std::cmp::max(per_minute, 1));
        let (now, apart) = (now(), MINUTE / per_minute);
        let latest = now + MINUTE - apart;
        let due = Query::select()
            .column(DUE)
            .from("sign_in_try")
            .and_where(Expr::col("name").eq(name))
            .take();
        // Who is sent away writes nothing.
        let due = number(&self.reader, &due).await?;
        let due = if due > now + STRANGE { now } else { due };
        if due <= latest && self.add_try(name, now, apart, latest).await? {
            return Ok(None);
        }
        let early = std::cmp::max(due, latest + 1) - latest;
        Ok(Some(Duration::from_millis(i64::unsigned_abs(early))))
    }

    /// Adds a try, unless others have come before it meanwhile.
    async fn add_try(&self, name: &str, now: i64, apart: i64, latest: i64) -> Result<bool> {
        let due = || Expr::col(("sign_in_try", DUE));
        let ahead = due().gt(now).and(due().lte(now + STRANGE));
        let later: Expr = Expr::case(ahead, due()).finally(now).into();
        let add = Query::insert()
            .into_table("sign_in_try")
            .columns(["name", DUE])
            .values_panic([name.into(), (now + apart).into()])
            .on_conflict(
                OnConflict::column("name")
                    .value(DUE, later.add(apart))
                    .action_and_where(due().lte(latest).or(due().gt(now + STRANGE)))
                    .to_owned(),
            )
            .take();
        let added = self.writer.execute(&add).await?.rows_affected() > 0;
        // A stranger's names are forgotten again when they have been quiet.
        let quiet = Query::delete()
            .from_table("sign_in_try")
            .and_where(Expr::col(DUE).lt(now).or(Expr::col(DUE).gt(now + STRANGE)))
            .take();
        self.writer.execute(&quiet).await?;
        Ok(added)
    }
}

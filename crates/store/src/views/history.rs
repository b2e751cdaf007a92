//! The history of one person or one class: the report lines of their rows, the jobs that created those rows, and the entries
//! of the activity log about them. It has no storage of its own.

use crate::{
    Result, Store,
    jobs::{Outcome, RowKey},
    log::{self, LogEntry},
    report::ClassOfLine,
    rfc3339,
    statement::all,
    tables::{membership_table, object_table},
};
use sea_orm::{
    Order,
    sea_query::{Condition, Expr, ExprTrait, Query, SelectStatement},
};
use selaras_kinds::{Key, Kind, MembershipOf, hash};
use selaras_reasons::Reason;

/// One event of a history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Happened {
    /// When; milliseconds since 1970.
    at: i64,
    /// The author.
    pub actor: String,
    /// The event.
    pub what: Event,
}

/// The kinds of events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A job had a result for one row.
    Row {
        /// The job.
        job: i64,
        /// The job's verb.
        verb: String,
        /// The row.
        row: RowKey,
        /// Its key.
        key: Key,
        /// The class, if the row is an enrolment in one. A caller that knows the kinds of people fills it in.
        class: Option<ClassOfLine>,
        /// The outcome.
        outcome: Outcome,
        /// Why, or what changed.
        reason: Option<Reason>,
    },
    /// A manual action.
    Entry(LogEntry),
}

impl Happened {
    /// When it happened; RFC 3339.
    pub fn at(&self) -> Option<String> {
        rfc3339(Some(self.at))
    }
}

/// The rows of a history.
#[derive(Debug, Clone, Default)]
pub struct About {
    /// The rows' keys in the reports of jobs.
    rows: Vec<RowKey>,
    /// The jobs that created them: row, key, job.
    made: Vec<(RowKey, Key, i64)>,
    /// The rows' name in the log.
    subject: String,
}

impl About {
    /// Adds the rows of this history to a filter of the log.
    pub fn narrow(&self, person: &mut log::LoggedPerson) {
        person.rows.extend(self.rows.iter().map(|row| row.hash));
        person.made_in.extend(self.made.iter().map(|(_, _, job)| *job));
    }
}

fn lines(rows: &[RowKey], limit: u64) -> SelectStatement {
    let about = rows.iter().fold(Condition::any(), |any, row| {
        let of_row = Expr::col(("job_row", "key_hash")).eq(row.hash);
        any.add(of_row.and(Expr::col(("job_row", "kind")).eq(row.kind.as_ref())))
    });
    Query::select()
        .expr(Expr::cust(r#"COALESCE("job"."finished_at", "job"."created_at")"#))
        .columns([("job", "actor"), ("job", "id"), ("job", "verb")])
        .columns([
            ("job_row", "kind"),
            ("job_row", "key_hash"),
            ("job_row", "key"),
            ("job_row", "outcome"),
            ("job_row", "reason"),
        ])
        .from("job_row")
        .inner_join("job", Expr::col(("job", "id")).equals(("job_row", "job_id")))
        .cond_where(about)
        // A comparison reports states, not events.
        .and_where(Expr::col(("job", "verb")).ne("compare"))
        .order_by(("job_row", "id"), Order::Desc)
        .limit(limit)
        .take()
}

impl Store {
    /// The history's rows for a person of kind `P` with enrolments of kind `M`.
    pub async fn about_person<P: Kind, M: Kind>(&self, of: &MembershipOf, number: &str) -> Result<About> {
        let object = hash(std::iter::once(number));
        let person = RowKey {
            kind: P::NAME.into(),
            hash: object,
        };
        let mut about = About {
            rows: vec![person.clone()],
            made: Vec::new(),
            subject: log::subject(P::NAME, number),
        };
        let made = Query::select()
            .column("created_in")
            .from(object_table::<P>())
            .and_where(Expr::col(P::OBJECT_KEY).eq(number))
            .and_where(Expr::col("created_in").is_not_null())
            .take();
        if !P::PERSON_AND_ENROLMENT {
            let jobs: Vec<i64> = all(&self.reader, &made, |row| row.try_get_by_index(0)).await?;
            about.made = jobs
                .into_iter()
                .map(|job| (person.clone(), number.into(), job))
                .collect();
        }
        let enrolments = self.enrolments_of::<M>(of, number, MOST_ENROLMENTS).await?;
        let ids: Vec<_> = enrolments.iter().map(|(enrolment, _)| enrolment.id).collect();
        let keys: std::collections::HashMap<_, _> = enrolments
            .iter()
            .map(|(enrolment, _)| {
                let row = &enrolment.row;
                (enrolment.id, (RowKey::of(row), selaras_kinds::key(row)))
            })
            .collect();
        about
            .rows
            .extend(enrolments.iter().map(|(enrolment, _)| RowKey::of(&enrolment.row)));
        let made = Query::select()
            .columns(["id", "created_in"])
            .from(membership_table::<M>())
            .and_where(Expr::col("id").is_in(ids))
            .and_where(Expr::col("created_in").is_not_null())
            .take();
        let jobs: Vec<(i64, i64)> = all(&self.reader, &made, |row| {
            Ok((row.try_get_by_index(0)?, row.try_get_by_index(1)?))
        })
        .await?;
        let of_enrolment = |(id, job)| keys.get(&id).map(|(row, key)| (row.clone(), key.clone(), job));
        about.made.extend(jobs.into_iter().filter_map(of_enrolment));
        Ok(about)
    }

    /// The history's rows for one row of a kind.
    pub async fn about_row<K: Kind>(&self, row: &K) -> Result<About> {
        let key = selaras_kinds::value(row, K::OBJECT_KEY);
        let made = Query::select()
            .column("created_in")
            .from(K::NAME)
            .and_where(Expr::col(K::OBJECT_KEY).eq(key))
            .and_where(Expr::col("created_in").is_not_null())
            .take();
        let jobs: Vec<i64> = all(&self.reader, &made, |row| row.try_get_by_index(0)).await?;
        Ok(About {
            rows: vec![RowKey::of(row)],
            made: jobs.into_iter().map(|job| (RowKey::of(row), key.into(), job)).collect(),
            subject: log::subject(K::NAME, key),
        })
    }

    /// The latest events, newest first, at most `limit`.
    pub async fn history(&self, about: &About, limit: u64) -> Result<Vec<Happened>> {
        let mut happened: Vec<Happened> = all(&self.reader, &lines(&about.rows, limit), |row| {
            Ok(Happened {
                at: row.try_get_by_index(0)?,
                actor: row.try_get_by_index(1)?,
                what: Event::Row {
                    job: row.try_get_by_index(2)?,
                    verb: row.try_get_by_index(3)?,
                    row: RowKey {
                        kind: row.try_get_by_index::<String>(4)?.into(),
                        hash: row.try_get_by_index(5)?,
                    },
                    key: Key::read(&row.try_get_by_index::<String>(6)?),
                    class: None,
                    outcome: row.try_get_by_index(7)?,
                    reason: row.try_get_by_index::<Option<String>>(8)?.map(Reason::read),
                },
            })
        })
        .await?;
        let select = Query::select()
            .column("id")
            .expr(Expr::cust("COALESCE(finished_at, created_at)"))
            .columns(["actor", "verb"])
            .from("job")
            .and_where(Expr::col("id").is_in(about.made.iter().map(|(_, _, job)| *job)))
            .take();
        let jobs: Vec<(i64, i64, String, String)> = all(&self.reader, &select, |row| {
            Ok((
                row.try_get_by_index(0)?,
                row.try_get_by_index(1)?,
                row.try_get_by_index(2)?,
                row.try_get_by_index(3)?,
            ))
        })
        .await?;
        for (row, key, made_in) in &about.made {
            let Some((job, at, actor, verb)) = jobs.iter().find(|(job, ..)| job == made_in) else {
                continue;
            };
            happened.push(Happened {
                at: *at,
                actor: actor.clone(),
                what: Event::Row {
                    job: *job,
                    verb: verb.clone(),
                    row: row.clone(),
                    key: key.clone(),
                    class: None,
                    outcome: Outcome::Created,
                    reason: None,
                },
            });
        }
        let entries = self.entries_about(&about.subject, limit).await?;
        happened.extend(entries.into_iter().map(|(at, entry)| Happened {
            at,
            actor: entry.actor.clone(),
            what: Event::Entry(entry),
        }));
        happened.sort_by_key(|event| std::cmp::Reverse(event.at));
        happened.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        Ok(happened)
    }

    async fn entries_about(&self, subject: &str, limit: u64) -> Result<Vec<(i64, LogEntry)>> {
        let select = log::entries()
            .and_where(Expr::col("subject").eq(subject))
            .order_by("id", Order::Desc)
            .limit(limit)
            .take();
        all(&self.reader, &select, |row| {
            let at: Option<i64> = row.try_get("", "created_at")?;
            Ok((at.unwrap_or_default(), log::read(row)?))
        })
        .await
    }
}

/// The most enrolments of one person that are read.
pub const MOST_ENROLMENTS: u64 = 60;

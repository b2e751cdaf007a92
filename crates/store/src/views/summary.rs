//! The states of each kind in numbers, which the database maintains with each write ([`crate::tally`]). A reader needs a few
//! rows per kind, however large the campus.

use crate::{
    Result, Store,
    connection::Timed,
    jobs::{Failure, JobState, Outcome, Verb, Warning, read_warnings},
    lists::AsOf,
    rfc3339,
    rows::{EnrolmentState, Migration},
    statement::all,
    tables::has_enrolments,
    tally::What,
    unlisted::GoneUnsent,
};
use sea_orm::{
    ConnectionTrait, DatabaseBackend, DbErr, QueryResult, Statement,
    sea_query::{Expr, ExprTrait, Func, OnConflict, Query, SelectStatement},
};
use selaras_kinds::{Kind, of_all_kinds};
use selaras_reasons::Reason;
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use utoipa::ToSchema;

/// The numbers of a kind: its objects on the platform and, if its rows are memberships, its enrolments.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Standing {
    /// Rows of the list.
    pub rows: i64,
    /// The number of objects on the platform that the rows are: people if the rows are enrolments; none if the rows are only
    /// memberships.
    pub objects: i64,
    /// Objects that are on the platform, unchanged since.
    pub migrated: i64,
    /// What is not in step, of what the source lists.
    pub waiting: Waiting,
    /// Objects and enrolments that failed the last time.
    pub failed: i64,
    /// Failed enrolments among them.
    pub failed_enrolments: i64,
    /// Enrolments that are done.
    pub enrolled: i64,
    /// Enrolments that are suspended.
    pub suspended: i64,
    /// Rows that the source no longer lists.
    pub missing: i64,
    /// Enrolments that the source no longer lists and that are still done.
    pub left_behind: i64,
    /// Why objects could not be sent, most frequent first.
    pub not_sent: Vec<Shortfall>,
    /// Why enrolments failed, most frequent first.
    pub not_enrolled: Vec<Shortfall>,
}

/// What an export or enrolling of the whole kind tries: rows that the source lists and that are not in step on the platform,
/// by state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Waiting {
    /// Objects and accounts that were never sent.
    pub not_there: i64,
    /// Objects and accounts that were sent in an older version.
    pub different: i64,
    /// Objects and accounts that could not be sent.
    pub refused: i64,
    /// Enrolments that were never sent.
    pub not_enrolled: i64,
    /// Enrolments that are suspended although the source lists them.
    pub suspended: i64,
    /// Enrolments that failed.
    pub enrolments_refused: i64,
}

impl Waiting {
    /// Adds objects in a state; a negative number takes them out.
    fn add_objects(&mut self, state: &str, number: i64) {
        match state {
            state if state == Migration::Sudah.as_str() => {}
            state if state == Migration::Berubah.as_str() => self.different += number,
            state if state == Migration::Gagal.as_str() => self.refused += number,
            _ => self.not_there += number,
        }
    }

    /// The same for enrolments.
    fn add_enrolments(&mut self, state: &str, number: i64) {
        match state {
            state if state == EnrolmentState::Sudah.as_str() => {}
            state if state == EnrolmentState::Ditangguhkan.as_str() => self.suspended += number,
            state if state == EnrolmentState::Gagal.as_str() => self.enrolments_refused += number,
            _ => self.not_enrolled += number,
        }
    }
}

/// The last sync of a kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastSync {
    /// When it began; milliseconds since 1970.
    pub started_at: i64,
    /// When it was done; RFC 3339.
    pub ended_at: String,
}

/// Rows that failed for the same reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shortfall {
    /// The reason of one of the rows.
    pub reason: Reason,
    /// How many rows.
    pub rows: i64,
}

/// The results of jobs on one day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Day {
    /// Days since 1 January 1970, by the campus's clock.
    pub day: i64,
    /// The outcome.
    pub outcome: Outcome,
    /// How many rows.
    pub rows: i64,
}

/// Milliseconds of a day.
const DAY: i64 = 86_400_000;
/// How long the results of a filter are cached while a job runs, in milliseconds.
const MOMENT: i64 = 2_000;

/// A number that adds to a kind's numbers.
struct Cell {
    what: What,
    word: String,
    number: i64,
    sample: Option<String>,
}

/// The cells of all kinds: the kind's name, then the columns of a [`Cell`].
fn cells() -> SelectStatement {
    Query::select()
        .columns(["kind", "what", "word"])
        .expr(Func::sum(Expr::col("number")).cast_as("bigint"))
        .expr(Func::max(Expr::col("sample")))
        .from("tally")
        .group_by_columns(["kind", "what", "word"])
        .take()
}

fn cell(row: &QueryResult) -> std::result::Result<(String, Cell), DbErr> {
    let cell = Cell {
        what: row.try_get_by_index(1)?,
        word: row.try_get_by_index(2)?,
        number: row.try_get_by_index(3)?,
        sample: row.try_get_by_index(4)?,
    };
    Ok((row.try_get_by_index(0)?, cell))
}

impl Standing {
    fn of(kind: &str, cells: Vec<Cell>) -> Self {
        let mut standing = Self::default();
        let (mut sent, mut enrolled) = (Shortfalls::default(), Shortfalls::default());
        for Cell {
            what,
            word,
            number,
            sample,
        } in cells.into_iter().filter(|cell| cell.number > 0)
        {
            match what {
                What::Migration => {
                    standing.objects += number;
                    standing.waiting.add_objects(&word, number);
                    match word.as_str() {
                        word if word == Migration::Sudah.as_str() => standing.migrated += number,
                        word if word == Migration::Gagal.as_str() => standing.failed += number,
                        _ => {}
                    }
                }
                What::Enroll => {
                    standing.rows += number;
                    standing.waiting.add_enrolments(&word, number);
                    match word.as_str() {
                        word if word == EnrolmentState::Sudah.as_str() => standing.enrolled += number,
                        word if word == EnrolmentState::Ditangguhkan.as_str() => standing.suspended += number,
                        word if word == EnrolmentState::Gagal.as_str() => {
                            standing.failed += number;
                            standing.failed_enrolments += number;
                        }
                        _ => {}
                    }
                }
                What::Missing => standing.missing = number,
                What::MissingEnroll => {
                    standing.waiting.add_enrolments(&word, -number);
                    if word == EnrolmentState::Sudah.as_str() {
                        standing.left_behind += number;
                    }
                }
                What::NotSent => sent.add(sample, number),
                What::NotEnrolled => enrolled.add(sample, number),
            }
        }
        if !has_enrolments(kind) {
            standing.rows = standing.objects;
        }
        standing.not_sent = sent.most_first();
        standing.not_enrolled = enrolled.most_first();
        standing
    }
}

/// Why rows failed, by the reasons' codes.
#[derive(Default)]
struct Shortfalls(BTreeMap<String, Shortfall>);

impl Shortfalls {
    fn add(&mut self, sample: Option<String>, number: i64) {
        let Some(reason) = sample.map(Reason::read) else { return };
        let of_code = self.0.entry(reason.code());
        of_code.or_insert_with(|| Shortfall { reason, rows: 0 }).rows += number;
    }

    fn most_first(self) -> Vec<Shortfall> {
        let mut found: Vec<_> = self.0.into_values().collect();
        found.sort_by_key(|shortfall| std::cmp::Reverse(shortfall.rows));
        found
    }
}

/// Sums up the rows that PostgreSQL keeps for a kind.
const ADD_UP: &str = "WITH gone AS (DELETE FROM tally WHERE kind = $1 RETURNING what, word, number, sample) \
    INSERT INTO tally (kind, what, word, number, sample) \
    SELECT $1, what, word, sum(number), max(sample) FROM gone GROUP BY what, word HAVING sum(number) <> 0";

/// Records a change of a kind. A form calls it within its transaction, so that no cached page outlives the change.
pub(crate) async fn say_changed(connection: &impl Timed, kind: &str) -> Result<()> {
    let backend = connection.get_database_backend();
    let tidy = match backend {
        DatabaseBackend::Sqlite => "DELETE FROM tally WHERE kind = ? AND number = 0",
        _ => ADD_UP,
    };
    let tidy = Statement::from_sql_and_values(backend, tidy, [kind.into()]);
    connection.execute_raw(tidy).await?;
    mark_changed(connection, kind).await
}

/// Records a change of a kind, or of something else under such a name.
pub(crate) async fn mark_changed(connection: &impl Timed, kind: &str) -> Result<()> {
    // Later than the last change, even within one millisecond: anything read between the two is outdated.
    let (last, now_is) = (
        || Expr::col(("kind_change", "changed_at")),
        || Expr::col(("excluded", "changed_at")),
    );
    let later = Expr::case(now_is().gt(last()), now_is()).finally(last().add(1));
    let insert = Query::insert()
        .into_table("kind_change")
        .columns(["kind", "changed_at"])
        .values_panic([kind.into(), connection.now().into()])
        .on_conflict(OnConflict::column("kind").value("changed_at", later).to_owned())
        .take();
    connection.execute(&insert).await?;
    Ok(())
}

/// The version of these kinds: the sum of their change times. Each change increases it, even if a clock was ahead.
pub(crate) fn last_change(kinds: impl IntoIterator<Item = &'static str>) -> SelectStatement {
    let sum = Func::sum(Expr::col("changed_at")).cast_as("bigint");
    Query::select()
        .expr(Func::coalesce([sum, Expr::val(0_i64)]))
        .from("kind_change")
        .and_where(Expr::col("kind").is_in(kinds))
        .take()
}

impl Store {
    /// The numbers of the kinds, by name. A kind that never had a row is missing.
    pub async fn standings(&self) -> Result<HashMap<String, Standing>> {
        let rows: Vec<_> = all(&self.reader, &cells(), cell).await?;
        let mut kinds: HashMap<String, Vec<Cell>> = HashMap::new();
        for (kind, cell) in rows {
            kinds.entry(kind).or_default().push(cell);
        }
        let standing = |(kind, cells): (String, Vec<Cell>)| (kind.clone(), Standing::of(&kind, cells));
        let mut standings: HashMap<_, _> = kinds.into_iter().map(standing).collect();
        for GoneUnsent { kind, count } in of_all_kinds::<GoneUnsent>() {
            if let Some(standing) = standings.get_mut(kind) {
                self.leave_out_gone(standing, &count).await?;
            }
        }
        Ok(standings)
    }

    /// Takes objects that the source no longer lists out of those that wait. There are few in both sets at once.
    async fn leave_out_gone(&self, standing: &mut Standing, count: &SelectStatement) -> Result<()> {
        if standing.missing == 0 || standing.objects == standing.migrated {
            return Ok(());
        }
        let read = |row: &QueryResult| Ok((row.try_get_by_index(0)?, row.try_get_by_index(1)?));
        let states: Vec<(String, i64)> = all(&self.reader, count, read).await?;
        for (state, gone) in states {
            standing.waiting.add_objects(&state, -gone);
        }
        Ok(())
    }

    /// The numbers of a kind, for its list. Objects that the source no longer lists are not taken out of `waiting`.
    pub async fn standing(&self, kind: &str) -> Result<Standing> {
        let cells = cells().and_where(Expr::col("kind").eq(kind)).take();
        let cells: Vec<_> = all(&self.reader, &cells, |row| Ok(cell(row)?.1)).await?;
        Ok(Standing::of(kind, cells))
    }

    /// Records that a job has changed a kind, which invalidates the cached pages of its lists.
    pub async fn changed(&self, kind: &str) -> Result<()> {
        say_changed(&self.writer, kind).await
    }

    /// The version of a kind's lists for the cache. It includes people, if the rows refer to them by number.
    pub(crate) async fn as_of<K: Kind>(&self) -> Result<AsOf> {
        let kinds = [Some(K::NAME), K::MEMBERSHIP.map(|of| of.person_kind)];
        let last = last_change(kinds.into_iter().flatten());
        let running = Query::select()
            .column("id")
            .from("job")
            .and_where(Expr::col("state").eq(JobState::Running))
            .limit(1)
            .take();
        let number_of = |query: SelectStatement| Expr::SubQuery(None, Box::new(query.into()));
        let select = Query::select().exprs([number_of(last), number_of(running)]).take();
        let found = self.reader.query_one(&select).await?;
        let number_at = |at| match &found {
            Some(row) => row.try_get_by_index::<Option<i64>>(at),
            None => Ok(None),
        };
        Ok(AsOf {
            changed_at: number_at(0)?.unwrap_or_default(),
            moment: number_at(1)?.map_or(0, |_| self.writer.now() / MOMENT),
        })
    }

    /// The results of changing jobs for each day since `from`; both times and the campus's `offset` from UTC in
    /// milliseconds.
    pub async fn days(&self, from: i64, offset: i64) -> Result<Vec<Day>> {
        // Literals: PostgreSQL takes two bound parameters for two different expressions, and refuses the GROUP BY.
        let day = || Expr::cust(format!("(job.finished_at + {offset}) / {DAY}"));
        let changing = [Verb::Sync, Verb::Export, Verb::Enrol, Verb::Unenrol, Verb::Delete];
        let select = Query::select()
            .expr(day())
            .column(("job_count", "outcome"))
            .expr(Func::sum(Expr::col(("job_count", "number"))).cast_as("bigint"))
            .from("job")
            .inner_join("job_count", Expr::col(("job_count", "job_id")).equals(("job", "id")))
            .cond_where(
                Expr::col(("job", "finished_at"))
                    .gte(from)
                    .and(Expr::col(("job", "verb")).is_in(changing)),
            )
            .add_group_by([day()])
            .group_by_col(("job_count", "outcome"))
            .take();
        all(&self.reader, &select, |row| {
            Ok(Day {
                day: row.try_get_by_index(0)?,
                outcome: row.try_get_by_index(1)?,
                rows: row.try_get_by_index(2)?,
            })
        })
        .await
    }

    /// The number of rows that the source had of each kind when its whole list was last read, by the kind's name.
    pub async fn source_rows(&self) -> Result<HashMap<String, i64>> {
        let latest = Query::select()
            .expr(Func::max(Expr::col("id")))
            .from("job")
            .cond_where(Expr::col("source_rows").is_not_null())
            .group_by_col("kind")
            .take();
        let select = Query::select()
            .columns(["kind", "source_rows"])
            .from("job")
            .cond_where(Expr::col("id").in_subquery(latest))
            .take();
        let mut rows = HashMap::new();
        for row in self.reader.query_all(&select).await? {
            rows.insert(row.try_get_by_index(0)?, row.try_get_by_index(1)?);
        }
        Ok(rows)
    }

    /// The warnings of the job that last read the whole list of a kind, and its id, by the kind's name.
    pub async fn warnings_of_last_reads(&self) -> Result<HashMap<String, (i64, Vec<Warning>)>> {
        let latest = Query::select()
            .expr(Func::max(Expr::col("id")))
            .from("job")
            .cond_where(Expr::col("source_rows").is_not_null())
            .group_by_col("kind")
            .take();
        let select = Query::select()
            .columns(["kind", "id", "warnings"])
            .from("job")
            .cond_where(
                Expr::col("id")
                    .in_subquery(latest)
                    .and(Expr::col("warnings").is_not_null()),
            )
            .take();
        let mut found = HashMap::new();
        for row in self.reader.query_all(&select).await? {
            let warnings: String = row.try_get_by_index(2)?;
            found.insert(
                row.try_get_by_index(0)?,
                (row.try_get_by_index(1)?, read_warnings(&warnings)),
            );
        }
        Ok(found)
    }

    /// The last sync of each kind, if it failed: the job's id and why, by the kind's name.
    pub async fn failed_syncs(&self) -> Result<HashMap<String, (i64, Reason)>> {
        let latest = Query::select()
            .expr(Func::max(Expr::col("id")))
            .from("job")
            .and_where(Expr::col("verb").eq(Verb::Sync))
            .and_where(Expr::col("state").is_in([JobState::Done, JobState::Failed]))
            .group_by_col("kind")
            .take();
        let unread = [Failure::Rows, Failure::Refused, Failure::Source, Failure::SourceLate];
        let select = Query::select()
            .columns(["kind", "id", "message"])
            .from("job")
            .and_where(Expr::col("id").in_subquery(latest))
            .and_where(Expr::col("state").eq(JobState::Failed))
            .and_where(Expr::col("failure").is_in(unread))
            .take();
        let failed: Vec<_> = all(&self.reader, &select, |row| {
            let why = Reason::read(row.try_get_by_index(2)?);
            Ok((row.try_get_by_index(0)?, (row.try_get_by_index(1)?, why)))
        })
        .await?;
        Ok(failed.into_iter().collect())
    }

    /// The last sync of each kind, by the kind's name. A kind that was never synced is missing.
    pub async fn last_syncs(&self) -> Result<HashMap<String, LastSync>> {
        let select = Query::select()
            .column("kind")
            .expr(Func::max(Expr::col("started_at")))
            .expr(Func::max(Expr::col("finished_at")))
            .from("job")
            .cond_where(
                Expr::col("verb")
                    .eq(Verb::Sync)
                    .and(Expr::col("state").eq(JobState::Done)),
            )
            .group_by_col("kind")
            .take();
        let mut last = HashMap::new();
        for row in self.reader.query_all(&select).await? {
            let started_at: Option<i64> = row.try_get_by_index(1)?;
            if let Some(ended_at) = rfc3339(row.try_get_by_index(2)?) {
                let started_at = started_at.unwrap_or_default();
                last.insert(row.try_get_by_index(0)?, LastSync { started_at, ended_at });
            }
        }
        Ok(last)
    }
}

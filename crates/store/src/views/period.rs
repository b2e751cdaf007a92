//! The results for the rows of a kind within some days, by study program. They come from the rows themselves, which name the
//! job that created them, and from report lines.

use crate::{Result, Store, jobs::Outcome, statement::all};
use sea_orm::sea_query::{Condition, Expr, ExprTrait, Func, Query, SelectStatement};
use selaras_kinds::Kind;
use std::{collections::BTreeMap, ops::Range};

/// The number of rows of a kind by result; each row counts once.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Became {
    /// New from the source.
    pub came: i64,
    /// Changed at the source.
    pub changed: i64,
    /// Gone from the source.
    pub left: i64,
    /// Not done, for a reason.
    pub failed: i64,
    /// Done after an earlier failure, within these days or before.
    pub mended: i64,
}

impl Became {
    /// True if all numbers are zero.
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

/// The column that names a row's study program.
const PROGRAM: &str = "program_id";

/// Jobs that ended within these instants.
fn jobs(within: &Range<i64>) -> Condition {
    Condition::all()
        .add(Expr::col(("job", "finished_at")).gte(within.start))
        .add(Expr::col(("job", "finished_at")).lt(within.end))
}

/// The study program of a row; none if the kind has none.
fn program<K: Kind>() -> Expr {
    match K::FIELDS.iter().any(|field| field.name == PROGRAM) {
        true => Expr::col((K::NAME, PROGRAM)),
        false => Expr::cust("''"),
    }
}

/// The number of rows by study program that have report lines; `hash` is the column that matches the line's.
fn lines<K: Kind>(within: &Range<i64>, hash: &'static str, about: Condition) -> SelectStatement {
    Query::select()
        .expr_as(program::<K>(), "program")
        .expr(Expr::cust(r#"COUNT(DISTINCT "job_row"."key_hash")"#))
        .from("job_row")
        .inner_join("job", Expr::col(("job", "id")).equals(("job_row", "job_id")))
        .inner_join(K::NAME, Expr::col((K::NAME, hash)).equals(("job_row", "key_hash")))
        .cond_where(jobs(within))
        .and_where(Expr::col(("job_row", "kind")).eq(K::NAME))
        .cond_where(about)
        .group_by_col("program")
        .take()
}

fn with_outcome(outcomes: &[Outcome]) -> Condition {
    Condition::all().add(Expr::col(("job_row", "outcome")).is_in(outcomes.iter().copied()))
}

/// True for rows that were done after a failure.
fn mended() -> Condition {
    let before = Query::select()
        .expr(Expr::val(1))
        .from_as("job_row", "before")
        .and_where(Expr::col(("before", "key_hash")).equals(("job_row", "key_hash")))
        .and_where(Expr::col(("before", "kind")).equals(("job_row", "kind")))
        .and_where(Expr::col(("before", "outcome")).eq(Outcome::Failed))
        .and_where(Expr::col(("before", "id")).lt(Expr::col(("job_row", "id"))))
        .take();
    with_outcome(&[
        Outcome::Created,
        Outcome::Updated,
        Outcome::Enrolled,
        Outcome::Moved,
        Outcome::Reactivated,
    ])
    .add(Expr::exists(before))
}

/// Selects one of the numbers.
type Part = fn(&mut Became) -> &mut i64;

impl Store {
    /// The results for the rows of a kind in jobs that ended within these instants (milliseconds since 1970), by study
    /// program. Deleted rows count nowhere.
    pub async fn became<K: Kind>(&self, within: &Range<i64>) -> Result<BTreeMap<String, Became>> {
        let mut found: BTreeMap<String, Became> = BTreeMap::new();
        let came = Query::select()
            .expr_as(program::<K>(), "program")
            .expr(Func::count(Expr::val(1)))
            .from(K::NAME)
            .inner_join("job", Expr::col(("job", "id")).equals((K::NAME, "created_in")))
            .cond_where(jobs(within))
            .group_by_col("program")
            .take();
        self.add(&came, &mut found, |became| &mut became.came).await?;
        let told: [(Condition, Part); 4] = [
            (
                with_outcome(&[Outcome::Updated]).add(Expr::col(("job", "verb")).is_in(["sync", "mend"])),
                |became| &mut became.changed,
            ),
            (with_outcome(&[Outcome::Missing]), |became| &mut became.left),
            (
                with_outcome(&[Outcome::Failed]).add(Expr::col(("job", "verb")).ne("compare")),
                |became| &mut became.failed,
            ),
            (mended(), |became| &mut became.mended),
        ];
        for (about, part) in told {
            self.add(&lines::<K>(within, "key_hash", about.clone()), &mut found, part)
                .await?;
            // For enrolments, some lines are about the person.
            if K::PERSON_AND_ENROLMENT {
                self.add(&lines::<K>(within, "object_hash", about), &mut found, part)
                    .await?;
            }
        }
        Ok(found)
    }

    async fn add(&self, counted: &SelectStatement, to: &mut BTreeMap<String, Became>, part: Part) -> Result<()> {
        let counted: Vec<(String, i64)> = all(&self.reader, counted, |row| {
            Ok((row.try_get_by_index(0)?, row.try_get_by_index(1)?))
        })
        .await?;
        for (program, number) in counted {
            *part(to.entry(program).or_default()) += number;
        }
        Ok(())
    }
}

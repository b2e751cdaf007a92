//! The sums of a sync: what the guard and the confirmation check, and what was left unread.

use super::issue::UnreadRows;
use crate::{
    EngineError, Guard, Plan, Result, Run,
    impact::{Counted, Digest, Impact},
};
use selaras_kinds::{Kind, PROGRAM, has_program};
use selaras_reasons::Reason;
use selaras_source::Origin;
use selaras_store::rows::ListQuery;

/// The result of a list, or of one of its classes.
pub(super) struct ListResult {
    /// The number of rows that the source had until now, as the dashboard knows.
    pub(super) held: i64,
    /// True if the class has left the timetable and has no people: that is no fault.
    pub(super) left: bool,
    /// Rows that the source no longer lists.
    pub(super) missing: Vec<i64>,
    /// The number of rows that stay although they are not listed, see [`super::unplaced::Unplaced`].
    pub(super) stay: usize,
}

/// The sum of all lists of an order.
#[derive(Default)]
pub(super) struct Totals {
    pub(super) lists: usize,
    pub(super) failed_lists: usize,
    /// Lists of classes that have left the timetable and that the source no longer has.
    pub(super) unknown_lists: usize,
    /// The number of different rows that the source sent.
    pub(super) seen: i64,
    pub(super) digest: Digest,
    /// Rows gone, of the `held` rows that the source had until now.
    pub(super) gone: i64,
    pub(super) held: i64,
    /// The share of the list that lost most rows, if it exceeds the guard's limits. A class that has left the timetable
    /// loses all rows, which the guard has checked with the timetable; it counts in the sums only.
    pub(super) shrunk: Option<Impact>,
    /// The rows that are gone, if one list has the rows of all study programs.
    pub(super) gone_of_programs: Vec<i64>,
    /// Rows that cannot be read.
    pub(super) unread: UnreadRows,
    /// Those of them that may be any row of a list, or of a class.
    pub(super) in_doubt: UnreadRows,
    /// True if one of them may be any row, so that none counts as gone.
    pub(super) none_gone: bool,
    /// Classes from which none counts as gone.
    pub(super) none_gone_classes: usize,
    /// Rows that stay because the list names their people in classes that are unknown or unreadable.
    pub(super) stay: usize,
}

/// True if one list has the enrolments of all study programs: the loss of a whole program may be little of the list.
fn has_all_programs<K: Kind>() -> bool {
    K::MEMBERSHIP.is_some() && !K::PERSON_AND_ENROLMENT && has_program::<K>()
}

impl Totals {
    /// The share that the lists lost: of all lists together if that exceeds the limits, else of the list that lost too much.
    fn shrunk(&self, guard: Guard) -> Option<Impact> {
        let all = lost(self.gone, self.held);
        match guard.exceeds(&all) {
            true => Some(all),
            false => self.shrunk.clone(),
        }
    }

    /// Adds the result of a list that has ended. Returns the rows that it no longer has.
    pub(super) fn add<K: Kind>(&mut self, guard: Guard, listed: ListResult) -> Vec<i64> {
        for id in &listed.missing {
            self.digest.add([*id, -1]);
        }
        let gone = listed.missing.len() as i64;
        self.gone += gone;
        self.held += listed.held;
        self.stay += listed.stay;
        let lost = lost(gone, listed.held);
        let most = self.shrunk.as_ref().is_none_or(|shrunk| gone > shrunk.touched);
        if most && !listed.left && guard.exceeds(&lost) {
            self.shrunk = Some(lost);
        }
        if has_all_programs::<K>() {
            self.gone_of_programs.extend(&listed.missing);
        }
        listed.missing
    }

    /// Adds what a list left unread.
    pub(super) fn add_unread(&mut self, unread: Unread) {
        self.unread.join(unread.rows);
        self.in_doubt.join(unread.in_doubt);
        self.none_gone |= unread.of_list;
    }

    /// What follows from the unread rows, for people to know.
    pub(super) fn none_gone(&self, origin: Option<&Origin>) -> Option<Reason> {
        let (line, why) = self.in_doubt.first.clone()?;
        let (rows, why, origin) = (self.in_doubt.rows, Box::new(why), Box::new(Reason::from(origin?)));
        Some(match self.none_gone {
            true => Reason::NoneGoneOfList {
                rows,
                line,
                why,
                origin,
            },
            false => Reason::NoneGoneOfClasses {
                rows,
                classes: self.none_gone_classes as u64,
                line,
                why,
                origin,
            },
        })
    }

    /// Refuses lists of which nothing could be read, and an order of rows that they do not have.
    pub(super) fn refuse_nothing<K: Kind>(&self, run: &Run, chosen: bool) -> Result<()> {
        let source = || run.source.name().to_owned();
        // If the source knows none of the classes, its address is wrong.
        if self.failed_lists + self.unknown_lists == self.lists {
            return Err(EngineError::Refused(Reason::NoClassReadable { source: source() }));
        }
        if chosen && self.seen == 0 {
            return Err(EngineError::NotFound(Reason::RowNotAtSource {
                kind: K::LABEL.to_owned(),
                source: source(),
            }));
        }
        Ok(())
    }
}

/// The share of a list's rows that is gone.
fn lost(gone: i64, held: i64) -> Impact {
    Impact {
        what: Counted::Rows,
        touched: gone,
        of: held,
        does: Reason::Deletes,
        program: None,
    }
}

/// What a list left unread.
#[derive(Default)]
pub(super) struct Unread {
    pub(super) rows: UnreadRows,
    /// Those that may be any row of the list, or of a class.
    pub(super) in_doubt: UnreadRows,
    /// True if it may be any row of the list.
    pub(super) of_list: bool,
}

impl Unread {
    /// Adds a row that may be any row of the list, or of a class.
    pub(super) fn of_any(&mut self, position: &str, reason: &Reason) {
        self.rows.add(position, reason);
        self.in_doubt.add(position, reason);
    }
}

/// Adds what the guard and the confirmation check.
pub(super) async fn add_impacts<K: Kind>(run: &Run, plan: &mut Plan, totals: &Totals) -> Result<()> {
    plan.digest.join(totals.digest);
    plan.unread = totals.failed_lists > 0;
    if plan.counts.update > 0 {
        plan.impacts.push(Impact {
            what: Counted::Rows,
            touched: plan.counts.update,
            of: run.store.count::<K>(&ListQuery::default()).await?,
            does: Reason::Overwrites,
            program: None,
        });
    }
    plan.shrunk = match totals.shrunk(run.guard) {
        None if !totals.gone_of_programs.is_empty() => {
            let gone = Some(totals.gone_of_programs.as_slice());
            let gone = run.store.source_rows_by::<K>(PROGRAM, gone).await?;
            let held = run.store.source_rows_by::<K>(PROGRAM, None).await?;
            run.guard
                .impact_on_one_program(&run.store, gone, &held, Reason::Deletes)
                .await?
        }
        shrunk => shrunk,
    };
    Ok(())
}

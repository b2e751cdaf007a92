//! Gives the orders of schedules when their time has come, as a user would.
//!
//! Each process checks the clock. The database decides which process gets a due time, so two processes on one database do it
//! once. A time more than an hour ago, when no process was running, is not made up for.

use crate::{Consent, EngineError, LeftOut, Order, Result, RowsVerb, Task, Verb, jobs::Engine, sentences::moment};
use croner::{
    Cron,
    errors::CronError,
    parser::{CronParser, Seconds, Year},
};
use futures::{FutureExt, future::BoxFuture};
use jiff::{SignedDuration, Timestamp, Zoned, tz::TimeZone};
use selaras_kinds::{KindName, object::Leaving};
use selaras_reasons::Reason;
use selaras_store::{
    Selection,
    jobs::Subject,
    log::{Author, Principal},
    schedule::Schedule,
};
use serde::Serialize;
use std::time::Duration;
use utoipa::ToSchema;

/// The actor of scheduled work, in the activity log and on jobs.
pub const ACTOR: &str = "Jadwal";

/// A verb that can be scheduled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ScheduledVerb {
    /// Source to dashboard.
    Sync,
    /// Dashboard to platform.
    Export,
    /// Into the courses on the platform.
    #[serde(rename = "enroll")]
    Enrol,
    /// Out of the courses on the platform: enrolments that the source no longer lists.
    #[serde(rename = "unenroll")]
    Unenrol,
    /// All of it, for the whole campus.
    Align,
}

impl ScheduledVerb {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Sync, Self::Export, Self::Enrol, Self::Unenrol, Self::Align];

    /// The verbs on one kind.
    const OF_KINDS: [Self; 4] = [Self::Sync, Self::Export, Self::Enrol, Self::Unenrol];

    /// The verb of the task.
    pub const fn verb(self) -> Verb {
        match self {
            Self::Sync => Verb::Sync,
            Self::Export => Verb::Export,
            Self::Enrol => Verb::Enrol,
            Self::Unenrol => Verb::Unenrol,
            Self::Align => Verb::Align,
        }
    }

    /// The verb of that spelling.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|verb| verb.verb().as_str() == text)
    }

    /// All that can be scheduled: the whole campus, and each kind with its verbs.
    pub fn all() -> Vec<(Subject, Self)> {
        let of_kinds = KindName::all().iter().flat_map(|kind| {
            Self::OF_KINDS
                .into_iter()
                .filter(move |verb| kind.has_enrolments() || matches!(verb, Self::Sync | Self::Export))
                .map(|verb| (Subject::Kind(*kind), verb))
        });
        [(Subject::Campus, Self::Align)].into_iter().chain(of_kinds).collect()
    }
}

/// How often the clock is checked.
const LOOK: Duration = Duration::from_secs(10);
/// How late a job may still begin.
const LATE: SignedDuration = SignedDuration::from_hours(1);
/// Longest cron expression, in bytes.
const LONGEST: usize = 100;

/// The times of a schedule: a cron expression of five parts, read in a time zone.
#[derive(Debug, Clone)]
pub struct Times(Cron);

/// Why an expression is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{}", Reason::from(*self))]
pub enum TimesError {
    /// It is empty.
    Empty,
    /// It cannot be read.
    Unreadable,
    /// It can be read, but no such day exists.
    Never,
}

impl From<TimesError> for Reason {
    fn from(error: TimesError) -> Self {
        match error {
            TimesError::Empty => Self::CronEmpty,
            TimesError::Unreadable => Self::CronUnreadable,
            TimesError::Never => Self::CronNever,
        }
    }
}

impl Times {
    /// Reads an expression.
    ///
    /// # Errors
    /// What is wrong with the expression.
    pub fn read(text: &str) -> std::result::Result<Self, TimesError> {
        if text.trim().is_empty() {
            return Err(TimesError::Empty);
        }
        if text.len() > LONGEST {
            return Err(TimesError::Unreadable);
        }
        let parser = CronParser::builder()
            .seconds(Seconds::Disallowed)
            .year(Year::Disallowed)
            .build();
        let times = Self(parser.parse(text).map_err(|_| TimesError::Unreadable)?);
        match times
            .0
            .find_next_occurrence(&Timestamp::UNIX_EPOCH.to_zoned(TimeZone::UTC), true)
        {
            Ok(_) => Ok(times),
            Err(CronError::TimeSearchLimitExceeded) => Err(TimesError::Never),
            Err(_) => Err(TimesError::Unreadable),
        }
    }

    /// The next time after this one.
    pub fn next(&self, after: Timestamp, zone: &TimeZone) -> Option<Timestamp> {
        let next = self.0.find_next_occurrence(&whole(after, zone), false).ok()?;
        Some(next.timestamp())
    }

    /// The latest time that has passed.
    fn latest(&self, now: Timestamp, zone: &TimeZone) -> Option<Timestamp> {
        let latest = self.0.find_previous_occurrence(&whole(now, zone), true).ok()?;
        Some(latest.timestamp())
    }
}

/// The time without fractions of a second.
fn whole(at: Timestamp, zone: &TimeZone) -> Zoned {
    Timestamp::from_second(at.as_second())
        .unwrap_or(at)
        .to_zoned(zone.clone())
}

/// The author of a schedule's orders.
fn author_of(schedule: &Schedule) -> Author {
    let account = schedule.editor.as_ref().and_then(Principal::account);
    Author {
        name: ACTOR.to_owned(),
        principal: Some(account.map_or(Principal::System, |(id, username)| Principal::Schedule {
            id,
            username: username.to_owned(),
        })),
    }
}

/// The order of a schedule: all rows of its kind. Unenrolling takes the enrolments that the source no longer lists, and
/// suspends them. A campus run only unenrols if the schedule may suspend.
fn order_of(schedule: &Schedule, campus_kinds: Vec<String>) -> Result<Order> {
    let verb = ScheduledVerb::ALL.into_iter().find(|verb| verb.verb() == schedule.verb);
    let verb = verb.ok_or_else(|| {
        EngineError::Refused(Reason::NoSuchVerb {
            name: schedule.verb.to_string(),
        })
    })?;
    let task = match verb {
        ScheduledVerb::Align => {
            let leaving = |kind: &String| LeftOut {
                verb: RowsVerb::Unenrol,
                kind: kind.clone(),
                rows: None,
            };
            let leave_out = match schedule.may_suspend {
                true => Vec::new(),
                false => campus_kinds.iter().map(leaving).collect(),
            };
            Task::align(campus_kinds, leave_out, false)?
        }
        ScheduledVerb::Unenrol => {
            let gone = Selection {
                missing: Some(true),
                ..Selection::default()
            };
            Task::leaving(schedule.kind.as_str(), gone, Some(Leaving::Suspend), false)?
        }
        ScheduledVerb::Sync => Task::rows(schedule.kind.as_str(), RowsVerb::Sync, Selection::default())?,
        ScheduledVerb::Export => Task::rows(schedule.kind.as_str(), RowsVerb::Export, Selection::default())?,
        ScheduledVerb::Enrol => Task::rows(schedule.kind.as_str(), RowsVerb::Enrol, Selection::default())?,
    };
    Ok(Order {
        // A schedule cannot answer the guard: an order with a prompt is refused.
        consent: Consent {
            by_itself: true,
            ..Consent::default()
        },
        ..Order::new(task, author_of(schedule))
    })
}

impl Engine {
    /// Checks the clock until the process is told to stop.
    pub fn keep_schedules(self, zone: TimeZone) -> BoxFuture<'static, ()> {
        async move {
            let mut looks = tokio::time::interval(LOOK);
            looks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
            while self.stop.run_until_cancelled(looks.tick()).await.is_some() {
                if let Err(error) = self.give_due_orders(self.store().now(), &zone).await {
                    tracing::warn!(%error, "looking for what is due failed");
                }
            }
        }
        .boxed()
    }

    /// Gives the orders that are due at `now`. Returns the jobs.
    pub async fn give_due_orders(&self, now: Timestamp, zone: &TimeZone) -> Result<Vec<i64>> {
        let mut jobs = Vec::new();
        for schedule in self.store().schedules().await? {
            if !schedule.enabled {
                continue;
            }
            match self.give_if_due(&schedule, now, zone).await {
                Ok(job) => jobs.extend(job),
                Err(error) => {
                    let Schedule { kind, verb, .. } = &schedule;
                    tracing::warn!(kind = kind.as_str(), %verb, %error, "a schedule could not be kept");
                }
            }
        }
        Ok(jobs)
    }

    async fn give_if_due(&self, schedule: &Schedule, now: Timestamp, zone: &TimeZone) -> Result<Option<i64>> {
        // The expression was checked when the schedule was stored.
        let Some(slot) = Times::read(&schedule.cron)
            .ok()
            .and_then(|times| times.latest(now, zone))
        else {
            return Ok(None);
        };
        let at = slot.as_millisecond();
        let ahead = Timestamp::from_millisecond(schedule.last_slot).is_ok_and(|last| last.duration_since(now) > LATE);
        if ahead {
            // The clock was ahead and has been set back: times count from now on.
            self.store().set_slot_back(schedule, now.as_millisecond()).await?;
            return Ok(None);
        }
        if at <= schedule.last_slot || !self.store().take_slot(schedule, now.as_millisecond()).await? {
            return Ok(None);
        }
        let passes = if now.duration_since(slot) > LATE {
            Some(Reason::SelarasWasOff)
        } else if self.is_running(schedule).await? {
            Some(Reason::PreviousStillRuns)
        } else if schedule.verb == Verb::Unenrol && !schedule.may_suspend {
            Some(Reason::MayNotSuspend)
        } else {
            None
        };
        if let Some(why) = passes {
            let text = Reason::ScheduleNotRun {
                title: Box::new(schedule.kind.title(schedule.verb)),
                moment: Box::new(moment(slot, zone)),
                why: Box::new(why),
            };
            tracing::warn!(kind = schedule.kind.as_str(), verb = %schedule.verb, %slot, "a scheduled time has passed");
            let notices = self.notices_of_passed_time(schedule, at, &text);
            let author = author_of(schedule);
            self.store().pass_slot(schedule, at, &text, &author, &notices).await?;
            return Ok(None);
        }
        let job = self.submit(&order_of(schedule, self.campus_kinds())?).await?;
        self.store().settle_slot(schedule, at, job).await?;
        Ok(Some(job))
    }

    /// True if the schedule's latest job has not ended. A second job would only wait for it.
    async fn is_running(&self, schedule: &Schedule) -> Result<bool> {
        let Some(job) = schedule.last_job else { return Ok(false) };
        Ok(self.store().job(job).await?.is_some_and(|job| !job.ended()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn jakarta() -> TimeZone {
        TimeZone::get("Asia/Jakarta").unwrap()
    }

    fn next(cron: &str, after: &str, zone: &TimeZone) -> String {
        let times = Times::read(cron).unwrap();
        times.next(after.parse().unwrap(), zone).unwrap().to_string()
    }

    #[test]
    fn times_are_in_the_campus_time_zone() {
        assert_eq!(
            next("0 5 * * *", "2026-11-21T00:00:00Z", &jakarta()),
            "2026-11-21T22:00:00Z"
        );
        assert_eq!(
            next("0 6 * * 1", "2026-11-21T00:00:00Z", &jakarta()),
            "2026-11-22T23:00:00Z"
        );
        assert_eq!(
            next("0 * * * *", "2026-11-21T10:00:00.7Z", &jakarta()),
            "2026-11-21T11:00:00Z"
        );
    }

    #[test]
    fn time_skipped_by_daylight_saving_runs_after_the_gap() {
        let berlin = TimeZone::get("Europe/Berlin").unwrap();
        // On 29 March 2026 Berlin has no half past two.
        let skipped = next("30 2 * * *", "2026-03-28T12:00:00Z", &berlin);
        assert!(
            ("2026-03-29T01:00:00Z".."2026-03-29T02:00:00Z").contains(&skipped.as_str()),
            "{skipped}"
        );
    }

    #[test]
    fn latest_time_includes_the_current_second() {
        let times = Times::read("0 5 * * *").unwrap();
        let at = |text: &str| times.latest(text.parse().unwrap(), &jakarta()).unwrap().to_string();
        assert_eq!(at("2026-11-20T22:00:00Z"), "2026-11-20T22:00:00Z");
        assert_eq!(at("2026-11-20T22:00:00.4Z"), "2026-11-20T22:00:00Z");
        assert_eq!(at("2026-11-20T21:59:59Z"), "2026-11-19T22:00:00Z");
    }

    #[test]
    fn invalid_cron_expressions_are_refused() {
        let fault = |text: &str| Times::read(text).unwrap_err();
        assert_eq!(fault("  "), TimesError::Empty);
        for text in [
            "besok",
            "0 5 * *",
            "61 5 * * *",
            "0 0 5 * * *",
            "0 25 * * *",
            &"9".repeat(200),
        ] {
            assert_eq!(fault(text), TimesError::Unreadable, "{text}");
        }
        assert_eq!(fault("0 0 31 2 *"), TimesError::Never);
    }
}

//! Housekeeping: old rows are deleted, and each night a backup is made.
//!
//! Every process does both. Deleting twice does no harm. A backup is a file on the process's own machine, named by its day,
//! so a second process finds it and does nothing.

use crate::{Result, jobs::Engine, registry, versions::PAUSE};
use futures::{FutureExt, future::BoxFuture};
use jiff::{SignedDuration, Timestamp, Zoned, civil::Date, civil::Time, tz::TimeZone};
use selaras_reasons::Reason;
use selaras_store::{backup::BackupError, retention::Subject, undo::KEPT_MILLISECONDS};
use serde_json::json;
use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// How often the clock is checked.
const LOOK: Duration = Duration::from_secs(60);
/// How often old rows are deleted, first an hour after the start.
const TIDY: Duration = Duration::from_secs(3600);
/// Rows deleted by one transaction.
const TOGETHER: u64 = 500;
/// The actor in the activity log.
const ACTOR: &str = "Selaras";
const DAY: i64 = 24 * 3_600_000;
/// The first and the longest pause after a failed backup; the pause doubles after each failure.
const TRY_AGAIN: [SignedDuration; 2] = [SignedDuration::from_mins(10), SignedDuration::from_hours(6)];
/// The file name of a backup, before and after its day.
const NAME: (&str, &str) = ("selaras-", ".backup");

/// Retention in days per subject; 0 keeps for ever. Data for undo is kept for 30 days in any case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kept {
    /// Jobs.
    pub jobs: u32,
    /// The lines of their reports; never longer than the jobs.
    pub lines: u32,
    /// The activity log.
    pub log: u32,
    /// Notices.
    pub notices: u32,
    /// Attendance at meetings.
    pub attendance: u32,
}

impl Kept {
    fn days(&self, subject: Subject) -> u32 {
        match subject {
            Subject::Jobs => self.jobs,
            Subject::Lines => self.lines,
            Subject::Log => self.log,
            Subject::Notices => self.notices,
            Subject::Attendance => self.attendance,
        }
    }
}

/// The nightly backup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nightly {
    /// The folder of the files.
    pub folder: PathBuf,
    /// The time of day, by the campus's clock.
    pub at: Time,
    /// Retention in days; 0 keeps for ever.
    pub days: u32,
}

/// A day's failed backups. Each has packed the whole database and may have filled the disk. So the failure is reported once
/// a day, and retries have a growing pause.
#[derive(Debug, Clone, Default)]
pub struct FailedBackups {
    latest: Option<FailedBackup>,
}

#[derive(Debug, Clone, Copy)]
struct FailedBackup {
    day: Date,
    at: Timestamp,
    /// The pause before the next attempt.
    pause: SignedDuration,
}

impl Engine {
    /// Deletes old rows and makes backups until the process is told to stop.
    pub fn keep_house(self, kept: Kept, nightly: Option<Nightly>, zone: TimeZone) -> BoxFuture<'static, ()> {
        async move {
            let mut looks = tokio::time::interval(LOOK);
            looks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
            // If the machine's clock is wrong at the start, it has been set by then: a wrong clock must not delete young
            // rows.
            let mut tidies = Instant::now() + TIDY;
            let mut failed = FailedBackups::default();
            while self.stop.run_until_cancelled(looks.tick()).await.is_some() {
                let now = self.store().now();
                if Instant::now() >= tidies {
                    tidies = Instant::now() + TIDY;
                    if let Some(Err(error)) = self.stop.run_until_cancelled(self.tidy(&kept, now)).await {
                        tracing::warn!(%error, "old rows could not be thrown away");
                    }
                }
                if let Some(nightly) = &nightly {
                    let here = now.to_zoned(zone.clone());
                    if let Err(error) = self.back_up_nightly(nightly, &here, &mut failed).await {
                        tracing::error!(%error, "there is no backup of this night");
                    }
                }
            }
        }
        .boxed()
    }

    /// Deletes rows that are past their retention at `now`. Returns the number of deleted rows by subject.
    pub async fn tidy(&self, kept: &Kept, now: Timestamp) -> Result<BTreeMap<&'static str, u64>> {
        let now = now.as_millisecond();
        // Before the jobs: report lines that are part of versions become lines of their own, which the retention of lines
        // covers.
        let before = now - KEPT_MILLISECONDS;
        self.store().forget_administrators(before).await?;
        self.store().forget_waiting(before).await?;
        for kind in registry::kinds() {
            (kind.forget)(self.store().clone(), before).await?;
        }
        let mut thrown = BTreeMap::new();
        for subject in Subject::ALL {
            let days = kept.days(subject);
            if days == 0 {
                continue;
            }
            let time = now - i64::from(days) * DAY;
            loop {
                let rows = self.store().throw_away(subject, time, TOGETHER).await?;
                if rows == 0 {
                    break;
                }
                *thrown.entry(subject.name()).or_insert(0) += rows;
                tokio::time::sleep(PAUSE).await;
            }
        }
        for (subject, rows) in &thrown {
            tracing::info!(subject, rows, "thrown away by age");
            metrics::counter!("selaras_thrown_away_total", "subject" => *subject).increment(*rows);
        }
        Ok(thrown)
    }

    /// Makes the backup of the day if it is due and missing, and deletes backups past their retention. Returns the new file.
    /// The first failure of a day sends a notice; after a failure, nothing is done until its pause is over.
    ///
    /// # Errors
    /// [`BackupError`]; `failed` holds the time of the next attempt.
    pub async fn back_up_nightly(
        &self,
        nightly: &Nightly,
        here: &Zoned,
        failed: &mut FailedBackups,
    ) -> std::result::Result<Option<PathBuf>, BackupError> {
        let file = nightly.folder.join(format!("{}{}{}", NAME.0, here.date(), NAME.1));
        let (day, began) = (here.date(), Instant::now());
        let before = failed.latest.filter(|failure| failure.day == day);
        let waits = before.is_some_and(|failure| here.timestamp().duration_since(failure.at) < failure.pause);
        if here.time() < nightly.at || waits || file.exists() {
            return Ok(None);
        }
        match self.store().back_up(&file).await {
            Ok(contents) => {
                failed.latest = None;
                self.store().remember_backup(None).await?;
                tracing::info!(file = %file.display(), rows = contents.rows(), bytes = contents.bytes, "backed up");
                metrics::gauge!("selaras_backup_last_success_timestamp_seconds").set(seconds(here));
                if let Err(error) = delete_old_backups(&nightly.folder, here.date(), nightly.days) {
                    tracing::warn!(%error, "old backups could not be thrown away");
                }
                Ok(Some(file))
            }
            // Another process has made it meanwhile, or is making it.
            Err(BackupError::Exists(_) | BackupError::BeingMade(_)) => Ok(None),
            Err(error) => {
                metrics::counter!("selaras_backup_failures_total").increment(1);
                let [first, longest] = TRY_AGAIN;
                failed.latest = Some(FailedBackup {
                    day,
                    at: here.timestamp() + began.elapsed(),
                    pause: before.map_or(first, |failure| (failure.pause * 2).min(longest)),
                });
                let why = || Box::new(Reason::from(&error));
                let log = Reason::BackupFailed { why: why() };
                self.store().remember_backup(Some(&log)).await?;
                if before.is_none() {
                    let details = json!({ "event": "backup_failed", "message": error.to_string() });
                    let name = format!("backup-{}", here.date());
                    let text = Reason::NoticeOfBackup { why: why() };
                    let notices = self.notices(&name, &Reason::NoticeBackupFailed, &text, &details);
                    self.store().keep_notices(&log, ACTOR, &notices).await?;
                }
                Err(error)
            }
        }
    }
}

#[allow(
    clippy::cast_precision_loss,
    reason = "seconds since 1970 are exact in a float for millions of years"
)]
fn seconds(at: &Zoned) -> f64 {
    at.timestamp().as_second() as f64
}

/// Deletes backups that are older than so many days; none if `days` is 0. Files with other names are left alone.
fn delete_old_backups(folder: &Path, today: Date, days: u32) -> io::Result<()> {
    if days == 0 {
        return Ok(());
    }
    for entry in fs::read_dir(folder)? {
        let file = entry?.path();
        let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let day = name.strip_prefix(NAME.0).and_then(|name| name.strip_suffix(NAME.1));
        let Some(Ok(day)) = day.map(str::parse::<Date>) else {
            continue;
        };
        let age = day.until(today).map_or(0, |span| span.get_days());
        if age > i32::try_from(days).unwrap_or(i32::MAX) {
            fs::remove_file(&file)?;
        }
    }
    Ok(())
}

//! Notices by mail and webhook, such as of failed scheduled jobs. They are stored in one transaction with their cause, and
//! sent by any process.

use crate::{Result, jobs::Engine, schedule::ACTOR};
use futures::{FutureExt, future::BoxFuture};
use jiff::Timestamp;
use selaras_notify::{Channel, Notice, Notifier};
use selaras_reasons::Reason;
use selaras_store::{
    administrators::Administrator,
    jobs::{Job, JobState, Outcome},
    outbox::{self, Waiting},
    schedule::Schedule,
    sessions::Location,
};
use serde_json::{Value, json};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

/// How often waiting notices are looked for.
const LOOK: Duration = Duration::from_secs(5);
/// Notices sent per look.
const AT_ONCE: u64 = 20;
/// Pause before the first repeat, in milliseconds; each further one is twice as long.
const FIRST_PAUSE: i64 = 60_000;
/// Longest pause before a repeat, in milliseconds.
const LONGEST_PAUSE: i64 = 3_600_000;
/// How long sending a notice is tried, in milliseconds.
const GIVEN_UP_AFTER: i64 = 24 * 3_600_000;

/// The account that a notice is about.
#[derive(Debug, Clone, Copy)]
pub struct Owner<'a> {
    /// The user name.
    pub username: &'a str,
    /// The e-mail address, if it is known.
    pub email: Option<&'a str>,
}

impl<'a> From<&'a Administrator> for Owner<'a> {
    fn from(administrator: &'a Administrator) -> Self {
        Self {
            username: &administrator.username,
            email: administrator.email.as_deref(),
        }
    }
}

/// The time of the next attempt; `None` if the notice is too old.
fn next_try(waiting: &Waiting, now: i64) -> Option<i64> {
    let doublings = u32::try_from(waiting.attempts).unwrap_or(u32::MAX).min(10);
    let next = now + (FIRST_PAUSE << doublings).min(LONGEST_PAUSE);
    (next - waiting.created_at <= GIVEN_UP_AFTER).then_some(next)
}

impl Engine {
    /// The same engine with a notifier.
    pub fn telling(mut self, notifier: Notifier) -> Self {
        self.notifier = Some(Arc::new(notifier));
        self
    }

    /// A notice for each channel that is set up. The texts are Indonesian, because the readers are not known.
    pub(crate) fn notices(&self, name: &str, subject: &Reason, text: &Reason, details: &Value) -> Vec<outbox::Notice> {
        let channels = self.notifier.as_ref().map(|notifier| notifier.channels());
        // A recreated database counts from 1 again, but a name must never come twice.
        let name = format!("{}-{name}", self.store().now().as_millisecond());
        let notice = |channel: Channel| outbox::Notice {
            channel: channel.as_str().to_owned(),
            name: name.clone(),
            subject: format!("[Selaras] {subject}"),
            text: format!("{text}\n"),
            details: details.to_string(),
            recipient: None,
        };
        channels.unwrap_or_default().into_iter().map(notice).collect()
    }

    /// The same for an event on one account. If the account's address is known, the mail goes there, with the text `own`.
    fn notices_for(
        &self,
        owner: &Owner<'_>,
        name: &str,
        subject: &Reason,
        [own, institutions]: [&Reason; 2],
        details: &Value,
    ) -> Vec<outbox::Notice> {
        let mut notices = self.notices(name, subject, institutions, details);
        let mails = |notice: &&mut outbox::Notice| Channel::parse(&notice.channel) == Some(Channel::Mail);
        if let Some(email) = owner.email {
            for notice in notices.iter_mut().filter(mails) {
                notice.recipient = Some(email.to_owned());
                notice.text = format!("{own}\n");
            }
        }
        notices
    }

    /// The notices for the end of a job: only for scheduled jobs with failures.
    pub(crate) fn notices_of_end(
        &self,
        job: &Job,
        title: Box<Reason>,
        state: JobState,
        message: &Reason,
    ) -> Vec<outbox::Notice> {
        let troubled = state == JobState::Failed || state == JobState::Done && job.counts.get(Outcome::Failed) > 0;
        if job.actor != ACTOR || job.part_of.is_some() || !troubled {
            return Vec::new();
        }
        let subject = if state == JobState::Failed {
            Reason::NoticeJobFailed { title }
        } else {
            Reason::NoticeRowsFailed { title }
        };
        let text = Reason::NoticeOfJob {
            why: Box::new(message.clone()),
            job: job.id.to_string(),
        };
        let details = json!({
            "event": "scheduled_job_failed",
            "job": job.id,
            "kind": job.kind,
            "verb": job.verb,
            "state": state,
            "failed_rows": job.counts.get(Outcome::Failed),
            "code": message.code(),
            "message": message.to_string(),
        });
        self.notices(&format!("job-{}", job.id), &subject, &text, &details)
    }

    /// The notices for a scheduled time that passed without a job.
    pub(crate) fn notices_of_passed_time(&self, schedule: &Schedule, slot: i64, why: &Reason) -> Vec<outbox::Notice> {
        let Schedule { kind, verb, .. } = schedule;
        let message = why.to_string();
        let details = json!({ "event": "scheduled_time_passed", "kind": kind, "verb": verb, "message": message });
        self.notices(
            &format!("{}-{verb}-{slot}", kind.as_str()),
            &Reason::NoticeTimePassed,
            why,
            &details,
        )
    }

    /// The log's text and the notices for a sign-in from a new location.
    pub fn notices_of_new_location(&self, owner: Owner<'_>, location: &Location) -> (Reason, Vec<outbox::Notice>) {
        let (address, device) = location_texts(location);
        let username = owner.username.to_owned();
        let log = Reason::NewLocation {
            username,
            address,
            device,
        };
        let what = Box::new(log.clone());
        let own = Reason::NoticeOfOwnNewLocation { what: what.clone() };
        let institutions = Reason::NoticeOfNewLocation { what };
        let details = location_details("sign_in_from_new_location", &owner, location);
        let name = format!("sign-in-{}", owner.username);
        let texts = [&own, &institutions];
        let notices = self.notices_for(&owner, &name, &Reason::NoticeNewLocation, texts, &details);
        (log, notices)
    }

    /// The log's text and the notices for a right password with a wrong code: another person may know the password.
    pub fn notices_of_wrong_code(&self, owner: Owner<'_>, location: &Location) -> (Reason, Vec<outbox::Notice>) {
        let (address, device) = location_texts(location);
        let username = owner.username.to_owned();
        let log = Reason::RightPasswordWrongCode {
            username,
            address,
            device,
        };
        let what = Box::new(log.clone());
        let own = Reason::NoticeOfOwnWrongCode { what: what.clone() };
        let institutions = Reason::NoticeOfWrongCode { what };
        let details = location_details("right_password_wrong_code", &owner, location);
        let name = format!("code-{}", owner.username);
        let texts = [&own, &institutions];
        let notices = self.notices_for(&owner, &name, &Reason::NoticeWrongCode, texts, &details);
        (log, notices)
    }

    /// The notices for changes that another user made to an account: password, second factor, user name or role.
    pub fn notices_of_account_by(&self, by: &str, owner: Owner<'_>, changes: &[Reason]) -> Vec<outbox::Notice> {
        let Some(first) = changes.first() else {
            return Vec::new();
        };
        let (label, parts) = (by.to_owned(), changes.to_vec());
        let username = owner.username.to_owned();
        let details = json!({
            "event": "account_changed",
            "username": username,
            "by": label,
            "code": first.code(),
            "codes": changes.iter().map(Reason::code).collect::<Vec<_>>(),
        });
        let own = Reason::NoticeOfOwnAccountBy {
            label: label.clone(),
            parts: parts.clone(),
        };
        let institutions = Reason::NoticeOfAccountBy { username, label, parts };
        let name = format!("account-{}-{}", owner.username, first.code());
        let texts = [&own, &institutions];
        self.notices_for(&owner, &name, &Reason::NoticeAccount, texts, &details)
    }

    /// The notices for a change that could shut a user out of their account.
    pub fn notices_of_account(&self, owner: Owner<'_>, did: &Reason) -> Vec<outbox::Notice> {
        let (username, what) = (owner.username, Box::new(did.clone()));
        let own = Reason::NoticeOfOwnAccount { what: what.clone() };
        let institutions = Reason::NoticeOfAccount {
            username: username.to_owned(),
            what,
        };
        let details = json!({ "event": "account_changed", "username": username, "code": did.code() });
        // Two changes at once are two notices.
        let name = format!("account-{username}-{}", did.code());
        let texts = [&own, &institutions];
        self.notices_for(&owner, &name, &Reason::NoticeAccount, texts, &details)
    }

    /// Sends notices without storing them, since the database cannot. True if each channel took its notice, or there is
    /// none.
    async fn send_at_once(&self, notices: &[outbox::Notice]) -> bool {
        let Some(notifier) = &self.notifier else { return true };
        let mut arrived = true;
        for kept in notices {
            let Some(channel) = Channel::parse(&kept.channel) else {
                continue;
            };
            if let Err(error) = notifier.send(channel, &notice(kept)).await {
                tracing::warn!(channel = kept.channel, %error, "a notice did not arrive");
                arrived = false;
            }
        }
        arrived
    }

    /// Checks again and again whether a full disk has room, and sends a notice when it fills up and when it has room again.
    /// Ends when the process is told to stop.
    pub fn watch_disk(self) -> BoxFuture<'static, ()> {
        async move {
            let mut looks = tokio::time::interval(LOOK);
            looks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
            let mut reported_full = false;
            // A channel that fails makes the next try wait longer: the others get the notice again with it.
            let (mut pause, mut next) = (LOOK, Instant::now());
            while self.stop.run_until_cancelled(looks.tick()).await.is_some() {
                let written = match self.store().disk_is_full() {
                    true => self.store().try_writing().await,
                    false => Ok(()),
                };
                let is_full = match written {
                    Ok(()) => false,
                    Err(error) if error.is_disk_full() => true,
                    // Another failure tells nothing about the disk.
                    Err(_) => continue,
                };
                if is_full == reported_full {
                    // A disk that fills up later is reported at once.
                    (pause, next) = (LOOK, Instant::now());
                    continue;
                }
                if Instant::now() < next {
                    continue;
                }
                let (name, subject, text) = match is_full {
                    true => ("disk-full", Reason::NoticeDiskFull, Reason::NoticeOfDiskFull),
                    false => ("disk-room", Reason::NoticeDiskRoom, Reason::NoticeOfDiskRoom),
                };
                let details = json!({ "event": name.replace('-', "_"), "message": text.to_string() });
                if self.send_at_once(&self.notices(name, &subject, &text, &details)).await {
                    reported_full = is_full;
                } else {
                    next = Instant::now() + pause;
                    pause = Duration::min(pause * 2, Duration::from_millis(LONGEST_PAUSE.unsigned_abs()));
                }
            }
        }
        .boxed()
    }

    /// Sends waiting notices until the process is told to stop.
    pub fn keep_telling(self) -> BoxFuture<'static, ()> {
        async move {
            let mut looks = tokio::time::interval(LOOK);
            looks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
            while self.stop.run_until_cancelled(looks.tick()).await.is_some() {
                if let Err(error) = self.tell(self.store().now()).await {
                    tracing::warn!(%error, "looking for notices failed");
                }
            }
        }
        .boxed()
    }

    /// Sends the notices that wait at `now`. Returns how many arrived.
    pub async fn tell(&self, now: Timestamp) -> Result<usize> {
        let Some(notifier) = &self.notifier else { return Ok(0) };
        let (store, at) = (self.store(), now.as_millisecond());
        let mut arrived = 0;
        for waiting in store.waiting_notices(at, AT_ONCE).await? {
            if !store.take_notice(&waiting, at).await? {
                continue;
            }
            let outbox::Notice { channel, name, .. } = &waiting.notice;
            let sent = match Channel::parse(channel) {
                Some(channel) => notifier
                    .send(channel, &notice(&waiting.notice))
                    .await
                    .map_err(|error| error.to_string()),
                None => Err("unknown channel".to_owned()),
            };
            match sent {
                Ok(()) => {
                    arrived += 1;
                    store.end_notice(waiting.id, at).await?;
                }
                Err(error) => {
                    let next = next_try(&waiting, at);
                    tracing::warn!(
                        channel,
                        name,
                        error,
                        given_up = next.is_none(),
                        "a notice did not arrive"
                    );
                    store.postpone_notice(waiting.id, at, next, &error).await?;
                }
            }
        }
        Ok(arrived)
    }
}

/// Address and device of a location.
fn location_texts(location: &Location) -> (String, String) {
    let unknown = || Reason::UnknownLocation.to_string();
    let [address, device] = [&location.address, &location.device].map(|part| part.clone().unwrap_or_else(unknown));
    (address, device)
}

/// The details of an event at a location, for programs.
fn location_details(event: &str, owner: &Owner<'_>, location: &Location) -> Value {
    json!({ "event": event, "username": owner.username, "address": location.address, "device": location.device })
}

fn notice(kept: &outbox::Notice) -> Notice {
    Notice {
        name: kept.name.clone(),
        subject: kept.subject.clone(),
        text: kept.text.clone(),
        details: serde_json::from_str(&kept.details).unwrap_or_default(),
        to: kept.recipient.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waiting(attempts: i64) -> Waiting {
        Waiting {
            id: 1,
            attempts,
            created_at: 0,
            notice: outbox::Notice {
                channel: "mail".to_owned(),
                name: "1-job-1".to_owned(),
                subject: String::new(),
                text: String::new(),
                details: "{}".to_owned(),
                recipient: None,
            },
        }
    }

    #[test]
    fn notice_retries_back_off_and_end_after_a_day() {
        const MINUTE: i64 = 60_000;
        let pauses: Vec<_> = (0..8).map(|attempts| next_try(&waiting(attempts), 0)).collect();
        let expected = [1, 2, 4, 8, 16, 32, 60, 60].map(|minutes| Some(minutes * MINUTE));
        assert_eq!(pauses, expected);
        assert_eq!(next_try(&waiting(30), 23 * 60 * MINUTE), Some(GIVEN_UP_AFTER));
        assert_eq!(next_try(&waiting(31), 23 * 60 * MINUTE + 1), None);
    }
}

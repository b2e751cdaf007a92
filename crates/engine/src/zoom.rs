//! Zoom attendance: imports the reports of past meetings, and turns Zoom's reports and events into observations.

use crate::{
    EngineError, ImportTask, Plan, PlanRow, Result, Run, Task,
    in_flight::InFlight,
    sentences::{date, parts, rows_of},
};
use jiff::{Timestamp, ToSpan, civil::Date, tz::TimeZone};
use selaras_reasons::Reason;
use selaras_store::{
    attendance::Participation,
    jobs::{Counts, Line, Outcome, RowKey, Subject},
    observations::{MeetingEnd, Observation},
};
use selaras_zoom::{Event, List, Meeting, OddEntry, Participant, Presence, User, Zoom, ZoomError};
use std::{
    collections::{BTreeMap, HashSet},
    sync::Arc,
};

/// The kind of an import's job.
const ZOOM: &str = Subject::Zoom.as_str();
/// Calls to Zoom in flight. Reports are in Zoom's heaviest rate class, in which the smallest account may make ten calls a
/// second.
const REQUESTS: usize = 4;
/// Milliseconds of a day.
const DAY: i64 = 86_400_000;
/// After so many unanswered calls in a row, the import gives up.
const ENOUGH: usize = 5;

/// The task of the import.
fn asked(run: &Run) -> Result<&ImportTask> {
    match &run.task {
        Task::Import(task) => Ok(task),
        _ => Err(EngineError::Refused(Reason::ImportDatesUnknown)),
    }
}

/// The day of an instant as Zoom counts days.
fn day(milliseconds: i64) -> Date {
    let instant = Timestamp::from_millisecond(milliseconds).unwrap_or_default();
    instant.to_zoned(TimeZone::UTC).date()
}

/// The row key of a meeting's line, or of the line of a user without readable meetings.
fn line_of(id: &str) -> RowKey {
    RowKey::named(ZOOM, id)
}

fn connected(run: &Run) -> Result<Zoom> {
    let unconnected = || EngineError::Refused(Reason::ZoomNotConnected);
    run.zoom.clone().ok_or_else(unconnected)
}

/// The label of a meeting: its topic, and its day on the campus.
fn label(run: &Run, meeting: &Meeting) -> Result<String> {
    let task = asked(run)?;
    let days = (meeting.start_time.as_millisecond() - task.began().start) / DAY;
    let day = task.first.saturating_add(days.days());
    Ok(format!("{} ({})", meeting.topic, day.strftime("%-d-%-m-%Y")))
}

/// Runs an import. Returns its outcome as one sentence.
pub(crate) async fn run(run: Arc<Run>) -> Result<Reason> {
    let zoom = connected(&run)?;
    let ImportTask {
        first, last, failed_in, ..
    } = asked(&run)?.clone();
    let wanted = match failed_in {
        Some(job) => Some(run.store.keys_with(job, ZOOM, &[Outcome::Failed]).await?),
        None => None,
    };
    // Rows of an earlier, interrupted attempt of this job are counted already.
    let done = run
        .store
        .keys_with(run.job()?, ZOOM, &[Outcome::Created, Outcome::Updated])
        .await?;
    let meetings = meetings(&run, &zoom, wanted.as_ref()).await?;
    let unread: Vec<_> = meetings.unread.into_iter().map(Unread::line).collect();
    let failed = i64::try_from(unread.len()).unwrap_or_default();
    let counts = Counts::of(Outcome::Failed, failed);
    run.store.report(run.job()?, ZOOM, &unread, &counts).await?;
    let total = i64::try_from(meetings.found.len()).unwrap_or_default() + failed;
    run.store.set_job_total(run.job()?, total).await?;
    let mut unanswered = Unanswered::default();
    let mut calls = InFlight::new(REQUESTS);
    for meeting in meetings.found.into_values() {
        run.checkpoint()?;
        if done.contains(&line_of(&meeting.uuid).hash) {
            continue;
        }
        if let Some(ended) = calls.room().await {
            unanswered.count(ended?)?;
        }
        calls.begin(one(Arc::clone(&run), zoom.clone(), meeting));
    }
    while let Some(ended) = calls.next().await {
        run.checkpoint()?;
        unanswered.count(ended?)?;
    }
    Ok(Reason::MeetingsImported {
        first: Box::new(date(first)),
        last: Box::new(date(last)),
        parts: imported(&run).await?,
    })
}

/// What was imported: meetings, then participations.
async fn imported(run: &Run) -> Result<Vec<Reason>> {
    let (meetings, attendance) = (run.counts().await?, run.store.participations_of_job(run.job()?).await?);
    let failed = rows_of(&meetings, Outcome::Failed);
    let read = meetings.done().unsigned_abs() - failed;
    let new = rows_of(&attendance, Outcome::Created);
    let changed = rows_of(&attendance, Outcome::Updated);
    let mut imported = parts(
        [
            (read, Reason::MeetingsRead { rows: read }),
            (failed, Reason::MeetingsNotRead { rows: failed }),
        ],
        Reason::NoMeetings,
    );
    imported.extend(parts(
        [
            (new, Reason::AttendanceNew { rows: new }),
            (changed, Reason::AttendanceChanged { rows: changed }),
        ],
        Reason::NoNewAttendance,
    ));
    Ok(imported)
}

/// The meetings with reports that an import would read. Only the reports have the participants, and reading them is the import
/// itself.
pub(crate) async fn plan(run: Arc<Run>) -> Result<Plan> {
    let zoom = connected(&run)?;
    let Meetings { found, unread } = meetings(&run, &zoom, None).await?;
    let mut plan = run.empty_plan();
    plan.counts.create = i64::try_from(found.len()).unwrap_or_default();
    plan.counts.conflicts = i64::try_from(unread.len()).unwrap_or_default();
    for uuid in found.keys() {
        plan.digest.add([line_of(uuid).hash, 0]);
    }
    let shown = plan.sample();
    let mut found: Vec<_> = found.into_values().collect();
    found.sort_by_key(|meeting| meeting.start_time);
    for meeting in found.iter().take(shown) {
        let row = PlanRow::named(meeting.uuid.clone(), label(&run, meeting)?);
        plan.rows.create.push(row);
    }
    plan.rows.conflicts = unread.into_iter().take(shown).map(Unread::row).collect();
    Ok(plan)
}

/// Counts unanswered calls in a row.
#[derive(Default)]
struct Unanswered(usize);

impl Unanswered {
    /// Adds the result of a call; too many unanswered calls are an error.
    fn count(&mut self, missed: Option<ZoomError>) -> Result<()> {
        match missed {
            None => self.0 = 0,
            Some(error) => {
                self.0 += 1;
                if self.0 >= ENOUGH {
                    return Err(error.into());
                }
            }
        }
        Ok(())
    }
}

/// The meetings to import.
struct Meetings {
    found: BTreeMap<String, Meeting>,
    unread: Vec<Unread>,
}

/// A meeting that could not be read, or a user with such meetings.
struct Unread {
    /// Zoom's id of what a retry reads again.
    id: String,
    label: String,
    reason: Reason,
}

impl Unread {
    /// A meeting without a UUID is read again with the other meetings of its host.
    fn meeting(host: &User, odd: OddEntry) -> Self {
        let id = if odd.id.is_empty() { host.id.clone() } else { odd.id };
        Self {
            id,
            label: format!("{} ({})", odd.label, host.email),
            reason: Reason::MeetingLeftOut {
                message: Box::new(odd.reason),
            },
        }
    }

    fn user(odd: OddEntry) -> Self {
        Self {
            id: odd.id,
            label: odd.label,
            reason: Reason::HostLeftOut {
                message: Box::new(odd.reason),
            },
        }
    }

    fn line(self) -> Line {
        Line::on(line_of(&self.id), Outcome::Failed, self.id)
            .label(self.label)
            .because(self.reason)
    }

    fn row(self) -> PlanRow {
        PlanRow::named(self.id, self.label).because(self.reason)
    }
}

/// The meetings of all users in the report. `wanted` limits them to these meetings, or to meetings of these hosts.
async fn meetings(run: &Arc<Run>, zoom: &Zoom, wanted: Option<&HashSet<i64>>) -> Result<Meetings> {
    let range = asked(run)?.began();
    let (first, last) = (day(range.start), day(range.end - 1));
    let is_wanted = |id: &str| wanted.is_none_or(|wanted| wanted.contains(&line_of(id).hash));
    let users = zoom.users().await?;
    let odd = users.odd.into_iter().filter(|odd| is_wanted(&odd.id));
    let mut meetings = Meetings {
        found: BTreeMap::new(),
        unread: odd.map(Unread::user).collect(),
    };
    let mut unanswered = Unanswered::default();
    let mut calls = InFlight::new(REQUESTS);
    let mut users = users.read.into_iter();
    loop {
        run.checkpoint()?;
        let next = users.next();
        let ended = match &next {
            Some(_) => calls.room().await,
            None => calls.next().await,
        };
        let finished = ended.is_none() && next.is_none();
        if let Some(ended) = ended {
            let (user, found): (User, std::result::Result<List<Meeting>, _>) = ended?;
            match found {
                Ok(found) => {
                    unanswered.count(None)?;
                    let by_host = is_wanted(&user.id);
                    for meeting in found.read {
                        let is_wanted = by_host || is_wanted(&meeting.uuid);
                        if is_wanted && range.contains(&meeting.start_time.as_millisecond()) {
                            meetings.found.insert(meeting.uuid.clone(), meeting);
                        }
                    }
                    let odd = found.odd.into_iter().filter(|odd| by_host || is_wanted(&odd.id));
                    meetings.unread.extend(odd.map(|odd| Unread::meeting(&user, odd)));
                }
                Err(error) => {
                    let (reason, missed) = of_one_call(error)?;
                    meetings.unread.push(Unread {
                        id: user.id,
                        label: user.email,
                        reason,
                    });
                    unanswered.count(missed)?;
                }
            }
        }
        if finished {
            return Ok(meetings);
        }
        if let Some(user) = next {
            let zoom = zoom.clone();
            calls.begin(async move {
                let found = zoom.meetings(&user, first, last).await;
                Ok((user, found))
            });
        }
    }
}

/// Imports one meeting. Returns the error if Zoom did not answer.
async fn one(run: Arc<Run>, zoom: Zoom, meeting: Meeting) -> Result<Option<ZoomError>> {
    let label = label(&run, &meeting)?;
    match zoom.participants(&meeting.uuid).await {
        Ok(List { read, odd }) => {
            let observations: Vec<_> = read
                .into_iter()
                .map(|participant| reported(&meeting, participant))
                .collect();
            let line = Line::on(line_of(&meeting.uuid), Outcome::Unchanged, meeting.uuid).label(label);
            run.checkpoint()?;
            run.store
                .keep_report(run.job()?, line, &observations, left_out(odd))
                .await?;
            Ok(None)
        }
        Err(error) => failed(&run, &meeting.uuid, label, error).await,
    }
}

/// The reason of a meeting with participants that could not be read; `None` if there are none.
fn left_out(odd: Vec<OddEntry>) -> Option<Reason> {
    let name = |label: String, id: String| {
        let known = [label, id].into_iter().find(|text| !text.is_empty());
        known.unwrap_or_else(|| "-".to_owned())
    };
    let found: Vec<_> = odd
        .into_iter()
        .map(|OddEntry { id, label, reason }| Reason::ParticipantLeftOut {
            name: name(label, id),
            why: Box::new(reason),
        })
        .collect();
    (!found.is_empty()).then_some(Reason::ParticipantsLeftOut {
        count: found.len() as u64,
        found,
    })
}

/// Writes a line for a failure that need not concern other calls. Returns the error if Zoom did not answer.
async fn failed(run: &Run, key: &str, label: String, error: ZoomError) -> Result<Option<ZoomError>> {
    let (reason, missed) = of_one_call(error)?;
    let counts = Counts::of(Outcome::Failed, 1);
    let line = Line::on(line_of(key), Outcome::Failed, key.to_owned())
        .label(label)
        .because(reason);
    run.store.report(run.job()?, ZOOM, &[line], &counts).await?;
    Ok(missed)
}

/// The reason of a failure that need not concern other calls, and the error if Zoom did not answer.
fn of_one_call(error: ZoomError) -> Result<(Reason, Option<ZoomError>)> {
    let silent = matches!(error, ZoomError::Unreachable(_));
    if !silent && !error.is_of_one_call() {
        return Err(error.into());
    }
    Ok((Reason::from(&error), silent.then_some(error)))
}

fn reported(meeting: &Meeting, participant: Participant) -> Observation {
    Observation {
        participation: Participation {
            meeting_id: meeting.id.clone(),
            topic: meeting.topic.clone(),
            meeting_start: meeting.start_time.as_millisecond(),
            meeting_end: meeting.end_time.map(Timestamp::as_millisecond),
            username: participant.name,
            email: participant.email,
            join_time: participant.join_time.as_millisecond(),
            leave_time: participant.leave_time.map(Timestamp::as_millisecond),
            leave_reason: String::new(),
            join_guessed: false,
            person: None,
        },
        meeting_uuid: meeting.uuid.clone(),
        participant: participant.participant,
        reported: true,
    }
}

/// What an event says about attendance.
pub(crate) enum AttendanceEvent {
    /// A participant came or left.
    Observation(Box<Observation>),
    /// A meeting ended.
    End(MeetingEnd),
    /// Nothing.
    Nothing,
}

/// What an event says about attendance.
pub(crate) fn attendance_event(event: Event) -> AttendanceEvent {
    match event {
        Event::Joined(presence) => AttendanceEvent::Observation(Box::new(seen(presence, false))),
        Event::Left(presence) => AttendanceEvent::Observation(Box::new(seen(presence, true))),
        Event::Ended { uuid, at } => AttendanceEvent::End(MeetingEnd {
            uuid,
            at: at.as_millisecond(),
        }),
        Event::Validation { .. } | Event::Other(_) => AttendanceEvent::Nothing,
    }
}

fn seen(presence: Presence, leaving: bool) -> Observation {
    let at = presence.at.as_millisecond();
    Observation {
        participation: Participation {
            meeting_id: presence.meeting_id,
            topic: presence.topic,
            meeting_start: presence.start.map_or(at, Timestamp::as_millisecond),
            meeting_end: None,
            username: presence.name,
            email: presence.email,
            join_time: at,
            leave_time: leaving.then_some(at),
            leave_reason: presence.reason,
            join_guessed: leaving,
            person: None,
        },
        meeting_uuid: presence.uuid,
        participant: presence.participant,
        reported: false,
    }
}

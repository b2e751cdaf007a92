//! Attendance of a class at its Zoom meetings, as JSON and as an Excel file.

use super::{attendance::zone, prefix::MAIN};
use crate::{
    ApiError, App,
    body::Fields,
    document::{Call, Routes, integer, route, text},
    error::shown,
    excel::{self, Head},
    language::Reader,
    reply::{self, Told},
    server::Turn,
    session::Actor,
};
use axum::{
    extract::{Path, State},
    response::Response,
};
use jiff::{Timestamp, civil::DateTime, tz::TimeZone};
use rust_xlsxwriter::{Format, Worksheet, XlsxError};
use selaras_engine::person::{
    Attendee, ClassAttendance,
    seen::{ClassNamed, Who},
};
use selaras_kinds::{Kind, kelas::Kelas, value};
use selaras_reasons::{Language, Reason, Word};
use selaras_store::meetings::Held;
use serde::Serialize;
use std::convert::Infallible;
use utoipa::ToSchema;

/// Attendance of a class, by meeting and person.
#[derive(Serialize, ToSchema)]
#[schema(as = ClassRecap)]
struct Recap {
    class: ClassNamed,
    /// The latest meetings, oldest first.
    meetings: Vec<Meeting>,
    /// True if older meetings are left out.
    more: bool,
    /// The least minutes in a meeting that count as attendance; 0 if each attendance counts.
    least_minutes: u64,
    /// The members of the class, then other participants.
    people: Vec<AttendeeRow>,
}

#[derive(Serialize, ToSchema)]
#[schema(as = ClassMeeting)]
struct Meeting {
    meeting_id: String,
    topic: String,
    /// Day and time in the campus's time zone.
    date: String,
    start: String,
    /// Members of the class who attended.
    present: usize,
    /// Known participants who are not members.
    others: usize,
    /// Participants that match no known person.
    unknown: usize,
}

#[derive(Serialize, ToSchema)]
#[schema(as = ClassAttendee)]
struct AttendeeRow {
    person: Who,
    /// True for members of the class.
    member: bool,
    /// Per meeting, true if the person attended, for at least the minutes that the class asks for.
    attended: Vec<bool>,
    /// Per meeting, how long the person was there; `None` if they were not.
    stays: Vec<Option<Stay>>,
    meetings: usize,
    /// Attended meetings, in percent of all meetings.
    share: usize,
    /// Total attendance in whole minutes, as far as it is known. Time on two devices at once counts once.
    minutes: i64,
}

/// How long a person was in a meeting.
#[derive(Serialize, ToSchema)]
#[schema(as = ClassStay)]
struct Stay {
    /// Whole minutes, as far as they are known.
    minutes: i64,
    /// True if a coming or a leaving is unknown, so that the person was there for longer.
    longer: bool,
}

impl Stay {
    /// Says how long it was, for a stay that does not count.
    fn too_short(&self) -> Reason {
        let minutes = self.minutes.unsigned_abs();
        match self.longer {
            true => Reason::MinutesThereOrMore { minutes },
            false => Reason::MinutesThere { minutes },
        }
    }
}

/// The most that a class can ask for: a day.
const MOST_MINUTES: u64 = 24 * 60;

pub(crate) fn routes() -> Routes<App> {
    let path = format!("{MAIN}/classes/{{class}}/attendance");
    let read = Call::get(&path, "Kehadiran Zoom satu kelas")
        .tag("Zoom")
        .path("class", text())
        .gives_one::<Recap>();
    let file = Call::get(format!("{path}.xlsx"), "Kehadiran Zoom satu kelas sebagai berkas Excel")
        .tag("Zoom")
        .path("class", text())
        .gives_file(excel::XLSX);
    let rule = Call::put(&path, "Menit paling sedikit agar dihitung hadir di rapat satu kelas")
        .tag("Zoom")
        .path("class", text())
        .body(&[("least_minutes", integer()), ("name", text())], &["least_minutes"])
        .gives::<Told>();
    Routes::new()
        .with(route(read, self::read))
        .with(route(rule, self::set_least_minutes))
        .with(route(file, self::file))
}

async fn found(app: &App, number: &str) -> Result<ClassAttendance, ApiError> {
    let missing = || ApiError::NotFound(Reason::NoSuchClass { number: shown(number) });
    app.engine.class_attendance(number).await?.ok_or_else(missing)
}

fn local(held: &Held, zone: &TimeZone) -> DateTime {
    let time = Timestamp::from_millisecond(held.start).unwrap_or_default();
    time.to_zoned(zone.clone()).datetime()
}

fn percent(part: usize, of: usize) -> usize {
    (part * 100 + of / 2).checked_div(of).unwrap_or_default()
}

async fn read(State(app): State<App>, Path(number): Path<String>) -> Result<Response, ApiError> {
    let zone = zone(&app)?;
    let found = found(&app, &number).await?;
    let held = found.meetings.iter().enumerate().map(|(at, held)| {
        let start = local(held, &zone);
        let there = |is_member: bool| {
            let those = found.people.iter().filter(|attendee| attendee.is_member == is_member);
            those.filter(|attendee| has_attended(&found, attendee, at)).count()
        };
        Meeting {
            meeting_id: held.meeting_id.clone(),
            topic: held.topic.clone(),
            date: start.date().to_string(),
            start: start.strftime("%H:%M").to_string(),
            present: there(true),
            others: there(false),
            unknown: held.strangers,
        }
    });
    let held: Vec<_> = held.collect();
    Ok(reply::one(Recap {
        class: ClassNamed {
            number: Some(value(&found.class.row, Kelas::OBJECT_KEY).to_owned()),
            label: found.class.row.label(),
        },
        more: found.more,
        least_minutes: found.least_minutes,
        people: found
            .people
            .iter()
            .map(|attendee| attendee_row(&found, attendee))
            .collect(),
        meetings: held,
    }))
}

/// True if a person attended the meeting at this index.
fn has_attended(found: &ClassAttendance, attendee: &Attendee, at: usize) -> bool {
    attendee.meetings.get(&at).is_some_and(|there| found.counts(*there))
}

fn attendee_row(found: &ClassAttendance, attendee: &Attendee) -> AttendeeRow {
    let meetings = found.meetings.len();
    let attended: Vec<_> = (0..meetings).map(|at| has_attended(found, attendee, at)).collect();
    let count = attended.iter().filter(|attended| **attended).count();
    let stay = |at| {
        let there = attendee.meetings.get(&at)?;
        Some(Stay {
            minutes: there.milliseconds / 60_000,
            longer: there.longer,
        })
    };
    AttendeeRow {
        attended,
        stays: (0..meetings).map(stay).collect(),
        share: percent(count, meetings),
        minutes: attendee.meetings.values().map(|there| there.milliseconds).sum::<i64>() / 60_000,
        meetings: count,
        member: attendee.is_member,
        person: attendee.who.clone(),
    }
}

async fn set_least_minutes(
    State(app): State<App>,
    Path(number): Path<String>,
    actor: Actor,
    body: Fields,
) -> Result<Response, ApiError> {
    let typed = body.number("least_minutes")?;
    let out_of_range = || ApiError::field("least_minutes", Reason::MinutesOutOfRange { most: MOST_MINUTES });
    let minutes = u64::try_from(typed).ok().filter(|minutes| *minutes <= MOST_MINUTES);
    let minutes = minutes.ok_or_else(out_of_range)?;
    let class = found(&app, &number).await?.class.row;
    let label = class.label();
    let (log, told) = match minutes {
        0 => (
            Reason::DidRemoveLeastMinutes { label: label.clone() },
            Reason::LeastMinutesOff { label },
        ),
        _ => (
            Reason::DidSetLeastMinutes {
                label: label.clone(),
                minutes,
            },
            Reason::LeastMinutesSet { label, minutes },
        ),
    };
    let class = value(&class, Kelas::OBJECT_KEY);
    let store = app.engine.store();
    store.set_least_minutes(class, minutes, actor.by(), &log).await?;
    Ok(reply::sentence(told))
}

/// Columns before the meetings: header, and width in characters.
const COLUMNS: [(Word, f64); 5] = [
    (Word::HeaderPersonNumber, 14.0),
    (Word::HeaderName, 32.0),
    (Word::HeaderAttended, 8.0),
    (Word::HeaderShare, 8.0),
    (Word::HeaderDuration, 10.0),
];

async fn file(
    State(app): State<App>,
    Reader(language): Reader,
    turn: Turn,
    Path(number): Path<String>,
) -> Result<Response, ApiError> {
    let zone = zone(&app)?;
    let found = found(&app, &number).await?;
    let days: Vec<_> = found.meetings.iter().map(|held| local(held, &zone)).collect();
    let safe: String = number
        .chars()
        .filter(|sign| sign.is_ascii_alphanumeric() || *sign == '-')
        .collect();
    let name = format!("kehadiran-{safe}.xlsx");
    let rows: Vec<_> = found
        .people
        .iter()
        .map(|attendee| Ok::<_, Infallible>(attendee_row(&found, attendee)))
        .collect();
    let rows = futures::stream::iter(rows);
    app.excel
        .file(&turn, rows, &name, move |rows, file| {
            let head = Head {
                name: Word::SheetOfAttendance,
                fields: &[],
                columns: &COLUMNS,
                moments: &days,
                language,
            };
            let formats = Formats {
                share: Format::new().set_num_format("0%"),
                duration: Format::new().set_num_format("[h]:mm"),
            };
            excel::sheet(&head, rows, file, |sheet, at, attendee| {
                write(sheet, at, &attendee, &formats, language)
            })
        })
        .await
}

struct Formats {
    share: Format,
    duration: Format,
}

fn write(
    sheet: &mut Worksheet,
    at: u32,
    attendee: &AttendeeRow,
    formats: &Formats,
    language: Language,
) -> Result<(), XlsxError> {
    sheet.write_string(at, 0, &attendee.person.number)?;
    sheet.write_string(at, 1, &attendee.person.label)?;
    sheet.write_number(at, 2, attendee.meetings as f64)?;
    let meetings = attendee.attended.len();
    if meetings > 0 {
        let share = attendee.meetings as f64 / meetings as f64;
        sheet.write_number_with_format(at, 3, share, &formats.share)?;
    }
    // A duration is a number of days.
    let stayed = attendee.minutes as f64 / (24.0 * 60.0);
    sheet.write_number_with_format(at, 4, stayed, &formats.duration)?;
    let cells = attendee.attended.iter().zip(&attendee.stays);
    for (column, (attended, stay)) in (COLUMNS.len() as u16..).zip(cells) {
        match stay {
            _ if *attended => sheet.write_string(at, column, Word::Present.said(language))?,
            Some(stay) => sheet.write_string(at, column, stay.too_short().sentence(language))?,
            None => sheet,
        };
    }
    Ok(())
}

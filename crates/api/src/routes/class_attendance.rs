//! Attendance of a class at its Zoom meetings, as JSON and as an Excel file.

use super::{attendance::zone, prefix::MAIN};
use crate::{
    ApiError, App,
    document::{Call, Routes, route, text},
    error::shown,
    excel::{self, Head},
    language::Reader,
    reply,
    server::Turn,
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
    /// Per meeting, true if the person attended.
    attended: Vec<bool>,
    meetings: usize,
    /// Attended meetings, in percent of all meetings.
    share: usize,
    /// Total attendance in whole minutes, as far as it is known. Time on two devices at once counts once.
    minutes: i64,
}

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
    Routes::new()
        .with(route(read, self::read))
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
    let ClassAttendance {
        class,
        meetings,
        more,
        people,
    } = found(&app, &number).await?;
    let held = meetings.iter().enumerate().map(|(at, held)| {
        let start = local(held, &zone);
        let there = |is_member: bool| {
            let those = people.iter().filter(|attendee| attendee.is_member == is_member);
            those.filter(|attendee| attendee.meetings.contains_key(&at)).count()
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
            number: Some(value(&class.row, Kelas::OBJECT_KEY).to_owned()),
            label: class.row.label(),
        },
        more,
        people: people
            .into_iter()
            .map(|attendee| attendee_row(attendee, held.len()))
            .collect(),
        meetings: held,
    }))
}

fn attendee_row(attendee: Attendee, meetings: usize) -> AttendeeRow {
    let there = attendee.meetings.len();
    AttendeeRow {
        attended: (0..meetings).map(|at| attendee.meetings.contains_key(&at)).collect(),
        share: percent(there, meetings),
        minutes: milliseconds(&attendee) / 60_000,
        meetings: there,
        member: attendee.is_member,
        person: attendee.who,
    }
}

/// The time in all meetings, as far as it is known.
fn milliseconds(attendee: &Attendee) -> i64 {
    attendee.meetings.values().map(|there| there.milliseconds).sum()
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
    let rows = futures::stream::iter(found.people.into_iter().map(Ok::<_, Infallible>));
    app.excel
        .file(&turn, rows, &name, move |rows, file| {
            let head = Head {
                name: Word::SheetOfAttendance,
                columns: &COLUMNS,
                moments: &days,
                language,
            };
            let formats = Formats {
                share: Format::new().set_num_format("0%"),
                duration: Format::new().set_num_format("[h]:mm"),
            };
            excel::sheet(&head, rows, file, |sheet, at, attendee| {
                row(sheet, at, &attendee, days.len(), &formats, language)
            })
        })
        .await
}

struct Formats {
    share: Format,
    duration: Format,
}

fn row(
    sheet: &mut Worksheet,
    at: u32,
    attendee: &Attendee,
    meetings: usize,
    formats: &Formats,
    language: Language,
) -> Result<(), XlsxError> {
    sheet.write_string(at, 0, &attendee.who.number)?;
    sheet.write_string(at, 1, &attendee.who.label)?;
    let there = attendee.meetings.len();
    sheet.write_number(at, 2, there as f64)?;
    if meetings > 0 {
        sheet.write_number_with_format(at, 3, there as f64 / meetings as f64, &formats.share)?;
    }
    // A duration is a number of days.
    let stayed = milliseconds(attendee) as f64 / 86_400_000.0;
    sheet.write_number_with_format(at, 4, stayed, &formats.duration)?;
    for (column, meeting) in (COLUMNS.len() as u16..).zip(0..meetings) {
        if attendee.meetings.contains_key(&meeting) {
            sheet.write_string(at, column, Word::Present.said(language))?;
        }
    }
    Ok(())
}

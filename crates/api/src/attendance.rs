//! Attendance at Zoom meetings for display: local times, and a remark for each participation.

use crate::ApiError;
use jiff::{
    Span, Timestamp,
    civil::{Date, DateTime},
    tz::TimeZone,
};
use selaras_reasons::{Language, Reason};
use selaras_store::attendance::{Participation, PersonRef};
use serde::Serialize;
use std::ops::Range;
use utoipa::ToSchema;

/// The requested days, both included, in the campus's time zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Days {
    pub(crate) first: Date,
    pub(crate) last: Date,
}

impl Days {
    /// A range of days.
    pub(crate) fn new(first: Date, last: Date) -> Result<Self, ApiError> {
        if last < first {
            return Err(ApiError::field("end_date", Reason::DatesReversed));
        }
        Ok(Self { first, last })
    }

    /// Their instants, in milliseconds since 1970.
    pub(crate) fn instants(self, zone: &TimeZone) -> Result<Range<i64>, ApiError> {
        let begins = |day: Date| Some(day.to_zoned(zone.clone()).ok()?.timestamp().as_millisecond());
        let after = self.last.checked_add(Span::new().days(1)).ok();
        match (begins(self.first), after.and_then(begins)) {
            (Some(from), Some(to)) => Ok(from..to),
            _ => Err(ApiError::field("start_date", Reason::DatesOutOfRange)),
        }
    }
}

/// Reads a date as the pages send it: `2026-11-1`, with or without leading zeros.
pub(crate) fn day(text: &str) -> Option<Date> {
    let mut parts = text.splitn(3, '-').map(str::parse::<i16>);
    let (year, month, day) = (parts.next()?.ok()?, parts.next()?.ok()?, parts.next()?.ok()?);
    Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
}

/// A participation with local times.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Attendance {
    pub(crate) participation: Participation,
    pub(crate) start_meeting: DateTime,
    pub(crate) end_meeting: Option<DateTime>,
    pub(crate) join_time: Option<DateTime>,
    pub(crate) leave_time: Option<DateTime>,
}

/// An attendance, as the browser gets it (specification, section 3). Unknown values are empty.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Attendance)]
pub(crate) struct AttendanceRow {
    id: u64,
    username: String,
    /// The person at the campus; `None` if unknown.
    #[schema(required)]
    person: Option<PersonRef>,
    email: String,
    meeting_id: String,
    topic: String,
    date_meeting: String,
    start_meeting: String,
    end_meeting: String,
    join_time: String,
    leave_time: String,
    leave_reason: String,
    duration_join: String,
    keterangan: String,
}

impl Attendance {
    pub(crate) fn new(participation: Participation, zone: &TimeZone) -> Self {
        let local = |milliseconds: i64| {
            let time = Timestamp::from_millisecond(milliseconds).unwrap_or_default();
            time.to_zoned(zone.clone()).datetime()
        };
        Self {
            start_meeting: local(participation.meeting_start),
            end_meeting: participation.meeting_end.map(local),
            join_time: (!participation.join_guessed).then(|| local(participation.join_time)),
            leave_time: participation.leave_time.map(local),
            participation,
        }
    }

    /// Duration in seconds; `None` while it lasts, or if its start is unknown.
    pub(crate) fn seconds(&self) -> Option<i64> {
        self.join_time?;
        Some((self.participation.leave_time? - self.participation.join_time).max(0) / 1000)
    }

    /// The remark on a participation (contract, section 5).
    pub(crate) fn keterangan(&self) -> Reason {
        let minutes = |from: i64, to: i64| u64::try_from((to - from) / 60_000).ok().filter(|minutes| *minutes > 0);
        let late = self
            .join_time
            .and_then(|_| minutes(self.participation.meeting_start, self.participation.join_time))
            .map(|minutes| Reason::CameLate { minutes });
        let early = match (self.participation.leave_time, self.participation.meeting_end) {
            (Some(left), Some(end)) => minutes(left, end).map(|minutes| Reason::LeftEarly { minutes }),
            _ => None,
        };
        match (late, early) {
            (None, None) => Reason::Attended,
            (late, early) => Reason::AttendedPartly {
                parts: [late, early].into_iter().flatten().collect(),
            },
        }
    }

    /// The row at a position of the list (from 1), in a language.
    pub(crate) fn row(self, id: u64, language: Language) -> AttendanceRow {
        let clock = |time: DateTime| time.strftime("%H:%M:%S").to_string();
        let duration = self.seconds();
        AttendanceRow {
            id,
            date_meeting: self.start_meeting.date().to_string(),
            start_meeting: clock(self.start_meeting),
            end_meeting: self.end_meeting.map(clock).unwrap_or_default(),
            join_time: self.join_time.map(clock).unwrap_or_default(),
            leave_time: self.leave_time.map(clock).unwrap_or_default(),
            duration_join: duration.map(hours).unwrap_or_default(),
            keterangan: self.keterangan().sentence(language),
            username: self.participation.username,
            person: self.participation.person,
            email: self.participation.email,
            meeting_id: self.participation.meeting_id,
            topic: self.participation.topic,
            leave_reason: self.participation.leave_reason,
        }
    }
}

/// `1:05:09`.
fn hours(seconds: i64) -> String {
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    const MINUTE: i64 = 60_000;

    fn attendance(join: i64, leave: Option<i64>) -> Attendance {
        let participation = Participation {
            meeting_end: Some(100 * MINUTE),
            join_time: join,
            leave_time: leave,
            ..Participation::default()
        };
        Attendance::new(participation, &TimeZone::get("Asia/Jakarta").unwrap())
    }

    #[test]
    fn present_from_first_to_last_minute_counts_as_present() {
        assert_eq!(
            attendance(MINUTE - 1, Some(99 * MINUTE + 1)).keterangan().to_string(),
            "hadir"
        );
    }

    #[test]
    fn lateness_and_early_leaving_are_shown_in_minutes() {
        assert_eq!(
            attendance(12 * MINUTE, Some(100 * MINUTE)).keterangan().to_string(),
            "terlambat 12 menit"
        );
        assert_eq!(
            attendance(0, Some(60 * MINUTE)).keterangan().to_string(),
            "keluar lebih awal 40 menit"
        );
        let both = attendance(MINUTE, Some(98 * MINUTE)).keterangan().to_string();
        assert_eq!(both, "terlambat 1 menit, keluar lebih awal 2 menit");
    }

    #[test]
    fn present_participant_has_no_leave_time_or_duration() {
        let row = attendance(0, None).row(1, Language::Indonesian);
        assert_eq!((row.leave_time.as_str(), row.duration_join.as_str()), ("", ""));
        assert_eq!(row.keterangan, "hadir");
    }

    #[test]
    fn attendance_with_guessed_join_has_no_duration() {
        let mut participation = attendance(90 * MINUTE, Some(90 * MINUTE)).participation;
        participation.join_guessed = true;
        let row = Attendance::new(participation, &TimeZone::get("Asia/Jakarta").unwrap()).row(1, Language::Indonesian);
        assert_eq!((row.join_time.as_str(), row.duration_join.as_str()), ("", ""));
        assert_eq!(
            (row.leave_time.as_str(), row.keterangan.as_str()),
            ("08:30:00", "keluar lebih awal 10 menit")
        );
    }

    #[test]
    fn times_are_in_campus_time_zone() {
        let row = attendance(0, Some(65 * MINUTE + 9000)).row(7, Language::Indonesian);
        assert_eq!(
            (row.id, row.date_meeting.as_str(), row.start_meeting.as_str()),
            (7, "1970-01-01", "07:00:00")
        );
        assert_eq!(row.duration_join, "1:05:09");
    }

    #[test]
    fn dates_parse_with_or_without_leading_zeros() {
        assert_eq!(day("2026-11-1"), Some(date(2026, 11, 1)));
        assert_eq!(day("2026-01-09"), Some(date(2026, 1, 9)));
        for wrong in [
            "",
            "2026-11",
            "2026-13-1",
            "2026-2-30",
            "1 Nov 2026",
            "2026-11-1-2",
            "2026-11-1T00:00",
        ] {
            assert_eq!(day(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn days_are_whole_in_campus_time_zone() {
        let days = Days::new(date(2026, 11, 21), date(2026, 11, 21)).unwrap();
        let range = days.instants(&TimeZone::get("Asia/Jakarta").unwrap()).unwrap();
        assert_eq!(range.end - range.start, 24 * 60 * MINUTE);
        assert!(Days::new(date(2026, 11, 21), date(2026, 11, 20)).is_err());
    }
}

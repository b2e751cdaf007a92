//! The meetings of the last month and their participants: some late, some leaving early, some under unknown names.

use base64::{Engine as _, prelude::BASE64_STANDARD};
use jiff::civil::{Date, Weekday};
use jiff::{Span, Timestamp, tz};

use crate::generator::{University, draw, take, topic};

/// The number of days with meetings.
pub(crate) const DAYS: i64 = 30;
const MINUTE: u64 = 60;

/// A past meeting: one class on one day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The UUID of this meeting: base64, which may contain slashes.
    pub uuid: String,
    /// Its number, which all meetings of a class share.
    pub id: u64,
    /// Its topic.
    pub topic: String,
    /// When it began.
    pub start: Timestamp,
    /// When it ended.
    pub end: Timestamp,
    /// The teacher who hosted it.
    pub host: usize,
    /// The class.
    pub class: usize,
    /// The day, at the campus.
    pub day: Date,
    luck: u64,
}

/// One stay of a participant in a meeting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Participant {
    /// Zoom's id of the participant in this meeting; it differs for each join.
    pub user_id: String,
    /// The chosen display name.
    pub name: String,
    /// The e-mail address; empty without a sign-in.
    pub email: String,
    /// The time of joining.
    pub join: Timestamp,
    /// The time of leaving.
    pub leave: Timestamp,
}

/// A teacher's meetings on these days.
pub(crate) fn past_meetings(university: &University, teacher: usize, days: (Date, Date)) -> Vec<Meeting> {
    let mut meetings = Vec::new();
    for class in university
        .classes_led_by(teacher)
        .filter(|class| is_online(university, *class))
    {
        let row = university.class(class);
        let topic = format!("{} {}", row.nama_mata_kuliah, row.nama_kelas);
        let mut day = days.0;
        while day <= days.1 {
            if weekday(row.hari) == day.weekday() {
                meetings.push(meeting(
                    university,
                    teacher,
                    class,
                    day,
                    &topic,
                    [row.jam_mulai, row.jam_selesai],
                ));
            }
            let Ok(next) = day.tomorrow() else { break };
            day = next;
        }
    }
    meetings
}

/// True for one class in four, and for the large one, which has no room.
fn is_online(university: &University, class: usize) -> bool {
    let luck = draw(university.seed(), topic::ZOOM_CLASS, class as u64);
    luck.is_multiple_of(4) || university.is_large(class)
}

fn weekday(hari: &str) -> Weekday {
    match hari {
        "Senin" => Weekday::Monday,
        "Selasa" => Weekday::Tuesday,
        "Rabu" => Weekday::Wednesday,
        "Kamis" => Weekday::Thursday,
        "Jumat" => Weekday::Friday,
        _ => Weekday::Saturday,
    }
}

fn meeting(university: &University, host: usize, class: usize, day: Date, topic: &str, hours: [&str; 2]) -> Meeting {
    let days = u64::from(day.year().unsigned_abs()) * 366 + u64::from(day.day_of_year().unsigned_abs());
    let mut luck = draw(university.seed(), topic::ZOOM_MEETING, (class as u64) << 32 | days);
    let mut mark = [luck, draw(luck, topic::ZOOM_MEETING, days)]
        .map(u64::to_be_bytes)
        .concat();
    if take(&mut luck, 8) == 0 {
        // A slash at the beginning, as in some of Zoom's UUIDs.
        mark[0] |= 0b1111_1100;
    }
    let number = draw(university.seed(), topic::ZOOM_CLASS, !(class as u64)) % 10_000_000_000;
    let late = take(&mut luck, 5 * MINUTE);
    Meeting {
        uuid: BASE64_STANDARD.encode(mark),
        id: 80_000_000_000 + number,
        topic: topic.to_owned(),
        start: later(at(day, hours[0]), late as i64),
        end: later(at(day, hours[1]), -(take(&mut luck, 5 * MINUTE) as i64)),
        host,
        class,
        day,
        luck,
    }
}

/// A time of day (`07:30`) on a day at the campus. Jakarta has no summer time.
fn at(day: Date, clock: &str) -> Timestamp {
    let (hour, minute) = clock.split_once(':').unwrap_or((clock, "0"));
    let time = day.at(hour.parse().unwrap_or(7), minute.parse().unwrap_or(0), 0, 0);
    time.to_zoned(tz::TimeZone::fixed(tz::offset(7)))
        .map(|time| time.timestamp())
        .unwrap_or_default()
}

fn later(time: Timestamp, seconds: i64) -> Timestamp {
    time + Span::new().seconds(seconds)
}

impl Meeting {
    pub(crate) fn participants(&self, university: &University) -> Vec<Participant> {
        let teacher = university.teacher(self.host);
        let mut room = Room {
            meeting: self,
            seats: Vec::new(),
        };
        room.seat(teacher.nama_lengkap, teacher.email, 0, 0);
        for student in university.members(self.class) {
            let student = university.student(student);
            let luck = draw(self.luck, topic::ZOOM_PARTICIPANT, student.index as u64);
            room.student(luck, &student.name.to_string(), &student.npk(), student.email());
        }
        if self.luck.is_multiple_of(7) {
            room.seat("Tamu Undangan".to_owned(), String::new(), 3 * MINUTE, 20 * MINUTE);
        }
        room.seats
    }

    fn seconds(&self) -> u64 {
        u64::try_from(self.end.as_second() - self.start.as_second()).unwrap_or_default()
    }
}

struct Room<'a> {
    meeting: &'a Meeting,
    seats: Vec<Participant>,
}

impl Room<'_> {
    fn student(&mut self, mut luck: u64, name: &str, npk: &str, email: String) {
        if take(&mut luck, 100) < 12 {
            return;
        }
        let is_late = take(&mut luck, 100) < 20;
        let late =
            take(&mut luck, if is_late { 20 * MINUTE } else { MINUTE }) as u64 + if is_late { MINUTE } else { 0 };
        let is_early = take(&mut luck, 100) < 12;
        let early = take(&mut luck, if is_early { 30 * MINUTE } else { 40 }) as u64 + if is_early { MINUTE } else { 0 };
        let email = if take(&mut luck, 100) < 60 {
            email
        } else {
            String::new()
        };
        let name = match take(&mut luck, 100) {
            0..75 => name.to_owned(),
            75..85 => name.to_uppercase(),
            85..95 => format!("{npk}_{name}"),
            95..98 => "iPhone".to_owned(),
            _ => "Galaxy A52".to_owned(),
        };
        if take(&mut luck, 100) < 6 {
            // The connection broke: the participant joins again after three minutes.
            let half = self.meeting.seconds() / 2;
            self.seat(name.clone(), email.clone(), late, half + 90);
            self.seat(name, email, half + 90, early);
        } else {
            self.seat(name, email, late, early);
        }
    }

    /// Adds a participant from `late` seconds after the beginning to `early` seconds before the end.
    fn seat(&mut self, name: String, email: String, late: u64, early: u64) {
        let number = 16_778_240 + 1024 * self.seats.len();
        self.seats.push(Participant {
            user_id: number.to_string(),
            name,
            email,
            join: later(self.meeting.start, late as i64),
            leave: later(self.meeting.end, -(early as i64)),
        });
    }
}

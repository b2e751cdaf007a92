//! Sentences about counts and times.

use jiff::{
    Timestamp,
    civil::{Date, Weekday},
    tz::TimeZone,
};
use selaras_reasons::{Reason, Word};
use selaras_store::jobs::{Counts, Outcome};

/// A moment by the campus's clock: `Senin, 23 Nov 2026 05.00 WIB`.
pub fn moment(at: Timestamp, zone: &TimeZone) -> Reason {
    let local = at.to_zoned(zone.clone());
    let zone = match zone.iana_name() {
        Some("Asia/Jakarta" | "Asia/Pontianak") => " WIB",
        Some("Asia/Makassar") => " WITA",
        Some("Asia/Jayapura") => " WIT",
        _ => "",
    };
    Reason::Moment {
        day: day(local.weekday()),
        date: local.day().to_string(),
        month: Word::month(local.month()),
        year: local.year().to_string(),
        clock: clock(local.hour(), local.minute(), zone),
    }
}

/// A day: `23 Nov 2026`.
pub(crate) fn date(day: Date) -> Reason {
    Reason::Day {
        date: day.day().to_string(),
        month: Word::month(day.month()),
        year: day.year().to_string(),
    }
}

/// The times of a cron expression (minute, hour, date, month, weekday) in words: `setiap hari 05.00`. Other expressions are
/// shown as they are.
pub fn times(cron: &str) -> Reason {
    let own = || Reason::OwnTimes { cron: cron.to_owned() };
    let parts: Vec<_> = cron.split_whitespace().collect();
    let [minute, hour, date, "*", day_of_week] = parts[..] else {
        return own();
    };
    let number = |part: &str| part.parse::<i8>().ok();
    match (number(minute), number(hour), number(date), number(day_of_week)) {
        (Some(minute), None, None, None) if [hour, date, day_of_week] == ["*"; 3] => Reason::EveryHour {
            minute: minute.to_string(),
        },
        (Some(minute), Some(hour), None, None) if [date, day_of_week] == ["*"; 2] => Reason::EveryDay {
            clock: clock(hour, minute, ""),
        },
        (Some(minute), Some(hour), None, Some(weekday)) if date == "*" => {
            match Weekday::from_sunday_zero_offset(weekday % 7) {
                Ok(weekday) => Reason::EveryWeek {
                    day: day(weekday),
                    clock: clock(hour, minute, ""),
                },
                Err(_) => own(),
            }
        }
        (Some(minute), Some(hour), Some(date), None) if day_of_week == "*" => Reason::EveryMonth {
            date: date.to_string(),
            clock: clock(hour, minute, ""),
        },
        _ => own(),
    }
}

fn clock(hour: i8, minute: i8, zone: &str) -> Box<Reason> {
    Box::new(Reason::Clock {
        hour: format!("{hour:02}"),
        minute: format!("{minute:02}"),
        zone: zone.to_owned(),
    })
}

const fn day(day: Weekday) -> Word {
    match day {
        Weekday::Monday => Word::Monday,
        Weekday::Tuesday => Word::Tuesday,
        Weekday::Wednesday => Word::Wednesday,
        Weekday::Thursday => Word::Thursday,
        Weekday::Friday => Word::Friday,
        Weekday::Saturday => Word::Saturday,
        Weekday::Sunday => Word::Sunday,
    }
}

/// The parts that have rows; `none` if there are none.
pub(crate) fn parts(parts: impl IntoIterator<Item = (u64, Reason)>, none: Reason) -> Vec<Reason> {
    let named: Vec<_> = parts
        .into_iter()
        .filter(|(rows, _)| *rows > 0)
        .map(|(_, part)| part)
        .collect();
    if named.is_empty() { vec![none] } else { named }
}

/// The number of rows of an outcome.
pub(crate) fn rows_of(counts: &Counts, outcome: Outcome) -> u64 {
    counts.get(outcome).unsigned_abs()
}

/// The outcome of a sync or an export: `12 baru, 3 berubah, 1.269 tetap`.
pub(crate) fn outcome(counts: &Counts, source: &str) -> Vec<Reason> {
    let of = |outcome, part: &dyn Fn(u64) -> Reason| {
        let rows = rows_of(counts, outcome);
        (rows, part(rows))
    };
    let source = source.to_owned();
    parts(
        [
            of(Outcome::Created, &|rows| Reason::RowsNew { rows }),
            of(Outcome::Updated, &|rows| Reason::RowsChanged { rows }),
            of(Outcome::Unchanged, &|rows| Reason::RowsUnchanged { rows }),
            of(Outcome::Missing, &|rows| Reason::RowsGone {
                rows,
                source: source.clone(),
            }),
            of(Outcome::Conflict, &|rows| Reason::RowsInConflict { rows }),
            of(Outcome::Failed, &|rows| Reason::RowsNotDone { rows }),
        ],
        Reason::NothingToDo,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moment_is_shown_in_the_campus_time_zone() {
        let told = |at: &str, zone: &str| moment(at.parse().unwrap(), &TimeZone::get(zone).unwrap()).to_string();
        assert_eq!(
            told("2026-11-22T22:00:00Z", "Asia/Jakarta"),
            "Senin, 23 Nov 2026 05.00 WIB"
        );
        assert_eq!(
            told("2026-08-17T01:05:00Z", "Asia/Makassar"),
            "Senin, 17 Agu 2026 09.05 WITA"
        );
        assert_eq!(
            told("2026-05-03T10:00:00Z", "Europe/Berlin"),
            "Minggu, 3 Mei 2026 12.00"
        );
    }

    #[test]
    fn common_cron_expressions_become_words() {
        for (cron, said) in [
            ("58 5 * * *", "setiap hari 05.58"),
            ("0 6 * * 1", "setiap Senin 06.00"),
            ("0 6 * * 7", "setiap Minggu 06.00"),
            ("30 23 1 * *", "setiap tanggal 1, 23.30"),
            ("15 * * * *", "setiap jam, menit ke-15"),
            ("*/5 8-16 * * 1-5", "waktu khusus (*/5 8-16 * * 1-5)"),
            ("0 6 1 * 1", "waktu khusus (0 6 1 * 1)"),
            ("0 6 1 2 *", "waktu khusus (0 6 1 2 *)"),
        ] {
            assert_eq!(times(cron).to_string(), said);
        }
    }

    #[test]
    fn outcome_omits_empty_parts() {
        let counts = Counts::from_iter([(Outcome::Created, 12), (Outcome::Failed, 4)]);
        let [new, failed] = [Reason::RowsNew { rows: 12 }, Reason::RowsNotDone { rows: 4 }];
        assert_eq!(outcome(&counts, "OCAS"), [new, failed]);
        assert_eq!(outcome(&Counts::default(), "OCAS"), [Reason::NothingToDo]);
    }
}

//! Outcomes in plain Indonesian.

use jiff::{Timestamp, tz::TimeZone};
use selaras_store::jobs::{Counts, Outcome};

/// From Monday on.
const DAYS: [&str; 7] = ["Senin", "Selasa", "Rabu", "Kamis", "Jumat", "Sabtu", "Minggu"];
const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "Mei", "Jun", "Jul", "Agu", "Sep", "Okt", "Nov", "Des",
];

/// A moment by the campus's clock: `Senin, 23 Nov 2026 05.00 WIB`.
pub fn moment(at: Timestamp, zone: &TimeZone) -> String {
    let local = at.to_zoned(zone.clone());
    let from_one = |number: i8| usize::try_from(number - 1).unwrap_or_default();
    let zone = match zone.iana_name() {
        Some("Asia/Jakarta" | "Asia/Pontianak") => " WIB",
        Some("Asia/Makassar") => " WITA",
        Some("Asia/Jayapura") => " WIT",
        _ => "",
    };
    format!(
        "{}, {} {} {} {:02}.{:02}{zone}",
        DAYS[from_one(local.weekday().to_monday_one_offset())],
        local.day(),
        MONTHS[from_one(local.month())],
        local.year(),
        local.hour(),
        local.minute(),
    )
}

/// A number as Indonesians write it: 1.284.
pub fn number(value: impl TryInto<u64>) -> String {
    let digits = value.try_into().unwrap_or_default().to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push('.');
        }
        text.push(digit);
    }
    text
}

/// What a sync or an export came to: `12 baru, 3 berubah, 1.269 tetap`.
pub(crate) fn outcome(counts: &Counts, source: &str) -> String {
    let gone = format!("hilang dari {source}");
    let parts = [
        (Outcome::Created, "baru"),
        (Outcome::Updated, "berubah"),
        (Outcome::Unchanged, "tetap"),
        (Outcome::Missing, gone.as_str()),
        (Outcome::Conflict, "bentrok"),
        (Outcome::Failed, "gagal"),
    ];
    listed(counts, &parts).unwrap_or_else(|| "tidak ada yang perlu dikerjakan".to_owned())
}

/// The outcomes that rows came to, with their numbers, by these words; `None` where no row came to any of them.
pub(crate) fn listed(counts: &Counts, words: &[(Outcome, &str)]) -> Option<String> {
    let parts: Vec<_> = words
        .iter()
        .map(|(outcome, word)| (counts.get(*outcome), word))
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| format!("{} {word}", number(count)))
        .collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_points_between_thousands() {
        assert_eq!(
            [0, 999, 1284, 1_000_000].map(number),
            ["0", "999", "1.284", "1.000.000"]
        );
    }

    #[test]
    fn a_moment_is_told_by_the_campuss_clock() {
        let told = |at: &str, zone: &str| moment(at.parse().unwrap(), &TimeZone::get(zone).unwrap());
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
    fn an_outcome_names_only_what_there_was() {
        let counts = Counts::from_iter([(Outcome::Created, 12), (Outcome::Failed, 4)]);
        assert_eq!(outcome(&counts, "OCAS"), "12 baru, 4 gagal");
        assert_eq!(outcome(&Counts::default(), "OCAS"), "tidak ada yang perlu dikerjakan");
    }
}

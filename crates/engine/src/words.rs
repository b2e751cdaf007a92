//! Outcomes in plain Indonesian.

use selaras_store::jobs::Counts;

/// A number as Indonesians write it: 1.284.
pub(crate) fn number(value: impl TryInto<u64>) -> String {
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
        (counts.created, "baru"),
        (counts.updated, "berubah"),
        (counts.unchanged, "tetap"),
        (counts.missing, gone.as_str()),
        (counts.conflict, "bentrok"),
        (counts.failed, "gagal"),
    ];
    let parts: Vec<_> = parts
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| format!("{} {word}", number(count)))
        .collect();
    if parts.is_empty() {
        "tidak ada yang perlu dikerjakan".to_owned()
    } else {
        parts.join(", ")
    }
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
    fn an_outcome_names_only_what_there_was() {
        let counts = Counts {
            created: 12,
            failed: 4,
            ..Counts::default()
        };
        assert_eq!(outcome(&counts, "OCAS"), "12 baru, 4 gagal");
        assert_eq!(outcome(&Counts::default(), "OCAS"), "tidak ada yang perlu dikerjakan");
    }
}

//! The first and the last day of a semester.

use jiff::civil::Date;

/// The days on which the courses of a semester begin and end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Term {
    /// The first day.
    pub first: Date,
    /// The last day, if it is known.
    pub last: Option<Date>,
}

impl Term {
    /// The term of two texts. `Ok(None)`: neither is there. `Err`: a text is no day, the last day comes before the first, or
    /// there is only a last day, which Moodle refuses.
    #[allow(clippy::result_unit_err)]
    pub fn of(first: &str, last: &str) -> Result<Option<Self>, ()> {
        let day_or_none = |text: &str| match text.trim() {
            "" => Ok(None),
            text => day(text).map(Some).ok_or(()),
        };
        match (day_or_none(first)?, day_or_none(last)?) {
            (None, None) => Ok(None),
            (None, Some(_)) => Err(()),
            (Some(first), Some(last)) if last < first => Err(()),
            (Some(first), last) => Ok(Some(Self { first, last })),
        }
    }
}

/// The day that a text names: `2026-09-01`, with a time or without, or day first, as in `1/9/2026`.
pub fn day(text: &str) -> Option<Date> {
    let text = text.trim();
    let text = text.split_once(['T', ' ']).map_or(text, |(day, _)| day);
    let parts: Vec<_> = text.split(['-', '/', '.']).collect();
    let [one, two, three] = parts[..] else { return None };
    let (year, day) = if one.len() == 4 { (one, three) } else { (three, one) };
    if year.len() != 4 {
        return None;
    }
    Date::new(year.parse().ok()?, two.parse().ok()?, day.parse().ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn days_are_read_year_first_or_day_first() {
        for text in [
            "2026-09-01",
            "2026-09-01T00:00:00",
            "2026-09-01 00:00",
            "1/9/2026",
            "01-09-2026",
            " 1.9.2026 ",
        ] {
            assert_eq!(day(text), Some(date(2026, 9, 1)), "{text}");
        }
        for text in ["", "2026", "1/9/26", "2026-13-01", "September 2026", "31-02-2026"] {
            assert_eq!(day(text), None, "{text}");
        }
    }

    #[test]
    fn terms_that_moodle_would_refuse_are_none() {
        assert_eq!(Term::of("", " "), Ok(None));
        assert_eq!(Term::of("", "2026-12-31"), Err(()));
        assert_eq!(Term::of("2026-12-31", "2026-09-01"), Err(()));
        let (first, last) = (date(2026, 9, 1), None);
        assert_eq!(Term::of("2026-09-01", ""), Ok(Some(Term { first, last })));
    }
}

//! The dates and the layout of a course.

use super::form::List;
use super::refusal::Refusal;

/// Today, in the recordings; courses without dates begin then and last a year.
const TODAY: i64 = 1_795_219_200;
const YEAR: i64 = 365 * 24 * 60 * 60;
const WEEK: i64 = 7 * 24 * 60 * 60;

/// When a course begins and ends, and how it is laid out.
#[derive(Clone, Debug)]
pub(super) struct CourseDates {
    pub(super) start: i64,
    /// 0 for never.
    pub(super) end: i64,
    /// Any text: one that is not installed is taken, too.
    pub(super) format: String,
    sections: i64,
    /// True if the weeks of the format `weeks` set the end.
    automatic_end: bool,
}

impl Default for CourseDates {
    fn default() -> Self {
        Self {
            start: TODAY,
            end: TODAY + YEAR,
            format: "topics".to_owned(),
            sections: 4,
            automatic_end: true,
        }
    }
}

impl CourseDates {
    /// The dates after a row.
    pub(super) fn from(row: &List, before: &Self) -> Result<Self, Refusal> {
        let mut dates = before.clone();
        let (start, end) = (row.optional_number("startdate")?, row.optional_number("enddate")?);
        dates.start = start.unwrap_or(before.start);
        dates.end = end.unwrap_or(match start {
            Some(start) if before.end <= start => start + YEAR,
            _ => before.end,
        });
        if dates.end != 0 && dates.end < dates.start {
            return Err(Refusal::moodle(
                "enddatebeforestartdate",
                "The course end date must be after the start date.",
            ));
        }
        if let Some(format) = row.optional("format")? {
            format.clone_into(&mut dates.format);
        }
        for option in row.optional_rows("courseformatoptions")?.unwrap_or_default() {
            match option.text("name")? {
                "numsections" => dates.sections = option.number("value")?,
                "automaticenddate" => dates.automatic_end = option.number("value")? != 0,
                _ => {}
            }
        }
        if dates.format == "weeks" && dates.automatic_end {
            dates.end = dates.start + dates.sections * WEEK;
        }
        Ok(dates)
    }
}

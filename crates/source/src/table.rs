//! What queries and files have in common: named columns, and rows of texts.

use std::collections::HashMap;

use selaras_kinds::{
    CLASS_ID, FieldError, RowError as KindError, bare_number, is_code, is_placeholder, is_rounded, trimmed,
};
use serde_json::Value;

use crate::call::Call;
use crate::error::{Fault, Origin, TableFault};
use crate::list::List;
use crate::rows::{CellFault, NoRow, RawRow, RowError, RowFault, Said};

/// Maps the columns of a table to the fields of its list.
#[derive(Debug, Clone)]
pub(crate) struct Columns {
    pub(crate) list: &'static List,
    pub(crate) origin: Origin,
    /// Each field with the position of its column.
    at: Vec<(&'static str, usize)>,
    /// All headings.
    headings: Vec<String>,
    max_row_bytes: usize,
    wanted: Vec<(&'static str, String)>,
}

/// Maximum number of letters in a cell, as in Excel.
pub(crate) const LETTERS: usize = 32_767;

/// Letters shown of a cell of a line that is left out.
const SHOWN: usize = 60;

/// First words of a line with a sum below a table.
const TOTALS: &[&str] = &["jumlah", "total", "subtotal", "sub", "grand"];

/// First words of other lines around a table.
const FOOTERS: &[&str] = &[
    "akhir",
    "baris",
    "catatan",
    "cetak",
    "dicetak",
    "diekspor",
    "diunduh",
    "end",
    "eof",
    "exported",
    "generated",
    "halaman",
    "keterangan",
    "laporan",
    "mengetahui",
    "menyetujui",
    "note",
    "notes",
    "page",
    "printed",
    "report",
    "rows",
    "sumber",
    "tanggal",
    "tercetak",
    "tgl",
];

/// True if a cell has the value that a call requires of its column.
fn is_wanted(column: &str, text: &str, wanted: &str) -> bool {
    match is_code(column) {
        true => bare_number(text) == bare_number(wanted.trim()),
        false => text == wanted.trim(),
    }
}

/// True if a kind may refuse a text: it is long, or has a control character.
fn is_suspicious(text: &str) -> bool {
    text.len() > MOST_BYTES || text.bytes().any(|byte| byte < b' ' || byte == 0x7f)
}

/// Any kind accepts texts of this length.
const MOST_BYTES: usize = 255;

/// True if a cell exceeds the limit.
fn is_too_long(cell: &str) -> bool {
    cell.len() > LETTERS && cell.chars().count() > LETTERS
}

/// A heading normalised for comparison: databases fold case and people write spaces, so neither counts.
pub(crate) fn plain(heading: &str) -> String {
    heading
        .chars()
        .filter(|letter| letter.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

impl Columns {
    /// Finds the fields of the list among the headings. `given` are headings from the settings, by field. If a table lacks
    /// one of them, the field's own name is used.
    pub(crate) fn find(
        list: &'static List,
        origin: Origin,
        headings: &[impl AsRef<str>],
        given: Option<&std::collections::BTreeMap<String, String>>,
    ) -> Result<Self, Fault> {
        let mut places: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, heading) in headings.iter().enumerate() {
            places.entry(plain(heading.as_ref())).or_default().push(at);
        }
        let mut at = Vec::new();
        for field in list.columns() {
            let given = given.and_then(|given| given.get(field));
            let given = given.filter(|heading| places.contains_key(&plain(heading)));
            let heading = given.map_or(field, String::as_str);
            match places.get(&plain(heading)).map(Vec::as_slice) {
                None => {}
                Some([one]) => at.push((field, *one)),
                Some([first, second, ..]) => {
                    let what = TableFault::Twice {
                        column: heading.to_owned(),
                        first: first + 1,
                        second: second + 1,
                    };
                    return Err(Fault::Table { origin, what });
                }
                Some([]) => {}
            }
        }
        let missing: Vec<_> = list
            .needed()
            .into_iter()
            .filter(|needed| !at.iter().any(|(field, _)| field == needed))
            .collect();
        if !missing.is_empty() {
            let what = TableFault::missing(missing, headings.iter().map(|heading| heading.as_ref()));
            return Err(Fault::Table { origin, what });
        }
        Ok(Self {
            list,
            origin,
            at,
            headings: headings
                .iter()
                .map(|heading| heading.as_ref().trim().to_owned())
                .collect(),
            max_row_bytes: usize::MAX,
            wanted: Vec::new(),
        })
    }

    /// The same columns, limited to rows that the call wants, of at most this many bytes.
    pub(crate) fn of_call(mut self, call: &Call, max_row_bytes: usize) -> Self {
        let has = |column: &str| self.at.iter().any(|(field, _)| *field == column);
        self.wanted = call.filter().filter(|(column, _)| has(column)).cloned().collect();
        self.max_row_bytes = max_row_bytes;
        self
    }

    /// Fields and the values that the call requires of them.
    pub(crate) fn wanted(&self) -> &[(&'static str, String)] {
        &self.wanted
    }

    /// Number of positions up to the last column that is a field.
    pub(crate) fn width(&self) -> usize {
        self.at.iter().map(|(_, at)| at + 1).max().unwrap_or_default()
    }

    /// The fields that have a column, and the column's position.
    pub(crate) fn fields(&self) -> &[(&'static str, usize)] {
        &self.at
    }

    /// Builds one row from its cells by position. `None` if the call does not want it, or if it is empty.
    pub(crate) fn row<'a>(
        &self,
        position: u64,
        cell: impl Fn(usize) -> Option<&'a str>,
    ) -> Option<Result<RawRow, RowError>> {
        let cells: Vec<(&'static str, &str)> = self
            .at
            .iter()
            .filter_map(|(field, at)| Some((*field, trimmed(cell(*at)?))))
            .filter(|(_, text)| !text.is_empty())
            .collect();
        // A file has blank lines. But an empty row from a database means that something was lost.
        if cells.is_empty() && self.is_file() {
            return None;
        }
        if let Some((field, _)) = cells.iter().find(|(_, text)| is_too_long(text)) {
            return self.bad_cell(position, field, CellFault::TooLong { limit: LETTERS }, cell);
        }
        if let Some((field, number)) = cells.iter().find(|(_, text)| is_rounded(text)) {
            return self.bad_cell(position, field, CellFault::Rounded((*number).to_owned()), cell);
        }
        let value = |name: &str| {
            cells
                .iter()
                .find(|(field, _)| *field == name)
                .map_or("", |(_, text)| *text)
        };
        if !self
            .wanted
            .iter()
            .all(|(column, wanted)| is_wanted(column, value(column), wanted))
        {
            return None;
        }
        Some(self.checked(position, &cells))
    }

    fn checked(&self, position: u64, cells: &[(&'static str, &str)]) -> Result<RawRow, RowError> {
        let cell = |at: usize| {
            let (field, _) = self.at.iter().find(|(_, place)| *place == at)?;
            cells.iter().find(|(name, _)| name == field).map(|(_, text)| *text)
        };
        let fail = |fault| Err(self.bad_row(position, fault, cell));
        if cells.iter().map(|(_, text)| text.len()).sum::<usize>() > self.max_row_bytes {
            return fail(RowFault::TooLong {
                limit: self.max_row_bytes,
            });
        }
        let json = object(cells);
        let text = |column: &str| cells.iter().find(|(field, _)| *field == column).map(|(_, text)| *text);
        let lacks_key = self.list.key().any(|column| text(column).is_none_or(is_placeholder));
        // The kind tells a row without its key from a line that is no row.
        if lacks_key || cells.iter().any(|(_, text)| is_suspicious(text)) {
            match self.list.judge(&json) {
                Err(KindError::KeyMissing(column)) => return fail(self.fault(column, CellFault::Empty)),
                Err(KindError::NoRow) if self.is_file() => {
                    let (what, said) = (NoRow::Placeholder, String::new());
                    return fail(RowFault::NoRow { what, said });
                }
                Err(KindError::Field(FieldError::TooLong { field, max })) => {
                    return fail(self.fault(field, CellFault::TooLong { limit: max }));
                }
                Err(KindError::Field(FieldError::ControlCharacter { field })) => {
                    let letter = text(field).and_then(|text| text.chars().find(|letter| letter.is_control()));
                    return fail(self.fault(field, CellFault::Character(letter.unwrap_or_default())));
                }
                _ => {}
            }
        }
        Ok(RawRow {
            position,
            json: json.into(),
            group: None,
        })
    }

    const fn is_file(&self) -> bool {
        matches!(self.origin, Origin::File { .. } | Origin::Upload { .. })
    }

    /// A line of a file that is no row of the list: `None` if it may be one.
    pub(crate) fn no_row<'a>(
        &self,
        position: u64,
        width: usize,
        cell: impl Fn(usize) -> Option<&'a str>,
    ) -> Option<RowError> {
        let text = |at: usize| cell(at).map_or("", trimmed);
        let is_heading = |at: usize| text(at).eq_ignore_ascii_case(&self.headings[at]);
        let (what, said) = if self.at.iter().all(|(_, at)| is_heading(*at)) {
            (NoRow::Heading, String::new())
        } else {
            let mut filled = (0..width).filter(|at| !text(*at).is_empty());
            let (first, second) = (filled.next()?, filled.next());
            if filled.next().is_some() || !self.is_footer(first, second, text) {
                return None;
            }
            let cells = [Some(first), second].into_iter().flatten();
            let said: Vec<_> = cells
                .map(|at| text(at).chars().take(SHOWN).collect::<String>())
                .collect();
            (NoRow::Footer, said.join(" · "))
        };
        Some(self.bad_row(position, RowFault::NoRow { what, said }, |_| None))
    }

    /// True if a line with only these one or two cells cannot be a row of the list without its number.
    fn is_footer<'a>(&self, first: usize, second: Option<usize>, text: impl Fn(usize) -> &'a str) -> bool {
        let number = |field: &'static str| {
            let (_, at) = self.at.iter().find(|(name, _)| *name == field)?;
            let number = text(*at);
            let may_have_spaces = field.starts_with("kode_");
            (!number.is_empty() && (may_have_spaces || !number.contains(char::is_whitespace))).then_some(number)
        };
        let has_digit = |text: &str| text.contains(|letter: char| letter.is_ascii_digit());
        // `Jumlah` under the heading of a number is none.
        let has_key = self.list.key().all(|field| number(field).is_some_and(has_digit));
        let words: Vec<_> = text(first)
            .split(|letter: char| !letter.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase)
            .collect();
        let begins_with = |known: &[&str]| words.first().is_some_and(|word| known.contains(&word.as_str()));
        let is_total = || {
            let of = second.map_or("", &text);
            begins_with(TOTALS) && words.len() <= 2 && of.len() <= 6 && of.bytes().all(|byte| byte.is_ascii_digit())
        };
        let Some(second) = second else {
            let field = self.at.iter().find(|(_, at)| *at == first).map(|(field, _)| *field);
            let is_key = |field: &str| self.list.key().any(|key| key == field);
            let names_class = |field: &str| self.list.feed.scope.contains(&field);
            // A name alone may be a person without a number, and a number alone one without a class.
            let may_be_row = field.is_some_and(|field| match is_key(field) {
                true => number(field).is_some_and(|number| has_digit(number) || self.list.key().count() == 1),
                false => !names_class(field),
            });
            return words.is_empty() || begins_with(TOTALS) || begins_with(FOOTERS) || !may_be_row;
        };
        let is_nothing = |at: usize| !text(at).contains(char::is_alphanumeric);
        (is_nothing(first) && is_nothing(second))
            || is_total()
            || (!has_key && (begins_with(TOTALS) || begins_with(FOOTERS)))
    }

    /// The error of a row, with its class and its person as its cells name them.
    pub(crate) fn bad_row<'a>(
        &self,
        position: u64,
        fault: RowFault,
        cell: impl Fn(usize) -> Option<&'a str>,
    ) -> RowError {
        let place = |column: &str| self.at.iter().find(|(field, _)| *field == column).map(|(_, at)| *at);
        let value = |column: &&str| place(column).and_then(&cell).map_or("", trimmed).to_owned();
        let scope = self.list.feed.scope;
        let class: Vec<_> = scope.iter().map(value).collect();
        let number = self.list.key().find(|column| !scope.contains(column));
        RowError {
            position,
            fault: Box::new(fault),
            said: Said {
                class: match class.iter().all(String::is_empty) {
                    true => Vec::new(),
                    false => class,
                },
                class_id: Some(value(&CLASS_ID)).filter(|id| !id.is_empty() && !scope.is_empty()),
                number: number
                    .filter(|_| !scope.is_empty())
                    .as_ref()
                    .map(value)
                    .unwrap_or_default(),
            },
        }
    }

    /// The error of a row with one bad cell, with the cells that are good. `None` if the call does not want it, because
    /// another cell names another class or person.
    pub(crate) fn bad_cell<'a>(
        &self,
        position: u64,
        column: &'static str,
        what: CellFault,
        cell: impl Fn(usize) -> Option<&'a str>,
    ) -> Option<Result<RawRow, RowError>> {
        let cell = |at: usize| {
            cell(at)
                .map(trimmed)
                .filter(|text| !is_too_long(text) && !is_rounded(text))
        };
        let said = |column: &str| {
            let (_, at) = self.at.iter().find(|(field, _)| *field == column)?;
            cell(*at).filter(|text| !text.is_empty())
        };
        let mut wanted = self.wanted.iter();
        let may_be_meant =
            wanted.all(|(column, wanted)| said(column).is_none_or(|text| is_wanted(column, text, wanted)));
        may_be_meant.then(|| {
            let mut error = self.bad_row(position, self.fault(column, what), cell);
            if column == CLASS_ID {
                error.said.class_id = Some(String::new());
            }
            Err(error)
        })
    }

    /// The error of a row with more or fewer cells than headings. Its class is unknown too.
    pub(crate) fn shifted(&self, position: u64, found: usize, expected: usize) -> RowError {
        let column = self.fields().first().map_or("", |(field, _)| *field);
        let fault = self.fault(column, CellFault::Shifted { found, expected });
        self.bad_row(position, fault, |_| None)
    }

    /// The error of one cell.
    pub(crate) fn fault(&self, column: &'static str, what: CellFault) -> RowFault {
        RowFault::Cell {
            list: self.list.name(),
            origin: self.origin.clone(),
            column,
            what,
        }
    }
}

/// Builds a JSON object from texts by field. This runs for each of millions of rows, so it allocates once, and searches each
/// text as a whole for characters to escape: few have any.
fn object(cells: &[(&str, &str)]) -> String {
    let room: usize = cells.iter().map(|(field, text)| field.len() + text.len() + 6).sum();
    let mut json = String::with_capacity(room + 1);
    for (field, text) in cells {
        json.push(if json.is_empty() { '{' } else { ',' });
        push_text(&mut json, field);
        json.push(':');
        push_text(&mut json, text);
    }
    json.push_str(if json.is_empty() { "{}" } else { "}" });
    json
}

fn push_text(json: &mut String, text: &str) {
    let escaped = |byte: u8| byte < b' ' || byte == b'"' || byte == b'\\';
    if text.bytes().fold(false, |any, byte| any | escaped(byte)) {
        json.push_str(&Value::from(text).to_string());
        return;
    }
    json.push('"');
    json.push_str(text);
    json.push('"');
}

#[cfg(test)]
mod tests {
    use super::object;
    use proptest::prelude::*;
    use serde_json::{Map, Value};

    proptest! {
        #[test]
        fn row_equals_the_json_of_the_library(texts in prop::collection::vec(any::<String>(), 0..6)) {
            let fields = ["a", "b", "c", "d", "e", "f"];
            let cells: Vec<_> = fields.into_iter().zip(texts.iter().map(String::as_str)).collect();
            let made: Map<String, Value> = cells.iter().map(|(field, text)| ((*field).to_owned(), (*text).into())).collect();
            prop_assert_eq!(object(&cells), serde_json::to_string(&made).unwrap());
        }
    }
}

//! What a query and a file have in common: named columns, and rows of texts below them.

use std::collections::HashMap;

use selaras_kinds::{RowError as KindError, is_rounded};
use serde_json::Value;

use crate::call::Call;
use crate::error::{Fault, Origin, TableFault};
use crate::list::List;
use crate::rows::{CellFault, RawRow, RowError, RowFault};

/// Which column of a table is which field of its list.
#[derive(Debug, Clone)]
pub(crate) struct Columns {
    pub(crate) list: &'static List,
    pub(crate) origin: Origin,
    /// Field and place of its column.
    at: Vec<(&'static str, usize)>,
    max_row_bytes: usize,
    wanted: Vec<(&'static str, String)>,
}

/// Letters that a cell may have: as many as one of Excel's.
pub(crate) const LETTERS: usize = 32_767;

/// Whether a cell has more letters than one may have.
fn is_too_long(cell: &str) -> bool {
    cell.len() > LETTERS && cell.chars().count() > LETTERS
}

/// A heading as it is compared: databases fold capitals and people write spaces, so neither counts.
pub(crate) fn plain(heading: &str) -> String {
    heading
        .chars()
        .filter(|letter| letter.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

impl Columns {
    /// Finds the fields of the list among the headings. `given` are headings that somebody named, by field; where a table does
    /// not have one of them, the field's own name counts.
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
            max_row_bytes: usize::MAX,
            wanted: Vec::new(),
        })
    }

    /// The same columns, of which rows are taken that the call is about and that have no more bytes than this.
    pub(crate) fn of_call(mut self, call: &Call, max_row_bytes: usize) -> Self {
        let has = |column: &str| self.at.iter().any(|(field, _)| *field == column);
        self.wanted = call.filter().filter(|(column, _)| has(column)).cloned().collect();
        self.max_row_bytes = max_row_bytes;
        self
    }

    /// Fields and the values that the call wants of them.
    pub(crate) fn wanted(&self) -> &[(&'static str, String)] {
        &self.wanted
    }

    /// How many places there are up to the last column that is a field.
    pub(crate) fn width(&self) -> usize {
        self.at.iter().map(|(_, at)| at + 1).max().unwrap_or_default()
    }

    /// The fields that have a column, and the column's place.
    pub(crate) fn fields(&self) -> &[(&'static str, usize)] {
        &self.at
    }

    /// One row, from its cells by place. `None`: the call is not about it, or there is nothing in it.
    pub(crate) fn row<'a>(
        &self,
        position: u64,
        cell: impl Fn(usize) -> Option<&'a str>,
    ) -> Option<Result<RawRow, RowError>> {
        let cells: Vec<(&'static str, &str)> = self
            .at
            .iter()
            .filter_map(|(field, at)| Some((*field, cell(*at)?.trim())))
            .filter(|(_, text)| !text.is_empty())
            .collect();
        // A file has blank lines. A database that sends a row of nothing has lost something.
        if cells.is_empty() && matches!(self.origin, Origin::File { .. } | Origin::Upload { .. }) {
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
            .all(|(column, wanted)| value(column) == wanted.trim())
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
        let empty = self
            .list
            .key()
            .find(|column| !cells.iter().any(|(field, _)| field == column));
        // Some kinds fill a part of their key from other fields: only they know.
        if let Some(column) = empty
            && let Err(KindError::KeyMissing(_)) = self.list.judge(&json)
        {
            return fail(self.fault(column, CellFault::Empty));
        }
        Ok(RawRow {
            position,
            json: json.into(),
            group: None,
        })
    }

    /// A row that cannot be taken, with its class as its cells say it.
    pub(crate) fn bad_row<'a>(
        &self,
        position: u64,
        fault: RowFault,
        cell: impl Fn(usize) -> Option<&'a str>,
    ) -> RowError {
        let place = |column: &str| self.at.iter().find(|(field, _)| *field == column).map(|(_, at)| *at);
        let value = |column: &&str| place(column).and_then(&cell).unwrap_or_default().trim().to_owned();
        let class: Vec<_> = self.list.feed.scope.iter().map(value).collect();
        RowError {
            position,
            fault: Box::new(fault),
            class: match class.iter().all(String::is_empty) {
                true => Vec::new(),
                false => class,
            },
        }
    }

    /// A row one of whose cells cannot be taken, with the cells that can. `None`: the call is not about it, since another cell
    /// says that it is of another class, or of somebody else.
    pub(crate) fn bad_cell<'a>(
        &self,
        position: u64,
        column: &'static str,
        what: CellFault,
        cell: impl Fn(usize) -> Option<&'a str>,
    ) -> Option<Result<RawRow, RowError>> {
        let cell = |at: usize| {
            cell(at)
                .map(str::trim)
                .filter(|text| !is_too_long(text) && !is_rounded(text))
        };
        let said = |column: &str| {
            let (_, at) = self.at.iter().find(|(field, _)| *field == column)?;
            cell(*at).filter(|text| !text.is_empty())
        };
        let mut wanted = self.wanted.iter();
        let may_be_meant = wanted.all(|(column, wanted)| said(column).is_none_or(|text| text == wanted.trim()));
        may_be_meant.then(|| Err(self.bad_row(position, self.fault(column, what), cell)))
    }

    /// A row that has other cells than there are headings. Which of them is the class's is not known either.
    pub(crate) fn shifted(&self, position: u64, found: usize, expected: usize) -> RowError {
        let column = self.fields().first().map_or("", |(field, _)| *field);
        let fault = self.fault(column, CellFault::Shifted { found, expected });
        self.bad_row(position, fault, |_| None)
    }

    /// What is wrong with one cell.
    pub(crate) fn fault(&self, column: &'static str, what: CellFault) -> RowFault {
        RowFault::Cell {
            list: self.list.name(),
            origin: self.origin.clone(),
            column,
            what,
        }
    }
}

/// Texts by their fields as a JSON object. Of a list of millions each row comes by here, so room is made once, and a text is looked
/// through as a whole for what has to be escaped: few have any.
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
        fn a_row_is_the_json_that_a_library_makes_of_it(texts in prop::collection::vec(any::<String>(), 0..6)) {
            let fields = ["a", "b", "c", "d", "e", "f"];
            let cells: Vec<_> = fields.into_iter().zip(texts.iter().map(String::as_str)).collect();
            let made: Map<String, Value> = cells.iter().map(|(field, text)| ((*field).to_owned(), (*text).into())).collect();
            prop_assert_eq!(object(&cells), serde_json::to_string(&made).unwrap());
        }
    }
}

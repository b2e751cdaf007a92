//! A list as a stream of chunks.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;

use bytes::Bytes;
use serde_json::{Map, Value};

use super::changes::{Change, ListChanges};
use super::faults::Fault;
use super::lists::{ClassName, Listing, text_of};

/// Bytes per chunk: enough to make the socket's cost negligible, few enough to stay in the cache.
const PIECE: usize = 64 * 1024;

/// The body of a reply. It writes rows only when the connection asks for more.
pub(super) struct Rows {
    listing: Listing,
    requested: ClassName,
    changes: Option<Arc<ListChanges>>,
    position: usize,
    end: usize,
    /// Rows to repeat from the start, after the end.
    repeat: usize,
    /// Raw rows that wait for their position, the next one first.
    raw: VecDeque<(usize, String)>,
    /// The number of rows to hold back, and those rows: they are dropped if nothing follows them.
    hold: usize,
    held_back: VecDeque<Vec<u8>>,
    ending: Ending,
    first: bool,
    stage: Stage,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    Whole,
    /// The body ends in the middle as if it were complete.
    CutOff,
    /// The connection breaks in the middle.
    Broken,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Start,
    Rows,
    Break,
    Done,
}

impl Rows {
    pub(super) fn new(
        listing: Listing,
        requested: ClassName,
        changes: Option<Arc<ListChanges>>,
        fault: Option<Fault>,
    ) -> Self {
        let end = listing.positions();
        let mut rows = Self {
            listing,
            requested,
            changes,
            position: 0,
            end,
            repeat: 0,
            raw: VecDeque::new(),
            hold: 0,
            held_back: VecDeque::new(),
            ending: Ending::Whole,
            first: true,
            stage: Stage::Start,
        };
        match fault {
            Some(Fault::CloseHalfway) => rows.ending = Ending::Broken,
            Some(Fault::Drip) => rows.ending = Ending::CutOff,
            Some(Fault::Truncated) => rows.ending = Ending::CutOff,
            Some(Fault::Empty) => {
                rows.end = 0;
                rows.changes = None;
            }
            Some(Fault::RawRows(mut raw)) => {
                raw.sort_by_key(|(position, _)| *position);
                rows.raw = raw.into();
            }
            Some(Fault::DropLast(count)) => rows.hold = count,
            Some(Fault::RepeatFirst(count)) => rows.repeat = count.min(end),
            _ => {}
        }
        if rows.ending != Ending::Whole {
            rows.end /= 2;
        }
        rows
    }

    fn open(&mut self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"{\"msg\":\"Success\",\"data\":");
        out.push(if self.listing.is_object() { b'{' } else { b'[' });
        self.stage = Stage::Rows;
    }

    fn close(&mut self, out: &mut Vec<u8>) {
        self.stage = Stage::Done;
        match self.ending {
            Ending::Whole => out.extend_from_slice(if self.listing.is_object() { b"}}" } else { b"]}" }),
            Ending::CutOff => {
                let cut = out.len().saturating_sub(2);
                out.truncate(cut);
            }
            Ending::Broken => self.stage = Stage::Break,
        }
    }

    fn put_comma(&mut self, out: &mut Vec<u8>) {
        if !self.first {
            out.push(b',');
        }
        self.first = false;
    }

    fn put(&mut self, row: &[u8], out: &mut Vec<u8>) {
        if self.hold == 0 {
            self.put_comma(out);
            out.extend_from_slice(row);
            return;
        }
        self.held_back.push_back(row.to_vec());
        if self.held_back.len() > self.hold
            && let Some(oldest) = self.held_back.pop_front()
        {
            self.put_comma(out);
            out.extend_from_slice(&oldest);
        }
    }

    fn put_raw_rows(&mut self, until: usize, out: &mut Vec<u8>) {
        while self.raw.front().is_some_and(|(position, _)| *position <= until) {
            if let Some((_, text)) = self.raw.pop_front() {
                self.put(text.as_bytes(), out);
            }
        }
    }

    /// The common case: straight into the buffer; the comma is removed again if the position is empty.
    fn put_position(&mut self, position: usize, out: &mut Vec<u8>) {
        if self.hold > 0 || self.changes.is_some() {
            self.put_changed(position, out);
            return;
        }
        let start = out.len();
        if !self.first {
            out.push(b',');
        }
        if self.listing.write(position, out) {
            self.first = false;
        } else {
            out.truncate(start);
        }
    }

    fn put_changed(&mut self, position: usize, out: &mut Vec<u8>) {
        let mut row = Vec::new();
        if !self.listing.write(position, &mut row) {
            return;
        }
        if let Some(changes) = self.changes.clone() {
            let changed = if self.listing.is_object() {
                changed_teachings(&changes, &row)
            } else {
                changed_row(&changes, &self.listing.keys(position), row)
            };
            let Some(changed) = changed else { return };
            row = changed;
        }
        self.put(&row, out);
    }

    /// Added rows. Teachings of a teacher with others are already in that teacher's entry.
    fn put_added(&mut self, out: &mut Vec<u8>) {
        let Some(changes) = self.changes.clone() else { return };
        if self.listing.is_object() {
            let known: std::collections::HashSet<String> = (0..self.end)
                .filter(|position| self.listing.write(*position, &mut Vec::new()))
                .flat_map(|position| self.listing.keys(position))
                .collect();
            let mut fresh: Map<String, Value> = Map::new();
            for row in &changes.added {
                let nik = nik_of(row);
                if !known.contains(&nik) {
                    let teachings = fresh.entry(nik).or_insert_with(|| Value::Array(Vec::new()));
                    teachings
                        .as_array_mut()
                        .into_iter()
                        .for_each(|list| list.push(row.clone()));
                }
            }
            for (nik, teachings) in fresh {
                self.put(format!("{}:{teachings}", Value::from(nik)).as_bytes(), out);
            }
            return;
        }
        for row in &changes.added {
            if self.listing.takes(row, &self.requested) {
                self.put(row.to_string().as_bytes(), out);
            }
        }
    }
}

impl Iterator for Rows {
    type Item = io::Result<Bytes>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.stage == Stage::Done {
            return None;
        }
        if self.stage == Stage::Break {
            self.stage = Stage::Done;
            return Some(Err(io::Error::from(io::ErrorKind::ConnectionReset)));
        }
        let mut out = Vec::with_capacity(PIECE + 1024);
        if self.stage == Stage::Start {
            self.open(&mut out);
        }
        while out.len() < PIECE {
            if self.position == self.end {
                self.put_raw_rows(usize::MAX, &mut out);
                if self.ending == Ending::Whole {
                    self.put_added(&mut out);
                }
                for position in 0..self.repeat {
                    self.put_position(position, &mut out);
                }
                self.close(&mut out);
                break;
            }
            if !self.raw.is_empty() {
                self.put_raw_rows(self.position, &mut out);
            }
            self.put_position(self.position, &mut out);
            self.position += 1;
        }
        Some(Ok(Bytes::from(out)))
    }
}

/// The row after its changes; `None` if it was removed.
fn changed_row(changes: &ListChanges, keys: &[String], row: Vec<u8>) -> Option<Vec<u8>> {
    let Some(change) = keys.iter().find_map(|key| changes.rows.get(key)) else {
        return Some(row);
    };
    match change {
        Change::Removed => None,
        Change::Fields(fields) => {
            let mut value: Value = serde_json::from_slice(&row).ok()?;
            for (field, new) in fields {
                value[field.as_str()] = new.clone();
            }
            Some(value.to_string().into_bytes())
        }
    }
}

/// One teacher's entry (`"nik":[…]`) after the changes to its teachings.
fn changed_teachings(changes: &ListChanges, entry: &[u8]) -> Option<Vec<u8>> {
    let object: Map<String, Value> = serde_json::from_slice(&[b"{", entry, b"}"].concat()).ok()?;
    let (nik, teachings) = object.into_iter().next()?;
    let mut rows = Vec::new();
    for mut row in teachings.as_array()?.iter().cloned() {
        let key = format!("{nik}/{}", row.get("kelas_id").map(text_of).unwrap_or_default());
        match changes.rows.get(&key).or_else(|| changes.rows.get(&nik)) {
            Some(Change::Removed) => continue,
            Some(Change::Fields(fields)) => {
                for (field, new) in fields {
                    row[field.as_str()] = new.clone();
                }
            }
            None => {}
        }
        rows.push(row);
    }
    rows.extend(changes.added.iter().filter(|row| nik_of(row) == nik).cloned());
    (!rows.is_empty()).then(|| format!("{}:{}", Value::from(nik), Value::from(rows)).into_bytes())
}

fn nik_of(row: &Value) -> String {
    row.get("nik").map(text_of).unwrap_or_default()
}

//! Finds the rows of a reply in any of its envelopes.
//!
//! `[row, …]`, `{"msg": …, "data": [row, …]}` with its keys in any order and other keys beside them; for a keyed call also
//! `{"data": {key: [row, …]}}` and `{key: [row, …]}`.

use std::sync::Arc;

use selaras_reasons::Reason;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::cut::{Cut, Unbalanced};
use crate::error::Fault;
use crate::rows::{RawRow, RowError, RowFault, Said};

/// Longest key, and longest text of the envelope, in bytes.
const LONGEST_TEXT: usize = 8 << 10;

/// Pointer to the rows in the envelope.
pub(crate) const DATA: &str = "/data";

/// An open bracket of the envelope.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Open {
    Envelope,
    Keyed,
    List,
}

/// What may come next in the envelope.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    Value,
    /// A value, or the end of an empty list.
    ValueOrEnd,
    Key,
    KeyOrEnd,
    Colon,
    CommaOrEnd,
    Nothing,
}

/// The purpose of a value that is being cut out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Row,
    Key,
    /// A value of the envelope other than the rows.
    Field,
    /// A value that may name a next page.
    Next,
    Ignored,
}

/// Reads one reply.
#[derive(Debug)]
pub(crate) struct Reader {
    keyed: bool,
    max_row: usize,
    open: Vec<Open>,
    next: Next,
    cutting: Option<(Role, Cut)>,
    /// The beginning of a value that is not complete yet.
    held: Vec<u8>,
    /// The value that is being cut out exceeds its limit.
    overflow: bool,
    /// Bytes read before the current piece.
    before: u64,
    rows: u64,
    key: String,
    group: Option<Arc<str>>,
    msg: Option<String>,
    message: Option<String>,
    data: Data,
    /// Pointer to the next page, if the reply names one.
    next_page: Option<&'static str>,
    /// A key of the outermost object has a value other than a list.
    strays: bool,
}

/// What is known about the rows.
#[derive(Debug, PartialEq, Eq)]
enum Data {
    Unseen,
    Rows,
    Empty,
    /// Something other than rows, such as the error text of a source.
    Other(String),
}

impl Reader {
    pub(crate) fn new(keyed: bool, max_row: usize) -> Self {
        Self {
            keyed,
            max_row,
            open: Vec::with_capacity(3),
            next: Next::Value,
            cutting: None,
            held: Vec::new(),
            overflow: false,
            before: 0,
            rows: 0,
            key: String::new(),
            group: None,
            msg: None,
            message: None,
            data: Data::Unseen,
            next_page: None,
            strays: false,
        }
    }

    /// Number of rows found.
    pub(crate) fn rows(&self) -> u64 {
        self.rows
    }

    /// Pointer to the next page, if the reply has named one so far: then its rows are not the whole list.
    pub(crate) fn next_page(&self) -> Option<&'static str> {
        self.next_page
    }

    /// Reads the next piece and passes on the rows that end in it.
    pub(crate) fn feed(
        &mut self,
        mut piece: &[u8],
        out: &mut impl FnMut(Result<RawRow, RowError>),
    ) -> Result<(), Fault> {
        if self.before == 0 {
            piece = piece.strip_prefix(b"\xef\xbb\xbf").unwrap_or(piece);
        }
        let mut at = 0;
        while at < piece.len() {
            if let Some((role, mut cut)) = self.cutting.take() {
                let limit = if role == Role::Row { self.max_row } else { LONGEST_TEXT };
                let rest = &piece[at..];
                match cut.read(rest) {
                    Err(Unbalanced(further)) => return Err(self.malformed("brackets do not match", at + further)),
                    Ok(None) => {
                        self.hold(rest, limit);
                        self.cutting = Some((role, cut));
                        at = piece.len();
                    }
                    Ok(Some(end)) => {
                        if self.held.is_empty() && !self.overflow {
                            self.overflow = end > limit;
                            self.take(role, &rest[..end], out, at)?;
                        } else {
                            self.hold(&rest[..end], limit);
                            let held = std::mem::take(&mut self.held);
                            self.take(role, &held, out, at)?;
                            self.held = held;
                            self.held.clear();
                        }
                        self.overflow = false;
                        at += end;
                    }
                }
                continue;
            }
            let byte = piece[at];
            if !byte.is_ascii_whitespace() {
                // The first byte of a value to cut out belongs to the value.
                if self.step(byte, at)? {
                    continue;
                }
            }
            at += 1;
        }
        self.before += piece.len() as u64;
        Ok(())
    }

    /// Ends the reply. Fails if it was incomplete or reports a failure.
    pub(crate) fn finish(self) -> Result<u64, Fault> {
        if self.next != Next::Nothing {
            return Err(Fault::Truncated { rows: self.rows });
        }
        if self.failed() {
            let data = match self.data {
                Data::Other(text) => Some(text),
                _ => None,
            };
            let text = data
                .filter(|text| !text.is_empty())
                .or(self.message)
                .unwrap_or_default();
            return Err(Fault::Reported(text));
        }
        match self.data {
            Data::Rows | Data::Empty => Ok(self.rows),
            // An object keyed by nik without an envelope. `{"message": …}` must not pass for an empty one.
            Data::Unseen if self.keyed && self.msg.is_none() && (self.rows > 0 || !self.strays) => Ok(self.rows),
            Data::Unseen => Err(Fault::malformed(Reason::ReplyLacks { pointer: DATA.into() })),
            Data::Other(_) => Err(Fault::malformed(Reason::ReplyWithoutRows { pointer: DATA.into() })),
        }
    }

    fn failed(&self) -> bool {
        self.msg.as_deref().is_some_and(says_error)
    }

    /// Handles one byte of the envelope. Returns true if it is the first byte of a value to cut out.
    fn step(&mut self, byte: u8, at: usize) -> Result<bool, Fault> {
        match (self.next, byte) {
            (Next::Value | Next::ValueOrEnd, _) if self.open.last() != Some(&Open::List) => self.value(byte, at),
            (Next::ValueOrEnd, b']') => {
                self.close();
                Ok(false)
            }
            (Next::Value | Next::ValueOrEnd, b',' | b':' | b']' | b'}') => Err(self.malformed("a row is missing", at)),
            (Next::Value | Next::ValueOrEnd, _) => {
                self.cutting = Some((Role::Row, Cut::default()));
                Ok(true)
            }
            (Next::Key | Next::KeyOrEnd, b'"') => {
                self.cutting = Some((Role::Key, Cut::default()));
                Ok(true)
            }
            (Next::Colon, b':') => {
                self.next = Next::Value;
                Ok(false)
            }
            (Next::CommaOrEnd, b',') => {
                self.next = if self.open.last() == Some(&Open::List) {
                    Next::Value
                } else {
                    Next::Key
                };
                Ok(false)
            }
            (Next::CommaOrEnd, b']') if self.open.last() == Some(&Open::List) => {
                self.close();
                Ok(false)
            }
            (Next::CommaOrEnd | Next::KeyOrEnd, b'}') if self.open.last() != Some(&Open::List) => {
                self.close();
                Ok(false)
            }
            _ => Err(self.malformed("unexpected character", at)),
        }
    }

    /// Handles the start of a value that is not an element of the list.
    fn value(&mut self, byte: u8, at: usize) -> Result<bool, Fault> {
        if matches!(byte, b',' | b':' | b']' | b'}') {
            return Err(self.malformed("a value is missing", at));
        }
        let role = match (self.open.last(), byte) {
            (None, b'[') => return Ok(self.enter(Open::List, Next::ValueOrEnd)),
            (None, b'{') => {
                self.open.push(Open::Envelope);
                self.next = Next::KeyOrEnd;
                return Ok(false);
            }
            (None, b'<') => return Err(Fault::malformed(Reason::ReplyIsPage)),
            (None, _) => return Err(self.malformed("the reply is neither a list nor an object", at)),
            (Some(Open::Envelope), b'[' | b'{') if self.key == "data" => {
                if !matches!(self.data, Data::Unseen) {
                    return Err(self.malformed("data stands twice", at));
                }
                match byte {
                    // The rows of a reply that reports a failure are ignored.
                    _ if self.failed() => Role::Ignored,
                    b'[' => return Ok(self.enter(Open::List, Next::ValueOrEnd)),
                    _ if self.keyed => return Ok(self.enter(Open::Keyed, Next::KeyOrEnd)),
                    _ => Role::Field,
                }
            }
            (Some(Open::Envelope), b'[') if self.keyed && self.msg.is_none() && self.data == Data::Unseen => {
                self.group = Some(self.key.as_str().into());
                self.open.push(Open::List);
                self.next = Next::ValueOrEnd;
                return Ok(false);
            }
            (Some(Open::Envelope), _) if matches!(self.key.as_str(), "msg" | "message" | "data") => Role::Field,
            (Some(Open::Envelope), b'"') if matches!(self.key.as_str(), "next" | "next_page_url") => Role::Next,
            (Some(Open::Envelope), b'{') if self.key == "links" => Role::Next,
            (Some(Open::Keyed), b'[') => {
                self.group = Some(self.key.as_str().into());
                self.open.push(Open::List);
                self.next = Next::ValueOrEnd;
                return Ok(false);
            }
            // A teacher of one class, from a source that does not wrap a single row in a list.
            (Some(Open::Keyed), b'{') => {
                self.group = Some(self.key.as_str().into());
                Role::Row
            }
            (Some(Open::Keyed), b'n') => Role::Ignored,
            (Some(Open::Keyed), _) => return Err(self.malformed("a teacher's classes are not a list", at)),
            _ => Role::Ignored,
        };
        self.strays |= self.open.last() == Some(&Open::Envelope);
        self.cutting = Some((role, Cut::default()));
        Ok(true)
    }

    /// Enters the list or object that has the rows.
    fn enter(&mut self, open: Open, next: Next) -> bool {
        self.data = Data::Rows;
        self.open.push(open);
        self.next = next;
        false
    }

    fn close(&mut self) {
        self.open.pop();
        self.next = if self.open.is_empty() {
            Next::Nothing
        } else {
            Next::CommaOrEnd
        };
    }

    /// Handles a complete value.
    fn take(
        &mut self,
        role: Role,
        value: &[u8],
        out: &mut impl FnMut(Result<RawRow, RowError>),
        at: usize,
    ) -> Result<(), Fault> {
        self.next = Next::CommaOrEnd;
        match role {
            Role::Row => {
                self.rows += 1;
                out(self.row(value));
            }
            Role::Key if self.overflow => return Err(self.malformed("a key is too long", at)),
            Role::Key => {
                self.key = serde_json::from_slice(value).map_err(|_| self.malformed("a key is not text", at))?;
                self.next = Next::Colon;
            }
            Role::Field => self.field(value, at)?,
            Role::Next if !self.overflow => self.note_next(value),
            Role::Next | Role::Ignored => {}
        }
        Ok(())
    }

    fn row(&self, value: &[u8]) -> Result<RawRow, RowError> {
        let position = self.rows;
        let fail = |fault| {
            Err(RowError {
                position,
                fault: Box::new(fault),
                said: Said::default(),
            })
        };
        if self.overflow {
            return fail(RowFault::TooLong { limit: self.max_row });
        }
        match serde_json::from_slice::<Box<RawValue>>(value) {
            Err(error) => fail(RowFault::NotJson(error.to_string())),
            Ok(_) if value.first() != Some(&b'{') => fail(RowFault::NotAnObject),
            Ok(json) => Ok(RawRow {
                position,
                json: json.into(),
                group: self.group.clone(),
            }),
        }
    }

    fn field(&mut self, value: &[u8], at: usize) -> Result<(), Fault> {
        let value = if self.overflow {
            Value::String(String::new())
        } else {
            serde_json::from_slice(value).map_err(|_| self.malformed("a field of the reply is not JSON", at))?
        };
        let text = match &value {
            Value::String(text) => shown(text),
            _ => String::new(),
        };
        match self.key.as_str() {
            "msg" => self.msg = Some(text),
            "message" => self.message = Some(text),
            _ if !matches!(self.data, Data::Unseen) => return Err(self.malformed("data stands twice", at)),
            _ if value.is_null() => self.data = Data::Empty,
            _ => self.data = Data::Other(text),
        }
        Ok(())
    }

    /// Records the pointer to the next page, if this value names one.
    fn note_next(&mut self, value: &[u8]) {
        let value: Value = serde_json::from_slice(value).unwrap_or_default();
        let (place, next) = match self.key.as_str() {
            "links" => ("/links/next", &value["next"]),
            "next" => ("/next", &value),
            _ => ("/next_page_url", &value),
        };
        if next.as_str().is_some_and(|next| !next.is_empty()) {
            self.next_page = Some(place);
        }
    }

    /// Stores the part of a value that has arrived, unless the value is too long.
    fn hold(&mut self, part: &[u8], limit: usize) {
        if self.overflow || self.held.len() + part.len() > limit {
            self.overflow = true;
            self.held.clear();
        } else {
            self.held.extend_from_slice(part);
        }
    }

    fn malformed(&self, reason: &str, at: usize) -> Fault {
        Fault::malformed(Reason::ReplyNotJson {
            said: format!("{reason} at byte {}", self.before + at as u64),
        })
    }
}

/// True if a reply's `msg` reports a failure.
pub(crate) fn says_error(msg: &str) -> bool {
    msg.trim().eq_ignore_ascii_case("error")
}

/// Text from outside, cleaned to be shown in one line.
pub(crate) fn shown(text: &str) -> String {
    text.split(|letter: char| letter.is_whitespace() || letter.is_control())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
        .chars()
        .take(300)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    type Read = Result<Vec<Result<String, RowFault>>, Fault>;

    fn in_pieces(text: &str, keyed: bool, size: usize) -> Read {
        let mut reader = Reader::new(keyed, 100);
        let mut rows = Vec::new();
        for piece in text.as_bytes().chunks(size) {
            reader.feed(piece, &mut |row| {
                rows.push(row.map_err(|error| *error.fault).map(|row| match row.group {
                    Some(group) => format!("{group}: {}", row.json),
                    None => row.json.to_string(),
                }));
            })?;
        }
        reader.finish().map(|_| rows)
    }

    /// Reads the reply in pieces of every size; all must give the same result.
    fn read_as(text: &str, keyed: bool) -> Read {
        let whole = in_pieces(text, keyed, text.len().max(1));
        for size in 1..text.len() {
            assert_eq!(in_pieces(text, keyed, size), whole, "{text} in pieces of {size}");
        }
        whole
    }

    fn rows(text: &str, keyed: bool) -> Vec<String> {
        read_as(text, keyed).unwrap().into_iter().map(Result::unwrap).collect()
    }

    #[test]
    fn rows_are_found_in_every_envelope() {
        for text in [
            r#"[{"a":1},{"a":2}]"#,
            r#"{"msg":"Success","data":[{"a":1},{"a":2}]}"#,
            r#" { "data" : [ {"a":1} , {"a":2} ] , "msg" : "Success" } "#,
            r#"{"meta":{"data":[9]},"list":[1,"]",{}],"n":12,"data":[{"a":1},{"a":2}],"x":null}"#,
            r#"{"d\u0061ta":[{"a":1},{"a":2}]}"#,
        ] {
            assert_eq!(rows(text, false), [r#"{"a":1}"#, r#"{"a":2}"#]);
        }
        for text in ["[]", r#"{"data":[]}"#, r#"{"msg":"Success","data":null}"#] {
            assert!(rows(text, false).is_empty());
        }
    }

    #[test]
    fn object_keyed_by_nik_gives_each_row_its_key() {
        let expected = [r#"197: {"k":"A"}"#, r#"197: {"k":"B"}"#, r#"198: {"k":"C"}"#];
        for text in [
            r#"{"msg":"Success","data":{"197":[{"k":"A"},{"k":"B"}],"199":[],"198":[{"k":"C"}],"200":null}}"#,
            r#"{"data":{"197":[{"k":"A"},{"k":"B"}],"198":{"k":"C"}},"msg":"Success"}"#,
            r#"{"197":[{"k":"A"},{"k":"B"}],"198":[{"k":"C"}]}"#,
        ] {
            assert_eq!(rows(text, true), expected, "{text}");
        }
        assert!(rows("{}", true).is_empty());
        assert!(rows(r#"{"data":{}}"#, true).is_empty());
    }

    #[test]
    fn one_invalid_row_spoils_no_other() {
        let long = "x".repeat(200);
        let text = format!(r#"[{{"a":1}},{{"a":nul}},7,{{"a":"{long}"}},{{"a":"{{[\""}}]"#);
        let read = read_as(&text, false).unwrap();
        assert_eq!(read[0].as_deref(), Ok(r#"{"a":1}"#));
        assert!(matches!(read[1], Err(RowFault::NotJson(_))));
        assert_eq!(read[2], Err(RowFault::NotAnObject));
        assert_eq!(read[3], Err(RowFault::TooLong { limit: 100 }));
        assert_eq!(read[4].as_deref(), Ok(r#"{"a":"{[\""}"#));
    }

    #[test]
    fn incomplete_or_foreign_reply_is_never_a_list() {
        let whole = r#"{"msg":"Success","data":[{"a":1},{"a":2}]}"#;
        for end in 0..whole.len() {
            assert!(
                matches!(in_pieces(&whole[..end], false, 7), Err(Fault::Truncated { .. })),
                "{end}"
            );
        }
        for text in [
            "<html>",
            "\"text\"",
            r#"{"msg":"Success"}"#,
            r#"{"msg":"Success","data":"none"}"#,
            r#"{"msg":"Success","data":{"197":[]}}"#,
            r#"{"data":[],"data":[]}"#,
            r#"[{"a":1}] extra"#,
            r#"[{"a":1},]"#,
            r#"[{"a":1}{"a":2}]"#,
            r#"[{"a":1]"#,
            "{}",
        ] {
            assert!(
                matches!(read_as(text, false), Err(Fault::Malformed(_))),
                "{text}: {:?}",
                read_as(text, false)
            );
        }
        assert!(read_as(r#"{"message":"Server Error"}"#, true).is_err());
    }

    #[test]
    fn pointer_to_the_next_page_is_recorded() {
        for (text, place) in [
            (
                r#"{"current_page":1,"data":[{"a":1}],"next_page_url":"https://x/?page=2","total":5000}"#,
                Some("/next_page_url"),
            ),
            (r#"{"next":"/jadwal?page=2","data":[]}"#, Some("/next")),
            (
                r#"{"data":[],"links":{"prev":null,"next":"?page=2"}}"#,
                Some("/links/next"),
            ),
            (
                r#"{"data":[{"next":"x"}],"next":null,"next_page_url":"","links":[{"next":"x"}],"x":{"next":"x"}}"#,
                None,
            ),
            (r#"[{"next":"x"}]"#, None),
        ] {
            for size in 1..=text.len() {
                let mut reader = Reader::new(false, 100);
                for piece in text.as_bytes().chunks(size) {
                    reader.feed(piece, &mut |_| {}).unwrap();
                }
                assert_eq!(reader.next_page(), place, "{text} in pieces of {size}");
            }
        }
    }

    #[test]
    fn failure_reported_by_the_source_is_quoted() {
        for text in [
            r#"{"msg":"Error","data":"Semester belum\n dibuka"}"#,
            r#"{"data":null,"message":"Semester belum dibuka","msg":"error"}"#,
            r#"{"msg":"Error","message":"Semester belum dibuka","data":[{"a":1}]}"#,
        ] {
            assert_eq!(
                read_as(text, false),
                Err(Fault::Reported("Semester belum dibuka".into()))
            );
        }
    }
}

//! Reads a whole list from PostgreSQL by COPY, which has less overhead per row than a query (decision 22).
//!
//! COPY takes no bound values, so a list filtered to a class or a person is read by its statement.

use std::borrow::Cow;

use futures::StreamExt;
use sqlx::Postgres;

use super::read::{NotText, PreparedList, TOGETHER, at_work, end};
use crate::rows::ReadError;

/// Reads a list without a filter to its end.
pub(super) async fn read(mut prepared: PreparedList<'_, Postgres>) -> Result<(), ReadError> {
    let PreparedList {
        guard,
        statement,
        reader,
    } = &mut prepared;
    let copy = format!("COPY ({statement}) TO STDOUT");
    let copying = guard.connection.copy_out_raw(&copy);
    // PostgreSQL starts the copy before it looks for the first row, which again may take as long.
    let sent = at_work(reader.list_query.settings.timeouts.first_byte, copying).await?;
    let mut sent = sent.map_err(|error| reader.broken(&error))?.ready_chunks(TOGETHER);
    // The beginning of an incomplete line.
    let mut partial_line = Vec::new();
    while let Some(arrived) = reader.wait(sent.next()).await? {
        for bytes in arrived {
            let bytes = bytes.map_err(|error| reader.broken(&error))?;
            let mut rest = &bytes[..];
            while let Some(end) = memchr::memchr(b'\n', rest) {
                let (line, following) = (&rest[..end], &rest[end + 1..]);
                rest = following;
                let line = if partial_line.is_empty() {
                    Cow::Borrowed(line)
                } else {
                    partial_line.extend_from_slice(line);
                    Cow::Owned(std::mem::take(&mut partial_line))
                };
                if memchr::memchr_iter(b'\t', &line).count() + 1 != reader.columns.fields().len() {
                    return Err(reader.cut_off().into());
                }
                if let Some(chunk) = reader.take(cells(&line)) {
                    reader.list_query.send_chunk(chunk).await?;
                }
            }
            partial_line.extend_from_slice(rest);
        }
    }
    drop(sent);
    if !partial_line.is_empty() {
        return Err(reader.cut_off().into());
    }
    end(prepared).await
}

/// The cells of a line. The line is searched as a whole, because cells are many and short.
fn cells(line: &[u8]) -> impl Iterator<Item = Result<Option<Cow<'_, str>>, NotText>> {
    let text = std::str::from_utf8(line).ok();
    let has_escapes = memchr::memchr(b'\\', line).is_some();
    let ends = memchr::memchr_iter(b'\t', line).chain([line.len()]);
    ends.scan(0, |begin, end| Some(std::mem::replace(begin, end + 1)..end))
        .map(move |place| {
            let cell = match text {
                Some(text) => &text[place],
                None => std::str::from_utf8(&line[place]).map_err(|_| NotText)?,
            };
            Ok(match has_escapes {
                false => Some(Cow::Borrowed(cell)),
                true => unescaped(cell),
            })
        })
}

/// Decodes a cell of COPY, which escapes special characters by a backslash.
fn unescaped(cell: &str) -> Option<Cow<'_, str>> {
    match cell {
        "\\N" => None,
        cell if cell.contains('\\') => Some(Cow::Owned(meant(cell))),
        cell => Some(Cow::Borrowed(cell)),
    }
}

/// Resolves the backslashes of a text.
fn meant(text: &str) -> String {
    let mut meant = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        meant.push(match letter {
            '\\' => match letters.next() {
                Some('b') => '\u{8}',
                Some('f') => '\u{c}',
                Some('n') => '\n',
                Some('r') => '\r',
                Some('t') => '\t',
                Some('v') => '\u{b}',
                Some(itself) => itself,
                None => '\\',
            },
            letter => letter,
        });
    }
    meant
}

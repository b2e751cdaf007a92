//! Reads a whole list from PostgreSQL by COPY, which has less overhead per row than a query (decision 22).
//!
//! COPY takes no bound values, so a list filtered to a class or a person is read by its statement.

use std::borrow::Cow;

use futures::StreamExt;
use sqlx::Postgres;

use super::read::{Begun, NotText, TOGETHER, at_work, end};
use crate::rows::Ended;

/// Reads a list without a filter to its end.
pub(super) async fn read(mut begun: Begun<'_, Postgres>) -> Result<(), Ended> {
    let Begun {
        borrowed,
        statement,
        taking,
    } = &mut begun;
    let copy = format!("COPY ({statement}) TO STDOUT");
    let asked = borrowed.connection.copy_out_raw(&copy);
    // PostgreSQL starts the copy before it looks for the first row, which again may take as long.
    let sent = at_work(taking.asked.settings.timeouts.first_byte, asked).await?;
    let mut sent = sent.map_err(|error| taking.broken(&error))?.ready_chunks(TOGETHER);
    // The beginning of an incomplete line.
    let mut begun_line = Vec::new();
    while let Some(arrived) = taking.wait(sent.next()).await? {
        for bytes in arrived {
            let bytes = bytes.map_err(|error| taking.broken(&error))?;
            let mut rest = &bytes[..];
            while let Some(end) = memchr::memchr(b'\n', rest) {
                let (line, following) = (&rest[..end], &rest[end + 1..]);
                rest = following;
                let line = if begun_line.is_empty() {
                    Cow::Borrowed(line)
                } else {
                    begun_line.extend_from_slice(line);
                    Cow::Owned(std::mem::take(&mut begun_line))
                };
                if memchr::memchr_iter(b'\t', &line).count() + 1 != taking.columns.fields().len() {
                    return Err(taking.cut_off().into());
                }
                if let Some(chunk) = taking.take(cells(&line)) {
                    taking.asked.hand_out(chunk).await?;
                }
            }
            begun_line.extend_from_slice(rest);
        }
    }
    drop(sent);
    if !begun_line.is_empty() {
        return Err(taking.cut_off().into());
    }
    end(begun).await
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

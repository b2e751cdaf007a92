//! The staged rows of a list of very many classes, as its partitions need them.

use super::spool::Spoolable;
use selaras_reasons::Reason;
use selaras_source::{Notice, RawRow};
use serde::{Deserialize, Serialize};
use std::io;

/// A staged row.
pub(super) enum StagedRow {
    /// A row; in a partition, with the hash of its text. The group is not stored, because no list of so many classes groups its
    /// rows.
    Row(RawRow, Option<i64>),
    /// A row that cannot be used; its class is an index in the partition.
    Issue(RowIssue),
}

/// A row that is no usable row of the list's classes.
#[derive(Serialize, Deserialize)]
pub(super) enum RowIssue {
    /// It cannot be read: its position, the reason, the class, `None` if it may be in any class, and the person's number,
    /// empty if it does not say one.
    Unreadable {
        position: String,
        reason: Reason,
        class: Option<usize>,
        number: String,
    },
    /// It is not used, and stands for no row of other people: its position and the reason.
    Refused { position: String, reason: Reason },
    /// A row that cannot be read and may be in any class; another partition reports it.
    UnreadableElsewhere,
    /// A row of a class that the dashboard does not have: the class's label, its index if enrolments still have it, and the
    /// person's number.
    UnknownClass {
        label: String,
        class: Option<usize>,
        number: String,
    },
    /// Another partition has such a row.
    UnknownClassElsewhere,
    /// What the reader left out; true if rows may be in it.
    Notice(Reason, bool),
}

impl From<&Notice> for RowIssue {
    fn from(notice: &Notice) -> Self {
        Self::Notice(Reason::from(notice), notice.may_have_rows())
    }
}

/// Numbers of eight bytes each.
struct Words<'a>(&'a [u8]);

impl Words<'_> {
    fn next(&mut self) -> io::Result<i64> {
        let (word, rest) = self.0.split_first_chunk().ok_or(io::ErrorKind::InvalidData)?;
        self.0 = rest;
        Ok(i64::from_le_bytes(*word))
    }
}

/// The first byte of a staged row.
const ISSUE: u8 = 0;
const ROW: u8 = 1;
const HASHED_ROW: u8 = 2;

impl Spoolable for StagedRow {
    fn put(&self, bytes: &mut Vec<u8>) -> io::Result<()> {
        match self {
            Self::Issue(said) => {
                bytes.push(ISSUE);
                serde_json::to_writer(bytes, said)?;
            }
            Self::Row(row, source_hash) => {
                bytes.push(if source_hash.is_some() { HASHED_ROW } else { ROW });
                bytes.extend(row.position.to_le_bytes());
                bytes.extend(source_hash.iter().flat_map(|hash| hash.to_le_bytes()));
                bytes.extend_from_slice(row.json.as_bytes());
            }
        }
        Ok(())
    }

    fn get(bytes: &[u8]) -> io::Result<Self> {
        let (begins, rest) = bytes.split_first().ok_or(io::ErrorKind::InvalidData)?;
        if *begins == ISSUE {
            return Ok(Self::Issue(serde_json::from_slice(rest)?));
        }
        let mut words = Words(rest);
        let position = words.next()?.cast_unsigned();
        let source_hash = match *begins {
            HASHED_ROW => Some(words.next()?),
            _ => None,
        };
        let json = std::str::from_utf8(words.0).map_err(|_| io::ErrorKind::InvalidData)?;
        let row = RawRow {
            position,
            json: json.into(),
            group: None,
        };
        Ok(Self::Row(row, source_hash))
    }
}

//! What a list has besides usable rows.

use selaras_reasons::Reason;
use selaras_source::Notice;
use serde::{Deserialize, Serialize};

/// A row that is no usable row of the list's classes.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum RowIssue {
    /// It cannot be read: its position, the reason, the class, `None` if it may be in any class, and the person's number,
    /// empty if it does not say one.
    Unreadable {
        position: String,
        reason: Reason,
        class: Option<usize>,
        number: String,
    },
    /// A row of a class that the dashboard does not have: the class's label, its index if enrolments still have it, and the
    /// person's number.
    UnknownClass {
        label: String,
        class: Option<usize>,
        number: String,
    },
    /// What the reader left out; true if rows may be in it.
    Notice(Reason, bool),
}

impl From<&Notice> for RowIssue {
    fn from(notice: &Notice) -> Self {
        Self::Notice(Reason::from(notice), notice.may_have_rows())
    }
}

impl RowIssue {
    /// The number of the person in a row of no known class.
    pub(super) fn unplaced_number(&self) -> Option<&str> {
        match self {
            Self::UnknownClass {
                class: None, number, ..
            }
            | Self::Unreadable {
                class: None, number, ..
            } => Some(number.as_str()).filter(|number| !number.is_empty()),
            _ => None,
        }
    }
}

/// Rows that cannot be read: their number, and the first one's position and reason.
#[derive(Clone, Default)]
pub(super) struct UnreadRows {
    pub(super) rows: u64,
    pub(super) first: Option<(String, Reason)>,
}

impl UnreadRows {
    pub(super) fn add(&mut self, position: &str, reason: &Reason) {
        self.rows += 1;
        self.first.get_or_insert_with(|| (position.to_owned(), reason.clone()));
    }

    pub(super) fn join(&mut self, other: Self) {
        self.rows += other.rows;
        if self.first.is_none() {
            self.first = other.first;
        }
    }
}

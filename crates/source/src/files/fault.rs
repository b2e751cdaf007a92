//! The faults of files.

use super::records::Broken;
use crate::envelope::shown;
use crate::error::{Fault, Origin, TableFault};

pub(super) fn table(origin: &Origin, what: TableFault) -> Fault {
    Fault::Table {
        origin: origin.clone(),
        what,
    }
}

/// Converts the reason why the records of a CSV file ended before the file did.
pub(super) fn broken(origin: &Origin, why: Broken) -> Fault {
    match why {
        Broken::Unclosed(row) => table(origin, TableFault::Unclosed { row }),
        Broken::TooLong { row, limit } => table(origin, TableFault::RowTooLong { row, limit }),
        Broken::Unreadable(error) => unreadable(origin, &error),
    }
}

pub(super) fn unreadable(origin: &Origin, error: &dyn std::fmt::Display) -> Fault {
    table(origin, TableFault::Unreadable(shown(&error.to_string())))
}

//! Enrolments that named their class and now say its id.

use selaras_kinds::{CLASS_ID, Kind, class_id};
use selaras_reasons::Reason;
use selaras_store::rows::{EnrolmentState, Stored};

/// A stored enrolment with the id of its class, for a `row` of the source that now says it: a row that gains the id is the
/// same enrolment. One that is on the platform is of the class that had the name `first`. If the row says another class, its
/// person changes classes: the enrolment gets the id of the former class, and the row is a new one.
pub(super) fn tied<K: Kind>(before: &Stored<K>, first: Option<&str>, row: &K) -> K {
    let on_platform = match before.state.enrolment {
        EnrolmentState::Sudah | EnrolmentState::Ditangguhkan => true,
        EnrolmentState::Belum => before.state.enrolment_reason == Some(Reason::Recreated),
        EnrolmentState::Gagal => false,
    };
    let class = first.filter(|_| on_platform).unwrap_or(class_id(row));
    let mut tied = before.row.clone();
    if let Some(field) = K::FIELDS.iter().find(|field| field.name == CLASS_ID) {
        (field.set)(&mut tied, class.into());
    }
    tied
}

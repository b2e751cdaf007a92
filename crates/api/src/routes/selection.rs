//! The input that selects rows of a kind, the same for lists and for actions.

use crate::{ApiError, body::Fields, error::shown};
use selaras_kinds::{Kind, OfKind, of_all_kinds};
use selaras_reasons::Reason;
use selaras_store::Selection;

/// Filters of a kind's list in the dashboard, and of actions on its rows: the kind's own columns, and those that every kind
/// has.
pub(crate) fn filters<K: Kind>() -> impl Iterator<Item = &'static str> {
    K::CALLS.filters.iter().copied().chain(["migration", "enroll"])
}

/// The class (or teacher) in the body, for kinds with a list per class or teacher.
pub(crate) fn class(list_by: &[&str], body: &Fields) -> Result<Selection, ApiError> {
    let mut selection = Selection::default();
    for column in list_by {
        if let Some(value) = body.text(column)?.filter(|value| !value.is_empty()) {
            selection.equals.push(((*column).to_owned(), value));
        }
    }
    Ok(selection)
}

/// What `T` is for the kind that a path names.
pub(super) fn of_named_kind<T: OfKind>(name: &str, kind: impl Fn(&T) -> &'static str) -> Result<T, ApiError> {
    let unknown = || ApiError::NotFound(Reason::KindUnknown { name: shown(name) });
    of_all_kinds::<T>()
        .into_iter()
        .find(|of| kind(of) == name)
        .ok_or_else(unknown)
}

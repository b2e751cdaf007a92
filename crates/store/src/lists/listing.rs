//! What the lines of a list are.

use crate::tables::{membership_table, object_table};
use selaras_kinds::Kind;
use std::marker::PhantomData;

/// A list of a kind, by what a line of it is.
pub(crate) trait Listing {
    /// The kind.
    type Kind: Kind;
    /// True if a line is a person with all their enrolments, and not one of the enrolments.
    const OF_PEOPLE: bool;

    /// The table with a row for each line.
    fn table() -> String {
        match Self::OF_PEOPLE {
            true => object_table::<Self::Kind>(),
            false => membership_table::<Self::Kind>(),
        }
    }

    /// True if each line joins a person and a class.
    fn joins() -> bool {
        <Self::Kind>::PERSON_AND_ENROLMENT && !Self::OF_PEOPLE
    }
}

/// The specification's list: a line is a row of the kind.
pub(crate) struct Rows<K>(PhantomData<K>);

impl<K: Kind> Listing for Rows<K> {
    type Kind = K;
    const OF_PEOPLE: bool = false;
}

/// The people of a kind, each once.
pub(crate) struct People<K>(PhantomData<K>);

impl<K: Kind> Listing for People<K> {
    type Kind = K;
    const OF_PEOPLE: bool = true;
}

//! The state of one list while it is decided on: what it has said about each of its classes, and about unknown classes.

use super::{
    enrolments::Enrolments,
    reading::{ParsedRow, Reading, Record},
    unknown_classes::UnknownClasses,
    unplaced::Unplaced,
};
use crate::impact::Digest;
use hashbrown::{HashMap, HashSet};
use selaras_reasons::Reason;
use std::sync::Arc;

/// The state of one list while it is decided on.
pub(super) struct List {
    pub(super) enrolments: Arc<Enrolments>,
    /// Stored enrolments without the id of their class, by the key that they have with it.
    pub(super) tied: HashMap<i64, usize>,
    /// Which of the stored enrolments it has listed.
    pub(super) seen: Vec<bool>,
    /// The new enrolments that it has listed.
    pub(super) new: HashSet<i64>,
    /// Its classes.
    pub(super) classes: Vec<OfClass>,
    /// True if it has an unreadable row that may be of any class.
    pub(super) unreadable: bool,
    /// Its rows that are not used.
    pub(super) unread: UnreadRows,
    /// Those of them that may be any row of the list, or of a class.
    pub(super) in_doubt: UnreadRows,
    /// True if it has rows of a class that the dashboard does not have.
    pub(super) has_unknown_class: bool,
    /// The people of rows of no known class.
    pub(super) unplaced: Arc<Unplaced>,
    pub(super) unknown_classes: UnknownClasses,
    pub(super) digest: Digest,
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

/// The state of one class of a list.
#[derive(Clone, Default)]
pub(super) struct OfClass {
    /// Different stored enrolments listed.
    pub(super) named: usize,
    /// Different new enrolments listed.
    pub(super) new: usize,
    /// True if one of its rows cannot be read.
    pub(super) unreadable: bool,
}

impl List {
    /// Starts a list.
    pub(super) fn begin(reading: &Reading, enrolments: Arc<Enrolments>) -> Self {
        Self {
            seen: vec![false; enrolments.len()],
            enrolments,
            tied: HashMap::new(),
            new: HashSet::new(),
            classes: vec![OfClass::default(); reading.classes.len()],
            unreadable: false,
            unread: UnreadRows::default(),
            in_doubt: UnreadRows::default(),
            has_unknown_class: false,
            unplaced: Arc::clone(&reading.unplaced),
            unknown_classes: UnknownClasses::default(),
            digest: Digest::default(),
        }
    }

    /// The stored enrolment of this key.
    pub(super) fn named(&self, key_hash: i64) -> Option<usize> {
        let tied = || self.tied.get(&key_hash).copied();
        self.enrolments.named(key_hash).or_else(tied)
    }

    /// Marks a stored enrolment as listed. Returns true if it was already.
    pub(super) fn names(&mut self, enrolment: usize) -> bool {
        let again = std::mem::replace(&mut self.seen[enrolment], true);
        if !again {
            self.classes[self.enrolments.class_of(enrolment)].named += 1;
        }
        again
    }

    /// Marks the row's enrolment as listed; nothing else is recorded.
    pub(super) fn see<K>(&mut self, parsed: &ParsedRow<K>) {
        let enrolment = match parsed {
            ParsedRow::Row { hashes, .. } => self.named(hashes.key),
            ParsedRow::Same(enrolment, _) => Some(*enrolment),
            ParsedRow::Issue(_) => None,
        };
        if let Some(enrolment) = enrolment {
            self.names(enrolment);
        }
    }

    /// The records for rows of classes that the dashboard does not have.
    pub(super) fn unknown_classes<K>(&mut self, source: &str) -> Vec<Record<K>> {
        let classes = self.unknown_classes.take(source).into_iter();
        classes.map(|(class, reason)| Record::Failed(class, reason)).collect()
    }
}

//! The stored enrolments of a list's classes, while the list is read.

use crate::key_interner::bits;
use hashbrown::HashTable;
use selaras_store::enrolments::{KnownEnrolment, READ_AGAIN};
use std::{ops::Range, sync::OnceLock};

/// The stored enrolments of a list's classes before the list is read: nine words each.
#[derive(Debug, Default)]
pub(super) struct Enrolments {
    /// Ordered by class.
    known: Vec<KnownEnrolment>,
    /// The end of each class's enrolments.
    ends: Vec<usize>,
    /// Built on first use: an unchanged list never looks up a key.
    by_key: OnceLock<HashTable<u32>>,
    /// By the text that the source last sent; without enrolments that must be parsed again.
    by_source: HashTable<u32>,
}

impl Enrolments {
    /// Adds the enrolments of the next class. Returns the number of classes so far.
    pub(super) fn add(&mut self, of_class: Vec<KnownEnrolment>) -> usize {
        self.known.extend(of_class);
        self.ends.push(self.known.len());
        self.ends.len()
    }

    pub(super) fn indexed(mut self) -> Self {
        let known = &self.known;
        let hash = |at: &u32| bits(known[*at as usize].source_hash.unwrap_or_default());
        let mut by_source = HashTable::with_capacity(known.len());
        for (enrolment, at) in known.iter().zip(0..) {
            if let Some(source_hash) = enrolment.source_hash.filter(|hash| *hash != READ_AGAIN) {
                by_source.insert_unique(bits(source_hash), at, hash);
            }
        }
        self.by_source = by_source;
        self
    }

    /// The enrolment for which the source last sent this text.
    pub(super) fn spelled(&self, source_hash: i64) -> Option<usize> {
        let same = |at: &u32| self.at(*at as usize).source_hash == Some(source_hash);
        self.by_source.find(bits(source_hash), same).map(|at| *at as usize)
    }

    /// The enrolment of this key.
    pub(super) fn named(&self, key_hash: i64) -> Option<usize> {
        let by_key = || {
            let hash = |at: &u32| bits(self.at(*at as usize).key_hash);
            let mut by_key = HashTable::with_capacity(self.known.len());
            for (enrolment, at) in self.known.iter().zip(0..) {
                by_key.insert_unique(bits(enrolment.key_hash), at, hash);
            }
            by_key
        };
        let same = |at: &u32| self.at(*at as usize).key_hash == key_hash;
        let by_key = self.by_key.get_or_init(by_key);
        by_key.find(bits(key_hash), same).map(|at| *at as usize)
    }

    pub(super) fn at(&self, enrolment: usize) -> &KnownEnrolment {
        &self.known[enrolment]
    }

    pub(super) fn len(&self) -> usize {
        self.known.len()
    }

    /// The class of an enrolment.
    pub(super) fn class_of(&self, enrolment: usize) -> usize {
        self.ends.partition_point(|end| *end <= enrolment)
    }

    fn of_class(&self, class: usize) -> Range<usize> {
        let begin = class.checked_sub(1).map_or(0, |before| self.ends[before]);
        begin..self.ends[class]
    }

    /// How many of a class's enrolments the source had until now; without those already flagged as missing.
    pub(super) fn held(&self, class: usize) -> usize {
        let is_held = |enrolment: &&KnownEnrolment| enrolment.source_hash.is_some() && !enrolment.missing;
        self.known[self.of_class(class)].iter().filter(is_held).count()
    }

    /// The enrolments of a class that the source no longer lists and that are not flagged yet.
    pub(super) fn missing(&self, class: usize, seen: &[bool]) -> impl Iterator<Item = &KnownEnrolment> {
        let range = self.of_class(class);
        let listed = self.known[range.clone()].iter().zip(&seen[range]);
        listed.filter_map(|(enrolment, seen)| {
            (enrolment.source_hash.is_some() && !enrolment.missing && !seen).then_some(enrolment)
        })
    }
}

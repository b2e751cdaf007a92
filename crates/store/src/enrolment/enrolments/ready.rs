//! Prepares new enrolments for writing: everything that needs no database is computed here, while the database works on
//! other rows.

use hashbrown::HashMap;
use sea_orm::Value;
use selaras_kinds::{Kind, class_fields, fingerprint, hash, key_hash, object_hash, own_fields, search_text_of};
use serde::{Deserialize, Serialize};
use std::marker::PhantomData;

/// The hashes of a source row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hashes {
    /// The hash of its key.
    pub key: i64,
    /// The hash of the person's number.
    pub object: i64,
    /// The fingerprint of the person's fields.
    pub fingerprint: i64,
    /// The hash of all class fields.
    pub class: i64,
    /// The hash of the source's text, or [`crate::tables::READ_AGAIN`].
    pub source: i64,
}

impl Hashes {
    /// The hashes of a row; `source` is the hash of the source's text.
    pub fn of<K: Kind>(row: &K, source: i64) -> Self {
        Self {
            key: key_hash(row),
            object: object_hash(row),
            fingerprint: fingerprint(row),
            class: class_hash(row),
            source,
        }
    }
}

/// An enrolment to create, and its person.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct NewEnrolment<K> {
    /// Person and class.
    pub row: K,
    /// The row's hashes.
    pub hashes: Hashes,
    /// The caller's number for the person. Numbers start at 0, come in any order, and have few gaps.
    pub person: u32,
}

/// The people and classes that a job has seen.
#[derive(Debug)]
pub struct Met<K> {
    /// For each person's number, whether the person has been seen.
    people: Vec<bool>,
    /// The classes' numbers, from 0, by the hash of all class fields.
    classes: HashMap<i64, u32>,
    kind: PhantomData<fn(K)>,
}

impl<K> Default for Met<K> {
    fn default() -> Self {
        Self {
            people: Vec::new(),
            classes: HashMap::new(),
            kind: PhantomData,
        }
    }
}

/// New enrolments, and the people and classes that must exist before them.
#[derive(Debug)]
pub struct ReadyEnrolments<K> {
    /// People that the job has not seen before.
    pub(super) people: Vec<Person<K>>,
    /// Rows of classes that it has not seen before, in the order of their numbers.
    pub(super) classes: Vec<K>,
    pub(super) enrolments: Vec<Enrolment>,
}

impl<K> ReadyEnrolments<K> {
    /// The number of enrolments.
    pub fn len(&self) -> usize {
        self.enrolments.len()
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.enrolments.is_empty()
    }

    /// Rows of the people that the job has not seen before.
    pub fn people(&self) -> impl ExactSizeIterator<Item = &K> {
        self.people.iter().map(|person| &person.row)
    }

    /// Sorts the enrolments by class, in the order of the index that names an enrolment. That index is then written
    /// sequentially.
    pub fn sort(&mut self) {
        self.enrolments
            .sort_unstable_by_key(|enrolment| (enrolment.class, enrolment.person));
    }
}

impl<K> Default for ReadyEnrolments<K> {
    fn default() -> Self {
        Self {
            people: Vec::new(),
            classes: Vec::new(),
            enrolments: Vec::new(),
        }
    }
}

/// A prepared enrolment.
#[derive(Debug, Clone, Copy)]
pub(super) struct Enrolment {
    /// The number of the person.
    pub(super) person: u32,
    /// The number of the class.
    pub(super) class: u32,
    pub(super) key_hash: i64,
    pub(super) source_hash: i64,
}

impl Enrolment {
    const fn of(class: u32, person: u32, hashes: Hashes) -> Self {
        Self {
            person,
            class,
            key_hash: hashes.key,
            source_hash: hashes.source,
        }
    }
}

/// A prepared person.
#[derive(Debug)]
pub(super) struct Person<K> {
    pub(super) row: K,
    /// The caller's number for the person.
    pub(super) number: u32,
    /// The hash of their number at the university.
    pub(super) hash: i64,
    pub(super) fingerprint: i64,
    /// The text for searches.
    pub(super) search_text: String,
}

impl<K: Kind> Person<K> {
    pub(super) fn of(row: K) -> Self {
        let (hash, fingerprint) = (object_hash(&row), fingerprint(&row));
        Self::hashed(row, 0, hash, fingerprint)
    }

    fn hashed(row: K, number: u32, hash: i64, fingerprint: i64) -> Self {
        Self {
            search_text: search_text_of(&row, own_fields::<K>()),
            row,
            number,
            hash,
            fingerprint,
        }
    }

    /// Binds their values and the fingerprint of the source, which is `None` for a person entered by form.
    pub(super) fn bind(&self, source_fingerprint: Option<i64>, values: &mut Vec<Value>) {
        for field in own_fields::<K>() {
            values.push((field.get)(&self.row).as_str().into());
        }
        values.extend([
            self.hash.into(),
            self.fingerprint.into(),
            self.search_text.as_str().into(),
            source_fingerprint.into(),
        ]);
    }
}

/// The hash of all class fields of a row.
fn class_hash<K: Kind>(row: &K) -> i64 {
    hash(class_fields::<K>().map(|field| (field.get)(row).as_str()))
}

impl<K: Kind> Met<K> {
    /// Prepares enrolments. They must be written in the order of these calls.
    pub fn ready(&mut self, new: Vec<NewEnrolment<K>>) -> ReadyEnrolments<K> {
        let mut ready = ReadyEnrolments::default();
        for new in new {
            self.add(new, &mut ready);
        }
        ready.sort();
        ready
    }

    /// Prepares an enrolment as part of a batch.
    pub fn add(&mut self, new: NewEnrolment<K>, ready: &mut ReadyEnrolments<K>) {
        let NewEnrolment { row, hashes, person } = new;
        let classes = self.classes.len() as u32;
        let class = *self.classes.entry(hashes.class).or_insert(classes);
        if class == classes {
            ready.classes.push(row.clone());
        }
        if !self.meets(person) {
            let person = Person::hashed(row, person, hashes.object, hashes.fingerprint);
            ready.people.push(person);
        }
        ready.enrolments.push(Enrolment::of(class, person, hashes));
    }

    /// Marks a person as seen. Returns whether they were seen before.
    fn meets(&mut self, person: u32) -> bool {
        let person = person as usize;
        if self.people.len() <= person {
            self.people.resize(person + 1, false);
        }
        std::mem::replace(&mut self.people[person], true)
    }
}

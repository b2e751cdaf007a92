//! New places, made ready to be written: all that needs no database is worked out here, while the database is at work on others.

use hashbrown::HashMap;
use sea_orm::Value;
use selaras_kinds::{Kind, class_fields, fingerprint, hash, key_hash, object_hash, own_fields, search_text_of};
use serde::{Deserialize, Serialize};
use std::marker::PhantomData;

/// What a row of the source comes to, in numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hashes {
    /// Of its key.
    pub key: i64,
    /// Of the number of who it is about.
    pub object: i64,
    /// Of what it says of them.
    pub fingerprint: i64,
    /// Of all that it says of its class.
    pub class: i64,
    /// Of the source's text for it, or [`crate::tables::READ_AGAIN`].
    pub source: i64,
}

impl Hashes {
    /// Those of a row for which the source had a text of this hash.
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

/// A place to be made, and the person who gets it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct NewPlace<K> {
    /// Person and class.
    pub row: K,
    /// What the row comes to.
    pub hashes: Hashes,
    /// A number by which whoever makes places knows the person: they are numbered from 0, in any order, and few numbers go
    /// without a place.
    pub person: u32,
}

/// A place to be made in a class that whoever makes places has met, as they have its person: a number and hashes name both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlaceOfMet {
    /// What the row comes to.
    pub hashes: Hashes,
    /// The person's number, see [`NewPlace::person`].
    pub person: u32,
}

/// The people and classes that a job has met.
#[derive(Debug)]
pub struct Met<K> {
    /// Whether the person of each number has been met.
    people: Vec<bool>,
    /// Each with a number that counts from 0, by all that rows say of a class, hashed.
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

/// Places that are new, and who and what has to be there before them.
#[derive(Debug)]
pub struct ReadyPlaces<K> {
    /// People whom the job has not met before.
    pub(super) people: Vec<Person<K>>,
    /// Rows of classes that it has not met before, in the order of their numbers.
    pub(super) classes: Vec<K>,
    pub(super) places: Vec<Place>,
}

impl<K> ReadyPlaces<K> {
    /// How many places there are.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Rows of the people whom the job has not met before.
    pub fn people(&self) -> impl ExactSizeIterator<Item = &K> {
        self.people.iter().map(|person| &person.row)
    }

    /// Puts the places class by class, as the index that names a place has them: it is written from one end to the other then.
    pub fn sort(&mut self) {
        self.places.sort_unstable_by_key(|place| (place.class, place.person));
    }
}

impl<K> Default for ReadyPlaces<K> {
    fn default() -> Self {
        Self {
            people: Vec::new(),
            classes: Vec::new(),
            places: Vec::new(),
        }
    }
}

/// One place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    /// The number of the person.
    pub(super) person: u32,
    /// The number of the class.
    pub(super) class: u32,
    pub(super) key_hash: i64,
    pub(super) source_hash: i64,
}

impl Place {
    const fn of(class: u32, person: u32, hashes: Hashes) -> Self {
        Self {
            person,
            class,
            key_hash: hashes.key,
            source_hash: hashes.source,
        }
    }
}

/// Somebody as they are written.
#[derive(Debug)]
pub(super) struct Person<K> {
    pub(super) row: K,
    /// The number by which whoever makes places knows them.
    pub(super) number: u32,
    /// Of their number at the university.
    pub(super) hash: i64,
    pub(super) fingerprint: i64,
    /// What they are searched by.
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

    /// Binds them, and what the source says of them: `None` for one entered by form.
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

/// All that a row says of its class, hashed.
fn class_hash<K: Kind>(row: &K) -> i64 {
    hash(class_fields::<K>().map(|field| (field.get)(row).as_str()))
}

impl<K: Kind> Met<K> {
    /// Makes places ready, which are to be written in the order of these calls.
    pub fn ready(&mut self, new: Vec<NewPlace<K>>) -> ReadyPlaces<K> {
        let mut ready = ReadyPlaces::default();
        for new in new {
            self.add(new, &mut ready);
        }
        ready.sort();
        ready
    }

    /// Makes a place ready, among others of its batch.
    pub fn add(&mut self, new: NewPlace<K>, ready: &mut ReadyPlaces<K>) {
        let NewPlace { row, hashes, person } = new;
        let classes = self.classes.len() as u32;
        let class = *self.classes.entry(hashes.class).or_insert(classes);
        if class == classes {
            ready.classes.push(row.clone());
        }
        if !self.meets(person) {
            let person = Person::hashed(row, person, hashes.object, hashes.fingerprint);
            ready.people.push(person);
        }
        ready.places.push(Place::of(class, person, hashes));
    }

    /// The same of a place whose person and class the job has met. `false`: it has not met the class, and the place is not
    /// made.
    pub fn add_of_met(&mut self, new: PlaceOfMet, ready: &mut ReadyPlaces<K>) -> bool {
        let class = self.classes.get(&new.hashes.class);
        ready
            .places
            .extend(class.map(|class| Place::of(*class, new.person, new.hashes)));
        class.is_some()
    }

    /// The job meets this person. Answers whether it has before.
    fn meets(&mut self, person: u32) -> bool {
        let person = person as usize;
        if self.people.len() <= person {
            self.people.resize(person + 1, false);
        }
        std::mem::replace(&mut self.people[person], true)
    }
}

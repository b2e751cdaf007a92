//! Accounts and their indexes.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, Hash};

use hashbrown::{DefaultHashBuilder, HashTable};

/// A stored account.
#[derive(Clone, Debug)]
pub(super) struct User {
    pub(super) username: Box<str>,
    pub(super) firstname: Box<str>,
    pub(super) lastname: Box<str>,
    pub(super) email: Box<str>,
    pub(super) idnumber: Box<str>,
    pub(super) auth: Box<str>,
    pub(super) suspended: bool,
    /// The courses with an enrolment of the person.
    pub(super) courses: Vec<u32>,
    /// What few accounts have.
    pub(super) profile: Option<Box<Profile>>,
}

/// A part of a person's profile.
#[derive(Clone, Debug, Default)]
pub(super) struct Profile {
    pub(super) department: String,
    pub(super) institution: String,
    pub(super) city: String,
    pub(super) country: String,
    pub(super) phone1: String,
    /// Empty: the site's.
    pub(super) lang: String,
    /// The values of the site's own fields, by short name.
    pub(super) custom: BTreeMap<String, String>,
}

/// All accounts. An id is an index in a list; the indexes store ids only, so that a million accounts stay small.
pub(super) struct Users {
    accounts: Vec<Option<User>>,
    /// Accounts that were deleted by hand.
    deleted: BTreeMap<u32, User>,
    hasher: DefaultHashBuilder,
    by_username: HashTable<u32>,
    by_email: HashTable<u32>,
    by_idnumber: HashTable<u32>,
}

/// The property of an index.
#[derive(Clone, Copy)]
enum Key {
    Username,
    /// Compared case-insensitively.
    Email,
    Idnumber,
}

impl Users {
    /// The guest (1) and the administrator (2) of a fresh Moodle.
    pub(super) fn new() -> Self {
        let mut users = Self {
            accounts: vec![None],
            deleted: BTreeMap::new(),
            hasher: DefaultHashBuilder::default(),
            by_username: HashTable::new(),
            by_email: HashTable::new(),
            by_idnumber: HashTable::new(),
        };
        let built_in = |username: &str, firstname: &str, lastname: &str, email: &str| User {
            username: username.into(),
            firstname: firstname.into(),
            lastname: lastname.into(),
            email: email.into(),
            idnumber: "".into(),
            auth: "manual".into(),
            suspended: false,
            courses: Vec::new(),
            profile: None,
        };
        users.add(built_in("guest", "Guest user", "", "root@localhost"));
        users.add(built_in("admin", "Admin", "User", "admin@example.com"));
        users
    }

    /// Adds an account with the next id.
    pub(super) fn add(&mut self, user: User) -> u32 {
        // Ids are small: memory would run out long before 32 bits do.
        let id = self.accounts.len() as u32;
        self.accounts.push(Some(user));
        self.index(id);
        id
    }

    /// Removes an account; its id is not reused.
    pub(super) fn remove(&mut self, id: u32) -> Option<User> {
        self.get(id)?;
        self.unindex(id);
        self.accounts[id as usize].take()
    }

    /// Deletes an account as an administrator does: Moodle keeps it under another name, without its idnumber.
    pub(super) fn delete(&mut self, id: u32, time: u64) -> bool {
        let Some(user) = self.remove(id) else { return false };
        let kept = User {
            username: format!("{}.{time}", user.email).into(),
            email: format!("{:032x}", hash(&self.hasher, &user.email)).into(),
            idnumber: "".into(),
            courses: Vec::new(),
            ..user
        };
        self.deleted.insert(id, kept);
        true
    }

    /// A deleted account.
    pub(super) fn deleted(&self, id: i64) -> Option<(u32, &User)> {
        let id = u32::try_from(id).ok()?;
        Some((id, self.deleted.get(&id)?))
    }

    pub(super) fn get(&self, id: u32) -> Option<&User> {
        self.accounts.get(id as usize)?.as_ref()
    }

    /// The account's id from a request, if it exists.
    pub(super) fn id(&self, id: i64) -> Option<u32> {
        u32::try_from(id).ok().filter(|id| self.get(*id).is_some())
    }

    /// For changes of properties without an index.
    pub(super) fn get_mut(&mut self, id: u32) -> Option<&mut User> {
        self.accounts.get_mut(id as usize)?.as_mut()
    }

    /// Replaces an existing account.
    pub(super) fn replace(&mut self, id: u32, user: User) {
        self.unindex(id);
        self.accounts[id as usize] = Some(user);
        self.index(id);
    }

    pub(super) fn by_username(&self, username: &str) -> Option<u32> {
        self.find(Key::Username, username).next()
    }

    /// The accounts with an e-mail address, in any case.
    pub(super) fn by_email(&self, email: &str) -> impl Iterator<Item = u32> {
        self.find(Key::Email, email)
    }

    /// The accounts with an idnumber: Moodle allows several.
    pub(super) fn by_idnumber(&self, idnumber: &str) -> impl Iterator<Item = u32> {
        self.find(Key::Idnumber, idnumber)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, &User)> {
        self.accounts
            .iter()
            .enumerate()
            .filter_map(|(id, user)| Some((id as u32, user.as_ref()?)))
    }

    fn table(&mut self, key: Key) -> &mut HashTable<u32> {
        match key {
            Key::Username => &mut self.by_username,
            Key::Email => &mut self.by_email,
            Key::Idnumber => &mut self.by_idnumber,
        }
    }

    fn find<'a>(&'a self, key: Key, value: &str) -> impl Iterator<Item = u32> + use<'a> {
        let value = folded(key, value);
        let table = match key {
            Key::Username => &self.by_username,
            Key::Email => &self.by_email,
            Key::Idnumber => &self.by_idnumber,
        };
        let hash = hash(&self.hasher, &value);
        table
            .iter_hash(hash)
            .copied()
            .filter(move |id| self.get(*id).is_some_and(|user| property(key, user) == value))
    }

    fn index(&mut self, id: u32) {
        for key in [Key::Username, Key::Email, Key::Idnumber] {
            let Some(value) = self.get(id).map(|user| property(key, user)) else {
                continue;
            };
            if value.is_empty() {
                continue;
            }
            let own = hash(&self.hasher, &value);
            let (hasher, accounts) = (self.hasher.clone(), std::mem::take(&mut self.accounts));
            let rehash = |id: &u32| {
                accounts[*id as usize]
                    .as_ref()
                    .map_or(0, |user: &User| hash(&hasher, &property(key, user)))
            };
            self.table(key).insert_unique(own, id, rehash);
            self.accounts = accounts;
        }
    }

    fn unindex(&mut self, id: u32) {
        for key in [Key::Username, Key::Email, Key::Idnumber] {
            let Some(value) = self.get(id).map(|user| property(key, user)) else {
                continue;
            };
            let own = hash(&self.hasher, &value);
            if let Ok(entry) = self.table(key).find_entry(own, |other| *other == id) {
                entry.remove();
            }
        }
    }
}

fn property(key: Key, user: &User) -> String {
    let value = match key {
        Key::Username => &user.username,
        Key::Email => &user.email,
        Key::Idnumber => &user.idnumber,
    };
    folded(key, value)
}

fn folded(key: Key, value: &str) -> String {
    if matches!(key, Key::Email) {
        value.to_lowercase()
    } else {
        value.to_owned()
    }
}

fn hash(hasher: &DefaultHashBuilder, value: &(impl Hash + ?Sized)) -> u64 {
    hasher.hash_one(value)
}

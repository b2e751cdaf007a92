//! Keys, each with a number.

use hashbrown::HashTable;

/// Hashed keys in the order in which they first came. A million take 18 MB.
#[derive(Debug, Default)]
pub(crate) struct Numbered {
    keys: Vec<i64>,
    numbers: HashTable<u32>,
}

/// Where a hash is looked for in a table: its own bits are as good as any.
pub(crate) const fn bits(hash: i64) -> u64 {
    hash.cast_unsigned()
}

impl Numbered {
    /// The number of a key, counted from 0; it gets the next one where it has none.
    pub(crate) fn number(&mut self, key: i64) -> u32 {
        if let Some(number) = self.find(key) {
            return number;
        }
        let number = self.keys.len() as u32;
        self.keys.push(key);
        let keys = &self.keys;
        self.numbers
            .insert_unique(bits(key), number, |number| bits(keys[*number as usize]));
        number
    }

    /// The number of a key that has one.
    pub(crate) fn find(&self, key: i64) -> Option<u32> {
        let is_it = |number: &u32| self.keys[*number as usize] == key;
        self.numbers.find(bits(key), is_it).copied()
    }

    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }
}

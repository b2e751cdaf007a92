//! Numbers keys in the order of their first appearance.

use hashbrown::HashTable;

/// Interns hashed keys: each gets the next number. A million keys take 18 MB.
#[derive(Debug, Default)]
pub(crate) struct KeyInterner {
    keys: Vec<i64>,
    numbers: HashTable<u32>,
}

/// The table hash of a hashed key: its own bits are good enough.
pub(crate) const fn bits(hash: i64) -> u64 {
    hash.cast_unsigned()
}

impl KeyInterner {
    /// The number of a key, counted from 0. A new key gets the next number.
    pub(crate) fn intern(&mut self, key: i64) -> u32 {
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

    /// The number of a key; `None` for unknown keys.
    pub(crate) fn find(&self, key: i64) -> Option<u32> {
        let is_it = |number: &u32| self.keys[*number as usize] == key;
        self.numbers.find(bits(key), is_it).copied()
    }
}

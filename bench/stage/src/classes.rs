//! The classes of the dashboard, in the order of the product's sync: by course, class and program.

use anyhow::Result;
use futures::TryStreamExt;
use hashbrown::HashTable;
use selaras_kinds::{Kind, hash, mahasiswa::Mahasiswa, value};
use selaras_store::{Selection, Store};

const COLUMNS: [&str; 3] = ["nama_mata_kuliah", "nama_kelas", "program_id"];

/// All classes, stored as one text with offsets.
pub(crate) struct Classes {
    text: String,
    ends: Vec<usize>,
    numbers: HashTable<u32>,
}

impl Classes {
    pub(crate) async fn of(store: &Store) -> Result<Self> {
        let (mut text, mut ends) = (String::new(), Vec::new());
        let mut stream = std::pin::pin!(store.stream_distinct("kelas", &COLUMNS, &Selection::default()));
        while let Some(class) = stream.try_next().await? {
            for value in class {
                text.push_str(&value);
                ends.push(text.len());
            }
        }
        let mut classes = Self {
            text,
            ends,
            numbers: HashTable::new(),
        };
        let hashed = |class: &u32| hash(classes.values(*class).into_iter()).cast_unsigned();
        let mut numbers = HashTable::with_capacity(classes.len());
        for class in 0..classes.len() as u32 {
            numbers.insert_unique(hashed(&class), class, hashed);
        }
        classes.numbers = numbers;
        Ok(classes)
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len() / COLUMNS.len()
    }

    pub(crate) fn values(&self, class: u32) -> [&str; 3] {
        let first = class as usize * COLUMNS.len();
        std::array::from_fn(|at| {
            let end = first + at;
            &self.text[end.checked_sub(1).map_or(0, |before| self.ends[before])..self.ends[end]]
        })
    }

    pub(crate) fn of_row(&self, row: &Mahasiswa) -> Option<u32> {
        let mut named = [""; 3];
        for (at, column) in Mahasiswa::FEED.scope.iter().enumerate() {
            named[at] = value(row, column);
        }
        let is_it = |class: &u32| self.values(*class) == named;
        self.numbers
            .find(hash(named.into_iter()).cast_unsigned(), is_it)
            .copied()
    }
}

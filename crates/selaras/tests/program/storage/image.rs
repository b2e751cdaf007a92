//! Rebuilds the content of a disk after a kill or a power cut from a record of `disk.c`.
//!
//! A file has the content of its last sync, and a name exists, or is gone, once its folder was synced: POSIX promises no
//! more, and SQLite relies on no more. The disk may hold more: any sectors of later writes, and any first few of later name
//! changes, since file systems keep these in order. Data of a failed sync never reaches the disk, as on Linux since 4.13,
//! which drops those pages.

use rand::{RngExt, rngs::StdRng};
use std::{collections::BTreeMap, fs, path::Path};
use tempfile::TempDir;

/// The unit that a disk writes atomically.
const SECTOR: usize = 512;

/// Operations, as `disk.c` numbers them.
const CREATE: u64 = 1;
const WRITE: u64 = 2;
const SIZE: u64 = 3;
const SYNC: u64 = 4;
const SYNC_FOLDER: u64 = 5;
const RENAME: u64 = 6;
const REMOVE: u64 = 7;
const LINK: u64 = 8;
const FOLDER: u64 = 9;

/// Replays a record and knows the disk's content at each step.
#[derive(Default)]
pub struct Replay {
    at: usize,
    files: Vec<Content>,
    /// As the kernel sees them.
    names: BTreeMap<String, usize>,
    /// As stored on the disk.
    kept_names: BTreeMap<String, usize>,
    /// Changes of names since their folder was synced.
    pending_names: Vec<Naming>,
}

#[derive(Default)]
struct Content {
    /// As the kernel sees it.
    now: Vec<u8>,
    /// As stored on the disk for certain.
    kept: Vec<u8>,
    /// Changes since the last sync.
    pending: Vec<Change>,
}

enum Change {
    Write { at: usize, data: Vec<u8> },
    Size(usize),
}

#[derive(Clone)]
enum Naming {
    Add(String, usize),
    Remove(String),
    Rename(String, String),
}

fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

impl Naming {
    fn is_in(&self, folder: &str) -> bool {
        match self {
            Self::Add(path, _) | Self::Remove(path) | Self::Rename(_, path) => folder_of(path) == folder,
        }
    }

    fn apply(&self, names: &mut BTreeMap<String, usize>) {
        match self {
            Self::Add(path, file) => {
                names.insert(path.clone(), *file);
            }
            Self::Remove(path) => {
                names.remove(path);
            }
            Self::Rename(from, to) => {
                if let Some(file) = names.remove(from) {
                    names.insert(to.clone(), file);
                }
            }
        }
    }
}

fn put(content: &mut Vec<u8>, at: usize, data: &[u8]) {
    if content.len() < at + data.len() {
        content.resize(at + data.len(), 0);
    }
    content[at..at + data.len()].copy_from_slice(data);
}

impl Change {
    fn apply(&self, content: &mut Vec<u8>) {
        match self {
            Self::Write { at, data } => put(content, *at, data),
            Self::Size(size) => content.resize(*size, 0),
        }
    }
}

impl Content {
    fn changed(&mut self, change: Change) {
        change.apply(&mut self.now);
        self.pending.push(change);
    }

    fn synced(&mut self) {
        for change in std::mem::take(&mut self.pending) {
            change.apply(&mut self.kept);
        }
    }

    /// The content with some changes since the last sync: each written sector, or size, with this probability.
    fn torn(&self, random: &mut StdRng, probability: f64) -> Vec<u8> {
        let mut content = self.kept.clone();
        for change in &self.pending {
            match change {
                Change::Write { at, data } => {
                    let mut from = 0;
                    while from < data.len() {
                        let to = data.len().min((at + from) / SECTOR * SECTOR + SECTOR - at);
                        if random.random_bool(probability) {
                            put(&mut content, at + from, &data[from..to]);
                        }
                        from = to;
                    }
                }
                Change::Size(size) => {
                    if random.random_bool(probability) {
                        content.resize(*size, 0);
                    }
                }
            }
        }
        content
    }
}

impl Replay {
    /// Starts with these files, which are stored for certain.
    pub fn seeded(files: &Path) -> Self {
        let mut replay = Self::default();
        for file in fs::read_dir(files).unwrap() {
            let file = file.unwrap();
            let content = fs::read(file.path()).unwrap();
            let name = format!("/{}", file.file_name().into_string().unwrap());
            replay.names.insert(name.clone(), replay.files.len());
            replay.kept_names.insert(name, replay.files.len());
            replay.files.push(Content {
                now: content.clone(),
                kept: content,
                pending: Vec::new(),
            });
        }
        replay
    }

    /// Number of bytes of the record that have been read.
    pub fn at(&self) -> usize {
        self.at
    }

    /// True if the next operation, at the start of `rest`, is a sync; `None` at the end.
    pub fn is_at_sync(rest: &[u8]) -> Option<bool> {
        let (kind, _) = rest.split_first_chunk()?;
        Some(matches!(u64::from_ne_bytes(*kind), SYNC | SYNC_FOLDER))
    }

    /// Replays the next operation, at the start of `rest`; `None` at the end.
    pub fn step(&mut self, rest: &[u8]) -> Option<()> {
        let mut read = rest;
        let mut take = |length: usize| read.split_off(..length);
        let head = take(5 * size_of::<u64>())?;
        let (numbers, _) = head.as_chunks();
        let number = |at: usize| usize::try_from(u64::from_ne_bytes(numbers[at])).unwrap();
        let (kind, at) = (u64::from_ne_bytes(numbers[0]), number(3));
        let [path, second, data] = [1, 2, 4].map(|length| take(number(length)).unwrap().to_vec());
        self.at += rest.len() - read.len();
        let [path, second] = [path, second].map(|path| String::from_utf8(path).unwrap());
        match kind {
            CREATE => {
                self.files.push(Content::default());
                self.name(Naming::Add(path, self.files.len() - 1));
            }
            WRITE => self.content(&path).changed(Change::Write { at, data }),
            SIZE => self.content(&path).changed(Change::Size(at)),
            SYNC => self.content(&path).synced(),
            SYNC_FOLDER => {
                let pending = std::mem::take(&mut self.pending_names);
                let (now, later): (Vec<_>, _) = pending.into_iter().partition(|naming| naming.is_in(&path));
                self.pending_names = later;
                for naming in now {
                    naming.apply(&mut self.kept_names);
                }
            }
            RENAME => self.name(Naming::Rename(path, second)),
            REMOVE => self.name(Naming::Remove(path)),
            LINK => self.name(Naming::Add(second, self.names[&path])),
            // Folders are created when their files need them.
            FOLDER => {}
            // A sync failed.
            _ => {
                if let Some(file) = self.names.get(&path) {
                    self.files[*file].pending.clear();
                }
            }
        }
        Some(())
    }

    fn content(&mut self, path: &str) -> &mut Content {
        let file = *self
            .names
            .get(path)
            .unwrap_or_else(|| panic!("{path} was never created"));
        &mut self.files[file]
    }

    fn name(&mut self, naming: Naming) {
        naming.apply(&mut self.names);
        self.pending_names.push(naming);
    }

    /// Three images: after a kill, and after a power cut the certain content and one possible content.
    pub fn images(&self, random: &mut StdRng) -> [(&'static str, TempDir); 3] {
        [
            ("killed", self.killed()),
            ("cut off", self.cut_off()),
            ("cut off, torn", self.torn(random)),
        ]
    }

    /// The content as the kernel sees it.
    fn killed(&self) -> TempDir {
        Self::write(&self.names, |file| self.files[file].now.clone())
    }

    /// The content that is stored for certain.
    pub fn cut_off(&self) -> TempDir {
        Self::write(&self.kept_names, |file| self.files[file].kept.clone())
    }

    /// One possible content: some unsynced changes have reached the disk.
    pub fn torn(&self, random: &mut StdRng) -> TempDir {
        let mut names = self.kept_names.clone();
        let reached = random.random_range(0..=self.pending_names.len());
        for naming in &self.pending_names[..reached] {
            naming.apply(&mut names);
        }
        let probability = random.random();
        Self::write(&names, |file| self.files[file].torn(random, probability))
    }

    fn write(names: &BTreeMap<String, usize>, mut content: impl FnMut(usize) -> Vec<u8>) -> TempDir {
        let folder = TempDir::new().unwrap();
        for (path, file) in names {
            let path = folder.path().join(&path[1..]);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content(*file)).unwrap();
        }
        folder
    }
}

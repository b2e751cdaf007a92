//! Ingest: each row is parsed, checked and hashed once, and staged: people and enrolments apart.

use crate::{classes::Classes, spool::Spooled};
use anyhow::{Result, anyhow};
use hashbrown::HashTable;
use selaras_kinds::{
    fingerprint, key_hash, mahasiswa::Mahasiswa, object_hash, own_fields, read_source_row, search_text_of,
};
use selaras_reasons::Reason;
use selaras_source::{Chunk, RowError};
use tokio::sync::mpsc;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// The source's name in sentences.
pub(crate) const SOURCE: &str = "OCAS";
/// Enrolments that are sorted together before they are staged.
const RUN: usize = 100_000;
/// People that are staged together.
const PEOPLE: usize = 2_000;

/// A person to stage: number in the order of coming, hashes and row.
pub(crate) struct Person {
    pub(crate) number: u32,
    pub(crate) hash: i64,
    pub(crate) fingerprint: i64,
    pub(crate) search_text: String,
    pub(crate) row: Mahasiswa,
}

/// An enrolment to stage.
#[derive(Clone, Copy)]
pub(crate) struct Enrolment {
    pub(crate) class: u32,
    pub(crate) person: u32,
    pub(crate) key: i64,
    pub(crate) source: i64,
}

/// A class with rows.
pub(crate) struct Class {
    pub(crate) number: u32,
    pub(crate) values: [String; 3],
    pub(crate) search_text: String,
}

/// A row that is not taken.
pub(crate) struct Issue {
    pub(crate) position: String,
    pub(crate) outcome: &'static str,
    pub(crate) reason: String,
}

impl Issue {
    fn failed(position: u64, reason: &Reason) -> Self {
        Self {
            position: format!("baris {position}"),
            outcome: "failed",
            reason: reason.kept(),
        }
    }

    pub(crate) fn of(error: &RowError) -> Self {
        Self::failed(error.position, &Reason::from(&*error.fault))
    }
}

pub(crate) enum Batch {
    People(Vec<Person>),
    Enrolments(Vec<Enrolment>),
    Classes(Vec<Class>),
}

/// What was staged.
#[derive(Default)]
pub(crate) struct Staged {
    pub(crate) rows: i64,
    pub(crate) people: i64,
    /// The number of rows of each class.
    pub(crate) of_classes: Vec<u32>,
    pub(crate) issues: Vec<Issue>,
}

/// The rows of the list.
pub(crate) enum Rows {
    BySource(selaras_source::Rows),
    Spooled(Spooled),
}

impl Rows {
    pub(crate) async fn next(&mut self) -> Result<Option<Chunk>> {
        match self {
            Self::BySource(rows) => Ok(rows.next().await?),
            Self::Spooled(rows) => {
                let chunk = rows.next()?;
                Ok((!chunk.is_empty()).then(|| chunk.into_iter().map(Ok).collect()))
            }
        }
    }
}

/// The version of the product's row parser.
const READING: u64 = 2;

/// The product's hash of a row's text.
pub(crate) fn hash_of_text(row: &str) -> i64 {
    match xxh3_64_with_seed(row.as_bytes(), READING).cast_signed() {
        0 => 1,
        hash => hash,
    }
}

/// People by their hashed number, each with the first fingerprint.
#[derive(Default)]
struct People {
    seen: Vec<(i64, i64)>,
    numbers: HashTable<u32>,
}

impl People {
    /// The number and first fingerprint of a person; `true` if new.
    fn intern(&mut self, hash: i64, fingerprint: i64) -> (u32, i64, bool) {
        let (seen, bits) = (&self.seen, hash.cast_unsigned());
        if let Some(number) = self.numbers.find(bits, |number| seen[*number as usize].0 == hash) {
            return (*number, seen[*number as usize].1, false);
        }
        let number = self.seen.len() as u32;
        self.seen.push((hash, fingerprint));
        let seen = &self.seen;
        self.numbers
            .insert_unique(bits, number, |number| seen[*number as usize].0.cast_unsigned());
        (number, fingerprint, true)
    }
}

pub(crate) struct Ingest {
    classes: Classes,
    send: mpsc::Sender<Batch>,
    people: People,
    waiting: Vec<Person>,
    run: Vec<Enrolment>,
    staged: Staged,
}

impl Ingest {
    pub(crate) fn new(classes: Classes, send: mpsc::Sender<Batch>) -> Self {
        let staged = Staged {
            of_classes: vec![0; classes.len()],
            ..Staged::default()
        };
        Self {
            classes,
            send,
            people: People::default(),
            waiting: Vec::new(),
            run: Vec::with_capacity(RUN),
            staged,
        }
    }

    pub(crate) async fn run(mut self, mut rows: Rows) -> Result<Staged> {
        if let Rows::Spooled(spooled) = &mut rows {
            self.staged.issues.append(&mut spooled.issues);
        }
        while let Some(chunk) = rows.next().await? {
            for row in chunk {
                match row {
                    Ok(row) => self.row(row.position, &row.json),
                    Err(error) => self.staged.issues.push(Issue::of(&error)),
                }
            }
            if self.waiting.len() >= PEOPLE {
                let people = std::mem::take(&mut self.waiting);
                self.send(Batch::People(people)).await?;
            }
            if self.run.len() >= RUN {
                self.end_run().await?;
            }
        }
        let people = std::mem::take(&mut self.waiting);
        self.send(Batch::People(people)).await?;
        self.end_run().await?;
        self.send_classes().await?;
        self.staged.people = self.people.seen.len() as i64;
        Ok(self.staged)
    }

    fn row(&mut self, position: u64, json: &str) {
        let row = match read_source_row::<Mahasiswa>(json, &[], None) {
            Ok(row) => row,
            Err(selaras_kinds::RowError::NoRow) => return,
            Err(error) => {
                self.staged.issues.push(Issue::failed(position, &Reason::from(&error)));
                return;
            }
        };
        let Some(class) = self.classes.of_row(&row) else {
            let reason = Reason::ClassUnknownHere {
                source: SOURCE.to_owned(),
                count: 1,
            };
            self.staged.issues.push(Issue::failed(position, &reason));
            return;
        };
        let (hash, fingerprint) = (object_hash(&row), fingerprint(&row));
        let (person, first, is_new) = self.people.intern(hash, fingerprint);
        let mut source = hash_of_text(json);
        if first != fingerprint {
            self.staged.issues.push(Issue {
                position: row.NPK.to_string(),
                outcome: "conflict",
                reason: Reason::PersonDescribedOtherwise {
                    source: SOURCE.to_owned(),
                }
                .kept(),
            });
            // Compared again by the next sync.
            source = 0;
        }
        self.run.push(Enrolment {
            class,
            person,
            key: key_hash(&row),
            source,
        });
        self.staged.rows += 1;
        self.staged.of_classes[class as usize] += 1;
        if is_new {
            self.waiting.push(Person {
                number: person,
                hash,
                fingerprint,
                search_text: search_text_of(&row, own_fields::<Mahasiswa>()),
                row,
            });
        }
    }

    /// Stages a run in the order of the index that names an enrolment.
    async fn end_run(&mut self) -> Result<()> {
        let mut run = std::mem::replace(&mut self.run, Vec::with_capacity(RUN));
        run.sort_unstable_by_key(|enrolment| (enrolment.class, enrolment.person));
        self.send(Batch::Enrolments(run)).await
    }

    async fn send_classes(&mut self) -> Result<()> {
        let used = (0..self.classes.len() as u32).filter(|class| self.staged.of_classes[*class as usize] > 0);
        let used: Vec<_> = used.collect();
        for used in used.chunks(PEOPLE) {
            let classes = used.iter().map(|number| {
                let values = self.classes.values(*number);
                let row = Mahasiswa {
                    nama_mk: values[0].into(),
                    nama_kelas: values[1].into(),
                    program_id: values[2].into(),
                    ..Mahasiswa::default()
                };
                Class {
                    number: *number,
                    values: values.map(str::to_owned),
                    search_text: search_text_of(&row, selaras_kinds::class_fields::<Mahasiswa>()),
                }
            });
            self.send(Batch::Classes(classes.collect())).await?;
        }
        Ok(())
    }

    async fn send(&self, batch: Batch) -> Result<()> {
        self.send.send(batch).await.map_err(|_| anyhow!("staging stopped"))
    }
}

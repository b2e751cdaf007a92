//! A list that has the rows of very many classes, read to its end first and parted by class into nameless files: what is
//! known of a class's places is then in memory for one part's classes at a time, however large the campus.

use super::{
    classes::Classes,
    reading::{Heard, Reading},
};
use crate::{EngineError, Result};
use selaras_kinds::Kind;
use selaras_reasons::Reason;
use selaras_source::RawRow;
use selaras_store::places::READ_AGAIN;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::{
    io::{self, SeekFrom},
    sync::Arc,
};
use tokio::{
    fs::File,
    io::{AsyncReadExt, AsyncSeekExt, AsyncWriteExt, BufReader, BufWriter},
};

/// Classes of one part: a few hundred thousand places, of which nine words each are held.
const CLASSES: usize = 4096;
/// Rows read at once.
const TOGETHER: usize = 500;
/// Bytes that are gathered for a file before they are written.
const BUFFER: usize = 1 << 16;

/// What a list said, as far as a part has to know it.
#[derive(Serialize, Deserialize)]
enum Kept<'a> {
    /// A row of one of the part's classes, as the source spelled it.
    Row {
        position: u64,
        #[serde(borrow)]
        json: &'a RawValue,
    },
    /// A row that cannot be read; its class among the part's, or `None` where it may be in any.
    Unreadable {
        place: String,
        reason: Reason,
        class: Option<usize>,
    },
    /// A row that cannot be read and may be in any class; another part tells it.
    UnreadableElsewhere,
    /// A row of a class that the dashboard does not have.
    Stranger(String),
}

/// The file of one part, written from its beginning and then read once.
pub(super) struct Part(std::fs::File);

fn failed(error: impl Into<io::Error>) -> EngineError {
    EngineError::Spool(error.into())
}

/// The file of one part while the list is read.
struct Filling {
    file: BufWriter<File>,
    /// What is to be written next.
    text: Vec<u8>,
}

impl Filling {
    fn new() -> Result<Self> {
        let file = tempfile::tempfile().map_err(failed)?;
        Ok(Self {
            file: BufWriter::with_capacity(BUFFER, File::from_std(file)),
            text: Vec::new(),
        })
    }

    /// Adds what was said: its length, and then itself.
    fn keep(&mut self, kept: &Kept<'_>) -> Result<()> {
        let start = self.text.len();
        self.text.extend([0; size_of::<u32>()]);
        serde_json::to_writer(&mut self.text, kept).map_err(failed)?;
        let length = self.text.len() - start - size_of::<u32>();
        let length = u32::try_from(length).map_err(|_| failed(io::ErrorKind::FileTooLarge))?;
        self.text[start..start + size_of::<u32>()].copy_from_slice(&length.to_le_bytes());
        Ok(())
    }

    async fn write(&mut self) -> Result<()> {
        self.file.write_all(&self.text).await.map_err(failed)?;
        self.text.clear();
        Ok(())
    }

    async fn end(mut self) -> Result<Part> {
        self.write().await?;
        self.file.flush().await.map_err(failed)?;
        let mut file = self.file.into_inner();
        file.seek(SeekFrom::Start(0)).await.map_err(failed)?;
        Ok(Part(file.into_std().await))
    }
}

/// Readings of the parts of a whole list, or the reading of the list itself where it is small enough. A list that breaks
/// off is not begun with.
///
/// # Errors
/// The list cannot be read to its end, or is empty where the dashboard has places of it.
pub(super) async fn in_parts<K: Kind>(reading: Reading) -> Result<Vec<Arc<Reading>>> {
    let scopes = reading.classes.scopes();
    // A row's place in an object that is keyed is not kept; no list of classes has such a shape.
    if scopes.len() <= CLASSES || K::FEED.keyed.is_some() {
        return Ok(vec![Arc::new(reading)]);
    }
    let mut parts = Vec::new();
    parts.resize_with(scopes.len().div_ceil(CLASSES), Filling::new);
    let mut parts: Vec<_> = parts.into_iter().collect::<Result<_>>()?;
    let mut rows = reading.run.source.rows(reading.call::<K>());
    let mut empty = true;
    while let Some(chunk) = rows.next().await? {
        reading.run.checkpoint()?;
        for raw in chunk {
            empty = false;
            let said = raw.as_ref().ok().cloned();
            sort_out(said, reading.read_whole::<K>(raw, READ_AGAIN), &mut parts)?;
        }
        for part in &mut parts {
            if part.text.len() >= BUFFER {
                part.write().await?;
            }
        }
    }
    if empty {
        // Told of the list as one, and not of its parts.
        return Ok(vec![Arc::new(reading)]);
    }
    let mut readings = Vec::with_capacity(parts.len());
    for (part, scopes) in parts.into_iter().zip(scopes.chunks(CLASSES)) {
        readings.push(Arc::new(
            reading.part(Classes::of_whole_list(scopes.to_vec()), part.end().await?),
        ));
    }
    Ok(readings)
}

/// Puts what a row says into the parts that must know it.
fn sort_out<K>(said: Option<RawRow>, heard: Option<Heard<K>>, parts: &mut [Filling]) -> Result<()> {
    match (heard, said) {
        (Some(Heard::Row { class, .. }), Some(raw)) => parts[class / CLASSES].keep(&Kept::Row {
            position: raw.position,
            json: &raw.json,
        }),
        (Some(Heard::Unreadable { place, reason, class }), _) => {
            let home = class.map_or(0, |class| class / CLASSES);
            if class.is_none() {
                for part in &mut parts[1..] {
                    part.keep(&Kept::UnreadableElsewhere)?;
                }
            }
            parts[home].keep(&Kept::Unreadable {
                place,
                reason,
                class: class.map(|class| class % CLASSES),
            })
        }
        (Some(Heard::Stranger(class)), _) => parts[0].keep(&Kept::Stranger(class)),
        _ => Ok(()),
    }
}

/// The rows of a part, as they are read.
pub(super) struct PartRows(BufReader<File>);

impl Part {
    /// Begins to read. It is read once.
    pub(super) fn rows(&self) -> Result<PartRows> {
        let file = self.0.try_clone().map_err(failed)?;
        Ok(PartRows(BufReader::with_capacity(BUFFER, File::from_std(file))))
    }
}

impl PartRows {
    /// What the next rows said; `None` at the end.
    pub(super) async fn next<K>(&mut self, hear: impl Fn(RawRow) -> Option<Heard<K>>) -> Result<Option<Vec<Heard<K>>>> {
        let mut heard = Vec::with_capacity(TOGETHER);
        let mut text = Vec::new();
        for read in 0..TOGETHER {
            let length = match self.0.read_u32_le().await {
                Ok(length) => length as usize,
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                    return Ok((read > 0).then_some(heard));
                }
                Err(error) => return Err(failed(error)),
            };
            text.resize(length, 0);
            self.0.read_exact(&mut text).await.map_err(failed)?;
            match serde_json::from_slice(&text).map_err(failed)? {
                Kept::Row { position, json } => heard.extend(hear(RawRow {
                    position,
                    json: json.to_owned(),
                    group: None,
                })),
                Kept::Unreadable { place, reason, class } => heard.push(Heard::Unreadable { place, reason, class }),
                Kept::UnreadableElsewhere => heard.push(Heard::UnreadableElsewhere),
                Kept::Stranger(class) => heard.push(Heard::Stranger(class)),
            }
        }
        Ok(Some(heard))
    }
}

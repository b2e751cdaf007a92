//! The list as it comes, in a file: the product's way to compare the digest first.

use crate::{Digest, ingest};
use anyhow::Result;
use selaras_source::RawRow;
use selaras_store::enrolments::Texts;
use std::{
    fs::File,
    io::{BufReader, BufWriter, Read, Seek, Write},
    path::Path,
};

/// Bytes buffered.
const BUFFER: usize = 1 << 18;
/// Rows of a chunk.
const TOGETHER: usize = 500;

pub(crate) struct Spooled {
    file: BufReader<File>,
    left: u64,
    pub(crate) issues: Vec<ingest::Issue>,
    position: u64,
}

/// Writes the list into a file, and adds up its texts.
pub(crate) async fn spool(mut rows: ingest::Rows, folder: &Path) -> Result<(Digest, Spooled)> {
    let mut file = BufWriter::with_capacity(BUFFER, tempfile::tempfile_in(folder)?);
    let (mut texts, mut count, mut issues) = (Some(Texts::default()), 0, Vec::new());
    while let Some(chunk) = rows.next().await? {
        for row in chunk {
            match row {
                Ok(row) => {
                    texts
                        .iter_mut()
                        .for_each(|texts| texts.add(ingest::hash_of_text(&row.json)));
                    file.write_all(&(row.json.len() as u32).to_le_bytes())?;
                    file.write_all(row.json.as_bytes())?;
                    count += 1;
                }
                Err(error) => {
                    texts = None;
                    issues.push(ingest::Issue::of(&error));
                }
            }
        }
    }
    let mut file = file.into_inner()?;
    file.rewind()?;
    let spooled = Spooled {
        file: BufReader::with_capacity(BUFFER, file),
        left: count,
        issues,
        position: 0,
    };
    Ok((texts, spooled))
}

impl Spooled {
    pub(crate) fn next(&mut self) -> Result<Vec<RawRow>> {
        let mut rows = Vec::with_capacity(TOGETHER);
        while rows.len() < TOGETHER && self.left > 0 {
            let mut length = [0; 4];
            self.file.read_exact(&mut length)?;
            let mut json = vec![0; u32::from_le_bytes(length) as usize];
            self.file.read_exact(&mut json)?;
            self.left -= 1;
            self.position += 1;
            rows.push(RawRow {
                position: self.position,
                json: String::from_utf8(json)?.into(),
                group: None,
            });
        }
        Ok(rows)
    }
}

//! Recognises files that are not what their name says: an old Excel file or a web page that is called `.xlsx`.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use memchr::memmem;

use super::fault::{table, unreadable};
use crate::error::{Disguise, Fault, Origin, TableFault};

/// The first bytes of Microsoft's compound file: an old Excel file, or a workbook with a password. It may have a zip at its
/// end.
const COMPOUND: [u8; 4] = [0xd0, 0xcf, 0x11, 0xe0];
/// The name of the part of a compound file in which Excel locks a workbook, in UTF-16.
const LOCKED: &[u8] = b"E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0";
/// The first bytes of a zip.
const ZIP: &[u8] = b"PK\x03\x04";
/// Bytes that are searched.
const SEARCHED: u64 = 64 << 20;

/// Fails if the file is not text.
pub(super) fn refuse_in_text(path: &Path, origin: &Origin) -> Result<(), Fault> {
    refuse(path, origin, |begin| begin.starts_with(ZIP).then_some(Disguise::Zip))
}

/// Fails if the file is no zip.
pub(super) fn refuse_in_zip(path: &Path, origin: &Origin) -> Result<(), Fault> {
    refuse(path, origin, |_| None)
}

fn refuse(path: &Path, origin: &Origin, other: impl Fn(&[u8]) -> Option<Disguise>) -> Result<(), Fault> {
    let found = found(path, other).map_err(|error| unreadable(origin, &error))?;
    found.map_or(Ok(()), |disguise| Err(table(origin, TableFault::Disguised(disguise))))
}

fn found(path: &Path, other: impl Fn(&[u8]) -> Option<Disguise>) -> io::Result<Option<Disguise>> {
    let mut file = File::open(path)?;
    let mut begin = Vec::new();
    (&mut file).take(512).read_to_end(&mut begin)?;
    if begin.starts_with(&COMPOUND) {
        file.take(SEARCHED).read_to_end(&mut begin)?;
        let is_locked = memmem::find(&begin, LOCKED).is_some();
        return Ok(Some(if is_locked {
            Disguise::Locked
        } else {
            Disguise::OldExcel
        }));
    }
    let text = begin.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&begin);
    if text.trim_ascii_start().starts_with(b"<") {
        return Ok(Some(Disguise::Html));
    }
    Ok(other(&begin))
}

//! What is packed in a zip, kept within bounds.
//!
//! A few kilobytes can unpack to terabytes. What the zip says of its sizes is not believed: every member is unpacked once
//! into nothing, and counted, before anything is read from it.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use zip::ZipArchive;

use super::{table, unreadable};
use crate::error::{Fault, Origin, TableFault};

/// Members that a zip may have.
const MEMBERS: usize = 2000;
/// Bytes of a member that its reader holds whole, such as an Excel file's texts.
const HELD: u64 = 256 << 20;

/// A packed file.
pub(super) type Archive = ZipArchive<BufReader<File>>;

/// Opens a zip and counts what is in it.
pub(super) fn open(path: &Path, origin: &Origin, max_bytes: u64) -> Result<Archive, Fault> {
    let file = File::open(path).map_err(|error| unreadable(origin, &error))?;
    let mut archive = ZipArchive::new(BufReader::new(file)).map_err(|error| unreadable(origin, &error))?;
    let too_large = |limit| table(origin, TableFault::TooLarge { limit });
    if archive.len() > MEMBERS {
        return Err(unreadable(
            origin,
            &format_args!("lebih dari {MEMBERS} berkas di dalamnya"),
        ));
    }
    let mut left = max_bytes;
    for at in 0..archive.len() {
        let member = archive.by_index(at).map_err(|error| unreadable(origin, &error))?;
        let is_streamed = member.name().map(|name| is_streamed(&name));
        let held = !is_streamed.map_err(|error| unreadable(origin, &error))?;
        let limit = if held { left.min(HELD) } else { left };
        let count =
            io::copy(&mut member.take(limit + 1), &mut io::sink()).map_err(|error| unreadable(origin, &error))?;
        if count > limit {
            return Err(too_large(if limit == left { max_bytes } else { limit }));
        }
        left -= count;
    }
    Ok(archive)
}

/// Whether a member is read as it comes.
fn is_streamed(name: &str) -> bool {
    name.starts_with("xl/worksheets/") || name.ends_with(".csv")
}

/// Whether a zip has a member of that name, in whatever folder of it.
pub(super) fn has(path: &Path, origin: &Origin, member: &str) -> Result<bool, Fault> {
    let file = File::open(path).map_err(|error| unreadable(origin, &error))?;
    let archive = ZipArchive::new(BufReader::new(file)).map_err(|error| unreadable(origin, &error))?;
    Ok(name_of(&archive, member).is_some())
}

/// The full name of a member, which may lie in a folder.
pub(super) fn name_of(archive: &Archive, member: &str) -> Option<String> {
    archive
        .file_names()
        .filter_map(Result::ok)
        .find(|name| name.rsplit('/').next() == Some(member))
        .map(Into::into)
}

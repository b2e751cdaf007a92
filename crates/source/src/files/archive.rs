//! Reads zip archives within limits.
//!
//! A few kilobytes can unpack to terabytes, and a zip's own sizes cannot be trusted. So every member is unpacked once and
//! counted, without storing it, before anything is read from it.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use std::rc::Rc;

use zip::ZipArchive;
use zip::result::ZipError;

use super::disguise;
use super::fault::{table, unreadable};
use crate::error::{Disguise, Fault, Origin, TableFault};

/// Maximum number of members.
const MEMBERS: usize = 2000;
/// Maximum number of bytes to read for the list of members. Each entry is read with a buffer of 8 kB.
const DIRECTORY: u64 = 32 << 20;

/// An open zip.
pub(super) type Archive = ZipArchive<BufReader<Bounded>>;

/// A file that returns no more bytes than are left.
pub(super) struct Bounded {
    file: File,
    left: Rc<Cell<u64>>,
}

impl Read for Bounded {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let left = self.left.get();
        if left == 0 {
            return Err(io::Error::other("its directory is too large"));
        }
        let most = usize::try_from(left).unwrap_or(usize::MAX).min(into.len());
        let count = self.file.read(&mut into[..most])?;
        self.left.set(left - count as u64);
        Ok(count)
    }
}

impl Seek for Bounded {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

/// Opens a zip without reading its members.
fn directory(path: &Path, origin: &Origin) -> Result<Archive, Fault> {
    disguise::refuse_in_zip(path, origin)?;
    let file = File::open(path).map_err(|error| unreadable(origin, &error))?;
    let left = Rc::new(Cell::new(DIRECTORY));
    let bounded = Bounded {
        file,
        left: Rc::clone(&left),
    };
    let archive = ZipArchive::new(BufReader::new(bounded)).map_err(|error| match error {
        ZipError::InvalidArchive(_) => table(origin, TableFault::Disguised(Disguise::NoZip)),
        error => unreadable(origin, &error),
    })?;
    left.set(u64::MAX);
    if archive.len() > MEMBERS {
        return Err(unreadable(
            origin,
            &format_args!("lebih dari {MEMBERS} berkas di dalamnya"),
        ));
    }
    Ok(archive)
}

/// Opens a zip and counts its contents. `look` gets each member by name and may read as much of it as it likes.
pub(super) fn open(
    path: &Path,
    origin: &Origin,
    max_bytes: u64,
    mut look: impl FnMut(&str, &mut dyn Read) -> Result<(), Fault>,
) -> Result<Archive, Fault> {
    let mut archive = directory(path, origin)?;
    let mut left = max_bytes;
    for at in 0..archive.len() {
        let member = archive.by_index(at).map_err(|error| unreadable(origin, &error))?;
        let name = member.name().map_err(|error| unreadable(origin, &error))?.into_owned();
        let mut member = member.take(left + 1);
        let looked = look(&name, &mut member);
        let counted = match looked {
            Ok(()) => io::copy(&mut member, &mut io::sink()).map(drop),
            Err(_) => Ok(()),
        };
        if member.limit() == 0 {
            return Err(table(origin, TableFault::TooLarge { limit: max_bytes }));
        }
        looked?;
        counted.map_err(|error| unreadable(origin, &error))?;
        left = member.limit() - 1;
    }
    Ok(archive)
}

/// True if a zip has a member of that name, in any of its folders.
pub(super) fn has(path: &Path, origin: &Origin, member: &str) -> Result<bool, Fault> {
    Ok(name_of(&directory(path, origin)?, member).is_some())
}

/// The full name of a member, which may be in a folder.
pub(super) fn name_of(archive: &Archive, member: &str) -> Option<String> {
    archive
        .file_names()
        .filter_map(Result::ok)
        .find(|name| name.rsplit('/').next() == Some(member))
        .map(Into::into)
}

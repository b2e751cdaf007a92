//! What is packed in a zip, kept within bounds.
//!
//! A few kilobytes can unpack to terabytes. What the zip says of its sizes is not believed: every member is unpacked once
//! into nothing, and counted, before anything is read from it.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use std::rc::Rc;

use zip::ZipArchive;

use super::{table, unreadable};
use crate::error::{Fault, Origin, TableFault};

/// Members that a zip may have.
const MEMBERS: usize = 2000;
/// Bytes that are read to find out which members a zip has. Each entry is read with a buffer of 8 kB.
const DIRECTORY: u64 = 32 << 20;
/// How a file begins in which Excel has locked a workbook by a password. A zip may stand at its end.
const LOCKED: [u8; 4] = [0xd0, 0xcf, 0x11, 0xe0];

/// A packed file.
pub(super) type Archive = ZipArchive<BufReader<Bounded>>;

/// A file of which no more is read than is left.
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

/// Opens a zip. Of its members nothing is read.
fn directory(path: &Path, origin: &Origin) -> Result<Archive, Fault> {
    let mut file = File::open(path).map_err(|error| unreadable(origin, &error))?;
    let mut begins = [0; LOCKED.len()];
    let is_locked = file.read_exact(&mut begins).is_ok() && begins == LOCKED;
    if is_locked {
        return Err(unreadable(origin, &"the workbook is locked by a password"));
    }
    let left = Rc::new(Cell::new(DIRECTORY));
    let bounded = Bounded {
        file,
        left: Rc::clone(&left),
    };
    let archive = ZipArchive::new(BufReader::new(bounded)).map_err(|error| unreadable(origin, &error))?;
    left.set(u64::MAX);
    if archive.len() > MEMBERS {
        return Err(unreadable(
            origin,
            &format_args!("lebih dari {MEMBERS} berkas di dalamnya"),
        ));
    }
    Ok(archive)
}

/// Opens a zip and counts what is in it. `look` is given each member by its name and reads as much of it as it likes.
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

/// Whether a zip has a member of that name, in whatever folder of it.
pub(super) fn has(path: &Path, origin: &Origin, member: &str) -> Result<bool, Fault> {
    Ok(name_of(&directory(path, origin)?, member).is_some())
}

/// The full name of a member, which may lie in a folder.
pub(super) fn name_of(archive: &Archive, member: &str) -> Option<String> {
    archive
        .file_names()
        .filter_map(Result::ok)
        .find(|name| name.rsplit('/').next() == Some(member))
        .map(Into::into)
}

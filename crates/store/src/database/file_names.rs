//! File names that survive a power cut.

use std::{
    fs::{self, File},
    io::{self, ErrorKind},
    path::Path,
};

/// Gives a synced file a second, durable name. A link fails if the name exists by now; a rename would replace that file.
///
/// # Errors
/// The system's error; the file does not have the name then.
pub fn link_for_good(file: &Path, name: &Path) -> io::Result<()> {
    fs::hard_link(file, name)?;
    sync_folder_of(name).inspect_err(|_| {
        let _ = remove_for_good(name);
    })
}

/// Removes a file so that a power cut does not bring it back.
///
/// # Errors
/// The system's error; the file may still be there then.
pub fn remove_for_good(name: &Path) -> io::Result<()> {
    fs::remove_file(name)?;
    sync_folder_of(name)
}

/// Syncs the folder of a file, which makes its name durable.
fn sync_folder_of(name: &Path) -> io::Result<()> {
    let folder = match name.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    match File::open(folder)?.sync_all() {
        // Some file systems, mostly network ones, cannot sync folders.
        Err(error) if error.kind() == ErrorKind::InvalidInput => Ok(()),
        synced => synced,
    }
}

//! Names of files that outlive a power cut.

use std::{
    fs::{self, File},
    io::{self, ErrorKind},
    path::Path,
};

/// Gives a file that has been synced a second name, which is kept from then on. A link fails if a file has that name by now; a rename
/// would take that file's place.
///
/// # Errors
/// What the system says; the file does not have the name then.
pub fn link_for_good(file: &Path, name: &Path) -> io::Result<()> {
    fs::hard_link(file, name)?;
    sync_folder_of(name).inspect_err(|_| {
        let _ = fs::remove_file(name);
    })
}

/// A name is kept once its folder is synced.
fn sync_folder_of(name: &Path) -> io::Result<()> {
    let folder = match name.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    match File::open(folder)?.sync_all() {
        // Some file systems, mostly on other machines, sync no folders.
        Err(error) if error.kind() == ErrorKind::InvalidInput => Ok(()),
        synced => synced,
    }
}

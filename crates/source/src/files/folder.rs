//! Which file of the folder has a list.
//!
//! `classes.csv` (also `.txt`, `.tsv`) or `classes.xlsx` is the list `classes`; else a sheet of that name in `lists.xlsx`;
//! else what `oneroster.zip` says of it.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::SystemTime;

use super::beginning::{Format, contents};
use super::{FilesSettings, archive, oneroster, table, xlsx};
use crate::error::{Fault, Origin, TableFault};
use crate::list::List;

/// The workbook that may have a sheet for each list.
const WORKBOOK: &str = "lists.xlsx";
/// OneRoster's files, packed.
const ONEROSTER: &str = "oneroster.zip";

/// Where a list was found.
#[derive(Debug)]
pub(super) enum Found {
    Csv(PathBuf),
    /// With the sheet's name where the workbook is that of several lists.
    Workbook {
        path: PathBuf,
        sheet: Option<String>,
    },
    OneRoster(PathBuf),
}

impl Found {
    pub(super) fn path(&self) -> &Path {
        match self {
            Self::Csv(path) | Self::Workbook { path, .. } | Self::OneRoster(path) => path,
        }
    }

    pub(super) fn origin(&self, list: &List) -> Origin {
        let file = self
            .path()
            .file_name()
            .map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let name = match self {
            Self::Csv(_) | Self::Workbook { sheet: None, .. } => file,
            Self::Workbook { sheet: Some(sheet), .. } => format!("{file} lembar {sheet}"),
            Self::OneRoster(_) => format!("{file} ({})", oneroster::main_member(list)),
        };
        Origin::File {
            list: list.name(),
            name,
        }
    }
}

/// What was found in a list's file, and how that file was then: when it was last changed, and its bytes.
type Known = HashMap<(PathBuf, &'static str), ((Option<SystemTime>, u64), Vec<String>)>;

impl Found {
    /// The headings of its table; none where it has none or cannot be read. They are kept as long as the file is the same, since
    /// a workbook is opened as a whole.
    pub(super) fn headings(&self, settings: &FilesSettings, list: &'static List) -> Vec<String> {
        static KNOWN: LazyLock<Mutex<Known>> = LazyLock::new(Mutex::default);
        let format = match self {
            Self::Csv(_) => Format::Csv,
            Self::Workbook { .. } => Format::Workbook,
            Self::OneRoster(_) => return Vec::new(),
        };
        let Ok(of_file) = fs::metadata(self.path()) else {
            return Vec::new();
        };
        let stamp = (of_file.modified().ok(), of_file.len());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let of_list = known.entry((self.path().to_owned(), list.name())).or_default();
        if of_list.0 != stamp {
            let found = contents(self.path(), format, settings, (Some(list), &self.origin(list)));
            *of_list = (stamp, found.map(|found| found.headings).unwrap_or_default());
        }
        of_list.1.clone()
    }
}

/// The file that has this list, if there is one.
pub(super) fn find(folder: &Path, settings: &FilesSettings, list: &List) -> Result<Option<Found>, Fault> {
    let no_folder = |error: std::io::Error| Fault::NoFolder(error.to_string());
    let mut own = Vec::new();
    let (mut workbook, mut packed) = (None, None);
    for entry in fs::read_dir(folder).map_err(no_folder)? {
        let path = entry.map_err(no_folder)?.path();
        let name = path
            .file_name()
            .map_or_else(String::new, |name| name.to_string_lossy().to_lowercase());
        if name == WORKBOOK {
            workbook = Some(path);
        } else if name == ONEROSTER {
            packed = Some(path);
        } else if let Some(kind) = name.strip_prefix(list.name()) {
            match kind {
                ".csv" | ".txt" | ".tsv" => own.push(Found::Csv(path)),
                ".xlsx" => own.push(Found::Workbook { path, sheet: None }),
                _ => {}
            }
        }
    }
    own.sort_by(|one, other| one.path().cmp(other.path()));
    if let [first, second, ..] = &own[..] {
        let other = second.path().file_name().unwrap_or_default();
        let other = other.to_string_lossy().into_owned();
        return Err(table(&first.origin(list), TableFault::Ambiguous { other }));
    }
    if let Some(found) = own.pop() {
        return Ok(Some(found));
    }
    if let Some(path) = workbook
        && let Some(sheet) = xlsx::sheet_of(&path, list, settings.max_bytes)?
    {
        return Ok(Some(Found::Workbook {
            path,
            sheet: Some(sheet),
        }));
    }
    let Some(packed) = packed.map(Found::OneRoster) else {
        return Ok(None);
    };
    // One that cannot be read, such as a copy that is still under way, may have the list.
    let has_it = archive::has(packed.path(), &packed.origin(list), oneroster::main_member(list))?;
    Ok(has_it.then_some(packed))
}

//! Finds the file of a list in the folder.
//!
//! `classes.csv` (also `.txt`, `.tsv`) or `classes.xlsx` is the list `classes`; else the sheet of that name in `lists.xlsx`;
//! else the list in `oneroster.zip`.

use std::fs;
use std::path::{Path, PathBuf};

use super::beginning::{Format, headings, tables};
use super::fault::table;
use super::file_cache::FileCache;
use super::heading::Beginning;
use super::settings::FilesSettings;
use super::{archive, oneroster, xlsx};
use crate::error::{Fault, Origin, TableFault};
use crate::list::List;

/// The workbook with a sheet per list.
const WORKBOOK: &str = "lists.xlsx";
/// OneRoster's zip.
const ONEROSTER: &str = "oneroster.zip";

/// Where a list was found.
#[derive(Debug)]
pub(super) enum Found {
    Csv(PathBuf),
    /// With the sheet's name if the workbook has several lists.
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

impl Found {
    const fn format(&self) -> Format {
        match self {
            Self::Csv(_) => Format::Csv,
            Self::Workbook { .. } => Format::Workbook,
            Self::OneRoster(_) => Format::OneRoster,
        }
    }

    /// The headings of its table; empty if there are none or the file cannot be read.
    pub(super) fn headings(&self, settings: &FilesSettings, list: &'static List) -> Vec<String> {
        static CACHE: FileCache<Vec<Beginning>> = FileCache::nothing();
        let (path, origin) = (self.path(), self.origin(list));
        let of_list = (Some(list), &origin);
        let look = || Ok(tables(path, self.format(), settings, of_list).unwrap_or_default());
        let found = CACHE.of((path, list.name()), &origin, look);
        let headings = found.and_then(|tables| headings(&tables, settings, of_list));
        headings.unwrap_or_default()
    }
}

/// The file of this list, if there is one.
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
                // Reading an `.xls` says how to save it as a workbook.
                ".xlsx" | ".xls" => own.push(Found::Workbook { path, sheet: None }),
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
    // A zip that cannot be read, such as an unfinished copy, may have the list.
    let has_it = archive::has(packed.path(), &packed.origin(list), oneroster::main_member(list))?;
    Ok(has_it.then_some(packed))
}

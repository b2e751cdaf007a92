//! Looks into a file before it is read as a list: its headings, or the lists in it.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::heading::{Beginning, headings_of};
use super::settings::FilesSettings;
use super::{csv, oneroster, xlsx};
use crate::error::{Fault, Origin};
use crate::list::List;

/// Maximum number of headings per file.
const HEADINGS: usize = 500;

/// The format of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Text with separators.
    Csv,
    /// An Excel workbook.
    Workbook,
    /// OneRoster's files in a zip, which contains several lists.
    OneRoster,
}

impl Format {
    /// The format of a file of this name.
    pub fn of(file: &str) -> Option<Self> {
        let (_, ending) = file.rsplit_once('.')?;
        match ending.to_lowercase().as_str() {
            "csv" | "txt" | "tsv" => Some(Self::Csv),
            "xlsx" | "xls" => Some(Self::Workbook),
            "zip" => Some(Self::OneRoster),
            _ => None,
        }
    }

    /// Its stored name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Workbook => "xlsx",
            Self::OneRoster => "oneroster",
        }
    }

    /// Parses the stored name.
    pub fn read(kept: &str) -> Option<Self> {
        [Self::Csv, Self::Workbook, Self::OneRoster]
            .into_iter()
            .find(|format| format.as_str() == kept)
    }
}

/// What a look into a file found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contents {
    /// The headings of its table.
    pub headings: Vec<String>,
    /// The lists in a file with several.
    pub lists: Vec<String>,
}

/// Looks into a file for one list, or for several.
pub(crate) fn contents(
    path: &Path,
    format: Format,
    settings: &FilesSettings,
    (list, origin): (Option<&'static List>, &Origin),
) -> Result<Contents, Fault> {
    if format == Format::OneRoster {
        let there = oneroster::lists_of(path, settings, origin)?.into_iter();
        return Ok(Contents {
            headings: Vec::new(),
            lists: there.map(|list| list.name().to_owned()).collect(),
        });
    }
    let tables = tables(path, format, settings, (list, origin))?;
    Ok(Contents {
        headings: headings(&tables, settings, (list, origin))?,
        lists: Vec::new(),
    })
}

/// The first rows of a file: one table for each separator that may be right.
pub(super) fn tables(
    path: &Path,
    format: Format,
    settings: &FilesSettings,
    (list, origin): (Option<&'static List>, &Origin),
) -> Result<Vec<Beginning>, Fault> {
    match format {
        Format::Csv => csv::beginning(path, settings, origin),
        Format::Workbook => Ok(vec![xlsx::beginning(path, list, settings, origin)?]),
        Format::OneRoster => Ok(Vec::new()),
    }
}

/// The headings among the first rows of a file.
pub(super) fn headings(
    tables: &[Beginning],
    settings: &FilesSettings,
    (list, origin): (Option<&'static List>, &Origin),
) -> Result<Vec<String>, Fault> {
    let given = list.and_then(|list| settings.columns.get(list.name()));
    let (table, row) = headings_of(tables, list, given, origin)?;
    let headings = tables[table][row].iter().filter(|heading| !heading.is_empty());
    Ok(headings.take(HEADINGS).cloned().collect())
}

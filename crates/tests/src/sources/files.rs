//! The campus in files, as offices send them.

use super::campus::Table;
use encoding_rs::WINDOWS_1252;
use rust_xlsxwriter::Workbook;
use selaras_source::{FilesSettings, Source, Ways};
use std::{fs, path::Path};
use tempfile::TempDir;

/// A source that reads exactly the files of this folder.
pub fn source(folder: &Path) -> Source {
    source_with(folder, |_| {})
}

pub fn source_with(folder: &Path, change: impl FnOnce(&mut FilesSettings)) -> Source {
    Source::of(ways(folder, change)).unwrap()
}

/// The readers of exactly the files of this folder.
pub fn ways(folder: &Path, change: impl FnOnce(&mut FilesSettings)) -> Ways {
    let mut files = FilesSettings::new(folder.to_owned());
    change(&mut files);
    Ways {
        name: "Simak".to_owned(),
        sql: None,
        files,
        http: None,
    }
}

/// A folder with a CSV file for each list, each in a different format.
pub fn csv_folder(tables: &[Table]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (at, table) in tables.iter().enumerate() {
        let delimiter = [b',', b';', b'\t', b'|'][at % 4];
        let mut writer = csv::WriterBuilder::new().delimiter(delimiter).from_writer(Vec::new());
        writer.write_record(&table.columns).unwrap();
        for row in &table.rows {
            writer.write_record(row).unwrap();
        }
        let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
        let bytes = match at % 3 {
            0 => text.into_bytes(),
            1 => WINDOWS_1252.encode(&text).0.into_owned(),
            _ => [0xff, 0xfe]
                .into_iter()
                .chain(text.encode_utf16().flat_map(u16::to_le_bytes))
                .collect(),
        };
        fs::write(folder.path().join(format!("{}.csv", table.list.name())), bytes).unwrap();
    }
    folder
}

/// A folder with one workbook that has a sheet for each list, below a title and with headings as people write them.
pub fn workbook_folder(tables: &[Table]) -> TempDir {
    let folder = TempDir::new().unwrap();
    let mut workbook = Workbook::new();
    for table in tables {
        let sheet = workbook.add_worksheet();
        sheet.set_name(table.list.name()).unwrap();
        sheet
            .write_string(0, 0, format!("DAFTAR {}", table.list.label))
            .unwrap();
        for (at, column) in table.columns.iter().enumerate() {
            let heading = column.replace('_', " ").to_uppercase();
            sheet.write_string(2, at as u16, heading).unwrap();
        }
        for (row, cells) in table.rows.iter().enumerate() {
            for (at, cell) in cells.iter().enumerate() {
                let row = row as u32 + 3;
                match (table.columns[at], cell.parse::<f64>()) {
                    ("jumlah_sks" | "angkatan", Ok(number)) => sheet.write_number(row, at as u16, number).unwrap(),
                    _ if cell.is_empty() => continue,
                    _ => sheet.write_string(row, at as u16, cell).unwrap(),
                };
            }
        }
    }
    workbook.save(folder.path().join("lists.xlsx")).unwrap();
    folder
}

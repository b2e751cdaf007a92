//! Attendance as an Excel file, written row by row: however many there are, only a few are in memory.

use crate::attendance::Attendance;
use rust_xlsxwriter::{Format, Workbook, Worksheet, XlsxError};
use std::fs::File;

/// Header, and width in characters.
const COLUMNS: [(&str, f64); 13] = [
    ("No", 6.0),
    ("Username", 24.0),
    ("Email", 30.0),
    ("Meeting ID", 16.0),
    ("Topik", 36.0),
    ("Tanggal", 12.0),
    ("Mulai", 10.0),
    ("Selesai", 10.0),
    ("Masuk", 10.0),
    ("Keluar", 10.0),
    ("Alasan Keluar", 28.0),
    ("Durasi", 10.0),
    ("Keterangan", 40.0),
];

/// Writes rows to `file` as they come. Texts are written as texts, whatever they begin with: no cell is a formula.
pub(crate) fn write(rows: impl Iterator<Item = Attendance>, file: File) -> Result<(), XlsxError> {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet_with_constant_memory()?;
    sheet.set_name("Absensi Zoom")?;
    let header = Format::new().set_bold();
    for (column, (name, width)) in (0..).zip(COLUMNS) {
        sheet.set_column_width(column, width)?;
        sheet.write_string_with_format(0, column, name, &header)?;
    }
    sheet.set_freeze_panes(1, 0)?;
    let formats = Formats {
        date: Format::new().set_num_format("dd mmm yyyy"),
        clock: Format::new().set_num_format("hh:mm:ss"),
        duration: Format::new().set_num_format("[h]:mm:ss"),
    };
    let mut last = 0;
    for attendance in rows {
        last += 1;
        row(sheet, last, &attendance, &formats)?;
    }
    sheet.autofilter(0, 0, last, COLUMNS.len() as u16 - 1)?;
    workbook.save_to_writer(file)
}

struct Formats {
    date: Format,
    clock: Format,
    duration: Format,
}

fn row(sheet: &mut Worksheet, at: u32, attendance: &Attendance, formats: &Formats) -> Result<(), XlsxError> {
    let stay = &attendance.stay;
    sheet.write_number(at, 0, at)?;
    for (column, text) in [
        (1, &stay.username),
        (2, &stay.email),
        (3, &stay.meeting_id),
        (4, &stay.topic),
    ] {
        sheet.write_string(at, column, text)?;
    }
    sheet.write_datetime_with_format(at, 5, attendance.start_meeting.date(), &formats.date)?;
    let clocks = [
        (6, Some(attendance.start_meeting)),
        (7, attendance.end_meeting),
        (8, attendance.join_time),
        (9, attendance.leave_time),
    ];
    for (column, time) in clocks {
        if let Some(time) = time {
            sheet.write_datetime_with_format(at, column, time.time(), &formats.clock)?;
        }
    }
    sheet.write_string(at, 10, &stay.leave_reason)?;
    if let Some(seconds) = attendance.seconds() {
        // A duration is a number of days.
        sheet.write_number_with_format(at, 11, seconds as f64 / 86_400.0, &formats.duration)?;
    }
    sheet.write_string(at, 12, attendance.keterangan())?;
    Ok(())
}

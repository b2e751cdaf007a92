//! Rows of CSV files.

use std::io;

/// A row of CSV. Cells that a spreadsheet would run as a formula are prefixed.
pub(crate) fn row(cells: impl IntoIterator<Item = impl AsRef<str>>) -> io::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for cell in cells {
        let cell = cell.as_ref();
        match cell.starts_with(['=', '+', '-', '@', '\t', '\r']) {
            true => writer.write_field(format!("'{cell}"))?,
            false => writer.write_field(cell)?,
        }
    }
    writer.write_record(None::<&[u8]>)?;
    writer.into_inner().map_err(|error| io::Error::other(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::row;

    #[test]
    fn cells_are_quoted_and_no_formulas() {
        let cells = ["a", "", "b, \"c\"", "=1+1", "+62", "-", "\tx"];
        let text = String::from_utf8(row(cells).unwrap()).unwrap();
        assert_eq!(text, "a,,\"b, \"\"c\"\"\",'=1+1,'+62,'-,'\tx\n");
    }
}

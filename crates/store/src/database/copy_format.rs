//! Rows for PostgreSQL's COPY, which is several times as fast as statements with bound values.

use sqlx::PgConnection;
use std::fmt::Write;

/// Rows in COPY's text format: one line per row, with tabs between the values.
#[derive(Default)]
pub(crate) struct Lines(String);

impl Lines {
    pub(crate) fn text(&mut self, value: &str) {
        self.between();
        for letter in value.chars() {
            match letter {
                '\\' => self.0.push_str("\\\\"),
                '\t' => self.0.push_str("\\t"),
                '\n' => self.0.push_str("\\n"),
                '\r' => self.0.push_str("\\r"),
                letter => self.0.push(letter),
            }
        }
    }

    pub(crate) fn number(&mut self, value: i64) {
        self.between();
        // Writing to a string never fails.
        let _ = write!(self.0, "{value}");
    }

    fn between(&mut self) {
        if !self.0.is_empty() && !self.0.ends_with('\n') {
            self.0.push('\t');
        }
    }

    pub(crate) fn end(&mut self) {
        self.0.push('\n');
    }

    /// Sends them into these columns of a table.
    pub(crate) async fn send(self, connection: &mut PgConnection, table: &str, columns: &[&str]) -> sqlx::Result<()> {
        send(connection, &into(table, columns, "text"), self.0.into_bytes()).await
    }
}

/// Rows in COPY's binary format, in which numbers need no parsing.
pub(crate) struct Binary {
    bytes: Vec<u8>,
    columns: u16,
}

/// The signature of the binary format. Two numbers follow, the flags and the length of the header extension, both zero.
const SIGNATURE: &[u8] = b"PGCOPY\n\xff\r\n\0";
/// The trailer, in the position of a row's column count.
const END: [u8; 2] = (-1_i16).to_be_bytes();

impl Binary {
    /// No rows yet, with this number of columns.
    pub(crate) fn of(columns: u16) -> Self {
        let bytes = [SIGNATURE, &[0; 2 * size_of::<u32>()]].concat();
        Self { bytes, columns }
    }

    pub(crate) fn begin(&mut self) {
        self.bytes.extend(self.columns.to_be_bytes());
    }

    pub(crate) fn number(&mut self, value: i64) {
        self.value(&value.to_be_bytes());
    }

    pub(crate) fn value(&mut self, value: &[u8]) {
        self.bytes.extend((value.len() as u32).to_be_bytes());
        self.bytes.extend_from_slice(value);
    }

    /// Sends them into these columns of a table.
    pub(crate) async fn send(
        mut self,
        connection: &mut PgConnection,
        table: &str,
        columns: &[&str],
    ) -> sqlx::Result<()> {
        self.bytes.extend(END);
        send(connection, &into(table, columns, "binary"), self.bytes).await
    }
}

/// The statement that copies into these columns of a table.
fn into(table: &str, columns: &[&str], format: &str) -> String {
    let columns: Vec<_> = columns.iter().map(|column| format!("\"{column}\"")).collect();
    format!("COPY {table} ({}) FROM STDIN (FORMAT {format})", columns.join(", "))
}

async fn send(connection: &mut PgConnection, copy: &str, rows: Vec<u8>) -> sqlx::Result<()> {
    let mut copy = connection.copy_in_raw(copy).await?;
    copy.send(rows).await?;
    copy.finish().await?;
    Ok(())
}

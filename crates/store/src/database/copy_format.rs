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
        let columns: Vec<_> = columns.iter().map(|column| format!("\"{column}\"")).collect();
        let into = format!("COPY {table} ({}) FROM STDIN (FORMAT text)", columns.join(", "));
        let mut copy = connection.copy_in_raw(&into).await?;
        copy.send(self.0.into_bytes()).await?;
        copy.finish().await?;
        Ok(())
    }
}

//! Fills the staging tables with rows.

use super::{Staging, cell::Cell, listed};
use crate::{Result, statement::rows_per_statement};
use sea_orm::{ConnectionTrait, DatabaseBackend, Statement, Value, sea_query::ArrayType};

/// Rows of a statement with one parameter per value. They are few: SQLite compiles each statement of another size, and the connection
/// keeps it, a megabyte for the largest.
const SIZES: [usize; 4] = [1000, 100, 10, 1];

impl<K> Staging<K> {
    /// Fills columns of a table with the cells of rows, one row after the other. A column has numbers or texts.
    pub(super) async fn fill(&self, table: &str, columns: &[&str], cells: Vec<Cell>) -> Result<()> {
        if cells.is_empty() {
            return Ok(());
        }
        if self.store.backend() == DatabaseBackend::Postgres {
            self.connection.execute_raw(by_columns(table, columns, cells)).await?;
            return Ok(());
        }
        let most = rows_per_statement(DatabaseBackend::Sqlite, columns.len());
        let mut left = cells.len() / columns.len();
        let mut values = cells.into_iter().map(Value::from);
        for rows in SIZES.map(|size| size.min(most)) {
            while left >= rows {
                let some = values.by_ref().take(rows * columns.len()).collect();
                self.connection.execute_raw(by_rows(table, columns, some)).await?;
                left -= rows;
            }
        }
        Ok(())
    }
}

/// The insert of rows with one parameter per value.
fn by_rows(table: &str, columns: &[&str], values: Vec<Value>) -> Statement {
    let row = format!("({})", vec!["?"; columns.len()].join(", "));
    let sql = format!(
        "INSERT INTO {table} ({}) VALUES {}",
        listed("", columns.iter().copied()),
        vec![row; values.len() / columns.len()].join(", ")
    );
    Statement::from_sql_and_values(DatabaseBackend::Sqlite, sql, values)
}

/// The insert of rows with one parameter per column, so that it is the same statement for any number of rows. By COPY a few thousand rows
/// are slower: it sends them and their end apart, and the end waits until the server has acknowledged the rows (40 ms on Linux).
fn by_columns(table: &str, columns: &[&str], cells: Vec<Cell>) -> Statement {
    let type_of = |cell: &Cell| match cell {
        Cell::Number(_) => (ArrayType::BigInt, "bigint"),
        Cell::Text(_) => (ArrayType::String, "text"),
    };
    let (types, names): (Vec<_>, Vec<_>) = cells.iter().take(columns.len()).map(type_of).unzip();
    let rows = cells.len() / columns.len();
    let mut arrays: Vec<_> = columns.iter().map(|_| Vec::with_capacity(rows)).collect();
    for (at, cell) in cells.into_iter().enumerate() {
        arrays[at % columns.len()].push(Value::from(cell));
    }
    let parameters: Vec<_> = (1..).zip(names).map(|(at, name)| format!("${at}::{name}[]")).collect();
    let sql = format!(
        "INSERT INTO {table} ({}) SELECT * FROM unnest({})",
        listed("", columns.iter().copied()),
        parameters.join(", ")
    );
    let arrays = types.into_iter().zip(arrays);
    let arrays = arrays.map(|(of, values)| Value::Array(of, Some(Box::new(values))));
    Statement::from_sql_and_values(DatabaseBackend::Postgres, sql, arrays)
}

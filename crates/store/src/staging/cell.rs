//! A value on its way into the staging tables.

use sea_orm::Value;

/// A value of a staged row.
pub(super) enum Cell {
    Number(i64),
    Text(String),
}

impl From<i64> for Cell {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<Cell> for Value {
    fn from(cell: Cell) -> Self {
        match cell {
            Cell::Number(number) => number.into(),
            Cell::Text(text) => text.into(),
        }
    }
}

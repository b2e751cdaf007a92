//! Which rows, in which order, how many.

use sea_orm::sea_query::{Condition, Expr, ExprTrait};

/// Rows of one kind that an action is about. Empty: all.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Selection {
    /// Columns and the values they must have.
    pub equals: Vec<(String, String)>,
    /// Ids of the rows; empty: any.
    pub ids: Vec<i64>,
}

impl Selection {
    /// Rows with these values.
    pub fn equal<'a>(values: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        Self { equals: values.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(), ids: vec![] }
    }

    pub(crate) fn condition(&self) -> Condition {
        let mut condition = Condition::all();
        for (name, value) in &self.equals {
            condition = condition.add(Expr::col(name.clone()).eq(value.as_str()));
        }
        if !self.ids.is_empty() {
            condition = condition.add(Expr::col("id").is_in(self.ids.iter().copied()));
        }
        condition
    }
}

/// The order of a list. The column must be one of the kind's.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Order {
    /// Column; `None` is the id.
    pub column: Option<String>,
    /// Whether the greatest comes first.
    pub descending: bool,
}

/// One page of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T> {
    /// The rows of the page.
    pub rows: Vec<T>,
    /// Rows in the whole list.
    pub total: i64,
}

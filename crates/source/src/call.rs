//! What can be asked of the source.

use reqwest::Method;
use selaras_kinds::Feed;
use serde_json::Value;

/// One list of the source: a kind's feed and, where it is asked for class by class, which class.
#[derive(Debug, Clone)]
pub struct Call {
    feed: &'static Feed,
    scope: Vec<(&'static str, String)>,
    only: Vec<(&'static str, String)>,
}

impl Call {
    /// A list that is had in one go; of a list that has a [`Feed::scope`], the rows of all classes, each with its class.
    /// Only a source of which [`Source::whole`](crate::Source::whole) says so has the latter.
    pub const fn whole(feed: &'static Feed) -> Self {
        Self {
            feed,
            scope: Vec::new(),
            only: Vec::new(),
        }
    }

    /// A list that is asked for with the columns of [`Feed::scope`] and their values.
    pub const fn scoped(feed: &'static Feed, scope: Vec<(&'static str, String)>) -> Self {
        Self {
            feed,
            scope,
            only: Vec::new(),
        }
    }

    /// The same list, of which the caller wants rows with these values alone. A source that can narrow a list does;
    /// another sends the whole of it.
    pub fn only(mut self, columns: Vec<(&'static str, String)>) -> Self {
        self.only = columns;
        self
    }

    /// The list that is asked for.
    pub const fn feed(&self) -> &'static Feed {
        self.feed
    }

    /// Columns and the values that they must have, by which a source may choose rows.
    pub(crate) fn filter(&self) -> impl Iterator<Item = &(&'static str, String)> {
        self.scope.iter().chain(&self.only)
    }

    /// What the class is that the list is asked for, by column.
    pub(crate) fn scope(&self) -> &[(&'static str, String)] {
        &self.scope
    }

    /// The key under which its path is configured.
    pub const fn name(&self) -> &'static str {
        self.feed.name
    }

    /// The path below the base address, unless a setting gives another.
    pub const fn default_path(&self) -> &'static str {
        self.feed.path
    }

    /// The HTTP method.
    pub const fn method(&self) -> Method {
        if self.feed.scope.is_empty() {
            Method::GET
        } else {
            Method::POST
        }
    }

    /// The JSON body, where the call has one.
    pub fn body(&self) -> Option<Value> {
        if self.feed.scope.is_empty() {
            return None;
        }
        Some(
            self.scope
                .iter()
                .map(|(name, value)| ((*name).to_owned(), Value::from(value.as_str())))
                .collect(),
        )
    }

    /// Whether `data` may be an object whose values are the lists.
    pub(crate) const fn is_keyed(&self) -> bool {
        self.feed.keyed.is_some()
    }
}

//! Rows of classes that the dashboard does not have, counted by class.

use hashbrown::HashMap;
use selaras_reasons::Reason;

/// Unknown classes reported one by one: a list of another semester has nothing else.
const ONE_BY_ONE: usize = 1000;

/// The number of rows by the label of their class.
#[derive(Default)]
pub(super) struct UnknownClasses {
    rows: HashMap<String, u64>,
    /// Rows of further classes, which are reported together.
    more: u64,
}

impl UnknownClasses {
    pub(super) fn add(&mut self, class: String) {
        if self.rows.len() < ONE_BY_ONE || self.rows.contains_key(&class) {
            *self.rows.entry(class).or_default() += 1;
        } else {
            self.more += 1;
        }
    }

    /// What is to be reported, in the order of the labels: the label, and why its rows were not used.
    pub(super) fn take(&mut self, source: &str) -> Vec<(String, Reason)> {
        let mut classes: Vec<_> = self.rows.drain().collect();
        classes.sort();
        let more = (self.more > 0).then(|| ("…".to_owned(), self.more));
        classes
            .into_iter()
            .chain(more)
            .map(|(class, count)| {
                let source = source.to_owned();
                (class, Reason::ClassUnknownHere { source, count })
            })
            .collect()
    }
}

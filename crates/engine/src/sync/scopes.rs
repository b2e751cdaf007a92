//! The classes of an order, by the values that name them. Stored compactly, since a campus has hundreds of thousands.

/// The columns and values that limit one request to the source.
pub(crate) type Scope = Vec<(&'static str, String)>;

/// The label of the list of that scope: `Algoritma · A · 11`; empty if there is only one list.
pub(super) fn named(scope: &[(&'static str, String)]) -> String {
    let values: Vec<_> = scope.iter().map(|(_, value)| value.as_str()).collect();
    values.join(" · ")
}

/// Scopes of the same columns.
#[derive(Debug)]
pub(super) struct Scopes {
    columns: &'static [&'static str],
    /// All values, scope after scope.
    text: String,
    /// The end of each value in `text`.
    ends: Vec<usize>,
    /// For each scope, true if the source's timetable no longer has a class of that name.
    left: Vec<bool>,
    /// The number of unlisted scopes at the end: no class of the dashboard has their names any more.
    unlisted: usize,
}

impl Scopes {
    /// No scopes yet, of these columns.
    pub(super) const fn of(columns: &'static [&'static str]) -> Self {
        Self {
            columns,
            text: String::new(),
            ends: Vec::new(),
            left: Vec::new(),
            unlisted: 0,
        }
    }

    /// Adds a scope, with a value per column; `left` means that the source's timetable no longer has a class of that name.
    pub(super) fn add(&mut self, values: &[String], left: bool) {
        for value in values {
            self.text.push_str(value);
            self.ends.push(self.text.len());
        }
        self.left.push(left);
    }

    /// Adds an unlisted scope, after all others: no class of the dashboard has that name any more.
    pub(super) fn add_unlisted(&mut self, values: &[String]) {
        self.add(values, true);
        self.unlisted += 1;
    }

    pub(super) fn len(&self) -> usize {
        self.left.len()
    }

    /// True if no class of the dashboard has that name any more.
    pub(super) fn is_unlisted(&self, at: usize) -> bool {
        at >= self.len() - self.unlisted
    }

    /// True if the source's timetable no longer has a class of that name.
    pub(super) fn has_left(&self, at: usize) -> bool {
        self.left[at]
    }

    /// The values of one scope.
    pub(super) fn values(&self, at: usize) -> impl Iterator<Item = &str> {
        let values = at * self.columns.len()..(at + 1) * self.columns.len();
        values.map(|value| {
            let begin = value.checked_sub(1).map_or(0, |before| self.ends[before]);
            &self.text[begin..self.ends[value]]
        })
    }

    pub(super) fn get(&self, at: usize) -> Scope {
        self.columns
            .iter()
            .copied()
            .zip(self.values(at).map(str::to_owned))
            .collect()
    }
}

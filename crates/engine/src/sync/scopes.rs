//! The classes that an order is about, by the values that name them: in little room, since a campus has hundreds of thousands.

/// Columns and values that one request to the source is limited to.
pub(crate) type Scope = Vec<(&'static str, String)>;

/// What people call the list of that scope: `Algoritma · A · 11`; nothing where there is one list only.
pub(crate) fn named(scope: &[(&'static str, String)]) -> String {
    let values: Vec<_> = scope.iter().map(|(_, value)| value.as_str()).collect();
    values.join(" · ")
}

/// Scopes of the same columns.
#[derive(Debug)]
pub(crate) struct Scopes {
    columns: &'static [&'static str],
    /// All values, scope after scope.
    text: String,
    /// Where each value ends in it.
    ends: Vec<usize>,
    /// Of each, whether the source's timetable has no class of that name any more.
    left: Vec<bool>,
    /// How many of them, the last ones, are of names that no class of the dashboard bears any more.
    unlisted: usize,
}

impl Scopes {
    /// None yet, of these columns.
    pub(super) const fn of(columns: &'static [&'static str]) -> Self {
        Self {
            columns,
            text: String::new(),
            ends: Vec::new(),
            left: Vec::new(),
            unlisted: 0,
        }
    }

    /// Adds one, by a value for each column; `left` says that the source's timetable has no class of that name any more.
    pub(super) fn add(&mut self, values: &[String], left: bool) {
        for value in values {
            self.text.push_str(value);
            self.ends.push(self.text.len());
        }
        self.left.push(left);
    }

    /// Adds one, behind all others, of a name that no class of the dashboard bears any more.
    pub(super) fn add_unlisted(&mut self, values: &[String]) {
        self.add(values, true);
        self.unlisted += 1;
    }

    pub(super) fn len(&self) -> usize {
        self.left.len()
    }

    /// Whether no class of the dashboard bears that name any more.
    pub(super) fn is_unlisted(&self, at: usize) -> bool {
        at >= self.len() - self.unlisted
    }

    /// Whether the source's timetable has no class of that name any more.
    pub(super) fn has_left(&self, at: usize) -> bool {
        self.left[at]
    }

    /// The values of one of them.
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

    /// Each, and whether it has left the timetable.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Scope, bool)> {
        (0..self.len()).map(|at| (self.get(at), self.has_left(at)))
    }
}

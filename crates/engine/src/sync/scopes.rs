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
    len: usize,
}

impl Scopes {
    /// None yet, of these columns.
    pub(super) const fn of(columns: &'static [&'static str]) -> Self {
        Self {
            columns,
            text: String::new(),
            ends: Vec::new(),
            len: 0,
        }
    }

    /// Adds one, by a value for each column.
    pub(super) fn add(&mut self, values: &[String]) {
        for value in values {
            self.text.push_str(value);
            self.ends.push(self.text.len());
        }
        self.len += 1;
    }

    pub(super) const fn len(&self) -> usize {
        self.len
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

    pub(crate) fn iter(&self) -> impl Iterator<Item = Scope> {
        (0..self.len).map(|at| self.get(at))
    }
}

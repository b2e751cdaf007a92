//! Form fields as PHP reads them: `users[0][username]=…` becomes a tree.

use std::collections::HashMap;

use super::refusal::Refusal;

/// A parameter: a text, or a list of parameters by name in their original order.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Param {
    Text(String),
    List(List),
}

/// Parameters by name.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct List {
    items: Vec<(String, Param)>,
    places: HashMap<String, usize>,
}

impl List {
    /// Parses a form. PHP takes `max_input_vars` fields and silently drops the rest.
    pub(super) fn parse(body: &[u8], max_input_vars: usize) -> Self {
        let pairs = body.split(|byte| *byte == b'&').filter(|pair| !pair.is_empty());
        let mut form = Self::default();
        for pair in pairs.take(max_input_vars) {
            let (name, value) = match pair.iter().position(|byte| *byte == b'=') {
                Some(at) => (&pair[..at], &pair[at + 1..]),
                None => (pair, &[][..]),
            };
            form.insert(&decode(name), decode(value));
        }
        form
    }

    /// Builds the same from fields without encoding.
    pub(super) fn from_fields<'a>(fields: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let mut form = Self::default();
        for (name, value) in fields {
            form.insert(name, value.to_owned());
        }
        form
    }

    fn insert(&mut self, name: &str, value: String) {
        let (head, mut rest) = name.split_at(name.find('[').unwrap_or(name.len()));
        let mut list = self;
        let mut key = head;
        while let Some((inner, after)) = rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            let place = list.place(key, || Param::List(Self::default()));
            let slot = &mut list.items[place].1;
            if matches!(slot, Param::Text(_)) {
                *slot = Param::List(Self::default());
            }
            let Param::List(next) = slot else { return };
            list = next;
            (key, rest) = (inner, after);
        }
        // An empty pair of brackets counts up, as in PHP.
        let counted = list.items.len().to_string();
        let key = if key.is_empty() { counted.as_str() } else { key };
        let place = list.place(key, || Param::Text(String::new()));
        list.items[place].1 = Param::Text(value);
    }

    fn place(&mut self, key: &str, fresh: impl FnOnce() -> Param) -> usize {
        // Fields of one row come together, so the last one nearly always matches.
        if let Some((last, _)) = self.items.last()
            && last == key
        {
            return self.items.len() - 1;
        }
        if let Some(place) = self.places.get(key) {
            return *place;
        }
        self.items.push((key.to_owned(), fresh()));
        self.places.insert(key.to_owned(), self.items.len() - 1);
        self.items.len() - 1
    }

    fn get(&self, key: &str) -> Option<&Param> {
        self.places.get(key).map(|place| &self.items[*place].1)
    }

    /// Refuses fields that the function does not know.
    pub(super) fn allow(&self, known: &[&str]) -> Result<(), Refusal> {
        match self.items.iter().all(|(key, _)| known.contains(&key.as_str())) {
            true => Ok(()),
            false => Err(Refusal::invalid_parameter()),
        }
    }

    /// An optional text.
    pub(super) fn optional(&self, key: &str) -> Result<Option<&str>, Refusal> {
        match self.get(key) {
            None => Ok(None),
            Some(Param::Text(text)) => Ok(Some(text)),
            Some(Param::List(_)) => Err(Refusal::invalid_parameter()),
        }
    }

    /// A required text, which may be empty.
    pub(super) fn text(&self, key: &str) -> Result<&str, Refusal> {
        self.optional(key)?.ok_or_else(Refusal::invalid_parameter)
    }

    /// A required whole number.
    pub(super) fn number(&self, key: &str) -> Result<i64, Refusal> {
        self.text(key)?.parse().map_err(|_| Refusal::invalid_parameter())
    }

    /// An optional whole number.
    pub(super) fn optional_number(&self, key: &str) -> Result<Option<i64>, Refusal> {
        self.optional(key)?
            .map(|text| text.parse().map_err(|_| Refusal::invalid_parameter()))
            .transpose()
    }

    /// An optional switch: 0 or 1.
    pub(super) fn switch(&self, key: &str) -> Result<Option<bool>, Refusal> {
        match self.optional(key)? {
            None => Ok(None),
            Some("0" | "" | "false") => Ok(Some(false)),
            Some("1" | "true") => Ok(Some(true)),
            Some(_) => Err(Refusal::invalid_parameter()),
        }
    }

    /// The rows of a required list.
    pub(super) fn rows(&self, key: &str) -> Result<Vec<&List>, Refusal> {
        self.optional_rows(key)?.ok_or_else(Refusal::invalid_parameter)
    }

    /// The rows of an optional list.
    pub(super) fn optional_rows(&self, key: &str) -> Result<Option<Vec<&List>>, Refusal> {
        let rows = match self.get(key) {
            None => return Ok(None),
            Some(Param::Text(_)) => return Err(Refusal::invalid_parameter()),
            Some(Param::List(list)) => &list.items,
        };
        let mut found = Vec::with_capacity(rows.len());
        for (_, param) in rows {
            match param {
                Param::List(row) => found.push(row),
                Param::Text(_) => return Err(Refusal::invalid_parameter()),
            }
        }
        Ok(Some(found))
    }

    /// A required list of named parameters.
    pub(super) fn list(&self, key: &str) -> Result<&List, Refusal> {
        match self.get(key) {
            Some(Param::List(list)) => Ok(list),
            _ => Err(Refusal::invalid_parameter()),
        }
    }

    /// The texts of a required list.
    pub(super) fn texts(&self, key: &str) -> Result<Vec<&str>, Refusal> {
        let Some(Param::List(list)) = self.get(key) else {
            return Err(Refusal::invalid_parameter());
        };
        let mut texts = Vec::with_capacity(list.items.len());
        for (_, param) in &list.items {
            match param {
                Param::Text(text) => texts.push(text.as_str()),
                Param::List(_) => return Err(Refusal::invalid_parameter()),
            }
        }
        Ok(texts)
    }

    /// The same without some of the parameters.
    pub(super) fn without(self, keys: &[&str]) -> Self {
        let mut rest = Self::default();
        for (key, param) in self.items.into_iter().filter(|(key, _)| !keys.contains(&key.as_str())) {
            rest.places.insert(key.clone(), rest.items.len());
            rest.items.push((key, param));
        }
        rest
    }

    /// The length of the longest list of rows: a call's work grows with it. Options are no rows.
    pub(super) fn longest(&self) -> usize {
        let length = |param: &Param| {
            if let Param::List(list) = param {
                list.items.len()
            } else {
                0
            }
        };
        let rows = self.items.iter().filter(|(key, _)| key != "options");
        rows.map(|(_, param)| length(param)).max().unwrap_or(0)
    }
}

/// Decodes a form's encoding: `+` and `%41`.
fn decode(text: &[u8]) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        match text[at] {
            b'+' => bytes.push(b' '),
            b'%' if at + 2 < text.len() => match (hex(text[at + 1]), hex(text[at + 2])) {
                (Some(high), Some(low)) => {
                    bytes.push(high << 4 | low);
                    at += 2;
                }
                _ => bytes.push(b'%'),
            },
            byte => bytes.push(byte),
        }
        at += 1;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).map(|value| value as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_fields_become_rows() {
        let form = List::parse(
            b"field=id&users%5B0%5D%5Bname%5D=O%27Brien+x&users[0][id]=3&users[1][id]=4&v[]=a&v[]=b",
            1000,
        );
        assert_eq!(form.text("field").unwrap(), "id");
        let rows = form.rows("users").unwrap();
        assert_eq!(rows[0].text("name").unwrap(), "O'Brien x");
        assert_eq!(rows[1].number("id").unwrap(), 4);
        assert_eq!(form.texts("v").unwrap(), ["a", "b"]);
        assert_eq!(form.longest(), 2);
    }

    #[test]
    fn fields_beyond_the_limit_are_dropped() {
        let form = List::parse(b"a=1&b=2&c=3", 2);
        assert_eq!(form.optional("b").unwrap(), Some("2"));
        assert_eq!(form.optional("c").unwrap(), None);
    }
}

//! What a create or update form asks for.

use crate::Kind;

/// A create and update form.
pub struct Form {
    /// Its fields, in order.
    pub fields: &'static [FormField],
    /// A field that must name a row of another kind.
    pub reference: Option<Reference>,
}

/// One field of a form.
pub struct FormField {
    /// Name in the body: `nim`.
    pub name: &'static str,
    /// The column it fills: `NPK`.
    pub column: &'static str,
    /// What people call it: `Kode jurusan`, as in "Kode jurusan tidak boleh kosong" (specification, section 5).
    pub label: &'static str,
    /// Whether it must be an e-mail address.
    pub email: bool,
    /// Whether it is a list of texts. The column holds the list as JSON.
    pub list: bool,
    /// Whether only the update form asks for it.
    pub update_only: bool,
}

impl FormField {
    /// A field that fills the column of the same name.
    pub const fn new(name: &'static str, label: &'static str) -> Self {
        Self {
            name,
            column: name,
            label,
            email: false,
            list: false,
            update_only: false,
        }
    }

    /// Fills a column of another name.
    pub const fn column(mut self, column: &'static str) -> Self {
        self.column = column;
        self
    }

    /// Takes a list of texts.
    pub const fn list(mut self) -> Self {
        self.list = true;
        self
    }

    /// Is asked for by the update form alone.
    pub const fn update_only(mut self) -> Self {
        self.update_only = true;
        self
    }

    /// Takes an e-mail address only.
    pub const fn email(mut self) -> Self {
        self.email = true;
        self
    }
}

/// A form field that names rows of another kind, from which columns are taken over.
pub struct Reference {
    /// The form field.
    pub field: &'static str,
    /// The other kind.
    pub kind: &'static str,
    /// What people call the other kind.
    pub label: &'static str,
    /// The other kind's column that the field names.
    pub column: &'static str,
    /// Columns taken over: theirs, ours.
    pub copies: &'static [(&'static str, &'static str)],
    /// Whether there must be such a row even while the dashboard has none of the other kind. Of parents that are not needed so
    /// the list may come later.
    pub needed: bool,
}

impl Reference {
    /// A field that names a row of `K` by the column of the same name.
    pub const fn to<K: Kind>(field: &'static str, copies: &'static [(&'static str, &'static str)]) -> Self {
        Self {
            field,
            kind: K::NAME,
            label: K::LABEL,
            column: field,
            copies,
            needed: false,
        }
    }

    /// Of a column with another name.
    pub const fn by(mut self, column: &'static str) -> Self {
        self.column = column;
        self
    }

    /// There must be such a row.
    pub const fn needed(mut self) -> Self {
        self.needed = true;
        self
    }
}

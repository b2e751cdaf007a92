//! The create and update forms.

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
    /// Display name: `Kode jurusan`, as in "Kode jurusan tidak boleh kosong" (specification, section 5).
    pub label: &'static str,
    /// True if the value must be an e-mail address.
    pub email: bool,
    /// True for a list of texts. The column holds the list as JSON.
    pub list: bool,
    /// True if only the update form has the field.
    pub update_only: bool,
    /// True if the value is a day, or nothing.
    pub date: bool,
    /// The column with the day that the value must not come before.
    pub from: Option<&'static str>,
    /// True if the value may be empty. A client that does not know the field keeps it as it is.
    pub optional: bool,
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
            date: false,
            from: None,
            optional: false,
        }
    }

    /// Sets another column to fill.
    pub const fn column(mut self, column: &'static str) -> Self {
        self.column = column;
        self
    }

    /// Makes the value a list of texts.
    pub const fn list(mut self) -> Self {
        self.list = true;
        self
    }

    /// Limits the field to the update form.
    pub const fn update_only(mut self) -> Self {
        self.update_only = true;
        self
    }

    /// Takes a day, or nothing.
    pub const fn date(mut self) -> Self {
        self.date = true;
        self.optional()
    }

    /// Takes a day, or nothing; no day before that of the column `from`.
    pub const fn date_from(mut self, from: &'static str) -> Self {
        self.from = Some(from);
        self.date()
    }

    /// Takes nothing, too.
    pub const fn optional(mut self) -> Self {
        self.optional = true;
        self
    }

    /// Requires an e-mail address.
    pub const fn email(mut self) -> Self {
        self.email = true;
        self
    }
}

/// A form field that names rows of another kind. Columns are copied from them.
pub struct Reference {
    /// The form field.
    pub field: &'static str,
    /// The other kind.
    pub kind: &'static str,
    /// Display name of the other kind.
    pub label: &'static str,
    /// The other kind's column that the field names.
    pub column: &'static str,
    /// Columns to copy: theirs, ours.
    pub copies: &'static [(&'static str, &'static str)],
    /// True if the row must exist even while the dashboard has none of the other kind. For optional parents, the list may
    /// come later.
    pub needed: bool,
}

impl Reference {
    /// Sets another column that the field names.
    pub const fn by(mut self, column: &'static str) -> Self {
        self.column = column;
        self
    }

    /// Requires the row to exist.
    pub const fn needed(mut self) -> Self {
        self.needed = true;
        self
    }
}

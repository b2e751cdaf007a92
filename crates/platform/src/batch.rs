//! Objects of one type that are sent together. The enum makes a mixed batch impossible.

use selaras_kinds::object::{Account, Category, Course, Group, Object, PlatformId, Sort};

/// Objects of one type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Batch {
    /// Course categories.
    Categories(Vec<Category>),
    /// Courses.
    Courses(Vec<Course>),
    /// Groups of courses.
    Groups(Vec<Group>),
    /// People's accounts.
    Accounts(Vec<Account>),
}

impl Batch {
    /// Splits objects into one batch per type. Beside each batch are the positions that its objects had in the input.
    pub fn sorted(objects: impl IntoIterator<Item = Object>) -> Vec<(Self, Vec<usize>)> {
        let mut batches: Vec<(Self, Vec<usize>)> = Vec::new();
        for (place, object) in objects.into_iter().enumerate() {
            let sort = object.sort();
            let at = batches
                .iter()
                .position(|(batch, _)| batch.sort() == sort)
                .unwrap_or_else(|| {
                    batches.push((Self::empty(sort), Vec::new()));
                    batches.len() - 1
                });
            let (batch, places) = &mut batches[at];
            if batch.push(object) {
                places.push(place);
            }
        }
        batches
    }

    fn empty(sort: Sort) -> Self {
        match sort {
            Sort::Category => Self::Categories(Vec::new()),
            Sort::Course => Self::Courses(Vec::new()),
            Sort::Group => Self::Groups(Vec::new()),
            Sort::Account => Self::Accounts(Vec::new()),
        }
    }

    /// Adds an object if it has the batch's type. Returns whether it did.
    fn push(&mut self, object: Object) -> bool {
        match (self, object) {
            (Self::Categories(rows), Object::Category(row)) => rows.push(row),
            (Self::Courses(rows), Object::Course(row)) => rows.push(row),
            (Self::Groups(rows), Object::Group(row)) => rows.push(row),
            (Self::Accounts(rows), Object::Account(row)) => rows.push(row),
            _ => return false,
        }
        true
    }

    /// The type of its objects.
    pub const fn sort(&self) -> Sort {
        match self {
            Self::Categories(_) => Sort::Category,
            Self::Courses(_) => Sort::Course,
            Self::Groups(_) => Sort::Group,
            Self::Accounts(_) => Sort::Account,
        }
    }

    /// The id of what contains an object, see [`Object::container`].
    pub(crate) fn container(&self, at: usize) -> Option<PlatformId> {
        match self {
            Self::Categories(rows) => rows.get(at).map(|row| row.parent),
            Self::Courses(rows) => rows.get(at).map(|row| row.category),
            Self::Groups(rows) => rows.get(at).map(|row| row.course),
            Self::Accounts(_) => None,
        }
    }

    /// Number of objects.
    pub const fn len(&self) -> usize {
        match self {
            Self::Categories(rows) => rows.len(),
            Self::Courses(rows) => rows.len(),
            Self::Groups(rows) => rows.len(),
            Self::Accounts(rows) => rows.len(),
        }
    }

    /// True if the batch is empty.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Objects of one type with their platform ids, each in the state that it should have there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    ids: Vec<PlatformId>,
    batch: Batch,
}

impl Known {
    /// Splits objects into one batch per type, as [`Batch::sorted`] does.
    pub fn sorted(objects: impl IntoIterator<Item = (PlatformId, Object)>) -> Vec<(Self, Vec<usize>)> {
        let (all, objects): (Vec<PlatformId>, Vec<Object>) = objects.into_iter().unzip();
        Batch::sorted(objects)
            .into_iter()
            .map(|(batch, places)| {
                let ids = places.iter().map(|place| all[*place]).collect();
                (Self { ids, batch }, places)
            })
            .collect()
    }

    /// The ids, in the order of the objects.
    pub fn ids(&self) -> &[PlatformId] {
        &self.ids
    }

    /// The objects.
    pub const fn batch(&self) -> &Batch {
        &self.batch
    }
}

/// Collects the answers of several batches and returns them in the order of the input.
#[derive(Debug)]
pub(crate) struct InOrder<T>(Vec<(usize, T)>);

impl<T> InOrder<T> {
    pub(crate) const fn new() -> Self {
        Self(Vec::new())
    }

    pub(crate) fn put(&mut self, places: Vec<usize>, answers: Vec<T>) {
        self.0.extend(places.into_iter().zip(answers));
    }

    pub(crate) fn all(mut self) -> Vec<T> {
        self.0.sort_unstable_by_key(|(place, _)| *place);
        self.0.into_iter().map(|(_, answer)| answer).collect()
    }
}

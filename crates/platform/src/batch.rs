//! Objects of one sort that are sent together: the type leaves no room for a mixed batch.

use selaras_kinds::object::{Account, Category, Course, Group, Object, PlatformId, Sort};

/// Objects of one sort.
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
    /// Sorts objects into batches, one for each sort that there is. Beside each batch stand the places that its objects
    /// had.
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

    /// Takes an object in. Says whether it is of the batch's sort.
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

    /// What sort of objects it holds.
    pub const fn sort(&self) -> Sort {
        match self {
            Self::Categories(_) => Sort::Category,
            Self::Courses(_) => Sort::Course,
            Self::Groups(_) => Sort::Group,
            Self::Accounts(_) => Sort::Account,
        }
    }

    /// How many objects it holds.
    pub const fn len(&self) -> usize {
        match self {
            Self::Categories(rows) => rows.len(),
            Self::Courses(rows) => rows.len(),
            Self::Groups(rows) => rows.len(),
            Self::Accounts(rows) => rows.len(),
        }
    }

    /// Whether it holds none.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Objects of one sort whose ids on the platform are known, each with what it is to be there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    ids: Vec<PlatformId>,
    batch: Batch,
}

impl Known {
    /// Sorts objects into batches, as [`Batch::sorted`] does.
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

/// Answers of several batches in the order of the objects that were handed over.
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

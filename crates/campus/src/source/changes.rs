//! Changes to the source's rows since the university was generated.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;

/// The change of one row.
#[derive(Clone, Debug)]
pub(super) enum Change {
    Fields(Vec<(String, Value)>),
    Removed,
}

/// The changes to one list.
#[derive(Clone, Debug, Default)]
pub(super) struct ListChanges {
    pub(super) rows: HashMap<String, Change>,
    pub(super) added: Vec<Value>,
}

/// Changes to the source's rows, by path and key.
///
/// A row's key is that of its kind: `kode_tahun_ajaran`, `kode_semester`, `program_id`, `kode_jurusan`, `matakuliah_id`,
/// `jadwal_kuliah_detail_id`, `nik`. On `/class/students` and `/class/students/mbkm` it is the `NPK`, which means the
/// student in every class, or `program_id/nama_mk/nama_kelas/NPK` for one class, by the name that it had before any
/// change. On `/teachings` it is `nik/kelas_id`.
#[derive(Default)]
pub struct Changes {
    lists: Mutex<HashMap<String, Arc<ListChanges>>>,
}

impl Changes {
    /// Sets one field of one row.
    pub fn set(&self, path: &str, key: &str, field: &str, value: impl Into<Value>) {
        let value = value.into();
        self.edit(path, |list| {
            let change = list
                .rows
                .entry(key.to_owned())
                .or_insert_with(|| Change::Fields(Vec::new()));
            match change {
                Change::Fields(fields) => fields.push((field.to_owned(), value)),
                Change::Removed => *change = Change::Fields(vec![(field.to_owned(), value)]),
            }
        });
    }

    /// Takes one row away.
    pub fn remove(&self, path: &str, key: &str) {
        self.edit(path, |list| {
            list.rows.insert(key.to_owned(), Change::Removed);
        });
    }

    /// Adds a row at the end. A student's row names its class, a teaching its teacher.
    pub fn add(&self, path: &str, row: Value) {
        self.edit(path, |list| list.added.push(row));
    }

    /// Reverts the change of one row.
    pub fn restore(&self, path: &str, key: &str) {
        self.edit(path, |list| {
            list.rows.remove(key);
        });
    }

    /// Reverts all changes.
    pub fn clear(&self) {
        self.lists.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    fn edit(&self, path: &str, edit: impl FnOnce(&mut ListChanges)) {
        let mut lists = self.lists.lock().unwrap_or_else(PoisonError::into_inner);
        // A request in progress keeps the list as it was at its start.
        edit(Arc::make_mut(lists.entry(path.to_owned()).or_default()));
    }

    pub(super) fn of(&self, path: &str) -> Option<Arc<ListChanges>> {
        self.lists
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(path)
            .cloned()
    }
}

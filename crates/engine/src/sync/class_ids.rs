//! Which class the source means by an id. A class is known by its id, so the id decides and not the name beside it.

use crate::{Result, Run, enrol::columns_of_kelas};
use futures::TryStreamExt;
use selaras_kinds::{CLASS_ID, Kind, class_columns, class_id, kelas::Kelas};
use selaras_source::{RawRow, RowError};
use selaras_store::Selection;
use std::collections::{HashMap, HashSet};
use tokio::sync::OnceCell;

/// The classes of the dashboard, for rows that name them by id.
#[derive(Default)]
pub(crate) struct ClassIds {
    /// Names that several listed classes bear: only the id tells these apart.
    shared: HashSet<Vec<String>>,
    /// The name of each class by its id. Only a source that sends ids needs it.
    names: OnceCell<HashMap<String, Vec<String>>>,
}

impl ClassIds {
    /// Loads the names that several classes bear.
    pub(crate) async fn of<K: Kind>(run: &Run) -> Result<Self> {
        let shared = match K::MEMBERSHIP {
            Some(_) => run.store.shared_names(Kelas::NAME, &columns_of_kelas::<K>()).await?,
            None => HashSet::new(),
        };
        Ok(Self {
            shared,
            names: OnceCell::new(),
        })
    }

    /// Loads the classes if these rows name them by id.
    pub(crate) async fn prepare<K: Kind>(
        &self,
        run: &Run,
        rows: &[std::result::Result<RawRow, RowError>],
    ) -> Result<()> {
        let sends_id = |row: &std::result::Result<RawRow, RowError>| match row {
            Ok(row) => row.json.contains(CLASS_ID),
            Err(error) => error.said.class_id.is_some(),
        };
        if K::MEMBERSHIP.is_none() || self.names.initialized() || !rows.iter().any(sends_id) {
            return Ok(());
        }
        let columns: Vec<_> = [CLASS_ID].into_iter().chain(columns_of_kelas::<K>()).collect();
        let classes = run.store.stream_distinct(Kelas::NAME, &columns, &Selection::default());
        let names = classes
            .map_ok(|mut class| (class.remove(0), class))
            .try_collect()
            .await?;
        // Another list of the same job may have loaded them meanwhile.
        let _ = self.names.set(names);
        Ok(())
    }

    /// The name of the class with this id. `None` if the dashboard has no such class.
    pub(super) fn name(&self, id: &str) -> Option<&Vec<String>> {
        self.names.get().and_then(|names| names.get(id))
    }

    /// True if only the id says which class of that name is meant.
    pub(super) fn is_shared<'a>(&self, name: impl Iterator<Item = &'a str>) -> bool {
        !self.shared.is_empty() && self.shared.contains(&name.map(str::to_owned).collect::<Vec<_>>())
    }

    /// Gives a row the name of the class that its id means, unless the request itself fixed the name. The id stays only if
    /// the name does not say enough, so that enrolments are the same whether the source sends ids or not.
    ///
    /// # Errors
    /// The id, if the dashboard has no such class.
    pub(crate) fn settle<K: Kind>(
        &self,
        row: &mut K,
        fixed: &[(&'static str, String)],
    ) -> std::result::Result<(), String> {
        let id = class_id(row).to_owned();
        if id.is_empty() {
            return Ok(());
        }
        let Some(name) = self.name(&id) else {
            return Err(id);
        };
        for ((_, own), value) in class_columns::<K>().iter().zip(name) {
            let is_free = !fixed.iter().any(|(column, _)| column == own);
            if let Some(field) = K::FIELDS.iter().find(|field| is_free && field.name == *own) {
                (field.set)(row, value.as_str().into());
            }
        }
        if !self.is_shared(name.iter().map(String::as_str))
            && let Some(field) = K::FIELDS.iter().find(|field| field.name == CLASS_ID)
        {
            (field.set)(row, String::new().into());
        }
        Ok(())
    }
}

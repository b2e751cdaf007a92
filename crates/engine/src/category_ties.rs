//! Rows tied by an administrator to a category that was on the platform already. Its name and place are left alone.

use crate::{EngineError, Result, jobs::Engine, registry};
use selaras_kinds::object::{OURS, PlatformId};
use selaras_platform::CategoryThere;
use selaras_reasons::Reason;
use selaras_shape::{Level, Shape};
use selaras_store::{Selection, export::Link, log::By};
use std::collections::{HashMap, HashSet};

/// A row of a level of categories.
#[derive(Debug)]
pub struct LevelRow {
    /// The level.
    pub level: Level,
    /// The row's code.
    pub key: String,
    /// The row's name.
    pub label: String,
    /// The category that it is tied to.
    pub tied_to: Option<PlatformId>,
}

/// A category that can be chosen.
#[derive(Debug)]
pub struct OfferedCategory {
    /// Its id.
    pub id: PlatformId,
    /// The names of the categories down to it.
    pub path: Vec<String>,
}

/// What can be tied to what.
#[derive(Debug)]
pub struct CategoryTies {
    /// The rows of levels that the shape in force lets be tied.
    pub rows: Vec<LevelRow>,
    /// The categories on the platform that no row has made or is tied to, and those that are tied.
    pub categories: Vec<OfferedCategory>,
}

impl Engine {
    /// The rows that can be tied, and the categories.
    pub async fn category_ties(&self) -> Result<CategoryTies> {
        let shape = self.campus_shape().await?.shape;
        let tied = self.store().tied_categories().await?;
        let mut rows = Vec::new();
        for level in Level::USUAL {
            if shape.category_of(level, "").is_some() {
                rows.extend(self.rows_of(&shape, level, &Selection::default(), &tied).await?);
            }
        }
        let there = self.platform().categories().await?;
        let linked = self.store().linked_categories().await?;
        let tied: HashSet<_> = tied.into_values().collect();
        let is_free = |category: &&CategoryThere| tied.contains(&category.id) || holder(category, &linked).is_none();
        let by_id = there.iter().map(|category| (category.id, category)).collect();
        let mut categories: Vec<_> = there
            .iter()
            .filter(is_free)
            .map(|category| OfferedCategory {
                id: category.id,
                path: path(category, &by_id),
            })
            .collect();
        categories.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(CategoryTies { rows, categories })
    }

    async fn rows_of(
        &self,
        shape: &Shape,
        level: Level,
        selection: &Selection,
        tied: &HashMap<String, PlatformId>,
    ) -> Result<Vec<LevelRow>> {
        let found = self.store().distinct(level.kind(), &level.columns(), selection).await?;
        let row = |mut row: Vec<String>| {
            let (label, key) = (row.pop().unwrap_or_default(), row.pop().unwrap_or_default());
            let name = shape.category_of(level, &key);
            LevelRow {
                level,
                tied_to: name.and_then(|name| tied.get(&name).copied()),
                key,
                label,
            }
        };
        Ok(found.into_iter().map(row).collect())
    }

    /// The row with this code, and the stable name of its category.
    async fn row_of(&self, level: Level, key: &str) -> Result<(LevelRow, String)> {
        let shape = self.campus_shape().await?.shape;
        let platform = self.platform().name().to_owned();
        let name = shape.category_of(level, key);
        let name = name.ok_or(EngineError::Refused(Reason::TieOfInnerLevel { platform }))?;
        let [code, _] = level.columns();
        let (selection, tied) = (Selection::equal([(code, key)]), self.store().tied_categories().await?);
        let row = self.rows_of(&shape, level, &selection, &tied).await?.pop();
        let label = registry::kinds()
            .iter()
            .find(|kind| kind.work.name == level.kind())
            .map_or("", |kind| kind.work.label);
        let kind = label.to_owned();
        let row = row.ok_or(EngineError::NotFound(Reason::RowNotHere { kind }))?;
        Ok((row, name))
    }

    /// Ties a row to a category on the platform. Nothing is sent; the next export moves there what belongs inside. Returns the result as
    /// one sentence.
    ///
    /// # Errors
    /// [`EngineError::Refused`] if the category is not there or belongs to another row, and while a job waits or runs.
    pub async fn tie_category(&self, level: Level, key: &str, id: PlatformId, by: By<'_>) -> Result<Reason> {
        let (row, name) = self.row_of(level, key).await?;
        let platform = self.platform().name().to_owned();
        let there = self.platform().categories().await?;
        let Some(category) = there.iter().find(|category| category.id == id) else {
            return Err(EngineError::Refused(Reason::CategoryToTieGone { platform }));
        };
        let linked = self.store().linked_categories().await?;
        if let Some(other) = holder(category, &linked).filter(|other| *other != name) {
            let (category, holder) = (category.name.clone(), other.to_owned());
            return Err(EngineError::Refused(Reason::CategoryHeld { category, holder }));
        }
        let link = Link {
            platform_id: id,
            container_id: Some(category.parent),
            is_group: false,
            provisional: false,
            sent_hash: 0,
            keeps_username: false,
            tied: true,
        };
        let (label, category) = (row.label, category.name.clone());
        let log = Reason::DidTieCategory {
            label: label.clone(),
            category: category.clone(),
            platform: platform.clone(),
        };
        self.write_tie(&name, Some(&link), &log, by).await?;
        Ok(Reason::CategoryTied {
            label,
            category,
            platform,
        })
    }

    /// Loosens a row from its category, which stays as it is. Returns the result as one sentence.
    ///
    /// # Errors
    /// [`EngineError::Refused`] while a job waits or runs.
    pub async fn loosen_category(&self, level: Level, key: &str, by: By<'_>) -> Result<Reason> {
        let (LevelRow { label, .. }, name) = self.row_of(level, key).await?;
        let platform = self.platform().name().to_owned();
        let log = Reason::DidLoosenCategory {
            label: label.clone(),
            platform: platform.clone(),
        };
        self.write_tie(&name, None, &log, by).await?;
        Ok(Reason::CategoryLoosened { label, platform })
    }

    async fn write_tie(&self, name: &str, link: Option<&Link>, log: &Reason, by: By<'_>) -> Result<()> {
        let objects = registry::kinds()
            .iter()
            .filter(|kind| kind.is_object && !kind.is_person);
        let kinds: Vec<_> = objects.map(|kind| kind.work.name).collect();
        match self.store().tie_category(name, link, &kinds, log, by).await? {
            true => Ok(()),
            false => Err(EngineError::Refused(Reason::TieWhileJobs)),
        }
    }
}

/// The stable name that a category has, or that is linked to it.
fn holder<'a>(category: &'a CategoryThere, linked: &'a HashMap<PlatformId, String>) -> Option<&'a str> {
    let is_ours = |idnumber: &&str| idnumber.starts_with(OURS);
    let own = Some(category.idnumber.as_str()).filter(is_ours);
    linked.get(&category.id).map(String::as_str).or(own)
}

/// The names of the categories down to one.
fn path(category: &CategoryThere, all: &HashMap<PlatformId, &CategoryThere>) -> Vec<String> {
    let mut path = vec![category.name.clone()];
    let mut above = all.get(&category.parent);
    // A path is never longer than there are categories.
    while let Some(category) = above.filter(|_| path.len() < all.len()) {
        path.push(category.name.clone());
        above = all.get(&category.parent);
    }
    path.reverse();
    path
}

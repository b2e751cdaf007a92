//! Objects that were deleted by hand on the platform: their rows, and what hangs on them, wait to be sent again.

use crate::{
    Result, Store,
    recreated::{Loss, lose},
    rows::Migration,
    statement::all,
    tables::object_table,
};
use sea_orm::{
    ConnectionTrait,
    sea_query::{Condition, Expr, ExprTrait, Query},
};
use selaras_kinds::{
    Kind, OfKind, idnumber_prefix,
    object::{MADE_CATEGORY, MADE_COURSE, PlatformId, Sort},
    of_all_kinds,
};
use selaras_reasons::Reason;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Ids in one statement.
const IDS: usize = 1000;

/// An object that the dashboard knows on the platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Placed {
    /// Its type.
    pub sort: Sort,
    /// The platform's id.
    pub id: PlatformId,
    /// The platform's id of its container.
    pub container: Option<PlatformId>,
}

/// A stored link, and the row that it belongs to.
struct Linked {
    /// The row's kind; empty for an object for which there is no row.
    kind: &'static str,
    key: String,
    idnumber: String,
    placed: Placed,
}

/// A kind's objects.
pub(crate) struct Objects {
    pub(crate) kind: &'static str,
    /// The column of their key.
    pub(crate) key: &'static str,
    /// The table with their state.
    pub(crate) table: String,
    pub(crate) prefix: String,
    pub(crate) sorts: &'static [Sort],
}

impl OfKind for Objects {
    fn of<K: Kind>() -> Self {
        Self {
            kind: K::NAME,
            key: K::OBJECT_KEY,
            table: object_table::<K>(),
            prefix: idnumber_prefix(K::NAME),
            sorts: K::SORTS,
        }
    }
}

impl Objects {
    /// The type of an object of the kind.
    fn sort(&self, is_group: bool) -> Option<Sort> {
        let mut sorts = self.sorts.iter().copied();
        sorts.find(|sort| (*sort == Sort::Group) == is_group)
    }
}

/// The type of what contains objects of a type.
const fn of_container(sort: Sort) -> Option<Sort> {
    match sort {
        Sort::Group => Some(Sort::Course),
        Sort::Course | Sort::Category => Some(Sort::Category),
        Sort::Account => None,
    }
}

/// The ids of one type.
fn ids_of(objects: &HashSet<(Sort, PlatformId)>, sort: Sort) -> Vec<PlatformId> {
    let ids = objects.iter().filter(|(of, _)| *of == sort);
    ids.map(|(_, id)| *id).collect()
}

impl Store {
    /// The objects to look at if the platform refused these ids as unknown. Deleting a category deletes what is inside, and
    /// resetting a course deletes its groups. So the categories above are looked at, too, and with a group all groups of
    /// its course.
    pub async fn in_doubt(&self, unknown: &HashSet<(Sort, PlatformId)>) -> Result<HashSet<Placed>> {
        let mut found = HashSet::new();
        for ids in ids_of(unknown, Sort::Group).chunks(IDS) {
            let is_group = || Expr::col("is_group").eq(true);
            let courses = Query::select()
                .column("container_id")
                .from("platform_link")
                .and_where(is_group())
                .and_where(Expr::col("platform_id").is_in(ids.iter().copied()))
                .take();
            let of_them = is_group().and(Expr::col("container_id").in_subquery(courses));
            found.extend(self.linked(of_them).await?.into_iter().map(|linked| linked.placed));
        }
        let mut linked = Vec::new();
        for ids in ids_of(unknown, Sort::Course).chunks(IDS) {
            let these = Expr::col("platform_id").is_in(ids.iter().copied());
            linked.extend(self.linked(these).await?);
        }
        let categories = of_all_kinds::<Objects>()
            .into_iter()
            .filter(|kind| kind.sorts.contains(&Sort::Category));
        let named = categories.fold(Condition::any(), |any, kind| {
            any.add(Expr::col("idnumber").like(format!("{}%", kind.prefix)))
        });
        let named = named.add(Expr::col("idnumber").like(format!("{MADE_CATEGORY}%")));
        linked.extend(self.linked(named).await?);
        let container = |linked: &Linked| Some(((linked.placed.sort, linked.placed.id), linked.placed.container?));
        let above: HashMap<_, _> = linked.iter().filter_map(container).collect();
        for (sort, id) in unknown.iter().copied().filter(|(sort, _)| *sort != Sort::Group) {
            let mut next = Some((sort, id));
            while let Some((sort, id)) = next {
                let is_new = found.insert(Placed {
                    sort,
                    id,
                    container: None,
                });
                let container = above.get(&(sort, id)).filter(|_| is_new);
                // The root category belongs to no row.
                next = container.map(|id| (Sort::Category, *id)).filter(|above| {
                    linked
                        .iter()
                        .any(|linked| (linked.placed.sort, linked.placed.id) == *above)
                });
            }
        }
        Ok(found)
    }

    /// Drops the links of objects that the platform does not have any more. Their rows wait, and so does what hangs on them:
    /// what a category contains, the classes of a course, and the enrolments of a class or a person.
    pub async fn forget_objects(&self, gone: &HashSet<(Sort, PlatformId)>, platform: &str) -> Result<()> {
        let ids: Vec<_> = gone.iter().map(|(_, id)| *id).collect();
        let mut linked = Vec::new();
        for ids in ids.chunks(IDS) {
            let any = |column| Expr::col(column).is_in(ids.iter().copied());
            linked.extend(self.linked(any("platform_id").or(any("container_id"))).await?);
        }
        let (mut lost, mut moved) = (Vec::new(), Vec::new());
        for linked in linked {
            let Placed { sort, id, container } = linked.placed;
            let container_gone = of_container(sort).zip(container).is_some_and(|of| gone.contains(&of));
            if gone.contains(&(sort, id)) || (container_gone && sort == Sort::Group) {
                lost.push(linked);
            } else if container_gone {
                // Moodle may have moved it when its category was deleted.
                moved.push(linked);
            }
        }
        if lost.is_empty() && moved.is_empty() {
            return Ok(());
        }
        let by_kind = |linked: &[Linked]| {
            let mut keys: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
            for one in linked {
                keys.entry(one.kind).or_default().push(one.key.clone());
            }
            keys
        };
        let kinds = of_all_kinds::<Objects>();
        let mut changed = BTreeSet::new();
        let transaction = self.writer.begin().await?;
        // Rows come before their links and enrolments, in the order of an export, which avoids a deadlock.
        let why = Reason::GoneThere {
            platform: platform.to_owned(),
        };
        for (of, reason) in [(by_kind(&lost), Some(why.kept())), (by_kind(&moved), None)] {
            for kind in &kinds {
                for keys in of.get(kind.kind).map_or(&[][..], Vec::as_slice).chunks(IDS) {
                    let wait = Query::update()
                        .table(kind.table.clone())
                        .value("migration", Migration::Belum.as_str())
                        .value("migration_reason", reason.clone())
                        .and_where(Expr::col(kind.key).is_in(keys.iter().map(String::as_str)))
                        // A failed row waits, too, and its reason says more.
                        .and_where(Expr::col("migration").ne(Migration::Gagal.as_str()))
                        .take();
                    transaction.execute(&wait).await?;
                    changed.insert(kind.kind);
                }
            }
        }
        let names: Vec<_> = lost.iter().map(|linked| linked.idnumber.as_str()).collect();
        for names in names.chunks(IDS) {
            let drop = Query::delete()
                .from_table("platform_link")
                .and_where(Expr::col("idnumber").is_in(names.iter().copied()))
                .take();
            transaction.execute(&drop).await?;
        }
        let course_gone = |placed: Placed| {
            placed
                .container
                .is_some_and(|course| gone.contains(&(Sort::Course, course)))
        };
        let mut losses: BTreeMap<_, Vec<String>> = BTreeMap::new();
        for Linked { kind, key, placed, .. } in lost {
            let loss = match placed.sort {
                Sort::Account => Loss::Account,
                Sort::Group if !course_gone(placed) => Loss::Group,
                Sort::Group | Sort::Course => Loss::Course,
                Sort::Category => continue,
            };
            losses.entry((kind, loss)).or_default().push(key);
        }
        for ((kind, loss), keys) in losses {
            for keys in keys.chunks(IDS) {
                changed.extend(lose(&transaction, (kind, keys), loss, platform).await?);
            }
        }
        transaction.commit().await?;
        for kind in changed {
            self.changed(kind).await?;
        }
        Ok(())
    }

    /// The stored links that meet `condition`.
    async fn linked(&self, condition: impl sea_orm::sea_query::IntoCondition) -> Result<Vec<Linked>> {
        let kinds = of_all_kinds::<Objects>();
        let select = Query::select()
            .columns(["idnumber", "platform_id", "container_id", "is_group"])
            .from("platform_link")
            .cond_where(condition.into_condition())
            .order_by("idnumber", sea_orm::Order::Asc)
            .take();
        let links: Vec<(String, PlatformId, Option<PlatformId>, bool)> = all(&self.reader, &select, |row| {
            Ok((
                row.try_get_by_index(0)?,
                row.try_get_by_index(1)?,
                row.try_get_by_index(2)?,
                row.try_get_by_index(3)?,
            ))
        })
        .await?;
        let linked = |(idnumber, id, container, is_group): (String, PlatformId, Option<PlatformId>, bool)| {
            let made = [(MADE_CATEGORY, Sort::Category), (MADE_COURSE, Sort::Course)];
            if let Some((_, sort)) = made.into_iter().find(|(prefix, _)| idnumber.starts_with(prefix)) {
                // No row hangs on it by its key.
                return Some(Linked {
                    kind: "",
                    key: String::new(),
                    idnumber,
                    placed: Placed { sort, id, container },
                });
            }
            let (kind, key) = kinds
                .iter()
                .find_map(|kind| Some((kind, idnumber.strip_prefix(&kind.prefix)?.to_owned())))?;
            let sort = kind.sort(is_group)?;
            Some(Linked {
                kind: kind.kind,
                key,
                idnumber,
                placed: Placed { sort, id, container },
            })
        };
        Ok(links.into_iter().filter_map(linked).collect())
    }
}

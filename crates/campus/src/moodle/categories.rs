//! The functions about categories.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::form::List;
use super::refusal::Refusal;
use super::reply::{Reply, nothing, written};
use super::site::{Category, Site};
use super::user_rules::has_markup;

const FIELDS: [&str; 7] = [
    "id",
    "name",
    "parent",
    "idnumber",
    "description",
    "descriptionformat",
    "theme",
];

pub(super) fn create(site: &mut Site, form: &List) -> Reply {
    let rows = form.rows("categories")?;
    for row in &rows {
        row.allow(&FIELDS[1..])?;
        check_name(row.text("name")?)?;
        site.check_name(row.text("name")?)?;
    }
    let mut created: Vec<u32> = Vec::new();
    for row in rows {
        match create_one(site, row) {
            Ok(id) => created.push(id),
            Err(refusal) => {
                for id in created {
                    if let Some(category) = site.categories.remove(id) {
                        site.category_of_idnumber.remove(&category.idnumber);
                    }
                }
                return Err(refusal);
            }
        }
    }
    let row = |id: &u32| json!({"id": id, "name": site.categories.get(*id).map(|category| &category.name)});
    written(&created.iter().map(row).collect::<Vec<_>>())
}

fn check_name(name: &str) -> Result<(), Refusal> {
    if has_markup(name) {
        Err(Refusal::invalid_parameter())
    } else {
        Ok(())
    }
}

fn create_one(site: &mut Site, row: &List) -> Result<u32, Refusal> {
    let parent = parent(site, row)?.unwrap_or(0);
    let name = row.text("name")?;
    if name.is_empty() {
        return Err(Refusal::moodle("categorynamerequired", "Category name is required"));
    }
    let idnumber = row.optional("idnumber")?.unwrap_or("");
    check_idnumber(site, idnumber, None)?;
    let modified = site.now();
    let id = site.categories.add(Category {
        name: name.to_owned(),
        idnumber: idnumber.to_owned(),
        description: row.optional("description")?.unwrap_or("").to_owned(),
        parent,
        modified,
        courses: Vec::new(),
        hidden: false,
    });
    if !idnumber.is_empty() {
        site.category_of_idnumber.insert(idnumber.to_owned(), id);
    }
    Ok(id)
}

/// The parent in a row; 0 is the top.
fn parent(site: &Site, row: &List) -> Result<Option<u32>, Refusal> {
    match row.optional_number("parent")? {
        None => Ok(None),
        Some(0) => Ok(Some(0)),
        Some(id) => {
            let unknown = || Refusal::moodle("unknowcategory", "Category not known!");
            site.categories.id(id).map(Some).ok_or_else(unknown)
        }
    }
}

fn check_idnumber(site: &Site, idnumber: &str, own: Option<u32>) -> Result<(), Refusal> {
    if idnumber.chars().count() > 100 {
        return Err(Refusal::moodle("idnumbertoolong", "ID number is too long"));
    }
    match site.category_of_idnumber.get(idnumber) {
        Some(other) if !idnumber.is_empty() && Some(*other) != own => Err(Refusal::moodle(
            "categoryidnumbertaken",
            "ID number is already used for another category",
        )),
        _ => Ok(()),
    }
}

/// One bad row rolls back all.
pub(super) fn update(site: &mut Site, form: &List) -> Reply {
    let rows = form.rows("categories")?;
    for row in &rows {
        row.allow(&FIELDS)?;
        check_name(row.optional("name")?.unwrap_or(""))?;
    }
    let mut before: Vec<(u32, Category)> = Vec::new();
    for row in rows {
        if let Err(refusal) = update_one(site, row, &mut before) {
            for (id, category) in before.into_iter().rev() {
                put(site, id, category);
            }
            return Err(refusal);
        }
    }
    nothing()
}

fn update_one(site: &mut Site, row: &List, before: &mut Vec<(u32, Category)>) -> Result<(), Refusal> {
    let requested = row.number("id")?;
    let unknown = || {
        Refusal::moodle(
            "unknowncategory",
            format!("Unknown category with category ID number \"{requested}\""),
        )
    };
    let id = site.categories.id(requested).ok_or_else(unknown)?;
    let mut category = site.categories.get(id).cloned().ok_or_else(unknown)?;
    let old = category.clone();
    if let Some(parent) = parent(site, row)? {
        if parent == id || descendants(site, id).contains(&parent) {
            return Err(Refusal::moodle("cannotmovecategory", "Cannot move category"));
        }
        category.parent = parent;
    }
    if let Some(name) = row.optional("name")?.filter(|name| !name.is_empty()) {
        name.clone_into(&mut category.name);
    }
    if let Some(idnumber) = row.optional("idnumber")? {
        check_idnumber(site, idnumber, Some(id))?;
        idnumber.clone_into(&mut category.idnumber);
    }
    if let Some(description) = row.optional("description")? {
        description.clone_into(&mut category.description);
    }
    category.modified = site.now();
    put(site, id, category);
    before.push((id, old));
    Ok(())
}

fn put(site: &mut Site, id: u32, category: Category) {
    let Some(kept) = site.categories.get_mut(id) else {
        return;
    };
    if site.category_of_idnumber.get(&kept.idnumber) == Some(&id) {
        site.category_of_idnumber.remove(&kept.idnumber);
    }
    if !category.idnumber.is_empty() {
        site.category_of_idnumber.insert(category.idnumber.clone(), id);
    }
    *kept = category;
}

pub(super) fn descendants(site: &Site, id: u32) -> Vec<u32> {
    let tree = Tree::of(site);
    let path = tree.path(site, id);
    tree.order
        .into_iter()
        .filter(|other| *other != id && Tree::starts(site, *other, &path))
        .collect()
}

/// The categories in Moodle's order, each after its parent.
pub(super) struct Tree {
    pub(super) order: Vec<u32>,
    place: HashMap<u32, usize>,
}

impl Tree {
    pub(super) fn of(site: &Site) -> Self {
        let mut children: HashMap<u32, Vec<u32>> = HashMap::new();
        for (id, category) in site.categories.iter() {
            children.entry(category.parent).or_default().push(id);
        }
        let (mut order, mut open) = (Vec::new(), vec![0]);
        while let Some(id) = open.pop() {
            if id != 0 {
                order.push(id);
            }
            open.extend(children.get(&id).into_iter().flatten().rev());
        }
        let place = order.iter().enumerate().map(|(place, id)| (*id, place)).collect();
        Self { order, place }
    }

    /// Categories are numbered by ten thousands, which leaves room for their courses.
    pub(super) fn sortorder(&self, id: u32) -> usize {
        self.place.get(&id).map_or(0, |place| (place + 1) * 10_000)
    }

    fn path(&self, site: &Site, id: u32) -> String {
        path(site, id)
    }

    fn starts(site: &Site, id: u32, path_above: &str) -> bool {
        path(site, id).starts_with(&format!("{path_above}/"))
    }
}

/// The ids from the top down to the category.
fn path(site: &Site, id: u32) -> String {
    let mut ids = vec![id];
    while let Some(parent) = site
        .categories
        .get(ids[ids.len() - 1])
        .map(|category| category.parent)
        .filter(|id| *id > 0)
    {
        ids.push(parent);
    }
    ids.iter().rev().map(|id| format!("/{id}")).collect()
}

/// All criteria must match. Descendants of a match are included by default.
pub(super) fn get(site: &Site, form: &List) -> Reply {
    form.allow(&["criteria", "addsubcategories"])?;
    let mut criteria = Vec::new();
    for row in form.optional_rows("criteria")?.unwrap_or_default() {
        let key = row.text("key")?;
        if !["id", "ids", "name", "parent", "idnumber", "visible", "theme"].contains(&key) {
            return Err(Refusal::moodle(
                "criteriaerror",
                "Missing permissions to search on a criteria.",
            ));
        }
        criteria.push((key, row.text("value")?));
    }
    let fits = |id: u32, category: &Category| {
        criteria.iter().all(|(key, value)| match *key {
            "id" => value.parse() == Ok(id),
            "ids" => value.split(',').any(|one| one.trim().parse() == Ok(id)),
            "name" => category.name == *value,
            "parent" => value.parse() == Ok(category.parent),
            "idnumber" => category.idnumber == *value,
            "visible" => (*value == "1") != category.hidden,
            _ => value.is_empty(),
        })
    };
    let below = form.switch("addsubcategories")?.unwrap_or(true);
    let tree = Tree::of(site);
    let matched: Vec<u32> = match criteria.iter().find(|(key, _)| *key == "idnumber") {
        Some((_, idnumber)) => {
            let found = site.category_of_idnumber.get(*idnumber).copied();
            found
                .filter(|id| site.categories.get(*id).is_some_and(|category| fits(*id, category)))
                .into_iter()
                .collect()
        }
        None => site
            .categories
            .iter()
            .filter(|(id, category)| fits(*id, category))
            .map(|(id, _)| id)
            .collect(),
    };
    let paths: Vec<String> = matched.iter().map(|id| path(site, *id)).collect();
    let wanted = |id: &u32| matched.contains(id) || below && paths.iter().any(|above| Tree::starts(site, *id, above));
    let sees_hidden = site.rights.may("moodle/category:viewhiddencategories");
    let row = |id: &u32| {
        let category = site
            .categories
            .get(*id)
            .filter(|category| sees_hidden || !category.hidden)?;
        Some(category_row(site, &tree, *id, category))
    };
    written(
        &tree
            .order
            .iter()
            .filter(|id| criteria.is_empty() || wanted(id))
            .filter_map(row)
            .collect::<Vec<Value>>(),
    )
}

fn category_row(site: &Site, tree: &Tree, id: u32, category: &Category) -> Value {
    let path = path(site, id);
    json!({
        "id": id,
        "name": category.name,
        "idnumber": category.idnumber,
        "description": category.description,
        "descriptionformat": 1,
        "parent": category.parent,
        "sortorder": tree.sortorder(id),
        "coursecount": category.courses.len(),
        "visible": u8::from(!category.hidden),
        "visibleold": u8::from(!category.hidden),
        "timemodified": category.modified,
        "depth": path.matches('/').count(),
        "path": path,
        "theme": "",
    })
}

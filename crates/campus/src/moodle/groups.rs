//! The functions about groups and their members.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::cost::changes_groups;
use super::form::List;
use super::refusal::Refusal;
use super::reply::{Reply, nothing, written};
use super::site::{Group, Site};

const FIELDS: [&str; 10] = [
    "id",
    "courseid",
    "name",
    "description",
    "descriptionformat",
    "enrolmentkey",
    "idnumber",
    "visibility",
    "participation",
    "customfields",
];

pub(super) fn create(site: &mut Site, form: &List) -> Reply {
    let rows = form.rows("groups")?;
    for row in &rows {
        row.allow(&FIELDS[1..])?;
        row.number("courseid")?;
        row.text("name")?;
        row.text("description")?;
    }
    let mut created = Vec::with_capacity(rows.len());
    for row in rows {
        match create_one(site, row) {
            Ok(id) => created.push(id),
            Err(refusal) => {
                for id in created {
                    remove(site, id);
                }
                return Err(refusal);
            }
        }
    }
    // A new group's key is an empty text, a read group's is null, as recorded.
    let row = |id: &u32| Some(group_row(*id, site.groups.get(*id)?, json!("")));
    written(&created.iter().filter_map(row).collect::<Vec<_>>())
}

fn create_one(site: &mut Site, row: &List) -> Result<u32, Refusal> {
    let (requested, name) = (row.number("courseid")?, row.text("name")?);
    site.check_name(name)?;
    let course = site.courses.id(requested);
    if name.trim().is_empty() || course.is_some_and(|course| named(site, course, name).is_some()) {
        return Err(Refusal::invalid_parameter());
    }
    let course = course.ok_or_else(|| Refusal::no_course_context(requested))?;
    let idnumber = row.optional("idnumber")?.unwrap_or("").trim();
    check_idnumber(site, course, idnumber, None)?;
    let id = site.groups.add(Group {
        course,
        name: name.trim().to_owned(),
        idnumber: idnumber.to_owned(),
        description: row.text("description")?.to_owned(),
        members: BTreeSet::new(),
    });
    if let Some(course) = site.courses.get_mut(course) {
        course.groups.push(id);
    }
    Ok(id)
}

/// Deletes a group.
pub(super) fn remove(site: &mut Site, id: u32) -> bool {
    let Some(group) = site.groups.remove(id) else {
        return false;
    };
    if let Some(course) = site.courses.get_mut(group.course) {
        course.groups.retain(|other| *other != id);
    }
    true
}

/// One bad row rolls back all; a deleted group is refused in the words of a taken name.
pub(super) fn update(site: &mut Site, form: &List) -> Reply {
    let rows = form.rows("groups")?;
    for row in &rows {
        row.allow(&FIELDS)?;
        row.number("id")?;
        row.text("name")?;
    }
    let mut before = Vec::new();
    for row in rows {
        if let Err(refusal) = update_one(site, row, &mut before) {
            for (id, group) in before.into_iter().rev() {
                site.groups
                    .get_mut(id)
                    .into_iter()
                    .for_each(|kept| *kept = Group::clone(&group));
            }
            return Err(refusal);
        }
    }
    nothing()
}

fn update_one(site: &mut Site, row: &List, before: &mut Vec<(u32, Group)>) -> Result<(), Refusal> {
    let id = site
        .groups
        .id(row.number("id")?)
        .ok_or_else(Refusal::invalid_parameter)?;
    let group = site.groups.get(id).cloned().ok_or_else(Refusal::invalid_parameter)?;
    let name = row.text("name")?;
    if name.trim().is_empty() || named(site, group.course, name).is_some_and(|other| other != id) {
        return Err(Refusal::invalid_parameter());
    }
    let idnumber = row.optional("idnumber")?;
    check_idnumber(site, group.course, idnumber.unwrap_or(""), Some(id))?;
    let kept = site.groups.get_mut(id).ok_or_else(Refusal::missing_record)?;
    name.trim().clone_into(&mut kept.name);
    if let Some(idnumber) = idnumber {
        idnumber.clone_into(&mut kept.idnumber);
    }
    if let Some(description) = row.optional("description")? {
        description.clone_into(&mut kept.description);
    }
    before.push((id, group));
    Ok(())
}

fn groups_of(site: &Site, course: u32) -> impl Iterator<Item = (u32, &Group)> {
    let ids = site
        .courses
        .get(course)
        .map(|course| course.groups.as_slice())
        .unwrap_or_default();
    ids.iter().filter_map(|id| Some((*id, site.groups.get(*id)?)))
}

fn named(site: &Site, course: u32, name: &str) -> Option<u32> {
    groups_of(site, course)
        .find(|(_, group)| group.name == name.trim())
        .map(|(id, _)| id)
}

fn check_idnumber(site: &Site, course: u32, idnumber: &str, own: Option<u32>) -> Result<(), Refusal> {
    let taken = !idnumber.is_empty()
        && groups_of(site, course).any(|(id, group)| group.idnumber == idnumber && Some(id) != own);
    if taken {
        Err(Refusal::moodle("idnumbertaken", "This ID number is already in use"))
    } else {
        Ok(())
    }
}

fn group_row(id: u32, group: &Group, enrolmentkey: Value) -> Value {
    json!({
        "id": id,
        "courseid": group.course,
        "name": group.name,
        "description": group.description,
        "descriptionformat": 1,
        "enrolmentkey": enrolmentkey,
        "idnumber": group.idnumber,
        "visibility": 0,
        "participation": true,
    })
}

/// The groups of a course, by name.
pub(super) fn get_of_course(site: &Site, form: &List) -> Reply {
    form.allow(&["courseid"])?;
    let requested = form.number("courseid")?;
    let course = site
        .courses
        .id(requested)
        .ok_or_else(|| Refusal::no_course_context(requested))?;
    let mut groups: Vec<_> = groups_of(site, course).collect();
    groups.sort_by(|(_, one), (_, other)| one.name.cmp(&other.name));
    written(
        &groups
            .into_iter()
            .map(|(id, group)| group_row(id, group, Value::Null))
            .collect::<Vec<_>>(),
    )
}

pub(super) fn get_members(site: &Site, form: &List) -> Reply {
    form.allow(&["groupids"])?;
    let mut found = Vec::new();
    for id in form.texts("groupids")? {
        let id = id.parse().map_err(|_| Refusal::invalid_parameter())?;
        let id = site.groups.id(id).ok_or_else(Refusal::missing_record)?;
        let group = site.groups.get(id).ok_or_else(Refusal::missing_record)?;
        found.push(json!({"groupid": id, "userids": group.members}));
    }
    written(&found)
}

/// The group and the person of a row.
fn member(site: &Site, row: &List) -> Result<(u32, u32), Refusal> {
    let group = site
        .groups
        .id(row.number("groupid")?)
        .ok_or_else(Refusal::missing_record)?;
    let user = site
        .users
        .id(row.number("userid")?)
        .ok_or_else(Refusal::missing_record)?;
    Ok((group, user))
}

/// The courses in which a call changes group members.
pub(super) fn courses_changed(site: &Site, function: &str, form: &List) -> BTreeSet<u32> {
    if !changes_groups(function) {
        return BTreeSet::new();
    }
    let rows = member_rows(form).unwrap_or_default();
    let course = |row: &List| Some(site.groups.get(member(site, row).ok()?.0)?.course);
    rows.into_iter().filter_map(course).collect()
}

fn member_rows(form: &List) -> Result<Vec<&List>, Refusal> {
    let rows = form.rows("members")?;
    for row in &rows {
        row.allow(&["groupid", "userid"])?;
        row.number("groupid")?;
        row.number("userid")?;
    }
    Ok(rows)
}

/// Only enrolled people can be members. One bad row rolls back all.
pub(super) fn add_members(site: &mut Site, form: &List) -> Reply {
    let mut members = Vec::new();
    for row in member_rows(form)? {
        let (group, user) = member(site, row)?;
        let course = site.groups.get(group).and_then(|group| site.courses.get(group.course));
        if !course.is_some_and(|course| course.enrolled.contains_key(&user)) {
            return Err(Refusal::invalid_parameter());
        }
        members.push((group, user));
    }
    for (group, user) in members {
        site.groups.get_mut(group).into_iter().for_each(|group| {
            group.members.insert(user);
        });
    }
    nothing()
}

/// One bad row rolls back all. A person who is no member is no bad row.
pub(super) fn delete_members(site: &mut Site, form: &List) -> Reply {
    let members = member_rows(form)?
        .into_iter()
        .map(|row| member(site, row))
        .collect::<Result<Vec<_>, _>>()?;
    for (group, user) in members {
        site.groups.get_mut(group).into_iter().for_each(|group| {
            group.members.remove(&user);
        });
    }
    nothing()
}

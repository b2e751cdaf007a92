//! The functions about cohorts of the site.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::form::List;
use super::refusal::Refusal;
use super::reply::{Reply, nothing, written};
use super::site::{Cohort, Site};

/// The context of the site.
const SITE_CONTEXT: i64 = 1;

/// Codes of the warnings about members.
const NOT_FOUND: &str = "2";
const ALREADY_THERE: &str = "3";

/// One bad row refuses all.
pub(super) fn create(site: &mut Site, form: &List) -> Reply {
    let mut cohorts = Vec::new();
    for row in form.rows("cohorts")? {
        row.allow(&[
            "categorytype",
            "name",
            "idnumber",
            "description",
            "descriptionformat",
            "visible",
            "theme",
        ])?;
        if row.list("categorytype")?.text("type")? != "system" {
            return Err(Refusal::coding("the demo campus has cohorts of the site only"));
        }
        let cohort = Cohort {
            name: row.text("name")?.trim().to_owned(),
            idnumber: row.text("idnumber")?.to_owned(),
            description: row.optional("description")?.unwrap_or("").to_owned(),
            visible: row.switch("visible")?.unwrap_or(true),
            members: BTreeSet::new(),
        };
        let is_same = |other: &Cohort| !cohort.idnumber.is_empty() && other.idnumber == cohort.idnumber;
        let is_taken = site.cohorts.iter().any(|(_, other)| is_same(other)) || cohorts.iter().any(is_same);
        if cohort.name.is_empty() || is_taken {
            return Err(Refusal::invalid_parameter());
        }
        cohorts.push(cohort);
    }
    let made: Vec<Value> = cohorts
        .into_iter()
        .map(|cohort| {
            let id = site.cohorts.add(cohort.clone());
            row(id, &cohort)
        })
        .collect();
    written(&made)
}

fn row(id: u32, cohort: &Cohort) -> Value {
    json!({
        "id": id,
        "name": cohort.name,
        "idnumber": cohort.idnumber,
        "description": cohort.description,
        "descriptionformat": 1,
        "visible": cohort.visible,
        "theme": "",
    })
}

/// An object as a row names it: by what, and its value.
fn named<'a>(row: &'a List, key: &str) -> Result<(&'a str, &'a str), Refusal> {
    let list = row.list(key)?;
    Ok((list.text("type")?, list.text("value")?))
}

fn cohort(site: &Site, (by, value): (&str, &str)) -> Option<u32> {
    let mut cohorts = site.cohorts.iter();
    match by {
        "id" => site.cohorts.id(value.parse().ok()?),
        _ => cohorts.find(|(_, cohort)| cohort.idnumber == value).map(|(id, _)| id),
    }
}

fn user(site: &Site, (by, value): (&str, &str)) -> Option<u32> {
    match by {
        "id" => site.users.id(value.parse().ok()?),
        "username" => site.users.by_username(value),
        _ => site.users.by_idnumber(value).next(),
    }
}

/// Rows that cannot be added are warnings; the others are.
pub(super) fn add_members(site: &mut Site, form: &List) -> Reply {
    let rows = form.rows("members")?;
    for row in &rows {
        row.allow(&["cohorttype", "usertype"])?;
        let ((cohort_by, _), (user_by, _)) = (named(row, "cohorttype")?, named(row, "usertype")?);
        if !["id", "idnumber"].contains(&cohort_by) || !["id", "idnumber", "username"].contains(&user_by) {
            return Err(Refusal::invalid_parameter());
        }
    }
    let mut warnings = Vec::new();
    for row in rows {
        let (cohort_named, user_named) = (named(row, "cohorttype")?, named(row, "usertype")?);
        let said = |(by, value): (&str, &str)| format!("{by}={value}");
        let mut warn = |code: &str, message: String| warnings.push(json!({"warningcode": code, "message": message}));
        let Some(cohort_id) = cohort(site, cohort_named) else {
            warn(NOT_FOUND, format!("cohort {} not exists", said(cohort_named)));
            continue;
        };
        let Some(user_id) = user(site, user_named) else {
            warn(NOT_FOUND, format!("user {} not exists", said(user_named)));
            continue;
        };
        let cohort = site.cohorts.get_mut(cohort_id);
        if !cohort.is_some_and(|cohort| cohort.members.insert(user_id)) {
            let record = format!("cohort({} {})", said(cohort_named), said(user_named));
            warn(ALREADY_THERE, format!("record already exists: {record}"));
        }
    }
    written(&json!({"warnings": warnings}))
}

/// A person who is no member is no error.
pub(super) fn delete_members(site: &mut Site, form: &List) -> Reply {
    let mut leaving = Vec::new();
    for row in form.rows("members")? {
        row.allow(&["cohortid", "userid"])?;
        let cohort = site
            .cohorts
            .id(row.number("cohortid")?)
            .ok_or_else(Refusal::missing_record)?;
        let user = site
            .users
            .id(row.number("userid")?)
            .ok_or_else(Refusal::missing_record)?;
        leaving.push((cohort, user));
    }
    for (cohort, user) in leaving {
        site.cohorts.get_mut(cohort).into_iter().for_each(|cohort| {
            cohort.members.remove(&user);
        });
    }
    nothing()
}

pub(super) fn get_members(site: &Site, form: &List) -> Reply {
    form.allow(&["cohortids"])?;
    let mut found = Vec::new();
    for id in form.texts("cohortids")? {
        let id = id.parse().map_err(|_| Refusal::invalid_parameter())?;
        let id = site.cohorts.id(id).ok_or_else(Refusal::missing_record)?;
        let cohort = site.cohorts.get(id).ok_or_else(Refusal::missing_record)?;
        found.push(json!({"cohortid": id, "userids": cohort.members}));
    }
    written(&found)
}

/// The cohorts with a part of the name or the idnumber, in any case.
pub(super) fn search(site: &Site, form: &List) -> Reply {
    form.allow(&["query", "context", "includes", "limitfrom", "limitnum"])?;
    // The demo campus has cohorts of the site only.
    let context = form.list("context")?;
    let is_site = match context.optional_number("contextid")? {
        Some(id) => id == SITE_CONTEXT,
        None => context.text("contextlevel")? == "system" && context.optional_number("instanceid")?.is_some(),
    };
    if !is_site || !["self", "all"].contains(&form.text("includes")?) {
        return Err(Refusal::invalid_parameter());
    }
    let query = form.text("query")?.to_lowercase();
    let number = |key| {
        Ok::<_, Refusal>(
            form.optional_number(key)?
                .and_then(|number| usize::try_from(number).ok()),
        )
    };
    let (from, limit) = (number("limitfrom")?.unwrap_or(0), number("limitnum")?.unwrap_or(25));
    let fits = |cohort: &Cohort| {
        [&cohort.name, &cohort.idnumber]
            .iter()
            .any(|text| text.to_lowercase().contains(&query))
    };
    let found = site
        .cohorts
        .iter()
        .filter(|(_, cohort)| fits(cohort))
        .skip(from)
        .take(limit);
    let found: Vec<Value> = found
        .map(|(id, cohort)| {
            let mut row = row(id, cohort);
            row["customfields"] = json!([]);
            row
        })
        .collect();
    written(&json!({"cohorts": found}))
}

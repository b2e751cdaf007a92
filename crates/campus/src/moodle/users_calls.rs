//! The functions about accounts.

use serde::Serialize;
use serde_json::{Value, json};

use super::form::List;
use super::refusal::Refusal;
use super::reply::{Reply, warning, written};
use super::site::{SITE_URL, Site};
use super::user_rules::{allowed_in_username, check_lengths, check_password, check_types, is_email};
use super::users::{Profile, User};

/// An account as sent. What the token's user may not see is omitted, not emptied.
#[derive(Serialize)]
struct Sent<'a> {
    id: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    username: Option<&'a str>,
    firstname: &'a str,
    lastname: &'a str,
    fullname: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    department: Option<&'a str>,
    #[serde(flatten)]
    profile: Option<SentProfile<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    idnumber: Option<&'a str>,
    firstaccess: u32,
    lastaccess: u32,
    #[serde(flatten)]
    details: Option<Details<'a>>,
    suspended: bool,
    timezone: &'a str,
    profileimageurlsmall: String,
    profileimageurl: String,
}

/// The part of the profile that is omitted if it is empty.
#[derive(Serialize)]
struct SentProfile<'a> {
    #[serde(skip_serializing_if = "str::is_empty")]
    institution: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    city: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    country: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    customfields: Vec<Value>,
}

/// The part for users who may see all details of a person.
#[derive(Serialize)]
struct Details<'a> {
    auth: &'a str,
    confirmed: bool,
    lang: &'a str,
    theme: &'a str,
    mailformat: u8,
    trackforums: u8,
}

/// First and last name as Moodle joins them.
pub(super) fn fullname(user: &User) -> String {
    format!("{} {}", user.firstname, user.lastname).trim().to_owned()
}

/// The account as the token's user sees it; `None` if not at all. Everyone sees all of their own account.
fn sent<'a>(site: &'a Site, id: u32, user: &'a User) -> Option<Sent<'a>> {
    let rights = &site.rights;
    let may = |capability: &str| id == rights.user() || rights.may(capability);
    if !may("moodle/user:viewdetails") {
        return None;
    }
    let all = may("moodle/user:viewalldetails");
    let details = Details {
        auth: &user.auth,
        confirmed: true,
        lang: user
            .profile
            .as_deref()
            .map(|profile| profile.lang.as_str())
            .filter(|lang| !lang.is_empty())
            .unwrap_or("en"),
        theme: "",
        mailformat: 1,
        trackforums: 0,
    };
    Some(Sent {
        id,
        username: all.then_some(&user.username),
        firstname: &user.firstname,
        lastname: &user.lastname,
        fullname: fullname(user),
        email: may("moodle/site:viewuseridentity").then_some(&user.email),
        department: all.then(|| user.profile.as_ref().map_or("", |profile| profile.department.as_str())),
        profile: user
            .profile
            .as_deref()
            .filter(|_| all)
            .map(|profile| sent_profile(site, profile)),
        idnumber: all.then_some(&user.idnumber),
        firstaccess: 0,
        lastaccess: 0,
        details: all.then_some(details),
        suspended: user.suspended,
        timezone: "99",
        profileimageurlsmall: format!("{SITE_URL}/theme/image.php/boost/core/1795237088/u/f2"),
        profileimageurl: format!("{SITE_URL}/theme/image.php/boost/core/1795237088/u/f1"),
    })
}

fn sent_profile<'a>(site: &'a Site, profile: &'a Profile) -> SentProfile<'a> {
    let field = |(shortname, name): &(String, String)| {
        let value = profile.custom.get(shortname)?;
        Some(json!({"type": "text", "value": value, "displayvalue": value, "name": name, "shortname": shortname}))
    };
    SentProfile {
        institution: &profile.institution,
        city: &profile.city,
        country: &profile.country,
        customfields: site.profile_fields.iter().filter_map(field).collect(),
    }
}

/// The profile after a row. A custom field that the site does not have is ignored.
fn profile(site: &Site, row: &List, before: Option<Box<Profile>>) -> Result<Option<Box<Profile>>, Refusal> {
    let mut profile = before.clone().unwrap_or_default();
    let mut is_changed = false;
    for (field, kept) in [
        ("department", &mut profile.department),
        ("institution", &mut profile.institution),
        ("city", &mut profile.city),
        ("country", &mut profile.country),
        ("phone1", &mut profile.phone1),
        ("lang", &mut profile.lang),
    ] {
        if let Some(value) = row.optional(field)? {
            value.clone_into(kept);
            is_changed = true;
        }
    }
    for field in row.optional_rows("customfields")?.unwrap_or_default() {
        let (shortname, value) = (field.text("type")?, field.text("value")?);
        if site.profile_fields.iter().any(|(known, _)| known == shortname) {
            profile.custom.insert(shortname.to_owned(), value.to_owned());
            is_changed = true;
        }
    }
    Ok(if is_changed { Some(profile) } else { before })
}

pub(super) fn create(site: &mut Site, form: &List) -> Reply {
    let rows = form.rows("users")?;
    for row in &rows {
        check_types(row, true)?;
    }
    let mut created = Vec::with_capacity(rows.len());
    for row in rows {
        match create_one(site, row) {
            Ok(id) => created.push(id),
            Err(refusal) => {
                // The transaction is rolled back, but a sequence is not: the ids are lost.
                for id in created {
                    site.users.remove(id);
                }
                return Err(refusal);
            }
        }
    }
    let row = |id: &u32| json!({"id": id, "username": site.users.get(*id).map(|user| &user.username)});
    written(&created.iter().map(row).collect::<Vec<Value>>())
}

fn create_one(site: &mut Site, row: &List) -> Result<u32, Refusal> {
    let (username, email) = (row.text("username")?, row.text("email")?);
    let (firstname, lastname) = (row.text("firstname")?, row.text("lastname")?);
    let password = row.optional("password")?.unwrap_or("");
    let make_password = row.switch("createpassword")?.unwrap_or(false);
    let blank = [username, firstname, lastname]
        .iter()
        .any(|value| value.trim().is_empty());
    let no_password = !make_password && password.is_empty();
    let shares = !site.allows_shared_emails && site.users.by_email(email).next().is_some();
    let taken = site.users.by_username(username).is_some() || shares;
    if blank || no_password || taken || !is_email(email) {
        return Err(Refusal::invalid_parameter());
    }
    check_lengths(row)?;
    if !make_password {
        check_password(password)?;
    }
    let profile = profile(site, row, None)?;
    Ok(site.users.add(User {
        username: username.into(),
        firstname: firstname.into(),
        lastname: lastname.into(),
        email: email.into(),
        idnumber: row.optional("idnumber")?.unwrap_or("").into(),
        auth: row.optional("auth")?.unwrap_or("manual").into(),
        suspended: false,
        courses: Vec::new(),
        profile,
    }))
}

pub(super) fn update(site: &mut Site, form: &List) -> Reply {
    let rows = form.rows("users")?;
    for row in &rows {
        check_types(row, false)?;
    }
    let mut warnings = Vec::new();
    for row in rows {
        if let Err(refusal) = update_one(site, row) {
            warnings.push(warning("user", row.number("id")?, &refusal));
        }
    }
    written(&json!({"warnings": warnings}))
}

fn update_one(site: &mut Site, row: &List) -> Result<(), Refusal> {
    let unknown = || Refusal::moodle("invaliduserid", "Invalid user ID");
    if site.users.deleted(row.number("id")?).is_some() {
        let code = "usernotupdateddeleted";
        return Err(Refusal::moodle(code, format!("error/{code}")));
    }
    let id = site.users.id(row.number("id")?).ok_or_else(unknown)?;
    let mut user = site.users.get(id).cloned().ok_or_else(unknown)?;
    if &*user.username == "guest" {
        return Err(Refusal::moodle("usernotupdatedguest", "Cannot update guest user"));
    }
    if let Some(email) = row.optional("email")?.filter(|email| **email != *user.email) {
        if !is_email(email) {
            return Err(Refusal::moodle("useremailinvalid", "Invalid email address"));
        }
        if !site.allows_shared_emails && site.users.by_email(email).any(|other| other != id) {
            return Err(Refusal::moodle("useremailduplicate", "Duplicate address"));
        }
        user.email = email.into();
    }
    if let Some(username) = row.optional("username")? {
        // No check comes before the database's own.
        if username.is_empty() || site.users.by_username(username).is_some_and(|other| other != id) {
            return Err(Refusal::database());
        }
        user.username = username.into();
    }
    if let Some(password) = row.optional("password")?.filter(|password| !password.is_empty()) {
        check_password(password)?;
    }
    check_lengths(row)?;
    for (field, kept) in [
        ("firstname", &mut user.firstname),
        ("lastname", &mut user.lastname),
        ("idnumber", &mut user.idnumber),
        ("auth", &mut user.auth),
    ] {
        if let Some(value) = row.optional(field)? {
            *kept = value.into();
        }
    }
    user.suspended = row.switch("suspended")?.unwrap_or(user.suspended);
    user.profile = profile(site, row, user.profile)?;
    site.users.replace(id, user);
    Ok(())
}

/// Exact matches, each account once, by id. A deleted account is found by its id alone. A match by a property that the token's user may not see is omitted, as if the
/// account did not exist.
pub(super) fn get_by_field(site: &Site, form: &List) -> Reply {
    form.allow(&["field", "values"])?;
    let (field, values) = (form.text("field")?, form.texts("values")?);
    let mut ids: Vec<u32> = Vec::new();
    for value in values {
        match field {
            "id" => {
                let id: i64 = value.parse().map_err(|_| Refusal::invalid_parameter())?;
                ids.extend(site.users.id(id));
                ids.extend(site.users.deleted(id).map(|(id, _)| id));
            }
            "username" if !value.chars().all(allowed_in_username) => return Err(Refusal::invalid_parameter()),
            "username" => ids.extend(site.users.by_username(value)),
            "idnumber" if site.ignores_capitals => {
                let same = site
                    .users
                    .iter()
                    .filter(|(_, user)| user.idnumber.to_lowercase() == value.to_lowercase());
                ids.extend(same.map(|(id, _)| id));
            }
            "idnumber" => ids.extend(site.users.by_idnumber(value)),
            "email" => {
                let exact =
                    |id: &u32| site.ignores_capitals || site.users.get(*id).is_some_and(|user| &*user.email == value);
                ids.extend(site.users.by_email(value).filter(exact));
            }
            _ => return Err(Refusal::coding("invalid field parameter")),
        }
    }
    ids.sort_unstable();
    ids.dedup();
    let shows = |sent: &Sent<'_>| match field {
        "username" => sent.username.is_some(),
        "idnumber" => sent.idnumber.is_some(),
        "email" => sent.email.is_some(),
        _ => true,
    };
    written(
        &ids.iter()
            .filter_map(|id| {
                let deleted = || Some(site.users.deleted(i64::from(*id))?.1);
                sent(site, *id, site.users.get(*id).or_else(deleted)?)
            })
            .filter(shows)
            .collect::<Vec<_>>(),
    )
}

/// All criteria must match. Names and e-mail take `%` as a wildcard, in any case; idnumber and username do not.
pub(super) fn get(site: &Site, form: &List) -> Reply {
    form.allow(&["criteria"])?;
    let mut warnings = Vec::new();
    let mut wanted = Vec::new();
    for row in form.rows("criteria")? {
        let (key, value) = (row.text("key")?, row.text("value")?);
        if ["id", "lastname", "firstname", "idnumber", "username", "email", "auth"].contains(&key) {
            wanted.push((key, value));
        } else {
            warnings.push(json!({
                "item": key,
                "warningcode": "invalidfieldparameter",
                "message": format!("The search key '{key}' is not supported, look at the web service documentation")
            }));
        }
    }
    let fits = |(id, user): &(u32, &User)| {
        &*user.username != "guest"
            && wanted.iter().all(|(key, value)| match *key {
                "id" => value.parse() == Ok(*id),
                "idnumber" => *user.idnumber == **value,
                "username" => *user.username == **value,
                "auth" => *user.auth == **value,
                "firstname" => like(&user.firstname, value),
                "lastname" => like(&user.lastname, value),
                _ => like(&user.email, value),
            })
    };
    // One exact criterion avoids the scan of all accounts.
    let narrowed: Option<Vec<u32>> = wanted.iter().find_map(|(key, value)| match *key {
        "idnumber" => Some(site.users.by_idnumber(value).collect()),
        "username" => Some(site.users.by_username(value).into_iter().collect()),
        "email" if !value.contains(['%', '_']) => Some(site.users.by_email(value).collect()),
        _ => None,
    });
    let users: Vec<Sent<'_>> = match narrowed {
        Some(mut ids) => {
            ids.sort_unstable();
            let found = ids.into_iter().filter_map(|id| Some((id, site.users.get(id)?)));
            found
                .filter(fits)
                .filter_map(|(id, user)| sent(site, id, user))
                .collect()
        }
        None => site
            .users
            .iter()
            .filter(fits)
            .filter_map(|(id, user)| sent(site, id, user))
            .collect(),
    };
    #[derive(Serialize)]
    struct UsersReply<'a> {
        users: Vec<Sent<'a>>,
        warnings: Vec<Value>,
    }
    written(&UsersReply { users, warnings })
}

/// SQL's LIKE without case: `%` for anything, `_` for one character.
fn like(text: &str, pattern: &str) -> bool {
    let (text, pattern) = (text.to_lowercase(), pattern.to_lowercase());
    fn fits(text: &[char], pattern: &[char]) -> bool {
        match pattern.split_first() {
            None => text.is_empty(),
            Some(('%', rest)) => (0..=text.len()).any(|skip| fits(&text[skip..], rest)),
            Some(('_', rest)) => text.split_first().is_some_and(|(_, text)| fits(text, rest)),
            Some((letter, rest)) => text
                .split_first()
                .is_some_and(|(first, text)| first == letter && fits(text, rest)),
        }
    }
    fits(&text.chars().collect::<Vec<_>>(), &pattern.chars().collect::<Vec<_>>())
}

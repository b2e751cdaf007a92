//! Cohorts of the site. They are found by their idnumber each time, so that no id of theirs has to be stored.

use std::collections::HashMap;

use selaras_kinds::object::{Cohort, MADE_COHORT, PlatformId, Sort};
use selaras_reasons::Reason;
use serde::Deserialize;

use super::client::Moodle;
use super::form::Form;
use super::protocol::{CreateReply, call_refused, decoded, nothing, refused};
use super::rejection::own;
use crate::{CohortMember, CohortThere, Outcome, PlatformError};

const SEARCH: &str = "core_cohort_search_cohorts";
const MEMBERS: &str = "core_cohort_get_cohort_members";
const CREATE: &str = "core_cohort_create_cohorts";
const ADD: &str = "core_cohort_add_cohort_members";
const REMOVE: &str = "core_cohort_delete_cohort_members";

/// Cohorts in one reply.
const PAGE: usize = 500;
/// Cohorts with all their members in one reply.
const WITH_MEMBERS: usize = 50;
/// Fields of a new cohort, of a new member, and of one who leaves.
const OF_COHORT: usize = 5;
const OF_MEMBER: usize = 4;
const OF_LEAVER: usize = 2;
/// Letters of a cohort's name that Moodle's database has room for.
const LONGEST_NAME: usize = 254;
/// The code of a warning about a cohort or an account that does not exist.
const NOT_THERE: &str = "2";

/// The cohorts with an idnumber that begins with one of `prefixes`, with their members.
pub(crate) async fn cohorts(moodle: &Moodle, prefixes: &[String]) -> Result<Vec<CohortThere>, PlatformError> {
    #[derive(Deserialize)]
    struct Reply {
        cohortid: PlatformId,
        userids: Vec<PlatformId>,
    }
    let mut ours = ours(moodle).await?;
    ours.retain(|idnumber, _| prefixes.iter().any(|prefix| idnumber.starts_with(prefix)));
    let ids: Vec<_> = ours.values().copied().collect();
    let mut members = HashMap::new();
    for some in ids.chunks(WITH_MEMBERS) {
        let mut form = Form::default();
        form.values("cohortids", some);
        let found: Vec<Reply> = moodle.wire.ask(MEMBERS, &form).await?;
        members.extend(found.into_iter().map(|cohort| (cohort.cohortid, cohort.userids)));
    }
    Ok(ours
        .into_iter()
        .map(|(idnumber, id)| CohortThere {
            members: members.remove(&id).unwrap_or_default(),
            idnumber,
            id,
        })
        .collect())
}

/// The ids of all cohorts of ours, by idnumber.
async fn ours(moodle: &Moodle) -> Result<HashMap<String, PlatformId>, PlatformError> {
    #[derive(Deserialize)]
    struct Found {
        id: PlatformId,
        idnumber: Option<String>,
    }
    #[derive(Deserialize)]
    struct Reply {
        cohorts: Vec<Found>,
    }
    let (mut ours, mut from) = (HashMap::new(), 0);
    loop {
        let mut form = Form::default();
        form.field("query", MADE_COHORT)
            // The number of this context may differ from one database to the next.
            .field("context[contextlevel]", "system")
            .field("context[instanceid]", 0)
            .field("includes", "self")
            .field("limitfrom", from)
            .field("limitnum", PAGE);
        let found = moodle.wire.ask::<Reply>(SEARCH, &form).await?.cohorts;
        let is_last = found.len() < PAGE;
        from += found.len();
        // Names and descriptions are searched, too.
        let named = found
            .into_iter()
            .filter_map(|cohort| Some((cohort.idnumber?, cohort.id)));
        ours.extend(named.filter(|(idnumber, _)| idnumber.starts_with(MADE_COHORT)));
        if is_last {
            return Ok(ours);
        }
    }
}

/// Creates cohorts.
pub(crate) async fn create(moodle: &Moodle, cohorts: &[Cohort]) -> Result<Vec<Outcome>, PlatformError> {
    let is_short = |cohort: &&Cohort| cohort.name.chars().count() <= LONGEST_NAME;
    let short: Vec<_> = cohorts.iter().filter(is_short).collect();
    let mut made = HashMap::new();
    for some in short.chunks(moodle.rows_of(OF_COHORT)) {
        made.extend(create_some(moodle, some).await?);
    }
    let too_long = || {
        let (field, most) = ("cohorts".to_owned(), LONGEST_NAME as u64);
        Outcome::Refused(own("longname", Reason::TooLong { field, most }))
    };
    let outcome = |cohort: &Cohort| made.remove(&cohort.idnumber).unwrap_or_else(too_long);
    Ok(cohorts.iter().map(outcome).collect())
}

/// Creates cohorts with one call. Those that an unanswered call or another job has made are found.
async fn create_some(moodle: &Moodle, cohorts: &[&Cohort]) -> Result<HashMap<String, Outcome>, PlatformError> {
    #[derive(Deserialize)]
    struct Made {
        id: PlatformId,
        idnumber: String,
    }
    let mut form = Form::default();
    for (at, cohort) in cohorts.iter().enumerate() {
        form.row("cohorts", at, "categorytype][type", "system")
            .row("cohorts", at, "categorytype][value", "")
            .row("cohorts", at, "name", &cohort.name)
            .row("cohorts", at, "idnumber", &cohort.idnumber)
            .row("cohorts", at, "visible", 1);
    }
    let refusal = match moodle.wire.make(CREATE, &form).await? {
        CreateReply::Answered(Ok(reply)) => {
            let made: Vec<Made> = decoded(CREATE, &reply)?;
            let outcome = |cohort: Made| (cohort.idnumber, Outcome::Created(cohort.id));
            return Ok(made.into_iter().map(outcome).collect());
        }
        CreateReply::Answered(Err(rejection)) => rejection.because(call_refused(CREATE, &rejection)),
        CreateReply::Lost(error) => own("cohortlost", Reason::from(&error)),
    };
    let there = ours(moodle).await?;
    let outcome = |cohort: &&Cohort| {
        let id = there.get(&cohort.idnumber);
        let outcome = id.map_or_else(|| Outcome::Refused(refusal.clone()), |id| Outcome::Adopted(*id));
        (cohort.idnumber.clone(), outcome)
    };
    Ok(cohorts.iter().map(outcome).collect())
}

/// Adds people to cohorts. Returns how many of them are in it now.
pub(crate) async fn add(moodle: &Moodle, members: &[CohortMember]) -> Result<usize, PlatformError> {
    #[derive(Deserialize)]
    struct Warning {
        warningcode: String,
        message: String,
    }
    #[derive(Deserialize)]
    struct Reply {
        warnings: Vec<Warning>,
    }
    let mut added = members.len();
    for some in members.chunks(moodle.rows_of(OF_MEMBER)) {
        let mut form = Form::default();
        for (at, CohortMember { cohort, user }) in some.iter().enumerate() {
            form.row("members", at, "cohorttype][type", "id")
                .row("members", at, "cohorttype][value", cohort)
                .row("members", at, "usertype][type", "id")
                .row("members", at, "usertype][value", user);
        }
        let warnings = moodle.wire.ask::<Reply>(ADD, &form).await?.warnings;
        for warning in warnings.iter().filter(|warning| warning.warningcode == NOT_THERE) {
            added -= 1;
            // The messages are in English in each Moodle: "user id=99999 not exists".
            let user = warning
                .message
                .strip_prefix("user id=")
                .and_then(|rest| rest.split(' ').next());
            if let Some(id) = user.and_then(|id| id.parse().ok()) {
                moodle.notes.record_unknown(Sort::Account, id);
            }
        }
    }
    Ok(added)
}

/// Takes people out of cohorts.
pub(crate) async fn remove(moodle: &Moodle, members: &[CohortMember]) -> Result<(), PlatformError> {
    for some in members.chunks(moodle.rows_of(OF_LEAVER)) {
        let mut form = Form::default();
        for (at, CohortMember { cohort, user }) in some.iter().enumerate() {
            form.row("members", at, "cohortid", cohort)
                .row("members", at, "userid", user);
        }
        let answer = moodle.wire.call(REMOVE, &form).await?;
        nothing(REMOVE, answer)?.map_err(|rejection| refused(REMOVE, &rejection))?;
    }
    Ok(())
}

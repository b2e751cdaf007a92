//! The schema, step by step. A step that has been released is never changed.

mod kind_tables;
mod m0001_first;
mod m0002_attendance;
mod m0003_undo;
mod m0004_zoom;
mod m0005_schedule;
mod m0006_outbox;
mod m0008_drift;
mod m0009_deleted_administrators;
mod m0010_people_and_places;
mod m0011_jobs;
mod m0012_plain_names;
mod m0013_reasons;
mod m0014_leaving;
mod m0015_stages;
mod m0018_uploads;
mod m0019_history;
mod m0020_search;
mod m0021_order;
mod m0022_identification;
mod m0024_accounts;
mod m0025_log_chain;
mod m0026_second_factor;
mod m0028_plan_rows;
mod m0029_first_load;
mod m0030_versions;
mod m0031_in_person;
mod m0032_gone;
mod m0033_tally;
mod m0034_sign_in_tries;
mod m0035_one_tally_trigger;
mod m0036_beside_accounts;
mod m0038_former_names;
mod m0039_attempts;
mod m0040_missing_places;
mod m0041_accounts_in_the_log;
mod m0042_growing_waits;
mod m0045_write_probe;

use sea_orm_migration::prelude::*;

pub(crate) struct Migrations;

#[async_trait::async_trait]
impl MigratorTrait for Migrations {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![
            Box::new(m0001_first::First),
            Box::new(m0002_attendance::Attendance),
            Box::new(m0003_undo::Undo),
            Box::new(m0004_zoom::Zoom),
            Box::new(m0005_schedule::Schedule),
            Box::new(m0006_outbox::Outbox),
            Box::new(m0008_drift::Drift),
            Box::new(m0009_deleted_administrators::DeletedAdministrators),
            Box::new(m0010_people_and_places::PeopleAndPlaces),
            Box::new(m0011_jobs::Jobs),
            Box::new(m0012_plain_names::PlainNames),
            Box::new(m0013_reasons::Reasons),
            Box::new(m0014_leaving::Leaving),
            Box::new(m0015_stages::Stages),
            Box::new(m0018_uploads::Uploads),
            Box::new(m0019_history::History),
            Box::new(m0020_search::Search),
            Box::new(m0021_order::Order),
            Box::new(m0022_identification::Identification),
            Box::new(m0024_accounts::Accounts),
            Box::new(m0025_log_chain::LogChain),
            Box::new(m0026_second_factor::SecondFactor),
            Box::new(m0028_plan_rows::PlanRows),
            Box::new(m0029_first_load::FirstLoad),
            Box::new(m0030_versions::Versions),
            Box::new(m0031_in_person::InPerson),
            Box::new(m0032_gone::Gone),
            Box::new(m0033_tally::Tally),
            Box::new(m0034_sign_in_tries::SignInTries),
            Box::new(m0035_one_tally_trigger::OneTallyTrigger),
            Box::new(m0036_beside_accounts::BesideAccounts),
            Box::new(m0038_former_names::FormerNames),
            Box::new(m0039_attempts::Attempts),
            Box::new(m0040_missing_places::MissingPlaces),
            Box::new(m0041_accounts_in_the_log::AccountsInTheLog),
            Box::new(m0042_growing_waits::GrowingWaits),
            Box::new(m0045_write_probe::WriteProbe),
        ]
    }
}

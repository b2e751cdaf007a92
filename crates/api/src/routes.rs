//! All routes. `open` has those that need no key, `closed` all others.

pub(crate) mod account;
mod action;
mod attendance;
mod campus;
mod category_ties;
mod choices;
mod class_attendance;
mod comparison;
mod connections;
mod form;
mod health;
mod job_reply;
mod jobs;
mod kind;
mod list;
mod list_file;
mod list_values;
mod log;
mod match_file;
mod matches;
mod me;
mod metrics;
mod oidc;
mod people;
mod period;
pub(crate) mod platform_files;
mod prefix;
mod renumbering;
mod rules;
mod saved_views;
mod schedule;
mod search;
mod second_factor;
mod selection;
mod shape;
pub(crate) mod sources;
mod summary;
mod user;
mod zoom;

pub(crate) use metrics::count;
pub use metrics::keep_figures;

use crate::{ApiError, App, document::Routes};
use selaras_kinds::{Kind, OfKind, of_all_kinds};
use selaras_reasons::Reason;

/// Health and metrics of a process, whichever its share of the work.
pub(crate) fn standing() -> Routes<App> {
    health::open().merge(metrics::open())
}

/// Routes that need no key.
pub(crate) fn open() -> Routes<App> {
    account::open()
        .merge(standing())
        .merge(oidc::open())
        .merge(zoom::open())
}

/// The routes of a kind.
struct KindRoutes(Routes<App>);

impl OfKind for KindRoutes {
    fn of<K: Kind>() -> Self {
        Self(kind::routes::<K>())
    }
}

/// Routes that need a key.
pub(crate) fn closed() -> Routes<App> {
    of_all_kinds::<KindRoutes>()
        .into_iter()
        .fold(account::closed(), |router, KindRoutes(of_kind)| router.merge(of_kind))
        .merge(me::routes())
        .merge(second_factor::routes())
        .merge(user::routes())
        .merge(jobs::routes())
        .merge(zoom::closed())
        .merge(log::routes())
        .merge(list_file::routes())
        .merge(list_values::routes())
        .merge(saved_views::routes())
        .merge(people::routes())
        .merge(renumbering::routes())
        .merge(matches::routes())
        .merge(match_file::routes())
        .merge(platform_files::routes())
        .merge(category_ties::routes())
        .merge(period::routes())
        .merge(search::routes())
        .merge(summary::routes())
        .merge(attendance::routes())
        .merge(class_attendance::routes())
        .merge(choices::routes())
        .merge(rules::routes())
        .merge(shape::routes())
        .merge(connections::routes())
        .merge(sources::routes())
        .merge(schedule::routes())
        .merge(comparison::routes())
        .merge(campus::routes())
}

/// The reply for a method that the path does not have.
pub(crate) async fn method_not_allowed() -> ApiError {
    ApiError::Method
}

/// The reply for an unknown path.
pub(crate) async fn no_such_address() -> ApiError {
    ApiError::NotFound(Reason::NoSuchAddress)
}

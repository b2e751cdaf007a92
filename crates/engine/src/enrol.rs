//! Enrolling, unenrolling, and undoing an unenrol: a person's membership of a course on the platform, and of the group of
//! the class.

mod class;
mod enrolment;
mod entering;
mod leaving;
mod returning;

pub(crate) use class::{
    ClassOf, SaidOfClass, classes_of, columns as columns_of_kelas, first_bearers, in_course, key_of_class,
    name_of as name_of_class, name_shared, named as class_named,
};
pub(crate) use enrolment::membership_of;
pub(crate) use returning::{count as count_returning, run as bring_back};

use crate::{Plan, Result, Run, Verb};
use selaras_kinds::Kind;
use selaras_reasons::Reason;
use std::sync::Arc;

/// Enrols or unenrols. Returns the outcome as one sentence.
pub(crate) async fn run<K: Kind>(run: Arc<Run>) -> Result<Reason> {
    match run.order.verb {
        Verb::Unenrol => leaving::run::<K>(run).await,
        _ => entering::run::<K>(run).await,
    }
}

/// Plans an enrol or unenrol.
pub(crate) async fn plan<K: Kind>(run: Arc<Run>) -> Result<Plan> {
    match run.order.verb {
        Verb::Unenrol => leaving::plan::<K>(run).await,
        _ => entering::plan::<K>(run).await,
    }
}

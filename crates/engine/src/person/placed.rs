//! The people enrolled in a class.

use super::{
    look::{email_of, key_of_class},
    seen::Who,
};
use crate::{Result, enrol::membership_of};
use selaras_kinds::{MembershipOf, Person, class_columns, kelas::Kelas, value};
use selaras_store::{Store, enrol::WithPerson};
use std::collections::BTreeSet;

/// Most people of one kind shown in a class.
pub(super) const MOST_MEMBERS: usize = 1000;

/// The enrolments of one kind of people in the class of that key, each with the person's account.
pub(super) async fn enrolments_in<P: Person>(
    store: &Store,
    of: &MembershipOf,
    key: &Vec<String>,
) -> Result<Vec<WithPerson<P::Enrolment>>> {
    let own = class_columns::<P::Enrolment>();
    let own: Vec<_> = own.iter().map(|(_, own)| own.as_str()).collect();
    let enrolments = store.memberships_of::<P::Enrolment>(of, &own, std::slice::from_ref(key));
    Ok(enrolments.await?)
}

/// The people of one kind who are enrolled in a class, by name, except enrolments missing from the source.
pub(super) async fn placed<P: Person>(store: &Store, class: &Kelas) -> Result<Vec<Who>> {
    let of = membership_of::<P::Enrolment>()?;
    let enrolments = enrolments_in::<P>(store, &of, &key_of_class::<P::Enrolment>(class)).await?;
    let numbers: BTreeSet<_> = enrolments
        .iter()
        .filter(|(enrolment, _)| enrolment.state.missing_since.is_none())
        .map(|(enrolment, _)| value(&enrolment.row, of.person_column))
        .collect();
    let numbers: Vec<_> = numbers.into_iter().take(MOST_MEMBERS).collect();
    let mut placed: Vec<Who> = store
        .objects::<P>(&numbers)
        .await?
        .into_iter()
        .map(|(stored, _)| Who {
            kind: P::NAME,
            number: value(&stored.row, P::OBJECT_KEY).to_owned(),
            label: stored.row.label(),
            email: email_of(&stored.row),
        })
        .collect();
    placed.sort_by_cached_key(|who| (who.label.to_lowercase(), who.number.clone()));
    Ok(placed)
}

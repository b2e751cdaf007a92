//! The people enrolled in a class.

use super::{look::email_of, seen::Who};
use crate::{
    Result,
    enrol::{SaidOfClass, class_named, columns_of_kelas, membership_of, name_of_class, name_shared},
};
use selaras_kinds::{Kind, MembershipOf, Person, class_columns, kelas::Kelas, value};
use selaras_reasons::Reason;
use selaras_store::{Store, enrol::WithPerson, person::Linked};
use std::collections::BTreeSet;

/// Most people of one kind shown in a class.
pub(super) const MOST_MEMBERS: usize = 1000;

/// The enrolments of one kind of people in a class, each with the person's account and the other classes that it may mean:
/// names alone may not say which.
pub(super) async fn enrolments_in<P: Person>(
    store: &Store,
    of: &MembershipOf,
    class: &Kelas,
) -> Result<Vec<InClass<P>>> {
    let own = class_columns::<P::Enrolment>();
    let own: Vec<_> = own.iter().map(|(_, own)| own.as_str()).collect();
    let name = name_of_class::<P::Enrolment>(class);
    let bearers = Bearers::of::<P::Enrolment>(store, class).await?;
    let enrolments = store.memberships_of::<P::Enrolment>(of, &own, &[name]).await?;
    let in_class = enrolments.into_iter().filter_map(|enrolment| {
        let standing = bearers.standing(&enrolment.0.row, class)?;
        Some((enrolment, standing))
    });
    Ok(in_class.collect())
}

/// An enrolment in a class, and how surely.
pub(super) type InClass<P> = (WithPerson<<P as Person>::Enrolment>, Standing);

/// How surely a row is of a class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Standing {
    /// It means this class.
    Clear,
    /// It means this class or another one, for this reason.
    Ambiguous(Reason),
}

/// The classes with the name of a class.
pub(super) struct Bearers(Vec<Linked<Kelas>>);

impl Bearers {
    pub(super) async fn of<K: Kind>(store: &Store, class: &Kelas) -> Result<Self> {
        let name = name_of_class::<K>(class);
        Ok(Self(store.classes_by(&columns_of_kelas::<K>(), &[name]).await?))
    }

    /// How a row with this name stands to the class; `None` if it means another one.
    pub(super) fn standing<K: Kind>(&self, row: &K, class: &Kelas) -> Option<Standing> {
        let bearers: Vec<_> = self.0.iter().collect();
        let meant = SaidOfClass::by(row).meant(&bearers);
        let is_class =
            |(bearer, _): &&Linked<Kelas>| bearer.row.jadwal_kuliah_detail_id == class.jadwal_kuliah_detail_id;
        if !meant.iter().any(is_class) {
            return None;
        }
        Some(match &meant[..] {
            [_] => Standing::Clear,
            several => Standing::Ambiguous(name_shared(&class_named(row), several)),
        })
    }
}

/// The people of one kind who are enrolled in a class, by name, except enrolments missing from the source.
pub(super) async fn placed<P: Person>(store: &Store, class: &Kelas) -> Result<Vec<Who>> {
    let of = membership_of::<P::Enrolment>()?;
    let enrolments = enrolments_in::<P>(store, &of, class).await?;
    let numbers: BTreeSet<_> = enrolments
        .iter()
        .filter(|((enrolment, _), _)| enrolment.state.missing_since.is_none())
        .map(|((enrolment, _), _)| value(&enrolment.row, of.person_column))
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

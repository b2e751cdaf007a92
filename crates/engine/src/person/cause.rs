//! Finds why a person is not in a class on the platform as the source lists them. It is the first obstacle in the order in
//! which an enrolment is made: source, dashboard, account, course, group, enrolment.

use super::seen::{Cause, CauseCode, EnrolmentHere, Lacking, Listed, Mend, PersonHere, Presence, There};
use selaras_platform::{AccountStanding, MemberState};
use selaras_reasons::Reason;
use selaras_store::rows::{EnrolmentState, Migration};

/// The names of the systems.
pub(super) struct Systems<'a> {
    pub(super) source: &'a str,
    pub(super) platform: &'a str,
}

/// What is known of one enrolment.
pub(super) struct Enrolment<'a> {
    /// The class's label.
    pub(super) class: &'a str,
    /// Why it is not known which class is meant, if several have the name.
    pub(super) ambiguous: Option<&'a Reason>,
    pub(super) listed: &'a Listed,
    pub(super) here: Option<&'a EnrolmentHere>,
    pub(super) there: &'a There,
    /// The person in the dashboard.
    pub(super) person: Option<&'a PersonHere>,
    /// The person's account, if the platform reported it.
    pub(super) account: Option<&'a AccountStanding>,
}

impl Enrolment<'_> {
    /// Why the sides differ; `None` if they do not.
    pub(super) fn cause(&self, systems: &Systems) -> Option<Cause> {
        let ambiguous = || Some((CauseCode::ClassAmbiguous, self.ambiguous?.clone(), None));
        self.at_source(systems)
            .or_else(ambiguous)
            .or_else(|| self.on_platform(systems))
            .map(|(code, reason, mend)| Cause { code, reason, mend })
    }

    /// The remedy for a person who must leave; also after a failed enrolment, which may have been half done, and for one who
    /// was suspended and is active again.
    fn leaving(&self, here: &EnrolmentHere) -> Option<Mend> {
        let is_active = matches!(self.there, There::In(presence) if presence.state == MemberState::Active);
        match here.enrolment {
            EnrolmentState::Sudah | EnrolmentState::Gagal => true,
            EnrolmentState::Ditangguhkan => is_active,
            EnrolmentState::Belum => false,
        }
        .then_some(Mend::Suspend)
    }

    /// A cause between source and dashboard.
    fn at_source(&self, systems: &Systems) -> Option<Found> {
        let source = systems.source.to_owned();
        match (self.listed, self.here) {
            (Listed::Unreadable(why), _) => {
                let why = Box::new(why.clone());
                Some((
                    CauseCode::RowUnreadable,
                    Reason::CauseRowUnreadable { source, why },
                    None,
                ))
            }
            (Listed::No, Some(here)) if here.entered_here => None,
            (Listed::No, None) => {
                let platform = systems.platform.to_owned();
                Some((CauseCode::NotAtSource, Reason::CauseByHand { source, platform }, None))
            }
            (Listed::No, Some(here)) => Some((
                CauseCode::NotAtSource,
                Reason::CauseNotAtSource { source },
                self.leaving(here),
            )),
            (Listed::Yes, None) => Some((
                CauseCode::NotSynced,
                Reason::CauseNotSynced { source },
                Some(Mend::Sync),
            )),
            (Listed::Yes, Some(here)) if here.missing_since.is_some() => Some((
                CauseCode::NotSynced,
                Reason::CauseListedAgain { source },
                Some(Mend::Sync),
            )),
            (Listed::Unknown(_), Some(here)) if here.missing_since.is_some() => Some((
                CauseCode::NotAtSource,
                Reason::CauseNotAtSource { source },
                self.leaving(here),
            )),
            (Listed::Yes | Listed::Unknown(_), _) => None,
        }
    }

    /// A cause between dashboard and platform.
    fn on_platform(&self, systems: &Systems) -> Option<Found> {
        let here = self.here?;
        let platform = systems.platform.to_owned();
        if let Some(found) = self.of_account(here, systems) {
            return Some(found);
        }
        match self.there {
            There::NoClass(lacking) => Some(self.of_class(*lacking, platform)),
            There::Out => Some(not_in_course(here, platform)),
            There::In(presence) => in_course(here, presence, platform),
            There::NoAccount => None,
            // Only the dashboard's state is known.
            There::Unknown(_) => match here.enrolment {
                EnrolmentState::Sudah => None,
                _ => Some(not_in_course(here, platform)),
            },
        }
    }

    fn of_account(&self, here: &EnrolmentHere, systems: &Systems) -> Option<Found> {
        let platform = systems.platform.to_owned();
        let person = self.person?;
        if self.account.is_some_and(|account| account.suspended == Some(true)) {
            let reason = Reason::CauseAccountSuspended { platform };
            return Some((CauseCode::SuspendedThere, reason, None));
        }
        let export = Some(Mend::ExportAccount);
        let gone = matches!(self.there, There::NoAccount);
        match (&person.reason, person.account) {
            (Some(why), None) if person.migration == Migration::Gagal => {
                let why = Box::new(why.clone());
                Some((
                    CauseCode::AccountRefused,
                    Reason::CauseAccountRefused { platform, why },
                    export,
                ))
            }
            (_, None) if here.enrolment != EnrolmentState::Sudah => Some((
                CauseCode::AccountMissing,
                Reason::CauseAccountMissing { platform },
                export,
            )),
            (_, Some(_)) if gone => Some((CauseCode::AccountMissing, Reason::CauseAccountGone { platform }, export)),
            _ => None,
        }
    }

    fn of_class(&self, lacking: Lacking, platform: String) -> Found {
        let class = self.class.to_owned();
        let export = Some(Mend::ExportClass);
        match lacking {
            Lacking::Class => (CauseCode::GroupMissing, Reason::CauseClassNotHere { class }, None),
            Lacking::Course => (
                CauseCode::CourseMissing,
                Reason::CauseCourseMissing { platform, class },
                export,
            ),
            Lacking::CourseGone => (
                CauseCode::CourseMissing,
                Reason::CauseCourseGone { platform, class },
                export,
            ),
            Lacking::Group => (
                CauseCode::GroupMissing,
                Reason::CauseGroupMissing { platform, class },
                export,
            ),
            Lacking::GroupGone => (
                CauseCode::GroupMissing,
                Reason::CauseGroupGone { platform, class },
                export,
            ),
        }
    }
}

type Found = (CauseCode, Reason, Option<Mend>);

fn not_in_course(here: &EnrolmentHere, platform: String) -> Found {
    let enroll = Some(Mend::Enroll);
    match (here.enrolment, &here.reason) {
        (EnrolmentState::Sudah, _) => (CauseCode::RemovedThere, Reason::CauseRemovedThere { platform }, enroll),
        (EnrolmentState::Ditangguhkan, _) => (
            CauseCode::SuspendedHere,
            Reason::CauseSuspendedHere { platform },
            enroll,
        ),
        (EnrolmentState::Gagal, Some(why)) => failed(why, platform),
        (EnrolmentState::Belum | EnrolmentState::Gagal, _) => {
            (CauseCode::NotEnrolled, Reason::CauseNotEnrolled { platform }, enroll)
        }
    }
}

fn failed(why: &Reason, platform: String) -> Found {
    let why = Box::new(why.clone());
    (
        CauseCode::EnrolmentFailed,
        Reason::CauseEnrolmentFailed { platform, why },
        Some(Mend::Enroll),
    )
}

fn in_course(here: &EnrolmentHere, there: &Presence, platform: String) -> Option<Found> {
    let enroll = Some(Mend::Enroll);
    let suspended = there.state == MemberState::Suspended;
    Some(match here.enrolment {
        EnrolmentState::Ditangguhkan if there.state != MemberState::Active => (
            CauseCode::SuspendedHere,
            Reason::CauseSuspendedHere { platform },
            enroll,
        ),
        _ if suspended => (
            CauseCode::SuspendedThere,
            Reason::CauseSuspendedThere { platform },
            enroll,
        ),
        EnrolmentState::Gagal if !there.in_group => match &here.reason {
            Some(why) => failed(why, platform),
            None => other_group(there, platform),
        },
        _ if !there.in_group => other_group(there, platform),
        _ if !there.in_role => (CauseCode::NotEnrolled, Reason::CauseOtherRole { platform }, enroll),
        EnrolmentState::Sudah => return None,
        EnrolmentState::Ditangguhkan => (CauseCode::NotEnrolled, Reason::CauseActiveThere { platform }, enroll),
        EnrolmentState::Belum | EnrolmentState::Gagal => {
            (CauseCode::NotEnrolled, Reason::CauseUnrecorded { platform }, enroll)
        }
    })
}

fn other_group(there: &Presence, platform: String) -> Found {
    let reason = match &there.groups[..] {
        [] => Reason::CauseNoGroup { platform },
        groups => Reason::CauseOtherGroup {
            platform,
            groups: groups.join(", "),
        },
    };
    (CauseCode::OtherGroup, reason, Some(Mend::Enroll))
}

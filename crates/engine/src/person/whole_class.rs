//! A class and its people, of all kinds, on all sides.

use super::{
    PersonVerbs, cause,
    class::{ClassQuery, MemberSeen, systems},
    people,
    placed::MOST_MEMBERS,
    platform::{Class, Platform},
    seen::{Listed, Said, There, Who},
};
use crate::{Result, Run};
use selaras_kinds::kelas::Kelas;
use selaras_shape::Shape;
use selaras_store::{export::Link, rows::Stored};
use std::{collections::HashSet, sync::Arc};

/// A class on all sides.
pub struct ClassSeen {
    /// The class as the dashboard has it.
    pub class: Stored<Kelas>,
    /// Its link to the platform.
    pub link: Option<Link>,
    /// An error if the source did not deliver its lists.
    pub source: Said<()>,
    /// An error if the platform did not list the members.
    pub platform: Said<()>,
    /// The people that one of the systems has in the class.
    pub members: Vec<MemberSeen>,
}

/// Looks at a class.
pub(crate) async fn look(run: Arc<Run>, class: Class) -> Result<ClassSeen> {
    let course = vec![
        class.0.row.nama_mata_kuliah.to_string(),
        class.0.row.program_id.to_string(),
    ];
    let beside = run
        .store
        .classes_by(&["nama_mata_kuliah", "program_id"], &[course])
        .await?;
    let platform = Arc::new(Platform::ask(&run, None, &[&class], &beside).await?);
    let asked = ClassQuery {
        class: Arc::new(class),
        platform: Arc::clone(&platform),
    };
    let (mut source, mut members, mut placed) = (Ok(()), Vec::new(), HashSet::new());
    for verbs in people() {
        let found = (verbs.members)(Arc::clone(&run), asked.clone()).await?;
        source = source.and(found.source);
        members.extend(found.members);
        placed.extend(found.accounts);
    }
    let (stored, link) = &*asked.class;
    let shape = run.shape().await?;
    let mut listed = Ok(());
    if let Some(link) = link {
        match platform.members(link) {
            Err(reason) => listed = Err(reason),
            Ok(there) => {
                let unmatched = there.into_iter().filter(|member| {
                    let ours = member.roles.iter().any(|role| shape.gives(*role));
                    ours && !placed.contains(&member.user)
                });
                for member in unmatched.take(MOST_MEMBERS) {
                    members.push(by_hand(&run, &shape, &asked, member));
                }
            }
        }
    }
    Ok(ClassSeen {
        class: stored.clone(),
        link: link.clone(),
        source,
        platform: listed,
        members,
    })
}

/// A member that only the platform has: enrolled there by hand.
fn by_hand(run: &Run, shape: &Shape, asked: &ClassQuery, found: &selaras_platform::CourseMember) -> MemberSeen {
    let in_role = |verbs: &'static PersonVerbs| Some((verbs, verbs.role_among(shape, &found.roles)?));
    let (verbs, role) = people().iter().find_map(in_role).unzip();
    let there = role.map_or(There::Out, |role| {
        asked.platform.there(Some(&asked.class), Some(role), Some(found.user))
    });
    let enrolment = cause::Enrolment {
        class: "",
        ambiguous: None,
        listed: &Listed::No,
        here: None,
        there: &there,
        person: None,
        account: None,
    };
    MemberSeen {
        cause: enrolment.cause(&systems(run)),
        who: Who {
            kind: verbs.map_or("", |verbs| verbs.kind),
            number: found.username.clone(),
            label: found.name.clone(),
            email: String::new(),
        },
        source: Listed::No,
        here: None,
        there,
    }
}

//! The guard against one click that changes a whole faculty. A confirmed plan must still be the plan. An action that touches
//! a large share of a kind, or of one study program, needs the kind's name typed.

use crate::{
    EngineError, Plan, PlanCounts, Result,
    impact::{Asked, Counted, Impact},
};
use selaras_kinds::{Kind, PROGRAM, prodi::Prodi};
use selaras_reasons::Reason;
use selaras_store::{Selection, Store, jobs::Subject};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// An action needs more than a click if it touches at least `rows` rows and more than `percent` percent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Guard {
    /// Percent of the kind's rows, or of one study program's rows.
    pub percent: u32,
    /// Rows.
    pub rows: u32,
}

impl Default for Guard {
    fn default() -> Self {
        Self { percent: 10, rows: 20 }
    }
}

/// What the author of an order has confirmed. It is read strictly: each member must be there, and no other.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Consent {
    /// The token of the confirmed plan, which must still be the plan.
    #[serde(deserialize_with = "Option::deserialize")]
    pub plan: Option<String>,
    /// The kind's name, typed.
    #[serde(deserialize_with = "Option::deserialize")]
    pub typed: Option<String>,
    /// True if a schedule gave the order. It cannot answer the guard: an order with a prompt is refused.
    pub by_itself: bool,
    /// The limit of a stage in a confirmed plan of several stages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<AtMost>,
}

/// What was planned for a stage. Failures in earlier stages may make it less; it must not be more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AtMost {
    counts: PlanCounts,
    /// True if a list could not be read while planning. Its content is then unconfirmed, and only the guard checks it.
    unread: bool,
}

impl AtMost {
    /// The limit that a plan sets.
    pub(crate) const fn of(plan: &Plan) -> Self {
        Self {
            counts: plan.counts,
            unread: plan.unread,
        }
    }

    const fn covers(&self, plan: &Plan) -> bool {
        let (most, now) = (&self.counts, &plan.counts);
        self.unread
            || now.create <= most.create
                && now.update <= most.update
                && now.leaving <= most.leaving
                && now.moved <= most.moved
                && now.missing <= most.missing
    }
}

impl Consent {
    /// True for a plain call without confirmation. The guard only stops it at a list that has shrunk.
    pub fn is_plain(&self) -> bool {
        *self == Self::default()
    }

    /// The stored form; a plain call stores nothing.
    pub(crate) fn text(&self) -> Result<Option<String>> {
        let text = (!self.is_plain()).then(|| serde_json::to_string(self)).transpose();
        text.map_err(|error| EngineError::Queue(error.to_string()))
    }

    /// Reads the stored form.
    ///
    /// # Errors
    /// [`EngineError::Damaged`]: it cannot be read. Then nothing may be done.
    pub(crate) fn read(kept: Option<&str>) -> Result<Self> {
        let read = kept.map(serde_json::from_str).transpose();
        let read: Option<Self> = read.map_err(|error| EngineError::Damaged(error.to_string()))?;
        Ok(read.unwrap_or_default())
    }

    /// True if what would be done now is what was confirmed.
    fn covers(&self, plan: &Plan) -> bool {
        let same = self.plan.as_ref().is_some_and(|seen| *seen == plan.token());
        match &self.at_most {
            None => self.plan.is_none() || same,
            // Normally the exact rows; only the limit if something could not be read.
            Some(most) => same || (self.plan.is_none() || plan.unread || most.unread) && most.covers(plan),
        }
    }

    /// True if no plan was confirmed.
    const fn has_no_plan(&self) -> bool {
        self.plan.is_none() && self.at_most.is_none()
    }
}

impl Guard {
    /// True if so many rows are enough to check their share.
    pub(crate) fn is_much(self, rows: i64) -> bool {
        rows >= i64::from(self.rows)
    }

    /// True if a share exceeds the limits.
    pub(crate) fn exceeds(self, impact: &Impact) -> bool {
        self.is_much(impact.touched) && impact.touched * 100 > impact.of * i64::from(self.percent)
    }

    /// The share of one study program that exceeds the limits: a whole program may be little of the whole kind. If several
    /// programs do, the one with most touched rows. `touched` and `of` are rows by program.
    pub(crate) async fn impact_on_one_program(
        self,
        store: &Store,
        touched: HashMap<String, i64>,
        of: &HashMap<String, i64>,
        does: Reason,
    ) -> Result<Option<Impact>> {
        let impact = |(program, touched): (String, i64)| Impact {
            touched,
            of: of.get(&program).copied().unwrap_or_default(),
            what: Counted::Rows,
            does: does.clone(),
            program: Some(program),
        };
        // Rows without a program are not rows of one program.
        let named = touched.into_iter().filter(|(program, _)| !program.is_empty());
        let asked = named.map(impact).filter(|impact| self.exceeds(impact));
        let Some(most) = asked.max_by(|one, other| (one.touched, &other.program).cmp(&(other.touched, &one.program)))
        else {
            return Ok(None);
        };
        let program = most.program.unwrap_or_default();
        let row = Selection::equal([(PROGRAM, program.as_str())]);
        let row = store.first::<Prodi>(&row, 1).await?.pop();
        Ok(Some(Impact {
            program: Some(row.map_or(program, |found| found.row.label())),
            ..most
        }))
    }

    /// The guard's prompt for a plan; `None` if it has none. `subject` is the plan's, `source` the name of its source.
    pub(crate) fn prompt(self, plan: &Plan, subject: Subject, source: &str) -> Option<Asked> {
        if plan.people_with_grades > 0 {
            return Some(Asked {
                reason: Reason::GradesAtStake {
                    rows: plan.people_with_grades.unsigned_abs(),
                },
                name: Reason::verbatim(plan.people_with_grades.to_string()),
                asks_plain_calls: true,
            });
        }
        let percent = |impact: &Impact| (impact.touched * 100 / impact.of.max(1)).unsigned_abs();
        let shrunk = plan.shrunk.as_ref().filter(|impact| self.exceeds(impact));
        let impact = shrunk.or_else(|| plan.impacts.iter().find(|impact| self.exceeds(impact)))?;
        let (rows, of, percent) = (impact.touched.unsigned_abs(), impact.of.unsigned_abs(), percent(impact));
        let (does, counted, kind) = (
            Box::new(impact.does.clone()),
            impact.what.word(),
            subject.label().to_owned(),
        );
        let source = source.to_owned();
        let reason = match (shrunk, impact.program.clone()) {
            (Some(_), None) => Reason::ListShrunk {
                source,
                rows,
                of,
                percent,
            },
            (Some(_), Some(program)) => Reason::ListShrunkOfProgram {
                source,
                program,
                rows,
                of,
                percent,
            },
            (None, None) => Reason::TouchesMany {
                does,
                rows,
                of,
                counted,
                kind,
                percent,
            },
            (None, Some(program)) => Reason::TouchesManyOfProgram {
                does,
                rows,
                of,
                counted,
                kind,
                program,
                percent,
            },
        };
        Some(Asked {
            reason,
            name: subject.name(),
            asks_plain_calls: shrunk.is_some(),
        })
    }

    /// Checks a confirmation against what would be done now.
    ///
    /// # Errors
    /// [`EngineError::Moved`] if the plan has changed; [`EngineError::Guarded`] if the name must be typed.
    pub(crate) fn check(self, consent: &Consent, plan: &Plan, subject: Subject, source: &str) -> Result<()> {
        if !consent.covers(plan) {
            return Err(EngineError::Moved);
        }
        self.check_typed(consent, self.prompt(plan, subject, source))
    }

    /// Checks the confirmation of an interrupted action again. The plan has changed because a part is done, so the token is
    /// not compared. Prompts that concern every call are checked again, since a list is read again.
    pub(crate) fn check_again(self, consent: &Consent, plan: &Plan, subject: Subject, source: &str) -> Result<()> {
        let asked = self.prompt(plan, subject, source);
        self.check_typed(consent, asked.filter(|asked| asked.asks_plain_calls))
    }

    fn check_typed(self, consent: &Consent, asked: Option<Asked>) -> Result<()> {
        let Some(asked) = asked else {
            return Ok(());
        };
        if consent.by_itself {
            let why = Box::new(asked.reason);
            return Err(EngineError::Guarded(Reason::ScheduleGuarded { why }));
        }
        if asked.is_typed(consent.typed.as_deref()) || (consent.has_no_plan() && !asked.asks_plain_calls) {
            return Ok(());
        }
        Err(asked.refusal())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::impact::Counted;

    fn plan(rows: i64, of: i64) -> Plan {
        let impact = Impact {
            touched: rows,
            of,
            what: Counted::Rows,
            does: Reason::Deletes,
            program: None,
        };
        Plan {
            impacts: vec![impact],
            ..Plan::default()
        }
    }

    fn shrunk(rows: i64, of: i64) -> Plan {
        Plan {
            shrunk: plan(rows, of).impacts.pop(),
            ..Plan::default()
        }
    }

    fn seen(plan: &Plan) -> Consent {
        Consent {
            plan: Some(plan.token()),
            ..Consent::default()
        }
    }

    fn check(consent: &Consent, plan: &Plan) -> Result<()> {
        Guard::default().check(consent, plan, Subject::parse("kelas").unwrap(), "OCAS")
    }

    #[test]
    fn large_share_needs_the_name_typed() {
        for (rows, of, prompt) in [(19, 19, false), (20, 20, true), (20, 200, false), (21, 200, true)] {
            let plan = plan(rows, of);
            assert_eq!(check(&seen(&plan), &plan).is_err(), prompt, "{rows} of {of}");
            let typed = Consent {
                typed: Some(" Kelas ".to_owned()),
                ..seen(&plan)
            };
            assert!(check(&typed, &plan).is_ok(), "{rows} of {of}");
            let wrong = Consent {
                typed: Some("kelas".to_owned()),
                ..seen(&plan)
            };
            assert_eq!(check(&wrong, &plan).is_err(), prompt, "{rows} of {of}");
        }
    }

    #[test]
    fn large_share_of_one_program_needs_the_name_typed() {
        let mut little = plan(30, 1000);
        assert!(check(&seen(&little), &little).is_ok());
        little.impacts.push(Impact {
            of: 100,
            program: Some("Informatika".to_owned()),
            ..little.impacts[0].clone()
        });
        let refused = check(&seen(&little), &little).unwrap_err().to_string();
        assert!(
            refused.contains("prodi Informatika") && refused.contains("30 persen"),
            "{refused}"
        );
        let list = Plan {
            shrunk: little.impacts.pop(),
            ..Plan::default()
        };
        let refused = check(&Consent::default(), &list).unwrap_err().to_string();
        assert!(refused.contains("untuk prodi Informatika"), "{refused}");
    }

    #[test]
    fn plain_call_is_stopped_only_by_a_shrunken_list() {
        assert!(check(&Consent::default(), &plan(100, 100)).is_ok());
        assert!(check(&Consent::default(), &shrunk(100, 100)).is_err());
    }

    #[test]
    fn schedule_cannot_answer_the_guard() {
        let consent = Consent {
            typed: Some("Kelas".to_owned()),
            by_itself: true,
            ..Consent::default()
        };
        for plan in [plan(100, 100), shrunk(100, 100)] {
            assert!(matches!(check(&consent, &plan), Err(EngineError::Guarded(_))));
        }
        assert!(check(&consent, &plan(1, 100)).is_ok());
    }

    #[test]
    fn changed_plan_is_refused() {
        let mut moved = plan(1, 100);
        let consent = seen(&moved);
        moved.digest.add([1, 2]);
        assert!(matches!(check(&consent, &moved), Err(EngineError::Moved)));
    }
}

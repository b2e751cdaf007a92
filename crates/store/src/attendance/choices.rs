//! Unmatched participants of meetings, and what an administrator chose for each: a person, or to ignore it, as for a device
//! in a lecture hall. A choice holds for all past and future observations of the participant.

use crate::{
    Page, Result, Store,
    attendance::PersonRef,
    connection::Transaction,
    jobs::Subject,
    log::{self, About, By},
    people::{Freshness, IGNORED, Identity, Known},
    rfc3339,
    statement::{all, cut, holds},
};
use sea_orm::{
    ConnectionTrait, QueryResult,
    sea_query::{Expr, ExprTrait, Func, OnConflict, Query, SelectStatement},
};
use selaras_reasons::Reason;

/// The log's name for choices without a person.
const ZOOM: &str = Subject::Zoom.as_str();

/// An unmatched participant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnmatchedParticipant {
    /// Their name in the meeting, and their address.
    pub identity: Identity,
    /// The number of participations.
    pub participations: i64,
    /// When the latest of their meetings began; milliseconds since 1970.
    pub latest: i64,
}

/// What was chosen for a participant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The participant.
    pub identity: Identity,
    /// The person; `None` if the participant is ignored.
    pub person: Option<Known>,
    /// Who chose.
    pub actor: String,
    /// When it was chosen; RFC 3339.
    pub chosen_at: Option<String>,
}

/// The participants that are ignored.
pub(crate) fn ignored() -> SelectStatement {
    Query::select()
        .column("identity")
        .from("zoom_choice")
        .and_where(Expr::col("kind").eq(IGNORED))
        .take()
}

fn unmatched_rows(search: &str) -> SelectStatement {
    let mut select = Query::select();
    select
        .expr(Func::min(Expr::col("email")))
        .expr(Func::min(Expr::col("name")))
        .expr(Func::count(Expr::val(1)))
        .expr(Func::max(Expr::col("meeting_start")))
        .from("attendance")
        .and_where(Expr::col("person_number").is_null())
        // A choice cannot be stored for a participant without name and address.
        .and_where(Expr::col("identity").ne(Identity::default().kept()))
        .and_where(Expr::col("identity").not_in_subquery(ignored()))
        .group_by_col("identity");
    if !search.trim().is_empty() {
        select.and_where(holds(Expr::col("identity"), search));
    }
    select
}

fn unmatched(row: &QueryResult) -> std::result::Result<UnmatchedParticipant, sea_orm::DbErr> {
    Ok(UnmatchedParticipant {
        identity: Identity {
            email: row.try_get_by_index(0)?,
            name: row.try_get_by_index(1)?,
        },
        participations: row.try_get_by_index(2)?,
        latest: row.try_get_by_index(3)?,
    })
}

/// The columns of a choice, as [`choice`] reads them.
const COLUMNS: [&str; 7] = ["email", "name", "kind", "number", "label", "actor", "chosen_at"];

fn choice(row: &QueryResult) -> std::result::Result<Choice, sea_orm::DbErr> {
    Ok(Choice {
        identity: Identity {
            email: row.try_get_by_index(0)?,
            name: row.try_get_by_index(1)?,
        },
        person: Some(Known {
            person: PersonRef::read(row, 2)?,
            label: row.try_get_by_index(4)?,
        })
        .filter(|known| known.person.kind != IGNORED),
        actor: row.try_get_by_index(5)?,
        chosen_at: rfc3339(row.try_get_by_index(6)?),
    })
}

/// Assigns all observations of a participant to a person, or to none.
async fn assign(transaction: &Transaction, identity: &Identity, person: Option<&PersonRef>) -> Result<u64> {
    let username = match person {
        Some(person) => Expr::val(person.username()),
        None => Expr::col("name"),
    };
    let update = Query::update()
        .table("attendance")
        .value("person_kind", person.map(|person| person.kind.as_str()))
        .value("person_number", person.map(|person| person.number.as_str()))
        .value("username", username)
        .and_where(Expr::col("identity").eq(identity.kept()))
        .take();
    Ok(transaction.execute(&update).await?.rows_affected())
}

/// The subject of a choice's entry in the log.
fn about(person: Option<&PersonRef>) -> About<'_> {
    About {
        kind: Some(person.map_or(ZOOM, |person| &person.kind)),
        number: person.map(|person| person.number.as_str()),
        ..About::default()
    }
}

impl Store {
    /// A page of the unmatched participants, those with the most participations first.
    pub async fn strangers(&self, search: &str, page: u64, per_page: u64) -> Result<Page<UnmatchedParticipant>> {
        let whole = unmatched_rows(search);
        let mut list = whole.clone();
        list.order_by_expr(Func::count(Expr::val(1)).into(), sea_orm::Order::Desc)
            .order_by("identity", sea_orm::Order::Asc);
        let counted = Query::select().from_subquery(whole, "strangers").take();
        self.page_of(
            &cut(&list, page.saturating_mul(per_page), per_page),
            &counted,
            unmatched,
        )
        .await
    }

    /// A page of the choices, latest first.
    pub async fn choices(&self, search: &str, page: u64, per_page: u64) -> Result<Page<Choice>> {
        let mut list = Query::select();
        list.columns(COLUMNS).from("zoom_choice");
        if !search.trim().is_empty() {
            list.and_where(holds(Expr::col("identity"), search));
        }
        let whole = list.clone();
        list.order_by("chosen_at", sea_orm::Order::Desc)
            .order_by("identity", sea_orm::Order::Asc);
        self.page_of(&cut(&list, page.saturating_mul(per_page), per_page), &whole, choice)
            .await
    }

    /// Stores which person a participant is, or that it is ignored, for past and future observations, with an entry in the
    /// activity log. Returns the number of participations; stores nothing if there are none.
    pub async fn choose(&self, identity: &Identity, chosen: Option<&Known>, by: By<'_>, log: &Reason) -> Result<u64> {
        let transaction = self.attendance_transaction().await?;
        let person = chosen.map(|known| &known.person);
        let participations = assign(&transaction, identity, person).await?;
        if participations == 0 {
            return Ok(0);
        }
        let insert = Query::insert()
            .into_table("zoom_choice")
            .columns(["identity"].into_iter().chain(COLUMNS))
            .values_panic([
                identity.kept().into(),
                identity.email.as_str().into(),
                identity.name.as_str().into(),
                person.map_or(IGNORED, |person| &person.kind).into(),
                person.map_or("", |person| &person.number).into(),
                chosen.map_or("", |known| &known.label).into(),
                by.name.into(),
                transaction.now().into(),
            ])
            .on_conflict(OnConflict::column("identity").update_columns(COLUMNS).to_owned())
            .take();
        transaction.execute(&insert).await?;
        log::write(&transaction, log, by, about(person)).await?;
        transaction.commit().await?;
        Ok(participations)
    }

    /// Removes a choice, with an entry in the activity log. The participant is then matched by address or name, or is
    /// unmatched again. Returns whether there was such a choice.
    pub async fn unchoose(&self, identity: &Identity, by: By<'_>, log: &Reason) -> Result<bool> {
        let select = Query::select()
            .columns(COLUMNS)
            .from("zoom_choice")
            .and_where(Expr::col("identity").eq(identity.kept()))
            .take();
        let Some(was) = all::<_, Vec<_>>(&self.reader, &select, choice).await?.pop() else {
            return Ok(false);
        };
        let meant = self.known_as(identity, Freshness::Now).await?;
        let transaction = self.attendance_transaction().await?;
        let delete = Query::delete()
            .from_table("zoom_choice")
            .and_where(Expr::col("identity").eq(identity.kept()))
            .take();
        if transaction.execute(&delete).await?.rows_affected() == 0 {
            return Ok(false);
        }
        assign(&transaction, identity, meant.as_ref()).await?;
        let person = was.person.as_ref().map(|known| &known.person);
        log::write(&transaction, log, by, about(person)).await?;
        transaction.commit().await?;
        Ok(true)
    }
}

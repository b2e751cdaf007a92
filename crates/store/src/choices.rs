//! Participants of meetings who could not be told from others, and whom somebody of the campus chose to mean by them. A choice
//! holds for all that was heard of the participant and for all that will be.

use crate::{
    Page, Result, Store,
    attendance::PersonRef,
    connection::Transaction,
    log::{self, About, By},
    now,
    people::{Freshness, Identity},
    rfc3339,
    statement::{all, cut, holds},
};
use sea_orm::{
    ConnectionTrait, QueryResult,
    sea_query::{Expr, ExprTrait, Func, OnConflict, Query, SelectStatement},
};
use selaras_reasons::Reason;

/// A participant of whom nobody knows who it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stranger {
    /// As they called themselves, and their address.
    pub identity: Identity,
    /// Participations.
    pub participations: i64,
    /// When the latest of their meetings began; milliseconds since 1970.
    pub latest: i64,
}

/// Whom somebody chose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The participant.
    pub identity: Identity,
    /// Who it is.
    pub person: PersonRef,
    /// What people call them.
    pub label: String,
    /// Who chose.
    pub actor: String,
    /// When; RFC 3339.
    pub chosen_at: Option<String>,
}

/// A choice as the log is told of it.
#[derive(Debug, Clone, Copy)]
pub struct Chosen<'a> {
    /// Who it is.
    pub person: &'a PersonRef,
    /// What people call them.
    pub label: &'a str,
}

fn strangers(search: &str) -> SelectStatement {
    let mut select = Query::select();
    select
        .expr(Func::min(Expr::col("email")))
        .expr(Func::min(Expr::col("name")))
        .expr(Func::count(Expr::val(1)))
        .expr(Func::max(Expr::col("meeting_start")))
        .from("attendance")
        .and_where(Expr::col("person_number").is_null())
        // Of whom neither name nor address is known, nothing can be remembered.
        .and_where(Expr::col("identity").ne(Identity::default().kept()))
        .group_by_col("identity");
    if !search.trim().is_empty() {
        select.and_where(holds(Expr::col("identity"), search));
    }
    select
}

fn stranger(row: &QueryResult) -> std::result::Result<Stranger, sea_orm::DbErr> {
    Ok(Stranger {
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
        person: PersonRef::read(row, 2)?,
        label: row.try_get_by_index(4)?,
        actor: row.try_get_by_index(5)?,
        chosen_at: rfc3339(row.try_get_by_index(6)?),
    })
}

/// Makes all that was heard of a participant somebody's, or nobody's.
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

impl Store {
    /// A page of the participants who wait for somebody to say who they are, those heard of most first.
    pub async fn strangers(&self, search: &str, page: u64, per_page: u64) -> Result<Page<Stranger>> {
        let whole = strangers(search);
        let mut list = whole.clone();
        list.order_by_expr(Func::count(Expr::val(1)).into(), sea_orm::Order::Desc)
            .order_by("identity", sea_orm::Order::Asc);
        let counted = Query::select().from_subquery(whole, "strangers").take();
        self.page_of(&cut(&list, page.saturating_mul(per_page), per_page), &counted, stranger)
            .await
    }

    /// A page of what was chosen, the latest first.
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

    /// Keeps who a participant is, for what was heard and what will be; with an entry in the activity log. Answers how many
    /// participations are that person's now; nothing is kept where none were heard of.
    pub async fn choose(&self, identity: &Identity, chosen: Chosen<'_>, by: By<'_>, log: &Reason) -> Result<u64> {
        let transaction = self.attendance_transaction().await?;
        let participations = assign(&transaction, identity, Some(chosen.person)).await?;
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
                chosen.person.kind.as_str().into(),
                chosen.person.number.as_str().into(),
                chosen.label.into(),
                by.name.into(),
                now().into(),
            ])
            .on_conflict(OnConflict::column("identity").update_columns(COLUMNS).to_owned())
            .take();
        transaction.execute(&insert).await?;
        let about = About {
            kind: Some(chosen.person.kind.as_str()),
            number: Some(chosen.person.number.as_str()),
            ..About::default()
        };
        log::write(&transaction, log, by, about).await?;
        transaction.commit().await?;
        Ok(participations)
    }

    /// Takes a choice back: the participant is whoever is known by that address or name, or waits again; with an entry in the
    /// activity log. Answers whether there was such a choice.
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
        let about = About {
            kind: Some(was.person.kind.as_str()),
            number: Some(was.person.number.as_str()),
            ..About::default()
        };
        log::write(&transaction, log, by, about).await?;
        transaction.commit().await?;
        Ok(true)
    }
}

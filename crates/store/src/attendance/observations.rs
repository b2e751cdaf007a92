//! Stores observations of participations, from events and reports. Each participation is one row, from however many sources
//! and however often it is observed.

pub use crate::participation::Observation;
use crate::{
    Result, Store,
    attendance::{COLUMNS, Participation, read},
    connection::Transaction,
    jobs::{Counts, Outcome, PARTICIPATIONS, Subject},
    participation::Record,
    people::{Freshness, Identity},
    report::{self, Line},
    statement::{alone, rows_per_statement},
};
use sea_orm::{
    ConnectionTrait, DatabaseBackend, QueryResult,
    sea_query::{Condition, Expr, ExprTrait, OnConflict, Query},
};
use selaras_reasons::Reason;
use std::collections::{BTreeSet, HashMap, HashSet};

/// The end of a meeting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MeetingEnd {
    /// The UUID of this meeting.
    pub uuid: String,
    /// When it ended, in milliseconds since 1970.
    pub at: i64,
}

/// The result of storing observations.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StoredCounts {
    /// Participations that were unknown before.
    pub new: usize,
    /// Participations to which something was added.
    pub changed: usize,
}

impl StoredCounts {
    /// The counters of so many observed participations.
    fn counted(self, heard: usize) -> Counts {
        let unchanged = heard.saturating_sub(self.new + self.changed);
        [
            (Outcome::Created, self.new),
            (Outcome::Updated, self.changed),
            (Outcome::Unchanged, unchanged),
        ]
        .into_iter()
        .map(|(outcome, rows)| (outcome, i64::try_from(rows).unwrap_or_default()))
        .collect()
    }
}

/// The kind of the meetings in a job's report.
const ZOOM: &str = Subject::Zoom.as_str();
/// Columns that [`known`] reads after those of a participation, in order.
const OWN_COLUMNS: [&str; 4] = ["meeting_uuid", "participant", "name", "reported"];
/// Observations that are compared with the stored participations at once.
const AT_ONCE: usize = 500;
/// The lock under which attendance is written on PostgreSQL: two processes that observe the same participation must not both
/// add it.
const LOCK: u32 = 7004;

fn known(row: &QueryResult) -> Result<(i64, Record)> {
    let at = COLUMNS.len();
    let record = Record {
        participation: read(row)?,
        meeting_uuid: row.try_get_by_index(at)?,
        participant: row.try_get_by_index(at + 1)?,
        name: row.try_get_by_index(at + 2)?,
        reported: row.try_get_by_index(at + 3)?,
    };
    Ok((row.try_get_by_index(at + 4)?, record))
}

/// The stored participations of some meetings, with the changes so far.
#[derive(Default)]
struct Ledger {
    entries: Vec<Entry>,
    by_participant: HashMap<(String, String), Vec<usize>>,
    by_meeting: HashMap<String, Vec<usize>>,
}

struct Entry {
    /// `None` if it is not in the database yet.
    id: Option<i64>,
    record: Record,
    changed: bool,
}

impl Ledger {
    fn enter(&mut self, id: Option<i64>, record: Record) {
        let at = self.entries.len();
        let meeting = record.participation.meeting_id.clone();
        self.by_participant
            .entry((meeting.clone(), record.participant.clone()))
            .or_default()
            .push(at);
        self.by_meeting.entry(meeting).or_default().push(at);
        self.entries.push(Entry {
            id,
            record,
            changed: false,
        });
    }

    fn hear(&mut self, record: Record) {
        let meeting = &record.participation.meeting_id;
        let at = |participant: &str| self.by_participant.get(&(meeting.clone(), participant.to_owned()));
        let candidates: Vec<usize> = if record.participant.is_empty() {
            self.by_meeting.get(meeting).into_iter().flatten().copied().collect()
        } else {
            [at(&record.participant), at("")]
                .into_iter()
                .flatten()
                .flatten()
                .copied()
                .collect()
        };
        let nearest = candidates
            .into_iter()
            .filter_map(|at| Some((self.entries[at].record.distance(&record)?, at)))
            .min();
        let Some((_, at)) = nearest else {
            return self.enter(None, record);
        };
        let entry = &mut self.entries[at];
        let before = entry.record.clone();
        entry.record.take(record);
        entry.changed |= entry.record != before;
        if entry.record.participant != before.participant {
            let key = (before.participation.meeting_id, entry.record.participant.clone());
            self.by_participant.entry(key).or_default().push(at);
        }
    }

    fn kept(&self) -> StoredCounts {
        let new = self.entries.iter().filter(|entry| entry.id.is_none()).count();
        let changed = self
            .entries
            .iter()
            .filter(|entry| entry.id.is_some() && entry.changed)
            .count();
        StoredCounts { new, changed }
    }
}

impl Store {
    /// Stores complete participations.
    pub async fn keep_participations(&self, participations: &[Participation]) -> Result<()> {
        let heard: Vec<_> = participations
            .iter()
            .map(|participation| Observation {
                participation: participation.clone(),
                ..Observation::default()
            })
            .collect();
        self.keep_events(&heard, &[]).await?;
        Ok(())
    }

    /// Stores what events reported, in one transaction.
    pub async fn keep_events(&self, heard: &[Observation], ends: &[MeetingEnd]) -> Result<StoredCounts> {
        let records = self.records(heard, Freshness::Lately).await?;
        let transaction = self.attendance_transaction().await?;
        for end in ends {
            keep_end(&transaction, end).await?;
        }
        let kept = self.keep(&transaction, records).await?;
        transaction.commit().await?;
        Ok(kept)
    }

    /// Stores what a report says of one meeting, with its line in the report of a job and the job's counters. With
    /// participants `left_out` the meeting has failed, so that a job that goes on, or a retry, reads it again.
    pub async fn keep_report(
        &self,
        job: i64,
        meeting: Line,
        heard: &[Observation],
        left_out: Option<Reason>,
    ) -> Result<()> {
        let records = self.records(heard, Freshness::Now).await?;
        let transaction = self.attendance_transaction().await?;
        let kept = self.keep(&transaction, records).await?;
        let outcome = match (&left_out, kept) {
            (Some(_), _) => Outcome::Failed,
            (None, StoredCounts { new: 0, changed: 0 }) => Outcome::Unchanged,
            (None, StoredCounts { new: 0, .. }) => Outcome::Updated,
            (None, StoredCounts { .. }) => Outcome::Created,
        };
        let line = Line {
            outcome,
            reason: left_out,
            ..meeting
        };
        kept.counted(heard.len())
            .write(&transaction, job, PARTICIPATIONS)
            .await?;
        report::commit(transaction, job, ZOOM, &[line], &Counts::of(outcome, 1)).await
    }

    /// Matches the participants with people. It runs before the transaction, so that it delays no other writer.
    async fn records(&self, heard: &[Observation], freshness: Freshness) -> Result<Vec<Record>> {
        let identity = |observation: &Observation| Identity {
            email: observation.participation.email.clone(),
            name: observation.participation.username.clone(),
        };
        let meant = self.meant(heard.iter().map(identity), freshness).await?;
        Ok(heard
            .iter()
            .map(|observation| Record::of(observation, meant.get(&identity(observation))))
            .collect())
    }

    pub(crate) async fn attendance_transaction(&self) -> Result<Transaction> {
        let transaction = self.writer.begin().await?;
        alone(&transaction, LOCK).await?;
        Ok(transaction)
    }

    async fn keep(&self, transaction: &Transaction, mut records: Vec<Record>) -> Result<StoredCounts> {
        let mut all = StoredCounts::default();
        for records in records.chunks_mut(AT_ONCE) {
            ended_before(transaction, records).await?;
            let mut ledger = Ledger::default();
            for row in transaction.query_all(&candidates(records)).await? {
                let (id, record) = known(&row)?;
                ledger.enter(Some(id), record);
            }
            for record in records {
                ledger.hear(std::mem::take(record));
            }
            let kept = ledger.kept();
            all.new += kept.new;
            all.changed += kept.changed;
            write(transaction, self.backend(), ledger).await?;
        }
        Ok(all)
    }
}

/// The stored participations that may match some records.
fn candidates(records: &[Record]) -> sea_orm::sea_query::SelectStatement {
    let meetings: BTreeSet<_> = records
        .iter()
        .map(|record| record.participation.meeting_id.as_str())
        .collect();
    let mut participants: BTreeSet<_> = records.iter().map(|record| record.participant.as_str()).collect();
    participants.insert("");
    let mut like = Condition::any().add(Expr::col("participant").is_in(participants));
    let unnumbered = records.iter().filter(|record| record.participant.is_empty());
    let times: Vec<_> = unnumbered.map(|record| record.participation.join_time).collect();
    if let (Some(first), Some(last)) = (times.iter().min(), times.iter().max()) {
        // A participant observed with a number may also be observed without one.
        const DAY: i64 = 86_400_000;
        like = like.add(Expr::col("join_time").between(first.saturating_sub(DAY), last.saturating_add(DAY)));
    }
    Query::select()
        .columns(COLUMNS.into_iter().chain(OWN_COLUMNS).chain(["id"]))
        .from("attendance")
        .cond_where(Condition::all().add(Expr::col("meeting_id").is_in(meetings)).add(like))
        .order_by("id", sea_orm::Order::Asc)
        .take()
}

/// Fills in the end for participations of meetings that are known to have ended.
async fn ended_before(transaction: &Transaction, records: &mut [Record]) -> Result<()> {
    let waiting = records
        .iter()
        .filter(|record| record.participation.meeting_end.is_none());
    let uuids: HashSet<_> = waiting.map(|record| record.meeting_uuid.clone()).collect();
    if uuids.is_empty() {
        return Ok(());
    }
    let select = Query::select()
        .columns(["uuid", "ended_at"])
        .from("zoom_meeting")
        .cond_where(Expr::col("uuid").is_in(uuids))
        .take();
    let mut ends = HashMap::<String, i64>::new();
    for row in transaction.query_all(&select).await? {
        ends.insert(row.try_get_by_index(0)?, row.try_get_by_index(1)?);
    }
    for record in records {
        if record.participation.meeting_end.is_none() {
            record.participation.meeting_end = ends.get(&record.meeting_uuid).copied();
        }
    }
    Ok(())
}

/// Stores the end of a meeting, for the known participants and for later observations.
async fn keep_end(transaction: &Transaction, end: &MeetingEnd) -> Result<()> {
    let insert = Query::insert()
        .into_table("zoom_meeting")
        .columns(["uuid", "ended_at"])
        .values_panic([end.uuid.as_str().into(), end.at.into()])
        .on_conflict(OnConflict::column("uuid").update_column("ended_at").to_owned())
        .take();
    transaction.execute(&insert).await?;
    let update = Query::update()
        .table("attendance")
        .value("meeting_end", end.at)
        .cond_where(
            Condition::all()
                .add(Expr::col("meeting_uuid").eq(end.uuid.as_str()))
                .add(Expr::col("reported").eq(false)),
        )
        .take();
    transaction.execute(&update).await?;
    Ok(())
}

/// Stores the series of the meetings, each of which may be tied to a class.
async fn keep_series(transaction: &Transaction, records: impl Iterator<Item = &Record>) -> Result<()> {
    let series: BTreeSet<_> = records
        .map(|record| (&record.participation.meeting_id, &record.participation.topic))
        .collect();
    if series.is_empty() {
        return Ok(());
    }
    let mut insert = Query::insert();
    insert.into_table("zoom_series").columns(["meeting_id", "topic"]);
    for (meeting, topic) in series {
        insert.values_panic([meeting.as_str().into(), topic.as_str().into()]);
    }
    insert.on_conflict(OnConflict::columns(["meeting_id", "topic"]).do_nothing().to_owned());
    transaction.execute(&insert).await?;
    Ok(())
}

/// Writes new and changed participations.
async fn write(transaction: &Transaction, backend: DatabaseBackend, ledger: Ledger) -> Result<()> {
    let columns = || {
        COLUMNS
            .into_iter()
            .chain(OWN_COLUMNS)
            .chain(["identity", "search_text"])
    };
    let (new, known): (Vec<_>, Vec<_>) = ledger.entries.into_iter().partition(|entry| entry.id.is_none());
    let changed: Vec<_> = known.into_iter().filter(|entry| entry.changed).collect();
    keep_series(transaction, new.iter().chain(&changed).map(|entry| &entry.record)).await?;
    let at_once = rows_per_statement(backend, columns().count() + 1);
    for entries in new.chunks(at_once) {
        let mut insert = Query::insert();
        insert.into_table("attendance").columns(columns());
        for entry in entries {
            insert.values_panic(values(&entry.record));
        }
        transaction.execute(&insert).await?;
    }
    for entries in changed.chunks(at_once) {
        // One statement for many rows. All of them exist, so the upsert changes them and adds none.
        let mut upsert = Query::insert();
        upsert
            .into_table("attendance")
            .columns(["id"].into_iter().chain(columns()));
        for entry in entries {
            upsert.values_panic([Expr::val(entry.id)].into_iter().chain(values(&entry.record)));
        }
        upsert.on_conflict(OnConflict::column("id").update_columns(columns()).to_owned());
        transaction.execute(&upsert).await?;
    }
    Ok(())
}

fn values(record: &Record) -> [Expr; COLUMNS.len() + OWN_COLUMNS.len() + 2] {
    let participation = &record.participation;
    let person = participation.person.as_ref();
    let identity = Identity {
        email: participation.email.clone(),
        name: record.name.clone(),
    };
    let search_text = [
        &participation.username,
        &record.name,
        &participation.email,
        &participation.meeting_id,
        &participation.topic,
        &participation.leave_reason,
    ];
    [
        participation.meeting_id.as_str().into(),
        participation.topic.as_str().into(),
        participation.meeting_start.into(),
        participation.meeting_end.into(),
        participation.username.as_str().into(),
        participation.email.as_str().into(),
        participation.join_time.into(),
        participation.leave_time.into(),
        participation.leave_reason.as_str().into(),
        participation.join_guessed.into(),
        person.map(|person| person.kind.as_str()).into(),
        person.map(|person| person.number.as_str()).into(),
        record.meeting_uuid.as_str().into(),
        record.participant.as_str().into(),
        record.name.as_str().into(),
        record.reported.into(),
        identity.kept().into(),
        search_text.map(|text| text.to_lowercase()).join("\n").into(),
    ]
}

//! Decides on each row of the source as it arrives: what to write, and what only to report.
//!
//! Lists are decided on in the order of the classes, however many are read at once. So a conflict between lists has one
//! result: within a job the first list's description of a person has precedence. A later list that differs is reported, with
//! both values.

use super::{
    diff::{origin, refuse_empty_list},
    enrolments::Enrolments,
    kept::RowIssue,
    list::List,
    reading::{ListResult, ParsedRow, Reading, Record},
    spellings::{Spelling, Spellings, respelled},
    ties::tied,
    unplaced::Unplaced,
};
use crate::{Before, Conflict, Planner, Result, Run, Verdict, enrol::first_bearers, impact::Digest, plan::SAMPLE};
use hashbrown::{HashMap, HashSet};
use selaras_kinds::{Kind, class_id, key, key_hash, untied_key_hash, value};
use selaras_reasons::Reason;
use selaras_source::{Origin, RawRow};
use selaras_store::enrolments::{Hashes, KnownEnrolment, KnownPerson, NewEnrolment, READ_AGAIN};
use std::{collections::BTreeSet, sync::Arc};

/// Decides on all lists of one job. It holds a few words per row, or per person, that must be read.
pub(super) struct Reconciler {
    run: Arc<Run>,
    /// Where the lists are read from.
    pub(super) origin: Option<Origin>,
    /// The rows of the list; for enrolments, the people of all lists.
    objects: Planner,
    /// People that a list of this job describes differently from the dashboard.
    changed: HashSet<i64>,
    /// Hashed keys of the rows and people that the order leaves out.
    left_out: BTreeSet<i64>,
    /// How many unchanged rows were recorded by name.
    named_unchanged: usize,
}

fn person_before(known: &KnownPerson) -> (i64, Before) {
    let before = Before {
        id: known.id,
        fingerprint: known.fingerprint,
        source: known.source_fingerprint,
        missing: false,
    };
    (known.hash, before)
}

impl Reconciler {
    /// Loads the stored rows of the readings. People are looked up as they come.
    pub(super) async fn of<K: Kind>(run: &Arc<Run>, readings: &[Arc<Reading>]) -> Result<Self> {
        let mut objects = Planner::default();
        if readings.iter().any(|reading| !reading.takes_all()) {
            objects = objects.insisting();
        }
        Ok(Self {
            run: Arc::clone(run),
            origin: origin::<K>(run).await?,
            objects,
            changed: HashSet::new(),
            left_out: run.left_out(),
            named_unchanged: 0,
        })
    }

    /// Starts a list.
    pub(super) fn list(&self, reading: &Reading, enrolments: Arc<Enrolments>) -> List {
        let mut list = List::begin(reading, enrolments);
        for enrolment in self
            .left_out
            .iter()
            .filter_map(|hash| list.enrolments.named(*hash))
            .collect::<Vec<_>>()
        {
            list.names(enrolment);
        }
        list
    }

    /// The records of the next rows of a list.
    pub(super) async fn decide<K: Kind>(
        &mut self,
        reading: &Reading,
        list: &mut List,
        parsed: Vec<ParsedRow<K>>,
    ) -> Result<Vec<Record<K>>> {
        self.run.checkpoint()?;
        let parsed = parsed.into_iter().filter_map(|parsed| match parsed {
            // An earlier list of this job describes the person differently, so this row must be parsed and compared.
            ParsedRow::Same(enrolment, row) if self.changed.contains(&list.enrolments.at(enrolment).person) => {
                reading.read_text(&row, READ_AGAIN)
            }
            parsed => Some(parsed),
        });
        let mut parsed: Vec<_> = parsed.collect();
        self.ask_for_people::<K>(&parsed).await?;
        if !reading.is_part() {
            let numbers = parsed.iter().filter_map(|parsed| match parsed {
                ParsedRow::Issue(issue) => issue.unplaced_number(),
                _ => None,
            });
            let numbers: Vec<_> = numbers.collect();
            let unplaced = Unplaced::of::<K>(&self.run, &numbers).await?;
            Arc::make_mut(&mut list.unplaced).extend(unplaced);
        }
        if self.compare_spellings::<K>(&mut parsed).await? {
            self.ask_for_people::<K>(&parsed).await?;
        }
        let mut records = self.tie_to_classes::<K>(list, &parsed).await?;
        for parsed in parsed {
            if self.leaves_alone(&parsed, list) {
                list.see(&parsed);
                unchanged(&mut records);
                continue;
            }
            match parsed {
                ParsedRow::Issue(RowIssue::Unreadable {
                    position,
                    reason,
                    class,
                    number,
                }) => {
                    // If only its class is unreadable, it is a row of that person.
                    let is_of_one = class.is_none() && list.unplaced.has(&number);
                    if !is_of_one {
                        list.in_doubt.add(&position, &reason);
                        match class {
                            Some(class) => list.classes[class].unreadable = true,
                            None => list.unreadable = true,
                        }
                    }
                    list.unread.add(&position, &reason);
                    records.push(Record::Failed(position, reason));
                }
                ParsedRow::Issue(RowIssue::Notice(reason, may_have_rows)) => {
                    list.unreadable |= may_have_rows;
                    records.push(Record::Notice(reason));
                }
                ParsedRow::Issue(RowIssue::Refused { position, reason }) => {
                    list.unread.add(&position, &reason);
                    records.push(Record::Failed(position, reason));
                }
                ParsedRow::Issue(RowIssue::UnreadableElsewhere) => list.unreadable = true,
                ParsedRow::Issue(RowIssue::UnknownClass { label, class, .. }) => {
                    list.has_unknown_class = true;
                    let reason = Reason::ClassUnknownHere {
                        source: self.run.source.name().to_owned(),
                        count: 1,
                    };
                    // The row is one of the class's people, so nothing is missing there.
                    if let Some(class) = class {
                        list.classes[class].unreadable = true;
                        list.in_doubt.add(&label, &reason);
                    }
                    list.unread.add(&label, &reason);
                    list.unknown_classes.add(label);
                }
                ParsedRow::Issue(RowIssue::UnknownClassElsewhere) => list.has_unknown_class = true,
                ParsedRow::Same(enrolment, text) => self.same(reading, list, enrolment, &text, &mut records),
                ParsedRow::Row { row, class, hashes } => {
                    let (person, verdict) = self.objects.decide(hashes.object, hashes.fingerprint);
                    if let Verdict::Update { id } = verdict {
                        self.changed.insert(id);
                    }
                    self.enrolment(list, class, verdict, NewEnrolment { row, hashes, person }, &mut records);
                }
            }
        }
        Ok(records)
    }

    /// True if the order leaves out a row, or the person in it.
    fn leaves_alone<K>(&self, parsed: &ParsedRow<K>, list: &List) -> bool {
        if self.left_out.is_empty() {
            return false;
        }
        match parsed {
            ParsedRow::Row { hashes, .. } => {
                self.left_out.contains(&hashes.key) || self.left_out.contains(&hashes.object)
            }
            ParsedRow::Same(enrolment, _) => self.left_out.contains(&list.enrolments.at(*enrolment).key_hash),
            ParsedRow::Issue(_) => false,
        }
    }

    /// Decides on a row with exactly the stored text. It need not be parsed, except for the first ones, which a plan shows.
    fn same<K: Kind>(
        &mut self,
        reading: &Reading,
        list: &mut List,
        enrolment: usize,
        text: &RawRow,
        records: &mut Vec<Record<K>>,
    ) {
        list.names(enrolment);
        let known = *list.enrolments.at(enrolment);
        self.objects.confirm(known.person);
        if known.missing {
            list.digest.add([known.key_hash, known.id]);
            records.push(Record::Returned(known.id));
        } else if !self.run.wrote(known.written_in) {
            let shown = self.names_unchanged().then(|| reading.read_text::<K>(text, READ_AGAIN));
            match shown.flatten() {
                Some(ParsedRow::Row { row, .. }) => self.stays(&row, records),
                _ => unchanged(records),
            }
        }
    }

    /// True if the next unchanged row is recorded by name.
    const fn names_unchanged(&self) -> bool {
        self.named_unchanged < SAMPLE
    }

    /// Records an unchanged row: the first ones by name, the others in a count.
    fn stays<K: Kind>(&mut self, row: &K, records: &mut Vec<Record<K>>) {
        if self.names_unchanged() {
            self.named_unchanged += 1;
            records.push(Record::UnchangedRow(key(row), row.label()));
        } else {
            unchanged(records);
        }
    }

    /// Decides on one row of a class's list. It describes a person and says that they are enrolled.
    fn enrolment<K: Kind>(
        &mut self,
        list: &mut List,
        class: usize,
        verdict: Verdict,
        enrolment: NewEnrolment<K>,
        records: &mut Vec<Record<K>>,
    ) {
        let NewEnrolment { row, hashes, person } = enrolment;
        let agreed = !matches!(verdict, Verdict::Conflict(_));
        let before = records.len();
        match verdict {
            // A new person comes with the enrolment.
            Verdict::Create | Verdict::Unchanged | Verdict::Returned { .. } => {}
            Verdict::Update { id } => {
                list.digest.add([id, hashes.fingerprint]);
                records.push(Record::Update(id, row.clone()));
            }
            Verdict::Conflict(Conflict::Twice) => {
                list.digest.add([hashes.key, hashes.fingerprint]);
                records.push(Record::Disagreement(row.clone()));
            }
            Verdict::Conflict(conflict) => {
                list.digest.add([hashes.key, hashes.fingerprint]);
                let reason = conflict.reason(self.run.source.name());
                records.push(Record::Conflict(hashes.key, key(&row), row.label(), reason));
            }
        }
        let said_nothing = records.len() == before;
        match list.named(hashes.key) {
            Some(enrolment) => {
                let known = *list.enrolments.at(enrolment);
                let again = list.names(enrolment);
                if known.missing && !again {
                    list.digest.add([hashes.key, known.id]);
                    records.push(Record::Returned(known.id));
                } else if known.source_hash.is_none() && !again {
                    // Entered by form until now; the source has it too.
                    records.push(Record::Reworded(known.id, hashes.source));
                } else if said_nothing && known.source_hash == Some(READ_AGAIN) && agreed {
                    records.push(Record::Reworded(known.id, hashes.source));
                } else if said_nothing && !self.run.wrote(known.written_in) {
                    self.stays(&row, records);
                }
            }
            None if list.new.insert(hashes.key) => {
                list.classes[class].new += 1;
                list.digest.add([hashes.key, hashes.fingerprint]);
                let source = if agreed { hashes.source } else { READ_AGAIN };
                records.push(Record::Create(NewEnrolment {
                    row,
                    hashes: Hashes { source, ..hashes },
                    person,
                }));
            }
            None if said_nothing => unchanged(records),
            None => {}
        }
    }

    /// Compares new people with those who have the same number in another spelling. Capitals make no difference: the row takes
    /// the spelling that is known. Zeros at the beginning may, so a row of the same name is not used. Returns whether a row
    /// was respelled.
    async fn compare_spellings<K: Kind>(&self, parsed: &mut [ParsedRow<K>]) -> Result<bool> {
        let new = parsed.iter().filter_map(|parsed| match parsed {
            ParsedRow::Row { row, hashes, .. } if self.is_new(hashes) => Some(row),
            _ => None,
        });
        let known = Spellings::of_people(&self.run.store, new).await?;
        let mut has_respelled = false;
        for parsed in parsed {
            let ParsedRow::Row { row, class, hashes } = parsed else {
                continue;
            };
            if !self.is_new(hashes) {
                continue;
            }
            match known.of_person(row) {
                Spelling::Unknown => {}
                Spelling::InCapitals(other) => {
                    *row = respelled(row, K::OBJECT_KEY, &other);
                    *hashes = Hashes::of(row, hashes.source);
                    has_respelled = true;
                }
                Spelling::InZeros(other) => {
                    let reason = Reason::NumberSpelledOtherwise {
                        field: K::OBJECT_KEY.to_owned(),
                        value: value(row, K::OBJECT_KEY).to_owned(),
                        other,
                        source: self.run.source.name().to_owned(),
                    };
                    *parsed = ParsedRow::Issue(RowIssue::Unreadable {
                        position: key(row).text,
                        reason,
                        class: Some(*class),
                        number: String::new(),
                    });
                }
            }
        }
        Ok(has_respelled)
    }

    /// Finds stored enrolments without the id of their class, for rows that now say it: a row that gains the id is the same
    /// enrolment. One that is on the platform is of the class that had the name first. If the row says another one, its person
    /// changes classes: the enrolment gets the id of the former class, and the row is a new one.
    async fn tie_to_classes<K: Kind>(&mut self, list: &mut List, parsed: &[ParsedRow<K>]) -> Result<Vec<Record<K>>> {
        let mut untied = Vec::new();
        for parsed in parsed {
            if let ParsedRow::Row { row, hashes, .. } = parsed
                && !class_id(row).is_empty()
                && let Some(id) = self.untied(list, row, hashes.key)
            {
                untied.push((id, row, hashes.key));
            }
        }
        if untied.is_empty() {
            return Ok(Vec::new());
        }
        let ids: Vec<_> = untied.iter().map(|(id, ..)| *id).collect();
        let stored = self.run.store.by_ids::<K>(&ids).await?;
        let rows: Vec<_> = stored.values().map(|stored| &stored.row).collect();
        let first = first_bearers::<K>(&self.run.store, &rows).await?;
        let first: HashMap<_, _> = stored.keys().zip(first).collect();
        let (mut records, mut taken) = (Vec::new(), HashSet::new());
        for (id, row, key) in untied {
            let Some(before) = stored.get(&id).filter(|_| !taken.contains(&id)) else {
                continue;
            };
            let tied = tied(before, first[&id].as_deref(), row);
            let tied_key = key_hash(&tied);
            if list.named(tied_key).is_some() {
                continue;
            }
            list.digest.add([tied_key, id]);
            if let Some(at) = list.enrolments.named(untied_key_hash(row))
                && tied_key == key
            {
                list.tied.insert(key, at);
            }
            if tied_key == key {
                taken.insert(id);
            }
            records.push(Record::Tied(id, tied));
        }
        Ok(records)
    }

    /// The stored enrolment of a row, without the id of its class, if the list has not named it yet.
    fn untied<K: Kind>(&self, list: &List, row: &K, key: i64) -> Option<i64> {
        let untied = untied_key_hash(row);
        let at = list.enrolments.named(untied).filter(|_| list.named(key).is_none())?;
        (!list.seen[at]).then(|| list.enrolments.at(at).id)
    }

    /// True if neither the dashboard nor this job has a person of this number.
    fn is_new(&self, hashes: &Hashes) -> bool {
        !self.objects.has_seen(hashes.object) && !self.objects.knows(hashes.object)
    }

    async fn ask_for_people<K: Kind>(&mut self, parsed: &[ParsedRow<K>]) -> Result<()> {
        // For earlier people, the planner keeps the descriptions that have precedence.
        self.objects.forget();
        let (mut asked, mut unknown) = (HashSet::new(), Vec::new());
        for parsed in parsed {
            if let ParsedRow::Row { row, hashes, .. } = parsed
                && !self.objects.has_seen(hashes.object)
                && asked.insert(hashes.object)
            {
                unknown.push(value(row, K::OBJECT_KEY));
            }
        }
        if !unknown.is_empty() {
            let known = self.run.store.known_people::<K>(&unknown).await?;
            self.objects.learn(known.iter().map(person_before));
        }
        Ok(())
    }

    /// The results of a list, class by class. Valid after its last row.
    ///
    /// # Errors
    /// The list has one class, or the kind has no classes, and it is empty although the dashboard has rows of it.
    pub(super) fn end(&self, list: &List, reading: &Reading) -> Result<Vec<ListResult>> {
        let classes = 0..list.classes.len();
        let ended: Vec<_> = classes.map(|class| self.end_class(list, class, reading)).collect();
        // A list of all classes can only be empty as a whole, and this may be a partition of it.
        if reading.takes_all() && !reading.classes.is_whole_list() {
            for listed in ended.iter().filter(|listed| !listed.left) {
                refuse_empty_list(&self.run, listed.seen, listed.held, &list.unread, self.origin.as_ref())?;
            }
        }
        Ok(ended)
    }

    /// The number of different rows of a class in the list.
    fn seen(list: &List, class: usize) -> usize {
        list.classes[class].named + list.classes[class].new
    }

    /// Classes that lost all people, while the list has rows of a class that the dashboard does not have: it may be the same
    /// class under another name, so nothing is missing there.
    pub(super) fn doubtful<K: Kind>(&self, list: &List, reading: &Reading) -> Vec<Record<K>> {
        let doubtful = (0..list.classes.len()).filter(|class| self.is_doubtful(list, *class, reading));
        let told = doubtful.map(|class| {
            let reason = Reason::EmptyListRefused {
                source: self.run.source.name().to_owned(),
                rows: list.enrolments.held(class) as u64,
            };
            Record::Failed(reading.classes.named(class), reason)
        });
        told.collect()
    }

    fn is_doubtful(&self, list: &List, class: usize, reading: &Reading) -> bool {
        let may_be_renamed = list.has_unknown_class && reading.classes.is_whole_list() && reading.takes_all();
        let emptied = Self::seen(list, class) == 0 && list.enrolments.held(class) > 0;
        may_be_renamed && emptied && !list.classes[class].unreadable && !reading.classes.has_left(class)
    }

    fn end_class(&self, list: &List, class: usize, reading: &Reading) -> ListResult {
        let seen = Self::seen(list, class);
        // An unreadable row may be any row, so then none is missing.
        let all_read = !list.unreadable && !list.classes[class].unreadable && !self.is_doubtful(list, class, reading);
        let mut stay = 0;
        let missing = match reading.takes_all() && all_read {
            true => {
                // A class that has left the timetable is not the one that is spelled otherwise.
                let may_stay = !reading.classes.has_left(class);
                let unlisted = list.enrolments.missing(class, &list.seen);
                let (staying, gone): (Vec<&KnownEnrolment>, Vec<_>) =
                    unlisted.partition(|enrolment| may_stay && list.unplaced.includes(enrolment.person));
                stay = staying.len();
                gone.into_iter().map(|enrolment| enrolment.id).collect()
            }
            false => Vec::new(),
        };
        let mut digest = Digest::default();
        for id in &missing {
            digest.add([*id, -1]);
        }
        ListResult {
            seen: seen as i64,
            held: list.enrolments.held(class) as i64,
            left: seen == 0 && reading.classes.has_left(class),
            unknown: false,
            missing,
            stay,
            digest,
        }
    }
}

/// Counts one more unchanged row; consecutive ones share a record.
fn unchanged<K>(records: &mut Vec<Record<K>>) {
    match records.last_mut() {
        Some(Record::Unchanged(rows)) => *rows += 1,
        _ => records.push(Record::Unchanged(1)),
    }
}

impl Conflict {
    /// Why the row was left as it is, and what to do.
    pub fn reason(self, source: &str) -> Reason {
        let source = source.to_owned();
        match self {
            Self::Twice => Reason::KeyTwice { source },
            Self::BothSides { .. } => Reason::ChangedBothSides { source },
            Self::EnteredHere { .. } => Reason::EnteredHere { source },
        }
    }
}

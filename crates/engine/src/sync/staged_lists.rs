//! Reads lists of people in classes into the staging tables. The lists are read a few at once and staged in their order: within a job,
//! the first description of a person has precedence.

use super::{
    ahead::{Ahead, OpenList, Part},
    ingest::Issues,
    issue::{RowIssue, UnreadRows},
    same_list::KnownTexts,
    source_lists::{ParsedRow, Reading},
    spellings::{NewNumbers, Spelling, Spellings, respell},
    totals::{Totals, Unread},
    unplaced::Unplaced,
};
use crate::{
    EngineError, PlanRow, Result, Run,
    key_interner::KeyInterner,
    plan::{SAMPLE, add_sample},
};
use selaras_kinds::{Kind, key, value};
use selaras_reasons::Reason;
use selaras_store::{
    enrolments::{Hashes, READ_AGAIN},
    staging::{Says, StagedEnrolment, Staging},
};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    sync::Arc,
};

/// People staged in one call.
const PEOPLE: usize = 2000;
/// Enrolments staged in one call, in the order in which they are written.
const ENROLMENTS: usize = 65_536;

/// What the lists say of one class.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct OfClass {
    /// It has rows.
    pub(super) listed: bool,
    /// A row that cannot be read may be one of its rows.
    pub(super) in_doubt: bool,
    /// Its list could not be read, or is refused.
    pub(super) failed: bool,
}

/// Staged lists of enrolments.
pub(super) struct StagedLists<K> {
    pub(super) staging: Staging<K>,
    pub(super) issues: Issues,
    pub(super) totals: Totals,
    /// The classes of the order.
    pub(super) of_classes: Vec<OfClass>,
    /// Unchanged lists, which are not staged: their number of rows, by the class's index.
    pub(super) same: BTreeMap<usize, i64>,
    /// The number of rows with a known text, in other lists.
    pub(super) known_rows: i64,
    /// Their enrolments.
    known: Vec<i64>,
    /// Rows that cannot be read, of the classes of which no row can.
    pub(super) unread: HashMap<usize, UnreadRows>,
    /// True if rows are of a class that the dashboard does not have: it may be one of its classes, under another name.
    pub(super) has_unknown_class: bool,
    pub(super) unplaced: Unplaced,
    /// Hashed numbers that may be those of stored people with other zeros, each with the number of such a person.
    undecided: HashMap<i64, String>,
    /// The number of staged rows, without those that the order leaves out.
    pub(super) rows: i64,
    /// Those of them that describe a person otherwise than an earlier one.
    pub(super) differing: i64,
    /// The number of rows that the order leaves out, and the first of them, as a plan shows them.
    pub(super) left_out: i64,
    pub(super) unwanted: Vec<PlanRow>,
    /// The number of rows of each staged class.
    pub(super) sizes: Vec<u32>,
    /// True if the dashboard has rows of the kind, with which these are compared.
    is_known: bool,
    /// Hashed keys of rows and people that the order leaves out.
    except: BTreeSet<i64>,
    people: KeyInterner,
    new_numbers: NewNumbers,
    /// The fingerprint of each person, as described first.
    fingerprints: Vec<i64>,
    classes: KeyInterner,
    new_people: Vec<(u32, K)>,
    new_classes: Vec<K>,
    enrolments: Vec<StagedEnrolment>,
    /// Rows that describe a person otherwise than an earlier one, with the person's number.
    others: Vec<(u32, K)>,
}

impl<K: Kind> StagedLists<K> {
    /// Prepares to stage lists. `is_known` means that the dashboard has rows of the kind.
    pub(super) async fn new(run: &Run, is_known: bool) -> Result<Self> {
        Ok(Self {
            staging: run.store.stage().await?,
            issues: Issues::of::<K>(run),
            totals: Totals::default(),
            of_classes: Vec::new(),
            same: BTreeMap::new(),
            known_rows: 0,
            known: Vec::new(),
            unread: HashMap::new(),
            has_unknown_class: false,
            unplaced: Unplaced::default(),
            undecided: HashMap::new(),
            rows: 0,
            differing: 0,
            left_out: 0,
            unwanted: Vec::new(),
            sizes: Vec::new(),
            is_known,
            except: run.left_out(),
            people: KeyInterner::default(),
            new_numbers: NewNumbers::default(),
            fingerprints: Vec::new(),
            classes: KeyInterner::default(),
            new_people: Vec::new(),
            new_classes: Vec::new(),
            enrolments: Vec::with_capacity(ENROLMENTS),
            others: Vec::new(),
        })
    }

    /// Reads all lists of an order, and stages those that are not known to be unchanged.
    ///
    /// # Errors
    /// The only list cannot be read.
    pub(super) async fn read(&mut self, run: &Arc<Run>, readings: &[Arc<Reading>], known: KnownTexts) -> Result<()> {
        self.of_classes = vec![OfClass::default(); readings.iter().map(|reading| reading.classes.len()).sum()];
        let alone = readings.len() == 1;
        let mut ahead = Ahead::<K>::new(run, readings.to_vec(), known);
        while let Some(open) = ahead.next() {
            let reading = Arc::clone(&open.reading);
            self.totals.lists += 1;
            let mut rows_came = false;
            match self.read_list(run, open, &mut rows_came).await {
                Ok(()) => self.end_list(run, &reading).await?,
                // The class has left the timetable and the list of students, so it has no people.
                Err(EngineError::Source(error))
                    if error.is_absence() && !alone && !rows_came && reading.is_of_class_that_left() =>
                {
                    self.totals.unknown_lists += 1;
                }
                Err(error @ (EngineError::Source(_) | EngineError::Refused(_))) if !alone => {
                    self.issues.unread = Unread::default();
                    self.fail(reading.classes.scope(0), reading.named(), error);
                    self.end_list(run, &reading).await?;
                }
                Err(error) => return Err(error),
            }
        }
        self.stage_people().await?;
        self.stage_enrolments().await?;
        self.stage_known().await?;
        self.staging.leave_out(&self.except).await?;
        self.staging.keep_as_they_are(self.same.keys().copied()).await?;
        self.issues.stage(run, &self.staging).await
    }

    /// Reports a list that failed; the others go on.
    pub(super) fn fail(&mut self, class: usize, named: String, error: EngineError) {
        self.totals.failed_lists += 1;
        self.of_classes[class].failed = true;
        self.issues.fail(named, error.reason());
    }

    async fn read_list(&mut self, run: &Run, mut open: OpenList<K>, rows_came: &mut bool) -> Result<()> {
        let reading = &*open.reading;
        // A list may have a row more than once.
        let mut known = BTreeSet::new();
        while let Some(part) = open.said.recv().await {
            let part = part?;
            *rows_came = true;
            run.checkpoint()?;
            let mut parsed = match part {
                Part::Rows(rows) => rows,
                Part::Known(ids) => {
                    self.known_rows += ids.len() as i64;
                    known.extend(ids);
                    continue;
                }
                Part::Same(rows) => {
                    self.same.insert(reading.classes.scope(0), rows);
                    continue;
                }
            };
            if self.is_known {
                self.find_unplaced(run, &parsed).await?;
                self.compare_spellings(run, &mut parsed).await?;
            } else {
                for parsed in &mut parsed {
                    if let ParsedRow::Row { row, hashes, .. } = parsed
                        && self.people.find(hashes.object).is_none()
                    {
                        self.new_numbers.spell_as_before(row, hashes);
                    }
                }
            }
            for parsed in parsed {
                match parsed {
                    ParsedRow::Issue(issue) => self.take_issue(run, reading, issue),
                    ParsedRow::Row { row, class, hashes } => {
                        self.of_classes[reading.classes.scope(class)].listed = true;
                        if self.except.contains(&hashes.key) || self.except.contains(&hashes.object) {
                            self.left_out += 1;
                            // All rows of a person may be left out by the person's key.
                            self.except.insert(hashes.key);
                            add_sample(SAMPLE, &mut self.unwanted, || PlanRow::named(key(&row), row.label()));
                        } else {
                            self.add(row, hashes);
                        }
                    }
                }
            }
            if self.new_people.len() + self.new_classes.len() + self.others.len() >= PEOPLE {
                self.stage_people().await?;
            }
            if self.enrolments.len() >= ENROLMENTS {
                self.stage_enrolments().await?;
            }
        }
        if !known.is_empty() {
            self.of_classes[reading.classes.scope(0)].listed = true;
            self.known.extend(known);
        }
        if self.known.len() >= ENROLMENTS {
            self.stage_known().await?;
        }
        Ok(())
    }

    /// The people of rows with an unknown or unreadable class: their enrolments stay.
    async fn find_unplaced(&mut self, run: &Run, parsed: &[ParsedRow<K>]) -> Result<()> {
        let numbers = parsed.iter().filter_map(|parsed| match parsed {
            ParsedRow::Issue(issue) => issue.unplaced_number(),
            ParsedRow::Row { .. } => None,
        });
        let numbers: Vec<_> = numbers.collect();
        self.unplaced.extend(Unplaced::of::<K>(run, &numbers).await?);
        Ok(())
    }

    fn take_issue(&mut self, run: &Run, reading: &Reading, issue: RowIssue) {
        match issue {
            RowIssue::Unreadable {
                position,
                reason,
                class,
                number,
            } => match class {
                Some(class) => {
                    self.of_classes[reading.classes.scope(class)].in_doubt = true;
                    self.issues.doubt(position, reason);
                }
                // Only its class is unreadable, so it is a row of that person.
                None if self.unplaced.has(&number) => self.issues.refuse(position, reason),
                None => {
                    self.issues.unread.of_list = true;
                    self.issues.doubt(position, reason);
                }
            },
            RowIssue::UnknownClass { label, class, .. } => {
                self.has_unknown_class = true;
                // The row is one of the class's people, so nothing is missing there.
                if let Some(class) = class {
                    self.of_classes[reading.classes.scope(class)].in_doubt = true;
                }
                self.issues.unknown_class(label, class.is_some(), run);
            }
            RowIssue::Notice(reason, may_have_rows) => self.issues.notice(reason, may_have_rows),
        }
    }

    /// Compares the numbers of new people with those that the dashboard has in another spelling. Capitals make no difference: the row
    /// takes the spelling that is known, or that of the first new row. Zeros at the beginning may, so a row of the same name is not used.
    /// The first row of a number decides for all of its rows, as it does for the person's description.
    async fn compare_spellings(&mut self, run: &Run, parsed: &mut [ParsedRow<K>]) -> Result<()> {
        let rows = || {
            parsed.iter().filter_map(|parsed| match parsed {
                ParsedRow::Row { row, hashes, .. } if self.people.find(hashes.object).is_none() => Some((row, hashes)),
                _ => None,
            })
        };
        let numbers: BTreeSet<_> = rows().map(|(row, _)| value(row, K::OBJECT_KEY)).collect();
        let numbers: Vec<_> = numbers.into_iter().collect();
        let known = run.store.known_people::<K>(&numbers).await?;
        let known: HashSet<_> = known.into_iter().map(|person| person.hash).collect();
        let is_new = |hashes: &Hashes| self.people.find(hashes.object).is_none() && !known.contains(&hashes.object);
        let new = rows().filter(|(_, hashes)| is_new(hashes)).map(|(row, _)| row);
        let spellings = Spellings::of_people(&run.store, new).await?;
        let mut accepted = HashSet::new();
        for parsed in parsed {
            let ParsedRow::Row { row, class, hashes } = parsed else {
                continue;
            };
            if !is_new(hashes) || accepted.contains(&hashes.object) {
                continue;
            }
            let spelling = match self.undecided.get(&hashes.object) {
                Some(other) => Spelling::InZeros(other.clone()),
                None => spellings.of_person(row),
            };
            match spelling {
                Spelling::Unknown => {
                    self.new_numbers.spell_as_before(row, hashes);
                    accepted.insert(hashes.object);
                }
                Spelling::InCapitals(other) => respell(row, hashes, &other),
                Spelling::InZeros(other) => {
                    self.undecided.insert(hashes.object, other.clone());
                    let reason = Reason::NumberSpelledOtherwise {
                        field: K::OBJECT_KEY.to_owned(),
                        value: value(row, K::OBJECT_KEY).to_owned(),
                        other,
                        source: run.source.name().to_owned(),
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
        Ok(())
    }

    fn add(&mut self, row: K, hashes: Hashes) {
        self.rows += 1;
        let (class, person) = (self.classes.intern(hashes.class), self.people.intern(hashes.object));
        match self.sizes.get_mut(class as usize) {
            Some(rows) => *rows += 1,
            None => {
                self.sizes.push(1);
                self.new_classes.push(row.clone());
            }
        }
        let says = match self.fingerprints.get(person as usize) {
            None => Says::First,
            Some(first) if *first == hashes.fingerprint => Says::Same,
            Some(_) => Says::Otherwise,
        };
        if says == Says::Otherwise || !self.is_known {
            self.totals.digest.add([hashes.key, hashes.fingerprint]);
        }
        self.enrolments.push(StagedEnrolment {
            class: class + 1,
            person: person + 1,
            key_hash: hashes.key,
            // Compared again by the next sync.
            source_hash: if says == Says::Otherwise {
                READ_AGAIN
            } else {
                hashes.source
            },
            says,
        });
        match says {
            Says::Same => {}
            Says::First => {
                self.fingerprints.push(hashes.fingerprint);
                self.new_people.push((class + 1, row));
            }
            Says::Otherwise => {
                self.differing += 1;
                self.others.push((person + 1, row));
            }
        }
    }

    /// The number of rows of unchanged lists.
    pub(super) fn rows_of_same_lists(&self) -> i64 {
        self.same.values().sum()
    }

    /// True if all rows have been parsed and staged.
    pub(super) fn all_staged(&self) -> bool {
        self.same.is_empty() && self.known_rows == 0
    }

    /// True if the order leaves out rows.
    pub(super) fn leaves_out(&self) -> bool {
        !self.except.is_empty()
    }

    async fn stage_people(&mut self) -> Result<()> {
        self.staging.add_people(&std::mem::take(&mut self.new_people)).await?;
        self.staging.add_classes(&std::mem::take(&mut self.new_classes)).await?;
        self.staging.add_others(&std::mem::take(&mut self.others)).await?;
        Ok(())
    }

    async fn stage_enrolments(&mut self) -> Result<()> {
        // Stable: the first of several rows of one enrolment stays the first.
        self.enrolments
            .sort_by_key(|enrolment| (enrolment.class, enrolment.person));
        self.staging.add_enrolments(&self.enrolments).await?;
        self.enrolments.clear();
        Ok(())
    }

    async fn stage_known(&mut self) -> Result<()> {
        self.staging.keep_known(&std::mem::take(&mut self.known)).await?;
        Ok(())
    }

    /// Notes what is known after the last row of a list.
    async fn end_list(&mut self, run: &Run, reading: &Reading) -> Result<()> {
        let unread = std::mem::take(&mut self.issues.unread);
        for class in reading.classes.scopes() {
            let of_class = &mut self.of_classes[class];
            of_class.in_doubt |= unread.of_list;
            if !of_class.listed && unread.rows.rows > 0 && !reading.classes.is_whole_list() {
                self.unread.insert(class, unread.rows.clone());
            }
        }
        self.totals.add_unread(unread);
        self.issues.end_list(run, &self.staging).await
    }
}

//! Starting and stopping a campus.

use std::sync::Arc;

use jiff::civil::Date;
use jiff::{Timestamp, tz};

use crate::generator::{LargeClass, University};
use crate::listener::Listener;
use crate::moodle::{CostModel, Moodle, Settings};
use crate::source::{Changes, Faults, Source};
use crate::zoom::Zoom;
use crate::{moodle, source, zoom};

/// A running campus: three servers on loopback. Dropping it stops them.
pub struct Campus {
    university: Arc<University>,
    source: Arc<Source>,
    moodle: Moodle,
    zoom: Zoom,
    listeners: [Listener; 3],
    urls: [String; 3],
}

impl Campus {
    /// A builder for a campus of 2,000 students.
    pub fn builder() -> CampusBuilder {
        CampusBuilder {
            seed: 7,
            students: 2000,
            ports: [0; 3],
            large: None,
            zoom_until: None,
            moodle: Settings {
                token: "kampus-demo-token".to_owned(),
                max_input_vars: 1000,
                cost: None,
            },
        }
    }

    /// The academic system's address, without a trailing slash.
    #[must_use]
    pub fn source_url(&self) -> &str {
        &self.urls[0]
    }

    /// Moodle's address, without a trailing slash.
    #[must_use]
    pub fn moodle_url(&self) -> &str {
        &self.urls[1]
    }

    /// The token that Moodle accepts.
    #[must_use]
    pub fn moodle_token(&self) -> &str {
        self.moodle.token()
    }

    /// Zoom's address, without a trailing slash: its API is under `/v2`, and `/oauth/token` issues tokens.
    #[must_use]
    pub fn zoom_url(&self) -> &str {
        &self.urls[2]
    }

    /// Zoom's state, secrets and faults.
    #[must_use]
    pub fn zoom(&self) -> &Zoom {
        &self.zoom
    }

    /// The university behind the servers.
    #[must_use]
    pub fn university(&self) -> &University {
        &self.university
    }

    /// The academic system's faults.
    #[must_use]
    pub fn faults(&self) -> &Faults {
        &self.source.faults
    }

    /// The academic system's changes to rows.
    #[must_use]
    pub fn changes(&self) -> &Changes {
        &self.source.changes
    }

    /// The number of requests to a path of the academic system, such as `/classes`.
    #[must_use]
    pub fn requests(&self, path: &str) -> u64 {
        self.source.requests(path)
    }

    /// Moodle's state and faults.
    #[must_use]
    pub fn moodle(&self) -> &Moodle {
        &self.moodle
    }

    /// Stops the servers and closes their connections.
    pub fn shutdown(self) {
        drop(self.listeners);
    }
}

/// The settings of a campus to start. See [`Campus::builder`].
#[derive(Clone, Debug)]
#[must_use]
pub struct CampusBuilder {
    seed: u64,
    students: usize,
    ports: [u16; 3],
    large: Option<LargeClass>,
    zoom_until: Option<Date>,
    moodle: Settings,
}

impl CampusBuilder {
    /// The seed of the generator.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// The number of students; the rest of the university scales with it.
    pub fn students(mut self, students: usize) -> Self {
        self.students = students;
        self
    }

    /// Adds one class of any size, in its own course.
    pub fn with_large_class(mut self, nama_mk: &str, nama_kelas: &str, program_id: &str, size: usize) -> Self {
        self.large = Some(LargeClass {
            nama_mk: nama_mk.to_owned(),
            nama_kelas: nama_kelas.to_owned(),
            program_id: program_id.to_owned(),
            size,
        });
        self
    }

    /// A fixed port for the academic system.
    pub fn source_port(mut self, port: u16) -> Self {
        self.ports[0] = port;
        self
    }

    /// A fixed port for Moodle.
    pub fn moodle_port(mut self, port: u16) -> Self {
        self.ports[1] = port;
        self
    }

    /// The day of the last Zoom meetings; yesterday by default.
    pub fn zoom_until(mut self, day: Date) -> Self {
        self.zoom_until = Some(day);
        self
    }

    /// A fixed port for Zoom.
    pub fn zoom_port(mut self, port: u16) -> Self {
        self.ports[2] = port;
        self
    }

    /// The token that Moodle accepts.
    pub fn moodle_token(mut self, token: &str) -> Self {
        token.clone_into(&mut self.moodle.token);
        self
    }

    /// How many form fields Moodle's PHP reads before it drops the rest; 1,000 by default.
    pub fn max_input_vars(mut self, fields: usize) -> Self {
        self.moodle.max_input_vars = fields;
        self
    }

    /// Makes Moodle's calls cost time, for benchmarks.
    pub fn moodle_cost(mut self, cost: CostModel) -> Self {
        self.moodle.cost = Some(cost);
        self
    }

    /// Starts the servers.
    ///
    /// # Errors
    /// If a port cannot be bound.
    pub async fn start(self) -> std::io::Result<Campus> {
        let mut university = University::new(self.seed, self.students);
        if let Some(large) = self.large {
            university = university.with_large_class(large);
        }
        let university = Arc::new(university);
        let source = Arc::new(Source::new(Arc::clone(&university)));
        let moodle = Moodle::new(self.moodle);
        let yesterday = || {
            Timestamp::now()
                .to_zoned(tz::TimeZone::fixed(tz::offset(7)))
                .date()
                .yesterday()
        };
        let last_day = self.zoom_until.or_else(|| yesterday().ok()).unwrap_or_default();
        let zoom = Zoom::new(Arc::clone(&university), last_day);
        let listeners = [
            Listener::start(self.ports[0], source::router(Arc::clone(&source))).await?,
            Listener::start(self.ports[1], moodle::router(moodle.clone())).await?,
            Listener::start(self.ports[2], zoom::router(zoom.clone())).await?,
        ];
        let urls = [listeners[0].url(), listeners[1].url(), listeners[2].url()];
        Ok(Campus {
            university,
            source,
            moodle,
            zoom,
            listeners,
            urls,
        })
    }
}

//! A folder behind `disk.c`: the program's writes there can fail and can be recorded.

use selaras_tests::database::Fresh;
use std::{
    fs::{self, File, OpenOptions},
    os::unix::fs::FileExt,
    path::{Path, PathBuf},
    process::Command,
    sync::OnceLock,
};
use tempfile::TempDir;

/// How a call fails. The numbers are those of `disk.c`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// ENOSPC; nothing is done.
    NoSpace = 1,
    /// EIO; nothing is done.
    Error,
    /// Half of a write is done and reported as such.
    Short,
    /// Half of a write is done, and the next write fails with ENOSPC.
    Torn,
    /// A sync reports success and does nothing.
    Lost,
}

/// Kinds of calls: the sum of `disk.c`'s numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Calls(u64);

impl Calls {
    pub const WRITE: Self = Self(1);
    pub const SYNC: Self = Self(4);
    /// Calls that need space: writing, linking and creating.
    pub const GROWING: Self = Self(1 | 8 | 32);
    /// All calls that change the disk.
    pub const ALL: Self = Self(63);
}

/// The faults of a disk that does not lie, and the calls that they can hit.
pub const FAULTS: [(Fault, Calls); 4] = [
    (Fault::Error, Calls::ALL),
    (Fault::NoSpace, Calls::GROWING),
    (Fault::Short, Calls::WRITE),
    (Fault::Torn, Calls::WRITE),
];

/// Offsets in the control file.
const FAULT: u64 = 0;
const CALLS: u64 = 8;
const COUNTDOWN: u64 = 16;
const FULL: u64 = 24;
const COUNTED: u64 = 32;
const HITS: u64 = 40;
const CALL: u64 = 48;
const PATH: u64 = 56;
const LENGTH: u64 = 56 + 256;

/// A folder with storage that fails on request.
pub struct Disk {
    folder: TempDir,
    /// Holds the control file and the record, which must not fail.
    beside: TempDir,
    control: File,
    records: bool,
}

impl Disk {
    /// An empty folder with a record. Syncs there do not wait for the real disk.
    pub fn recorded() -> Self {
        Self::made(true)
    }

    fn made(records: bool) -> Self {
        let temporary = std::env::temp_dir().canonicalize().unwrap();
        let [folder, beside] = [(); 2].map(|()| TempDir::new_in(&temporary).unwrap());
        let control = beside.path().join("control");
        let control = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(true)
            .open(control)
            .unwrap();
        control.set_len(LENGTH).unwrap();
        if records {
            File::create(beside.path().join("record")).unwrap();
        }
        fs::create_dir(folder.path().join("tmp")).unwrap();
        Self {
            folder,
            beside,
            control,
            records,
        }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The SQLite database in the folder, existing or not.
    pub fn database(&self) -> Fresh {
        Fresh::at(format!("sqlite:{}", self.file().display()))
    }

    /// Its file.
    pub fn file(&self) -> PathBuf {
        self.folder().join("selaras.sqlite")
    }

    /// The variables of a program that uses this disk.
    pub fn variables(&self) -> Vec<(&'static str, String)> {
        let told = |path: &Path| path.to_str().unwrap().to_owned();
        let mut variables = vec![
            ("LD_PRELOAD", told(library())),
            ("DISK_FOLDER", told(self.folder())),
            ("DISK_CONTROL", told(&self.beside.path().join("control"))),
            ("TMPDIR", told(&self.folder().join("tmp"))),
        ];
        if self.records {
            variables.push(("DISK_RECORD", told(&self.beside.path().join("record"))));
        }
        variables
    }

    /// The record from an offset on.
    pub fn record_from(&self, place: usize) -> Vec<u8> {
        let record = File::open(self.beside.path().join("record")).unwrap();
        let mut rest = vec![0; self.recorded_bytes() - place];
        record.read_exact_at(&mut rest, place as u64).unwrap();
        rest
    }

    /// Length of the record so far: replies from now on are to earlier operations.
    pub fn recorded_bytes(&self) -> usize {
        let record = fs::metadata(self.beside.path().join("record")).unwrap();
        usize::try_from(record.len()).unwrap()
    }

    /// Lets the call with this number fail, from 1.
    pub fn fail(&self, fault: Fault, calls: Calls, number: u64) {
        self.put(COUNTDOWN, 0);
        self.put(HITS, 0);
        self.put(COUNTED, 0);
        self.put(FAULT, fault as u64);
        self.put(CALLS, calls.0);
        self.put(COUNTDOWN, number);
    }

    /// Counts calls of these kinds without failures.
    pub fn count(&self, calls: Calls) {
        self.fail(Fault::Error, calls, 0);
    }

    /// Number of counted calls.
    pub fn counted(&self) -> u64 {
        self.get(COUNTED)
    }

    /// Ends the failures. Returns the kind and the file of the call that failed.
    pub fn mend(&self) -> Option<String> {
        self.put(COUNTDOWN, 0);
        self.put(CALLS, 0);
        (self.get(HITS) > 0).then(|| {
            let call = match self.get(CALL) {
                1 => "write",
                2 => "truncate",
                4 => "sync",
                8 => "rename",
                16 => "remove",
                _ => "create",
            };
            let mut path = [0; 256];
            self.control.read_exact_at(&mut path, PATH).unwrap();
            let path = String::from_utf8_lossy(&path);
            format!("{call} of {}", path.trim_end_matches('\0'))
        })
    }

    /// From now on calls that need space fail.
    pub fn fill(&self) {
        self.put(FULL, 1);
    }

    /// Space is available again.
    pub fn make_room(&self) {
        self.put(FULL, 0);
    }

    fn put(&self, at: u64, value: u64) {
        self.control.write_all_at(&value.to_ne_bytes(), at).unwrap();
    }

    fn get(&self, at: u64) -> u64 {
        let mut value = [0; 8];
        self.control.read_exact_at(&mut value, at).unwrap();
        u64::from_ne_bytes(value)
    }
}

/// `disk.c`, compiled for this machine.
fn library() -> &'static Path {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        // Several test processes may compile it at the same time.
        let (made, library) = (
            folder.join(format!("disk.{}.so", std::process::id())),
            folder.join("disk.so"),
        );
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/program/storage/disk.c");
        let options = ["-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared"];
        let compiled = Command::new("cc")
            .args(options)
            .arg("-o")
            .args([made.as_path(), Path::new(source), Path::new("-ldl")])
            .status()
            .unwrap();
        assert!(compiled.success(), "disk.c does not compile");
        fs::rename(made, &library).unwrap();
        library
    })
}

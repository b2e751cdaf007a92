//! A folder between which and the program stands `disk.c`: what the program writes there can fail, and can be recorded.

use selaras_tests::database::Fresh;
use std::{
    fs::{self, File, OpenOptions},
    os::unix::fs::FileExt,
    path::{Path, PathBuf},
    process::Command,
    sync::OnceLock,
};
use tempfile::TempDir;

/// What becomes of the call that fails. The numbers are those of `disk.c`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// ENOSPC; nothing is done.
    NoSpace = 1,
    /// EIO; nothing is done.
    Error,
    /// Half of a write is done, and the caller hears so.
    Short,
    /// Half of a write is done, and the next write fails with ENOSPC.
    Torn,
    /// A sync says that it was done, and was not.
    Lost,
}

/// Kinds of calls: the sum of what `disk.c` calls them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Calls(u64);

impl Calls {
    pub const WRITE: Self = Self(1);
    pub const SYNC: Self = Self(4);
    /// Those that need room: writing, linking and creating.
    pub const GROWING: Self = Self(1 | 8 | 32);
    /// All that change the disk.
    pub const ALL: Self = Self(63);
}

/// The faults that befall a program without its disk's lying, and which calls they befall.
pub const FAULTS: [(Fault, Calls); 4] = [
    (Fault::Error, Calls::ALL),
    (Fault::NoSpace, Calls::GROWING),
    (Fault::Short, Calls::WRITE),
    (Fault::Torn, Calls::WRITE),
];

/// Places in the control file.
const FAULT: u64 = 0;
const CALLS: u64 = 8;
const COUNTDOWN: u64 = 16;
const FULL: u64 = 24;
const COUNTED: u64 = 32;
const HITS: u64 = 40;
const CALL: u64 = 48;
const PATH: u64 = 56;
const LENGTH: u64 = 56 + 256;

/// A folder whose storage fails on order.
pub struct Disk {
    folder: TempDir,
    /// Holds what must not fail: the orders and the record.
    beside: TempDir,
    control: File,
    records: bool,
}

impl Disk {
    /// An empty folder of which all is recorded. What is synced there waits for no real disk.
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

    /// The SQLite database that is in the folder, or will be.
    pub fn database(&self) -> Fresh {
        Fresh::at(format!("sqlite:{}", self.file().display()))
    }

    /// Its file.
    pub fn file(&self) -> PathBuf {
        self.folder().join("selaras.sqlite")
    }

    /// What a program is started with whose disk this is.
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

    /// What was recorded from a place of the record on.
    pub fn record_from(&self, place: usize) -> Vec<u8> {
        let record = File::open(self.beside.path().join("record")).unwrap();
        let mut rest = vec![0; self.recorded_bytes() - place];
        record.read_exact_at(&mut rest, place as u64).unwrap();
        rest
    }

    /// How many bytes were recorded so far: what is answered from now on happened before this place of the record.
    pub fn recorded_bytes(&self) -> usize {
        let record = fs::metadata(self.beside.path().join("record")).unwrap();
        usize::try_from(record.len()).unwrap()
    }

    /// Lets one of the calls fail: the first is 1.
    pub fn fail(&self, fault: Fault, calls: Calls, number: u64) {
        self.put(COUNTDOWN, 0);
        self.put(HITS, 0);
        self.put(COUNTED, 0);
        self.put(FAULT, fault as u64);
        self.put(CALLS, calls.0);
        self.put(COUNTDOWN, number);
    }

    /// Counts calls of these kinds, and lets none fail.
    pub fn count(&self, calls: Calls) {
        self.fail(Fault::Error, calls, 0);
    }

    /// Calls that were counted.
    pub fn counted(&self) -> u64 {
        self.get(COUNTED)
    }

    /// Lets no call fail any more. Says which did: its kind and its file.
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

    /// From now on nothing that needs room is done.
    pub fn fill(&self) {
        self.put(FULL, 1);
    }

    /// There is room again.
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
        // Tests of several processes may compile it at the same time.
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

//! Uploaded files: one temporary copy for all readers, and without a name.

use futures::{StreamExt, stream, stream::BoxStream};
use selaras_kinds::{Kind, pengajar::Pengajar};
use selaras_source::{Call, Contents, FilesSettings, Format, Shelf, Source, Upload, Uploads, Ways};
use std::{
    collections::BTreeMap,
    env, fs,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

/// Stores one file, and counts how often it is fetched.
#[derive(Debug)]
struct Counting {
    text: String,
    taken: AtomicUsize,
}

impl Shelf for Counting {
    fn pieces(&self, _id: i64) -> BoxStream<'static, Result<Vec<u8>, String>> {
        self.taken.fetch_add(1, Ordering::Relaxed);
        stream::iter([Ok(self.text.clone().into_bytes())]).boxed()
    }
}

/// Number of teachers in the file: more than fit in the queue of a slow reader.
const TEACHERS: usize = 40_000;

fn uploaded() -> (Source, Arc<Counting>) {
    let rows: String = (0..TEACHERS).map(|row| format!("{row},Siti {row}\n")).collect();
    let shelf = Arc::new(Counting {
        text: format!("nik,nama_lengkap\n{rows}"),
        taken: AtomicUsize::new(0),
    });
    let source = Source::of(Ways {
        name: "Simak".to_owned(),
        sql: None,
        files: FilesSettings::default(),
        http: None,
    });
    let source = source.unwrap().with_uploads(Uploads {
        files: vec![Upload {
            id: 1,
            list: "teachers".to_owned(),
            file: "Dosen.csv".to_owned(),
            format: Format::Csv,
            bytes: shelf.text.len() as u64,
            contents: Contents::default(),
        }],
        headings: BTreeMap::new(),
        shelf: Arc::clone(&shelf) as Arc<dyn Shelf>,
    });
    (source, shelf)
}

#[tokio::test]
async fn upload_is_copied_once_for_concurrent_readers_and_has_no_name() {
    let (source, shelf) = uploaded();
    let call = || Call::whole(&Pengajar::FEED);
    // The copy is in use until the rest is read.
    let mut slow = source.rows(call());
    let mut seen = slow.next().await.unwrap().unwrap().len();
    let bytes = shelf.text.len() as u64;
    let named = fs::read_dir(env::temp_dir()).unwrap().filter_map(Result::ok);
    let named = named.filter(|file| file.metadata().is_ok_and(|file| file.is_file() && file.len() == bytes));
    assert_eq!(named.count(), 0);

    for source in [source.clone(), source] {
        let mut others = source.rows(call());
        let mut count = 0;
        while let Some(chunk) = others.next().await.unwrap() {
            count += chunk.len();
        }
        assert_eq!(count, TEACHERS);
    }
    while let Some(chunk) = slow.next().await.unwrap() {
        seen += chunk.len();
    }
    assert_eq!((seen, shelf.taken.load(Ordering::Relaxed)), (TEACHERS, 1));
}

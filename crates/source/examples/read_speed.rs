//! Measures how fast a reply is split into rows, against `serde_json::from_reader`, and how long a download of 200 MB takes.
//!
//! `cargo run --release -p selaras-source --example read_speed`

use std::fmt::Write as _;
use std::io::{BufReader, Read};
use std::time::Instant;

use futures::StreamExt;
use selaras_kinds::{Kind, mata_kuliah::MataKuliah};
use selaras_source::{Call, Source, SourceSettings};
use serde::de::{DeserializeSeed, IgnoredAny, SeqAccess, Visitor};
use serde_json::value::RawValue;

struct Counted<'a>(&'a mut usize);

impl<'de> Visitor<'de> for Counted<'_> {
    type Value = ();

    fn expecting(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while list.next_element::<Box<RawValue>>()?.is_some() {
            *self.0 += 1;
        }
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for Counted<'_> {
    type Value = ();

    fn deserialize<D: serde::Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_seq(self)
    }
}

/// Returns a few kilobytes at a time, as a connection does.
struct Pieces<'a>(&'a [u8]);

impl Read for Pieces<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let some = self.0.len().min(into.len()).min(16 << 10);
        into[..some].copy_from_slice(&self.0[..some]);
        self.0 = &self.0[some..];
        Ok(some)
    }
}

/// Downloads a reply of 200 MB over a local connection. Returns the peak memory of the process.
fn download() -> Result<(), Box<dyn std::error::Error>> {
    let piece: String = (0..1000)
        .map(|row| {
            format!(r#"{{"NPK":"{row:06}","nama_lengkap":"Siti Nur Rahayu","nama_mk":"Algoritma","nama_kelas":"A"}},"#)
        })
        .collect();
    let pieces = 200_000_000 / piece.len();
    let piece = bytes::Bytes::from(piece);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let app = axum::Router::new().fallback(move || {
            let start = futures::stream::iter([bytes::Bytes::from_static(b"[")]);
            let more = futures::stream::repeat(piece.clone()).take(pieces);
            let end = futures::stream::iter([bytes::Bytes::from_static(b"{}]")]);
            let reply = start.chain(more).chain(end).map(Ok::<_, std::io::Error>);
            async { axum::response::Response::new(axum::body::Body::from_stream(reply)) }
        });
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
        let base_url = format!("http://{}/", listener.local_addr()?).parse()?;
        tokio::spawn(async move { axum::serve(listener, app).await });
        let source = Source::new(SourceSettings::new(base_url))?;
        let start = Instant::now();
        let (mut rows, mut total) = (source.rows(Call::whole(&MataKuliah::FEED)), 0);
        while let Some(chunk) = rows.next().await? {
            total += chunk.len();
        }
        let seconds = start.elapsed().as_secs_f64();
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let peak = status
            .lines()
            .find(|line| line.starts_with("VmHWM"))
            .unwrap_or("VmHWM: unknown");
        eprintln!(
            "200 MB over HTTP, server and client in one: {total} rows, {:.0} MB/s, {peak}",
            200.0 / seconds
        );
        Ok(())
    })
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    download()?;
    let mut body = String::from("[");
    for row in 0..600_000 {
        let comma = if row == 0 { "" } else { "," };
        write!(
            body,
            r#"{comma}{{"NPK":"{row:06}","nama_lengkap":"Siti Nur \"Ayu\" Rahayu","nama_mk":"Algoritma dan Pemrograman","nama_kelas":"A","program_id":"11","angkatan":"2026","jenis_kelamin":"P","HP":"081234567890","email":"{row:06}@mahasiswa.example.ac.id"}}"#
        )?;
    }
    body.push(']');
    let megabytes = body.len() as f64 / 1e6;
    let say = |what: &str, rows: usize, start: Instant| {
        let seconds = start.elapsed().as_secs_f64();
        eprintln!("{what:<38} {rows:>7} rows {:>7.0} MB/s", megabytes / seconds);
    };
    for _ in 0..3 {
        let start = Instant::now();
        let mut rows = 0;
        let mut json =
            serde_json::Deserializer::from_reader(BufReader::with_capacity(64 << 10, Pieces(body.as_bytes())));
        Counted(&mut rows).deserialize(&mut json)?;
        say("serde_json::from_reader, RawValue", rows, start);

        let start = Instant::now();
        let (rows, _) = selaras_source::count_rows(body.as_bytes().chunks(16 << 10))?;
        say("rows cut out, each to serde_json", rows, start);

        let start = Instant::now();
        let rows: Vec<IgnoredAny> = serde_json::from_slice(body.as_bytes())?;
        say("serde_json::from_slice, whole, ignored", rows.len(), start);
    }
    Ok(())
}

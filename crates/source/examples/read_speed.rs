//! Measures how fast a reply is cut into rows, against `serde_json::from_reader`.
//!
//! `cargo run --release -p selaras-source --example read_speed`

use std::fmt::Write as _;
use std::io::{BufReader, Read};
use std::time::Instant;

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

/// Hands out a few kilobytes at a time, as a connection does.
struct Pieces<'a>(&'a [u8]);

impl Read for Pieces<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let some = self.0.len().min(into.len()).min(16 << 10);
        into[..some].copy_from_slice(&self.0[..some]);
        self.0 = &self.0[some..];
        Ok(some)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
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

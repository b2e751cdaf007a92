//! How fast the academic system sends a class of a million students to a client that discards the bytes.
//!
//! `cargo run --release -p selaras-campus --example source_speed -- [students]`

use std::io::Write;
use std::time::Instant;

use futures::StreamExt;
use selaras_campus::Campus;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let size: usize = std::env::args().nth(1).map_or(Ok(1_000_000), |size| size.parse())?;
    let campus = Campus::builder()
        .students(size)
        .with_large_class("Kuliah Umum", "A", "11", size)
        .start()
        .await?;
    let body = r#"{"nama_mk":"Kuliah Umum","nama_kelas":"A","program_id":"11"}"#;
    let client = reqwest::Client::new();
    for _ in 0..3 {
        let start = Instant::now();
        let reply = client
            .post(format!("{}/class/students", campus.source_url()))
            .body(body)
            .send()
            .await?;
        let mut pieces = reply.bytes_stream();
        let mut bytes = 0;
        while let Some(piece) = pieces.next().await {
            bytes += piece?.len();
        }
        let (took, megabytes) = (start.elapsed().as_secs_f64(), bytes as f64 / 1e6);
        writeln!(
            std::io::stdout(),
            "{megabytes:.0} MB in {took:.2} s: {:.0} MB/s",
            megabytes / took
        )?;
    }
    Ok(())
}

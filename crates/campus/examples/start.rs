//! Starts a campus and prints the addresses of its systems: `cargo run --package selaras-campus --example start`.
#![allow(clippy::print_stdout, reason = "it is what it is run for")]

use selaras_campus::Campus;

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let campus = Campus::builder().seed(7).students(2000).start().await?;
    println!(
        "{} {} {}",
        campus.source_url(),
        campus.moodle_url(),
        campus.moodle_token()
    );
    Ok(())
}

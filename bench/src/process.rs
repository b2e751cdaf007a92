//! Processes that the benchmark starts.

use anyhow::{Context, Result};
use std::path::Path;
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::{Child, Command},
};

/// A command with this limit of file descriptors.
pub(crate) fn with_descriptors(program: &Path, descriptors: u32) -> Command {
    let mut command = Command::new("sh");
    command
        .args(["-c", "ulimit -n \"$0\" && exec \"$@\"", &descriptors.to_string()])
        .arg(program);
    command
}

/// The first line that a process prints, which it does when it is ready.
pub(crate) async fn first_line(process: &mut Child) -> Result<String> {
    let output = process.stdout.take().context("its output is not captured")?;
    let line = BufReader::new(output).lines().next_line().await?;
    line.context("it ended without output")
}

//! The manual page and the shell completions, generated from the command line when a package is built.

use anyhow::{Context, Result};
use clap::CommandFactory;
use clap_complete::Shell;
use std::{fs, path::Path};

/// Where a shell looks for completions, relative to the output folder.
const COMPLETIONS: [(Shell, &str); 3] = [
    (Shell::Bash, "completions/selaras"),
    (Shell::Zsh, "completions/_selaras"),
    (Shell::Fish, "completions/selaras.fish"),
];

/// Writes `man/selaras*.1`, a page for each command, and `completions/`.
pub(crate) fn write<C: CommandFactory>(folder: &Path) -> Result<()> {
    let pages = folder.join("man");
    let written = || -> std::io::Result<()> {
        fs::create_dir_all(&pages)?;
        fs::create_dir_all(folder.join("completions"))?;
        clap_mangen::generate_to(C::command(), &pages)?;
        for (shell, file) in COMPLETIONS {
            let mut text = Vec::new();
            clap_complete::generate(shell, &mut C::command(), "selaras", &mut text);
            fs::write(folder.join(file), text)?;
        }
        Ok(())
    };
    written().with_context(|| format!("{} cannot be written to", folder.display()))
}

//! Systemd credentials: files in `$CREDENTIALS_DIRECTORY` that only this process can read. Each is named after its setting,
//! such as `selaras_platform.token`: the unit's `LoadCredential=selaras:…` builds the names from the files of a folder.

use anyhow::{Context, Result};
use figment::{Figment, providers::Serialized};
use std::{env, fs, path::Path};

/// Prefix that systemd adds to the files of the folder that the unit calls `selaras`.
const PREFIX: &str = "selaras_";

/// The settings, overridden by systemd credentials if there are any.
///
/// # Errors
/// One sentence that names the unreadable file.
pub(super) fn over(figment: Figment) -> Result<Figment> {
    match env::var_os("CREDENTIALS_DIRECTORY") {
        None => Ok(figment),
        Some(folder) => from(Path::new(&folder), figment),
    }
}

fn from(folder: &Path, mut figment: Figment) -> Result<Figment> {
    let unreadable = || format!("{} cannot be read", folder.display());
    for entry in fs::read_dir(folder).with_context(unreadable)? {
        let file = entry.with_context(unreadable)?.path();
        let name = file.file_name().and_then(|name| name.to_str());
        let Some(setting) = name.and_then(|name| name.strip_prefix(PREFIX)) else {
            continue;
        };
        let secret = fs::read_to_string(&file).with_context(|| format!("{} cannot be read", file.display()))?;
        // Editors end a file with a newline.
        figment = figment.merge(Serialized::default(setting, secret.trim_end_matches(['\r', '\n'])));
    }
    Ok(figment)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credential_file_sets_the_setting_it_is_named_after() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("selaras_platform.token"), "rahasia\n").unwrap();
        fs::write(folder.path().join("selaras_notify.smtp_url"), "smtps://a:b@c").unwrap();
        fs::write(folder.path().join("something.else"), "x").unwrap();
        let before = Figment::from(Serialized::default("platform.token", "from the file"));
        let figment = from(folder.path(), before).unwrap();
        assert_eq!(figment.extract_inner::<String>("platform.token").unwrap(), "rahasia");
        assert_eq!(
            figment.extract_inner::<String>("notify.smtp_url").unwrap(),
            "smtps://a:b@c"
        );
        assert!(figment.find_value("something").is_err());
    }
}

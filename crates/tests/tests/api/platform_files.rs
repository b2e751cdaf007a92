//! The files for Moodle's administrator, read by PHP as Moodle reads them.

use crate::{
    database::Database::Sqlite,
    harness::{A, Server},
};
use selaras_platform::{
    Uses,
    moodle::{CAPABILITIES, all_functions},
};
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    fs,
    io::Cursor,
    path::{Path, PathBuf},
    process::Command,
};
use zip::ZipArchive;

/// Scripts and schema of this test.
fn beside(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/api/platform_files")
        .join(name)
}

/// Runs PHP, and returns its output.
fn php(arguments: &[&Path]) -> String {
    let run = Command::new("php").args(arguments).output();
    let output = run.expect("PHP, which `scripts/install-debian.sh php` installs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{arguments:?}: {text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    text
}

#[tokio::test]
async fn role_preset_has_each_capability_and_both_roles() {
    let server = Server::start(Sqlite).await;
    let admin = server.sign_in().await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("preset.xml");
    fs::write(&file, admin.bytes(&format!("{A}/platform/role-preset.xml")).await).unwrap();
    let read: Value = serde_json::from_str(&php(&[&beside("preset.php"), &file, &beside("preset.xsd")])).unwrap();
    let used = CAPABILITIES
        .iter()
        .filter(|capability| capability.is_for(&Uses::default()));
    let allowed: BTreeSet<&str> = used.map(|capability| capability.name).collect();
    assert_eq!(
        read,
        json!({
            "shortname": "selaras", "name": "Selaras", "description": "", "archetype": "",
            "contextlevels": { "level": ["system"] },
            "allowassign": { "shortname": ["editingteacher", "student"] },
            "allowoverride": "", "allowswitch": "", "allowview": "",
            "permissions": { "allow": allowed },
        })
    );
}

#[tokio::test]
async fn plugin_declares_the_service_with_each_function() {
    let server = Server::start(Sqlite).await;
    let admin = server.sign_in().await;
    let folder = tempfile::tempdir().unwrap();
    let bytes = admin.bytes(&format!("{A}/platform/plugin.zip")).await;
    let mut archive = ZipArchive::new(Cursor::new(bytes)).unwrap();
    let names: BTreeSet<String> = archive.file_names().map(|name| name.unwrap().into_owned()).collect();
    let files = [
        "selaras/db/services.php",
        "selaras/lang/en/local_selaras.php",
        "selaras/lang/id/local_selaras.php",
        "selaras/version.php",
    ];
    // Moodle requires the folders too.
    let folders = [
        "selaras/",
        "selaras/db/",
        "selaras/lang/",
        "selaras/lang/en/",
        "selaras/lang/id/",
    ];
    assert_eq!(names, files.into_iter().chain(folders).map(str::to_owned).collect());
    archive.extract(folder.path()).unwrap();
    for file in files {
        let path = folder.path().join(file);
        php(&[Path::new("-l"), &path]);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains("GNU General Public License"), "{file}");
    }
    let plugin = folder.path().join("selaras");
    let read: Value = serde_json::from_str(&php(&[&beside("plugin.php"), &plugin])).unwrap();
    assert_eq!(read["plugin"]["component"], "local_selaras");
    // Moodle 4.1, the oldest supported release.
    assert_eq!(read["plugin"]["requires"], 2_022_112_800);
    assert!(read["plugin"]["version"].as_i64().unwrap() > 2_026_000_000);
    assert_eq!(read["plugin"]["maturity"], "MATURITY_STABLE");
    for language in ["en", "id"] {
        assert!(read["texts"][language]["pluginname"].is_string(), "{language}");
    }
    assert_eq!(
        read["services"],
        json!({ "Selaras": {
            "shortname": "selaras", "enabled": 1, "restrictedusers": 1, "downloadfiles": 0, "uploadfiles": 0,
            "functions": all_functions(&Uses::default()),
        } })
    );
}

//! `selaras doctor`: inspects every connection, and says what is wrong and how to fix it.

use crate::{
    runtime::runtime,
    serve::{self, announce},
    settings::Settings,
};
use anyhow::Result;
use secrecy::ExposeSecret;
use selaras_ambient::Clock;
use selaras_engine::{
    Connections, Part,
    inspection::{self, Finding, Inspection, Standing},
};
use selaras_platform::{LearningPlatform, Uses};
use selaras_reasons::Reason;
use selaras_store::Store;
use selaras_zoom::Zoom;
use std::{
    path::{self, Path, PathBuf},
    process::ExitCode,
    sync::Arc,
};
use tempfile::NamedTempFile;

/// Exit status: something is wrong.
const WRONG: u8 = 1;
/// Exit status: the settings cannot be read, so nothing was inspected.
const UNREADABLE: u8 = 2;

/// Prints the findings. Returns the exit status.
pub(crate) fn doctor(file: Option<&Path>) -> ExitCode {
    let settings = match Settings::load(file) {
        Ok(settings) => settings,
        Err(error) => return unreadable(&error),
    };
    let looked = runtime().and_then(|runtime| runtime.block_on(look(&settings)));
    match looked {
        Ok(Standing::Wrong) => ExitCode::from(WRONG),
        Ok(Standing::Ok | Standing::Warning) => ExitCode::SUCCESS,
        Err(error) => unreadable(&error),
    }
}

fn unreadable(error: &anyhow::Error) -> ExitCode {
    let said = format!("{error:#}");
    print(
        "Setelan",
        &Finding::wrong(Reason::SettingsUnreadable { said }, Reason::MendSettings),
    );
    ExitCode::from(UNREADABLE)
}

async fn look(settings: &Settings) -> Result<Standing> {
    let source = serve::source(&settings.source, &settings.server.time_zone)?;
    let platform = serve::platform(&settings.platform, &settings.server.time_zone)?;
    let zoom = settings.zoom.account()?.map(Zoom::new).transpose()?;
    let mut found = settings.cautions();
    print("Setelan", &Finding::ok(Reason::SettingsRead));
    found.iter().for_each(|caution| print("Setelan", caution));
    let unused: &[_] = if settings.source.mbkm { &[] } else { &[serve::MBKM] };
    let platform_name = LearningPlatform::name(&platform);
    let url = settings.database.url.expose_secret();
    let opened = match file_to_come(url) {
        Some(file) => {
            let file = file.display().to_string();
            Err(Finding::warning(
                Reason::DatabaseFileToCome { file },
                Reason::ServeMakesFile,
            ))
        }
        // No migration: a server of another version may be running.
        None => Store::connect(url)
            .await
            .map_err(|error| inspection::not_opened(&error)),
    };
    match opened {
        Ok(store) => {
            let connections = Connections::new(store.clone(), source, Arc::new(platform), zoom);
            let connections = unused.iter().copied().fold(connections, Connections::without_list);
            for part in Part::ALL.into_iter().filter(|part| *part != Part::Settings) {
                let looked = connections.inspect(part).await;
                tell(part, platform_name, &looked.findings);
                found.extend(looked.findings);
            }
            let tried = connections.try_lists().await;
            tell(Part::Source, platform_name, &tried);
            found.extend(tried);
            // No transaction is open that closing could lose.
            let _ = store.close().await;
        }
        Err(database) => {
            let clock = Clock::default();
            let is_to_come = database.standing == Standing::Warning;
            let of_source = Inspection::within_patience(&clock, Connections::look_at_source(&source, unused)).await;
            let of_platform = Inspection::within_patience(&clock, platform.inspect(&Uses::default())).await;
            let of_zoom = Inspection::within_patience(&clock, Connections::look_at_zoom(zoom.as_ref())).await;
            let of_others = [of_source, of_platform, of_zoom].map(|looked| looked.findings);
            for (part, findings) in Part::ALL.into_iter().zip([vec![database]].into_iter().chain(of_others)) {
                tell(part, platform_name, &findings);
                found.extend(findings);
            }
            // If the database cannot be reached, it is unknown which lists are uploaded files.
            if is_to_come {
                let tried = Connections::try_lists_of(&source, unused).await;
                tell(Part::Source, platform_name, &tried);
                found.extend(tried);
            }
        }
    }
    let standing = Inspection::of(found, Clock::default().now()).standing;
    announce(&match standing {
        Standing::Ok => Reason::AllIsWell,
        Standing::Warning => Reason::UsableWithCare,
        Standing::Wrong => Reason::SomethingIsWrong,
    });
    Ok(standing)
}

/// The SQLite file that the first start will create, if it can be created. The doctor creates none: as root it would lock
/// out the service.
fn file_to_come(url: &str) -> Option<PathBuf> {
    let file = path::absolute(Store::missing_file(url)?).ok()?;
    // Tested with a temporary file.
    drop(NamedTempFile::new_in(file.parent()?).ok()?);
    Some(file)
}

fn tell(part: Part, platform: &str, findings: &[Finding]) {
    let name = match part {
        Part::Database => "Database",
        Part::Source => "Sumber",
        Part::Platform => platform,
        Part::Zoom => "Zoom",
        Part::Settings => "Setelan",
    };
    for finding in findings {
        print(name, finding);
    }
}

fn print(name: &str, Finding { standing, text, mend }: &Finding) {
    let word = match standing {
        Standing::Ok => "OK",
        Standing::Warning => "PERHATIAN",
        Standing::Wrong => "SALAH",
    };
    let mend = mend.as_ref().map(|mend| format!(" {mend}")).unwrap_or_default();
    announce(&format!("{word:<10} {name:<9} {text}{mend}"));
}

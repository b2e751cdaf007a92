//! The files that the platform's administrator uploads there: the role and the web service (contract, section 10).

use super::prefix::MAIN;
use crate::{
    ApiError, App,
    document::{Call, Routes, route},
    reply,
};
use axum::{extract::State, response::Response};
use selaras_platform::PlatformFile;
use std::io;

pub(crate) fn routes() -> Routes<App> {
    let [preset, plugin] = calls(&format!("{MAIN}/platform"));
    Routes::new()
        .with(route(preset, role_preset))
        .with(route(plugin, self::plugin))
}

/// The calls for the role preset and for the plugin, under a path.
pub(crate) fn calls(path: &str) -> [Call; 2] {
    let preset = Call::get(format!("{path}/role-preset.xml"), "Preset peran untuk Moodle");
    let plugin = Call::get(format!("{path}/plugin.zip"), "Plugin layanan web untuk Moodle");
    [
        preset.tag("Moodle").gives_file(PlatformFile::RolePreset.media()),
        plugin.tag("Moodle").gives_file(PlatformFile::Plugin.media()),
    ]
}

async fn role_preset(State(app): State<App>) -> Result<Response, ApiError> {
    of_campus(&app, PlatformFile::RolePreset).await
}

async fn plugin(State(app): State<App>) -> Result<Response, ApiError> {
    of_campus(&app, PlatformFile::Plugin).await
}

/// A file for what the campus uses.
async fn of_campus(app: &App, file: PlatformFile) -> Result<Response, ApiError> {
    let uses = app.engine.campus_shape().await?.uses();
    attachment(file, app.engine.platform().file(file, &uses))
}

/// The reply with a file.
pub(crate) fn attachment(file: PlatformFile, bytes: io::Result<Vec<u8>>) -> Result<Response, ApiError> {
    let bytes = bytes.map_err(|error| {
        tracing::error!(%error, "a file for the platform could not be made");
        ApiError::Internal
    })?;
    Ok(reply::attachment(file.media(), file.name(), bytes))
}

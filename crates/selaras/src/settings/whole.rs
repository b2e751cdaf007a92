//! All settings together.

use super::{
    plain::SecuritySection,
    retention::{BackupSection, RetentionSection},
    sections::{
        AuthSettings, DatabaseSettings, GuardSettings, LogSettings, NotifySettings, PlatformSettings, ServerSettings,
        TelemetrySettings,
    },
    source::SourceSection,
    zoom::ZoomSection,
};
use selaras_api::SettingOrigin;
use serde::Deserialize;
use std::collections::BTreeMap;

/// All settings.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Settings {
    pub(crate) server: ServerSettings,
    pub(crate) database: DatabaseSettings,
    pub(crate) source: SourceSection,
    pub(crate) platform: PlatformSettings,
    pub(crate) guard: GuardSettings,
    pub(crate) zoom: ZoomSection,
    pub(crate) auth: AuthSettings,
    pub(crate) security: SecuritySection,
    pub(crate) notify: NotifySettings,
    pub(crate) backup: BackupSection,
    pub(crate) retention: RetentionSection,
    pub(crate) log: LogSettings,
    pub(crate) telemetry: TelemetrySettings,
    /// The origin of each setting that is not the default, by name.
    #[serde(skip)]
    pub(crate) origins: BTreeMap<String, SettingOrigin>,
}

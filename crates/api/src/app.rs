//! The state of all handlers.

use crate::{
    excel::ExcelWriter, health_cache::HealthCache, oidc::Providers, open_streams::Streams, password::Passwords,
    refusal_limit::RefusalLimit, settings::ApiSettings, vault::Vault,
};
use selaras_engine::{Engine, Inbox};
use std::sync::Arc;

/// State of all handlers.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) engine: Engine,
    pub(crate) settings: Arc<ApiSettings>,
    pub(crate) passwords: Passwords,
    pub(crate) refusal_limit: Arc<RefusalLimit>,
    pub(crate) vault: Arc<Vault>,
    pub(crate) providers: Providers,
    pub(crate) inbox: Option<Inbox>,
    pub(crate) excel: ExcelWriter,
    pub(crate) streams: Streams,
    pub(crate) health_cache: HealthCache,
}

impl App {
    pub(crate) fn of(engine: Engine, settings: ApiSettings) -> Self {
        let inbox = settings
            .zoom_webhook_secret
            .as_ref()
            .map(|_| Inbox::open(engine.store().clone()));
        Self {
            engine,
            inbox,
            passwords: Passwords::default(),
            excel: ExcelWriter::default(),
            streams: Streams::default(),
            health_cache: HealthCache::default(),
            refusal_limit: Arc::default(),
            providers: Providers::new(&settings.providers, settings.public_url.as_ref()),
            vault: Arc::new(Vault::new(settings.secret_key.as_ref())),
            settings: Arc::new(settings),
        }
    }
}

//! Notifies systemd that the server is ready, alive or stopping. Without systemd it does nothing.

use sd_notify::NotifyState;
use tokio_util::sync::CancellationToken;

/// Notifies systemd that the server is ready, with a status for people. Then pings the watchdog from the serving runtime, so
/// that a hung runtime falls silent.
pub(crate) fn ready(status: &str, stop: CancellationToken) {
    tell(&[NotifyState::Ready, NotifyState::Status(status)]);
    let Some(patience) = sd_notify::watchdog_enabled() else {
        return;
    };
    tokio::spawn(async move {
        // Twice per period, as systemd recommends.
        let mut ticks = tokio::time::interval(patience / 2);
        while stop.run_until_cancelled(ticks.tick()).await.is_some() {
            tell(&[NotifyState::Watchdog]);
        }
    });
}

/// Notifies systemd that the server is stopping.
pub(crate) fn stopping() {
    tell(&[NotifyState::Stopping]);
}

fn tell(state: &[NotifyState<'_>]) {
    if let Err(error) = sd_notify::notify(state) {
        tracing::warn!(%error, "systemd could not be told");
    }
}

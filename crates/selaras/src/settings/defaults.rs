//! The defaults of all settings.

/// The default settings. Addresses and the token have none.
pub(super) fn defaults() -> serde_json::Value {
    serde_json::json!({
        "server": { "listen": "127.0.0.1:8080", "time_zone": "Asia/Jakarta", "public_url": "" },
        "database": { "url": "sqlite:selaras.sqlite" },
        "source": {
            "base_url": "", "name": "OCAS", "mbkm": false, "requests": 6, "timeout_seconds": 60, "paths": {},
            "sql": { "url": "" },
            "files": { "folder": "", "encoding": "", "megabytes": 1000 }, "uploads": { "megabytes": 200, "alone": false },
        },
        "platform": {
            "base_url": "", "token": "", "root_category": 1, "student_role": 5, "teacher_role": 3,
            "max_input_vars": 1000, "rows_per_call": 200, "requests": 8, "timeout_seconds": 120,
            "username": "number", "leaving": "suspend",
        },
        "guard": { "percent": 10, "rows": 20 },
        "zoom": {
            "account_id": "", "client_id": "", "client_secret": "", "webhook_secret": "",
            "api_url": "https://api.zoom.us/v2", "oauth_url": "https://zoom.us/oauth/token",
        },
        "auth": { "signup": "approval", "passwords": "any", "key_hours": 12, "idle_minutes": 120, "logins_per_minute": 10, "secret_key": "", "oidc": {} },
        "security": { "allow_plain": [] },
        "notify": { "smtp_url": "", "from": "", "to": "", "webhook_url": "", "webhook_secret": "" },
        "backup": { "folder": "", "at": "02:00", "keep_days": 14 },
        "retention": {
            "jobs_days": 365, "rows_days": 180, "log_days": 365, "notices_days": 30, "attendance_days": 365,
        },
        "log": { "format": "text", "filter": "info,sqlx=error" },
        "telemetry": { "otlp_url": "" },
    })
}

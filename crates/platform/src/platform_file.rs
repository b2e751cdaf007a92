//! The files that give the token's user its permissions on the platform.

/// A file that the platform's administrator uploads there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlatformFile {
    /// The role of the token's user, with its capabilities.
    RolePreset,
    /// A plugin that declares the web service with its functions.
    Plugin,
}

impl PlatformFile {
    /// Name to save it under.
    pub const fn name(self) -> &'static str {
        match self {
            Self::RolePreset => "selaras-role-preset.xml",
            Self::Plugin => "local_selaras.zip",
        }
    }

    /// Content type.
    pub const fn media(self) -> &'static str {
        match self {
            Self::RolePreset => "application/xml",
            Self::Plugin => "application/zip",
        }
    }
}

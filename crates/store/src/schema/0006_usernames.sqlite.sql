-- Accounts with a username by pattern keep it.
ALTER TABLE platform_link ADD COLUMN keeps_username boolean NOT NULL DEFAULT FALSE;

-- Files that wait until an administrator has compared them, with the mapping of their headings.
ALTER TABLE source_upload ADD COLUMN proposed boolean NOT NULL DEFAULT FALSE;
ALTER TABLE source_upload ADD COLUMN headings text;

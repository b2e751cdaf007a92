-- An administrator tied a row to a category that is there: nothing of it is changed.
ALTER TABLE platform_link ADD COLUMN tied boolean NOT NULL DEFAULT FALSE;

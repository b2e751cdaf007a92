-- As on SQLite, where a job that writes the first rows of a kind counts its own. Here it stays empty.
CREATE TABLE first_load (job bigint NOT NULL PRIMARY KEY, kind text NOT NULL);

-- A job that writes the first rows of a kind counts its own people and enrolments: the triggers skip them.
CREATE TABLE first_load (job integer NOT NULL PRIMARY KEY, kind text NOT NULL);

DROP TRIGGER mahasiswa_person_tally_made;
CREATE TRIGGER mahasiswa_person_tally_made AFTER INSERT ON mahasiswa_person WHEN NOT EXISTS (SELECT 1 FROM first_load WHERE job = new.created_in) BEGIN INSERT INTO counted_row (kind, number, migration, migration_reason) VALUES ('mahasiswa', 1, new.migration, new.migration_reason); END;
DROP TRIGGER mahasiswa_enrolment_tally_made;
CREATE TRIGGER mahasiswa_enrolment_tally_made AFTER INSERT ON mahasiswa_enrolment WHEN NOT EXISTS (SELECT 1 FROM first_load WHERE job = new.created_in) BEGIN INSERT INTO counted_row (kind, number, enroll, enroll_reason, missing_since) VALUES ('mahasiswa', 1, new.enroll, new.enroll_reason, new.missing_since); END;
DROP TRIGGER mahasiswa_mbkm_person_tally_made;
CREATE TRIGGER mahasiswa_mbkm_person_tally_made AFTER INSERT ON mahasiswa_mbkm_person WHEN NOT EXISTS (SELECT 1 FROM first_load WHERE job = new.created_in) BEGIN INSERT INTO counted_row (kind, number, migration, migration_reason) VALUES ('mahasiswa_mbkm', 1, new.migration, new.migration_reason); END;
DROP TRIGGER mahasiswa_mbkm_enrolment_tally_made;
CREATE TRIGGER mahasiswa_mbkm_enrolment_tally_made AFTER INSERT ON mahasiswa_mbkm_enrolment WHEN NOT EXISTS (SELECT 1 FROM first_load WHERE job = new.created_in) BEGIN INSERT INTO counted_row (kind, number, enroll, enroll_reason, missing_since) VALUES ('mahasiswa_mbkm', 1, new.enroll, new.enroll_reason, new.missing_since); END;

-- A first load that was interrupted: its rows are counted by the triggers from now on.
DELETE FROM postponed_index WHERE name IN ('mahasiswa_enrolment_tally_made', 'mahasiswa_mbkm_enrolment_tally_made');

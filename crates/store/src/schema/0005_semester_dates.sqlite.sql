-- The first and the last day of a semester.
ALTER TABLE semester ADD COLUMN tanggal_mulai text NOT NULL DEFAULT '';
ALTER TABLE semester ADD COLUMN tanggal_selesai text NOT NULL DEFAULT '';
ALTER TABLE semester_before ADD COLUMN tanggal_mulai text NOT NULL DEFAULT '';
ALTER TABLE semester_before ADD COLUMN tanggal_selesai text NOT NULL DEFAULT '';

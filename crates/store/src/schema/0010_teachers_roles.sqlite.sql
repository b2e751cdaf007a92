-- What a teacher is in a class.
ALTER TABLE mengajar ADD COLUMN peran text NOT NULL DEFAULT '';
CREATE INDEX mengajar_sorted_by_peran ON mengajar (peran);
ALTER TABLE mengajar_before ADD COLUMN peran text NOT NULL DEFAULT '';

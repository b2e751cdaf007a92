-- The class that a class is taught in.
ALTER TABLE kelas ADD COLUMN kelas_induk text NOT NULL DEFAULT '';
CREATE INDEX kelas_sorted_by_kelas_induk ON kelas (kelas_induk, id);
ALTER TABLE kelas_before ADD COLUMN kelas_induk text NOT NULL DEFAULT '';

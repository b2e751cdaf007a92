-- Rows may name their class, and classes their course, by its id.
ALTER TABLE mahasiswa_class ADD COLUMN jadwal_kuliah_detail_id text NOT NULL DEFAULT '';
DROP INDEX mahasiswa_class_by_nama_mk_nama_kelas_program_id;
CREATE UNIQUE INDEX mahasiswa_class_by_nama_mk_nama_kelas_program_id ON mahasiswa_class (nama_mk, nama_kelas, program_id, jadwal_kuliah_detail_id);
CREATE INDEX mahasiswa_class_sorted_by_jadwal_kuliah_detail_id ON mahasiswa_class (jadwal_kuliah_detail_id, id);
DROP VIEW mahasiswa;
CREATE VIEW mahasiswa AS
 SELECT p.id,
    c.nama_mk,
    c.nama_kelas,
    c.program_id,
    m."NPK",
    m.nama_lengkap,
    m.angkatan,
    m.jenis_kelamin,
    m."HP",
    m.email,
    m.nama_depan,
    m.nama_belakang,
    c.kode_kelas,
    m.migration,
    m.migration_reason,
    p.enroll,
    p.enroll_reason,
    p.missing_since,
    m.synced_at,
    m.exported_at,
    m.edited_at,
    p.key_hash,
    m.key_hash AS object_hash,
    m.fingerprint,
        CASE
            WHEN (p.source_hash IS NULL) THEN NULL::bigint
            ELSE m.source_fingerprint
        END AS source_fingerprint,
    p.created_in,
    p.written_in,
    p.person_id,
    p.class_id,
    (m.search_text || c.search_text) AS search_text,
    c.jadwal_kuliah_detail_id
   FROM ((mahasiswa_enrolment p
     JOIN mahasiswa_person m ON ((m.id = p.person_id)))
     JOIN mahasiswa_class c ON ((c.id = p.class_id)));
ALTER TABLE mahasiswa_mbkm_class ADD COLUMN jadwal_kuliah_detail_id text NOT NULL DEFAULT '';
DROP INDEX mahasiswa_mbkm_class_by_nama_mk_nama_kelas;
CREATE UNIQUE INDEX mahasiswa_mbkm_class_by_nama_mk_nama_kelas ON mahasiswa_mbkm_class (nama_mk, nama_kelas, jadwal_kuliah_detail_id);
CREATE INDEX mahasiswa_mbkm_class_sorted_by_jadwal_kuliah_detail_id ON mahasiswa_mbkm_class (jadwal_kuliah_detail_id, id);
DROP VIEW mahasiswa_mbkm;
CREATE VIEW mahasiswa_mbkm AS
 SELECT p.id,
    c.nama_mk,
    c.nama_kelas,
    m."NPK",
    m."NamaLengkap",
    m.angkatan,
    m."JenisKelamin",
    m."HP",
    m."Email",
    m.migration,
    m.migration_reason,
    p.enroll,
    p.enroll_reason,
    p.missing_since,
    m.synced_at,
    m.exported_at,
    m.edited_at,
    p.key_hash,
    m.key_hash AS object_hash,
    m.fingerprint,
        CASE
            WHEN (p.source_hash IS NULL) THEN NULL::bigint
            ELSE m.source_fingerprint
        END AS source_fingerprint,
    p.created_in,
    p.written_in,
    p.person_id,
    p.class_id,
    (m.search_text || c.search_text) AS search_text,
    c.jadwal_kuliah_detail_id
   FROM ((mahasiswa_mbkm_enrolment p
     JOIN mahasiswa_mbkm_person m ON ((m.id = p.person_id)))
     JOIN mahasiswa_mbkm_class c ON ((c.id = p.class_id)));
ALTER TABLE mengajar ADD COLUMN jadwal_kuliah_detail_id text NOT NULL DEFAULT '';
CREATE INDEX mengajar_sorted_by_jadwal_kuliah_detail_id ON mengajar (jadwal_kuliah_detail_id, id);
ALTER TABLE mengajar_before ADD COLUMN jadwal_kuliah_detail_id text NOT NULL DEFAULT '';
ALTER TABLE kelas ADD COLUMN matakuliah_id text NOT NULL DEFAULT '';
CREATE INDEX kelas_sorted_by_matakuliah_id ON kelas (matakuliah_id, id);
ALTER TABLE kelas_before ADD COLUMN matakuliah_id text NOT NULL DEFAULT '';
DROP INDEX mengajar_key;
CREATE UNIQUE INDEX mengajar_key ON mengajar (nik, kelas_id, nama_mata_kuliah, jadwal_kuliah_detail_id);

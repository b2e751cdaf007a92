-- The schema of version 1.0.0 on SQLite. Never changed: what comes later is a step of its own.

CREATE TABLE "administrator" (
    id integer NOT NULL PRIMARY KEY AUTOINCREMENT,
    name text NOT NULL,
    username text NOT NULL UNIQUE,
    password_hash text NOT NULL,
    active boolean NOT NULL,
    created_at integer NOT NULL,
    role text NOT NULL DEFAULT 'administrator',
    language text NULL,
    appearance text NULL,
    email text NULL,
    disabled boolean NOT NULL DEFAULT FALSE,
    granted_by text NOT NULL DEFAULT 'hand'
);

CREATE TABLE "api_key" (
    id integer NOT NULL PRIMARY KEY AUTOINCREMENT,
    administrator_id integer NOT NULL,
    key_hash text NOT NULL UNIQUE,
    created_at integer NOT NULL,
    expires_at integer NOT NULL,
    address text NULL,
    device text NULL,
    last_seen_at integer NULL,
    FOREIGN KEY ("administrator_id") REFERENCES "administrator" ("id") ON DELETE CASCADE
);

CREATE TABLE "activity_log" (
    id integer NOT NULL PRIMARY KEY AUTOINCREMENT,
    action text NOT NULL,
    actor text NOT NULL,
    job_id integer NULL,
    search_text text NOT NULL,
    created_at integer NOT NULL,
    kind text NULL,
    verb text NULL,
    number text NULL,
    subject text NULL,
    changes text NULL,
    address text NULL,
    session integer NULL,
    position integer NULL,
    hash text NULL,
    principal text NULL,
    account_id integer NULL,
    username text NULL
);

CREATE TABLE "job" (
    id integer NOT NULL PRIMARY KEY AUTOINCREMENT,
    kind text NOT NULL,
    verb text NOT NULL,
    state text NOT NULL,
    actor text NOT NULL,
    message text NOT NULL,
    failure text NULL,
    total integer NULL,
    cancel_requested boolean NOT NULL,
    worker text NULL,
    lease_until integer NOT NULL,
    created_at integer NOT NULL,
    started_at integer NULL,
    finished_at integer NULL,
    undone_by integer NULL,
    undo_of integer NULL,
    source_rows integer NULL,
    consent text NULL,
    consented boolean NOT NULL DEFAULT FALSE,
    undo_lost boolean NOT NULL DEFAULT FALSE,
    task text NOT NULL DEFAULT '',
    warnings text NULL,
    part_of integer NULL,
    "ordered_by" text NULL,
    "ordered_in" text NULL,
    attempts integer NOT NULL DEFAULT 0,
    principal text NULL,
    account_id integer NULL,
    username text NULL
);

CREATE TABLE "job_row" (
    id integer NOT NULL PRIMARY KEY AUTOINCREMENT,
    job_id integer NOT NULL,
    outcome text NOT NULL,
    key text NOT NULL,
    label text NULL,
    reason text NULL,
    kind text NULL,
    key_hash integer NULL,
    reason_group text NULL
);

CREATE TABLE "platform_link" (
    idnumber text NOT NULL PRIMARY KEY,
    platform_id integer NOT NULL,
    container_id integer NULL,
    is_group boolean NOT NULL,
    provisional boolean NOT NULL,
    sent_hash integer NOT NULL,
    former text NULL
);

CREATE TABLE "tahun_ajaran" (
    id integer NOT NULL PRIMARY KEY AUTOINCREMENT,
    kode_tahun_ajaran text NOT NULL,
    nama_tahun_ajaran text NOT NULL,
    migration text NOT NULL,
    migration_reason text NULL,
    enroll text NOT NULL,
    key_hash integer NOT NULL,
    fingerprint integer NOT NULL,
    source_fingerprint integer NULL,
    missing_since integer NULL,
    synced_at integer NULL,
    exported_at integer NULL,
    edited_at integer NULL,
    search_text text NOT NULL,
    created_in integer NULL,
    written_in integer NULL
);

CREATE TABLE "semester" (
    id integer NOT NULL PRIMARY KEY AUTOINCREMENT,
    kode_semester text NOT NULL,
    nama_semester text NOT NULL,
    kode_tahun_ajaran text NOT NULL,
    nama_tahun_ajaran text NOT NULL,
    migration text NOT NULL,
    migration_reason text NULL,
    enroll text NOT NULL,
    key_hash integer NOT NULL,
    fingerprint integer NOT NULL,
    source_fingerprint integer NULL,
    missing_since integer NULL,
    synced_at integer NULL,
    exported_at integer NULL,
    edited_at integer NULL,
    search_text text NOT NULL,
    created_in integer NULL,
    written_in integer NULL
);

CREATE TABLE "prodi" (
    id integer NOT NULL PRIMARY KEY AUTOINCREMENT,
    program_id text NOT NULL,
    nama_program text NOT NULL,
    kode_prodi text NOT NULL,
    nama_prodi text NOT NULL,
    kode_jurusan text NOT NULL,
    nama_jurusan text NOT NULL,
    kode_semester text NOT NULL,
    migration text NOT NULL,
    migration_reason text NULL,
    enroll text NOT NULL,
    key_hash integer NOT NULL,
    fingerprint integer NOT NULL,
    source_fingerprint integer NULL,
    missing_since integer NULL,
    synced_at integer NULL,
    exported_at integer NULL,
    edited_at integer NULL,
    search_text text NOT NULL,
    created_in integer NULL,
    written_in integer NULL
);

CREATE TABLE "jurusan" (
    id integer NOT NULL PRIMARY KEY AUTOINCREMENT,
    kode_jurusan text NOT NULL,
    nama_jurusan text NOT NULL,
    kode_prodi text NOT NULL,
    nama_prodi text NOT NULL,
    migration text NOT NULL,
    migration_reason text NULL,
    enroll text NOT NULL,
    key_hash integer NOT NULL,
    fingerprint integer NOT NULL,
    source_fingerprint integer NULL,
    missing_since integer NULL,
    synced_at integer NULL,
    exported_at integer NULL,
    edited_at integer NULL,
    search_text text NOT NULL,
    created_in integer NULL,
    written_in integer NULL
);

CREATE TABLE "mata_kuliah" (
    id integer NOT NULL PRIMARY KEY AUTOINCREMENT,
    matakuliah_id text NOT NULL,
    kode_matakuliah text NOT NULL,
    nama_matakuliah text NOT NULL,
    nama_matakuliah_id text NOT NULL,
    kurikulum text NOT NULL,
    program_id text NOT NULL,
    migration text NOT NULL,
    migration_reason text NULL,
    enroll text NOT NULL,
    key_hash integer NOT NULL,
    fingerprint integer NOT NULL,
    source_fingerprint integer NULL,
    missing_since integer NULL,
    synced_at integer NULL,
    exported_at integer NULL,
    edited_at integer NULL,
    search_text text NOT NULL,
    created_in integer NULL,
    written_in integer NULL
);

CREATE TABLE "kelas" (
    id integer NOT NULL PRIMARY KEY AUTOINCREMENT,
    jadwal_kuliah_detail_id text NOT NULL,
    kelas_id text NOT NULL,
    nama_kelas text NOT NULL,
    nama_mata_kuliah text NOT NULL,
    semester text NOT NULL,
    program_id text NOT NULL,
    jam_mulai text NOT NULL,
    jam_selesai text NOT NULL,
    status_matakuliah text NOT NULL,
    jumlah_sks text NOT NULL,
    hari text NOT NULL,
    kode_jurusan text NOT NULL,
    kode_kelas text NOT NULL,
    migration text NOT NULL,
    migration_reason text NULL,
    enroll text NOT NULL,
    key_hash integer NOT NULL,
    fingerprint integer NOT NULL,
    source_fingerprint integer NULL,
    missing_since integer NULL,
    synced_at integer NULL,
    exported_at integer NULL,
    edited_at integer NULL,
    search_text text NOT NULL,
    created_in integer NULL,
    written_in integer NULL
);

CREATE TABLE "pengajar" (
    id integer NOT NULL PRIMARY KEY AUTOINCREMENT,
    nik text NOT NULL,
    nama_lengkap text NOT NULL,
    gelar_awal text NOT NULL,
    gelar_akhir text NOT NULL,
    nama_depan text NOT NULL,
    nama_belakang text NOT NULL,
    nip text NOT NULL,
    email text NOT NULL,
    hp text NOT NULL,
    kode_kelas text NOT NULL,
    migrasi_kelas text NOT NULL,
    migration text NOT NULL,
    migration_reason text NULL,
    enroll text NOT NULL,
    key_hash integer NOT NULL,
    fingerprint integer NOT NULL,
    source_fingerprint integer NULL,
    missing_since integer NULL,
    synced_at integer NULL,
    exported_at integer NULL,
    edited_at integer NULL,
    search_text text NOT NULL,
    created_in integer NULL,
    written_in integer NULL
);

CREATE TABLE "mengajar" (
    id integer NOT NULL PRIMARY KEY AUTOINCREMENT,
    nik text NOT NULL,
    kelas_id text NOT NULL,
    nama_mata_kuliah text NOT NULL,
    program_id text NOT NULL,
    nama_kelas text NOT NULL,
    migration text NOT NULL,
    migration_reason text NULL,
    enroll text NOT NULL,
    key_hash integer NOT NULL,
    fingerprint integer NOT NULL,
    source_fingerprint integer NULL,
    missing_since integer NULL,
    synced_at integer NULL,
    exported_at integer NULL,
    edited_at integer NULL,
    search_text text NOT NULL,
    created_in integer NULL,
    written_in integer NULL,
    enroll_reason text NULL
);

CREATE TABLE "attendance" (
    id integer NOT NULL PRIMARY KEY AUTOINCREMENT,
    meeting_id text NOT NULL,
    topic text NOT NULL,
    meeting_start integer NOT NULL,
    meeting_end integer NULL,
    username text NOT NULL,
    email text NOT NULL,
    join_time integer NOT NULL,
    leave_time integer NULL,
    leave_reason text NOT NULL,
    search_text text NOT NULL,
    meeting_uuid text NOT NULL DEFAULT '',
    participant text NOT NULL DEFAULT '',
    name text NOT NULL DEFAULT '',
    reported boolean NOT NULL DEFAULT FALSE,
    join_guessed boolean NOT NULL DEFAULT FALSE,
    person_kind text NULL,
    person_number text NULL,
    identity text NOT NULL DEFAULT ''
);

CREATE TABLE "tahun_ajaran_before" (
    version integer NOT NULL PRIMARY KEY AUTOINCREMENT,
    job_id integer NOT NULL,
    was text NOT NULL,
    undone boolean NOT NULL,
    taken_at integer NOT NULL,
    id integer NOT NULL,
    kode_tahun_ajaran text NOT NULL,
    nama_tahun_ajaran text NOT NULL,
    migration text NOT NULL,
    migration_reason text NULL,
    enroll text NOT NULL,
    key_hash integer NOT NULL,
    fingerprint integer NOT NULL,
    source_fingerprint integer NULL,
    missing_since integer NULL,
    synced_at integer NULL,
    exported_at integer NULL,
    edited_at integer NULL,
    search_text text NOT NULL,
    created_in integer NULL,
    written_in integer NULL
);

CREATE TABLE "semester_before" (
    version integer NOT NULL PRIMARY KEY AUTOINCREMENT,
    job_id integer NOT NULL,
    was text NOT NULL,
    undone boolean NOT NULL,
    taken_at integer NOT NULL,
    id integer NOT NULL,
    kode_semester text NOT NULL,
    nama_semester text NOT NULL,
    kode_tahun_ajaran text NOT NULL,
    nama_tahun_ajaran text NOT NULL,
    migration text NOT NULL,
    migration_reason text NULL,
    enroll text NOT NULL,
    key_hash integer NOT NULL,
    fingerprint integer NOT NULL,
    source_fingerprint integer NULL,
    missing_since integer NULL,
    synced_at integer NULL,
    exported_at integer NULL,
    edited_at integer NULL,
    search_text text NOT NULL,
    created_in integer NULL,
    written_in integer NULL
);

CREATE TABLE "prodi_before" (
    version integer NOT NULL PRIMARY KEY AUTOINCREMENT,
    job_id integer NOT NULL,
    was text NOT NULL,
    undone boolean NOT NULL,
    taken_at integer NOT NULL,
    id integer NOT NULL,
    program_id text NOT NULL,
    nama_program text NOT NULL,
    kode_prodi text NOT NULL,
    nama_prodi text NOT NULL,
    kode_jurusan text NOT NULL,
    nama_jurusan text NOT NULL,
    kode_semester text NOT NULL,
    migration text NOT NULL,
    migration_reason text NULL,
    enroll text NOT NULL,
    key_hash integer NOT NULL,
    fingerprint integer NOT NULL,
    source_fingerprint integer NULL,
    missing_since integer NULL,
    synced_at integer NULL,
    exported_at integer NULL,
    edited_at integer NULL,
    search_text text NOT NULL,
    created_in integer NULL,
    written_in integer NULL
);

CREATE TABLE "jurusan_before" (
    version integer NOT NULL PRIMARY KEY AUTOINCREMENT,
    job_id integer NOT NULL,
    was text NOT NULL,
    undone boolean NOT NULL,
    taken_at integer NOT NULL,
    id integer NOT NULL,
    kode_jurusan text NOT NULL,
    nama_jurusan text NOT NULL,
    kode_prodi text NOT NULL,
    nama_prodi text NOT NULL,
    migration text NOT NULL,
    migration_reason text NULL,
    enroll text NOT NULL,
    key_hash integer NOT NULL,
    fingerprint integer NOT NULL,
    source_fingerprint integer NULL,
    missing_since integer NULL,
    synced_at integer NULL,
    exported_at integer NULL,
    edited_at integer NULL,
    search_text text NOT NULL,
    created_in integer NULL,
    written_in integer NULL
);

CREATE TABLE "mata_kuliah_before" (
    version integer NOT NULL PRIMARY KEY AUTOINCREMENT,
    job_id integer NOT NULL,
    was text NOT NULL,
    undone boolean NOT NULL,
    taken_at integer NOT NULL,
    id integer NOT NULL,
    matakuliah_id text NOT NULL,
    kode_matakuliah text NOT NULL,
    nama_matakuliah text NOT NULL,
    nama_matakuliah_id text NOT NULL,
    kurikulum text NOT NULL,
    program_id text NOT NULL,
    migration text NOT NULL,
    migration_reason text NULL,
    enroll text NOT NULL,
    key_hash integer NOT NULL,
    fingerprint integer NOT NULL,
    source_fingerprint integer NULL,
    missing_since integer NULL,
    synced_at integer NULL,
    exported_at integer NULL,
    edited_at integer NULL,
    search_text text NOT NULL,
    created_in integer NULL,
    written_in integer NULL
);

CREATE TABLE "kelas_before" (
    version integer NOT NULL PRIMARY KEY AUTOINCREMENT,
    job_id integer NOT NULL,
    was text NOT NULL,
    undone boolean NOT NULL,
    taken_at integer NOT NULL,
    id integer NOT NULL,
    jadwal_kuliah_detail_id text NOT NULL,
    kelas_id text NOT NULL,
    nama_kelas text NOT NULL,
    nama_mata_kuliah text NOT NULL,
    semester text NOT NULL,
    program_id text NOT NULL,
    jam_mulai text NOT NULL,
    jam_selesai text NOT NULL,
    status_matakuliah text NOT NULL,
    jumlah_sks text NOT NULL,
    hari text NOT NULL,
    kode_jurusan text NOT NULL,
    kode_kelas text NOT NULL,
    migration text NOT NULL,
    migration_reason text NULL,
    enroll text NOT NULL,
    key_hash integer NOT NULL,
    fingerprint integer NOT NULL,
    source_fingerprint integer NULL,
    missing_since integer NULL,
    synced_at integer NULL,
    exported_at integer NULL,
    edited_at integer NULL,
    search_text text NOT NULL,
    created_in integer NULL,
    written_in integer NULL
);

CREATE TABLE "pengajar_before" (
    version integer NOT NULL PRIMARY KEY AUTOINCREMENT,
    job_id integer NOT NULL,
    was text NOT NULL,
    undone boolean NOT NULL,
    taken_at integer NOT NULL,
    id integer NOT NULL,
    nik text NOT NULL,
    nama_lengkap text NOT NULL,
    gelar_awal text NOT NULL,
    gelar_akhir text NOT NULL,
    nama_depan text NOT NULL,
    nama_belakang text NOT NULL,
    nip text NOT NULL,
    email text NOT NULL,
    hp text NOT NULL,
    kode_kelas text NOT NULL,
    migrasi_kelas text NOT NULL,
    migration text NOT NULL,
    migration_reason text NULL,
    enroll text NOT NULL,
    key_hash integer NOT NULL,
    fingerprint integer NOT NULL,
    source_fingerprint integer NULL,
    missing_since integer NULL,
    synced_at integer NULL,
    exported_at integer NULL,
    edited_at integer NULL,
    search_text text NOT NULL,
    created_in integer NULL,
    written_in integer NULL
);

CREATE TABLE "mengajar_before" (
    version integer NOT NULL PRIMARY KEY AUTOINCREMENT,
    job_id integer NOT NULL,
    was text NOT NULL,
    undone boolean NOT NULL,
    taken_at integer NOT NULL,
    id integer NOT NULL,
    nik text NOT NULL,
    kelas_id text NOT NULL,
    nama_mata_kuliah text NOT NULL,
    program_id text NOT NULL,
    nama_kelas text NOT NULL,
    migration text NOT NULL,
    migration_reason text NULL,
    enroll text NOT NULL,
    key_hash integer NOT NULL,
    fingerprint integer NOT NULL,
    source_fingerprint integer NULL,
    missing_since integer NULL,
    synced_at integer NULL,
    exported_at integer NULL,
    edited_at integer NULL,
    search_text text NOT NULL,
    created_in integer NULL,
    written_in integer NULL,
    enroll_reason text NULL
);

CREATE TABLE "zoom_meeting" (
    uuid text NOT NULL PRIMARY KEY,
    ended_at integer NOT NULL
);

CREATE TABLE "schedule" (
    kind text NOT NULL,
    verb text NOT NULL,
    cron text NOT NULL,
    enabled boolean NOT NULL,
    last_slot integer NOT NULL,
    taken_until integer NOT NULL,
    last_job integer NULL,
    note text NULL,
    edited_by text NOT NULL,
    edited_at integer NOT NULL,
    may_suspend boolean NOT NULL DEFAULT FALSE,
    principal text NULL,
    account_id integer NULL,
    username text NULL,
    PRIMARY KEY ("kind", "verb")
);

CREATE TABLE "outbox" (
    id integer NOT NULL PRIMARY KEY AUTOINCREMENT,
    channel text NOT NULL,
    name text NOT NULL,
    subject text NOT NULL,
    text text NOT NULL,
    details text NOT NULL,
    attempts integer NOT NULL,
    created_at integer NOT NULL,
    next_at integer NOT NULL,
    ended_at integer NULL,
    error text NULL,
    recipient text NULL
);

CREATE TABLE "administrator_before" (
    id integer NOT NULL PRIMARY KEY,
    name text NOT NULL,
    username text NOT NULL,
    password_hash text NOT NULL,
    active boolean NOT NULL,
    created_at integer NOT NULL,
    deleted_at integer NOT NULL,
    role text NOT NULL DEFAULT 'administrator',
    email text NULL,
    language text NULL,
    appearance text NULL,
    disabled boolean NOT NULL DEFAULT FALSE,
    granted_by text NOT NULL DEFAULT 'hand'
);

CREATE TABLE "mahasiswa_person" (
    id integer NOT NULL PRIMARY KEY AUTOINCREMENT,
    "NPK" text NOT NULL,
    nama_lengkap text NOT NULL,
    angkatan text NOT NULL,
    jenis_kelamin text NOT NULL,
    "HP" text NOT NULL,
    email text NOT NULL,
    nama_depan text NOT NULL,
    nama_belakang text NOT NULL,
    migration text NOT NULL,
    migration_reason text NULL,
    key_hash integer NOT NULL,
    fingerprint integer NOT NULL,
    source_fingerprint integer NULL,
    synced_at integer NULL,
    exported_at integer NULL,
    edited_at integer NULL,
    search_text text NOT NULL,
    created_in integer NULL,
    written_in integer NULL
);

CREATE TABLE "mahasiswa_class" (
    id integer NOT NULL PRIMARY KEY AUTOINCREMENT,
    nama_mk text NOT NULL,
    nama_kelas text NOT NULL,
    program_id text NOT NULL,
    kode_kelas text NOT NULL,
    search_text text NOT NULL
);

CREATE TABLE "mahasiswa_enrolment" (
    id integer NOT NULL PRIMARY KEY AUTOINCREMENT,
    person_id integer NOT NULL,
    class_id integer NOT NULL,
    enroll text NOT NULL,
    enroll_reason text NULL,
    key_hash integer NOT NULL,
    source_hash integer NULL,
    missing_since integer NULL,
    created_in integer NULL,
    written_in integer NULL
);

CREATE TABLE "mahasiswa_person_before" (
    version integer NOT NULL PRIMARY KEY AUTOINCREMENT,
    job_id integer NOT NULL,
    was text NOT NULL,
    undone boolean NOT NULL,
    taken_at integer NOT NULL,
    id integer NOT NULL,
    "NPK" text NOT NULL,
    nama_lengkap text NOT NULL,
    angkatan text NOT NULL,
    jenis_kelamin text NOT NULL,
    "HP" text NOT NULL,
    email text NOT NULL,
    nama_depan text NOT NULL,
    nama_belakang text NOT NULL,
    migration text NOT NULL,
    migration_reason text NULL,
    key_hash integer NOT NULL,
    fingerprint integer NOT NULL,
    source_fingerprint integer NULL,
    synced_at integer NULL,
    exported_at integer NULL,
    edited_at integer NULL,
    search_text text NOT NULL,
    created_in integer NULL,
    written_in integer NULL
);

CREATE TABLE "mahasiswa_enrolment_before" (
    version integer NOT NULL PRIMARY KEY AUTOINCREMENT,
    job_id integer NOT NULL,
    was text NOT NULL,
    undone boolean NOT NULL,
    taken_at integer NOT NULL,
    id integer NOT NULL,
    person_id integer NOT NULL,
    class_id integer NOT NULL,
    enroll text NOT NULL,
    enroll_reason text NULL,
    key_hash integer NOT NULL,
    source_hash integer NULL,
    missing_since integer NULL,
    created_in integer NULL,
    written_in integer NULL,
    number text NOT NULL
);

CREATE TABLE "mahasiswa_mbkm_person" (
    id integer NOT NULL PRIMARY KEY AUTOINCREMENT,
    "NPK" text NOT NULL,
    "NamaLengkap" text NOT NULL,
    angkatan text NOT NULL,
    "JenisKelamin" text NOT NULL,
    "HP" text NOT NULL,
    "Email" text NOT NULL,
    migration text NOT NULL,
    migration_reason text NULL,
    key_hash integer NOT NULL,
    fingerprint integer NOT NULL,
    source_fingerprint integer NULL,
    synced_at integer NULL,
    exported_at integer NULL,
    edited_at integer NULL,
    search_text text NOT NULL,
    created_in integer NULL,
    written_in integer NULL
);

CREATE TABLE "mahasiswa_mbkm_class" (
    id integer NOT NULL PRIMARY KEY AUTOINCREMENT,
    nama_mk text NOT NULL,
    nama_kelas text NOT NULL,
    search_text text NOT NULL
);

CREATE TABLE "mahasiswa_mbkm_enrolment" (
    id integer NOT NULL PRIMARY KEY AUTOINCREMENT,
    person_id integer NOT NULL,
    class_id integer NOT NULL,
    enroll text NOT NULL,
    enroll_reason text NULL,
    key_hash integer NOT NULL,
    source_hash integer NULL,
    missing_since integer NULL,
    created_in integer NULL,
    written_in integer NULL
);

CREATE TABLE "mahasiswa_mbkm_person_before" (
    version integer NOT NULL PRIMARY KEY AUTOINCREMENT,
    job_id integer NOT NULL,
    was text NOT NULL,
    undone boolean NOT NULL,
    taken_at integer NOT NULL,
    id integer NOT NULL,
    "NPK" text NOT NULL,
    "NamaLengkap" text NOT NULL,
    angkatan text NOT NULL,
    "JenisKelamin" text NOT NULL,
    "HP" text NOT NULL,
    "Email" text NOT NULL,
    migration text NOT NULL,
    migration_reason text NULL,
    key_hash integer NOT NULL,
    fingerprint integer NOT NULL,
    source_fingerprint integer NULL,
    synced_at integer NULL,
    exported_at integer NULL,
    edited_at integer NULL,
    search_text text NOT NULL,
    created_in integer NULL,
    written_in integer NULL
);

CREATE TABLE "mahasiswa_mbkm_enrolment_before" (
    version integer NOT NULL PRIMARY KEY AUTOINCREMENT,
    job_id integer NOT NULL,
    was text NOT NULL,
    undone boolean NOT NULL,
    taken_at integer NOT NULL,
    id integer NOT NULL,
    person_id integer NOT NULL,
    class_id integer NOT NULL,
    enroll text NOT NULL,
    enroll_reason text NULL,
    key_hash integer NOT NULL,
    source_hash integer NULL,
    missing_since integer NULL,
    created_in integer NULL,
    written_in integer NULL,
    number text NOT NULL
);

CREATE TABLE "job_count" (
    job_id integer NOT NULL,
    kind text NOT NULL,
    outcome text NOT NULL,
    number integer NOT NULL,
    PRIMARY KEY ("job_id", "kind", "outcome")
);

CREATE TABLE "job_stage" (
    job_id integer NOT NULL,
    position integer NOT NULL,
    kind text NOT NULL,
    verb text NOT NULL,
    state text NOT NULL,
    child integer NULL,
    counts text NULL,
    plan text NULL,
    PRIMARY KEY ("job_id", "position")
);

CREATE TABLE "source_upload" (
    id integer NOT NULL PRIMARY KEY AUTOINCREMENT,
    list text NOT NULL,
    file text NOT NULL,
    format text NOT NULL,
    bytes integer NOT NULL,
    contents text NOT NULL,
    actor text NOT NULL,
    begun_at integer NOT NULL,
    ended_at integer NULL
);

CREATE TABLE "source_upload_piece" (
    upload_id integer NOT NULL,
    number integer NOT NULL,
    content blob NOT NULL,
    PRIMARY KEY ("upload_id", "number"),
    FOREIGN KEY ("upload_id") REFERENCES "source_upload" ("id") ON DELETE CASCADE
);

CREATE TABLE "source_heading" (
    list text NOT NULL,
    field text NOT NULL,
    heading text NOT NULL,
    PRIMARY KEY ("list", "field")
);

CREATE VIRTUAL TABLE tahun_ajaran_search USING fts5(search_text, content='tahun_ajaran', content_rowid='id', columnsize=0, detail=none, tokenize='trigram case_sensitive 1');

CREATE VIRTUAL TABLE semester_search USING fts5(search_text, content='semester', content_rowid='id', columnsize=0, detail=none, tokenize='trigram case_sensitive 1');

CREATE VIRTUAL TABLE prodi_search USING fts5(search_text, content='prodi', content_rowid='id', columnsize=0, detail=none, tokenize='trigram case_sensitive 1');

CREATE VIRTUAL TABLE jurusan_search USING fts5(search_text, content='jurusan', content_rowid='id', columnsize=0, detail=none, tokenize='trigram case_sensitive 1');

CREATE VIRTUAL TABLE mata_kuliah_search USING fts5(search_text, content='mata_kuliah', content_rowid='id', columnsize=0, detail=none, tokenize='trigram case_sensitive 1');

CREATE VIRTUAL TABLE kelas_search USING fts5(search_text, content='kelas', content_rowid='id', columnsize=0, detail=none, tokenize='trigram case_sensitive 1');

CREATE VIRTUAL TABLE pengajar_search USING fts5(search_text, content='pengajar', content_rowid='id', columnsize=0, detail=none, tokenize='trigram case_sensitive 1');

CREATE VIRTUAL TABLE mengajar_search USING fts5(search_text, content='mengajar', content_rowid='id', columnsize=0, detail=none, tokenize='trigram case_sensitive 1');

CREATE VIRTUAL TABLE mahasiswa_person_search USING fts5(search_text, content='mahasiswa_person', content_rowid='id', columnsize=0, detail=none, tokenize='trigram case_sensitive 1');

CREATE VIRTUAL TABLE mahasiswa_class_search USING fts5(search_text, content='mahasiswa_class', content_rowid='id', columnsize=0, detail=none, tokenize='trigram case_sensitive 1');

CREATE VIRTUAL TABLE mahasiswa_mbkm_person_search USING fts5(search_text, content='mahasiswa_mbkm_person', content_rowid='id', columnsize=0, detail=none, tokenize='trigram case_sensitive 1');

CREATE VIRTUAL TABLE mahasiswa_mbkm_class_search USING fts5(search_text, content='mahasiswa_mbkm_class', content_rowid='id', columnsize=0, detail=none, tokenize='trigram case_sensitive 1');

CREATE TABLE "zoom_person" (
    identity text NOT NULL,
    kind text NOT NULL,
    number text NOT NULL,
    label text NOT NULL,
    PRIMARY KEY ("identity", "kind", "number")
);

CREATE TABLE "zoom_choice" (
    identity text NOT NULL PRIMARY KEY,
    name text NOT NULL,
    email text NOT NULL,
    kind text NOT NULL,
    number text NOT NULL,
    label text NOT NULL,
    actor text NOT NULL,
    chosen_at integer NOT NULL
);

CREATE TABLE "zoom_series" (
    meeting_id text NOT NULL,
    topic text NOT NULL,
    class text NULL,
    tie text NOT NULL DEFAULT 'new',
    fits text NOT NULL DEFAULT '[]',
    PRIMARY KEY ("meeting_id", "topic")
);

CREATE TABLE "zoom_rule" (
    id integer NOT NULL PRIMARY KEY AUTOINCREMENT,
    tells text NOT NULL,
    text text NOT NULL,
    class text NOT NULL,
    actor text NOT NULL,
    edited_at integer NOT NULL
);

CREATE TABLE "zoom_tied" (
    entry integer NOT NULL
);

CREATE TABLE "known_location" (
    administrator_id integer NOT NULL,
    address text NOT NULL,
    device text NOT NULL,
    first_seen_at integer NOT NULL,
    PRIMARY KEY ("administrator_id", "address", "device"),
    FOREIGN KEY ("administrator_id") REFERENCES "administrator" ("id") ON DELETE CASCADE
);

CREATE TABLE "log_chain" (
    id integer NOT NULL PRIMARY KEY,
    position integer NOT NULL,
    hash text NOT NULL,
    anchor_position integer NOT NULL,
    anchor_hash text NOT NULL,
    began_after integer NOT NULL
);

CREATE TABLE "second_factor" (
    administrator_id integer NOT NULL PRIMARY KEY,
    secret text NOT NULL,
    confirmed_at integer NULL,
    last_step integer NOT NULL,
    FOREIGN KEY ("administrator_id") REFERENCES "administrator" ("id") ON DELETE CASCADE
);

CREATE TABLE "recovery_code" (
    administrator_id integer NOT NULL,
    code_hash text NOT NULL,
    PRIMARY KEY ("administrator_id", "code_hash"),
    FOREIGN KEY ("administrator_id") REFERENCES "administrator" ("id") ON DELETE CASCADE
);

CREATE TABLE "setting" (
    name text NOT NULL PRIMARY KEY,
    value text NOT NULL
);

CREATE TABLE "identity" (
    issuer text NOT NULL,
    subject text NOT NULL,
    administrator_id integer NOT NULL,
    PRIMARY KEY ("issuer", "subject"),
    FOREIGN KEY ("administrator_id") REFERENCES "administrator" ("id") ON DELETE CASCADE
);

CREATE TABLE "sign_in_flow" (
    state_hash text NOT NULL PRIMARY KEY,
    browser_hash text NOT NULL,
    provider text NOT NULL,
    nonce text NOT NULL,
    verifier text NOT NULL,
    expires_at integer NOT NULL,
    network text NOT NULL DEFAULT ''
);

CREATE TABLE "plan_row" (
    id integer NOT NULL PRIMARY KEY AUTOINCREMENT,
    job_id integer NOT NULL,
    position integer NOT NULL,
    sort text NOT NULL,
    search_text text NOT NULL,
    row text NOT NULL
);

CREATE TABLE "postponed_index" (
    name text NOT NULL PRIMARY KEY,
    kind text NOT NULL,
    make text NOT NULL
);

CREATE TABLE "kind_change" (
    kind text NOT NULL PRIMARY KEY,
    changed_at integer NOT NULL
);

CREATE TABLE "tally" (
    kind text NOT NULL,
    what text NOT NULL,
    word text NOT NULL,
    number integer NOT NULL,
    sample text NULL
);

CREATE TABLE "second_factor_before" (
    administrator_id integer NOT NULL PRIMARY KEY,
    secret text NOT NULL,
    confirmed_at integer NULL,
    last_step integer NOT NULL,
    FOREIGN KEY ("administrator_id") REFERENCES "administrator_before" ("id") ON DELETE CASCADE
);

CREATE TABLE "recovery_code_before" (
    administrator_id integer NOT NULL,
    code_hash text NOT NULL,
    PRIMARY KEY ("administrator_id", "code_hash"),
    FOREIGN KEY ("administrator_id") REFERENCES "administrator_before" ("id") ON DELETE CASCADE
);

CREATE TABLE "identity_before" (
    administrator_id integer NOT NULL,
    issuer text NOT NULL,
    subject text NOT NULL,
    PRIMARY KEY ("administrator_id", "issuer", "subject"),
    FOREIGN KEY ("administrator_id") REFERENCES "administrator_before" ("id") ON DELETE CASCADE
);

CREATE TABLE "sign_in_try" (
    name text NOT NULL PRIMARY KEY,
    due_at integer NOT NULL,
    failed integer NOT NULL DEFAULT 0,
    forget_at integer NOT NULL DEFAULT 0
);

CREATE TABLE "write_probe" (
    padding blob NOT NULL
);

CREATE INDEX "job_by_state" ON "job" ("state", "kind");
CREATE INDEX "job_row_by_job" ON "job_row" ("job_id", "outcome");
CREATE UNIQUE INDEX "tahun_ajaran_key" ON "tahun_ajaran" ("kode_tahun_ajaran");
CREATE UNIQUE INDEX "semester_key" ON "semester" ("kode_semester");
CREATE UNIQUE INDEX "prodi_key" ON "prodi" ("program_id");
CREATE INDEX "prodi_by_kode_prodi" ON "prodi" ("kode_prodi");
CREATE UNIQUE INDEX "jurusan_key" ON "jurusan" ("kode_jurusan");
CREATE UNIQUE INDEX "mata_kuliah_key" ON "mata_kuliah" ("matakuliah_id");
CREATE INDEX "mata_kuliah_by_nama_matakuliah_program_id" ON "mata_kuliah" ("nama_matakuliah", "program_id");
CREATE UNIQUE INDEX "kelas_key" ON "kelas" ("jadwal_kuliah_detail_id");
CREATE INDEX "kelas_by_nama_mata_kuliah_nama_kelas_program_id" ON "kelas" ("nama_mata_kuliah", "nama_kelas", "program_id");
CREATE INDEX "kelas_by_kelas_id" ON "kelas" ("kelas_id");
CREATE UNIQUE INDEX "pengajar_key" ON "pengajar" ("nik");
CREATE UNIQUE INDEX "mengajar_key" ON "mengajar" ("nik", "kelas_id", "nama_mata_kuliah");
CREATE INDEX "attendance_by_meeting_start" ON "attendance" ("meeting_start");
CREATE INDEX "tahun_ajaran_by_created_in" ON "tahun_ajaran" ("created_in");
CREATE INDEX "tahun_ajaran_before_by_job_id" ON "tahun_ajaran_before" ("job_id");
CREATE INDEX "tahun_ajaran_before_by_taken_at" ON "tahun_ajaran_before" ("taken_at");
CREATE INDEX "tahun_ajaran_before_by_created_in" ON "tahun_ajaran_before" ("created_in");
CREATE INDEX "semester_by_created_in" ON "semester" ("created_in");
CREATE INDEX "semester_before_by_job_id" ON "semester_before" ("job_id");
CREATE INDEX "semester_before_by_taken_at" ON "semester_before" ("taken_at");
CREATE INDEX "semester_before_by_created_in" ON "semester_before" ("created_in");
CREATE INDEX "prodi_by_created_in" ON "prodi" ("created_in");
CREATE INDEX "prodi_before_by_job_id" ON "prodi_before" ("job_id");
CREATE INDEX "prodi_before_by_taken_at" ON "prodi_before" ("taken_at");
CREATE INDEX "prodi_before_by_created_in" ON "prodi_before" ("created_in");
CREATE INDEX "jurusan_by_created_in" ON "jurusan" ("created_in");
CREATE INDEX "jurusan_before_by_job_id" ON "jurusan_before" ("job_id");
CREATE INDEX "jurusan_before_by_taken_at" ON "jurusan_before" ("taken_at");
CREATE INDEX "jurusan_before_by_created_in" ON "jurusan_before" ("created_in");
CREATE INDEX "mata_kuliah_by_created_in" ON "mata_kuliah" ("created_in");
CREATE INDEX "mata_kuliah_before_by_job_id" ON "mata_kuliah_before" ("job_id");
CREATE INDEX "mata_kuliah_before_by_taken_at" ON "mata_kuliah_before" ("taken_at");
CREATE INDEX "mata_kuliah_before_by_created_in" ON "mata_kuliah_before" ("created_in");
CREATE INDEX "kelas_by_created_in" ON "kelas" ("created_in");
CREATE INDEX "kelas_before_by_job_id" ON "kelas_before" ("job_id");
CREATE INDEX "kelas_before_by_taken_at" ON "kelas_before" ("taken_at");
CREATE INDEX "kelas_before_by_created_in" ON "kelas_before" ("created_in");
CREATE INDEX "pengajar_by_created_in" ON "pengajar" ("created_in");
CREATE INDEX "pengajar_before_by_job_id" ON "pengajar_before" ("job_id");
CREATE INDEX "pengajar_before_by_taken_at" ON "pengajar_before" ("taken_at");
CREATE INDEX "pengajar_before_by_created_in" ON "pengajar_before" ("created_in");
CREATE INDEX "mengajar_by_created_in" ON "mengajar" ("created_in");
CREATE INDEX "mengajar_before_by_job_id" ON "mengajar_before" ("job_id");
CREATE INDEX "mengajar_before_by_taken_at" ON "mengajar_before" ("taken_at");
CREATE INDEX "mengajar_before_by_created_in" ON "mengajar_before" ("created_in");
CREATE INDEX "attendance_by_visit" ON "attendance" ("meeting_id", "participant");
CREATE INDEX "attendance_by_join_time" ON "attendance" ("meeting_id", "join_time");
CREATE INDEX "attendance_by_meeting_uuid" ON "attendance" ("meeting_uuid");
CREATE INDEX "outbox_waiting" ON "outbox" ("ended_at", "next_at");
CREATE UNIQUE INDEX "mahasiswa_person_by_npk" ON "mahasiswa_person" ("NPK");
CREATE UNIQUE INDEX "mahasiswa_class_by_nama_mk_nama_kelas_program_id" ON "mahasiswa_class" ("nama_mk", "nama_kelas", "program_id");
CREATE UNIQUE INDEX "mahasiswa_enrolment_by_class_id_person_id" ON "mahasiswa_enrolment" ("class_id", "person_id");
CREATE INDEX "mahasiswa_enrolment_by_person_id" ON "mahasiswa_enrolment" ("person_id");
CREATE INDEX "mahasiswa_enrolment_by_created_in" ON "mahasiswa_enrolment" ("created_in");
CREATE INDEX "mahasiswa_person_before_by_job_id" ON "mahasiswa_person_before" ("job_id");
CREATE INDEX "mahasiswa_person_before_by_taken_at" ON "mahasiswa_person_before" ("taken_at");
CREATE INDEX "mahasiswa_person_before_by_created_in" ON "mahasiswa_person_before" ("created_in");
CREATE INDEX "mahasiswa_enrolment_before_by_job_id" ON "mahasiswa_enrolment_before" ("job_id");
CREATE INDEX "mahasiswa_enrolment_before_by_taken_at" ON "mahasiswa_enrolment_before" ("taken_at");
CREATE INDEX "mahasiswa_enrolment_before_by_created_in" ON "mahasiswa_enrolment_before" ("created_in");
CREATE UNIQUE INDEX "mahasiswa_mbkm_person_by_npk" ON "mahasiswa_mbkm_person" ("NPK");
CREATE UNIQUE INDEX "mahasiswa_mbkm_class_by_nama_mk_nama_kelas" ON "mahasiswa_mbkm_class" ("nama_mk", "nama_kelas");
CREATE UNIQUE INDEX "mahasiswa_mbkm_enrolment_by_class_id_person_id" ON "mahasiswa_mbkm_enrolment" ("class_id", "person_id");
CREATE INDEX "mahasiswa_mbkm_enrolment_by_person_id" ON "mahasiswa_mbkm_enrolment" ("person_id");
CREATE INDEX "mahasiswa_mbkm_enrolment_by_created_in" ON "mahasiswa_mbkm_enrolment" ("created_in");
CREATE INDEX "mahasiswa_mbkm_person_before_by_job_id" ON "mahasiswa_mbkm_person_before" ("job_id");
CREATE INDEX "mahasiswa_mbkm_person_before_by_taken_at" ON "mahasiswa_mbkm_person_before" ("taken_at");
CREATE INDEX "mahasiswa_mbkm_person_before_by_created_in" ON "mahasiswa_mbkm_person_before" ("created_in");
CREATE INDEX "mahasiswa_mbkm_enrolment_before_by_job_id" ON "mahasiswa_mbkm_enrolment_before" ("job_id");
CREATE INDEX "mahasiswa_mbkm_enrolment_before_by_taken_at" ON "mahasiswa_mbkm_enrolment_before" ("taken_at");
CREATE INDEX "mahasiswa_mbkm_enrolment_before_by_created_in" ON "mahasiswa_mbkm_enrolment_before" ("created_in");
CREATE INDEX "job_row_by_row" ON "job_row" ("key_hash");
CREATE INDEX "activity_log_by_subject" ON "activity_log" ("subject");
CREATE INDEX "activity_log_by_number" ON "activity_log" ("number");
CREATE INDEX "activity_log_by_time" ON "activity_log" ("created_at");
CREATE INDEX "attendance_by_username" ON "attendance" ("username");
CREATE INDEX "mata_kuliah_sorted_by_kode_matakuliah" ON "mata_kuliah" ("kode_matakuliah");
CREATE INDEX "mata_kuliah_sorted_by_nama_matakuliah" ON "mata_kuliah" ("nama_matakuliah");
CREATE INDEX "mata_kuliah_sorted_by_nama_matakuliah_id" ON "mata_kuliah" ("nama_matakuliah_id");
CREATE INDEX "mata_kuliah_sorted_by_kurikulum" ON "mata_kuliah" ("kurikulum");
CREATE INDEX "mata_kuliah_sorted_by_program_id" ON "mata_kuliah" ("program_id");
CREATE INDEX "mata_kuliah_sorted_by_migration" ON "mata_kuliah" ("migration");
CREATE INDEX "mata_kuliah_sorted_by_enroll" ON "mata_kuliah" ("enroll");
CREATE INDEX "mata_kuliah_sorted_by_missing_since" ON "mata_kuliah" ("missing_since");
CREATE INDEX "mata_kuliah_sorted_by_synced_at" ON "mata_kuliah" ("synced_at");
CREATE INDEX "mata_kuliah_sorted_by_exported_at" ON "mata_kuliah" ("exported_at");
CREATE INDEX "kelas_sorted_by_nama_kelas" ON "kelas" ("nama_kelas");
CREATE INDEX "kelas_sorted_by_nama_mata_kuliah" ON "kelas" ("nama_mata_kuliah");
CREATE INDEX "kelas_sorted_by_semester" ON "kelas" ("semester");
CREATE INDEX "kelas_sorted_by_program_id" ON "kelas" ("program_id");
CREATE INDEX "kelas_sorted_by_jam_mulai" ON "kelas" ("jam_mulai");
CREATE INDEX "kelas_sorted_by_jam_selesai" ON "kelas" ("jam_selesai");
CREATE INDEX "kelas_sorted_by_status_matakuliah" ON "kelas" ("status_matakuliah");
CREATE INDEX "kelas_sorted_by_hari" ON "kelas" ("hari");
CREATE INDEX "kelas_sorted_by_kode_jurusan" ON "kelas" ("kode_jurusan");
CREATE INDEX "kelas_sorted_by_kode_kelas" ON "kelas" ("kode_kelas");
CREATE INDEX "kelas_sorted_by_migration" ON "kelas" ("migration");
CREATE INDEX "kelas_sorted_by_enroll" ON "kelas" ("enroll");
CREATE INDEX "kelas_sorted_by_missing_since" ON "kelas" ("missing_since");
CREATE INDEX "kelas_sorted_by_synced_at" ON "kelas" ("synced_at");
CREATE INDEX "kelas_sorted_by_exported_at" ON "kelas" ("exported_at");
CREATE INDEX "pengajar_sorted_by_nama_lengkap" ON "pengajar" ("nama_lengkap");
CREATE INDEX "pengajar_sorted_by_gelar_awal" ON "pengajar" ("gelar_awal");
CREATE INDEX "pengajar_sorted_by_gelar_akhir" ON "pengajar" ("gelar_akhir");
CREATE INDEX "pengajar_sorted_by_nama_depan" ON "pengajar" ("nama_depan");
CREATE INDEX "pengajar_sorted_by_nama_belakang" ON "pengajar" ("nama_belakang");
CREATE INDEX "pengajar_sorted_by_nip" ON "pengajar" ("nip");
CREATE INDEX "pengajar_sorted_by_email" ON "pengajar" ("email");
CREATE INDEX "pengajar_sorted_by_hp" ON "pengajar" ("hp");
CREATE INDEX "pengajar_sorted_by_kode_kelas" ON "pengajar" ("kode_kelas");
CREATE INDEX "pengajar_sorted_by_migrasi_kelas" ON "pengajar" ("migrasi_kelas");
CREATE INDEX "pengajar_sorted_by_migration" ON "pengajar" ("migration");
CREATE INDEX "pengajar_sorted_by_enroll" ON "pengajar" ("enroll");
CREATE INDEX "pengajar_sorted_by_missing_since" ON "pengajar" ("missing_since");
CREATE INDEX "pengajar_sorted_by_synced_at" ON "pengajar" ("synced_at");
CREATE INDEX "pengajar_sorted_by_exported_at" ON "pengajar" ("exported_at");
CREATE INDEX "mengajar_sorted_by_kelas_id" ON "mengajar" ("kelas_id");
CREATE INDEX "mengajar_sorted_by_nama_mata_kuliah" ON "mengajar" ("nama_mata_kuliah");
CREATE INDEX "mengajar_sorted_by_program_id" ON "mengajar" ("program_id");
CREATE INDEX "mengajar_sorted_by_nama_kelas" ON "mengajar" ("nama_kelas");
CREATE INDEX "mengajar_sorted_by_migration" ON "mengajar" ("migration");
CREATE INDEX "mengajar_sorted_by_enroll" ON "mengajar" ("enroll");
CREATE INDEX "mengajar_sorted_by_missing_since" ON "mengajar" ("missing_since");
CREATE INDEX "mengajar_sorted_by_synced_at" ON "mengajar" ("synced_at");
CREATE INDEX "mengajar_sorted_by_exported_at" ON "mengajar" ("exported_at");
CREATE INDEX "mahasiswa_person_sorted_by_nama_lengkap" ON "mahasiswa_person" ("nama_lengkap");
CREATE INDEX "mahasiswa_person_sorted_by_angkatan" ON "mahasiswa_person" ("angkatan");
CREATE INDEX "mahasiswa_person_sorted_by_jenis_kelamin" ON "mahasiswa_person" ("jenis_kelamin");
CREATE INDEX "mahasiswa_person_sorted_by_hp" ON "mahasiswa_person" ("HP");
CREATE INDEX "mahasiswa_person_sorted_by_email" ON "mahasiswa_person" ("email");
CREATE INDEX "mahasiswa_person_sorted_by_nama_depan" ON "mahasiswa_person" ("nama_depan");
CREATE INDEX "mahasiswa_person_sorted_by_nama_belakang" ON "mahasiswa_person" ("nama_belakang");
CREATE INDEX "mahasiswa_person_sorted_by_migration" ON "mahasiswa_person" ("migration");
CREATE INDEX "mahasiswa_person_sorted_by_synced_at" ON "mahasiswa_person" ("synced_at");
CREATE INDEX "mahasiswa_person_sorted_by_exported_at" ON "mahasiswa_person" ("exported_at");
CREATE INDEX "mahasiswa_class_sorted_by_nama_mk" ON "mahasiswa_class" ("nama_mk");
CREATE INDEX "mahasiswa_class_sorted_by_nama_kelas" ON "mahasiswa_class" ("nama_kelas");
CREATE INDEX "mahasiswa_class_sorted_by_program_id" ON "mahasiswa_class" ("program_id");
CREATE INDEX "mahasiswa_class_sorted_by_kode_kelas" ON "mahasiswa_class" ("kode_kelas");
CREATE INDEX "mahasiswa_enrolment_sorted_by_enroll" ON "mahasiswa_enrolment" ("enroll");
CREATE INDEX "mahasiswa_mbkm_person_sorted_by_namalengkap" ON "mahasiswa_mbkm_person" ("NamaLengkap");
CREATE INDEX "mahasiswa_mbkm_person_sorted_by_angkatan" ON "mahasiswa_mbkm_person" ("angkatan");
CREATE INDEX "mahasiswa_mbkm_person_sorted_by_jeniskelamin" ON "mahasiswa_mbkm_person" ("JenisKelamin");
CREATE INDEX "mahasiswa_mbkm_person_sorted_by_hp" ON "mahasiswa_mbkm_person" ("HP");
CREATE INDEX "mahasiswa_mbkm_person_sorted_by_email" ON "mahasiswa_mbkm_person" ("Email");
CREATE INDEX "mahasiswa_mbkm_person_sorted_by_migration" ON "mahasiswa_mbkm_person" ("migration");
CREATE INDEX "mahasiswa_mbkm_person_sorted_by_synced_at" ON "mahasiswa_mbkm_person" ("synced_at");
CREATE INDEX "mahasiswa_mbkm_person_sorted_by_exported_at" ON "mahasiswa_mbkm_person" ("exported_at");
CREATE INDEX "mahasiswa_mbkm_class_sorted_by_nama_mk" ON "mahasiswa_mbkm_class" ("nama_mk");
CREATE INDEX "mahasiswa_mbkm_class_sorted_by_nama_kelas" ON "mahasiswa_mbkm_class" ("nama_kelas");
CREATE INDEX "mahasiswa_mbkm_enrolment_sorted_by_enroll" ON "mahasiswa_mbkm_enrolment" ("enroll");
CREATE INDEX kelas_sorted_by_jumlah_sks ON kelas (length(jumlah_sks), jumlah_sks);
CREATE INDEX mata_kuliah_by_migration_reason ON mata_kuliah (migration_reason COLLATE NOCASE) WHERE migration_reason IS NOT NULL;
CREATE INDEX kelas_by_migration_reason ON kelas (migration_reason COLLATE NOCASE) WHERE migration_reason IS NOT NULL;
CREATE INDEX pengajar_by_migration_reason ON pengajar (migration_reason COLLATE NOCASE) WHERE migration_reason IS NOT NULL;
CREATE INDEX mengajar_by_migration_reason ON mengajar (migration_reason COLLATE NOCASE) WHERE migration_reason IS NOT NULL;
CREATE INDEX mengajar_by_enroll_reason ON mengajar (enroll_reason COLLATE NOCASE) WHERE enroll_reason IS NOT NULL;
CREATE INDEX mahasiswa_person_by_migration_reason ON mahasiswa_person (migration_reason COLLATE NOCASE) WHERE migration_reason IS NOT NULL;
CREATE INDEX mahasiswa_mbkm_person_by_migration_reason ON mahasiswa_mbkm_person (migration_reason COLLATE NOCASE) WHERE migration_reason IS NOT NULL;
CREATE INDEX mahasiswa_enrolment_by_enroll_reason ON mahasiswa_enrolment (enroll_reason COLLATE NOCASE) WHERE enroll_reason IS NOT NULL;
CREATE INDEX mahasiswa_mbkm_enrolment_by_enroll_reason ON mahasiswa_mbkm_enrolment (enroll_reason COLLATE NOCASE) WHERE enroll_reason IS NOT NULL;
CREATE INDEX mengajar_left_behind ON mengajar (enroll) WHERE missing_since IS NOT NULL;
CREATE INDEX mahasiswa_enrolment_left_behind ON mahasiswa_enrolment (enroll) WHERE missing_since IS NOT NULL;
CREATE INDEX mahasiswa_mbkm_enrolment_left_behind ON mahasiswa_mbkm_enrolment (enroll) WHERE missing_since IS NOT NULL;
CREATE INDEX "attendance_by_identity" ON "attendance" ("identity");
CREATE INDEX attendance_waiting ON attendance (identity) WHERE person_number IS NULL;
CREATE INDEX "zoom_series_by_class" ON "zoom_series" ("class");
CREATE UNIQUE INDEX "zoom_rule_by_text" ON "zoom_rule" ("tells", "text");
CREATE UNIQUE INDEX "activity_log_by_position" ON "activity_log" ("position");
CREATE INDEX "plan_row_in_order" ON "plan_row" ("job_id", "position", "sort", "id");
CREATE INDEX mahasiswa_enrolment_sorted_by_missing_since ON mahasiswa_enrolment (missing_since) WHERE missing_since IS NOT NULL;
CREATE INDEX mahasiswa_mbkm_enrolment_sorted_by_missing_since ON mahasiswa_mbkm_enrolment (missing_since) WHERE missing_since IS NOT NULL;
CREATE UNIQUE INDEX "tally_cell" ON "tally" ("kind", "what", "word");
CREATE INDEX platform_link_by_former ON platform_link (former) WHERE former IS NOT NULL;
CREATE INDEX "sign_in_try_by_forget_at" ON "sign_in_try" ("forget_at");

CREATE VIEW mahasiswa AS SELECT p.id AS id, c."nama_mk", c."nama_kelas", c."program_id", m."NPK", m."nama_lengkap", m."angkatan", m."jenis_kelamin", m."HP", m."email", m."nama_depan", m."nama_belakang", c."kode_kelas", m.migration, m.migration_reason, p.enroll, p.enroll_reason, p.missing_since, m.synced_at, m.exported_at, m.edited_at, p.key_hash, m.key_hash AS object_hash, m.fingerprint, CASE WHEN p.source_hash IS NULL THEN NULL ELSE m.source_fingerprint END AS source_fingerprint, p.created_in, p.written_in, p.person_id, p.class_id, m.search_text || c.search_text AS search_text FROM mahasiswa_enrolment p JOIN mahasiswa_person m ON m.id = p.person_id JOIN mahasiswa_class c ON c.id = p.class_id;
CREATE VIEW mahasiswa_before AS SELECT b.*, c."nama_mk", c."nama_kelas", c."program_id", b.number AS "NPK" FROM mahasiswa_enrolment_before b JOIN mahasiswa_class c ON c.id = b.class_id;
CREATE VIEW mahasiswa_mbkm AS SELECT p.id AS id, c."nama_mk", c."nama_kelas", m."NPK", m."NamaLengkap", m."angkatan", m."JenisKelamin", m."HP", m."Email", m.migration, m.migration_reason, p.enroll, p.enroll_reason, p.missing_since, m.synced_at, m.exported_at, m.edited_at, p.key_hash, m.key_hash AS object_hash, m.fingerprint, CASE WHEN p.source_hash IS NULL THEN NULL ELSE m.source_fingerprint END AS source_fingerprint, p.created_in, p.written_in, p.person_id, p.class_id, m.search_text || c.search_text AS search_text FROM mahasiswa_mbkm_enrolment p JOIN mahasiswa_mbkm_person m ON m.id = p.person_id JOIN mahasiswa_mbkm_class c ON c.id = p.class_id;
CREATE VIEW mahasiswa_mbkm_before AS SELECT b.*, c."nama_mk", c."nama_kelas", b.number AS "NPK" FROM mahasiswa_mbkm_enrolment_before b JOIN mahasiswa_mbkm_class c ON c.id = b.class_id;
CREATE VIEW counted_row AS SELECT NULL AS kind, NULL AS number, NULL AS enroll, NULL AS enroll_reason, NULL AS migration, NULL AS migration_reason, NULL AS missing_since WHERE false;

CREATE TRIGGER tahun_ajaran_search_made AFTER INSERT ON tahun_ajaran BEGIN INSERT INTO tahun_ajaran_search (rowid, search_text) VALUES (new.id, new.search_text); END;
CREATE TRIGGER tahun_ajaran_search_gone AFTER DELETE ON tahun_ajaran BEGIN INSERT INTO tahun_ajaran_search (tahun_ajaran_search, rowid, search_text) VALUES ('delete', old.id, old.search_text); END;
CREATE TRIGGER tahun_ajaran_search_changed AFTER UPDATE OF search_text ON tahun_ajaran WHEN old.search_text <> new.search_text BEGIN INSERT INTO tahun_ajaran_search (tahun_ajaran_search, rowid, search_text) VALUES ('delete', old.id, old.search_text); INSERT INTO tahun_ajaran_search (rowid, search_text) VALUES (new.id, new.search_text); END;
CREATE TRIGGER semester_search_made AFTER INSERT ON semester BEGIN INSERT INTO semester_search (rowid, search_text) VALUES (new.id, new.search_text); END;
CREATE TRIGGER semester_search_gone AFTER DELETE ON semester BEGIN INSERT INTO semester_search (semester_search, rowid, search_text) VALUES ('delete', old.id, old.search_text); END;
CREATE TRIGGER semester_search_changed AFTER UPDATE OF search_text ON semester WHEN old.search_text <> new.search_text BEGIN INSERT INTO semester_search (semester_search, rowid, search_text) VALUES ('delete', old.id, old.search_text); INSERT INTO semester_search (rowid, search_text) VALUES (new.id, new.search_text); END;
CREATE TRIGGER prodi_search_made AFTER INSERT ON prodi BEGIN INSERT INTO prodi_search (rowid, search_text) VALUES (new.id, new.search_text); END;
CREATE TRIGGER prodi_search_gone AFTER DELETE ON prodi BEGIN INSERT INTO prodi_search (prodi_search, rowid, search_text) VALUES ('delete', old.id, old.search_text); END;
CREATE TRIGGER prodi_search_changed AFTER UPDATE OF search_text ON prodi WHEN old.search_text <> new.search_text BEGIN INSERT INTO prodi_search (prodi_search, rowid, search_text) VALUES ('delete', old.id, old.search_text); INSERT INTO prodi_search (rowid, search_text) VALUES (new.id, new.search_text); END;
CREATE TRIGGER jurusan_search_made AFTER INSERT ON jurusan BEGIN INSERT INTO jurusan_search (rowid, search_text) VALUES (new.id, new.search_text); END;
CREATE TRIGGER jurusan_search_gone AFTER DELETE ON jurusan BEGIN INSERT INTO jurusan_search (jurusan_search, rowid, search_text) VALUES ('delete', old.id, old.search_text); END;
CREATE TRIGGER jurusan_search_changed AFTER UPDATE OF search_text ON jurusan WHEN old.search_text <> new.search_text BEGIN INSERT INTO jurusan_search (jurusan_search, rowid, search_text) VALUES ('delete', old.id, old.search_text); INSERT INTO jurusan_search (rowid, search_text) VALUES (new.id, new.search_text); END;
CREATE TRIGGER mata_kuliah_search_made AFTER INSERT ON mata_kuliah BEGIN INSERT INTO mata_kuliah_search (rowid, search_text) VALUES (new.id, new.search_text); END;
CREATE TRIGGER mata_kuliah_search_gone AFTER DELETE ON mata_kuliah BEGIN INSERT INTO mata_kuliah_search (mata_kuliah_search, rowid, search_text) VALUES ('delete', old.id, old.search_text); END;
CREATE TRIGGER mata_kuliah_search_changed AFTER UPDATE OF search_text ON mata_kuliah WHEN old.search_text <> new.search_text BEGIN INSERT INTO mata_kuliah_search (mata_kuliah_search, rowid, search_text) VALUES ('delete', old.id, old.search_text); INSERT INTO mata_kuliah_search (rowid, search_text) VALUES (new.id, new.search_text); END;
CREATE TRIGGER kelas_search_made AFTER INSERT ON kelas BEGIN INSERT INTO kelas_search (rowid, search_text) VALUES (new.id, new.search_text); END;
CREATE TRIGGER kelas_search_gone AFTER DELETE ON kelas BEGIN INSERT INTO kelas_search (kelas_search, rowid, search_text) VALUES ('delete', old.id, old.search_text); END;
CREATE TRIGGER kelas_search_changed AFTER UPDATE OF search_text ON kelas WHEN old.search_text <> new.search_text BEGIN INSERT INTO kelas_search (kelas_search, rowid, search_text) VALUES ('delete', old.id, old.search_text); INSERT INTO kelas_search (rowid, search_text) VALUES (new.id, new.search_text); END;
CREATE TRIGGER pengajar_search_made AFTER INSERT ON pengajar BEGIN INSERT INTO pengajar_search (rowid, search_text) VALUES (new.id, new.search_text); END;
CREATE TRIGGER pengajar_search_gone AFTER DELETE ON pengajar BEGIN INSERT INTO pengajar_search (pengajar_search, rowid, search_text) VALUES ('delete', old.id, old.search_text); END;
CREATE TRIGGER pengajar_search_changed AFTER UPDATE OF search_text ON pengajar WHEN old.search_text <> new.search_text BEGIN INSERT INTO pengajar_search (pengajar_search, rowid, search_text) VALUES ('delete', old.id, old.search_text); INSERT INTO pengajar_search (rowid, search_text) VALUES (new.id, new.search_text); END;
CREATE TRIGGER mengajar_search_made AFTER INSERT ON mengajar BEGIN INSERT INTO mengajar_search (rowid, search_text) VALUES (new.id, new.search_text); END;
CREATE TRIGGER mengajar_search_gone AFTER DELETE ON mengajar BEGIN INSERT INTO mengajar_search (mengajar_search, rowid, search_text) VALUES ('delete', old.id, old.search_text); END;
CREATE TRIGGER mengajar_search_changed AFTER UPDATE OF search_text ON mengajar WHEN old.search_text <> new.search_text BEGIN INSERT INTO mengajar_search (mengajar_search, rowid, search_text) VALUES ('delete', old.id, old.search_text); INSERT INTO mengajar_search (rowid, search_text) VALUES (new.id, new.search_text); END;
CREATE TRIGGER mahasiswa_person_search_made AFTER INSERT ON mahasiswa_person BEGIN INSERT INTO mahasiswa_person_search (rowid, search_text) VALUES (new.id, new.search_text); END;
CREATE TRIGGER mahasiswa_person_search_gone AFTER DELETE ON mahasiswa_person BEGIN INSERT INTO mahasiswa_person_search (mahasiswa_person_search, rowid, search_text) VALUES ('delete', old.id, old.search_text); END;
CREATE TRIGGER mahasiswa_person_search_changed AFTER UPDATE OF search_text ON mahasiswa_person WHEN old.search_text <> new.search_text BEGIN INSERT INTO mahasiswa_person_search (mahasiswa_person_search, rowid, search_text) VALUES ('delete', old.id, old.search_text); INSERT INTO mahasiswa_person_search (rowid, search_text) VALUES (new.id, new.search_text); END;
CREATE TRIGGER mahasiswa_class_search_made AFTER INSERT ON mahasiswa_class BEGIN INSERT INTO mahasiswa_class_search (rowid, search_text) VALUES (new.id, new.search_text); END;
CREATE TRIGGER mahasiswa_class_search_gone AFTER DELETE ON mahasiswa_class BEGIN INSERT INTO mahasiswa_class_search (mahasiswa_class_search, rowid, search_text) VALUES ('delete', old.id, old.search_text); END;
CREATE TRIGGER mahasiswa_class_search_changed AFTER UPDATE OF search_text ON mahasiswa_class WHEN old.search_text <> new.search_text BEGIN INSERT INTO mahasiswa_class_search (mahasiswa_class_search, rowid, search_text) VALUES ('delete', old.id, old.search_text); INSERT INTO mahasiswa_class_search (rowid, search_text) VALUES (new.id, new.search_text); END;
CREATE TRIGGER mahasiswa_mbkm_person_search_made AFTER INSERT ON mahasiswa_mbkm_person BEGIN INSERT INTO mahasiswa_mbkm_person_search (rowid, search_text) VALUES (new.id, new.search_text); END;
CREATE TRIGGER mahasiswa_mbkm_person_search_gone AFTER DELETE ON mahasiswa_mbkm_person BEGIN INSERT INTO mahasiswa_mbkm_person_search (mahasiswa_mbkm_person_search, rowid, search_text) VALUES ('delete', old.id, old.search_text); END;
CREATE TRIGGER mahasiswa_mbkm_person_search_changed AFTER UPDATE OF search_text ON mahasiswa_mbkm_person WHEN old.search_text <> new.search_text BEGIN INSERT INTO mahasiswa_mbkm_person_search (mahasiswa_mbkm_person_search, rowid, search_text) VALUES ('delete', old.id, old.search_text); INSERT INTO mahasiswa_mbkm_person_search (rowid, search_text) VALUES (new.id, new.search_text); END;
CREATE TRIGGER mahasiswa_mbkm_class_search_made AFTER INSERT ON mahasiswa_mbkm_class BEGIN INSERT INTO mahasiswa_mbkm_class_search (rowid, search_text) VALUES (new.id, new.search_text); END;
CREATE TRIGGER mahasiswa_mbkm_class_search_gone AFTER DELETE ON mahasiswa_mbkm_class BEGIN INSERT INTO mahasiswa_mbkm_class_search (mahasiswa_mbkm_class_search, rowid, search_text) VALUES ('delete', old.id, old.search_text); END;
CREATE TRIGGER mahasiswa_mbkm_class_search_changed AFTER UPDATE OF search_text ON mahasiswa_mbkm_class WHEN old.search_text <> new.search_text BEGIN INSERT INTO mahasiswa_mbkm_class_search (mahasiswa_mbkm_class_search, rowid, search_text) VALUES ('delete', old.id, old.search_text); INSERT INTO mahasiswa_mbkm_class_search (rowid, search_text) VALUES (new.id, new.search_text); END;
CREATE TRIGGER tahun_ajaran_tally_made AFTER INSERT ON tahun_ajaran BEGIN INSERT INTO counted_row (kind, number, migration, migration_reason, missing_since) VALUES ('tahun_ajaran', 1, new.migration, new.migration_reason, new.missing_since); END;
CREATE TRIGGER tahun_ajaran_tally_gone AFTER DELETE ON tahun_ajaran BEGIN INSERT INTO counted_row (kind, number, migration, migration_reason, missing_since) VALUES ('tahun_ajaran', -1, old.migration, old.migration_reason, old.missing_since); END;
CREATE TRIGGER tahun_ajaran_tally_changed AFTER UPDATE OF migration, migration_reason, missing_since ON tahun_ajaran WHEN old.migration IS NOT new.migration OR old.migration_reason IS NOT new.migration_reason OR old.missing_since IS NOT new.missing_since BEGIN INSERT INTO counted_row (kind, number, migration, migration_reason, missing_since) VALUES ('tahun_ajaran', -1, old.migration, old.migration_reason, old.missing_since); INSERT INTO counted_row (kind, number, migration, migration_reason, missing_since) VALUES ('tahun_ajaran', 1, new.migration, new.migration_reason, new.missing_since); END;
CREATE TRIGGER semester_tally_made AFTER INSERT ON semester BEGIN INSERT INTO counted_row (kind, number, migration, migration_reason, missing_since) VALUES ('semester', 1, new.migration, new.migration_reason, new.missing_since); END;
CREATE TRIGGER semester_tally_gone AFTER DELETE ON semester BEGIN INSERT INTO counted_row (kind, number, migration, migration_reason, missing_since) VALUES ('semester', -1, old.migration, old.migration_reason, old.missing_since); END;
CREATE TRIGGER semester_tally_changed AFTER UPDATE OF migration, migration_reason, missing_since ON semester WHEN old.migration IS NOT new.migration OR old.migration_reason IS NOT new.migration_reason OR old.missing_since IS NOT new.missing_since BEGIN INSERT INTO counted_row (kind, number, migration, migration_reason, missing_since) VALUES ('semester', -1, old.migration, old.migration_reason, old.missing_since); INSERT INTO counted_row (kind, number, migration, migration_reason, missing_since) VALUES ('semester', 1, new.migration, new.migration_reason, new.missing_since); END;
CREATE TRIGGER prodi_tally_made AFTER INSERT ON prodi BEGIN INSERT INTO counted_row (kind, number, migration, migration_reason, missing_since) VALUES ('prodi', 1, new.migration, new.migration_reason, new.missing_since); END;
CREATE TRIGGER prodi_tally_gone AFTER DELETE ON prodi BEGIN INSERT INTO counted_row (kind, number, migration, migration_reason, missing_since) VALUES ('prodi', -1, old.migration, old.migration_reason, old.missing_since); END;
CREATE TRIGGER prodi_tally_changed AFTER UPDATE OF migration, migration_reason, missing_since ON prodi WHEN old.migration IS NOT new.migration OR old.migration_reason IS NOT new.migration_reason OR old.missing_since IS NOT new.missing_since BEGIN INSERT INTO counted_row (kind, number, migration, migration_reason, missing_since) VALUES ('prodi', -1, old.migration, old.migration_reason, old.missing_since); INSERT INTO counted_row (kind, number, migration, migration_reason, missing_since) VALUES ('prodi', 1, new.migration, new.migration_reason, new.missing_since); END;
CREATE TRIGGER jurusan_tally_made AFTER INSERT ON jurusan BEGIN INSERT INTO counted_row (kind, number, migration, migration_reason, missing_since) VALUES ('jurusan', 1, new.migration, new.migration_reason, new.missing_since); END;
CREATE TRIGGER jurusan_tally_gone AFTER DELETE ON jurusan BEGIN INSERT INTO counted_row (kind, number, migration, migration_reason, missing_since) VALUES ('jurusan', -1, old.migration, old.migration_reason, old.missing_since); END;
CREATE TRIGGER jurusan_tally_changed AFTER UPDATE OF migration, migration_reason, missing_since ON jurusan WHEN old.migration IS NOT new.migration OR old.migration_reason IS NOT new.migration_reason OR old.missing_since IS NOT new.missing_since BEGIN INSERT INTO counted_row (kind, number, migration, migration_reason, missing_since) VALUES ('jurusan', -1, old.migration, old.migration_reason, old.missing_since); INSERT INTO counted_row (kind, number, migration, migration_reason, missing_since) VALUES ('jurusan', 1, new.migration, new.migration_reason, new.missing_since); END;
CREATE TRIGGER mata_kuliah_tally_made AFTER INSERT ON mata_kuliah BEGIN INSERT INTO counted_row (kind, number, migration, migration_reason, missing_since) VALUES ('mata_kuliah', 1, new.migration, new.migration_reason, new.missing_since); END;
CREATE TRIGGER mata_kuliah_tally_gone AFTER DELETE ON mata_kuliah BEGIN INSERT INTO counted_row (kind, number, migration, migration_reason, missing_since) VALUES ('mata_kuliah', -1, old.migration, old.migration_reason, old.missing_since); END;
CREATE TRIGGER mata_kuliah_tally_changed AFTER UPDATE OF migration, migration_reason, missing_since ON mata_kuliah WHEN old.migration IS NOT new.migration OR old.migration_reason IS NOT new.migration_reason OR old.missing_since IS NOT new.missing_since BEGIN INSERT INTO counted_row (kind, number, migration, migration_reason, missing_since) VALUES ('mata_kuliah', -1, old.migration, old.migration_reason, old.missing_since); INSERT INTO counted_row (kind, number, migration, migration_reason, missing_since) VALUES ('mata_kuliah', 1, new.migration, new.migration_reason, new.missing_since); END;
CREATE TRIGGER kelas_tally_made AFTER INSERT ON kelas BEGIN INSERT INTO counted_row (kind, number, migration, migration_reason, missing_since) VALUES ('kelas', 1, new.migration, new.migration_reason, new.missing_since); END;
CREATE TRIGGER kelas_tally_gone AFTER DELETE ON kelas BEGIN INSERT INTO counted_row (kind, number, migration, migration_reason, missing_since) VALUES ('kelas', -1, old.migration, old.migration_reason, old.missing_since); END;
CREATE TRIGGER kelas_tally_changed AFTER UPDATE OF migration, migration_reason, missing_since ON kelas WHEN old.migration IS NOT new.migration OR old.migration_reason IS NOT new.migration_reason OR old.missing_since IS NOT new.missing_since BEGIN INSERT INTO counted_row (kind, number, migration, migration_reason, missing_since) VALUES ('kelas', -1, old.migration, old.migration_reason, old.missing_since); INSERT INTO counted_row (kind, number, migration, migration_reason, missing_since) VALUES ('kelas', 1, new.migration, new.migration_reason, new.missing_since); END;
CREATE TRIGGER pengajar_tally_made AFTER INSERT ON pengajar BEGIN INSERT INTO counted_row (kind, number, migration, migration_reason, missing_since) VALUES ('pengajar', 1, new.migration, new.migration_reason, new.missing_since); END;
CREATE TRIGGER pengajar_tally_gone AFTER DELETE ON pengajar BEGIN INSERT INTO counted_row (kind, number, migration, migration_reason, missing_since) VALUES ('pengajar', -1, old.migration, old.migration_reason, old.missing_since); END;
CREATE TRIGGER pengajar_tally_changed AFTER UPDATE OF migration, migration_reason, missing_since ON pengajar WHEN old.migration IS NOT new.migration OR old.migration_reason IS NOT new.migration_reason OR old.missing_since IS NOT new.missing_since BEGIN INSERT INTO counted_row (kind, number, migration, migration_reason, missing_since) VALUES ('pengajar', -1, old.migration, old.migration_reason, old.missing_since); INSERT INTO counted_row (kind, number, migration, migration_reason, missing_since) VALUES ('pengajar', 1, new.migration, new.migration_reason, new.missing_since); END;
CREATE TRIGGER mahasiswa_person_tally_made AFTER INSERT ON mahasiswa_person BEGIN INSERT INTO counted_row (kind, number, migration, migration_reason) VALUES ('mahasiswa', 1, new.migration, new.migration_reason); END;
CREATE TRIGGER mahasiswa_person_tally_gone AFTER DELETE ON mahasiswa_person BEGIN INSERT INTO counted_row (kind, number, migration, migration_reason) VALUES ('mahasiswa', -1, old.migration, old.migration_reason); END;
CREATE TRIGGER mahasiswa_person_tally_changed AFTER UPDATE OF migration, migration_reason ON mahasiswa_person WHEN old.migration IS NOT new.migration OR old.migration_reason IS NOT new.migration_reason BEGIN INSERT INTO counted_row (kind, number, migration, migration_reason) VALUES ('mahasiswa', -1, old.migration, old.migration_reason); INSERT INTO counted_row (kind, number, migration, migration_reason) VALUES ('mahasiswa', 1, new.migration, new.migration_reason); END;
CREATE TRIGGER mahasiswa_enrolment_tally_made AFTER INSERT ON mahasiswa_enrolment BEGIN INSERT INTO counted_row (kind, number, enroll, enroll_reason, missing_since) VALUES ('mahasiswa', 1, new.enroll, new.enroll_reason, new.missing_since); END;
CREATE TRIGGER mahasiswa_enrolment_tally_gone AFTER DELETE ON mahasiswa_enrolment BEGIN INSERT INTO counted_row (kind, number, enroll, enroll_reason, missing_since) VALUES ('mahasiswa', -1, old.enroll, old.enroll_reason, old.missing_since); END;
CREATE TRIGGER mahasiswa_enrolment_tally_changed AFTER UPDATE OF enroll, enroll_reason, missing_since ON mahasiswa_enrolment WHEN old.enroll IS NOT new.enroll OR old.enroll_reason IS NOT new.enroll_reason OR old.missing_since IS NOT new.missing_since BEGIN INSERT INTO counted_row (kind, number, enroll, enroll_reason, missing_since) VALUES ('mahasiswa', -1, old.enroll, old.enroll_reason, old.missing_since); INSERT INTO counted_row (kind, number, enroll, enroll_reason, missing_since) VALUES ('mahasiswa', 1, new.enroll, new.enroll_reason, new.missing_since); END;
CREATE TRIGGER mahasiswa_mbkm_person_tally_made AFTER INSERT ON mahasiswa_mbkm_person BEGIN INSERT INTO counted_row (kind, number, migration, migration_reason) VALUES ('mahasiswa_mbkm', 1, new.migration, new.migration_reason); END;
CREATE TRIGGER mahasiswa_mbkm_person_tally_gone AFTER DELETE ON mahasiswa_mbkm_person BEGIN INSERT INTO counted_row (kind, number, migration, migration_reason) VALUES ('mahasiswa_mbkm', -1, old.migration, old.migration_reason); END;
CREATE TRIGGER mahasiswa_mbkm_person_tally_changed AFTER UPDATE OF migration, migration_reason ON mahasiswa_mbkm_person WHEN old.migration IS NOT new.migration OR old.migration_reason IS NOT new.migration_reason BEGIN INSERT INTO counted_row (kind, number, migration, migration_reason) VALUES ('mahasiswa_mbkm', -1, old.migration, old.migration_reason); INSERT INTO counted_row (kind, number, migration, migration_reason) VALUES ('mahasiswa_mbkm', 1, new.migration, new.migration_reason); END;
CREATE TRIGGER mahasiswa_mbkm_enrolment_tally_made AFTER INSERT ON mahasiswa_mbkm_enrolment BEGIN INSERT INTO counted_row (kind, number, enroll, enroll_reason, missing_since) VALUES ('mahasiswa_mbkm', 1, new.enroll, new.enroll_reason, new.missing_since); END;
CREATE TRIGGER mahasiswa_mbkm_enrolment_tally_gone AFTER DELETE ON mahasiswa_mbkm_enrolment BEGIN INSERT INTO counted_row (kind, number, enroll, enroll_reason, missing_since) VALUES ('mahasiswa_mbkm', -1, old.enroll, old.enroll_reason, old.missing_since); END;
CREATE TRIGGER mahasiswa_mbkm_enrolment_tally_changed AFTER UPDATE OF enroll, enroll_reason, missing_since ON mahasiswa_mbkm_enrolment WHEN old.enroll IS NOT new.enroll OR old.enroll_reason IS NOT new.enroll_reason OR old.missing_since IS NOT new.missing_since BEGIN INSERT INTO counted_row (kind, number, enroll, enroll_reason, missing_since) VALUES ('mahasiswa_mbkm', -1, old.enroll, old.enroll_reason, old.missing_since); INSERT INTO counted_row (kind, number, enroll, enroll_reason, missing_since) VALUES ('mahasiswa_mbkm', 1, new.enroll, new.enroll_reason, new.missing_since); END;
CREATE TRIGGER mengajar_tally_made AFTER INSERT ON mengajar BEGIN INSERT INTO counted_row (kind, number, enroll, enroll_reason, missing_since) VALUES ('mengajar', 1, new.enroll, new.enroll_reason, new.missing_since); END;
CREATE TRIGGER mengajar_tally_gone AFTER DELETE ON mengajar BEGIN INSERT INTO counted_row (kind, number, enroll, enroll_reason, missing_since) VALUES ('mengajar', -1, old.enroll, old.enroll_reason, old.missing_since); END;
CREATE TRIGGER mengajar_tally_changed AFTER UPDATE OF enroll, enroll_reason, missing_since ON mengajar WHEN old.enroll IS NOT new.enroll OR old.enroll_reason IS NOT new.enroll_reason OR old.missing_since IS NOT new.missing_since BEGIN INSERT INTO counted_row (kind, number, enroll, enroll_reason, missing_since) VALUES ('mengajar', -1, old.enroll, old.enroll_reason, old.missing_since); INSERT INTO counted_row (kind, number, enroll, enroll_reason, missing_since) VALUES ('mengajar', 1, new.enroll, new.enroll_reason, new.missing_since); END;
CREATE TRIGGER counted_row_tally_made INSTEAD OF INSERT ON counted_row BEGIN INSERT INTO tally (what, word, number, sample, kind) SELECT 'migration' AS what, new.migration AS word, new.number AS number, CAST(NULL AS text) AS sample, new.kind WHERE new.migration IS NOT NULL ON CONFLICT (kind, what, word) DO UPDATE SET number = number + excluded.number, sample = coalesce(excluded.sample, sample); INSERT INTO tally (what, word, number, sample, kind) SELECT 'not_sent' AS what, CASE WHEN substr(new.migration_reason, 1, 9) = '{"code":"' THEN substr(new.migration_reason, 10, instr(substr(new.migration_reason, 10), '"') - 1) ELSE '' END AS word, new.number AS number, CAST(new.migration_reason AS text) AS sample, new.kind WHERE new.migration = 'gagal' AND new.migration_reason IS NOT NULL ON CONFLICT (kind, what, word) DO UPDATE SET number = number + excluded.number, sample = coalesce(excluded.sample, sample); INSERT INTO tally (what, word, number, sample, kind) SELECT 'missing' AS what, '' AS word, new.number AS number, CAST(NULL AS text) AS sample, new.kind WHERE new.missing_since IS NOT NULL ON CONFLICT (kind, what, word) DO UPDATE SET number = number + excluded.number, sample = coalesce(excluded.sample, sample); INSERT INTO tally (what, word, number, sample, kind) SELECT 'enroll' AS what, new.enroll AS word, new.number AS number, CAST(NULL AS text) AS sample, new.kind WHERE new.enroll IS NOT NULL ON CONFLICT (kind, what, word) DO UPDATE SET number = number + excluded.number, sample = coalesce(excluded.sample, sample); INSERT INTO tally (what, word, number, sample, kind) SELECT 'not_enrolled' AS what, CASE WHEN substr(new.enroll_reason, 1, 9) = '{"code":"' THEN substr(new.enroll_reason, 10, instr(substr(new.enroll_reason, 10), '"') - 1) ELSE '' END AS word, new.number AS number, CAST(new.enroll_reason AS text) AS sample, new.kind WHERE new.enroll = 'gagal' AND new.enroll_reason IS NOT NULL ON CONFLICT (kind, what, word) DO UPDATE SET number = number + excluded.number, sample = coalesce(excluded.sample, sample); INSERT INTO tally (what, word, number, sample, kind) SELECT 'missing_enroll' AS what, new.enroll AS word, new.number AS number, CAST(NULL AS text) AS sample, new.kind WHERE new.missing_since IS NOT NULL AND new.enroll IS NOT NULL ON CONFLICT (kind, what, word) DO UPDATE SET number = number + excluded.number, sample = coalesce(excluded.sample, sample); END;

INSERT INTO log_chain (id, position, hash, anchor_position, anchor_hash, began_after) VALUES (1, 0, '', 0, '', 0);

-- The schema of version 1.0.0 on PostgreSQL. Never changed: what comes later is a step of its own.

CREATE FUNCTION jurusan_tally() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF TG_OP = 'INSERT' THEN INSERT INTO tally (kind, what, word, number, sample) SELECT 'jurusan', what, word, sum(number), max(sample)
        FROM (SELECT 'migration' AS what, made.migration AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.migration IS NOT NULL
        UNION ALL SELECT 'not_sent' AS what, CASE WHEN substr(made.migration_reason, 1, 9) = '{"code":"' THEN split_part(made.migration_reason, '"', 4) ELSE '' END AS word, 1 AS number, CAST(made.migration_reason AS text) AS sample FROM made WHERE made.migration = 'gagal' AND made.migration_reason IS NOT NULL
        UNION ALL SELECT 'missing' AS what, '' AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.missing_since IS NOT NULL) AS cells GROUP BY what, word HAVING sum(number) <> 0;
    ELSIF TG_OP = 'DELETE' THEN INSERT INTO tally (kind, what, word, number, sample) SELECT 'jurusan', what, word, sum(number), max(sample)
        FROM (SELECT 'migration' AS what, gone.migration AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.migration IS NOT NULL
        UNION ALL SELECT 'not_sent' AS what, CASE WHEN substr(gone.migration_reason, 1, 9) = '{"code":"' THEN split_part(gone.migration_reason, '"', 4) ELSE '' END AS word, -1 AS number, CAST(gone.migration_reason AS text) AS sample FROM gone WHERE gone.migration = 'gagal' AND gone.migration_reason IS NOT NULL
        UNION ALL SELECT 'missing' AS what, '' AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.missing_since IS NOT NULL) AS cells GROUP BY what, word HAVING sum(number) <> 0;
    ELSE INSERT INTO tally (kind, what, word, number, sample) SELECT 'jurusan', what, word, sum(number), max(sample)
        FROM (SELECT 'migration' AS what, gone.migration AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.migration IS NOT NULL
        UNION ALL SELECT 'not_sent' AS what, CASE WHEN substr(gone.migration_reason, 1, 9) = '{"code":"' THEN split_part(gone.migration_reason, '"', 4) ELSE '' END AS word, -1 AS number, CAST(gone.migration_reason AS text) AS sample FROM gone WHERE gone.migration = 'gagal' AND gone.migration_reason IS NOT NULL
        UNION ALL SELECT 'missing' AS what, '' AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.missing_since IS NOT NULL
        UNION ALL SELECT 'migration' AS what, made.migration AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.migration IS NOT NULL
        UNION ALL SELECT 'not_sent' AS what, CASE WHEN substr(made.migration_reason, 1, 9) = '{"code":"' THEN split_part(made.migration_reason, '"', 4) ELSE '' END AS word, 1 AS number, CAST(made.migration_reason AS text) AS sample FROM made WHERE made.migration = 'gagal' AND made.migration_reason IS NOT NULL
        UNION ALL SELECT 'missing' AS what, '' AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.missing_since IS NOT NULL) AS cells GROUP BY what, word HAVING sum(number) <> 0;
    END IF; RETURN NULL; END $$;

CREATE FUNCTION kelas_tally() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF TG_OP = 'INSERT' THEN INSERT INTO tally (kind, what, word, number, sample) SELECT 'kelas', what, word, sum(number), max(sample)
        FROM (SELECT 'migration' AS what, made.migration AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.migration IS NOT NULL
        UNION ALL SELECT 'not_sent' AS what, CASE WHEN substr(made.migration_reason, 1, 9) = '{"code":"' THEN split_part(made.migration_reason, '"', 4) ELSE '' END AS word, 1 AS number, CAST(made.migration_reason AS text) AS sample FROM made WHERE made.migration = 'gagal' AND made.migration_reason IS NOT NULL
        UNION ALL SELECT 'missing' AS what, '' AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.missing_since IS NOT NULL) AS cells GROUP BY what, word HAVING sum(number) <> 0;
    ELSIF TG_OP = 'DELETE' THEN INSERT INTO tally (kind, what, word, number, sample) SELECT 'kelas', what, word, sum(number), max(sample)
        FROM (SELECT 'migration' AS what, gone.migration AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.migration IS NOT NULL
        UNION ALL SELECT 'not_sent' AS what, CASE WHEN substr(gone.migration_reason, 1, 9) = '{"code":"' THEN split_part(gone.migration_reason, '"', 4) ELSE '' END AS word, -1 AS number, CAST(gone.migration_reason AS text) AS sample FROM gone WHERE gone.migration = 'gagal' AND gone.migration_reason IS NOT NULL
        UNION ALL SELECT 'missing' AS what, '' AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.missing_since IS NOT NULL) AS cells GROUP BY what, word HAVING sum(number) <> 0;
    ELSE INSERT INTO tally (kind, what, word, number, sample) SELECT 'kelas', what, word, sum(number), max(sample)
        FROM (SELECT 'migration' AS what, gone.migration AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.migration IS NOT NULL
        UNION ALL SELECT 'not_sent' AS what, CASE WHEN substr(gone.migration_reason, 1, 9) = '{"code":"' THEN split_part(gone.migration_reason, '"', 4) ELSE '' END AS word, -1 AS number, CAST(gone.migration_reason AS text) AS sample FROM gone WHERE gone.migration = 'gagal' AND gone.migration_reason IS NOT NULL
        UNION ALL SELECT 'missing' AS what, '' AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.missing_since IS NOT NULL
        UNION ALL SELECT 'migration' AS what, made.migration AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.migration IS NOT NULL
        UNION ALL SELECT 'not_sent' AS what, CASE WHEN substr(made.migration_reason, 1, 9) = '{"code":"' THEN split_part(made.migration_reason, '"', 4) ELSE '' END AS word, 1 AS number, CAST(made.migration_reason AS text) AS sample FROM made WHERE made.migration = 'gagal' AND made.migration_reason IS NOT NULL
        UNION ALL SELECT 'missing' AS what, '' AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.missing_since IS NOT NULL) AS cells GROUP BY what, word HAVING sum(number) <> 0;
    END IF; RETURN NULL; END $$;

CREATE FUNCTION mahasiswa_mbkm_person_tally() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF TG_OP = 'INSERT' THEN INSERT INTO tally (kind, what, word, number, sample) SELECT 'mahasiswa_mbkm', what, word, sum(number), max(sample)
        FROM (SELECT 'migration' AS what, made.migration AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.migration IS NOT NULL
        UNION ALL SELECT 'not_sent' AS what, CASE WHEN substr(made.migration_reason, 1, 9) = '{"code":"' THEN split_part(made.migration_reason, '"', 4) ELSE '' END AS word, 1 AS number, CAST(made.migration_reason AS text) AS sample FROM made WHERE made.migration = 'gagal' AND made.migration_reason IS NOT NULL) AS cells GROUP BY what, word HAVING sum(number) <> 0;
    ELSIF TG_OP = 'DELETE' THEN INSERT INTO tally (kind, what, word, number, sample) SELECT 'mahasiswa_mbkm', what, word, sum(number), max(sample)
        FROM (SELECT 'migration' AS what, gone.migration AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.migration IS NOT NULL
        UNION ALL SELECT 'not_sent' AS what, CASE WHEN substr(gone.migration_reason, 1, 9) = '{"code":"' THEN split_part(gone.migration_reason, '"', 4) ELSE '' END AS word, -1 AS number, CAST(gone.migration_reason AS text) AS sample FROM gone WHERE gone.migration = 'gagal' AND gone.migration_reason IS NOT NULL) AS cells GROUP BY what, word HAVING sum(number) <> 0;
    ELSE INSERT INTO tally (kind, what, word, number, sample) SELECT 'mahasiswa_mbkm', what, word, sum(number), max(sample)
        FROM (SELECT 'migration' AS what, gone.migration AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.migration IS NOT NULL
        UNION ALL SELECT 'not_sent' AS what, CASE WHEN substr(gone.migration_reason, 1, 9) = '{"code":"' THEN split_part(gone.migration_reason, '"', 4) ELSE '' END AS word, -1 AS number, CAST(gone.migration_reason AS text) AS sample FROM gone WHERE gone.migration = 'gagal' AND gone.migration_reason IS NOT NULL
        UNION ALL SELECT 'migration' AS what, made.migration AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.migration IS NOT NULL
        UNION ALL SELECT 'not_sent' AS what, CASE WHEN substr(made.migration_reason, 1, 9) = '{"code":"' THEN split_part(made.migration_reason, '"', 4) ELSE '' END AS word, 1 AS number, CAST(made.migration_reason AS text) AS sample FROM made WHERE made.migration = 'gagal' AND made.migration_reason IS NOT NULL) AS cells GROUP BY what, word HAVING sum(number) <> 0;
    END IF; RETURN NULL; END $$;

CREATE FUNCTION mahasiswa_mbkm_enrolment_tally() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF TG_OP = 'INSERT' THEN INSERT INTO tally (kind, what, word, number, sample) SELECT 'mahasiswa_mbkm', what, word, sum(number), max(sample)
        FROM (SELECT 'missing' AS what, '' AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.missing_since IS NOT NULL
        UNION ALL SELECT 'enroll' AS what, made.enroll AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.enroll IS NOT NULL
        UNION ALL SELECT 'not_enrolled' AS what, CASE WHEN substr(made.enroll_reason, 1, 9) = '{"code":"' THEN split_part(made.enroll_reason, '"', 4) ELSE '' END AS word, 1 AS number, CAST(made.enroll_reason AS text) AS sample FROM made WHERE made.enroll = 'gagal' AND made.enroll_reason IS NOT NULL
        UNION ALL SELECT 'missing_enroll' AS what, made.enroll AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.missing_since IS NOT NULL AND made.enroll IS NOT NULL) AS cells GROUP BY what, word HAVING sum(number) <> 0;
    ELSIF TG_OP = 'DELETE' THEN INSERT INTO tally (kind, what, word, number, sample) SELECT 'mahasiswa_mbkm', what, word, sum(number), max(sample)
        FROM (SELECT 'missing' AS what, '' AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.missing_since IS NOT NULL
        UNION ALL SELECT 'enroll' AS what, gone.enroll AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.enroll IS NOT NULL
        UNION ALL SELECT 'not_enrolled' AS what, CASE WHEN substr(gone.enroll_reason, 1, 9) = '{"code":"' THEN split_part(gone.enroll_reason, '"', 4) ELSE '' END AS word, -1 AS number, CAST(gone.enroll_reason AS text) AS sample FROM gone WHERE gone.enroll = 'gagal' AND gone.enroll_reason IS NOT NULL
        UNION ALL SELECT 'missing_enroll' AS what, gone.enroll AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.missing_since IS NOT NULL AND gone.enroll IS NOT NULL) AS cells GROUP BY what, word HAVING sum(number) <> 0;
    ELSE INSERT INTO tally (kind, what, word, number, sample) SELECT 'mahasiswa_mbkm', what, word, sum(number), max(sample)
        FROM (SELECT 'missing' AS what, '' AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.missing_since IS NOT NULL
        UNION ALL SELECT 'enroll' AS what, gone.enroll AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.enroll IS NOT NULL
        UNION ALL SELECT 'not_enrolled' AS what, CASE WHEN substr(gone.enroll_reason, 1, 9) = '{"code":"' THEN split_part(gone.enroll_reason, '"', 4) ELSE '' END AS word, -1 AS number, CAST(gone.enroll_reason AS text) AS sample FROM gone WHERE gone.enroll = 'gagal' AND gone.enroll_reason IS NOT NULL
        UNION ALL SELECT 'missing_enroll' AS what, gone.enroll AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.missing_since IS NOT NULL AND gone.enroll IS NOT NULL
        UNION ALL SELECT 'missing' AS what, '' AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.missing_since IS NOT NULL
        UNION ALL SELECT 'enroll' AS what, made.enroll AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.enroll IS NOT NULL
        UNION ALL SELECT 'not_enrolled' AS what, CASE WHEN substr(made.enroll_reason, 1, 9) = '{"code":"' THEN split_part(made.enroll_reason, '"', 4) ELSE '' END AS word, 1 AS number, CAST(made.enroll_reason AS text) AS sample FROM made WHERE made.enroll = 'gagal' AND made.enroll_reason IS NOT NULL
        UNION ALL SELECT 'missing_enroll' AS what, made.enroll AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.missing_since IS NOT NULL AND made.enroll IS NOT NULL) AS cells GROUP BY what, word HAVING sum(number) <> 0;
    END IF; RETURN NULL; END $$;

CREATE FUNCTION mahasiswa_person_tally() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF TG_OP = 'INSERT' THEN INSERT INTO tally (kind, what, word, number, sample) SELECT 'mahasiswa', what, word, sum(number), max(sample)
        FROM (SELECT 'migration' AS what, made.migration AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.migration IS NOT NULL
        UNION ALL SELECT 'not_sent' AS what, CASE WHEN substr(made.migration_reason, 1, 9) = '{"code":"' THEN split_part(made.migration_reason, '"', 4) ELSE '' END AS word, 1 AS number, CAST(made.migration_reason AS text) AS sample FROM made WHERE made.migration = 'gagal' AND made.migration_reason IS NOT NULL) AS cells GROUP BY what, word HAVING sum(number) <> 0;
    ELSIF TG_OP = 'DELETE' THEN INSERT INTO tally (kind, what, word, number, sample) SELECT 'mahasiswa', what, word, sum(number), max(sample)
        FROM (SELECT 'migration' AS what, gone.migration AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.migration IS NOT NULL
        UNION ALL SELECT 'not_sent' AS what, CASE WHEN substr(gone.migration_reason, 1, 9) = '{"code":"' THEN split_part(gone.migration_reason, '"', 4) ELSE '' END AS word, -1 AS number, CAST(gone.migration_reason AS text) AS sample FROM gone WHERE gone.migration = 'gagal' AND gone.migration_reason IS NOT NULL) AS cells GROUP BY what, word HAVING sum(number) <> 0;
    ELSE INSERT INTO tally (kind, what, word, number, sample) SELECT 'mahasiswa', what, word, sum(number), max(sample)
        FROM (SELECT 'migration' AS what, gone.migration AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.migration IS NOT NULL
        UNION ALL SELECT 'not_sent' AS what, CASE WHEN substr(gone.migration_reason, 1, 9) = '{"code":"' THEN split_part(gone.migration_reason, '"', 4) ELSE '' END AS word, -1 AS number, CAST(gone.migration_reason AS text) AS sample FROM gone WHERE gone.migration = 'gagal' AND gone.migration_reason IS NOT NULL
        UNION ALL SELECT 'migration' AS what, made.migration AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.migration IS NOT NULL
        UNION ALL SELECT 'not_sent' AS what, CASE WHEN substr(made.migration_reason, 1, 9) = '{"code":"' THEN split_part(made.migration_reason, '"', 4) ELSE '' END AS word, 1 AS number, CAST(made.migration_reason AS text) AS sample FROM made WHERE made.migration = 'gagal' AND made.migration_reason IS NOT NULL) AS cells GROUP BY what, word HAVING sum(number) <> 0;
    END IF; RETURN NULL; END $$;

CREATE FUNCTION mahasiswa_enrolment_tally() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF TG_OP = 'INSERT' THEN INSERT INTO tally (kind, what, word, number, sample) SELECT 'mahasiswa', what, word, sum(number), max(sample)
        FROM (SELECT 'missing' AS what, '' AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.missing_since IS NOT NULL
        UNION ALL SELECT 'enroll' AS what, made.enroll AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.enroll IS NOT NULL
        UNION ALL SELECT 'not_enrolled' AS what, CASE WHEN substr(made.enroll_reason, 1, 9) = '{"code":"' THEN split_part(made.enroll_reason, '"', 4) ELSE '' END AS word, 1 AS number, CAST(made.enroll_reason AS text) AS sample FROM made WHERE made.enroll = 'gagal' AND made.enroll_reason IS NOT NULL
        UNION ALL SELECT 'missing_enroll' AS what, made.enroll AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.missing_since IS NOT NULL AND made.enroll IS NOT NULL) AS cells GROUP BY what, word HAVING sum(number) <> 0;
    ELSIF TG_OP = 'DELETE' THEN INSERT INTO tally (kind, what, word, number, sample) SELECT 'mahasiswa', what, word, sum(number), max(sample)
        FROM (SELECT 'missing' AS what, '' AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.missing_since IS NOT NULL
        UNION ALL SELECT 'enroll' AS what, gone.enroll AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.enroll IS NOT NULL
        UNION ALL SELECT 'not_enrolled' AS what, CASE WHEN substr(gone.enroll_reason, 1, 9) = '{"code":"' THEN split_part(gone.enroll_reason, '"', 4) ELSE '' END AS word, -1 AS number, CAST(gone.enroll_reason AS text) AS sample FROM gone WHERE gone.enroll = 'gagal' AND gone.enroll_reason IS NOT NULL
        UNION ALL SELECT 'missing_enroll' AS what, gone.enroll AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.missing_since IS NOT NULL AND gone.enroll IS NOT NULL) AS cells GROUP BY what, word HAVING sum(number) <> 0;
    ELSE INSERT INTO tally (kind, what, word, number, sample) SELECT 'mahasiswa', what, word, sum(number), max(sample)
        FROM (SELECT 'missing' AS what, '' AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.missing_since IS NOT NULL
        UNION ALL SELECT 'enroll' AS what, gone.enroll AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.enroll IS NOT NULL
        UNION ALL SELECT 'not_enrolled' AS what, CASE WHEN substr(gone.enroll_reason, 1, 9) = '{"code":"' THEN split_part(gone.enroll_reason, '"', 4) ELSE '' END AS word, -1 AS number, CAST(gone.enroll_reason AS text) AS sample FROM gone WHERE gone.enroll = 'gagal' AND gone.enroll_reason IS NOT NULL
        UNION ALL SELECT 'missing_enroll' AS what, gone.enroll AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.missing_since IS NOT NULL AND gone.enroll IS NOT NULL
        UNION ALL SELECT 'missing' AS what, '' AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.missing_since IS NOT NULL
        UNION ALL SELECT 'enroll' AS what, made.enroll AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.enroll IS NOT NULL
        UNION ALL SELECT 'not_enrolled' AS what, CASE WHEN substr(made.enroll_reason, 1, 9) = '{"code":"' THEN split_part(made.enroll_reason, '"', 4) ELSE '' END AS word, 1 AS number, CAST(made.enroll_reason AS text) AS sample FROM made WHERE made.enroll = 'gagal' AND made.enroll_reason IS NOT NULL
        UNION ALL SELECT 'missing_enroll' AS what, made.enroll AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.missing_since IS NOT NULL AND made.enroll IS NOT NULL) AS cells GROUP BY what, word HAVING sum(number) <> 0;
    END IF; RETURN NULL; END $$;

CREATE FUNCTION mata_kuliah_tally() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF TG_OP = 'INSERT' THEN INSERT INTO tally (kind, what, word, number, sample) SELECT 'mata_kuliah', what, word, sum(number), max(sample)
        FROM (SELECT 'migration' AS what, made.migration AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.migration IS NOT NULL
        UNION ALL SELECT 'not_sent' AS what, CASE WHEN substr(made.migration_reason, 1, 9) = '{"code":"' THEN split_part(made.migration_reason, '"', 4) ELSE '' END AS word, 1 AS number, CAST(made.migration_reason AS text) AS sample FROM made WHERE made.migration = 'gagal' AND made.migration_reason IS NOT NULL
        UNION ALL SELECT 'missing' AS what, '' AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.missing_since IS NOT NULL) AS cells GROUP BY what, word HAVING sum(number) <> 0;
    ELSIF TG_OP = 'DELETE' THEN INSERT INTO tally (kind, what, word, number, sample) SELECT 'mata_kuliah', what, word, sum(number), max(sample)
        FROM (SELECT 'migration' AS what, gone.migration AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.migration IS NOT NULL
        UNION ALL SELECT 'not_sent' AS what, CASE WHEN substr(gone.migration_reason, 1, 9) = '{"code":"' THEN split_part(gone.migration_reason, '"', 4) ELSE '' END AS word, -1 AS number, CAST(gone.migration_reason AS text) AS sample FROM gone WHERE gone.migration = 'gagal' AND gone.migration_reason IS NOT NULL
        UNION ALL SELECT 'missing' AS what, '' AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.missing_since IS NOT NULL) AS cells GROUP BY what, word HAVING sum(number) <> 0;
    ELSE INSERT INTO tally (kind, what, word, number, sample) SELECT 'mata_kuliah', what, word, sum(number), max(sample)
        FROM (SELECT 'migration' AS what, gone.migration AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.migration IS NOT NULL
        UNION ALL SELECT 'not_sent' AS what, CASE WHEN substr(gone.migration_reason, 1, 9) = '{"code":"' THEN split_part(gone.migration_reason, '"', 4) ELSE '' END AS word, -1 AS number, CAST(gone.migration_reason AS text) AS sample FROM gone WHERE gone.migration = 'gagal' AND gone.migration_reason IS NOT NULL
        UNION ALL SELECT 'missing' AS what, '' AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.missing_since IS NOT NULL
        UNION ALL SELECT 'migration' AS what, made.migration AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.migration IS NOT NULL
        UNION ALL SELECT 'not_sent' AS what, CASE WHEN substr(made.migration_reason, 1, 9) = '{"code":"' THEN split_part(made.migration_reason, '"', 4) ELSE '' END AS word, 1 AS number, CAST(made.migration_reason AS text) AS sample FROM made WHERE made.migration = 'gagal' AND made.migration_reason IS NOT NULL
        UNION ALL SELECT 'missing' AS what, '' AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.missing_since IS NOT NULL) AS cells GROUP BY what, word HAVING sum(number) <> 0;
    END IF; RETURN NULL; END $$;

CREATE FUNCTION mengajar_tally() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF TG_OP = 'INSERT' THEN INSERT INTO tally (kind, what, word, number, sample) SELECT 'mengajar', what, word, sum(number), max(sample)
        FROM (SELECT 'missing' AS what, '' AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.missing_since IS NOT NULL
        UNION ALL SELECT 'enroll' AS what, made.enroll AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.enroll IS NOT NULL
        UNION ALL SELECT 'not_enrolled' AS what, CASE WHEN substr(made.enroll_reason, 1, 9) = '{"code":"' THEN split_part(made.enroll_reason, '"', 4) ELSE '' END AS word, 1 AS number, CAST(made.enroll_reason AS text) AS sample FROM made WHERE made.enroll = 'gagal' AND made.enroll_reason IS NOT NULL
        UNION ALL SELECT 'missing_enroll' AS what, made.enroll AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.missing_since IS NOT NULL AND made.enroll IS NOT NULL) AS cells GROUP BY what, word HAVING sum(number) <> 0;
    ELSIF TG_OP = 'DELETE' THEN INSERT INTO tally (kind, what, word, number, sample) SELECT 'mengajar', what, word, sum(number), max(sample)
        FROM (SELECT 'missing' AS what, '' AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.missing_since IS NOT NULL
        UNION ALL SELECT 'enroll' AS what, gone.enroll AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.enroll IS NOT NULL
        UNION ALL SELECT 'not_enrolled' AS what, CASE WHEN substr(gone.enroll_reason, 1, 9) = '{"code":"' THEN split_part(gone.enroll_reason, '"', 4) ELSE '' END AS word, -1 AS number, CAST(gone.enroll_reason AS text) AS sample FROM gone WHERE gone.enroll = 'gagal' AND gone.enroll_reason IS NOT NULL
        UNION ALL SELECT 'missing_enroll' AS what, gone.enroll AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.missing_since IS NOT NULL AND gone.enroll IS NOT NULL) AS cells GROUP BY what, word HAVING sum(number) <> 0;
    ELSE INSERT INTO tally (kind, what, word, number, sample) SELECT 'mengajar', what, word, sum(number), max(sample)
        FROM (SELECT 'missing' AS what, '' AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.missing_since IS NOT NULL
        UNION ALL SELECT 'enroll' AS what, gone.enroll AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.enroll IS NOT NULL
        UNION ALL SELECT 'not_enrolled' AS what, CASE WHEN substr(gone.enroll_reason, 1, 9) = '{"code":"' THEN split_part(gone.enroll_reason, '"', 4) ELSE '' END AS word, -1 AS number, CAST(gone.enroll_reason AS text) AS sample FROM gone WHERE gone.enroll = 'gagal' AND gone.enroll_reason IS NOT NULL
        UNION ALL SELECT 'missing_enroll' AS what, gone.enroll AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.missing_since IS NOT NULL AND gone.enroll IS NOT NULL
        UNION ALL SELECT 'missing' AS what, '' AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.missing_since IS NOT NULL
        UNION ALL SELECT 'enroll' AS what, made.enroll AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.enroll IS NOT NULL
        UNION ALL SELECT 'not_enrolled' AS what, CASE WHEN substr(made.enroll_reason, 1, 9) = '{"code":"' THEN split_part(made.enroll_reason, '"', 4) ELSE '' END AS word, 1 AS number, CAST(made.enroll_reason AS text) AS sample FROM made WHERE made.enroll = 'gagal' AND made.enroll_reason IS NOT NULL
        UNION ALL SELECT 'missing_enroll' AS what, made.enroll AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.missing_since IS NOT NULL AND made.enroll IS NOT NULL) AS cells GROUP BY what, word HAVING sum(number) <> 0;
    END IF; RETURN NULL; END $$;

CREATE FUNCTION pengajar_tally() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF TG_OP = 'INSERT' THEN INSERT INTO tally (kind, what, word, number, sample) SELECT 'pengajar', what, word, sum(number), max(sample)
        FROM (SELECT 'migration' AS what, made.migration AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.migration IS NOT NULL
        UNION ALL SELECT 'not_sent' AS what, CASE WHEN substr(made.migration_reason, 1, 9) = '{"code":"' THEN split_part(made.migration_reason, '"', 4) ELSE '' END AS word, 1 AS number, CAST(made.migration_reason AS text) AS sample FROM made WHERE made.migration = 'gagal' AND made.migration_reason IS NOT NULL
        UNION ALL SELECT 'missing' AS what, '' AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.missing_since IS NOT NULL) AS cells GROUP BY what, word HAVING sum(number) <> 0;
    ELSIF TG_OP = 'DELETE' THEN INSERT INTO tally (kind, what, word, number, sample) SELECT 'pengajar', what, word, sum(number), max(sample)
        FROM (SELECT 'migration' AS what, gone.migration AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.migration IS NOT NULL
        UNION ALL SELECT 'not_sent' AS what, CASE WHEN substr(gone.migration_reason, 1, 9) = '{"code":"' THEN split_part(gone.migration_reason, '"', 4) ELSE '' END AS word, -1 AS number, CAST(gone.migration_reason AS text) AS sample FROM gone WHERE gone.migration = 'gagal' AND gone.migration_reason IS NOT NULL
        UNION ALL SELECT 'missing' AS what, '' AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.missing_since IS NOT NULL) AS cells GROUP BY what, word HAVING sum(number) <> 0;
    ELSE INSERT INTO tally (kind, what, word, number, sample) SELECT 'pengajar', what, word, sum(number), max(sample)
        FROM (SELECT 'migration' AS what, gone.migration AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.migration IS NOT NULL
        UNION ALL SELECT 'not_sent' AS what, CASE WHEN substr(gone.migration_reason, 1, 9) = '{"code":"' THEN split_part(gone.migration_reason, '"', 4) ELSE '' END AS word, -1 AS number, CAST(gone.migration_reason AS text) AS sample FROM gone WHERE gone.migration = 'gagal' AND gone.migration_reason IS NOT NULL
        UNION ALL SELECT 'missing' AS what, '' AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.missing_since IS NOT NULL
        UNION ALL SELECT 'migration' AS what, made.migration AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.migration IS NOT NULL
        UNION ALL SELECT 'not_sent' AS what, CASE WHEN substr(made.migration_reason, 1, 9) = '{"code":"' THEN split_part(made.migration_reason, '"', 4) ELSE '' END AS word, 1 AS number, CAST(made.migration_reason AS text) AS sample FROM made WHERE made.migration = 'gagal' AND made.migration_reason IS NOT NULL
        UNION ALL SELECT 'missing' AS what, '' AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.missing_since IS NOT NULL) AS cells GROUP BY what, word HAVING sum(number) <> 0;
    END IF; RETURN NULL; END $$;

CREATE FUNCTION prodi_tally() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF TG_OP = 'INSERT' THEN INSERT INTO tally (kind, what, word, number, sample) SELECT 'prodi', what, word, sum(number), max(sample)
        FROM (SELECT 'migration' AS what, made.migration AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.migration IS NOT NULL
        UNION ALL SELECT 'not_sent' AS what, CASE WHEN substr(made.migration_reason, 1, 9) = '{"code":"' THEN split_part(made.migration_reason, '"', 4) ELSE '' END AS word, 1 AS number, CAST(made.migration_reason AS text) AS sample FROM made WHERE made.migration = 'gagal' AND made.migration_reason IS NOT NULL
        UNION ALL SELECT 'missing' AS what, '' AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.missing_since IS NOT NULL) AS cells GROUP BY what, word HAVING sum(number) <> 0;
    ELSIF TG_OP = 'DELETE' THEN INSERT INTO tally (kind, what, word, number, sample) SELECT 'prodi', what, word, sum(number), max(sample)
        FROM (SELECT 'migration' AS what, gone.migration AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.migration IS NOT NULL
        UNION ALL SELECT 'not_sent' AS what, CASE WHEN substr(gone.migration_reason, 1, 9) = '{"code":"' THEN split_part(gone.migration_reason, '"', 4) ELSE '' END AS word, -1 AS number, CAST(gone.migration_reason AS text) AS sample FROM gone WHERE gone.migration = 'gagal' AND gone.migration_reason IS NOT NULL
        UNION ALL SELECT 'missing' AS what, '' AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.missing_since IS NOT NULL) AS cells GROUP BY what, word HAVING sum(number) <> 0;
    ELSE INSERT INTO tally (kind, what, word, number, sample) SELECT 'prodi', what, word, sum(number), max(sample)
        FROM (SELECT 'migration' AS what, gone.migration AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.migration IS NOT NULL
        UNION ALL SELECT 'not_sent' AS what, CASE WHEN substr(gone.migration_reason, 1, 9) = '{"code":"' THEN split_part(gone.migration_reason, '"', 4) ELSE '' END AS word, -1 AS number, CAST(gone.migration_reason AS text) AS sample FROM gone WHERE gone.migration = 'gagal' AND gone.migration_reason IS NOT NULL
        UNION ALL SELECT 'missing' AS what, '' AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.missing_since IS NOT NULL
        UNION ALL SELECT 'migration' AS what, made.migration AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.migration IS NOT NULL
        UNION ALL SELECT 'not_sent' AS what, CASE WHEN substr(made.migration_reason, 1, 9) = '{"code":"' THEN split_part(made.migration_reason, '"', 4) ELSE '' END AS word, 1 AS number, CAST(made.migration_reason AS text) AS sample FROM made WHERE made.migration = 'gagal' AND made.migration_reason IS NOT NULL
        UNION ALL SELECT 'missing' AS what, '' AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.missing_since IS NOT NULL) AS cells GROUP BY what, word HAVING sum(number) <> 0;
    END IF; RETURN NULL; END $$;

CREATE FUNCTION semester_tally() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF TG_OP = 'INSERT' THEN INSERT INTO tally (kind, what, word, number, sample) SELECT 'semester', what, word, sum(number), max(sample)
        FROM (SELECT 'migration' AS what, made.migration AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.migration IS NOT NULL
        UNION ALL SELECT 'not_sent' AS what, CASE WHEN substr(made.migration_reason, 1, 9) = '{"code":"' THEN split_part(made.migration_reason, '"', 4) ELSE '' END AS word, 1 AS number, CAST(made.migration_reason AS text) AS sample FROM made WHERE made.migration = 'gagal' AND made.migration_reason IS NOT NULL
        UNION ALL SELECT 'missing' AS what, '' AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.missing_since IS NOT NULL) AS cells GROUP BY what, word HAVING sum(number) <> 0;
    ELSIF TG_OP = 'DELETE' THEN INSERT INTO tally (kind, what, word, number, sample) SELECT 'semester', what, word, sum(number), max(sample)
        FROM (SELECT 'migration' AS what, gone.migration AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.migration IS NOT NULL
        UNION ALL SELECT 'not_sent' AS what, CASE WHEN substr(gone.migration_reason, 1, 9) = '{"code":"' THEN split_part(gone.migration_reason, '"', 4) ELSE '' END AS word, -1 AS number, CAST(gone.migration_reason AS text) AS sample FROM gone WHERE gone.migration = 'gagal' AND gone.migration_reason IS NOT NULL
        UNION ALL SELECT 'missing' AS what, '' AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.missing_since IS NOT NULL) AS cells GROUP BY what, word HAVING sum(number) <> 0;
    ELSE INSERT INTO tally (kind, what, word, number, sample) SELECT 'semester', what, word, sum(number), max(sample)
        FROM (SELECT 'migration' AS what, gone.migration AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.migration IS NOT NULL
        UNION ALL SELECT 'not_sent' AS what, CASE WHEN substr(gone.migration_reason, 1, 9) = '{"code":"' THEN split_part(gone.migration_reason, '"', 4) ELSE '' END AS word, -1 AS number, CAST(gone.migration_reason AS text) AS sample FROM gone WHERE gone.migration = 'gagal' AND gone.migration_reason IS NOT NULL
        UNION ALL SELECT 'missing' AS what, '' AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.missing_since IS NOT NULL
        UNION ALL SELECT 'migration' AS what, made.migration AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.migration IS NOT NULL
        UNION ALL SELECT 'not_sent' AS what, CASE WHEN substr(made.migration_reason, 1, 9) = '{"code":"' THEN split_part(made.migration_reason, '"', 4) ELSE '' END AS word, 1 AS number, CAST(made.migration_reason AS text) AS sample FROM made WHERE made.migration = 'gagal' AND made.migration_reason IS NOT NULL
        UNION ALL SELECT 'missing' AS what, '' AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.missing_since IS NOT NULL) AS cells GROUP BY what, word HAVING sum(number) <> 0;
    END IF; RETURN NULL; END $$;

CREATE FUNCTION tahun_ajaran_tally() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF TG_OP = 'INSERT' THEN INSERT INTO tally (kind, what, word, number, sample) SELECT 'tahun_ajaran', what, word, sum(number), max(sample)
        FROM (SELECT 'migration' AS what, made.migration AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.migration IS NOT NULL
        UNION ALL SELECT 'not_sent' AS what, CASE WHEN substr(made.migration_reason, 1, 9) = '{"code":"' THEN split_part(made.migration_reason, '"', 4) ELSE '' END AS word, 1 AS number, CAST(made.migration_reason AS text) AS sample FROM made WHERE made.migration = 'gagal' AND made.migration_reason IS NOT NULL
        UNION ALL SELECT 'missing' AS what, '' AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.missing_since IS NOT NULL) AS cells GROUP BY what, word HAVING sum(number) <> 0;
    ELSIF TG_OP = 'DELETE' THEN INSERT INTO tally (kind, what, word, number, sample) SELECT 'tahun_ajaran', what, word, sum(number), max(sample)
        FROM (SELECT 'migration' AS what, gone.migration AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.migration IS NOT NULL
        UNION ALL SELECT 'not_sent' AS what, CASE WHEN substr(gone.migration_reason, 1, 9) = '{"code":"' THEN split_part(gone.migration_reason, '"', 4) ELSE '' END AS word, -1 AS number, CAST(gone.migration_reason AS text) AS sample FROM gone WHERE gone.migration = 'gagal' AND gone.migration_reason IS NOT NULL
        UNION ALL SELECT 'missing' AS what, '' AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.missing_since IS NOT NULL) AS cells GROUP BY what, word HAVING sum(number) <> 0;
    ELSE INSERT INTO tally (kind, what, word, number, sample) SELECT 'tahun_ajaran', what, word, sum(number), max(sample)
        FROM (SELECT 'migration' AS what, gone.migration AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.migration IS NOT NULL
        UNION ALL SELECT 'not_sent' AS what, CASE WHEN substr(gone.migration_reason, 1, 9) = '{"code":"' THEN split_part(gone.migration_reason, '"', 4) ELSE '' END AS word, -1 AS number, CAST(gone.migration_reason AS text) AS sample FROM gone WHERE gone.migration = 'gagal' AND gone.migration_reason IS NOT NULL
        UNION ALL SELECT 'missing' AS what, '' AS word, -1 AS number, CAST(NULL AS text) AS sample FROM gone WHERE gone.missing_since IS NOT NULL
        UNION ALL SELECT 'migration' AS what, made.migration AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.migration IS NOT NULL
        UNION ALL SELECT 'not_sent' AS what, CASE WHEN substr(made.migration_reason, 1, 9) = '{"code":"' THEN split_part(made.migration_reason, '"', 4) ELSE '' END AS word, 1 AS number, CAST(made.migration_reason AS text) AS sample FROM made WHERE made.migration = 'gagal' AND made.migration_reason IS NOT NULL
        UNION ALL SELECT 'missing' AS what, '' AS word, 1 AS number, CAST(NULL AS text) AS sample FROM made WHERE made.missing_since IS NOT NULL) AS cells GROUP BY what, word HAVING sum(number) <> 0;
    END IF; RETURN NULL; END $$;

CREATE TABLE activity_log (
    id bigint GENERATED BY DEFAULT AS IDENTITY,
    action text NOT NULL,
    actor text NOT NULL,
    job_id bigint,
    search_text text NOT NULL,
    created_at bigint NOT NULL,
    kind text,
    verb text,
    number text,
    subject text,
    changes text,
    address text,
    session bigint,
    "position" bigint,
    hash text,
    principal text,
    account_id bigint,
    username text
);

CREATE TABLE administrator (
    id bigint GENERATED BY DEFAULT AS IDENTITY,
    name text NOT NULL,
    username text NOT NULL,
    password_hash text NOT NULL,
    active boolean NOT NULL,
    created_at bigint NOT NULL,
    role text DEFAULT 'administrator'::text NOT NULL,
    language text,
    appearance text,
    email text,
    disabled boolean DEFAULT false NOT NULL,
    granted_by text DEFAULT 'hand'::text NOT NULL
);

CREATE TABLE administrator_before (
    id bigint NOT NULL,
    name text NOT NULL,
    username text NOT NULL,
    password_hash text NOT NULL,
    active boolean NOT NULL,
    created_at bigint NOT NULL,
    deleted_at bigint NOT NULL,
    role text DEFAULT 'administrator'::text NOT NULL,
    email text,
    language text,
    appearance text,
    disabled boolean DEFAULT false NOT NULL,
    granted_by text DEFAULT 'hand'::text NOT NULL
);

CREATE TABLE api_key (
    id bigint GENERATED BY DEFAULT AS IDENTITY,
    administrator_id bigint NOT NULL,
    key_hash text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    address text,
    device text,
    last_seen_at bigint
);

CREATE TABLE attendance (
    id bigint GENERATED BY DEFAULT AS IDENTITY,
    meeting_id text NOT NULL,
    topic text NOT NULL,
    meeting_start bigint NOT NULL,
    meeting_end bigint,
    username text NOT NULL,
    email text NOT NULL,
    join_time bigint NOT NULL,
    leave_time bigint,
    leave_reason text NOT NULL,
    search_text text NOT NULL,
    meeting_uuid text DEFAULT ''::text NOT NULL,
    participant text DEFAULT ''::text NOT NULL,
    name text DEFAULT ''::text NOT NULL,
    reported boolean DEFAULT false NOT NULL,
    join_guessed boolean DEFAULT false NOT NULL,
    person_kind text,
    person_number text,
    identity text DEFAULT ''::text NOT NULL
);

CREATE TABLE identity (
    issuer text NOT NULL,
    subject text NOT NULL,
    administrator_id bigint NOT NULL
);

CREATE TABLE identity_before (
    administrator_id bigint NOT NULL,
    issuer text NOT NULL,
    subject text NOT NULL
);

CREATE TABLE job (
    id bigint GENERATED BY DEFAULT AS IDENTITY,
    kind text NOT NULL,
    verb text NOT NULL,
    state text NOT NULL,
    actor text NOT NULL,
    message text NOT NULL,
    failure text,
    total bigint,
    cancel_requested boolean NOT NULL,
    worker text,
    lease_until bigint NOT NULL,
    created_at bigint NOT NULL,
    started_at bigint,
    finished_at bigint,
    undone_by bigint,
    undo_of bigint,
    source_rows bigint,
    consent text,
    consented boolean DEFAULT false NOT NULL,
    undo_lost boolean DEFAULT false NOT NULL,
    task text DEFAULT ''::text NOT NULL,
    warnings text,
    part_of bigint,
    ordered_by text,
    ordered_in text,
    attempts bigint DEFAULT 0 NOT NULL,
    principal text,
    account_id bigint,
    username text
);

CREATE TABLE job_count (
    job_id bigint NOT NULL,
    kind text NOT NULL,
    outcome text NOT NULL,
    number bigint NOT NULL
);

CREATE TABLE job_row (
    id bigint GENERATED BY DEFAULT AS IDENTITY,
    job_id bigint NOT NULL,
    outcome text NOT NULL,
    key text NOT NULL,
    label text,
    reason text,
    kind text,
    key_hash bigint,
    reason_group text
);

CREATE TABLE job_stage (
    job_id bigint NOT NULL,
    "position" integer NOT NULL,
    kind text NOT NULL,
    verb text NOT NULL,
    state text NOT NULL,
    child bigint,
    counts text,
    plan text
);

CREATE TABLE jurusan (
    id bigint GENERATED BY DEFAULT AS IDENTITY,
    kode_jurusan text NOT NULL,
    nama_jurusan text NOT NULL,
    kode_prodi text NOT NULL,
    nama_prodi text NOT NULL,
    migration text NOT NULL,
    migration_reason text,
    enroll text NOT NULL,
    key_hash bigint NOT NULL,
    fingerprint bigint NOT NULL,
    source_fingerprint bigint,
    missing_since bigint,
    synced_at bigint,
    exported_at bigint,
    edited_at bigint,
    search_text text NOT NULL,
    created_in bigint,
    written_in bigint
);

CREATE TABLE jurusan_before (
    version bigint GENERATED BY DEFAULT AS IDENTITY,
    job_id bigint NOT NULL,
    was text NOT NULL,
    undone boolean NOT NULL,
    taken_at bigint NOT NULL,
    id bigint NOT NULL,
    kode_jurusan text NOT NULL,
    nama_jurusan text NOT NULL,
    kode_prodi text NOT NULL,
    nama_prodi text NOT NULL,
    migration text NOT NULL,
    migration_reason text,
    enroll text NOT NULL,
    key_hash bigint NOT NULL,
    fingerprint bigint NOT NULL,
    source_fingerprint bigint,
    missing_since bigint,
    synced_at bigint,
    exported_at bigint,
    edited_at bigint,
    search_text text NOT NULL,
    created_in bigint,
    written_in bigint
);

CREATE TABLE kelas (
    id bigint GENERATED BY DEFAULT AS IDENTITY,
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
    migration_reason text,
    enroll text NOT NULL,
    key_hash bigint NOT NULL,
    fingerprint bigint NOT NULL,
    source_fingerprint bigint,
    missing_since bigint,
    synced_at bigint,
    exported_at bigint,
    edited_at bigint,
    search_text text NOT NULL,
    created_in bigint,
    written_in bigint
);

CREATE TABLE kelas_before (
    version bigint GENERATED BY DEFAULT AS IDENTITY,
    job_id bigint NOT NULL,
    was text NOT NULL,
    undone boolean NOT NULL,
    taken_at bigint NOT NULL,
    id bigint NOT NULL,
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
    migration_reason text,
    enroll text NOT NULL,
    key_hash bigint NOT NULL,
    fingerprint bigint NOT NULL,
    source_fingerprint bigint,
    missing_since bigint,
    synced_at bigint,
    exported_at bigint,
    edited_at bigint,
    search_text text NOT NULL,
    created_in bigint,
    written_in bigint
);

CREATE TABLE kind_change (
    kind text NOT NULL,
    changed_at bigint NOT NULL
);

CREATE TABLE known_location (
    administrator_id bigint NOT NULL,
    address text NOT NULL,
    device text NOT NULL,
    first_seen_at bigint NOT NULL
);

CREATE TABLE log_chain (
    id bigint NOT NULL,
    "position" bigint NOT NULL,
    hash text NOT NULL,
    anchor_position bigint NOT NULL,
    anchor_hash text NOT NULL,
    began_after bigint NOT NULL
);

CREATE TABLE mahasiswa_class (
    id bigint GENERATED BY DEFAULT AS IDENTITY,
    nama_mk text NOT NULL,
    nama_kelas text NOT NULL,
    program_id text NOT NULL,
    kode_kelas text NOT NULL,
    search_text text NOT NULL
);

CREATE TABLE mahasiswa_person (
    id bigint GENERATED BY DEFAULT AS IDENTITY,
    "NPK" text NOT NULL,
    nama_lengkap text NOT NULL,
    angkatan text NOT NULL,
    jenis_kelamin text NOT NULL,
    "HP" text NOT NULL,
    email text NOT NULL,
    nama_depan text NOT NULL,
    nama_belakang text NOT NULL,
    migration text NOT NULL,
    migration_reason text,
    key_hash bigint NOT NULL,
    fingerprint bigint NOT NULL,
    source_fingerprint bigint,
    synced_at bigint,
    exported_at bigint,
    edited_at bigint,
    search_text text NOT NULL,
    created_in bigint,
    written_in bigint
);

CREATE TABLE mahasiswa_enrolment (
    id bigint GENERATED BY DEFAULT AS IDENTITY,
    person_id bigint NOT NULL,
    class_id bigint NOT NULL,
    enroll text NOT NULL,
    enroll_reason text,
    key_hash bigint NOT NULL,
    source_hash bigint,
    missing_since bigint,
    created_in bigint,
    written_in bigint
);

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
    (m.search_text || c.search_text) AS search_text
   FROM ((mahasiswa_enrolment p
     JOIN mahasiswa_person m ON ((m.id = p.person_id)))
     JOIN mahasiswa_class c ON ((c.id = p.class_id)));

CREATE TABLE mahasiswa_enrolment_before (
    version bigint GENERATED BY DEFAULT AS IDENTITY,
    job_id bigint NOT NULL,
    was text NOT NULL,
    undone boolean NOT NULL,
    taken_at bigint NOT NULL,
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    class_id bigint NOT NULL,
    enroll text NOT NULL,
    enroll_reason text,
    key_hash bigint NOT NULL,
    source_hash bigint,
    missing_since bigint,
    created_in bigint,
    written_in bigint,
    number text NOT NULL
);

CREATE VIEW mahasiswa_before AS
 SELECT b.version,
    b.job_id,
    b.was,
    b.undone,
    b.taken_at,
    b.id,
    b.person_id,
    b.class_id,
    b.enroll,
    b.enroll_reason,
    b.key_hash,
    b.source_hash,
    b.missing_since,
    b.created_in,
    b.written_in,
    b.number,
    c.nama_mk,
    c.nama_kelas,
    c.program_id,
    b.number AS "NPK"
   FROM (mahasiswa_enrolment_before b
     JOIN mahasiswa_class c ON ((c.id = b.class_id)));

CREATE TABLE mahasiswa_mbkm_class (
    id bigint GENERATED BY DEFAULT AS IDENTITY,
    nama_mk text NOT NULL,
    nama_kelas text NOT NULL,
    search_text text NOT NULL
);

CREATE TABLE mahasiswa_mbkm_person (
    id bigint GENERATED BY DEFAULT AS IDENTITY,
    "NPK" text NOT NULL,
    "NamaLengkap" text NOT NULL,
    angkatan text NOT NULL,
    "JenisKelamin" text NOT NULL,
    "HP" text NOT NULL,
    "Email" text NOT NULL,
    migration text NOT NULL,
    migration_reason text,
    key_hash bigint NOT NULL,
    fingerprint bigint NOT NULL,
    source_fingerprint bigint,
    synced_at bigint,
    exported_at bigint,
    edited_at bigint,
    search_text text NOT NULL,
    created_in bigint,
    written_in bigint
);

CREATE TABLE mahasiswa_mbkm_enrolment (
    id bigint GENERATED BY DEFAULT AS IDENTITY,
    person_id bigint NOT NULL,
    class_id bigint NOT NULL,
    enroll text NOT NULL,
    enroll_reason text,
    key_hash bigint NOT NULL,
    source_hash bigint,
    missing_since bigint,
    created_in bigint,
    written_in bigint
);

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
    (m.search_text || c.search_text) AS search_text
   FROM ((mahasiswa_mbkm_enrolment p
     JOIN mahasiswa_mbkm_person m ON ((m.id = p.person_id)))
     JOIN mahasiswa_mbkm_class c ON ((c.id = p.class_id)));

CREATE TABLE mahasiswa_mbkm_enrolment_before (
    version bigint GENERATED BY DEFAULT AS IDENTITY,
    job_id bigint NOT NULL,
    was text NOT NULL,
    undone boolean NOT NULL,
    taken_at bigint NOT NULL,
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    class_id bigint NOT NULL,
    enroll text NOT NULL,
    enroll_reason text,
    key_hash bigint NOT NULL,
    source_hash bigint,
    missing_since bigint,
    created_in bigint,
    written_in bigint,
    number text NOT NULL
);

CREATE VIEW mahasiswa_mbkm_before AS
 SELECT b.version,
    b.job_id,
    b.was,
    b.undone,
    b.taken_at,
    b.id,
    b.person_id,
    b.class_id,
    b.enroll,
    b.enroll_reason,
    b.key_hash,
    b.source_hash,
    b.missing_since,
    b.created_in,
    b.written_in,
    b.number,
    c.nama_mk,
    c.nama_kelas,
    b.number AS "NPK"
   FROM (mahasiswa_mbkm_enrolment_before b
     JOIN mahasiswa_mbkm_class c ON ((c.id = b.class_id)));

CREATE TABLE mahasiswa_mbkm_person_before (
    version bigint GENERATED BY DEFAULT AS IDENTITY,
    job_id bigint NOT NULL,
    was text NOT NULL,
    undone boolean NOT NULL,
    taken_at bigint NOT NULL,
    id bigint NOT NULL,
    "NPK" text NOT NULL,
    "NamaLengkap" text NOT NULL,
    angkatan text NOT NULL,
    "JenisKelamin" text NOT NULL,
    "HP" text NOT NULL,
    "Email" text NOT NULL,
    migration text NOT NULL,
    migration_reason text,
    key_hash bigint NOT NULL,
    fingerprint bigint NOT NULL,
    source_fingerprint bigint,
    synced_at bigint,
    exported_at bigint,
    edited_at bigint,
    search_text text NOT NULL,
    created_in bigint,
    written_in bigint
);

CREATE TABLE mahasiswa_person_before (
    version bigint GENERATED BY DEFAULT AS IDENTITY,
    job_id bigint NOT NULL,
    was text NOT NULL,
    undone boolean NOT NULL,
    taken_at bigint NOT NULL,
    id bigint NOT NULL,
    "NPK" text NOT NULL,
    nama_lengkap text NOT NULL,
    angkatan text NOT NULL,
    jenis_kelamin text NOT NULL,
    "HP" text NOT NULL,
    email text NOT NULL,
    nama_depan text NOT NULL,
    nama_belakang text NOT NULL,
    migration text NOT NULL,
    migration_reason text,
    key_hash bigint NOT NULL,
    fingerprint bigint NOT NULL,
    source_fingerprint bigint,
    synced_at bigint,
    exported_at bigint,
    edited_at bigint,
    search_text text NOT NULL,
    created_in bigint,
    written_in bigint
);

CREATE TABLE mata_kuliah (
    id bigint GENERATED BY DEFAULT AS IDENTITY,
    matakuliah_id text NOT NULL,
    kode_matakuliah text NOT NULL,
    nama_matakuliah text NOT NULL,
    nama_matakuliah_id text NOT NULL,
    kurikulum text NOT NULL,
    program_id text NOT NULL,
    migration text NOT NULL,
    migration_reason text,
    enroll text NOT NULL,
    key_hash bigint NOT NULL,
    fingerprint bigint NOT NULL,
    source_fingerprint bigint,
    missing_since bigint,
    synced_at bigint,
    exported_at bigint,
    edited_at bigint,
    search_text text NOT NULL,
    created_in bigint,
    written_in bigint
);

CREATE TABLE mata_kuliah_before (
    version bigint GENERATED BY DEFAULT AS IDENTITY,
    job_id bigint NOT NULL,
    was text NOT NULL,
    undone boolean NOT NULL,
    taken_at bigint NOT NULL,
    id bigint NOT NULL,
    matakuliah_id text NOT NULL,
    kode_matakuliah text NOT NULL,
    nama_matakuliah text NOT NULL,
    nama_matakuliah_id text NOT NULL,
    kurikulum text NOT NULL,
    program_id text NOT NULL,
    migration text NOT NULL,
    migration_reason text,
    enroll text NOT NULL,
    key_hash bigint NOT NULL,
    fingerprint bigint NOT NULL,
    source_fingerprint bigint,
    missing_since bigint,
    synced_at bigint,
    exported_at bigint,
    edited_at bigint,
    search_text text NOT NULL,
    created_in bigint,
    written_in bigint
);

CREATE TABLE mengajar (
    id bigint GENERATED BY DEFAULT AS IDENTITY,
    nik text NOT NULL,
    kelas_id text NOT NULL,
    nama_mata_kuliah text NOT NULL,
    program_id text NOT NULL,
    nama_kelas text NOT NULL,
    migration text NOT NULL,
    migration_reason text,
    enroll text NOT NULL,
    key_hash bigint NOT NULL,
    fingerprint bigint NOT NULL,
    source_fingerprint bigint,
    missing_since bigint,
    synced_at bigint,
    exported_at bigint,
    edited_at bigint,
    search_text text NOT NULL,
    created_in bigint,
    written_in bigint,
    enroll_reason text
);

CREATE TABLE mengajar_before (
    version bigint GENERATED BY DEFAULT AS IDENTITY,
    job_id bigint NOT NULL,
    was text NOT NULL,
    undone boolean NOT NULL,
    taken_at bigint NOT NULL,
    id bigint NOT NULL,
    nik text NOT NULL,
    kelas_id text NOT NULL,
    nama_mata_kuliah text NOT NULL,
    program_id text NOT NULL,
    nama_kelas text NOT NULL,
    migration text NOT NULL,
    migration_reason text,
    enroll text NOT NULL,
    key_hash bigint NOT NULL,
    fingerprint bigint NOT NULL,
    source_fingerprint bigint,
    missing_since bigint,
    synced_at bigint,
    exported_at bigint,
    edited_at bigint,
    search_text text NOT NULL,
    created_in bigint,
    written_in bigint,
    enroll_reason text
);

CREATE TABLE outbox (
    id bigint GENERATED BY DEFAULT AS IDENTITY,
    channel text NOT NULL,
    name text NOT NULL,
    subject text NOT NULL,
    text text NOT NULL,
    details text NOT NULL,
    attempts bigint NOT NULL,
    created_at bigint NOT NULL,
    next_at bigint NOT NULL,
    ended_at bigint,
    error text,
    recipient text
);

CREATE TABLE pengajar (
    id bigint GENERATED BY DEFAULT AS IDENTITY,
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
    migration_reason text,
    enroll text NOT NULL,
    key_hash bigint NOT NULL,
    fingerprint bigint NOT NULL,
    source_fingerprint bigint,
    missing_since bigint,
    synced_at bigint,
    exported_at bigint,
    edited_at bigint,
    search_text text NOT NULL,
    created_in bigint,
    written_in bigint
);

CREATE TABLE pengajar_before (
    version bigint GENERATED BY DEFAULT AS IDENTITY,
    job_id bigint NOT NULL,
    was text NOT NULL,
    undone boolean NOT NULL,
    taken_at bigint NOT NULL,
    id bigint NOT NULL,
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
    migration_reason text,
    enroll text NOT NULL,
    key_hash bigint NOT NULL,
    fingerprint bigint NOT NULL,
    source_fingerprint bigint,
    missing_since bigint,
    synced_at bigint,
    exported_at bigint,
    edited_at bigint,
    search_text text NOT NULL,
    created_in bigint,
    written_in bigint
);

CREATE TABLE plan_row (
    id bigint GENERATED BY DEFAULT AS IDENTITY,
    job_id bigint NOT NULL,
    "position" integer NOT NULL,
    sort text NOT NULL,
    search_text text NOT NULL,
    "row" text NOT NULL
);

CREATE TABLE platform_link (
    idnumber text NOT NULL,
    platform_id bigint NOT NULL,
    container_id bigint,
    is_group boolean NOT NULL,
    provisional boolean NOT NULL,
    sent_hash bigint NOT NULL,
    former text
);

CREATE TABLE postponed_index (
    name text NOT NULL,
    kind text NOT NULL,
    make text NOT NULL
);

CREATE TABLE prodi (
    id bigint GENERATED BY DEFAULT AS IDENTITY,
    program_id text NOT NULL,
    nama_program text NOT NULL,
    kode_prodi text NOT NULL,
    nama_prodi text NOT NULL,
    kode_jurusan text NOT NULL,
    nama_jurusan text NOT NULL,
    kode_semester text NOT NULL,
    migration text NOT NULL,
    migration_reason text,
    enroll text NOT NULL,
    key_hash bigint NOT NULL,
    fingerprint bigint NOT NULL,
    source_fingerprint bigint,
    missing_since bigint,
    synced_at bigint,
    exported_at bigint,
    edited_at bigint,
    search_text text NOT NULL,
    created_in bigint,
    written_in bigint
);

CREATE TABLE prodi_before (
    version bigint GENERATED BY DEFAULT AS IDENTITY,
    job_id bigint NOT NULL,
    was text NOT NULL,
    undone boolean NOT NULL,
    taken_at bigint NOT NULL,
    id bigint NOT NULL,
    program_id text NOT NULL,
    nama_program text NOT NULL,
    kode_prodi text NOT NULL,
    nama_prodi text NOT NULL,
    kode_jurusan text NOT NULL,
    nama_jurusan text NOT NULL,
    kode_semester text NOT NULL,
    migration text NOT NULL,
    migration_reason text,
    enroll text NOT NULL,
    key_hash bigint NOT NULL,
    fingerprint bigint NOT NULL,
    source_fingerprint bigint,
    missing_since bigint,
    synced_at bigint,
    exported_at bigint,
    edited_at bigint,
    search_text text NOT NULL,
    created_in bigint,
    written_in bigint
);

CREATE TABLE recovery_code (
    administrator_id bigint NOT NULL,
    code_hash text NOT NULL
);

CREATE TABLE recovery_code_before (
    administrator_id bigint NOT NULL,
    code_hash text NOT NULL
);

CREATE TABLE schedule (
    kind text NOT NULL,
    verb text NOT NULL,
    cron text NOT NULL,
    enabled boolean NOT NULL,
    last_slot bigint NOT NULL,
    taken_until bigint NOT NULL,
    last_job bigint,
    note text,
    edited_by text NOT NULL,
    edited_at bigint NOT NULL,
    may_suspend boolean DEFAULT false NOT NULL,
    principal text,
    account_id bigint,
    username text
);

CREATE TABLE second_factor (
    administrator_id bigint NOT NULL,
    secret text NOT NULL,
    confirmed_at bigint,
    last_step bigint NOT NULL
);

CREATE TABLE second_factor_before (
    administrator_id bigint NOT NULL,
    secret text NOT NULL,
    confirmed_at bigint,
    last_step bigint NOT NULL
);

CREATE TABLE semester (
    id bigint GENERATED BY DEFAULT AS IDENTITY,
    kode_semester text NOT NULL,
    nama_semester text NOT NULL,
    kode_tahun_ajaran text NOT NULL,
    nama_tahun_ajaran text NOT NULL,
    migration text NOT NULL,
    migration_reason text,
    enroll text NOT NULL,
    key_hash bigint NOT NULL,
    fingerprint bigint NOT NULL,
    source_fingerprint bigint,
    missing_since bigint,
    synced_at bigint,
    exported_at bigint,
    edited_at bigint,
    search_text text NOT NULL,
    created_in bigint,
    written_in bigint
);

CREATE TABLE semester_before (
    version bigint GENERATED BY DEFAULT AS IDENTITY,
    job_id bigint NOT NULL,
    was text NOT NULL,
    undone boolean NOT NULL,
    taken_at bigint NOT NULL,
    id bigint NOT NULL,
    kode_semester text NOT NULL,
    nama_semester text NOT NULL,
    kode_tahun_ajaran text NOT NULL,
    nama_tahun_ajaran text NOT NULL,
    migration text NOT NULL,
    migration_reason text,
    enroll text NOT NULL,
    key_hash bigint NOT NULL,
    fingerprint bigint NOT NULL,
    source_fingerprint bigint,
    missing_since bigint,
    synced_at bigint,
    exported_at bigint,
    edited_at bigint,
    search_text text NOT NULL,
    created_in bigint,
    written_in bigint
);

CREATE TABLE setting (
    name text NOT NULL,
    value text NOT NULL
);

CREATE TABLE sign_in_flow (
    state_hash text NOT NULL,
    browser_hash text NOT NULL,
    provider text NOT NULL,
    nonce text NOT NULL,
    verifier text NOT NULL,
    expires_at bigint NOT NULL,
    network text DEFAULT ''::text NOT NULL
);

CREATE TABLE sign_in_try (
    name text NOT NULL,
    due_at bigint NOT NULL,
    failed bigint DEFAULT 0 NOT NULL,
    forget_at bigint DEFAULT 0 NOT NULL
);

CREATE TABLE source_heading (
    list text NOT NULL,
    field text NOT NULL,
    heading text NOT NULL
);

CREATE TABLE source_upload (
    id bigint GENERATED BY DEFAULT AS IDENTITY,
    list text NOT NULL,
    file text NOT NULL,
    format text NOT NULL,
    bytes bigint NOT NULL,
    contents text NOT NULL,
    actor text NOT NULL,
    begun_at bigint NOT NULL,
    ended_at bigint
);

CREATE TABLE source_upload_piece (
    upload_id bigint NOT NULL,
    number bigint NOT NULL,
    content bytea NOT NULL
);

CREATE TABLE tahun_ajaran (
    id bigint GENERATED BY DEFAULT AS IDENTITY,
    kode_tahun_ajaran text NOT NULL,
    nama_tahun_ajaran text NOT NULL,
    migration text NOT NULL,
    migration_reason text,
    enroll text NOT NULL,
    key_hash bigint NOT NULL,
    fingerprint bigint NOT NULL,
    source_fingerprint bigint,
    missing_since bigint,
    synced_at bigint,
    exported_at bigint,
    edited_at bigint,
    search_text text NOT NULL,
    created_in bigint,
    written_in bigint
);

CREATE TABLE tahun_ajaran_before (
    version bigint GENERATED BY DEFAULT AS IDENTITY,
    job_id bigint NOT NULL,
    was text NOT NULL,
    undone boolean NOT NULL,
    taken_at bigint NOT NULL,
    id bigint NOT NULL,
    kode_tahun_ajaran text NOT NULL,
    nama_tahun_ajaran text NOT NULL,
    migration text NOT NULL,
    migration_reason text,
    enroll text NOT NULL,
    key_hash bigint NOT NULL,
    fingerprint bigint NOT NULL,
    source_fingerprint bigint,
    missing_since bigint,
    synced_at bigint,
    exported_at bigint,
    edited_at bigint,
    search_text text NOT NULL,
    created_in bigint,
    written_in bigint
);

CREATE TABLE tally (
    kind text NOT NULL,
    what text NOT NULL,
    word text NOT NULL,
    number bigint NOT NULL,
    sample text
);

CREATE TABLE write_probe (
    padding bytea NOT NULL
);

CREATE TABLE zoom_choice (
    identity text NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    kind text NOT NULL,
    number text NOT NULL,
    label text NOT NULL,
    actor text NOT NULL,
    chosen_at bigint NOT NULL
);

CREATE TABLE zoom_meeting (
    uuid text NOT NULL,
    ended_at bigint NOT NULL
);

CREATE TABLE zoom_person (
    identity text NOT NULL,
    kind text NOT NULL,
    number text NOT NULL,
    label text NOT NULL
);

CREATE TABLE zoom_rule (
    id bigint GENERATED BY DEFAULT AS IDENTITY,
    tells text NOT NULL,
    text text NOT NULL,
    class text NOT NULL,
    actor text NOT NULL,
    edited_at bigint NOT NULL
);

CREATE TABLE zoom_series (
    meeting_id text NOT NULL,
    topic text NOT NULL,
    class text,
    tie text DEFAULT 'new'::text NOT NULL,
    fits text DEFAULT '[]'::text NOT NULL
);

CREATE TABLE zoom_tied (
    entry bigint NOT NULL
);
ALTER TABLE activity_log ADD CONSTRAINT activity_log_pkey PRIMARY KEY (id);
ALTER TABLE administrator_before ADD CONSTRAINT administrator_before_pkey PRIMARY KEY (id);
ALTER TABLE administrator ADD CONSTRAINT administrator_pkey PRIMARY KEY (id);
ALTER TABLE administrator ADD CONSTRAINT administrator_username_key UNIQUE (username);
ALTER TABLE api_key ADD CONSTRAINT api_key_key_hash_key UNIQUE (key_hash);
ALTER TABLE api_key ADD CONSTRAINT api_key_pkey PRIMARY KEY (id);
ALTER TABLE attendance ADD CONSTRAINT attendance_pkey PRIMARY KEY (id);
ALTER TABLE identity_before ADD CONSTRAINT identity_before_pkey PRIMARY KEY (administrator_id, issuer, subject);
ALTER TABLE identity ADD CONSTRAINT identity_pkey PRIMARY KEY (issuer, subject);
ALTER TABLE job_count ADD CONSTRAINT job_count_pkey PRIMARY KEY (job_id, kind, outcome);
ALTER TABLE job ADD CONSTRAINT job_pkey PRIMARY KEY (id);
ALTER TABLE job_row ADD CONSTRAINT job_row_pkey PRIMARY KEY (id);
ALTER TABLE job_stage ADD CONSTRAINT job_stage_pkey PRIMARY KEY (job_id, "position");
ALTER TABLE jurusan_before ADD CONSTRAINT jurusan_before_pkey PRIMARY KEY (version);
ALTER TABLE jurusan ADD CONSTRAINT jurusan_pkey PRIMARY KEY (id);
ALTER TABLE kelas_before ADD CONSTRAINT kelas_before_pkey PRIMARY KEY (version);
ALTER TABLE kelas ADD CONSTRAINT kelas_pkey PRIMARY KEY (id);
ALTER TABLE kind_change ADD CONSTRAINT kind_change_pkey PRIMARY KEY (kind);
ALTER TABLE known_location ADD CONSTRAINT known_location_pkey PRIMARY KEY (administrator_id, address, device);
ALTER TABLE log_chain ADD CONSTRAINT log_chain_pkey PRIMARY KEY (id);
ALTER TABLE mahasiswa_class ADD CONSTRAINT mahasiswa_class_pkey PRIMARY KEY (id);
ALTER TABLE mahasiswa_mbkm_class ADD CONSTRAINT mahasiswa_mbkm_class_pkey PRIMARY KEY (id);
ALTER TABLE mahasiswa_mbkm_person_before ADD CONSTRAINT mahasiswa_mbkm_person_before_pkey PRIMARY KEY (version);
ALTER TABLE mahasiswa_mbkm_person ADD CONSTRAINT mahasiswa_mbkm_person_pkey PRIMARY KEY (id);
ALTER TABLE mahasiswa_mbkm_enrolment_before ADD CONSTRAINT mahasiswa_mbkm_enrolment_before_pkey PRIMARY KEY (version);
ALTER TABLE mahasiswa_mbkm_enrolment ADD CONSTRAINT mahasiswa_mbkm_enrolment_pkey PRIMARY KEY (id);
ALTER TABLE mahasiswa_person_before ADD CONSTRAINT mahasiswa_person_before_pkey PRIMARY KEY (version);
ALTER TABLE mahasiswa_person ADD CONSTRAINT mahasiswa_person_pkey PRIMARY KEY (id);
ALTER TABLE mahasiswa_enrolment_before ADD CONSTRAINT mahasiswa_enrolment_before_pkey PRIMARY KEY (version);
ALTER TABLE mahasiswa_enrolment ADD CONSTRAINT mahasiswa_enrolment_pkey PRIMARY KEY (id);
ALTER TABLE mata_kuliah_before ADD CONSTRAINT mata_kuliah_before_pkey PRIMARY KEY (version);
ALTER TABLE mata_kuliah ADD CONSTRAINT mata_kuliah_pkey PRIMARY KEY (id);
ALTER TABLE mengajar_before ADD CONSTRAINT mengajar_before_pkey PRIMARY KEY (version);
ALTER TABLE mengajar ADD CONSTRAINT mengajar_pkey PRIMARY KEY (id);
ALTER TABLE outbox ADD CONSTRAINT outbox_pkey PRIMARY KEY (id);
ALTER TABLE pengajar_before ADD CONSTRAINT pengajar_before_pkey PRIMARY KEY (version);
ALTER TABLE pengajar ADD CONSTRAINT pengajar_pkey PRIMARY KEY (id);
ALTER TABLE plan_row ADD CONSTRAINT plan_row_pkey PRIMARY KEY (id);
ALTER TABLE platform_link ADD CONSTRAINT platform_link_pkey PRIMARY KEY (idnumber);
ALTER TABLE postponed_index ADD CONSTRAINT postponed_index_pkey PRIMARY KEY (name);
ALTER TABLE prodi_before ADD CONSTRAINT prodi_before_pkey PRIMARY KEY (version);
ALTER TABLE prodi ADD CONSTRAINT prodi_pkey PRIMARY KEY (id);
ALTER TABLE recovery_code_before ADD CONSTRAINT recovery_code_before_pkey PRIMARY KEY (administrator_id, code_hash);
ALTER TABLE recovery_code ADD CONSTRAINT recovery_code_pkey PRIMARY KEY (administrator_id, code_hash);
ALTER TABLE schedule ADD CONSTRAINT schedule_pkey PRIMARY KEY (kind, verb);
ALTER TABLE second_factor_before ADD CONSTRAINT second_factor_before_pkey PRIMARY KEY (administrator_id);
ALTER TABLE second_factor ADD CONSTRAINT second_factor_pkey PRIMARY KEY (administrator_id);
ALTER TABLE semester_before ADD CONSTRAINT semester_before_pkey PRIMARY KEY (version);
ALTER TABLE semester ADD CONSTRAINT semester_pkey PRIMARY KEY (id);
ALTER TABLE setting ADD CONSTRAINT setting_pkey PRIMARY KEY (name);
ALTER TABLE sign_in_flow ADD CONSTRAINT sign_in_flow_pkey PRIMARY KEY (state_hash);
ALTER TABLE sign_in_try ADD CONSTRAINT sign_in_try_pkey PRIMARY KEY (name);
ALTER TABLE source_heading ADD CONSTRAINT source_heading_pkey PRIMARY KEY (list, field);
ALTER TABLE source_upload_piece ADD CONSTRAINT source_upload_piece_pkey PRIMARY KEY (upload_id, number);
ALTER TABLE source_upload ADD CONSTRAINT source_upload_pkey PRIMARY KEY (id);
ALTER TABLE tahun_ajaran_before ADD CONSTRAINT tahun_ajaran_before_pkey PRIMARY KEY (version);
ALTER TABLE tahun_ajaran ADD CONSTRAINT tahun_ajaran_pkey PRIMARY KEY (id);
ALTER TABLE zoom_choice ADD CONSTRAINT zoom_choice_pkey PRIMARY KEY (identity);
ALTER TABLE zoom_meeting ADD CONSTRAINT zoom_meeting_pkey PRIMARY KEY (uuid);
ALTER TABLE zoom_person ADD CONSTRAINT zoom_person_pkey PRIMARY KEY (identity, kind, number);
ALTER TABLE zoom_rule ADD CONSTRAINT zoom_rule_pkey PRIMARY KEY (id);
ALTER TABLE zoom_series ADD CONSTRAINT zoom_series_pkey PRIMARY KEY (meeting_id, topic);
CREATE INDEX activity_log_by_number ON activity_log USING btree (number);
CREATE UNIQUE INDEX activity_log_by_position ON activity_log USING btree ("position");
CREATE INDEX activity_log_by_subject ON activity_log USING btree (subject);
CREATE INDEX activity_log_by_time ON activity_log USING btree (created_at);
CREATE INDEX attendance_by_identity ON attendance USING btree (identity);
CREATE INDEX attendance_by_join_time ON attendance USING btree (meeting_id, join_time);
CREATE INDEX attendance_by_meeting_start ON attendance USING btree (meeting_start);
CREATE INDEX attendance_by_meeting_uuid ON attendance USING btree (meeting_uuid);
CREATE INDEX attendance_by_username ON attendance USING btree (username);
CREATE INDEX attendance_by_visit ON attendance USING btree (meeting_id, participant);
CREATE INDEX attendance_waiting ON attendance USING btree (identity) WHERE (person_number IS NULL);
CREATE INDEX job_by_state ON job USING btree (state, kind);
CREATE INDEX job_row_by_job ON job_row USING btree (job_id, outcome);
CREATE INDEX job_row_by_row ON job_row USING btree (key_hash);
CREATE INDEX jurusan_before_by_created_in ON jurusan_before USING btree (created_in);
CREATE INDEX jurusan_before_by_job_id ON jurusan_before USING btree (job_id);
CREATE INDEX jurusan_before_by_taken_at ON jurusan_before USING btree (taken_at);
CREATE INDEX jurusan_by_created_in ON jurusan USING btree (created_in);
CREATE UNIQUE INDEX jurusan_key ON jurusan USING btree (kode_jurusan);
CREATE INDEX kelas_before_by_created_in ON kelas_before USING btree (created_in);
CREATE INDEX kelas_before_by_job_id ON kelas_before USING btree (job_id);
CREATE INDEX kelas_before_by_taken_at ON kelas_before USING btree (taken_at);
CREATE INDEX kelas_by_created_in ON kelas USING btree (created_in);
CREATE INDEX kelas_by_kelas_id ON kelas USING btree (kelas_id);
CREATE INDEX kelas_by_migration_reason ON kelas USING btree (migration_reason text_pattern_ops) WHERE (migration_reason IS NOT NULL);
CREATE INDEX kelas_by_nama_mata_kuliah_nama_kelas_program_id ON kelas USING btree (nama_mata_kuliah, nama_kelas, program_id);
CREATE UNIQUE INDEX kelas_key ON kelas USING btree (jadwal_kuliah_detail_id);
CREATE INDEX kelas_sorted_by_enroll ON kelas USING btree (enroll, id);
CREATE INDEX kelas_sorted_by_exported_at ON kelas USING btree (exported_at, id);
CREATE INDEX kelas_sorted_by_hari ON kelas USING btree (hari, id);
CREATE INDEX kelas_sorted_by_jam_mulai ON kelas USING btree (jam_mulai, id);
CREATE INDEX kelas_sorted_by_jam_selesai ON kelas USING btree (jam_selesai, id);
CREATE INDEX kelas_sorted_by_jumlah_sks ON kelas USING btree (char_length(jumlah_sks), jumlah_sks, id);
CREATE INDEX kelas_sorted_by_kode_jurusan ON kelas USING btree (kode_jurusan, id);
CREATE INDEX kelas_sorted_by_kode_kelas ON kelas USING btree (kode_kelas, id);
CREATE INDEX kelas_sorted_by_migration ON kelas USING btree (migration, id);
CREATE INDEX kelas_sorted_by_missing_since ON kelas USING btree (missing_since, id);
CREATE INDEX kelas_sorted_by_nama_kelas ON kelas USING btree (nama_kelas, id);
CREATE INDEX kelas_sorted_by_nama_mata_kuliah ON kelas USING btree (nama_mata_kuliah, id);
CREATE INDEX kelas_sorted_by_program_id ON kelas USING btree (program_id, id);
CREATE INDEX kelas_sorted_by_semester ON kelas USING btree (semester, id);
CREATE INDEX kelas_sorted_by_status_matakuliah ON kelas USING btree (status_matakuliah, id);
CREATE INDEX kelas_sorted_by_synced_at ON kelas USING btree (synced_at, id);
CREATE UNIQUE INDEX mahasiswa_class_by_nama_mk_nama_kelas_program_id ON mahasiswa_class USING btree (nama_mk, nama_kelas, program_id);
CREATE INDEX mahasiswa_class_sorted_by_kode_kelas ON mahasiswa_class USING btree (kode_kelas, id);
CREATE INDEX mahasiswa_class_sorted_by_nama_kelas ON mahasiswa_class USING btree (nama_kelas, id);
CREATE INDEX mahasiswa_class_sorted_by_nama_mk ON mahasiswa_class USING btree (nama_mk, id);
CREATE INDEX mahasiswa_class_sorted_by_program_id ON mahasiswa_class USING btree (program_id, id);
CREATE UNIQUE INDEX mahasiswa_mbkm_class_by_nama_mk_nama_kelas ON mahasiswa_mbkm_class USING btree (nama_mk, nama_kelas);
CREATE INDEX mahasiswa_mbkm_class_sorted_by_nama_kelas ON mahasiswa_mbkm_class USING btree (nama_kelas, id);
CREATE INDEX mahasiswa_mbkm_class_sorted_by_nama_mk ON mahasiswa_mbkm_class USING btree (nama_mk, id);
CREATE INDEX mahasiswa_mbkm_person_before_by_created_in ON mahasiswa_mbkm_person_before USING btree (created_in);
CREATE INDEX mahasiswa_mbkm_person_before_by_job_id ON mahasiswa_mbkm_person_before USING btree (job_id);
CREATE INDEX mahasiswa_mbkm_person_before_by_taken_at ON mahasiswa_mbkm_person_before USING btree (taken_at);
CREATE INDEX mahasiswa_mbkm_person_by_migration_reason ON mahasiswa_mbkm_person USING btree (migration_reason text_pattern_ops) WHERE (migration_reason IS NOT NULL);
CREATE UNIQUE INDEX mahasiswa_mbkm_person_by_npk ON mahasiswa_mbkm_person USING btree ("NPK");
CREATE INDEX mahasiswa_mbkm_person_sorted_by_angkatan ON mahasiswa_mbkm_person USING btree (angkatan, id);
CREATE INDEX mahasiswa_mbkm_person_sorted_by_email ON mahasiswa_mbkm_person USING btree ("Email", id);
CREATE INDEX mahasiswa_mbkm_person_sorted_by_exported_at ON mahasiswa_mbkm_person USING btree (exported_at, id);
CREATE INDEX mahasiswa_mbkm_person_sorted_by_hp ON mahasiswa_mbkm_person USING btree ("HP", id);
CREATE INDEX mahasiswa_mbkm_person_sorted_by_jeniskelamin ON mahasiswa_mbkm_person USING btree ("JenisKelamin", id);
CREATE INDEX mahasiswa_mbkm_person_sorted_by_migration ON mahasiswa_mbkm_person USING btree (migration, id);
CREATE INDEX mahasiswa_mbkm_person_sorted_by_namalengkap ON mahasiswa_mbkm_person USING btree ("NamaLengkap", id);
CREATE INDEX mahasiswa_mbkm_person_sorted_by_synced_at ON mahasiswa_mbkm_person USING btree (synced_at, id);
CREATE INDEX mahasiswa_mbkm_enrolment_before_by_created_in ON mahasiswa_mbkm_enrolment_before USING btree (created_in);
CREATE INDEX mahasiswa_mbkm_enrolment_before_by_job_id ON mahasiswa_mbkm_enrolment_before USING btree (job_id);
CREATE INDEX mahasiswa_mbkm_enrolment_before_by_taken_at ON mahasiswa_mbkm_enrolment_before USING btree (taken_at);
CREATE UNIQUE INDEX mahasiswa_mbkm_enrolment_by_class_id_person_id ON mahasiswa_mbkm_enrolment USING btree (class_id, person_id);
CREATE INDEX mahasiswa_mbkm_enrolment_by_created_in ON mahasiswa_mbkm_enrolment USING brin (created_in) WITH (autosummarize='on');
CREATE INDEX mahasiswa_mbkm_enrolment_by_enroll_reason ON mahasiswa_mbkm_enrolment USING btree (enroll_reason text_pattern_ops) WHERE (enroll_reason IS NOT NULL);
CREATE INDEX mahasiswa_mbkm_enrolment_by_person_id ON mahasiswa_mbkm_enrolment USING btree (person_id);
CREATE INDEX mahasiswa_mbkm_enrolment_left_behind ON mahasiswa_mbkm_enrolment USING btree (enroll) WHERE (missing_since IS NOT NULL);
CREATE INDEX mahasiswa_mbkm_enrolment_sorted_by_enroll ON mahasiswa_mbkm_enrolment USING btree (enroll, id);
CREATE INDEX mahasiswa_mbkm_enrolment_sorted_by_missing_since ON mahasiswa_mbkm_enrolment USING btree (missing_since, id) WHERE (missing_since IS NOT NULL);
CREATE INDEX mahasiswa_person_before_by_created_in ON mahasiswa_person_before USING btree (created_in);
CREATE INDEX mahasiswa_person_before_by_job_id ON mahasiswa_person_before USING btree (job_id);
CREATE INDEX mahasiswa_person_before_by_taken_at ON mahasiswa_person_before USING btree (taken_at);
CREATE INDEX mahasiswa_person_by_migration_reason ON mahasiswa_person USING btree (migration_reason text_pattern_ops) WHERE (migration_reason IS NOT NULL);
CREATE UNIQUE INDEX mahasiswa_person_by_npk ON mahasiswa_person USING btree ("NPK");
CREATE INDEX mahasiswa_person_sorted_by_angkatan ON mahasiswa_person USING btree (angkatan, id);
CREATE INDEX mahasiswa_person_sorted_by_email ON mahasiswa_person USING btree (email, id);
CREATE INDEX mahasiswa_person_sorted_by_exported_at ON mahasiswa_person USING btree (exported_at, id);
CREATE INDEX mahasiswa_person_sorted_by_hp ON mahasiswa_person USING btree ("HP", id);
CREATE INDEX mahasiswa_person_sorted_by_jenis_kelamin ON mahasiswa_person USING btree (jenis_kelamin, id);
CREATE INDEX mahasiswa_person_sorted_by_migration ON mahasiswa_person USING btree (migration, id);
CREATE INDEX mahasiswa_person_sorted_by_nama_belakang ON mahasiswa_person USING btree (nama_belakang, id);
CREATE INDEX mahasiswa_person_sorted_by_nama_depan ON mahasiswa_person USING btree (nama_depan, id);
CREATE INDEX mahasiswa_person_sorted_by_nama_lengkap ON mahasiswa_person USING btree (nama_lengkap, id);
CREATE INDEX mahasiswa_person_sorted_by_synced_at ON mahasiswa_person USING btree (synced_at, id);
CREATE INDEX mahasiswa_enrolment_before_by_created_in ON mahasiswa_enrolment_before USING btree (created_in);
CREATE INDEX mahasiswa_enrolment_before_by_job_id ON mahasiswa_enrolment_before USING btree (job_id);
CREATE INDEX mahasiswa_enrolment_before_by_taken_at ON mahasiswa_enrolment_before USING btree (taken_at);
CREATE UNIQUE INDEX mahasiswa_enrolment_by_class_id_person_id ON mahasiswa_enrolment USING btree (class_id, person_id);
CREATE INDEX mahasiswa_enrolment_by_created_in ON mahasiswa_enrolment USING brin (created_in) WITH (autosummarize='on');
CREATE INDEX mahasiswa_enrolment_by_enroll_reason ON mahasiswa_enrolment USING btree (enroll_reason text_pattern_ops) WHERE (enroll_reason IS NOT NULL);
CREATE INDEX mahasiswa_enrolment_by_person_id ON mahasiswa_enrolment USING btree (person_id);
CREATE INDEX mahasiswa_enrolment_left_behind ON mahasiswa_enrolment USING btree (enroll) WHERE (missing_since IS NOT NULL);
CREATE INDEX mahasiswa_enrolment_sorted_by_enroll ON mahasiswa_enrolment USING btree (enroll, id);
CREATE INDEX mahasiswa_enrolment_sorted_by_missing_since ON mahasiswa_enrolment USING btree (missing_since, id) WHERE (missing_since IS NOT NULL);
CREATE INDEX mata_kuliah_before_by_created_in ON mata_kuliah_before USING btree (created_in);
CREATE INDEX mata_kuliah_before_by_job_id ON mata_kuliah_before USING btree (job_id);
CREATE INDEX mata_kuliah_before_by_taken_at ON mata_kuliah_before USING btree (taken_at);
CREATE INDEX mata_kuliah_by_created_in ON mata_kuliah USING btree (created_in);
CREATE INDEX mata_kuliah_by_migration_reason ON mata_kuliah USING btree (migration_reason text_pattern_ops) WHERE (migration_reason IS NOT NULL);
CREATE INDEX mata_kuliah_by_nama_matakuliah_program_id ON mata_kuliah USING btree (nama_matakuliah, program_id);
CREATE UNIQUE INDEX mata_kuliah_key ON mata_kuliah USING btree (matakuliah_id);
CREATE INDEX mata_kuliah_sorted_by_enroll ON mata_kuliah USING btree (enroll, id);
CREATE INDEX mata_kuliah_sorted_by_exported_at ON mata_kuliah USING btree (exported_at, id);
CREATE INDEX mata_kuliah_sorted_by_kode_matakuliah ON mata_kuliah USING btree (kode_matakuliah, id);
CREATE INDEX mata_kuliah_sorted_by_kurikulum ON mata_kuliah USING btree (kurikulum, id);
CREATE INDEX mata_kuliah_sorted_by_migration ON mata_kuliah USING btree (migration, id);
CREATE INDEX mata_kuliah_sorted_by_missing_since ON mata_kuliah USING btree (missing_since, id);
CREATE INDEX mata_kuliah_sorted_by_nama_matakuliah ON mata_kuliah USING btree (nama_matakuliah, id);
CREATE INDEX mata_kuliah_sorted_by_nama_matakuliah_id ON mata_kuliah USING btree (nama_matakuliah_id, id);
CREATE INDEX mata_kuliah_sorted_by_program_id ON mata_kuliah USING btree (program_id, id);
CREATE INDEX mata_kuliah_sorted_by_synced_at ON mata_kuliah USING btree (synced_at, id);
CREATE INDEX mengajar_before_by_created_in ON mengajar_before USING btree (created_in);
CREATE INDEX mengajar_before_by_job_id ON mengajar_before USING btree (job_id);
CREATE INDEX mengajar_before_by_taken_at ON mengajar_before USING btree (taken_at);
CREATE INDEX mengajar_by_created_in ON mengajar USING btree (created_in);
CREATE INDEX mengajar_by_enroll_reason ON mengajar USING btree (enroll_reason text_pattern_ops) WHERE (enroll_reason IS NOT NULL);
CREATE INDEX mengajar_by_migration_reason ON mengajar USING btree (migration_reason text_pattern_ops) WHERE (migration_reason IS NOT NULL);
CREATE UNIQUE INDEX mengajar_key ON mengajar USING btree (nik, kelas_id, nama_mata_kuliah);
CREATE INDEX mengajar_left_behind ON mengajar USING btree (enroll) WHERE (missing_since IS NOT NULL);
CREATE INDEX mengajar_sorted_by_enroll ON mengajar USING btree (enroll, id);
CREATE INDEX mengajar_sorted_by_exported_at ON mengajar USING btree (exported_at, id);
CREATE INDEX mengajar_sorted_by_kelas_id ON mengajar USING btree (kelas_id, id);
CREATE INDEX mengajar_sorted_by_migration ON mengajar USING btree (migration, id);
CREATE INDEX mengajar_sorted_by_missing_since ON mengajar USING btree (missing_since, id);
CREATE INDEX mengajar_sorted_by_nama_kelas ON mengajar USING btree (nama_kelas, id);
CREATE INDEX mengajar_sorted_by_nama_mata_kuliah ON mengajar USING btree (nama_mata_kuliah, id);
CREATE INDEX mengajar_sorted_by_program_id ON mengajar USING btree (program_id, id);
CREATE INDEX mengajar_sorted_by_synced_at ON mengajar USING btree (synced_at, id);
CREATE INDEX outbox_waiting ON outbox USING btree (ended_at, next_at);
CREATE INDEX pengajar_before_by_created_in ON pengajar_before USING btree (created_in);
CREATE INDEX pengajar_before_by_job_id ON pengajar_before USING btree (job_id);
CREATE INDEX pengajar_before_by_taken_at ON pengajar_before USING btree (taken_at);
CREATE INDEX pengajar_by_created_in ON pengajar USING btree (created_in);
CREATE INDEX pengajar_by_migration_reason ON pengajar USING btree (migration_reason text_pattern_ops) WHERE (migration_reason IS NOT NULL);
CREATE UNIQUE INDEX pengajar_key ON pengajar USING btree (nik);
CREATE INDEX pengajar_sorted_by_email ON pengajar USING btree (email, id);
CREATE INDEX pengajar_sorted_by_enroll ON pengajar USING btree (enroll, id);
CREATE INDEX pengajar_sorted_by_exported_at ON pengajar USING btree (exported_at, id);
CREATE INDEX pengajar_sorted_by_gelar_akhir ON pengajar USING btree (gelar_akhir, id);
CREATE INDEX pengajar_sorted_by_gelar_awal ON pengajar USING btree (gelar_awal, id);
CREATE INDEX pengajar_sorted_by_hp ON pengajar USING btree (hp, id);
CREATE INDEX pengajar_sorted_by_kode_kelas ON pengajar USING btree (kode_kelas, id);
CREATE INDEX pengajar_sorted_by_migrasi_kelas ON pengajar USING btree (migrasi_kelas, id);
CREATE INDEX pengajar_sorted_by_migration ON pengajar USING btree (migration, id);
CREATE INDEX pengajar_sorted_by_missing_since ON pengajar USING btree (missing_since, id);
CREATE INDEX pengajar_sorted_by_nama_belakang ON pengajar USING btree (nama_belakang, id);
CREATE INDEX pengajar_sorted_by_nama_depan ON pengajar USING btree (nama_depan, id);
CREATE INDEX pengajar_sorted_by_nama_lengkap ON pengajar USING btree (nama_lengkap, id);
CREATE INDEX pengajar_sorted_by_nip ON pengajar USING btree (nip, id);
CREATE INDEX pengajar_sorted_by_synced_at ON pengajar USING btree (synced_at, id);
CREATE INDEX plan_row_in_order ON plan_row USING btree (job_id, "position", sort, id);
CREATE INDEX platform_link_by_former ON platform_link USING btree (former) WHERE (former IS NOT NULL);
CREATE INDEX prodi_before_by_created_in ON prodi_before USING btree (created_in);
CREATE INDEX prodi_before_by_job_id ON prodi_before USING btree (job_id);
CREATE INDEX prodi_before_by_taken_at ON prodi_before USING btree (taken_at);
CREATE INDEX prodi_by_created_in ON prodi USING btree (created_in);
CREATE INDEX prodi_by_kode_prodi ON prodi USING btree (kode_prodi);
CREATE UNIQUE INDEX prodi_key ON prodi USING btree (program_id);
CREATE INDEX semester_before_by_created_in ON semester_before USING btree (created_in);
CREATE INDEX semester_before_by_job_id ON semester_before USING btree (job_id);
CREATE INDEX semester_before_by_taken_at ON semester_before USING btree (taken_at);
CREATE INDEX semester_by_created_in ON semester USING btree (created_in);
CREATE UNIQUE INDEX semester_key ON semester USING btree (kode_semester);
CREATE INDEX sign_in_try_by_forget_at ON sign_in_try USING btree (forget_at);
CREATE INDEX tahun_ajaran_before_by_created_in ON tahun_ajaran_before USING btree (created_in);
CREATE INDEX tahun_ajaran_before_by_job_id ON tahun_ajaran_before USING btree (job_id);
CREATE INDEX tahun_ajaran_before_by_taken_at ON tahun_ajaran_before USING btree (taken_at);
CREATE INDEX tahun_ajaran_by_created_in ON tahun_ajaran USING btree (created_in);
CREATE UNIQUE INDEX tahun_ajaran_key ON tahun_ajaran USING btree (kode_tahun_ajaran);
CREATE INDEX tally_cell ON tally USING btree (kind, what, word);
CREATE UNIQUE INDEX zoom_rule_by_text ON zoom_rule USING btree (tells, text);
CREATE INDEX zoom_series_by_class ON zoom_series USING btree (class);
CREATE TRIGGER jurusan_tally_changed AFTER UPDATE ON jurusan REFERENCING OLD TABLE AS gone NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION jurusan_tally();
CREATE TRIGGER jurusan_tally_gone AFTER DELETE ON jurusan REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION jurusan_tally();
CREATE TRIGGER jurusan_tally_made AFTER INSERT ON jurusan REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION jurusan_tally();
CREATE TRIGGER kelas_tally_changed AFTER UPDATE ON kelas REFERENCING OLD TABLE AS gone NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION kelas_tally();
CREATE TRIGGER kelas_tally_gone AFTER DELETE ON kelas REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION kelas_tally();
CREATE TRIGGER kelas_tally_made AFTER INSERT ON kelas REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION kelas_tally();
CREATE TRIGGER mahasiswa_mbkm_person_tally_changed AFTER UPDATE ON mahasiswa_mbkm_person REFERENCING OLD TABLE AS gone NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION mahasiswa_mbkm_person_tally();
CREATE TRIGGER mahasiswa_mbkm_person_tally_gone AFTER DELETE ON mahasiswa_mbkm_person REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION mahasiswa_mbkm_person_tally();
CREATE TRIGGER mahasiswa_mbkm_person_tally_made AFTER INSERT ON mahasiswa_mbkm_person REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION mahasiswa_mbkm_person_tally();
CREATE TRIGGER mahasiswa_mbkm_enrolment_tally_changed AFTER UPDATE ON mahasiswa_mbkm_enrolment REFERENCING OLD TABLE AS gone NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION mahasiswa_mbkm_enrolment_tally();
CREATE TRIGGER mahasiswa_mbkm_enrolment_tally_gone AFTER DELETE ON mahasiswa_mbkm_enrolment REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION mahasiswa_mbkm_enrolment_tally();
CREATE TRIGGER mahasiswa_mbkm_enrolment_tally_made AFTER INSERT ON mahasiswa_mbkm_enrolment REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION mahasiswa_mbkm_enrolment_tally();
CREATE TRIGGER mahasiswa_person_tally_changed AFTER UPDATE ON mahasiswa_person REFERENCING OLD TABLE AS gone NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION mahasiswa_person_tally();
CREATE TRIGGER mahasiswa_person_tally_gone AFTER DELETE ON mahasiswa_person REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION mahasiswa_person_tally();
CREATE TRIGGER mahasiswa_person_tally_made AFTER INSERT ON mahasiswa_person REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION mahasiswa_person_tally();
CREATE TRIGGER mahasiswa_enrolment_tally_changed AFTER UPDATE ON mahasiswa_enrolment REFERENCING OLD TABLE AS gone NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION mahasiswa_enrolment_tally();
CREATE TRIGGER mahasiswa_enrolment_tally_gone AFTER DELETE ON mahasiswa_enrolment REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION mahasiswa_enrolment_tally();
CREATE TRIGGER mahasiswa_enrolment_tally_made AFTER INSERT ON mahasiswa_enrolment REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION mahasiswa_enrolment_tally();
CREATE TRIGGER mata_kuliah_tally_changed AFTER UPDATE ON mata_kuliah REFERENCING OLD TABLE AS gone NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION mata_kuliah_tally();
CREATE TRIGGER mata_kuliah_tally_gone AFTER DELETE ON mata_kuliah REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION mata_kuliah_tally();
CREATE TRIGGER mata_kuliah_tally_made AFTER INSERT ON mata_kuliah REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION mata_kuliah_tally();
CREATE TRIGGER mengajar_tally_changed AFTER UPDATE ON mengajar REFERENCING OLD TABLE AS gone NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION mengajar_tally();
CREATE TRIGGER mengajar_tally_gone AFTER DELETE ON mengajar REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION mengajar_tally();
CREATE TRIGGER mengajar_tally_made AFTER INSERT ON mengajar REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION mengajar_tally();
CREATE TRIGGER pengajar_tally_changed AFTER UPDATE ON pengajar REFERENCING OLD TABLE AS gone NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION pengajar_tally();
CREATE TRIGGER pengajar_tally_gone AFTER DELETE ON pengajar REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION pengajar_tally();
CREATE TRIGGER pengajar_tally_made AFTER INSERT ON pengajar REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION pengajar_tally();
CREATE TRIGGER prodi_tally_changed AFTER UPDATE ON prodi REFERENCING OLD TABLE AS gone NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION prodi_tally();
CREATE TRIGGER prodi_tally_gone AFTER DELETE ON prodi REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION prodi_tally();
CREATE TRIGGER prodi_tally_made AFTER INSERT ON prodi REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION prodi_tally();
CREATE TRIGGER semester_tally_changed AFTER UPDATE ON semester REFERENCING OLD TABLE AS gone NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION semester_tally();
CREATE TRIGGER semester_tally_gone AFTER DELETE ON semester REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION semester_tally();
CREATE TRIGGER semester_tally_made AFTER INSERT ON semester REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION semester_tally();
CREATE TRIGGER tahun_ajaran_tally_changed AFTER UPDATE ON tahun_ajaran REFERENCING OLD TABLE AS gone NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION tahun_ajaran_tally();
CREATE TRIGGER tahun_ajaran_tally_gone AFTER DELETE ON tahun_ajaran REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION tahun_ajaran_tally();
CREATE TRIGGER tahun_ajaran_tally_made AFTER INSERT ON tahun_ajaran REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION tahun_ajaran_tally();
ALTER TABLE api_key ADD CONSTRAINT api_key_administrator_id_fkey FOREIGN KEY (administrator_id) REFERENCES administrator(id) ON DELETE CASCADE;
ALTER TABLE identity ADD CONSTRAINT identity_administrator_id_fkey FOREIGN KEY (administrator_id) REFERENCES administrator(id) ON DELETE CASCADE;
ALTER TABLE identity_before ADD CONSTRAINT identity_before_administrator_id_fkey FOREIGN KEY (administrator_id) REFERENCES administrator_before(id) ON DELETE CASCADE;
ALTER TABLE known_location ADD CONSTRAINT known_location_administrator_id_fkey FOREIGN KEY (administrator_id) REFERENCES administrator(id) ON DELETE CASCADE;
ALTER TABLE recovery_code ADD CONSTRAINT recovery_code_administrator_id_fkey FOREIGN KEY (administrator_id) REFERENCES administrator(id) ON DELETE CASCADE;
ALTER TABLE recovery_code_before ADD CONSTRAINT recovery_code_before_administrator_id_fkey FOREIGN KEY (administrator_id) REFERENCES administrator_before(id) ON DELETE CASCADE;
ALTER TABLE second_factor ADD CONSTRAINT second_factor_administrator_id_fkey FOREIGN KEY (administrator_id) REFERENCES administrator(id) ON DELETE CASCADE;
ALTER TABLE second_factor_before ADD CONSTRAINT second_factor_before_administrator_id_fkey FOREIGN KEY (administrator_id) REFERENCES administrator_before(id) ON DELETE CASCADE;
ALTER TABLE source_upload_piece ADD CONSTRAINT source_upload_piece_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES source_upload(id) ON DELETE CASCADE;

INSERT INTO log_chain (id, position, hash, anchor_position, anchor_hash, began_after) VALUES (1, 0, '', 0, '', 0);

-- Numbers that have capitals and small letters are few, and are looked up by their small letters.
CREATE INDEX pengajar_in_mixed_capitals ON pengajar (lower("nik")) WHERE "nik" <> lower("nik") AND "nik" <> upper("nik");
CREATE INDEX mahasiswa_person_in_mixed_capitals ON mahasiswa_person (lower("NPK")) WHERE "NPK" <> lower("NPK") AND "NPK" <> upper("NPK");
CREATE INDEX mahasiswa_mbkm_person_in_mixed_capitals ON mahasiswa_mbkm_person (lower("NPK")) WHERE "NPK" <> lower("NPK") AND "NPK" <> upper("NPK");

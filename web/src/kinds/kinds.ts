import type { Settings } from '../api/client';
import { jurusan } from './jurusan';
import { kelas } from './kelas';
import type { Kind } from './kind';
import { mahasiswa } from './mahasiswa';
import { mahasiswaMbkm } from './mahasiswaMbkm';
import { mataKuliah } from './mataKuliah';
import { mengajar } from './mengajar';
import { pengajar } from './pengajar';
import { prodi } from './prodi';
import { semester } from './semester';
import { tahunAjaran } from './tahunAjaran';

/** Every kind with a screen, parents first. A kind that is not in this list has no screen. */
export const kinds: readonly Kind[] = [
  tahunAjaran,
  semester,
  prodi,
  jurusan,
  mataKuliah,
  kelas,
  pengajar,
  mahasiswa,
  mahasiswaMbkm,
  mengajar,
];

/** The kinds in use: students of other campuses only if the campus takes part in the exchange. */
export function kindsInUse({ mbkm }: Pick<Settings, 'mbkm'>): readonly Kind[] {
  return kinds.filter((kind) => mbkm || kind !== mahasiswaMbkm);
}

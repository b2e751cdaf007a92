import { kelas } from './kelas';
import type { Kind } from './kind';
import { mahasiswa } from './mahasiswa';
import { matakuliah } from './matakuliah';

/** Every kind that has a screen. A kind that is not in this list has none. */
export const kinds: readonly Kind[] = [kelas, mahasiswa, matakuliah];

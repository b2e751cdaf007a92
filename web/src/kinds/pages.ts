import type { PageLink } from '../action/request';

/** The parts of a row's key that say something; a form leaves some empty. */
export function partsOf(key: string): string[] {
  return key
    .split('·')
    .map((part) => part.trim())
    .filter(Boolean);
}

const to = (path: string, search: Record<string, string> = {}): PageLink => ({
  to: path,
  search: search as never,
});

/** The kinds of people. */
export const peopleKinds = ['mahasiswa', 'mahasiswa_mbkm', 'pengajar'] as const;

const isPerson = (kind: string) => (peopleKinds as readonly string[]).includes(kind);

/** The page of a person. */
export function personLink(kind: string, number: string, classNumber?: string | null): PageLink | null {
  if (!isPerson(kind) || !number) return null;
  return to(`/orang/${kind}/${encodeURIComponent(number)}`, classNumber ? { class: classNumber } : {});
}

/** The page of a class. */
export function classLink(number: string | null): PageLink | null {
  return number ? to(`/kelas/${encodeURIComponent(number)}`) : null;
}

/** The page of what a row of a kind is about, by the row's key as reports have it; nothing where it has none. */
export function pageOf(kind: string, key: string): PageLink | null {
  const parts = partsOf(key);
  if (kind === 'mengajar') return personLink('pengajar', parts[0] ?? '');
  const number = parts.at(-1) ?? '';
  return kind === 'kelas' ? classLink(number || null) : personLink(kind, number);
}

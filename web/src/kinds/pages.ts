import type { EnrolmentName, PageLink } from '../action/request';

const to = (path: string, search: Record<string, string> = {}): PageLink => ({
  to: path,
  search: search as never,
});

/** The kinds of people. */
export const peopleKinds = ['mahasiswa', 'mahasiswa_mbkm', 'pengajar'] as const;

/** True for a kind of people. */
export const isPerson = (kind: string) => (peopleKinds as readonly string[]).includes(kind);

/** The page of a person. */
export function personLink(kind: string, number: string, classNumber?: string | null): PageLink | null {
  if (!isPerson(kind) || !number) return null;
  return to(`/orang/${kind}/${encodeURIComponent(number)}`, classNumber ? { class: classNumber } : {});
}

/** The page of a class. */
export function classLink(number: string | null): PageLink | null {
  return number ? to(`/kelas/${encodeURIComponent(number)}`) : null;
}

/** The page of the person or class behind a row, from the values of its key; null if it has none. */
export function pageOf(kind: string, key: readonly string[]): PageLink | null {
  if (kind === 'mengajar') return personLink('pengajar', key[0] ?? '');
  const number = key.at(-1) ?? '';
  return kind === 'kelas' ? classLink(number || null) : personLink(kind, number);
}

/** The person's number, and the class of an enrolment, from the values of a row's key; null for rows of no person. */
export function enrolmentOf(kind: string, key: readonly string[]): EnrolmentName | null {
  const [first = '', second = '', third = ''] = key;
  if (kind === 'mengajar' && key.length === 3) return { person: first, class: `${third} ${second}` };
  if (!isPerson(kind)) return null;
  // A key with one value is the person's.
  return { person: key.at(-1) ?? '', class: key.length > 2 ? `${first} ${second}`.trim() : null };
}

/** A person or class in a list's side panel. */
export interface PanelTarget {
  kind: string;
  number: string;
  page: PageLink;
}

/** The name of a person's or class's page in a list's address: `mahasiswa.77001`, `kelas.90300`. */
export function panelName({ to }: PageLink): string {
  return to.split('/').slice(-2).map(decodeURIComponent).join('.');
}

/** The person or class behind such a name; null for any other text. */
export function panelTarget(name: string): PanelTarget | null {
  const [kind = '', ...rest] = name.split('.');
  const number = rest.join('.');
  const page = kind === 'kelas' ? classLink(number) : personLink(kind, number);
  return page && { kind, number, page };
}

import type { ActionRequest } from '../action/request';
import type { DataOf, Settings } from '../api/client';
import { kindsInUse } from '../kinds/kinds';
import { readAddress } from '../list/address';
import { requestForAll } from '../list/requests';
import { formatNumber } from '../texts/format';

type Translate = Parameters<typeof requestForAll>[5];

/** A search result: a screen to open, or an action, which asks before it does anything. */
export interface Destination {
  id: string;
  label: string;
  detail?: string;
  /** The address of a screen, or the request of an action. */
  target: string | ActionRequest;
}

/** Results of one type. */
export interface Group {
  title: string;
  entries: Destination[];
}

export type SearchResults = DataOf<'/api/v1/api/search', 'get'>;

/** The server stops counting here, so this number means "or more". */
const countLimit = 100;

/** The server's results, grouped by kind in the server's order. */
export function resultGroups(results: SearchResults, t: Translate, language: string): Group[] {
  return results.map(({ kind, label, total, rows }) => ({
    title: `${t(`kinds.${kind}.data`, { defaultValue: label })} (${formatNumber(total, language)}${total >= countLimit ? '+' : ''})`,
    // Teachings of one class share a link, so the id uses the index.
    entries: rows.map((row, at) => ({ id: `${kind} ${at}`, ...row, target: row.link })),
  }));
}

const screens = [
  ['app.home', '/'],
  ['align.title', '/selaraskan'],
  ['titles.log', '/log-activity'],
  ['titles.period', '/laporan'],
  ['titles.zoom', '/zoom-activity'],
  ['titles.schedule', '/pengaturan/jadwal'],
  ['titles.connections', '/pengaturan/koneksi'],
  ['titles.sources', '/pengaturan/sumber'],
  ['account.title', '/akun'],
  ['kinds.user.title', '/user'],
  ['kinds.user.create', '/user/create'],
] as const;

/** Screens that only change data, and have nothing for viewers. */
const needsWriteAccess = (path: string) => path === '/selaraskan' || path.endsWith('/create');

/** The screens of the product under their sidebar names, without those that the user may not use. */
export function screensOf(settings: Settings, t: Translate, mayChange: boolean): Destination[] {
  const ofKinds = kindsInUse(settings).flatMap(({ list, form }) => [
    { id: list.path, label: t(`kinds.${list.id}.title`), target: list.path },
    ...(form
      ? [{ id: `${list.path}/create`, label: t(`kinds.${list.id}.create`), target: `${list.path}/create` }]
      : []),
  ]);
  const all = [
    ...screens.map(([text, path]) => ({ id: path, label: t(text), target: path as string })),
    ...ofKinds,
  ];
  return mayChange ? all : all.filter(({ target }) => !needsWriteAccess(target));
}

/** Actions on all rows of a kind. A kind that is read class by class is synced from its own screen. */
export function actionsOf(settings: Settings, t: Translate): Destination[] {
  return kindsInUse(settings).flatMap(({ list }) =>
    (['sync', 'export', 'enroll'] as const).flatMap((verb) => {
      const request = requestForAll(list, verb, readAddress(list, {}), { of: 'all' }, settings, t);
      const label = `${t(`jobs.verbs.${verb}`)} ${t(`kinds.${list.id}.many`)}`;
      return request ? [{ id: `${verb} ${list.id}`, label, target: request }] : [];
    }),
  );
}

/** The results with all typed words in their name, in any order. */
export function matchWords(all: readonly Destination[], typed: string): Destination[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return all.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
}

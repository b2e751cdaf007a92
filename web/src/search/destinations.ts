import type { ActionRequest } from '../action/request';
import type { DataOf, Settings } from '../api/client';
import { kindsInUse } from '../kinds/kinds';
import { readAddress } from '../list/address';
import { requestForAll } from '../list/requests';
import { logOut } from '../session/session';
import { formatNumber } from '../texts/format';

type Translate = Parameters<typeof requestForAll>[5];

/** A search result: a screen to open, an action, which asks before it does anything, or a step that needs no question. */
export interface Destination {
  id: string;
  label: string;
  detail?: string;
  /** Other words for it, which the search also finds. */
  words?: string;
  /** The address of a screen, the request of an action, or the step itself. */
  target: string | ActionRequest | (() => void);
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

/** Screens by title and address, with the text of other words for them. */
const screens: readonly (readonly [string, string, string?])[] = [
  ['app.home', '/'],
  ['align.title', '/selaraskan', 'align'],
  ['titles.log', '/log-activity', 'log'],
  ['titles.matches', '/cocokkan', 'matches'],
  ['titles.period', '/laporan', 'period'],
  ['titles.renumber', '/ganti-nomor', 'renumber'],
  ['titles.zoom', '/zoom-activity'],
  ['titles.schedule', '/pengaturan/jadwal', 'schedule'],
  ['titles.connections', '/pengaturan/koneksi', 'connections'],
  ['titles.sources', '/pengaturan/sumber', 'sources'],
  ['titles.shape', '/pengaturan/bentuk', 'shape'],
  ['account.title', '/akun', 'account'],
  ['kinds.user.title', '/user'],
  ['kinds.user.create', '/user/create'],
];

/** Screens that only change data, and have nothing for viewers. */
const needsWriteAccess = (path: string) => path === '/selaraskan' || path.endsWith('/create');

/** The screens of the product under their sidebar names, without those that the user may not use. */
export function screensOf(
  settings: Settings,
  t: Translate,
  mayChange: boolean,
): (Destination & { target: string })[] {
  const ofKinds = kindsInUse(settings).flatMap(({ list, form }) => [
    { id: list.path, label: t(`kinds.${list.id}.title`), target: list.path },
    ...(form
      ? [{ id: `${list.path}/create`, label: t(`kinds.${list.id}.create`), target: `${list.path}/create` }]
      : []),
  ]);
  const all = [
    ...screens.map(([text, path, words]) => ({
      id: path,
      label: t(text, { platform: settings.platform_name }),
      ...(words ? { words: t(`search.words.${words}`) } : {}),
      target: path as string,
    })),
    ...ofKinds,
  ];
  return mayChange ? all : all.filter(({ target }) => !needsWriteAccess(target));
}

const verbs = ['sync', 'export', 'enroll', 'unenroll', 'delete'] as const;

/** Actions on all rows of a kind. A kind that is read class by class is synced from its own screen. */
export function actionsOf(settings: Settings, t: Translate): Destination[] {
  return kindsInUse(settings).flatMap(({ list }) =>
    verbs.flatMap((verb) => {
      const request = requestForAll(list, verb, readAddress(list, {}), { of: 'all' }, settings, t);
      const label = `${t(`jobs.verbs.${verb}`)} ${t(`kinds.${list.id}.many`)}`;
      const words = t(`search.words.${verb}`);
      return request ? [{ id: `${verb} ${list.id}`, label, words, target: request }] : [];
    }),
  );
}

/** What the user menu offers, for viewers too. */
export function sessionActions(t: Translate): Destination[] {
  return [
    { id: 'logout', label: t('menu.logout'), words: t('search.words.logout'), target: () => void logOut() },
  ];
}

/** The results with all typed words in their name or among its other words, in any order. */
export function matchWords(all: readonly Destination[], typed: string): Destination[] {
  const typedWords = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return all.filter(({ label, words = '' }) => {
    const text = `${label} ${words}`.toLowerCase();
    return typedWords.every((word) => text.includes(word));
  });
}

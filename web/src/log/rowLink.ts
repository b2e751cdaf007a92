import type { PageLink } from '../action/request';
import { kinds } from '../kinds/kinds';
import { pageOf } from '../kinds/pages';

/**
 * The target of a row in a report: the page of the person or class, otherwise its kind's list, searched for the last value
 * of the key. Null if the line is about no row, or the kind has no list.
 */
export function rowLink(kind: string | null, key: readonly string[]): PageLink | null {
  if (kind === null) return null;
  const page = pageOf(kind, key);
  if (page) return page;
  const list = kinds.find((each) => each.list.id === kind)?.list;
  const number = key.at(-1);
  if (!list || !number) return null;
  const tab: Record<string, string> = list.defaultTab === 'dashboard' ? {} : { tab: 'dashboard' };
  return { to: list.path, search: { ...tab, q: number } as never };
}

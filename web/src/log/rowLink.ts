import type { PageLink } from '../action/request';
import { kinds } from '../kinds/kinds';
import { pageOf, partsOf } from '../kinds/pages';

/**
 * Where a row of a job’s report leads: to the page of the person or class, else to its kind's list, searched for the number
 * that the key ends with. Nothing where the job is about no kind that has a list.
 */
export function rowLink(kind: string, key: string): PageLink | null {
  const page = pageOf(kind, key);
  if (page) return page;
  const list = kinds.find((each) => each.list.id === kind)?.list;
  const number = partsOf(key).at(-1);
  if (!list || !number) return null;
  const tab: Record<string, string> = list.defaultTab === 'dashboard' ? {} : { tab: 'dashboard' };
  return { to: list.path, search: { ...tab, q: number } as never };
}

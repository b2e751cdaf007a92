import { kinds } from '../kinds/kinds';

/** The parts of a row's key that say something; a form leaves some empty. */
export function partsOf(key: string): string[] {
  return key
    .split('·')
    .map((part) => part.trim())
    .filter(Boolean);
}

/**
 * Where a row of a job’s report is found: its kind's list, searched for the number that the key ends with. Nothing where
 * the job is about no kind that has a list.
 */
export function rowLink(kind: string, key: string): { to: string; search: never } | null {
  const list = kinds.find((each) => each.list.id === kind)?.list;
  const number = partsOf(key).at(-1);
  if (!list || !number) return null;
  const tab: Record<string, string> = list.defaultTab === 'dashboard' ? {} : { tab: 'dashboard' };
  return { to: list.path, search: { ...tab, q: number } as never };
}
